"""A roster as a list of a game of its own: its profiles, costs and rules become a game folder that cards print from.

A unit, or a model that stands alone, is a row of the list. What was picked for it are options with their prices; each
sort of profile is a slot of its own, with the short values as columns and the long ones as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from listbuilder.base.values import ascii_id, slug
from listbuilder.catalogue import ENTRY_TYPES
from listbuilder.exchange.formats.import_result import ImportedList, KeptLine
from listbuilder.exchange.formats.rosters.roster import Roster, RosterProfile, Selection, read_roster
from listbuilder.lists.document import LIST, MAX_NAME, MAX_NOTES, MAX_ROWS, ROW
from listbuilder.lists.yaml_surgery import flow_text, scalar_text
from listbuilder.storage.reading import Tree, refuse_one

# Entries of one kind as a roster brings them: what is the same is one entry, what only shares a name is numbered.


class EntryTable:
    """The entries of one kind, by name."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.entries: dict[str, Mapping[str, Tree]] = {}
        self.contents: dict[str, str] = {}
        self.ids: set[str] = set()
        self.numbers: dict[str, int] = {}

    def put(self, name: str, content: Mapping[str, Tree]) -> str:
        """Take an entry in and say under which name: its own, or with a number where that is another entry's."""
        key = f"{name} {flow_text(dict(content))}"
        if key not in self.contents:
            self.contents[key] = self.unique(name)
            shown = self.contents[key]
            id = ascii_id(shown, f"{self.kind}-{len(self.entries) + 1}")
            self.entries[id] = {"id": id, "name": shown, **content}
        return self.contents[key]

    def unique(self, name: str) -> str:
        """A name that no other entry answers to."""
        shown, number = name, self.numbers.get(name, 1)
        while {ascii_id(shown, shown), slug(shown)} & self.ids:
            number += 1
            shown = f"{name} ({number})"
        self.numbers[name] = number
        self.ids |= {ascii_id(shown, shown), slug(shown)}
        return shown

    def file(self) -> str:
        """The entries as a file of a game folder."""
        lines = [f"  - {flow_text(dict(entry))}" for entry in self.entries.values()]
        return "\n".join([f"kind: {self.kind}", "entries:", *lines]) + "\n"


RESERVED = frozenset({*LIST.all, *ROW.all, "options", "rules", "rule"})
UNITS = ("unit", "model")
ZERO = Fraction(0)
SHORT, MOST_COLUMNS, MOST_COPIES = 14, 9, 100


def import_roster(raw: bytes, file: str | None = None) -> ImportedList:
    """The list in a roster, with the files of its game."""
    return _GameBuilder(read_roster(raw, file), file).imported()


