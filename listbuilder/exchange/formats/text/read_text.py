"""Read text lists: a paste goes in, every list in it comes out, with the talk around it and an account of each line."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator

from listbuilder.base.characters import whole_number
from listbuilder.base.findings import Finding
from listbuilder.base.records import record, replace
from listbuilder.base.values import slug
from listbuilder.catalogue import Game
from listbuilder.exchange.formats.import_result import ImportedList, KeptLine, Ledger, explain
from listbuilder.exchange.formats.text.counts_and_prices import split_count, without_points
from listbuilder.exchange.formats.text.line_reader import NOTHING, LineReader, StruckLineCheck, TextLine
from listbuilder.exchange.formats.text.name_lookup import NameTable, close_matches
from listbuilder.exchange.formats.text.paste import PastedLine, pasted_lines
from listbuilder.exchange.formats.text.quoted_text import (
    dequote,
    find_top_level,
    is_quoted,
    json_text,
    split_pieces,
    split_top_level,
)
from listbuilder.exchange.formats.text.text_heading import (
    GREETINGS,
    LIST_KEYS,
    ListHead,
    is_key,
    is_title,
    split_game,
    split_key,
)
from listbuilder.exchange.formats.text.text_rows import RowCollector, group_parts
from listbuilder.lists.canonical import canonical
from listbuilder.storage.reading import refuse, refuse_one

DIVIDER = frozenset("|:->= \t\r")
BAR = re.compile(r"(?<!\\)\|")
NAMES = frozenset({"name", "called", "character"})
NUMBERS = frozenset({"", "no", "nr", "number", "slot"})
COUNTS = frozenset({"count", "qty", "quantity", "amount", "x", "how-many"})
PRICES = frozenset(
    {"pts", "points", "point", "cost", "costs", "price", "each", "total", "sum", "pts-each", "total-pts"}
)
MOST_COLUMNS = 40


def with_tables(lines: list[PastedLine], model: LineReader, own: LineReader) -> list[PastedLine]:
    """The same lines, with the rows of tables as lines about models or about the list itself."""
    made: list[PastedLine] = []
    at = 0
    while at < len(lines):
        end = _table_end(lines, at, model)
        if end > at:
            made += _Table(lines[at:end], model, own).lines()
        else:
            made.append(lines[at])
        at = max(end, at + 1)
    return made


def _table_end(lines: list[PastedLine], at: int, model: LineReader) -> int:
    """Where a table that begins on a line ends; that line itself where none begins."""
    below = lines[at + 1].raw if at + 1 < len(lines) else ""
    barred = "|" in lines[at].raw and "|" in below and _is_divider(below)
    sign = "|" if barred else "\t"
    if not barred and not _is_tabbed(lines[at].raw, below, model):
        return at
    end = at + 1
    while end < len(lines) and sign in lines[end].raw and not lines[end].fence:
        end += 1
    return end


def _is_divider(line: str) -> bool:
    """Whether a line only stands between the words above the columns and the rows."""
    return "--" in line and set(line) <= DIVIDER


def _is_tabbed(line: str, below: str, model: LineReader) -> bool:
    """Whether a line is the first of a table from a spreadsheet: its words are columns, and as many cells are below."""
    cells = line.strip().split("\t")
    if len(cells) < 2 or not below.count("\t"):
        return False
    known = NAMES | COUNTS | PRICES | {"model", "models"}
    return all(slug(cell) in known or model.key(cell) or model.names.is_kind(cell) for cell in cells if slug(cell))


class _Table:
    """One table: the words above its columns, and its rows."""

    def __init__(self, lines: list[PastedLine], model: LineReader, own: LineReader) -> None:
        self.model, self.own = model, own
        self.head, *self.rows = lines
        self.columns = _cells(self.head)[:MOST_COLUMNS]
        firsts = [cells[0] for row in self.rows if not _is_divider(row.raw) and (cells := _cells(row))]
        numbers = [whole_number(cell) for cell in firsts if cell.isdecimal()]
        # A column `#` has row numbers if they go up by one, else counts.
        self.counted = self.columns[:1] == ["#"] and numbers != list(range(1, len(numbers) + 1))

    def lines(self) -> Iterator[PastedLine]:
        """Every line of the table as a line of text."""
        if len(self.columns) == 2 and self.is_own():
            for row in (self.head, *self.rows):
                key = slug(_cells(row)[0])
                known = key in LIST_KEYS or key in self.own.names.keys
                yield self.line(row, ": ".join(_cells(row)[:2])) if known else self.heading(row)
            return
        yield self.heading(self.head, all(map(self.is_known, self.columns)))
        for row in self.rows:
            yield from [self.heading(row)] if _is_divider(row.raw) else self.row(row)

    def is_own(self) -> bool:
        """Whether it says things of the list itself, a key and its value in each row."""
        keys = [slug(cells[0]) for row in self.rows if (cells := _cells(row)) and not _is_divider(row.raw)]
        return bool(keys) and all(key in LIST_KEYS or key in self.own.names.keys for key in keys)

    def heading(self, row: PastedLine, known: bool = True) -> PastedLine:
        """The words above the columns, or the line below them; kept as a comment where a word is not understood."""
        return dataclasses.replace(row, body="", heading_of_table=known)

    def is_known(self, column: str) -> bool:
        """Whether the word above a column is understood."""
        key = slug(column) if any(map(str.isalnum, column)) else ""
        names = self.model.names
        known = NAMES | COUNTS | PRICES | NUMBERS | {"model", "models", "notes", slug(names.game.points)}
        return key in known or names.is_kind(column) or column.lower() in names.stats or self.key(column) is not None

    def key(self, column: str) -> str | None:
        """The key of a model that a column is for."""
        fields = self.model.names.sheet.fields
        return self.model.key(column) or next((id for id in fields if slug(column).startswith(id)), None)

    def line(self, row: PastedLine, text: str, indent: int = 0) -> PastedLine:
        """A row as a line of text."""
        return dataclasses.replace(row, body=text, indent=indent, numbered=False, bulleted=False, heading=0)

    def row(self, row: PastedLine) -> Iterator[PastedLine]:
        """A row as the line of a model, and its notes as a line below."""
        cells = _cells(row)
        filled = {at: cell for at, cell in enumerate(cells) if cell.lower().strip(".") not in NOTHING}
        if filled and slug(next(iter(filled.values()))).startswith("total"):
            numbers = [cell for cell in cells if any(map(str.isdecimal, cell))]
            yield self.line(row, f"Total: {numbers[-1] if numbers else 0} points")
            return
        name, count, notes, items = "", "", "", []
        for at, cell in filled.items():
            column = self.columns[at] if at < len(self.columns) else "?"
            key = slug(column) if any(map(str.isalnum, column)) else ""
            if key in NAMES and not self.is_head(cell):
                name = cell if is_quoted(cell) else json_text(cell)
            elif key in COUNTS or (self.counted and at == 0):
                count = cell.strip("xX× ")
            elif key == "notes":
                notes = cell
            elif not (key in PRICES or key == slug(self.model.names.game.points) or (key in NUMBERS and at == 0)):
                items.append(self.item(column, cell))
        items += [f"count: {count}"] if count not in ("", "1") else []
        yield dataclasses.replace(self.line(row, f"{name}: " * bool(name) + ", ".join(items)), numbered=True)
        if notes:
            yield self.line(row, f"notes: {notes}", indent=row.indent + 3)

    def is_head(self, cell: str) -> bool:
        """Whether a cell says what a model is."""
        return any(slot == self.model.head for slot, _ in self.model.names.find(cell))

    def item(self, column: str, cell: str) -> str:
        """What a cell says: its key and the value, a stat and how far it is raised, or names alone."""
        if column.lower() in self.model.names.stats:
            return f"{column} {cell}"
        key = self.key(column)
        plain = key is None or (key in self.model.names.sheet.slots and self.model.names.find(cell))
        return cell if plain else f"{key}: {cell}"


def _cells(line: PastedLine) -> list[str]:
    """The cells of a line, without marks."""
    raw = line.raw.strip().lstrip("> ")
    if "|" in raw:
        raw = raw.removeprefix("|")
        raw = raw[:-1] if raw.endswith("|") and not raw.endswith("\\|") else raw
        parts = BAR.split(raw)
    else:
        parts = line.raw.strip("\r\n ").split("\t")
    return [
        dataclasses.replace(line, body=part.strip().replace("\\|", "|").replace("<br>", ", ")).text for part in parts
    ]


# Whether a line that is no part of a list is talk around it. Only talk is kept as a comment; everything else is an
# error, because a misspelt model must never be lost.


ENDS = ("?", "!", ".", "…", ")")
FEW, MANY = 4, 9
LONGEST_HEAD = 5
SHARP = str.maketrans({"ß": "ss", "ł": "l", "Ł": "L"})


# How people end a message; what stands below is their name.
SIGN_OFFS = frozenset(
    {
        "abraco", "abracos", "abrazo", "amicalement", "atentamente", "best", "bests", "bg", "bien", "bises", "bisous",
        "br", "cheers", "ciao", "cordialement", "cordiali", "cya", "danke", "distinti", "dziekuje", "dzieki", "enviado",
        "envoye", "freundliche", "get", "gg", "glhf", "gracias", "grazie", "greetings", "greets", "groeten", "groetjes",
        "gruss", "grusse", "gruse", "grus", "gru", "gruesse", "halsningar", "herzliche", "hilsen", "inviato", "kind",
        "lg", "liebe", "many", "merci", "mfg", "mit", "mvg", "mvh", "obrigado", "pozdrawiam", "pozdro", "regards",
        "rgds", "saludo", "saludos", "saluti", "salutations", "schone", "see", "sent", "sentiti", "serdecznie",
        "sincerely", "thank", "thanks", "thx", "ty", "un", "uscisk", "vg", "viele", "von", "warm", "wyslane", "xoxo",
        "yours", "z",
    }
)  # fmt: skip
LONGEST_SIGN_OFF, LONGEST_SIGNATURE = 6, 4


def is_sign_off(line: PastedLine) -> bool:
    """Whether a line ends a message: a few words that begin as people end theirs, or two dashes alone."""
    words = [word for word in slug(line.text.translate(SHARP)).split("-") if word]
    dashes = line.raw.strip() in ("--", "-- ", "—", "__")
    return dashes or (0 < len(words) <= LONGEST_SIGN_OFF and words[0] in SIGN_OFFS)


def is_signature(line: PastedLine, reader: LineReader) -> bool:
    """Whether a line may be the name of whoever sent a list, and is near to no entry."""
    words = line.text.split()
    named = 0 < len(words) <= LONGEST_SIGNATURE and all(word[0].isupper() for word in words)
    plain = named and not (line.numbered or line.bulleted or line.heading) and not line.text.endswith(":")
    return plain and not _is_counted(line.text, reader) and not reader.names.is_near(line.text.strip(".,!"))


def is_chatter(line: PastedLine, reader: LineReader) -> bool:
    """Whether a line reads like talk, and nothing in it like a misspelt model."""
    text = line.text
    words = text.split()
    asks = text.endswith(("?", "!"))
    if line.numbered or (line.bulleted and not asks) or _is_counted(text, reader):
        return False
    bracketed = text[:1] == "(" and text[-1:] == ")"
    talks = len(words) >= FEW or text[-1:] in ("?", "!", ".", ",", "…", ":") or "://" in text or bracketed
    talks = talks or slug(words[0]) in GREETINGS
    if len(words) < FEW and slug(words[0]) in GREETINGS and text[-1:] in (",", "!", ":"):
        return True
    if not talks or reader.names.is_near(text):
        return False
    sentence = asks or len(words) >= MANY or (len(words) > FEW and text[-1:] in ENDS)
    return sentence or not (_is_near(text, reader) or _has_name(text, reader) or _begins_like_model(words, reader))


def _begins_like_model(words: list[str], reader: LineReader) -> bool:
    """Whether the first words of a line may be what a model is, misspelt, with more behind it: `Acher level 2`."""
    # A word of four letters is near to too many: `Here it is` is no Hero.
    begins = (slug(" ".join(words[:size])) for size in range(1, LONGEST_HEAD))
    return any(len(one) > FEW and close_matches(one, reader.head_names) for one in begins)


def is_plain_talk(line: PastedLine) -> bool:
    """Whether a line is plainly talk: it greets, asks, ends a sentence, is in brackets or has an address."""
    text = line.text
    words = text.split()
    told = text[-1:] in ("?", "!", ".", ",", "…", ":", ")") or "://" in text
    return told or slug(words[0]) in GREETINGS or len(words) >= MANY


def _is_counted(text: str, reader: LineReader) -> bool:
    """Whether a price or a count stands with it, as with a model."""
    return reader.without_points(text) != text or split_count(text)[0] > 1


def _is_near(text: str, reader: LineReader) -> bool:
    """Whether a part of a line may be an entry misspelt."""
    parts = [piece for piece in split_pieces(text.replace(",", ";").replace(":", ";")) if slug(piece)]
    return any(reader.names.is_near(part.strip("().,!")) for part in parts)


def _has_name(text: str, reader: LineReader) -> bool:
    """Whether a line has the name of an entry among its words: of any behind a colon, else of what a model is."""
    whole = f"-{slug(text)}-"
    names = reader.names.all if find_top_level(text, ":") >= 0 else reader.head_names
    return any(f"-{slug(name)}{more}-" in whole for name in names for more in ("", "s", "es"))


# One text list, line by line: `ListHead` and `RowCollector` take their lines, the ledger records all others.


MAX_LINE = 4000
SECTIONS = {
    **dict.fromkeys(("model", "models", "roster", "unit", "units", "squad", "list", "team", "band"), "models"),
    **dict.fromkeys(("group", "groups"), "groups"),
}


def heading_word(text: str) -> str:
    """The word of a heading, as an id; empty for any other line."""
    bare = without_points(text.strip(":=*#-~ "))
    words = bare.split()
    bare = " ".join(words[1:]) if len(words) > 1 and words[0].lower() in ("my", "our", "the") else bare
    return slug(bare) if bare.replace(" ", "").replace("-", "").isalpha() else ""


class TextReader:
    """Reads one text."""

    def __init__(self, game: Game, lines: list[PastedLine]) -> None:
        self.game = game
        self.lines = lines
        self.ledger = Ledger()
        self.rows = RowCollector(game, lines, self.ledger)
        self.head = ListHead(game, self.ledger, self.rows.reads)
        self.headed = False

    def read(self, skip: bool = False) -> ImportedList:
        """The list; DocumentError with everything that is not understood, unless that is skipped."""
        blank = False
        apart = StruckLineCheck(self.lines, self.rows.readers["models"].names)
        for at, line in enumerate(self.lines):
            if line.blank:
                self.pass_over(line)
                blank = True
                continue
            if line.envelope:
                self.ledger.keep(line, self.rows.section, len(self.rows.rows[self.rows.section]))
            elif len(line.body) > MAX_LINE:
                self.rows.refuse(line, "The line is too long.", "Break it up.", "import.line")
            elif why := apart.why(line):
                self.rows.refuse(line, *why, "import.line")
            else:
                self.line(at, line, blank)
            blank = False
        self.rows.close()
        for key, names, line in self.rows.chosen():
            self.head.choose(key, names, line)
        self.head.settle_format()
        self.settle()
        if self.ledger.findings and not skip:
            raise refuse(self.ledger.findings)
        self.ledger.skip()
        rows = {key: rows for key, rows in self.rows.rows.items() if rows}
        return ImportedList(
            tree=canonical({**self.head.tree, **rows}, self.game),  # type: ignore[dict-item]
            kept=tuple(self.ledger.kept),
            findings=tuple(self.ledger.findings),
            account=self.ledger.account(),
            notes=tuple(self.ledger.notes),
            stated=(*self.head.stated, *self.rows.stated),
        )

    def pass_over(self, line: PastedLine) -> None:
        """Account for a line without words: empty, decoration, or signs that are kept."""
        if line.heading_of_table:
            self.ledger.understand(line, "the heading of a table")
        elif line.decoration:
            self.ledger.understand(line, "decoration")
        elif line.raw.strip():
            self.ledger.keep(line, self.rows.section, len(self.rows.rows[self.rows.section]))

    def line(self, at: int, line: PastedLine, blank: bool) -> None:
        """One line that says something."""
        text = line.text
        if self.rows.begins_block(at, line, blank):
            return
        # Free texts first: notes may read like anything.
        if self.rows.free_key(line) or (self.rows.row is None and self.head.free_key(line)):
            return
        if (
            self.heading(text, line)
            or self.over_models(at, text, line)
            or self.group_heading(at, text, line)
            or self.group_line(at, text, line)
            or self.list_line(at, text, line)
        ):
            return
        self.rows.take(at, text, blank)

    def list_line(self, at: int, text: str, line: PastedLine) -> bool:
        """A line about the list itself; once models have begun, only what can't be about one of them."""
        started = self.rows.started
        mine = is_key(text, self.rows.reader) if started else False
        if not mine and self.head.key_line(text, line):
            return True
        if self.head.is_sum(text) or (text.isdecimal() and line.raw.strip().startswith("=")):
            self.head.total(text, line)
            return True
        if self.models_behind_game(at, text, line) or self.head.game_line(text, line):
            return True
        if self.quoted_title(at, text, line):
            return True
        if self.rows.reader.names.find(text):
            return False
        if not started and self.head.format_line(text, line):
            return True
        if self.head.picks(text, line) or (not started and self.title(at, text, line)):
            return True
        return not self.rows.reads(text) and self.head.mention(text, line)

    def models_behind_game(self, at: int, text: str, line: PastedLine) -> bool:
        """A game with models behind a colon on its line."""
        word, rest = split_key(text)
        game = split_game(word, (self.game.id, slug(self.game.name))) if rest else None
        if game is None or find_top_level(game[1], ",") >= 0 or not self.rows.reads(rest):
            return False
        self.head.game_line(word, line)
        self.rows.take(at, rest, blank=True)
        return True

    def group_heading(self, at: int, text: str, line: PastedLine) -> bool:
        """A group by its kind and its name, above the models that are in it: `Stack: Vanguard (leader Tod)`."""
        reader = self.rows.readers["groups"]
        if self.rows.group_key is None or self.rows.section != "models" or not self.rows.is_over_a_model(at):
            return False
        if is_quoted(text) or split_game(text, (self.game.id, slug(self.game.name))):
            return False
        name, items = group_parts(text.rstrip(": "), reader)
        parsed = reader.read(", ".join(items)) if name and any(map(reader.is_word, items)) else None
        if parsed is None or parsed.name is not None:
            return False
        self.rows.open_group(name, parsed, line)
        return True

    def group_line(self, at: int, text: str, line: PastedLine) -> bool:
        """A group and the models in it on one line: `Stack Vanguard: Tod, 3 Archers`."""
        reader = self.rows.readers["groups"]
        word, rest = split_key(text)
        if self.rows.group_key is None or self.rows.section != "models" or is_quoted(word) or not rest:
            return False
        name, items = group_parts(word, reader) if word else ("", [])
        parsed = reader.read(", ".join(items)) if name and any(map(reader.is_word, items)) else None
        if parsed is None or parsed.unknown or parsed.problems or parsed.name or not self.rows.reads(rest):
            return False
        self.rows.open_group(name, parsed, line)
        self.rows.take(at, rest, blank=True)
        return True

    def heading(self, text: str, line: PastedLine) -> bool:
        """A heading such as `Models` begins a section."""
        word = "" if line.numbered else heading_word(text)
        head = next(iter(self.game.model.slots.values()), None)
        kind = slug(self.game.kind_name(head.kind, many=True)) if head else ""
        section = SECTIONS.get(word) or ("models" if word == kind else None)
        if section is None or is_quoted(text) or self.rows.reader.names.exact(text):
            return self.option_heading(word, line)
        self.rows.open(section)
        self.headed = True
        self.ledger.understand(line, f"the heading of the {section}")
        return True

    def over_models(self, at: int, text: str, line: PastedLine) -> bool:
        """Words with signs around them, or a plural without a number, right above models: a heading."""
        bare = without_points(text.rstrip(":"), self.game.points)
        denied = TextLine()
        if self.rows.reader.phrase(bare, denied) and False in denied.keys.values() and self.rows.is_over_a_model(at):
            self.rows.close()
            fact = f'"{bare}" stands above models, and each model says that for itself.'
            self.rows.refuse(line, fact, f"Write `({bare})` behind each that it is meant for.", "import.ambiguous")
            return True
        several = self.rows.reader.names.is_plural(bare)
        set_off = line.framed and self.rows.is_alone(bare)
        set_off = set_off or (several and (text != bare or self.rows.models_below(at) > 0))
        if set_off and self.rows.is_over_a_model(at):
            self.rows.put_heading(line, bare)
        elif several:
            hint = f"Write `2x {bare}`, with their number, or take the line out."
            self.rows.refuse(line, f'"{bare}" does not say how many.', hint, "import.ambiguous")
        else:
            return False
        return True

    def option_heading(self, word: str, line: PastedLine) -> bool:
        """The name of a slot alone on a line, above what is in it."""
        if self.rows.row is not None and word in self.rows.reader.names.keys:
            self.rows.belongs(line)
            return True
        slot = self.head.reader.names.keys.get(word)
        if slot not in self.head.reader.names.sheet.slots:
            return False
        self.rows.close()
        self.ledger.understand(line, f"the heading of the list's {slot}")
        return True

    def quoted_title(self, at: int, text: str, line: PastedLine) -> bool:
        """The name of the list in quotes, above its game."""
        after = self.lines[at + 1] if at + 1 < len(self.lines) else None
        if not is_quoted(text) or line.numbered or after is None or not self.says_game(after):
            return False
        self.head.put("name", dequote(text), line)
        return True

    def title(self, at: int, text: str, line: PastedLine) -> bool:
        """The name of the list: a short line that is set off and near to nothing."""
        if "name" in self.head.tree or line.numbered or self.headed or all(one.blank for one in self.lines[at + 1 :]):
            return False
        after = self.lines[at + 1] if at + 1 < len(self.lines) else None
        if is_quoted(text) or find_top_level(text, ",:") >= 0 or after is None or not is_title(text):
            return False
        names = self.rows.reader.names
        bare = without_points(text, self.game.points)
        levels = [self.lines[one].heading for one in self.rows.headings if one != at]
        if at in self.rows.headings and not 0 < line.heading < min(levels, default=0):
            return False
        if not self.sets_off(at, after) or names.is_near(bare):
            return False
        parsed = self.rows.reader.read(text)
        if parsed.keys or parsed.problems or not parsed.unknown:
            return False
        self.head.put("name", bare or text, line)
        return True

    def sets_off(self, at: int, after: PastedLine) -> bool:
        """Whether what follows a line makes it a title: nothing, a heading, a key of the list, or several models."""
        text = after.text
        word, _ = split_key(text)
        keyed = bool(word) and self.head.reader.key(word) is not None
        section = not after.numbered and heading_word(text) in SECTIONS
        set_off = after.blank or section or self.says_game(after) or (keyed and not is_key(text, self.rows.reader))
        marked = self.lines[at].heading > 0
        return set_off or marked or self.rows.heads_below(at) > 1

    def says_game(self, line: PastedLine) -> bool:
        """Whether a line names the game."""
        first = line.text.partition(",")[0]
        return slug(first.partition(":")[2] or first) in (self.game.id, slug(self.game.name))

    def signed(self, last: int) -> int:
        """The number of the line below the models from which on a message only ends: how it is signed, and by whom."""
        below = [line for line in self.lines if line.number > last and line.raw.strip()]
        ends = [line.number for line in below if is_sign_off(line)]
        gap = any(not line.raw.strip() for line in self.lines if last < line.number < below[-1].number) if below else 0
        if not ends and gap and is_signature(below[-1], self.rows.readers["models"]):
            ends = [below[-1].number]
        return min(ends, default=last + len(self.lines) + 1)

    def settle(self) -> None:
        """Talk before the first model and behind the last one is kept; any other unknown line is refused."""
        numbers = [n for n, what in self.ledger.understood.items() if what.startswith(("model ", "group "))]
        first, last = min(numbers, default=0), max(numbers, default=0)
        signed = self.signed(last)
        for line, text, section, row in self.rows.unknown:
            # Between models nothing is talk: an unknown line there is most likely a model.
            outside = bool(numbers) and not first < line.number < last
            if outside and (line.number >= signed or is_chatter(line, self.rows.readers[section])):
                self.ledger.keep(line, section if line.number > last else "", row)
                if line.number < signed and not is_plain_talk(line):
                    fact = f'"{text}" is nothing in {self.game.name} and is left out.'
                    self.ledger.note(line, "import.left-out", fact, "Check that it is no part of the list.")
            else:
                self.ledger.refuse(line, *explain(text, self.rows.readers[section].names), section, row)
        if self.ledger.kept and not any(self.rows.rows.values()) and not self.ledger.findings:
            first_kept = self.ledger.kept[0].line
            message = f"There is nothing of {self.game.name} in the text but its name."
            hint = "Write one model a line."
            self.ledger.findings.append(Finding(code="import.empty", message=message, hint=hint, line=first_kept))
        self.ledger.findings.sort(key=lambda one: one.line or 0)


