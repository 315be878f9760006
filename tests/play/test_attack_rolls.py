"""Attacks with real dice: every way the dice can fall, taken together, is exactly what the odds say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from listbuilder import load_game, resolve
from listbuilder.base.errors import EditError
from listbuilder.judging.force import Force
from listbuilder.lists import parse_list
from listbuilder.loading import game_folders, shipped
from listbuilder.play.attack_rolls import RolledAttack, roll_attack, step_words
from listbuilder.play.odds.circumstances import Circumstances, parse_circumstances
from listbuilder.play.odds.scene import Scene
from listbuilder.play.odds.table import AttackFilter, build_scenes, odds_between
from listbuilder.storage.reading import Document, read_file

ROGUE = {"game": "rogue-conflict", "models": [{"rank": "II", "weapon": "Laser Pistol", "gear": "Tactical Shield"}]}
NOVICES = {"game": "constellation-warrior", "models": [{"unit": "Novice"}]}
CASES: dict[str, tuple[dict[str, Any], int, tuple[str, ...]]] = {
    "a check, then damage dice": (ROGUE, 0, ()),
    "behind cover": (ROGUE, 0, ("half-cover",)),
    "two pools": (NOVICES, 0, ()),
}


def force_of(data: dict[str, Any]) -> Force:
    return resolve(parse_list(Document(data, {}, None)), load_game(str(data["game"])))


def scene_of(force: Force, nth: int, *words: str) -> Scene:
    given = Circumstances(parse_circumstances(words))
    return list(build_scenes(force, force, [force.rows[0]], [force.rows[0]], given, None))[nth]


def every_way(scene: Scene, rolls: dict[int, tuple[int, ...]] | None = None) -> Iterator[tuple[RolledAttack, Fraction]]:
    """Every way the dice can fall, each stated as if a player had rolled it."""
    rolls = rolls or {}
    found = roll_attack(scene, 1, rolls)
    for step in found.steps:
        number = len(step.dice) + sum(die.again is not None for die in step.dice)
        stated = rolls.get(step.nth, ())
        assert not step.choices, "a step without dice"
        if len(stated) < number:
            sides = step.dice[0].sides
            for face in range(1, sides + 1):
                for way, chance in every_way(scene, {**rolls, step.nth: (*stated, face)}):
                    yield way, chance / sides
            return
    yield found, Fraction(1)


@pytest.mark.parametrize("name", CASES)
def test_all_dice_together_are_the_odds(name: str) -> None:
    """The damage of every way the dice can fall adds up to the exact distribution, for both sides."""
    data, nth, words = CASES[name]
    force = force_of(data)
    odds = odds_between(force, force, parse_circumstances(words), AttackFilter("1", None, "1")).attacks[nth]
    lost: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    hit, ways = Fraction(0), 0
    for way, chance in every_way(scene_of(force, nth, *words)):
        hit, ways = hit + chance * way.hit, ways + 1
        for side, number in enumerate(way.lost):
            lost[side][number] += chance  # type: ignore[assignment]
    assert ways > 20
    assert str(hit) == odds.hit.exact
    for side, found in ((1, odds.to_target), (0, odds.to_attacker)):
        if found is not None:
            assert {one.damage: one.chance.exact for one in found.damage} == {
                number: str(chance) for number, chance in lost[side].items()
            }


@pytest.mark.parametrize("game", sorted(game_folders()))
def test_many_seeds_come_near_the_odds(game: str) -> None:
    """The mean damage over many seeds is near the exact one, with re-rolls, blocks and choices too."""
    path = min(shipped("catalogue").glob(f"{game}/lists/*.yaml"))
    force = force_of(dict(read_file(path).data))
    choice = AttackFilter("1", None, "2")
    odds = odds_between(force, force, {}, choice).attacks
    scenes = list(build_scenes(force, force, [force.rows[0]], [force.rows[1]], Circumstances({}), None))
    assert [one.sequence for one in odds] == [one.name for one in scenes]
    for scene, wanted in list(zip(scenes, odds, strict=True))[:3]:
        found = [roll_attack(scene, seed) for seed in range(400)]
        assert abs(sum(one.hit for one in found) / 400 - wanted.hit.decimal) < 0.12
        if wanted.to_target:
            mean = sum(one.lost[1] for one in found) / 400
            assert abs(mean - wanted.to_target.mean.decimal) < max(0.12 * wanted.to_target.health, 0.3)


def test_a_seed_repeats_the_dice_and_own_dice_leave_the_rest() -> None:
    """The same seed rolls the same; a die that a player states changes its step and leaves later dice as they were."""
    scene = scene_of(force_of(NOVICES), 0)
    first, again = roll_attack(scene, 7), roll_attack(scene, 7)
    assert first == again
    pools = [step for step in first.steps if step.kind == "pool"]
    stated = roll_attack(scene, 7, {pools[0].nth: (6,) * len(pools[0].dice)})
    assert {die.shows for die in stated.steps[pools[0].nth].dice} == {6}
    assert stated.steps[pools[1].nth].dice == pools[1].dice
    assert stated.lost[1] >= first.lost[1]


def test_a_face_that_no_die_has_is_refused() -> None:
    """Nobody rolls a seven."""
    scene = scene_of(force_of(NOVICES), 0)
    nth = next(step.nth for step in roll_attack(scene, 1).steps if step.dice)
    with pytest.raises(EditError, match="1 to 6"):
        roll_attack(scene, 1, {nth: (7,)})


def test_steps_are_told_in_words() -> None:
    """Each step says what it is and what came of it."""
    found = roll_attack(scene_of(force_of(ROGUE), 0), 1, {1: (20,), 3: (2,)})
    told = [step_words(step) for step in found.steps]
    assert [one.label for one in told] == ["Difficulty", "Attack roll", "Hit", "Target: damage"]
    assert told[2].came == "yes"
    assert told[3].came == str(found.lost[1])
