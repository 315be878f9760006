"""The field: which entries were taken and how they did. Rare entries are merged, so that no list can be identified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import sqrt

from listbuilder.base.errors import EditError
from listbuilder.base.records import record
from listbuilder.base.wording import counted
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.verdicts import picks_of
from listbuilder.desk.ledger_kinds import EVERYBODY
from listbuilder.desk.publishing import shown_in_full, shown_list
from listbuilder.desk.reports.report_files import DeskReport, html_table
from listbuilder.desk.rounds.running import games_without_lists
from listbuilder.desk.rounds.standings import RoundOutcome, outcomes
from listbuilder.desk.state import Entrant
from listbuilder.exchange.formats.html_page import page
from listbuilder.storage.files import make_folder, write_text

# Plots as SVG with a text alternative, inline or as files.


WIDE, ROW, BAR, NUMBERS = 360, 30, 9, 46
STYLE = (
    "<style>text{font:11px sans-serif;fill:currentColor}.bar{fill:#35576f}.axis{stroke:currentColor;stroke-opacity:.45}"
    ".span{stroke:#35576f;stroke-width:3;stroke-linecap:round}.dot{fill:#35576f}"
    "@media(prefers-color-scheme:dark){.bar,.dot{fill:#8fb8d4}.span{stroke:#8fb8d4}}</style>"
)
SURE = 1.96
"""The standard deviations of a 95 percent confidence interval."""


def bars(title: str, rows: Sequence[tuple[str, int]], most: int) -> str:
    """A bar chart: a name and its count out of `most`."""
    description = ", ".join(f"{name} in {number} of {most} lists" for name, number in rows)
    parts = []
    for at, (name, number) in enumerate(rows):
        wide = (WIDE - NUMBERS) * number / max(1, most)
        parts += [_text(0, at * ROW + 12, name), _bar(0, at * ROW + 16, wide, BAR)]
        parts.append(_text(wide + 5, at * ROW + 25, f"{number}"))
    return _svg(title, description, ROW * len(rows), parts)


def histogram(title: str, values: Sequence[int], unit: str) -> str:
    """A histogram of values."""
    low, step, counts = _steps(values)
    tall, most = 120, max(counts)
    wide = WIDE / len(counts)
    parts = []
    for at, number in enumerate(counts):
        high = (tall - 30) * number / most
        parts.append(_bar(at * wide + 1, tall - 14 - high, wide - 2, high))
        parts += [_text(at * wide + wide / 2, tall - 18 - high, str(number), "middle")] if number else []
        parts.append(_text(at * wide + wide / 2, tall - 2, _step_text(low + at * step, step), "middle"))
    description = ", ".join(f"{_step_text(low + at * step, step)} {unit}: {number}" for at, number in enumerate(counts))
    return _svg(title, description, tall, parts)


def _steps(values: Sequence[int]) -> tuple[int, int, list[int]]:
    """The start of a scale, its step, and the number of values in each; at most seven steps."""
    span = max(values) - min(values) + 1
    # Six, because rounding the start down may add one.
    step = next(size for power in range(10) for size in (10**power, 2 * 10**power, 5 * 10**power) if size * 6 >= span)
    low = min(values) // step * step
    counts = [0] * ((max(values) - low) // step + 1)
    for value in values:
        counts[(value - low) // step] += 1
    return low, step, counts


def _step_text(low: int, step: int) -> str:
    return str(low) if step == 1 else f"{low}–{low + step - 1}"


def rates(title: str, rows: Sequence[tuple[str, float, int]]) -> str:
    """The share of games won, with its 95 percent confidence interval."""
    parts = [f'<line class="axis" x1="{WIDE / 2}" y1="0" x2="{WIDE / 2}" y2="{ROW * len(rows)}"/>']
    description = []
    for at, (name, won, games) in enumerate(rows):
        low, high = _range(won, games)
        y = at * ROW + 21
        parts += [_text(0, at * ROW + 12, name), _text(WIDE, at * ROW + 12, f"{won:.0%} of {games}", "end")]
        parts.append(f'<line class="span" x1="{low * WIDE:.1f}" y1="{y}" x2="{high * WIDE:.1f}" y2="{y}"/>')
        parts.append(f'<circle class="dot" cx="{won * WIDE:.1f}" cy="{y}" r="5"/>')
        description.append(f"{name} {won:.0%} of {games} games, between {low:.0%} and {high:.0%}")
    return _svg(title, ", ".join(description), ROW * len(rows), parts)


def _range(won: float, games: int) -> tuple[float, float]:
    """Wilson's interval, which is valid for few games too."""
    square = SURE**2 / games
    middle = (won + square / 2) / (1 + square)
    half = SURE / (1 + square) * sqrt(won * (1 - won) / games + square / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _bar(x: float, y: float, wide: float, high: float) -> str:
    return f'<rect class="bar" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"/>'


def _svg(title: str, description: str, high: int, parts: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="-6 0 {WIDE + 12} {high + 4}">'
    return "\n".join([head, f"<title>{escape(f'{title}: {description}.')}</title>", STYLE, *parts, "</svg>"])


# Players that an entry needs for a row of its own; with fewer, it could tell whose list it is.
LEAST = 5
HEADS = ("Kind", "Name", "Lists", "In all", "Won")
WON = "Share of games won, and between which shares the truth is likely to lie"


@record
class EntryUse:
    """One entry: the number of lists, players and copies, and the results of its games."""

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


def count_entries(desk: Desk) -> tuple[list[EntryUse], list[int]]:
    """The entries that were taken, the most frequent first, and the cost of every list; rare entries are merged."""
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


def _taken(kind: str, name: str, some: list[tuple[Entrant, int]], results: dict[str, list[RoundOutcome]]) -> EntryUse:
    """The use of one entry; if a player has several lists, only games with a list that has it count."""
    games = [one for own, _ in some for one in results[own.player] if one.played and one.list == own.id]
    return EntryUse(
        kind=kind,
        name=name,
        lists=len(some),
        players=len({own.player for own, _ in some}),
        copies=sum(number for _, number in some),
        games=len(games),
        won=sum({"win": 1.0, "draw": 0.5}.get(one.kind, 0.0) for one in games),
    )


def _merged(rows: list[EntryUse], several: bool) -> Iterator[EntryUse]:
    """Merge the rows of too few players by kind; `several`: players bring several lists."""
    few: dict[str, list[EntryUse]] = {}
    for one in rows:
        if one.players >= LEAST:
            yield one
        else:
            few.setdefault(one.kind, []).append(one)
    for kind, some in few.items():
        which = f"each of fewer than {LEAST} players" if several else f"each in fewer than {LEAST} lists"
        name = f"{len(some)} others, {which}"
        # Only copies can be added up: a list or a player may have several of these entries.
        copies = sum(one.copies for one in some)
        yield EntryUse(kind=kind, name=name, lists=0, players=0, copies=copies, games=0, won=0)


def write_field(desk: Desk) -> tuple[list[EntryUse], int, dict[str, str]]:
    """Write the page of the field and its plots; the entries, the number of lists, and the files by name."""
    if not any(EVERYBODY in to for to in desk.state.revealed.values()):
        raise EditError.of("desk.sealed", "No list was revealed to everybody.", "Run `listbuilder event reveal` first.")
    rows, costs = count_entries(desk)
    plots = field_plots(desk, rows, costs)
    files = {**plots, "field.html": field_page(desk, rows, plots, len(costs))}
    make_folder(desk.out)
    for name, text in files.items():
        write_text(desk.out / name, text, replace=True, private=True)
    return rows, len(costs), files


def field_plots(desk: Desk, rows: list[EntryUse], costs: list[int]) -> dict[str, str]:
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


def field_page(desk: Desk, rows: list[EntryUse], plots: dict[str, str], lists: int) -> str:
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


def table_of(rows: list[EntryUse]) -> list[list[str]]:
    """The field as rows of cells."""
    return [[one.kind, one.name, str(one.lists or ""), str(one.copies), _percent(one.rate)] for one in rows]


def field_report(desk: Desk, rows: list[EntryUse], lists: int) -> DeskReport:
    """The field as a report."""
    keys = ("kind", "name", "lists", "copies", "games")
    data = [{key: vars(one)[key] for key in keys} | {"won": one.rate and round(one.rate, 3)} for one in rows]
    title, notes = f"{desk.event.name}: the field", tuple(field_notes(desk, lists))
    found = {"lists": lists, "unsaid": len(games_without_lists(desk)), "taken": data}
    return DeskReport(title=title, heads=HEADS, rows=table_of(rows), data=found, notes=notes)


def field_notes(desk: Desk, lists: int) -> list[str]:
    """The number of lists, and of games without recorded lists."""
    lost = len(games_without_lists(desk))
    more = [f"{counted(lost, 'game')} not counted: it was not entered which lists were played."] if lost else []
    return [f"{counted(lists, 'list')}.", *more]


def _percent(rate: float | None) -> str:
    return "" if rate is None else f"{rate:.0%}"
