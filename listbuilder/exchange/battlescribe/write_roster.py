"""A list of a converted game → a roster that other tools open, under the ids of the data that the game is made of."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from io import BytesIO
from itertools import count
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from listbuilder.exchange.battlescribe.roster_lists import ConvertedGame
from listbuilder.exchange.documents.judged import JudgedList
from listbuilder.judging.force import Force, Pick
from listbuilder.storage.reading import Tree, refuse_one

NAMESPACE = "http://www.battlescribe.net/schema/rosterSchema"
PICKED = ("unit", "option")
STAMP = (1980, 1, 1, 0, 0, 0)


def zip_roster(text: str, name: str) -> bytes:
    """A roster as `.rosz` has it; the same text gives the same bytes."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(f"{name}.ros", STAMP), text.encode(), zipfile.ZIP_DEFLATED)
    return made.getvalue()


def write_roster(judged: JudgedList, converted: ConvertedGame) -> str:
    """The XML of a roster."""
    if not converted.noted("sources"):
        hint = "Convert the data again with `catalogue import --force`."
        raise refuse_one("roster.record", "the game was converted by an older version", hint, None)
    return "\n".join(_RosterWriter(judged.report.force, converted).lines()) + "\n"


class _Cost(NamedTuple):
    """A currency under its id and name in the data, where it may be in fractions."""

    id: str
    name: str
    currency: str
    scale: int


class _RosterWriter:
    """Writes one list."""

    def __init__(self, force: Force, converted: ConvertedGame) -> None:
        self.force, self.noted = force, converted.noted
        system = converted.record["system"]
        assert isinstance(system, dict)
        self.system: Mapping[str, Tree] = system
        self.costs = [
            _Cost(id, str(one["name"]), str(one["currency"]), int(str(one["scale"])))
            for id, one in self.noted("costs").items()
            if isinstance(one, dict)
        ]
        factions = converted.record.get("factions")
        self.factions: Mapping[str, Tree] = factions if isinstance(factions, dict) else {}
        self.numbers = count(1)

    def lines(self) -> Iterator[str]:
        """The whole roster."""
        name = self.force.document.name or "Unnamed"
        yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
        yield _open(
            "roster", id="roster", name=name, battleScribeVersion="2.03", gameSystemId=self.system["id"],
            gameSystemName=self.system["name"], gameSystemRevision=self.system["revision"], xmlns=NAMESPACE,
        )  # fmt: skip
        yield from self.cost_lines("costs", "cost", self.prices(self.force.picks))
        yield from self.cost_lines("costLimits", "costLimit", self.force.limits)
        yield "<forces>"
        faction, kind = self.chosen("faction", "factions"), self.chosen("force", "forces")
        yield _open(
            "force", id="force", name=kind[1], entryId=kind[0], catalogueId=faction[0], catalogueName=faction[1]
        )
        rows = ((row, "unit") for row in self.force.rows)
        tops = [pick for row, slot in (*rows, (self.force.root, "options")) for pick in row.inside
                if pick.up is row and pick.slot == slot]  # fmt: skip
        yield from self.selections(tops, "")
        yield from ("</force>", "</forces>", "</roster>")

    def chosen(self, slot: str, word: str) -> tuple[str, str]:
        """The id and name of the faction or the type of force: the one in the list, else the only one there is."""
        picked = next((pick.entry.id for pick in self.force.root.inside if pick.slot == slot), None)
        rows = self.noted(word)
        found = next((id for id, one in rows.items() if _row(one)[0] == picked), next(iter(rows), ""))
        names = self.factions if word == "factions" else {}
        return found, str(names.get(found) or _row(rows.get(found, ""))[1])

    def selections(self, picks: Iterable[Pick], holder: str) -> Iterator[str]:
        """Picks that were made, with all that is inside them; what is given shows itself in other tools."""
        made = [pick for pick in picks if pick.given_by is None and pick.entry.kind in PICKED]
        if not made:
            return
        yield "<selections>"
        for pick in made:
            yield from self.selection(pick, holder)
        yield "</selections>"

    def selection(self, pick: Pick, holder: str) -> Iterator[str]:
        entry, owner = pick.entry, pick.model
        custom = {"customName": owner.name} if not holder and owner is not None and owner.name else {}
        usual = "model" if entry.kind == "unit" else "upgrade"
        source = str(self.noted("sources").get(entry.id, ""))
        yield _open(
            "selection", id=f"selection-{next(self.numbers)}", name=entry.name, **custom,
            entryId=self.noted("paths").get(f"{holder}/{entry.id}", source), number=pick.times,
            type=self.noted("types").get(entry.id, usual),
        )  # fmt: skip
        yield from self.selections(pick.picks, entry.id)
        yield from self.cost_lines("costs", "cost", self.prices([pick]))
        yield "</selection>"

    def prices(self, picks: Sequence[Pick]) -> dict[str, int]:
        """What some picks cost in each currency, as often as they are there."""
        ids = [one.currency for one in self.costs]
        return {id: sum(pick.cost_in(id) * pick.owner.count for pick in picks) for id in ids}

    def cost_lines(self, group: str, word: str, values: Mapping[str, int]) -> Iterator[str]:
        """What something costs, or may, in the units of the data."""
        rows = [one for one in self.costs if one.currency in values]
        if rows:
            yield f"<{group}>"
            for one in rows:
                value = float(Fraction(values[one.currency], one.scale))
                yield _open(word, "/", name=one.name, typeId=one.id, value=value)
            yield f"</{group}>"


def _row(one: Tree) -> tuple[str, str]:
    """The id that a faction or a type of force has in the game, and its name."""
    return (str(one["id"]), str(one["name"])) if isinstance(one, dict) else (str(one), str(one))


def _open(word: str, end: str = "", **attributes: object) -> str:
    return f"<{word} {' '.join(f'{key}={quoteattr(str(value))}' for key, value in attributes.items())}{end}>"
