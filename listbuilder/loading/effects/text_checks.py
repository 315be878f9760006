"""Texts with places: filled with the printed values; a place without a value is a problem."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

from listbuilder.base.findings import Finding
from listbuilder.base.spelling import did_you_mean
from listbuilder.catalogue import Entry, Form, Game, Ruling
from listbuilder.catalogue.effects.printed_values import WAYS, fill_places, places_in
from listbuilder.catalogue.entries import Keyword, Mission, Table
from listbuilder.catalogue.rules import AnyRule, Rule
from listbuilder.loading.raw_parts import Parts, RawEntry, read_parts
from listbuilder.loading.source_places import Place, inside
from listbuilder.storage.reading import Path, Tree

LONG = ("setup", "deployment", "scoring")


def texts_of(entry: Entry) -> Iterator[tuple[Path, str]]:
    """Every text of an entry that players read, with the way to it."""
    yield ("text",), entry.text_templates.get("text", entry.text)
    if isinstance(entry, Mission):
        yield from (((name,), getattr(entry, name)) for name in LONG)
        yield from ((("roles", name, "text"), role.text) for name, role in entry.roles.items())
    if isinstance(entry, Keyword):
        yield from ((("forms", at, "text"), form.text) for at, form in enumerate(entry.forms))
    if isinstance(entry, Table):
        yield from ((("rows", row), text) for row, text in entry.rows.items())
    yield from (((name,), value) for name, value in entry.fields.items() if isinstance(value, str))


def rule_texts(entry: Entry) -> Iterator[tuple[Path, Rule]]:
    """The rules that an entry or one of its roles carries, with the way to the text of each."""
    yield from ((("rules", at, "text"), rule) for at, rule in enumerate(entry.rules))
    for name, role in entry.roles.items() if isinstance(entry, Mission) else ():
        yield from ((("roles", name, "rules", at, "text"), rule) for at, rule in enumerate(role.rules))


def fill_texts(entry: Entry, constants: Mapping[str, object], place: Place, problems: list[Finding]) -> Entry:
    """An entry with its texts filled; `text_templates` keeps those with places for values that grants may change."""
    known = {**constants, **entry.values}
    forms = entry.forms if isinstance(entry, Keyword) else ()
    of_forms = {name for form in forms for name in values_of(form)}
    for path, text in texts_of(entry):
        own = values_of(forms[int(path[1])]) if path[0] == "forms" else of_forms
        problems += wrong_places(text, {*known, *own}, lambda path=path: place(path))  # type: ignore[misc]
    for path, rule in rule_texts(entry):
        problems += wrong_places(rule.text, {*known, *rule.numbers}, lambda path=path: place(path))  # type: ignore[misc]

    def fill(text: str) -> str:
        return fill_places(text, known.get)

    changes: dict[str, Any] = {"text": fill(entry.text)} if "{" in entry.text else {}
    long = LONG if isinstance(entry, Mission) else ()
    # Constants never change; values of the entry may, so their places are kept for later.
    kept = {name: fill_places(getattr(entry, name), constants.get) for name in ("text", *long)}
    changes["text_templates"] = {
        name: text for name, text in kept.items() if any(value in entry.values for value, _ in places_in(text))
    }
    if isinstance(entry, Mission):
        changes |= {name: fill(getattr(entry, name)) for name in LONG}
        changes["roles"] = {
            name: replace(role, text=fill(role.text), rules=fill_rules(role.rules, known))
            for name, role in entry.roles.items()
        }
    if forms:
        changes["forms"] = tuple(replace(form, text=fill(form.text)) for form in forms)
    if isinstance(entry, Table):
        changes["rows"] = {row: fill(text) for row, text in entry.rows.items()}
    if any("{" in rule.text for rule in entry.rules):
        changes["rules"] = fill_rules(entry.rules, known)
    if any(isinstance(value, str) and "{" in value for value in entry.fields.values()):
        changes["fields"] = {id: fill(one) if isinstance(one, str) else one for id, one in entry.fields.items()}
    changes = (
        changes if changes["text_templates"] else {key: one for key, one in changes.items() if key != "text_templates"}
    )
    return replace(entry, **changes) if changes else entry


def fill_rules(rules: tuple[AnyRule, ...], constants: Mapping[str, object]) -> tuple[AnyRule, ...]:
    """Rules with their own numbers, and those of the game, in their texts."""
    return tuple(replace(one, text=fill_places(one.text, {**constants, **one.numbers}.get)) for one in rules)


def fill_ruling(ruling: Ruling, entries: Iterable[Entry], constants: Mapping[str, object]) -> Ruling:
    """A ruling with the numbers of the game in it, and those of the entries that it is about."""
    return replace(ruling, text=fill_places(ruling.text, ruling_values(ruling, entries, constants).get))


def ruling_values(ruling: Ruling, entries: Iterable[Entry], constants: Mapping[str, object]) -> dict[str, object]:
    """What a ruling may print: constants, and values of what it is about, `{more}` or, of several, `{rope-more}`."""
    about = [one for one in entries if one.id in ruling.about]
    plain = {name: value for one in reversed(about) for name, value in one.values.items()}
    values = {f"{one.id}-{name}": value for one in about for name, value in {"cost": one.cost, **one.values}.items()}
    return {**constants, **plain, **values}


def fill_head(game: Game, entries: list[Entry], constants: Mapping[str, object], parts: Parts) -> Game:
    """A game with its constants printed in the texts of its stats, tracks, rules, rulings and of every mission."""
    parts.problems += wrong_in_head(game, entries, constants, parts.origin)

    def fill(text: str) -> str:
        return fill_places(text, constants.get)

    stats = {id: replace(stat, text=fill(stat.text)) for id, stat in game.stats.items()}
    tracks = {id: replace(track, text=fill(track.text)) for id, track in game.card.tracks.items()}
    mission = game.mission
    if mission:
        mission = replace(mission, text=fill(mission.text), deployment=fill(mission.deployment))
    return replace(
        game,
        stats=stats,
        card=replace(game.card, tracks=tracks),
        mission=mission,
        rules=fill_rules(game.rules, constants),
        formats=tuple(replace(one, rules=fill_rules(one.rules, constants)) for one in game.formats),
        rulings=tuple(fill_ruling(one, entries, constants) for one in game.rulings),
    )


def wrong_in_head(
    game: Game, entries: Iterable[Entry], constants: Mapping[str, object], place: Place
) -> Iterator[Finding]:
    """Places without a value in the texts of a game's stats, tracks, mission, rules, formats and rulings."""
    in_head: dict[tuple[str, ...], str] = {("stats", id, "text"): stat.text for id, stat in game.stats.items()}
    in_head |= {("card", "tracks", id, "text"): track.text for id, track in game.card.tracks.items()}
    if game.mission:
        in_head |= {("mission", "text"): game.mission.text, ("mission", "deployment"): game.mission.deployment}
    for where, text in in_head.items():
        yield from wrong_places(text, constants, lambda where=where: place(where))  # type: ignore[misc]
    texts = [(("rules", at, "text"), rule) for at, rule in enumerate(game.rules)]
    for number, one in enumerate(game.formats):
        texts += [(("formats", number, "rules", at, "text"), rule) for at, rule in enumerate(one.rules)]  # type: ignore[misc]
    for path, rule in texts:
        yield from wrong_places(rule.text, {*constants, *rule.numbers}, lambda path=path: place(path))  # type: ignore[misc]
    for at, ruling in enumerate(game.rulings):
        known = ruling_values(ruling, entries, constants)
        yield from wrong_places(ruling.text, known, lambda at=at: place(("rulings", at, "text")))  # type: ignore[misc]


