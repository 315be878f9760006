"""Offers for the values of parameters: games, formats, entries, and the rows and values of a list, in one table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.cli.completion import Offer

if TYPE_CHECKING:
    from typer._click import Context

    from listbuilder.catalogue import Game
    from listbuilder.reading import Tree

Completer = Callable[["Context", str], Iterator[Offer]]


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
    from listbuilder.cli.common import open_event
    from listbuilder.cli.word_offers import word_offers
    from listbuilder.reading import Document
    from listbuilder.workbench.bench import open_bench

    data = tree(context)
    typed = [str(one) for one in context.params.get("words") or ()]
    model, pack = context.params.get("model"), context.params.get("event")
    event = open_event(Path(str(pack)) if pack else None, catalogues(context))
    bench = open_bench(Document(data, {}, None), load(context, str(data.get("game", ""))), event)
    yield from word_offers(bench, model and str(model), typed, word)


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
