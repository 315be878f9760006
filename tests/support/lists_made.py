"""Lists for tests of exchange: random legal ones of every game, dressed up with names, notes and other tools' keys."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

from listbuilder.building.generate import random_list
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.judged import JudgedList, judge_list
from listbuilder.exchange.formats import FORMATS, TARGETS
from listbuilder.exchange.formats.importing import find_lists
from listbuilder.judging.validator import Referee
from listbuilder.loading import game_folders, load_game
from listbuilder.storage.reading import Document

GAMES = tuple(game_folders())
ROUND_TRIPS = tuple(name for name in TARGETS if FORMATS[name].reads and name != "engine")
ODD_NAMES = (
    "Sgt. John Doe, Jr.: the 2nd [50]",
    "2x Tod",
    "Tod x2",
    "Models",
    "notes: hi",
    "- dash",
    "# hash",
    'a "quoted" name',
    "back\\slash",
    "*bold* _it_ `code` <b>",
    "=HYPERLINK(1)",
    "a | b",
    "Žižka & Søn",
    "3",
    "yes",
    "weapon",
    "1. Foo",
    "with and -",
    "(50 pts)",
    "x-ray",
    "Tod - Rank IV",
    "LB1-abc",
    "nothing",
    "Total: 5",
    "<UL>",
)
TEXTS = st.one_of(
    st.sampled_from(ODD_NAMES),
    st.text(
        st.characters(min_codepoint=32, max_codepoint=0x17F, exclude_categories=["Cc", "Cf", "Mn"]),
        min_size=1,
        max_size=30,
    ),
).filter(lambda text: text.strip() == text and text != "")


@lru_cache(maxsize=400)
def made(game: str, seed: int) -> dict[str, Any]:
    """A random legal list."""
    return random_list(load_game(game), seed)


@st.composite
def lists(draw: st.DrawFn) -> dict[str, Any]:
    """A list of some game with names, notes and keys that could confuse a reader."""
    tree = dict(made(draw(st.sampled_from(GAMES)), draw(st.integers(0, 9))))
    rows = [dict(row) for row in tree["models"]]
    taken: set[str] = set()
    for row in rows:
        name = draw(st.none() | TEXTS)
        if name is not None and name not in taken and "group" not in row:
            row["name"] = name
            taken.add(name)
        if draw(st.integers(0, 3)) == 0:
            row["notes"] = draw(TEXTS | st.just("two\nlines"))
        if draw(st.integers(0, 3)) == 0 and "name" not in row:
            row["count"] = draw(st.integers(1, 5))
        if draw(st.integers(0, 5)) == 0:
            row["x-tool"] = draw(st.sampled_from([1, True, "a: b", [1, {"b": None}], {"k": "v, w"}, 1.5]))
    tree["models"] = rows
    for key in ("name", "player", "notes"):
        value = draw(st.none() | TEXTS)
        tree.pop(key, None)
        if value is not None:
            tree[key] = value
    if draw(st.booleans()):
        tree["limit"] = draw(st.integers(1, 9999))
    return tree


def judged(tree: dict[str, Any]) -> JudgedList:
    """A list ready to be written."""
    return judge_list(Document(tree, {(): 1}, None), Referee(load_game(tree["game"])))


def load(name: str) -> Game:
    """A shipped game."""
    return load_game(name)


def back(text: str) -> dict[str, Any]:
    """What an exported text is read back as; nothing in it is left over."""
    (found,) = find_lists(text.encode(), load, GAMES)
    read = found.read(False)
    assert not read.kept
    return dict(read.tree)
