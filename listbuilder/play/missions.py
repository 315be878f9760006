"""Missions: which there are, a roll that a seed repeats, and how to set one up in words."""

from __future__ import annotations

import random
from collections.abc import Iterator

from listbuilder.base.records import record
from listbuilder.base.values import slug
from listbuilder.base.wording import as_words, counted, plural
from listbuilder.catalogue import Entry, Game, MissionRoll
from listbuilder.catalogue.entries import mission_texts
from listbuilder.catalogue.game_setup import Layout, Piece, Start


@record
class MissionSheet:
    """What was rolled: the entries drawn and what holds for all of them."""

    game: Game
    seed: int | None
    roll: MissionRoll
    drawn: tuple[Entry, ...]


def missions_of(game: Game, pack: str | None = None) -> tuple[Entry, ...]:
    """The entries that a mission is drawn from, of one pack or all."""
    if game.mission is None:
        return ()
    found = tuple(entry for entry in game.entries if entry.kind == game.mission.kind)
    return found if pack is None else tuple(entry for entry in found if slug(str(entry.field("pack"))) == slug(pack))


def packs_of(game: Game) -> tuple[str, ...]:
    """The packs that missions come in."""
    packs = [entry.field("pack") for entry in missions_of(game)]
    return tuple(dict.fromkeys(str(pack) for pack in packs if pack))


def roll_mission(game: Game, seed: int, pack: str | None = None) -> MissionSheet:
    """Draw a mission; the same seed draws the same from the same catalogue."""
    assert game.mission is not None
    choices = missions_of(game, pack)
    # A generator of its own: the seed alone decides, whatever else of the program used chance before.
    drawn = random.Random(seed).sample(choices, min(game.mission.draw, len(choices)))
    return MissionSheet(game=game, seed=seed if drawn else None, roll=game.mission, drawn=tuple(drawn))


@record
class MissionSection:
    """A part of a set-up sheet: a text and labelled facts; the first holds for every mission."""

    name: str
    pack: str
    text: str
    facts: tuple[tuple[str, str], ...]


def mission_sections(sheet: MissionSheet) -> Iterator[MissionSection]:
    """A rolled mission in words: what holds for every mission, then each mission that was drawn."""
    roll = sheet.roll
    deployment = [("Deployment", roll.deployment)] if roll.deployment else []
    yield MissionSection(name="", pack="", text=roll.text, facts=(*deployment, *roll_facts(roll)))
    for entry in sheet.drawn:
        facts = tuple(mission_facts(entry, roll))
        yield MissionSection(name=entry.name, pack=str(entry.field("pack") or ""), text=entry.text, facts=facts)


def mission_facts(entry: Entry, roll: MissionRoll) -> Iterator[tuple[str, str]]:
    """What a mission says, by its headings."""
    for key, text in mission_texts(entry).items():
        yield {"setup": "Set-up"}.get(key, key.capitalize()), text
    yield from ((name.capitalize(), text) for name, text in entry.fields.items() if isinstance(text, str))
    yield from layout_facts(roll.layouts.get(entry.id))
    for role, side in entry.sides.items():
        needs = " ".join(rule.text for rule in side.rules if rule.text)
        yield role.capitalize(), f"{side.text} {f'The list: {needs}' if needs else ''}".strip()
    yield from (("The list", rule.text) for rule in entry.rules if rule.text)


ORDERS = {
    "turns": "; one model at a time, in turns",
    "thirds": "; a third at a time, in turns",
    "level": "; whoever has fewer points down places models until level",
    "first": "; all of them first",
    "last": "; all of them last",
    "whole": "; one side after the other",
}


def roll_facts(roll: MissionRoll) -> Iterator[tuple[str, str]]:
    """What holds for every game: its length, its table, its roll-off, its set-up."""
    facts = [("Rounds", roll.rounds), ("Roll-off", roll.roll), ("Table", " by ".join(map(str, roll.table)))]
    yield from ((name, str(value)) for name, value in facts if value)
    yield from layout_facts(roll.layout)


def layout_facts(layout: Layout | None) -> Iterator[tuple[str, str]]:
    """The pieces and the starts of a set-up."""
    for piece in layout.pieces if layout else ():
        by = {"both": "", "each": " by each player"}.get(piece.by, f" by the {piece.by}")
        size = f" of {piece.size}" if piece.size else ""
        what = as_words(piece.what)
        number = counted(piece.count, what) if piece.count else plural(what).capitalize()
        yield "Put down", f"{number}{size}{by}{place_text(piece)}."
    for start in layout.starts if layout else ():
        who = {"each": "Each side"}.get(start.who, f"The {as_words(start.who)}")
        yield "Start", f"{who}{place_text(start)}{ORDERS.get(start.order or '', '')}."


def place_text(one: Piece | Start) -> str:
    """Where something goes, with its distances."""
    parts = [f": {as_words(one.at)}"] if one.at else []
    parts += [f", {one.depth} deep"] if isinstance(one, Piece) and one.depth else []
    parts += [f", at most {one.within} from it"] if one.within else []
    parts += [f", {distance} or more from every {as_words(thing)}" for thing, distance in one.away.items()]
    rest = one.otherwise.items() if isinstance(one, Start) else ()
    parts += [f"; without room, at most {distance} from the {as_words(thing)}" for thing, distance in rest]
    return "".join(parts)
