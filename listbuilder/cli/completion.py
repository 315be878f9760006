"""What could stand at the cursor: commands, options, games, formats, entries, and the rows and values of a list.

A press of Tab runs this, so that it reads as little as it can, and it never fails: where nothing can be read there is
nothing to offer. Offers are found by the names of parameters, in one table for all commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args, get_origin

if TYPE_CHECKING:
    from typer._click import Command, Context, Parameter

    from listbuilder.catalogue import Game
    from listbuilder.cli.shell_words import Typed
    from listbuilder.reading import Tree

__all__ = ["COMPLETERS", "Offer", "complete"]


class Offer(NamedTuple):
    """A word that fits, what to say about it, and whether more must follow in the same word."""

    value: str
    about: str = ""
    more: bool = False


Completer = Callable[["Context", str], Iterator[Offer]]


def complete(group: Command, typed: Typed) -> list[Offer] | None:
    """The offers for the last word of a line; None when it is the name of a file."""
    from typer._click.exceptions import UsageError

    from listbuilder.errors import ListbuilderError

    try:
        prefix, word = "", typed.last
        args = list(typed.words[1:])
        if word.startswith("--") and "=" in word:
            name, _, word = word.partition("=")
            prefix = f"{name}="
            args.append(name)
        found = offers_for(group, args, word)
        if found is None:
            return None
        fits = [one for one in found if one.value.lower().startswith(word.lower())]
        return [one._replace(value=prefix + one.value) for one in dict.fromkeys(fits)]
    except (ListbuilderError, UsageError, OSError):
        return []


def offers_for(group: Command, args: list[str], word: str) -> list[Offer] | None:
    """The offers for a word behind others."""
    from typer._click import Parameter
    from typer._click.shell_completion import _resolve_context, _resolve_incomplete

    context = _resolve_context(group, {}, "listbuilder", args)
    owner, word = _resolve_incomplete(context, list(args), word)
    if args and args[-1].startswith("-") and isinstance(owner, Parameter):
        # An option without its value keeps the words before it from being read.
        context = _resolve_context(group, {}, "listbuilder", args[:-1])
    if isinstance(owner, Parameter):
        return parameter_offers(owner, context, word)
    return list(commands_and_options(owner, context, word))


def parameter_offers(parameter: Parameter, context: Context, word: str) -> list[Offer] | None:
    """The offers for an argument or for the value of an option."""
    name = str(parameter.name)
    completer = COMPLETERS.get(f"{context.info_name} {name}") or COMPLETERS.get(name)
    if completer:
        return list(completer(context, word))
    choices, is_file = typed(parameter)
    if choices:
        return [Offer(str(getattr(choice, "value", choice))) for choice in choices]
    return None if is_file or name in FILES else []


def typed(parameter: Parameter) -> tuple[tuple[object, ...], bool]:
    """The words that a parameter takes, where they are listed, and whether it takes a file.

    Before 0.29 typer kept a type on the parameter, since then the annotation.
    """
    type_ = getattr(parameter, "type", None)
    if type_ is not None:
        return tuple(getattr(type_, "choices", None) or ()), getattr(type_, "name", "") == "path"
    note = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    parts = (note, *get_args(note))
    return get_args(note) if get_origin(note) is Literal else (), any(part is Path for part in parts)


def commands_and_options(command: Command, context: Context, word: str) -> Iterator[Offer]:
    """The options of a command, or the commands of a group."""
    from listbuilder.cli.app import COMMANDS

    if word.startswith("-"):
        for parameter in command.get_params(context):
            about = str(getattr(parameter, "help", "") or "")
            yield from (Offer(name, about) for name in parameter.opts if name.startswith("--"))
    elif context.parent is None:
        yield from (Offer(name, about) for name, about in COMMANDS.items())
    elif hasattr(command, "list_commands"):
        yield from (Offer(name) for name in command.list_commands(context))


def games(context: Context, word: str) -> Iterator[Offer]:
    """The ids of the games."""
    from listbuilder.loader.folders import game_folders

    yield from map(Offer, game_folders(catalogues(context)))


def formats(context: Context, word: str) -> Iterator[Offer]:
    """The formats of the game named before."""
    game = load(context, str(context.params.get("game")))
    yield from (Offer(one.id, one.name) for one in game.formats)


def starters(context: Context, word: str) -> Iterator[Offer]:
    """The starter lists of the game named before."""
    from listbuilder.loader.folders import game_folders

    folder = game_folders(catalogues(context)).get(str(context.params.get("game")))
    if folder:
        yield from (Offer(path.stem) for path in sorted(folder.glob("lists/*.yaml")))


def shells(context: Context, word: str) -> Iterator[Offer]:
    """The shells that can complete."""
    from listbuilder.cli.shells import SCRIPTS

    yield from map(Offer, SCRIPTS)


def targets(context: Context, word: str) -> Iterator[Offer]:
    """The formats to export to."""
    from listbuilder.formats import TARGETS

    yield from map(Offer, TARGETS)


def sizes(context: Context, word: str) -> Iterator[Offer]:
    """The sizes of cards."""
    from listbuilder.templates import load_templates

    yield from (Offer(id, f"{one.width:g} × {one.height:g} mm") for id, one in load_templates().sizes.items())


def themes(context: Context, word: str) -> Iterator[Offer]:
    """The themes of cards."""
    from listbuilder.templates import load_templates

    yield from (Offer(id, one.name) for id, one in load_templates().themes.items())


def entries(context: Context, word: str) -> Iterator[Offer]:
    """The kinds and entries of the game named before; a name of several words goes on where it was left."""
    game = load(context, str(context.params.get("game")))
    before = "".join(f"{one} " for one in context.params.get("what") or ())
    if not before:
        yield from (Offer(kind, game.kind_name(kind, many=True)) for kind in game.names)
    for entry in game.entries:
        if entry.name.lower().startswith(before.lower()):
            yield Offer(entry.name[len(before) :], game.kind_name(entry.kind))


def missions(context: Context, word: str) -> Iterator[Offer]:
    """The missions of the game named before."""
    from listbuilder.play import missions_of

    game = load(context, str(context.params.get("game")))
    before = "".join(f"{one} " for one in context.params.get("name") or ())
    names = [one.name for one in missions_of(game)]
    yield from (Offer(name[len(before) :]) for name in names if name.lower().startswith(before.lower()))


def packs(context: Context, word: str) -> Iterator[Offer]:
    """The packs that missions of the game named before come in."""
    from listbuilder.play.missions import packs_of

    yield from map(Offer, packs_of(load(context, str(context.params.get("game")))))


def topics(context: Context, word: str) -> Iterator[Offer]:
    """Rule kinds, finding codes and games."""
    from listbuilder.codes import OTHER_CODES
    from listbuilder.rules import KINDS, STANDING

    yield from games(context, word)
    for kind, cls in {**KINDS, **STANDING}.items():
        yield Offer(kind)
        yield from (Offer(f"{kind}.{code}", words.about) for code, words in cls.codes.items())
    yield from (Offer(code, text) for code, text in OTHER_CODES.items())


def documents(context: Context, word: str) -> Iterator[Offer]:
    """Documents that have a schema."""
    from listbuilder.documents.schemas.check import KINDS

    yield from map(Offer, KINDS)


def schemas(context: Context, word: str) -> Iterator[Offer]:
    """Documents that have a schema, and games; and `check`, for files."""
    from listbuilder.documents.schemas.published import DOCUMENTS

    yield Offer("check", "Check files against their schemas.")
    yield from map(Offer, DOCUMENTS)
    yield from games(context, word)


def rows(context: Context, word: str) -> Iterator[Offer]:
    """What the models and groups of the file are called: names, what they are if that tells, then numbers."""
    from listbuilder.lists.refer import described, row_names, titles
    from listbuilder.lists.refer import rows as rows_of

    data = tree(context)
    yield from (Offer(name) for name in row_names(data))
    yield from (Offer(name) for name, many in titles(data, load(context, str(data.get("game")))).items() if many == 1)
    for at in range(len(rows_of(data, "models"))):
        yield Offer(str(at + 1), described(data, ("models", at)))
    if context.info_name in ("set", "roll"):
        yield Offer("list", "the list itself")


def places(context: Context, word: str) -> Iterator[Offer]:
    """The places in the file, by number."""
    from listbuilder.lists.refer import rows as rows_of

    yield from (Offer(str(at + 1)) for at in range(len(rows_of(tree(context), "models"))))


def rolled(context: Context, word: str) -> Iterator[Offer]:
    """The slots of the file's game that are rolled for."""
    from listbuilder.lists.rolling import rolled_slots, table_of

    game = load(context, str(tree(context).get("game", "")))
    for sheet in (game.list, game.group, game.model):
        yield from (Offer(id, table_of(game, slot).name) for id, slot in rolled_slots(sheet).items())


