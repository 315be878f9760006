"""Patches: what an overlay or an event changes in the game below it, made to the raw parts before they are typed.

So the same loader, schema and checks serve all. Every value keeps the file and line that it came from; an unknown name
is a problem with "did you mean".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.base.findings import Finding
from listbuilder.base.spelling import did_you_mean
from listbuilder.base.values import slug
from listbuilder.base.wording import join_names
from listbuilder.loading.raw_parts import Origin, Parts, RawEntry, file_and_line
from listbuilder.storage.reading import Path, Tree

TARGETS = ("entry", "rule", "format", "slot", "field", "stat", "budget", "currency", "kind")
MAPS = {"stat": "stats", "budget": "budgets", "currency": "currencies", "kind": "kinds"}
SHEETS = ("model", "list", "group")
IDLE = "catalogue.idle"
Place = tuple[Any, Any, Path | None]
"""Something that can be changed: its container, its key there, and its path if it is in the head."""


def apply_patches(parts: Parts, changes: Tree, removals: Tree, origin: Origin) -> None:
    """Make the changes of one overlay or event, then take out what it removes."""
    for key, raw, work in (("change", changes, _change), ("remove", removals, _remove)):
        if raw is None:
            continue
        if not isinstance(raw, list):
            parts.problems.append(origin.at(key).problem(f"`{key}` must be a list.", "Start each item with `- `."))
            continue
        # Of two changes to one key the later would win without a word.
        seen: dict[tuple[object, ...], int] = {}
        for at, item in enumerate(raw):
            place = origin.at(key, at)
            target = patch_target(parts, item, place)
            if target is None:
                continue
            assert isinstance(item, dict)
            for one in [one for one in item if one != target[0]] or [""]:
                mark = (*target, item.get("kind"), item.get("on"), one)
                if seen.setdefault(mark, at) != at:
                    fact = f"`{target[1]}` is patched twice here."
                    parts.problems.append(place.problem(fact, "Put both into one item.", "catalogue.rule"))
            found = list(find_patched(parts, target, item))
            if len(found) == 1:
                if key == "remove":
                    parts.removed[target[1]] = place
                work(parts, found[0], {key: one for key, one in item.items() if key not in (target[0], "on")}, place)
            else:
                _report_unresolved(parts, target, found, place)


def patch_target(parts: Parts, item: Tree, place: Origin) -> tuple[str, str] | None:
    """The sort and the id of what an item patches; None if it does not say."""
    sorts = [name for name in TARGETS if isinstance(item, dict) and name in item]
    # `kind` beside another target narrows it down: an entry of that kind.
    sorts = [name for name in sorts if name != "kind"] or sorts
    if not isinstance(item, dict) or len(sorts) != 1 or not isinstance(item[sorts[0]], str):
        hint = f"Write one of {', '.join(TARGETS)} with an id, such as `{{entry: medkit, …}}`."
        near = [word for word in item if did_you_mean(str(word), TARGETS)] if isinstance(item, dict) else []
        fact = f"Unknown key `{near[0]}`." if near else "A patch says what it is about."
        parts.problems.append(place.problem(fact, did_you_mean(near[0], TARGETS) if near else hint))
        return None
    return sorts[0], str(item[sorts[0]])


def find_patched(parts: Parts, target: tuple[str, str], item: dict[str, Tree]) -> Iterator[Place]:
    """The places in the raw parts that a target names."""
    what, name = target
    if what == "entry":
        for at, raw in enumerate(parts.entries):
            # The entries are still raw: a missing id is made from the name, as later.
            called = name in (raw.data.get("id"), raw.data.get("name")) or slug(name) == entry_id(raw)
            if called and item.get("kind") in (None, raw.kind):
                yield parts.entries, at, None
    elif what == "rule":
        yield from _rules(parts, name)
    elif what == "format":
        yield from _find_by_id(parts.head.get("formats"), ("formats",), name)
    elif what in MAPS:
        held = parts.head.get(MAPS[what])
        if isinstance(held, dict) and name in held:
            yield held, name, (MAPS[what], name)
    else:
        # A slot or field of one name may be on several sheets; `on` says which.
        for sheet in SHEETS:
            held = parts.head.get(sheet)
            inner = held.get(f"{what}s") if isinstance(held, dict) else None
            if isinstance(inner, dict) and name in inner and item.get("on") in (None, sheet):
                yield inner, name, (sheet, f"{what}s", name)


def _rules(parts: Parts, name: str) -> Iterator[Place]:
    """A rule by its id: of the game, a format, an entry or a role."""
    yield from _find_by_id(parts.head.get("rules"), ("rules",), name)
    formats = parts.head.get("formats")
    for at, one in enumerate(formats if isinstance(formats, list) else []):
        if isinstance(one, dict):
            yield from _find_by_id(one.get("rules"), ("formats", at, "rules"), name)
    for raw in parts.entries:
        roles = raw.data.get("roles")
        carriers = [raw.data, *(roles.values() if isinstance(roles, dict) else [])]
        for carrier in carriers:
            held = carrier.get("rules") if isinstance(carrier, dict) else None
            for at, rule in enumerate(held if isinstance(held, list) else []):
                if isinstance(rule, dict) and rule.get("id") == name:
                    yield held, at, None


def _find_by_id(held: Tree, path: tuple[str | int, ...], name: str) -> Iterator[Place]:
    for at, one in enumerate(held if isinstance(held, list) else []):
        if isinstance(one, dict) and one.get("id") == name:
            yield held, at, (*path, at)


def _change(parts: Parts, found: Place, changes: dict[str, Tree], place: Origin) -> None:
    """Replace keys; mappings are merged, lists may say what to `add` and `remove`."""
    holder, key, path = found
    old = holder[key]
    if isinstance(old, RawEntry):
        changes.pop("kind", None)
    wrong = dict(wrong_changes(old.data if isinstance(old, RawEntry) else old, changes, place))
    parts.problems += wrong.values()
    changes = {name: value for name, value in changes.items() if name not in wrong}
    if path is not None:
        parts.origins.update({(*path, name): place.at(name) for name in changes})
    if isinstance(old, RawEntry):
        data = {**old.data, **{name: merge_value(old.data.get(name), value) for name, value in changes.items()}}
        holder[key] = RawEntry(old.kind, data, _Patched(old.origin, place, frozenset(changes)))
    elif isinstance(old, dict):
        holder[key] = {**old, **{name: merge_value(old.get(name), value) for name, value in changes.items()}}
    else:
        holder[key] = {"type": old, **changes} if isinstance(old, str) else changes


def wrong_changes(old: Tree, changes: dict[str, Tree], place: Origin) -> Iterator[tuple[str, Finding]]:
    """Findings by key: changes without effect, and unknown words beside `add` and `remove`."""
    if not changes:
        yield "", place.problem("This patch says what it is about, but changes nothing.", "Add a key.", IDLE)
    known = old if isinstance(old, dict) else {}
    for name, new in changes.items():
        before = known.get(name)
        if isinstance(before, list) and isinstance(new, dict):
            for where, fact, hint in wrong_edit(name, before, new):
                yield name, place.at(name, where).problem(fact, hint, "catalogue.key", name=where)
        elif name in known and merge_value(before, new) == before:
            said = "so" if isinstance(new, dict | list) else str(new)
            fact = f"`{name}` is {said} already: this changes nothing."
            yield name, place.at(name).problem(fact, "Take it out.", IDLE)


def wrong_edit(name: str, before: list[Tree], new: dict[str, Tree]) -> Iterator[tuple[str, str, str]]:
    """Mistakes in adding to a list and removing from it: the word, a fact and a hint."""
    words = ("add", "remove")
    if not any(word in words or did_you_mean(word, words) for word in new):
        # A single thing that replaces the list.
        return
    for word in new:
        if word not in words:
            hint = did_you_mean(word, words) or "A list is changed by `add` and `remove`."
            yield word, f"Unknown key `{word}`.", hint
    gone = new.get("remove")
    for item in gone if isinstance(gone, list) else [] if gone is None else [gone]:
        if item not in before:
            hint = did_you_mean(str(item), [str(one) for one in before])
            yield "remove", f"`{name}` has no `{item}` to remove.", hint or f"It has {', '.join(map(str, before))}."


def merge_value(old: Tree, new: Tree) -> Tree:
    """A value after a change to it."""
    # A mapping may have keys of these names itself, so only a list, or a key that is not there yet, is added to.
    if isinstance(new, dict) and new and new.keys() <= {"add", "remove"} and (old is None or isinstance(old, list)):
        gone, more = new.get("remove"), new.get("add")
        kept = [one for one in old or [] if one not in (gone if isinstance(gone, list) else [gone])]
        return [*kept, *(more if isinstance(more, list) else [] if more is None else [more])]
    if isinstance(old, dict) and isinstance(new, dict):
        return {**old, **new}
    return new


def _remove(parts: Parts, found: Place, _: dict[str, Tree], place: Origin) -> None:
    holder, key, path = found
    del holder[key]
    if path is None or not isinstance(holder, list):
        return
    # What follows in the list moves up by one, and keeps its file and line.
    above, gone = path[:-1], int(key)
    # Also those that only their parent had a place for: each gets its own before it moves.
    own = {(*above, at): parts.origin((*above, at)) for at in range(len(holder) + 1)} | parts.origins
    moved = {way: origin for way, origin in own.items() if way[: len(above)] == above and len(way) > len(above)}
    for way in moved:
        parts.origins.pop(way, None)
    for way, origin in moved.items():
        at = int(way[len(above)])
        if at != gone:
            parts.origins[(*above, at - (at > gone), *way[len(path) :])] = origin


def report_removed(parts: Parts) -> list[Finding]:
    """The problems of a game; references to what a patch removed are reported at that patch."""
    kept: list[Finding] = []
    named: dict[str, list[str]] = {}
    for one in parts.problems:
        name = str(one.data.get("name"))
        if one.code == "catalogue.reference" and name in parts.removed:
            named.setdefault(name, []).append(file_and_line(one))
        else:
            kept.append(one)
    for name, places in named.items():
        verb = "name" if places[1:] else "names"
        fact = f"`{name}` is removed, but {join_names(dict.fromkeys(places))} still {verb} it."
        hint = "Change or remove that too, or write it under `ban` instead."
        kept.append(parts.removed[name].problem(fact, hint, "catalogue.reference"))
    return kept


def _report_unresolved(parts: Parts, target: tuple[str, str], found: list[Place], place: Origin) -> None:
    """Report a patch whose target does not exist or is ambiguous."""
    what, name = target
    if found:
        hint = "Add `kind:` for an entry, or `on: model`, `on: list` or `on: group`, to say which."
        parts.problems.append(place.problem(f"Several things are the {what} `{name}`.", hint, "catalogue.reference"))
        return
    known = sorted(names_of(parts, what))
    parts.problems.append(place.unknown_name(what, name, known))


def names_of(parts: Parts, what: str) -> set[str]:
    """The ids of all things of one sort."""
    if what == "entry":
        return {entry_id(raw) for raw in parts.entries}
    if what in MAPS:
        held = parts.head.get(MAPS[what])
        return set(held) if isinstance(held, dict) else set()
    if what in ("slot", "field"):
        sheets = [held for sheet in SHEETS if isinstance(held := parts.head.get(sheet), dict)]
        inner = [one for sheet in sheets if isinstance(one := sheet.get(f"{what}s"), dict)]
        return {id for one in inner for id in one}
    held = parts.head.get(f"{what}s")
    return {str(one.get("id")) for one in held if isinstance(one, dict)} if isinstance(held, list) else set()


def entry_id(raw: RawEntry) -> str:
    """The id of a raw entry, written or made from its name."""
    return str(raw.data.get("id") or slug(str(raw.data.get("name", ""))))


class _Patched(Origin):
    """The place of an entry of which a patch wrote some keys."""

    def __init__(self, below: Origin, patch: Origin, keys: frozenset[str]) -> None:
        super().__init__(below.document, below.path)
        object.__setattr__(self, "patch", patch)
        object.__setattr__(self, "keys", keys)

    def at(self, *steps: str | int) -> Origin:
        """A place inside it: in the patch for what the patch wrote."""
        if steps and steps[0] in self.keys:  # type: ignore[attr-defined]
            return self.patch.at(*steps)  # type: ignore[attr-defined, no-any-return]
        return super().at(*steps)
