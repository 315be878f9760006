"""A list as text that people paste in chats: readable, complete, and read back to the same list by `read_text`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from listbuilder.base.values import slug
from listbuilder.catalogue import RowSchema
from listbuilder.catalogue.fields import FLAG_WORDS
from listbuilder.exchange.documents.judged import JsonRow as Row
from listbuilder.exchange.documents.judged import JudgedList
from listbuilder.exchange.formats.text.counts_and_prices import split_count, without_points, word_count
from listbuilder.exchange.formats.text.line_reader import MOST, NOTHING, is_bench
from listbuilder.exchange.formats.text.name_lookup import NameTable
from listbuilder.exchange.formats.text.quoted_text import BETWEEN, json_text
from listbuilder.exchange.formats.text.read_text import SECTIONS, heading_word
from listbuilder.exchange.formats.text.text_heading import is_title
from listbuilder.lists.document import LIST, ROW
from listbuilder.storage.reading import Tree

SAFE = re.compile(r"[^\W\d_](?:[\w .'’!&-]*(?:[^\W_]|['’!]))?")
HEADINGS = frozenset({*LIST.rows, *SECTIONS, "total", "nothing", "game"})
# A text that the reader takes as it stands: one line, no bar, and nothing that JSON could mean.
REST = re.compile(r"""(?!(?:true|false|null|-?\d+(?:\.\d+)?)$)[^\s"{\[|][^\n\r|"<\u00a0\u2000-\u200a\u202f\u3000]*""")


def quote(text: str) -> str:
    """A text that reads back as itself: bare where nothing in it could mean something else."""
    words = text.split(" ")
    odd = "" in words or any(word.lower() in BETWEEN for word in words)
    odd = odd or split_count(text)[0] != 1 or word_count(text)[0] > 0
    return text if SAFE.fullmatch(text) and not odd and without_points(text) == text else json_text(text)


def write_text(judged: JudgedList) -> str:
    """The list as text."""
    return "\n".join(TextWriter(judged).lines()) + "\n"


class TextWriter:
    """Writes one list; `bold` and `heading` let other formats dress the same lines."""

    def __init__(
        self,
        judged: JudgedList,
        bold: Callable[[str], str] = str,
        heading: Callable[[str, int], str] = lambda text, level: text,
    ) -> None:
        self.judged = judged
        self.bold, self.heading = bold, heading
        self.model = NameTable(judged.game, judged.game.model)
        self.group = NameTable(judged.game, judged.game.group)
        self.list = NameTable(judged.game, judged.game.list)
        self.priced = judged.report.force.cost > 0

    def lines(self) -> Iterator[str]:
        """Every line: what the list is, the models, the groups."""
        yield from self.head()
        for key, names in (("models", self.model), ("groups", self.group)):
            rows = self.judged.rows(key)
            if rows:
                yield from ("", self.heading(key.capitalize(), 2))
            for at, row in enumerate(rows):
                yield f"{at + 1}. {self.row(row, names, self.judged.cost(at) if key == 'models' else None)}"
                yield from (f"   {line}" for line in self.extra(row, names.sheet))

    def head(self) -> Iterator[str]:
        """The name, the game, and what the list itself has."""
        tree, game = self.judged.tree, self.judged.game
        if "name" in tree:
            yield self.heading(self.title_line(str(tree["name"])), 1)
        plain = slug(game.name) == game.id and "," not in game.name
        chosen = game.format(str(tree["format"])) if "format" in tree else None
        parts = [game.name if plain else f"Game: {game.id}"]
        parts += [chosen.name] if chosen and self.is_format(chosen.name) else []
        yield ", ".join([*parts, self.judged.points()])
        if "format" in tree and len(parts) == 1:
            yield f"Format: {self.value(tree['format'])}"
        for key in tree:
            if key not in ("game", "name", "format", *LIST.rows):
                own = key in self.list.keys
                yield f"{self.title(key)}: {self.value_of(key, tree[key], self.list) if own else self.rest(tree[key])}"

    def is_format(self, name: str) -> bool:
        """Whether a format's printed name reads back as that format and nothing else."""
        return re.fullmatch(r"[^\W\d][\w ]*", name) is not None and self.judged.game.format(name) is not None

    def title(self, key: str) -> str:
        """A key as the start of a line."""
        return key if key.startswith("x-") else key.capitalize()

    def extra(self, row: Row, sheet: RowSchema) -> Iterator[str]:
        """What a row has besides its line: notes, art, other tools' keys."""
        for key, value in row.items():
            if key in LIST.tail or key.startswith("x-"):
                yield f"{self.title(key)}: {self.rest(value)}"

    def rest(self, value: Tree) -> str:
        """A value that has the rest of its line to itself."""
        bare = isinstance(value, str) and REST.fullmatch(value) and value == value.strip()
        return str(value) if bare else json_text(value)

    def row(self, row: Row, names: NameTable, cost: int | None) -> str:
        """One model or group on one line."""
        keys = [key for key in row if key not in ROW.all and not key.startswith("x-")]
        items = [item for key in keys for item in self.items(key, row[key], names)]
        count = row.get("count", None)
        head = next(iter(names.sheet.slots), None)
        times = f"{count}x " if count is not None and ("name" in row or head in row) else ""
        items += [f"count: {count}"] if count is not None and not times else []
        name = f"{self.bold(self.row_name(str(row['name']), names, head in row))}: " if "name" in row else ""
        points = "" if cost is None or not self.priced else f" [{cost}{' each' * (count not in (None, 1))}]"
        return f"{times}{name}{', '.join(items) or 'nothing'}{points}"

    def items(self, key: str, value: Tree, names: NameTable) -> Iterator[str]:
        """The items that one key of a row becomes."""
        field = names.sheet.fields.get(key)
        if key in names.sheet.slots and value != []:
            picks = value if isinstance(value, list) else [value]
            several = len(picks) > 1 and key == next(iter(names.sheet.slots))
            made = (self.pick(key, pick, names) for pick in picks)
            # Two names that make a model what it is read like two models.
            yield from (f"{key}: {one.removeprefix(f'{key}: ')}" if several else one for one in made)
        else:
            phrases = field.write_phrases(value, names.game) if field else []
            yield from phrases or [f"{key}: {self.value_of(key, value, names)}"]

    def pick(self, key: str, pick: Tree, names: NameTable) -> str:
        """One entry by its name, with its slot where the name alone would not tell."""
        taken = split_pick(pick)
        if taken is None:
            return f"{key}: {json_text(pick)}"
        times, name, inner = taken
        found = names.exact(name)
        clear = len(found) == 1 and found[0][0] == key and not self.odd(name, names)
        if clear:
            return f"{times}{name if SAFE.fullmatch(name) else quote(name)}{inner}"
        return f"{key}: {times}{quote(name)}{inner}"

    def odd(self, name: str, names: NameTable) -> bool:
        """Whether a name could be taken for a key, a stat or the value of a field."""
        fields = names.sheet.fields.items()
        phrase = any(own.read_phrase(id, name, names.number_keys, names.stats) is not None for id, own in fields)
        return (
            phrase or slug(name) in {*names.keys, *names.marks} or slug(name) in HEADINGS or name.lower() in names.stats
        )

    def value_of(self, key: str, value: Tree, names: NameTable) -> str:
        """The value of a key: entries and names with commas between them."""
        field = names.sheet.fields.get(key)
        if key in names.sheet.slots and value != []:
            picks = value if isinstance(value, list) else [value]
            return ", ".join(self.pick(key, one, names).removeprefix(f"{key}: ") for one in picks)
        return (field.write_text(value, quote) if field else None) or self.value(value)

    def value(self, value: Tree) -> str:
        """A text or a number; anything else as JSON."""
        if isinstance(value, str):
            return quote(value) if slug(value) not in FLAG_WORDS else json_text(value)
        return json_text(value)

    def row_name(self, name: str, names: NameTable, headed: bool) -> str:
        """The name of a model or group; in quotes, too, where it is near to a key or nothing says what the model is."""
        return json_text(name) if not headed or names.near_key(name) else self.plain(name)

    def title_line(self, name: str) -> str:
        """The name of the list; in quotes, too, where it reads like a sentence, a heading or an entry misspelt."""
        heads = heading_word(name) in SECTIONS or is_bench(name)
        clear = is_title(name) and not self.model.is_near(name) and not heads
        return self.plain(name) if clear else json_text(name)

    def plain(self, name: str) -> str:
        """The name of a list, model or group; in quotes where it could be taken for something else."""
        words = slug(name).split("-")
        taken = any(names.find(name) or self.odd(name, names) for names in (self.model, self.group, self.list))
        game = self.judged.game.id.split("-")
        taken = taken or any(words[at : at + len(game)] == game for at in range(len(words)))
        taken = taken or slug(name) in TITLES or name.lower() in NOTHING
        return json_text(name) if taken or name[:2] in ("x-", "X-") else quote(name)