class _GameBuilder:
    """Makes the game of one roster, entry by entry."""

    def __init__(self, roster: Roster, file: str | None) -> None:
        self.roster, self.file = roster, file
        self.id = ascii_id(f"{roster.system} {roster.name}", "roster")
        every = [one for top in roster.selections for one in top.walk()]
        ids = ("points", *(f"{ascii_id(name, 'cost')}-{at}" for at, name in enumerate(roster.currencies[1:], 2)))
        self.currencies = dict(zip(roster.currencies, ids, strict=True))
        self.scales = {
            name: lcm(*(one.costs.get(name, ZERO).denominator for one in every), 1) for name in self.currencies
        }
        self.types = _types(every)
        self.shelves = {
            kind: EntryTable(kind) for kind in ("unit", "option", "rule", *(one.id for one in self.types.values()))
        }

    def imported(self) -> ImportedList:
        """The list and the files."""
        tops = self.roster.selections
        units = [one for one in tops if one.type in UNITS] or list(tops)
        others = [one for one in tops if one.type not in UNITS] if len(units) < len(tops) else []
        if len(units) > MAX_ROWS:
            message = f"the roster has {len(units)} units; a list has {MAX_ROWS} at most"
            raise refuse_one("roster.too-large", message, "Split the roster.", self.file)
        models: list[Tree] = [self.row(one) for one in units]
        own: dict[str, list[str]] = {
            "options": [],
            "rules": [self.rule(one.name, one.text) for one in self.roster.rules],
        }
        for one in others:
            own["options"] += [pick for each in one.walk() for pick in self.option(each, 1)]
            own["rules"] += [self.rule(rule.name, rule.text) for each in one.walk() for rule in each.rules]
            own["rules"] += [self.rule(each.name, _profile_text(each)) for part in one.walk() for each in part.profiles]
        tree: dict[str, Tree] = {"game": self.id, **_name_and_notes(self.roster.name)}
        first = self.roster.currencies[0]
        if first in self.roster.limits:
            tree["limit"] = int(self.roster.limits[first] * self.scales[first])
        tree |= {key: [*(dict.fromkeys(picks) if key == "rules" else picks)] for key, picks in own.items() if picks}
        tree["models"] = models
        return ImportedList(tree=tree, kept=self.notes(), files=self.files())

    def notes(self) -> tuple[KeptLine, ...]:
        """Where the roster's own total is another than that of its parts."""
        notes = []
        for name in self.currencies:
            total = sum((one.costs.get(name, ZERO) for top in self.roster.selections for one in top.walk()), ZERO)
            given = self.roster.totals.get(name, ZERO)
            if total != given:
                notes.append(f"The roster says {_number(given)} {name}; its parts cost {_number(total)}.")
        return tuple(KeptLine(line=1, text=one) for one in notes)

    def price(self, one: Selection, copies: int) -> dict[str, Tree]:
        """What one of some copies costs, in each currency that it costs something of."""
        whole = {
            id: int(one.costs.get(name, ZERO) * self.scales[name] / copies) for name, id in self.currencies.items()
        }
        if len(whole) == 1:
            return {"cost": whole["points"]}
        return {"cost": {id: cost for id, cost in whole.items() if cost} or 0}

    def row(self, top: Selection) -> Tree:
        """One unit or model with all that is inside it."""
        every = list(top.walk())
        even = all(one.number % top.number == 0 and self.divides(one, top.number) for one in every)
        copies = top.number if even and top.number <= MOST_COPIES else 1
        label = top.name if copies == top.number else f"{top.number} × {top.name}"
        content = self.price(top, copies)
        if top.category:
            content["category"] = top.category
        row: dict[str, Tree] = _name_and_notes(top.custom) if top.custom else {}
        row["unit"] = self.shelves["unit"].put(label, content)
        picks: dict[str, list[str]] = {"options": [pick for one in every[1:] for pick in self.option(one, copies)]}
        for one in every:
            for profile in one.profiles:
                sort = self.types[profile.type]
                picks.setdefault(sort.id, []).append(self.shelves[sort.id].put(profile.name, sort.content(profile)))
            picks.setdefault("rules", []).extend(self.rule(rule.name, rule.text) for rule in one.rules)
        row |= {key: [*(found if key == "options" else dict.fromkeys(found))] for key, found in picks.items() if found}
        return row | ({"count": copies} if copies > 1 else {})

    def divides(self, one: Selection, copies: int) -> bool:
        """Whether every cost can be told of one copy."""
        return all(one.costs.get(name, ZERO) * self.scales[name] % copies == 0 for name in self.currencies)

    def option(self, one: Selection, copies: int) -> list[str]:
        """Something that was picked, with how often; a free one whose profile is printed anyway needs no pick."""
        times, content = one.number // copies, self.price(one, copies)
        if times == 1 and not content["cost"] and one.profiles:
            return []
        return [self.shelves["option"].put(one.name if times == 1 else f"{times} × {one.name}", content)]

    def rule(self, name: str, text: str) -> str:
        """A rule by its name."""
        return self.shelves["rule"].put(name, {"text": text} if text else {})

    def files(self) -> dict[str, str]:
        """Every file of the game folder, by its path."""
        shelves = {kind: shelf for kind, shelf in self.shelves.items() if shelf.entries}
        made = {f"{self.id}/{kind}.yaml": shelf.file() for kind, shelf in shelves.items()}
        return {f"{self.id}/game.yaml": self.game(), **made}

    def game(self) -> str:
        """The file game.yaml."""
        sorts = [one for one in self.types.values() if self.shelves[one.id].entries]
        own: dict[str, Tree] = {"kind": "rule", "repeats": True}
        options: dict[str, Tree] = {"kind": "option", "repeats": True}
        slots: dict[str, Tree] = {"unit": {"kind": "unit", "min": 1, "max": 1}}
        slots.update({one.id: {"kind": one.id, "repeats": True} for one in sorts})
        slots.update({"options": options, "rules": own})
        kinds: dict[str, Tree] = {one.id: one.spec() for one in sorts}
        tables: list[Tree] = [{"slot": one.id, "columns": dict(one.columns)} for one in sorts if one.columns]
        texts: list[Tree] = [one.id for one in sorts if not one.columns]
        line: list[Tree] = (
            ["category"] if any("category" in one for one in self.shelves["unit"].entries.values()) else []
        )
        parts: dict[str, Tree] = {
            "id": self.id,
            "name": self.roster.system,
            "edition": "from a roster",
            "version": "1.0.0",
            "text": "Made from one roster; it has what that roster has, and judges nothing but its cost.",
            "currencies": {id: self.currency(name) for name, id in self.currencies.items()},
            "kinds": {
                "unit": {"name": "Unit"},
                "option": {"name": "Option"},
                "rule": {"is": "option", "name": "Rule"},
                **kinds,
            },
            "model": {"slots": slots},
            "list": {"slots": {"options": options, "rules": own}},
            "card": {"title": "unit", "line": line, "tables": tables, "texts": [*texts, "options", "rules"]},
        }
        return "\n".join(f"{scalar_text(key)}: {flow_text(value)}" for key, value in parts.items()) + "\n"

    def currency(self, name: str) -> Tree:
        """A currency in game.yaml: its name, and its limit where the list does not have it."""
        scale = self.scales[name]
        limit = self.roster.limits.get(name) if self.currencies[name] != "points" else None
        shown = f"{name} / {scale}" if scale > 1 else name
        return {"name": shown, **({"limit": int(limit * scale)} if limit else {})}


