"""Entries of one kind as a roster brings them: what is the same is one entry, what only shares a name is numbered."""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.lists.render import flow
from listbuilder.reading import Tree
from listbuilder.values import ascii_id, slug


class Shelf:
    """The entries of one kind, by name."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.entries: dict[str, Mapping[str, Tree]] = {}
        self.contents: dict[str, str] = {}
        self.ids: set[str] = set()
        self.numbers: dict[str, int] = {}

    def put(self, name: str, content: Mapping[str, Tree]) -> str:
        """Take an entry in and say under which name: its own, or with a number where that is another entry's."""
        key = f"{name} {flow(dict(content))}"
        if key not in self.contents:
            self.contents[key] = self.unique(name)
            shown = self.contents[key]
            id = ascii_id(shown, f"{self.kind}-{len(self.entries) + 1}")
            self.entries[id] = {"id": id, "name": shown, **content}
        return self.contents[key]

    def unique(self, name: str) -> str:
        """A name that no other entry answers to."""
        shown, number = name, self.numbers.get(name, 1)
        while {ascii_id(shown, shown), slug(shown)} & self.ids:
            number += 1
            shown = f"{name} ({number})"
        self.numbers[name] = number
        self.ids |= {ascii_id(shown, shown), slug(shown)}
        return shown

    def file(self) -> str:
        """The entries as a file of a game folder."""
        lines = [f"  - {flow(dict(entry))}" for entry in self.entries.values()]
        return "\n".join([f"kind: {self.kind}", "entries:", *lines]) + "\n"
