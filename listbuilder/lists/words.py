"""`key=value` words: what a player types to change a row, checked against the sheet of the game.

Words and the row as it is go in, the row as it shall be comes out. What is merely illegal is let through; an unknown
key, an unknown name or a value of the wrong form is refused with the nearest known spelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from listbuilder.catalogue import Entry, Field, Game, Sheet, Slot
from listbuilder.errors import EditError
from listbuilder.finding import Finding
from listbuilder.lists.canonical import single_slots
from listbuilder.lists.document import MAX_COPIES
from listbuilder.lists.read import ROW_TEXTS, TEXT_KEYS
from listbuilder.reading import Tree
from listbuilder.reading.characters import Problem, check_text
from listbuilder.spelling import did_you_mean

__all__ = ["WordReader", "split_names"]

WORD = re.compile(r"(?P<key>[^=+\s][^=+]*?)(?P<op>\+=|-=|=)(?P<value>.*)", re.DOTALL)
YES, NO = ("true", "yes", "on"), ("false", "no", "off")


class WordReader:
    """Reads words for one kind of row: a model, a group, or the list itself."""

    def __init__(self, game: Game, kind: str) -> None:
        self.game = game
        self.sheet: Sheet = {"models": game.model, "groups": game.group}.get(kind, game.list)
        self.texts: Mapping[str, int] = ROW_TEXTS if kind in ("models", "groups") else TEXT_KEYS
        self.numbers = {"count": MAX_COPIES} if kind in ("models", "groups") else {"limit": 999_999_999}
        self.single = single_slots(game, self.sheet)

    @property
    def keys(self) -> list[str]:
        """Every key that a row of this kind may have, in the order it is written."""
        head = [key for key in self.texts if key in ("name", "player", "format")]
        tail = [key for key in self.texts if key not in head]
        return [*head, *self.numbers, *self.sheet.slots, *self.sheet.fields, *tail]

    def rank(self, key: str) -> int:
        """Where a key stands in the order."""
        return self.keys.index(key) if key in self.keys else len(self.keys)

    def read(self, words: list[str], row: Mapping[str, Tree]) -> dict[str, Tree]:
        """The row after every word; a word without `=` is an entry of the slot that knows it."""
        made = dict(row)
        for word in words:
            match = WORD.fullmatch(word)
            if match is None:
                self.take(made, word)
                continue
            key = self.key(match["key"].strip())
            value = self.change(key, match["op"], match["value"].strip(), made.get(key))
            if value is None:
                made.pop(key, None)
            else:
                made[key] = value
        return made

    def key(self, given: str) -> str:
        """A key of this row by its spelling in any case."""
        lower = given.lower().replace("_", "-").replace(" ", "-")
        if lower in self.keys or lower.startswith("x-"):
            return lower
        hint = did_you_mean(lower, self.keys) or f"The keys are {', '.join(self.keys)}."
        raise refused("key.unknown", f"Unknown key `{given}`.", hint)

    def take(self, row: dict[str, Tree], word: str) -> None:
        """A bare name goes into the one slot that knows it."""
        fits = [id for id, slot in self.sheet.slots.items() if self.game.find(slot.kind, word)]
        if len(fits) == 1:
            op = "=" if fits[0] in self.single else "+="
            row[fits[0]] = self.change(fits[0], op, word, row.get(fits[0]))
            return
        if fits:
            raise refused("edit.word", f'"{word}" could go under {" or ".join(fits)}.', f"Say `{fits[0]}={word}`.")
        known = [entry.name for slot in self.sheet.slots.values() for entry in self.entries(slot)]
        hint = did_you_mean(word, known) or "Write `key=value`, or the name of an entry."
        raise refused("edit.word", f'"{word}" is neither `key=value` nor an entry.', hint)

    def change(self, key: str, op: str, value: str, old: Tree) -> Tree:
        """The new value of a key; None when it goes."""
        if op == "=" and not value:
            return None
        if key in self.sheet.slots:
            return self.slot(key, self.sheet.slots[key], op, value, old)
        field = self.sheet.fields.get(key)
        if field and field.type in ("raise", "models"):
            return self.raises(key, op, value, old) if field.type == "raise" else self.names(op, value, old)
        if op != "=":
            raise refused("edit.word", f"`{key}` holds one value.", f"Write `{key}={value}`.")
        if key in self.numbers:
            return self.number(key, value, 1, self.numbers[key])
        if key == "format":
            return self.format(value)
        return self.field(key, field, value) if field else self.text(key, value, self.texts.get(key, 500))

    def slot(self, key: str, slot: Slot, op: str, value: str, old: Tree) -> Tree:
        """The entries of a slot after a change."""
        names = [self.entry(slot, one) for one in self.split(slot, value)]
        items: list[Tree] = list(old) if isinstance(old, list) else [] if old is None else [old]
        if op == "+=":
            items = [*items, *names]
        elif op == "-=":
            for name in names:
                at = next((at for at, item in enumerate(items) if self.means(slot, item) == self.means(slot, name)), -1)
                if at < 0:
                    raise refused("edit.word", f"There is no {value} under `{key}`.", "Look at the list first.")
                items.pop(at)
        else:
            items = list(names)
        if not items:
            return None
        return items[0] if key in self.single and len(items) == 1 and not isinstance(old, list) else items

    def means(self, slot: Slot, item: Tree) -> str:
        """What an item of a slot stands for, whatever its spelling."""
        name = str(item.get("entry") if isinstance(item, dict) else item)
        found = self.game.find(slot.kind, name)
        return found.id if found else name.casefold()

    def split(self, slot: Slot, value: str) -> list[str]:
        """The names in a value; a name with a comma in it is one name."""
        return [value] if self.game.find(slot.kind, value) else split_names(value)

    def entry(self, slot: Slot, text: str) -> Tree:
        """One entry by its printed name, with the picks inside it in brackets."""
        match = re.fullmatch(r"(.*?)\s*\((.*)\)", text)
        whole = self.game.find(slot.kind, text)
        found = whole or (self.game.find(slot.kind, match[1]) if match else None)
        if found is None:
            known = [entry.name for entry in self.entries(slot)]
            noun = self.game.kind_name(slot.kind).lower()
            hint = did_you_mean(match[1] if match else text, known)
            raise refused("name.unknown", f'"{text}" is no {noun} in {self.game.name}.', hint or self.look(slot))
        if whole or match is None:
            return found.name
        if found.picks is None:
            raise refused("edit.word", f"{found.name} has no picks of its own.", f"Write `{found.name}` alone.")
        return {"entry": found.name, "picks": [self.entry(found.picks, one) for one in split_names(match[2])]}

    def look(self, slot: Slot) -> str:
        """Where to find the names of a slot."""
        return f"`listbuilder show {self.game.id} {slot.kind}` lists them."

    def entries(self, slot: Slot) -> Iterator[Entry]:
        """Everything a slot can hold."""
        return (entry for entry in self.game.entries if entry.kind == slot.kind)

    def raises(self, key: str, op: str, value: str, old: Tree) -> Tree:
        """Stats and steps: `hp:2,mv:1`; `-=` takes steps back, or a whole stat."""
        made = dict(old) if isinstance(old, dict) and op != "=" else {}
        for part in split_names(value):
            name, _, steps = part.partition(":")
            stat = self.stat(name.strip())
            number = self.number(name, steps.strip(), -1000, 1000) if steps.strip() or op != "-=" else None
            now = made.get(stat, 0)
            base = now if isinstance(now, int) else 0
            left = 0 if number is None else base - number if op == "-=" else base + number
            made[stat] = left
            if op == "-=" and not left:
                del made[stat]
        return made or None

    def stat(self, name: str) -> str:
        """A stat by id or printed name."""
        for id, stat in self.game.stats.items():
            if name.lower() in (id, stat.name.lower()):
                return id
        hint = did_you_mean(name, self.game.stats) or f"The stats are {', '.join(self.game.stats)}."
        raise refused("name.unknown", f'"{name}" is not a stat in {self.game.name}.', hint)

    def names(self, op: str, value: str, old: Tree) -> Tree:
        """The names of other models."""
        given = [self.text("name", one, 80) for one in split_names(value)]
        items: list[Tree] = list(old) if isinstance(old, list) and op != "=" else []
        if op != "-=":
            return [*items, *given]
        gone = {one.casefold() for one in given}
        return [item for item in items if str(item).casefold() not in gone] or None

    def field(self, key: str, field: Field, value: str) -> Tree:
        """A value of the game's own."""
        if field.type == "number":
            return self.number(key, value, field.min, 999_999_999 if field.max is None else field.max)
        if field.type == "flag":
            if value.lower() not in (*YES, *NO):
                raise refused("key.type", f"`{key}` can't be {value!r}.", "Write true or false.")
            return value.lower() in YES
        if field.type == "word" and field.of:
            found = next((word for word in field.of if word.lower() == value.lower()), None)
            if found is None:
                hint = did_you_mean(value, field.of) or f"Write one of {', '.join(field.of)}."
                raise refused("name.unknown", f'"{value}" is no `{key}`.', hint)
            return found
        return self.text(key, value, 80)

    def format(self, value: str) -> str:
        """A format of the game by id or name."""
        found = self.game.format(value)
        if found is None:
            known = [one.id for one in self.game.formats]
            hint = did_you_mean(value, known) or f"The formats are {', '.join(known)}."
            raise refused("name.unknown", f'"{value}" is not a format of {self.game.name}.', hint)
        return found.id

    def number(self, key: str, value: str, least: int, most: int) -> int:
        """A whole number within bounds."""
        if not re.fullmatch(r"[-+]?\d{1,9}", value) or not least <= int(value) <= most:
            raise refused("key.range", f"`{key}` can't be {value!r}.", f"Write a number from {least} to {most}.")
        return int(value)

    def text(self, key: str, value: str, most: int) -> str:
        """A text that a list may hold."""
        checked = check_text(value)
        if isinstance(checked, Problem):
            raise refused(checked.code, f"`{key}`: {checked.message}.", checked.hint)
        if len(checked) > most:
            raise refused("key.range", f"`{key}` has {len(checked)} characters; {most} is the most.", "Shorten it.")
        return checked


def split_names(value: str) -> list[str]:
    """The parts of a text between commas that are in no brackets."""
    parts, depth = [""], 0
    for char in value:
        depth += (char in "([") - (char in ")]")
        if char == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts if part.strip()]


def refused(code: str, message: str, hint: str) -> EditError:
    """The error for a word that can't be done."""
    return EditError(message, (Finding(code=code, message=message, hint=hint),))
