"""Keywords as entries print them: the form, its values with their types, and the text with them filled in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, ClassVar

from listbuilder.record import record
from listbuilder.selectors import CONFIG
from listbuilder.values import Dice, Distance, Roll, Split

FieldValue = int | str | tuple[str, ...] | Dice | Distance | Roll | Split


@record
class KeywordUse:
    """A keyword as printed on an entry: `Piercing 1`, with its values typed and its text filled in.

    Keywords of two kinds may have one id, so it names both.
    """

    kind: str
    keyword: str
    printed: str
    form: str = ""
    values: Mapping[str, FieldValue] = field(default_factory=dict)
    text: str = ""
    implied_by: str | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @property
    def key(self) -> tuple[str, str]:
        """What its keyword is found under."""
        return self.kind, self.keyword
