"""Assemble a game: parts in, a checked `Game` out, or one `CatalogueError` with every problem."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

from listbuilder.base.errors import CatalogueError
from listbuilder.base.findings import Finding
from listbuilder.base.records import freeze_records
from listbuilder.base.spelling import known_synonym, same_word
from listbuilder.base.values import slug
from listbuilder.catalogue import Entry, Game, KindSpec
from listbuilder.catalogue.effects.playbook import Playbook, pack_playbook
from listbuilder.catalogue.effects.terms import Terms
from listbuilder.catalogue.evaluation_order import all_grants
from listbuilder.loading.effects.amounts import named_numbers
from listbuilder.loading.effects.effect_checks import check_play, texts_in
from listbuilder.loading.effects.read_effects import EffectSource, constants_of, read_playbook, read_terms
from listbuilder.loading.effects.text_checks import digits, fill_head, fill_texts
from listbuilder.loading.event_packs import keep_secret, read_pack
from listbuilder.loading.folders import digest_of
from listbuilder.loading.keyword_links import given_keywords, link_entries
from listbuilder.loading.patches import apply_patches, report_removed
from listbuilder.loading.proofs import prove
from listbuilder.loading.proofs.case import Case
from listbuilder.loading.raw_entries import build_entry
from listbuilder.loading.raw_parts import PLAY, Origin, Parts, RawEntry, file_and_line, read_parts
from listbuilder.loading.references import References, yaml_text
from listbuilder.loading.source_places import Place, entry_place, place_below, place_in
from listbuilder.loading.type_checks import build, with_rules
from listbuilder.storage.files import real_path
from listbuilder.storage.reading import Document, Tree

STRUCTURED = frozenset({"rules", "grants", "offers", "picks", "effects"})
SELECTING = frozenset({"entry", "kind", "slot", "tag", "category", "keyword"})
"""Words of selectors, which in a condition stand under `has`."""
USING = frozenset({"needs", "grants", "rules", "offers", "picks", "limit", "roles", "goals"})
"""The keys of an entry under which it names other things."""


def assemble(
    folders: list[FilePath],
    show: Callable[[FilePath], str] = str,
    event: Document | None = None,
    thorough: bool = False,
) -> Game:
    """The game in the last folder, on top of those it extends; with an event pack, as it is played there.

    `thorough`: whatever has no effect or is impossible is a problem too, not only what keeps lists from being judged.
    """
    return assemble_case(folders, show, event, thorough).game


def assemble_case(
    folders: list[FilePath],
    show: Callable[[FilePath], str] = str,
    event: Document | None = None,
    thorough: bool = False,
) -> Case:
    """The same, with the place of everything in the author's files."""
    parts = read_parts(folders, show)
    problems = parts.problems
    # Without the head hardly anything else can be checked.
    refuse(folders, parts.unread if "game.yaml" in {FilePath(one.file or "").name for one in parts.unread} else [])
    if event:
        apply_patches(parts, event.data.get("change"), event.data.get("remove"), Origin(event))
    # Terms come first: set-ups and texts name their constants.
    terms = read_terms(parts)
    constants = constants_of(terms, parts.head.get("terms"))
    head = _head(parts, constants)
    # Without game.yaml there is no head to check; its absence has been reported.
    game: Game | None = build(Game, head, parts.origin, problems) if () in parts.origins else None
    # A wrong kind would make all of its entries wrong.
    refuse(folders, _wrong_kinds(game, parts) if game else [])
    kinds = dict(game.kinds) if game else _kinds(parts)
    money = list(game.currencies) + list(game.budgets) if game else _currencies(parts)
    lost = {str(name) for name in _raw_mapping(parts, "kinds") if name not in kinds}
    # None keeps the place of an entry that can't be built: the list is zipped with the raw entries.
    built = [
        (None if raw.kind in lost else build_entry(raw, kinds, money, problems), raw.origin) for raw in parts.entries
    ]
    # What only an unread file declares is missing everywhere else, which is no mistake of its own.
    refuse(folders, parts.unread and [*parts.unread, *(one for one in problems if one.code == "catalogue.value")])
    broken = _unreadable_names(parts, built)
    filled = [(fill_texts(entry, constants, entry_place(origin), problems), origin) for entry, origin in built if entry]
    entries = link_entries(filled, kinds, problems)
    if game is not None:
        below = tuple(real_path(folder).name for folder in folders[:-1])
        game = replace(game, digest=digest_of(folders, event.data if event else None), below=below)
        game = _with_entries(
            fill_head(game, [one for one, _ in filled], constants, parts), [entry for entry, _ in entries]
        )
        if event:
            game = keep_secret(replace(game, event=read_pack(event, game, problems)))
        raws = [raw for raw, (entry, _) in zip(parts.entries, built, strict=True) if entry]
        whole = [(entry, raw) for (entry, _), raw in zip(entries, raws, strict=True)]
        book, pieces = read_playbook(parts, terms, whole)
        # From here on the game is only read.
        game = freeze_records(replace(game, play=pack_playbook(book)))
        _check(game, parts, whole, (book, pieces), broken, thorough, event)
        if game.id != real_path(folders[-1]).name:
            fact = f"`id: {game.id}` and the folder's name differ."
            problems.append(parts.origin(("id",)).problem(fact, "Make them the same."))
    refuse(folders, [_meant_inside(one, parts) for one in report_removed(parts)])
    assert game is not None
    places = {id(entry): entry_place(raw.origin) for entry, raw in zip(game.entries, parts.entries, strict=True)}
    return Case(game, place_in(parts), places)


