"""What a game says about play, read into typed records: its terms, the use of each kind, and each entry's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeVar

from listbuilder.base.records import replace
from listbuilder.catalogue import Entry
from listbuilder.catalogue.effects.parts import Amount, Who
from listbuilder.catalogue.effects.playbook import Course, Health, Play, Playbook, Use, play_key
from listbuilder.catalogue.effects.sequence import DamageStep, Sequence, Summand
from listbuilder.catalogue.effects.terms import Terms
from listbuilder.catalogue.entries import Keyword
from listbuilder.loading.raw_entries import PLAYED
from listbuilder.loading.raw_parts import Origin, Parts, RawEntry
from listbuilder.loading.source_places import Place, entry_place, inside, place_below, place_in
from listbuilder.loading.type_checks import build
from listbuilder.storage.reading import Path, Tree

T = TypeVar("T")


class EffectSource(NamedTuple):
    """What one entry, or one form of it, is in play, and where that is written."""

    entry: Entry
    form: str
    play: Play
    place: Place


def read_terms(parts: Parts) -> Terms:
    """The terms of a game."""
    return _one(parts, "terms", Terms)


def _one(parts: Parts, key: str, type_: type[T]) -> T:
    """The record of one key of the game; an empty one if the key is missing."""
    raw = parts.head.get(key)
    place = place_in(parts)
    made = build(type_, raw, place_below(place, key), parts.problems) if isinstance(raw, dict) else None
    return made or type_()


def constants_of(terms: Terms, raw: Tree) -> dict[str, object]:
    """The numbers with a value, how many there are of each period, and what resources start with or gain.

    Periods are taken as written, so that a mistake elsewhere in the terms does not make their numbers unknown.
    """
    written = raw.get("periods") if isinstance(raw, dict) else None
    periods = written.items() if isinstance(written, dict) else ()
    numbers: dict[str, object] = {name: one.get("number") for name, one in periods if isinstance(one, dict)}
    numbers |= {name: one.value for name, one in terms.numbers.items()}
    numbers |= {name: one.number for name, one in terms.periods.items()}
    gained = {name: one.start or one.gain for name, one in terms.resources.items()}
    numbers |= {name: one.value for name, one in gained.items() if one}
    return {name: value for name, value in numbers.items() if value is not None}


def read_playbook(
    parts: Parts, terms: Terms, entries: list[tuple[Entry, RawEntry]]
) -> tuple[Playbook, list[EffectSource]]:
    """The whole playbook, and its pieces for checking."""
    pieces = [piece for entry, raw in entries for piece in _pieces(entry, raw, parts)]
    made = {play_key(one.entry.kind, one.entry.id, one.form): one.play for one in pieces}
    course, sequences = _one(parts, "course", Course), _named(parts, "sequences", Sequence)
    if course.health:
        sequences = {name: _hurt_by(course.health, one) for name, one in sequences.items()}
    use = _named(parts, "use", Use)
    return Playbook(terms=terms, course=course, use=use, sequences=sequences, entries=made), pieces


def _hurt_by(health: Health, sequence: Sequence) -> Sequence:
    """A sequence with the game's `health` filled into the damage steps that do not say where damage is taken from."""

    def step(one: Any) -> Any:
        if not isinstance(one, DamageStep) or one.from_:
            return one
        # Written out in every step, so that an engine reads the sequence alone.
        whose = Who(role=one.damage)
        minus = one.minus or tuple(Summand(add=Amount(of=stat, whose=whose)) for stat in health.minus)
        return replace(one, from_=health.from_, minus=minus, min=one.min or health.min)

    return replace(sequence, steps=tuple(step(one) for one in sequence.steps))


def _named(parts: Parts, key: str, type_: type[T]) -> dict[str, T]:
    """The records of one key of the game, by name."""
    raw = parts.head.get(key)
    place = place_in(parts)
    made = {
        str(name): build(type_, one, place_below(place, key, name), parts.problems)  # type: ignore[arg-type]
        for name, one in (raw.items() if isinstance(raw, dict) else ())
    }
    return {name: one for name, one in made.items() if one}


def _pieces(entry: Entry, raw: RawEntry, parts: Parts) -> Iterator[EffectSource]:
    """What an entry and its forms are in play."""
    if made := _play(raw.data, raw.origin, (), parts):
        yield EffectSource(entry, "", made, entry_place(raw.origin))
    forms = raw.data.get("forms")
    if isinstance(entry, Keyword) and isinstance(forms, list):
        for at, (form, written) in enumerate(zip(entry.forms, forms, strict=True)):
            way: Path = ("forms", at)
            if isinstance(written, dict) and (made := _play(written, raw.origin, way, parts)):
                place = entry_place(raw.origin)
                yield EffectSource(entry, form.id, made, place_below(place, *way))


def _play(data: dict[str, Any], origin: Origin, way: Path, parts: Parts) -> Play | None:
    """The record of one entry or form; None if it has no keys of play."""
    play = {key: data[key] for key in PLAYED if key in data}
    if not play:
        return None
    made: Play | None = build(Play, play, lambda path: inside(origin, (*way, *path)), parts.problems)
    return made
