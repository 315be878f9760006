"""Assemble a game: parts in, a checked `Game` out, or one `CatalogueError` with every problem."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

from listbuilder.catalogue import ENTRY_TYPES, Entry, Game, KindSpec
from listbuilder.catalogue.order import all_grants, circle
from listbuilder.errors import CatalogueError
from listbuilder.finding import Finding
from listbuilder.loader.card_names import check_card
from listbuilder.loader.check_types import build, with_rules
from listbuilder.loader.entries import build_entry
from listbuilder.loader.folders import digest_of
from listbuilder.loader.link import given_keywords, link_entries
from listbuilder.loader.packs import read_pack
from listbuilder.loader.parts import Origin, Parts, read_parts
from listbuilder.loader.patches import apply_patches
from listbuilder.loader.references import References
from listbuilder.reading import Document
from listbuilder.rules import Rule
from listbuilder.values import slug

__all__ = ["assemble"]


def assemble(folders: list[FilePath], show: Callable[[FilePath], str] = str, event: Document | None = None) -> Game:
    """The game in a folder (the last), on top of those it extends; with an event pack, as it is played there."""
    parts = read_parts(folders, show)
    problems = parts.problems
    if event:
        apply_patches(parts, event.data.get("change"), event.data.get("remove"), Origin(event))
    head = _head(parts)
    # Without game.yaml there is no head to check; its own problem has been noted.
    game: Game | None = build(Game, head, parts.origin, problems) if () in parts.origins else None
    kinds = dict(game.kinds) if game else _kinds(parts)
    money = list(game.currencies) + list(game.budgets) if game else _currencies(parts)
    built = [(build_entry(raw, kinds, money, problems), raw.origin) for raw in parts.entries]
    broken = _broken(parts, built)
    entries = link_entries([(entry, origin) for entry, origin in built if entry], kinds, problems)
    if game is not None:
        game = _finished(game, [entry for entry, _ in entries], digest_of(folders), parts)
        if event:
            game = replace(game, event=read_pack(event, game, problems))
        _check(game, parts, entries, broken)
        if game.id != folders[-1].resolve().name:
            problems.append(
                parts.origin(("id",)).problem(f"`id: {game.id}` and the folder's name differ.", "Make them the same.")
            )
    if problems or game is None:
        unique = {
            (one.file, one.code, one.message, one.code == "catalogue.kind" or one.line): one
            for one in reversed(problems)
        }
        ordered = tuple(sorted(unique.values(), key=lambda one: (one.file or "", one.line or 0)))
        raise CatalogueError(f"{folders[-1]} has {len(ordered)} problem(s).", ordered)
    return game


def _finished(game: Game, entries: list[Entry], digest: str, parts: Parts) -> Game:
    """The game with its entries, and the keywords that its grants give."""
    made = replace(game, entries=tuple(entries), digest=digest)
    words = dict(given_keywords(entries, all_grants(made)))
    for printed, entry in words.items():
        if entry is None:
            fact = f'A grant gives the keyword "{printed}", which there is not.'
            parts.problems.append(parts.origin(()).problem(fact, "Check its spelling.", "catalogue.keyword"))
    return replace(made, given_keywords=tuple(entry for entry in words.values() if entry))


def _currencies(parts: Parts) -> list[str]:
    """The names of currencies alone, so that entries can be checked when the head has problems."""
    said = [parts.head.get(name) for name in ("currencies", "budgets")]
    return [str(key) for one in said if isinstance(one, dict) for key in one] or ["points"]


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


def _broken(parts: Parts, built: list[tuple[Entry | None, Origin]]) -> frozenset[str]:
    """The ids, names' slugs and kinds of entries that could not be read."""
    raws = [raw for raw, (entry, _) in zip(parts.entries, built, strict=True) if entry is None]
    said = [str(raw.data.get(key)) for raw in raws for key in ("id", "name") if raw.data.get(key) is not None]
    return frozenset([*said, *map(slug, said), *(raw.kind for raw in raws)])


def _check(game: Game, parts: Parts, entries: list[tuple[Entry, Origin]], broken: frozenset[str]) -> None:
    """Names that clash, references that lead nowhere, rules that repeat each other."""
    problems = parts.problems
    problems += _clashes(entries)
    references = References(game, problems, broken)
    references.check_slots(parts.origin)
    references.check_play(parts.origin)
    if numbers := circle(game):
        told = " waits for ".join(f"{kind} {name}" for kind, name in [*numbers, numbers[0]])
        hint = "Let one of them look at the printed number: `printed: true`."
        problems.append(parts.origin(()).problem(f"Numbers wait for each other: {told}.", hint, "catalogue.rule"))
    check_card(references, parts)
    for entry, origin in entries:
        references.check_entry(entry, origin)
    for grant in game.grants:
        references.check_grant(grant, parts.origin(("grants",)))
    for name, spec in game.kinds.items():
        if spec.is_:
            references.known("built-in kind", spec.is_, set(ENTRY_TYPES), parts.origin(("kinds", name, "is")))
    ids: set[str] = set()
    for rule, origin, others in _carried(game, parts, entries):
        if any(other.id == rule.id for other in others):
            problems.append(origin.problem(f"Two rules have the id `{rule.id}`.", "Rename one.", "catalogue.rule"))
        ids.add(rule.id)
        references.check_rule(rule, origin)
        if any(rule == replace(other, id=rule.id, source=rule.source, text=rule.text) for other in others):
            problems.append(origin.problem(f"Rule {rule.id} repeats another.", "Remove one of them.", "catalogue.rule"))
    known = {entry.id for entry in game.entries} | ids | {one.id for one in game.formats}
    for at, ruling in enumerate(game.rulings):
        for about in ruling.about:
            references.known("entry", about, known, parts.origin(("rulings", at, "about")))
    formats = [one.id for one in game.formats]
    for at, format_ in enumerate(game.formats):
        origin = parts.origin(("formats", at))
        if format_.id in formats[:at]:
            problems.append(origin.problem(f"Two formats have the id `{format_.id}`.", "Rename one.", "catalogue.id"))
        known_base = format_.extends and references.known("format", format_.extends, set(formats), origin)
        if known_base and game.format_chain(format_)[0].extends:
            problems.append(
                origin.problem(f"{format_.id} ends up extending itself.", "Break the circle.", "catalogue.reference")
            )


def _clashes(entries: list[tuple[Entry, Origin]]) -> Iterator[Finding]:
    """Two entries of one kind that answer to the same spelling."""
    first: dict[tuple[str, str], Entry] = {}
    for entry, origin in entries:
        for spelling in {slug(name) for name in (entry.id, entry.name, *entry.aliases)}:
            other = first.setdefault((entry.kind, spelling), entry)
            if other is not entry and not (slug(other.name) == slug(entry.name) == spelling and other.id != entry.id):
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
        below = [rule for one in game.format_chain(format_) if one is not format_ for rule in one.rules]
        for n, rule in enumerate(format_.rules):
            yield rule, parts.origin(("formats", at, "rules", n)), [*always, *below, *format_.rules[:n]]
    for entry, origin in entries:
        for n, rule in enumerate(entry.rules):
            yield rule, origin.at("rules", n), [*always, *entry.rules[:n]]
        for name, role in getattr(entry, "roles", {}).items():
            for n, rule in enumerate(role.rules):
                before = [*always, *entry.rules, *role.rules[:n]]
                yield rule, origin.at("roles", name, "rules", n), before
