"""A game as it is played at an event: the pack is laid over the one it extends, and both over their game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from listbuilder.base.errors import CatalogueError, UnknownGameError
from listbuilder.base.findings import Finding
from listbuilder.catalogue import Game
from listbuilder.loading.folders import digest_of
from listbuilder.storage.files import real_path
from listbuilder.storage.reading import CATALOGUE_LIMITS, Document, Tree, read_file

MOST_LAYERS = 8
OWN = frozenset({"extends", "name", "text"})
"""What a pack does not take over from the one that it extends."""


def load_event(path: Path | str, catalogues: Iterable[Path] = ()) -> Game:
    """The game of an event pack with the pack laid over it, or CatalogueError with every problem."""
    from listbuilder.loading import game_chain

    path = Path(path)
    document = pack_document(path, catalogues)
    name = document.data.get("game")
    if not isinstance(name, str):
        raise _problem("The event names no game.", "Add `game: …`.", document, ())
    try:
        chain, _ = game_chain(name, catalogues)
    except UnknownGameError as error:
        where = {"file": str(path), "line": document.line(("game",))}
        raise UnknownGameError(str(error), tuple(replace(one, **where) for one in error.findings)) from None  # type: ignore[arg-type]
    # With the content of the pack: it may change while a service runs.
    return _load(chain, f"{digest_of(chain)} {document.data!r}", path, tuple(catalogues))


def pack_document(path: Path, catalogues: Iterable[Path] = (), above: tuple[Path, ...] = ()) -> Document:
    """A pack merged with the one it extends: its own values win, its own items come first."""
    document = read_file(path, limits=CATALOGUE_LIMITS)
    parent = document.data.get("extends")
    if parent is None:
        return document
    if not isinstance(parent, str):
        raise _problem("`extends` must name a file.", "Write `extends: other-pack.yaml`.", document, ("extends",))
    base = path.parent / parent
    here = (*above, real_path(path))
    # By real path, so that a link does not hide a circle.
    if real_path(base) in here or len(here) > MOST_LAYERS:
        raise _problem(f"{parent} extends this pack.", "Packs must not go in circles.", document, ("extends",))
    if not base.is_file():
        raise _problem(f"There is no pack {parent} to extend.", "Name a file beside this one.", document, ("extends",))
    below = pack_document(base, catalogues, here)
    if not above:
        # By itself, so that its mistakes are reported with its own name and lines.
        load_event(base, catalogues)
    game, theirs = document.data.get("game", below.data.get("game")), below.data.get("game")
    if game != theirs:
        raise _problem(
            f"{parent} is a pack for {theirs}, not for {game}.", "Extend a pack of the same game.", document, ()
        )
    return Document(_over(document.data, below.data), document.lines, document.file)


def _over(own: dict[str, Tree], below: dict[str, Tree]) -> dict[str, Tree]:
    """Merge two packs: lists are concatenated, any other value is that of the upper pack."""
    made = {key: value for key, value in below.items() if key not in OWN} | own
    for key, value in own.items():
        under = below.get(key)
        # An order is one decision; two of them put together would be neither.
        if key != "order" and isinstance(value, list) and isinstance(under, list):
            made[key] = [*value, *(one for one in under if one not in value)]
    return made


def _problem(message: str, hint: str, document: Document, path: tuple[str, ...]) -> CatalogueError:
    line = document.line(path)
    finding = Finding(code="catalogue.missing", message=message, hint=hint, file=document.file, line=line)
    return CatalogueError(message, (finding,))


@lru_cache(maxsize=16)
def _load(chain: tuple[Path, ...], whole: str, path: Path, catalogues: tuple[Path, ...]) -> Game:
    from listbuilder.loading import compiled, compiled_key

    def make() -> Game:
        from listbuilder.loading.assemble import assemble

        return assemble(list(chain), event=pack_document(path, catalogues))

    return compiled.load_or_compile(compiled_key(chain, whole), make)
