"""The `flag` field, true or false, and the rule of flags that are decided late."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.base.errors import EditError
from listbuilder.base.findings import Finding
from listbuilder.base.records import record
from listbuilder.base.values import Flag
from listbuilder.catalogue.fields.field_type import Field, FieldPlace, RowValue, Schema, ValueContext
from listbuilder.catalogue.rules.base import FindingTemplate, Rule
from listbuilder.storage.reading import Tree

if TYPE_CHECKING:
    from listbuilder.catalogue.game import Game
    from listbuilder.judging.force import Force, Owner


# All words that people write for flags; a list file itself has only true and false.
FLAG_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}

# How people say that the flag of deployment, which `play` knows by its name, does not hold.
DENIED = {"deploy": ("not on the table", "not on table", "off the table", "off table", "not on the board")}


@record
class FlagField(Field):
    """True or false, such as whether a model is deployed.

    With `apart`, models that have it are a separate part of the list and do not count. With `open`, the flag is
    undecided until some model has the key; limits on models that have it are not judged before.
    """

    type: Literal["flag"]
    default: Flag | None = None
    """The value when left out."""
    apart: Flag = False
    """Whether models that have it do not count: they are a part of the list of their own."""
    open: Flag = False
    """Whether the flag is undecided until some model has the key."""
    hint: ClassVar[str] = "Write true or false."
    about: ClassVar[str] = "Whether {id} holds: true or false."
    shape_in_example: ClassVar[str] = "false"

    def read(self, raw: Tree, place: FieldPlace) -> bool | None:
        if not isinstance(raw, bool):
            self.refuse(raw, place)
            return None
        return raw

    def canonical(self, value: Tree, game: Game) -> Tree:
        return value

    def shape(self, game: Game) -> Schema:
        return {"type": ["boolean", "null"]}

    def read_word(self, key: str, value: str) -> Tree:
        if value.lower() not in FLAG_WORDS:
            raise EditError.of("key.type", f"`{key}` can't be {value!r}.", self.hint)
        return FLAG_WORDS[value.lower()]

    def offers(self, game: Game, models: Sequence[str], groups: Sequence[str]) -> Sequence[str]:
        return ("yes", "no")

    def candidates(self, old: Tree, game: Game, near: ValueContext) -> Iterator[Tree]:
        yield from (True, False)

    def read_text(self, text: str, split: Callable[[str], list[str]]) -> Tree:
        """Yes or no; anything else stays for the reader of lists to judge."""
        # Not an error yet: the reader of the list reports it with its place.
        return FLAG_WORDS.get(text.lower(), text)

    def write_text(self, value: Tree, quote: Callable[[str], str]) -> str | None:
        return ("yes" if value else "no") if isinstance(value, bool) else None

    def read_phrase(self, id: str, text: str, keys: Mapping[str, str], stats: Mapping[str, str]) -> Tree:
        """The flag denied: `not deployed`."""
        if text.lower() in DENIED.get(id, ()):
            return False
        # Players write `not deployed` for `deploy: false`, so the key only has to be the beginning of the word.
        match = re.fullmatch(r"(?:not|no|un|isn't|never)[ -]?(\w+)", text, re.IGNORECASE)
        return False if match and match[1].lower().startswith(id) else None

    def describe(self, value: RowValue) -> str:
        return "yes" if value else "no"

    def rules(self, id: str, game: Game) -> Iterator[Rule]:
        if self.open:
            yield Decided(id=id, source=self.source, field=id, default=bool(self.default))

    @property
    def can_move_to_part(self) -> bool:
        return self.apart

    def part_of(self, id: str, value: RowValue | None) -> str | None:
        return id if self.apart and value is True else None

    @property
    def selector_values(self) -> frozenset[object]:
        return frozenset({True, False})

    def mistakes(self) -> Iterator[tuple[str, str, str]]:
        if self.apart and self.default:
            yield "default", "Every model stands apart: that is the default.", "Write `default: false`."


UNDECIDED = "No model has `{field}` yet, so nothing is decided: all of them may still be chosen, and limits wait."
STAY = FindingTemplate("", UNDECIDED, "Write `{field}: false` at the models that stay behind.")
COME = FindingTemplate("", UNDECIDED, "Write `{field}: true` at the models that are chosen.")


@record
class Decided(Rule):
    """A flag with `open` is decided as soon as one model has it; until then limits on it are not judged.

    Written in game.yaml as a field of the model:

        deploy: {type: flag, default: true, open: true}
    """

    kind: Literal["decided"] = "decided"
    field: str
    default: Flag = False
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "open": FindingTemplate(
            "No model has the flag yet; limits on models that have it are not judged.",
            UNDECIDED,
            "Write `{field}: false` at the models that stay behind; `listbuilder deploy` shows the ways.",
        ),
        "nobody": FindingTemplate(
            "The flag is decided, and no model has it.",
            "Every model has `{field}: false`, so there is nobody to play with.",
            "Write `{field}: true` at the models that play.",
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        data = {"field": self.field}
        if not force.rows:
            return
        if self.field in force.undecided:
            # `listbuilder deploy` helps with that flag alone.
            words = None if self.field == "deploy" else STAY if self.default else COME
            yield self.finding("open", force.root, data, ("models",), severity="info", words=words)
        elif not any(row.values.get(self.field) for row in force.rows):
            yield self.finding("nobody", force.root, data, ("models",), severity="warning")
