"""Assemble a game: parts in, a checked `Game` out, or one `CatalogueError` with every problem."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

from listbuilder.catalogue import Entry, Game, KindSpec
from listbuilder.errors import CatalogueError
from listbuilder.finding import Finding
from listbuilder.loader.check_types import build, with_rules
from listbuilder.loader.entries import build_entry
from listbuilder.loader.folders import digest_of
from listbuilder.loader.link import link_entries
from listbuilder.loader.parts import Origin, Parts, read_parts
from listbuilder.loader.references import References
from listbuilder.rules import Rule
from listbuilder.values import slug

__all__ = ["assemble"]


def assemble(folders: list[FilePath], show: Callable[[FilePath], str] = str) -> Game:
    """The game in a folder (the last), on top of those it extends."""
    parts = read_parts(folders, show)
    problems = parts.problems
    head = _head(parts)
    game: Game | None = build(Game, head, lambda loc: parts.origin(loc), problems)
    kinds = dict(game.kinds) if game else _kinds(parts)
    built = [(build_entry(raw, kinds, problems), raw.origin) for raw in parts.entries]
    entries = link_entries([(entry, origin) for entry, origin in built if entry], kinds, problems)
    if game is not None:
        game = replace(game, entries=tuple(entry for entry, _ in entries), digest=digest_of(folders))
        _check(game, parts, entries)
        if game.id != folders[-1].resolve().name:
            problems.append(
                parts.origin(("id",)).problem(f"`id: {game.id}` and the folder's name differ.", "Make them the same.")
            )
    if problems or game is None:
        ordered = tuple(sorted(problems, key=lambda one: (one.file or "", one.line or 0)))
        raise CatalogueError(f"{folders[-1]} has {len(ordered)} problem(s).", ordered)
    return game


def _head(parts: Parts) -> dict[str, Any]:
    """The head with rules typed and short forms in full."""
    head: dict[str, Any] = with_rules(parts.head, Origin(parts.origin(()).document), [])
    if "rules" in parts.head:
        raw = parts.head["rules"]
        assert isinstance(raw, list)
        made = [
            with_rules({"rules": [item]}, _Shifted(parts, ("rules", at)), parts.problems) for at, item in enumerate(raw)
        ]
        head["rules"] = [rule for one in made for rule in one["rules"]]
    if isinstance(head.get("formats"), list):
        head["formats"] = [
            with_rules(item, parts.origin(("formats", at)), parts.problems) if isinstance(item, dict) else item
            for at, item in enumerate(head["formats"])
        ]
    if isinstance(head.get("kinds"), dict):
        head["kinds"] = {name: _kind(spec) for name, spec in head["kinds"].items()}
    return head


class _Shifted(Origin):
    """An origin for one rule of the merged list, whose own path is elsewhere."""

    def __init__(self, parts: Parts, path: tuple[str | int, ...]) -> None:
        found = parts.origin(path)
        super().__init__(found.document, found.path)

    def at(self, *steps: str | int) -> Origin:
        """A place inside the rule; `rules, 0` is the rule itself."""
        return self if steps == ("rules",) else super().at(*(steps[1:] if steps[:1] == (0,) else steps))


def _kind(spec: Any) -> Any:
    """A kind with its fields' short form in full: `energy: number` is `energy: {type: number}`."""
    if isinstance(spec, dict) and isinstance(spec.get("fields"), dict):
        full = {name: {"type": one} if isinstance(one, str) else one for name, one in spec["fields"].items()}
        return {**spec, "fields": full}
    return spec


def _kinds(parts: Parts) -> dict[str, KindSpec]:
    """The kinds alone, so that entries can be checked when the head has problems."""
    raw = parts.head.get("kinds")
    found = (
        {name: build(KindSpec, _kind(spec), parts.origin, []) for name, spec in raw.items()}
        if isinstance(raw, dict)
        else {}
    )
    return {name: spec for name, spec in found.items() if spec}


def _check(game: Game, parts: Parts, entries: list[tuple[Entry, Origin]]) -> None:
    """Names that clash, references that lead nowhere, rules that repeat each other."""
    problems = parts.problems
    problems += _clashes(entries)
    references = References(game, problems)
    references.check_slots(parts.origin)
    for entry, origin in entries:
        references.check_entry(entry, origin)
    for grant in game.grants:
        references.check_grant(grant, parts.origin(("grants",)))
    ids: set[str] = set()
    for rule, origin, others in _carried(game, parts, entries):
        ids.add(rule.id)
        references.check_rule(rule, origin)
        if any(rule == replace(other, id=rule.id, source=rule.source, text=rule.text) for other in others):
            problems.append(origin.problem(f"Rule {rule.id} repeats another.", "Remove one of them.", "catalogue.rule"))
    known = {entry.id for entry in game.entries} | ids | {one.id for one in game.formats}
    for at, ruling in enumerate(game.rulings):
        for about in ruling.about:
            references.known("entry", about, known, parts.origin(("rulings", at, "about")))
    for at, format_ in enumerate(game.formats):
        if format_.extends:
            references.known("format", format_.extends, {one.id for one in game.formats}, parts.origin(("formats", at)))


def _clashes(entries: list[tuple[Entry, Origin]]) -> Iterator[Finding]:
    """Two entries of one kind that answer to the same spelling."""
    first: dict[tuple[str, str], Entry] = {}
    for entry, origin in entries:
        for spelling in {slug(name) for name in (entry.id, entry.name, *entry.aliases)}:
            other = first.setdefault((entry.kind, spelling), entry)
            if other is not entry:
                yield origin.problem(
                    f"`{spelling}` already means {other.name} ({other.kind}).",
                    "Give one of them another name or id.",
                    "catalogue.id",
                )


def _carried(
    game: Game, parts: Parts, entries: list[tuple[Entry, Origin]]
) -> Iterator[tuple[Rule, Origin, list[Rule]]]:
    """Every rule with its place and the rules before it that are in force whenever it is."""
    always: list[Rule] = list(game.rules)
    for at, rule in enumerate(game.rules):
        yield rule, parts.origin(("rules", at)), always[:at]
    for at, format_ in enumerate(game.formats):
        for n, rule in enumerate(format_.rules):
            yield rule, parts.origin(("formats", at, "rules", n)), [*always, *format_.rules[:n]]
    for entry, origin in entries:
        for n, rule in enumerate(entry.rules):
            yield rule, origin.at("rules", n), [*always, *entry.rules[:n]]
        for name, role in getattr(entry, "roles", {}).items():
            for n, rule in enumerate(role.rules):
                before = [*always, *entry.rules, *role.rules[:n]]
                yield rule, origin.at("roles", name, "rules", n), before
