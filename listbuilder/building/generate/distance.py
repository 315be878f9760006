"""Heuristics of the search: how close an edit is to an error, how promising it is, how much of the list it changes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from difflib import SequenceMatcher

from listbuilder.base.findings import Finding
from listbuilder.base.values import slug
from listbuilder.building.generate.judge import size_of
from listbuilder.lists.document import LIST
from listbuilder.lists.file_editor import EditStep, value_at
from listbuilder.storage.reading import Path, Tree

LISTS = [(key,) for key in LIST.rows]
STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
# How much each kind of step changes of what the player wrote.
GENTLE = {"put": 0, "add": 2, "drop": 2, "insert": 2, "move": 1}


def roughness(tree: Mapping[str, Tree], edit: EditStep) -> float:
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
    """Where in the list something is wrong; findings of the reader have their place in words only."""
    steps = STEP.findall(finding.where)
    return finding.path or tuple(int(number) if number else str(key) for key, number in steps)


def owner_of(path: Path) -> Path:
    """The row that contains a path, or the key of the list."""
    return path[:2] if path[:1] in LISTS else path[:1]


def nearness(wrong: Iterable[Finding]) -> Callable[[Path], bool]:
    """Whether something is wrong in the row or key of an edit, or with the list as a whole."""
    places = [place_of(one) for one in wrong]
    owners = {None if place in ((), *LISTS) else owner_of(place) for place in places}
    return lambda edit: None in owners or owner_of(edit) in owners


def suitable(wrong: Iterable[Finding]) -> Callable[[EditStep], bool]:
    """A predicate for edits that remove where there is too much, or add where there is too little."""
    codes = [one.code for one in wrong]
    over, short = (any(code.endswith(ends) for code in codes) for ends in (".over", (".under", ".missing")))
    helps = {"drop"} if over and not short else {"drop", "add"} if over else {"add"}
    return lambda edit: edit.path[-1:] == ("count",) or edit.what in helps


def promise(wrong: Iterable[Finding], group_key: str | None = None) -> Callable[[EditStep], tuple[int, int]]:
    """A sort key for edits: in the place of an error or suited to the whole list, then in its row, then elsewhere.

    Errors and kinds of edits take turns, so that a slot with many entries does not use up the budget. The key is
    stateful: call it once per edit.
    """
    found = list(wrong)
    whole = [one for one in found if place_of(one) in ((), *LISTS)]
    places = list(dict.fromkeys(place_of(one) for one in found if one not in whole))
    near, suits = nearness(found), suitable(whole)
    rows = {owner_of(place) for place in places}
    groups = any(place[:1] == ("groups",) for place in places)
    turns: Counter[tuple[Path, str, bool]] = Counter()

    def rank(edit: EditStep) -> tuple[int, int]:
        path = edit.path
        place = next((one for one in places if path[: len(one)] == one), None)
        exact = place is not None
        if place is None:
            place = next((one for one in places if touches(path, one)), None)
        if place is None and len(path) == 1 and path not in LISTS:
            # There are few, and list-level choices decide what models may have.
            place = path
        elif place is None and groups and path[0] == "models" and path[2:] == (group_key,):
            # An error of a group may be about its members.
            place = ("groups",)
        elif place is None and whole and (len(path) < 3 or path[-1] == "count") and suits(edit):
            place = ()
        if place is None:
            return (1 if owner_of(path) in rows else 2 if near(path) else 3, 0)
        turns[place, edit.what, exact] += 1
        return (0, turns[place, edit.what, exact])

    return rank


def about(finding: Finding) -> tuple[str, str, str]:
    """What a finding is about, whatever its numbers."""
    return (finding.code, finding.rule or "", finding.where)


class RemainingFindings:
    """The findings that are left after an edit, to compare with those before."""

    def __init__(self, wrong: Iterable[Finding]) -> None:
        self.sizes: Counter[tuple[str, str | None]] = Counter()
        self.abouts: set[tuple[str, str, str]] = set()
        for one in wrong:
            self.sizes[one.code, one.rule] += size_of(one)
            self.abouts.add(about(one))

    def without(self, wrong: Finding) -> bool:
        """Whether a finding is gone or smaller."""
        left = self.sizes[wrong.code, wrong.rule]
        return left < 1 or about(wrong) not in self.abouts or left < size_of(wrong)
