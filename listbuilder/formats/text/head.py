"""What a text says of the list itself: its game, name, format, limit, keys and picks, wherever it says it."""

from __future__ import annotations

import re

from listbuilder.catalogue import Game
from listbuilder.documents.judged import SAMPLES
from listbuilder.formats.text.items import LineReader
from listbuilder.formats.text.ledger import Ledger, explain
from listbuilder.formats.text.line import Line
from listbuilder.formats.text.naming import Names
from listbuilder.formats.text.paste import PastedLine
from listbuilder.formats.text.prices import is_total, without_points
from listbuilder.formats.text.tokens import (
    dequote,
    find_top,
    is_quoted,
    json_value,
)
from listbuilder.lists.own_keys import LIST
from listbuilder.reading import Tree
from listbuilder.spelling import spelled
from listbuilder.values import slug

LIST_KEYS = (*LIST.head, *LIST.tail)
FREE_KEYS = tuple(LIST.tail)
LONGEST_TITLE = 8
BETWEEN = re.compile(r"[,;|()\[\]]| [-–—] ")
# Words that begin a message and no name.
GREETINGS = frozenset({"hi", "hey", "hello", "hallo", "moin", "dear", "thanks", "thx", "cheers", "lol", "ok", "okay"})
GREETINGS |= {"fyi", "re", "fw", "fwd", "tbd", "wip", "bump", "edit", "n-a"}


class Head:
    """The keys of one list as they are found."""

    def __init__(self, game: Game, ledger: Ledger) -> None:
        self.game = game
        self.ledger = ledger
        self.reader = LineReader(Names(game, game.list), LIST_KEYS)
        self.tree: dict[str, Tree] = {"game": game.id}

    def put(self, key: str, value: Tree, line: PastedLine) -> None:
        """Take a value; a second one that differs is refused."""
        if key in self.tree and self.tree[key] != value:
            message = f"`{key}` is said twice: it was {spelled(self.tree[key])} before."
            self.ledger.refuse(line, message, "Say it once.", "", 0, "import.twice")
            return
        self.tree[key] = value
        self.ledger.understand(line, f"the list's {key}")

    def free_key(self, line: PastedLine) -> bool:
        """`Notes: …`, `Player: …` and other tools' keys, whose value is the rest of the line as it stands."""
        key, value = key_and_rest(line.body)
        if not value:
            return False
        if key.lower() in ("player", "catalogue"):
            self.put(key.lower(), dequote(value), line)
            return True
        if not (is_x_key(key) or key.lower() in FREE_KEYS):
            return False
        self.put(key if is_x_key(key) else key.lower(), free_value(value), line)
        return True

    def key_line(self, text: str, line: PastedLine) -> bool:
        """`Key: value` with a key of the list."""
        word, value = key_and_rest(text)
        key = slug(word)
        found = self.reader.names.keys.get(key) if word else None
        if not value and word and (found or key in LIST_KEYS):
            self.empty_key(word, found, line)
            return True
        if key in LIST_KEYS and word:
            self.list_key(key, value, line)
            return True
        if not found:
            return False
        said = Line()
        self.reader.keyed(found, value, said)
        self.take(said, line)
        return True

    def empty_key(self, word: str, slot: str | None, line: PastedLine) -> None:
        """A key with nothing behind it: the heading of what is in a slot, or a value that was left out."""
        if slot in self.reader.names.sheet.slots:
            self.ledger.understand(line, f"the heading of the list's {slot}")
        else:
            self.ledger.refuse(line, f"`{word}` has nothing behind it.", "Write its value, or take it out.", "", 0)

    def take(self, said: Line, line: PastedLine) -> None:
        """Take what a line says, and note what is wrong with it."""
        for text in said.unknown:
            self.ledger.refuse(line, *explain(text, self.reader.names), "", 0)
        for message, hint in said.problems:
            self.ledger.refuse(line, message, hint, "", 0, "import.ambiguous")
        for key, value in said.keys.items():
            old = self.tree.get(key)
            if isinstance(old, list) and isinstance(value, list) and old != value:
                self.tree.pop(key)
                value = [*old, *value]
            self.put(key, value, line)

    def list_key(self, key: str, value: str, line: PastedLine) -> None:
        """One of the keys that every list may have."""
        if key == "game":
            if not self.game_line(value, line):
                message = f'The list is for {self.game.name}, and this says "{value}".'
                self.ledger.refuse(line, message, "Say one game.", "", 0, "import.game")
        elif key == "limit":
            digits = value.split(" ")[0]
            whole = digits.isdecimal() and len(digits) < 10
            self.put(key, int(digits) if whole else dequote(value), line)
        elif key == "format":
            bare = dequote(value) if is_quoted(value) else value.split(" (")[0].split(" [")[0]
            found = self.game.format(bare)
            self.put(key, found.id if found else bare, line)
        else:
            self.put(key, dequote(value), line)

    def game_line(self, text: str, line: PastedLine) -> bool:
        """The line with the game, its format and the total; what else stands there is kept."""
        parts = [part.strip() for part in BETWEEN.split(text) if part.strip()]
        first = parts[0] if parts else ""
        own = (self.game.id, slug(self.game.name))
        if is_quoted(text) or slug(first.partition(":")[2] or first) not in own:
            return self.game_before(text, line)
        self.ledger.understand(line, "the game")
        rest = [part for part in parts[1:] if not self.format_line(part, line) and not self.is_sum(part)]
        if rest:
            self.ledger.keep(line, "", 0)
        return True

    def game_before(self, text: str, line: PastedLine) -> bool:
        """A game with models behind it on one line; the game is no model's name."""
        word, rest = key_and_rest(text)
        if not rest or slug(word) not in (self.game.id, slug(self.game.name)):
            return False
        message = f"Models stand behind the game, {self.game.name}, on one line."
        self.ledger.refuse(line, message, "Write each on a line of its own.", "", 0)
        return True

    def format_line(self, text: str, line: PastedLine) -> bool:
        """A format by its name."""
        bare = without_points(text, self.game.points).rstrip(" -–—:")
        found = self.game.format(bare) if bare else None
        if found is None:
            return False
        self.put("format", found.id, line)
        return True

    def is_sum(self, text: str) -> bool:
        """Whether a text only says what the rest comes to: `245 of 250 points`, `7 models`, `with sample content`."""
        number, _, word = text.partition(" ")
        if is_quoted(text):
            return False
        if text.lower() == SAMPLES:
            return True
        if number.isdecimal() and slug(word) in ("model", "models", "miniatures", "units"):
            return True
        own = text.lower().removesuffix(self.game.points.lower())
        return is_total(text) or (own != text.lower() and is_total(f"{own} pts"))

    def picks(self, text: str, line: PastedLine) -> bool:
        """A line of nothing but entries of the list itself."""
        said = self.reader.read(text)
        if not said.keys or said.unknown or said.problems or said.name or said.count:
            return False
        self.take(said, line)
        return True


