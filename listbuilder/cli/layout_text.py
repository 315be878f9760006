"""A set-up in words, told from its data: what is put on the table, where models start, how long a game lasts."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue.layout import Layout, Piece, Start
from listbuilder.catalogue.play import MissionRoll
from listbuilder.spelling import as_words
from listbuilder.wording import counted, plural

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
        yield "Put down", f"{number}{size}{by}{where(piece)}."
    for start in layout.starts if layout else ():
        who = {"each": "Each side"}.get(start.who, f"The {as_words(start.who)}")
        yield "Start", f"{who}{where(start)}{ORDERS.get(start.order or '', '')}."


def where(one: Piece | Start) -> str:
    """Where something goes, with its distances."""
    told = [f": {as_words(one.at)}"] if one.at else []
    told += [f", {one.depth} deep"] if isinstance(one, Piece) and one.depth else []
    told += [f", at most {one.within} from it"] if one.within else []
    told += [f", {distance} or more from every {as_words(thing)}" for thing, distance in one.away.items()]
    rest = one.otherwise.items() if isinstance(one, Start) else ()
    told += [f"; without room, at most {distance} from the {as_words(thing)}" for thing, distance in rest]
    return "".join(told)
