"""The agree rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from listbuilder.base.findings import Finding
from listbuilder.base.records import Refers, record
from listbuilder.base.wording import as_words, join_choices
from listbuilder.catalogue.query import Selector
from listbuilder.catalogue.rules.base import FindingTemplate, Rule

if TYPE_CHECKING:
    from listbuilder.catalogue import Entry, Game
    from listbuilder.judging.force import Force, Owner, Pick


@record
class Agree(Rule):
    """Require the picks in one slot to agree with the pick in another slot.

    Use it for "every operative belongs to the chosen team": `field` of the operative must be the id of the entry in the
    slot `with`. With `their`, `field` must be one of the values in that field of the entry: "the archetype is one of
    the team's". The rule looks for the slot `with` on the same row, then on its group and the groups around it, then on
    the list; the first that holds something counts. Values in `or` are always allowed. `where` restricts the rule to
    some picks.

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
    """The slot to agree with, on the row, its group or the list; the nearest counts."""
    their: Annotated[str | None, Refers("entry field")] = None
    """The field of the entry in that slot; default: its id."""
    or_: Annotated[tuple[str, ...], Refers("context")] = ()
    """Values that are always allowed."""
    where: Selector | None = None
    """Which picks the rule judges."""
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "differs": FindingTemplate(
            "A pick does not agree with a choice in another slot.",
            "{entry} ({field} {mine}) does not go with the {with_slot} {chosen}.",
            "Pick another {slot}, or change the {with_slot}.",
        )
    }

    def describe(self, game: Game) -> str:
        their = f" ({as_words(self.their)})" if self.their else ""
        always = f", or is {join_choices(list(self.or_))}" if self.or_ else ""
        return f"the {as_words(self.field)} of picks under `{self.slot}` matches `{self.with_}`{their}{always}"

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        values: dict[int, set[str]] = {}
        slot, root = self.slot, force.root
        for pick in at.picks_of(force):
            # Nobody chose what is given, and an unknown name has a finding of its own.
            if pick.slot != slot or pick.given_by or pick.entry.unknown:
                continue
            chosen = self.beside(pick.owner, root)
            if not chosen or (self.where and not self.where.fits_pick(pick)):
                continue
            # Most picks are compared with the same choice: its values are collected once.
            allowed = values.get(id(chosen))
            if allowed is None:
                allowed = values[id(chosen)] = self.allowed(chosen)
            if self.agrees(pick.entry, allowed):
                continue
            mine = values_of(pick.entry, self.field)
            data = {
                "entry": pick.entry.name,
                "field": as_words(self.field),
                "mine": join_choices([force.game.printed(one) for one in mine]),
                "slot": self.slot,
                "with_slot": as_words(self.with_),
                "chosen": join_choices([one.entry.name for one in chosen]),
            }
            yield self.finding("differs", pick, data)

    def beside(self, owner: Owner, root: Owner) -> tuple[Pick, ...]:
        """The picks to agree with: on the row, in the groups around it, or on the list."""
        group = owner.group
        for one in (owner, group, *group.chain, root) if group else (owner, root):
            if found := one.slots.get(self.with_):
                # The unknown choice is the mistake; what depends on it can't be judged.
                return () if any(pick.entry.unknown for pick in found) else found
        return ()

    def allowed(self, chosen: tuple[Pick, ...]) -> set[str]:
        """The values that agree with the picks chosen."""
        offered = {one for pick in chosen for one in self.offered(pick.entry)}
        return offered | set(self.or_)

    def offered(self, entry: Entry) -> tuple[str, ...]:
        """The values that agree with one entry."""
        return values_of(entry, self.their) if self.their else (entry.id,)

    def agrees(self, entry: Entry, allowed: set[str]) -> bool:
        """Whether an entry has an allowed value; one without values agrees with anything."""
        mine = values_of(entry, self.field)
        return not mine or not allowed.isdisjoint(mine)

    def allows(self, entry: Entry, slot: str, chosen: tuple[Pick, ...]) -> bool:
        """Whether an entry may be in a slot; used to choose between entries with the same printed name."""
        if slot != self.slot or not chosen:
            return True
        return self.agrees(entry, self.allowed(chosen))


def values_of(entry: Entry, name: str) -> tuple[str, ...]:
    """The values of an entry's field, as texts."""
    value = entry.field(name)
    return () if value is None else tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)
