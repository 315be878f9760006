"""What the records of a game say, read once and kept: the records of a pick, and the names that a record reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeAlias, TypeVar

from listbuilder.base.records import replace
from listbuilder.catalogue import Entry, Game, KeywordUse
from listbuilder.catalogue.effects.parts import Amount, Who
from listbuilder.catalogue.effects.playbook import Use, play_key
from listbuilder.catalogue.effects.sequence import DamageStep, PoolStep, Sequence
from listbuilder.catalogue.effects.verbs import (
    Act,
    Change,
    Choose,
    Damage,
    Effect,
    Forbid,
    Give,
    Ignore,
    Reroll,
    Treat,
    Turn,
)
from listbuilder.catalogue.entries import Keyword
from listbuilder.catalogue.turn_sequence import holds_with, named_in_course
from listbuilder.exchange.documents.effects_in_play import PlaybookQuery, fill_values
from listbuilder.judging.force import Force, Pick, detached_pick
from listbuilder.loading.effects.effect_names import names_in_play
from listbuilder.loading.keyword_links import KeywordIndex
from listbuilder.play.odds.circumstances import SIDES

T = TypeVar("T")
IDLE = {"allow", "heal", "move", "place", "push", "redirect", "take"}
"""Verbs that change nothing about an attack that is under way."""
PERSONAL = {"self", "owner", "opponent", "friend", "own", "enemy", "other"}
"""Roles and sides that only somebody has who bears a record."""


SetOff: TypeAlias = tuple[str, bool, str]
"""A verb, whether it is ahead of an event, and the event."""


class SourcedRecord(NamedTuple):
    """A record with the entry or keyword that has it; `used`: players have to state its use. `act` sets off the attack.

    `granted_keyword` is the keyword that this record belongs to, where another record grants that keyword.
    """

    effect: Effect
    entry: str
    name: str
    text: str
    used: bool
    act: Act | None = None
    granted_keyword: str = ""


class Library:
    """The records of one game."""

    def __init__(self, game: Game) -> None:
        self.game, self.played = game, PlaybookQuery(game)
        self.by_pick: dict[object, tuple[SourcedRecord, ...]] = {}
        # Caches by the identity of a record, because hashing one walks all of its parts. Each entry holds its record,
        # so that no other object can get the same id.
        self.numbers: dict[int, tuple[object, frozenset[str]]] = {}
        self.names: dict[int, tuple[object, frozenset[str]]] = {}
        self.sides: dict[int, tuple[object, frozenset[str]]] = {}
        self.where: dict[int, tuple[object, tuple[Who, ...]]] = {}
        self.loans: dict[int, tuple[object, tuple[tuple[str, Effect], ...]]] = {}
        self.direct: dict[object, tuple[Sequence, ...]] = {}
        self.stacks: dict[str, int | None] = {}
        self.stacking: dict[tuple[int, int], tuple[Turn, Turn]] = {}
        self.saying: dict[int, tuple[object, bool]] = {}
        self.steps: dict[int, tuple[object, frozenset[str]]] = {}
        self.topics: dict[int, tuple[object, frozenset[str]]] = {}
        self.events: dict[int, tuple[object, tuple[SetOff, ...]]] = {}
        course = game.playbook.course
        self.models, self.players = (named_in_course(game, named) for named in (course.models, course.players))
        self.conditions = tuple(self.unprinted_keywords())
        self.table = frozenset(entry.key for entry in self.conditions if self.is_table(entry))
        printed = {kind for spec in game.kinds.values() for kind in spec.keywords}
        self.keywords = frozenset(entry.id for entry in game.entries if entry.kind in printed)

    def everybody(self, force: Force) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
        """What every model and every player of a force has, beside what its list chose."""
        chosen = {pick.entry.key for pick in force.root.inside}
        models, players = (
            tuple(entry for entry in entries if holds_with(self.game, entry, chosen))
            for entries in (self.models, self.players)
        )
        return models, players

    def unprinted_keywords(self) -> Iterator[Entry]:
        """The conditions of a game: keywords with effects that are printed on nothing and are no common rules."""
        printed = {kind for spec in self.game.kinds.values() for kind in spec.keywords}
        rules = {entry.key for entry in (*self.models, *self.players)}
        for entry in self.game.entries:
            free = isinstance(entry, Keyword) and entry.kind not in printed and entry.key not in rules
            if free and (play_key(*entry.key) in self.game.playbook.entries or any(self.in_forms(entry))):
                yield entry

    def in_forms(self, entry: Entry) -> Iterator[tuple[Effect, ...]]:
        """What an entry does in each of its forms; players state the number of a form."""
        for form in entry.forms if isinstance(entry, Keyword) else ():
            play = self.game.playbook.entries.get(play_key(*entry.key, form.id))
            numbers = frozenset(name for name, type_ in form.values.items() if type_ == "number")
            if play is not None and play.effects and len(numbers) == len(form.values):
                yield with_amounts(fill_values(play.effects, entry.values.get), dict.fromkeys(numbers))

    def granted_keywords(self, give: Effect) -> tuple[tuple[str, Effect], ...]:
        """The keywords with a number that a record gives during an attack, each with its records."""
        found = self.loans.get(id(give))
        if found is None:
            made: tuple[tuple[str, Effect], ...] = ()
            if isinstance(give, Give) and give.during and give.amount:
                made = tuple(self.granted_keyword_records(give))
            found = self.loans[id(give)] = (give, made)
        return found[1]

    @cached_property
    def harmful(self) -> frozenset[str]:
        """The conditions that do damage by themselves."""
        effects = {entry.id: self.played.of(detached_pick(entry))[1] for entry in self.conditions}
        return frozenset(name for name, several in effects.items() if any(isinstance(one, Damage) for one in several))

    def conditions_in(self, give: Give) -> bool:
        """Whether a record gives a condition."""
        return any(entry.id in give.what for entry in self.conditions)

    def stacks_to(self, keyword: str) -> int | None:
        """The number that several copies of a keyword on one weapon stack to, if the keyword says one."""
        if keyword not in self.stacks:
            self.stacks[keyword] = None
            for entry in self.game.entries:
                if isinstance(entry, Keyword) and entry.id == keyword and entry.id in self.keywords and entry.stacks:
                    use = KeywordIndex(self.game.entries).read(entry.stacks, [entry.kind])
                    self.stacks[keyword] = number_of(use)
        return self.stacks[keyword]

    def turn_record(self, effect: Turn, number: int) -> Turn:
        """A record that turns so many dice; the same object each time, because cache keys compare identities."""
        key = (id(effect), number)
        if key not in self.stacking:
            self.stacking[key] = (effect, replace(effect, count=Amount(value=number)))
        return self.stacking[key][1]

    def granted_keyword_records(self, give: Give) -> Iterator[tuple[str, Effect]]:
        """The records of the keywords that one gives, with its amount for their number, while it is in force."""
        for entry in self.game.entries:
            forms = entry.forms if entry.id in give.what and entry.id in self.keywords else ()
            for form in forms if isinstance(entry, Keyword) else ():
                play = self.game.playbook.entries.get(play_key(*entry.key, form.id))
                numbers = {name: give.amount for name, type_ in form.values.items() if type_ == "number"}
                for effect in play.effects if play is not None and len(numbers) == len(form.values) == 1 else ():
                    if any(moment.by and moment.by.role == "self" for moment in effect.during):
                        own = with_amounts(fill_values(effect, entry.values.get), numbers)
                        yield entry.id, replace(own, during=give.during, if_=(*give.if_, *own.if_))

    def is_table(self, entry: Entry) -> bool:
        """Whether an entry belongs to nobody, as terrain does: none of its records names its bearer."""
        effects = (
            *self.played.of(detached_pick(entry))[1],
            *(one for several in self.in_forms(entry) for one in several),
        )
        moments = [moment for effect in effects for moment in effect.during]
        asked = [*parts_in(effects, Who)]
        has_actor = bool(moments) and all(moment.by or moment.at for moment in moments)
        return has_actor and not any(one.role in PERSONAL or one.side in PERSONAL for one in asked)

    def records(self, pick: Pick, events: frozenset[str]) -> tuple[SourcedRecord, ...]:
        """What a pick and its keywords do that may bear on an attack of these names."""
        key = (pick.entry.key, pick.entry.name, str(pick.changed_fields), events)
        if key not in self.by_pick:
            self.by_pick[key] = tuple(self.read(pick, events))
        return self.by_pick[key]

    def read(self, pick: Pick, events: frozenset[str]) -> Iterator[SourcedRecord]:
        """The records of a pick, then those of its keywords."""
        use, effects = self.played.of(pick)
        entry = pick.entry
        if use is not None and not is_usable(use, events):
            effects = ()
        plain = SourcedRecord(Effect(do=""), entry.id, entry.name, pick.text, bool(use))
        yield from expand_records(plain, effects, events)
        for granted_keyword, one in (loan for effect in effects for loan in self.granted_keywords(effect)):
            yield from expand_records(plain._replace(granted_keyword=granted_keyword), (one,), events)
        for several in self.in_forms(entry) if entry in self.conditions else ():
            yield from expand_records(plain, several, events)
        # A condition that it gives is not one that its bearer has.
        given = {entry.key for entry in self.conditions}
        for word in (word for word in entry.keyword_uses if word.key not in given):
            _, own = self.played.keyword(self.game.by_id[word.key], word)
            yield from expand_records(
                plain._replace(entry=word.keyword, name=word.printed, text=word.text), own, events
            )

    def sided(self, record: object) -> frozenset[str]:
        """The numbers that a record reads, with `actor.` or `target.` where it says whose, else in all three ways."""
        found = self.sides.get(id(record))
        if found is None:
            found = self.sides[id(record)] = (record, frozenset(numbers_in(record)))
        return found[1]

    def choosing(self, record: object) -> tuple[Who, ...]:
        """Where a record asks what a model has."""
        found = self.where.get(id(record))
        if found is None:
            found = self.where[id(record)] = (record, tuple(one for one in parts_in(record, Who) if one.where))
        return found[1]

    def read_in(self, sequence: Sequence) -> frozenset[str]:
        """The names that the steps of an attack read or that stand for something in them."""
        found = self.steps.get(id(sequence))
        if found is None:
            steps = [step for step in sequence.steps if not isinstance(step, Effect)]
            named = {one for step in steps if isinstance(step, DamageStep) for one in (step.named, step.each) if one}
            read = {
                one.name
                for step in steps
                for one in names_in_play(step)
                if not (isinstance(step, PoolStep) and one.sorts == ("results",)) and "from" not in one.path
            }
            found = self.steps[id(sequence)] = (sequence, frozenset(named | read))
        return found[1]

    def reads_stated_number(self, effect: Effect) -> bool:
        """Whether a record reads the number that players stated for its entry."""
        found = self.saying.get(id(effect))
        if found is None:
            bare = (
                one for one in parts_in(effect, Amount) if one.value is None and one.dice is None and one.of is None
            )
            found = self.saying[id(effect)] = (effect, any(bare))
        return found[1]

    def about(self, effect: Effect) -> frozenset[str]:
        """What a record is about."""
        found = self.topics.get(id(effect))
        if found is None:
            found = self.topics[id(effect)] = (effect, frozenset(subjects(effect)))
        return found[1]

    def set_off(self, effect: Effect) -> tuple[SetOff, ...]:
        """The lookup keys of the events that set a record off at once."""
        found = self.events.get(id(effect))
        if found is None:
            moments = effect.when if not effect.later else ()
            before = [(effect.do, True, event) for moment in moments for event in moment.before]
            after = [(effect.do, False, event) for moment in moments for event in moment.after]
            found = self.events[id(effect)] = (effect, tuple(dict.fromkeys((*before, *after))))
        return found[1]

    def touched(self, effect: Effect) -> frozenset[str]:
        """What a record is about, and the events that set it off."""
        return self.about(effect).union(event for _, _, event in self.set_off(effect))

    def reads_in(self, effect: Effect) -> frozenset[str]:
        """The names of what a record reads; the results of dice that it turns or rolls again are not read."""
        found = self.numbers.get(id(effect))
        if found is None:
            names = frozenset(one.name for one in names_in_play(effect) if one.sorts != ("results",))
            found = self.numbers[id(effect)] = (effect, names)
        return found[1]

    def names_in(self, record: object) -> frozenset[str]:
        """The names that a record of play reads or is about."""
        found = self.names.get(id(record))
        if found is None:
            found = self.names[id(record)] = (record, frozenset(one.name for one in names_in_play(record)))
        return found[1]


def number_of(use: KeywordUse) -> int | None:
    """The number of a keyword that has one."""
    numbers = [value for value in use.values.values() if isinstance(value, int)]
    return numbers[0] if len(numbers) == 1 else None


def numbers_in(record: object) -> Iterator[str]:
    """The names in a record, those of amounts with the side that they say."""
    # The results of a pool's own dice are no numbers that it reads, nor are the stats that damage is taken from.
    own = isinstance(record, PoolStep)
    plain = {one.name for one in names_in_play(record) if not (own and one.sorts == ("results",))}
    if isinstance(record, DamageStep):
        plain = {one.name for one in names_in_play(record) if "from" not in one.path}
    for one in parts_in(record, Amount):
        if one.of and one.whose and one.whose.role in SIDES:
            yield from (one.of, f"{one.whose.role}.{one.of}")
            plain.discard(one.of)
    yield from (key for name in plain for key in (name, f"actor.{name}", f"target.{name}"))


def parts_in(record: object, type_: type[T]) -> Iterator[T]:
    """Every part of a record that is of some type, to any depth."""
    if isinstance(record, type_):
        yield record
    if isinstance(record, tuple):
        for one in record:
            yield from parts_in(one, type_)
    elif names := getattr(record, "record_names", ()):
        for name in names:
            yield from parts_in(getattr(record, name), type_)
    elif isinstance(record, dict):
        for one in record.values():
            yield from parts_in(one, type_)


def subjects(effect: Effect) -> Iterator[str]:
    """What a record is about: what it changes, treats, ignores, forbids or gives, or the dice it touches."""
    if isinstance(effect, Change | Treat | Ignore | Forbid | Give):
        yield from effect.what
    if isinstance(effect, Treat):
        yield from effect.as_
    if isinstance(effect, Reroll):
        yield from effect.roll
    if isinstance(effect, Turn):
        yield effect.roll
    if isinstance(effect, Choose):
        yield from (one.roll for option in effect.options for one in option if isinstance(one, Turn))


def is_lasting(effect: Effect) -> bool:
    """Whether a record that was set off earlier is still in force during an attack."""
    return bool(effect.until or effect.during) or any(moment.use for moment in effect.when)


def with_amounts(value: Any, amounts: Mapping[str, Amount | None]) -> Any:
    """Records with some numbers replaced by other amounts, or by None if players state them."""
    if isinstance(value, tuple):
        return tuple(with_amounts(one, amounts) for one in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changes = {one.name: with_amounts(getattr(value, one.name), amounts) for one in fields(value)}
    made = replace(value, **changes)
    if not isinstance(made, Amount) or made.of is None or made.of not in amounts:
        return made
    other = amounts[made.of]
    return replace(made, of=None) if other is None else replace(other, times=made.times)


def expand_records(plain: SourcedRecord, effects: Iterable[Effect], events: frozenset[str]) -> Iterator[SourcedRecord]:
    """Each record that may bear on an attack, and those that hold in an attack which another one sets off."""
    for effect in effects:
        if isinstance(effect, Act):
            if events & set(effect.what):
                yield plain._replace(effect=effect, used=True, act=effect)
                own = (one for one in effect.with_ if one.do not in IDLE)
                yield from (plain._replace(effect=one, used=True, act=effect) for one in own)
        elif effect.do not in IDLE and may_apply_in(effect, events):
            yield plain._replace(effect=effect)
        if isinstance(effect, Choose):
            acts = (one for option in effect.options for one in option if isinstance(one, Act))
            yield from expand_records(plain, acts, events)


def is_usable(use: Use, events: frozenset[str]) -> bool:
    """Whether something can be used in an attack of these names: where it says in which events, in one of them."""
    return not use.at or any(not moment.event or not events.isdisjoint(moment.event) for moment in use.at)


def may_apply_in(effect: Effect, events: frozenset[str]) -> bool:
    """Whether a record can be in force during an attack of these names."""
    return not effect.during or any(not events.isdisjoint(moment.event) for moment in effect.during)


@lru_cache(maxsize=8)
def library(game: Game) -> Library:
    """The library of a game."""
    return Library(game)
