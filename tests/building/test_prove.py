"""`catalogue prove` finds every flaw that is planted in a game, and none in the same game without them.

The games and their flaws are files in `proved/`.
"""

from __future__ import annotations

import json
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path

import pytest

from listbuilder.building.prove import Claim, Prover
from listbuilder.building.prove.domination import dominated
from listbuilder.building.prove.linear import LinearSum, Program, at_least, at_most
from listbuilder.judging.validator import Referee
from listbuilder.loading import check_case
from listbuilder.loading.templates import load_templates, template_folders
from listbuilder.printing.long_texts import too_long
from listbuilder.storage.reading import Document
from tests.support import fast_yaml
from tests.support.cli import run

FOLDER = Path(__file__).parent / "proved"
GAMES = {path.stem: fast_yaml.load(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.yaml"))}
FLAWS = [(game, flaw) for game, data in GAMES.items() for flaw in data["flaws"]]
LONG = "A line of words that says little and takes much room on any card. " * 12


def write_game(folder: Path, game: str, flaws: list[str]) -> Path:
    """A game with some of its flaws."""
    files = dict(GAMES[game]["files"])
    for name in flaws:
        flaw = GAMES[game]["flaws"][name]
        text = files[flaw["in"]]
        if "replace" in flaw:
            old, new = flaw["replace"]
            assert old in text
            text = text.replace(old, new)
        files[flaw["in"]] = text + flaw.get("add", "").replace("TEXT", LONG)
    made = folder / game
    made.mkdir()
    for name, text in files.items():
        (made / name).write_text(text, "utf-8")
    return made


def prove_with(folder: Path, game: str, flaws: list[str]) -> list[Claim]:
    """The claims about a game with some of its flaws."""
    case = check_case(write_game(folder, game, flaws))
    texts = too_long(case.game.entries, load_templates(*template_folders(game, [folder])))
    return [*Prover(case, []).claims(), *(Claim("prove.text", "found", one.id, "") for one in texts)]


def found(claims: list[Claim]) -> list[str]:
    """What was found, with what it is about."""
    return sorted(f"{one.code} {one.about}" for one in claims if one.verdict == "found")


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_sound_game_has_no_finding(tmp_path: Path, game: str) -> None:
    """Everything in it is shown to be fine by a list, which the referee judges as the claim says."""
    claims = prove_with(tmp_path, game, [])
    assert [one for one in claims if one.verdict != "fine"] == []
    referee = Referee(check_case(tmp_path / game).game)
    for one in claims:
        assert one.tree is not None
        report = referee.judge(Document(dict(one.tree), {}, None))
        broken = {finding.rule for finding in report.findings if finding.severity == "error"}
        assert broken == ({one.about} if one.code == "prove.idle" else set()), one


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "flaw"), [("court", one) for one in GAMES["court"]["flaws"]])
def test_a_planted_flaw_is_found_and_nothing_else(tmp_path: Path, game: str, flaw: str) -> None:
    """Each flaw by itself, so that nothing hides behind another."""
    assert found(prove_with(tmp_path, game, [flaw])) == sorted(GAMES[game]["flaws"][flaw]["found"])


@pytest.mark.slow
@pytest.mark.parametrize(("game", "flaw"), [one for one in FLAWS if one[0] != "court"])
def test_every_planted_flaw_is_found(tmp_path: Path, game: str, flaw: str) -> None:
    """The same for the other games."""
    test_a_planted_flaw_is_found_and_nothing_else(tmp_path, game, flaw)


@pytest.mark.slow
def test_flaws_are_found_together(tmp_path: Path) -> None:
    """Several flaws at once are all found, each at its own file and line."""
    flaws = ["dominated", "unoffered", "dead", "total"]
    claims = [one for one in prove_with(tmp_path, "caravan", flaws) if one.verdict == "found"]
    assert found(claims) == sorted(one for flaw in flaws for one in GAMES["caravan"]["flaws"][flaw]["found"])
    places = {one.about: (Path(str(one.file)).name, one.line) for one in claims}
    assert places["foreman"] == ("gear.yaml", 4)
    assert places["few-crew"] == ("game.yaml", 17)


@pytest.mark.slow
def test_the_reasons_are_those_that_contradict_each_other(tmp_path: Path) -> None:
    """Of all rules, only the few that can't be kept at once are named."""
    claims = prove_with(tmp_path, "court", ["contradictory"])
    reasons = next(one.reasons for one in claims if one.verdict == "found")
    assert [one.rule for one in reasons] == ["both", "pair", "crowned"]


def test_what_is_not_looked_for_is_not_proven(tmp_path: Path) -> None:
    """Without time for lists nothing is claimed that only lists could show."""
    case = check_case(write_game(tmp_path, "court", []))
    claims = list(Prover(case, [], stop=lambda: True).claims())
    assert {one.verdict for one in claims} == {"not proven"}


