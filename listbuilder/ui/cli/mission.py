"""`mission`: roll a mission, list them, or show one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from listbuilder.base.errors import EditError
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
    from listbuilder.play.missions import mission_sections

    names = " and ".join(entry.name for entry in sheet.drawn) or "set-up"
    seed = f" (seed {sheet.seed})" if sheet.seed is not None else ""
    game = sheet.game
    parts = [heading(f"{game.name}: {names}{seed}")]
    parts += [paragraph(f"Catalogue {stamp(game)}.")] if game.below or game.event else []
    for at, section in enumerate(mission_sections(sheet)):
        parts += ["", heading(section.name, section.pack)] if at else []
        parts += [paragraph(section.text)] if section.text else []
        parts += [fact(name, text) for name, text in section.facts]
    return "\n".join(parts)


def fact(name: str, text: str) -> str:
    """A labelled paragraph."""
    return paragraph(text, " " * 14, f"  {name:<11} ")
