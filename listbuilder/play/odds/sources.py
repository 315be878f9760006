"""Effects that may apply to an attack, by bearer: both models, their friends, the players, everybody.

Two fighters go in, effects with their bearers come out, and which side a role of such an effect means. `conditions`
decides whether an effect applies.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Literal, NamedTuple

from listbuilder.catalogue.effects.parts import Moment, Who
from listbuilder.catalogue.effects.verbs import Act, Effect
from listbuilder.judging.force import Force, Model, Pick, detached_pick
from listbuilder.play.odds.circumstances import OTHER, SIDES, Side
from listbuilder.play.odds.library import Library, SourcedRecord, library

Kind = Literal["own", "other", "player"]


class Fighter:
    """One side of an attack: a model of a force, with the weapon it uses, if any."""

    def __init__(self, force: Force, model: Model, weapon: Pick | None) -> None:
        self.force, self.model, self.weapon = force, model, weapon
        self.known: dict[tuple[Side, frozenset[str]], tuple[ActiveEffect, ...]] = {}

    @cached_property
    def look(self) -> tuple[object, ...]:
        """Everything about it that odds may depend on: all but its name and its row."""
        model, weapon = self.model, self.weapon
        return (
            *(tuple((name, str(one)) for name, one in part.items()) for part in (model.stats, model.values)),
            tuple((pick.slot, pick.entry.key, str(pick.changed_fields)) for pick in model.inside),
            (id(model.squad), model.count > 1, model.size),
            (weapon.entry.key, str(weapon.changed_fields), weapon.owner is model) if weapon is not None else None,
        )

    def has(self, entry: str) -> bool:
        """Whether something is on it."""
        return any(pick.entry.id == entry for pick in self.model.inside)

    def friends_with(self, entry: str) -> int:
        """How many other models of its side on the table have something."""
        # The model itself is among the rows below.
        number = -int(self.has(entry))
        for row in self.force.rows:
            if row.values.get("deploy") is not False and any(pick.entry.id == entry for pick in row.inside):
                number += row.count
        return max(number, 0)

    def brings(self, side: Side, events: frozenset[str], weapons: tuple[Pick, ...]) -> tuple[ActiveEffect, ...]:
        """Every record that it brings to attacks of some names; it is gathered once, whomever it meets."""
        key = (side, events)
        if key not in self.known:
            self.known[key] = tuple(gather_effects(side, self, events, weapons))
        return self.known[key]


class ActiveEffect(NamedTuple):
    """A record with its bearer: one of the two models, another of its side, or its player.

    `asked`: it counts only if players state it, because it has to be used or is a condition.
    Records of the `table`, such as terrain, have no bearer.
    """

    effect: Effect
    side: Side
    kind: Kind
    entry: str
    name: str
    text: str
    pick: Pick | None = None
    asked: bool = False
    act: Act | None = None
    table: bool = False
    granted_keyword: str = ""


def gather_effects(
    side: Side, one: Fighter, events: frozenset[str], weapons: tuple[Pick, ...]
) -> Iterator[ActiveEffect]:
    """Every record that one side brings; of its weapons only the one in use."""
    books = library(one.force.game)
    idle = {id(pick) for pick in weapons if pick is not one.weapon}
    in_hand = [one.weapon] if one.weapon is not None and one.weapon.owner is not one.model else []
    for pick in (*one.model.inside, *in_hand):
        if id(pick) not in idle:
            carries = pick_effects(books, pick, side, "own", events, used=pick is one.weapon)
            # A weapon that is not in use may still have records that hold whatever the model attacks with.
            yield from (
                carries if pick is one.weapon else (record for record in carries if not needs_weapon(record.effect))
            )
    models, players = books.everybody(one.force)
    for entry in models:
        yield from pick_effects(books, detached_pick(entry), side, "own", events, used=True)
    for entry in books.conditions:
        if entry.key not in books.table:
            yield from pick_effects(books, detached_pick(entry), side, "own", events, used=None)
        # Both sides bring the conditions of the table, but they must count once.
        elif side == "target":
            laid = pick_effects(books, detached_pick(entry), side, "player", events, used=None)
            yield from (record._replace(table=True) for record in laid)
    for pick in (*one.force.root.inside, *(detached_pick(entry) for entry in players)):
        if id(pick) not in idle:
            yield from pick_effects(books, pick, side, "player", events, used=False)
    for pick in (*friend_effects(one), *(detached_pick(entry) for entry in models)):
        yield from pick_effects(books, pick, side, "other", events, used=False)


def friend_effects(one: Fighter) -> Iterator[Pick]:
    """What the other models of its side have, each entry once."""
    seen: set[str] = set()
    for row in one.force.rows:
        # A row of several miniatures stays: the others of it are friends.
        if row.row == one.model.row and row.count == 1:
            continue
        for pick in row.inside:
            if pick.entry.id not in seen:
                seen.add(pick.entry.id)
                yield pick


def pick_effects(
    books: Library, pick: Pick, side: Side, kind: Kind, events: frozenset[str], *, used: bool | None
) -> Iterator[ActiveEffect]:
    """What a pick does for one side; it is in use, or it may be, or (None) somebody may have it."""
    for record in books.records(pick, events):
        if kind == "other" and only_with_weapon(record.effect):
            continue
        if record.act is not None and record.act.by is None and not brings_attack(record, side, kind):
            continue
        asked = used is None or record.act is not None or (record.used and not used)
        yield ActiveEffect(
            record.effect,
            side,
            kind,
            record.entry,
            record.name,
            record.text,
            pick,
            asked,
            record.act,
            granted_keyword=record.granted_keyword,
        )


def brings_attack(record: SourcedRecord, side: Side, kind: Kind) -> bool:
    """Whether a record about an attack that an entry brings counts here: its bearer's alone, with whatever holds in it.

    Of the target only the right to strike back counts.
    """
    return kind == "own" and (side == "actor" or record.effect is record.act)


def only_with_weapon(effect: Effect) -> bool:
    """Whether a record counts only for who attacks with the very thing that it stands on."""
    return all_name_the_bearer((*effect.during, *effect.when))


def needs_weapon(effect: Effect) -> bool:
    """Whether a record can't be in force in an attack that is done with something else."""
    return all_name_the_bearer(effect.during or (() if effect.until else effect.when))


