"""A sixth game needs no Python: one written by the authoring guide alone works with every command."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import Result

from tests.support import cli

FILES = {
    "game.yaml": """
        id: tea-duel
        name: Tea Duel
        edition: "1"
        version: 1.0.0
        text: Rival hosts pour until one of them spills.
        currencies: {leaves: {name: leaves}}
        stats:
          poise: {name: Poise, text: How hard it is to shake, base: 3}
          reach: {name: Reach, text: How far it pours, base: 2, suffix: '"'}
        budgets:
          lessons: {name: lessons, unspent: warning}
        kinds:
          ability: {fields: {warmth: number}}
          mood: {is: keyword, name: Mood}
        model:
          slots:
            unit: {kind: unit, min: 1, max: 1}
            weapon: {kind: weapon, min: 1, max: 1}
            gear: {kind: gear, max: 1}
            abilities: {kind: ability, max: 0, unused: warning}
          fields:
            raise: {type: raise, budget: lessons, prices: {poise: 1}}
            deploy: {type: flag, default: true}
        list:
          slots:
            coalition: {kind: coalition, max: 1}
        formats:
          - {id: afternoon, name: Afternoon, limit: 30}
          - {id: elevenses, name: Elevenses, limit: 15, extends: afternoon}
        grants:
          - entries: {weapon: [saucer]}
        rulings:
          - {id: slurping, name: Slurping, text: The book is silent on slurping. We allow it., about: [slurp]}
        """,
    "rules.yaml": """
        rules:
          - {kind: points, id: leaf-limit, source: Setting the table, text: No more leaves than agreed., max: limit}
          - {kind: count, id: guests, source: Setting the table, of: models, min: 1, max: 4}
          - {kind: spread, id: manners, source: Manners, slot: abilities, by: category, max: 1}
        """,
    "units.yaml": """
        kind: unit
        defaults: {source: Guests}
        entries:
          - {name: Hostess, cost: 8, text: Pours first., stats: {poise: 5}, grants: {slots: {abilities: 2}}}
          - name: Apprentice
            cost: 3
            text: Learns by spilling.
            grants: [{slots: {abilities: 1}}, {budgets: {lessons: 2}}]
          - {name: Butler, cost: 5, text: Always there., limit: 1, rules: [{kind: unique, id: one-butler, slot: unit}]}
        """,
    "things.yaml": """
        kind: weapon
        entries:
          - {name: Saucer, text: Better than nothing., range: 1", damage: 1}
          - {name: Brass Kettle, cost: 4, text: Whistles., range: 6", damage: 1d6+1, keywords: [Scalding 2, Loud]}
        """,
    "gear.yaml": """
        kind: gear
        entries:
          - {name: Doily, cost: 1, text: Catches one drop., uses: 1 per game, needs: {entry: brass-kettle}}
          - {name: Deep Pockets, cost: 2, text: Room for more., grants: {slots: {gear: 2}}}
        """,
    "abilities.yaml": """
        kind: ability
        entries:
          - {name: Slurp, category: Rude, activation: active, warmth: 2, text: Everyone looks up.}
          - {name: Curtsey, category: Polite, activation: passive, warmth: 1, text: Nobody can object.}
        """,
    "moods.yaml": """
        kind: mood
        entries:
          - {name: Loud, text: Heard in the next room.}
          - name: Scalding
            forms: [{form: 'Scalding {x}', x: number, text: 'Costs the guest {x} poise.'}]
        """,
    "coalitions.yaml": """
        kind: coalition
        entries:
          - {name: Garden Club, cost: 2, text: Brings cake., grants: {slots: {gear: 1}}, goals: [slurp]}
        """,
    "lists/first-pour.yaml": """
        game: tea-duel
        name: First Pour
        coalition: Garden Club
        models:
          - {unit: Hostess, weapon: Brass Kettle, abilities: [Slurp, Curtsey], gear: [Doily, Deep Pockets]}
          - {unit: Apprentice, weapon: Saucer, abilities: Slurp, raise: {poise: 2}}
        """,
}
HOMEBREW = {
    "game.yaml": """
        id: tea-duel-deluxe
        extends: tea-duel
        name: Tea Duel Deluxe
        edition: "1"
        version: 1.1.0
        text: Tea Duel with a samovar.
        """,
    "samovar.yaml": """
        kind: weapon
        entries:
          - {name: Samovar, cost: 9, text: Serves the whole street., range: 8", damage: 2d6, sample: true}
        """,
}
Run = Callable[..., Result]


def write(folder: Path, files: dict[str, str]) -> None:
    """Put files into a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), "utf-8")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue folder with the toy game and a homebrew game on top of it."""
    root = tmp_path_factory.mktemp("my-games")
    write(root / "tea-duel", FILES)
    write(root / "tea-duel-deluxe", HOMEBREW)
    return root


@pytest.fixture(params=["before", "after", "environment"])
def run(request: pytest.FixtureRequest, games: Path, tmp_path: Path) -> Run:
    """Commands that are told of the catalogue folder in each of the three ways."""
    way = request.param
    environment: dict[str, str | None] = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "NO_COLOR": "1", "COLUMNS": "100"}
    environment["LISTBUILDER_CATALOGUE"] = str(games) if way == "environment" else None
    option = ["--catalogue", str(games)]

    def call(*arguments: str, code: int = 0) -> Result:
        words = {"before": [*option, *arguments], "after": [*arguments, *option]}.get(way, list(arguments))
        return cli.run(*words, code=code, env=environment)

    return call


def test_games_lists_it(run: Run) -> None:
    """`games` shows the new game beside the shipped ones, as text and as JSON."""
    assert "Tea Duel" in run("games").stdout
    ids = [one["id"] for one in json.loads(run("games", "--json").stdout)["games"]]
    assert {"tea-duel", "tea-duel-deluxe"} < set(ids)


def test_show_browses_it(run: Run) -> None:
    """`show` prints the game, a kind and an entry with its keywords' values filled in."""
    whole = run("show", "tea-duel").stdout
    assert "Afternoon" in whole
    assert "Mood" in whole
    kind = run("show", "tea-duel", "gear").stdout
    assert "Doily" in kind
    assert "Saucer" not in kind
    entry = run("show", "Tea Duel", "brass", "kettle").stdout
    assert '6"' in entry
    assert "1d6+1" in entry
    assert "Costs the guest 2 poise." in entry


def test_show_searches_it(run: Run) -> None:
    """`show --search` finds entries by the words of their text, and says so when there are none."""
    found = run("show", "tea-duel", "--search", "whistles").stdout
    assert "Brass Kettle" in found
    assert "Doily" not in found
    assert "nothing" in run("show", "tea-duel", "--search", "crumpet", code=2).stderr


def test_show_json_holds_every_entry(run: Run) -> None:
    """`show --json` is one document with every entry and the game's own fields."""
    document = json.loads(run("show", "tea-duel", "--json").stdout)
    assert document["game"]["name"] == "Tea Duel"
    entries = {one["id"]: one for one in document["entries"]}
    assert len(entries) == 12
    assert entries["slurp"]["warmth"] == 2
    assert entries["deep-pockets"]["cost"] == 2


def test_new_writes_a_legal_list(run: Run, tmp_path: Path) -> None:
    """`new` writes a list that is legal as it stands, and never over a file that is there."""
    target = tmp_path / "mine.yaml"
    run("new", "tea-duel", str(target))
    run("validate", str(target))
    before = target.read_text("utf-8")
    run("new", "tea-duel", str(target), code=3)
    assert target.read_text("utf-8") == before
    assert "first-pour" in run("new", "tea-duel", "--starters").stdout


def test_validate_judges_it(run: Run, games: Path, tmp_path: Path) -> None:
    """`validate` adds up the points and explains what is wrong in the game's own words."""
    legal = games / "tea-duel" / "lists" / "first-pour.yaml"
    assert "leaves" in run("validate", str(legal)).stdout
    verdict = json.loads(run("validate", str(legal), "--json").stdout)["lists"][0]
    assert verdict["valid"]
    assert verdict["points"] == {"total": 20, "limit": 30}
    bad = tmp_path / "bad.yaml"
    text = legal.read_text("utf-8").replace("name: First Pour", "format: Elevenses")
    bad.write_text(text.replace("Brass Kettle", "Sucker"), "utf-8")
    findings = json.loads(run("validate", str(bad), "--json", code=1).stdout)["lists"][0]["findings"]
    assert {(one["code"], one["where"], one["line"]) for one in findings} == {
        ("name.unknown", "models[0].weapon", 5),
        ("needs.missing", "models[0].gear[0]", 5),
        ("points.over", "models", 4),
    }


def test_rules_explains_it(run: Run) -> None:
    """`rules GAME` lists the rules of the game and of its entries, and its rulings."""
    text = run("rules", "tea-duel").stdout
    for word in ("leaf-limit", "No more leaves than agreed.", "one-butler", "Slurping"):
        assert word in text


def test_schema_knows_its_names(run: Run) -> None:
    """`schema GAME` describes its lists, with its entries to choose from."""
    schema = run("schema", "tea-duel").stdout
    assert json.loads(schema)["type"] == "object"
    assert "Brass Kettle" in schema or "brass-kettle" in schema


def test_catalogue_check_is_content(run: Run, games: Path) -> None:
    """`catalogue check` finds nothing to say against the folder or its starter list."""
    assert "1 of 1 starter lists legal" in run("catalogue", "check", str(games / "tea-duel")).stdout


def test_homebrew_extends_it(run: Run, games: Path, tmp_path: Path) -> None:
    """A game that extends another has all of it and one entry more, and leaves the other as it was."""
    run("catalogue", "check", str(games / "tea-duel-deluxe"))
    document = json.loads(run("show", "tea-duel-deluxe", "--json").stdout)
    assert len(document["entries"]) == 13
    assert "samovar" not in [one["id"] for one in json.loads(run("show", "tea-duel", "--json").stdout)["entries"]]
    target = tmp_path / "deluxe.yaml"
    target.write_text("game: tea-duel-deluxe\nmodels:\n  - {unit: Butler, weapon: Samovar}\n", "utf-8")
    verdict = json.loads(run("validate", str(target), "--json").stdout)["lists"][0]
    assert verdict["points"] == {"total": 14, "limit": 30}
    target.write_text("game: tea-duel\nmodels:\n  - {unit: Butler, weapon: Samovar}\n", "utf-8")
    run("validate", str(target), code=1)