class _ProfileType:
    """One sort of profile: the values that fit in a column, with the id of each, and those that are text."""

    def __init__(self, id: str, name: str, columns: Mapping[str, str]) -> None:
        self.id, self.name, self.columns = id, name, columns

    def spec(self) -> dict[str, Tree]:
        """The kind in game.yaml."""
        fields: dict[str, Tree] = {id: {"type": "word", "name": name} for id, name in self.columns.items()}
        return {"is": "option", "name": self.name, "plural": self.name, **({"fields": fields} if fields else {})}

    def content(self, profile: RosterProfile) -> dict[str, Tree]:
        """The entry of one profile."""
        values = dict(profile.values)
        fields: dict[str, Tree] = {id: values[name] for id, name in self.columns.items() if values.get(name)}
        rest = [
            (name, text) for name, text in profile.values if name not in self.columns.values() and text not in ("", "-")
        ]
        return {**fields, **({"text": _sentence(rest)} if rest else {})}


def _types(every: list[Selection]) -> dict[str, _ProfileType]:
    """The sorts of profiles of a roster, with what is short enough for a column in all of them."""
    found: dict[str, list[RosterProfile]] = {}
    for one in every:
        for profile in one.profiles:
            found.setdefault(profile.type, []).append(profile)
    made: dict[str, _ProfileType] = {}
    for at, (name, profiles) in enumerate(found.items(), 1):
        keys = list(dict.fromkeys(key for profile in profiles for key, _ in profile.values))
        long = {key for profile in profiles for key, text in profile.values if len(text) > SHORT}
        short = [key for key in keys if key not in long][:MOST_COLUMNS]
        columns = {f"c{number}-{ascii_id(key, 'value')}": key for number, key in enumerate(short, 1)}
        id = ascii_id(name, f"profile-{at}")
        taken = {*RESERVED, *ENTRY_TYPES, *(one.id for one in made.values())}
        id = next(word for word in (id, f"{id}-profile", f"{id}-{at}") if word not in taken)
        made[name] = _ProfileType(id, name, columns if len(short) > 1 else {})
    return made


def _name_and_notes(name: str) -> dict[str, Tree]:
    """A name; one that is longer than a list may have is in the notes as a whole."""
    return {"name": name} if len(name) <= MAX_NAME else {"name": f"{name[: MAX_NAME - 1]}…", "notes": name[:MAX_NOTES]}


def _profile_text(profile: RosterProfile) -> str:
    return _sentence([(name, text) for name, text in profile.values if text not in ("", "-")])


def _sentence(values: list[tuple[str, str]]) -> str:
    """Values as text: one alone stands by itself, several with their names."""
    return values[0][1] if len(values) == 1 else "; ".join(f"{name}: {text}" for name, text in values)


def _number(value: Fraction) -> str:
    return str(float(value)).removesuffix(".0")
