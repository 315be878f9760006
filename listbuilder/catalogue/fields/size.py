"""The `size` field: how many miniatures one row is, for squads that are bought as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.base.characters import whole_number
from listbuilder.base.records import record
from listbuilder.base.values import Positive, slug
from listbuilder.catalogue.fields.base import Field, FieldPlace, Near, Schema, parse_number
from listbuilder.catalogue.rules import Rule, Size
from listbuilder.storage.reading import Tree

if TYPE_CHECKING:
    from listbuilder.catalogue.game import Game

MOST = 300


@record
class SizeField(Field):
    """How many miniatures a row is; a unit may narrow it with `size` of its own. The least unless said."""

    type: Literal["size"]
    min: Positive = 1
    """The fewest miniatures."""
    max: Positive | None = None
    """The most miniatures."""
    hint: ClassVar[str] = "Write how many miniatures it is."
    counts: ClassVar[bool] = True
    homes: ClassVar[tuple[str, ...]] = ("model",)
    only_one: ClassVar[bool] = True
    about: ClassVar[str] = "How many miniatures the row is."

    def read(self, raw: Tree, place: FieldPlace) -> int | None:
        """A number that a table can hold; whether the unit allows it is judged later."""
        if type(raw) is not int or not 1 <= raw <= MOST:
            self.refuse(raw, place)
            return None
        return raw

    def canonical(self, value: Tree, game: Game) -> Tree:
        """A number is what it is."""
        return value

    def shape(self, game: Game) -> Schema:
        """A whole number."""
        return {"type": ["integer", "null"], "minimum": 1, "maximum": MOST}

    def read_word(self, key: str, value: str) -> Tree:
        """A whole number."""
        return parse_number(key, value, 1, MOST)

    def tries(self, old: Tree, game: Game, near: Near) -> Iterator[Tree]:
        """Every size that the unit allows."""
        own = [pick.entry.size for pick in near.row.inside if pick.entry.size] if near.row else []
        least = own[0].min if own and own[0].min is not None else self.min
        most = own[0].max if own and own[0].max is not None else self.max
        yield from range(least, min(MOST, least + 40 if most is None else most) + 1)

    def read_text(self, text: str, split: Callable[[str], list[str]]) -> Tree:
        """Digits are a number; anything else stays for the reader of lists to judge."""
        number = whole_number(text, 3)
        return text if number is None else number

    def read_phrase(self, id: str, text: str, keys: Mapping[str, str], stats: Mapping[str, str]) -> Tree:
        """The key and the number without a colon: `size 5`."""
        word, _, digits = text.rpartition(" ")
        return whole_number(digits) if word and keys.get(slug(word)) == id else None

    @property
    def example(self) -> str:
        """The least."""
        return str(self.min)

    def mistakes(self) -> Iterator[tuple[str, str, str]]:
        """The least is not above the most."""
        if self.max is not None and self.min > self.max:
            yield "min", f"`min: {self.min}` is above `max: {self.max}`: no size is right.", "Correct one of them."

    def rules(self, id: str, game: Game) -> Iterator[Rule]:
        """A row is no smaller and no larger than its unit allows."""
        yield Size(id=id, source=self.source, field=id, least=self.min, most=self.max)
