"""The `number` field: a whole number within bounds, each point of which may grant something."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from listbuilder.base.records import Refers, record, replace
from listbuilder.base.values import Short, Whole, one_or_many, slug
from listbuilder.catalogue.fields.base import Field, FieldPlace, Near, Schema, parse_number
from listbuilder.catalogue.grants import Grant
from listbuilder.catalogue.query import Quantity
from listbuilder.storage.reading import Tree

if TYPE_CHECKING:
    from listbuilder.catalogue.game import Game

MOST = 999_999_999
PHRASE = re.compile(r"(.{0,40}[^\W\d_])[. ]{0,2}(\d{1,9})")
STEPS = 20  # how far above what is there a number without bounds is tried


@record
class NumberField(Field):
    """A whole number, such as a level. `each` is granted once for each point; `grants` say themselves how often.

    In the list, `limits` names a currency: the number is the limit of it that players agreed, instead of the format's.
    """

    type: Literal["number"]
    min: Whole = 0
    """The least allowed."""
    max: Whole | None = None
    """The most allowed."""
    default: Whole | None = None
    """The value when left out."""
    each: Grant | None = None
    """What every point of the number grants."""
    grants: Annotated[tuple[Grant, ...], Short(one_or_many)] = ()
    """What it changes or gives."""
    limits: Annotated[str | None, Refers("currency")] = None
    """The currency whose limit it is, agreed by the players instead of the format's."""
    hint: ClassVar[str] = "Write a whole number."
    counts: ClassVar[bool] = True
    about: ClassVar[str] = "How high {id} is."

    @property
    def limited(self) -> str | None:
        """What `limits` says."""
        return self.limits

    @property
    def ends(self) -> tuple[int | None, int | None]:
        """Its bounds; a row that does not say it has the default, or none of it."""
        return self.min if self.default is not None else min(self.min, 0), self.max

    def read(self, raw: Tree, place: FieldPlace) -> int | None:
        """The number, where it is within bounds."""
        if type(raw) is not int:
            self.refuse(raw, place)
            return None
        if raw < self.min or (self.max is not None and raw > self.max):
            hint = f"Write a number from {self.min} to {self.max or 'as you like'}."
            place.wrong(f"`{place.key}` is {raw}", hint)
            return None
        return raw

    def canonical(self, value: Tree, game: Game) -> Tree:
        """A number is what it is."""
        return value

    def shape(self, game: Game) -> Schema:
        """A whole number within bounds."""
        ceiling = {} if self.max is None else {"maximum": self.max}
        return {"type": ["integer", "null"], "minimum": self.min, **ceiling}

    def read_word(self, key: str, value: str) -> Tree:
        """A whole number within bounds."""
        return parse_number(key, value, self.min, MOST if self.max is None else self.max)

    def tries(self, old: Tree, game: Game, near: Near) -> Iterator[Tree]:
        """Every number within bounds; without an upper bound, as far as a little above what is there."""
        now = max(old if type(old) is int else 0, self.default or 0, self.min)
        top = min(now, STEPS * 10) + STEPS if self.max is None else min(self.max, self.min + STEPS * 10)
        yield from range(self.min, top + 1)

    def read_text(self, text: str, split: Callable[[str], list[str]]) -> Tree:
        """Digits are a number; anything else stays for the reader of lists to judge."""
        return int(text) if re.fullmatch(r"-?\d{1,9}", text) else text

    def read_phrase(self, id: str, text: str, keys: Mapping[str, str], stats: Mapping[str, str]) -> Tree:
        """The key and the number without a colon: `level 3`, `level3`."""
        found = PHRASE.fullmatch(text)
        return int(found[2]) if found and keys.get(slug(found[1])) == id else None

    @property
    def example(self) -> str:
        """The usual number, or the least."""
        return str(self.default or self.min)

    def mistakes(self) -> Iterator[tuple[str, str, str]]:
        """The least is not above the most, and what it usually is lies between."""
        if self.max is not None and self.min > self.max:
            yield "min", f"`min: {self.min}` is above `max: {self.max}`: no number is right.", "Correct one of them."
        elif self.limits and self.default is not None:
            yield (
                "default",
                "An agreed limit has no `default`: the format's holds until another is written.",
                "Take it out.",
            )
        elif self.default is not None and not self.min <= self.default <= (MOST if self.max is None else self.max):
            yield "default", f"`default: {self.default}` is outside `min` and `max`.", "Correct one of them."

    def grants_of(self, id: str) -> Iterator[Grant]:
        """What it grants, and once for each point what `each` does."""
        yield from self.grants
        if self.each:
            yield replace(self.each, each=Quantity(sum=id, in_="model"))
