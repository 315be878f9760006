"""The author's guide: every YAML block of its pages is built into a game and judged, and gives exactly what it says.

The blocks that begin with `# market-day/FILE` are one game. Every other block is laid over that game. Its documents are
parted by `---`, with a remark that says what each one is: nothing for another file of the folder, `legal` or `not
legal: CODES` for a list and its verdict, `event`, `overlay`, or `refused: WORDS` for a file that can't be right.
"""

from __future__ import annotations

import copy
import re
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from listbuilder import catalogue
from listbuilder.base.errors import CatalogueError
from listbuilder.base.records import yaml_key
from listbuilder.catalogue import Field, Game
from listbuilder.catalogue.effects.parts import Amount, Moment, Often, Spot, Test, Thing, Who
from listbuilder.catalogue.effects.playbook import Course, Health, Use, Victory
from listbuilder.catalogue.effects.sequence import STEPS, Rate, Sequence, Summand
from listbuilder.catalogue.effects.terms import NumberTerm, Period, Resource, RollTerm, Term, Terms
from listbuilder.catalogue.effects.verbs import VERBS
from listbuilder.catalogue.query import Condition, Quantity, Selector
from listbuilder.judging.validator import Referee
from listbuilder.lists import read_list
from listbuilder.loading import check_folder, load_game
from listbuilder.loading.events import load_event
from tests.support import fast_yaml
from tests.tools.doc_pages import LAID_OVER

PAGES = {page.stem: page.read_text("utf-8") for page in LAID_OVER}
BASE = "market-day"
Tree = dict[str, Any]
# What is in the records but never written: the loader works it out.
DERIVED = {
    "below",
    "digest",
    "all-grants",
    "text-templates",
    "play",
    "event",
    "given-keywords",
    "prices",
    "tags-taken",
    "written-as",
    "unknown",
    "keyword-uses",
    "values",
}
TYPES = [getattr(catalogue, name) for name in catalogue.__all__ if name not in ("KeywordUse", "FieldPlace")]
RECORDS = [one for one in TYPES if isinstance(one, type) and hasattr(one, "record_names")]
RECORDS = [one for one in RECORDS if not issubclass(one, Field)] + [Condition, Quantity, Selector]
WORDS: list[type] = [Course, Health, Victory, Terms, Term, NumberTerm, Period, RollTerm, Resource]
RECORDS += [Use, Amount, Who, Spot, Test, Moment, Often, Thing, *WORDS, *VERBS.values()]
RECORDS += [Sequence, Summand, Rate, *(step for word, step in STEPS.items() if word != "do")]
# What short forms stand for: an author never needs the key itself.
SPELT_OUT = {"this"}


class Part(NamedTuple):
    """One document of a block, and what the guide says it is."""

    remark: str
    text: str

    @property
    def data(self) -> Tree:
        """What it holds."""
        return dict(fast_yaml.load(self.text))


def blocks() -> list[tuple[str, str]]:
    """Every YAML block of the guide, with its page and line."""
    return [
        (f"{page}-{text[: one.start()].count(chr(10)) + 1}", one[1])
        for page, text in PAGES.items()
        for one in re.finditer(r"```yaml\n(.*?)```", text, re.DOTALL)
    ]


def parts(block: str) -> list[Part]:
    """The documents of a block."""
    found = [Part("", "")]
    for line in block.splitlines(keepends=True):
        if line.startswith("---"):
            found.append(Part(line[3:].strip().removeprefix("#").strip(), ""))
        else:
            found[-1] = found[-1]._replace(text=found[-1].text + line)
    return [one for one in found if one.text.strip()]


def base() -> list[Tree]:
    """The files of the guide's game."""
    return [fast_yaml.load(block) for _, block in blocks() if block.startswith(f"# {BASE}/")]


