"""Shell completion: games, formats, entries, and the rows of the file on the command line.

A callback runs at every press of Tab, so that it reads as little as it can, and it never fails: where nothing can be
read there is nothing to offer.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.reading import Tree

__all__ = ["complete_formats", "complete_games", "complete_rows", "complete_targets", "complete_words"]

Offer = Callable[[typer.Context, str], Iterator[str]]
Callback = Callable[[typer.Context, str], list[str]]


def quiet(offer: Offer) -> Callback:
    """Offers that begin as typed, in any case; none when the file or the game can't be read."""

    @wraps(offer)
    def callback(ctx: typer.Context, incomplete: str) -> list[str]:
        from listbuilder.errors import ListbuilderError

        try:
            return [one for one in offer(ctx, incomplete) if one.lower().startswith(incomplete.lower())]
        except ListbuilderError:
            return []

    return callback


@quiet
def complete_games(ctx: typer.Context, incomplete: str) -> Iterator[str]:
    """The ids of the games."""
    from listbuilder.loader.folders import game_folders

    yield from game_folders(catalogues(ctx))


@quiet
def complete_formats(ctx: typer.Context, incomplete: str) -> Iterator[str]:
    """The formats of the game named before."""
    from listbuilder.loader.folders import game_folders

    # Behind an option without its value, the words before it are not parsed yet.
    typed = [str(ctx.params.get("game")), *os.environ.get("COMP_WORDS", "").split()]
    known = game_folders(catalogues(ctx))
    for game in [word for word in typed if word in known][:1]:
        yield from (one.id for one in load(ctx, game).formats)


@quiet
def complete_targets(ctx: typer.Context, incomplete: str) -> Iterator[str]:
    """The formats to export to."""
    from listbuilder.formats import FORMATS

    yield from FORMATS


@quiet
def complete_rows(ctx: typer.Context, incomplete: str) -> Iterator[str]:
    """The names and numbers of the models and groups in the file."""
    from listbuilder.lists.refer import row_names, rows

    data = tree(ctx)
    yield from row_names(data)
    yield from (str(number + 1) for number in range(len(rows(data, "models"))))
    yield "list"


@quiet
def complete_words(ctx: typer.Context, incomplete: str) -> Iterator[str]:
    """The keys of a row, and behind `=` the entries that fit; several names are typed with commas."""
    from listbuilder.lists.refer import refer
    from listbuilder.lists.words import WordReader

    data = tree(ctx)
    game = load(ctx, str(data.get("game", "")))
    typed = ctx.params.get("words") or []
    first = str(typed[0]) if typed else ""
    model = ctx.params.get("model")
    path = refer(data, str(model), game) if model else ("groups",) if first == "group" else ("models",)
    reader = WordReader(game, str(path[0]) if path else "list")
    key, sign, value = incomplete.partition("=")
    slot = reader.sheet.slots.get(key.rstrip("+-").lower())
    if not sign:
        yield from (f"{one}=" for one in reader.keys)
    elif slot:
        done, comma, _ = value.rpartition(",")
        yield from (f"{key}={done}{comma}{entry.name}" for entry in reader.entries(slot))
    elif key in reader.sheet.fields:
        yield from (f"{key}={word}" for word in reader.sheet.fields[key].choices)


def tree(ctx: typer.Context) -> dict[str, Tree]:
    """The values of the file named before."""
    from listbuilder.reading import read_file

    return read_file(Path(str(ctx.params.get("file")))).data


def load(ctx: typer.Context, game: str) -> Game:
    """A game, from the folders named before as well."""
    from listbuilder.loader import load_game

    return load_game(game, catalogues(ctx))


def catalogues(ctx: typer.Context) -> list[Path]:
    """The catalogue folders named so far."""
    above = ctx.parent.params.get("catalogue") if ctx.parent else None
    return [Path(str(one)) for one in (*(above or ()), *(ctx.params.get("catalogue") or ()))]
