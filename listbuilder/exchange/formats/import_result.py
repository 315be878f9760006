"""The result of an import: the list, the account of every line that is not in it, and what the player should check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from listbuilder.base.findings import Finding
from listbuilder.base.records import record
from listbuilder.base.values import slug
from listbuilder.exchange.formats.text.counts_and_prices import Price
from listbuilder.exchange.formats.text.name_lookup import NameTable, close_matches
from listbuilder.exchange.formats.text.paste import PastedLine
from listbuilder.exchange.formats.text.quoted_text import split_pieces
from listbuilder.judging.validator import Report
from listbuilder.storage.reading import Tree, refuse_one


@record
class KeptLine:
    """A line that is in no list and is kept as a comment, above the row of the section it stood in."""

    line: int
    text: str
    section: str = ""
    row: int = 0


@record
class StatedPoints:
    """Points that a text states: of a row, or without one of the whole list; a `size` may be its limit as well."""

    line: int
    price: Price
    row: int | None = None
    size: bool = False


@record
class ImportedList:
    """A list that was read.

    `account` says of each line what it was understood as, `findings` what was left out. `notes` are readings that the
    player should check, and `stated` the points that the text states. `files` are those of a game that the list brings
    along, by their paths in a catalogue folder.
    """

    tree: Mapping[str, Tree]
    kept: tuple[KeptLine, ...] = ()
    findings: tuple[Finding, ...] = ()
    account: tuple[tuple[int, str], ...] = ()
    notes: tuple[Finding, ...] = ()
    stated: tuple[StatedPoints, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)


def import_doubts(imported: ImportedList, report: Report) -> tuple[Finding, ...]:
    """The readings to check and the points that differ, by line.

    A price or a total that a player wrote is never trusted and never ignored: where it differs, that is a finding.
    """
    doubts = list(imported.notes)
    for stated in imported.stated:
        points = stated.price.points
        hint = f"If {points} is an agreed limit, write `limit: {points}`." if stated.size else ""
        if reasons := " ".join(_differences(stated, report)):
            hint = hint or "Check which of them is right."
            doubts.append(
                Finding(code="import.price", severity="warning", message=reasons, hint=hint, line=stated.line)
            )
    return tuple(sorted(doubts, key=lambda one: one.line or 0))


def _differences(stated: StatedPoints, report: Report) -> Iterator[str]:
    """How stated points differ from those of the list, in words."""
    force, price, word = report.force, stated.price, report.force.game.points
    if stated.row is not None:
        costs = [model.cost for model in force.models if model.row == stated.row]
        if costs and price.points not in ((costs[0],) if price.each else (costs[0], costs[0] * len(costs))):
            yield f"The text states {price.points} {word}; this costs {costs[0]}{' each' * (len(costs) > 1)}."
        return
    if price.points != force.cost and not (stated.size and price.of is None and price.points == force.limit):
        yield f"The text states {price.points} {word}; the list costs {force.cost}."
    if price.of is not None and price.of != force.limit:
        limit = "none" if force.limit is None else force.limit
        yield f"The text states a limit of {price.of} {word}; it is {limit}."


SHOWN = 8
# A text with more unknown lines than this is no list; it is refused before that costs seconds.
MOST_LOST = 3000


class Ledger:
    """What became of each line, by its number."""

    def __init__(self) -> None:
        self.understood: dict[int, str] = {}
        self.findings: list[Finding] = []
        self.places: dict[PastedLine, tuple[str, int]] = {}
        self.kept: list[KeptLine] = []
        self.notes: list[Finding] = []
        self.lost = 0

    def understand(self, line: PastedLine, what: str) -> None:
        """A line is part of the list."""
        self.understood[line.number] = what

    def refuse(
        self, line: PastedLine, message: str, hint: str, section: str, row: int, code: str = "import.name"
    ) -> None:
        """A line, or a part of it, can't be part of the list."""
        self.places[line] = (section, row)
        self.findings.append(Finding(code=code, message=message, hint=hint, line=line.number, file="<text>"))

    def note(self, line: PastedLine, code: str, message: str, hint: str) -> None:
        """A reading that the player should know of."""
        self.notes.append(Finding(code=code, severity="info", message=message, hint=hint, line=line.number))

    def lose(self, line: PastedLine) -> None:
        """Count something that is not understood; DocumentError if it is too much."""
        self.lost += 1
        if self.lost > MOST_LOST:
            message = f"more than {MOST_LOST} lines or names up to this one are not understood"
            raise refuse_one("file.too-large", message, "Import the part that is a list.", None, line.number)

    def keep(self, line: PastedLine, section: str, row: int) -> None:
        """A line is no part of the list and is kept as a comment."""
        self.kept.append(KeptLine(line=line.number, text=line.raw.strip(), section=section, row=row))

    def skip(self) -> None:
        """Keep all that was refused as comments."""
        for line, (section, row) in self.places.items():
            self.keep(line, section, row)
        self.kept.sort(key=lambda one: one.line)

    def account(self) -> tuple[tuple[int, str], ...]:
        """Every line with what it was understood as."""
        rest = {one.line: "kept as a comment" for one in self.kept}
        rest |= {one.line or 0: "not understood" for one in self.findings if one.line not in rest}
        both = {
            line: f"{self.understood[line]}, in part; {what}" for line, what in rest.items() if line in self.understood
        }
        return tuple(sorted({**self.understood, **rest, **both}.items()))


def explain(text: str, names: NameTable) -> tuple[str, str]:
    """Message and hint for an unknown text; of several names with signs between them, for the one that is wrong."""
    parts = split_pieces(text)
    wrong = [part for part in parts if not names.find(part)]
    text = wrong[0] if len(wrong) == 1 < len(parts) else text
    near = names.near(text) if slug(text) else []
    holding = [name for name in near if set(slug(text).split("-")) <= set(slug(name).split("-"))]
    if len(holding) > 1:
        more = ", …" if len(holding) > SHOWN else ""
        return f'"{text}" could mean {", ".join(holding[:SHOWN])}{more}.', "Write the whole name."
    hint = f"Did you mean {' or '.join(near[:3])}?" if near else ""
    key = "" if hint else next(iter(close_matches(slug(text), (*names.keys, "models", "groups"))), "")
    hint = hint or (f"Did you mean {key}?" if key else "Check the spelling, or take it out.")
    return f'"{text}" is nothing in {names.game.name}.', hint