def words(context: Context, word: str) -> Iterator[Offer]:
    """The keys of a row, the names of entries, and behind `=` what fits the key."""
    from listbuilder.cli.word_offers import word_offers

    data = tree(context)
    typed = [str(one) for one in context.params.get("words") or ()]
    model = context.params.get("model")
    yield from word_offers(data, load(context, str(data.get("game", ""))), model and str(model), typed, word)


def tree(context: Context) -> dict[str, Tree]:
    """The values of the file named before; what the shell would still make of its name is done here."""
    import os

    from listbuilder.reading import read_file

    return read_file(Path(os.path.expandvars(str(context.params.get("file")))).expanduser()).data


def load(context: Context, game: str) -> Game:
    """A game, from the folders named before as well."""
    from listbuilder.loader import load_game

    return load_game(game, catalogues(context))


def catalogues(context: Context) -> list[Path]:
    """The catalogue folders named so far."""
    above = context.parent.params.get("catalogue") if context.parent else None
    return [Path(str(one)) for one in (*(above or ()), *(context.params.get("catalogue") or ()))]


FILES = frozenset({"out", "source"})
COMPLETERS: dict[str, Completer] = {
    "as_": documents,
    "at": places,
    "format": formats,
    "game": games,
    "install_completion": shells,
    "mission name": missions,
    "model": rows,
    "models": rows,
    "number": places,
    "pack": packs,
    "schema what": schemas,
    "slot": rolled,
    "show what": entries,
    "show_completion": shells,
    "size": sizes,
    "starter": starters,
    "theme": themes,
    "to": targets,
    "topic": topics,
    "words": words,
}
