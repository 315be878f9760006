"""The `member` field of a group: the name of the model that holds a post in it, such as its leader."""

from __future__ import annotations

from typing import ClassVar, Literal

from listbuilder.catalogue.fields.base import Field
from listbuilder.record import record

__all__ = ["MemberField"]


@record
class MemberField(Field):
    """The name of a model in the group; that model holds the post."""

    type: Literal["member"]
    hint: ClassVar[str] = "Write the name of a model."
    about: ClassVar[str] = "The name of a model in the group."

    @property
    def asked(self) -> frozenset[object]:
        """A model holds the post or not."""
        return frozenset({True, False})
