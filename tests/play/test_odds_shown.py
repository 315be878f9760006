"""Odds as people see them: a heat map that fits narrow terminals and needs no colour, and the summary of a match."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from listbuilder import load_game, read_list, resolve
from listbuilder.judging.force import Force
from listbuilder.play.odds.odds_summary import odds_lines
from listbuilder.play.odds.table import AttackFilter, odds_between
from listbuilder.printing.card_content import Paragraph
from listbuilder.printing.card_odds import odds_back
from listbuilder.printing.model_cards import model_contents
from listbuilder.ui.cli import odds, terminal
from listbuilder.ui.cli.app import app
from tests.support.paths import CATALOGUE

LISTS = CATALOGUE
ROGUES = [LISTS / "rogue-conflict" / "lists" / f"{name}.yaml" for name in ("blue-dossier", "glassback-ridge")]


def force(path: Path) -> Force:
    document = read_list(str(path))
    return resolve(document, load_game(document.game))


@pytest.mark.parametrize("width", [60, 80])
def test_a_heat_map_fits_a_narrow_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """No line is wider; every target has its column, in as many blocks as it takes, and every number is there."""
    for module in (odds, terminal):
        monkeypatch.setattr(module, "columns", lambda: width)
    left, right = map(force, ROGUES)
    found = odds_between(left, right, {}, AttackFilter())
    text = re.sub(r"\x1b\[[0-9;]*m", "", odds.odds_text(found, left.game))
    assert max(map(len, text.split("\n"))) <= width
    columns = [line.split() for line in text.split("\n") if re.fullmatch(r"[ 1-9]+", line) and line.strip()]
    assert [number for line in columns for number in line] == [str(at + 1) for at in range(len(right.rows))]
    assert len(re.findall(r"\d+ {1,2}\d+ {1,3}[ ░▒▓█] {0,2}[<>]?\d+", text)) == len(found.attacks)


def test_the_same_attack_by_another_is_reckoned_once_and_right() -> None:
    """Whole table and single pair agree, whoever shares numbers with whom."""
    left, right = map(force, ROGUES)
    whole = odds_between(left, right, {}, AttackFilter())
    for at in (1, 4):
        single = odds_between(left, right, {}, AttackFilter(attacker=str(at), target="2")).attacks[0]
        same = [one for one in whole.attacks if (one.attacker, one.target) == (single.attacker, single.target)]
        assert same == [single]


def test_match_has_the_odds_in_short() -> None:
    """The average of every attack, and the best one, for each side."""
    result = CliRunner().invoke(app, ["match", *map(str, ROGUES), "--json"])
    lines = {line["name"]: line for line in json.loads(result.stdout)["lines"]}
    line = lines["Attack, odds"]
    assert re.fullmatch(r"hit \d+ %, wound \d+ %, out \d+ %; best .+ with .+ at .+, out \d+ %", line["left"])
    left, right = map(force, ROGUES)
    found = odds_between(left, right, {}, AttackFilter()).attacks
    best = max(one.to_target.out.decimal for one in found if one.to_target)
    assert line["left"].endswith(f"out {round(best * 100)} %")


def test_a_game_whose_rulebook_prints_no_attack_has_what_it_prints() -> None:
    """Bull Rush and Dismount have chances of success, and no damage."""
    paths = [str(path) for path in sorted((LISTS / "stack-and-horde" / "lists").glob("*.yaml"))[:2]]
    result = CliRunner().invoke(app, ["match", *paths])
    assert "Bull Rush, odds" in result.stdout and "% succeed" in result.stdout
    found = odds_between(force(Path(paths[0])), force(Path(paths[1])), {}, AttackFilter(attacker="1"))
    assert not any(one.uncounted for one in found.attacks)  # Fatigue comes with damage


def test_what_is_not_counted_is_named_everywhere() -> None:
    """In the odds, in a match and on the back of a card."""
    paths = [LISTS / "demihuman-combat" / "lists" / f"{name}.yaml" for name in ("the-ninth-sluice", "lantern-lesson")]
    left, right = map(force, paths)
    jack = next(row for row in right.rows if "slick" in {pick.entry.id for pick in row.inside})
    found = odds_between(left, right, {}, AttackFilter(attacker="1", target=str(jack.row + 1)))
    assert {name for one in found.attacks for name in one.uncounted} == {
        'Not yet activated this round-Block-Slide 2" in any direction'
    }
    lines = list(odds_lines(left, right))
    assert "Not counted: Not yet activated this round-Block" in lines[0].text
    back = odds_back(left, right, next(model_contents(left, merge=True, texts=True)))
    assert isinstance(back.blocks[-1], Paragraph) and "Not counted: Not yet activated" in back.blocks[-1].text


GEAR = ("Explosive Grenade", "Hand Flamer", "Energy Blade", "Pulse Grenade", "Poison Grenade", "Paralytic Grenade")


def test_match_leaves_out_nothing_that_hurts_without_a_roll(tmp_path: Path) -> None:
    """Damage that never misses has its own line, whatever has no odds is named with the reason, on cards too."""
    head = "game: rogue-conflict\nmodels:\n"
    armed, bare = tmp_path / "armed.yaml", tmp_path / "bare.yaml"
    armed.write_text(head + "".join(f"  - {{rank: I, weapon: Slug Pistol, gear: [{one}]}}\n" for one in GEAR))
    bare.write_text(head + "  - {rank: I, weapon: Slug Pistol}\n")
    lines = {line.name: line for line in odds_lines(force(armed), force(bare))}
    direct = lines["Damage that never misses, odds"]
    # 1d6+3 against 6 HP is out on 3 and more; the blade's 2 never are: (2/3 + 2/3 + 0) / 3.
    assert direct.left.startswith("hit 100 %, wound 100 %, out 44 %; best")
    assert direct.right == "nobody can"
    text = lines["Attack, odds"].text
    assert all(name in direct.left + text for name in ("Pulse Grenade", "Poison Grenade", "Paralytic Grenade"))
    cards = list(model_contents(force(armed), merge=True, texts=True))
    backs = [str(odds_back(force(armed), force(bare), card).blocks) for card in cards]
    assert all(any(name in back for back in backs) for name in GEAR)
