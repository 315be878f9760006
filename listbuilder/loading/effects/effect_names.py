"""The names that records of play use, each with the sorts of words that may stand there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from listbuilder.base.findings import Finding
from listbuilder.base.records import references, yaml_key
from listbuilder.catalogue import Entry, Game
from listbuilder.catalogue.effects.parts import ALL, ROLES, Test
from listbuilder.catalogue.effects.playbook import Health, Playbook
from listbuilder.catalogue.effects.printed_values import places_in
from listbuilder.catalogue.effects.sequence import CheckStep, DamageStep, NumberStep, PoolStep, RollStep
from listbuilder.catalogue.effects.verbs import VERBS, Roll
from listbuilder.catalogue.entries import Keyword
from listbuilder.catalogue.query import Selector
from listbuilder.loading.raw_parts import Origin
from listbuilder.storage.reading import Path


class Name(NamedTuple):
    """One name: what it may be, and the way to it."""

    sorts: tuple[str, ...]
    name: str
    path: Path


def names_in_play(value: object, path: Path = ()) -> Iterator[Name]:
    """Every name in a record of play and in all records inside it, except in selectors, which `References` checks."""
    if isinstance(value, tuple):
        for at, item in enumerate(value):
            yield from names_in_play(item, (*path, at))
    elif names := getattr(value, "record_names", ()):
        if not isinstance(value, Selector):
            yield from _own(value, path)
            for name in names:
                item = getattr(value, name)
                if not isinstance(item, str | int | None):
                    yield from names_in_play(item, (*path, yaml_key(name)))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from names_in_play(item, (*path, key))


def _own(value: object, path: Path) -> Iterator[Name]:
    """The names that a record itself uses."""
    if isinstance(value, DamageStep | Health):
        yield from (Name(("stats",), one, (*path, "from", at)) for at, row in enumerate(value.from_) for one in row)
    if isinstance(value, Roll):
        # Rows may have values in braces, such as `1-{half}`.
        spans = (name for row in value.rows for name, _ in places_in(row))
        yield from (Name(("own", "numbers"), name, (*path, "rows")) for name in spans)
    cls: type = type(value)
    for key, mark in references(cls).items():
        sorts, named = mark.sorts, getattr(value, key)
        # Beside `did` and `was`, `in` names a period instead of a place.
        if isinstance(value, Test) and key == "in_" and (value.did or value.was):
            sorts = ("periods",)
        if isinstance(named, str):
            yield Name(sorts, named, (*path, yaml_key(key)))
        elif named:
            yield from (Name(sorts, one, (*path, yaml_key(key))) for one in named)


# The words that records of play may use: terms of the game, its stats, keywords, fields and entries, by sort.


ONE = {
    "own": "value of its own",
    "kinds": "kind with entries",
    "entries": "entry",
    "keys": "`kind/id`",
    "roles": "role",
    "fields": "printed number",
    "values": "value",
    "keywords": "keyword or condition",
    "rows": "slot or field of a row",
}
"""What one word of a sort is called, where it is not the sort without its last letter."""
GAME = "game"
NOTHING = ("unrolled", "nothing")


class Vocabulary:
    """All words of a game by sort."""

    def __init__(self, game: Game, book: Playbook) -> None:
        self.game, self.terms, self.sequences = game, book.terms, book.sequences

    @cached_property
    def by_sort(self) -> dict[str, set[str]]:
        """Every word of every sort."""
        game, terms = self.game, self.terms
        found = {name: set(words) for name, words in terms.sorts()}
        found["periods"].add(GAME)
        found["stats"] = set(game.stats)
        found["keywords"] = self.keywords
        found["kinds"] = {entry.kind for entry in game.entries}
        found["entries"] = {entry.id for entry in game.entries}
        found["keys"] = {"/".join(entry.key) for entry in game.entries}
        found["values"] = {name for entry in game.entries for name in (*entry.values, *_form_values(entry))}
        found["fields"] = self.fields
        found["rows"] = {
            name for sheet in (game.list, game.model, game.group) for name in (*sheet.slots, *sheet.fields)
        }
        found["results"] = {one for roll in terms.rolls.values() for one in roll.results} | {*NOTHING}
        found["roles"], found["verbs"], found["own"] = set(ROLES), set(VERBS), {ALL, "same"}
        found["rulings"] = {ruling.id for ruling in game.rulings}
        found["match"] = {line.name for line in game.match}
        for sort, name in self.declared():
            found[sort].add(name)
        # A result is also a number: how many dice came out like that.
        found["numbers"] |= found["results"] - {*NOTHING}
        return found

    def declared(self) -> Iterator[tuple[str, str]]:
        """What the steps of sequences name: numbers, rolls with their results, events."""
        for sequence in self.sequences.values():
            for step in sequence.steps:
                if isinstance(step, NumberStep):
                    yield "numbers", step.number
                elif isinstance(step, RollStep):
                    yield from (("numbers", step.roll), ("rolls", step.roll))
                elif isinstance(step, PoolStep):
                    yield "rolls", step.pool
                    yield from (("results", one) for one in (step.reach or step.faces or ()))
                    yield from (("events", one) for one in (step.raises or {}).values())
                elif isinstance(step, CheckStep):
                    yield "events", step.check
                elif isinstance(step, DamageStep):
                    yield from (("numbers", one) for one in (step.named, step.each) if one)

    @cached_property
    def keywords(self) -> set[str]:
        """The ids of keywords, conditions among them, and of their forms."""
        words = [entry for entry in self.game.entries if isinstance(entry, Keyword)]
        return {entry.id for entry in words} | {form.id for entry in words for form in entry.forms}

    @cached_property
    def fields(self) -> set[str]:
        """The printed numbers of entries, and the number fields of rows."""
        printed = {name for spec in self.game.kinds.values() for name, one in spec.fields.items() if one.is_number}
        rows = {name for name, (kind, _) in self.game.numbers.items() if kind == "value"}
        return printed | rows | {"range", "damage", "cost"}

    @cached_property
    def terms_of(self) -> dict[str, str]:
        """Every term that can't be the name of a value, with its sort."""
        found = {
            word: sort for sort, words in self.by_sort.items() for word in words if sort in dict(self.terms.sorts())
        }
        return found | dict.fromkeys(self.game.stats, "stats") | dict.fromkeys(self.fields, "fields")

    def wrong(self, sorts: Iterable[str], name: str, own: Iterable[str], origin: Origin) -> Finding | None:
        """The finding for a name that is of none of these sorts, with what it may have meant; None if it is right."""
        several = tuple(dict.fromkeys(sorts))
        there = {word for sort in several for word in self.by_sort[sort]}
        there |= set(own) if "own" in several else set()
        if name in there:
            return None
        expected = " or ".join(one_of(sort) for sort in several)
        other = next((sort for sort, words in self.by_sort.items() if name in words and sort != "own"), "")
        if other:
            hint = f"`{name}` is a {one_of(other)}, and that can't stand here."
            return origin.problem(f"There is no {expected} `{name}`.", hint, "catalogue.reference", name=name)
        otherwise = f"Declare it under `terms`, or write one of {', '.join(sorted(there)[:12])}."
        return origin.unknown_name(expected, name, there, otherwise)


def one_of(sort: str) -> str:
    """What one word of a sort is called."""
    return ONE.get(sort, sort.removesuffix("s"))


def _form_values(entry: Entry) -> Iterator[str]:
    """The parameters of an entry's forms."""
    return (name for form in entry.forms for name in form.values)


def own_values(entry: Entry, form: str) -> set[str]:
    """The values that records of an entry, or of one form of it, may name."""
    forms = [one for one in entry.forms if not form or one.id == form]
    of_forms = [set(one.values) for one in forms]
    # Records of the whole entry hold for every form, so they may use only what all forms have.
    return set(entry.values) | (set.intersection(*of_forms) if of_forms else set())
