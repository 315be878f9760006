"""One line of a text list taken apart: counts, names, `key: value`, stat raises, entries with picks inside them.

A line and the names of a sheet go in; keys with values come out, or problems with the candidates. Nothing is guessed:
a name that could be two things, or is only near to one, is a problem.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass, field

from listbuilder.catalogue import Entry, Slot
from listbuilder.catalogue.fields import RAISED
from listbuilder.formats.text.naming import Names
from listbuilder.formats.text.tokens import count_of, dequote, find_top, is_quoted, split_top, without_points
from listbuilder.lists.own_keys import ROW
from listbuilder.reading import Tree
from listbuilder.spelling import did_you_mean
from listbuilder.values import slug

__all__ = ["Line", "LineReader"]

SEPARATORS = re.compile(r"\s+(?:with|and|w/|&|\+)\s+|\s*;\s*|\s+/\s+|\s+[-–—]\s+")


@dataclass
class Line:
    """What a line says: keys in their order, a name, a count, what is unknown; `leading` when its first part is."""

    name: str | None = None
    count: int | None = None
    keys: dict[str, Tree] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)
    leading: bool = False

    def add(self, key: str, value: Tree, many: bool) -> None:
        """Put a value under a key, behind what is there."""
        if not many or key not in self.keys:
            self.keys[key] = [value] if many else value
            return
        old = self.keys[key]
        assert isinstance(old, list)
        old.append(value)


class LineReader:
    """Reads the lines of one sheet."""

    def __init__(self, names: Names, row_keys: Collection[str] = ROW.tail) -> None:
        self.names = names
        self.row_keys = row_keys
        self.head = next(iter(names.sheet.slots), None)

    def read(self, text: str) -> Line:
        """One line without its bullet."""
        line = Line()
        text = self.take_count(without_points(text), line)
        text = self.take_name(text, line)
        if slug(text) != "nothing" or self.names.find(text):
            for at, part in enumerate(split_top(text)):
                self.item(part, line)
                line.leading = line.leading or (at == 0 and bool(line.unknown))
        if line.count is not None and self.head not in line.keys and line.name is None:
            self.spread_count(line)
        return line

    def take_count(self, text: str, line: Line) -> str:
        """A count at the start of the line counts the model."""
        if self.names.find(split_top(text)[0] if split_top(text) else ""):
            return text
        found = re.match(r"(\d{1,3})\s*(?:[xX×]\s*|\s)(?=\S)", text)
        if found and int(found[1]):
            line.count = int(found[1])
            return text[found.end() :]
        return text

    def take_name(self, text: str, line: Line) -> str:
        """A name before a colon; a key or an entry there is no name."""
        at = find_top(text, ":")
        if at < 0:
            return text
        before, rest = text[:at].strip(), text[at + 1 :].strip()
        if is_quoted(before):
            line.name = dequote(before)
            return rest
        if self.key(before) or find_top(before, ",") >= 0 or re.fullmatch(RAISED, before):
            return text
        count, bare = count_of(without_points(before))
        if self.names.find(bare):
            return f"{before}, {rest}"
        line.name = bare
        line.count = count if count > 1 else line.count
        return rest

    def spread_count(self, line: Line) -> None:
        """A count on a line of options alone counts the first of them."""
        key = next(iter(line.keys), None)
        value = line.keys.get(key or "")
        if key in self.names.sheet.slots and isinstance(value, list):
            line.keys[str(key)] = [value[0]] * (line.count or 1) + value[1:]
            line.count = None

    def key(self, word: str) -> str | None:
        """The key that a word is, in any case and number."""
        plain = slug(word)
        if plain in self.row_keys or plain.startswith("x-"):
            return plain
        return self.names.keys.get(plain)

    def item(self, text: str, line: Line) -> None:
        """One item between commas."""
        at = find_top(text, ":")
        key = self.key(text[:at]) if at > 0 else None
        if key:
            self.keyed(key, text[at + 1 :].strip(), line)
        elif not self.phrase(text, line):
            self.entry(text, line)

    def keyed(self, key: str, text: str, line: Line) -> None:
        """`key: value`; an unknown entry under its key is kept."""
        slot = self.names.sheet.slots.get(key)
        if text[:1] in "{[" and text[-1:] in "}]":
            try:
                line.keys[key] = json.loads(text)
            except ValueError:
                line.problems.append((f"`{text}` can't be read.", f"Write `{key}: name`."))
        elif slot:
            for one in split_top(text):
                self.slotted(key, slot, one, line)
        elif key == "count":
            line.count = int(text) if text.isdigit() else None
        else:
            line.keys[key] = self.value(key, text)

    def slotted(self, key: str, slot: Slot, text: str, line: Line) -> None:
        """An entry whose slot is said; one that the catalogue does not know stays as it is."""
        count, name, inner = self.parts(slot.kind, text)
        entry = self.names.within(slot.kind, name)
        for _ in range(count):
            line.add(key, self.with_picks(entry, entry.name if entry else name, inner, line), True)

    def parts(self, kind: str, text: str) -> tuple[int, str, list[str]]:
        """Count, name and picks in brackets of one entry."""
        if is_quoted(text):
            return 1, dequote(text), []
        if self.names.within(kind, text):
            return 1, text, []
        at = text.find("(") if not text.startswith('"') else text.find('" (') + 2
        inner: list[str] = []
        if at > 1 and text.endswith(")"):
            inner, text = split_top(text[at + 1 : -1]), text[:at].strip()
        count, name = count_of(without_points(text)) if not is_quoted(text) else (1, text)
        return count, dequote(name), inner

    def with_picks(self, entry: Entry | None, name: str, inner: list[str], line: Line) -> Tree:
        """A name, or a name with the picks inside it."""
        if not inner:
            return name
        kind = entry.picks.kind if entry and entry.picks else None
        picks: list[Tree] = []
        for one in inner:
            count, bare = (1, dequote(one)) if is_quoted(one) else count_of(one)
            found = self.names.within(kind, bare) if kind else None
            picks += [found.name if found else bare] * count
        return {"entry": name, "picks": picks}

    def phrase(self, text: str, line: Line) -> bool:
        """A field in words: `HP +2`, `level 3`, `not deployed`."""
        for id, own in self.names.sheet.fields.items():
            value = own.read_phrase(id, text, self.names.keys, self.names.stats)
            if value is None or (own.may_be_a_name and self.names.find(text)):
                continue
            old = line.keys.get(id)
            line.keys[id] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
            return True
        return False

    def value(self, key: str, text: str) -> Tree:
        """The value of a key that is no slot, as its type asks."""
        own = self.names.sheet.fields.get(key)
        if is_quoted(text):
            return dequote(text)
        return own.read_text(text, names_in) if own else text

    def entry(self, text: str, line: Line) -> None:
        """An entry by its name alone."""
        bare = dequote(text)
        found = self.names.exact(bare) or ([] if is_quoted(text) else self.names.find(without_points(text)))
        count = 1
        inner: list[str] = []
        if not found and not is_quoted(text):
            for slot in self.names.sheet.slots.values():
                count, name, inner = self.parts(slot.kind, without_points(text))
                found = self.names.find(name)
                if found:
                    break
        if len(found) == 1:
            self.put(found[0][0], found[0][1], count, inner, line)
        elif found:
            slots = [id for id, _ in found]
            line.problems.append(
                (f'"{bare}" could go under {" or ".join(slots)}.', f"Write `{slots[0]}: {found[0][1].name}`.")
            )
        else:
            self.pieces(text, line)

    def put(self, key: str, entry: Entry, count: int, inner: list[str], line: Line) -> None:
        """An entry that was found; a count on what a model is counts the model."""
        if inner and entry.picks is None:
            line.add(key, entry.name, True)
            for one in inner:
                self.item(one, line)
            return
        if key == self.head and count > 1:
            line.count, count = count, 1
        for _ in range(count):
            line.add(key, self.with_picks(entry, entry.name, inner, line), True)

    def pieces(self, text: str, line: Line) -> None:
        """Names with other signs between them than commas, when every piece is known."""
        parts = [part for part in SEPARATORS.split(text) if part]
        if len(parts) > 1:
            trial = Line(count=line.count)
            for part in parts:
                self.item(part, trial)
            if not trial.unknown and not trial.problems:
                line.count = trial.count
                for key, value in trial.keys.items():
                    for one in value if isinstance(value, list) else [value]:
                        line.add(key, one, isinstance(value, list))
                return
        line.unknown.append(text)

    def after_dash(self, text: str) -> Line | None:
        """A name and what it has, with a dash between them and all of the rest known."""
        name, *rest = re.split(r"\s+[-–—]\s+|\s+[-–—](?=\S)", text, maxsplit=1)
        line = self.read(rest[0]) if rest else None
        if line is None or line.unknown or line.problems or line.name is not None or self.head not in line.keys:
            return None
        line.name = dequote(name)
        return line

    def explain(self, text: str) -> tuple[str, str]:
        """Message and hint for a name that nothing has; of names with signs between them, for the one that is wrong."""
        pieces = [part for part in SEPARATORS.split(text) if part]
        wrong = [part for part in pieces if not self.names.find(part)]
        text = wrong[0] if len(wrong) == 1 < len(pieces) else text
        near = [name for name in self.names.near(text) if name] if slug(text) else []
        if len(near) > 1:
            shown = ", ".join(near[:8]) + (", …" if len(near) > 8 else "")
            return f'"{text}" could mean {shown}.', "Write the whole name."
        hint = f"Did you mean {near[0]}?" if near else did_you_mean(text, self.names.all())
        return f'"{text}" is nothing in {self.names.game.name}.', hint or "Check the spelling, or take it out."


def names_in(text: str) -> list[str]:
    """The names in a text with commas between them."""
    return [dequote(one) for one in split_top(text)]
