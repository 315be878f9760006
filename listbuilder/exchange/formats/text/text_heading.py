"""Read what a text states about the list itself, anywhere: its game, name, format, limit, keys and picks."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from itertools import pairwise

from listbuilder.base.spelling import spelled
from listbuilder.base.values import slug
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.judged import SAMPLES
from listbuilder.exchange.formats.import_result import Ledger, StatedPoints, explain
from listbuilder.exchange.formats.text.counts_and_prices import (
    is_total,
    read_price,
    without_first_points,
    without_points,
)
from listbuilder.exchange.formats.text.line_reader import LineReader, TextLine, as_list
from listbuilder.exchange.formats.text.name_lookup import NameTable, ShortNames
from listbuilder.exchange.formats.text.paste import PastedLine
from listbuilder.exchange.formats.text.quoted_text import (
    dequote,
    find_top_level,
    is_quoted,
    json_value,
    top_level_positions,
)
from listbuilder.lists.document import LIST
from listbuilder.storage.reading import Tree

LIST_KEYS = (*LIST.head, *LIST.tail)
MODELS = ("model", "models", "miniatures", "units")
LONGEST_SIZE = 6
FREE_KEYS = tuple(LIST.tail)
LONGEST_TITLE = 8
BETWEEN = re.compile(r"[,;|()\[\]]| (?:[-–—]|//?) ")
# Words that begin a message and no name.
GREETINGS = frozenset({"hi", "hey", "hello", "hallo", "moin", "dear", "thanks", "thx", "cheers", "lol", "ok", "okay"})
GREETINGS |= {"fyi", "re", "fw", "fwd", "tbd", "wip", "bump", "edit", "n-a"}
GREETINGS |= {"servus", "guten", "bonjour", "salut", "hola", "buenas", "ciao", "czesc", "witam", "dzien", "ola"}
GREETINGS |= {"voila", "voici", "sure", "here", "good", "morning", "evening", "greetings", "yo", "anbei", "gg"}
# Words beside the name of a game that say nothing of the list.
FILLERS = frozenset({"", "list", "army", "roster", "team", "warband", "squad", "gang", "game", "liste", "lista", "my"})
LABELS = frozenset({"list", "title", "army", "warband", "squad", "gang", "crew", "band", "team", "roster"})
LABELS |= {f"{word}-name" for word in LABELS} | {f"{word}-title" for word in LABELS}
DASHED = re.compile(r"([^\W\d][\w ]{1,30}?) [-–—] (\S.*)")
NUMBERED = re.compile(r"\d{1,5} ?[^\W\d_]+")
SHORTEST_PICK = 5


class ListHead:
    """The keys of one list as they are found."""

    def __init__(self, game: Game, ledger: Ledger, rows_read: Callable[[str], bool] = lambda text: False) -> None:
        self.game = game
        self.rows_read = rows_read
        self.ledger = ledger
        self.reader = LineReader(NameTable(game, game.list), LIST_KEYS)
        self.tree: dict[str, Tree] = {"game": game.id}
        self.stated: list[StatedPoints] = []

    def put(self, key: str, value: Tree, line: PastedLine) -> None:
        """Take a value; a second one that differs is refused."""
        if key in self.tree and self.tree[key] != value:
            message = f"`{key}` is given twice: it was {spelled(self.tree[key])} before."
            self.ledger.refuse(line, message, "Give it once.", "", 0, "import.twice")
            return
        self.tree[key] = value
        self.ledger.understand(line, f"the list's {key}")

    def choose(self, key: str, names: list[str], line: PastedLine) -> None:
        """Take the models that a word beside them chose; a line of the list may say the same again."""
        old = self.tree.get(key)
        if not isinstance(old, list) or sorted(map(str, old)) != sorted(names):
            self.put(key, [*names], line)

    def free_key(self, line: PastedLine) -> bool:
        """`Notes: …`, `Player: …` and other tools' keys, whose value is the rest of the line as it stands."""
        key, value = split_key(line.body)
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
        word, value = split_key(text)
        dashed = DASHED.fullmatch(text) if not word else None
        if dashed and slug(dashed[1]) in self.reader.names.keys:
            word, value = dashed[1], dashed[2]
        key = slug(word)
        found = self.reader.names.keys.get(key) if word else None
        if found and len(pairs := self.pairs(text)) > 1:
            taken = [self.key_line(pair, line) for pair in pairs]  # each of them, whatever comes of the others
            return all(taken)
        if not value and word and (found or key in LIST_KEYS):
            self.empty_key(word, found, line)
            return True
        if key in LIST_KEYS and word:
            self.list_key(key, value, line)
            return True
        if not found:
            return bool(word) and not self.rows_read(text) and self.labelled(key, value, line)
        parsed = TextLine()
        self.reader.keyed(found, value, parsed)
        if parsed.unknown or not self.known(parsed):
            parsed = self.shorter(found, value) or parsed
        self.take(parsed, line)
        return True

    def pairs(self, text: str) -> list[str]:
        """The parts of `Key: value, key: value. Key - value`, each with one key."""
        signs = [*top_level_positions(text, ",;."), len(text)]
        cuts = [0, *(at for at, end in pairwise(signs) if self.is_pair(text[at + 1 : end])), len(text)]
        return [text[at:end].strip(" ,;.") for at, end in pairwise(cuts)]

    def is_pair(self, text: str) -> bool:
        """Whether a text is a key of the list with a value behind a colon or a dash."""
        dashed = DASHED.fullmatch(text.strip())
        return is_key(text.strip(), self.reader) or (dashed is not None and slug(dashed[1]) in self.reader.names.keys)

    def known(self, parsed: TextLine) -> bool:
        """Whether every name in the slots of a line is that of an entry."""
        slots = self.reader.names.sheet.slots
        named = [(slots[key].kind, one) for key, many in parsed.keys.items() if key in slots for one in as_list(many)]
        inside = [one for _, one in named if isinstance(one, dict)]
        return not inside and all(self.reader.names.within(kind, str(one)) for kind, one in named)

    def shorter(self, key: str, value: str) -> TextLine | None:
        """The line read with abbreviated names; None if that does not explain everything."""
        parsed = TextLine()
        LineReader(ShortNames(self.game, self.game.list), LIST_KEYS).keyed(key, value, parsed)
        return parsed if not parsed.unknown and not parsed.problems else None

    def labelled(self, key: str, value: str, line: PastedLine) -> bool:
        """Picks of the list, or its name, behind a word of the player's own: `Faction: …`, `Warband: …`."""
        if self.reader.names.near_key(key):
            return False
        if self.picks(value, line):
            return True
        named = key in LABELS and is_title(dequote(value)) and not self.reader.names.is_near(value)
        if not named or "name" in self.tree:
            return False
        self.put("name", dequote(value), line)
        return True

    def empty_key(self, word: str, slot: str | None, line: PastedLine) -> None:
        """A key with nothing behind it: the heading of what is in a slot, or a value that was left out."""
        if slot in self.reader.names.sheet.slots:
            self.ledger.understand(line, f"the heading of the list's {slot}")
        else:
            self.ledger.refuse(line, f"`{word}` has nothing behind it.", "Write its value, or take it out.", "", 0)

    def take(self, parsed: TextLine, line: PastedLine) -> None:
        """Take the keys of a line, and report its problems."""
        for text in parsed.unknown:
            self.ledger.refuse(line, *explain(text, self.reader.names), "", 0)
        for message, hint in parsed.problems:
            self.ledger.refuse(line, message, hint, "", 0, "import.ambiguous")
        for note in parsed.notes:
            self.ledger.note(line, *note)
        for key, value in parsed.keys.items():
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
        found = split_game(text, (self.game.id, slug(self.game.name)))
        if found is None:
            return False
        self.ledger.understand(line, "the game")
        parts = [part.strip(" *_-–—:/") for part in BETWEEN.split(found[1])]
        rest = [part for part in parts if any(map(str.isalnum, part)) and not self.beside_game(part, line)]
        if rest and not self.named_behind(rest, text.removesuffix(found[1]), line):
            self.ledger.keep(line, "", 0)
            fact = f'"{", ".join(rest)}" beside the game is no part of the list and is left out.'
            self.ledger.note(line, "import.left-out", fact, "Give it a line of its own, such as `Name: …`.")
        return True

    def named_behind(self, rest: list[str], before: str, line: PastedLine) -> bool:
        """The name of the list behind the game and a sign: `GAME - The Crew`."""
        own = len(rest) == 1 and "name" not in self.tree and before.rstrip()[-1:] in (":", "-", "–", "—")
        if not own or not is_title(rest[0]) or self.reader.names.is_near(rest[0]):
            return False
        self.put("name", dequote(rest[0]), line)
        return True

    def beside_game(self, text: str, line: PastedLine) -> bool:
        """What stands beside the game on its line: a size, a format, picks of the list."""
        if self.is_sum(text) or (text.isdecimal() and len(text) < LONGEST_SIZE):
            self.state(text, line, size=True)
            return True
        bare = without_points(text, self.game.points)
        if bare != text:
            self.state(text[len(bare) :], line, size=True)
        words = " ".join(word for word in bare.split() if slug(word) not in FILLERS)
        ways = dict.fromkeys((bare, words))
        return (
            not words
            or any(self.format_line(one, line) or self.picks(one, line) for one in ways)
            or (self.sized(words, line))
        )

    def sized(self, text: str, line: PastedLine) -> bool:
        """A size and a format or picks beside it, in either order: `250 standard`."""
        first, _, rest = text.partition(" ")
        number = without_first_points(text, self.game.points)
        rest = number if number != text else rest if first.isdecimal() and len(first) < LONGEST_SIZE else ""
        if not rest or not (self.format_line(rest, line) or self.picks(rest, line)):
            return False
        self.state(text[: len(text) - len(rest)], line, size=True)
        return True

    def state(self, text: str, line: PastedLine, size: bool = False) -> None:
        """Keep the points that a text states; how many models there are is no price."""
        counted = slug(text.partition(" ")[2]) in MODELS
        price = None if counted or text.lower() == SAMPLES else read_price(text, self.game.points)
        if price is not None:
            self.stated.append(StatedPoints(line=line.number, price=price, size=size))

    def total(self, text: str, line: PastedLine) -> None:
        """A line that says what the list comes to."""
        self.state(text, line, size=bool(set(slug(text).split("-")) & {"size", "limit", "max"}))
        self.ledger.understand(line, "the total")

    def mention(self, text: str, line: PastedLine) -> bool:
        """A line that has the game among other words: its size and its picks count, and it is kept as a comment."""
        words = f"-{slug(text.replace('&', ' and '))}-"
        if is_quoted(text) or not any(f"-{own}-" in words for own in (self.game.id, slug(self.game.name))):
            return False
        for found in NUMBERED.findall(text):
            if is_total(found):
                self.state(found, line, size=True)
        for id, slot in self.reader.names.sheet.slots.items():
            named = [one for one in self.game.entries if one.kind == slot.kind and len(slug(one.name)) >= SHORTEST_PICK]
            here = [one for one in named if f"-{slug(one.name)}-" in words]
            if len(here) == 1 and slot.max == 1:
                self.put(id, [here[0].name], line)
        self.ledger.keep(line, "", 0)
        return True

    def settle_format(self) -> None:
        """Infer the format from a stated size that is the limit of exactly one format other than the default."""
        if "format" in self.tree or "limit" in self.tree or not self.game.formats:
            return
        sizes = {one.price.of or one.price.points for one in self.stated if one.size or one.price.of}
        usual, *others = self.game.formats
        limits = {one.limit: one.id for one in others if one.limit is not None and one.limit != usual.limit}
        fitting = [limits[size] for size in sizes if size in limits]
        if len(fitting) == 1 and usual.limit not in sizes:
            self.tree["format"] = fitting[0]

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
        if number.isdecimal() and slug(word) in MODELS:
            return True
        own = text.lower().removesuffix(self.game.points.lower())
        return is_total(text) or (own != text.lower() and is_total(f"{own} pts"))

    def picks(self, text: str, line: PastedLine) -> bool:
        """A line of nothing but entries of the list itself; the words of the game's name are none."""
        if f"-{slug(self.game.name)}-" in f"-{slug(text)}-":
            return False
        parsed = self.reader.read(text)
        if not parsed.keys or parsed.unknown or parsed.problems or parsed.name or parsed.count:
            return False
        if not self.known(parsed):
            short = LineReader(ShortNames(self.game, self.game.list), LIST_KEYS).read(text)
            parsed = parsed if short.unknown or short.problems else short
        self.take(parsed, line)
        return True


