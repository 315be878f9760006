"""Marks of play: what was ticked off on a list, kept in the user's state folder and never in the list itself."""

from __future__ import annotations

import json
import os
from pathlib import Path

from listbuilder.base.errors import ListbuilderError
from listbuilder.storage.cache import read_private
from listbuilder.storage.edit_history import record_path, remove_oldest
from listbuilder.storage.files import write_bytes

# Bytes of a file of marks that are read, and steps of undo that are kept.
MOST_BYTES, MOST_STEPS = 1_000_000, 200


class Marks:
    """How much of each track is gone, by the track's key; every change is kept at once and can be undone."""

    def __init__(self, path: Path) -> None:
        self.record = record_path(path, "play")
        self.home = os.path.realpath(path)
        self.gone = self.read()
        self.past: list[dict[str, int]] = []
        self.kept = True

    def read(self) -> dict[str, int]:
        """What was kept; nothing where it can't be read."""
        try:
            found = json.loads(read_private(self.record, MOST_BYTES) or b"{}")["marks"]
            # `isinstance` would take true for the number 1.
            return {str(key): value for key, value in found.items() if type(value) is int and value > 0}
        except (ValueError, KeyError, TypeError, AttributeError):
            return {}

    def set(self, key: str, number: int) -> None:
        """So much of a track is gone now."""
        self.put({**self.gone, key: number})

    def put(self, gone: dict[str, int]) -> None:
        """Other marks instead of these; nothing is done where they are the same."""
        if {key: number for key, number in gone.items() if number} == self.gone:
            return
        self.past = [*self.past, self.gone][-MOST_STEPS:]
        self.store(gone)

    def undo(self) -> bool:
        """The marks before the last change; whether there was one."""
        if not self.past:
            return False
        self.store(self.past.pop())
        return True

    def store(self, gone: dict[str, int]) -> None:
        """Keep marks, and notice where that can't be done."""
        self.gone = {key: number for key, number in gone.items() if number}
        try:
            self.record.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not self.record.exists():
                remove_oldest(self.record.parent)
            write_bytes(self.record, json.dumps({"path": self.home, "marks": self.gone}).encode(), replace=True)
            self.kept = True
        except (OSError, ListbuilderError):
            self.kept = False