def values_of(form: Form) -> set[str]:
    """The names of the values that a form prints."""
    return {*form.values, *re.findall(r"\{([a-z]+)\}", form.form)}


def wrong_places(text: str, known: Iterable[str], at: Callable[[], Any]) -> Iterator[Finding]:
    """Places of a text without a value, or with an unknown format."""
    for name, way in places_in(text):
        if name not in known:
            near = did_you_mean(name, known) or f"Write `values: {{{name}: …}}`."
            yield at().problem(f"`{{{name}}}` has no value.", near, "catalogue.reference")
        elif way and way not in WAYS:
            hint = f"A value is printed as {{{name}}}, or with one of {', '.join(WAYS)} behind a colon."
            yield at().problem(f"`{{{name}:{way}}}` is no way to print a value.", hint)


# Digits in texts outside places: numbers that are words only, so that no grant and no engine can reach them.


QUOTED = re.compile(r"\"[^\"]*\"")
# Places, and what is quoted as a name.
EXCUSED = r"\{[^{}]*\}|\"[A-Z][^\"]*\""


def digits_of(folders: list[FilePath]) -> list[Finding]:
    """A finding for each text of a game, read afresh, that has a digit outside a place."""
    return list(digits(read_parts(folders, str)))


def digits(parts: Parts) -> Iterator[Finding]:
    """A finding for each text with a digit outside a place."""
    names = sorted(set(_names(parts.entries)), key=len, reverse=True)
    # Longer names first: an alternative that is the beginning of another must not win.
    excused = re.compile("|".join([EXCUSED, *(rf"\b{re.escape(name)}(?!\w)" for name in names)]))

    def number(text: str) -> str | None:
        # The whole word, so that the message shows `3+` or `1d6` and not a single digit.
        found = re.search(r"\S*\d\S*", excused.sub(" ", text))
        return found[0].strip(".,;:()") if found else None

    fields = {name: frozenset(_text_fields(spec)) for name, spec in _items(parts.head.get("kinds"))}
    for raw in parts.entries:
        for path, text in _texts(raw.data, fields.get(raw.kind, frozenset())):
            if found := number(text):
                fact = f"{raw.data.get('name')}: {found!r} is a number in words only."
                hint = "Give it a name under `values` and write {name} in the text."
                yield inside(raw.origin, path).problem(fact, hint, "catalogue.digit")
    for path, text in _head_texts(parts.head):
        if found := number(QUOTED.sub(" ", text) if path[0] == "rulings" else text):
            fact = f"{_text_owner(parts.head, path)}: {found!r} is a number in words only."
            hint = "Give it a name under `terms`, `numbers`, and write {name} in the text; {max} is that of the rule."
            yield parts.origin(path).problem(fact, hint, "catalogue.digit")


