"""What the workbench offers by itself: fixes that were tried, what fits, what is ticked off in play."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from listbuilder.building import (
    Add,
    Bench,
    apply,
    choices,
    fits,
    fixes,
    mends,
    open_bench,
    quick_lines,
    read_edit,
    totals,
    tracks,
)
from listbuilder.building.bench_json import fits_json, fix_json
from listbuilder.building.change import about
from listbuilder.building.generate.judge import size_of
from listbuilder.building.player_words import without_keys
from listbuilder.exchange.documents.dump import dump
from listbuilder.loading import game_folders, load_game, shipped
from listbuilder.storage.reading import read_file, read_text
from tests.support.paths import TESTS

CASES = sorted((TESTS / "games").glob("*/illegal/*.yaml"))[::9]


def on_bench(path: Path) -> Bench:
    """A list file on the bench."""
    document = read_file(path)
    return open_bench(document, load_game(str(document.data["game"])))


@pytest.mark.sample(10)
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_fixes_end_the_finding_and_bring_no_error(path: Path) -> None:
    """Each fix that is offered takes the error away and brings none, but for what must be filled next; so its JSON."""
    bench = on_bench(path)
    wrong = next(one for one in bench.report.findings if one.severity == "error")
    for fix in fixes(bench, wrong):
        edit = read_edit(json.loads(json.dumps(fix_json(fix)))["edit"])
        after = apply(bench, edit)
        new = [one.code for one in fix.change.new if one.severity == "error"]
        assert all(code.endswith(".under") for code in new)
        ended = about(wrong, {}) in {about(one, {}) for one in fix.change.gone}
        left = [size_of(one) for one in after.report.findings if one.code == wrong.code]
        assert ended or min(left) < size_of(wrong)
        assert fix.words and after.past[-1].words == without_keys(fix.words)


def test_nothing_is_taken_out_to_be_missed() -> None:
    """A crew that is too small is not mended by taking its team off the list, which must have one."""
    units = ["Dive Master", "Harpooner", "Lampbearer"]
    named = "team: Saltglass Salvors\ntac-op: Long Watch\nscouting: Equip\nprimary-op: Crit\n"
    text = f"game: kill-team\n{named}models: [{', '.join(f'{{unit: {unit}}}' for unit in units)}]\n"
    bench = open_bench(read_text(text), load_game("kill-team"))
    small = next(one for one in bench.report.findings if "seven" in one.message)
    assert not [fix.words for fix in fixes(bench, small) if fix.words.startswith("take ")]


def test_a_misspelt_name_gets_the_right_one_first() -> None:
    """The nearest spelling is the gentlest fix; most errors of the cases have some fix."""
    text = "game: rogue-conflict\nmodels:\n  - {rank: I, weapon: Slug Pistole}\n"
    bench = open_bench(read_text(text), load_game("rogue-conflict"), text=text)
    first = fixes(bench, bench.report.findings[0])[0]
    assert apply(bench, first.edit).text == text.replace("Pistole", "Pistol")


def test_mends_makes_the_whole_list_legal() -> None:
    """Where one edit is not enough, the fewest that are."""
    text = "game: rogue-conflict\nmodels:\n  - {rank: I, weapon: Slug Pistole}\n  - {rank: I}\n"
    bench = open_bench(read_text(text), load_game("rogue-conflict"), text=text)
    for fix in mends(bench, 2).ways:
        assert apply(bench, fix.edit).report.valid


def test_what_fits_fits() -> None:
    """Everything that fits leaves the list legal and within its limit; what is exact spends it all."""
    path = next(shipped("catalogue").glob("constellation-warrior/lists/*.yaml"))
    whole = on_bench(path)
    bench = apply(whole, read_edit({"do": "remove", "at": ["models", 0]}))
    found = fits(bench)
    assert found.left == totals(bench).left
    assert found.single and found.exact
    for fix in (*found.single, *found.exact):
        after = apply(bench, fix.edit)
        assert after.report.valid or not bench.report.valid
        assert (totals(after).left or 0) >= 0
    assert {totals(apply(bench, fix.edit)).left for fix in found.exact} == {0}
    assert json.loads(json.dumps(fits_json(found)))["left"] == found.left


@pytest.mark.parametrize("game", game_folders())
def test_every_model_has_its_tracks(game: str) -> None:
    """Boxes stand for each copy of a model, and everything is JSON."""
    path = min(shipped("catalogue").glob(f"{game}/lists/*.yaml"))
    bench = on_bench(path)
    found = tracks(bench)
    boxed = any(stat.boxes for stat in bench.game.stats.values())
    assert len({one.id for one in found if one.kind == "boxes"}) == (totals(bench).models if boxed else 0)
    assert all(one.number > 0 for one in found if one.kind != "boxes")
    assert json.dumps([dump(one) for one in found])


def test_what_is_missing_is_filled_first() -> None:
    """Room that is left is mended by things to take; taking the first of two is no new fault of it."""
    text = "game: rogue-conflict\nmodels:\n  - {rank: IV, weapon: Laser Rifle}\n"
    bench = open_bench(read_text(text), load_game("rogue-conflict"), text=text)
    room = next(one for one in bench.report.findings if one.code == "room.unused")
    assert all(fix.words.startswith("give model 1") for fix in fixes(bench, room))
    found = choices(bench, ("models", 0), "abilities").choices
    assert not [one for choice in found for one in choice.reasons if one.code == "room.unused"]
    assert found[0].standing == "fits"


def test_a_line_that_is_not_finished_has_endings() -> None:
    """The last name of a line is written out in every way that is a model; a whole line is itself."""
    bench = open_bench(read_text("game: rogue-conflict\n"), load_game("rogue-conflict"))
    assert [line for line, _ in quick_lines(bench, ("models",), "ii laser r")] == ["ii laser r"]
    found = dict(quick_lines(bench, ("models",), "ii slug"))
    assert list(found) == ['ii "Slug Pistol"', 'ii "Slug Rifle"', 'ii "Slug Lancer"']
    assert found['ii "Slug Rifle"'] == Add(row={"rank": "II", "weapon": "Slug Rifle"})
    assert not list(quick_lines(bench, ("models",), "ii banana"))