def refuse(folders: list[FilePath], problems: list[Finding]) -> None:
    """Raise CatalogueError if there are problems; repeated ones are merged."""
    if problems:
        ordered = tuple(merge_repeated(problems))
        raise CatalogueError(f"{folders[-1]} has {len(ordered)} problem(s).", ordered)


def _meant_inside(problem: Finding, parts: Parts) -> Finding:
    """An unknown key that was meant in another place or form, as far as the game and its value tell."""
    if problem.code != "catalogue.key" or "known" not in problem.data:
        return problem
    data = {key: one for key, one in problem.data.items() if key != "known"}
    return replace(problem, hint=_hint_inside(problem, parts) or problem.hint, data=data)


def _hint_inside(problem: Finding, parts: Parts) -> str:
    """What to write instead of an unknown key; nothing where its hint is the best that can be said."""
    name, value = str(problem.data["name"]), problem.data.get("value")
    listed, suggestion = problem.data["known"], str(problem.data.get("suggestion") or "")
    known = set(listed) if isinstance(listed, list | tuple) else set()
    model = _raw_mapping(parts, "model").get("slots")
    slots = model if isinstance(model, dict) else {}
    shown = yaml_text(value) if isinstance(value, str | int) else "…"
    in_grant, in_entry = {"slots", "fields", "only"} <= known, "flavour" in known
    if in_grant and name in slots and isinstance(value, str | list):
        given = ", ".join(map(str, value if isinstance(value, list) else [value]))
        return f"Write `entries: {{{name}: [{given}]}}`."
    kind = next((one.kind for one in parts.entries if one.origin.document.file == problem.file), None)
    own = ""
    if kind and in_entry and isinstance(value, str | int):
        type_ = "number" if type(value) is int else "text"
        own = f"A value of your own is declared in game.yaml: `kinds: {{{kind}: {{fields: {{{name}: {type_}}}}}}}`."
    if suggestion:
        # A text is no misspelt list of rules or the like.
        far = isinstance(value, str) and suggestion in STRUCTURED and not same_word(name, suggestion)
        return own if far and not known_synonym(name, known) else ""
    inner = {"stats": _raw_mapping(parts, "stats"), "slots": slots, "budgets": _raw_mapping(parts, "budgets")}
    if found := next((key for key, names in inner.items() if name in names and key in known), None):
        return f"Write `{found}: {{{name}: {shown}}}`."
    money = _currencies(parts)
    if name in ("cost", *money) and in_grant:
        return f"Write `fields: {{self: {{{name}: {shown}}}}}`; instead of `self`, a slot."
    if name in money and in_entry:
        return f"Write it under `cost`: `cost: {{{money[0]}: …, {name}: {shown}}}`."
    if name == "unique" and in_entry:
        return "Write a rule: `{kind: unique, id: …, where: {entry: …}}`."
    if name in ("exactly", "exact") and {"min", "max"} <= known:
        return f"Write `min: {shown}, max: {shown}`."
    if name in SELECTING and "percent-of" in known:
        chosen = f"{{{name}: {shown}}}"
        return f"Write `has: {chosen}`." if "has" in known else f"Write `{{count: models, where: {chosen}}}`."
    return own


