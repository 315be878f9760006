"""Words that lead nowhere: printed names nobody has, times of use misspelt, picks that beat themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from listbuilder.catalogue import Entry
from listbuilder.catalogue.asking import use_of
from listbuilder.finding import Finding
from listbuilder.loader.proofs.case import Case
from listbuilder.loader.proofs.sheets import IDLE
from listbuilder.spelling import did_you_mean
from listbuilder.values import slug


def idle_words(case: Case) -> Iterator[Finding]:
    """Everything that is said in vain, in entries, matches and cards."""
    yield from printed_names(case)
    yield from times_of_use(case)
    yield from matches(case)
    yield from decays(case)


def printed_names(case: Case) -> Iterator[Finding]:
    """A printed name is that of another entry; where nobody else has it, it is simply the name."""
    called = Counter((one.kind, name) for one in case.game.entries for name in slugs_of(one))
    for entry in case.game.entries:
        if entry.printed and called[entry.kind, slug(entry.printed)] == 1:
            twins = [one for one in case.game.entries if one.kind == entry.kind and one is not entry]
            others = [name for one in twins for name in (one.name, one.printed) if name]
            fact = f"`printed: {entry.printed}`: no other {entry.kind} is called that."
            hint = did_you_mean(entry.printed, others) or f"Write `name: {entry.printed}`, and leave `printed` out."
            yield case.at(entry)(("printed",)).problem(fact, hint, "catalogue.reference")


def slugs_of(entry: Entry) -> set[str]:
    """What an entry is called."""
    return {slug(name) for name in (entry.name, entry.printed) if name}


def times_of_use(case: Case) -> Iterator[Finding]:
    """What uses are counted by: a word that only one entry has and that is nearly another's is a misspelt one."""
    uses = [(entry, use_of(entry)) for entry in case.game.entries]
    words = Counter(one.per for _, one in uses if one)
    usual = {*case.game.card.boxes_per, "game", "turn", "round"}
    for entry, one in uses:
        if one is None or words[one.per] > 1 or one.per in usual or len(one.per) < 4:
            continue
        if near := did_you_mean(one.per, sorted({*words, *usual} - {one.per})):
            fact = f"`uses: {one}`: nothing else is counted by {one.per}."
            yield case.at(entry)(("uses",)).problem(fact, near, "catalogue.reference")


def matches(case: Case) -> Iterator[Finding]:
    """Nothing beats itself; what ties is said only where something is compared."""
    for at, line in enumerate(case.game.match):
        for winner, loser in line.beats.items():
            if winner == loser:
                fact = f"{case.game.printed(winner)} beats itself."
                yield case.head(("match", at, "beats", winner)).problem(fact, "Name another.", "catalogue.rule")


def decays(case: Case) -> Iterator[Finding]:
    """`more` changes every so many turns, and `every` says what changes then."""
    for at, one in enumerate(case.game.card.decay):
        for key, other in (("more", "every"), ("every", "more")):
            if getattr(one, key) and not getattr(one, other):
                fact = f"`{key}` has no effect without `{other}`."
                yield case.head(("card", "decay", at, key)).problem(fact, f"Add `{other}`.", IDLE)
