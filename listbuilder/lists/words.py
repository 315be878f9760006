"""`key=value` words: what a player types to change a row, checked against the sheet of the game.

Words and the row as it is go in, the row as it shall be comes out. What is merely illegal is let through; an unknown
key, an unknown name or a value of the wrong form is refused with the nearest known spelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from listbuilder.catalogue import Entry, Game, Sheet, Slot
from listbuilder.catalogue.fields.typed import free_text, split_names, whole
from listbuilder.catalogue.twins import spelled_apart
from listbuilder.errors import EditError
from listbuilder.lists.keys import find_key
from listbuilder.lists.own_keys import own_keys
from listbuilder.lists.slots import open_slots, single_slots
from listbuilder.reading import Tree
from listbuilder.spelling import did_you_mean

MAX_OTHER = 500  # characters under a key of another tool
WORD = re.compile(r"(?P<key>[^=+\s][^=+]*?)(?P<op>\+=|-=|=)(?P<value>.*)", re.DOTALL)
MOST_OFFERED = 5


class WordReader:
    """Reads words for one kind of row: a model, a group, or the list itself."""

    def __init__(self, game: Game, kind: str) -> None:
        self.game = game
        self.sheet: Sheet = {"models": game.model, "groups": game.group}.get(kind, game.list)
        self.own = own_keys(kind)
        self.single = single_slots(game, self.sheet)
        self.open_slots = open_slots(game, self.sheet)

    @property
    def keys(self) -> list[str]:
        """Every key that a row of this kind may have, in the order it is written."""
        order = self.own.around([*self.sheet.slots, *self.sheet.fields])
        return [key for key in order if key not in self.own.all or self.own.all[key].holds != "game"]

    def rank(self, key: str) -> int:
        """Where a key stands in the order."""
        return self.keys.index(key) if key in self.keys else len(self.keys)

    def read(self, words: list[str], row: Mapping[str, Tree]) -> dict[str, Tree]:
        """The row after every word; a word without `=` is an entry of the slot that knows it."""
        made = dict(row)
        given: dict[str, str] = {}
        for word in words:
            key, op, value = self.parts(word)
            if key in given and (op == "=" or key in self.single):
                raise self.twice(key, given[key], value, adding=not row)
            given[key] = value
            result = self.change(key, op, value, made.get(key))
            if result is None:
                made.pop(key, None)
            else:
                made[key] = result
        return made

    def rows(self, words: list[str]) -> list[dict[str, Tree]]:
        """The rows that words ask for: each name for the first slot begins another, if the last one has its own."""
        head = next(iter(self.sheet.slots), "")
        groups: list[list[str]] = [[]]
        filled = False
        for word in words:
            starts = head in self.single and not WORD.fullmatch(word) and self.parts(word)[0] == head
            if starts and filled:
                groups.append([])
            filled = filled or starts or (WORD.fullmatch(word) is not None and self.parts(word)[0] == head)
            groups[-1].append(word)
        rows = [self.read(group, {}) for group in groups]
        return [{key: row[key] for key in sorted(row, key=self.rank)} for row in rows]

    def parts(self, word: str) -> tuple[str, str, str]:
        """The key, the sign and the value of a word; a bare name goes into the one slot that knows it."""
        match = WORD.fullmatch(word)
        if match:
            self.check_own(match["key"].strip().lower())
            key = find_key(match["key"].strip(), self.keys, self.sheet, self.game)
            return key, match["op"], match["value"].strip()
        fits = [id for id, slot in self.sheet.slots.items() if self.knows(slot, word)]
        if len(fits) == 1:
            return fits[0], "=" if fits[0] in self.single else "+=", word
        if fits:
            raise EditError.of(
                "edit.word", f'"{word}" could go under {" or ".join(fits)}.', f"Say `{typed(fits[0], word)}`."
            )
        raise EditError.of("edit.word", f'"{word}" is neither `key=value` nor an entry.', self.instead(word))

    def instead(self, word: str) -> str:
        """What to write instead of a word that says nothing."""
        if word.lower() in self.keys:
            return f"Write `{word.lower()}=` and its value in one word, in quotes if there are blanks in it."
        times = re.fullmatch(r"(\d{1,3})\s*[x×]?\s+(.+)", word)
        if times and any(self.game.find(slot.kind, times[2]) for slot in self.sheet.slots.values()):
            return f'Write `"{times[2]}" count={times[1]}`.'
        known = [entry.name for slot in self.sheet.slots.values() for entry in self.entries(slot)]
        return nearest(word, known) or "Write `key=value`, or the name of an entry."

    def check_own(self, key: str) -> None:
        """Refuse the keys of a list that no word can change."""
        holds = self.own.all[key].holds if key in self.own.all and key not in self.keys else None
        if holds == "game":
            raise EditError.of(
                "edit.word", "The game of a list is not changed.", "Begin another with `listbuilder new`."
            )
        if holds == "rows":
            raise EditError.of("edit.word", f"`{key}` holds rows.", "Change them with `add`, `set MODEL` and `remove`.")

    def twice(self, key: str, first: str, second: str, adding: bool) -> EditError:
        """The refusal of a key that is given two values; neither is dropped without a word."""
        message = f"`{key}` is given twice: {first or 'nothing'} and {second or 'nothing'}."
        if key in self.sheet.slots and key not in self.single:
            return EditError.of("edit.word", message, f"Write `{typed(key, f'{first},{second}')}`.")
        several = adding and key == next(iter(self.sheet.slots), None)
        return EditError.of(
            "edit.word", message, "Names without a key add one model each." if several else "Give it once."
        )

    def change(self, key: str, op: str, value: str, old: Tree) -> Tree:
        """The new value of a key; None when it goes."""
        if op == "=" and not value:
            return None
        if key in self.sheet.slots:
            return self.slot(key, self.sheet.slots[key], op, value, old)
        if key in self.sheet.fields:
            return self.sheet.fields[key].read_words(key, op, value, old, self.game)
        if op != "=":
            raise EditError.of("edit.word", f"`{key}` holds one value.", f"Write `{typed(key, value)}`.")
        if key in self.own.numbers:
            return whole(key, value, 1, self.own.numbers[key])
        if key == "format":
            return self.format(value)
        return free_text(key, value, self.own.texts.get(key, MAX_OTHER))

    def slot(self, key: str, slot: Slot, op: str, value: str, old: Tree) -> Tree:
        """The entries of a slot after a change."""
        names = [self.entry(slot, one) for one in self.split(slot, value)]
        items: list[Tree] = list(old) if isinstance(old, list) else [] if old is None else [old]
        if op == "+=":
            if items and key in self.single:
                fact = f"`{key}` holds one, and has {named(items[0])}."
                raise EditError.of("edit.word", fact, f"Write `{typed(key, value)}`.")
            items = [*items, *names]
        elif op == "-=":
            for name in names:
                at = next((at for at, item in enumerate(items) if self.means(slot, item) == self.means(slot, name)), -1)
                if at < 0:
                    there = f"It has {', '.join(map(named, items))}." if items else "It is empty."
                    raise EditError.of("edit.word", f"There is no {named(name)} under `{key}` to take out.", there)
                items.pop(at)
        else:
            items = list(names)
        if not items:
            return None
        return items[0] if key in self.single and len(items) == 1 and not isinstance(old, list) else items

    def means(self, slot: Slot, item: Tree) -> str:
        """What an item of a slot stands for, whatever its spelling."""
        name = named(item)
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
            if shared := self.game.several(slot.kind, match[1] if match else text):
                ids = " or ".join(f"`{entry.id}`" for entry in shared)
                raise EditError.of("name.unknown", f'"{text}" is the name of several.', f"Write {ids}.")
            known = [entry.name for entry in self.entries(slot)]
            noun = self.game.kind_name(slot.kind).lower()
            hint = nearest(match[1] if match else text, known)
            raise EditError.of("name.unknown", f'"{text}" is no {noun} in {self.game.name}.', hint or self.look(slot))
        if whole or match is None:
            return self.spelling(found, text)
        if not found.picks:
            raise EditError.of("edit.word", f"{found.name} has no picks of its own.", f"Write `{found.name}` alone.")
        return {"entry": self.spelling(found, match[1]), "picks": self.inner(found, split_names(match[2]))}

    def inner(self, found: Entry, names: list[str]) -> Tree:
        """The picks inside an entry: a list where it has one slot for them, by slot where it has several."""
        if "picks" in found.picks:
            return [self.entry(found.picks["picks"], one) for one in names]
        made: dict[str, Tree] = {}
        for one in names:
            fitting = [id for id, slot in found.picks.items() if self.game.find(slot.kind, one)]
            if not fitting:
                raise EditError.of("name.unknown", f'"{one}" is no choice of {found.name}.', "Check its spelling.")
            held = made.setdefault(fitting[0], [])
            assert isinstance(held, list)
            held.append(self.entry(found.picks[fitting[0]], one))
        return made

    def knows(self, slot: Slot, name: str) -> bool:
        """Whether a name is that of an entry for a slot, or of several."""
        return bool(self.game.find(slot.kind, name) or self.game.several(slot.kind, name))

    def spelling(self, entry: Entry, typed: str = "") -> str:
        """What to call an entry in a list: its printed name, or its id where others are printed under that name too."""
        several = self.game.several(entry.kind, entry.name)
        return entry.id if several else spelled_apart(typed, entry, self.game)

    def look(self, slot: Slot) -> str:
        """Where to find the names of a slot."""
        return f"`listbuilder show {self.game.id} {slot.kind}` lists them."

    def entries(self, slot: Slot) -> Iterator[Entry]:
        """Everything a slot can hold."""
        return (entry for entry in self.game.entries if entry.kind == slot.kind)

    def format(self, value: str) -> str:
        """A format of the game by id or name."""
        found = self.game.format(value)
        if found is None:
            known = [one.id for one in self.game.formats]
            hint = did_you_mean(value, known) or f"The formats are {', '.join(known)}."
            raise EditError.of("name.unknown", f'"{value}" is not a format of {self.game.name}.', hint)
        return found.id


def named(item: Tree) -> str:
    """What an item of a slot is called in the file."""
    return str(item.get("entry") if isinstance(item, dict) else item)


def typed(key: str, value: str) -> str:
    """`key=value` as it is typed in a shell."""
    return f'{key}="{value}"' if " " in value else f"{key}={value}"


def nearest(word: str, known: list[str]) -> str:
    """A question with the names that begin like a word, or else the nearest spelling."""
    begin = [name for name in dict.fromkeys(known) if name.lower().startswith(word.lower())]
    if not word or not 0 < len(begin) <= MOST_OFFERED:
        return did_you_mean(word, known)
    return f"Did you mean {', '.join(begin[:-1])}{' or ' * (len(begin) > 1)}{begin[-1]}?"
