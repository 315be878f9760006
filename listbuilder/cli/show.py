"""`show`: browse a game: its kinds, one kind, or one entry with everything known about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, folders, open_game, print_json
from listbuilder.cli.terminal import say
from listbuilder.errors import EditError

if TYPE_CHECKING:
    from listbuilder.catalogue import Entry, Game

EPILOG = """Examples: listbuilder show GAME | listbuilder show GAME gear | listbuilder show GAME medkit |
listbuilder show GAME --search poison | listbuilder show GAME --json. Exit codes: 0 fine, 2 there is no such game, kind
or entry."""


def show(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="The id or name of a game.")],
    what: Annotated[
        list[str] | None, typer.Argument(metavar="[KIND or ENTRY]", help="A kind, an entry, or words.")
    ] = None,
    search: Annotated[
        str | None, typer.Option(metavar="WORDS", help="Entries whose name or text has these words.")
    ] = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Show a game, the entries of a kind, or one entry in full."""
    from listbuilder.cli import show_text

    book = open_game(game, folders(context, catalogue))
    wanted = " ".join(what or [])
    kind = find_kind(book, wanted) if wanted else None
    found = entries_for(book, wanted, kind)
    if search:
        found = tuple(entry for entry in found if mentions(entry, search))
    if not found:
        nothing(book, wanted or search or "")
    if json:
        from listbuilder.documents.catalogue_json import catalogue_document

        print_json(catalogue_document(book, found))
    elif not wanted and not search:
        say(show_text.game_text(book))
    elif len(found) == 1 or (wanted and not kind and found and not search and named(book, wanted)):
        say("\n\n".join(show_text.entry_text(book, entry) for entry in found))
    else:
        say(show_text.entries_text(book, found))


def entries_for(game: Game, wanted: str, kind: str | None) -> tuple[Entry, ...]:
    """The entries meant: of a kind, by name, or by words in their text; all when nothing is asked."""
    if not wanted:
        return game.entries
    if kind:
        return tuple(entry for entry in game.entries if entry.kind == kind)
    return named(game, wanted) or tuple(entry for entry in game.entries if mentions(entry, wanted))


def named(game: Game, name: str) -> tuple[Entry, ...]:
    """The entries that answer to a name, in any kind."""
    found = (game.find(kind, name) for kind in game.names)
    return tuple(entry for entry in found if entry)


def find_kind(game: Game, name: str) -> str | None:
    """A kind by its id or by what players call it, one or many, in either spelling."""
    from listbuilder.spelling import same_word

    for kind in game.names:
        if any(same_word(name, word) for word in (kind, game.kind_name(kind), game.kind_name(kind, many=True))):
            return kind
    return None


def mentions(entry: Entry, words: str) -> bool:
    """Whether every word occurs in an entry's name, text, tags or category."""
    text = " ".join([entry.name, entry.text, entry.category or "", *entry.tags, *entry.keywords]).lower()
    return all(word in text for word in words.lower().split())


def nothing(game: Game, wanted: str) -> NoReturn:
    """Say that nothing was found, and what is near."""
    from listbuilder.spelling import did_you_mean

    names = [*(entry.name for entry in game.entries), *game.names]
    hint = did_you_mean(wanted, names) or f"The kinds are {', '.join(game.names)}."
    raise EditError(f"{game.name} has nothing called or about {wanted!r}. {hint}")
