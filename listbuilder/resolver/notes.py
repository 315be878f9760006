"""What can't be understood in a list, noted beside what could be read: unknown keys, wrong types, wild counts."""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.finding import Finding
from listbuilder.lists.document import MAX_PICKS
from listbuilder.reading import Path, Tree, format_path
from listbuilder.spelling import did_you_mean, is_rest_of_text, rest_of_text, spelled

UNTIL = "Until then it counts as nothing."


class Notes:
    """Gathers the problems of one list."""

    def __init__(self, problems: list[Finding]) -> None:
        self.problems = problems

    def count(self, said: Mapping[str, Tree], path: Path) -> int:
        """How many of a pick there are; none where that can't be read."""
        number = said.get("count", 1)
        if type(number) is int and 1 <= number <= MAX_PICKS:
            return number
        fact = f"`count` must be a whole number from 1 to {MAX_PICKS}, not {spelled(number)}"
        self.wrong((*path, "count"), fact, f"Write how many there are, or leave it out for one. {UNTIL}")
        return 0

    def whole(self, said: Mapping[str, Tree], key: str, path: Path) -> int | None:
        """A whole number of a rolled pick."""
        value = said.get(key)
        if value is None or type(value) is int:
            return value
        self.wrong((*path, key), f"`{key}` can't be {spelled(value)}", "Write a whole number.")
        return None

    def unknown_key(self, key: str, value: Tree, known: tuple[str, ...], path: Path) -> None:
        """Note one key that nothing reads."""
        if is_rest_of_text(key, value):
            self.note("key.unknown", path, *rest_of_text(key))
            return
        hint = did_you_mean(key, known) or f"The keys are {', '.join(known)}; data of other tools begins with `x-`."
        self.note("key.unknown", path, f"Unknown key `{key}`.", hint)

    def wrong(self, path: Path, fact: str, hint: str) -> None:
        """Note a value of the wrong type or out of bounds."""
        self.note("key.type", path, f"{fact}.", hint)

    def note(self, code: str, path: Path, message: str, hint: str) -> None:
        """Note a problem."""
        self.problems.append(Finding(code=code, message=message, hint=hint, where=format_path(path), path=path))