def split_pick(pick: Tree) -> tuple[str, str, str] | None:
    """How many, the name and what is inside, as text; nothing where a pick says more than text can."""
    if not isinstance(pick, dict):
        return "", str(pick), ""
    count, inside = pick.get("count", 1), pick.get("picks", [])
    if not {"entry"} <= set(pick) <= {"entry", "count", "picks"} or type(count) is not int or not 0 < count <= MOST:
        return None
    slots = inside.items() if isinstance(inside, dict) else [("", inside)]
    parts: list[str] = []
    for slot, picks in slots:
        for one in picks if isinstance(picks, list) else [picks]:
            inner = split_pick(one)
            if inner is None:
                return None
            parts.append(f"{slot}: " * bool(slot) + inner[0] + quote(inner[1]) + inner[2])
    return f"{count}x " if count > 1 else "", str(pick["entry"]), f" ({', '.join(parts)})" if parts else ""


TITLES = frozenset({*LIST.all, *ROW.all, "x"})


# Signs that no list can hold.
BOLD, HASH = "\x00", "\x01"
SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~])")


def write_markdown(judged: JudgedList) -> str:
    """The list as Markdown."""
    writer = TextWriter(
        judged, bold=lambda text: f"{BOLD}{text}{BOLD}", heading=lambda text, level: HASH * level + text
    )
    # The marks are put in after escaping, which would take them for the player's own signs.
    out = [escape(line).replace(BOLD, "**") for line in writer.lines()]
    out = [re.sub(f"^({HASH}+)", lambda found: "#" * len(found[1]) + " ", line) for line in out]
    return "\n".join(line if line.startswith("#") or not line else f"{line}  " for line in out) + "\n"


def escape(text: str) -> str:
    """Text in which no sign means anything to Markdown or HTML."""
    return SIGNS.sub(r"\\\1", text).replace("&", "&amp;")


def write_one_line(judged: JudgedList) -> str:
    """The list on one line."""
    return " | ".join(line.strip() for line in TextWriter(judged).lines() if line.strip()) + "\n"
