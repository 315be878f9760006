"""Writing files, for every command: all or nothing, and never over a file that the user did not ask to replace.

A new file appears whole or not at all; of two processes that create it at once, the first wins. Leftovers of killed
runs are removed by the next write to the folder.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from listbuilder.base.errors import DocumentError
from listbuilder.storage.processes.budget import stop_clock
from listbuilder.storage.reading import real_path as real_path

PRIVATE, PRIVATE_FOLDER = 0o600, 0o700
PREFIX, SUFFIX = ".listbuilder-", ".tmp"
# How many nested folders are searched: a hostile one may be as deep as a path can be long.
DEEPEST = 24
# What systems answer that have no hard links.
NO_LINKS = frozenset({errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK})


def write_text(
    path: Path, text: str, *, replace: bool = False, inputs: Iterable[Path | str] = (), private: bool = False
) -> None:
    """Put `text` into a file, or leave everything as it was and raise DocumentError."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise write_error(path, "can't hold that text: it is not valid Unicode", "Check the names in it.") from error
    write_bytes(path, data, replace=replace, inputs=inputs, private=private)


def write_bytes(
    path: Path,
    data: bytes,
    *,
    replace: bool = False,
    inputs: Iterable[Path | str] = (),
    private: bool = False,
    lasting: bool = True,
) -> None:
    """Put bytes into a file. An existing one stays unless `replace` is set, and one of the `inputs` always stays.

    Only the owner may read a `private` file, and no link to it is followed. One that is not `lasting` can be made
    again, so it is not synced to the disk.
    """
    check_target(path, replace=replace, inputs=inputs)
    if private and path.is_symlink():
        raise write_error(path, "is a link", "Put a file in its place.")
    # From here on the time limit is off: an interrupted write would report a failure after the file is there.
    stop_clock()
    try:
        target = real_path(path)
        remove_leftovers(target.parent)
        _write(target, path, data, replace, PRIVATE if private else 0o666, lasting)
    except FileExistsError as error:
        raise _exists_error(path) from error
    # ValueError: a NUL in the path.
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its name is not a possible file name"
        raise write_error(path, f"can't be written: {reason}", "What was there before is intact.") from error


def append_bytes(path: Path, data: bytes, *, after: int) -> None:
    """Write bytes at offset `after`, all or none, and sync; anything from that offset on is cut off first."""
    try:
        handle = open_private(path)
        try:
            _append(handle, data, after)
        finally:
            os.close(handle)
    except OSError as error:
        raise write_error(path, f"can't be written: {error.strerror}", "Nothing was added to it.") from error


def open_private(path: Path) -> int:
    """Open a private file for writing, creating it if needed. A link, or a file with a second name, is refused, since
    writing would change a file elsewhere.
    """
    extra = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | extra, PRIVATE)
    except OSError as error:
        if error.errno not in (errno.ELOOP, errno.ENXIO):
            raise
        raise write_error(path, "is a link or a pipe", "Put a file in its place.") from error
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode) or found.st_nlink != 1:
        os.close(handle)
        raise write_error(path, "is not an ordinary file, or has another name too", "Put a copy in its place.")
    return handle


def _append(handle: int, data: bytes, after: int) -> None:
    """Put bytes at the end of an open file, or leave it as long as it was."""
    try:
        # A killed run may have left half a line behind the last whole one.
        os.ftruncate(handle, after)
        os.lseek(handle, after, os.SEEK_SET)
        # A short write means a full disk.
        if os.write(handle, data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(handle)
    except OSError:
        os.ftruncate(handle, after)
        raise


def check_target(path: Path, *, replace: bool, inputs: Iterable[Path | str] = ()) -> None:
    """Raise if a file could not be written, before the work that makes its content."""
    found = _stat(path)
    if found is None:
        return
    # By device and inode: two paths may lead to one file.
    if any(there and os.path.samestat(there, found) for there in map(_stat, inputs)):
        raise write_error(path, "is read by this command, so it is not written over", "Choose another name.")
    if not stat.S_ISREG(found.st_mode):
        raise write_error(path, "is not an ordinary file", "Choose another name.")
    if not replace:
        raise _exists_error(path)
    if not os.access(path, os.W_OK):
        raise write_error(path, "is read-only", "Choose another name, or change its permissions.")


def make_folder(path: Path) -> None:
    """A folder for its owner alone; one that is there stays as it is."""
    path.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)


