"""One line of a text list taken apart: counts, names, `key: value`, stat raises, entries with picks inside them.

A line and the names of a sheet go in; keys with values come out, or problems with the candidates. Nothing is guessed:
a name that could be two things, or is only near to one, is a problem.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from listbuilder.base.characters import whole_number
from listbuilder.base.errors import EditError
from listbuilder.base.values import slug
from listbuilder.catalogue import Entry, Slot
from listbuilder.catalogue.printed_names import unambiguous_name
from listbuilder.exchange.formats.text.counts_and_prices import (
    Price,
    leading_count,
    lone_count,
    price_for_each,
    split_count,
    trailing_price,
    without_first_points,
    without_points,
    word_count,
)
from listbuilder.exchange.formats.text.name_lookup import MOST_TRIES, NameTable, is_plain_name
from listbuilder.exchange.formats.text.paste import PastedLine
from listbuilder.exchange.formats.text.quoted_text import (
    LINKS,
    bracket_depth,
    comma_separated_names,
    dequote,
    find_top_level,
    is_quoted,
    json_value,
    singular_forms,
    split_pieces,
    split_top_level,
    squeeze,
)
from listbuilder.lists.document import ROW
from listbuilder.lists.key_values import WordReader
from listbuilder.storage.reading import Tree

EMPTY, TICKED = re.compile(r"\W*\[ \] "), re.compile(r"\W*\[[xX]\] ")
BRACKETED = re.compile(r"\(([^()]+)\)")
COMMENT = re.compile(r"\s*(?://|/\*|<!--)")
BENCH = frozenset(
    {
        "sideboard", "side-board", "reserve", "reserves", "bench", "benched", "maybe", "maybes", "maybeboard", "cut",
        "cuts", "alternative", "alternatives", "optional", "alternates",
        "wishlist", "ideas", "not-used", "unused", "not-in-the-list", "removed",
    }
)  # fmt: skip
OFF_LIST = ("What stands below or behind it may be no part of the list.", "Take that out, or these words.")
HEADINGS = frozenset(
    {
        "main", "mainboard", "main-board", "troops", "leaders", "leader", "hq", "core", "elites", "elite", "support",
        "specialists", "characters", "battleline", "warriors", "army", "force", "warband", "gang", "crew", "roster",
    }
)  # fmt: skip
"""Headings of parts of a list, which are no model's name."""


def is_bench(text: str) -> bool:
    """Whether a text is a word over models that may be no part of the list."""
    return slug(text.strip(":=*#-~ ")).removeprefix("on-").removeprefix("the-") in BENCH


class StruckLineCheck:
    """Tells whether a line of a paste may be no part of the list, and why; `names` are those of models."""

    def __init__(self, lines: Iterable[PastedLine], names: NameTable) -> None:
        self.ticked = any(TICKED.match(line.raw) for line in lines)
        self.names = names

    def why(self, line: PastedLine) -> tuple[str, str] | None:
        """The message and hint about a line that may not be part of the list; None if it surely is."""
        if line.struck:
            return "Some of the line is struck out (~~).", "Take out what is struck, or the signs around it."
        if COMMENT.match(line.raw) and not line.raw.lstrip().startswith("///"):
            return "The line is commented out.", "Take it out, or the signs before it."
        if self.ticked and EMPTY.match(line.raw):
            return "The box is empty, and others are ticked.", "Take the line out, or tick it."
        inside = BRACKETED.search(line.text) if line.text.endswith(":") else None
        if is_bench(inside[1] if inside else line.text) and not self.is_name(line.text):
            return OFF_LIST
        return None

    def is_name(self, text: str) -> bool:
        """Whether such a word is in quotes, a name in the catalogue, or may be that of a group."""
        return is_quoted(text) or bool(self.names.exact(text)) or self.names.game.model.group_key is not None


# The content of one line, collected from its items.


