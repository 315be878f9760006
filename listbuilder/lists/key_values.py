"""`key=value` words: what a player types to change a row, checked against the sheet of the game.

Words and the row as it is go in, the row as it shall be comes out. What is merely illegal is let through; an unknown
key, an unknown name or a value of the wrong form is refused with the nearest known spelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from listbuilder.base.errors import EditError
from listbuilder.base.spelling import did_you_mean, same_word
from listbuilder.catalogue import Entry, Game, RowSchema, Slot
from listbuilder.catalogue.fields.field_type import parse_number, parse_text, split_names
from listbuilder.catalogue.printed_names import unambiguous_name
from listbuilder.lists.document import own_keys
from listbuilder.storage.reading import Tree

# Which key of a row a word refers to: the key itself, its singular or plural, or the kind of its entries.


def find_key(given: str, keys: Iterable[str], sheet: RowSchema, game: Game) -> str:
    """The key that a word refers to. Raises EditError if it matches none, or several."""
    known = list(keys)
    lower = given.lower().replace("_", "-").replace(" ", "-")
    # An exact key wins over all other readings. Keys of other tools are never guessed at.
    if lower in known or lower.startswith("x-"):
        return lower
    found = [key for key in known if same_word(lower, key)] or [
        key for key, slot in sheet.slots.items() if is_kind_name(slot.kind, lower, game)
    ]
    if len(found) == 1:
        return found[0]
    if found:
        names = " or ".join(f"`{key}`" for key in found)
        raise EditError.of("key.unknown", f"`{given}` could be {names}.", "Write one of them.")
    hint = inner_value_hint(lower, sheet, game) or did_you_mean(lower, known) or f"The keys are {', '.join(known)}."
    raise EditError.of("key.unknown", f"Unknown key `{given}`.", hint)


def inner_value_hint(word: str, sheet: RowSchema, game: Game) -> str:
    """A hint for a word that is not a key but part of a key's value, such as a stat; empty if there is none."""
    for id, field in sheet.fields.items():
        if f"{word}:" in field.offers(game, (), ()):
            return f"Write `{id}={word}:1`, or `{id}+={word}:1`."
    return ""


def is_kind_name(kind: str, word: str, game: Game) -> bool:
    """Whether a word names a kind, in singular or plural."""
    return any(same_word(word, name) for name in (kind, game.kind_name(kind), game.kind_name(kind, many=True)))


# Which slots of a schema a player fills, and how.


@lru_cache(maxsize=64)
def growing_slots(game: Game, sheet: RowSchema) -> frozenset[str]:
    """The slots that a grant of the game can enlarge."""
    return frozenset(game.facts.opened_slots) | sheet.opened


@lru_cache(maxsize=64)
def single_slots(game: Game, sheet: RowSchema) -> frozenset[str]:
    """The slots that never hold more than one entry; they are written without brackets."""
    # A slot that a grant can enlarge is a list from the start, so that its form does not depend on other choices.
    growing = growing_slots(game, sheet)
    return frozenset(id for id, slot in sheet.slots.items() if slot.max == 1 and id not in growing)


def open_slots(game: Game, sheet: RowSchema) -> dict[str, Slot]:
    """The slots that a player can fill; others only hold granted entries."""
    growing = growing_slots(game, sheet)
    return {id: slot for id, slot in sheet.slots.items() if slot.max != 0 or id in growing}


MAX_OTHER = 500  # characters under a key of another tool
WORD = re.compile(r"(?P<key>[^=+\s][^=+]*?)(?P<op>\+=|-=|=)(?P<value>.*)", re.DOTALL)
MOST_OFFERED = 5