def write_error(path: Path, why: str, hint: str) -> DocumentError:
    """The error for a file that is left alone."""
    return DocumentError.of("file.write", f"{path} {why}.", hint, file=str(path))


def _exists_error(path: Path) -> DocumentError:
    return write_error(path, "exists already", "Choose another name, or say --force.")


def _stat(path: Path | str) -> os.stat_result | None:
    """The status of what is at a path, or None; an impossible name is reported where it is used."""
    try:
        return Path(path).stat()
    except (OSError, ValueError):
        return None


def _write(target: Path, shown: Path, data: bytes, replace: bool, mode: int, lasting: bool) -> None:
    old = _stat(target)
    with _scratch(target.parent, 0o600 if old else mode) as (handle, name):
        with open(handle, "wb", closefd=False) as file:
            file.write(data)
        if old:
            # The new file replaces the old one's inode, so it must take over its owner and mode.
            _copy_owner_and_mode(handle, old, shown, mode == PRIVATE)
        # Before the rename: after a power cut the name must not lead to an empty file.
        if lasting:
            os.fsync(handle)
        if replace:
            os.replace(name, target)
        else:
            _link_new(name, target)
    if lasting:
        _sync_folder(target.parent)


@contextmanager
def _scratch(folder: Path, mode: int) -> Iterator[tuple[int, str]]:
    """A new file beside the target, locked so that nobody takes it for a leftover; removed at the end."""
    while True:
        # In the same folder, because a rename works only within one disk.
        name = str(folder / f"{PREFIX}{secrets.token_hex(6)}{SUFFIX}")
        handle = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        # Between these two lines another process may have removed it as a leftover.
        if try_lock(handle) and os.fstat(handle).st_nlink:
            break
        os.close(handle)
    try:
        yield handle, name
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)
        os.close(handle)


def _copy_owner_and_mode(handle: int, old: os.stat_result, shown: Path, private: bool) -> None:
    """Give the new file the owner and the mode of the old one; a private one stays closed to others."""
    if not hasattr(os, "fchown"):
        return
    new = os.fstat(handle)
    try:
        if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
            os.fchown(handle, old.st_uid, old.st_gid)
    except PermissionError as error:
        raise write_error(shown, "belongs to somebody else", "Make a copy of your own.") from error
    os.fchmod(handle, stat.S_IMODE(old.st_mode) & (0o700 if private else 0o7777))


def _link_new(name: str, target: Path) -> None:
    """Give a finished file its name, unless that is taken; two that try at once can't both have it."""
    try:
        os.link(name, target)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        # A disk without hard links: the process that creates the empty file gets the name.
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
        try:
            os.replace(name, target)
        except OSError:
            os.unlink(target)
            raise


def _sync_folder(folder: Path) -> None:
    """Sync the folder, so that the new name survives a power cut; some systems can't do that for a folder."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def is_scratch(name: str) -> bool:
    """Whether a file is one of our scratch files."""
    return name.startswith(PREFIX) and name.endswith(SUFFIX)


def remove_leftovers(folder: Path) -> None:
    """Remove what killed runs left: scratch files that nobody has locked, or whose final name exists."""
    for entry in os.scandir(folder):
        if not is_scratch(entry.name):
            continue
        with suppress(OSError):
            handle = os.open(entry.path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
            try:
                # A file with two names is complete, and an editor may hold its lock under the other name.
                if os.fstat(handle).st_nlink > 1 or try_lock(handle):
                    os.unlink(entry.path)
            finally:
                os.close(handle)


def try_lock(handle: int) -> bool:
    """Whether a file could be locked at once; where there are no such locks, it always can."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
