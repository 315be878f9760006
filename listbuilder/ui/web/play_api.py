"""Questions at the table: what play mode shows, exact odds, attacks with dice, missions, the rulebook to search.

A bench goes in, with the opponent's list where two sides meet; JSON comes out. Dice depend on the seed alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from listbuilder.base.errors import EditError
from listbuilder.base.values import Dice
from listbuilder.base.wording import as_words
from listbuilder.building import Bench, course, open_bench
from listbuilder.catalogue import Game
from listbuilder.catalogue.effects.sequence import PoolStep
from listbuilder.catalogue.entries import use_of
from listbuilder.exchange.documents.dump import dump
from listbuilder.judging.force import Force, Model, Pick, detached_pick
from listbuilder.loading.templates import Templates
from listbuilder.play import missions_of, packs_of, roll_mission
from listbuilder.play.attack_rolls import roll_attack, step_words
from listbuilder.play.missions import mission_sections
from listbuilder.play.odds.circumstances import Circumstances, parse_circumstances
from listbuilder.play.odds.policy import sequence_label
from listbuilder.play.odds.table import AttackFilter, attack_sequences, build_scenes, find_rows, odds_between
from listbuilder.play.reminders import reminders_by_stage
from listbuilder.play.resources import Counter, counters
from listbuilder.play.tracks import box_tracks
from listbuilder.printing.entry_items import id_as_heading, item_of, with_inner_picks
from listbuilder.storage.reading import Document
from listbuilder.ui.web.card_json import card_documents, list_card, reference_document

Json = dict[str, Any]
MOST_WORDS, MOST_DICE = 60, 100


class AttackQuestion(NamedTuple):
    """An attack that is asked about: rows of the two lists by number, from 1 on, and what is stated about it.

    `nth` is its number among all attacks of the one on the other, `rolls` what players rolled themselves in a step.
    """

    attacker: int = 1
    target: int = 1
    nth: int = 0
    words: tuple[str, ...] = ()
    rolls: Mapping[int, tuple[int, ...]] = {}


def read_attack(data: Mapping[str, Any] | None) -> AttackQuestion:
    """An attack as the page writes it: `{"attacker": 1, "target": 2, "nth": 0, "with": [], "rolls": {"1": [4]}}`."""
    asked = dict(data or {})
    try:
        words = tuple(map(str, asked.pop("with", ())))[:MOST_WORDS]
        rolls = {int(step): tuple(int(face) for face in faces) for step, faces in asked.pop("rolls", {}).items()}
        return AttackQuestion(words=words, rolls=rolls, **{key: int(value) for key, value in asked.items()})
    except (TypeError, ValueError, AttributeError) as error:
        raise EditError("An attack is written {attacker, target, nth, with, rolls}.") from error


def other_force(bench: Bench, other: Mapping[str, Any] | None) -> Force:
    """The force that is attacked: the opponent's, or the list's own."""
    if other is None:
        return bench.report.force
    return open_bench(Document(dict(other), {}, None), bench.game, bench.event).report.force


def odds_document(bench: Bench, other: Mapping[str, Any] | None, asked: AttackQuestion) -> Json:
    """The odds of all attacks of one model on another; `reason` says why there are none."""
    force = bench.report.force
    choice = AttackFilter(str(asked.attacker), None, str(asked.target))
    try:
        found = odds_between(force, other_force(bench, other), parse_circumstances(asked.words), choice)
    except EditError as error:
        return {"odds": None, "reason": str(error), "labels": {}}
    # A dict, not a set: the same answer has the same bytes everywhere.
    names = dict.fromkeys(one.sequence for one in found.attacks)
    labels = {name: sequence_label(force.game, name) for name in names}
    return {"odds": dump(found), "reason": "", "labels": labels}


def attack_document(bench: Bench, other: Mapping[str, Any] | None, asked: AttackQuestion, seed: int) -> Json:
    """One attack with dice, step by step."""
    force, against = bench.report.force, other_force(bench, other)
    attackers, targets = (
        find_rows(force, str(asked.attacker), "attacker"),
        find_rows(against, str(asked.target), "target"),
    )
    # Not checked here: what is stated about all attacks of a model need not matter to the one that is rolled.
    given = Circumstances(parse_circumstances(asked.words))
    scenes = list(build_scenes(force, against, attackers, targets, given, None))
    if not 0 <= asked.nth < len(scenes):
        raise EditError("There is no such attack.")
    found = roll_attack(scenes[asked.nth], seed, asked.rolls)
    return {
        **found._asdict(),
        "seed": seed,
        "steps": [
            {**one._asdict(), "dice": [die._asdict() for die in one.dice], **step_words(one)._asdict()}
            for one in found.steps
        ],
    }


def dice_document(line: str, seed: int) -> Json:
    """Some dice, as `2d6+1` writes them, each with what it shows."""
    try:
        dice = Dice.parse(line.strip())
    except ValueError as error:
        raise EditError(f"{line[:20]!r} is no roll: write {Dice.example}.") from error
    if dice.count > MOST_DICE:
        raise EditError(f"At most {MOST_DICE} dice are rolled at once.")
    source = random.Random(f"{seed}/{dice}")
    shown = [source.randint(1, dice.sides) for _ in range(dice.count)]
    return {"dice": str(dice), "sides": dice.sides, "shows": shown, "bonus": dice.bonus, "sum": sum(shown) + dice.bonus}


def mission_page(game: Game, seed: int, pack: str = "") -> Json:
    """A mission that was rolled, in words, with the packs there are."""
    if game.mission is None or not (missions_of(game, pack or None) or game.mission.draw == 0):
        raise EditError(f"{game.name} has no missions to roll.")
    sheet = roll_mission(game, seed, pack or None)
    return {
        "seed": sheet.seed,
        "packs": list(packs_of(game)),
        "sections": [dump(one) for one in mission_sections(sheet)],
    }


def rules_document(force: Force) -> Json:
    """Everything in the game that has a text, by kind, and what is looked up in play, for a page to search."""
    game = force.game
    parts = reference_document(force)
    known = {item["name"] for part in parts for item in part["items"]}
    for kind in game.names:
        items = [
            item_of(game, detached_pick(entry))
            for entry in game.entries
            if entry.kind == kind and entry.name not in known
        ]
        told = [
            {"name": one.name, "text": one.text, "meta": list(one.meta), "boxes": 0}
            for one in items
            if one.text or one.meta
        ]
        if told:
            parts.append({"title": game.kind_name(kind), "items": told})
    return {"parts": parts}


def play_document(force: Force, templates: Templates) -> Json:
    """What play mode needs: the list's card, every model's under its id, rounds, counters, reminders, rules."""
    game, goes = force.game, course(force.game)
    found = counters(force, goes.round)
    cards = zip(force.models, card_documents(force, templates), strict=True)
    victory = game.playbook.course.victory
    return {
        "models": [
            {"id": force.ids[model.row, model.copy], "card": card, **_model(force, model, found)}
            for model, card in cards
        ],
        "own": {
            "line": ", ".join(pick.entry.name for pick in force.entries),
            "card": list_card(force, templates),
            **_uses(game, with_inner_picks(force.entries)),
        },
        "turn": id_as_heading(goes.round),
        "rounds": goes.rounds,
        "conditions": list(goes.conditions),
        "stances": [list(one) for one in goes.stances],
        "counters": [dump(one) for one in found if not one.model],
        "phases": [
            {
                "name": as_words(one.stage.id),
                "depth": one.stage.depth,
                "text": one.stage.text,
                "reminders": [dump(item) for item in one.reminders],
            }
            for one in reminders_by_stage(force)
        ],
        "victory": victory.text if victory else "",
        "dice": list(dict.fromkeys(dice_kinds(game))),
        "attacks": bool(attack_sequences(force)),
        "missions": game.mission is not None,
        "reference": reference_document(force),
    }


def _model(force: Force, model: Model, found: Iterable[Counter]) -> Json:
    """What play mode knows of a model beside its card: its row, where damage goes, what can be used how often."""
    return {
        "row": [row.path for row in force.rows].index(model.path) + 1,
        "health": list(_health(force.game, model)),
        **_uses(force.game, model.inside),
        "pools": [dump(one) for one in found if one.model],
    }


def _uses(game: Game, picks: Iterable[Pick]) -> Json:
    """What of some picks can be used how often: `renewed` is back each round, `charges` have no boxes on the card."""
    uses = [(pick, use) for pick in picks if (use := use_of(pick.entry))]
    again = periods_within(game, course(game).round)
    # What a card has no boxes for is counted on the page, unless it is for one activation and back in the next.
    periods = game.playbook.terms.periods
    rounds = {id for id in again if id in periods and periods[id].of != "model"}
    return {
        "renewed": sorted({pick.entry.name for pick, use in uses if use.per.replace(" ", "-") in again}),
        "charges": [
            {"name": pick.entry.name, "number": use.times * max(pick.effective, 1), "per": use.per}
            for pick, use in uses
            if use.per not in game.card.boxes_per and use.per.replace(" ", "-") in rounds
        ],
    }


def periods_within(game: Game, outer: str) -> set[str]:
    """A period and all inside it: what is used up in them is there again in the next round."""
    found = {outer}
    while more := {id for id, one in game.playbook.terms.periods.items() if one.in_ in found} - found:
        found |= more
    return found


def _health(game: Game, model: Model) -> Iterator[Json]:
    """The boxes that damage is ticked off from, in their order."""
    health, boxes = game.playbook.course.health, {one.stat: one for one in box_tracks(game, model)}
    for group in health.from_ if health else ():
        stat = health.out if health and health.out in group else group[0]
        if stat in boxes:
            yield {"stat": stat, "name": boxes[stat].name}


def dice_kinds(game: Game) -> Iterator[str]:
    """The dice that a game rolls, each kind of die once."""
    book = game.playbook
    for sequence in book.sequences.values():
        yield from (f"d{step.sides}" for step in sequence.steps if isinstance(step, PoolStep))
    values: list[object] = [term.value for term in book.terms.numbers.values()]
    values += [term.dice for term in book.terms.rolls.values()]
    values += [value for entry in game.entries for value in (*entry.values.values(), *entry.fields.values())]
    values += [game.mission.roll if game.mission else None]
    yield from (f"d{one.sides}" for one in values if isinstance(one, Dice) and one.count)
