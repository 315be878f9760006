"""More laws of the workbench, on all games and two toy games: fixes fix, what fits fits, all builders write alike."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from textual.pilot import Pilot

from listbuilder.building import (
    Bench,
    Edit,
    Set,
    apply,
    choices,
    compare,
    edit_document,
    fits,
    fixes,
    open_bench,
    preview,
    redo,
    slots,
    totals,
    undo,
)
from listbuilder.building.change import about
from listbuilder.building.generate import random_list
from listbuilder.building.generate.judge import SHORT, size_of
from listbuilder.catalogue import Game
from listbuilder.exchange.formats.list_files import list_text
from listbuilder.loading import game_folders, load_game
from listbuilder.storage.reading import read_file, read_text
from listbuilder.ui.cli.app import app as cli
from listbuilder.ui.screen.list_file import ListFile
from listbuilder.ui.screen.screen_app import BuildApp
from listbuilder.ui.web.bench_api import ANSWERS, BenchQuestion
from tests.support.screens import play, toy_folder
from tests.support.unlike import write_game

GAMES = (*game_folders(), "tea-duel", "harvest-war")
MOST = 2  # findings of each broken list, and choices of each slot


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games unlike the five."""
    return toy_folder(write_game(tmp_path_factory.mktemp("games")))


@pytest.fixture(scope="module", params=GAMES)
def book(request: pytest.FixtureRequest, folder: Path) -> Game:
    """Each game."""
    return load_game(request.param, [folder])


@pytest.fixture(scope="module")
def bench(book: Game) -> Bench:
    """A legal list of each game, with a comment in its text."""
    text = f"# ours\n{list_text(random_list(book, 2))}"
    return open_bench(read_text(text), book, text=text)


def broken(bench: Bench) -> Iterator[Bench]:
    """The list with something wrong in it, of many sorts."""
    tree: dict[str, Any] = dict(bench.tree)
    rows, first = tree["models"], dict(tree["models"][0])
    head = next(iter(bench.game.model.slots))
    name = first[head] if isinstance(first[head], str) else "Nobody"
    wrong: list[dict[str, Any]] = [
        {**tree, "models": [{**first, head: f"{name}x"}, *rows[1:]]},
        {**tree, "models": [{**first, "count": 60}, *rows[1:]]},
        {**tree, "models": rows[:1]},
        {**tree, "models": [{key: value for key, value in first.items() if key == head}, *rows[1:]]},
        {**tree, "limit": 1, "format": "no such format"},
        {**tree, "models": [{**first, "count": "many"}, 7, *rows[1:]]},
    ]
    yield from (open_bench(read_text(json.dumps(one)), bench.game) for one in wrong)


@pytest.mark.sample(3)
def test_a_fix_that_is_offered_fixes(bench: Bench) -> None:
    """Once made, the finding is gone or less, and no error came but one that asks for more; undo takes it back."""
    offered = 0
    for wrong in broken(bench):
        errors = [one for one in wrong.report.findings if one.severity == "error"]
        for finding in errors[:MOST]:
            for fix in fixes(wrong, finding, 2):
                offered += 1
                after = apply(wrong, fix.edit)
                gone = about(finding, {}) in {about(one, {}) for one in fix.change.gone}
                left = [size_of(one) for one in after.report.findings if one.code == finding.code]
                assert gone or min(left) < size_of(finding), (finding.message, fix.words)
                came = [one for one in fix.change.new if one.severity == "error"]
                assert all(one.code.endswith(SHORT) for one in came), (finding.message, fix.words)
                assert undo(after).tree == wrong.tree
    assert offered > 3


@pytest.mark.sample(3)
def test_what_fits_fits(bench: Bench) -> None:
    """With one model less, each thing that fits breaks nothing, and what is exact spends all that is left."""
    less = open_bench(read_text(list_text({**bench.tree, "models": list(bench.tree["models"])[:-1]})), bench.game)  # type: ignore[arg-type]
    found = fits(less, 4)
    assert found.left == totals(less).left
    for fix in (*found.single, *found.exact):
        after = apply(less, fix.edit)
        assert after.report.errors <= less.report.errors
        assert (totals(after).left or 0) >= 0
    assert {totals(apply(less, fix.edit)).left for fix in found.exact} <= {0}


def some_edits(bench: Bench) -> list[Edit]:
    """A choice for some slots of the first model, a name and a count."""
    found: list[Edit] = [
        Set(at=("models", 0), key="name", value="Ann: one"),
        Set(at=(), key="name", value="Late # shift"),
    ]
    for slot in slots(bench, ("models", 0)):
        if slot.open and not slot.rolled:
            found += [one.edit for one in choices(bench, ("models", 0), slot.id).choices[:MOST]]
    return found[:8]


def test_comparing_is_previewing_each(bench: Bench) -> None:
    """Two choices side by side say what each would do alone."""
    edits = some_edits(bench)
    assert compare(bench, edits) == tuple(preview(bench, one) for one in edits)


def test_page_screen_and_set_write_alike(bench: Bench, folder: Path, tmp_path: Path) -> None:
    """The same value by the command, by a key of the screen and by a call of the page leaves the same list."""
    edits: list[tuple[Edit, list[str]]] = [
        (Set(at=("models", 0), key="name", value="Ann: one"), ["1", "name=Ann: one"]),
        (Set(at=("models", 0), key="notes", value="limps"), ["1", "notes=limps"]),
        (Set(at=(), key="limit", value=77), ["list", "limit=77"]),
        (Set(at=("models", 0), key="notes"), ["1", "notes="]),
    ]
    by_set, by_screen = tmp_path / "set.yaml", tmp_path / "screen.yaml"
    assert bench.text is not None
    by_set.write_text(bench.text, "utf-8")
    by_screen.write_text(bench.text, "utf-8")
    paged = bench
    for edit, words in edits:
        done = CliRunner().invoke(cli, ["--catalogue", str(folder), "set", str(by_set), *words])
        assert done.exit_code == 0, done.output
        answer = ANSWERS["apply"](paged, BenchQuestion({}, edit_document(edit)))
        paged = open_bench(read_text(list_text(answer["list"])), bench.game)

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        for edit, _ in edits:
            assert app.do_edit(edit)

    play(BuildApp(bench, ListFile(by_screen, bench.text.encode())), keys)
    assert by_screen.read_bytes() == by_set.read_bytes()
    assert by_set.read_text("utf-8").startswith("# ours\n")
    assert read_file(by_set).data == paged.tree


def test_redo_after_undo_is_the_edit(bench: Bench) -> None:
    """Every edit undone and made again is the list that it made, to the letter."""
    for edit in some_edits(bench):
        after = apply(bench, edit)
        if after is not bench:
            assert undo(after).text == bench.text
            assert redo(undo(after)).text == after.text
