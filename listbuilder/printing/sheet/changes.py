"""Why a number is what it is, as people write sums: `HP 8 = 6 + 2 raised`. Changes go in, words come out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from listbuilder.catalogue import Game
from listbuilder.force import Contribution, Model, Pick, settled
from listbuilder.printing.content import Item


def changed_stats(game: Game, model: Model) -> Iterator[Item]:
    """Each stat that something changed: what it was, and who made of it what it is."""
    for id, changes in model.changed_stats.items():
        start, now, stat = model.bases.get(id, 0), model.stats[id], game.stats[id]
        if start != now:
            words = sum_words(f"{start}{stat.suffix}", start, changes, stat.round == "up")
            if settled(start, changes, stat.round == "up") != now:
                words += f", at {'least' if now == stat.minimum else 'most'} {now}{stat.suffix}"
            yield Item(f"{stat.name} {now}{stat.suffix}", "", (f"= {words}",))


def changed_fields(game: Game, pick: Pick, columns: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Each printed number of a pick that something changed, by the word of its column."""
    now = pick.now or {}
    for id, word in columns:
        printed, changes = pick.entry.field(id), pick.why(("field", id))
        if id in now and printed not in (None, now[id]):
            number = printed if isinstance(printed, int) else getattr(printed, "number", 0)
            words = sum_words(str(printed), number, changes, game.rounds_up(pick.entry.kind, id))
            yield f"{word} {now[id]} = {words}"


def sum_words(start: str, number: int, changes: Sequence[Contribution], up: bool) -> str:
    """A sum in words: `6 + 2 raised`, `(2 + 1 Boots) × 2 Elite`; limits only where they bite."""
    words = start
    for _, several in groupby(sorted(changes, key=lambda one: one.order), key=lambda one: one.order):
        here, before = list(several), ""
        if sets := [one for one in here if one.what == "set"]:
            highest = max(sets, key=lambda one: one.amount)
            words, before = f"{highest.amount} {highest.giver}", f" instead of {words}"
        words += "".join(added_words(one for one in here if one.what == "add"))
        for one in (one for one in here if one.what == "times"):
            factor = one.amount**one.times
            words = f"({words})" if " " in words else words
            words += f" × {factor} {one.giver}"
        words += before + limit_words(number, here, up)
        number = settled(number, here, up)
    return words


def added_words(adds: Iterable[Contribution]) -> Iterator[str]:
    """What is added, that of one giver together: ` + 2 raised`, ` − 4 Block ×2`."""
    totals: dict[str, tuple[Fraction | int, int]] = {}
    for one in adds:
        amount, times = totals.get(one.giver, (0, 0))
        totals[one.giver] = amount + one.amount * one.times, times + one.times
    for giver, (amount, times) in totals.items():
        name = f"{giver} ×{times}" if times > 1 else giver
        yield f" {'−' if amount < 0 else '+'} {abs(amount)} {name}"


def limit_words(start: int, changes: Sequence[Contribution], up: bool) -> str:
    """That a number was rounded, and the least and most of it that made a difference: `, at least 1 Courage`."""
    rest = [one for one in changes if one.what not in ("least", "most")]
    words = ""
    if settled(start, rest, True) != settled(start, rest, False):
        words = f", rounded {'up' if up else 'down'}"
    for what in ("least", "most"):
        for one in (one for one in changes if one.what == what):
            if settled(start, [*rest, one], up) != settled(start, rest, up):
                words += f", at {what} {one.amount} {one.giver}"
            rest = [*rest, one]
    return words