def _text_owner(head: Mapping[str, Tree], path: Path) -> str:
    """A text by its path, in words: `The text of X`, where X is the nearest parent with an id or name."""
    whose, at = str(path[-2] if len(path) > 1 else path[0]), head
    for step in path[:-1]:
        at = at[step]  # type: ignore[index, assignment]
        if isinstance(at, dict) and isinstance(named := at.get("id") or at.get("name"), str):
            whose = named
    return f"The {path[-1]} of {whose}"


def _head_texts(head: Mapping[str, Tree]) -> Iterator[tuple[Path, str]]:
    """The texts of a game's stats, set-up, rules, rulings and comparisons."""
    mission = head.get("mission")
    for key in ("text", "deployment"):
        if isinstance(mission, dict) and isinstance(text := mission.get(key), str):
            yield ("mission", key), text
    yield from _rule_texts(head, ())
    for at, one in _items(head.get("formats")):
        yield from _rule_texts(one, ("formats", at))
    for key in ("stats", "rulings", "match", "headers"):
        yield from (((key, at, "text"), text) for at, one in _items(head.get(key)) if (text := _text(one)))


def _items(held: object) -> Iterator[tuple[Any, Tree]]:
    """What stands in a list or a mapping, with its place."""
    yield from held.items() if isinstance(held, dict) else enumerate(held) if isinstance(held, list) else ()


def _text(held: object) -> str:
    """The text of something, if it has one."""
    text = held.get("text") if isinstance(held, dict) else None
    return text if isinstance(text, str) else ""


def _rule_texts(held: object, path: Path) -> Iterator[tuple[Path, str]]:
    """The texts of the rules that something carries."""
    rules = held.get("rules") if isinstance(held, Mapping) else None
    yield from (((*path, "rules", at, "text"), text) for at, one in _items(rules) if (text := _text(one)))


def _text_fields(spec: object) -> Iterator[str]:
    """The fields of a kind that hold texts."""
    fields = spec.get("fields") if isinstance(spec, dict) else None
    yield from (name for name, type_ in _items(fields) if type_ == "text")


def _names(entries: Iterable[RawEntry]) -> Iterator[str]:
    """Printed names and spellings that have a digit and are more than a number."""
    for raw in entries:
        aliases = raw.data.get("aliases")
        for name in (raw.data.get("name"), *(aliases if isinstance(aliases, list) else ())):
            if isinstance(name, str) and re.search(r"\d", name) and re.search(r"[A-Za-z]{2}", name):
                yield name


def _texts(data: Mapping[str, Tree], fields: frozenset[str]) -> Iterator[tuple[Path, str]]:
    """Every text of a raw entry that players read."""
    yield from (((key,), text) for key in ("text", *LONG, *fields) if isinstance(text := data.get(key), str))
    yield from _rule_texts(data, ())
    for name, role in _items(data.get("roles")):
        yield from _rule_texts(role, ("roles", name))
    for key in ("roles", "forms"):
        yield from (((key, at, "text"), text) for at, one in _items(data.get(key)) if (text := _text(one)))
    yield from ((("rows", row), text) for row, text in _items(data.get("rows")) if isinstance(text, str))
