"""Proofs about a game whose names are all right: nothing in it is without effect, no rule is impossible.

A game goes in, a finding for everything that can't work comes out. Proofs are sound, not complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from listbuilder.base.findings import Finding
from listbuilder.catalogue import Game
from listbuilder.loading.proofs.case import Case
from listbuilder.loading.proofs.condition_proofs import idle_conditions
from listbuilder.loading.proofs.dependency_cycles import cycles
from listbuilder.loading.proofs.entry_proofs import (
    check_tables,
    idle_entries,
    models_without_health,
    wrong_sizes,
    wrong_stats,
)
from listbuilder.loading.proofs.event_proofs import idle_packs
from listbuilder.loading.proofs.game_proofs import contradictions, idle_words
from listbuilder.loading.proofs.grant_proofs import conflicting_sets, idle_grants
from listbuilder.loading.proofs.rule_proofs import idle_quantities, idle_rules, repeated_rules, same_ids
from listbuilder.loading.proofs.scope_proofs import scopes
from listbuilder.loading.proofs.selector_proofs import empty_selectors, missing_numbers
from listbuilder.loading.proofs.slot_proofs import clashing_keys, idle_fields, idle_slots
from listbuilder.loading.source_places import Place

__all__ = ["prove"]

Proof = Callable[[Case], Iterator[Finding]]
PLAYABLE: tuple[Proof, ...] = (clashing_keys, wrong_stats, cycles, same_ids)
"""What must be right before a list can be judged at all."""
STAGES: tuple[tuple[Proof, ...], ...] = (
    PLAYABLE,
    (contradictions, idle_slots, idle_fields, idle_quantities, idle_words),
    (
        idle_entries,
        models_without_health,
        wrong_sizes,
        check_tables,
        empty_selectors,
        missing_numbers,
        scopes,
        idle_packs,
    ),
    (idle_grants, conflicting_sets, repeated_rules, idle_rules, idle_conditions),
)
"""From causes to consequences: a stage runs only if the one before found nothing."""


def prove(
    game: Game, head: Place, entries: Mapping[int, Place], thorough: bool, pack: Place | None = None
) -> Iterator[Finding]:
    """Every finding of the first stage that has some, one for each line."""
    case = Case(game, head, entries, pack)
    for proofs in STAGES if thorough else STAGES[:1]:
        found: dict[object, Finding] = {}
        for proof in proofs:
            for one in proof(case):
                # Two proofs may see one mistake; the first of them is closer to its cause.
                found.setdefault((one.file, one.line), one)
        if found:
            yield from found.values()
            return
