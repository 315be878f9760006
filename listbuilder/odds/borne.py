"""Who bears the records that bear on an attack: both models, their friends, the players, everybody.

Two fighters go in, records with their bearers come out; whether one counts is asked elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Literal, NamedTuple

from listbuilder.catalogue.effects.effect import Effect
from listbuilder.catalogue.effects.moment import Moment
from listbuilder.catalogue.effects.verbs import Act
from listbuilder.force import Force, Model, Pick, loose
from listbuilder.odds.given import Side
from listbuilder.odds.library import Library, Said, library

Kind = Literal["own", "other", "player"]


class Fighter:
    """One side of an attack: a model of a force, with the weapon it uses, if any."""

    def __init__(self, force: Force, model: Model, weapon: Pick | None) -> None:
        self.force, self.model, self.weapon = force, model, weapon
        self.known: dict[tuple[Side, frozenset[str]], tuple[Borne, ...]] = {}

    @cached_property
    def look(self) -> tuple[object, ...]:
        """All that tells it from others of its force, but for its name and its place."""
        model, weapon = self.model, self.weapon
        return (
            *(tuple((name, str(one)) for name, one in part.items()) for part in (model.stats, model.values)),
            tuple((pick.slot, pick.entry.key, str(pick.now)) for pick in model.inside),
            (id(model.squad), model.count > 1, model.size),
            (weapon.entry.key, str(weapon.now), weapon.owner is model) if weapon is not None else None,
        )

    def has(self, entry: str) -> bool:
        """Whether something is on it."""
        return any(pick.entry.id == entry for pick in self.model.inside)

    def friends_with(self, entry: str) -> int:
        """How many other models of its side on the table have something."""
        number = -int(self.has(entry))
        for row in self.force.rows:
            if row.values.get("deploy") is not False and any(pick.entry.id == entry for pick in row.inside):
                number += row.count
        return max(number, 0)

    def brings(self, side: Side, events: frozenset[str], weapons: tuple[Pick, ...]) -> tuple[Borne, ...]:
        """Every record that it brings to attacks of some names; it is gathered once, whomever it meets."""
        key = (side, events)
        if key not in self.known:
            self.known[key] = tuple(gather(side, self, events, weapons))
        return self.known[key]


class Borne(NamedTuple):
    """A record with its bearer: one of the two models, another of its side, or its player.

    `asked`: it counts only where that is said, for it has to be used, or is a condition.
    What lies on the `table` is nobody's.
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
    lent: str = ""


def gather(side: Side, one: Fighter, events: frozenset[str], weapons: tuple[Pick, ...]) -> Iterator[Borne]:
    """Every record that one side brings; of its weapons only the one in use."""
    books = library(one.force.game)
    idle = {id(pick) for pick in weapons if pick is not one.weapon}
    in_hand = [one.weapon] if one.weapon is not None and one.weapon.owner is not one.model else []
    for pick in (*one.model.inside, *in_hand):
        if id(pick) not in idle:
            carries = carried(books, pick, side, "own", events, used=pick is one.weapon)
            yield from carries if pick is one.weapon else (said for said in carries if not needs_hand(said.effect))
    models, players = books.everybody(one.force)
    for entry in models:
        yield from carried(books, loose(entry), side, "own", events, used=True)
    for entry in books.conditions:
        if entry.key not in books.table:
            yield from carried(books, loose(entry), side, "own", events, used=None)
        elif side == "target":
            laid = carried(books, loose(entry), side, "player", events, used=None)
            yield from (said._replace(table=True) for said in laid)
    for pick in (*one.force.root.inside, *(loose(entry) for entry in players)):
        if id(pick) not in idle:
            yield from carried(books, pick, side, "player", events, used=False)
    for pick in (*friends(one), *(loose(entry) for entry in models)):
        yield from carried(books, pick, side, "other", events, used=False)


def friends(one: Fighter) -> Iterator[Pick]:
    """What the other models of its side have, each entry once."""
    seen: set[str] = set()
    for row in one.force.rows:
        if row.row == one.model.row and row.count == 1:
            continue
        for pick in row.inside:
            if pick.entry.id not in seen:
                seen.add(pick.entry.id)
                yield pick


def carried(
    books: Library, pick: Pick, side: Side, kind: Kind, events: frozenset[str], *, used: bool | None
) -> Iterator[Borne]:
    """What a pick does for one side; it is in use, or it may be, or (None) somebody may have it."""
    for said in books.records(pick, events):
        if kind == "other" and in_hand_only(said.effect):
            continue
        if said.act is not None and said.act.by is None and not brings_attack(said, side, kind):
            continue
        asked = used is None or said.act is not None or (said.used and not used)
        yield Borne(said.effect, side, kind, said.entry, said.name, said.text, pick, asked, said.act, lent=said.lent)


def brings_attack(said: Said, side: Side, kind: Kind) -> bool:
    """Whether a record about an attack that an entry brings counts here: its bearer's alone, with whatever holds in it.

    Of the target only that it may strike back is told.
    """
    return kind == "own" and (side == "actor" or said.effect is said.act)


def in_hand_only(effect: Effect) -> bool:
    """Whether a record counts only for who attacks with the very thing that it stands on."""
    return all_with_this((*effect.during, *effect.when))


def needs_hand(effect: Effect) -> bool:
    """Whether a record can't be in force in an attack that is done with something else."""
    return all_with_this(effect.during or (() if effect.until else effect.when))


def all_with_this(moments: tuple[Moment, ...]) -> bool:
    """Whether some moments all speak of the thing that says so."""
    return bool(moments) and all(moment.with_ is not None and moment.with_.this for moment in moments)
