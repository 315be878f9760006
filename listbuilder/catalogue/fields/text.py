"""The `text` field: anything that fits on a line."""

from __future__ import annotations

from typing import Literal

from listbuilder.catalogue.fields.base import Field
from listbuilder.record import record


@record
class TextField(Field):
    """Any text, such as what a group goes for."""

    type: Literal["text"]
    default: str | None = None