MAX_TEXT, LONGEST_HEADING = 256 * 1024, 8
Load = Callable[[str], Game]


@record
class TextList:
    """One list in a paste: its game, its lines, the talk above it, and what is quoted from other messages."""

    game: Game
    lines: tuple[PastedLine, ...]
    talk: tuple[PastedLine, ...] = ()
    quoted: tuple[PastedLine, ...] = ()

    @property
    def line(self) -> int:
        """Where it begins."""
        return self.lines[0].number if self.lines else 1

    def read(self, skip: bool = False) -> ImportedList:
        """The list, with the talk above it kept as comments; DocumentError with every line that is not understood."""
        found = TextReader(self.game, list(self.lines)).read(skip)
        talk = [one for one in self.talk if one.raw.strip()]
        above = tuple(KeptLine(line=one.number, text=one.raw.strip()) for one in talk if not one.decoration)
        account = tuple((one.number, "decoration" if one.decoration else "kept as a comment") for one in talk)
        quoted = [one.number for one in self.quoted if one.raw.strip(" >")]
        others = tuple(KeptLine(line=one.number, text=one.raw.strip()) for one in self.quoted if one.number in quoted)
        account += tuple((number, "quoted from another message") for number in quoted)
        return replace(
            found,
            kept=tuple(sorted((*above, *others, *found.kept), key=lambda one: one.line)),
            account=tuple(sorted((*account, *found.account))),
            notes=(*_quoted_note(quoted), *found.notes),
        )


