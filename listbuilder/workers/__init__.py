"""Bounded work: limits on what a list may cost, and child processes that can be ended. It knows no lists and no games.

`bounded` holds the work of this process within a budget; `Child` is a forked process that answers one request after
another under the same budget; a `Keeper` always has one; `each` spreads many items over as many as there are cores.
"""

from __future__ import annotations

from listbuilder.workers.budget import MEGABYTES, SECONDS, OverBudgetError, bounded, unbounded
from listbuilder.workers.child import CAN_FORK, Child, Ended
from listbuilder.workers.crew import cores, each
from listbuilder.workers.findings import finding_of
from listbuilder.workers.keeper import Keeper

__all__ = [
    "CAN_FORK",
    "MEGABYTES",
    "SECONDS",
    "Child",
    "Ended",
    "Keeper",
    "OverBudgetError",
    "bounded",
    "cores",
    "each",
    "finding_of",
    "unbounded",
]
