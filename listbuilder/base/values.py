"""Printed numbers as typed values: `2d6+3`, `24"`, `4+`, `3/4`, `1 per game`; and ids made from names.

Each value parses the text a rulebook prints, prints it back the same way, and can be added to by a grant.
These types know nothing of games or lists.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self, cast

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic_core import CoreSchema

from listbuilder.base.records import record, replace

LONGEST_ID = 60
# Unicode decomposes accents, but not these letters.
PLAIN_LETTERS = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th"}
    | {"ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ı": "i", "ħ": "h", "Ħ": "H"}
)


@lru_cache(maxsize=4096)
def slug(name: str) -> str:
    """The id of a printed name: lower-case ASCII without apostrophes; every other run of signs becomes one hyphen.

    Letters without an ASCII form stay, so that a name with them is never taken for one without.
    """
    if name.isascii():
        plain = name.lower()
    else:
        letters = unicodedata.normalize("NFKD", name.translate(PLAIN_LETTERS))
        plain = "".join(one for one in letters if one.isascii() or one.isalnum()).casefold()
    # A name of signs alone has no slug; it stands for itself, so that two such names stay different.
    return re.sub(r"[\W_]+", "-", plain.replace("'", "")).strip("-") or name.strip().casefold()


def entry_id(name: str) -> str:
    """The id of an entry: its slug, with letters that have no ASCII form spelt by their Unicode names."""
    made = slug(name)
    return made if made.isascii() else "".join(char if char.isascii() else spelt_letter(char) for char in made)


def spelt_letter(char: str) -> str:
    """A letter in ASCII: `ghe` for г, `alpha` for α; one without such a name by its number, `u706b`."""
    found = re.search(r"LETTER ([A-Z -]+)$", unicodedata.name(char, ""))
    return re.sub(r"[^a-z]", "", found[1].lower()) if found else f"u{ord(char):x}"


def ascii_id(name: str, otherwise: str) -> str:
    """An ASCII id that can name a file, or `otherwise` if the name has no such letters."""
    made = slug(name)[:LONGEST_ID].strip("-")
    return made if made.isascii() and any(char.isalnum() for char in made) else otherwise


def fraction(text: str | int) -> Fraction:
    """A share such as `1/4`, `25%` or `2`."""
    if not re.fullmatch(r"\d{1,4}(/[1-9]\d{0,3}|%)?", str(text)):
        raise BadFormError(text, "not a share such as 1/4, 25% or 2")
    return Fraction(int(str(text)[:-1]), 100) if str(text).endswith("%") else Fraction(str(text))


class BadKeyError(ValueError):
    """A mistake in one key of a record; the finding points at the line of that key."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


class BadFormError(BadKeyError):
    """A value of the wrong form: `'x' is not a whole number`; `example` shows the right one."""

    def __init__(self, value: object, expected: str = "", key: str = "", example: str = "") -> None:
        self.value, self.example, self.expected = value, example, expected or f"not written like {example}"
        super().__init__(key, f"`{key}`: {value!r} is {self.expected}" if key else f"{value!r} is {self.expected}")


# A minus counts at the start only: elsewhere it is a hyphen, as in `2-4`.
NUMBER_IN_TEXT = re.compile(r"^-?\d+|\d+")
"""The number in a printed text that changes: the first one, such as the 4 of `4+ / 5++`."""


