"""Overlays and events: whatever is made of a list says what was laid over what, and `--why` says who changed what."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from listbuilder import import_force
from listbuilder.loading import load_game
from listbuilder.ui.cli.app import app

GAMES = {
    "skyfall/game.yaml": """
id: skyfall
name: Skyfall
edition: "1"
version: 1.0.0
text: Gliders over a drowned city.
stats: {hp: {name: HP, base: 6}}
model: {slots: {unit: {kind: unit, min: 1, max: 1}, gear: {kind: gear, max: 1}}}
formats: [{id: usual, name: Usual, limit: 50}]
rules: [{kind: count, id: crew, of: models, max: 3}, {kind: unique, id: alone, slot: unit}]
""",
    "skyfall/units.yaml": "kind: unit\nentries: [{name: Pilot, cost: 10, text: Flies.}]\n",
    "skyfall/gear.yaml": "kind: gear\nentries: [{name: Rope, cost: 2, text: a.}, {name: Hook, cost: 3, text: b.}]\n",
    "homebrew/game.yaml": """
id: homebrew
extends: skyfall
name: Homebrew
version: 1.2.0
change:
  - {entry: rope, cost: 4}
  - {rule: crew, max: 5}
without: [alone]
""",
    "attic/game.yaml": """
id: attic
extends: homebrew
name: Attic
version: 0.1.0
change:
  - {entry: rope, cost: 5}
remove: [{entry: hook}]
""",
    "cup.yaml": "name: Roof Cup\ngame: homebrew\nban: [{entry: hook}]\nchange: [{entry: rope, cost: 1}]\n",
}
LIST = "game: homebrew\nname: Two up\ncatalogue: 1.0.0  # theirs\nmodels: [{unit: Pilot, gear: Rope}, {unit: Pilot}]\n"
STAMP = "skyfall+homebrew 1.2.0"


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game, an overlay, an overlay on that, an event and a list."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    for name, text in GAMES.items():
        path = tmp_path / "games" / name if "/" in name else tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (tmp_path / "list.yaml").write_text(LIST, "utf-8")
    return tmp_path / "games"


def run(*words: str) -> str:
    """What a command prints."""
    result = CliRunner().invoke(app, ["--catalogue", "games", *words], env={"COLUMNS": "200", "NO_COLOR": "1"})
    assert result.exit_code == 0, result.output
    return result.stdout


def test_new_lists_say_what_they_are_made_with() -> None:
    """A skeleton and a random list name the overlay; a list of a game that is no overlay has its version alone."""
    assert f"catalogue: {STAMP}\n" in run("new", "homebrew")
    assert f"catalogue: {STAMP}\n" in run("new", "homebrew", "--random", "--seed", "1")
    assert "catalogue: 1.0.0\n" in run("new", "skyfall")
    assert "catalogue: skyfall+homebrew+attic 0.1.0\n" in run("new", "attic")


def test_upgrade_knows_the_prices_below() -> None:
    """A list from before the overlay gets its stamp, and the prices before and after, without being told where."""
    said = run("upgrade", "list.yaml")
    assert f"Catalogue 1.0.0 → {STAMP}." in said
    assert "Rope: 2 → 4 points." in said
    assert f"catalogue: {STAMP}  # theirs" in Path("list.yaml").read_text("utf-8")
    assert "up to date" in run("upgrade", "list.yaml")


def test_upgrade_compares_every_currency() -> None:
    """A price in another currency that an overlay adds is told beside the points."""
    head = Path("games/homebrew/game.yaml")
    text = head.read_text("utf-8").replace("cost: 4", "cost: {points: 4, weight: 3}")
    head.write_text(text + "currencies: {points: {name: points}, weight: {name: weight}}\n", "utf-8")
    said = run("upgrade", "list.yaml")
    assert "Rope: 2 → 4 points." in said
    assert "Rope: 0 → 3 weight." in said


def test_fmt_writes_the_version_in_full() -> None:
    """The bare version of the overlay becomes its stamp; another version is left for `upgrade`."""
    run("fmt", "list.yaml")
    assert "catalogue: 1.0.0" in Path("list.yaml").read_text("utf-8")
    Path("list.yaml").write_text(LIST.replace("1.0.0", "1.2.0"), "utf-8")
    run("fmt", "list.yaml")
    assert f"catalogue: {STAMP}  # theirs" in Path("list.yaml").read_text("utf-8")


def test_reports_and_forces_name_overlay_and_event() -> None:
    """The report in words and as data, and the force, say what was laid over what."""
    assert "Catalogue skyfall+homebrew 1.2.0 · Roof Cup." in run("validate", "list.yaml", "--event", "cup.yaml")
    assert "Catalogue skyfall+homebrew 1.2.0.\n" in run("validate", "list.yaml")
    verdict: dict[str, Any] = json.loads(run("validate", "list.yaml", "--event", "cup.yaml", "--json"))["lists"][0]
    assert verdict["catalogue"]["over"] == ["skyfall"]
    assert verdict["catalogue"]["event"] == "Roof Cup"
    force = json.loads(run("export", "list.yaml", "--to", "engine"))
    assert force["catalogue"]["over"] == ["skyfall"]
    assert force["catalogue"]["event"] is None


def test_what_is_printed_names_them(games: Path) -> None:
    """The list's card and the feet of sheets carry the stamp, a text and a code have it inside."""
    from pypdf import PdfReader

    for what in ("cards", "sheet"):
        run(what, "list.yaml", "-o", f"{what}.pdf")
        text = "".join(page.extract_text() for page in PdfReader(f"{what}.pdf").pages)
        assert "skyfall+homebrew v1.2.0" in " ".join(text.split())
    Path("list.yaml").write_text(LIST.replace("catalogue: 1.0.0  # theirs\n", ""), "utf-8")
    assert f"Catalogue: {STAMP}" in run("export", "list.yaml", "--to", "text")
    Path("code.txt").write_text(run("export", "list.yaml", "--to", "code"), "utf-8")
    assert f"catalogue: {STAMP}" in run("import", "code.txt")


