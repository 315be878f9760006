"""The documentation: every example runs and prints what its page shows, every link leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from listbuilder.judging.resolver import PICK_KEYS
from listbuilder.lists.document import LIST, ROW
from listbuilder.ui.cli.app import app
from tests.support.paths import ROOT
from tests.tools.architecture_picture import PICTURE, ROOMS, draw
from tests.tools.doc_pages import LAID_OVER, headings, judge_examples, links, pages, run_page

ARCHITECTURE = (ROOT / "docs" / "contributing" / "README.md").read_text("utf-8")
PAGES = [pytest.param(page, id=page.relative_to(ROOT).as_posix()) for page in pages()]
WITH_LISTS = [page for page in PAGES if page.values[0] not in LAID_OVER]
SLOW = [ROOT / "docs" / "design" / name for name in ("start.md", "cookbook.md")]  # whole games, from nothing to proofs
RUN = [pytest.param(*page.values, id=page.id, marks=[pytest.mark.slow] * (page.values[0] in SLOW)) for page in PAGES]


@pytest.mark.parametrize("page", RUN)
def test_examples_print_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    """The commands and the Python of a page run one after another as they stand; `make docs` writes their output."""
    text = page.read_text("utf-8")
    assert run_page(text, tmp_path) == text


@pytest.mark.parametrize("page", WITH_LISTS)
def test_examples_are_what_they_say(page: Path, tmp_path: Path) -> None:
    """Lists are legal or have exactly the errors named; collections and events can be read."""
    checked = judge_examples(page.read_text("utf-8"), tmp_path)
    assert checked or page.name != "lists.md"


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: Path) -> None:
    """Each relative link goes to a file of the repository and, where it names one, to a heading of it."""
    for link in links(page.read_text("utf-8")):
        if link.startswith(("https://", "http://")):
            continue
        file, _, heading = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.is_relative_to(ROOT), f"{link} leads out of the repository"
        assert target.exists(), f"{link}: no such file"
        assert not heading or heading in headings(target.read_text("utf-8")), f"{link}: no such heading"


def test_every_page_can_be_reached() -> None:
    """From the README, links lead to every page."""
    waiting, found = [ROOT / "README.md"], set[Path]()
    while waiting:
        page = waiting.pop()
        if page in found or page.suffix != ".md":
            continue
        found.add(page)
        files = (link.partition("#")[0] for link in links(page.read_text("utf-8")) if "://" not in link)
        waiting += [(page.parent / file).resolve() for file in files if file]
    assert set(pages()) <= found


def test_readme_is_short() -> None:
    """The README leaves everything but the first steps to the pages in docs."""
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 200


def test_every_room_is_on_the_map() -> None:
    """The picture and the table of rooms have each package of the program, and nothing stands beside them."""
    assert {path.stem for path in (ROOT / "listbuilder").glob("*.py")} == {"__init__", "__main__"}
    rooms = {path.parent.name for path in (ROOT / "listbuilder").glob("*/__init__.py")}
    assert rooms == set(ROOMS)
    assert re.findall(r"^\| `(\w+)/` \|", ARCHITECTURE, re.MULTILINE) == list(ROOMS)


@pytest.mark.parametrize("file", sorted(set(re.findall(r"`([a-z_/]+\.py)`", ARCHITECTURE))))
def test_named_modules_exist(file: str) -> None:
    """Each module that the architecture page names is there, and has the function that stands beside it."""
    text = (ROOT / "listbuilder" / file).read_text("utf-8")
    for name in re.findall(rf"`{file}` `(\w+)`", ARCHITECTURE):
        assert re.search(rf"^(def|class) {name}\b|import .*\b{name}\b", text, re.MULTILINE), name


def test_picture_of_the_rooms_is_up_to_date() -> None:
    """The picture is the one that its script draws."""
    assert PICTURE.read_text("utf-8") == draw()


def test_every_command_is_named() -> None:
    """Each command of the program stands in the table of commands."""
    page = (ROOT / "docs" / "playing" / "commands.md").read_text("utf-8")
    assert [name for name in app.table if f"`{name}" not in page] == []


@pytest.mark.parametrize("key", [*LIST.all, *ROW.all, *PICK_KEYS])
def test_every_key_of_a_list_is_described(key: str) -> None:
    """Each key that lists of every game have stands in an example or in a table."""
    page = (ROOT / "docs" / "playing" / "lists.md").read_text("utf-8")
    assert re.search(rf"(^|[ {{`]){key}[:`]", page, re.MULTILINE)
