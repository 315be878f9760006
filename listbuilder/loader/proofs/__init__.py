"""What can be proved of a game whose names are all right: nothing in it is without effect, no rule is impossible.

A game goes in, a finding for everything that can't work comes out. Proofs are sound, not complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from listbuilder.catalogue import Game
from listbuilder.finding import Finding
from listbuilder.loader.places import Place
from listbuilder.loader.proofs.case import Case
from listbuilder.loader.proofs.circles import circles
from listbuilder.loader.proofs.entries import idle_entries, tables, wrong_stats
from listbuilder.loader.proofs.fitting import empty_selectors
from listbuilder.loader.proofs.grants import idle_grants, meeting_sets
from listbuilder.loader.proofs.head import contradictions
from listbuilder.loader.proofs.rules import idle_rules, repeated_rules, same_rules
from listbuilder.loader.proofs.scopes import scopes
from listbuilder.loader.proofs.sheets import idle_fields, idle_slots

__all__ = ["prove"]

Proof = Callable[[Case], Iterator[Finding]]
PLAYABLE: tuple[Proof, ...] = (wrong_stats, circles, same_rules)
"""What must be right before a list can be judged at all."""
PROOFS: tuple[Proof, ...] = (
    *PLAYABLE,
    contradictions,
    idle_slots,
    idle_fields,
    idle_entries,
    tables,
    empty_selectors,
    scopes,
    idle_grants,
    meeting_sets,
    repeated_rules,
    idle_rules,
)
"""From causes to what follows from them: the first proof that speaks about a line is the one that is told."""


def prove(game: Game, head: Place, entries: Mapping[int, Place], thorough: bool) -> Iterator[Finding]:
    """Every finding, one for each line: what follows from a mistake is not told again."""
    case = Case(game, head, entries)
    told: set[tuple[str | None, int | None]] = set()
    for proof in PROOFS if thorough else PLAYABLE:
        found = list(proof(case))
        yield from (one for one in found if (one.file, one.line) not in told)
        told |= {(one.file, one.line) for one in found}
