"""Files that are no lists, with one thing in them changed: templates, packs, players, ledgers, collections, games.

Each key is removed, said twice, nested, or has a value of another kind; the same seed makes the same cases. An error
that is documented may come out of it, and nothing else.
"""

from __future__ import annotations

import copy
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from listbuilder.base.errors import ListbuilderError
from listbuilder.base.records import replace
from listbuilder.desk.ledger import FIRST, Chain, next_line, read_chain
from listbuilder.desk.ledger_kinds import replay
from listbuilder.desk.players import read_players
from listbuilder.judging.collection import read_collection
from listbuilder.loading import check_folder, load_game, shipped
from listbuilder.loading.events import load_event
from listbuilder.loading.templates.template_reader import read
from listbuilder.play.odds.circumstances import parse_circumstances
from tests.support import fast_yaml
from tests.support.desk_setup import LEGAL, cup, put, run
from tests.support.effort import rounds
from tests.support.work import counted

GAME = "constellation-warrior"
ODD: list[Any] = [
    None, True, -1, 0, 10**9, 1.5, "", "x" * 5000, "\n", "../../etc", "{x}", "1d0", "9" * 400, [], {}, [[]], [{}],
    {"x": {"x": {"x": []}}}, ["a"] * 300, [[[[[[[]]]]]]],
]  # fmt: skip
PACK: dict[str, Any] = {
    "name": "Cup",
    "game": GAME,
    "format": "small",
    "limit": 25,
    "rounds": {"count": 3, "apart": ["club"]},
    "ban": [{"entry": "hero"}],
    "change": [{"entry": "soldier", "cost": 14}],
    "teams": {"size": 2, "once": ["unit"]},
    "penalties": [{"id": "late", "name": "Late", "points": 1}],
}
MOST_CALLS = 10_000_000


def places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a tree: what holds it, and under which key."""
    for key in list(tree) if isinstance(tree, dict) else range(len(tree)):
        yield tree, key
        if isinstance(tree[key], dict | list):
            yield from places(tree[key])


def mutants(tree: Any, seed: int, count: int) -> Iterator[bytes]:
    """The tree with one thing changed, as YAML, so many times."""
    pick = random.Random(seed)
    for _ in range(count):
        made = copy.deepcopy(tree)
        some = list(places(made))
        holder, key = pick.choice(some)
        kind = pick.randrange(5)
        if kind == 0:
            del holder[key]
        elif kind == 1 and isinstance(holder, dict):
            holder[str(pick.choice(some)[1])] = holder.pop(key)
        elif kind == 2 and isinstance(holder, list):
            holder[key:key] = [holder[key]] * pick.choice((1, 50))
        else:
            holder[key] = pick.choice(ODD)
        text = fast_yaml.dump(made, sort_keys=False, allow_unicode=True)
        yield (text + text if pick.randrange(9) == 0 else text).encode()


def survives(way: Callable[[bytes], object], tree: Any, seed: int, count: int) -> int:
    """How many were tried: a file is read as it is, refused with a key of nothing, and with a change has an answer."""
    way(fast_yaml.dump(tree, sort_keys=False, allow_unicode=True).encode())
    with pytest.raises(ListbuilderError) as caught:
        way(fast_yaml.dump({**tree, "nonsense": []}, sort_keys=False, allow_unicode=True).encode())
    assert any("nonsense" in one.message for one in caught.value.findings)
    return answered(way, mutants(tree, seed, count))


def answered(way: Callable[[bytes], object], cases: Iterator[bytes]) -> int:
    """How many cases there are, of which every one gets its answer, with bounded work."""
    tried = 0
    for raw in cases:
        tried += 1
        with counted() as work:
            try:
                way(raw)
            except ListbuilderError as error:
                assert error.findings or str(error), raw[:500]
        assert work.calls < MOST_CALLS, raw[:500]
    return tried


def as_file(path: Path, way: Callable[[Path], object]) -> Callable[[bytes], object]:
    """A way that takes a file."""

    def through(raw: bytes) -> object:
        path.write_bytes(raw)
        return way(path)

    return through


@pytest.mark.parametrize("name", ["standard", "themes", "icons", "cards"])
def test_templates(name: str, tmp_path: Path) -> None:
    """A template with something changed in it is read or refused."""
    tree = fast_yaml.load((shipped("templates") / f"{name}.yaml").read_text("utf-8"))
    others = [(path, path.read_bytes()) for path in sorted(shipped("templates").glob("*.yaml"))]
    assert survives(lambda raw: read([*others, (tmp_path / "own.yaml", raw)]), tree, 1, rounds(12, 3))


def test_packs(tmp_path: Path) -> None:
    """So is an event's pack."""
    assert survives(as_file(tmp_path / "event.yaml", load_event), PACK, 2, rounds(12, 4))


def test_players(tmp_path: Path) -> None:
    """So are the players."""
    people = [{"id": f"p0{at}", "name": "Mira", "paid": True, "consent": ["name"], "club": "Mill"} for at in (1, 2)]
    assert survives(as_file(tmp_path / "players.yaml", read_players), {"players": people}, 3, rounds(200, 50))


def test_collections(tmp_path: Path) -> None:
    """So is what somebody owns."""
    game = load_game(GAME)
    tree = {"game": GAME, "owned": {"Novice": 2, "weapon": {"Long": 1}}}
    assert survives(as_file(tmp_path / "own.yaml", lambda path: read_collection(path, game)), tree, 4, rounds(200, 50))


def test_ledgers(tmp_path: Path) -> None:
    """A line of the ledger that was changed, with every hash right again, is refused or counts for what it says."""
    folder = cup(tmp_path / "cup")
    put(folder, "p01.yaml", LEGAL)
    run(folder, "intake")
    run(folder, "approve", "p01")
    lines = read_chain((folder / "ledger.jsonl").read_bytes()).lines
    pick = random.Random(5)
    for _ in range(80):
        at = pick.randrange(len(lines))
        chain, raw = Chain(head=FIRST), b""
        try:
            for number, line in enumerate(lines):
                entry = line.entry
                if number == at and entry.data:
                    key = pick.choice(sorted(entry.data))
                    value = pick.choice([-1, 10**12, "", "x", [], [[]], {}, "../x", "\ud800", "p99"])
                    entry = replace(entry, **{key.replace("-", "_"): value})
                more, chain = next_line(chain, line.at, line.by, entry)
                raw += more
            replay(read_chain(raw).lines)
        except ListbuilderError as error:
            assert error.findings


@pytest.mark.parametrize(
    "word", ["x=" + "9" * 6000, "=", "a.b.c=1", "x=-1", "x=1.5", "x=٣", "target.", "\ud800", "x" * 9000, "x\n=1"]
)
def test_circumstances(word: str) -> None:
    """What is said with `--with` is understood or refused."""
    assert answered(lambda raw: parse_circumstances([word]), iter([b""]))


def test_games(tmp_path: Path) -> None:
    """A game with a mistake in it is refused; a few cases, for it takes long to look a game over."""
    folder = tmp_path / GAME
    shutil.copytree(shipped("catalogue") / GAME, folder)
    head = folder / "game.yaml"
    assert answered(
        as_file(head, lambda _: check_folder(folder)), mutants(fast_yaml.load(head.read_text("utf-8")), 6, 2)
    )