def key_and_rest(text: str) -> tuple[str, str]:
    """What stands before the first colon and what stands behind it; no key where there is none."""
    at = find_top(text, ":")
    return (text[:at].strip(), text[at + 1 :].strip()) if at > 0 and text[0] != '"' else ("", text)


def is_x_key(word: str) -> bool:
    """Whether a word is a key of another tool."""
    return word.startswith("x-") and " " not in word


def is_key(text: str, reader: LineReader) -> bool:
    """Whether a line is `key: value` with a key of a sheet."""
    word, _ = key_and_rest(text)
    return bool(word) and reader.key(word) is not None


def is_title(text: str) -> bool:
    """Whether a text looks like a name: few words, most of them with a capital, nothing that could be taken apart."""
    words = text.split()
    capitals = sum(word[0].isupper() or word[0].isdecimal() for word in words)
    short = len(words) <= 3 or (len(words) <= LONGEST_TITLE and 2 * capitals >= len(words))
    greeting = bool(words) and slug(words[0]) in GREETINGS
    return short and not greeting and find_top(text, ",:;") < 0 and text[-1:] not in ("?", "!", ".", "…")


def free_value(value: str) -> Tree:
    """A text as it stands; in quotes or as JSON where it was written so."""
    number = value.removeprefix("-").replace(".", "", 1)
    if is_quoted(value) or value[:1] in ("{", "[") or value in ("true", "false", "null") or number.isdecimal():
        try:
            return json_value(value)
        except ValueError:
            return value
    return value
