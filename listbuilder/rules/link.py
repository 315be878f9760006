"""The link rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.record import record
from listbuilder.rules.base import Rule
from listbuilder.selectors import Selector

if TYPE_CHECKING:
    from listbuilder.finding import Finding
    from listbuilder.force import Force, Model


@record
class Link(Rule):
    """Ask something of the models that a model names in one of its fields, such as those it carries.

    Use for "a mount carries no heavy unit" (`to` must fit what is named), or "a mount in a stack has its rider in the
    same stack" (`same: group`). `where` says which models the rule is about.

        kind: link
        id: light-riders
        source: Specials > Mount
        field: carries
        where: {keyword: mount}
        to: {not: {keyword: heavy}}
    """

    kind: Literal["link"] = "link"
    field: str
    where: Selector | None = None
    to: Selector | None = None
    same: str | None = None
    codes: ClassVar[dict[str, str]] = {
        "unfit": "A model names another that it may not name there.",
        "apart": "A model and one it names differ in something they must share.",
    }

    def check(self, force: Force) -> Iterator[Finding]:
        for model in force.rows:
            if self.where and not self.where.fits(model):
                continue
            for at, other in named_models(force, model, self.field):
                place = f"{model.where}.{self.field}[{at}]"
                if self.to and not self.to.fits(other):
                    yield self.problem(
                        "unfit",
                        f"{model.label} can't have {other.label} under `{self.field}`: it must be {self.to}.",
                        f"Name another model, or take {other.label} out of `{self.field}`.",
                        place,
                        model,
                    )
                if self.same and model.field(self.same) != other.field(self.same):
                    yield self.problem(
                        "apart",
                        f"{model.label} and {other.label} must have the same {self.same}.",
                        f"Give both the same {self.same}, or take {other.label} out of `{self.field}`.",
                        place,
                        model,
                    )


def named_models(force: Force, model: Model, field: str) -> Iterator[tuple[int, Model]]:
    """The models that a model names in a field and that exist, with their place in it."""
    names = model.values.get(field)
    for at, name in enumerate(names if isinstance(names, tuple) else ()):
        other = force.named.get(name.casefold())
        if other is not None:
            yield at, other
