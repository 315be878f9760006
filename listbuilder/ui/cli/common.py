"""What commands are given: shared options, the files they mean, and the games and lists in them; and exit codes.

A folder means every list file in it: YAML, JSON, and text with a list or a share code in it. What else lies there is
left out with a reason, which the command prints.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import click

from listbuilder.base.errors import ListbuilderError
from listbuilder.storage.reading import Document
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.terminal import paragraph, say

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.exchange.documents.judged import JudgedList
    from listbuilder.exchange.formats.import_result import ImportedList
    from listbuilder.exchange.formats.importing import FoundList
    from listbuilder.judging.validator import Referee, Report
    from listbuilder.lists.file_editor import RewrittenFile

ILLEGAL, USAGE, UNREADABLE, FAILED = 1, 2, 3, 4
# Parameters that name a file to write, not one to read.
OUTPUTS = frozenset({"out", "output", "png", "reference", "report", "reveal", "write"})
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
    "rules": "the rules of a game",
    "template": "a template for cards",
    "undo": "a record of an edit",
    "upgrade": "a record of an upgrade",
}

Catalogues = Annotated[
    list[Path] | None, Option("--catalogue", metavar="DIR", help="A folder of more games; may be repeated.")
]
JsonFlag = Annotated[bool, Option("--json", help="Print one JSON document.")]
EventPack = Annotated[Path | None, Option(metavar="EVENT", help="An event pack: its rules and limit apply too.")]
CollectionFile = Annotated[
    Path | None, Option(metavar="FILE", help="Warn about what you do not own; the file has `owned: {name: number}`.")
]
FontFile = Annotated[
    Path | None, Option("--font", metavar="FILE", help="A TrueType font for letters that Roboto lacks.")
]
ForceFlag = Annotated[bool, Option("--force", help="Overwrite an existing file.")]
ListFile = Annotated[Path, Argument(metavar="FILE", help="A list file, YAML or JSON.")]
GameName = Annotated[str, Argument(help="The id or name of a game.")]
# Whether a file can be read is found out when it is read, so that one that can't does not stop the others.
ARGUMENT = Argument(metavar="FILE…", help="List files, folders of them, or - for stdin.")
Files = Annotated[list[Path], ARGUMENT]
Standalone = Annotated[
    bool,
    Option(
        "--standalone/--no-standalone",
        help="A force has the rules of its game, or leaves out what `export GAME --to rules` has.",
    ),
]
Recursive = Annotated[bool, Option("--recursive", help="Include subfolders.")]


def report_code(report: Report) -> int:
    """The exit code for a report; a list with an unknown key was read and judged, and is illegal."""
    from listbuilder.judging.validator import MALFORMED

    if any(one.code.startswith(MALFORMED) and one.code != "key.unknown" for one in report.findings):
        return UNREADABLE
    return 0 if report.valid else ILLEGAL


def pair_code(reports: tuple[Report, Report], fit: bool = True) -> int:
    """The exit code for two lists: 0 if both are legal and fit together."""
    if any(one.malformed for one in reports):
        return UNREADABLE
    return 0 if fit and all(one.valid for one in reports) else ILLEGAL


# Games


def folders(context: click.Context | None, catalogues: list[Path] | None) -> list[Path]:
    """The catalogue folders named before the command and after it."""
    named = [*((context and context.obj) or []), *(catalogues or [])]
    for folder in named:
        if not folder.is_dir():
            raise click.BadParameter(f"{folder} is not a folder", param_hint="--catalogue")
    return named


def open_game(name: str, catalogues: list[Path], event: Game | None = None) -> Game:
    """A game by id or name, as it is played at an event if one is given, which must be an event of that game."""
    from listbuilder.loading import load_game

    game = load_game(name, catalogues)
    if event is None or event.id == game.id:
        return event or game
    assert event.event is not None
    fact = f"{event.event.name} is an event for {event.name}, and this is for {game.name}"
    raise click.BadParameter(fact, param_hint="--event")


def paths_in(context: click.Context | None) -> list[Path]:
    """The files and folders that a command reads."""
    given = [value for name, value in context.params.items() if name not in OUTPUTS] if context else []
    flat = [one for value in given for one in (value if isinstance(value, list | tuple) else [value])]
    return [one for one in flat if isinstance(one, Path)]


def games_beside(paths: Iterable[Path], catalogues: list[Path]) -> list[Path]:
    """The folders of games that lists lie in or beside.

    One beside a list never takes the place of another game of its id: the list may be a stranger's. For a list inside
    a game that has the id of another one, it is unclear which is meant, and loading the game says so.
    """
    from listbuilder.base.errors import CatalogueError
    from listbuilder.loading.folders import game_folders, near_games
    from listbuilder.storage.files import real_path

    places = {
        (path if os.path.isdir(path) else path.parent): path
        for path in paths
        if path.suffix.lower() in ("", *DATA, *ROSTERS)
    }
    near = {folder: (id, path) for path in places.values() for id, folder in near_games(path).items()}
    try:
        known = game_folders(catalogues) if near else {}
    except CatalogueError:
        # Loading a game reports what is wrong with the catalogues.
        return []
    return [
        folder
        for folder, (id, path) in near.items()
        if id not in known
        or (real_path(known[id]) != folder and folder in real_path(path).parents and names_game(path, id))
    ]


def games_named(context: click.Context | None, catalogues: list[Path]) -> list[Path]:
    """The folders near the working folder whose games a command names by id, and which are not known yet."""
    from listbuilder.base.errors import CatalogueError
    from listbuilder.loading.folders import game_folders, near_games

    given = [value for value in context.params.values() if value] if context else []
    words = {one for value in given for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)}
    near = {id: folder for id, folder in near_games(Path()).items() if id in words} if words else {}
    try:
        return [near[id] for id in near.keys() - game_folders(catalogues).keys()] if near else []
    except CatalogueError:
        return []  # whoever loads a game says what is wrong with the catalogues


def names_game(path: Path, id: str) -> bool:
    """Whether a list, or one in a folder, is for a game, as far as a glance shows."""
    from listbuilder.base.errors import ListbuilderError
    from listbuilder.base.values import slug
    from listbuilder.storage.reading import read_raw

    try:
        files = sorted(path.glob("*.yaml"))[:20] if os.path.isdir(path) else [path]
        texts = [read_raw(one).decode("utf-8", "replace") for one in files]
    except ListbuilderError:
        # Reading it for the command reports why.
        return False
    found = (re.search(r"^[\s{]*[\"']?game[\"']?:\s*[\"']?([^\"'#,\n]+)", text, re.MULTILINE) for text in texts)
    return any(one and slug(one[1].strip()) == id for one in found)


class GameReader:
    """The games that a command knows, those beside its lists included; each is loaded once."""

    def __init__(self, catalogue: Catalogues = None) -> None:
        context = click.get_current_context(silent=True)
        self.catalogues = folders(context, catalogue)
        self.catalogues += games_beside(paths_in(context), self.catalogues)
        self.catalogues += games_named(context, self.catalogues)
        self.games: dict[str, Game] = {}

    def look_beside(self, path: Path) -> None:
        """Know the games beside a file as well that the command did not take as a path."""
        self.catalogues += games_beside([path], self.catalogues)

    @property
    def folders(self) -> dict[str, Path]:
        """The folder of each game, by id."""
        from listbuilder.loading import game_folders

        return game_folders(self.catalogues)

    @property
    def files(self) -> list[Path]:
        """Every file of these games."""
        from listbuilder.loading.folders import files_of

        return [file for folder in self.folders.values() for file in files_of(folder)]

    @property
    def files_read(self) -> list[Path]:
        """Every file that the command reads, the games included, none of which it may write over."""
        return [*paths_in(click.get_current_context()), *self.files]

    def game(self, name: str) -> Game:
        """A game by id or name."""
        if name not in self.games:
            from listbuilder.loading import load_game

            self.games[name] = load_game(name, self.catalogues)
        return self.games[name]


class OutputFiles(NamedTuple):
    """How results are written: over other files or not, and never over a file that was read."""

    replace: bool
    read: list[Path]

    def check(self, *targets: Path | str | None) -> None:
        """Stop before the work when a result could not be written."""
        from listbuilder.storage.files import check_target

        for target in targets:
            if target and str(target) != "-":
                check_target(Path(target), replace=self.replace, inputs=self.read)

    def write(self, target: Path, content: bytes | str) -> None:
        """Write one file."""
        from listbuilder.storage.files import write_bytes, write_text

        if isinstance(content, str):
            write_text(target, content, replace=self.replace, inputs=self.read)
        else:
            write_bytes(target, content, replace=self.replace, inputs=self.read)


# Lists


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

    try:
        inside = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        left.append(SkippedFile(f"{folder}/", f"the folder can't be opened: {error.strerror}"))
        return []
    if not inside:
        left.append(SkippedFile(f"{folder}/", "the folder is empty"))
    found: list[Path] = []
    for entry in inside:
        path = folder / entry.name
        suffix = path.suffix.lower()
        if entry.is_dir(follow_symlinks=False):
            if recursive and depth < DEEPEST:
                found += _open_folder(path, recursive, left, depth + 1)
            elif recursive:
                left.append(SkippedFile(f"{path}/", f"more than {DEEPEST} folders deep; name it to open it"))
            elif suffix in DATA:  # it is named like a list, so it gets a finding like one
                found.append(path)
            else:
                left.append(SkippedFile(f"{path}/", "a folder; say --recursive to open it"))
        elif _leads_to_folder(entry):
            left.append(SkippedFile(f"{path}/", "a link to a folder; name it to open it"))
        elif suffix in ROSTERS:
            left.append(SkippedFile(str(path), "a roster of another program; `listbuilder import` reads it"))
        elif suffix not in (*DATA, *TEXT):
            left.append(SkippedFile(str(path), f"not a list file ({KNOWN})"))
        else:
            found.append(path)
    return found


def _leads_to_folder(entry: os.DirEntry[str]) -> bool:
    """Whether a link leads to a folder; one that leads nowhere or in circles is a file that can't be read."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def left_text(path: str, reason: str) -> str:
    """What was left out, in a line."""
    return paragraph(f"Not read: {path}: {reason}.", "  ", "")


