"""Which files a command means, and the list in each: nothing that lies in a folder is passed over in silence.

A folder means every list file in it: YAML, JSON, and text with a list or a share code in it. What else lies there is
left out with a reason, which the command says.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import click

from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.terminal import paragraph

if TYPE_CHECKING:
    from listbuilder.base.errors import ListbuilderError
    from listbuilder.catalogue import Game
    from listbuilder.exchange.formats.import_result import ImportedList
    from listbuilder.exchange.formats.importing import FoundList
    from listbuilder.judging.validator import Referee, Report
    from listbuilder.lists import ListDocument
    from listbuilder.storage.reading import Document

DATA = (".yaml", ".yml", ".json")
# Files that may hold a list and are read as `import` reads them; in a folder, a list is expected only of the first.
TEXT = (".txt", ".csv", ".htm", ".html", ".jpeg", ".jpg", ".md", ".png")
KNOWN = ".yaml, .yml, .json, .txt, .md, .csv, .html, .png or .jpg"
ROSTERS = (".ros", ".rosz")
OTHER = "file.other"
NO_LISTS = {
    "collection": "a collection",
    "deploy": "ways to deploy a list",
    "difference": "a difference of lists",
    "edit": "a record of an edit",
    "entries": "a part of a game",
    "event": "an event pack",
    "fill": "ways to fill a list",
    "force": "a force without its list",
    "game": "a game",
    "match": "a comparison of two lists",
    "mend": "ways to mend a list",
    "mission": "a mission",
    "odds": "odds of attacks",
    "overlay": "an overlay of a game",
    "report": "a report",
    "reveal": "a file that opens seals",
    "revealed": "what seals hid",
    "template": "a template for cards",
    "undo": "a record of an edit",
    "upgrade": "a record of an upgrade",
}
# Whether a file can be read is found out when it is read, so that one that can't does not stop the others.
ARGUMENT = Argument(metavar="FILE…", help="List files, folders of them, or - for stdin.")
Files = Annotated[list[Path], ARGUMENT]
Recursive = Annotated[bool, Option("--recursive", help="Include subfolders.")]


class SkippedFile(NamedTuple):
    """Something in a folder that is not read, and why."""

    path: str
    reason: str


class InputList(NamedTuple):
    """A list in a file; where there are several, each is known by its line. `imported` tells how a text was read.

    `error` says why one of several lists can't be understood; its document is then empty.
    """

    name: str
    document: Document
    imported: ImportedList | None = None
    error: ListbuilderError | None = None


class Inputs(NamedTuple):
    """The files to read; `found` are those that a folder brought in; `left` is what lies beside them."""

    files: list[Path]
    found: frozenset[Path]
    left: list[SkippedFile]

    def no_list(self, path: Path, error: ListbuilderError) -> str:
        """Why a file that lay in a folder is no list at all, such as a text that names no game; else nothing."""
        first = error.findings[0]
        if path in self.found and first.code == OTHER:
            return first.message.rstrip(".")
        maybe = path.suffix.lower() in TEXT[1:] or first.code == "import.game"
        return f"{first.message.rstrip('.')}; it may be no list" if path in self.found and maybe else ""


def find_inputs(paths: list[Path], recursive: bool = False) -> Inputs:
    """The files that a command was given, each once, folders opened."""
    named: dict[Path, bool] = {}
    left: list[SkippedFile] = []
    for path in paths:
        if not os.path.isdir(path):
            named[path] = True
            continue
        for file in _open_folder(path, recursive, left):
            named.setdefault(file, False)
    if not named:
        listed = "".join(f"\n{left_text(*one)}" for one in left)
        raise click.BadParameter(f"{', '.join(map(str, paths))} holds no list files ({KNOWN}){listed}")
    return Inputs(list(named), frozenset(path for path, given in named.items() if not given), left)


def _open_folder(folder: Path, recursive: bool, left: list[SkippedFile], depth: int = 1) -> list[Path]:
    """The list files in a folder, in the order of their names."""
    from listbuilder.storage.files import DEEPEST

    found: list[Path] = []
    try:
        inside = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        left.append(SkippedFile(f"{folder}/", f"the folder can't be opened: {error.strerror}"))
        return found
    if not inside:
        left.append(SkippedFile(f"{folder}/", "the folder is empty"))
    for entry in inside:
        path = folder / entry.name
        if entry.is_dir(follow_symlinks=False):
            if recursive and depth < DEEPEST:
                found += _open_folder(path, recursive, left, depth + 1)
            elif recursive:
                left.append(SkippedFile(f"{path}/", f"more than {DEEPEST} folders deep; name it to open it"))
            elif path.suffix.lower() in DATA:  # it has the place of a list, so it has a finding
                found.append(path)
            else:
                left.append(SkippedFile(f"{path}/", "a folder; say --recursive to open it"))
        elif leads_to_folder(entry):
            left.append(SkippedFile(f"{path}/", "a link to a folder; name it to open it"))
        elif path.suffix.lower() in ROSTERS:
            left.append(SkippedFile(str(path), "a roster of another program; `listbuilder import` reads it"))
        elif path.suffix.lower() not in (*DATA, *TEXT):
            left.append(SkippedFile(str(path), f"not a list file ({KNOWN})"))
        else:
            found.append(path)
    return found


def leads_to_folder(entry: os.DirEntry[str]) -> bool:
    """Whether a link leads to a folder; one that leads nowhere or in circles is a file that can't be read."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def left_text(path: str, reason: str) -> str:
    """What was left out, in a line."""
    return paragraph(f"Not read: {path}: {reason}.", "  ", "")