class WordReader:
    """Parses `key=value` words for one kind of row: a model, a group, or the list itself."""

    def __init__(self, game: Game, kind: str) -> None:
        self.game = game
        self.sheet: RowSchema = {"models": game.model, "groups": game.group}.get(kind, game.list)
        self.own = own_keys(kind)
        self.single = single_slots(game, self.sheet)
        self.open_slots = open_slots(game, self.sheet)

    @property
    def keys(self) -> list[str]:
        """Every key that a row of this kind may have, in canonical order."""
        order = self.own.around([*self.sheet.slots, *self.sheet.fields])
        return [key for key in order if key not in self.own.all or self.own.all[key].holds != "game"]

    def rank(self, key: str) -> int:
        """The position of a key in canonical order."""
        return self.keys.index(key) if key in self.keys else len(self.keys)

    def read(self, words: list[str], row: Mapping[str, Tree]) -> dict[str, Tree]:
        """The row after applying every word. A word without `=` is an entry for the slot that knows it."""
        made = dict(row)
        given: dict[str, str] = {}
        for word in words:
            key, op, value = self.parts(word)
            # Two values for one key are a slip; the last one winning would lose the first without a word.
            if key in given and (op == "=" or key in self.single):
                raise self.duplicate_error(key, given[key], value, adding=not row)
            given[key] = value
            result = self.change(key, op, value, made.get(key))
            if result is None:
                made.pop(key, None)
            else:
                made[key] = result
        return made

    def rows(self, words: list[str]) -> list[dict[str, Tree]]:
        """The new rows that words describe. A second name for the first slot begins another row."""
        head = next(iter(self.sheet.slots), "")
        groups: list[list[str]] = [[]]
        filled = False
        for word in words:
            # Only if a model has one such entry can a second one mean another model.
            starts = head in self.single and not WORD.fullmatch(word) and self.parts(word)[0] == head
            if starts and filled:
                groups.append([])
            filled = filled or starts or (WORD.fullmatch(word) is not None and self.parts(word)[0] == head)
            groups[-1].append(word)
        rows = [self.read(group, {}) for group in groups]
        return [{key: row[key] for key in sorted(row, key=self.rank)} for row in rows]

    def parts(self, word: str) -> tuple[str, str, str]:
        """The key, operator and value of a word. A bare name goes into the one slot that knows it."""
        match = WORD.fullmatch(word)
        if match:
            # Before the key is searched for: the game and the rows have better answers than "unknown key".
            self.check_own(match["key"].strip().lower())
            key = find_key(match["key"].strip(), self.keys, self.sheet, self.game)
            return key, match["op"], match["value"].strip()
        fits = [id for id, slot in self.sheet.slots.items() if self.knows(slot, word)]
        if len(fits) == 1:
            return fits[0], "=" if fits[0] in self.single else "+=", word
        if fits:
            hint = f"Say `{shell_assignment(fits[0], word)}`."
            raise EditError.of("edit.word", f'"{word}" could go under {" or ".join(fits)}.', hint)
        raise EditError.of("edit.word", f'"{word}" is neither `key=value` nor an entry.', self.value_hint(word))

    def value_hint(self, word: str) -> str:
        """A hint for a word that is neither `key=value` nor an entry."""
        if word.lower() in self.keys:
            return f"Write `{word.lower()}=` and its value in one word, in quotes if there are blanks in it."
        # People write `3 x Hero` for several models.
        times = re.fullmatch(r"(\d{1,3})\s*[x×]?\s+(.+)", word)
        if times and any(self.game.find(slot.kind, times[2]) for slot in self.sheet.slots.values()):
            return f'Write `"{times[2]}" count={times[1]}`.'
        known = [entry.name for slot in self.sheet.slots.values() for entry in self.entries(slot)]
        return suggest_names(word, known) or "Write `key=value`, or the name of an entry."

    def check_own(self, key: str) -> None:
        """Raise EditError for the keys that a word can't change."""
        holds = self.own.all[key].holds if key in self.own.all and key not in self.keys else None
        if holds == "game":
            hint = "Start another list with `listbuilder new`."
            raise EditError.of("edit.word", "The game of a list can't be changed.", hint)
        if holds == "rows":
            raise EditError.of("edit.word", f"`{key}` holds rows.", "Change them with `add`, `set MODEL` and `remove`.")

    def duplicate_error(self, key: str, first: str, second: str, adding: bool) -> EditError:
        """The error for a key that is given two values."""
        message = f"`{key}` is given twice: {first or 'nothing'} and {second or 'nothing'}."
        if key in self.sheet.slots and key not in self.single:
            return EditError.of("edit.word", message, f"Write `{shell_assignment(key, f'{first},{second}')}`.")
        several = adding and key == next(iter(self.sheet.slots), None)
        hint = "Names without a key add one model each." if several else "Give it once."
        return EditError.of("edit.word", message, hint)

    def change(self, key: str, op: str, value: str, old: Tree) -> Tree:
        """The new value of a key; None removes it."""
        if op == "=" and not value:
            return None
        if key in self.sheet.slots:
            return self.slot(key, self.sheet.slots[key], op, value, old)
        if key in self.sheet.fields:
            return self.sheet.fields[key].read_words(key, op, value, old, self.game)
        if op != "=":
            raise EditError.of("edit.word", f"`{key}` holds one value.", f"Write `{shell_assignment(key, value)}`.")
        if key in self.own.numbers:
            return parse_number(key, value, 1, self.own.numbers[key])
        if key == "format":
            return self.format(value)
        return parse_text(key, value, self.own.texts.get(key, MAX_OTHER))

    def slot(self, key: str, slot: Slot, op: str, value: str, old: Tree) -> Tree:
        """The entries of a slot after a change."""
        names = [self.entry(slot, one) for one in self.split(slot, value)]
        items: list[Tree] = list(old) if isinstance(old, list) else [] if old is None else [old]
        if op == "+=":
            if items and key in self.single:
                fact = f"`{key}` holds one, and has {item_name(items[0])}."
                raise EditError.of("edit.word", fact, f"Write `{shell_assignment(key, value)}`.")
            items = [*items, *names]
        elif op == "-=":
            for name in names:
                at = next((at for at, item in enumerate(items) if self.means(slot, item) == self.means(slot, name)), -1)
                if at < 0:
                    there = f"It has {', '.join(map(item_name, items))}." if items else "It is empty."
                    raise EditError.of("edit.word", f"There is no {item_name(name)} under `{key}` to take out.", there)
                items.pop(at)
        else:
            items = list(names)
        if not items:
            return None
        # A player who wrote a list of one keeps the brackets.
        return items[0] if key in self.single and len(items) == 1 and not isinstance(old, list) else items

    def means(self, slot: Slot, item: Tree) -> str:
        """The id of the entry that an item names, or its lower-case name if unknown."""
        name = item_name(item)
        found = self.game.find(slot.kind, name)
        return found.id if found else name.casefold()

    def split(self, slot: Slot, value: str) -> list[str]:
        """Split a value at commas, unless the whole is the name of an entry."""
        return [value] if self.game.find(slot.kind, value) else split_names(value)

    def entry(self, slot: Slot, text: str) -> Tree:
        """A pick from its printed name, with inner picks in brackets."""
        # Names may have brackets themselves, so the whole text is looked up first.
        match = re.fullmatch(r"(.*?)\s*\((.*)\)", text)
        whole = self.game.find(slot.kind, text)
        found = whole or (self.game.find(slot.kind, match[1]) if match else None)
        if found is None:
            if shared := self.game.find_all(slot.kind, match[1] if match else text):
                ids = " or ".join(f"`{entry.id}`" for entry in shared)
                raise EditError.of("name.unknown", f'"{text}" is the name of several.', f"Write {ids}.")
            known = [entry.name for entry in self.entries(slot)]
            noun = self.game.kind_name(slot.kind).lower()
            hint = suggest_names(match[1] if match else text, known)
            raise EditError.of(
                "name.unknown", f'"{text}" is no {noun} in {self.game.name}.', hint or self.list_command_hint(slot)
            )
        if whole or match is None:
            return self.spelling(found, text)
        if not found.picks:
            raise EditError.of("edit.word", f"{found.name} has no picks of its own.", f"Write `{found.name}` alone.")
        return {"entry": self.spelling(found, match[1]), "picks": self.inner(found, split_names(match[2]))}

    def inner(self, found: Entry, names: list[str]) -> Tree:
        """The inner picks of an entry: a list if it has one slot, a mapping by slot if it has several."""
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
        """Whether a name matches one or more entries for a slot."""
        return bool(self.game.find(slot.kind, name) or self.game.find_all(slot.kind, name))

    def spelling(self, entry: Entry, typed: str = "") -> str:
        """How to write an entry in a list: its printed name, or its id if the name is shared."""
        several = self.game.find_all(entry.kind, entry.name)
        # The file must read back as the entry that was typed.
        return entry.id if several else unambiguous_name(typed, entry, self.game)

    def list_command_hint(self, slot: Slot) -> str:
        """A hint with the command that lists the entries of a slot."""
        return f"`listbuilder show {self.game.id} {slot.kind}` lists them."

    def entries(self, slot: Slot) -> Iterator[Entry]:
        """The entries of a slot's kind."""
        return (entry for entry in self.game.entries if entry.kind == slot.kind)

    def format(self, value: str) -> str:
        """The id of a format, from its id or name. Raises EditError if unknown."""
        found = self.game.format(value)
        if found is None:
            known = [one.id for one in self.game.formats]
            hint = did_you_mean(value, known) or f"The formats are {', '.join(known)}."
            raise EditError.of("name.unknown", f'"{value}" is not a format of {self.game.name}.', hint)
        return found.id


def item_name(item: Tree) -> str:
    """The name of a pick, as written in the file."""
    return str(item.get("entry") if isinstance(item, dict) else item)


def shell_assignment(key: str, value: str) -> str:
    """`key=value`, quoted for a shell."""
    return f'{key}="{value}"' if " " in value else f"{key}={value}"


def suggest_names(word: str, known: list[str]) -> str:
    """A `Did you mean …?` hint with names that begin with the word, or else the nearest spelling."""
    begin = [name for name in dict.fromkeys(known) if name.lower().startswith(word.lower())]
    if not word or not 0 < len(begin) <= MOST_OFFERED:
        return did_you_mean(word, known)
    return f"Did you mean {', '.join(begin[:-1])}{' or ' * (len(begin) > 1)}{begin[-1]}?"
