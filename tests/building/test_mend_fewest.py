"""`mend` says what is the fewest only where that is known: every pair is tried, or it says that there are too many."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from listbuilder.building.generate import SearchJudge, fill, mend
from listbuilder.building.generate.mend import _Search
from listbuilder.loading import load_game
from listbuilder.ui.cli.app import app
from tests.building.test_mend import neighbours
from tests.support.cli import run
from tests.support.paths import DESIGNS
from tests.support.work import counted

GAME = load_game("constellation-warrior")
TWO: dict[str, Any] = {"game": GAME.id, "models": [{"unit": "Expertt"}, {"unit": "Novicee"}]}
THREE: dict[str, Any] = {"game": GAME.id, "models": [{"unit": "Expertt"}, {"unit": "Novicee"}, {"unit": "Soldie"}]}


def test_two_changes_are_found_and_one_is_not_enough() -> None:
    """Two names misspelt take two changes; which ones is shown."""
    found = mend(TWO, SearchJudge(GAME))
    assert [len(way.edits) for way in found.ways] == [2] * len(found.ways)
    assert found.all_single
    assert found.least == 2


def test_three_are_needed_and_that_is_known() -> None:
    """Three rows that nobody understands: no two changes are enough, and brute force agrees."""
    judge = SearchJudge(GAME)
    found = mend(THREE, judge)
    assert (found.all_single, found.all_pairs, found.least) == (True, True, 3)
    assert len(found.ways[0].edits) == 3
    firsts = list(neighbours(THREE, GAME))[::60]
    assert not any(judge.score(two).errors == 0 for one in firsts for two in neighbours(one, GAME))


def test_every_pair_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for pairs alone finds what is found by what helps, and more; it knows that it tried all of them."""
    monkeypatch.setattr(sys.modules["listbuilder.building.generate.mend"], "MORE", 10**6)
    search = _Search(TWO, SearchJudge(GAME))
    assert not search.single()
    found = {repr(way.tree) for way in search.pairs()}
    assert search.all_pairs
    assert found > {repr(way.tree) for way in mend(TWO, SearchJudge(GAME)).ways}


WRONG = {
    "models: 5": "models:\n  - {rank: I, weapon: Slug Pistol}\n",
    "models: [1, null, x, [], {}]": "models: [{rank: I, weapon: Slug Pistol}]\n",
    "models: [{rank: [1, 2], weapon: {a: b}, raise: 7, gear: 9, count: -3, name: [x]}]\nlimit: x\nformat: []": (
        "models: []\nformat: standard\n"
    ),
}
EMPTY = ["", "models: []"]


def ways_of(command: str, path: Path, code: int) -> list[Any]:
    """The ways that a command has, which it also says in words."""
    assert run(command, path, code=code).output
    found: list[Any] = json.loads(run(command, path, "--json", code=code).output)["ways"]
    return found


def written(tmp_path: Path, content: str) -> Path:
    """A list file with some content."""
    path = tmp_path / "a.yaml"
    path.write_text(f"game: rogue-conflict\n{content}\n", "utf-8")
    return path


@pytest.mark.parametrize("content", WRONG)
def test_wrong_types_are_mended_and_not_filled(content: str, tmp_path: Path) -> None:
    """Whatever stands in a list can be made right, and nothing is added to it before."""
    path = written(tmp_path, content)
    before = path.read_bytes()
    assert ways_of("fill", path, 1) == []
    run("fill", path, "--take", 1, code=1)
    assert path.read_bytes() == before
    assert ways_of("mend", path, 1)
    run("mend", path, "--take", 1)
    assert path.read_text("utf-8") == f"game: rogue-conflict\n{WRONG[content]}"
    run("validate", path)


@pytest.mark.sample(1)
@pytest.mark.parametrize("content", EMPTY)
def test_empty_lists_are_filled_and_not_mended(content: str, tmp_path: Path) -> None:
    """A list without models is legal; the first way to fill it leaves nothing over."""
    path = written(tmp_path, content)
    before = path.read_bytes()
    assert ways_of("mend", path, 0) == []
    run("mend", path, "--take", 1, code=2)
    assert path.read_bytes() == before
    assert len(ways_of("fill", path, 0)) >= 3
    run("fill", path, "--take", 1)
    assert "250 of 250 points" in run("validate", path).output


