"""Quantities: every step of a reckoning changes something."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.finding import Finding
from listbuilder.loader.proofs.case import Case
from listbuilder.loader.proofs.sheets import IDLE
from listbuilder.quantity import Quantity


def idle_quantities(case: Case) -> Iterator[Finding]:
    """Steps that leave the number as it is, and bounds that exclude each other."""
    for _, place, record, path in case.written():
        if isinstance(record, Quantity):
            name = record.sum or record.highest or record.lowest
            if name and record.from_ == "picks" and case.game.number_of(name)[0] in ("stat", "value"):
                fact = f"`from: picks` has no effect: {name} is a number of models."
                yield place((*path, "from")).problem(fact, "Take it out.", IDLE)
            for key, fact in idle_steps(record):
                yield place((*path, key)).problem(fact, "Correct it, or take it out.", IDLE)


def idle_steps(one: Quantity) -> Iterator[tuple[str, str]]:
    """The keys of a quantity that have no effect, and why."""
    for key, more in (("plus", one.plus), ("less", one.less)):
        if more is not None and more.fixed == 0:
            yield key, f"`{key}: 0` changes nothing."
    if one.share is not None and one.ratio == 1:
        yield "share", f"`share: {one.share}` is all of it and changes nothing."
    if one.share is not None and one.ratio == 0:
        yield "share", f"`share: {one.share}` is never anything."
    if one.give == 0:
        yield "give", "`give: 0` is never anything."
    if one.least is not None and one.most is not None and one.least > one.most:
        yield "least", f"`least: {one.least}` is above `most: {one.most}`."