def _wrong_kinds(game: Game, parts: Parts) -> list[Finding]:
    """The problems of the kinds themselves."""
    references = References(game, [])
    for name, spec in game.kinds.items():
        references.check(spec, place_below(place_in(parts), "kinds", name))
    return references.problems


def _with_entries(game: Game, entries: list[Entry]) -> Game:
    """The game with its entries, and the keywords that its grants give."""
    made = replace(game, entries=tuple(entries))
    words = dict(given_keywords(entries, all_grants(made)))
    return replace(made, given_keywords=tuple(entry for entry in words.values() if entry))


def _currencies(parts: Parts) -> list[str]:
    """The names of currencies alone, so that entries can be checked when the head has problems."""
    held = [parts.head.get(name) for name in ("currencies", "budgets")]
    return [str(key) for one in held if isinstance(one, dict) for key in one] or ["points"]


def _head(parts: Parts, constants: Mapping[str, object]) -> dict[str, Any]:
    """The head with rules typed, short forms in full, and constants where a set-up names them."""
    head: dict[str, Any] = with_rules(parts.head, Origin(parts.origin(()).document), [])
    # The keys of play are read by `read_playbook`.
    head = {key: one for key, one in head.items() if key not in PLAY}
    # Before it is typed, because a name is no number to pydantic.
    if "mission" in head:
        own = {
            str(raw.data.get("id") or slug(str(raw.data.get("name")))): raw.data.get("values") for raw in parts.entries
        }
        values = {id: one for id, one in own.items() if isinstance(one, dict)}
        head["mission"] = named_numbers(head["mission"], constants, values)
    if "rules" in parts.head:
        raw = parts.head["rules"]
        assert isinstance(raw, list)
        made = [
            with_rules({"rules": [item]}, _Shifted(parts, ("rules", at)), parts.problems) for at, item in enumerate(raw)
        ]
        head["rules"] = [rule for one in made for rule in one["rules"]]
        # A rule that can't be read leaves the list, so the places of those behind it move up.
        kept = [parts.origin(("rules", at)) for at, one in enumerate(made) if one["rules"]]
        parts.origins.update({("rules", at): origin for at, origin in enumerate(kept)})
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
        object.__setattr__(self, "within", (parts, path))

    def at(self, *steps: str | int) -> Origin:
        """A place inside the rule; `rules, 0` is the rule itself."""
        # A rule is built in a list of its own, so its path begins with the place in that list.
        further = steps[1:] if steps[:1] in (("rules",), (0,)) else steps
        parts, path = self.within  # type: ignore[attr-defined]
        return parts.origin((*path, *further)) if further else self


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


def _unreadable_names(parts: Parts, built: list[tuple[Entry | None, Origin]]) -> frozenset[str]:
    """The words of unreadable entries, and the ids of all rules: a reference to one of them is no second mistake."""
    raws = [raw for raw, (entry, _) in zip(parts.entries, built, strict=True) if entry is None]
    # By id, name or alias: any word of an unreadable entry may be what others refer to.
    words = [word for raw in raws for word in (raw.kind, *texts_in(raw.data))]
    if parts.problems:
        for one in _raw_mapping(parts, "kinds").values():
            held = one.get("fields") if isinstance(one, dict) else None
            words += [*texts_in(one), *(held if isinstance(held, dict) else ())]
        words += [
            word for raw in parts.entries for key, one in raw.data.items() if key not in USING for word in texts_in(one)
        ]
        for raw in (parts.head, *(raw.data for raw in parts.entries)):
            rules = raw.get("rules")
            words += [str(one.get("id")) for one in rules if isinstance(one, dict)] if isinstance(rules, list) else []
    return frozenset([*words, *map(slug, words)])


def _raw_mapping(parts: Parts, key: str) -> dict[str, Tree]:
    """A mapping of the head as it is written."""
    held = parts.head.get(key)
    return held if isinstance(held, dict) else {}


