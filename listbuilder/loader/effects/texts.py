"""Texts with places: filled with the printed values; a place without a value is a problem."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from listbuilder.catalogue import Entry, Form, Game
from listbuilder.catalogue.effects.texts import WAYS, filled, places_in
from listbuilder.catalogue.entry import Keyword, Mission, Table
from listbuilder.finding import Finding
from listbuilder.loader.places import Place
from listbuilder.reading import Path
from listbuilder.spelling import did_you_mean

__all__ = ["LONG", "fill_head", "fill_texts", "texts_of"]

LONG = ("setup", "deployment", "scoring")


def texts_of(entry: Entry) -> Iterator[tuple[Path, str]]:
    """Every text of an entry that players read, with the way to it."""
    yield ("text",), entry.places.get("text", entry.text)
    if isinstance(entry, Mission):
        yield from (((name,), getattr(entry, name)) for name in LONG)
        yield from ((("roles", name, "text"), role.text) for name, role in entry.roles.items())
    if isinstance(entry, Keyword):
        yield from ((("forms", at, "text"), form.text) for at, form in enumerate(entry.forms))
    if isinstance(entry, Table):
        yield from ((("rows", row), text) for row, text in entry.rows.items())


def fill_texts(entry: Entry, constants: Mapping[str, object], place: Place, problems: list[Finding]) -> Entry:
    """An entry with its texts filled; `places` keeps those with places for values that grants may change."""
    known = {**constants, **entry.values}
    forms = entry.forms if isinstance(entry, Keyword) else ()
    of_forms = {name for form in forms for name in values_of(form)}
    for path, text in texts_of(entry):
        own = values_of(forms[int(path[1])]) if path[0] == "forms" else of_forms
        problems += wrong_places(text, {*known, *own}, lambda path=path: place(path))  # type: ignore[misc]

    def fill(text: str) -> str:
        return filled(text, known.get)

    changes: dict[str, Any] = {"text": fill(entry.text)} if "{" in entry.text else {}
    long = LONG if isinstance(entry, Mission) else ()
    kept = {name: filled(getattr(entry, name), constants.get) for name in ("text", *long)}
    changes["places"] = {
        name: text for name, text in kept.items() if any(value in entry.values for value, _ in places_in(text))
    }
    if isinstance(entry, Mission):
        changes |= {name: fill(getattr(entry, name)) for name in LONG}
        changes["roles"] = {name: replace(role, text=fill(role.text)) for name, role in entry.roles.items()}
    if forms:
        changes["forms"] = tuple(replace(form, text=fill(form.text)) for form in forms)
    if isinstance(entry, Table):
        changes["rows"] = {row: fill(text) for row, text in entry.rows.items()}
    changes = changes if changes["places"] else {key: one for key, one in changes.items() if key != "places"}
    return replace(entry, **changes) if changes else entry


def fill_head(game: Game, constants: Mapping[str, object]) -> Game:
    """A game with its constants printed in the texts of its stats and of every mission."""

    def fill(text: str) -> str:
        return filled(text, constants.get)

    stats = {id: replace(stat, text=fill(stat.text)) for id, stat in game.stats.items()}
    mission = game.mission
    if mission:
        mission = replace(mission, text=fill(mission.text), deployment=fill(mission.deployment))
    return replace(game, stats=stats, mission=mission)


def values_of(form: Form) -> set[str]:
    """The names of the values that a form prints."""
    return {*form.values, *re.findall(r"\{([a-z]+)\}", form.form)}


def wrong_places(text: str, known: Iterable[str], at: Callable[[], Any]) -> Iterator[Finding]:
    """Places of a text that have no value, or say what nobody understands."""
    for name, way in places_in(text):
        if name not in known:
            near = did_you_mean(name, known) or f"Write `values: {{{name}: …}}`."
            yield at().problem(f"`{{{name}}}` has no value.", near, "catalogue.reference")
        elif way and way not in WAYS:
            hint = f"A value is printed as {{{name}}}, or with one of {', '.join(WAYS)} behind a colon."
            yield at().problem(f"`{{{name}:{way}}}` is no way to print a value.", hint)