def open_bytes(path: Path) -> bytes:
    """The bytes of a list file, or of stdin for `-`, which may be endless or closed."""
    from listbuilder.storage.reading import read_raw, read_stream

    return read_stream(getattr(sys.stdin, "buffer", None)) if str(path) == "-" else read_raw(path)


class ListReader:
    """Opens and judges lists for one command, which looks at each game once; `event` is the one they are judged for."""

    def __init__(self, catalogues: list[Path], event: Game | None = None) -> None:
        self.catalogues = catalogues
        self.event = event
        self.games: dict[str, Game] = {}
        self.left: dict[str, float] = {}

    def game(self, name: str) -> Game:
        """A game by id or name."""
        if name not in self.games:
            from listbuilder.loading import load_game

            self.games[name] = load_game(name, self.catalogues)
        return self.games[name]

    @cached_property
    def referee(self) -> Referee:
        """What judges the lists of the command."""
        from listbuilder.judging.validator import Referee

        return Referee(self.game, self.event)

    def read(self, path: Path) -> Document:
        """The one list in a file; several are refused."""
        found = self.lists_in(path)
        if len(found) > 1:
            from listbuilder.storage.reading import refuse_one

            hint = "Write each to a file of its own with `listbuilder import --list all`."
            raise refuse_one("import.several", f"there are {len(found)} lists in this", hint, str(path))
        return found[0].document

    def lists_in(self, path: Path) -> list[InputList]:
        """What a file holds: YAML and JSON as it stands, text and share codes as the lists that they mean."""
        from listbuilder.storage.reading import STDIN, Document, read_bytes

        if str(path) == "-":
            return [InputList(STDIN, read_bytes(open_bytes(path), file=STDIN))]
        if path.suffix.lower() in TEXT:
            return self.convert(path)
        if (code := share_code(path)) is not None:
            from listbuilder.exchange.formats.code import read_code

            return [InputList("share code", read_code(code))]
        document = read_bytes(open_bytes(path), file=str(path))
        # An exported force has its list inside, which is judged anew.
        inner = document.data.get("list")
        given = inner.get("document") if isinstance(inner, dict) and "document" in document.data else None
        if given is None:
            refuse_other(document, path)
        return [InputList(str(path), Document(given, {}, str(path)) if isinstance(given, dict) else document)]

    def convert(self, path: Path) -> list[InputList]:
        """The lists that a text, a table, a page or a picture means."""
        from listbuilder.base.errors import DocumentError
        from listbuilder.exchange.formats.importing import LARGE, LARGE_FILES, find_lists
        from listbuilder.loading import game_folders
        from listbuilder.storage.reading import LIST_LIMITS, Document, read_raw

        raw = read_raw(path, limits=LARGE_FILES if path.suffix.lower() in LARGE else LIST_LIMITS)
        found = find_lists(raw, self.game, list(game_folders(self.catalogues)), None, str(path))
        if len(found) == 1:
            return [_opened(str(path), found[0], path)]
        opened = []
        for one in found:
            name = f"{path}:{one.line}"
            try:
                opened.append(_opened(name, one, path))
            except DocumentError as error:
                opened.append(InputList(name, Document({}, {}, str(path)), error=error))
        return opened

    def open(self, path: Path) -> ListDocument:
        """The list in a file."""
        from listbuilder.lists import parse_list

        return parse_list(self.read(path))

    def judge(self, path: Path) -> Report:
        """The report on the list in a file; one that goes over its budget is refused like one that can't be read."""
        with self.working(str(path)):
            return self.referee.judge(self.read(path))

    @contextmanager
    def working(self, file: str, against: str | None = None) -> Iterator[None]:
        """Work on a list: all that is done to it comes out of one budget, and where it meets another, of both."""
        from listbuilder.storage.processes.budget import SECONDS, remaining, within_budget

        other = self.left.get(against, SECONDS) if against else 0
        with within_budget(file, self.left.get(file, SECONDS) + other):
            yield
            self.left[file] = remaining()

    @contextmanager
    def drawing(self, files: Iterable[str]) -> Iterator[None]:
        """Work on several lists at once, out of what is left to all of them."""
        from listbuilder.storage.processes.budget import SECONDS, within_budget

        names = list(files)
        with within_budget(names[0] if len(names) == 1 else None, sum(self.left.get(name, SECONDS) for name in names)):
            yield


def share_code(path: Path) -> str | None:
    """The share code, alone or in a link, that was given where a file is expected; None for anything else."""
    from listbuilder.exchange.formats.code import code_in

    # A path has lost one of the slashes of a link.
    code = code_in(str(path).replace(":/", "://", 1))
    return code if code and not os.path.lexists(path) else None


def refuse_other(document: Document, path: Path) -> None:
    """Refuse a document of ours that is no list, such as an event pack, and say what it is."""
    if "models" in document.data and "game" in document.data:
        return
    from listbuilder.base.errors import DocumentError
    from listbuilder.storage.reading import refuse_one
    from listbuilder.ui.schema_check import kind_of

    try:
        kind = kind_of(document, path)
    except DocumentError:
        return
    if kind != "list":
        raise refuse_one(OTHER, f"this is {NO_LISTS[kind]}, and no list", "Give a list file.", str(path))


def _opened(name: str, found: FoundList, path: Path) -> InputList:
    """A list that was found in a text, read."""
    from listbuilder.storage.reading import Document

    imported = found.read(False)
    return InputList(name, Document(dict(imported.tree), {}, str(path)), imported)
