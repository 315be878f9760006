"""Numbers of the data with their modifiers → a number or a quantity of ours."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor
from typing import TypeAlias

from listbuilder.exchange.battlescribe.data_records import DataConstraint, DataModifier
from listbuilder.exchange.battlescribe.outcomes import OutcomeLedger
from listbuilder.exchange.battlescribe.questions import (
    Asker,
    Frame,
    NotSaidError,
    Truth,
    Yaml,
    bit_of,
    conjunction,
    disjunction,
    negation,
    product,
    total_of,
)

Value: TypeAlias = "int | Yaml"
# What is taken for no limit where one must be said.
NO_LIMIT = 100
SIGNS = {"increment": 1, "decrement": -1, "add": 1}


def modified_value(
    asker: Asker, ledger: OutcomeLedger, one: DataConstraint, modifiers: Iterable[DataModifier], frame: Frame
) -> Value | None:
    """The value of a constraint with those modifiers that can be said; None: no limit at all."""
    scale = asker.scale(one.asks)
    base = _whole(one.asks.value * scale)
    unlimited = one.type == "max" and base < 0
    terms = Terms(NO_LIMIT * scale if unlimited else base)
    for modifier in modifiers:
        if modifier.field != one.id:
            continue
        try:
            truth = asker.truth(modifier.when, frame)
            if truth is False:
                ledger.note(modifier, "no effect", "its condition never holds here")
                continue
            if modifier.type == "set":
                wanted = _whole(_number(modifier) * scale)
                terms.set(NO_LIMIT * scale if wanted < 0 and one.type == "max" else wanted, truth)
            elif modifier.type in SIGNS:
                amount = _whole(_number(modifier) * scale) * SIGNS[modifier.type]
                terms.add(asker.repeated(modifier.repeats, frame, amount), truth)
            else:
                raise NotSaidError(f"a limit is changed by `{modifier.type}`")
            ledger.note(modifier, "carried")
        except NotSaidError as error:
            ledger.note(modifier, "not said", str(error))
    return None if unlimited and terms.plain else terms.value()


class Terms:
    """A base with what conditions set and add, in order; what is set drops what was added before."""

    def __init__(self, base: int) -> None:
        self.base = base
        self.sets: list[tuple[int, Truth]] = []
        self.adds: list[tuple[Value, Truth, int]] = []

    @property
    def plain(self) -> bool:
        return not self.sets and not self.adds

    def set(self, value: int, truth: Truth) -> None:
        if truth is True:
            self.base, self.sets, self.adds = value, [], []
        else:
            self.sets.append((value, truth))

    def add(self, amount: Value, truth: Truth) -> None:
        if amount == 0:
            return
        if isinstance(amount, int) and truth is True and not self.sets:
            self.base += amount
        else:
            self.adds.append((amount, truth, len(self.sets)))

    def value(self) -> Value:
        """All of it as one quantity."""
        parts: list[Yaml] = []
        for at, (value, truth) in enumerate(self.sets):
            later = [negation(one) for _, one in self.sets[at + 1 :]]
            if change := value - self.base:
                parts.append(times(bit_of(conjunction([truth, *later])), change))
        for amount, truth, before in self.adds:
            holds = conjunction([truth, negation(disjunction([one for _, one in self.sets[before:]]))])
            if isinstance(amount, int):
                parts.append(times(bit_of(holds), amount))
            else:
                parts.append(product(holds, amount, 1000))
        if not parts:
            return self.base
        return {"number": self.base, "plus": total_of(parts), "least": 0}


def times(bit: Yaml, amount: int) -> Yaml:
    """A number of 0 or 1, so many times."""
    return bit if amount == 1 else {"of": bit, "per": 1, "give": amount}


def where_visible(value: Value | None, hidden: Truth) -> Value:
    """A limit that is 0 where an entry is hidden."""
    most = NO_LIMIT if value is None else value
    if most == 0:
        return most
    whole: Yaml = {"number": most} if isinstance(most, int) else most
    return {**_bounded(whole), "less": times(bit_of(hidden), most if isinstance(most, int) else 1000), "least": 0}


def _bounded(number: Yaml) -> Yaml:
    return number if "less" not in number and "least" not in number and "plus" not in number else {"of": number}


def _number(modifier: DataModifier) -> Fraction:
    try:
        return Fraction(modifier.value)
    except (ValueError, ZeroDivisionError):
        raise NotSaidError(f"a number is set to {modifier.value or 'nothing'}") from None


def _whole(value: Fraction) -> int:
    """A whole number; a limit with a fraction is as strict as the next whole number below."""
    return floor(value)
