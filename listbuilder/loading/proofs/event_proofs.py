"""Overlays and event packs: no ban, allowance, limit or switched-off rule is without effect."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.base.findings import Finding
from listbuilder.catalogue.query import Selector
from listbuilder.loading.proofs.case import IDLE, RULE, TAKE_OUT, Case
from listbuilder.loading.source_places import Place


def idle_packs(case: Case) -> Iterator[Finding]:
    """Keys of an overlay or an event that are repeated or have no effect."""
    game, event = case.game, case.game.event
    yield from repeated_items("ban", game.ban, case.head)
    yield from repeated_items("without", game.without, case.head)
    if event is None or case.pack is None:
        return
    yield from repeated_items("ban", event.ban, case.pack)
    yield from repeated_items("without", event.without, case.pack)
    if event.limit is not None and game.first_currency in event.limits:
        fact = f"`limit` and `limits` both say how many {game.points}."
        yield case.pack(("limits",)).problem(fact, "Keep one of them.", IDLE)
    for at, id in enumerate(event.without):
        if id in {rule.id for rule in event.rules}:
            fact = f"The event has the rule {id} and does without it."
            yield case.pack(("without", at)).problem(fact, "Take one of them out.", RULE)
    if event.format is not None:
        chain = game.format_chain(game.format(event.format)) if game.format(event.format) else ()
        # Only rules that some other format has: an unknown id is found by the references.
        others = {rule.id for one in game.formats if one not in chain for rule in one.rules}
        there = {rule.id for one in chain for rule in one.rules} | {rule.id for rule in game.rules}
        for at, id in enumerate(event.without):
            if id in others - there:
                fact = f"The rule {id} is another format's: the event is played in {event.format}, without it anyway."
                yield case.pack(("without", at)).problem(fact, TAKE_OUT, IDLE)
    yield from check_allow(case, event.allow, case.pack)


def check_allow(case: Case, allow: tuple[Selector, ...], place: Place) -> Iterator[Finding]:
    """`allow` excludes something."""
    if not allow or not all(one.is_about_entries for one in allow):
        return
    kinds = {entry.kind for entry in case.game.entries if any(one.could_fit(entry) for one in allow)}
    named = [entry for entry in case.game.entries if entry.kind in kinds]
    if all(any(one.could_fit(entry) for one in allow) for entry in named):
        fact = "`allow` allows everything of the kinds that it names, so nothing is left out."
        yield place(("allow",)).problem(fact, "Say which ones, or take it out.", IDLE)


def repeated_items(key: str, named: tuple[Selector, ...] | tuple[str, ...], place: Place) -> Iterator[Finding]:
    """The same thing twice in one list."""
    for at, one in enumerate(named):
        if one in named[:at]:
            yield place((key, at)).problem(f"The same stands twice under `{key}`.", "Keep one.", IDLE)
