"""The identity of a list: ids of models that survive reordering, and one hash of its meaning.

Both are computed from what was chosen. Spelling, file format, key order, the order of rows and written defaults make no
difference; a single pick always does.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property, lru_cache
from json.encoder import encode_basestring
from typing import TYPE_CHECKING, Any

from listbuilder.base.values import slug

if TYPE_CHECKING:  # a force asks here what it is, so that this module can't import it
    from listbuilder.judging.force import Force, Model, Owner, Pick

# Bounds for hostile lists, whose models name each other crosswise: points singled out, links, links followed in all.
TRIES, LINKS, LOOKS = 400, 10_000, 120_000
NO_LINKS = '["[]",[]]'
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)
WORDS = {None: "null", True: "true", False: "false"}
Edge = tuple[str, int, int]


def pick_content(pick: Pick) -> list[Any]:
    """The content of a pick, without its place."""
    entry = pick.entry
    inner: list[Any] = []
    if pick.picks:
        # A pick with a count and as many single picks are the same, so counts are written out.
        inner = sorted(made for one in pick.picks for made in [pick_content(one)] * one.count)
        if pick.count > 1 and any(entry.picks[one.slot].each == "row" for one in pick.picks):
            # Copies that share an inner pick are not the same as copies with one each.
            inner.append(["shared", pick.count])
    return [pick.slot, entry.kind, entry.id, list(pick.rolled or ()), inner]


@lru_cache(maxsize=4096)
def plain_pick_content(slot: str, kind: str, id: str) -> tuple[list[Any], str]:
    """The content of a pick without inner picks and rolls, and its text; cached, because few picks are unique."""
    made = [slot, kind, id, [], []]
    return made, canonical_json(made)


@lru_cache(maxsize=4096)
def plain_picks_json(picks: tuple[tuple[str, str, str], ...]) -> str:
    """The picks of a row as text, if all are plain; cached, because most rows are like one seen before."""
    return joined([plain_pick_content(*one) for one in picks])


def joined(parts: list[tuple[list[Any], str]]) -> str:
    """The texts of picks, sorted by content."""
    return ",".join([text for _, text in sorted(parts)])


def content_with_json(pick: Pick) -> tuple[list[Any], str]:
    """The content of a pick, and its text."""
    if pick.picks or pick.rolled:
        made = pick_content(pick)
        return made, canonical_json(made)
    return plain_pick_content(pick.slot, pick.entry.kind, pick.entry.id)


def row_form(owner: Owner, force: Force, but: frozenset[str] = frozenset()) -> str:
    """The canonical content of a row: its picks and values, without its name and without the names of others.

    `but` are further values to leave out.
    """
    several = [pick for picks in owner.slots.values() for pick in picks]
    if owner.repeated:
        several = [pick for pick in several for _ in range(pick.count)]
    plain = [(pick.slot, pick.entry.kind, pick.entry.id) for pick in several if not (pick.picks or pick.rolled)]
    if len(plain) == len(several):
        held = plain_picks_json(tuple(plain))
    else:
        held = joined([content_with_json(pick) for pick in several])
    model, values = owner.model, owner.values
    said = canonical_pairs(values, (*ignored_values(owner, force), *but)) if values else "[]"
    raises = {stat: steps for stat, steps in model.raises.items() if steps} if model and model.raises else {}
    size = model.size if model else 1
    return f'["{type(owner).__name__}",[{held}],{said},{canonical_pairs(raises) if raises else "[]"},{size}]'


def canonical_pairs(pairs: Mapping[str, object], but: Collection[str] = ()) -> str:
    """Names and values sorted by name, as `canonical_json` would write them; `but` are left out."""
    several = [
        f"[{encode_basestring(name)},{canonical_json(pairs[name])}]" for name in sorted(pairs) if name not in but
    ]
    return f"[{','.join(several)}]"


def ignored_values(owner: Owner, force: Force) -> tuple[str, ...]:
    """The values that are no part of a row's content: names of others, and agreed limits equal to the format's."""
    game = force.game
    if owner.model:
        return game.model.links + game.group.posts
    if owner is not force.root or not game.agreed:
        return game.sheets[owner.sheet].links
    # An agreed limit that equals the format's changes nothing.
    usual = game.limits_of(force.format)
    return game.list.links + tuple(
        key for key, currency in game.agreed.items() if owner.values.get(key) == usual.get(currency)
    )


def canonical_json(value: object) -> str:
    """A value as JSON; equal values have equal texts."""
    # The encoder takes ten times as long for a single text or number.
    if type(value) is str:
        return encode_basestring(value)
    if type(value) is int:
        return str(value)
    return WORDS[value] if value is None or value is True or value is False else ENCODER.encode(value)


def digest(*parts: object) -> str:
    """A short hash of some values."""
    return hashlib.sha256(canonical_json(parts).encode()).hexdigest()[:16]


def hash_with_links(colour: str, ends: Iterable[tuple[str, str, str]]) -> str:
    """The `digest` of a colour and its links, each with its label, its direction and the colour at its other end."""
    links = [f'[{canonical_json(label)},"{way}","{end}"]' for label, way, end in sorted(ends)]
    return hashlib.sha256(f'["{colour}",[{",".join(links)}]]'.encode()).hexdigest()[:16]


def hash_row(form: str) -> str:
    """The initial colour of a row: a short hash of its content."""
    return hashlib.sha256(f"[{form}]".encode()).hexdigest()[:16]


def assign_model_ids(force: Force) -> dict[tuple[int, int], str]:
    """An id for each model, by row and copy: the one that is written, or its name; `-2` and so on among equals."""
    called: dict[str, list[Model]] = {}
    written = [row.id for row in force.document.models]
    for model in force.rows:
        called.setdefault(written[model.row] or slug(model.name or model.title), []).append(model)
    wanted: dict[str, list[tuple[str, int, int]]] = {}
    for base, models in called.items():
        # Nobody else wants the id, so what the model is need not be asked.
        if len(models) == 1 and models[0].count == 1:
            wanted[base] = [("", models[0].row, models[0].copy)]
            continue
        ranked = [(id_priority(model, force) if len(models) > 1 else "", model) for model in models]
        wanted[base] = [(key, model.row, model.copy + one) for key, model in ranked for one in range(model.count)]
    return number_duplicates(wanted)


def id_priority(model: Model, force: Force) -> str:
    """A sort key for models that want the same id: written ids first, then by content."""
    written = force.document.models[model.row].id
    return f"{'' if written else '~'}[{force.forms[id(model)]},{canonical_links(model, force)}]"


def assign_group_ids(force: Force) -> dict[int, str]:
    """An id for each group, by row: the one that is written, or its number in the list."""
    wanted: dict[str, list[tuple[str, int, int]]] = {}
    for group in force.groups:
        written = force.document.groups[group.row].id
        wanted.setdefault(written or f"g{group.row + 1}", []).append(("" if written else "~", group.row, 0))
    return {row: id for (row, _), id in number_duplicates(wanted).items()}


def number_duplicates(wanted: Mapping[str, list[tuple[str, int, int]]]) -> dict[tuple[int, int], str]:
    """Ids by row and copy. Of those that want the same one, the first in order gets it, the others get a number."""
    found: dict[tuple[int, int], str] = {}
    # A written `a-2` must not clash with the second model that wants `a`.
    taken = set(wanted)
    for base, equals in wanted.items():
        if len(equals) == 1:
            found[equals[0][1:]] = base
            continue
        number = 1
        for at, (_, row, copy) in enumerate(sorted(equals)):
            id = base
            while at and id in taken:
                number += 1
                id = f"{base}-{number}"
            taken.add(id)
            found[row, copy] = id
    return found


def canonical_links(owner: Owner, force: Force) -> str:
    """The names of others in a row, in lower case: they tell apart rows with the same content."""
    values, game = owner.values, force.game
    if not values:
        return NO_LINKS
    links = [[key, values[key]] for key in game.sheets[owner.sheet].links if key in values]
    posts = sorted(post for post in game.group.posts if values.get(post) is True)
    return canonical_json([canonical_json(links).casefold(), posts]) if links or posts else NO_LINKS


class _LinkGraph:
    """A graph: points are copies of rows, coloured by their content; edges are the names of others.

    Its canonical form is the same whatever the rows are called and however they are ordered.
    """

    def __init__(self, force: Force) -> None:
        self.force = force
        self.colours: list[str] = []
        self.edges: list[Edge] = []
        self.names: list[str] = []
        self.first: dict[int, int] = {}
        self.looks = LOOKS
        for owner in (*force.groups, *force.rows):
            self.first[id(owner)] = len(self.colours)
            colour = hash_row(force.forms[id(owner)])
            self.colours += [colour] * owner.count
            self.names += [(getattr(owner, "name", None) or "").casefold()] * owner.count
        for owner in (*force.groups, *force.rows):
            self.link(owner)

    def link(self, owner: Owner) -> None:
        """Add the links of one row; a name that matches no row, or too many, becomes part of its colour."""
        if owner.values.keys().isdisjoint(self.force.game.sheets[owner.sheet].links):
            return
        for copy in range(owner.count):
            here = self.first[id(owner)] + copy
            for key in self.force.game.sheets[owner.sheet].links:
                value = owner.values.get(key)
                names = value if isinstance(value, tuple) else () if value is None else (value,)
                for name in names:
                    ends = self.ends(owner, key, str(name))
                    # A name without a point still tells rows apart, as text.
                    if ends is None or len(self.edges) + len(ends) > LINKS:
                        self.colours[here] = digest(self.colours[here], key, str(name).casefold())
                    else:
                        self.edges += [(key, here, end) for end in ends]

    def ends(self, owner: Owner, key: str, name: str) -> list[int] | None:
        """The points that a name finds."""
        # A post is held by one copy, which the resolver has split off.
        if key in owner.posts:
            return [self.first[id(owner.posts[key])]]
        group = owner.container.group if owner.container else None
        if group is not None and group.name.casefold() == name.casefold():
            return [self.first[id(group)]]
        rows = self.force.named.get(name.casefold())
        if not rows:
            return None
        return [self.first[id(row)] + copy for row in rows for copy in range(row.count)]

    def refine(self, colours: list[str]) -> list[str]:
        """Colour refinement (Weisfeiler-Leman): mix in the colours of linked points, until no class splits."""
        known = len(set(colours))
        while self.looks > 0:
            self.looks -= len(self.edges)
            seen: list[list[tuple[str, str, str]]] = [[] for _ in colours]
            for label, start, end in self.edges:
                seen[start].append((label, "to", colours[end]))
                seen[end].append((label, "from", colours[start]))
            # Copies of a row are linked alike, so that many hashes are wanted several times.
            linked = {(colour, tuple(ends)) for colour, ends in zip(colours, seen, strict=True) if ends}
            mixed = {one: hash_with_links(*one) for one in linked}
            colours = [mixed.get((colour, tuple(ends)), colour) for colour, ends in zip(colours, seen, strict=True)]
            if len(set(colours)) == known:
                break
            known = len(set(colours))
        return colours

    def canonical_colours(self) -> list[str]:
        """The colours of all points, the same under every naming and order."""
        colours = self.refine(self.colours) if self.edges else self.colours
        return sorted(self.single_out(colours, [TRIES]))

    def single_out(self, colours: list[str], left: list[int]) -> list[str]:
        """Individualisation: while points in circles share a colour, single out each of one class, keep the least.

        Refinement alone can't tell two rings of three from one of six.
        """
        # Exponential in the worst case, which is why tries are counted.
        linked = self.in_circles
        counts = Counter(colours[point] for point in linked)
        shared = [colour for colour, number in counts.items() if number > 1]
        # Points outside circles are told apart already, so only these need singling out.
        if not shared:
            return sorted(colours)
        chosen = min(shared, key=lambda colour: (counts[colour], colour))
        best: list[str] | None = None
        # Sorted by name: if the bound on tries ends this, the same list in another order still gets the same hash.
        for point in sorted(linked, key=lambda one: self.names[one]):
            if colours[point] != chosen or left[0] <= 0 or self.looks <= 0:
                continue
            left[0] -= 1
            marked = list(colours)
            marked[point] = digest(colours[point], "this one")
            found = self.single_out(self.refine(marked), left)
            best = found if best is None or found < best else best
        return best if best is not None else sorted(colours)

    @cached_property
    def in_circles(self) -> frozenset[int]:
        """The points left after those with one neighbour are removed repeatedly; refinement tells all others apart."""
        near: dict[int, set[int]] = {}
        for _, start, end in self.edges:
            if start != end:
                near.setdefault(start, set()).add(end)
                near.setdefault(end, set()).add(start)
        loose = [point for point, others in near.items() if len(others) == 1]
        while loose:
            point = loose.pop()
            for other in near.pop(point, ()):
                near[other].discard(point)
                if len(near[other]) == 1:
                    loose.append(other)
        return frozenset(point for point, others in near.items() if others)


def hash_meaning(force: Force) -> str:
    """A hash of what a list means: equal for every spelling, order and file format of it, and for no other list."""
    links = force.game.model.links
    # Most lists have no links: then the sorted colours of the rows are canonical already.
    if not force.groups and all(row.values.keys().isdisjoint(links) for row in force.rows):
        colours = sorted(colour for row in force.rows for colour in [hash_row(force.forms[id(row)])] * row.count)
    else:
        colours = _LinkGraph(force).canonical_colours()
    limit = force.document.limit
    # A limit that repeats the format's says nothing new.
    if limit == force.game.limits_of(force.format).get(force.game.first_currency):
        limit = None
    format_ = force.format.id if force.format else None
    after = [
        canonical_json(format_),
        canonical_json(limit),
        f"[{','.join(map(canonical_json, colours))}]",
        *map(canonical_json, sorted(force.undecided)),
    ]
    whole = f"[{canonical_json(force.game.id)},{row_form(force.root, force)},{','.join(after)}]"
    return hashlib.sha256(whole.encode()).hexdigest()