@dataclass
class TextLine:
    """What a line says: keys in their order, a name, a count, unknown parts; `leading` if the first part is unknown.

    A name is `sure` when it stands in quotes, and `bare` when nothing but the name is on the line. `heads` counts the
    things on it that make a model what it is, found by their names alone. `notes` are readings to tell the player
    about, each with its code, message and hint. `marks` are keys of the list that name this model.
    `counts_last` when a price proves that a count is of the last thing.
    """

    name: str | None = None
    sure: bool = False
    count: int | None = None
    keys: dict[str, Tree] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)
    leading: bool = False
    nothing: bool = False
    heads: int = 0
    price: Price | None = None
    notes: list[tuple[str, str, str]] = field(default_factory=list)
    counts_last: bool = False
    marks: list[str] = field(default_factory=list)

    @property
    def bare(self) -> bool:
        """Whether it has a name and nothing else."""
        return self.name is not None and not (self.keys or self.unknown or self.nothing)

    def add(self, key: str, value: Tree) -> None:
        """Put a value behind those that are under a key."""
        old = self.keys.setdefault(key, [])
        if isinstance(old, list):
            old.append(value)
        else:
            self.problems.append((f"`{key}` is given twice.", "Give it once."))

    def put(self, key: str, value: Tree) -> None:
        """Put the one value of a key; two different ones are a problem, raises of other stats go together."""
        old = self.keys.get(key)
        if isinstance(old, dict) and isinstance(value, dict) and not old.keys() & value.keys():
            value = {**old, **value}
        elif key in self.keys and old != value:
            self.problems.append((f"`{key}` is given twice.", "Give it once."))
        self.keys[key] = value

    def take(self, other: TextLine) -> None:
        """Put all that another line says behind what this one says."""
        self.heads += other.heads
        self.notes += other.notes
        self.marks += other.marks
        self.price = other.price or self.price
        if other.count is not None:
            self.count = other.count
        for key, value in other.keys.items():
            if isinstance(value, list) and isinstance(self.keys.get(key, []), list):
                for one in value:
                    self.add(key, one)
                self.keys.setdefault(key, [])
            else:
                self.put(key, value)


# A count with a price for each at the end of a line, `Hero, Rope (4x) [35 each]`, may count the model or the last
# thing. Often the price decides: it is that of one rope, or that of the hero with everything.


def take_priced_count(reader: LineReader, text: str, line: TextLine) -> str:
    """A line without such a count where it counts the model, which is noted; any other line as it is."""
    price = price_for_each(text, reader.names.game.points)
    number, rest = (1, text) if price is None or leading_count(text)[0] else split_count(reader.without_points(text))
    if number < 2:
        return text
    whole, last = reader.read(rest), last_entry(reader, rest)
    things = named_entries(reader, whole)
    if last is None or len(things) < 2 or reader.head not in whole.keys:
        return text
    total = sum(one.cost for one in things)
    if price == last.cost != total:
        line.counts_last = True
        return text
    if price != total or last.cost == total:
        fact = f"{number} may be so many of {last.name} or so many models."
        line.problems.append((fact, f"Write `{number}x` before what is meant."))
    line.count = number
    return rest


def last_entry(reader: LineReader, text: str) -> Entry | None:
    """The last thing that a line names, where that is one."""
    name = split_pieces(split_top_level(text)[-1])[-1].rpartition(":")[2].strip()
    found = reader.names.find(name)
    return found[0][1] if len(found) == 1 else None


def named_entries(reader: LineReader, line: TextLine) -> list[Entry]:
    """The entries that a line names."""
    slots = reader.names.sheet.slots
    named = [(slots[key].kind, str(one)) for key, many in line.keys.items() if key in slots for one in as_list(many)]
    return [one for kind, name in named if (one := reader.names.within(kind, name))]


def as_list(value: object) -> list[object]:
    """The values under a key."""
    return value if isinstance(value, list) else [value]


# A bare number beside a model, `30 Hero` or `Hero (2)`, may be a count or a price. If it could be either, the player is
# asked: a wrong guess would be thirty heroes in a legal list.


BARE = re.compile(r"\d{1,3} ")
BEHIND = re.compile(r"(.*[\w)\]\"]) (\d{1,5})", re.DOTALL)
BREAKS = re.compile(r"[,:;]")
# No list counts more of one row in brackets; a higher number is a price.
MOST_COUNTED = 24


def doubt_count(reader: LineReader, text: str, line: TextLine) -> None:
    """Note that a number may be a price: it is that of the model, or so many would cost more than any list may."""
    number = line.count or 0
    plain = BARE.match(text) and reader.without_points(text) == text
    if number < 2 or not plain or reader.head not in line.keys or line.heads > 1:
        return
    things = named_entries(reader, line)
    cost = sum(one.cost for one in things)
    game = reader.names.game
    most = max((game.limits_of(one).get(game.first_currency, 0) for one in game.formats), default=0) or None
    if number == cost or (most is not None and number * cost > most):
        fact = f"{number} may be so many models, or the {game.points} of one."
        rest = BARE.sub("", text, count=1)
        line.problems.append((fact, f"Write `{number}x {rest}` or `{rest} [{number}]`."))