def test_large_lists_end_soon() -> None:
    """Forty rows that nobody understands take forty changes, which is known at once; work on large lists is bounded."""
    book = load_game("rogue-conflict")
    unknown: dict[str, Any] = {"game": book.id, "models": [{"rank": f"Z{n}", "weapon": f"Y{n}"} for n in range(40)]}
    with counted() as work:
        found = mend(unknown, SearchJudge(book))
    assert (found.ways, found.least, found.all_pairs) == ((), 40, True)
    assert work.calls < 200_000
    dear: dict[str, Any] = {"game": book.id, "models": [{"rank": "I", "weapon": "Slug Pistol"}] * 100}
    judge = SearchJudge(book)
    assert not mend(dear, judge).all_single
    assert judge.spent < 6_000


def test_stdin_is_mended_and_filled() -> None:
    """`-` reads a list; with `--take` the list is printed, and nothing else."""
    text = "# mine\ngame: rogue-conflict\nmodels:\n  - {rank: I, weapon: Slug Pistl}\n"
    shown = CliRunner().invoke(app, ["mend", "-"], input=text)
    assert shown.exit_code == 1
    assert "prints the list with the first" in " ".join(shown.output.split())
    taken = CliRunner().invoke(app, ["mend", "-", "--take", "1"], input=text)
    assert (taken.exit_code, taken.output) == (0, text.replace("Pistl", "Pistol"))
    filled = CliRunner().invoke(app, ["fill", "-", "--keep", "--take", "1"], input=taken.output)
    assert filled.exit_code == 0
    assert filled.output.startswith(taken.output.rstrip("\n"))


def test_ways_to_fill_are_shown_line_by_line(tmp_path: Path) -> None:
    """Each way has its price and a line for each addition; it is said what may be touched."""
    path = tmp_path / "a.yaml"
    path.write_text("game: rogue-conflict\n", "utf-8")
    lines = run("fill", path, "--keep").output.splitlines()
    assert "models that are there stay as they are, and the list itself may get what it lacks" in " ".join(lines)
    at = next(at for at, line in enumerate(lines) if line.startswith("  1. "))
    assert lines[at].endswith(" more:")
    assert lines[at + 1].startswith("       - add a model: ")


# Independent faults

ROGUE = load_game("rogue-conflict")
TRAINED = {"rank": "II", "weapon": "Slug Pistol"}


def test_six_independent_faults_are_mended() -> None:
    """Six models with one fault each, which the reader understands: six changes, and no claim that fewer can't do."""
    rows: list[dict[str, Any]] = [{**TRAINED, "raise": {"hp": 30 + at}} for at in range(3)]
    rows += [{**TRAINED, "gear": ["Medkit", "Medkit"]}, {**TRAINED, "abilities": ["Mirage", "Vault"]}, {"rank": "II"}]
    tree: dict[str, Any] = {"game": ROGUE.id, "models": rows}
    found = mend(tree, SearchJudge(ROGUE))
    assert {len(way.edits) for way in found.ways} == {6}
    assert found.least < 3


def test_three_of_eight_rows_are_taken_out() -> None:
    """Eight models of which any five fit the limit: three go, whichever they are."""
    row: dict[str, Any] = {"rank": "IV", "weapon": "Laser Rifle", "abilities": ["Mirage", "Vault"], "raise": {"hp": 6}}
    cost = SearchJudge(ROGUE).score({"game": ROGUE.id, "models": [row]}).cost
    tree: dict[str, Any] = {"game": ROGUE.id, "limit": 5 * cost, "models": [row] * 8}
    found = mend(tree, SearchJudge(ROGUE))
    assert found.ways
    assert len(found.ways[0].edits) <= 3


UNFINISHED = "game: lantern-court\nformat: court\nmodels: []\n"


def test_mend_and_fill_do_not_send_to_each_other(tmp_path: Path) -> None:
    """A list that lacks a whole deck: whoever can't do it names the other only where that one can."""
    path = tmp_path / "a.yaml"
    path.write_text(UNFINISHED, "utf-8")
    games = ["--catalogue", str(DESIGNS)]
    said = {
        command: " ".join(CliRunner().invoke(app, [*games, command, str(path)]).output.split())
        for command in ("mend", "fill")
    }
    assert ("listbuilder fill" in said["mend"]) <= ("--take 1" in said["fill"])
    assert ("listbuilder mend" in said["fill"]) <= ("--take 1" in said["mend"])


def test_free_picks_end_the_warnings_of_a_full_list(tmp_path: Path) -> None:
    """A list that has spent everything but the stat points of its models gets those raised by `fill`."""
    path = tmp_path / "a.yaml"
    row = "{rank: II, weapon: Slug Pistol, abilities: [Mirage]}"
    cost = SearchJudge(ROGUE).score({"game": ROGUE.id, "models": [{**TRAINED, "abilities": ["Mirage"]}]}).cost
    path.write_text(f"game: rogue-conflict\nlimit: {cost}\nmodels:\n  - {row} # mine\n", "utf-8")
    assert "unspent" in json.dumps(json.loads(run("validate", path, "--json").output))
    run("fill", path, "--take", 1)
    assert "# mine" in path.read_text("utf-8")
    assert "unspent" not in json.dumps(json.loads(run("validate", path, "--json").output))


