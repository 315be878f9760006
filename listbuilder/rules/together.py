"""The together rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.record import record
from listbuilder.rules.base import Rule
from listbuilder.selectors import Selector

if TYPE_CHECKING:
    from listbuilder.finding import Finding
    from listbuilder.force import Force, Model, Pick

Carried = tuple["Pick", "Model | None"]
WORDS = {"list": "in one list", "model": "on one model", "group": "in one group"}


@record
class Together(Rule):
    """Forbid things in one list or on one model, or ask for all of them at once.

    Use `never` for rivals who will not serve together, `always` for sets that come only as a whole. `over` is the
    list unless it says `model`, or `group`, whose own picks then count as well.

        kind: together
        id: rivals
        source: Building a crew
        never: [{entry: cat}, {entry: dog}]
    """

    kind: Literal["together"] = "together"
    never: tuple[Selector, ...] = ()
    always: tuple[Selector, ...] = ()
    over: Literal["list", "model", "group"] = "list"
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
        for place, picks in self.scopes(force):
            found = [self.first(part, picks) for part in self.never or self.always]
            there = [one for one in found if one]
            where, model = (place, None) if not there else self.place(there[-1] if self.never else there[0], place)
            if self.never and len(there) == len(found):
                yield self.problem(
                    "forbidden",
                    f"{' and '.join(self.name(one) for one in there)} may not be {WORDS[self.over]}.",
                    f"Take out {self.name(there[-1])} or {self.name(there[0])}.",
                    where,
                    model,
                )
            if self.always and there and len(there) < len(found):
                lacking = " and ".join(str(part) for part, one in zip(self.always, found, strict=True) if not one)
                yield self.problem(
                    "incomplete",
                    f"{' and '.join(self.name(one) for one in there)} must be {WORDS[self.over]} with {lacking}.",
                    f"Add {lacking}, or take out {self.name(there[0])}.",
                    where,
                    model,
                )

    def scopes(self, force: Force) -> Iterator[tuple[str, list[Carried]]]:
        """The picks that meet, with the place they meet in."""
        if self.over == "group":
            for group in force.groups:
                own: list[Carried] = [(pick, None) for picks in group.slots.values() for pick in picks]
                yield group.where, own + carried(group.members)
        elif self.over == "model":
            for row in force.rows:
                yield row.where, carried((row,))
        else:
            yield "models", [*((pick, None) for pick in force.entries), *carried(force.models)]

    def first(self, part: Selector, picks: list[Carried]) -> Carried | None:
        """The first pick that fits, with its model."""
        return next((one for one in picks if part.fits_pick(*one)), None)

    def place(self, one: Carried, place: str) -> tuple[str, Model | None]:
        """Where a pick stands in the player's file."""
        return (one[1].where, one[1]) if one[1] and self.over != "group" else (place, None)

    def name(self, one: Carried) -> str:
        """The printed name of a pick."""
        return one[0].entry.name


def carried(models: tuple[Model, ...]) -> list[Carried]:
    """Every pick of some models with the model that carries it."""
    return [(pick, model) for model in models for pick in model.entries]
