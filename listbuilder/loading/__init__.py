"""Load a game: a folder of YAML in, a checked and frozen `Game` out."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.base.characters import describe_foreign_letter, show
from listbuilder.base.errors import CatalogueError, UnknownGameError
from listbuilder.base.findings import Finding
from listbuilder.base.spelling import did_you_mean
from listbuilder.base.values import slug
from listbuilder.catalogue import Game
from listbuilder.loading import compiled
from listbuilder.loading.folders import digest_of, game_folders, near_games, read_part, shipped
from listbuilder.storage.files import real_path

if TYPE_CHECKING:
    from listbuilder.loading.proofs.case import Case

__all__ = ["chain_of", "check_case", "check_folder", "game_folders", "load_folder", "load_game", "shipped"]


# Not part of the key of compiled games: data, which has its own digest, and the packages above this one.
APART = frozenset(["__pycache__", "shipped", "judging", "exchange", "play", "building", "printing", "desk", "ui"])


def load_game(name: str, catalogues: Iterable[Path] = ()) -> Game:
    """A game by id or name, from the shipped catalogue, the environment's folders or those given.

    Raises UnknownGameError, or CatalogueError when its folder is broken.
    """
    return _load(*game_chain(name, catalogues))


def load_folder(folder: Path, catalogues: Iterable[Path] = ()) -> Game:
    """The game in a folder, whether or not it is in a catalogue."""
    chain = tuple(chain_of(folder, catalogues))
    return _load(chain, digest_of(chain))


def game_chain(name: str, catalogues: Iterable[Path] = ()) -> tuple[tuple[Path, ...], str]:
    """The folders of a game, the most basic first, and the digest of what is in them."""
    folders = game_folders(catalogues)
    id = slug(name) if isinstance(name, str) else ""
    if id not in folders:
        name = name if isinstance(name, str) else f"<{type(name).__name__}>"
        near = {one: folder for one, folder in near_games(Path.cwd()).items() if one not in folders}
        hint = did_you_mean(id, [*folders, *near]) or f"The games are {', '.join(folders) or 'none'}."
        hint = " ".join(filter(None, [_nearby(id, near), hint]))
        shown = show(name)
        message = " ".join(filter(None, [f'There is no game "{shown}".', describe_foreign_letter(name, shown)]))
        finding = Finding(code="game.unknown", message=message, hint=hint, where="game", path=("game",))
        raise UnknownGameError(message, (finding,))
    chain = tuple(_chain(folders[id], folders))
    return chain, digest_of(chain)


def _nearby(id: str, near: dict[str, Path]) -> str:
    """A sentence that names the games near the working folder that no option names; empty if there are none."""
    if not near:
        return ""
    folder = os.path.relpath(near[id if id in near else min(near)].parent)
    verb = "is" if len(near) == 1 else "are"
    return f"Nearby there {verb} {', '.join(sorted(near))}: say `--catalogue {folder}`."


def check_folder(folder: Path, catalogues: Iterable[Path] = (), thorough: bool = False) -> Game:
    """Read and check a game folder, whatever is in the cache; `thorough` also runs all proofs."""
    return check_case(folder, catalogues, thorough).game


def check_case(folder: Path, catalogues: Iterable[Path] = (), thorough: bool = False) -> Case:
    """The same, with the place of everything in the folder's files."""
    # Imported only here and in `make`: it imports pydantic, which a command with a compiled game never needs.
    from listbuilder.loading.assemble import assemble_case

    if not (folder / "game.yaml").is_file():
        message = f"{folder} is not the folder of a game: it has no game.yaml."
        raise CatalogueError.of("catalogue.missing", message, file=str(folder))
    case = assemble_case(chain_of(folder, catalogues), thorough=thorough)
    if thorough and (problems := _wrong_templates(case.game, folder)):
        raise CatalogueError(f"The templates of {case.game.name} have {len(problems)} problem(s).", problems)
    return case


def _wrong_templates(game: Game, folder: Path) -> tuple[Finding, ...]:
    """The facts that the templates of a game ask for and its cards do not have."""
    from listbuilder.loading.templates.template_checks import fact_proofs
    from listbuilder.storage.reading import CATALOGUE_LIMITS, read_file

    files = sorted((folder / "templates").glob("*.yaml"))
    return tuple(one for path in files for one in fact_proofs(game, read_file(path, limits=CATALOGUE_LIMITS)))


def chain_of(folder: Path, catalogues: Iterable[Path] = ()) -> list[Path]:
    """A folder and those it extends, the most basic first; games that lie beside it are found."""
    beside = {one.parent.name: one.parent for one in sorted(real_path(folder).parent.glob("*/game.yaml"))}
    return _chain(folder, {**beside, **game_folders(catalogues)})


@lru_cache(maxsize=16)
def _load(chain: tuple[Path, ...], digest: str) -> Game:
    def make() -> Game:
        from listbuilder.loading.assemble import assemble

        return assemble(list(chain))

    return compiled.load_or_compile(compiled_key(chain, digest), make)


def compiled_key(chain: tuple[Path, ...], digest: str) -> str:
    """What a compiled game depends on: its files, its folders and this program."""
    folders = [str(real_path(folder)) for folder in chain]
    return hashlib.sha256(repr((digest, folders, _program())).encode("utf-8", "surrogateescape")).hexdigest()[:32]


def _chain(folder: Path, folders: dict[str, Path]) -> list[Path]:
    """The folder and those it extends, the most basic first. A regular expression finds the key: no YAML is read."""
    chain = [folder]
    while True:
        head = chain[0] / "game.yaml"
        text = read_part(head).decode("utf-8", "replace") if head.is_file() else ""
        match = re.search(r"^extends:\s*[\"']?([\w-]+)", text, re.MULTILINE)
        if match is None:
            return chain
        base = match[1]
        # A circle would never end.
        if base not in folders or folders[base] in chain:
            line = text[: match.start()].count("\n") + 1
            circle = "The games extend each other: break the circle."
            hint = circle if base in folders else did_you_mean(base, folders) or f"The games are {', '.join(folders)}."
            message = f"There is no game `{base}` to extend." if base not in folders else f"`{base}` extends this game."
            finding = Finding(code="catalogue.reference", message=message, hint=hint, file=str(head), line=line)
            raise CatalogueError(f"{head}:{line}: {message}", (finding,))
        chain.insert(0, folders[base])


def _program() -> str:
    """A text that changes with the code that makes games, so that no other version reads its compiled games."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return repr(sorted(_modules(package)))


def _modules(folder: str) -> Iterator[tuple[str, int, int]]:
    """Every module below a folder, with its time of change and size."""
    for one in os.scandir(folder):
        if one.is_dir():
            yield from () if one.name in APART else _modules(one.path)
        elif one.name.endswith(".py"):
            found = one.stat()
            yield one.path, found.st_mtime_ns, found.st_size
