"""A folder as it was at a git revision: a path and a revision go in, a copy in a temporary folder comes out."""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


class RevisionError(Exception):
    """No such folder or revision, or no git; the message is meant for people."""


@contextmanager
def at_revision(folder: Path, revision: str) -> Iterator[Path]:
    """A copy of a folder, under its name, as it was at a revision."""
    with TemporaryDirectory() as holder:
        target = Path(holder) / folder.resolve().name
        target.mkdir()
        with tarfile.open(fileobj=io.BytesIO(archive_of(folder, revision))) as archive:
            # The filter refuses members that would land outside the folder.
            archive.extractall(target, filter="data")
        yield target


def last_tag(folder: Path) -> str | None:
    """The newest tag before what is checked out in a folder; None without tags or git."""
    try:
        return git(folder, "describe", "--tags", "--abbrev=0").decode("utf-8").strip()
    except RevisionError:
        return None


def archive_of(folder: Path, revision: str) -> bytes:
    """A folder as it was at a git revision, as a tar archive."""
    # git would take it for an option.
    if revision.startswith("-") or not os.path.isdir(folder):
        raise RevisionError(f"{folder}@{revision} is no folder at a revision")
    top, prefix = git(folder, "rev-parse", "--show-toplevel", "--show-prefix").decode("utf-8").split("\n")[:2]
    # Run in the top folder: in the folder itself git would apply the prefix twice.
    return git(Path(top), "archive", "--format=tar", f"{revision}:{prefix.rstrip('/')}")


def git(folder: Path, *words: str) -> bytes:
    """The output of git; if it fails, the error has the first line of its own message."""
    try:
        found = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, check=False)
    except FileNotFoundError as error:
        raise RevisionError("git is not installed") from error
    if found.returncode:
        reason = found.stderr.decode("utf-8", "replace").strip().splitlines() or ["git failed"]
        raise RevisionError(f"{folder}: {reason[0]}")
    return found.stdout
