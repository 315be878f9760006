"""The `word` field, one of a few words in any case, and the `text` field, any text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.base.errors import EditError
from listbuilder.base.records import Text, record
from listbuilder.base.spelling import any_case, did_you_mean
from listbuilder.base.values import Flag
from listbuilder.catalogue.fields.field_type import Field, FieldPlace, RowValue, Schema, is_plain_value
from listbuilder.storage.reading import Tree

if TYPE_CHECKING:
    from listbuilder.catalogue.game import Game


@record
class WordField(Field):
    """One word, such as a role; `of` lists the words to choose from.

    With `apart`, models with another word than the default are a separate part of the list and do not count.
    """

    type: Literal["word"]
    of: tuple[Text, ...] = ()
    """The words to choose from."""
    default: Text | None = None
    """The value when left out."""
    apart: Flag = False
    """Whether models with another word than the default do not count."""
    hint: ClassVar[str] = "Write one word."
    about: ClassVar[str] = "One word."

    def read(self, raw: Tree, place: FieldPlace) -> str | None:
        if not is_plain_value(raw):
            self.refuse(raw, place)
            return None
        found = self.find(str(raw))
        if found is None:
            place.unknown(f'`{place.key}` can\'t be "{raw}".', self.near(str(raw)))
        return found

    def find(self, word: str) -> str | None:
        """A listed word in any case; any word if none are listed."""
        return next((one for one in self.of if one.lower() == word.lower()), None) if self.of else word

    def near(self, word: str) -> str:
        """The hint for a word that is not listed."""
        return did_you_mean(word, self.of) or f"Write one of {', '.join(self.of)}."

    def canonical(self, value: Tree, game: Game) -> Tree:
        return self.respell(value, game)

    def respell(self, value: Tree, game: Game) -> Tree:
        """The word as the game spells it; one that it does not know stays."""
        return (self.find(value) or value) if isinstance(value, str) else value

    def shape(self, game: Game) -> Schema:
        if not self.of:
            return Field.shape(self, game)
        # The enum is what editors complete; the pattern takes the words in any case.
        return {"anyOf": [{"enum": [*self.of, None]}, {"type": "string", "pattern": any_case(self.of)}]}

    def read_word(self, key: str, value: str) -> Tree:
        if not self.of:
            return Field.read_word(self, key, value)
        found = self.find(value)
        if found is None:
            raise EditError.of("name.unknown", f'`{key}` can\'t be "{value}".', self.near(value))
        return found

    def read_phrase(self, id: str, text: str, keys: Mapping[str, str], stats: Mapping[str, str]) -> Tree:
        return self.find(text) if self.of else None

    def is_value(self, text: str) -> bool:
        return self.find(text) is not None

    @property
    def can_move_to_part(self) -> bool:
        return self.apart

    def part_of(self, id: str, value: RowValue | None) -> str | None:
        return str(value) if self.apart and value is not None and value != self.default else None

    def mistakes(self) -> Iterator[tuple[str, str, str]]:
        if self.of and self.default is not None and self.default not in self.of:
            yield "default", f"The default `{self.default}` is none of {', '.join(self.of)}.", self.near(self.default)
        if self.apart and self.default is None:
            yield (
                "apart",
                "Nobody is in the list itself: `apart` has no `default`.",
                "Add `default: …`: the word of those.",
            )
        lower = [word.lower() for word in self.of]
        for at, word in enumerate(lower):
            if word in lower[:at]:
                yield "of", f"`{self.of[at]}` is listed twice.", "Take it out."

    @property
    def example(self) -> str:
        return self.of[0] if self.of else self.shape_in_example

    @property
    def remark(self) -> str:
        return ", ".join(self.of) or self.text

    @property
    def choices(self) -> tuple[str, ...]:
        return self.of


@record
class TextField(Field):
    """Any text, such as what a group goes for."""

    type: Literal["text"]
    default: Text | None = None
    """The value when left out."""

    def is_value(self, text: str) -> bool:
        # Whatever is written is the text, also a word such as none.
        return bool(text)
