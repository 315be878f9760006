"""The `models` field: the names of other models, such as those that one carries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from listbuilder.base.records import Text, record
from listbuilder.base.values import Count
from listbuilder.catalogue.fields.base import (
    LONGEST,
    Field,
    FieldPlace,
    Near,
    Said,
    Schema,
    is_plain_value,
    parse_text,
    split_names,
)
from listbuilder.catalogue.rules import Carry, Chosen, Membership, Rule
from listbuilder.storage.reading import Tree

if TYPE_CHECKING:
    from listbuilder.catalogue.game import Game
    from listbuilder.judging.force import Model


@record
class ModelsField(Field):
    """The names of other models; grants may open more room than `max`. In the list, whom it means for something.

    `min` is for a field of the list: whoever names anybody names so many, and a row of several is as many of them as
    are missing. `each: model`: room is for miniatures, of which a row may be several, and not for rows.
    """

    type: Literal["models"]
    min: Count = 0
    """The least allowed."""
    max: Count = 0
    """How many may be named before anything grants more room."""
    each: Literal["model"] | None = None
    """`model`: room is for miniatures, of which a row may be several, and not for rows."""
    links: ClassVar[bool] = True
    homes: ClassVar[tuple[str, ...]] = ("model", "list")
    hint: ClassVar[str] = "Write the names of models."
    about: ClassVar[str] = "The names of other models."
    shape_in_example: ClassVar[str] = "[name of a model]"

    def read(self, raw: Tree, place: FieldPlace) -> tuple[str, ...] | None:
        """The names, one or a list of them."""
        names = raw if isinstance(raw, list) else [raw]
        if not all(map(is_plain_value, names)):
            self.refuse(raw, place)
            return None
        return tuple(str(name) for name in names)

    def canonical(self, value: Tree, game: Game) -> Tree:
        """Always a list."""
        if isinstance(value, list):
            return [one if isinstance(one, dict | list) else str(one) for one in value]
        return value if isinstance(value, dict) else [str(value)]

    def shape(self, game: Game) -> Schema:
        """One name or a list of them."""
        one = {"type": ["string", "integer", "null"], "maxLength": LONGEST}
        return {"anyOf": [one, {"type": "array", "items": {"type": ["string", "integer"]}}]}

    def read_words(self, key: str, op: str, value: str, old: Tree, game: Game) -> Tree:
        """Names with commas between them; `+=` and `-=` leave the others."""
        given = [parse_text("name", one, 80) for one in split_names(value)]
        items: list[Tree] = list(old) if isinstance(old, list) and op != "=" else []
        if op != "-=":
            return [*items, *given]
        gone = {one.casefold() for one in given}
        return [item for item in items if str(item).casefold() not in gone] or None

    def offers(self, game: Game, models: Sequence[str], groups: Sequence[str]) -> Sequence[str]:
        """The models of the list."""
        return models

    def tries(self, old: Tree, game: Game, near: Near) -> Iterator[Tree]:
        """The names without one of them, with one more, and with another instead of one."""
        held = old if isinstance(old, list) else [] if old is None else [old]
        others: list[Tree] = [name for name in near.models if name not in held]
        for at in range(len(held)):
            yield [*held[:at], *held[at + 1 :]]
            yield from ([*held[:at], name, *held[at + 1 :]] for name in others)
        yield from ([*held, name] for name in others)

    def read_text(self, text: str, split: Callable[[str], list[str]]) -> Tree:
        """Names with commas between them, in brackets or not."""
        names: list[Tree] = [*split(text[1:-1] if text.startswith("(") and text.endswith(")") else text)]
        return names

    def write_text(self, value: Tree, quote: Callable[[str], str]) -> str | None:
        """The names in brackets."""
        return f"({', '.join(quote(str(one)) for one in value)})" if isinstance(value, list) and value else None

    @property
    def asked(self) -> frozenset[object]:
        """Whether it names anybody: the names are the player's own."""
        return frozenset({True})

    @property
    def room(self) -> int | None:
        """As many as `max` says."""
        return self.max

    def mistakes(self) -> Iterator[tuple[str, str, str]]:
        """The least is not above the most."""
        if self.min > self.max:
            yield "min", f"`min: {self.min}` is above `max: {self.max}`: no number of names is right.", "Correct one."

    def say(self, value: Said) -> str:
        """The names."""
        return " and ".join(value) if isinstance(value, tuple) else str(value)

    def rules(self, id: str, game: Game) -> Iterator[Rule]:
        """Whom it names must be there, and no more than there is room for."""
        if self is game.list.fields.get(id):
            yield Chosen(id=id, source=self.source, field=id, least=self.min, most=self.max)
        else:
            yield Carry(id=id, source=self.source, field=id, each=self.each)


# The `member` field of a group: the name of the model that holds a post in it, such as its leader.


@record
class MemberField(Field):
    """The name of a model in the group; that model holds the post."""

    type: Literal["member"]
    links: ClassVar[bool] = True
    homes: ClassVar[tuple[str, ...]] = ("group",)
    hint: ClassVar[str] = "Write the name of a model."
    about: ClassVar[str] = "The name of a model in the group."

    def offers(self, game: Game, models: Sequence[str], groups: Sequence[str]) -> Sequence[str]:
        """The models of the list."""
        return models

    def tries(self, old: Tree, game: Game, near: Near) -> Iterator[Tree]:
        """The models of the list."""
        yield from near.models

    @property
    def asked(self) -> frozenset[object]:
        """A model holds the post or not."""
        return frozenset({True, False})


# The `group` field of a model: the name of the group it is in.


@record
class GroupField(Field):
    """The name of a group."""

    type: Literal["group"]
    default: Text | None = None
    """The value when left out."""
    links: ClassVar[bool] = True
    homes: ClassVar[tuple[str, ...]] = ("model", "group")
    only_one: ClassVar[bool] = True
    hint: ClassVar[str] = "Write the name of a group."
    about: ClassVar[str] = "The name of a group."

    def offers(self, game: Game, models: Sequence[str], groups: Sequence[str]) -> Sequence[str]:
        """The groups of the list."""
        return groups

    def tries(self, old: Tree, game: Game, near: Near) -> Iterator[Tree]:
        """The groups of the list."""
        yield from near.groups

    def rules(self, id: str, game: Game) -> Iterator[Rule]:
        """Groups that are named exist, have members, and say what they must."""
        posts = game.group.posts
        required = tuple(id for id, field in game.group.fields.items() if field.required)
        yield Membership(id="groups", field=id, posts=posts, required=required)

    @property
    def asked(self) -> frozenset[object]:
        """Whether it is in one: the names are the player's own."""
        return frozenset({True})

    def said(self, id: str, model: Model) -> Any:
        """The group that the model is in."""
        return model.squad.name if model.squad else model.written_group
