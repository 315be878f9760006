"""The field: what was taken by how many and how they fared; small numbers are merged, so that no list shows."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.reading import judge_version
from listbuilder.desk.reports.tables import html_table
from listbuilder.desk.rounds.results import Outcome, outcomes
from listbuilder.formats.html_page import page
from listbuilder.record import record

__all__ = ["LEAST", "Taken", "field_page", "taken_in"]

LEAST = 5
BAR, LEFT, WIDE = 18, 220, 640


@record
class Taken:
    """One entry: its kind and name, in how many lists, how many of it, and the games of those who took it."""

    kind: str
    name: str
    lists: int
    copies: int
    games: int
    won: float

    @property
    def rate(self) -> float | None:
        """The share of games won, a draw counting half; None without a game."""
        return self.won / self.games if self.games else None


def taken_in(desk: Desk) -> tuple[list[Taken], list[int]]:
    """What was taken, the most frequent first, and what every list cost; entries in few lists are one row a kind."""
    results = outcomes(desk.state, desk.event)
    found: dict[tuple[str, str], list[tuple[str, int]]] = {}
    costs = []
    for entrant in desk.state.entrants.values():
        if not entrant.locked or entrant.forgotten:
            continue
        force = judge_version(desk, entrant.id, entrant.locked).force
        costs.append(force.cost)
        counts: dict[tuple[str, str], int] = {}
        owners = [(force.root, 1), *((model, model.count) for model in (*force.groups, *force.rows))]
        for owner, times in owners:
            for pick in owner.entries:
                if not pick.granted_by:
                    key = (pick.entry.kind, pick.entry.name)
                    counts[key] = counts.get(key, 0) + pick.count * times
        for key, number in counts.items():
            found.setdefault(key, []).append((entrant.id, number))
    rows = [_taken(kind, name, some, results) for (kind, name), some in found.items()]
    return sorted(_merged(rows), key=lambda one: (one.kind, -one.lists, one.name)), sorted(costs)


def _taken(kind: str, name: str, some: list[tuple[str, int]], results: dict[str, list[Outcome]]) -> Taken:
    games = [one for id, _ in some for one in results[id] if one.played]
    won = sum({"win": 1.0, "draw": 0.5}.get(one.kind, 0.0) for one in games)
    return Taken(
        kind=kind, name=name, lists=len(some), copies=sum(number for _, number in some), games=len(games), won=won
    )


def _merged(rows: list[Taken]) -> Iterator[Taken]:
    """Rows with fewer lists than may be shown are put together by kind."""
    few: dict[str, list[Taken]] = {}
    for one in rows:
        if one.lists >= LEAST:
            yield one
        else:
            few.setdefault(one.kind, []).append(one)
    for kind, some in few.items():
        name = f"{len(some)} others, each in fewer than {LEAST} lists"
        copies = sum(one.copies for one in some)
        yield Taken(kind=kind, name=name, lists=0, copies=copies, games=0, won=0)


def field_page(desk: Desk, rows: list[Taken], costs: list[int]) -> str:
    """The field as a page with bars."""
    title = f"{desk.event.name}: the field"
    parts = [f"<h1>{escape(title)}</h1>", f"<p>{len(costs)} lists.</p>"]
    for kind in dict.fromkeys(one.kind for one in rows):
        some = [one for one in rows if one.kind == kind and one.lists]
        parts += [f"<h2>{escape(kind.capitalize())}</h2>", *_bars(some, len(costs))]
        cells = [
            [one.name, str(one.lists or ""), str(one.copies), _percent(one.rate)] for one in rows if one.kind == kind
        ]
        parts += html_table(f"{kind}: what was taken", ("Name", "Lists", "In all", "Won"), cells)
    return page(title, parts)


def _percent(rate: float | None) -> str:
    return "" if rate is None else f"{rate:.0%}"


def _bars(rows: list[Taken], lists: int) -> list[str]:
    """Bars: how many lists took each, as a picture with a text for those who do not see it."""
    if not rows or not lists:
        return []
    high = BAR * len(rows) + 4
    told = escape(", ".join(f"{one.name} in {one.lists} of {lists} lists" for one in rows))
    lines = [f'<svg role="img" viewBox="0 0 {WIDE} {high}" width="100%"><title>{told}</title>']
    for at, one in enumerate(rows):
        y = at * BAR + 13
        wide = (WIDE - LEFT - 60) * one.lists / lists
        lines.append(f'<text x="{LEFT - 6}" y="{y}" text-anchor="end" font-size="12">{escape(one.name[:34])}</text>')
        lines.append(f'<rect x="{LEFT}" y="{y - 11}" width="{wide:.1f}" height="13" fill="#35576f"/>')
        lines.append(f'<text x="{LEFT + wide + 4:.1f}" y="{y}" font-size="12">{one.lists} {_percent(one.rate)}</text>')
    return [*lines, "</svg>"]