def take_bare_price(reader: LineReader, text: str, line: TextLine) -> str:
    """A line without the bare number behind it, which is its price or is asked about; any other line as it is."""
    found = BEHIND.fullmatch(text) if line.price is None and not reader.names.find(text) else None
    if found is None or not reader.head or found[1].rpartition(" ")[2].isdecimal():
        return text
    if reader.names.find(BREAKS.split(text)[-1].strip()):
        return text
    read = reader.read(found[1])
    if read.unknown or read.problems or reader.head not in read.keys or reader.phrase(_last_item(text), TextLine()):
        return text
    line.price = Price(points=int(found[2]), bare=True)
    return found[1]


def _last_item(text: str) -> str:
    """The last two words, which a stat or a level may be."""
    return " ".join(text.replace(",", " ").split()[-2:])


def doubt_price(reader: LineReader, text: str, line: TextLine) -> None:
    """Note that a bare number behind a model may count it; in square brackets, as exports have it, it is a price."""
    price = line.price
    if price is None or not price.bare or price.of or text.rstrip().endswith("]") or line.heads != 1:
        return
    printed = reader.names.find(BREAKS.split(text)[-1].strip())
    if any(entry.cost == price.points for _, entry in printed):
        return
    cost = sum(one.cost for one in named_entries(reader, line))
    if price.points in (cost, cost * (line.count or 1)) or not 1 < price.points <= MOST_COUNTED:
        return
    fact = f"{price.points} may be so many models, or the {reader.names.game.points} of one."
    line.problems.append((fact, f"Write `x{price.points}` or `[{price.points}]` behind it."))


DEEPEST, MOST = 5, 100
MORE = re.compile(r"\A(?:plus|and|also|und|et|y) (?=(?:an? |\d))", re.IGNORECASE)
NOTHING = frozenset(
    {"", "-", "–", "—", "none", "n/a", "na", "nothing", "keine", "keiner", "aucun", "aucune", "ninguno"}
)
# A name with something behind it, before a colon: `Ann (Archer): …`, `Ann - Archer: …`.
WITH_MORE = re.compile(r"([^()\[\]]+?)(?: ?[(\[]([^()\[\]]+)[)\]]| [-–—/|] (.+))")
WITH_NICKNAME = re.compile(r'([^"]+) ("[^"]+")')
BEFORE_NAME = re.compile(r"\s([^\W\d_]{3,})(?= \S)")
LED_BY = re.compile(r"\A(?:led|lead|commanded|headed) by (?=\S)", re.IGNORECASE)
LONGEST_NAME, LONGEST_RUN = 8, 400
# What stands between names besides commas: brackets, and signs with or without blanks around them.
TYPED = re.compile(r'([^\W\d_][\w-]*)([+-]?=)(?:"([^"]*)"|(\S+))')
SIGNS = re.compile(r"[()\[\]{};,|]|\bw/|\s(?:[-–—+&/]|//)\s|[+&/](?=[^\W\d_])")
CALLED = re.compile(r'(?:^|(?<=[\s,]))("[^"]+")|\b(?:called|named|aka|a\.k\.a\.) ([^,;()"]+)', re.IGNORECASE)


def items_between(text: str) -> list[str]:
    """The items between commas, or semicolons unless a number behind one is a price."""
    parts = split_top_level(text, ",;")
    return split_top_level(text) if any(map(str.isdecimal, parts)) else parts


