"""The `group` field of a model: the name of the group it is in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from listbuilder.catalogue.fields.base import Field, Near
from listbuilder.reading import Tree
from listbuilder.record import record
from listbuilder.rules import Membership, Rule

if TYPE_CHECKING:
    from listbuilder.catalogue.game import Game
    from listbuilder.force import Model


@record
class GroupField(Field):
    """The name of a group."""

    type: Literal["group"]
    default: str | None = None
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
        return model.squad.name if model.squad else model.said_group