def display_name(path: Path) -> str:
    """The name of a file as people see it."""
    return "<stdin>" if str(path) == "-" else str(path)


def open_bytes(path: Path) -> bytes:
    """The bytes of a list file, or of stdin for `-`, which may be endless or closed."""
    from listbuilder.storage.reading import read_raw, read_stream

    return read_stream(getattr(sys.stdin, "buffer", None)) if str(path) == "-" else read_raw(path)


class ListReader(GameReader):
    """Reads and judges lists for one command, at an event if one is named."""

    def __init__(self, event: EventPack = None, catalogue: Catalogues = None) -> None:
        super().__init__(catalogue)
        self.event_file = event
        self.event: Game | None = None
        # Seconds that are left of each list's budget, by its file.
        self.left: dict[str, float] = {}
        if event:
            from listbuilder.loading.events import load_event

            self.event = load_event(event, self.catalogues)

    @cached_property
    def referee(self) -> Referee:
        """The judge of these lists; one of another game than the event's gets a finding."""
        from listbuilder.judging.validator import Referee

        return Referee(self.game, self.event)

    def game_played(self, name: str) -> Game:
        """A game by id or name, as it is played at the event, which must be one of that game."""
        return open_game(name, self.catalogues, self.event)

    def judged_list(self, path: Path) -> JudgedList:
        """The list in a file, judged and ready to be written in any format; the event must be one of its game."""
        from listbuilder.exchange.documents.judged import judge_list
        from listbuilder.judging.validator import Referee

        return judge_list(self.read(path), Referee(self.game_played))

    def judge(self, path: Path) -> Report:
        """The report on the list in a file; one that goes over its budget is refused like one that can't be read."""
        with self.working(str(path)):
            return self.referee.judge(self.read(path))

    def judge_pair(self, a: Path, b: Path) -> tuple[Report, Report]:
        """The reports on two lists, which must be of one game."""
        from listbuilder.base.errors import EditError
        from listbuilder.storage.processes.budget import within_budget

        check_pair(a, b)
        with within_budget(f"{a} and {b}"):
            left, right = self.judge(a), self.judge(b)
        games = [report.force.game.id for report in (left, right)]
        if games[0] != games[1]:
            raise EditError(f"{a} is a list for {games[0]}, {b} for {games[1]}; only lists of one game can meet.")
        return left, right

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
        from listbuilder.storage.reading import LIST_LIMITS, Document, read_raw

        raw = read_raw(path, limits=LARGE_FILES if path.suffix.lower() in LARGE else LIST_LIMITS)
        found = find_lists(raw, self.game, list(self.folders), None, str(path), self.folders)
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


def check_pair(a: Path, b: Path) -> None:
    """Refuse to read two lists from stdin."""
    if str(a) == str(b) == "-":
        raise click.BadParameter("only one of the two lists can come from stdin", param_hint="A and B")


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


# Edits


def check_file(file: Path) -> None:
    """Refuse what no edit can change, with what can be done instead."""
    from shlex import quote

    if str(file) == "-":
        raise click.BadParameter("an edit changes a file; stdin is none", param_hint="FILE")
    if file.suffix.lower() in (*TEXT, *ROSTERS):
        command = f"listbuilder import {quote(str(file))} -o {quote(str(file.with_suffix('.yaml')))}"
        raise click.BadParameter(f"edits change YAML and JSON lists; `{command}` makes one", param_hint="FILE")


def warn_without_undo(written: RewrittenFile) -> None:
    """Warn if an edit can't be undone."""
    if written.changed and not written.noted:
        say("This edit can't be taken back later, because the notes for `undo` can't be written.", error=True)
