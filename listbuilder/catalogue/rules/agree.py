"""The agree rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from listbuilder.base.records import Refers, record
from listbuilder.base.wording import as_words, either
from listbuilder.catalogue.query.selectors import Selector
from listbuilder.catalogue.rules.base import FindingTemplate, Rule

if TYPE_CHECKING:
    from listbuilder.base.findings import Finding
    from listbuilder.catalogue import Entry
    from listbuilder.judging.force import Force, Owner, Pick


@record
class Agree(Rule):
    """Ask that a field of the picks in one slot agrees with what is in another slot.

    Use for "every operative belongs to the chosen team" (`field` equals the id of the entry in the slot `with`), or,
    with `their`, for "the archetype is one of the team's". The slot `with` is looked for on the same row, then on its
    group and the groups around that, then on the list; the first that holds something counts. `or` are values that
    always go; `where` says which picks the rule is about.

        kind: agree
        id: one-team
        source: Choosing a team
        slot: unit
        field: team
        with: team
    """

    kind: Literal["agree"] = "agree"
    slot: Annotated[str, Refers("slot")]
    """The slot whose picks must agree."""
    field: Annotated[str, Refers("entry field")]
    """The field of these picks."""
    with_: Annotated[str, Refers("sheet slot")]
    """The slot whose entry it must agree with: of the row, its group or the list, the nearest first."""
    their: Annotated[str | None, Refers("entry field")] = None
    """The field over there; its id unless said."""
    or_: Annotated[tuple[str, ...], Refers("context")] = ()
    """Values that always go."""
    where: Selector | None = None
    """Which picks the rule is about."""
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "differs": FindingTemplate(
            "A pick does not go with what is chosen beside it.",
            "{entry} ({field} {mine}) does not go with the {with_slot} {chosen}.",
            "Pick another {slot}, or change the {with_slot}.",
        )
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        values: dict[int, set[str]] = {}
        slot, root = self.slot, force.root
        for pick in at.picks_of(force):
            if pick.slot != slot or pick.given_by or pick.entry.unknown:
                continue
            chosen = self.beside(pick.owner, root)
            if not chosen or (self.where and not self.where.fits_pick(pick)):
                continue
            allowed = values.get(id(chosen))
            if allowed is None:
                allowed = values[id(chosen)] = self.allowed(chosen)
            if self.agrees(pick.entry, allowed):
                continue
            mine = values_of(pick.entry, self.field)
            data = {
                "entry": pick.entry.name,
                "field": as_words(self.field),
                "mine": either([force.game.printed(one) for one in mine]),
                "slot": self.slot,
                "with_slot": as_words(self.with_),
                "chosen": either([one.entry.name for one in chosen]),
            }
            yield self.finding("differs", pick, data)

    def beside(self, owner: Owner, root: Owner) -> tuple[Pick, ...]:
        """What the picks of a row must agree with: the first thing in the slot on it, around it, or on the list."""
        group = owner.group
        for one in (owner, group, *group.chain, root) if group else (owner, root):
            if found := one.slots.get(self.with_):
                return () if any(pick.entry.unknown for pick in found) else found
        return ()

    def allowed(self, chosen: tuple[Pick, ...]) -> set[str]:
        """The values that agree with what is chosen."""
        offered = {one for pick in chosen for one in self.offered(pick.entry)}
        return offered | set(self.or_)

    def offered(self, entry: Entry) -> tuple[str, ...]:
        """The values that agree with one entry of the list."""
        return values_of(entry, self.their) if self.their else (entry.id,)

    def agrees(self, entry: Entry, allowed: set[str]) -> bool:
        """Whether an entry has one of the allowed values, or none at all: then it goes with anything."""
        mine = values_of(entry, self.field)
        return not mine or not allowed.isdisjoint(mine)

    def allows(self, entry: Entry, slot: str, chosen: tuple[Pick, ...]) -> bool:
        """Whether an entry may stand in a slot beside what is chosen; to tell two of one name apart."""
        if slot != self.slot or not chosen:
            return True
        return self.agrees(entry, self.allowed(chosen))


def values_of(entry: Entry, name: str) -> tuple[str, ...]:
    """The values of a field, as texts."""
    value = entry.field(name)
    return () if value is None else tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)
