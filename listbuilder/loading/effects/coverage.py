"""How far a game's rules are data: records, those in words only, and entries with a term of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from listbuilder.base.records import record
from listbuilder.catalogue import Game
from listbuilder.catalogue.effects.parts import Moment
from listbuilder.catalogue.effects.playbook import Playbook, Use
from listbuilder.catalogue.effects.sequence import CheckStep, DamageStep, NumberStep, PairStep, PoolStep, RollStep
from listbuilder.catalogue.effects.terms import NumberTerm, Term
from listbuilder.catalogue.effects.verbs import Allow, Change, Effect, Give, Place, Special, Treat
from listbuilder.loading.effects.effect_checks import all_effects
from listbuilder.loading.effects.effect_names import names_in_play


@record
class Coverage:
    """The figures of one game.

    `special` has the entries with a record in words only and its tag, `alone` those whose records use a term that
    nothing else uses, with the terms; `unused` are terms that nothing uses at all: a constant is there to be
    read, a resource that players spend as they like to be spent.
    """

    entries: int
    records: int
    terms: int
    special: tuple[tuple[str, str], ...] = ()
    alone: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unused: tuple[str, ...] = ()


def coverage_of(game: Game) -> Coverage:
    """How far the rules of a game are data."""
    book = game.playbook
    effects = {key: list(_effects(book, key)) for key in book.entries}
    terms = {name for _, words in book.terms.sorts() for name in words}
    users: dict[str, set[str]] = {name: set() for name in terms}
    for key, play in book.entries.items():
        for one in names_in_play(play):
            if one.name in users:
                users[one.name].add(_entry(key))
    common = (book.terms, book.course, *book.use.values(), *book.sequences.values())
    shared = {one.name for part in common for one in names_in_play(part)} | set(_set_up(game))
    alone: dict[str, tuple[str, ...]] = {}
    for name, several in sorted(users.items()):
        # A term for one entry alone saves an engine nothing: it may as well read the text.
        if len(several) == 1 and name not in shared:
            (key,) = several
            alone[key] = (*alone.get(key, ()), name)
    constants = {name for name, number in book.terms.numbers.items() if number.value is not None}
    constants |= {name for name, one in book.terms.resources.items() if one.spent}
    names = {f"{entry.kind}/{entry.id}": entry.name for entry in game.entries}
    return Coverage(
        entries=len({_entry(key) for key in book.entries}),
        records=sum(len(several) for several in effects.values()),
        terms=len(terms),
        special=tuple(
            (names[_entry(key)], one.tag)
            for key, several in effects.items()
            for one in several
            if isinstance(one, Special)
        ),
        alone={names[key]: own for key, own in sorted(alone.items())},
        unused=tuple(sorted(name for name, several in users.items() if not several and name not in shared | constants)),
    )


@record
class SentenceTerm:
    """A term that only a sentence defines, with the reason if the game gives one."""

    sort: str
    name: str
    text: str
    narrative: str


def sentence_terms(game: Game) -> Iterator[SentenceTerm]:
    """The terms that no test, sense, value, other term, entry, step or effect defines."""
    made = _made_by_data(game)
    for sort, words in game.playbook.terms.sorts():
        for name, term in words.items():
            own = isinstance(term, Term) and (term.any or term.if_ or term.means)
            fixed = isinstance(term, NumberTerm) and (term.value is not None or term.of or term.means)
            if isinstance(term, Term | NumberTerm) and not (own or fixed or name in made):
                yield SentenceTerm(sort=sort, name=name, text=term.text, narrative=term.narrative)


def _made_by_data(game: Game) -> set[str | None]:
    """The terms that entries, set-ups, steps of sequences and effects define.

    An action is what it costs and what it does: one record allows it, another says what happens after it.
    """
    book, found = game.playbook, set[str | None](entry.id for entry in game.entries)
    found |= {*book.sequences, *_set_up(game)}
    if book.course.health:
        found |= {book.course.health.hurts, book.course.health.ends}
    allowed, followed = set[str](), set[str]()
    for one in _records((book.entries, book.sequences, book.use, book.course)):
        found |= set(_makes(one))
        if isinstance(one, Allow):
            allowed |= {*one.what}
        if isinstance(one, Moment):
            followed |= {*one.after}
    # Allowed alone, or followed by something alone, does not say what an action is.
    return found | (allowed & followed)


def _makes(one: object) -> Iterator[str | None]:
    """The terms that a record defines."""
    match one:
        case NumberStep(number=name) | RollStep(roll=name) | CheckStep(check=name) | Use(as_=name):
            yield name
        case PoolStep():
            yield from (one.pool, one.action, *(one.raises or {}).values())
        case PairStep():
            yield from (one.strike, *(rate.action for rate in one.rates))
        case DamageStep():
            yield from (one.named, one.each)
        case Give() | Place() | Change():
            yield from one.what
        case Treat():
            yield from one.as_
    if isinstance(one, Effect):
        yield one.rule


def _records(value: object) -> Iterator[object]:
    """Every record inside a value, and the value itself if it is one."""
    if isinstance(value, tuple):
        for item in value:
            yield from _records(item)
    elif isinstance(value, Mapping):
        yield from _records(tuple(value.values()))
    elif names := getattr(value, "record_names", ()):
        yield value
        yield from _records(tuple(getattr(value, name) for name in names))


def _set_up(game: Game) -> Iterator[str]:
    """The things and places that set-ups name."""
    mission = game.mission
    for layout in (mission.layout, *mission.layouts.values()) if mission else ():
        for piece in layout.pieces if layout else ():
            yield from (piece.what, piece.at)
        yield from (start.at for start in (layout.starts if layout else ()))


def _entry(key: str) -> str:
    """The key of the entry that a form belongs to."""
    return "/".join(key.split("/")[:2])


def _effects(book: Playbook, key: str) -> Iterator[Effect]:
    for one, _ in all_effects(book.entries[key].effects):
        yield one
