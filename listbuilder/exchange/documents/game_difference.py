"""What changed between two versions of a game, for players: two games go in, notes by heading come out.

Also which version number the changes ask for: MAJOR where a legal list can become illegal or change its cost, MINOR
where something is new or plays differently, PATCH for words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from listbuilder.base.records import file_keys, yaml_key
from listbuilder.base.wording import join_names
from listbuilder.catalogue import Entry, Game
from listbuilder.catalogue.event_pack import Format
from listbuilder.catalogue.rules import Rule

Level = Literal["patch", "minor", "major"]
LEVELS: tuple[Level, ...] = ("patch", "minor", "major")
HEADINGS = ("Costs", "Stats", "Rules", "Options", "New", "Gone", "Renamed", "Texts")
WORDS = frozenset({"text", "source", "flavour", "text_templates", "printed", "category"})
JUDGED = frozenset({"needs", "limit", "counts", "rules", "picks", "offers", "size", "tags", "keywords"})
"""The keys of an entry that decide whether a list is legal."""
OWN = frozenset({"id", "kind", "name", "aliases", "cost", "prices", "stats", "sample"})


class Note(NamedTuple):
    """One change, under its heading, with the part of the version number that it asks to raise."""

    heading: str
    text: str
    level: Level


def compare_games(old: Game, new: Game) -> list[Note]:
    """Every change from one version of a game to the next, in the order of the headings."""
    notes = [*entry_notes(old, new), *rule_notes(old, new), *format_notes(old, new), *sheet_notes(old, new)]
    notes += stat_notes(old, new)
    return sorted(notes, key=lambda note: HEADINGS.index(note.heading))


def level_of(notes: Iterable[Note]) -> Level:
    """The part of the version number that some changes ask to raise."""
    return max((note.level for note in notes), key=LEVELS.index, default="patch")


def least_version(version: str, level: Level) -> str:
    """The least version after another for such changes; before 1.0.0 a minor number may break lists."""
    major, minor, patch = numbers_of(version)
    if level == "major" and major:
        return f"{major + 1}.0.0"
    return f"{major}.{minor}.{patch + 1}" if level == "patch" else f"{major}.{minor + 1}.0"


def numbers_of(version: str) -> tuple[int, int, int]:
    """The three numbers of a version."""
    parts = [int(one) if one.isdigit() else 0 for one in version.split("-")[0].split(".")]
    major, minor, patch = (*parts, 0, 0, 0)[:3]
    return major, minor, patch


def entry_notes(old: Game, new: Game) -> Iterator[Note]:
    """Entries that changed, came, went or have another name; an alias tells what an entry was called before."""
    before = {(one.kind, one.id): one for one in old.entries}
    left = dict(before)
    for entry in new.entries:
        known = next((left.pop(key) for key in keys_of(entry) if key in left), None)
        if known is None:
            yield Note("New", f"{entry.name} ({new.kind_name(entry.kind)}{price_text(new, entry)})", "minor")
        else:
            yield from changes_of(old, new, known, entry)
    for entry in left.values():
        yield Note("Gone", f"{entry.name} ({old.kind_name(entry.kind)})", "major")


def keys_of(entry: Entry) -> Iterator[tuple[str, str]]:
    """What an entry may have been known by."""
    yield from ((entry.kind, id) for id in (entry.id, *entry.aliases))


def price_text(game: Game, entry: Entry) -> str:
    """What an entry costs, if anything."""
    return f", {money(game, entry.prices)}" if entry.prices else ""


def money(game: Game, prices: Mapping[str, int]) -> str:
    """Prices in words."""
    names = {id: one.name or id for id, one in game.currencies.items()} | {
        id: one.name or id for id, one in game.budgets.items()
    }
    return join_names([f"{price} {names.get(id, id)}" for id, price in prices.items()]) or f"0 {game.points}"


def changes_of(old: Game, new: Game, before: Entry, after: Entry) -> Iterator[Note]:
    """What changed about one entry."""
    name = after.name
    if before.name != name or before.id != after.id:
        kept = before.id in (after.id, *after.aliases)
        yield Note("Renamed", f"{before.name} is now {name}", "minor" if kept else "major")
    if dict(before.prices) != dict(after.prices):
        yield Note("Costs", f"{name}: {money(old, before.prices)} → {money(new, after.prices)}", "major")
    for id in dict.fromkeys([*before.stats, *after.stats]):
        one, other = before.stats.get(id), after.stats.get(id)
        if one != other:
            stat = new.stats[id].name if id in new.stats else id
            yield Note("Stats", f"{name}: {stat} {shown(one)} → {shown(other)}", "minor")
    for key in sorted(set(file_keys(type(after))) - OWN):
        yield from field_notes(name, key, getattr(before, key, None), getattr(after, key))
    for key in dict.fromkeys([*before.fields, *after.fields]):
        yield from field_notes(name, key, before.fields.get(key), after.fields.get(key), level="major")


def field_notes(name: str, key: str, one: Any, other: Any, level: Level = "minor") -> Iterator[Note]:
    """A note if a key of an entry has another value."""
    if one == other or key == "fields":
        return
    if key in WORDS:
        yield Note("Texts", f"{name}: {other}" if key == "text" else f"{name}: {yaml_key(key)}", "patch")
    else:
        change = f"{shown(one)} → {shown(other)}" if plain(one) and plain(other) else "changed"
        yield Note("Options", f"{name}: {yaml_key(key)} {change}", "major" if key in JUDGED else level)


def plain(value: object) -> bool:
    """Whether a value can be shown in a few words."""
    if isinstance(value, tuple):
        return all(isinstance(one, str) for one in value)
    # Typed values such as 24" have a text of their own.
    return value is None or isinstance(value, str | int) or type(value).__str__ is not object.__str__


def shown(value: object) -> str:
    """A value in a few words."""
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None or value == "" else str(value)


def rule_notes(old: Game, new: Game) -> Iterator[Note]:
    """Rules of the game that came, went or changed."""
    yield from several_rules("", old.rules, new.rules)
    for id in sorted(set(old.without) ^ set(new.without)):
        yield Note("Rules", f"{id} is {'no longer in force' if id in new.without else 'in force again'}", "major")


def several_rules(owner: str, old: Iterable[Rule], new: Iterable[Rule]) -> Iterator[Note]:
    """Rules of one carrier that came, went or changed; without rules, lists stay legal."""
    before, after = {one.id: one for one in old}, {one.id: one for one in new}
    for id, rule in after.items():
        if id not in before:
            yield Note("Rules", f"{owner}New: {rule.text or id}", "major" if rule.severity == "error" else "minor")
        elif rule != before[id]:
            words = {one for one in file_keys(type(rule)) if getattr(rule, one) != getattr(before[id], one, None)}
            level: Level = (
                "patch" if type(rule) is type(before[id]) and words <= {"text", "source", "what"} else "major"
            )
            yield Note("Rules", f"{owner}{rule.text or id} (before: {before[id].text or changed_keys(words)})", level)
    for id, rule in before.items():
        if id not in after:
            yield Note("Rules", f"{owner}No longer: {rule.text or id}", "minor")


def changed_keys(keys: Iterable[str]) -> str:
    """The keys of a rule that changed."""
    return f"other {join_names(sorted(map(yaml_key, keys)))}"


def format_notes(old: Game, new: Game) -> Iterator[Note]:
    """Formats that came, went or have another limit."""
    before, after = {one.id: one for one in old.formats}, {one.id: one for one in new.formats}
    for id, one in after.items():
        if id not in before:
            yield Note("New", f"{one.name} (format{f', {one.limit} {new.points}' if one.limit else ''})", "minor")
            continue
        if limits(before[id]) != limits(one):
            yield Note("Rules", f"{one.name}: limit {limits(before[id])} → {limits(one)}", "major")
        if before[id].without != one.without or before[id].extends != one.extends:
            yield Note("Rules", f"{one.name}: other rules are in force", "major")
        yield from several_rules(f"{one.name}: ", before[id].rules, one.rules)
    yield from (Note("Gone", f"{one.name} (format)", "major") for id, one in before.items() if id not in after)


def limits(format_: Format) -> str:
    """The limits of a format in words."""
    found = [
        *([str(format_.limit)] if format_.limit is not None else []),
        *(f"{n} {id}" for id, n in format_.limits.items()),
    ]
    return ", ".join(found) or "none"


def sheet_notes(old: Game, new: Game) -> Iterator[Note]:
    """Slots and fields of lists, groups and models that changed."""
    for what in ("list", "group", "model"):
        one, other = getattr(old, what), getattr(new, what)
        for part in ("slots", "fields"):
            before, after = getattr(one, part), getattr(other, part)
            for id in dict.fromkeys([*before, *after]):
                if before.get(id) == after.get(id):
                    continue
                change = "new" if id not in before else "gone" if id not in after else "changed"
                harmless = (
                    change == "new" and not getattr(after[id], "min", 0) and not getattr(after[id], "required", False)
                )
                yield Note("Options", f"{id} of the {what}: {change}", "minor" if harmless else "major")


def stat_notes(old: Game, new: Game) -> Iterator[Note]:
    """Stats of the game that came, went or have another base."""
    for id in dict.fromkeys([*old.stats, *new.stats]):
        one, other = old.stats.get(id), new.stats.get(id)
        if one is None and other is not None:
            yield Note("Stats", f"{other.name}: new", "minor")
        elif other is None and one is not None:
            yield Note("Stats", f"{one.name}: gone", "major")
        elif one is not None and other is not None and one.base != other.base:
            yield Note("Stats", f"{other.name}: usually {shown(one.base)} → {shown(other.base)}", "minor")
        elif one is not None and other is not None and one != other:
            yield Note("Texts", f"{other.name} (stat)", "patch")