def all_name_the_bearer(moments: tuple[Moment, ...]) -> bool:
    """Whether some moments all speak of the thing that says so."""
    return bool(moments) and all(moment.with_ is not None and moment.with_.this for moment in moments)


def role_side(role: str | None, one: ActiveEffect | None) -> Side | None:
    """The side that a role means; in what followed from an earlier event, the roles are those of that event."""
    if role in SIDES and (one is None or not is_past(one)):
        return role
    if one is None or role is None or role == "chosen":
        return None
    if role in ("self", "owner"):
        return one.side
    if role == "opponent":
        return OTHER[one.side]
    mine = any(moment.by is not None and moment.by.role == "self" for moment in one.effect.when)
    return one.side if (role == "actor") == mine else OTHER[one.side]


def is_past(one: ActiveEffect) -> bool:
    """Whether a record followed from something that happened before this attack."""
    return one.act is None and any(moment.kind in ("after", "before") for moment in one.effect.when)


def may_refer_to(who: Who | None, side: Side, one: ActiveEffect) -> bool:
    """Whether one of the two models can be meant, by role and side alone."""
    if who is None:
        return True
    if who.role == "chosen":
        return may_refer_to(one.effect.pick, side, one) if one.effect.pick else True
    if who.role == "self" and one.kind != "own":
        return False
    if who.role:
        return role_side(who.role, one) == side
    mine, own = side == one.side, side == one.side and one.kind == "own"
    sides = {"friend": mine and not own, "own": mine, "enemy": not mine, "other": not own, "any": True}
    return sides[who.side] if who.side else True
