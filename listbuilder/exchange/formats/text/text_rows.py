"""The models and groups of a text list: which lines begin one, which continue it, and which do neither.

Nothing becomes a name by accident: a bare line is a name only if one model plainly follows it and it is near to no
entry. The lines below a refused line are refused as well, so that no other model gets them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from listbuilder.base.errors import EditError
from listbuilder.base.values import slug
from listbuilder.catalogue import Game
from listbuilder.exchange.formats.import_result import Ledger, StatedPoints, explain
from listbuilder.exchange.formats.text.counts_and_prices import split_count
from listbuilder.exchange.formats.text.line_reader import HEADINGS, LineReader, TextLine, as_list
from listbuilder.exchange.formats.text.name_lookup import NameTable, ShortNames, close_matches, is_plain_name
from listbuilder.exchange.formats.text.paste import PastedLine
from listbuilder.exchange.formats.text.quoted_text import DASHES, dequote, is_quoted, split_top_level
from listbuilder.exchange.formats.text.text_heading import FREE_KEYS, GREETINGS, free_value, is_key, is_x_key, split_key
from listbuilder.lists.canonical import canonical
from listbuilder.storage.reading import Tree

BLOCK, LONGEST_NAME, SHORTEST = 12, 6, 4
LONGEST_HEADING, MOST_LINES, LONGEST_SHORT = 40, 300, 400
SQUADS = frozenset({"squad", "team", "section", "fireteam", "trupp"})
"""Words that a heading over some of the models begins with, as in `Squad A:`."""
WORD = re.compile(r"[^\W\d_]{2}")
NOWHERE = PastedLine(1, "", "")
BRACKETED = re.compile(r" ?[(\[,:]| [-–—] | (?=(?:led|commanded|headed) by )", re.IGNORECASE)


@dataclass
class TextRow:
    """A model or group as it is collected; `above` when its name stood on a line of its own."""

    line: PastedLine
    parsed: TextLine = field(default_factory=TextLine)
    extra: dict[str, Tree] = field(default_factory=dict)
    lines: list[PastedLine] = field(default_factory=list)
    above: bool = False

    def tree(self) -> dict[str, Tree]:
        """The row as a list file has it."""
        named: dict[str, Tree] = {} if self.parsed.name is None else {"name": self.parsed.name}
        counted: dict[str, Tree] = {} if self.parsed.count is None else {"count": self.parsed.count}
        return {**named, **counted, **self.parsed.keys, **self.extra}


def typed_rows(game: Game, text: str) -> list[dict[str, Tree]]:
    """The models that one typed line means, as `import` reads it; EditError with what is not understood."""
    reader = LineReader(NameTable(game, game.model))
    lines = [reader.read(text)]
    if lines[0].problems:
        lines = reader.read_each(text) or lines
    # Abbreviations are tried last: a text that is a full name must never be taken for the beginning of another.
    if lines[0].unknown:
        short = LineReader(ShortNames(game, game.model))
        read = short.read(text)
        lines = [read] if not read.unknown else lines
        lines = (short.read_each(text) or lines) if read.problems else lines
    for line in lines:
        wrong = [explain(one, reader.names) for one in line.unknown] + line.problems
        wrong += [
            (f"`{key}` is a key of the list.", f"Write `set {key}=…` once the model is added.") for key in line.marks
        ]
        if wrong:
            raise EditError.of("edit.word", *wrong[0])
    rows: list[Tree] = [TextRow(NOWHERE, line).tree() for line in lines]
    made = canonical({"game": game.id, "models": rows}, game)["models"]
    assert isinstance(made, list)
    return [row for row in made if isinstance(row, dict)]


def group_parts(text: str, reader: LineReader) -> tuple[str, list[str]]:
    """The name of a group and what else its heading says, where a word for its kind stands before or behind it."""
    first, _, rest = text.partition(" ")
    kind = first.strip(":-–—")
    before = reader.is_word(kind)
    name, *more = BRACKETED.split(rest.lstrip(":-–— ") if before else text)
    items = [kind] if before else []
    return name.strip(" \"'“”:"), [*items, *(one for part in more for one in split_top_level(part.strip(" )],:")))]


def names_twice(line: TextLine) -> bool:
    """Whether two words of a line were read as the same entry: one of them is a name, as in `Medic: Field Medic`."""
    return any(value.count(one) > 1 for value in line.keys.values() if isinstance(value, list) for one in value)


class RowCollector:
    """Collects the rows of one text."""

    def __init__(self, game: Game, lines: list[PastedLine], ledger: Ledger) -> None:
        self.lines = lines
        self.ledger = ledger
        self.readers = {
            "models": LineReader(NameTable(game, game.model)),
            "groups": LineReader(NameTable(game, game.group)),
        }
        self.short = {
            "models": LineReader(ShortNames(game, game.model)),
            "groups": LineReader(ShortNames(game, game.group)),
        }
        self.group_key = game.model.group_key
        self.group: str | None = None
        self.stated: list[StatedPoints] = []
        self.marked: list[tuple[str, int, PastedLine]] = []
        self.rows: dict[str, list[dict[str, Tree]]] = {"models": [], "groups": []}
        self.section = "models"
        self.row: TextRow | None = None
        self.lost: PastedLine | None = None
        self.unknown: list[tuple[PastedLine, str, str, int]] = []
        self.plain: dict[int, bool] = {}

    @property
    def reader(self) -> LineReader:
        """The reader of the section that is open."""
        return self.readers[self.section]

    @property
    def started(self) -> bool:
        """Whether any row has begun."""
        return self.row is not None or any(self.rows.values())

    def open(self, section: str) -> None:
        """Begin a section."""
        self.close()
        self.section, self.lost, self.group = section, None, None

    def refuse(self, line: PastedLine, message: str, hint: str, code: str = "import.name") -> None:
        """A line of this section is not understood."""
        self.ledger.lose(line)
        self.ledger.refuse(line, message, hint, self.section, len(self.rows[self.section]), code)

    def free_key(self, line: PastedLine) -> bool:
        """Notes, art and other tools' keys of the row above, and its name on a line of its own."""
        key, value = split_key(line.body)
        named = key.lower() == "name" and self.row is not None and self.row.parsed.name is None
        if self.row is None or not value or not (is_x_key(key) or key.lower() in FREE_KEYS or named):
            return False
        word = key if is_x_key(key) else key.lower()
        if named:
            self.row.parsed.name, self.row.parsed.sure = dequote(value), True
        elif self.row.extra.setdefault(word, free_value(value)) != free_value(value):
            self.refuse(line, f"`{word}` is given twice for one model.", "Give it once.", "import.twice")
            return True
        self.belongs(line)
        return True

    def begins_block(self, at: int, line: PastedLine, blank: bool) -> bool:
        """Whether `Name: …` begins a model, as its first line in a block of keys; if so, open that model."""
        key, value = split_key(line.body)
        below = self.lines[at + 1].text if at + 1 < len(self.lines) else ""
        begun = self.row is not None and not blank and self.row.parsed.name is None
        if (
            key.lower() != "name"
            or not value
            or begun
            or not self.reader.is_known(below)
            or not is_key(below, self.reader)
        ):
            return False
        self.close()
        self.lost, self.row = None, TextRow(line, TextLine(name=dequote(value), sure=True), above=True)
        self.belongs(line)
        return True

    def belongs(self, line: PastedLine) -> None:
        """A line is part of the open row."""
        assert self.row is not None
        self.row.lines.append(line)
        self.ledger.understand(line, f"{self.section.removesuffix('s')} {len(self.rows[self.section]) + 1}")

    def take(self, at: int, text: str, blank: bool) -> None:
        """Take a line about a model or group: a new one, more of the one above, or neither."""
        line = self.lines[at]
        parsed = self.reader.read(text)
        if each := self.several(parsed, text):
            for one in each:
                self.close()
                self.lost, self.row = None, TextRow(line, one)
                self.belongs(line)
                self.note(one, line)
            return
        if parsed.unknown and len(text) <= LONGEST_SHORT and not self.named(text, parsed):
            short = self.short[self.section].read(text)
            first = BRACKETED.split(parsed.unknown[0])[0]
            if names_twice(short) and text.startswith(first) and self.is_own_name(first, parsed):
                short = self.short[self.section].read(text[len(first) :].lstrip(" -–—:,"))
                short.name = first
            parsed = parsed if short.unknown or short.problems or names_twice(short) else short
        if self.row is not None and self.continues_row(self.row, parsed, line, blank):
            self.merge(parsed, line)
        elif self.lost is not None and self.continues_refused_row(parsed, line, blank):
            message = f"This belongs to line {self.lost.number}, which is not understood."
            self.refuse(line, message, "Mend that line first.", "import.lost")
        else:
            self.begin(at, line, text, parsed)

    def several(self, parsed: TextLine, text: str) -> list[TextLine]:
        """The models of a line that can't be read as one, where it plainly names several."""
        refused = parsed.problems or (parsed.unknown and parsed.heads and "," in text)
        each = self.reader.read_each(text) if refused else []
        return each if parsed.problems or len(each) > 1 else []

    def continues_row(self, row: TextRow, parsed: TextLine, line: PastedLine, blank: bool) -> bool:
        """Whether a line belongs to the row above."""
        deeper = line.indent > row.line.indent
        if parsed.name is not None or (line.numbered and not deeper):
            return False
        if self.reader.head in parsed.keys:
            return self.reader.head not in row.parsed.keys and (deeper or row.above) and not blank
        return deeper or (not parsed.unknown and not blank)

    def continues_refused_row(self, parsed: TextLine, line: PastedLine, blank: bool) -> bool:
        """Whether a line would belong to a row that was refused."""
        assert self.lost is not None
        deeper = line.indent > self.lost.indent
        alone = bool(parsed.unknown) and not parsed.keys
        if parsed.name is not None or self.reader.head in parsed.keys or (line.numbered and not deeper):
            return False
        return deeper or (not blank and not alone and not self.lost.numbered)

    def merge(self, parsed: TextLine, line: PastedLine) -> None:
        """More of the open row."""
        assert self.row is not None
        before = len(self.row.parsed.problems)
        self.row.parsed.take(parsed)
        parsed.problems += self.row.parsed.problems[before:]
        self.belongs(line)
        self.note(parsed, line)

    def note(self, parsed: TextLine, line: PastedLine) -> None:
        """Say what is wrong with a line."""
        for text in parsed.unknown:
            self.refuse(line, *explain(text, self.reader.names))
        for message, hint in parsed.problems:
            self.refuse(line, message, hint, "import.ambiguous")
        for note in parsed.notes:
            self.ledger.note(line, *note)

    def named(self, text: str, parsed: TextLine) -> bool:
        """Whether an unknown text at the start of a line is plainly the name of the model on it."""
        if self.named_before(text) is not None:
            return True
        first = parsed.unknown[0]
        return self.reader.head in parsed.keys and self.is_own_name(first, parsed)

    def is_own_name(self, text: str, parsed: TextLine) -> bool:
        """Whether an unknown text beside what a model is may be its name: near to nothing that it has not got."""
        return parsed.leading and self.is_name(text, parsed) and not self.holds_entry(text)

    def begin(self, at: int, line: PastedLine, text: str, parsed: TextLine) -> None:
        """A new row, when it can be one."""
        self.close()
        if (
            not parsed.keys
            and not parsed.sure
            and (
                at in self.headings
                or (parsed.bare and self.is_over_models(at, parsed))
                or self.is_word_over_models(at, text)
            )
        ):
            self.divide(line, text)
            return
        names, head = self.reader.names, self.reader.head
        above = parsed.bare and not parsed.problems
        if parsed.unknown and parsed.name is None:
            parsed = self.named_before(text) or parsed
        if parsed.unknown and parsed.name is None and parsed.leading and self.is_name(parsed.unknown[0]):
            above = not parsed.keys and len(parsed.unknown) == 1 and self.heads_below(at) == 1
            named = above or (head in parsed.keys and not self.holds_entry(parsed.unknown[0]))
            parsed.name = dequote(parsed.unknown.pop(0)) if named else None
        if parsed.unknown and not parsed.keys and not parsed.problems and not above:
            self.lose(line, parsed.unknown[0] if len(parsed.unknown) == 1 and parsed.name is None else text)
        elif head not in parsed.keys and not above and (parsed.unknown or parsed.problems or self.is_near_name(parsed)):
            self.lost = line
            parsed.unknown += [parsed.name] if parsed.name and names.is_near(parsed.name) and not parsed.unknown else []
            self.note(parsed, line)
        else:
            self.lost = None
            self.row = TextRow(line, parsed, above=above)
            self.belongs(line)
            self.note(parsed, line)

    def is_over_models(self, at: int, parsed: TextLine) -> bool:
        """Whether a bare name is a heading: over several models, or a word for a part of a list."""
        words = slug(parsed.name or "").split("-")
        squad = len(words) > 1 and words[0] in SQUADS and self.is_over_a_model(at)
        return self.heads_below(at) > 1 or "-".join(words) in HEADINGS or squad

    def is_word_over_models(self, at: int, text: str) -> bool:
        """Whether a line is a word for a part of a list, such as `Leader`, and a model stands below it."""
        return slug(text) in HEADINGS and self.is_over_a_model(at)

    def divide(self, line: PastedLine, text: str) -> None:
        """A heading above several models: kept as a comment, or refused where it may be the name of a group."""
        if self.reader.names.is_near(self.reader.without_points(text.rstrip(":"))):
            self.lost = None
            self.refuse(line, *explain(text.rstrip(": "), self.reader.names))
        else:
            self.put_heading(line, text)

    def put_heading(self, line: PastedLine, text: str) -> None:
        """End the model above a heading."""
        self.close()
        self.lost = None
        if self.reader.names.sheet.group_key is None:
            self.ledger.keep(line, self.section, len(self.rows[self.section]))
        else:
            name = text.strip(": ")
            self.refuse(line, f'"{name}" may be a heading or a group.', f"Write `group: {name}` on each of its models.")

    @cached_property
    def headings(self) -> frozenset[int]:
        """The lines that divide the models: none of them is a model, several are below one of them at least."""
        below = {at: self.models_below(at) for at, line in enumerate(self.lines[:MOST_LINES]) if self.may_divide(line)}
        found = {at: count for at, count in below.items() if count}
        return frozenset(found) if len(found) > 1 and max(found.values()) > 1 else frozenset()

    def may_divide(self, line: PastedLine) -> bool:
        """Whether a line looks like a heading: a few words alone on it."""
        if line.blank or line.numbered or line.bulleted or len(line.body) > LONGEST_HEADING:
            return False
        parsed = self.readers["models"].read(line.text.rstrip(":"))
        return (
            len(parsed.unknown) == 1
            and not (parsed.keys or parsed.problems or parsed.name)
            and self.is_name(parsed.unknown[0])
        )

    def models_below(self, at: int) -> int:
        """How many models stand right below a line, each on one of its own, set off from it."""
        top, count = self.lines[at], 0
        for number, line in enumerate(self.lines[at + 1 : at + 1 + BLOCK], at + 1):
            set_off = line.bulleted or line.numbered or line.indent > top.indent or top.heading or top.strong
            if line.blank and count == 0 and top.heading:
                continue
            if line.blank or not set_off or line.heading or line.strong > top.strong or not self.is_row(number):
                break
            count += 1
        return count

    def is_model(self, at: int) -> bool:
        """Whether a line is plainly a model."""
        if at not in self.plain:
            parsed = self.readers["models"].read(self.lines[at].text)
            self.plain[at] = self.readers["models"].head in parsed.keys and not parsed.unknown
        return self.plain[at]

    def is_row(self, at: int) -> bool:
        """Whether a line is plainly a model, perhaps with a name before it."""
        text = self.lines[at].text
        if self.is_model(at):
            return True
        parsed = self.readers["models"].read(text)
        return len(parsed.unknown) == 1 and not parsed.problems and self.named(text, parsed)

    def lose(self, line: PastedLine, text: str) -> None:
        """Keep an unknown line; whether it is chatter is decided at the end, when all models are known."""
        self.lost = line
        self.ledger.lose(line)
        self.unknown.append((line, text, self.section, len(self.rows[self.section])))

    def named_before(self, text: str) -> TextLine | None:
        """A name and what it is, with a dash between them or in brackets behind it, and all of the rest known."""
        whole, text = text, self.reader.without_points(text)
        at = next((at for at, char in enumerate(text) if char in DASHES and text[at - 1 : at] == " "), -1)
        at = text.find("(") if at < 0 and text.endswith(")") else at
        parsed = self.reader.read(text[at + 1 :].removesuffix(")").strip()) if at > 0 else None
        if (
            parsed is None
            or parsed.unknown
            or parsed.problems
            or parsed.name is not None
            or self.reader.head not in parsed.keys
        ):
            return self.named_in_words(whole)
        count, name = split_count(text[:at].strip())
        if slug(name) in HEADINGS and self.reader.head_first(text[at + 1 :].strip()):
            return parsed
        is_own = self.is_name(name, parsed)
        parsed.name = dequote(name)
        parsed.count = count if count > 1 and parsed.count is None else parsed.count
        return parsed if parsed.name and is_own else None

    def named_in_words(self, text: str) -> TextLine | None:
        """A name in capitals with nothing between it and what it is: `Old Tod Archer Long Bow`."""
        words = text.split() if len(text) <= LONGEST_SHORT else []
        for size in range(1, min(LONGEST_NAME - 1, len(words))):
            if not words[size - 1][0].isupper() or any(sign in words[size - 1] for sign in ',;:()"'):
                return None
            parsed = self.reader.read(" ".join(words[size:]))
            name = " ".join(words[:size])
            clear = not (parsed.unknown or parsed.problems or parsed.name) and self.reader.head_first(
                " ".join(words[size:])
            )
            if clear and self.is_name(name) and not self.holds_entry(name) and not self.is_near_key(name):
                parsed.name = name
                return parsed
        return None

    def is_alone(self, text: str) -> bool:
        """Whether a line says nothing but what a model is, or nothing known at all."""
        parsed = self.reader.read(text)
        return not parsed.keys or (parsed.keys.keys() == {self.reader.head} and parsed.count is None)

    def is_near_key(self, text: str) -> bool:
        """Whether a text may be a misspelt word for a kind of entry or a key."""
        names = self.reader.names
        return bool(close_matches(slug(text), (*names.kinds, *names.own_keys)))

    def is_name(self, text: str, parsed: TextLine | None = None) -> bool:
        """Whether an unknown text may be the name of a model: short, and near to nothing but what the line has."""
        bare = dequote(text)
        wordy = is_quoted(text) or (is_plain_name(bare) and WORD.search(bare) is not None)
        heading = not is_quoted(text) and close_matches(bare, ("models", "groups"))
        return wordy and not heading and len(text.split()) <= LONGEST_NAME and not self.is_near_other(bare, parsed)

    def is_near_other(self, text: str, parsed: TextLine | None) -> bool:
        """Whether a text may mean an entry that a line does not name."""
        held = {str(one) for value in parsed.keys.values() for one in as_list(value)} if parsed else set()
        near = self.reader.names.near(text)
        return not set(near) <= held if near else self.reader.names.is_near(text)

    def holds_entry(self, text: str) -> bool:
        """Whether a text has the name of an entry among its words; in quotes it is a name all the same."""
        whole = f"-{slug(text)}-"
        words = (slug(name) for name in self.reader.names.all)
        return not is_quoted(text) and any(f"-{word}-" in whole for word in words if len(word) >= SHORTEST)

    def is_near_name(self, parsed: TextLine) -> bool:
        """Whether the name of a model without a unit may be a unit misspelt."""
        return (
            parsed.name is not None
            and not parsed.sure
            and not parsed.nothing
            and self.reader.names.is_near(parsed.name)
        )

    def heads_below(self, at: int) -> int:
        """How many models the lines below a line describe that plainly belong to it."""
        top, heads = self.lines[at], 0
        for line in self.lines[at + 1 : at + 1 + BLOCK]:
            text = line.text
            bullet = line.bulleted and not top.bulleted and not line.numbered
            keyed = is_key(text, self.reader)
            if line.blank or not (line.indent > top.indent or bullet or keyed):
                break
            heads += self.reader.head in self.reader.read(text).keys
        return heads

    def reads(self, text: str) -> bool:
        """Whether a text is one model or several, with nothing unknown in it."""
        parsed = self.readers["models"].read(text)
        whole = self.readers["models"].head in parsed.keys and not parsed.unknown and not parsed.problems
        return whole or bool(self.several(parsed, text))

    def is_over_a_model(self, at: int) -> bool:
        """Whether the next line with words is plainly a model."""
        below = next((one for one, line in enumerate(self.lines[at + 1 :], at + 1) if not line.blank), None)
        return below is not None and self.is_row(below)

    def open_group(self, name: str, parsed: TextLine, line: PastedLine) -> None:
        """Begin a group; the models below are in it."""
        self.close()
        self.section, self.lost, self.group = "models", None, name
        parsed.name = name
        self.ledger.understand(line, f"group {len(self.rows['groups']) + 1}")
        self.note(parsed, line)
        self.rows["groups"].append(TextRow(line, parsed).tree())

    def chosen(self) -> Iterator[tuple[str, list[str], PastedLine]]:
        """Each key of the list that a word beside a model gives, with the names of those models; the last line."""
        head, models = self.readers["models"].head, self.rows["models"]
        for key in dict.fromkeys(key for key, _, _ in self.marked):
            names: list[str] = []
            for _, at, line in (one for one in self.marked if one[0] == key):
                picks = models[at].get(head or "")
                name = str(models[at].get("name") or (picks[0] if isinstance(picks, list) and picks else picks))
                same = [one for one in models if one.get("name") is None and one.get(head or "") == picks]
                alike = sum(int(str(one.get("count", 1))) for one in same)
                if "name" not in models[at] and alike > (self.readers["models"].names.game.list.fields[key].room or 1):
                    message = f"{alike} models are called {name}, and {key} is one of them."
                    self.refuse(line, message, "Give the one that is meant a name.", "import.ambiguous")
                names.append(name)
            yield key, names, line

    def close(self) -> None:
        """End the open row; a name with nothing below it was no name."""
        row, self.row = self.row, None
        if row is None:
            return
        if row.above and self.reader.head not in row.parsed.keys:
            for line in row.lines:
                self.ledger.understood.pop(line.number, None)
            if slug(row.line.text.split()[0]) in GREETINGS and len(row.lines) == 1:
                self.lose(row.line, str(row.parsed.name))
                return
            message = f'"{row.parsed.name}" has nothing below it that says what it is.'
            self.refuse(row.line, message, explain(str(row.parsed.name), self.reader.names)[1])
            for line in row.lines[1:]:
                self.refuse(line, f"This belongs to line {row.line.number}.", "Mend that line first.", "import.lost")
            return
        if row.parsed.price is not None:
            self.stated.append(
                StatedPoints(line=row.line.number, price=row.parsed.price, row=len(self.rows[self.section]))
            )
        self.marked += [(key, len(self.rows[self.section]), row.line) for key in row.parsed.marks]
        tree = row.tree()
        if self.group is not None and self.group_key is not None and self.section == "models":
            tree.setdefault(self.group_key, self.group)
        self.rows[self.section].append(tree)
