"""The together rule."""

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
class Together(Rule):
    """Forbid things in one list or on one model, or ask for all of them at once.

    Use `never` for rivals who will not serve together, `always` for sets that come only as a whole. `over` is the
    list unless it says `model`.

        kind: together
        id: rivals
        source: Building a crew
        never: [{entry: cat}, {entry: dog}]
    """

    kind: Literal["together"] = "together"
    never: tuple[Selector, ...] = ()
    always: tuple[Selector, ...] = ()
    over: Literal["list", "model"] = "list"
    codes: ClassVar[dict[str, str]] = {
        "forbidden": "Things that may not be together are.",
        "incomplete": "Some of a set that goes together is missing.",
    }

    def __post_init__(self) -> None:
        if (len(self.never) < 2) == (len(self.always) < 2):
            raise ValueError("give two or more selectors, under either `never` or `always`")

    @property
    def judges_models(self) -> bool:
        return self.over == "model"

    def check(self, force: Force) -> Iterator[Finding]:
        scopes = [(row,) for row in force.rows] if self.over == "model" else [force.models]
        for models in scopes:
            found = [self.first(part, models) for part in self.never or self.always]
            there = [one for one in found if one]
            if self.never and len(there) == len(found):
                yield self.problem(
                    "forbidden",
                    f"{' and '.join(name for _, name in there)} may not be {self.scope()}.",
                    f"Take out {there[-1][1]} or {there[0][1]}.",
                    there[-1][0].where,
                    there[-1][0],
                )
            if self.always and there and len(there) < len(found):
                lacking = [str(part) for part, one in zip(self.always, found, strict=True) if not one]
                yield self.problem(
                    "incomplete",
                    f"{' and '.join(name for _, name in there)} must be {self.scope()} with {' and '.join(lacking)}.",
                    f"Add {' and '.join(lacking)}, or take out {there[0][1]}.",
                    there[0][0].where,
                    there[0][0],
                )

    def scope(self) -> str:
        """Where the things meet, in words."""
        return "on one model" if self.over == "model" else "in one list"

    def first(self, part: Selector, models: tuple[Model, ...]) -> tuple[Model, str] | None:
        """The first pick that fits, with its model and printed name."""
        for model in models:
            for pick in model.entries:
                if part.fits_pick(pick, model):
                    return model, pick.entry.name
        return None
