"""One line of a text list taken apart: counts, names, `key: value`, stat raises, entries with picks inside them.

A line and the names of a sheet go in; keys with values come out, or problems with the candidates. Nothing is guessed:
a name that could be two things, or is only near to one, is a problem.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from listbuilder.catalogue import Entry, Slot
from listbuilder.catalogue.twins import spelled_apart
from listbuilder.formats.text.counts import count_alone, count_of, leading_count, word_count
from listbuilder.formats.text.doubts import doubt_count
from listbuilder.formats.text.each import take_each
from listbuilder.formats.text.line import Line
from listbuilder.formats.text.naming import Names, is_plain_name
from listbuilder.formats.text.prices import without_first_points, without_points
from listbuilder.formats.text.tokens import (
    depth_of,
    dequote,
    find_top,
    is_quoted,
    json_value,
    names_in,
    pieces_of,
    split_top,
)
from listbuilder.lists.own_keys import ROW
from listbuilder.reading import Tree
from listbuilder.values import slug

DEEPEST, MOST = 5, 100


class LineReader:
    """Reads the lines of one sheet."""

    def __init__(self, names: Names, row_keys: Collection[str] = ROW.tail) -> None:
        self.names = names
        self.row_keys = row_keys
        self.head = next(iter(names.sheet.slots), None)
        kind = names.sheet.slots[self.head].kind if self.head else ""
        self.head_names = [one.name for one in names.game.entries if one.kind == kind]

    def read(self, text: str) -> Line:
        """One line without its bullet."""
        line = Line()
        if depth_of(text) > DEEPEST:
            line.problems.append(("There are too many brackets inside each other.", "Take some out."))
            return line
        text = take_each(self, self.without_price_before(self.without_stop(text)), line)
        whole, text = text, self.take_count(self.without_points(text), line)
        counted = line.count is not None
        text = self.take_name(text, line)
        line.nothing = slug(text) == "nothing" and not self.names.find(text)
        parts = [] if line.nothing else split_top(text)
        if len(parts) > MOST:
            line.problems.append((f"The line has more than {MOST} parts.", "Break it up."))
            return line
        for at, part in enumerate(parts):
            self.item(part, line)
            line.leading = line.leading or (at == 0 and line.unknown == [part])
        if counted and self.head not in line.keys and line.name is None:
            self.spread_count(line)
        doubt_count(self, whole, line)
        return self.crowded(line) if self.head and line.heads > 1 else line

    def crowded(self, line: Line) -> Line:
        """A line that names several models as if they were one; it is one only where a model may be several things."""
        if self.names.sheet.slots[str(self.head)].max != 1:
            return line
        fact = f"The line names {line.heads} models."
        return Line(problems=[*line.problems, (fact, "Write each on a line of its own.")])

    def without_points(self, text: str) -> str:
        """A text without the price behind it."""
        return without_points(text, self.names.game.points)

    def without_price_before(self, text: str) -> str:
        """A text without the price that it begins with; a name that begins like one stays whole."""
        first = split_top(text)[:1]
        known = first and self.names.find(count_of(first[0])[1])
        return text if known else without_first_points(text, self.names.game.points)

    def without_stop(self, text: str) -> str:
        """A line without the full stop, comma or semicolon behind it, which is part of no name."""
        return text if self.names.find(text) else text.rstrip(" .,;") or text

    def take_count(self, text: str, line: Line) -> str:
        """A count at the start of the line counts the model."""
        first = split_top(text)[:1]
        if line.count is not None or (first and self.names.find(first[0])):
            return text
        number, rest = leading_count(text)
        if not number:
            number, rest = self.words_count(text)
        line.count = number or None
        return rest if number else text

    def words_count(self, text: str) -> tuple[int, str]:
        """A count in words before a name that is known; 0 where there is none."""
        number, rest = word_count(text)
        first = split_top(rest)[:1] if number else []
        return (number, rest) if first and self.names.find(count_of(first[0])[1]) else (0, text)

    def take_name(self, text: str, line: Line) -> str:
        """A name before a colon; a key or an entry there is no name."""
        at = find_top(text, ":")
        if at < 0:
            return text
        before, rest = text[:at].strip(), text[at + 1 :].strip()
        if is_quoted(before):
            line.name, line.sure = dequote(before), True
            return rest
        if not before or self.key(before) or find_top(before, ",") >= 0 or self.phrase(before, Line()):
            return text
        count, bare = count_of(self.without_points(before))
        if self.names.find(bare):
            return f"{before}, {rest}"
        key = self.names.near_key(bare)
        if key:
            line.problems.append((f'"{bare}" is no key.', f"Did you mean {key}? A name that is so near needs quotes."))
            return rest
        if not is_plain_name(bare):
            line.problems.append((f'"{bare}" is no plain name.', "If it is one, put it in quotes."))
            return rest
        line.name = bare
        line.count = count if count > 1 else line.count
        return rest

    def spread_count(self, line: Line) -> None:
        """A count before options alone counts the first of them."""
        key = next(iter(line.keys), None)
        value = line.keys.get(key or "")
        if key in self.names.sheet.slots and isinstance(value, list) and value:
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
        self.names.work()
        at = find_top(text, ":")
        key = self.key(text[:at]) if at > 0 else None
        if key:
            self.keyed(key, text[at + 1 :].strip(), line)
        elif self.head in line.keys and line.count is None and (number := count_alone(text)):
            line.count = number
        elif not self.phrase(text, line):
            self.entry(text, line)

    def keyed(self, key: str, text: str, line: Line) -> None:
        """`key: value`; an unknown entry under its key is kept."""
        slot = self.names.sheet.slots.get(key)
        if slot and text[:1] != "[":
            for one in split_top(text):
                self.slotted(key, slot, one, line)
        elif text[:1] in ("{", "[") and text[-1:] in ("}", "]"):
            self.as_data(key, text, line, line.put)
        elif key == "count":
            self.counted(text, line)
        elif text and not self.phrases(key, text, line):
            line.put(key, self.value(key, text))

    def as_data(self, key: str, text: str, line: Line, take: Callable[[str, Tree], None]) -> None:
        """A value that no words can say, written as JSON."""
        try:
            take(key, json_value(text))
        except ValueError:
            line.problems.append((f"`{text}` can't be read.", f"Write `{key}: name`."))

    def counted(self, text: str, line: Line) -> None:
        """`count: 3`."""
        if not text.isdecimal() or not 0 < len(text) < 7:
            line.problems.append((f"`count: {text}` is no number of models.", "Write a whole number."))
        else:
            line.count = int(text)

    def slotted(self, key: str, slot: Slot, text: str, line: Line) -> None:
        """An entry whose slot is said; one that the catalogue does not know stays as it is."""
        if text[:1] == "{" and text[-1:] == "}":
            self.as_data(key, text, line, line.add)
            return
        count, name, inner = self.parts(slot.kind, text)
        entry = self.names.within(slot.kind, name)
        for _ in range(count):
            line.add(key, self.with_picks(entry, spelled_apart(name, entry, self.names.game) if entry else name, inner))

    def parts(self, kind: str, text: str) -> tuple[int, str, list[str]]:
        """Count, name and picks in brackets of one entry."""
        if is_quoted(text):
            return 1, dequote(text), []
        return (1, text, []) if self.names.within(kind, text) else self.apart(text)

    def apart(self, text: str) -> tuple[int, str, list[str]]:
        """The same, of a text that is no entry as a whole."""
        counted, rest = (0, text) if is_quoted(text) else self.words_count(text)
        number, rest = (counted, rest) if counted else count_of(text)
        if (counted or number > 1) and self.names.find(rest):
            return min(number, MOST), rest, []
        times, text = (number, rest) if number > 1 and rest.endswith(")") else (1, text)
        at = text.find("(") if not text.startswith('"') else text.find('" (') + 2
        inner: list[str] = []
        if at > 1 and text.endswith(")"):
            inner, text = split_top(text[at + 1 : -1]), text[:at].strip()
        count, name = count_of(self.without_points(text)) if not is_quoted(text) else (1, text)
        return min(max(count, times), MOST), dequote(name), inner

    def with_picks(self, entry: Entry | None, name: str, inner: list[str]) -> Tree:
        """A name, or a name with the picks inside it."""
        if not inner:
            return name
        slots = entry.picks if entry else {}
        picks: dict[str, list[Tree]] = {}
        for one in inner:
            at = find_top(one, ":")
            said = [id for id in slots if at > 0 and id == slug(one[:at])]
            text = one[at + 1 :].strip() if said else one
            count, bare, deeper = (1, dequote(text), []) if is_quoted(text) else self.apart(text)
            known = ((id, self.names.within(slots[id].kind, bare)) for id in said or slots)
            id, found = next(((id, found) for id, found in known if found), (next(iter(said or slots), "picks"), None))
            picks.setdefault(id, []).extend([self.with_picks(found, found.name if found else bare, deeper)] * count)
        inside: Tree = picks["picks"] if picks.keys() == {"picks"} else {**picks}
        return {"entry": name, "picks": inside}

    def phrase(self, text: str, line: Line, only: str | None = None) -> bool:
        """A field in words: `HP +2`, `level 3`, `not deployed`."""
        for id, own in self.names.sheet.fields.items():
            value = own.read_phrase(id, text, self.names.keys, self.names.stats) if only in (None, id) else None
            if value is not None and not (own.may_be_a_name and self.names.find(text)):
                line.put(id, value)
                return True
        return False

    def phrases(self, key: str, text: str, line: Line) -> bool:
        """The words of one field behind its key, when all of them are such: `raise: HP +2, MV +1`."""
        trial = Line()
        parts = split_top(text)
        if key not in self.names.sheet.fields or not all(self.phrase(one, trial, key) for one in parts):
            return False
        line.take(trial)
        return True

    def value(self, key: str, text: str) -> Tree:
        """The value of a key that is no slot, as its type asks."""
        own = self.names.sheet.fields.get(key)
        if is_quoted(text):
            return dequote(text)
        return own.read_text(text, names_in) if own else text

    def entry(self, text: str, line: Line) -> None:
        """An entry by its name alone."""
        bare = dequote(text)
        found = self.names.exact(bare) or ([] if is_quoted(text) else self.names.find(self.without_points(text)))
        count = 1
        inner: list[str] = []
        if not found and not is_quoted(text):
            count, name, inner = self.apart(self.without_points(text))
            found = self.names.find(name)
        if len(found) == 1:
            self.place(found[0][0], found[0][1], count, inner, line, bare)
        elif found:
            slots = [id for id, _ in found]
            line.problems.append(
                (f'"{bare}" could go under {" or ".join(slots)}.', f"Write `{slots[0]}: {found[0][1].name}`.")
            )
        else:
            self.pieces(text, line)

    def place(self, key: str, entry: Entry, count: int, inner: list[str], line: Line, said: str = "") -> None:
        """An entry that was found, as it was said; a count on what a model is counts the model."""
        beside, inner = (inner, []) if not entry.picks else ([], inner)
        line.heads += key == self.head
        if key == self.head and count > 1:
            line.count, count = count, 1
        for _ in range(count):
            line.add(key, self.with_picks(entry, spelled_apart(said, entry, self.names.game), inner))
        for one in beside:
            self.item(one, line)

    def pieces(self, text: str, line: Line) -> None:
        """Names with other signs between them than commas, when every piece is known."""
        parts = pieces_of(text)
        if 1 < len(parts) <= MOST:
            trial = Line(count=line.count)
            for part in parts:
                self.item(part, trial)
            if not trial.unknown and not trial.problems:
                line.take(trial)
                return
        line.unknown.append(text)
