"""The together rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.base.findings import Finding
from listbuilder.base.records import record
from listbuilder.base.wording import join_choices, join_names
from listbuilder.catalogue.phrasing import describe_needed
from listbuilder.catalogue.query import Selector
from listbuilder.catalogue.rules.base import FindingTemplate, Rule, judged_parts

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.judging.force import Force, Node, Owner, Pick

WORDS = {"list": "in one list", "model": "on one model", "group": "in one group"}


@record
class Together(Rule):
    """Forbid a combination, or require a complete one, in one list, group or model.

    Use `never` for rivals who do not serve together, and `always` for sets that come only as a whole. With
    `over: group`, the group's own picks count too.

        kind: together
        id: rivals
        source: Building a crew
        never: [{entry: cat}, {entry: dog}]
    """

    kind: Literal["together"] = "together"
    never: tuple[Selector, ...] = ()
    """A combination that is forbidden."""
    always: tuple[Selector, ...] = ()
    """A set that must be complete if any of it is there."""
    over: Literal["list", "model", "group"] = "list"
    """Where to look: in the whole list (the default), in each model or in each group."""
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "forbidden": FindingTemplate(
            "A forbidden combination is in the list.", "{named} may not be {where}.", "Take out {remedy}."
        ),
        "incomplete": FindingTemplate(
            "Only a part of a set is there.",
            "{named} must be {where} with {lacking}.",
            "Add {lacking}, or take out {first}.",
        ),
    }

    def __post_init__(self) -> None:
        if (len(self.never) < 2) == (len(self.always) < 2):
            raise ValueError("give two or more selectors, under either `never` or `always`")

    @property
    def over_what(self) -> str:
        return self.over

    @property
    def one_by_one(self) -> bool:
        return self.over != "list"

    def describe(self, game: Game) -> str:
        names = join_names(describe_needed(one, game) for one in self.never or self.always)
        where = f"in one {self.over}"
        return f"never together {where}: {names}" if self.never else f"only together {where}: {names}"

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        for part in judged_parts(self, force, at):
            # On a part that stands apart itself, its own picks count.
            picks = [pick for pick in part.picks_of(force) if not part.wide or pick.owner.part == "main"]
            wanted = self.never or self.always
            found = [next((pick for pick in picks if one.fits_pick(pick)), None) for one in wanted]
            there = [pick for pick in found if pick]
            # `never` is broken if all of them are there, `always` if only some are.
            if not there or (len(there) == len(found)) != bool(self.never):
                continue
            data = {
                "named": join_names([pick.entry.name for pick in there]),
                "where": WORDS[self.over],
                "first": there[0].entry.name,
                "remedy": join_choices(list(dict.fromkeys(cause(pick) for pick in reversed(there)))),
                "last": there[-1].entry.name,
                "lacking": join_names(
                    [describe_needed(one, force.game) for one, pick in zip(wanted, found, strict=True) if not pick]
                ),
            }
            owner, inside = self.place(there[-1] if self.never else there[0], part)
            yield self.finding("forbidden" if self.never else "incomplete", owner, data, inside)

    def place(self, pick: Pick, part: Node) -> tuple[Node, tuple[str, ...]]:
        """Where to point: at the model that has the pick, or at the part."""
        if pick.model and self.over != "group":
            return pick.owner, ()
        return part, ("models",) if part.up is None else ()


def cause(pick: Pick) -> str:
    """What to take out so that a pick goes: itself, or what gives it."""
    return f"{pick.given_by} (it gives {pick.entry.name})" if pick.given_by else pick.entry.name