def merge(old: Any, new: Any) -> Any:
    """One file laid over another: names are added, lists go on."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {**old, **{key: merge(old[key], one) if key in old else one for key, one in new.items()}}
    return [*old, *new] if isinstance(old, list) and isinstance(new, list) else new


def write(files: list[Tree], folder: Path) -> Path:
    """A game folder with these files; what is no entries goes into game.yaml."""
    folder.mkdir(parents=True)
    head: Tree = {}
    for at, file in enumerate(files):
        if "entries" in file:
            (folder / f"{file['kind']}-{at}.yaml").write_text(fast_yaml.dump(file, sort_keys=False), "utf-8")
        else:
            head = merge(head, file)
    (folder / "game.yaml").write_text(fast_yaml.dump({**head, "id": folder.name}, sort_keys=False), "utf-8")
    return folder


LAID = [pytest.param(block, id=place) for place, block in blocks() if not block.startswith("# ")]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.parametrize("block", LAID)
def test_example_does_what_the_guide_says(block: str, tmp_path: Path) -> None:
    """An example makes a game that passes its check, and each list in it gets the verdict that stands above it."""
    files, root = base(), tmp_path / "games"
    files += [one.data for one in parts(block) if one.remark == ""]
    write(files, root / BASE)
    refused = [one for one in parts(block) if one.remark.startswith("refused: ")]
    game: Game = check_folder(root / BASE, thorough=True)
    event: Game | None = None
    for at, part in enumerate(parts(block)):
        if part.remark == "event":
            pack = tmp_path / f"event-{at}.yaml"
            pack.write_text(part.text, "utf-8")
            event = load_event(pack, [root])
        elif part.remark == "overlay":
            write([part.data], root / part.data["id"])
            game = load_game(part.data["id"], [root])
        elif part.remark.startswith(("legal", "not legal")):
            check_verdict(part, game, event)
    for at, part in enumerate(refused):
        with pytest.raises(CatalogueError) as error:
            check_folder(write([*copy.deepcopy(files), part.data], tmp_path / f"wrong-{at}" / BASE), thorough=True)
        told = " ".join(f"{one.message} {one.hint}" for one in error.value.findings)
        assert part.remark.removeprefix("refused: ") in told


def check_verdict(part: Part, game: Game, event: Game | None) -> None:
    """A list has the findings that its remark names, remarks for information left out, and costs what it says."""
    report = Referee(game, event).judge(read_list({"game": game.id, **part.data}))
    codes = sorted({one.code for one in report.findings if one.severity != "info"})
    said = re.fullmatch(r"(not )?legal(?:: ([a-z., -]+))?(?:, (\d+) points)?", part.remark)
    assert said is not None, part.remark
    told = [f"{one.code}: {one.message}" for one in report.findings]
    assert codes == sorted(said[2].split(", ") if said[2] else []), told
    assert report.valid is (said[1] is None), told
    if said[3]:
        assert report.force.cost == int(said[3])


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_contents_have_every_chapter(text: str) -> None:
    """The table of contents of a page links to each of its chapters."""
    chapters = re.findall(r"^## (.+)$", text, re.MULTILINE)
    ids = [re.sub(r"[^a-z0-9 _-]", "", one.lower()).replace(" ", "-") for one in chapters]
    assert re.findall(r"^(?:\d+\.|-) \[.+?\]\(#(.+?)\)", text, re.MULTILINE) == ids


def keys(node: object) -> set[str]:
    """Every key in a piece of YAML."""
    if isinstance(node, dict):
        return set(node).union(*map(keys, node.values()))
    return set().union(*map(keys, node)) if isinstance(node, list) else set()


@cache
def shown() -> set[str]:
    """Every key that some example uses."""
    documents = [one.text for _, block in blocks() for one in parts(block)]
    return set().union(*(keys(fast_yaml.load(text)) for text in documents))


@pytest.mark.parametrize("record", RECORDS, ids=lambda one: one.__name__)
def test_every_key_has_an_example(record: type) -> None:
    """The guide uses each key of each record at least once."""
    wanted = {yaml_key(one.name) for one in fields(record)} - DERIVED - SPELT_OUT
    assert wanted - shown() == set()
