"""Rosters of converted games → lists of them: the game by the id of its system, entries by the ids of the data.

What the game does not know, or has no room for, is kept as a line with what it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from listbuilder.base.findings import Finding
from listbuilder.base.values import slug
from listbuilder.catalogue import Entry, Game
from listbuilder.exchange.battlescribe.conversion_record import read_record
from listbuilder.exchange.battlescribe.markup import XmlNode
from listbuilder.exchange.battlescribe.plain_text import clean_line
from listbuilder.exchange.battlescribe.read_data import number
from listbuilder.exchange.formats.import_result import ImportedList, KeptLine, StatedPoints
from listbuilder.exchange.formats.text.counts_and_prices import Price
from listbuilder.lists.document import MAX_NAME
from listbuilder.storage.reading import Tree


class ConvertedGame(NamedTuple):
    """A converted game: its id and what its conversion noted."""

    id: str
    record: Mapping[str, Tree]

    def noted(self, word: str) -> Mapping[str, Tree]:
        """What one sort of ids of the data means."""
        words = self.record.get("vocabulary")
        found = words.get(word) if isinstance(words, dict) else None
        return found if isinstance(found, dict) else {}


def converted_game(root: XmlNode, folders: Mapping[str, Path]) -> ConvertedGame | None:
    """The converted game that a roster is of, if it is among some folders."""
    system = root.get("gameSystemId")
    for id, folder in folders.items() if system else ():
        record = read_record(folder)
        known = record.get("system") if record else None
        if record and isinstance(known, dict) and known.get("id") == system:
            return ConvertedGame(id, record)
    return None


def roster_list(root: XmlNode, game: Game, converted: ConvertedGame, file: str | None) -> ImportedList:
    """The list in a roster of a converted game."""
    return _RosterReader(root, game, converted, file).imported()


class _RosterReader:
    """Makes the list of one roster."""

    def __init__(self, root: XmlNode, game: Game, converted: ConvertedGame, file: str | None) -> None:
        self.root, self.game, self.converted, self.file = root, game, converted, file
        self.kept: list[KeptLine] = []
        self.findings: list[Finding] = []

    def imported(self) -> ImportedList:
        """The list, with the total that the roster records."""
        forces = list(self.root.within("forces", "force"))
        tree: dict[str, Tree] = {"game": self.game.id}
        if name := clean_line(self.root.get("name")):
            tree["name"] = name[:MAX_NAME]
        tree |= self.choices(forces)
        if limit := self.limit():
            tree["limit"] = limit
        options: list[Tree] = []
        models: list[Tree] = []
        for force in forces:
            for one in force.within("selections", "selection"):
                if entry := self.find("unit", one):
                    models.append(self.row(one, entry))
                elif entry := self.find("option", one):
                    options.append(self.pick(one, entry, count(one)))
                else:
                    self.lose(one, "the game has no such entry")
        if options:
            tree["options"] = together(options)
        tree["models"] = models
        return ImportedList(tree=tree, kept=tuple(self.kept), findings=tuple(self.findings), stated=tuple(self.total()))

    def choices(self, forces: list[XmlNode]) -> dict[str, Tree]:
        """The faction and the type of force, where the game has several."""
        made: dict[str, Tree] = {}
        for force in forces[:1]:
            faction = self.converted.noted("factions").get(force.get("catalogueId"))
            kind = self.converted.noted("forces").get(force.get("entryId"))
            if faction and "faction" in self.game.list.slots:
                made["faction"] = faction
            if isinstance(kind, dict) and "force" in self.game.list.slots:
                made["force"] = kind["id"]
        for force in forces[1:]:
            message = f"the roster has a second force, {clean_line(force.get('name'))}; a list is one"
            self.findings.append(Finding(code="import.name", message=message, hint="", line=force.line, file=self.file))
        return made

    def cost(self, group: str, name: str) -> tuple[XmlNode, Fraction] | None:
        """What the roster says of the first currency, in its whole units."""
        first = next(iter(self.game.currencies))
        for one in self.root.within(group, name):
            known = self.converted.noted("costs").get(one.get("typeId"))
            if isinstance(known, dict) and known.get("currency") == first:
                return one, number(one.get("value")) * int(str(known.get("scale", 1)))
        return None

    def limit(self) -> int:
        """The limit that the players agreed on."""
        found = self.cost("costLimits", "costLimit")
        return int(found[1]) if found and found[1] > 0 else 0

    def total(self) -> Iterator[StatedPoints]:
        """The total that the roster records: a finding where the list costs something else."""
        if found := self.cost("costs", "cost"):
            yield StatedPoints(line=found[0].line, price=Price(points=int(found[1])))

    def find(self, kind: str, one: XmlNode) -> Entry | None:
        """The entry of a kind that a selection is, by the ids of the links that led to it and then by its own."""
        for id in one.get("entryId").split("::"):
            if id and (entry := self.game.find(kind, id)) and slug(id) in map(slug, entry.aliases):
                return entry
        return None

    def row(self, one: XmlNode, entry: Entry) -> Tree:
        """A row of the list: as many of a unit as share what is inside it."""
        made: dict[str, Tree] = {}
        if custom := clean_line(one.get("customName")):
            made["name"] = custom[:MAX_NAME]
        inner = self.inside(one, entry)
        made["unit"] = {"entry": entry.id, "picks": inner} if inner else entry.id
        return {**made, "count": count(one)} if count(one) > 1 else made

    def pick(self, one: XmlNode, entry: Entry, times: int) -> Tree:
        """A pick with what is inside it."""
        inner = self.inside(one, entry)
        if not inner and times == 1:
            return entry.id
        return {
            "entry": entry.id,
            **({"count": times} if times > 1 else {}),
            **({"picks": inner} if inner else {}),
        }

    def inside(self, one: XmlNode, entry: Entry) -> dict[str, Tree]:
        """What is in the slots of an entry; a slot with a default that the roster leaves empty says so."""
        made: dict[str, list[Tree]] = {}
        for inner in one.within("selections", "selection"):
            place = self.place(inner, entry)
            if place is None:
                self.lose(inner, f"{entry.name} has no place for it")
                continue
            slot, found = place
            times, rest = divmod(count(inner), count(one))
            if rest or not times:
                self.lose(inner, f"{count(inner)} can't be shared by {count(one)} × {entry.name}")
                continue
            made.setdefault(slot, []).append(self.pick(inner, found, times))
        full: dict[str, Tree] = {slot: together(picks) for slot, picks in made.items()}
        return full | {id: "none" for id, slot in entry.picks.items() if slot.default and id not in made}

    def place(self, one: XmlNode, holder: Entry) -> tuple[str, Entry] | None:
        """The slot of a holder that a selection stands in, and the entry it is."""
        ids = {slug(id) for id in one.get("entryId").split("::") if id}
        named: tuple[str, Entry] | None = None
        for id, slot in holder.picks.items():
            for entry in self.fitting(holder, id):
                if ids & set(map(slug, entry.aliases)) and slot.kind == entry.kind:
                    return id, entry
                if slug(entry.name) == slug(clean_line(one.get("name"))):
                    named = named or (id, entry)
        return named

    def fitting(self, holder: Entry, slot: str) -> list[Entry]:
        """The entries that fit a slot."""
        where = holder.picks[slot].where
        kind = holder.picks[slot].kind
        return [one for one in self.game.entries if one.kind == kind and (where is None or where.could_fit(one))]

    def lose(self, one: XmlNode, why: str) -> None:
        """Keep a selection that can't be part of the list as a comment, with the reason."""
        name = clean_line(one.get("name")) or "Unnamed"
        self.kept.append(KeptLine(line=one.line, text=f"{count(one)} × {name}: {why}"))
        hint = "Convert the data that the roster was made with, or add it by hand."
        message = f"{name} is not in the list: {why}."
        self.findings.append(Finding(code="import.name", message=message, hint=hint, line=one.line, file=self.file))


def together(picks: list[Tree]) -> list[Tree]:
    """Picks with those that are the same as one, with their number."""
    made: list[tuple[dict[str, Tree], int]] = []
    for one in picks:
        bare: dict[str, Tree] = {"entry": one} if not isinstance(one, dict) else dict(one)
        times = int(str(bare.pop("count", 1)))
        same = next((at for at, (other, _) in enumerate(made) if other == bare), None)
        if same is None:
            made.append((bare, times))
        else:
            made[same] = (bare, made[same][1] + times)
    return [
        bare["entry"] if times == 1 and len(bare) == 1 else {**bare, **({"count": times} if times > 1 else {})}
        for bare, times in made
    ]


def count(one: XmlNode) -> int:
    """How many a selection is."""
    text = one.get("number")
    return max(int(text), 1) if text.isdecimal() and len(text) < 6 else 1
