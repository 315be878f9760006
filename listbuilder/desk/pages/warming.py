"""Before the first visitor: what every answer needs is read once, and children have it from their birth."""

from __future__ import annotations

from datetime import datetime

from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.reading import meaning_of


def warm(desk: Desk, now: datetime) -> None:
    """Take up who signed up, and reckon what the lists that are here mean."""
    with desk.writer(now, closed=True):
        pass  # whoever is in the file and not in the ledger is noted
    for entrant in desk.state.lists.values():
        if entrant.last and desk.list_file(entrant.id, entrant.last.number).is_file():
            meaning_of(desk, entrant.id, entrant.last.number)
