"""What commands share: options, exit codes, finding list files, and loading games for them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from listbuilder.cli.terminal import HIDDEN_PATTERN, paragraph, say, style

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.errors import ListbuilderError
    from listbuilder.lists import ListDocument
    from listbuilder.validator import Report

__all__ = [
    "ILLEGAL",
    "UNREADABLE",
    "USAGE",
    "Catalogues",
    "ForceFlag",
    "JsonFlag",
    "fail",
    "folders",
    "judge_file",
    "list_files",
    "open_game",
    "open_list",
    "print_json",
]

ILLEGAL, USAGE, UNREADABLE = 1, 2, 3
Catalogues = Annotated[
    list[Path] | None, typer.Option("--catalogue", metavar="DIR", help="A folder of more games; may be repeated.")
]
JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
ForceFlag = Annotated[bool, typer.Option("--force", help="Replace a file that is there already.")]


def folders(context: typer.Context, catalogues: list[Path] | None) -> list[Path]:
    """The catalogue folders named before the command and after it."""
    named = [*(context.obj or []), *(catalogues or [])]
    for folder in named:
        if not folder.is_dir():
            raise typer.BadParameter(f"{folder} is not a folder", param_hint="--catalogue")
    return named


def open_game(name: str, catalogues: list[Path]) -> Game:
    """A game by id or name."""
    from listbuilder.loader import load_game

    return load_game(name, catalogues)


def fail(error: ListbuilderError, code: int) -> NoReturn:
    """Print every finding of an error on stderr and exit."""
    for finding in error.findings:
        place = f"{finding.file}:{finding.line}: " if finding.file and finding.line else ""
        place = place or (f"{finding.file}: " if finding.file and finding.file not in finding.message else "")
        fact = finding.message if finding.message.endswith((".", "!", "?")) else f"{finding.message}."
        say(paragraph(f"{place}{fact} {finding.hint}".rstrip(), "  ", ""), error=True)
    if not error.findings:
        say(style(str(error)), error=True)
    raise typer.Exit(code)


def judge_file(path: Path, catalogues: list[Path]) -> Report:
    """The report on one list file."""
    from listbuilder.loader import load_game
    from listbuilder.resolver import resolve
    from listbuilder.validator import validate

    document = open_list(path)
    return validate(resolve(document, load_game(document.game, catalogues)))


def open_list(path: Path) -> ListDocument:
    """A list from a file, or from stdin for `-`; no more of it is read than a list may have."""
    from listbuilder.lists import read_list
    from listbuilder.reading import LIST_LIMITS

    if str(path) == "-":
        return read_list(sys.stdin.buffer.read(LIST_LIMITS.bytes + 1), file="<stdin>")
    return read_list(path)


def list_files(paths: list[Path]) -> list[Path]:
    """The files to judge; a folder means every list file in it."""
    found: list[Path] = []
    for path in paths:
        if os.path.isdir(path):
            inside = sorted(one for one in path.iterdir() if one.suffix in (".yaml", ".yml", ".json") and one.is_file())
            if not inside:
                raise typer.BadParameter(f"{path} holds no list files (.yaml, .yml or .json)")
            found += inside
        else:
            found.append(path)
    return found


def print_json(document: object) -> None:
    """One JSON document on stdout, the same bytes for the same data; characters that could hide are escaped."""
    import json

    encoding = sys.stdout.encoding or "utf-8"
    text = json.dumps(document, ensure_ascii=encoding.lower().replace("-", "") != "utf8", indent=2)
    shown = HIDDEN_PATTERN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    sys.stdout.write(shown.encode(encoding, "backslashreplace").decode(encoding) + "\n")
