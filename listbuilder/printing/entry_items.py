"""Entries as items on a card: their printed values, their texts, and the keywords to explain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from listbuilder.base.wording import as_words
from listbuilder.catalogue import Entry, Game
from listbuilder.catalogue.entries import FieldType, Keyword, activation_of, goal_ids, mission_texts, rows_of, use_of
from listbuilder.judging.force import Pick, detached_pick
from listbuilder.printing.card_content import NONE, Item, Items, Legend

PRINTED = ("range", "damage")


def id_as_heading(id: str) -> str:
    """An id as a heading: `coalition-abilities` is `Coalition abilities`."""
    words = as_words(id)
    return words[:1].upper() + words[1:]


def cell_of(value: object) -> str:
    """A value in a cell of a table; a dash for none."""
    return NONE if value is None else str(value)


def field_specs(game: Game, kind: str, name: str) -> list[FieldType]:
    """The declarations of a field by a kind and by the kind that it extends."""
    spec = game.kinds.get(kind)
    base = game.kinds.get(spec.is_) if spec else None
    return [one.fields[name] for one in (spec, base) if one and name in one.fields]


def field_label(game: Game, kind: str, name: str) -> str:
    """The printed name of a field; short ids are initials."""
    label = next((one.name for one in field_specs(game, kind, name) if one.name), "")
    return label or (name.upper() if len(name) <= 3 else id_as_heading(name))


def field_type(game: Game, kind: str, name: str) -> str:
    """The declared type of a field."""
    return next((one.type for one in field_specs(game, kind, name)), "")


def with_inner_picks(picks: Iterable[Pick]) -> Iterator[Pick]:
    """Picks with those inside them."""
    for pick in picks:
        yield pick
        yield from with_inner_picks(pick.picks)


def with_counts(picks: Iterable[Pick]) -> list[tuple[Pick, int]]:
    """Equal picks as one, each with its number."""
    counts: Counter[object] = Counter()
    first: dict[object, Pick] = {}
    for pick in picks:
        key = pick_merge_key(pick)
        counts[key] += pick.per_owner
        first.setdefault(key, pick)
    return [(pick, counts[key]) for key, pick in first.items()]


def pick_merge_key(pick: Pick) -> tuple[object, ...]:
    """Picks with equal keys are printed as one."""
    inside = sorted(((one.count, pick_merge_key(one)) for one in pick.picks), key=repr)
    return pick.entry.id, pick.entry.kind, pick.given_by or "", str(pick.changed_fields), tuple(inside)


def unfold_picks(picks: Iterable[Pick]) -> Iterator[tuple[Pick, int]]:
    """Picks with their numbers, each followed by those inside it."""
    for pick, times in with_counts(picks):
        yield pick, times
        for one, inner in unfold_picks(pick.picks):
            yield one, inner * times // pick.per_owner


def values_of(game: Game, pick: Pick, shown: Iterable[str]) -> Iterator[str]:
    """The short printed values of an entry that no column shows, such as `AP 1`."""
    entry, hidden = pick.entry, set(shown)
    for name in (*PRINTED, *entry.fields):
        value = pick.field(name)
        kind = field_type(game, entry.kind, name)
        if name in hidden or value is None or kind == "text":
            continue
        if kind == "word":
            yield str(value)
        else:
            words = ", ".join(value) if isinstance(value, tuple) else str(value)
            yield f"{field_label(game, entry.kind, name)} {words}"


def meta_of(game: Game, pick: Pick, shown: Iterable[str], giver: str) -> tuple[str, ...]:
    """The meta words of a pick: category, activation, values, uses, keywords, and its giver unless that is obvious."""
    entry, obvious = pick.entry, (game.name, giver)
    uses = use_of(entry)
    parts = [
        entry.category if entry.category and entry.category != entry.kind else "",
        activation_of(entry) or "",
        *values_of(game, pick, shown),
        str(uses) if uses else "",
        *(use.printed for use in entry.keyword_uses if not use.implied_by),
        f"from {pick.given_by}" if pick.given_by and pick.given_by not in obvious else "",
    ]
    return tuple(part for part in parts if part)


def text_of(game: Game, pick: Pick, role: str = "") -> str:
    """The text of a pick, followed by its longer fields with their names."""
    entry = pick.entry
    parts = [pick.text]
    parts += [f"{id_as_heading(name)}: {value}" for name, value in mission_texts(entry, pick.render_text).items()]
    for name, one in entry.sides.items():
        if one.text and role in ("", name):
            parts.append(f"{id_as_heading(name)}: {one.text}")
    for name, value in entry.fields.items():
        if field_type(game, entry.kind, name) == "text":
            parts.append(f"{field_label(game, entry.kind, name)}: {value}")
    parts += [f"{at}: {row}" for at, row in rows_of(entry).items()]
    return " ".join(part for part in parts if part)


def item_of(
    game: Game,
    pick: Pick,
    count: int = 1,
    *,
    copies: int = 1,
    shown: Iterable[str] = (),
    role: str = "",
    giver: str = "",
) -> Item:
    """A pick as an item, with boxes for limited uses of each copy."""
    uses = use_of(pick.entry)
    boxes = uses.times * count * copies if uses and uses.per in game.card.boxes_per else 0
    name = f"{pick.entry.name} ×{count}" if count > 1 else pick.entry.name
    numbers = [(field, pick.field(field)) for field in game.card.badges if field not in shown]
    badges = (f"{value} {field_label(game, pick.entry.kind, field)}" for field, value in numbers if value is not None)
    meta = meta_of(game, pick, (*shown, *game.card.badges), giver)
    meta = tuple(part for part in meta if not (boxes and part == str(uses)))
    return Item(name, text_of(game, pick, role), meta, boxes, tuple(badges), pick.entry.flavour)


def goals_of(game: Game, entry: Entry) -> Iterator[Pick]:
    """The goals of an entry, as picks."""
    yield from (detached_pick(one, "goals") for id in goal_ids(entry) for one in game.entries if one.id == id)


def explained_keywords(game: Game, entries: Iterable[Entry]) -> Iterator[tuple[str, str, str]]:
    """Kind, printed form and text of each keyword of some entries, and of the keywords that their values name; once."""
    by_name = {one.name.casefold(): one for one in game.entries if isinstance(one, Keyword)}
    kinds = game.card.token_kinds
    tokens = [one for one in game.entries if one.kind in kinds and one.text]
    seen: set[str] = set()
    for entry in entries:
        for use in entry.keyword_uses:
            if use.printed not in seen and use.text:
                seen.add(use.printed)
                yield use.kind, use.printed, use.text
            forms = game.by_id[use.key].forms
            references = {name for form in forms for name, type in form.values.items() if type == "entry"}
            for name in references & use.values.keys():
                one = by_name.get(str(use.values[name]).casefold())
                if one and one.name not in seen and one.text:
                    seen.add(one.name)
                    yield one.kind, one.name, one.text
        yield from given_tokens(tokens, entry, seen)


def given_tokens(tokens: Iterable[Entry], entry: Entry, seen: set[str]) -> Iterator[tuple[str, str, str]]:
    """Entries with tokens that the text of an entry or of its keywords mentions."""
    words = " ".join([entry.text, *(use.text for use in entry.keyword_uses)])
    known = {use.keyword for use in entry.keyword_uses}
    for one in tokens:
        # The plain test comes first: compiling a pattern for every token and entry takes far longer.
        if one.name in seen or one.id in known or one.name not in words:
            continue
        if re.search(rf"\b{re.escape(one.name)}\b", words):
            seen.add(one.name)
            yield one.kind, one.name, one.text


def keyword_items(game: Game, entries: Iterable[Entry]) -> list[Items]:
    """The keywords of some entries with their texts, a block for each kind."""
    kinds: dict[str, list[Item]] = {}
    for kind, printed, text in explained_keywords(game, entries):
        kinds.setdefault(kind, []).append(Item(printed, text))
    return [Items(game.kind_name(kind, many=True), tuple(items)) for kind, items in kinds.items()]


def legend_of(items: Iterable[Item]) -> Legend:
    """The legend for some items: icons may replace any of their meta words."""
    items = list(items)
    words = dict.fromkeys(word.casefold() for item in items for word in item.meta)
    return Legend(tuple(words), any(item.boxes for item in items))
