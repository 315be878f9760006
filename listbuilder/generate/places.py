"""Where something is wrong in a list, how near an edit is to it, and how much an edit takes from what was written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from difflib import SequenceMatcher

from listbuilder.finding import Finding
from listbuilder.generate.edits import Step, value_at
from listbuilder.generate.judge import size_of
from listbuilder.lists.own_keys import LIST
from listbuilder.reading import Path, Tree
from listbuilder.values import slug

LISTS = [(key,) for key in LIST.rows]
STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
GENTLE = {"put": 0, "add": 2, "drop": 2, "insert": 2, "move": 1}


def roughness(tree: Mapping[str, Tree], edit: Step) -> float:
    """How much an edit takes from what the player wrote; another spelling of a name the least."""
    if edit.path[0] == "format":
        return 5
    if len(edit.path) == 2 and edit.what == "drop":
        return 4
    if len(edit.path) == 1 + (edit.what == "put") and edit.path[0] in LIST.rows:
        return 3
    if edit.path[-1] == "count":
        return 1
    old = value_at(tree, edit.path)
    if edit.what == "put" and isinstance(old, str) and isinstance(edit.value, str):
        return 1 - SequenceMatcher(None, slug(old), slug(edit.value)).ratio()
    return GENTLE[edit.what]


def touches(edit: Path, path: Path) -> bool:
    """Whether an edit is in the place of a finding: the same key of the same row, or something around it."""
    near = min(len(edit), len(path), 3 if path[:1] in (("models",), ("groups",)) else 1)
    return edit[:near] == path[:near]


def place_of(finding: Finding) -> Path:
    """Where in the list something is wrong; what the reader says has its place in words alone."""
    steps = STEP.findall(finding.where)
    return finding.path or tuple(int(number) if number else str(key) for key, number in steps)


def nearness(wrong: Iterable[Finding]) -> Callable[[Path], bool]:
    """Whether something is wrong in the row of an edit, or with the list as a whole."""
    places = {place[:2] if len(place := place_of(one)) > 1 else None for one in wrong}
    return lambda edit: None in places or edit[:2] in places


def suitable(wrong: Iterable[Finding]) -> Callable[[Step], bool]:
    """Whether an edit is of the sort that helps: less where there is too much, more where there is too little."""
    helps = "drop" if any(one.code.endswith(".over") for one in wrong) else "add"
    return lambda edit: edit.path[-1:] == ("count",) or edit.what == helps


def promise(wrong: Iterable[Finding]) -> Callable[[Step], int]:
    """How soon to try an edit: in the very place of an error, what an error of the whole list asks for, in its row."""
    found = list(wrong)
    places = [place for one in found if len(place := place_of(one)) > 1 or place[:1] not in ((), *LISTS)]
    whole = [one for one in found if len(place_of(one)) < 2]
    near, suits = nearness(found), suitable(whole)
    rows = {place[:2] for place in places}

    def rank(edit: Step) -> int:
        if any(touches(edit.path, place) for place in places):
            return 0
        if whole and (len(edit.path) < 3 or edit.path[-1] == "count") and suits(edit):
            return 1
        return 2 if edit.path[:2] in rows else 3 if near(edit.path) else 4

    return rank


def about(finding: Finding) -> tuple[str, str, str]:
    """What a finding is about, whatever its numbers."""
    return (finding.code, finding.rule or "", finding.where)


class Left:
    """What is still wrong on a way."""

    def __init__(self, wrong: Iterable[Finding]) -> None:
        self.sizes: Counter[tuple[str, str | None]] = Counter()
        self.abouts: set[tuple[str, str, str]] = set()
        for one in wrong:
            self.sizes[one.code, one.rule] += size_of(one)
            self.abouts.add(about(one))

    def without(self, wrong: Finding) -> bool:
        """Whether a finding is gone, or less than it was."""
        left = self.sizes[wrong.code, wrong.rule]
        return left < 1 or about(wrong) not in self.abouts or left < size_of(wrong)
