"""Planted faults: each way to reckon numbers wrongly is caught by some case of `tests/conformance/numbers.yaml`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from listbuilder.catalogue.query import Condition, Quantity
from listbuilder.judging import force, resolver
from listbuilder.judging.force import Contribution, Pick
from tests.support import cases

KEY = next(key for key in cases.CONFORMANCE if key.startswith("numbers"))
CASES = cases.CONFORMANCE[KEY]["cases"]
REAL = force.apply_changes


def caught(root: Path) -> list[str]:
    """The cases whose numbers or findings differ from what they say."""
    found = []
    for case in CASES:
        report = cases.judged(KEY, case, root)
        codes = Counter(f"{one.code} {one.rule}" for one in report.findings)
        totals = {name: report.force.totals[name] for name in case.get("totals", {})}
        stats = {name: [row.stats[name] for row in report.force.rows] for name in case.get("stats", {})}
        if (codes, totals, stats) != (Counter(case["expect"]), case.get("totals", {}), case.get("stats", {})):
            found.append(case["name"])
    return found


def last_set_wins(start: int, changes: Iterable[Contribution], round_up: bool = True) -> int:
    """A fault: file order decides."""
    several = list(changes)
    sets = [change for change in several if change.what == "set"]
    return REAL(start, [change for change in several if change not in sets[:-1]], round_up)


def without(what: str) -> Callable[..., int]:
    """A fault: one operation is left out."""

    def settled(start: int, changes: Iterable[Contribution], round_up: bool = True) -> int:
        return REAL(start, [change for change in changes if change.what != what], round_up)

    return settled


def counted_once(start: int, changes: Iterable[Contribution], round_up: bool = True) -> int:
    """A fault: how often something is there is not counted."""
    return REAL(start, [change._replace(times=1) for change in changes], round_up)


def unordered(start: int, changes: Iterable[Contribution], round_up: bool = True) -> int:
    """A fault: `order` does nothing."""
    return REAL(start, [change._replace(order=0) for change in changes], round_up)


def rounded_up(start: int, changes: Iterable[Contribution], round_up: bool = True) -> int:
    """A fault: everything is rounded up."""
    return REAL(start, changes, True)


def never_printed(self: Quantity, force: Any, at: Any, scope: Any, part: Any) -> int | None:
    """A fault: `printed` does nothing."""
    base = BASE(self, force, at, scope, part)
    if not self.printed or scope is None:
        return base
    return BASE(
        Quantity(sum=self.sum, highest=self.highest, where=self.where, from_=self.from_), force, at, scope, part
    )


BASE = Quantity.base
FAULTS: dict[str, tuple[object, str, object]] = {
    "the last set wins": (force, "apply_changes", last_set_wins),
    "times is left out": (force, "apply_changes", without("times")),
    "least is left out": (force, "apply_changes", without("least")),
    "most is left out": (force, "apply_changes", without("most")),
    "counts do not matter": (force, "apply_changes", counted_once),
    "order does nothing": (force, "apply_changes", unordered),
    "all is rounded up": (force, "apply_changes", rounded_up),
    "sums count once": (
        resolver,
        "apply_additions",
        lambda start, changes, up: start + sum(int(one.amount) for one in changes),
    ),
    "copies give each other nothing": (
        resolver,
        "times_received",
        lambda grant, giver, receiver: getattr(giver, "active", 1),
    ),
    "each miniature counts": (Pick, "effective", property(lambda pick: pick.active)),
    "others are given nothing": (resolver, "times_received", lambda grant, giver, receiver: 0),
    "auras reach everybody": (resolver.Receivers, "reached", lambda self, grant, giver: self.force.rows),
    "conditions always hold": (Condition, "holds", lambda self, force, at, part=None: True),
    "conditions never hold": (Condition, "holds", lambda self, force, at, part=None: False),
    "shares are whole": (Quantity, "ratio", property(lambda self: Fraction(1))),
    "printed does nothing": (Quantity, "base", never_printed),
    "every place is the list": (Quantity, "scope", lambda self, force, at, part: force.root),
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the game, which is loaded once."""
    return tmp_path_factory.mktemp("faults")


def test_without_a_fault_nothing_is_caught(root: Path) -> None:
    """The cases hold as they stand."""
    assert caught(root) == []


@pytest.mark.parametrize(("where", "name", "fault"), FAULTS.values(), ids=FAULTS)
def test_fault_is_caught(where: object, name: str, fault: object, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a fault planted, some case fails."""
    monkeypatch.setattr(where, name, fault)
    assert caught(root)
