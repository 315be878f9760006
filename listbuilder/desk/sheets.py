"""The receipts of lists that a desk has: judged lists in, for each what proves at the table that it is sealed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.reading import meaning_of
from listbuilder.desk.players import same_name
from listbuilder.desk.records import Entrant, Version
from listbuilder.desk.seal import seal_code
from listbuilder.desk.telling import receipt_of
from listbuilder.desk.verifying import counting
from listbuilder.printing.sheet import Receipt
from listbuilder.validator import Report


def receipt_mark(desk: Desk, version: Version) -> Receipt:
    """The receipt for a version as it is printed."""
    return Receipt(receipt_of(desk, version), seal_code(version.seal))


def receipts_of(desk: Desk, reports: Iterable[Report]) -> list[Receipt | None]:
    """The receipt of each list that somebody handed in, by what the list means; None for others, and where two players
    have the same list and it does not say whose it is.
    """
    known = [(one, version, meaning_of(desk, one.id, version.number)) for one, version in _held(desk)]
    found: list[Receipt | None] = []
    for report in reports:
        same = [(one, version) for one, version, meaning in known if meaning == report.force.meaning]
        named = [pair for pair in same if _is_named(desk, pair[0], report.force.document.player or "")]
        some = named or same
        found.append(receipt_mark(desk, some[0][1]) if len(some) == 1 else None)
    return found


def _held(desk: Desk) -> Iterator[tuple[Entrant, Version]]:
    """The version of each player that counts, or that came last."""
    for entrant in desk.state.lists.values():
        version = counting(entrant) or entrant.last
        if version is not None:
            yield entrant, version


def _is_named(desk: Desk, entrant: Entrant, said: str) -> bool:
    player = desk.players.get(entrant.player)
    return said in (entrant.id, entrant.player) or (
        player is not None and any(same_name(one, said) for one in (player.name, player.shown))
    )
