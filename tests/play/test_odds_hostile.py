"""The odds of hostile lists: all work on them is counted, and none of it is done twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder import load_game, read_list, resolve
from listbuilder.base.errors import EditError
from listbuilder.base.values import Dice
from listbuilder.loading import shipped
from listbuilder.play.odds import steps, table
from listbuilder.play.odds.cache_keys import attack_key
from listbuilder.play.odds.dice import sum_of_dice
from listbuilder.play.odds.odds_summary import odds_lines
from listbuilder.play.odds.scene import Scene

SQUAD = shipped("catalogue") / "demihuman-combat" / "lists" / "chimney-court.yaml"


def test_attacks_of_too_many_outcomes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds that would take long have to be chosen from; a match says so and goes on."""
    document = read_list(SQUAD)
    force = resolve(document, load_game(document.game))
    monkeypatch.setattr(steps, "MOST", 300)
    with pytest.raises(EditError, match="more than 300 outcomes; choose an attacker or a target"):
        table.odds_between(force, force, {}, table.AttackFilter())
    assert "more than 300 outcomes" in next(iter(odds_lines(force, force))).left


def test_what_took_long_to_judge_has_fewer_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that is on two lists counts as work before their odds, once for each list."""
    document = read_list(SQUAD)
    force = resolve(document, load_game(document.game))
    shared = steps.SharedResults()
    table.odds_between(force, force, {}, table.AttackFilter(attacker="1", target="1"), shared=shared)
    first = shared.done
    table.odds_between(force, force, {}, table.AttackFilter(attacker="1", target="1"), shared=shared)
    assert first - (shared.done - first) >= len(force.picks)
    monkeypatch.setattr(steps, "MOST", len(force.picks))
    with pytest.raises(EditError, match="choose an attacker or a target"):
        table.odds_between(force, force, {}, table.AttackFilter(attacker="1", target="1"))


def test_sums_of_many_dice_are_work_too() -> None:
    """Dice with many sides are added up within the same bound as the outcomes of attacks, however few these are."""
    with pytest.raises(EditError, match="outcomes; choose an attacker or a target"), steps.SharedResults().noted():
        for _ in range(3):
            sum_of_dice(Dice(count=99, sides=32))
    with steps.SharedResults().noted():
        assert sum(sum_of_dice(Dice(count=12, sides=6)).values()) == 1


def test_attacks_alike_but_for_what_nothing_asks_for_are_reckoned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A grenade flies alike whoever throws it: records about other things do not tell attacks apart."""
    reckoned: list[Scene] = []
    real = table.compute_odds

    def noted(scene: Scene, *more: Any) -> Any:
        reckoned.append(scene)
        return real(scene, *more)

    monkeypatch.setattr(table, "compute_odds", noted)
    document = read_list(SQUAD.parents[2] / "kill-team" / "lists" / "first-frost.yaml")
    force = resolve(document, load_game(document.game))
    found = table.odds_between(force, force, {}, table.AttackFilter(weapon="Frag Grenade"))
    throwers = {one.attacker_id for one in found.attacks}
    targets = {tuple(scene.sides["target"].model.stats.items()) for scene in reckoned}
    assert len(throwers) > 4
    assert len(reckoned) <= 2 * len(targets)  # one of them looks over cover


def test_rows_that_look_the_same_are_reckoned_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of many equal rows takes no longer than one of few; each row has its odds under its own name."""
    looked: list[object] = []

    def watched(scene: Scene) -> object:
        looked.append(scene)
        return attack_key(scene)

    monkeypatch.setattr(table, "attack_key", watched)
    path = tmp_path / "many.yaml"
    rows = "".join(f"  - {{name: No. {at}, rank: I, weapon: Slug Pistol}}\n" for at in range(40))
    path.write_text(f"game: rogue-conflict\nmodels:\n{rows}", "utf-8")
    document = read_list(path)
    force = resolve(document, load_game(document.game))
    found = table.odds_between(force, force, {}, table.AttackFilter())
    assert len(looked) == 1
    assert len({(one.attacker, one.target) for one in found.attacks}) == len(found.attacks) == 1_600


def test_attacks_known_from_the_other_side_are_not_reckoned_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list against itself is reckoned once for both sides."""
    document = read_list(SQUAD)
    force = resolve(document, load_game(document.game))
    reckoned: list[object] = []
    real = table.compute_odds

    def counted(*args: Any) -> Any:
        reckoned.append(args)
        return real(*args)

    monkeypatch.setattr(table, "compute_odds", counted)
    assert {line.left == line.right for line in odds_lines(force, force)} == {True}
    both = len(reckoned)
    table.odds_between(force, force, {}, table.AttackFilter())
    assert both == len(reckoned) - both
