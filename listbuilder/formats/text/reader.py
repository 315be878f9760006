"""One text list read line by line: the head and the rows take what is theirs, and the ledger has the rest."""

from __future__ import annotations

from listbuilder.catalogue import Game
from listbuilder.finding import Finding
from listbuilder.formats.imported import Imported
from listbuilder.formats.text.apart import Apart
from listbuilder.formats.text.chatter import is_chatter, is_sign_off, is_signature
from listbuilder.formats.text.head import Head, behind_game, is_key, is_title, key_and_rest
from listbuilder.formats.text.ledger import Ledger, explain
from listbuilder.formats.text.paste import PastedLine
from listbuilder.formats.text.prices import without_points
from listbuilder.formats.text.rows import Rows, group_parts
from listbuilder.formats.text.tokens import dequote, find_top, is_quoted
from listbuilder.lists.canonical import canonical
from listbuilder.reading.refusal import refuse
from listbuilder.values import slug

MAX_LINE = 4000
SECTIONS = {
    **dict.fromkeys(("model", "models", "roster", "unit", "units", "squad", "list", "team", "band"), "models"),
    **dict.fromkeys(("group", "groups"), "groups"),
}


def heading_word(text: str) -> str:
    """The one or two words that a heading is made of; nothing for any other line."""
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
        self.rows = Rows(game, lines, self.ledger)
        self.head = Head(game, self.ledger, self.rows.reads)
        self.headed = False

    def read(self, skip: bool = False) -> Imported:
        """The list; DocumentError with everything that is not understood, unless that is skipped."""
        blank = False
        apart = Apart(self.lines, self.rows.readers["models"].names)
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
        self.head.settle_format()
        self.settle()
        if self.ledger.findings and not skip:
            raise refuse(self.ledger.findings)
        self.ledger.skip()
        rows = {key: rows for key, rows in self.rows.rows.items() if rows}
        return Imported(
            tree=canonical({**self.head.tree, **rows}, self.game),  # type: ignore[dict-item]
            kept=tuple(self.ledger.kept),
            findings=tuple(self.ledger.findings),
            account=self.ledger.account(),
            notes=tuple(self.ledger.notes),
            stated=(*self.head.stated, *self.rows.stated),
        )

    def pass_over(self, line: PastedLine) -> None:
        """A line without words: nothing, decoration, or signs that are kept."""
        if line.heading_of_table:
            self.ledger.understand(line, "the heading of a table")
        elif line.decoration:
            self.ledger.understand(line, "decoration")
        elif line.raw.strip():
            self.ledger.keep(line, self.rows.section, len(self.rows.rows[self.rows.section]))

    def line(self, at: int, line: PastedLine, blank: bool) -> None:
        """One line that says something."""
        text = line.text
        if self.rows.free_key(line) or (self.rows.row is None and self.head.free_key(line)):
            return
        if self.heading(text, line) or self.group_heading(at, text, line) or self.list_line(at, text, line):
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
        word, rest = key_and_rest(text)
        game = behind_game(word, (self.game.id, slug(self.game.name))) if rest else None
        if game is None or find_top(game[1], ",") >= 0 or not self.rows.reads(rest):
            return False
        self.head.game_line(word, line)
        self.rows.take(at, rest, blank=True)
        return True

    def group_heading(self, at: int, text: str, line: PastedLine) -> bool:
        """A group by its kind and its name, above the models that are in it: `Stack: Vanguard (leader Tod)`."""
        reader = self.rows.readers["groups"]
        if self.rows.group_key is None or self.rows.section != "models" or not self.rows.is_over_a_model(at):
            return False
        if is_quoted(text) or behind_game(text, (self.game.id, slug(self.game.name))):
            return False
        name, items = group_parts(text.rstrip(": "), reader)
        said = reader.read(", ".join(items)) if name and any(map(reader.is_word, items)) else None
        if said is None or said.name is not None:
            return False
        self.rows.open_group(name, said, line)
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
        if is_quoted(text) or find_top(text, ",:") >= 0 or after is None or not is_title(text):
            return False
        names = self.rows.reader.names
        bare = without_points(text, self.game.points)
        levels = [self.lines[one].heading for one in self.rows.headings if one != at]
        if at in self.rows.headings and not 0 < line.heading < min(levels, default=0):
            return False
        if not self.sets_off(at, after) or names.is_near(bare):
            return False
        said = self.rows.reader.read(text)
        if said.keys or said.problems or not said.unknown:
            return False
        self.head.put("name", bare or text, line)
        return True

    def sets_off(self, at: int, after: PastedLine) -> bool:
        """Whether what follows a line makes it a title: nothing, a heading, a key of the list, or several models."""
        text = after.text
        word, _ = key_and_rest(text)
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
        numbers = [n for n, what in self.ledger.said.items() if what.startswith(("model ", "group "))]
        first, last = min(numbers, default=0), max(numbers, default=0)
        signed = self.signed(last)
        for line, text, section, row in self.rows.unknown:
            outside = bool(numbers) and not first < line.number < last
            if outside and (line.number >= signed or is_chatter(line, self.rows.readers[section])):
                self.ledger.keep(line, section if line.number > last else "", row)
            else:
                self.ledger.refuse(line, *explain(text, self.rows.readers[section].names), section, row)
        if self.ledger.kept and not any(self.rows.rows.values()) and not self.ledger.findings:
            first_kept = self.ledger.kept[0].line
            message = f"There is nothing of {self.game.name} in the text but its name."
            hint = "Write one model a line."
            self.ledger.findings.append(Finding(code="import.empty", message=message, hint=hint, line=first_kept))
        self.ledger.findings.sort(key=lambda one: one.line or 0)
