"""The interface of field types: read a key's value from a list file, a command or a text list, and write it back.

A field is a record of the catalogue. The defaults here are those of a plain text. Field types get what belongs to
later rooms as plain arguments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from listbuilder.base.characters import CharacterProblem, check_text
from listbuilder.base.errors import EditError
from listbuilder.base.findings import Finding
from listbuilder.base.records import EMPTY, CardText, Source, Text, record
from listbuilder.base.spelling import spelled
from listbuilder.base.values import Flag
from listbuilder.storage.reading import Path, Tree, format_path

if TYPE_CHECKING:
    from listbuilder.catalogue.game import Game
    from listbuilder.catalogue.grants import Grant
    from listbuilder.catalogue.rules import Rule
    from listbuilder.judging.force import Owner


# Values that a player types on the command line. A refusal is an EditError with a hint.


def parse_number(key: str, value: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if not re.fullmatch(r"[-+]?\d{1,9}", value) or not least <= int(value) <= most:
        raise EditError.of("key.range", f"`{key}` can't be {value!r}.", f"Write a number from {least} to {most}.")
    return int(value)


def parse_text(key: str, value: str, most: int) -> str:
    """A text without control characters, of `most` characters at most."""
    checked = check_text(value)
    if isinstance(checked, CharacterProblem):
        raise EditError.of(checked.code, f"`{key}`: {checked.message}.", checked.hint)
    if len(checked) > most:
        raise EditError.of("key.range", f"`{key}` has {len(checked)} characters; {most} is the most.", "Shorten it.")
    return checked


def split_names(value: str) -> list[str]:
    """Split a text at the commas outside brackets."""
    parts, depth = [""], 0
    for char in value:
        depth += (char in "([") - (char in ")]")
        # A bracket too many must not hide every comma after it.
        if char == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts if part.strip()]


RowValue = int | bool | str | tuple[str, ...]
Schema = dict[str, Any]
LONGEST = 4000  # characters of a text in a list file


class FieldPlace(NamedTuple):
    """Where a value stands in a list of a game; `problems` collects what is wrong with it."""

    game: Game
    key: str
    path: Path
    problems: list[Finding]

    def wrong(self, fact: str, hint: str, inside: str = "") -> None:
        """Report a value of the wrong type or out of bounds."""
        self.note("key.type", f"{fact}.", hint, inside)

    def unknown(self, message: str, hint: str, inside: str = "") -> None:
        """Report an unknown name."""
        self.note("name.unknown", message, hint, inside)

    def note(self, code: str, message: str, hint: str, inside: str) -> None:
        """Report a problem with the value, or with a key inside it."""
        path = (*self.path, inside) if inside else self.path
        self.problems.append(Finding(code=code, message=message, hint=hint, where=format_path(path), path=path))


class ValueContext(NamedTuple):
    """The context of a value: the names of the list's models and groups, and the row it belongs to."""

    models: Sequence[str]
    groups: Sequence[str]
    row: Owner | None


