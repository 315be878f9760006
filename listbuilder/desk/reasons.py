"""Reasons in the organiser's own words, which may name people: each lies in a file of its own that `forget` can delete.

The ledger has a salted hash of a reason in its place, so that nobody can change one unseen and none can be guessed.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from listbuilder.desk.ledger_kinds import LedgerLine, Undone
from listbuilder.storage.files import make_folder, write_text

FOLDER = "reasons"
DOMAIN = b"listbuilder reason 1"
ID = re.compile("[0-9a-f]{64}")


def new_reason(words: str) -> tuple[str, str]:
    """The hash that stands in the ledger for a reason, and the text of its file."""
    text = f"{secrets.token_hex(16)}\n{words}\n"
    return _hash(text), text


def write_reason(root: Path, id: str, text: str) -> None:
    """Put a reason into its file."""
    make_folder(root / FOLDER)
    write_text(reason_file(root, id), text, replace=True, private=True)


def reason_file(root: Path, id: str) -> Path:
    """Where a reason lies."""
    return root / FOLDER / f"{id}.txt"


def read_reason(root: Path, reason: str) -> str:
    """The words of a reason; nothing where it was deleted or changed. Ledgers of old have the words themselves."""
    if not ID.fullmatch(reason):
        return reason
    text = _text(root, reason)
    return text.partition("\n")[2].rstrip("\n") if _hash(text) == reason else ""


def is_changed(root: Path, reason: str) -> bool:
    """Whether the file of a reason is there and is not what the ledger noted."""
    return ID.fullmatch(reason) is not None and bool(text := _text(root, reason)) and _hash(text) != reason


def lines_about(lines: Iterable[LedgerLine], ids: Iterable[str]) -> Iterator[LedgerLine]:
    """The lines with a reason that name some lists or players, or that undo a line which does."""
    every, wanted = list(lines), set(ids)
    naming = {line.seq for line in every if wanted & set(_leaves(line.entry.data))}
    for line in every:
        if line.entry.reason and (line.seq in naming or (isinstance(line.entry, Undone) and line.entry.line in naming)):
            yield line


def lines_with_words(lines: Iterable[LedgerLine]) -> list[int]:
    """The lines of an old ledger that hold a reason itself, which nothing can delete."""
    return [line.seq for line in lines if not ID.fullmatch(line.entry.reason)]


def delete_reasons(root: Path, lines: Iterable[LedgerLine], words: Iterable[str]) -> list[str]:
    """Delete the reasons of some lines, and all in which some words stand; the files that are gone."""
    ids = {line.entry.reason for line in lines}
    named = [word.casefold() for word in words if word]
    folder, gone = root / FOLDER, []
    for path in sorted(folder.glob("*.txt")) if folder.is_dir() else ():
        text = path.read_text("utf-8", "replace").casefold()
        if path.stem in ids or any(word in text for word in named):
            path.unlink()
            gone.append(f"{FOLDER}/{path.name}")
    return gone


def _text(root: Path, id: str) -> str:
    path = reason_file(root, id)
    return path.read_text("utf-8", "replace") if path.is_file() else ""


def _hash(text: str) -> str:
    return hashlib.sha256(DOMAIN + text.encode("utf-8", "surrogatepass")).hexdigest()


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _leaves(one)