def test_a_leader_who_is_not_there_may_come() -> None:
    """A group of one that names somebody else: a model of that name is one change that ends both errors."""
    game = load_game("brass-night", [DESIGNS])
    arms: list[Any] = ["Pepperbox", {"entry": "Autogun", "picks": {"ammo": "Ball"}}]
    row: dict[str, Any] = {"name": "Drover 1", "frame": "Drover", "pilot": "Sister Rust", "arms": arms}
    row |= {"refits": ["Stripped Plates", "Oil Burner"], "paint": "Night Black", "lance": "First"}
    tree: dict[str, Any] = {"game": game.id, "format": "patrol", "house": "Brine", "mission": "Dust Storm"}
    tree |= {"models": [row], "groups": [{"name": "First", "kind": "battle", "leader": "Bulwark 1"}]}
    found = mend(tree, SearchJudge(game))
    assert {len(way.edits) for way in found.ways} == {1}
    assert found.ways[0].edits[0].value["name"] == "Bulwark 1"  # type: ignore[call-overload, index]


# Faults that hide others

LANCE: dict[str, Any] = {"name": "Drover 1", "frame": "Drover", "pilot": "Cadet", "arms": ["Pepperbox", "Horn"]}


def fewest(tree: dict[str, Any]) -> int:
    """How many changes the ways to mend a list of a design have; 0 without one."""
    book = load_game(tree["game"], [DESIGNS])
    ways = mend(tree, SearchJudge(book)).ways
    assert all(not SearchJudge(book).score(way.tree).errors for way in ways)
    return len(ways[0].edits) if ways else 0


@pytest.mark.slow
def test_what_a_change_uncovers_is_mended_too() -> None:
    """A list without groups needs one, which needs two models: none of these changes is of use by itself."""
    rows: list[dict[str, Any]] = [LANCE, {**LANCE, "name": "Ram 1", "frame": "Ram"}]
    assert 1 < fewest({"game": "brass-lance", "format": "patrol", "house": "Ash", "models": rows}) <= 3


@pytest.mark.slow
def test_a_key_of_the_list_is_changed_beside_names_that_nobody_knows() -> None:
    """Two unknown names on a model, a doctrine too many and a missing leader: five faults, five changes or fewer."""
    row: dict[str, Any] = {**LANCE, "pilot": "Cadetzz", "refits": ["Oil Burnerzz", "Long Barrel"], "lance": "First"}
    row["arms"] = ["Pepperbox", {"entry": "Autogun", "picks": {"ammo": "Canister"}}, "Roof Gun"]
    tree: dict[str, Any] = {"game": "brass-night", "format": "patrol", "house": "Brine", "doctrines": ["Hammer"]}
    tree |= {"models": [row], "groups": [{"name": "First", "kind": "battle", "leader": "Bulwark 1"}]}
    assert 0 < fewest(tree) <= 5


@pytest.mark.slow
def test_a_missing_card_is_found_beside_an_unknown_one() -> None:
    """A deck with a card too few and one that nobody knows: the many other cards do not use up the work."""
    deck = ["Quiet Word", "Ink", "Old Debt", "Feast", "Candle", "Gala", "Masque", "Rain", "Bell Night", "Dust"] * 3
    rows: list[dict[str, Any]] = [{"unit": "Lord Thorn"}, {"unit": "Foundling", "colour": "red"}]
    tree: dict[str, Any] = {"game": "lantern-court", "format": "court", "models": rows}
    assert fewest({**tree, "deck": [*deck[:28], "Dustzz"]}) == 3


@pytest.mark.slow
def test_fill_adds_what_mend_would_add() -> None:
    """A group of one whose leader is not there, and no house: additions alone complete it, and `fill` finds them."""
    row: dict[str, Any] = {**LANCE, "name": "Ram 1", "frame": "Ram", "paint": "Night Black", "lance": "First"}
    groups: Any = [{"name": "First", "kind": "battle", "leader": "Drover 2"}]
    book = load_game("brass-night", [DESIGNS])
    found = fill({"game": book.id, "models": [row], "groups": groups}, SearchJudge(book))
    assert found.ways
    assert not any(way.score.errors for way in found.ways)
    assert all(way.tree["models"][0]["name"] == "Ram 1" for way in found.ways)  # type: ignore[call-overload, index]
