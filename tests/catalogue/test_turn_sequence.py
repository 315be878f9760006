"""The course of a game, in the force and in `show`: what everybody has, how models are hurt, who begins, who wins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder import import_force, load_game, read_list
from listbuilder.catalogue import Entry, Game
from listbuilder.catalogue.effects.sequence import DamageStep
from listbuilder.catalogue.entries import goal_ids
from listbuilder.catalogue.turn_sequence import (
    holds_with,
    list_choices,
    named_in_course,
    tables_of,
    turn_sequence,
    victory_of,
)
from listbuilder.exchange.documents.force_document import TablePublisher, publish
from listbuilder.exchange.documents.force_records import EngineForce
from listbuilder.judging.force import detached_pick
from listbuilder.judging.validator import Referee
from listbuilder.loading import game_folders, shipped
from tests.support.cli import invoke

GAMES = sorted(game_folders())


def starter(game: str) -> Path:
    """One list of a game."""
    return next(iter(sorted(shipped("catalogue").glob(f"{game}/lists/*.yaml"))))


@pytest.mark.parametrize("game", GAMES)
def test_force_has_what_everybody_has(game: str) -> None:
    """Every key of the course is an entry of the force, and models have a stat without which they are out."""
    force = import_force(starter(game))
    course = force.course
    assert {*course.models, *course.players} <= set(force.entries)
    assert course.models
    assert course.health is not None
    assert all(course.health.out in model.stats for model in force.models)
    assert {table.id for table in tables_of(load_game(game))} <= {entry.id for entry in force.entries.values()}


def test_tables_are_published_with_their_rows() -> None:
    """An engine rolls on a table without reading the catalogue."""
    table = import_force(starter("constellation-warrior")).entries["table/battle-marker"]
    assert str(table.dice.text if table.dice else "") == "1d6"
    assert list(table.rows) == ["1-2", "3-4", "5-6"]


def test_turn_sequence_is_a_tree_in_order() -> None:
    """Periods stand below those they are part of, with how many there are."""
    stages = turn_sequence(load_game("constellation-warrior"))
    assert [(one.depth, one.name) for one in stages] == [
        (0, "10 turns"),
        (1, "maintenance"),
        (1, "action phase"),
        (2, "activation"),
    ]


def test_show_prints_sequence_tables_and_victory() -> None:
    """The front page of a game says how it is played and won."""
    shown = invoke("show", "constellation-warrior").stdout
    assert "    activation" in shown
    assert "Battle marker" in shown
    victory = victory_of(load_game("constellation-warrior"))
    assert victory is not None
    assert f"Victory: {victory.text}" in shown


@pytest.mark.parametrize("game", GAMES)
def test_damage_is_taken_as_the_game_says(game: str) -> None:
    """No step of a shipped sequence says again what `health` says."""
    book = load_game(game).playbook
    steps = [step for one in book.sequences.values() for step in one.steps if isinstance(step, DamageStep)]
    assert all(book.course.health and step.from_ == book.course.health.from_ for step in steps)


def test_setups_name_their_numbers() -> None:
    """A number of a set-up is that of the term or of the mission it names."""
    game = load_game("rogue-conflict")
    assert game.mission is not None
    assert game.mission.rounds == game.playbook.terms.periods["round"].number
    (piece,) = game.mission.layouts["claim-the-loot"].pieces
    entry = game.find("objective", "claim-the-loot")
    assert entry is not None
    assert piece.count == entry.values["markers"]
    assert piece.away["zone"] == game.playbook.terms.numbers["marker-gap"].value


def picked_kinds(game: Game) -> set[str]:
    """The kinds that lists, groups and models pick from, choices inside choices included."""
    sheets = (game.list, game.group, game.model)
    inner = {slot.kind for entry in game.entries for slot in entry.picks.values()}
    return {slot.kind for sheet in sheets for slot in sheet.slots.values()} | inner


def carried_by_somebody(game: Game) -> set[str]:
    """The keys of all entries that someone has in some force, or that the table has."""
    course = game.playbook.course
    picked = picked_kinds(game)
    printed = {kind for spec in game.kinds.values() for kind in spec.keywords}
    drawn = {game.mission.kind} if game.mission else set()
    goals = {goal for entry in game.entries for goal in goal_ids(entry)}
    everybody = named_in_course(game, (*course.models, *course.players, *course.table))
    found = {entry.key for entry in everybody if entry.kind in picked or not choice_less(game, entry)}
    found |= {entry.key for entry in game.entries if entry.kind in picked | printed | drawn or entry.id in goals}
    table, rows = TablePublisher(game), dict[str, Any]()
    for entry in game.entries:
        if entry.key in found:
            table.add(rows, detached_pick(entry))
    return {"/".join(key) for key in found} | {key.split("@")[0] for key in rows}


def choice_less(game: Game, entry: Entry) -> bool:
    """Whether an entry belongs to choices that no list can make."""
    return not holds_with(game, entry, {(kind, id) for kind, ids in list_choices(game).items() for id in ids})


@pytest.mark.parametrize("name", GAMES)
def test_whatever_does_something_is_carried(name: str) -> None:
    """Each entry with effects is on a model, a player or the table in some force of its game."""
    game = load_game(name)
    does = {"/".join(key.split("/")[:2]) for key, play in game.playbook.entries.items() if play.effects}
    assert does - carried_by_somebody(game) == set()


def with_choice(game: Game, kind: str, id: str) -> EngineForce:
    """A force of a game whose list chose one thing, inside another where it stands there; legal or not."""
    data: dict[str, Any] = {"game": game.id, "models": []}
    for slot, spec in game.list.slots.items():
        outer = (
            one for one in game.entries if one.kind == spec.kind and kind in {in_.kind for in_ in one.picks.values()}
        )
        if spec.kind == kind:
            data[slot] = [id]
        elif holder := next(outer, None):
            data[slot] = [{"entry": holder.id, "picks": [id]}]
    return publish(Referee(game).judge(read_list(data)))


CHOICES = [
    (game.id, kind, id)
    for game in map(load_game, GAMES)
    for kind, ids in list_choices(game).items()
    for id in sorted(ids)
    if kind not in {slot.kind for slot in game.model.slots.values()}
]


@pytest.mark.parametrize(("name", "kind", "id"), CHOICES)
def test_a_force_carries_what_was_chosen_alone(name: str, kind: str, id: str) -> None:
    """All that belongs to a choice is in its force, on models where the course says so; no other choice is."""
    game = load_game(name)
    force = with_choice(game, kind, id)
    chosen = {(pick.kind, pick.id) for pick in force.picks()}
    assert (kind, id) in chosen
    only_lists = {one for one, *_ in list_choices(game).items()} - {slot.kind for slot in game.model.slots.values()}
    there = {(entry.kind, entry.id) for entry in force.entries.values() if entry.kind in only_lists}
    assert there == {key for key in chosen if key[0] in only_lists}
    for line in ("models", "players"):
        named = named_in_course(game, getattr(game.playbook.course, line))
        carried = {tuple(key.split("/")) for key in getattr(force.course, line)}
        assert carried == {entry.key for entry in named if holds_with(game, entry, chosen)}


def test_choices_bring_their_actions() -> None:
    """The door belongs to one killzone, hatches to another, a grenade to whoever packed it."""
    game = load_game("kill-team")
    volkus, gallowdark = (with_choice(game, "killzone", one).course.models for one in ("volkus", "gallowdark"))
    assert "action/door-fight" in volkus and "action/guard" not in volkus
    assert {"action/guard", "action/hatchway-fight", "summary/on-guard"} <= {*gallowdark} - {*volkus}
    smoke, frag = (with_choice(game, "grenade", one).course.models for one in ("smoke-grenade", "frag-grenade"))
    assert "action/smoke-grenade" in smoke and "grenade/frag-grenade" not in smoke
    assert "grenade/frag-grenade" in frag and "action/smoke-grenade" not in frag


def test_one_name_for_several_entries_is_refused(tmp_path: Path) -> None:
    """The course says which entry it means where two kinds share an id."""
    folder = tmp_path / "toy"
    folder.mkdir()
    head = "id: toy\nname: Toy\nversion: 1.0.0\ntext: Small.\nkinds: {deed: {is: keyword}, plan: {is: option}}\n"
    slots = "list: {slots: {plan: {kind: plan}}}\nmodel: {slots: {unit: {kind: unit}}}\ncourse: {models: rest}\n"
    (folder / "game.yaml").write_text(head + slots, "utf-8")
    for kind in ("deed", "plan"):
        (folder / f"{kind}.yaml").write_text(f"kind: {kind}\nentries: [{{name: Rest, text: Sits.}}]\n", "utf-8")
    (folder / "unit.yaml").write_text("kind: unit\nentries: [{name: Hen, text: Clucks.}]\n", "utf-8")
    checked = invoke("catalogue", "check", str(folder))
    assert "`rest` could be deed/rest or plan/rest." in checked.stdout + checked.stderr
