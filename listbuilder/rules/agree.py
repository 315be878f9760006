"""The agree rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.record import record
from listbuilder.rules.base import Rule

if TYPE_CHECKING:
    from listbuilder.finding import Finding
    from listbuilder.force import Force, Pick


@record
class Agree(Rule):
    """Ask that a field of the picks in one slot agrees with what is in a slot of the list.

    Use for "every operative belongs to the chosen team" (`field` equals the id of the entry in the slot `with`), or,
    with `their`, for "the archetype is one of the team's".

        kind: agree
        id: one-team
        source: Choosing a team
        slot: unit
        field: team
        with: team
    """

    kind: Literal["agree"] = "agree"
    slot: str
    field: str
    with_: str
    their: str | None = None
    codes: ClassVar[dict[str, str]] = {"differs": "A pick does not go with what the list has chosen."}

    def check(self, force: Force) -> Iterator[Finding]:
        chosen = [pick for pick in force.slots.get(self.with_, ()) if not pick.entry.unknown]
        if not chosen:
            return
        allowed = {value for pick in chosen for value in self.offered(pick)}
        for model in force.rows:
            for pick in model.slots.get(self.slot, ()):
                if self.differs(pick, allowed):
                    yield self.problem(*self.words(pick, chosen), f"{model.where}.{pick.path}", model)
        for pick in force.slots.get(self.slot, ()):
            if self.differs(pick, allowed):
                yield self.problem(*self.words(pick, chosen), pick.path)

    def offered(self, pick: Pick) -> tuple[str, ...]:
        """The values that agree with a pick of the list."""
        value = pick.field(self.their) if self.their else pick.entry.id
        return tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)

    def differs(self, pick: Pick, allowed: set[str]) -> bool:
        """Whether a known pick has none of the allowed values."""
        value = pick.field(self.field)
        mine = value if isinstance(value, tuple) else (str(value),)
        return not pick.entry.unknown and allowed.isdisjoint(mine)

    def words(self, pick: Pick, chosen: list[Pick]) -> tuple[str, str, str]:
        """Code, message and hint for a pick that does not agree."""
        team = " or ".join(one.entry.name for one in chosen)
        return (
            "differs",
            f"{pick.entry.name} ({self.field} {pick.field(self.field)}) does not go with the {self.with_} {team}.",
            f"Pick another {self.slot}, or change the {self.with_}.",
        )
