"""Amounts: the numbers a rule compares with. A plain number, a share, so many per so many, or a field of the model."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from listbuilder.selectors import CONFIG, Selector
from listbuilder.values import Positive, Whole, fraction, tidied

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

    from listbuilder.force import Force, Model

from listbuilder.record import record

__all__ = ["Amount"]


@record
class Amount:
    """`3`, `limit`, `{share: 1/4, of: models, round: up}`, `{per: 100, of: limit, give: 1}` or `{field: level}`."""

    plus: Whole = 0
    share: str | int | None = None
    per: Positive | None = None
    give: Whole = 1
    of: Literal["models", "points", "limit"] | Selector | None = None
    round: Literal["up", "down"] = "down"
    field: str | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(tidy, handler, source)

    def __post_init__(self) -> None:
        if self.share is not None:
            fraction(self.share)
        if (self.share is not None or self.per is not None) and self.of is None:
            raise ValueError("a share or `per` needs `of`: models, points, limit or a selector")

    @cached_property
    def ratio(self) -> tuple[int, int]:
        """The share as a numerator and a denominator."""
        return fraction(self.share or 1).as_integer_ratio()

    @cached_property
    def plain(self) -> bool:
        """Whether it is just a number."""
        return self.share is None and self.per is None and self.field is None

    def number(self, force: Force, model: Model | None = None) -> int | None:
        """The amount for this force (and model), never below 0; None when there is no limit to take it from."""
        exact = self.exact(force, model)
        return None if exact is None else max(exact, 0)

    def exact(self, force: Force, model: Model | None) -> int | None:
        """The amount as it is reckoned."""
        if self.plain:
            return self.plus
        if self.field is not None:
            value = model.values.get(self.field, 0) if model else 0
            return self.plus + self.give * (value if isinstance(value, int) else 0)
        base = self.base(force)
        if base is None:
            return None
        if self.per is not None:
            return self.plus + self.give * (base // self.per)
        top, bottom = self.ratio
        part = base * top
        return self.plus + (-(-part // bottom) if self.round == "up" else part // bottom)

    def base(self, force: Force) -> int | None:
        """What a share is taken of."""
        if self.of == "models":
            return len(force.models)
        if self.of == "points":
            return force.cost
        if self.of == "limit":
            return force.limit
        assert isinstance(self.of, Selector)
        fits = self.of.fits
        return sum(1 for model in force.models if fits(model))

    def explain(self, force: Force) -> str:
        """Where the number comes from, in brackets, or nothing for a plain number."""
        base = self.base(force) if self.of is not None else None
        if self.plain or base is None or self.share == 1:
            return f" ({self.field})" if self.field else ""
        noun = {"models": f"{base} models", "points": f"{base} points", "limit": f"the limit of {base}"}
        of = noun[self.of] if isinstance(self.of, str) else f"{base} {self.of}"
        extra = f" and {self.plus} more" if self.plus else ""
        if self.per is not None:
            return f" ({self.give} for every {self.per} of {of}{extra})"
        return f" ({self.share} of {of}, rounded {self.round}{extra})"


def tidy(data: object) -> object:
    """YAML's short forms in full: a bare number and `limit`."""
    if isinstance(data, int) and not isinstance(data, bool):
        return {"plus": data}
    return {"share": 1, "of": "limit"} if data == "limit" else data
