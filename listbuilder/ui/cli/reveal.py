"""`reveal`: show what `--secret` left out of a list, and prove that it is unchanged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
from click.exceptions import Exit

from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import ILLEGAL, JsonFlag, ListReader
from listbuilder.ui.cli.terminal import paragraph, print_json, say, style

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.judging.force import Force


def reveal(
    file: Annotated[Path, Argument(metavar="FILE", help="What `sheet --secret` or `export --secret` wrote.")],
    reader: ListReader,
    seal: Annotated[
        list[str] | None, Option("--seal", metavar="SEAL", help="The seal printed on the sheet; may be repeated.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Show what was secret, and prove that it is what was sealed before the game.

    Examples: listbuilder reveal for-opponent.reveal.json | listbuilder reveal for-opponent.reveal.json --seal
    3f0c19d2a4b85e6f7012. Exit codes: 0 the seals fit, 1 some seal does not, 3 the file can't be read.
    """
    from listbuilder.exchange.documents.dump import dump
    from listbuilder.exchange.documents.reveal_document import OpenedSeal, RevealedDocument, read_reveals
    from listbuilder.judging.resolver import resolve
    from listbuilder.lists import read_list

    rows, good = [], True
    wanted = [one.strip().lower().removeprefix("seal ") for one in seal or ()]
    for one in read_reveals(file):
        document = read_list(one.list)
        force = resolve(document, played_game(document.game, one.event, reader))
        fits = one.opens(force) and (not wanted or one.seal in wanted)
        good = good and fits
        same = force.game.digest == one.catalogue
        name, words = document.name or "unnamed list", tuple(secret_words(force))
        rows.append(OpenedSeal(seal=one.seal, name=name, fits=fits, secrets=words, same_catalogue=same))
    missing = [one for one in wanted if one not in {row.seal for row in rows}]
    if json:
        print_json(dump(RevealedDocument(seals=tuple(rows), missing=tuple(missing))))
    else:
        for row in rows:
            verdict = "it is what was sealed" if row.fits else "NOT what was sealed"
            say(f"{style(row.name, 'bold')}, seal {row.seal}: {verdict}.")
            say(paragraph("; ".join(row.secrets) or "It has no secrets.", "  ", "  "))
            if not row.same_catalogue:
                say(paragraph("The catalogue here is another than the one it was sealed with.", "  ", "  "))
        for unknown in missing:
            say(f"Nothing in {style(str(file))} opens the seal {style(unknown)}.", error=True)
    raise Exit(0 if good and not missing else ILLEGAL)


def played_game(name: str, event: str | None, reader: ListReader) -> Game:
    """The game that a list was sealed for; one that was sealed for an event needs the pack of that event."""
    if event is None:
        return reader.game(name)
    if reader.event is None or reader.event.event is None or reader.event.event.name != event:
        raise click.BadParameter(f"a list was sealed for the event {event}; name its pack", param_hint="--event")
    return reader.game_played(name)


def secret_words(force: Force) -> list[str]:
    """What is secret in a list, in words."""
    from listbuilder.judging.secrecy import rows_with_sheets, secrets_of

    found = []
    for owner, sheet in rows_with_sheets(force):
        whose = "" if owner is force.root else f"{owner.label} "
        for key in [key for key in (*sheet.slots, *sheet.fields) if key in secrets_of(sheet)]:
            words = ", ".join(pick.entry.name for pick in owner.slots.get(key, ()))
            if key in sheet.fields and owner.values.get(key):
                words = sheet.fields[key].describe(owner.values[key])
            found += [f"{whose}{key.replace('-', ' ')}: {words}"] if words else []
    return found
