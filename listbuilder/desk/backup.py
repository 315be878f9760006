"""A copy of an event's folder, taken while nobody writes: every line of its ledger has its files."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from listbuilder.desk.folder import Desk
from listbuilder.desk.ledger import locked
from listbuilder.storage.files import real_path, write_error

LOCK, PARTIAL = "desk.lock", ".partial"


def _left_out(folder: str, names: list[str]) -> list[str]:
    """What no copy needs: the lock, and links, pipes and devices, which somebody put into the inbox."""
    with os.scandir(folder) as entries:
        plain = {one.name for one in entries if one.is_dir(follow_symlinks=False) or one.is_file(follow_symlinks=False)}
    return [name for name in names if name == LOCK or name not in plain]


def back_up(desk: Desk, to: Path) -> str:
    """Copy the folder to a place that is not there yet, whole or not at all; the head of the ledger in the copy."""
    target = to.absolute()
    if target.exists():
        raise write_error(to, "exists already", "Choose another name, such as one with the time in it.")
    if desk.root in real_path(target).parents:
        raise write_error(to, "lies in the folder itself", "Choose a place elsewhere, best on another disk.")
    partial = target.with_name(target.name + PARTIAL)
    try:
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(mode=0o700, parents=True)
        with locked(desk.root / LOCK):
            desk.refresh()
            head = desk.chain.code
            shutil.copytree(desk.root, partial, dirs_exist_ok=True, ignore=_left_out)
        # Whoever may not read the salts and the key here may not read them there.
        partial.chmod(0o700)
        partial.rename(target)
    except OSError as error:
        shutil.rmtree(partial, ignore_errors=True)
        raise write_error(to, f"can't be written: {error.strerror or error}", "The folder itself is intact.") from error
    return head