class Exact:
    """A mark on a type that pydantic takes literally: no text for a number, no yes for true, and within bounds."""

    def __init__(self, **bounds: int) -> None:
        self.bounds = bounds

    def __get_pydantic_core_schema__(self, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return cast("CoreSchema", {**handler(source), "strict": True, **self.bounds})


class Short:
    """A mark on a type that may be written in a short form, which `tidy` spells out before pydantic reads it."""

    def __init__(self, tidy: Callable[[object], object]) -> None:
        self.tidy = tidy

    def __get_pydantic_core_schema__(self, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.no_info_before_validator_function(self.tidy, handler(source))


class Tagged:
    """A mark on a union: pydantic looks at the tag first, so that errors are about one class."""

    def __init__(self, choices: Mapping[str, Any], tag: str | Callable[[object], str | None]) -> None:
        self.choices, self.tag = choices, tag

    def __get_pydantic_core_schema__(self, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        choices = {name: handler.generate_schema(one) for name, one in self.choices.items()}
        return core_schema.tagged_union_schema(choices, discriminator=self.tag)


def one_or_many(data: object) -> object:
    """A single thing is a list of one."""
    return [data] if isinstance(data, dict | str) else data


Whole = Annotated[int, Exact()]
Count = Annotated[int, Exact(ge=0)]
Positive = Annotated[int, Exact(ge=1)]
Flag = Annotated[bool, Exact()]


class Value:
    """A value that is written as text in YAML; pydantic reads it through `parse`."""

    pattern: ClassVar[str]
    example: ClassVar[str]

    @property
    def number(self) -> int | None:
        """The number that a grant changes, where the value has one."""
        return None

    def at(self, number: int) -> Self:
        """The same value with another number."""
        raise TypeError(f"{type(self).__name__} has no number that changes")

    @classmethod
    def parse(cls, text: str | int | Self) -> Self:
        """The value that `text` prints, or ValueError with an example of the right form."""
        if isinstance(text, cls):
            return text
        match = re.fullmatch(cls.pattern, str(text).strip())
        if match is None:
            raise BadFormError(text, example=cls.example)
        return cls.from_match(match)

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """The value of a text that fits `pattern`."""
        raise TypeError(f"{cls.__name__} must say how it is read")

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.no_info_plain_validator_function(cls.parse)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"type": ["string", "integer"], "pattern": f"^{cls.pattern}$", "examples": [cls.example]}


@record
class Dice(Value):
    """A dice roll with a bonus: `2d6+3`; a plain number is a roll of no dice. `spelt` is how its dice are printed."""

    count: int
    sides: int
    bonus: int = 0
    spelt: str = ""
    pattern: ClassVar[str] = r"(?:([1-9]\d?)?[dD]([1-9]\d{0,2}))?([+-]?\d{1,3})?"
    example: ClassVar[str] = "2d6+3"

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        count, sides, bonus = match.groups()
        # Every part of the pattern is optional, so the empty text matches too.
        if not match[0]:
            raise ValueError(f"a roll is written like {cls.example}")
        roll = match[0][: match.start(3)] if bonus else match[0]
        # `D6` stays as the rulebook prints it.
        usual = not sides or roll == f"{count}d{sides}"
        return cls(
            count=int(count or 1) if sides else 0,
            sides=int(sides or 0),
            bonus=int(bonus or 0),
            spelt="" if usual else roll,
        )

    def __str__(self) -> str:
        roll = self.spelt or (f"{self.count}d{self.sides}" if self.count else "")
        return roll + (f"{self.bonus:+d}" if roll and self.bonus else "" if roll else str(self.bonus))

    @property
    def number(self) -> int:
        """Its bonus."""
        return self.bonus

    def at(self, number: int) -> Self:
        """The same roll with another bonus."""
        return replace(self, bonus=number)


@record
class Distance(Value):
    """A length on the table: `24"` in inches, `6 squares` in a unit by name; it may have one decimal, `1.5"`."""

    value: int | float
    unit: str = "inches"
    pattern: ClassVar[str] = r'(\d{1,4}(?:\.\d)?) ?("|[a-z]{1,12})'
    example: ClassVar[str] = '24"'

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        long = float(match[1])
        return cls(value=int(long) if long.is_integer() else long, unit="inches" if match[2] == '"' else match[2])

    def __str__(self) -> str:
        return f'{self.value}"' if self.unit == "inches" else f"{self.value} {self.unit}"

    @property
    def number(self) -> int | None:
        """Its length if that is a whole number; grants change no other."""
        return self.value if isinstance(self.value, int) else None

    def at(self, number: int) -> Self:
        """A distance of another length, at least 0."""
        return replace(self, value=max(number, 0))


@record
class RollTarget(Value):
    """A number to reach on a die: `4+`."""

    value: int
    pattern: ClassVar[str] = r"(\d{1,2})\+"
    example: ClassVar[str] = "4+"

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        return cls(value=int(match[1]))

    def __str__(self) -> str:
        return f"{self.value}+"

    @property
    def number(self) -> int:
        """What the die must show."""
        return self.value

    def at(self, number: int) -> Self:
        """Another number to reach."""
        return replace(self, value=max(number, 0))


@record
class Split(Value):
    """A normal and a critical number: `3/4`."""

    normal: int
    critical: int
    pattern: ClassVar[str] = r"(\d{1,3})/(\d{1,3})"
    example: ClassVar[str] = "3/4"

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        return cls(normal=int(match[1]), critical=int(match[2]))

    def __str__(self) -> str:
        return f"{self.normal}/{self.critical}"

    @property
    def number(self) -> int:
        """The normal number; the critical one moves along."""
        return self.normal

    def at(self, number: int) -> Self:
        """Both numbers moved by as much."""
        return replace(self, normal=number, critical=self.critical + number - self.normal)


@record
class Uses(Value):
    """How often something works: `1 per game`, `1 per activation`."""

    times: int
    per: str
    pattern: ClassVar[str] = r"([1-9]\d?) per ([a-z][a-z ]{0,20})"
    example: ClassVar[str] = "1 per game"

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        return cls(times=int(match[1]), per=match[2])

    def __str__(self) -> str:
        return f"{self.times} per {self.per}"
