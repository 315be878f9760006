"""Modifiers that change something else than what they stand on: an entry above, entries inside, or their profiles.

Each is sent to what it changes, with its conditions asked from there, and is translated with the modifiers of that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from listbuilder.base.records import replace
from listbuilder.exchange.battlescribe.data_records import (
    Comparing,
    ConditionSet,
    DataCondition,
    DataInfo,
    DataModifier,
)
from listbuilder.exchange.battlescribe.linking import Definition, Info, Placement
from listbuilder.exchange.battlescribe.questions import ELSEWHERE, TYPES, Frame, NotSaidError

if TYPE_CHECKING:
    from listbuilder.exchange.battlescribe.profile_tables import ProfileTable
    from listbuilder.exchange.battlescribe.translate import _Translator

NAMES = ("name", "annotation", "page", "description", "publicationId", "notes")
OWN_ROW = ("root-entry", "parent", "ancestor", *TYPES, "model-or-unit")
"""The scopes that stay within the row of a list that an entry is in."""


class Reach(NamedTuple):
    """What a modifier changes, from its scope on: what is inside, at any depth, which of it, which of its profiles."""

    inside: bool
    deep: bool
    which: str
    profile: str


def reach_of(modifier: DataModifier) -> Reach:
    """What the data write as `self.entries.recursive.ID.profiles.NAME`; each part is optional."""
    path, _, profile = modifier.affects.partition("profiles.")
    words = [one for one in path.split(".") if one]
    ids = [one for one in words if one not in ("entries", "recursive")]
    if len(ids) > 1:
        raise NotSaidError("it changes several others at once")
    return Reach("entries" in words, "recursive" in words, "".join(ids), profile)


def send_modifiers(translator: _Translator) -> None:
    """Send the modifiers of all definitions; those of values wait until the profiles are made."""
    groups = {group for one in translator.game.definitions for slot in one.slots for each in slot.placements
              for group in each.groups}  # fmt: skip
    for group in groups:
        for node in group.nodes:
            for modifier in node.reaching:
                translator.not_said(modifier, "a group changes something else", None)
    for one in translator.game.definitions:
        for modifier in (each for node in one.nodes for each in node.reaching):
            try:
                _send(translator, one, modifier)
            except NotSaidError as error:
                translator.not_said(modifier, str(error), one)


def _send(translator: _Translator, one: Definition, modifier: DataModifier) -> None:
    reach = reach_of(modifier)
    if modifier.field in NAMES or modifier.type in ("set-primary", "unset-primary"):
        translator.ledger.note(modifier, "names only")
    elif any(modifier.field in each.columns for each in translator.types.values()):
        translator.far_values.append((one, modifier, reach))
    elif modifier.field == "category" and not reach.inside and modifier.scope in OWN_ROW and modifier.type == "add":
        # A tag that an entry gives stands on its row, whatever gives it.
        one.sent.append(translator.ledger.copy(modifier, modifier.when))
    elif reach.inside and not reach.deep and not modifier.scope and modifier.field != "category":
        _send_inside(translator, one, modifier, reach)
    else:
        raise NotSaidError(ELSEWHERE)


def _send_inside(translator: _Translator, one: Definition, modifier: DataModifier, reach: Reach) -> None:
    """To entries in the slots of a definition: what hides or limits them there."""
    found = [each for slot in one.slots for each in slot.placements if _is_meant(each, reach)]
    limits = {each.id for placement in found for node in placement.nodes for each in node.constraints}
    if found and modifier.field not in ("hidden", *limits):
        raise NotSaidError(f"it changes {modifier.field} of something else")
    copy = translator.ledger.copy(modifier, _asked_inside(modifier.when, one))
    for placement in found:
        carrier = replace(
            placement.nodes[-1], hidden=False, costs={}, constraints=(), modifiers=(copy,), categories=(),
            info=DataInfo(), children=(), reaching=(),
        )  # fmt: skip
        placement.nodes = (*placement.nodes, carrier)
    if not found:
        translator.ledger.note(modifier, "no effect", "nothing inside is what it changes")


def _is_meant(placement: Placement, reach: Reach) -> bool:
    of = placement.definition
    return not reach.which or reach.which in of.ids or reach.which in of.categories


def _asked_inside(when: ConditionSet, one: Definition) -> ConditionSet:
    """A condition of an entry, asked from what is inside it."""

    def asked(part: DataCondition) -> DataCondition:
        if isinstance(part, ConditionSet):
            return replace(part, parts=tuple(map(asked, part.parts)))
        return _from_inside(part, one)

    return replace(when, parts=tuple(map(asked, when.parts)))


def _from_inside(part: Comparing, one: Definition) -> Comparing:
    if part.asks.scope in ("parent", "ancestor"):
        raise NotSaidError("it is asked from above what it changes")
    return replace(part, asks=replace(part.asks, scope=one.nodes[0].id)) if part.asks.scope == "self" else part


def change_far_values(translator: _Translator) -> None:
    """Send what changes printed values to the profiles that are shown by what it reaches."""
    for one, modifier, reach in (each for each in translator.far_values if each[0] in translator.made):
        table = next(each for each in translator.types.values() if modifier.field in each.columns)
        made = translator.tables.get(table.id)
        infos = [each for target in _targets(translator, one, modifier, reach) if made
                 for each in translator.shown_infos.get(target, []) if _is_shown(made, each, reach)]  # fmt: skip
        if made and infos:
            translator.value_change(one, modifier, made, infos)
        else:
            translator.ledger.note(modifier, "no effect", "nothing that it reaches has such a profile")


def _is_shown(table: ProfileTable, info: Info, reach: Reach) -> bool:
    return table.holds(info) and reach.profile in ("", table.type.name)


def _targets(translator: _Translator, one: Definition, modifier: DataModifier, reach: Reach) -> list[Definition]:
    """The definitions whose profiles a modifier changes."""
    asker, frame = translator.asker, Frame("self", one)
    if not modifier.scope:
        tops = {one}
    elif modifier.scope not in OWN_ROW:
        return []
    elif modifier.scope == "model-or-unit":
        tops = {each for word in ("model", "unit") for each in asker.scope_nodes(frame, word)}
    else:
        tops = set(asker.scope_nodes(frame, modifier.scope))
    found = dict.fromkeys(sorted(tops, key=lambda each: each.id))
    queue = list(found) if reach.inside else []
    while queue:
        inner = [each.definition for slot in queue.pop().slots for each in slot.placements]
        new = [each for each in inner if each not in found]
        found.update(dict.fromkeys(new))
        queue += new if reach.deep else []
    return [each for each in found if not reach.which or reach.which in each.ids or reach.which in each.categories]
