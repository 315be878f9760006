"""A roster as typed records: forces, selections inside selections, profiles, rules and costs; nothing is judged."""

from __future__ import annotations

import lzma
import re
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from io import BytesIO

from listbuilder.base.characters import find_forbidden
from listbuilder.base.errors import DocumentError
from listbuilder.base.records import record
from listbuilder.exchange.formats.rosters.roster_tree import XmlNode, is_roster_json, read_json_tree, read_xml
from listbuilder.storage.reading import refuse_one

# The roster inside a `.rosz` archive, read in bounds: few entries, few bytes, nothing put on disk.


MOST_ENTRIES, MOST_BYTES, LONGEST_INDEX = 5, 8 * 1024 * 1024, 64 * 1024
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ZIP, GZIP = b"PK\x03\x04", b"\x1f\x8b\x08"
END = b"PK\x05\x06"
# What the library raises for an archive that is damaged. RuntimeError: it has a password. NotImplementedError, which is
# one: a way of packing that nobody uses. OSError: bzip2. IndexError: a file without a name.
DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(EOFError, IndexError, OSError, RuntimeError, ValueError),
)


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
    at = raw.rfind(END, max(0, len(raw) - 65_557))
    if at < 0 or len(raw) < at + 22:
        raise _archive_error("is damaged", file)
    entries, length = struct.unpack("<HI", raw[at + 10 : at + 16])
    if entries > MOST_ENTRIES or length > LONGEST_INDEX:
        raise _archive_error(f"has more than {MOST_ENTRIES} files in it", file)


def _archive_error(why: str, file: str | None) -> DocumentError:
    return refuse_one("roster.archive", f"the archive {why}", "Export the roster again, or unpack it yourself.", file)


ROOT = re.compile(rb"<(?:\w{1,20}:)?roster[\s>/]")
# Signs in rulebooks that few fonts have, and what looks like them.
LIKE = {"⬤": "•", "●": "•", "→": "->", "➤": "->", "▶": "->", "★": "*", "✓": "yes", "✗": "no", "▪": "•", "≥": ">="}


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
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head.replace(b"\0", b"")
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip(b"\xff\xfe \t\r\n")
    return is_archive(raw) or is_roster_json(raw) or (head[:1] == b"<" and ROOT.search(head) is not None)


def read_roster(raw: bytes, file: str | None = None) -> Roster:
    """The roster in some bytes; DocumentError when it is none."""
    raw = unpack_roster(raw, file) if is_archive(raw) else raw
    root = read_json_tree(raw, file) if is_roster_json(raw) else read_xml(raw, file)
    if root.name != "roster":
        hint = "Export the roster itself, as .ros or .rosz."
        raise refuse_one("roster.shape", f"this is a {root.name or 'file'}, not a roster", hint, file, root.line)
    forces = list(_forces(root))
    selections = tuple(made for force in forces for made in _selections(force))
    if not selections:
        raise refuse_one("roster.shape", "the roster has nothing in it", "Pick something first.", file, root.line)
    return Roster(
        name=_clean(root.get("name")) or "Roster",
        system=_clean(root.get("gameSystemName")) or "Roster",
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
            name=_clean(one.get("name")) or "Unnamed",
            custom=_clean(one.get("customName")),
            type=one.get("type"),
            number=max(int(number), 1) if number.isdecimal() and len(number) < 6 else 1,
            costs=_costs(one, "costs", "cost"),
            category=_clean(next((each.get("name") for each in primary), "")),
            tags=tuple(_clean(each.get("name")) for each in categories),
            profiles=tuple(_profiles(one)),
            rules=tuple(_rules(one)),
            inside=tuple(_selections(one)),
        )


def _profiles(node: XmlNode) -> Iterator[RosterProfile]:
    for one in node.within("profiles", "profile"):
        if one.get("hidden") != "true":
            found = one.within("characteristics", "characteristic")
            values = [(_clean(each.get("name")), _clean(each.text or each.get("value"))) for each in found]
            yield RosterProfile(
                name=_clean(one.get("name")) or "Profile",
                type=_clean(one.get("typeName") or one.get("profileTypeName")) or "Profile",
                values=tuple((name, text) for name, text in values if name),
            )


def _rules(node: XmlNode) -> Iterator[RosterRule]:
    for one in node.within("rules", "rule"):
        text = " ".join(child.text for child in one.children if child.name == "description")
        if one.get("hidden") != "true" and one.get("name"):
            yield RosterRule(name=_clean(one.get("name")), text=_clean(text))


def _costs(node: XmlNode, group: str, name: str) -> dict[str, Fraction]:
    """What an element costs, by the name of the currency."""
    made: dict[str, Fraction] = {}
    for one in node.within(group, name):
        called = _clean(one.get("name")) or "points"
        made[called] = made.get(called, Fraction(0)) + _number(one.get("value"))
    return made


def _number(text: str) -> Fraction:
    """A number as it is printed; what is none counts nothing."""
    bare = text.removeprefix("-")
    whole, _, rest = bare.partition(".")
    if not whole.isdecimal() or (rest and not rest.isdecimal()) or len(bare) > 20:
        return Fraction(0)
    return Fraction(text)


def _clean(text: str) -> str:
    """A text on one line, without signs that can't be seen, and with pictures as words that any font has."""
    if not text.isascii():
        hidden = {text[place]: " " for place, _ in find_forbidden(text)}
        shapes = {
            char: _character_name(char) for char in set(text) if unicodedata.category(char) == "So" or char in LIKE
        }
        text = text.translate({ord(sign): word for sign, word in {**shapes, **hidden}.items()})
    return " ".join(text.split())


def _character_name(sign: str) -> str:
    """A sign that stands for a word: one that looks like it, or its name."""
    name = unicodedata.name(sign, "sign").lower().removeprefix("black ").removeprefix("white ")
    return LIKE.get(sign) or f"({name})"