@record
class Field:
    """A value in a list file that is not an entry; `type` says what kind of value."""

    type: Text
    """What the value is."""
    required: Flag = False
    """Whether it is required."""
    secret: Flag = False
    """Whether an opponent may not see it before it is played."""
    text: CardText = ""
    source: Source = ""
    # Facts about the type, so that most code need not know its class.
    hint: ClassVar[str] = "Write text; put it in quotes if need be."
    about: ClassVar[str] = "Any text."
    shape_in_example: ClassVar[str] = "…"
    may_be_a_name: ClassVar[bool] = True
    raises: ClassVar[bool] = False
    counts: ClassVar[bool] = False
    links: ClassVar[bool] = False
    homes: ClassVar[tuple[str, ...]] = ("model", "list", "group")
    only_one: ClassVar[bool] = False

    # In a list file

    def read(self, raw: Tree, place: FieldPlace) -> RowValue | dict[str, int] | None:
        """Parse the value in a list file; None, and a problem, if it is wrong."""
        if not is_plain_value(raw):
            self.refuse(raw, place)
            return None
        return str(raw)

    def refuse(self, raw: Tree, place: FieldPlace) -> None:
        """Report a value that is not of this type."""
        place.wrong(f"`{place.key}` can't be {spelled(raw)}", self.hint)

    def canonical(self, value: Tree, game: Game) -> Tree:
        """The value in the one form that all lists with the same meaning share."""
        # Other types are wrong here; they stay, so that the finding about them stays too.
        return str(value) if type(value) in (int, float) else value

    def respell(self, value: Tree, game: Game) -> Tree:
        """The value with its names as the game spells them, in the shape the player chose."""
        return value

    def schema(self, id: str, game: Game) -> Schema:
        """The JSON Schema of the key."""
        return {"description": self.text or self.about.format(id=id), **self.shape(game)}

    def shape(self, game: Game) -> Schema:
        """The JSON Schema of the value."""
        return {"type": ["string", "integer", "null"], "maxLength": LONGEST}

    # On the command line

    def read_words(self, key: str, op: str, value: str, old: Tree, game: Game) -> Tree:
        """The value after `key=value`, `key+=value` or `key-=value`; None removes the key."""
        if op != "=":
            raise EditError.of("edit.word", f"`{key}` holds one value.", f"Write `{key}={value}`.")
        return self.read_word(key, value)

    def read_word(self, key: str, value: str) -> Tree:
        """Parse the right side of `key=value`."""
        return parse_text(key, value, 80)

    def offers(self, game: Game, models: Sequence[str], groups: Sequence[str]) -> Sequence[str]:
        """Completions while a value is typed, in a list with models and groups of these names."""
        return self.choices

    def candidates(self, old: Tree, game: Game, near: ValueContext) -> Iterator[Tree]:
        """Every other value that a search should try; a bounded number of them."""
        yield from self.choices

    @property
    def step_prices(self) -> Mapping[str, int]:
        """The stats that can be raised, each with the price of a step."""
        return EMPTY

    @property
    def budget_id(self) -> str | None:
        """The budget that it spends from."""
        return None

    # In a text list

    def read_text(self, text: str, split: Callable[[str], list[str]]) -> Tree:
        """Parse what follows `key:`; `split` splits a list of names."""
        return text

    def write_text(self, value: Tree, quote: Callable[[str], str]) -> str | None:
        """What follows `key:`; None for a value that is written as it is."""
        return None

    def read_phrase(self, id: str, text: str, keys: Mapping[str, str], stats: Mapping[str, str]) -> Tree:
        """Parse an item without `key:`, given the spellings of keys and stats; None if it is something else."""
        return None

    def is_value(self, text: str) -> bool:
        """Whether a word such as "none" is a value here, instead of leaving the key out."""
        return False

    def write_phrases(self, value: Tree, game: Game) -> list[str]:
        """The value as items without its key; none if it needs one."""
        return []

    # For people, new lists, the resolver and the checks of a catalogue

    def describe(self, value: RowValue) -> str:
        """The value in words."""
        return str(value)

    @property
    def example(self) -> str:
        """A value to show in a comment."""
        return self.shape_in_example

    @property
    def remark(self) -> str:
        """A comment beside the example."""
        return self.text

    @property
    def default_value(self) -> RowValue | None:
        """The value if the key is left out."""
        default: RowValue | None = getattr(self, "default", None)
        return default

    @property
    def choices(self) -> tuple[str, ...]:
        """The words to choose from, if they are listed."""
        return ()

    @property
    def selector_values(self) -> frozenset[object]:
        """The values that a selector may ask for; none means any."""
        return frozenset(self.choices)

    @property
    def room(self) -> int | None:
        """How many models it may name before grants open more room; None for fields that name none."""
        return None

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """The lowest and the highest number it can be, as far as known."""
        return None, None

    @property
    def limited(self) -> str | None:
        """The currency whose limit its value is."""
        return None

    @property
    def can_move_to_part(self) -> bool:
        """Whether its value can move a model to another part of the list, which does not count."""
        return False

    def part_of(self, id: str, value: RowValue | None) -> str | None:
        """The part of the list that a value moves a model to; None for the main part."""
        return None

    def grants_of(self, id: str) -> Iterator[Grant]:
        """The grants that the field brings."""
        yield from ()

    def spends(self, value: Mapping[str, int]) -> Iterable[tuple[str, int]]:
        """How much a value spends, by budget."""
        return ()

    def rules(self, id: str, game: Game) -> Iterator[Rule]:
        """The rules that the field implies."""
        yield from ()

    def mistakes(self) -> Iterator[tuple[str, str, str]]:
        """Contradictions between its keys: the key, the fact and the remedy."""
        yield from ()


def is_plain_value(raw: Tree) -> bool:
    """Whether a value is text, or a whole number that is read as text."""
    # A whole number is a name to players, such as a rank; a bool is a slip.
    return isinstance(raw, str | int) and not isinstance(raw, bool)
