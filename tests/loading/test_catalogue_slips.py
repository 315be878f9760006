"""One slip in a catalogue gives one message, at its file and line, whatever the slip; nothing goes unnoticed.

`slips/ferry` is a small game that uses every part of a catalogue; `slips/slips.txt` has an edit of it per line.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from listbuilder.base.errors import CatalogueError
from listbuilder.base.findings import Finding
from listbuilder.loading import check_folder
from tests.support.paths import TESTS

HERE = TESTS / "slips"


class Slip(NamedTuple):
    """One edit of a file, what is said of it, and where: at the edit unless another file and line are named."""

    file: str
    old: str
    new: str
    says: tuple[str, ...]
    at: tuple[str, str] | None


def read_slips(name: str) -> list[Slip]:
    """The slips: `old => new || says`, several messages with a slash between them, `@file text` for another place."""
    found, file = [], ""
    for line in (HERE / name).read_text("utf-8").splitlines():
        if line.startswith("# "):
            file = line[2:]
            continue
        edit, _, rest = line.partition(" || ")
        old, _, new = edit.partition(" =>")
        said, _, place = rest.partition(" @")
        at = place.partition(" ")
        new = new.strip().removeprefix("-") if new.strip() == "-" else new.strip()
        pair = (at[0], at[2]) if place else None
        found.append(Slip(file, old.replace("\\n", "\n"), new.replace("\\n", "\n"), tuple(said.split(" / ")), pair))
    return found


SLIPS = read_slips("slips.txt")


def check(folder: Path) -> tuple[Finding, ...]:
    """What `catalogue check` has to say about a folder."""
    try:
        check_folder(folder, thorough=True)
    except CatalogueError as error:
        return error.findings
    return ()


def lines_of(text: str, slip: Slip) -> set[int]:
    """The lines that an edit wrote."""
    first = text[: text.index(slip.old)].count("\n") + 1
    return set(range(first, first + slip.new.count("\n") + 1 + slip.old.count("\n")))


def test_the_game_is_right_before() -> None:
    """The game that every slip spoils has no problem."""
    assert check(HERE / "ferry") == ()


def test_there_are_many_slips() -> None:
    """More ways to break a catalogue than were ever tried on it, none of them twice."""
    assert len(set(SLIPS)) == len(SLIPS) >= 149


@pytest.mark.sample(90)
@pytest.mark.parametrize("slip", SLIPS, ids=[f"{one.file} {one.old[:30]} {one.new[-30:]}" for one in SLIPS])
def test_one_slip_one_message(slip: Slip, tmp_path: Path) -> None:
    """A slip gives one message, at its line, that says what is wrong."""
    folder = tmp_path / "ferry"
    shutil.copytree(HERE / "ferry", folder)
    text = make_slip(slip, folder)
    assert amiss(slip, text, folder, check(folder)) == []


def make_slip(slip: Slip, folder: Path) -> str:
    """Make an edit in a folder; the file as it was before."""
    text = (folder / slip.file).read_text("utf-8")
    assert slip.old in text
    (folder / slip.file).write_text(text.replace(slip.old, slip.new, 1), "utf-8")
    return text


def amiss(slip: Slip, text: str, folder: Path, found: tuple[Finding, ...]) -> list[str]:
    """What is wrong with what was found: it should be each message of the slip, once, the first at its line."""
    told = [f"{Path(str(one.file)).name}:{one.line} {one.message} {one.hint}" for one in found]
    if len(found) != len(slip.says):
        return [f"{len(slip.says)} messages wanted", *told]
    missing = [says for says in slip.says if not any(says in one.message for one in found)]
    more = [one.message for one in found if not any(says in one.message for says in slip.says)]
    file, lines = slip.file, lines_of(text, slip)
    if slip.at:
        file, marker = slip.at
        rows = ((folder / slip.file).parent / file).read_text("utf-8").splitlines()
        lines = {number for number, row in enumerate(rows, 1) if marker in row}
    right = Path(str(found[0].file)).name == Path(file).name and found[0].line in lines
    return [*missing, *more, *([] if right else [f"{file}:{sorted(lines)} wanted", *told])]