class LineReader:
    """Reads the lines of one sheet."""

    def __init__(self, names: NameTable, row_keys: Collection[str] = ROW.tail) -> None:
        self.names = names
        self.row_keys = row_keys
        self.head = next(iter(names.sheet.slots), None)
        kind = names.sheet.slots[self.head].kind if self.head else ""
        self.kind = slug(names.game.kind_name(kind)) if kind else ""
        self.head_names = [one.name for one in names.game.entries if one.kind == kind]

    def read(self, text: str) -> TextLine:
        """One line without its bullet."""
        line = TextLine()
        text = self.names.with_and(text)
        if bracket_depth(text) > DEEPEST:
            line.problems.append(("There are too many brackets inside each other.", "Take some out."))
            return line
        # The order matters: `key=value` may contain anything, prices hide counts behind them, and names come last
        # because whatever is left may be one.
        text = take_priced_count(self, self.without_price_before(self.without_stop(self.take_words(text, line))), line)
        line.price = trailing_price(text, self.names.game.points)
        whole, text = text, self.take_count(take_bare_price(self, self.without_points(text), line), line)
        counted = line.count is not None
        text = self.take_nickname(self.take_name(text, line), line)
        line.nothing = slug(text) == "nothing" and not self.names.find(text)
        parts = [] if line.nothing else items_between(text)
        if len(parts) > MOST:
            line.problems.append((f"The line has more than {MOST} parts.", "Break it up."))
            return line
        for at, part in enumerate(parts):
            self.item(part, line)
            line.leading = line.leading or (at == 0 and line.unknown == [part])
        if counted and self.head not in line.keys and line.name is None:
            self.spread_count(line)
        doubt_count(self, whole, line)
        doubt_price(self, whole, line)
        return self.several_models(line) if self.head and line.heads > 1 else line

    def read_each(self, text: str) -> list[TextLine]:
        """The models of a line that names several, each with its options; none if that is not clear."""
        parts = self.without_stop(text)
        if find_top_level(parts, ":") >= 0:
            return []
        models: list[str] = []
        for part in (piece for one in split_top_level(parts) for piece in self.each_part(one)):
            heads = self.read(part).heads
            if heads > 1 or (not models and not heads):
                return []
            models = [*models, part] if heads else [*models[:-1], f"{models[-1]}, {part}"]
        made = [self.read(model) for model in models]
        # One price behind several models may be that of the last or of all.
        priced = made and made[-1].price is not None and not all(one.price for one in made)
        return [] if priced or any(one.unknown or one.problems or one.name for one in made) else made

    def each_part(self, text: str) -> list[str]:
        """A part of a line as it is, or where it names several models, the names in it."""
        return self.run(text) or [text] if self.read(text).problems else [text]

    def is_word(self, text: str) -> bool:
        """Whether a text is one of the few words of a field."""
        fields = self.names.sheet.fields.items()
        return any(isinstance(own.read_phrase(id, text, {}, {}), str) for id, own in fields)

    def several_models(self, line: TextLine) -> TextLine:
        """A line that names several models as if they were one; it is one only where a model may be several things."""
        if self.names.sheet.slots[str(self.head)].max != 1:
            return line
        fact = f"The line names {line.heads} models."
        return TextLine(problems=[*line.problems, (fact, "Write each on a line of its own.")])

    def without_points(self, text: str) -> str:
        """A text without the price behind it."""
        return without_points(text, self.names.game.points)

    def without_price_before(self, text: str) -> str:
        """A text without the price that it begins with; a name that begins like one stays whole."""
        first = split_top_level(text)[:1]
        known = first and self.names.find(split_count(first[0])[1])
        return text if known else without_first_points(text, self.names.game.points)

    def without_stop(self, text: str) -> str:
        """A line without the full stop, comma or semicolon behind it, which is part of no name."""
        return text if self.names.find(text) else text.rstrip(" .,;") or text

    def take_words(self, text: str, line: TextLine) -> str:
        """A line without words such as `weapon="Long Bow"` or `count=2`, which are read as `add` reads them."""
        if "=" not in text:
            return text
        game = self.names.game
        kind = {id(game.model): "models", id(game.group): "groups"}.get(id(self.names.sheet), "list")
        reader = WordReader(game, kind)
        words = [found for found in TYPED.finditer(text) if self.key(found[1]) or found[1].lower() in reader.own.all]
        for found in words[:MOST]:
            value = found[3] if found[3] is not None else found[4]
            try:
                made = reader.read([f"{found[1]}{found[2]}{value}"], {})
            except EditError as error:
                line.problems.append((error.findings[0].message, error.findings[0].hint))
                continue
            line.name, line.sure = (str(made.pop("name")), True) if "name" in made else (line.name, line.sure)
            line.count = int(str(made.pop("count"))) if "count" in made else line.count
            for key, picks in made.items():
                single = not isinstance(picks, list) and key in self.names.sheet.slots
                line.put(key, [picks] if single else picks)
        # From the end, so that the places of the others stay right.
        for found in reversed(words[:MOST]):
            text = f"{text[: found.start()]}, {text[found.end() :]}"
        return squeeze(text).strip(" ,")

    def take_count(self, text: str, line: TextLine) -> str:
        """A count at the start of the line counts the model."""
        text = MORE.sub("", text)
        first = split_top_level(text)[:1]
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
        first = split_top_level(rest)[:1] if number else []
        known = first and (self.names.find(split_count(first[0])[1]) or (number > 1 and self.head_first(rest)))
        return (number, rest) if known else (0, text)

    def take_name(self, text: str, line: TextLine) -> str:
        """A name before a colon; a key or an entry there is no name."""
        at = find_top_level(text, ":")
        if at < 0:
            return text
        before, rest = text[:at].strip(), text[at + 1 :].strip()
        if is_quoted(before):
            line.name, line.sure = dequote(before), True
            return rest
        if is_bench(before) and self.names.game.model.group_key is None:
            line.problems.append(OFF_LIST)
            return rest
        if self.phrase(before, TextLine()) and self.head_first(rest) and find_top_level(rest, ":") < 0:
            return f"{rest}, {before}"
        if not before or self.key(before) or find_top_level(before, ",") >= 0 or self.phrase(before, TextLine()):
            return text
        count, bare = split_count(self.without_points(before))
        if found := self.names.find(bare):
            return f"{before} ({rest})" if found[0][1].picks and "(" not in rest else f"{before}, {rest}"
        if (called := WITH_NICKNAME.fullmatch(bare)) and self.head_first(called[1]) and self.is_known(called[1]):
            line.name, line.sure = dequote(called[2]), True
            return f"{before[: before.index(called[2])]}, {rest}"
        named = WITH_MORE.fullmatch(bare)
        inside = (named[2] or named[3]) if named else ""
        if named and named[2] and self.head_first(named[1]) and self.is_known(named[1]):
            return f"{named[1]}, {inside}, {rest}"
        if named and self.is_known(inside):
            bare, rest = named[1], f"{inside}, {rest}"
        if self.is_label(bare) and (rest[:1] == '"' or self.head_first(rest)):
            return rest
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

    def head_first(self, text: str) -> bool:
        """Whether a text begins with what a model is."""
        words = split_count(SIGNS.split(split_top_level(text)[0])[0])[1].split() if split_top_level(text) else []
        sizes = range(min(LONGEST_NAME, len(words)), 0, -1)
        found = next((known for size in sizes if (known := self.names.find(" ".join(words[:size])))), [])
        return any(slot == self.head for slot, _ in found)

    def is_label(self, text: str) -> bool:
        """Whether a text is a word over a part of a list, or that for what a model is: `Leader`, `Operatives`."""
        word = slug(text)
        return word in HEADINGS or {word, *singular_forms(word)} & {"model", self.kind} != set()

    def is_known(self, text: str) -> bool:
        """Whether a text says things of a model, and nothing in it is unknown."""
        parsed = self.read(text)
        return bool(parsed.keys) and not (parsed.unknown or parsed.problems or parsed.name)

    def take_nickname(self, text: str, line: TextLine) -> str:
        """A name in quotes, or behind `called`, among what a model has."""
        found = CALLED.search(text) if line.name is None else None
        name = (dequote(found[1]) if found[1] else found[2].strip()) if found else ""
        behind = text[found.end() :].lstrip(" -–—:,") if found else ""
        rest = f"{text[: found.start()]}, {behind}".strip(" ,") if found else ""
        plain = name and rest and not self.names.find(name) and '"' not in rest and find_top_level(rest, ":") < 0
        if not plain or not self.head_first(rest):
            return text
        line.name, line.sure = name, bool(found and found[1])
        return rest

    def spread_count(self, line: TextLine) -> None:
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

    def item(self, text: str, line: TextLine) -> None:
        """One item between commas."""
        self.names.work()
        at = find_top_level(text, ":")
        key = self.key(text[:at]) if at > 0 else None
        if text.lower() in NOTHING and not self.names.find(text):
            return
        if key:
            self.keyed(key, text[at + 1 :].strip(), line)
        elif self.head in line.keys and line.count is None and (number := lone_count(text)):
            line.count = number
        elif not self.phrase(text, line):
            self.entry(text, line)

    def keyed(self, key: str, text: str, line: TextLine) -> None:
        """`key: value`; an unknown entry under its key is kept."""
        slot, own = self.names.sheet.slots.get(key), self.names.sheet.fields.get(key)
        plain = text.strip(" .()")
        if plain.lower() in NOTHING and not self.names.find(text) and not (own and own.is_value(plain)):
            line.nothing = True
        elif slot and text[:1] != "[":
            for one in items_between(text):
                # The word of a field beside it, as in `Mission: Rescue, defender`.
                if line.keys.get(key) is None or self.names.within(slot.kind, one) or not self.worded(one, line):
                    self.slotted(key, slot, one, line)
        elif text[:1] in ("{", "[") and text[-1:] in ("}", "]"):
            self.as_data(key, text, line, line.put)
        elif key == "count":
            self.counted(text, line)
        elif text and not self.phrases(key, text, line):
            line.put(key, self.value(key, text))

    def as_data(self, key: str, text: str, line: TextLine, take: Callable[[str, Tree], None]) -> None:
        """A value that no words can say, written as JSON."""
        try:
            take(key, json_value(text))
        except ValueError:
            line.problems.append((f"`{text}` can't be read.", f"Write `{key}: name`."))

    def counted(self, text: str, line: TextLine) -> None:
        """`count: 3`."""
        if not text.isdecimal() or not 0 < len(text) < 7:
            line.problems.append((f"`count: {text}` is no number of models.", "Write a whole number."))
        else:
            line.count = int(text)

    def slotted(self, key: str, slot: Slot, text: str, line: TextLine) -> None:
        """An entry whose slot is said; one that the catalogue does not know stays as it is."""
        if text[:1] == "{" and text[-1:] == "}":
            self.as_data(key, text, line, line.add)
            return
        before, _, behind = text.partition(":")
        opened = self.names.within(slot.kind, before.strip()) if behind else None
        if opened and opened.picks:
            text = f"{before.strip()} ({behind.strip()})"
        count, name, inner = self.parts(slot.kind, text)
        entry = self.names.within(slot.kind, name)
        self.note_short(name, entry, line)
        beside, inner = (inner, []) if entry and not entry.picks else ([], inner)
        for _ in range(count):
            line.add(
                key, self.with_picks(entry, unambiguous_name(name, entry, self.names.game) if entry else name, inner)
            )
        for one in beside:
            self.item(one, line)

    def parts(self, kind: str, text: str) -> tuple[int, str, list[str]]:
        """Count, name and picks in brackets of one entry."""
        if is_quoted(text):
            return 1, dequote(text), []
        return (1, text, []) if self.names.within(kind, text) else self.apart(text)

    def apart(self, text: str) -> tuple[int, str, list[str]]:
        """Count, name and picks in brackets of a text that is no entry as a whole."""
        counted, rest = (0, text) if is_quoted(text) else self.words_count(text)
        number, rest = (counted, rest) if counted else split_count(text)
        if (counted or number > 1) and self.names.find(rest):
            return min(number, MOST), rest, []
        times, text = (number, rest) if number > 1 and rest.endswith(")") else (1, text)
        at = text.find("(") if not text.startswith('"') else text.find('" (') + 2
        inner: list[str] = []
        if at > 1 and text.endswith(")"):
            inner, text = split_top_level(text[at + 1 : -1]), text[:at].strip()
        count, name = split_count(self.without_points(text)) if not is_quoted(text) else (1, text)
        return min(max(count, times), MOST), dequote(name), inner

    def with_picks(self, entry: Entry | None, name: str, inner: list[str]) -> Tree:
        """A name, or a name with the picks inside it."""
        if not inner:
            return name
        slots = entry.picks if entry else {}
        picks: dict[str, list[Tree]] = {}
        for one in inner:
            at = find_top_level(one, ":")
            named_slots = [id for id in slots if at > 0 and id == slug(one[:at])]
            text = one[at + 1 :].strip() if named_slots else one
            count, bare, deeper = (1, dequote(text), []) if is_quoted(text) else self.apart(text)
            known = ((id, self.names.within(slots[id].kind, bare)) for id in named_slots or slots)
            id, found = next(
                ((id, found) for id, found in known if found), (next(iter(named_slots or slots), "picks"), None)
            )
            picks.setdefault(id, []).extend([self.with_picks(found, found.name if found else bare, deeper)] * count)
        inside: Tree = picks["picks"] if picks.keys() == {"picks"} else {**picks}
        return {"entry": name, "picks": inside}

    def phrase(self, text: str, line: TextLine, only: str | None = None) -> bool:
        """A field in words, `HP +2`, `level 3`, `not deployed`, or a key of the list that names this model: `[VIP]`."""
        for id, own in self.names.sheet.fields.items():
            value = own.read_phrase(id, text, self.names.number_keys, self.names.stats) if only in (None, id) else None
            if value is not None and not (own.may_be_a_name and self.names.find(text)):
                line.put(id, value)
                return True
        word = slug(text)
        if only is None and word in self.names.marks and not self.names.find(text):
            line.marks.append(self.names.marks[word])
            return True
        return False

    def worded(self, text: str, line: TextLine) -> bool:
        """A field in words, also behind its key: `defender`, `role defender`."""
        first, _, rest = text.partition(" ")
        key = self.names.keys.get(slug(first), "") if rest else ""
        return self.phrase(text, line) or (key in self.names.sheet.fields and self.phrase(rest, line, key))

    def phrases(self, key: str, text: str, line: TextLine) -> bool:
        """The words of one field behind its key, when all of them are such: `raise: HP +2, MV +1`."""
        trial = TextLine()
        parts = split_top_level(text)
        if key not in self.names.sheet.fields or not all(self.phrase(one, trial, key) for one in parts):
            return False
        line.take(trial)
        return True

    def value(self, key: str, text: str) -> Tree:
        """The value of a key that is no slot, as its type asks."""
        own = self.names.sheet.fields.get(key)
        if is_quoted(text):
            return dequote(text)
        return own.read_text(text, comma_separated_names) if own else text

    def entry(self, text: str, line: TextLine) -> None:
        """An entry by its name alone."""
        bare = dequote(text)
        found = self.names.exact(bare) or ([] if is_quoted(text) else self.names.find(self.without_points(text)))
        count = 1
        inner: list[str] = []
        name = bare
        if not found and not is_quoted(text):
            count, name, inner = self.apart(self.without_cost(self.without_points(text)))
            found = self.names.find(name)
        if len(found) == 1:
            key, entry = found[0]
            self.note_short(name, entry, line)
            behind = count > 1 and key != self.head and lone_count(text.rpartition(" ")[2])
            count = self.counted_behind(key, entry, count, line) if behind else count
            self.place(key, entry, count, inner, line, bare)
        elif found:
            slots = [id for id, _ in found]
            line.problems.append(
                (f'"{bare}" could go under {" or ".join(slots)}.', f"Write `{slots[0]}: {found[0][1].name}`.")
            )
        elif not self.keyed_words(text, line) and not self.linked_behind(text, line):
            self.pieces(text, line)

    def keyed_words(self, text: str, line: TextLine) -> bool:
        """A field with its value behind it and no colon between them: `carries Tod`, `leader Ann`."""
        text = LED_BY.sub("leader ", text)
        first, _, rest = text.partition(" ")
        word = slug(first)
        key = self.names.keys.get(word) or self.names.keys.get(word.removesuffix("ing")) if rest else None
        if (
            key is None
            or key not in self.names.sheet.fields
            or not is_plain_name(rest)
            or self.phrase(rest, TextLine())
        ):
            return False
        self.keyed(key, rest, line)
        return True

    def linked_behind(self, text: str, line: TextLine) -> bool:
        """A model with the name of another one behind it and no sign between: `Horse carrying Tod`."""
        for found in BEFORE_NAME.finditer(text[:LONGEST_RUN]):
            trial = TextLine()
            word = slug(found[1])
            key = self.names.keys.get(word) or self.names.keys.get(word.removesuffix("ing"))
            own = self.names.sheet.fields.get(key or "")
            before = text[: found.start()].strip()
            if own and own.links and self.is_known(before) and self.keyed_words(text[found.start() + 1 :], trial):
                self.item(before, line)
                line.take(trial)
                return True
        return False

    def note_short(self, name: str, entry: Entry | None, line: TextLine) -> None:
        """Note which entry an abbreviated name was taken for."""
        if entry and self.names.is_short(name):
            line.notes.append(("import.short", f'"{name}" is read as {entry.name}.', "Check that this is meant."))

    def counted_behind(self, key: str, entry: Entry, count: int, line: TextLine) -> int:
        """The count of an option that stands behind it on the line of a model; it may count the model instead."""
        if line.counts_last or self.head not in line.keys or line.count is not None:
            return count
        if self.names.sheet.slots[key].repeats or entry.limit != 1:
            fact = f"{count} may be so many of {entry.name} or so many models."
            line.problems.append((fact, f"Write `{count}x` before what is meant."))
            return count
        line.count = count
        fact = f"{count} is read as the number of models, for a model has {entry.name} once at most."
        line.notes.append(("import.count", fact, "Check that this is meant."))
        return 1

    def place(self, key: str, entry: Entry, count: int, inner: list[str], line: TextLine, typed: str = "") -> None:
        """Add an entry that was found, in the spelling of the text; a count on what a model is counts the model."""
        beside, inner = (inner, []) if not entry.picks else ([], inner)
        line.heads += key == self.head
        if key == self.head and count > 1:
            line.count, count = count, 1
        for _ in range(count):
            line.add(key, self.with_picks(entry, unambiguous_name(typed, entry, self.names.game), inner))
        for one in beside:
            self.item(one, line)

    def pieces(self, text: str, line: TextLine) -> None:
        """Names with other signs between them than commas, when every piece is known."""
        for parts in (split_pieces(text), self.run(text)):
            if not 0 < len(parts) <= MOST or parts == [text]:
                continue
            trial = TextLine(count=line.count)
            for part in parts:
                self.item(part, trial)
            if not trial.unknown and not trial.problems:
                line.take(trial)
                return
            # Everything is known, and one name is unclear: asking about that one is better than calling the line
            # unknown.
            if trial.problems and not trial.unknown:
                line.problems += trial.problems
                return
        line.unknown.append(text)

    def run(self, text: str) -> list[str]:
        """The names in a text without commas between them; none unless every word is part of a name."""
        found: list[str] = []
        fits = len(text) <= LONGEST_RUN and self.names.tries < MOST_TRIES
        chunks = [
            one for at, part in enumerate(text.split('"')) for one in ([f'"{part}"'] if at % 2 else SIGNS.split(part))
        ]
        for chunk in chunks if fits else ():
            quoted = is_quoted(chunk) and self.names.exact(dequote(chunk))
            names = [dequote(chunk)] if quoted else self.names_of(chunk.split(), 0, set())
            if names is None or any(entry.picks for name in names for _, entry in self.names.find(name)):
                return []
            found += names
        return found

    def names_of(self, words: list[str], at: int, failed: set[int]) -> list[str] | None:
        """The names that the words from index `at` on consist of; None if some word is part of no name."""
        if at >= len(words):
            return []
        begins = words[at][0].isalnum() or words[at][1:2].isdecimal()
        # The longest name first: Long Bow is no bow that is long. `failed` keeps the search from walking the same rest
        # again, which would take exponential time.
        for size in range(min(LONGEST_NAME, len(words) - at), 0, -1) if begins and at not in failed else ():
            name = " ".join(words[at : at + size])
            if not any(map(str.isalnum, words[at + size - 1])):
                continue
            self.names.tries += 1
            if (
                self.names.find(name)
                or lone_count(name)
                or self.phrase(name, TextLine())
                or self.is_cost(words, at, size)
            ):
                rest = self.names_of(words, at + size, failed)
                if rest is not None:
                    return rest if name.isdecimal() else [name, *rest]
        rest = self.names_of(words, at + 1, failed) if words[at].lower() in LINKS and at not in failed else None
        failed |= {at} if rest is None else set()
        return rest

    def is_cost(self, words: list[str], at: int, size: int) -> bool:
        """Whether a word is a number that says what the name before it costs."""
        number = whole_number(words[at]) if size == 1 and at else None
        names = [" ".join(words[start:at]) for start in range(max(0, at - LONGEST_NAME), at)] if number else []
        return any(entry.cost == number for name in names for _, entry in self.names.find(name))

    def without_cost(self, text: str) -> str:
        """A name without the bare number behind it that is what it costs: `Rope 5`."""
        name, _, last = text.rpartition(" ")
        number = whole_number(last) if name else None
        known = self.names.find(name) if number else []
        return name if len(known) == 1 and known[0][1].cost == number else text