def split_game(text: str, games: Collection[str]) -> tuple[str, str] | None:
    """The game that a text begins with, by its id, and what stands behind its name."""
    bare = text.strip("*_# ").replace(" & ", " and ")
    word, rest = split_key(bare)
    words = (rest if slug(word) == "game" else bare).split() if not is_quoted(text) else []
    # As one word, as hashtags have it.
    joined = {one.replace("-", ""): one for one in games}
    for size in range(min(len(words), LONGEST_TITLE), 0, -1):
        name = slug(" ".join(words[:size]))
        if name in games or (size == 1 and name in joined):
            return joined.get(name, name), " ".join(words[size:])
    return None


def split_key(text: str) -> tuple[str, str]:
    """The text before and after the first colon; an empty key if there is none."""
    at = find_top_level(text, ":")
    return (text[:at].strip(), text[at + 1 :].strip()) if at > 0 and text[0] != '"' else ("", text)


def is_x_key(word: str) -> bool:
    """Whether a word is a key of another tool."""
    return word.startswith("x-") and " " not in word


def is_key(text: str, reader: LineReader) -> bool:
    """Whether a line is `key: value` with a key of a sheet."""
    word, _ = split_key(text)
    return bool(word) and reader.key(word) is not None


def is_title(text: str) -> bool:
    """Whether a text looks like a name: few words, most of them with a capital, nothing that could be taken apart."""
    words = text.split()
    capitals = sum(word[0].isupper() or word[0].isdecimal() for word in words)
    short = len(words) <= 3 or (len(words) <= LONGEST_TITLE and 2 * capitals >= len(words))
    greeting = bool(words) and slug(words[0]) in GREETINGS
    return short and not greeting and find_top_level(text, ",:;") < 0 and text[-1:] not in ("?", "!", ".", "…")


def free_value(value: str) -> Tree:
    """A plain text, or the value of a quoted text or of JSON."""
    number = value.removeprefix("-").replace(".", "", 1)
    if is_quoted(value) or value[:1] in ("{", "[") or value in ("true", "false", "null") or number.isdecimal():
        try:
            return json_value(value)
        except ValueError:
            return value
    return value