@pytest.mark.slow
def test_the_command(tmp_path: Path) -> None:
    """The exit code, the report in a designer's words, the JSON document, and the lists that back it."""
    folder = write_game(tmp_path, "court", ["dead"])
    shown = run("catalogue", "prove", folder, "--witnesses", tmp_path / "shown", code=1).stdout
    assert "Rules that never make a list illegal" in shown
    assert "game.yaml:24: The rule `few-lords` never makes a list illegal" in shown
    assert "because of the rule `one-of-a-kind` (game.yaml:21)" in shown
    lists = [path for path in (tmp_path / "shown").glob("*.yaml") if not path.name.startswith("idle-")]
    assert lists
    run("validate", "--catalogue", tmp_path, *lists)
    text = (folder / "game.yaml").read_text("utf-8")
    accepted = "accepted: [{finding: prove.idle, of: few-lords, reason: A later book brings more.}]\n"
    (folder / "game.yaml").write_text(text + accepted, "utf-8")
    made = json.loads(run("catalogue", "prove", folder, "--json").stdout)
    assert made["summary"]["found"] == 0
    assert made["summary"]["accepted"] == 1
    gone = (folder / "game.yaml").read_text("utf-8").replace("of: few-lords", "of: few-lads")
    (folder / "game.yaml").write_text(gone, "utf-8")
    assert (
        "`prove.idle` of `few-lads` is accepted, but it was not found"
        in run("catalogue", "prove", folder, code=1).stdout
    )


def test_a_solver_finishes_what_the_search_leaves_open() -> None:
    """Without the solver the answer is unknown, never wrong."""
    program = Program()
    ones = [program.variable(1000) for _ in range(12)]
    total = LinearSum({one: Fraction(101 + 7 * at) for at, one in enumerate(ones)})
    demands = [at_least(total, 500, None), at_most(total, 500, None)]
    known = program.solve(demands, work=50, solver=0)
    assert known == "unknown"
    if find_spec("ortools"):
        assert program.solve(demands, work=50) != "unknown"


SQUADS = """\
  - {kind: count, id: copies, of: picks, by: entry, where: {slot: gear}, max: 2}
  - {kind: count, id: one-boss, of: {count: models, where: {entry: captain}}, max: 1}
"""
CROWD = "  - {id: crowd, name: Crowd, limit: 200, rules: [{kind: count, id: many, of: models, min: 9}]}"
OLD_BOW = '  - {name: Old Bow, cost: 6, range: 12", damage: 1d6, text: Reaches far.}\n'


@pytest.mark.slow
def test_rules_about_other_slots_hide_no_dominated_option_and_reasons_are_few(tmp_path: Path) -> None:
    """Copies of gear are counted apart, weapons are not; a contradiction names the two rules that make it, not all."""
    run("catalogue", "new", "gang", cwd=tmp_path)
    folder = tmp_path / "gang"
    old = next(line for line in (folder / "game.yaml").read_text("utf-8").splitlines() if "id: standard" in line)
    for name, add in (("game.yaml", SQUADS), ("weapons.yaml", OLD_BOW)):
        path = folder / name
        path.write_text(path.read_text("utf-8").replace(old, f"{old}\n{CROWD}") + add, "utf-8")
    claims = [one for one in Prover(check_case(folder), []).claims() if one.verdict == "found"]
    assert sorted((one.code, one.about) for one in claims) == [
        ("prove.dominated", "old-bow"),
        ("prove.format", "crowd"),
        ("prove.idle", "one-boss"),
    ]
    [crowd] = [one for one in claims if one.about == "crowd"]
    assert sorted(why.rule for why in crowd.reasons) == ["many", "size"]


@pytest.mark.slow
def test_a_worse_option_with_another_text_or_beside_the_better_is_not_proven(tmp_path: Path) -> None:
    """It is named all the same, with what leaves it open; an option that is a text alone is compared with nothing."""
    run("catalogue", "new", "gang", "--like", "vehicles", cwd=tmp_path)
    folder = tmp_path / "gang"
    more = {
        "weapons.yaml": '  - {name: Old Rifle, cost: 5, range: 18", damage: 1d6, text: Pulls to the left.}\n',
        "mounts.yaml": '  - {name: Old Cannon, cost: 13, range: 24", damage: 2d6, text: Loud and slow.}\n',
        "units.yaml": "  - {name: Lookout, cost: 9, text: Sees far.}\n",
    }
    for name, line in more.items():
        (folder / name).write_text((folder / name).read_text("utf-8") + line, "utf-8")
    claims = sorted((one.id, fact.partition(". ")[2], proven) for one, fact, _, proven in dominated(check_case(folder)))
    assert claims == [
        ("old-cannon", "Whether somebody wants it beside Cannon is not proven.", False),
        ("old-rifle", "Whether its text makes up for that is not proven.", False),
    ]
