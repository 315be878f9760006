"""The field: what was taken by how many and how they fared; small numbers are merged, so that no list shows."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.across import picks_of
from listbuilder.desk.records import Entrant
from listbuilder.desk.reports.files import Report
from listbuilder.desk.reports.plots import bars, histogram, rates
from listbuilder.desk.reports.tables import html_table
from listbuilder.desk.revealing import shown_in_full, shown_list
from listbuilder.desk.rounds.playing import unsaid
from listbuilder.desk.rounds.results import Outcome, outcomes
from listbuilder.formats.html_page import page
from listbuilder.record import record
from listbuilder.wording import counted

LEAST = 5
HEADS = ("Kind", "Name", "Lists", "In all", "Won")
WON = "Share of games won, and between which shares the truth is likely to lie"


@record
class Taken:
    """One entry: its kind and name, in how many lists of how many players, how many of it, and how those fared."""

    kind: str
    name: str
    lists: int
    players: int
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
    full = shown_in_full(desk)
    found: dict[tuple[str, str], list[tuple[Entrant, int]]] = {}
    costs = []
    for entrant in desk.state.lists.values():
        if not entrant.locked:
            continue
        force = shown_list(desk, entrant.id, full).report.force
        costs.append(force.cost)
        for key, number in picks_of(force).items():
            found.setdefault(key, []).append((entrant, number))
    rows = [_taken(kind, name, some, results) for (kind, name), some in found.items()]
    return sorted(_merged(rows, desk.state.each > 1), key=lambda one: (one.kind, -one.lists, one.name)), sorted(costs)


def _taken(kind: str, name: str, some: list[tuple[Entrant, int]], results: dict[str, list[Outcome]]) -> Taken:
    """One entry; of a player with several lists, the games in which a list with it was played."""
    games = [one for own, _ in some for one in results[own.player] if one.played and one.list == own.id]
    return Taken(
        kind=kind,
        name=name,
        lists=len(some),
        players=len({own.player for own, _ in some}),
        copies=sum(number for _, number in some),
        games=len(games),
        won=sum({"win": 1.0, "draw": 0.5}.get(one.kind, 0.0) for one in games),
    )


def _merged(rows: list[Taken], several: bool) -> Iterator[Taken]:
    """Rows of fewer players than may be shown are put together by kind; `several`: a player brings more than a list."""
    few: dict[str, list[Taken]] = {}
    for one in rows:
        if one.players >= LEAST:
            yield one
        else:
            few.setdefault(one.kind, []).append(one)
    for kind, some in few.items():
        which = f"each of fewer than {LEAST} players" if several else f"each in fewer than {LEAST} lists"
        name = f"{len(some)} others, {which}"
        copies = sum(one.copies for one in some)
        yield Taken(kind=kind, name=name, lists=0, players=0, copies=copies, games=0, won=0)


def field_plots(desk: Desk, rows: list[Taken], costs: list[int]) -> dict[str, str]:
    """The plots of the field by the names of their files: what was taken, what lists cost, what won."""
    found = {}
    for kind in dict.fromkeys(one.kind for one in rows):
        some = [one for one in rows if one.kind == kind and one.lists]
        if some:
            named = [(one.name, one.lists) for one in some]
            found[f"field-{kind}.svg"] = bars(f"{kind.capitalize()}: in how many lists", named, len(costs))
        won = [(one.name, one.rate, one.games) for one in some if one.rate is not None]
        if won:
            found[f"field-{kind}-won.svg"] = rates(f"{kind.capitalize()}: share of games won", won)
    if costs and len(costs) >= LEAST and max(costs) > 0:
        unit = desk.game.currency_name(desk.game.first_currency)
        found["field-costs.svg"] = histogram("What lists cost", costs, unit)
    return found


def field_page(desk: Desk, rows: list[Taken], plots: dict[str, str], lists: int) -> str:
    """The field as a page with its plots."""
    title = f"{desk.event.name}: the field"
    parts = [f"<h1>{escape(title)}</h1>", *(f"<p>{escape(note)}</p>" for note in field_notes(desk, lists))]
    if "field-costs.svg" in plots:
        parts += ["<h2>What lists cost</h2>", plots["field-costs.svg"]]
    for kind in dict.fromkeys(one.kind for one in rows):
        parts += [f"<h2>{escape(kind.capitalize())}</h2>"]
        for file, words in ((f"field-{kind}.svg", "In how many lists"), (f"field-{kind}-won.svg", WON)):
            if file in plots:
                parts += [f"<h3>{words}</h3>", plots[file]]
        cells = [row[1:] for row in table_of(rows) if row[0] == kind]
        parts += html_table(f"{kind.capitalize()}: what was taken", HEADS[1:], cells)
    return page(title, parts)


def table_of(rows: list[Taken]) -> list[list[str]]:
    """The field as rows of cells."""
    return [[one.kind, one.name, str(one.lists or ""), str(one.copies), _percent(one.rate)] for one in rows]


def field_report(desk: Desk, rows: list[Taken], lists: int) -> Report:
    """The field as a report."""
    keys = ("kind", "name", "lists", "copies", "games")
    data = [{key: vars(one)[key] for key in keys} | {"won": one.rate and round(one.rate, 3)} for one in rows]
    title, notes = f"{desk.event.name}: the field", tuple(field_notes(desk, lists))
    found = {"lists": lists, "unsaid": len(unsaid(desk)), "taken": data}
    return Report(title=title, heads=HEADS, rows=table_of(rows), data=found, notes=notes)


def field_notes(desk: Desk, lists: int) -> list[str]:
    """What a field is made of, and the games that count for no list."""
    lost = len(unsaid(desk))
    more = [f"{counted(lost, 'game')} not counted: nobody said which lists were played."] if lost else []
    return [f"{counted(lists, 'list')}.", *more]


def _percent(rate: float | None) -> str:
    return "" if rate is None else f"{rate:.0%}"
