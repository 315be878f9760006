"""`mission`: roll a mission, list them, or show one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import Catalogues, EventPack, JsonFlag, folders, open_event, open_game, print_json
from listbuilder.cli.terminal import heading, paragraph, say, table
from listbuilder.errors import EditError

if TYPE_CHECKING:
    from listbuilder.catalogue import Entry
    from listbuilder.play import MissionSheet

EPILOG = "Examples: listbuilder mission GAME | listbuilder mission GAME --seed 7 | listbuilder mission GAME --list"


def mission(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="The id or name of a game.")],
    name: Annotated[
        list[str] | None, typer.Argument(metavar="[MISSION]", help="Show this one instead of a roll.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Repeat the roll with this number.")] = None,
    pack: Annotated[str | None, typer.Option(help="Draw from one mission pack.")] = None,
    list_: Annotated[bool, typer.Option("--list", help="List the missions.")] = False,
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Roll a mission and print how to set it up; the seed repeats the roll."""
    from listbuilder.documents.mission import mission_document
    from listbuilder.play import MissionSheet, missions_of, packs_of, roll_mission

    named = folders(context, catalogue)
    book = open_game(game, named, open_event(event, named))
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
    from listbuilder.catalogue.asking import mission_texts
    from listbuilder.cli.layout_text import layout_facts, roll_facts

    names = " and ".join(entry.name for entry in sheet.drawn) or "set-up"
    seed = f" (seed {sheet.seed})" if sheet.seed is not None else ""
    game = sheet.game
    parts = [heading(f"{game.name}: {names}{seed}")]
    parts += [paragraph(f"Catalogue {stamp(game)}.")] if game.below or game.event else []
    parts += [paragraph(sheet.roll.text)] if sheet.roll.text else []
    parts += [fact("Deployment", sheet.roll.deployment)] if sheet.roll.deployment else []
    parts += [fact(name, text) for name, text in roll_facts(sheet.roll)]
    for entry in sheet.drawn:
        parts += [
            "",
            heading(entry.name, str(entry.field("pack") or "")),
        ]
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
