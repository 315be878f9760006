"""The user's own cache: bytes go in under a name, and come out again only if they are the ones that went in.

Only folders and files that the user owns are trusted, and each file carries a keyed digest with a secret of that
folder: an altered, planted, truncated or renamed file counts as missing. A miss only costs time.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import stat
from contextlib import suppress
from pathlib import Path

from listbuilder.base.errors import ListbuilderError
from listbuilder.storage.files import write_bytes
from listbuilder.storage.processes.budget import unbounded

# Compiled games differ widely in size, so both their number and their total are bounded.
MOST_FILES, MOST_BYTES, LARGEST = 40, 400_000_000, 120_000_000
SECRET, SECRET_SIZE = "secret", 32
SUFFIX = ".cache"
# A link or a pipe that somebody put there is neither followed nor waited for.
FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def load(name: str) -> bytes | None:
    """What was stored under a name, or None."""
    folder = private_folder(_cache_folder())
    secret = _secret(folder) if folder else None
    found = read_private(folder / f"{name}{SUFFIX}", LARGEST) if folder and secret else None
    if found is None or secret is None:
        return None
    seal, data = found[: hashlib.blake2b().digest_size], found[hashlib.blake2b().digest_size :]
    # In constant time, as for any secret.
    return data if hmac.compare_digest(seal, _digest(secret, name, data)) else None


def store(name: str, data: bytes) -> None:
    """Store bytes under a name; errors are ignored, since a miss only costs time."""
    home = _cache_folder()
    # The time is not the list's own: the first command after an update must not fail because it also fills the cache.
    with suppress(OSError, ListbuilderError), unbounded():
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder = private_folder(home)
        # `load` reads at most `LARGEST` bytes, digest included.
        if folder is None or len(data) > LARGEST - 1000:
            return
        secret = _secret(folder) or _new_secret(folder)
        write_bytes(folder / f"{name}{SUFFIX}", _digest(secret, name, data) + data, replace=True)
        _prune(folder)


def private_folder(folder: Path) -> Path | None:
    """A folder if it exists and belongs to the user, with access for others removed; None otherwise."""
    try:
        found = folder.stat()
        if not stat.S_ISDIR(found.st_mode) or not _is_own(found):
            return None
        if hasattr(os, "geteuid") and stat.S_IMODE(found.st_mode) & 0o077:
            folder.chmod(0o700)
    except OSError:
        return None
    return folder


def read_private(path: Path, most: int) -> bytes | None:
    """The bytes of an ordinary file of the user's own that nobody else can write to; None otherwise."""
    try:
        handle = os.open(path, FLAGS)
    except (OSError, ValueError):
        return None
    try:
        # Asked of the open file: what has the name may be replaced between a check and the opening.
        found = os.fstat(handle)
        open_to_others = hasattr(os, "geteuid") and stat.S_IMODE(found.st_mode) & 0o022
        if not stat.S_ISREG(found.st_mode) or not _is_own(found) or open_to_others or found.st_size > most:
            return None
        with open(handle, "rb", closefd=False) as file:
            return file.read(most)
    except OSError:
        return None
    finally:
        os.close(handle)


def _cache_folder() -> Path:
    # The XDG specification says to ignore a relative path.
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (named if named.is_absolute() else Path(os.path.expanduser("~")) / ".cache") / "listbuilder"


def _is_own(found: os.stat_result) -> bool:
    return not hasattr(os, "geteuid") or found.st_uid == os.geteuid()


def _secret(folder: Path) -> bytes | None:
    found = read_private(folder / SECRET, SECRET_SIZE)
    return found if found and len(found) == SECRET_SIZE else None


def _new_secret(folder: Path) -> bytes:
    """Create the secret of a folder; of two processes that do so at once, the first wins."""
    made = os.urandom(SECRET_SIZE)
    # Without `replace`, so that the first of two processes wins and both use one secret.
    with suppress(ListbuilderError):
        write_bytes(folder / SECRET, made)
    found = _secret(folder)
    if found is None:
        # The file exists but holds no valid secret: replace it.
        os.unlink(folder / SECRET)
        write_bytes(folder / SECRET, made)
    return found or made


def _digest(secret: bytes, name: str, data: bytes) -> bytes:
    return hashlib.blake2b(name.encode() + b"\0" + data, key=secret).digest()


def _prune(folder: Path) -> None:
    """Remove the oldest files above the limits on number and size."""
    # Without the secret every file in the folder would be worthless, so it is never removed.
    kept = sorted(
        ((one.stat(follow_symlinks=False), one.path) for one in os.scandir(folder) if one.name != SECRET),
        key=lambda pair: pair[0].st_mtime,
        reverse=True,
    )
    size = 0
    for number, (found, path) in enumerate(kept, 1):
        size += found.st_size
        if number > MOST_FILES or size > MOST_BYTES:
            with suppress(OSError):
                os.unlink(path)
