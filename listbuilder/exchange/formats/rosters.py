"""Rosters of other tools: an archive or XML in, a list of a game of its own out.

Profiles, costs and rules of the roster become a game folder that cards print from.

A unit, or a model that stands alone, is a row of the list. What was picked for it are options with their prices; each
sort of profile is a slot of its own, with the short values as columns and the long ones as text.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from io import BytesIO
from math import lcm
from pathlib import Path

from listbuilder.base.errors import DocumentError
from listbuilder.base.records import record
from listbuilder.base.values import ascii_id, slug
from listbuilder.catalogue import ENTRY_TYPES, Game
from listbuilder.exchange.battlescribe.archives import DAMAGED, GZIP, METHODS, ZIP
from listbuilder.exchange.battlescribe.markup import XmlNode, is_roster_json, read_json_tree, read_xml
from listbuilder.exchange.battlescribe.plain_text import clean_line
from listbuilder.exchange.battlescribe.roster_lists import converted_game, roster_list
from listbuilder.exchange.formats.import_result import ImportedList, KeptLine
from listbuilder.lists.document import LIST, MAX_NAME, MAX_NOTES, MAX_ROWS, ROW
from listbuilder.lists.yaml_surgery import flow_text, scalar_text
from listbuilder.storage.reading import Tree, refuse_one

# The roster inside a `.rosz` archive, read in bounds: few entries, few bytes, nothing put on disk.


MOST_ENTRIES, MOST_BYTES, LONGEST_INDEX = 5, 8 * 1024 * 1024, 64 * 1024
END = b"PK\x05\x06"


def is_archive(raw: bytes) -> bool:
    """Whether some bytes are packed, with ZIP or gzip."""
    return raw.startswith((ZIP, GZIP))


def unpack_roster(raw: bytes, file: str | None = None) -> bytes:
    """The one roster in an archive; DocumentError when there is none, or more than a roster needs."""
    if raw.startswith(GZIP):
        return _gunzip(raw, file)
    _check_index(raw, file)
    try:
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            found = _rosters(archive.infolist())
            if len(archive.infolist()) > MOST_ENTRIES or len(found) != 1 or found[0].compress_type not in METHODS:
                raise _archive_error("holds no roster, or more than one", file)
            with archive.open(found[0]) as entry:
                # One byte more than allowed tells a file that is too large from one that just fits. The size in the
                # index may lie.
                unpacked = entry.read(MOST_BYTES + 1)
    except DAMAGED as error:
        raise _archive_error("is damaged", file) from error
    if len(unpacked) > MOST_BYTES:
        raise _archive_error(f"unpacks to more than {MOST_BYTES // 1024 // 1024} MB", file)
    return unpacked


def _rosters(entries: list[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    """What may be a roster: by its ending, or the only file there is; not what some systems put beside it."""
    files = [one for one in entries if not one.is_dir() and not one.filename.startswith("__MACOSX/")]
    named = [one for one in files if one.filename.lower().endswith((".ros", ".xml"))]
    return named or (files if len(files) == 1 and "." not in files[0].filename else [])


def _gunzip(raw: bytes, file: str | None) -> bytes:
    """The bytes in a gzip file."""
    unpacker = zlib.decompressobj(31)
    try:
        unpacked = unpacker.decompress(raw, MOST_BYTES + 1)
    except zlib.error as error:
        raise _archive_error("is damaged", file) from error
    if len(unpacked) > MOST_BYTES or not unpacker.eof:
        raise _archive_error(f"is cut off, or unpacks to more than {MOST_BYTES // 1024 // 1024} MB", file)
    return unpacked


def _check_index(raw: bytes, file: str | None) -> None:
    """Look at the index of the archive before anything reads it: its length and how many entries it has."""
    # The record has 22 bytes and a comment of at most 65,535 behind it. zipfile would read the whole index first.
    at = raw.rfind(END, max(0, len(raw) - 65_557))
    if at < 0 or len(raw) < at + 22:
        raise _archive_error("is damaged", file)
    entries, length = struct.unpack("<HI", raw[at + 10 : at + 16])
    if entries > MOST_ENTRIES or length > LONGEST_INDEX:
        raise _archive_error(f"has more than {MOST_ENTRIES} files in it", file)


def _archive_error(why: str, file: str | None) -> DocumentError:
    return refuse_one("roster.archive", f"the archive {why}", "Export the roster again, or unpack it yourself.", file)


ROOT = re.compile(rb"<(?:\w{1,20}:)?roster[\s>/]")


@record
class RosterProfile:
    """A row of a printed table: its name, which table, and its values in printed order, words as they are."""

    name: str
    type: str
    values: tuple[tuple[str, str], ...]


@record
class RosterRule:
    """A rule by its name, with its text."""

    name: str
    text: str


@record
class Selection:
    """Something that was picked, with all that is inside it; `costs` are those of all its `number`, without those."""

    name: str
    custom: str
    type: str
    number: int
    costs: Mapping[str, Fraction]
    category: str
    tags: tuple[str, ...]
    profiles: tuple[RosterProfile, ...]
    rules: tuple[RosterRule, ...]
    inside: tuple[Selection, ...]

    def walk(self) -> Iterator[Selection]:
        """This and all that is inside it."""
        yield self
        for one in self.inside:
            yield from one.walk()


@record
class Roster:
    """A whole roster; `currencies` is what its costs are called, the one that counts most first."""

    name: str
    system: str
    currencies: tuple[str, ...]
    totals: Mapping[str, Fraction]
    limits: Mapping[str, Fraction]
    rules: tuple[RosterRule, ...]
    selections: tuple[Selection, ...]


def is_roster(raw: bytes) -> bool:
    """Whether some bytes are a roster, packed or not, in XML or JSON."""
    head = raw[:4000]
    # UTF-16: without its zero bytes the markup is readable enough to be recognised.
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head.replace(b"\0", b"")
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip(b"\xff\xfe \t\r\n")
    return is_archive(raw) or is_roster_json(raw) or (head[:1] == b"<" and ROOT.search(head) is not None)


def read_roster(raw: bytes, file: str | None = None) -> Roster:
    """The roster in some bytes; DocumentError when it is none."""
    return roster_of(read_roster_tree(raw, file), file)


def read_roster_tree(raw: bytes, file: str | None = None) -> XmlNode:
    """The element of the roster in some bytes; DocumentError when it is none."""
    raw = unpack_roster(raw, file) if is_archive(raw) else raw
    root = read_json_tree(raw, file) if is_roster_json(raw) else read_xml(raw, file)
    if root.name != "roster":
        hint = "Export the roster itself, as .ros or .rosz."
        raise refuse_one("roster.shape", f"this is a {root.name or 'file'}, not a roster", hint, file, root.line)
    return root


def roster_of(root: XmlNode, file: str | None = None) -> Roster:
    """The roster that an element says; DocumentError when it has nothing in it."""
    forces = list(_forces(root))
    selections = tuple(made for force in forces for made in _selections(force))
    if not selections:
        raise refuse_one("roster.shape", "the roster has nothing in it", "Pick something first.", file, root.line)
    return Roster(
        name=clean_line(root.get("name")) or "Roster",
        system=clean_line(root.get("gameSystemName")) or "Roster",
        currencies=_currencies(root, selections),
        totals=_costs(root, "costs", "cost"),
        limits={name: limit for name, limit in _costs(root, "costLimits", "costLimit").items() if limit > 0},
        rules=tuple(rule for force in forces for rule in _rules(force)),
        selections=selections,
    )


def _forces(node: XmlNode) -> Iterator[XmlNode]:
    """Every force, those inside others included."""
    for one in node.within("forces", "force"):
        yield one
        yield from _forces(one)


def _currencies(root: XmlNode, selections: tuple[Selection, ...]) -> tuple[str, ...]:
    """What anything costs: points first, then the others in their order."""
    every = [one.costs for top in selections for one in top.walk()]
    spent = dict.fromkeys(
        name for costs in (_costs(root, "costs", "cost"), *every) for name, cost in costs.items() if cost
    )
    names = [*spent] or [*_costs(root, "costs", "cost")][:1] or ["points"]
    return tuple(sorted(names, key=lambda name: name.lower() not in ("pts", "points", "pt")))


def _selections(node: XmlNode) -> Iterator[Selection]:
    for one in node.within("selections", "selection"):
        categories = list(one.within("categories", "category"))
        primary = [each for each in categories if each.get("primary") == "true"]
        number = one.get("number")
        yield Selection(
            name=clean_line(one.get("name")) or "Unnamed",
            custom=clean_line(one.get("customName")),
            type=one.get("type"),
            number=max(int(number), 1) if number.isdecimal() and len(number) < 6 else 1,
            costs=_costs(one, "costs", "cost"),
            category=clean_line(next((each.get("name") for each in primary), "")),
            tags=tuple(clean_line(each.get("name")) for each in categories),
            profiles=tuple(_profiles(one)),
            rules=tuple(_rules(one)),
            inside=tuple(_selections(one)),
        )


def _profiles(node: XmlNode) -> Iterator[RosterProfile]:
    for one in node.within("profiles", "profile"):
        if one.get("hidden") != "true":
            found = one.within("characteristics", "characteristic")
            values = [(clean_line(each.get("name")), clean_line(each.text or each.get("value"))) for each in found]
            yield RosterProfile(
                name=clean_line(one.get("name")) or "Profile",
                type=clean_line(one.get("typeName") or one.get("profileTypeName")) or "Profile",
                values=tuple((name, text) for name, text in values if name),
            )


def _rules(node: XmlNode) -> Iterator[RosterRule]:
    for one in node.within("rules", "rule"):
        text = " ".join(child.text for child in one.children if child.name == "description")
        if one.get("hidden") != "true" and one.get("name"):
            yield RosterRule(name=clean_line(one.get("name")), text=clean_line(text))


def _costs(node: XmlNode, group: str, name: str) -> dict[str, Fraction]:
    """What an element costs, by the name of the currency."""
    made: dict[str, Fraction] = {}
    for one in node.within(group, name):
        called = clean_line(one.get("name")) or "points"
        made[called] = made.get(called, Fraction(0)) + _rule_number(one.get("value"))
    return made


def _rule_number(text: str) -> Fraction:
    """A number as it is printed; what is none counts nothing."""
    bare = text.removeprefix("-")
    whole, _, rest = bare.partition(".")
    if not whole.isdecimal() or (rest and not rest.isdecimal()) or len(bare) > 20:
        return Fraction(0)
    return Fraction(text)


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


def find_roster(raw: bytes, file: str | None, load: Callable[[str], Game], folders: Mapping[str, Path]) -> ImportedList:
    """The list in a roster: of the converted game that it is of, else of a game of its own."""
    root = read_roster_tree(raw, file)
    converted = converted_game(root, folders)
    if converted:
        return roster_list(root, load(converted.id), converted, file)
    return _GameBuilder(roster_of(root, file), file).imported()


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
        # Rosters give costs of all copies together. Only if everything can be divided, they are copies of one row.
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
        """Whether every cost can be divided by the number of copies."""
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
