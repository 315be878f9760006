"""The `number` field, a whole number that may grant something, and the `size` field of squads with its rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from listbuilder.base.characters import whole_number
from listbuilder.base.findings import Finding
from listbuilder.base.records import Refers, record, replace
from listbuilder.base.values import Positive, Short, Whole, one_or_many, slug
from listbuilder.base.wording import counted
from listbuilder.catalogue.fields.field_type import Field, FieldPlace, Schema, ValueContext, parse_number
from listbuilder.catalogue.grants import Grant
from listbuilder.catalogue.query import Quantity
from listbuilder.catalogue.rules.base import FindingTemplate, Rule
from listbuilder.storage.reading import Tree

if TYPE_CHECKING:
    from listbuilder.catalogue.game import Game
    from listbuilder.judging.force import Force, Owner


MOST = 999_999_999
# Bounded repetitions: the text is a stranger's, and an open one would try every split of it.
PHRASE = re.compile(r"(.{0,40}[^\W\d_])[. ]{0,2}(\d{1,9})")
STEPS = 20  # how far a search goes above the current number, if there is no maximum


@record
class NumberField(Field):
    """A whole number, such as a level. `each` is granted once per point; `grants` have quantities of their own.

    On the list, `limits` names a currency: the number is the limit that the players agreed on.
    """

    type: Literal["number"]
    min: Whole = 0
    """The least allowed."""
    max: Whole | None = None
    """The most allowed."""
    default: Whole | None = None
    """The value when left out."""
    each: Grant | None = None
    """What each point of the number grants."""
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
    def bounds(self) -> tuple[int | None, int | None]:
        """Its bounds; a row that does not say it has the default, or none of it."""
        return self.min if self.default is not None else min(self.min, 0), self.max

    def read(self, raw: Tree, place: FieldPlace) -> int | None:
        if type(raw) is not int:
            self.refuse(raw, place)
            return None
        if raw < self.min or (self.max is not None and raw > self.max):
            hint = f"Write a number from {self.min} to {self.max or 'as you like'}."
            place.wrong(f"`{place.key}` is {raw}", hint)
            return None
        return raw

    def canonical(self, value: Tree, game: Game) -> Tree:
        return value

    def shape(self, game: Game) -> Schema:
        ceiling = {} if self.max is None else {"maximum": self.max}
        return {"type": ["integer", "null"], "minimum": self.min, **ceiling}

    def read_word(self, key: str, value: str) -> Tree:
        return parse_number(key, value, self.min, MOST if self.max is None else self.max)

    def candidates(self, old: Tree, game: Game, near: ValueContext) -> Iterator[Tree]:
        """Every number within bounds; without an upper bound, as far as a little above what is there."""
        now = max(old if type(old) is int else 0, self.default or 0, self.min)
        # Bounded, because a search judges a list for each candidate.
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
        return str(self.default or self.min)

    def mistakes(self) -> Iterator[tuple[str, str, str]]:
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
            # As a grant per point, so that resolving knows only one way to repeat a grant.
            yield replace(self.each, each=Quantity(sum=id, in_="model"))


# As many as a list may have models.
MOST_MINIATURES = 300


@record
class SizeField(Field):
    """How many miniatures a row has; default `min`. A unit may narrow the bounds with its own `size`."""

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
        """Any reasonable number: the rule judges what the unit allows."""
        if type(raw) is not int or not 1 <= raw <= MOST_MINIATURES:
            self.refuse(raw, place)
            return None
        return raw

    def canonical(self, value: Tree, game: Game) -> Tree:
        return value

    def shape(self, game: Game) -> Schema:
        return {"type": ["integer", "null"], "minimum": 1, "maximum": MOST_MINIATURES}

    def read_word(self, key: str, value: str) -> Tree:
        return parse_number(key, value, 1, MOST_MINIATURES)

    def candidates(self, old: Tree, game: Game, near: ValueContext) -> Iterator[Tree]:
        own = [pick.entry.size for pick in near.row.inside if pick.entry.size] if near.row else []
        # The unit's own bounds go before those of the field.
        least = own[0].min if own and own[0].min is not None else self.min
        most = own[0].max if own and own[0].max is not None else self.max
        yield from range(least, min(MOST_MINIATURES, least + 40 if most is None else most) + 1)

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
        return str(self.min)

    def mistakes(self) -> Iterator[tuple[str, str, str]]:
        if self.max is not None and self.min > self.max:
            yield "min", f"`min: {self.min}` is above `max: {self.max}`: no size is right.", "Correct one of them."

    def rules(self, id: str, game: Game) -> Iterator[Rule]:
        yield Size(id=id, source=self.source, field=id, least=self.min, most=self.max)


@record
class Size(Rule):
    """A row has as many miniatures as its unit allows.

    Written in game.yaml as the field; a unit may narrow the bounds:

        size: {type: size, min: 3, max: 10}
    """

    kind: Literal["size"] = "size"
    field: str
    least: int = 1
    most: int | None = None
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "over": FindingTemplate(
            "A squad is larger than it may be.",
            "{who} has {found}, but at most {most} may be in it.",
            "Make it {extra} smaller, or split it.",
        ),
        "under": FindingTemplate(
            "A squad is smaller than it may be.",
            "{who} has {found}, but at least {least} must be in it.",
            "Make it {missing} larger.",
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        for model in force.rows:
            own = next((pick.entry.size for pick in model.inside if pick.entry.size), None)
            least = own.min if own and own.min is not None else self.least
            most = own.max if own and own.max is not None else self.most
            data = {"who": model.label, "found": counted(model.size, "model"), "most": most, "least": least}
            inside = (self.field,) if self.field in force.document.models[model.row].keys else ()
            if model.size < least:
                yield self.finding("under", model, {**data, "missing": least - model.size}, inside)
            elif most is not None and model.size > most:
                yield self.finding("over", model, {**data, "extra": model.size - most}, inside)