def test_the_engine_takes_a_force_of_an_overlay_back(games: Path) -> None:
    """An exported force of an overlay is resolved again by the same catalogue."""
    exported = run("export", "list.yaml", "--to", "engine")
    force = import_force(exported, catalogues=[games])
    assert force.catalogue.over == ("skyfall",)


def test_why_names_file_and_line() -> None:
    """Each change stands with its file and line, what was before, and where a lower overlay said otherwise."""
    said = run("catalogue", "check", "games/attic", "--why")
    assert "games/homebrew/game.yaml:7: changes cost of entry rope: 2 → 4" in said
    assert "games/homebrew/game.yaml:9: does without rule alone" in said
    attic = "games/attic/game.yaml:7: changes cost of entry rope: 4 → 5"
    assert attic in said
    assert "homebrew/game.yaml:7 said otherwise" in said.partition(attic)[2]
    assert "removes entry hook" in said
    cup = run("catalogue", "check", "games/homebrew", "--event", "cup.yaml", "--why")
    assert 'cup.yaml:3: bans {"entry": "hook"}' in cup
    assert "cup.yaml:4: changes cost of entry rope: 4 → 1" in cup
    assert "Nothing is laid over" in run("catalogue", "check", "games/skyfall", "--why")


def test_check_judges_starters_as_the_event_does(games: Path) -> None:
    """With `--event`, a starter list that the event refuses is called illegal, and one that it allows is not."""
    lists = games / "homebrew" / "lists"
    lists.mkdir()
    (lists / "hooked.yaml").write_text("game: homebrew\nmodels: [{unit: Pilot, gear: Hook}]\n", "utf-8")
    (lists / "roped.yaml").write_text("game: homebrew\nmodels: [{unit: Pilot, gear: Rope}]\n", "utf-8")
    assert "2 of 2 starter lists legal." in run("catalogue", "check", "games/homebrew")
    result = CliRunner().invoke(app, ["catalogue", "check", "games/homebrew", "--event", "cup.yaml"])
    assert result.exit_code == 1
    assert "1 of 2 starter lists legal at Roof Cup." in result.stdout
    assert "Roof Cup bans Hook" in result.stdout


def test_check_wants_an_event_of_the_game(games: Path) -> None:
    """An event of another game says nothing about this one."""
    result = CliRunner().invoke(app, ["catalogue", "check", "games/skyfall", "--event", "cup.yaml"])
    assert result.exit_code == 2
    assert "Homebrew" in result.stderr


def test_what_an_overlay_leaves_out_is_as_below(games: Path) -> None:
    """Text and edition come from the game below."""
    game = load_game("attic", [games])
    assert (game.text, game.edition, game.below) == ("Gliders over a drowned city.", "1", ("skyfall", "homebrew"))


def test_the_schema_takes_overlays(games: Path) -> None:
    """`schema check` passes overlays and events."""
    assert run("schema", "check", "games/homebrew/game.yaml", "games/attic/game.yaml", "cup.yaml")