def _check(
    game: Game,
    parts: Parts,
    whole: list[tuple[Entry, RawEntry]],
    played: tuple[Playbook, list[EffectSource]],
    broken: frozenset[str],
    thorough: bool,
    event: Document | None,
) -> None:
    """Check names that clash and references without a target; if all names are right, run the proofs."""
    problems, place = parts.problems, place_in(parts)
    # A game in the making may have numbers in words: until its first release that is only said.
    problems += digits(parts) if thorough and not game.version.startswith("0.") else ()
    entries = [(entry, raw.origin) for entry, raw in whole]
    clashes = [*_clashes(entries), *_duplicate_ids(game, place)]
    references = References(game, [], broken)
    references.check(game, place)
    for entry, origin in entries:
        references.check(entry, entry_place(origin))
    # Terms that could not be read are missing wherever play names them, which is no mistake of its own.
    unread = bool(parts.head.get("terms")) and played[0].terms == Terms()
    in_play = [] if unread else list(check_play(game, *played, whole, place, references))
    # Of two things with one name, one was probably renamed: that others use the old name is no second mistake.
    problems += clashes or [*references.problems, *in_play]
    if not problems:
        places = {id(entry): entry_place(origin) for entry, origin in entries}
        problems += prove(game, place, places, thorough)
        if event and not problems:
            # Of the pack every problem is reported; further problems of the game are for its author.
            found = prove(game, place, places, thorough=True, pack=entry_place(Origin(event)))
            problems += [one for one in found if one.file == event.file]


def _duplicate_ids(game: Game, place: Place) -> Iterator[Finding]:
    """Formats and rulings that share an id, and formats that extend each other."""
    for key, things in (("formats", game.formats), ("rulings", game.rulings)):
        ids = [one.id for one in things]
        for at, id in enumerate(ids):
            if id in ids[:at]:
                yield place((key, at, "id")).problem(f"Two {key} have the id `{id}`.", "Rename one.", "catalogue.id")
    for at, format_ in enumerate(game.formats):
        if format_.extends and game.format_chain(format_)[0].extends and game.format(format_.extends):
            fact = f"{format_.id} ends up extending itself."
            yield place(("formats", at, "extends")).problem(fact, "Break the circle.", "catalogue.reference")
            return


def _clashes(entries: list[tuple[Entry, Origin]]) -> Iterator[Finding]:
    """Two entries of one kind that have a spelling in common."""
    first: dict[tuple[str, str], Entry] = {}
    for entry, origin in entries:
        for spelling in {slug(name) for name in (entry.id, entry.name, *entry.aliases)}:
            other = first.setdefault((entry.kind, spelling), entry)
            # Two printed names may be equal, if the ids tell the entries apart.
            if other is not entry and not (slug(other.name) == slug(entry.name) == spelling and other.id != entry.id):
                yield origin.problem(
                    f"`{spelling}` already means {other.name} ({other.kind}).",
                    "Give one of them another name or id.",
                    "catalogue.id",
                )


def merge_repeated(problems: list[Finding]) -> list[Finding]:
    """The problems, without consequences of others; each unknown name once, with its other places in the message."""
    first: dict[object, Finding] = {}
    more: dict[object, list[Finding]] = {}
    keys = [one for one in problems if one.code == "catalogue.key"]
    misspelt = {(one.file, one.data.get("suggestion")) for one in keys}
    unread = {(one.data.get("name"), near) for one in keys if (near := one.data.get("suggestion"))}
    at_keys = {(one.file, one.line) for one in keys}
    for one in sorted(problems, key=lambda one: (one.file or "", one.line or 0)):
        name, near = one.data.get("name"), one.data.get("suggestion")
        # A misspelt key is also missing, and what it would have declared can't be found.
        if one.code == "catalogue.missing" and ((one.file, name) in misspelt or (one.file, one.line) in at_keys):
            continue
        if one.code == "catalogue.reference" and (name, near) in unread:
            continue
        # A field of the wrong type is wrong in every entry, whatever value each has.
        expected = one.data.get("expected")
        same = one.code in ("catalogue.reference", "catalogue.kind", "catalogue.key")
        key: object = (one.code, name, expected) if expected else (one.code, one.message)
        key = key if same or expected else (one.file, one.line, one.code, one.message)
        if key in first:
            more.setdefault(key, []).append(one)
        else:
            first[key] = one
    return [_with_places(one, more.get(key, [])) for key, one in first.items()]


def _with_places(one: Finding, others: list[Finding]) -> Finding:
    """A finding whose message also names the other places with the same problem."""
    places = list(
        dict.fromkeys(file_and_line(other) for other in others if (other.file, other.line) != (one.file, one.line))
    )
    if not places:
        return one
    others_text = ", ".join(places[:3]) + (f" and {len(places) - 3} more" if len(places) > 3 else "")
    return replace(one, message=f"{one.message[:-1]} (also in {others_text}).")