def read_text(text: str, load: Load, ids: Iterable[str], game: str | None = None) -> tuple[TextList, ...]:
    """Every list in a text; `game` says which game it is for where the text does not."""
    if len(text) > MAX_TEXT:
        raise refuse_one("file.too-large", "the text is too long for a list", "Shorten it.", None)
    return _Paste(pasted_lines(text), load, list(ids), game).lists()


class _Paste:
    """The lines of a paste, cut into lists."""

    def __init__(self, lines: list[PastedLine], load: Load, ids: list[str], game: str | None) -> None:
        self.lines = [part for line in lines for part in self.barred(line, ids)]
        self.load = load
        self.ids = ids
        self.game = slug(game) if game else None
        self.readers: dict[str, LineReader] = {}
        self.quoted: tuple[PastedLine, ...] = ()
        self.leave_quotes()
        self.lines = self.with_tables()

    def leave_quotes(self) -> None:
        """Set quoted messages aside where the message itself has models; what it answers is no part of its list."""
        own = [line for line in self.lines if not line.quoted]
        if len(own) == len(self.lines):
            return
        games = {game for line in self.lines for game in self.mentioned(line)} | ({self.game} if self.game else set())
        # The game may be named in what is quoted alone.
        games_named = {game for line in own for game in self.mentioned(line)} or games
        found = [game for game in sorted(games_named) if self.first_row(0, len(own), game, own) is not None]
        if not found:
            return
        self.quoted = tuple(line for line in self.lines if line.quoted)
        self.lines = own
        named = any(self.mentioned(line) for line in own)
        self.game = self.game or (found[0] if len(found) == 1 and not named else None)

    def with_tables(self) -> list[PastedLine]:
        """The lines with tables taken apart, by the names of the first game that the text names."""
        named = (_named_game(line.text, self.ids) for line in self.lines)
        games_named = (game for line in self.lines for game in self.mentioned(line))
        game = next((one for one in named if one), None) or next(games_named, self.game)
        if game is None or not any("|" in line.raw or "\t" in line.raw for line in self.lines):
            return self.lines
        own = LineReader(NameTable(self.load(game), self.load(game).list), LIST_KEYS)
        return with_tables(self.lines, self.reader(game), own)

    def reader(self, game: str) -> LineReader:
        """The reader of the models of a game; cached, because its name tables are large."""
        if game not in self.readers:
            loaded = self.load(game)
            self.readers[game] = LineReader(NameTable(loaded, loaded.model))
        return self.readers[game]

    def barred(self, line: PastedLine, ids: list[str]) -> list[PastedLine]:
        """A whole list on one line with bars between its lines becomes those lines."""
        parts = (
            split_top_level(line.body, "|", nested=False) if find_top_level(line.body, "|", nested=False) >= 0 else []
        )
        if len(parts) < 2 or not any(_named_game(part, ids) for part in parts):
            return [line]
        made = []
        for part in parts:
            number, _, rest = part.partition(". ")
            numbered = number.isdecimal() and len(number) < 4
            made.append(dataclasses.replace(line, body=rest if numbered else part, numbered=numbered, raw=part))
        return [dataclasses.replace(made[0], bulleted=False), *made[1:]]

    def lists(self) -> tuple[TextList, ...]:
        """Each list with its game."""
        starts = self.starts()
        if len(starts) < 2:
            game = starts[0][1] if starts else self.only_game()
            return (self.whole(starts[0][0] if starts else 0, game),)
        cuts = [self.with_title(at, game) for at, game in starts]
        first = self.first_row(0, cuts[0], starts[0][1])
        cuts[0] = cuts[0] if first is None else first
        ends = [*cuts[1:], len(self.lines)]
        talk = tuple(self.lines[: cuts[0]])
        made = [
            TextList(game=self.load(game), lines=tuple(self.lines[at:end]), talk=talk if n == 0 else ())
            for n, (at, end, (_, game)) in enumerate(zip(cuts, ends, starts, strict=True))
        ]
        return (replace(made[0], quoted=self.quoted), *made[1:])

    def starts(self) -> list[tuple[int, str]]:
        """The lines that begin a list: they name a game and have models below. Repeated names count once."""
        found = [(at, game) for at, line in enumerate(self.lines) if (game := _named_game(line.text, self.ids))]
        if not found:
            weak = {game for line in self.lines for game in self.mentioned(line)}
            weak |= {self.game} if self.game else set()
            places = [at for at, line in enumerate(self.lines) if self.mentioned(line)]
            return [(places[0], weak.pop())] if len(weak) == 1 and places else []
        ends = [*(at for at, _ in found[1:]), len(self.lines)]
        kept: list[tuple[int, str]] = []
        for (at, game), end in zip(found, ends, strict=True):
            repeated = bool(kept) and kept[-1][1] == game
            if not (repeated and (self.first_row(at, end, game) is None or not self.filled(kept[-1], at))):
                kept.append((at, game))
        return kept

    def filled(self, start: tuple[int, str], end: int) -> bool:
        """Whether there are models between the start of a list and a line."""
        return self.first_row(start[0], end, start[1]) is not None

    def first_row(self, at: int, end: int, game: str, lines: list[PastedLine] | None = None) -> int | None:
        """The first line in a stretch that is plainly a model."""
        reader = self.reader(game)
        for number in range(at, end):
            line = (lines or self.lines)[number]
            parsed = None if line.blank or len(line.body) > 4000 else reader.read(line.text)
            if parsed and reader.head in parsed.keys and not parsed.unknown and not parsed.problems:
                return number
        return None

    def with_title(self, at: int, game: str) -> int:
        """The first line of a list whose game is named on a line: the title above it, if there is one."""
        place = at - 1
        while place > 0 and self.lines[place].decoration and not self.lines[place].fence:
            place -= 1
        if place > 0 and not self.lines[place].heading and self.lines[place - 1].heading:
            place -= 1
        above = self.lines[place] if place >= 0 else None
        if above is None or above.blank or above.numbered:
            return at
        titled = is_title(above.text) or above.heading > 0
        is_row = self.first_row(place, at, game) is not None
        return place if is_quoted(above.text) or (titled and not is_row) else at

    def whole(self, at: int, game: str) -> TextList:
        """The one list of a paste; models above the line that names the game belong to it."""
        cut = self.with_title(at, game)
        first = self.first_row(0, cut, game)
        cut = cut if first is None else min(first, cut)
        lines = tuple(self.lines)
        return TextList(game=self.load(game), lines=lines[cut:], talk=lines[:cut], quoted=self.quoted)

    def only_game(self) -> str:
        """The game that was asked for, where the text names none."""
        mentioned = sorted({game for line in self.lines for game in self.mentioned(line)})
        if self.game and not mentioned:
            return self.game
        fact = (
            f"The text names {' and '.join(mentioned)}." if mentioned else "The text does not say which game it is for."
        )
        hint = f"Say --game with one of {', '.join(self.ids)}."
        heads = [slug(without_points(line.text.partition(",")[0])) for line in self.lines[:40] if not line.blank]
        near = next((close for head in heads if (close := close_matches(head, self.ids))), [])
        raise refuse_one("import.game", fact, f"Did you mean {near[0]}? {hint}" if near else hint, None, 1)

    def mentioned(self, line: PastedLine) -> list[str]:
        """The games that a line has in it, among other words."""
        if is_quoted(line.text) or line.blank:
            return []
        words = f"-{slug(line.text.replace('&', ' and '))}-"
        return [id for id in self.ids if f"-{id}-" in words or f"-{id.replace('-', '')}-" in words]


def _named_game(text: str, ids: list[str]) -> str | None:
    """The game that a line names, with nothing before it and little behind: a size, a format, a faction."""
    found = split_game(text, ids)
    if found is None:
        return None
    game, rest = found
    behind = text[: len(text) - len(rest)].rstrip()[-1:]
    part = (split_top_level(rest) or [""])[0] if behind != "," else ""
    alone = not without_points(f"x {part}").removeprefix("x") or part.isdecimal()
    set_off = not behind.isalnum() or rest[:1] in "-–—(|[/:,;" or rest[:1].isdecimal()
    return game if alone or (set_off and len(rest.split()) <= LONGEST_HEADING) else None


def _quoted_note(lines: list[int]) -> tuple[Finding, ...]:
    """What to say of lines that another message had."""
    if not lines:
        return ()
    many = f"Line {lines[0]} is" if len(lines) == 1 else f"Lines {lines[0]} to {lines[-1]} are"
    message = f"{many} quoted from another message and not read."
    hint = "Import that message by itself if its list is the one that counts."
    return (Finding(code="import.quoted", severity="info", message=message, hint=hint, line=lines[0]),)
