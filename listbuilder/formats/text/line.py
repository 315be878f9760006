"""What one line of a text list says, as it is collected from its items."""

from __future__ import annotations

from dataclasses import dataclass, field

from listbuilder.formats.text.prices import Price
from listbuilder.reading import Tree


@dataclass
class Line:
    """What a line says: keys in their order, a name, a count, what is unknown; `leading` when its first part is.

    A name is `sure` when it stands in quotes, and `bare` when nothing but the name is on the line. `heads` counts the
    things on it that make a model what it is, found by their names alone. `notes` are readings to tell the player
    about, each with its code, message and hint. `counts_last` when a price proves that a count is of the last thing.
    """

    name: str | None = None
    sure: bool = False
    count: int | None = None
    keys: dict[str, Tree] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)
    leading: bool = False
    nothing: bool = False
    heads: int = 0
    price: Price | None = None
    notes: list[tuple[str, str, str]] = field(default_factory=list)
    counts_last: bool = False

    @property
    def bare(self) -> bool:
        """Whether it has a name and nothing else."""
        return self.name is not None and not (self.keys or self.unknown or self.nothing)

    def add(self, key: str, value: Tree) -> None:
        """Put a value behind those that are under a key."""
        old = self.keys.setdefault(key, [])
        if isinstance(old, list):
            old.append(value)
        else:
            self.problems.append((f"`{key}` is said twice.", "Say it once."))

    def put(self, key: str, value: Tree) -> None:
        """Put the one value of a key; two different ones are a problem, raises of other stats go together."""
        old = self.keys.get(key)
        if isinstance(old, dict) and isinstance(value, dict) and not old.keys() & value.keys():
            value = {**old, **value}
        elif key in self.keys and old != value:
            self.problems.append((f"`{key}` is said twice.", "Say it once."))
        self.keys[key] = value

    def take(self, other: Line) -> None:
        """Put all that another line says behind what this one says."""
        self.heads += other.heads
        self.notes += other.notes
        self.price = other.price or self.price
        if other.count is not None:
            self.count = other.count
        for key, value in other.keys.items():
            if isinstance(value, list) and isinstance(self.keys.get(key, []), list):
                for one in value:
                    self.add(key, one)
                self.keys.setdefault(key, [])
            else:
                self.put(key, value)
