"""`mission`: roll a mission, list them, or show one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from listbuilder.base.errors import EditError
from listbuilder.base.wording import as_words, counted, plural
from listbuilder.catalogue.game_setup import Layout, MissionRoll, Piece, Start
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import GameName, JsonFlag, ListReader
from listbuilder.ui.cli.terminal import heading, paragraph, print_json, say, table

if TYPE_CHECKING:
    from listbuilder.catalogue import Entry
    from listbuilder.play import MissionSheet


def mission(
    game: GameName,
    reader: ListReader,
    name: Annotated[list[str] | None, Argument(metavar="[MISSION]", help="Show this one instead of a roll.")] = None,
    seed: Annotated[int | None, Option(help="The same seed rolls the same mission.")] = None,
    pack: Annotated[str | None, Option(help="Draw from one mission pack.")] = None,
    list_: Annotated[bool, Option("--list", help="List the missions.")] = False,
    json: JsonFlag = False,
) -> None:
    """Roll a mission and print how to set it up, with the seed that repeats the roll.

    Examples: listbuilder mission GAME | listbuilder mission GAME --seed 7 | listbuilder mission GAME --list |
    listbuilder mission GAME MISSION. Exit codes: 0 success, 2 there is no such game or mission.
    """
    from listbuilder.play import MissionSheet, missions_of, packs_of, roll_mission
    from listbuilder.play.play_documents import mission_document

    book = reader.game_played(game)
    choices = missions_of(book, pack)
    if book.mission is None or not (choices or book.mission.draw == 0) or (list_ and not choices):
        packs = f" in the pack {pack!r}; the packs are {', '.join(packs_of(book))}" if pack and packs_of(book) else ""
        raise EditError(f"{book.name} has no missions to roll{packs}.")
    wanted = " ".join(name or [])
    if list_ and json:
        print_json(mission_document(MissionSheet(game=book, seed=None, roll=book.mission, drawn=()), choices))
        return
    if list_:
        show_list(choices)
        return
    if wanted:
        found = book.find(book.mission.kind, wanted)
        if found is None or found not in choices:
            known = ", ".join(one.name for one in choices)
            raise EditError(f"{book.name} has no mission {wanted!r}; there are {known}.")
        sheet = MissionSheet(game=book, seed=None, roll=book.mission, drawn=(found,))
    else:
        sheet = roll_mission(book, fresh_seed() if seed is None else seed, pack)
    if json:
        print_json(mission_document(sheet))
    else:
        say(sheet_text(sheet))


def fresh_seed() -> int:
    """A seed short enough to read out."""
    import secrets

    return secrets.randbelow(1_000_000)


def show_list(choices: tuple[Entry, ...]) -> None:
    """The missions as a table."""
    if any(entry.field("pack") for entry in choices):
        rows = [(entry.name, str(entry.field("pack") or ""), entry.text) for entry in choices]
        say(table(rows, ("MISSION", "PACK", "ABOUT")))
    else:
        say(table([(entry.name, entry.text) for entry in choices], ("MISSION", "ABOUT")))


def sheet_text(sheet: MissionSheet) -> str:
    """A rolled mission as a set-up sheet."""
    from listbuilder.catalogue import stamp
    from listbuilder.catalogue.entries import mission_texts

    names = " and ".join(entry.name for entry in sheet.drawn) or "set-up"
    seed = f" (seed {sheet.seed})" if sheet.seed is not None else ""
    game = sheet.game
    parts = [heading(f"{game.name}: {names}{seed}")]
    parts += [paragraph(f"Catalogue {stamp(game)}.")] if game.below or game.event else []
    parts += [paragraph(sheet.roll.text)] if sheet.roll.text else []
    parts += [fact("Deployment", sheet.roll.deployment)] if sheet.roll.deployment else []
    parts += [fact(name, text) for name, text in roll_facts(sheet.roll)]
    for entry in sheet.drawn:
        parts += ["", heading(entry.name, str(entry.field("pack") or ""))]
        parts += [paragraph(entry.text)] if entry.text else []
        for key, text in mission_texts(entry).items():
            parts.append(fact({"setup": "Set-up"}.get(key, key.capitalize()), text))
        parts += [fact(name.capitalize(), text) for name, text in entry.fields.items() if isinstance(text, str)]
        parts += [fact(name, text) for name, text in layout_facts(sheet.roll.layouts.get(entry.id))]
        for role, side in entry.sides.items():
            needs = " ".join(rule.text for rule in side.rules if rule.text)
            parts.append(fact(role.capitalize(), f"{side.text} {f'The list: {needs}' if needs else ''}".strip()))
        parts += [fact("The list", rule.text) for rule in entry.rules if rule.text]
    return "\n".join(parts)


def fact(name: str, text: str) -> str:
    """A labelled paragraph."""
    return paragraph(text, " " * 14, f"  {name:<11} ")


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
