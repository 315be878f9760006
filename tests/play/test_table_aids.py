"""What play mode reminds of and counts: only what the list, or every list of its game, has to do with."""

from __future__ import annotations

from typing import Any

from listbuilder import load_game, resolve
from listbuilder.judging.force import Force
from listbuilder.lists import parse_list
from listbuilder.play.missions import mission_sections, roll_mission
from listbuilder.play.reminders import reminders_by_stage
from listbuilder.play.resources import counters
from listbuilder.storage.reading import Document


def force_of(data: dict[str, Any]) -> Force:
    return resolve(parse_list(Document(data, {}, None)), load_game(str(data["game"])))


def names(force: Force) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    return {one.stage.id: [(item.name, item.who) for item in one.reminders] for one in reminders_by_stage(force)}


def test_reminders_are_of_this_list() -> None:
    """An ability of a period is reminded of with who has it; a list without it is not reminded."""
    with_it = {"rank": "II", "name": "Ann", "weapon": "Slug Pistol", "abilities": ["Quick Feet"]}
    found = names(force_of({"game": "rogue-conflict", "models": [with_it, {"rank": "I", "weapon": "Slug Pistol"}]}))
    assert ("Quick Feet", ("Ann",)) in found["activation"]
    without = names(force_of({"game": "rogue-conflict", "models": [{"rank": "I", "weapon": "Slug Pistol"}]}))
    assert all(name != "Quick Feet" for several in without.values() for name, _ in several)


def test_counters_know_what_a_round_brings() -> None:
    """What is spent by abilities is counted with its gain, and what decides the game comes first."""
    found = counters(force_of({"game": "constellation-warrior", "models": [{"unit": "Novice"}]}), "turn")
    assert [(one.id, one.gain, one.reset, one.wins) for one in found] == [
        ("vp", None, False, True),
        ("cosmos", 2, False, False),
        ("delay", None, True, False),
    ]


def test_counters_leave_out_what_the_list_lacks() -> None:
    """A resource that only a chosen thing spends is counted only where it was chosen."""
    team = {"game": "kill-team", "models": []}
    assert "resupply" not in {one.id for one in counters(force_of(team), "turning-point")}
    cache = {**team, "equipment": ["Ammo Cache"]}
    found = {one.id: one for one in counters(force_of(cache), "turning-point")}
    assert found["resupply"].reset and found["resupply"].start == 1
    assert not found["cp"].reset and (found["cp"].start, found["cp"].gain) == (2, 1)


def test_missions_in_sections() -> None:
    """A rolled mission has what holds for all first, then each that was drawn with its facts."""
    sheet = roll_mission(load_game("rogue-conflict"), 7)
    first, *drawn = mission_sections(sheet)
    assert first.name == "" and ("Rounds", "4") in first.facts
    assert [one.name for one in drawn] == [entry.name for entry in sheet.drawn]
    assert all(any(name == "Scoring" for name, _ in one.facts) for one in drawn)
