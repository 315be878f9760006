"""The `member` field of a group: the name of the model that holds a post in it, such as its leader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.catalogue.fields.base import Field, Near
from listbuilder.reading import Tree
from listbuilder.record import record

if TYPE_CHECKING:
    from listbuilder.catalogue.game import Game


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
