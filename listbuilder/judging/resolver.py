"""Resolve: a list document and its game go in, the force comes out. Nothing is judged here and nothing is dropped.

Three passes: `RowReader` builds the tree of what the player chose, `give_entries` adds what is free, and
`resolve_numbers` computes stats, room, budgets and prices in the order of `catalogue/evaluation_order.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, cast

from listbuilder.base.findings import Finding
from listbuilder.base.records import EMPTY, FrozenDict, freeze, record, replace, set_fields
from listbuilder.base.spelling import did_you_mean, is_rest_of_text, known_synonym, read_as_key, rest_of_text, spelled
from listbuilder.base.values import NUMBER_IN_TEXT, Value, slug
from listbuilder.base.wording import join_choices, join_names
from listbuilder.catalogue import (
    ENTRY_TYPES,
    Entry,
    Field,
    FieldPlace,
    FieldType,
    FieldValue,
    Format,
    Game,
    Grant,
    Offer,
    RowSchema,
    SizeField,
    Slot,
)
from listbuilder.catalogue.entries import Rank, Unit, value_of_text
from listbuilder.catalogue.entry_facts import EntryFacts
from listbuilder.catalogue.evaluation_order import grant_steps
from listbuilder.catalogue.fields.members import copies_meant, member_called, mentions
from listbuilder.catalogue.game import GIVEN_TAG
from listbuilder.catalogue.grants import OWN_TARGETS
from listbuilder.catalogue.printed_names import assign_shared_names
from listbuilder.catalogue.query import Number, Quantity, Selector
from listbuilder.judging.force import (
    NOTHING,
    Allowance,
    Contribution,
    Force,
    Group,
    GroupDraft,
    Model,
    ModelDraft,
    Node,
    Owner,
    Pick,
    PickDraft,
    Root,
    RootDraft,
    Sum,
    apply_additions,
    clear_caches,
    collect_picks,
    freeze_row,
)
from listbuilder.judging.identity import canonical_json, pick_content
from listbuilder.lists.document import GROUP, LIST, MAX_PICKS, ROW, ListDocument, Row, frozen_document
from listbuilder.storage.reading import Path, Tree, format_path

# The plan of a game is what the resolver needs of it, computed once: spellings, defaults, and effects by level.


class GrantEffect(NamedTuple):
    """One operation of a grant on one value; `target` is the slot whose picks it is for, or one of `OWN_TARGETS`.

    `own`: given on a model, it changes a number of that model alone. `text` has the words that it writes or appends.
    """

    number: Number
    order: int
    what: str
    amount: Quantity | Fraction | int
    grant: Grant
    target: str
    own: bool
    text: str = ""


class Gift(NamedTuple):
    """An entry that is given to the giver's own model unconditionally: what, into which slot, how many."""

    entry: Entry
    slot: str
    number: int


@record
class Effects:
    """What an entry, field or game does when it is on the list: what it gives, and what it changes level by level.

    `sums` are its unconditional additions to its own model, `summed` the same effects for a giver that is on no model.
    Likewise `gifts` are what it gives its own model unconditionally, if it gives nothing else, and `gives` all of its
    giving grants. `idle` is what a copy over its limit still does: change its own cost and what is inside it.
    """

    gives: tuple[Grant, ...]
    gifts: tuple[Gift, ...]
    sums: tuple[Sum, ...]
    summed: tuple[GrantEffect, ...]
    levels: tuple[tuple[GrantEffect, ...], ...]
    idle: Effects | None = None


IDLE_TARGETS = ("self", "inside")
"""Copies over a limit still change their own numbers and those of picks inside them."""

ActivePicks = list[tuple[Pick, Effects]]
"""The picks that do something, with what they do."""


@record
class SheetPlan:
    """A row schema with the spellings that each slot understands; `defaults` are values of fields that are left out.

    `rooms` are the keys under which grants can open room, `room` is how much each has before any grant.
    """

    sheet: RowSchema
    spellings: Mapping[str, Mapping[str, Entry]]
    slots: tuple[tuple[str, Slot, Mapping[str, Entry]], ...]
    known: frozenset[str]
    defaults: Mapping[str, int | bool | str | tuple[str, ...]]
    raises: tuple[tuple[str, Field], ...]
    fields: tuple[tuple[str, Field], ...]
    apart: tuple[tuple[str, Field], ...]
    rooms: frozenset[str]
    room: Mapping[str, int | None]
    computed_room: tuple[tuple[str, Quantity], ...]
    fills: bool
    each_model: frozenset[str]
    granting: tuple[tuple[str, Effects], ...]


@record
class Plan:
    """All of a game that the resolver looks at."""

    game: Game
    model: SheetPlan
    list: SheetPlan
    group: SheetPlan
    stats: Mapping[str, int]
    lines: dict[tuple[str, str], Mapping[str, int]] | None
    bounds: tuple[tuple[str, int | None, int | None], ...]
    levels: tuple[frozenset[Number], ...]
    unchanged: frozenset[Number]
    non_additive: frozenset[Number]
    compiler: _Compiler
    effects: dict[int, Effects | None]
    own: Effects | None
    nested: bool
    has_shared_names: bool
    spent_on: bool
    size: tuple[str, SizeField] | None
    weighted: bool
    has_computed_limits: bool
    priced: bool
    standing_gifts: bool
    changes_by_itself: bool
    aliased: bool
    chooses: bool

    def effects_of(self, entry: Entry) -> Effects | None:
        """What an entry of the game does, compiled when it is first asked; others do nothing."""
        known = self.effects
        if id(entry) not in known:
            if self.game.by_id.get(entry.key) is not entry:
                return None
            known[id(entry)] = self.compiler.effects(entry.all_grants, entry.name)
        return known[id(entry)]

    def line_of(self, entry: Entry) -> Mapping[str, int]:
        """The statline of what has one of its own."""
        assert self.lines is not None
        if entry.key not in self.lines:
            self.lines[entry.key] = FrozenDict({**self.stats, **entry.stats})
        return self.lines[entry.key]


# Games hash by identity. A service may hold several games, each also laid over by events.
@lru_cache(maxsize=32)
def plan_for(game: Game) -> Plan:
    """The plan of a game."""
    facts = game.facts
    order = _levels(facts)
    compiler = _Compiler(game, order)
    effects = {id(one): compiler.effects(one.all_grants, one.name) for one in game.given_keywords}
    sheets = {name: _sheet(game, sheet, compiler) for name, sheet in game.sheets.items()}
    own = compiler.effects(game.grants)
    stats = FrozenDict({id: stat.base or 0 for id, stat in game.stats.items()})
    return Plan(
        game=game,
        model=sheets["model"],
        list=sheets["list"],
        group=sheets["group"],
        stats=stats,
        lines={} if facts.some_have_stats else None,
        bounds=tuple((id, one.minimum, one.maximum) for id, one in game.stats.items() if one.bounded),
        levels=tuple(frozenset(level) for level in order),
        unchanged=frozenset(("stat", id) for id in game.stats) - compiler.rank.keys(),
        non_additive=compiler.non_additive,
        compiler=compiler,
        effects=effects,
        own=own,
        nested=facts.some_hold,
        has_shared_names=bool(game.homonyms),
        spent_on=facts.some_spend,
        size=next(iter(game.model.of_type(SizeField).items()), None),
        weighted=game.weighted,
        has_computed_limits=facts.limits_computed,
        priced=facts.some_price,
        standing_gifts=any(
            one.gives for one in (*([own] if own else []), *(e for s in sheets.values() for _, e in s.granting))
        ),
        changes_by_itself=own is not None or any(sheet.granting for sheet in sheets.values()),
        aliased=any(sheet.aliases for sheet in game.sheets.values()),
        chooses=facts.prices_chosen,
    )


def _levels(facts: EntryFacts) -> tuple[tuple[Number, ...], ...]:
    """The numbers that change, level by level."""
    made: dict[int, list[Number]] = {}
    for kind, name, rank in facts.ranks:
        made.setdefault(rank, []).append((kind, name))
    return tuple(map(tuple, made.values()))


class _Compiler:
    """Makes effects of grants; `rank` is the level on which each number is resolved."""

    def __init__(self, game: Game, order: Sequence[Sequence[Number]]) -> None:
        self.game, self.order = game, order
        self.rank = {number: at for at, level in enumerate(order) for number in level}
        self.non_additive = frozenset(game.facts.non_additive)

    def effects(self, grants: Iterable[Grant], giver: str = "") -> Effects | None:
        """What some grants do, or None when that is nothing; `giver` is the entry they are printed on."""
        levels: list[list[GrantEffect]] = [[] for _ in self.order]
        gives: list[Grant] = []
        sums: list[tuple[Sum, GrantEffect]] = []
        for grant in grants:
            if grant.gives:
                gives.append(grant)
            for number, target, (order, what, by) in grant_steps(self.game, grant):
                text, by = (by, Fraction(0)) if isinstance(by, str) else ("", by)
                fixed = by.fixed if isinstance(by, Quantity) else None
                amount = by if fixed is None else fixed
                # Most grants add a fixed number to their own model. They are sorted out here, once for a game: when a
                # list is resolved they need no condition, receivers or level.
                own = self.is_of_models(number)
                effect = GrantEffect(number, order, what, amount, grant, target, own and grant.to is None, text)
                if (
                    giver
                    and isinstance(amount, int)
                    and _is_unconditional(grant)
                    and own
                    and number not in self.non_additive
                ):
                    sums.append((Sum(number, amount, Contribution(giver, what, amount, 1, order)), effect))
                # Numbers in a cycle have no rank; loading the game reports them.
                elif number in self.rank:
                    levels[self.rank[number]].append(effect)
        if not gives and not sums and not any(levels):
            return None
        free = bool(giver) and all(_is_plain_gift(grant) and self.is_own_gift(grant) for grant in gives)
        return Effects(
            gives=tuple(gives),
            gifts=tuple(gift for grant in gives for gift in self.gifts(grant)) if free else (),
            sums=tuple(one for one, _ in sums),
            summed=tuple(effect for _, effect in sums),
            levels=tuple(map(tuple, levels)),
            idle=idle_effects(levels),
        )

    def is_own_gift(self, grant: Grant) -> bool:
        """Whether all that a grant gives goes to models."""
        return all(slot in self.game.model.slots for slot in grant.entries)

    def gifts(self, grant: Grant) -> Iterator[Gift]:
        """What a grant gives, one by one."""
        game = self.game
        for slot, given in grant.entries.items():
            kind = game.model.slots[slot].kind
            yield from (Gift(game.by_id[kind, one.entry], slot, one.count) for one in given)
        yield from (Gift(entry, "", 1) for entry in given_words(game, grant))

    def is_of_models(self, number: Number) -> bool:
        """Whether a number is one that models have."""
        kind, name = number
        return kind in ("stat", "budget") or (kind == "room" and self.game.model.holds(name))


def given_words(game: Game, grant: Grant) -> list[Entry]:
    """The keywords and tags that a grant gives, which stand in no slot."""
    return [*map(game.keywords_given.__getitem__, grant.keywords), *map(game.given_tags.__getitem__, grant.tags)]


def _is_unconditional(grant: Grant) -> bool:
    """Whether a grant has no condition and is for the giver's own model alone."""
    return not (grant.when or grant.each or grant.to or grant.once or grant.where)


def _is_plain_gift(grant: Grant) -> bool:
    """Whether a grant always gives the same things to the giver's own model alone."""
    return _is_unconditional(grant) and not grant.remove_tags


def _sheet(game: Game, sheet: RowSchema, compiler: _Compiler) -> SheetPlan:
    fields = tuple(sheet.fields.items())
    # Plain dicts, which never leave the resolver: methods of `FrozenDict` take three times as long.
    spellings = {id: dict(game.names.get(slot.kind, {})) for id, slot in sheet.slots.items()}
    room: dict[str, int | None] = {
        id: slot.max if isinstance(slot.max, int) else None for id, slot in sheet.slots.items()
    }
    room |= {id: field.room for id, field in fields}
    made = [(id, compiler.effects(field.grants_of(id))) for id, field in fields]
    return SheetPlan(
        sheet=sheet,
        spellings=spellings,
        slots=tuple((id, slot, spellings[id]) for id, slot in sheet.slots.items()),
        known=frozenset([*sheet.slots, *sheet.fields]),
        defaults=FrozenDict({id: field.default_value for id, field in fields if field.default_value is not None}),
        raises=tuple((id, field) for id, field in fields if field.raises),
        fields=tuple((id, field) for id, field in fields if not field.raises),
        apart=tuple((id, field) for id, field in fields if field.can_move_to_part),
        rooms=frozenset(id for id in room if sheet.holds(id)),
        room=FrozenDict(room),
        computed_room=tuple((id, slot.max) for id, slot in sheet.slots.items() if isinstance(slot.max, Quantity)),
        fills=any(slot.default or id in game.facts.default_slots for id, slot in sheet.slots.items()),
        each_model=frozenset(id for id, slot in sheet.slots.items() if slot.each == "model"),
        granting=tuple((id, one) for id, one in made if one),
    )


CACHED_FORMATS = 64  # spellings of formats that are cached
LIST_KEYS, GROUP_KEYS, ROW_KEYS = tuple(LIST.all), tuple(GROUP.all), tuple(ROW.all)


def resolve(document: ListDocument, game: Game, hidden: Callable[[RowSchema], Container[str]] | None = None) -> Force:
    """The force that a list describes in a game, frozen to the last container.

    `hidden` says which keys of a schema are secret; their values are removed from the rows.
    """
    plan = plan_for(game)
    document = frozen_document(_with_canonical_keys(document, plan) if plan.aliased else document)
    force = _Resolver(plan, document).force()
    owners = (force.root, *force.groups, *force.rows, *force.absent)
    if hidden:
        # At the end, because defaults of secret fields take part in resolving.
        for owner in owners:
            keys = hidden(game.sheets[owner.sheet])
            owner.values = FrozenDict({key: value for key, value in owner.values.items() if key not in keys})
        clear_caches(force)
    for owner in owners:
        freeze_row(owner)
    return force


def _with_canonical_keys(document: ListDocument, plan: Plan) -> ListDocument:
    """The list with every key under its own name, where a game has several for one."""
    models, groups = plan.model, plan.group
    if (
        # Nearly all lists write the main spelling of each key: then nothing is copied.
        plan.list.known.issuperset(document.keys)
        and all(models.known.issuperset(row.keys) for row in document.models)
        and all(groups.known.issuperset(row.keys) for row in document.groups)
    ):
        return document
    return replace(
        document,
        keys=plan.list.sheet.spell(document.keys),
        models=tuple(replace(row, keys=models.sheet.spell(row.keys)) for row in document.models),
        groups=tuple(replace(row, keys=groups.sheet.spell(row.keys)) for row in document.groups),
    )


class _Resolver:
    """Resolves one list."""

    def __init__(self, plan: Plan, document: ListDocument) -> None:
        self.plan, self.game, self.document = plan, plan.game, document
        self.problems: list[Finding] = list(document.problems)
        self.root = RootDraft()
        self.root.model_fields = self.game.model.fields
        self.reader = RowReader(plan, self.root, self.problems)
        self.group_key = self.game.model.group_key

    def force(self) -> Force:
        """The whole force."""
        plan, document, root = self.plan, self.document, self.root
        # The list first, then groups, then models: what the outer ones hold decides what is offered to the inner ones.
        self.reader.read(root, plan.list, document.keys, LIST_KEYS)
        if document.groups and self.group_key is None:
            self.reader.unknown_key("groups", [], (*LIST.head, *plan.list.known), ("groups",))
        groups = [self.group(at, row) for at, row in enumerate(document.groups)]
        # Reversed, so that the first of several groups with one name is the one meant.
        by_name = {group.name.casefold(): group for group in reversed(groups)}
        self.nest(groups, by_name)
        rows = [self.model(at, row, by_name) for at, row in enumerate(document.models)]
        # Kept apart and not dropped: they are shown, and must not count anywhere.
        absent = [row for row in rows if not row.count]
        rows = [row for row in rows if row.count]
        rows = self.fill_posts(self.game.group.posts, groups, rows)
        for key in self.game.list.named:
            rows = self.mark(key, rows)
        root.rows, root.squads = tuple(rows), tuple(groups)
        for group in groups:
            group.rows = tuple(row for row in rows if row.squad is group)
        formats = self.formats()
        force = Force(
            game=self.game,
            document=document,
            formats=formats,
            limits=FrozenDict(self.limits(formats)),
            root=root,
            groups=tuple(groups),
            rows=tuple(rows),
            picks=(),
            problems=tuple(self.problems),
            absent=tuple(absent),
        )
        # Models ask the root for their id; the root can't know the force before it is made.
        root.ids = lambda: force.ids
        if self.game.computed_limits:
            # They depend on number fields of the list alone, so they are known before any pick is looked at.
            grown = {id: one.evaluate(force, root) or 0 for id, one in self.game.computed_limits.items()}
            set_fields(force, limits=FrozenDict({**grown, **force.limits}))
        collect_picks(force)
        self.finish(force)
        return force

    def finish(self, force: Force) -> None:
        """What follows from the choices, in an order in which each step sees what the ones before it decided."""
        plan = self.plan
        # Defaults of closed slots must not act, and idle copies give nothing: both come before anything is given.
        if self.reader.filled:
            remove_closed_defaults(force, plan, self.reader.filled)
        owners = (force.root, *force.groups, *force.rows)
        doubled = owners if plan.has_computed_limits else tuple([owner for owner in owners if owner.doubled])
        for owner in doubled:
            deactivate_extra_copies(force, owner, self.game.sheets[owner.sheet].slots, plan)
        if doubled:
            set_fields(force, doubled=doubled)
        if plan.weighted:
            for row in force.rows:
                heavy = (pick.entry for pick in row.inside if isinstance(pick.entry, Unit | Rank))
                row.weight = next((entry.weight for entry in heavy), row.weight)
        acting = active_picks(force, plan)
        # Conditions of gifts may read stats, which are resolved only later; they see the printed ones.
        if plan.standing_gifts or any(effects.gives for _, effects in acting):
            set_printed_stats(force, plan)
            EntryGiver(force, plan).run(acting)
            acting = active_picks(force, plan)
        # Offers set the price that changes start from.
        if plan.priced:
            set_prices(force)
        NumberResolver(force, plan, acting).run()

    def group(self, at: int, row: Row) -> Group:
        """One group with its own picks and values."""
        group = GroupDraft(at, row.name or f"group {at + 1}", self.root)
        self.reader.read(group, self.plan.group, row.keys, GROUP_KEYS)
        kind = group.values.get("kind")
        group.kind = str(kind) if kind else None
        return group

    def nest(self, groups: list[Group], by_name: dict[str, Group]) -> None:
        """Groups that say which group they stand within."""
        key = self.game.group.group_key
        if key is None:
            return
        for group in groups:
            name = group.values.get(key)
            group.within = by_name.get(str(name).casefold()) if name else None
        for group in groups:
            group.squads = tuple(one for one in groups if one.within is group)
            group.chain = enclosing_groups(group)

    def model(self, at: int, row: Row, by_name: dict[str, Group]) -> Model:
        """One row of models."""
        model = ModelDraft(at, row.name, row.count, self.root)
        # The group must be known before the row is read, since it may offer something for the row's slots.
        if self.group_key is not None:
            model.squad = by_name.get(str(row.keys.get(self.group_key)).casefold())
        self.reader.read(model, self.plan.model, row.keys, ROW_KEYS)
        model.notes, model.art = row.notes, row.art
        if self.group_key is not None:
            name = model.values.get(self.group_key)
            model.written_group = str(name) if name else None
            # The field may have refused the name.
            model.squad = model.squad if name else None
        return model

    def fill_posts(self, posts: tuple[str, ...], groups: list[Group], rows: list[Model]) -> list[Model]:
        """Assign the posts of groups, such as leader; of a row of several copies the first one holds it."""
        flags = self.game.model.open
        for row in rows if posts else ():
            row.values = FrozenDict({**row.values, **dict.fromkeys(posts, False)})
        for group in groups:
            for post in posts:
                name = group.values.get(post)
                members = [row for row in rows if row.squad is group]
                found = [] if name is None else member_called(members, str(name), flags)
                # A name that means several rows gives the post to nobody; the rule about groups reports it.
                if len({row.row for row in found}) == 1:
                    rows = self.split(rows, found[0], 1)
                    found[0].values = FrozenDict({**found[0].values, post: True})
                    group.posts = FrozenDict({**group.posts, post: found[0]})
        return rows

    def mark(self, key: str, rows: list[Model]) -> list[Model]:
        """The models that the list names for something; copies of a row that are not meant are split off."""
        for row in rows:
            # Selectors ask for true or false, so every row needs the value.
            row.values = FrozenDict({**row.values, key: False})
        names = self.root.values.get(key)
        if not isinstance(names, tuple):
            return rows
        named = mentions(rows, names, self.game.model.open)
        for number, left in copies_meant(rows, named, self.game.list.named[key].min).items():
            for row in [one for one in rows if one.row == number]:
                if left > 0:
                    rows = self.split(rows, row, left)
                    row.values = FrozenDict({**row.values, key: True})
                    left -= row.count
        return rows

    def split(self, rows: list[Model], row: Model, number: int) -> list[Model]:
        """Split the first copies of a row from the others, each part with picks of its own."""
        if row.count <= number:
            return rows
        rest = ModelDraft(row.row, row.name, row.count - number, self.root)
        rest.copy, rest.size, rest.squad = row.copy + number, row.size, row.squad
        # Read again instead of copied: picks are nodes that know their owner. The problems were noted for the row
        # itself.
        known = len(self.problems)
        self.reader.read(rest, self.plan.model, self.document.models[row.row].keys, ROW_KEYS)
        del self.problems[known:]
        rest.written_group, rest.notes, rest.art = row.written_group, row.notes, row.art
        rest.values = row.values
        row.count = number
        at = rows.index(row)
        return [*rows[: at + 1], rest, *rows[at + 1 :]]

    def formats(self) -> tuple[Format, ...]:
        """The format of the list and those it extends, the most basic first."""
        game, name = self.game, self.document.format
        fixed = game.event.format if game.event else None
        # An event with one format is played in it, so lists need not say so.
        chain = format_chain(game, name if name is not None else fixed)
        if name is not None and not chain:
            known = [one.id for one in game.formats]
            hint = did_you_mean(name, known) or f"The formats are {', '.join(known)}."
            self.reader.note("name.unknown", ("format",), f'"{name}" is not a format of {game.name}.', hint)
        return chain

    def limits(self, formats: tuple[Format, ...]) -> dict[str, int]:
        """The limits in force. At an event the organiser sets them; one that a player wrote does not count."""
        game = self.game
        found = game.limits_of(formats[-1] if formats else None)
        if game.event:
            found.update(game.event.limits)
            if game.event.limit is not None:
                found[game.first_currency] = game.event.limit
            return found
        if self.document.limit is not None:
            found[game.first_currency] = self.document.limit
        for key, currency in game.agreed.items():
            if type(number := self.root.values.get(key)) is int:
                found[currency] = number
        return found


@lru_cache(maxsize=CACHED_FORMATS)
def format_chain(game: Game, name: str | None) -> tuple[Format, ...]:
    """A format and those it extends, the most basic first; empty for an unknown name."""
    return game.format_chain(game.format(name))


def enclosing_groups(group: Group) -> tuple[Group, ...]:
    """The groups that a group stands within, the nearest first; a circle is followed once round."""
    found: dict[Group, None] = {}
    above = group.within
    while above is not None and above is not group and above not in found:
        found[above] = None
        above = above.within
    return tuple(found)


# First pass: the keys of a list file become the tree of what the player chose. Names become entries, slots picks,
# fields values; defaults are filled in. A name that is not understood becomes a placeholder and a problem.


FilledDefault = tuple[Owner | Pick, str, Slot]
"""A slot with `when` that was filled with its default: the owner or pick, the key, the slot."""


def remove_closed_defaults(force: Force, plan: Plan, filled: list[FilledDefault]) -> None:
    """Remove the defaults of closed slots, which nobody wrote, until all that are left are in open slots."""
    set_printed_stats(force, plan)
    while filled:
        # Removing one default may close the slot of another, so this repeats until nothing is closed.
        closed = [one for one in filled if one[2].when is not None and not one[2].when.holds(force, one[0])]
        if not closed:
            return
        for up, id, _ in closed:
            _empty_slot(up, id)
        filled = [one for one in filled if one not in closed]
        collect_picks(force)


def _empty_slot(up: Owner | Pick, id: str) -> None:
    """Take everything out of one slot of a row or of a pick."""
    owner = up.owner
    gone = {pick for pick in owner.inside if pick.slot == id and pick.up is up}
    if isinstance(up, Pick):
        up.picks = tuple(pick for pick in up.picks if pick not in gone)
    else:
        owner.slots = FrozenDict({key: picks for key, picks in owner.slots.items() if key != id})
    inner = {deep for pick in gone for deep in _with_inner(pick)}
    owner.inside = tuple(pick for pick in owner.inside if pick not in inner)
    owner.entry_ids = NOTHING


def read_fields(owner: Owner, sheet: SheetPlan, keys: Mapping[str, Tree], game: Game, problems: list[Finding]) -> None:
    """Give a row its values, its part of the list, and, where it is a model, how far its stats are raised."""
    found: dict[str, Any] = {}
    written = keys.get
    for key, field in sheet.fields:
        raw = written(key)
        value = None if raw is None else field.read(raw, FieldPlace(game, key, (*owner.path, key), problems))
        if value is not None:
            found[key] = value
    # Rows without values of their own share one mapping.
    owner.values = FrozenDict({**sheet.defaults, **found}) if found else sheet.defaults
    for key, field in sheet.apart:
        owner.part = field.part_of(key, owner.values.get(key)) or owner.part
    for key, field in sheet.raises:
        raw = written(key)
        if raw is not None and isinstance(owner, Model):
            raises = cast("dict[str, int]", field.read(raw, FieldPlace(game, key, (*owner.path, key), problems)))
            owner.raises = FrozenDict(raises)


def placeholder_entry(kind: str, name: str) -> Entry:
    """A placeholder for a name that the catalogue does not know; it costs nothing and does nothing.

    A blank name can't be seen or printed, so a question mark replaces it.
    """
    return ENTRY_TYPES["option"](id=slug(name), kind=kind, name=name if name.strip() else "?", unknown=True)


UNTIL = "Until then it counts as nothing."
PICK_KEYS = ("entry", "count", "picks", "rolled", "seed")
NONE = "none"


class RowReader:
    """Reads the keys of one list onto its rows; the root is read first."""

    def __init__(self, plan: Plan, root: Root, problems: list[Finding]) -> None:
        self.plan, self.game, self.root, self.problems = plan, plan.game, root, problems
        # Defaults in slots that may turn out to be closed.
        self.filled: list[FilledDefault] = []
        # Whether some pick may have a count that can't be read.
        self.absent = False
        self.unsure: list[tuple[str, str, tuple[Entry, ...], Path]] = []

    def read(self, owner: Owner, sheet: SheetPlan, keys: Mapping[str, Tree], words: tuple[str, ...]) -> None:
        """Read one row: its values, then its picks."""
        if sheet.fields or sheet.raises:
            read_fields(owner, sheet, keys, self.game, self.problems)
        self.read_slots(owner, sheet, keys)
        if not sheet.known.issuperset(keys):
            for key in keys:
                if key not in sheet.known:
                    known = (*words, *sheet.sheet.slots, *sheet.sheet.fields)
                    self.unknown_key(key, keys[key], known, (*owner.path, key))

    # Slots

    def read_slots(self, owner: Owner, sheet: SheetPlan, keys: Mapping[str, Tree]) -> None:
        """The picks in the slots of a row, in the order of its sheet, defaults included."""
        slots: dict[str, tuple[Pick, ...]] = {}
        inside: list[Pick] = []
        # Not frozen yet: offers look at the slots while the later ones are read.
        owner.slots = slots
        written = keys.get
        # In the order of the schema: the first filled slot says what a model is, whatever the order of keys in the
        # file.
        for id, slot, spellings in sheet.slots:
            raw = written(id)
            if raw is None:
                continue
            if isinstance(raw, list):
                # A plain name is looked up here, without a call: this is where reading a list spends its time.
                found = [
                    PickDraft(entry, id, at, owner, owner)
                    if type(item) is str and (entry := spellings.get(item)) and not entry.picks
                    else self.read_pick(owner, slot, id, item, at, owner.path)
                    for at, item in enumerate(raw)
                ]
                if len(found) > 1 and len({pick.entry.id for pick in found}) < len(found):
                    owner.doubled = True
            elif type(raw) is str and (entry := spellings.get(raw)) and not entry.picks:
                found = [PickDraft(entry, id, None, owner, owner)]
            # An entry may be called None; then the word is its name.
            elif raw == NONE and NONE not in spellings:
                found = []
            else:
                found = [self.read_pick(owner, slot, id, raw, None, owner.path)]
            slots[id] = tuple(found)
            inside += found
        owner.inside = tuple(inside)
        if self.absent:
            self.drop_uncounted(owner)
        if sheet.fills:
            self.fill_defaults(owner, sheet, keys)
        owner.slots = FrozenDict(owner.slots)
        if self.unsure:
            self.resolve_ambiguous(owner)
        plan = self.plan
        if plan.has_shared_names and owner.doubled:
            self.resolve_shared_names(owner, sheet, keys)
        if plan.size and isinstance(owner, Model):
            self.set_size(owner, sheet, keys, *plan.size)
        # Inner picks join the flat `inside` last: the steps before this are about the row's own slots.
        if plan.nested and any(pick.picks for pick in owner.inside):
            owner.inside = tuple([deep for pick in owner.inside for deep in _with_inner(pick)])
            owner.doubled = True

    def drop_uncounted(self, owner: Owner) -> None:
        """Take out the picks whose number can't be read."""
        owner.slots = {id: tuple(pick for pick in picks if pick.count) for id, picks in owner.slots.items()}
        owner.inside = tuple(pick for pick in owner.inside if pick.count)
        self.absent = False

    def set_size(self, model: Model, sheet: SheetPlan, keys: Mapping[str, Tree], key: str, field: SizeField) -> None:
        """Set how many miniatures a row is: as written, or else the least that its entries or the field allow."""
        written = model.values.get(key)
        sizes = (pick.entry.size for pick in model.inside if pick.entry.size)
        least = next((one.min for one in sizes if one.min is not None), field.min)
        model.size = written if type(written) is int else least
        model.values = FrozenDict({**model.values, key: model.size})
        if written is None and keys.get(key) is not None:
            # A size that can't be read counts as no models.
            model.count = 0
        for pick in model.inside if model.size != 1 else ():
            if pick.slot in sheet.each_model:
                _multiply(pick, model.size)

    def read_pick(self, up: Owner | Pick, slot: Slot, id: str, raw: Tree, at: int | None, path: Path) -> Pick:
        """One name in a slot of a row or of a pick, or `{entry: name, count: 2, picks: [...]}`."""
        owner = up.owner if isinstance(up, Pick) else up
        here: Path = (*path, id) if at is None else (*path, id, at)
        written: Mapping[str, Tree] = raw if isinstance(raw, dict) else {"entry": raw}
        for key in written:
            if key not in PICK_KEYS:
                self.unknown_key(key, written[key], PICK_KEYS, (*here, key))
        entry = self.find_entry(owner, slot, id, written.get("entry"), here)
        pick = PickDraft(entry, id, at, up, owner, self.count(written, here))
        if pick.count != 1:
            owner.repeated = owner.doubled = self.absent = True
        if isinstance(up, Pick) and slot.each != "row":
            # Each copy of the outer pick has inner picks of its own, unless they share them.
            pick.per_owner = pick.active = pick.count * up.per_owner
        if "rolled" in written or "seed" in written:
            pick.rolled = (self.whole(written, "rolled", here), self.whole(written, "seed", here))
        if entry.picks or written.get("picks", []) not in ([], None):
            self.read_inner(pick, written.get("picks"), here)
        return pick

    def read_inner(self, pick: Pick, raw: Tree, path: Path) -> None:
        """Read the picks inside a pick: a list if it has one slot, by slot if it has several."""
        slots = pick.entry.picks
        here: Path = (*path, "picks")
        if not slots:
            if not pick.entry.unknown:
                self.wrong(here, f"{pick.entry.name} has no picks of its own", "Remove `picks:`.")
            return
        single = slots.get("picks")
        written: Mapping[str, Tree] = {"picks": raw} if single else raw if isinstance(raw, dict) else {}
        if not single and raw is not None and not isinstance(raw, dict):
            known = ", ".join(f"{id}: …" for id in slots)
            fact = f"The picks of {pick.entry.name} stand under {join_names(slots)}"
            self.wrong(here, fact, f"Write `picks: {{{known}}}`.")
            # With one slot it is plain what is meant, so the names are read and only the form is reported.
            written = dict.fromkeys(slots, raw) if len(slots) == 1 else written
        found: list[Pick] = []
        for id, slot in slots.items():
            value = written.get(id)
            spellings = self.game.names.get(slot.kind, {})
            above = path if single else here
            names = value if isinstance(value, list) else [value]
            if value is None:
                names = self.default_names(slot, pick.entry.offers.get(id, ()))
                self.filled += [(pick, id, slot)] if names and slot.when else []
            elif value == NONE and NONE not in spellings:
                names = []
            placed = value is not None and (single or isinstance(value, list))
            found += [
                self.read_pick(pick, slot, id, name, at if placed else None, above) for at, name in enumerate(names)
            ]
        for key in written:
            if key not in slots:
                self.unknown_key(key, written[key], tuple(slots), (*here, key))
        pick.picks = tuple(one for one in found if one.count)

    # Names

    def find_entry(self, owner: Owner, slot: Slot, id: str, raw: Tree, path: Path) -> Entry:
        """The entry that a name means, or a placeholder and a problem."""
        if isinstance(raw, bool | dict | list) or raw is None:
            self.wrong(path, f"`{id}` takes names", "Write the printed name of an entry, or its id.")
            return placeholder_entry(slot.kind, "?")
        # As text: an entry may be called by a number, such as a rank.
        found = self.game.find(slot.kind, str(raw))
        if found is not None:
            return found
        several = self.game.find_all(slot.kind, str(raw))
        if several:
            fitting = tuple(one for one in several if self.allowed(owner, slot, id, one))
            if len(fitting) == 1:
                return fitting[0]
            # `resolve_ambiguous` looks at it again when the whole row is read.
            self.unsure.append((id, str(raw), fitting or tuple(several), path))
        else:
            self.note_unknown_name(slot.kind, str(raw), path, id)
        return placeholder_entry(slot.kind, str(raw))

    def note_unknown_name(self, kind: str, name: str, path: Path, slot: str) -> None:
        """Note a name that is not an entry of the slot's kind."""
        game = self.game
        # Often the name is right and the key is wrong.
        elsewhere = [other for other in game.names if other != kind and game.find(other, name)]
        sheets = (game.model, game.list, game.group)
        places = [id for sheet in sheets for id, one in sheet.slots.items() if one.kind in elsewhere]
        if places:
            hint = f"{name} goes under `{places[0]}:`, not `{slot}:`."
        else:
            known = [entry.name for entry in game.entries if entry.kind == kind]
            hint = did_you_mean(name, known) or f"`listbuilder show {game.id} {kind}` lists them."
        message = f'{game.name} has no {game.kind_name(kind).lower()} "{name}".'
        self.note("name.unknown", path, message, hint, name=name, kind=kind, slot=slot)

    def allowed(self, owner: Owner, slot: Slot, id: str, entry: Entry) -> bool:
        """Whether the list's own choices, the slot and the row's offers allow an entry here."""
        if slot.where and not slot.where.could_fit(entry, id):
            return False
        # Every giver of offers must allow it: each one restricts the slot by itself.
        if not all(any(offer.allows(entry) for offer in offers) for offers in self.offers(owner, id)):
            return False
        return all(rule.allows(entry, id, rule.beside(owner, self.root)) for rule in self.game.agreements)

    def resolve_ambiguous(self, owner: Owner) -> None:
        """A shared name written once for each of its entries means all of them; otherwise the list must use ids."""
        for id, name, meant, path in self.unsure:
            every = dict.fromkeys(one for pick in owner.inside for one in _with_inner(pick))
            here = [pick for pick in every if pick.slot == id and pick.entry.unknown and pick.entry.name == name]
            if len(here) == len(meant) > 0:
                for pick, entry in zip(here, meant, strict=True):
                    pick.entry, pick.price, pick.prices = entry, entry.cost, entry.prices
            elif any(pick.path == path for pick in here):
                ids = [entry.id for entry in meant]
                hint = f"Write the id of the one that is meant, such as `{ids[0]}`."
                self.note("name.unclear", path, f'"{name}" can mean {join_choices(ids)}.', hint, name=name, ids=ids)
        self.unsure.clear()

    def resolve_shared_names(self, owner: Owner, sheet: SheetPlan, keys: Mapping[str, Tree]) -> None:
        """A name that is printed for two entries means both when it is written twice."""
        for id, picks in owner.slots.items():
            raw = keys.get(id)
            # Where entries may repeat, a name written twice is the same entry twice.
            if len(picks) < 2 or not isinstance(raw, list) or sheet.sheet.slots[id].repeats:
                continue
            items = [raw[pick.at] if pick.at is not None else None for pick in picks]
            words = [str(one.get("entry") if isinstance(one, dict) else one) for one in items]
            written = [(word, pick.entry) for word, pick in zip(words, picks, strict=True)]
            for pick, entry in zip(picks, assign_shared_names(written, self.game), strict=True):
                if pick.entry is not entry:
                    pick.entry, pick.price, pick.prices = entry, entry.cost, entry.prices

    # Defaults

    def fill_defaults(self, owner: Owner, sheet: SheetPlan, keys: Mapping[str, Tree]) -> None:
        """Fill slots that are left out with the default that an entry on the row offers, or else that of the slot."""
        slots = dict(owner.slots)
        # A default that is filled in may itself offer a default for a later slot.
        owner.slots = slots
        for id, slot, _ in sheet.slots:
            if keys.get(id) is not None:
                continue
            # A key that is written, even as an empty list, was skipped above: the player decided.
            offers = [offer for some in self.offers(owner, id) for offer in some]
            if usual := self.default_names(slot, offers):
                found = tuple(self.read_pick(owner, slot, id, one, None, owner.path) for one in usual)
                slots[id] = found
                owner.doubled |= len(usual) > 1
                self.filled += [(owner, id, slot)] if slot.when else []
        owner.slots = {id: slots[id] for id in sheet.spellings if id in slots}
        owner.inside = tuple([pick for picks in owner.slots.values() for pick in picks])

    def offers(self, owner: Owner, id: str) -> Iterator[tuple[Offer, ...]]:
        """What is offered for a slot of a row by what it holds, or by its group and the list."""
        group = owner.group
        above = [one for one in (group, *group.chain) if one.inside] if group and group is not owner else []
        for one in (owner, *above, *([self.root] if self.root is not owner else [])):
            # A slot that the group or the list has itself: its offers are about that one.
            if one is not owner and id in (self.plan.list if one is self.root else self.plan.group).spellings:
                continue
            for entry in (deep.entry for picks in one.slots.values() for pick in picks for deep in _with_inner(pick)):
                if id in entry.offers and id not in entry.picks:
                    yield entry.offers[id]

    def default_names(self, slot: Slot, offers: Sequence[Offer]) -> list[Tree]:
        """The default among the offers, or else that of the slot if the offers allow it; a single one fills `min`."""
        found = [(offer.entry, int(offer.default)) for offer in offers if offer.default and offer.entry]
        for one in () if found else slot.default:
            entry = self.game.find(slot.kind, one.entry)
            if entry and (not offers or any(offer.allows(entry) for offer in offers)):
                found.append((one.entry, one.count))
        if slot.min > 1 and len(found) == 1:
            found = [(found[0][0], max(found[0][1], slot.min))]
        return [{"entry": name, "count": count} if count > 1 else name for name, count in found]

    # Problems: what cannot be understood is noted beside what could be read

    def count(self, written: Mapping[str, Tree], path: Path) -> int:
        """How many of a pick there are; none where that can't be read."""
        number = written.get("count", 1)
        # `true` is an int too, but no count.
        if type(number) is int and 1 <= number <= MAX_PICKS:
            return number
        fact = f"`count` must be a whole number from 1 to {MAX_PICKS}, not {spelled(number)}"
        self.wrong((*path, "count"), fact, f"Write how many there are, or leave it out for one. {UNTIL}")
        return 0

    def whole(self, written: Mapping[str, Tree], key: str, path: Path) -> int | None:
        """A whole number of a rolled pick."""
        value = written.get(key)
        if value is None or type(value) is int:
            return value
        self.wrong((*path, key), f"`{key}` can't be {spelled(value)}", "Write a whole number.")
        return None

    def unknown_key(self, key: str, value: Tree, known: tuple[str, ...], path: Path) -> None:
        """Note one key that nothing reads."""
        if is_rest_of_text(key, value):
            self.note("key.unknown", path, *(read_as_key(key, value, known) or rest_of_text(key)))
            return
        meant = known_synonym(key, known)
        near = f"Did you mean {meant}?" if meant else did_you_mean(key, known)
        hint = near or f"The keys are {', '.join(known)}; data of other tools begins with `x-`."
        self.note("key.unknown", path, f"Unknown key `{key}`.", hint)

    def wrong(self, path: Path, fact: str, hint: str) -> None:
        """Note a value of the wrong type or out of bounds."""
        self.note("key.type", path, f"{fact}.", hint)

    def note(self, code: str, path: Path, message: str, hint: str, **data: object) -> None:
        """Note a problem."""
        where = format_path(path)
        self.problems.append(Finding(code=code, message=message, hint=hint, where=where, path=path, data=data))


def _multiply(pick: Pick, size: int) -> None:
    """Multiply a pick by the size of its row, with all inside it that copies do not share."""
    pick.per_owner *= size
    pick.active, pick.sized = pick.per_owner, size
    for one in pick.picks:
        if pick.entry.picks[one.slot].each != "row":
            _multiply(one, size)


def _with_inner(pick: Pick) -> Iterator[Pick]:
    """A pick and every pick inside it."""
    yield pick
    for one in pick.picks:
        yield from _with_inner(one)


# Who acts, and who receives what a grant gives.


def active_picks(force: Force, plan: Plan) -> ActivePicks:
    """The picks that do something, with what they do; copies over a limit only change their own price."""
    known, found = plan.effects, []
    for pick in force.picks:
        key = id(pick.entry)
        effects = known[key] if key in known else plan.effects_of(pick.entry)
        if effects is not None and not pick.active:
            effects = effects.idle
        if effects is not None:
            found.append((pick, effects))
    return found


def idle_effects(levels: Sequence[Sequence[GrantEffect]]) -> Effects | None:
    """What copies over a limit still do: a pick with a count has one price, so single copies must have it too."""
    own = tuple(tuple(one for one in level if one.target in IDLE_TARGETS) for level in levels)
    return Effects(gives=(), gifts=(), sums=(), summed=(), levels=own) if any(own) else None


def rows_by_sheet(force: Force, plan: Plan) -> tuple[tuple[SheetPlan, Sequence[Owner]], ...]:
    """The list, its groups and its models, each with what is planned for their sheet."""
    return (plan.list, (force.root,)), (plan.group, force.groups), (plan.model, force.rows)


def unpicked_effects(force: Force, plan: Plan) -> Iterator[tuple[Node, Effects, str]]:
    """The effects of the game and of fields, which act without being picked, with the name of the giver."""
    if plan.own:
        yield force.root, plan.own, force.game.name
    for sheet, owners in rows_by_sheet(force, plan):
        for name, effects in sheet.granting:
            yield from ((owner, effects, name) for owner in owners)


class Receivers:
    """Finds the receivers of grants in one force; those of a selector over the whole list are cached."""

    def __init__(self, force: Force, plan: Plan) -> None:
        self.force, self.plan = force, plan
        self.named: dict[int, tuple[Model, ...]] = {}

    def models(self, grant: Grant, giver: Node) -> Iterable[Model]:
        """The models that a grant reaches."""
        owner = giver.owner
        if grant.to is None and isinstance(owner, Model):
            return (owner,)
        found = tuple(self.reached(grant, giver))
        # What stands apart, such as a sideboard, affects nobody but itself.
        if isinstance(owner, Model) and owner.part != "main":
            return tuple(model for model in found if model is owner)
        return found

    def reached(self, grant: Grant, giver: Node) -> Iterable[Model]:
        """The models that `to` names, whatever part of the list the giver is in."""
        if isinstance(grant.to, Selector):
            rows = giver.group.models_of(self.force) if grant.in_ and giver.group else () if grant.in_ else None
            if rows is not None:
                return [row for row in rows if grant.to.fits(row)]
            if id(grant) not in self.named:
                self.named[id(grant)] = tuple(row for row in self.force.rows if grant.to.fits(row))
            return self.named[id(grant)]
        if grant.to == "model":
            return (giver.model,) if giver.model else ()
        if grant.to == "list":
            return self.force.rows
        group = giver.group
        if grant.to == "group" or group is not None:
            return group.models_of(self.force) if group else ()
        return self.force.rows

    def owners(self, grant: Grant, giver: Node, slot: str) -> Iterator[Owner]:
        """The rows with a slot that a grant reaches: models, the own group or all groups, the list."""
        plan, here = self.plan, giver.owner
        model_slot, list_slot = slot in plan.model.rooms, slot in plan.list.rooms
        if model_slot and grant.to != "list":
            yield from self.models(grant, giver)
            if isinstance(here, Model) or isinstance(grant.to, Selector):
                return
        if here.part != "main":
            return
        if slot in plan.group.rooms:
            yield from (giver.group,) if giver.group else () if giver.model else self.force.groups
        if list_slot:
            yield self.force.root
        elif model_slot and grant.to == "list":
            yield from self.models(grant, giver)

    def inside(self, grant: Grant, giver: Node, slot: str) -> Iterator[Pick]:
        """The picks with a slot inside them that a grant reaches: the one around the giver, or else all on its rows."""
        around = self.around(grant, giver, slot)
        if around is not None:
            yield around
            return
        for owner in self.holders(grant, giver, slot):
            yield from (pick for pick in owner.inside if slot in pick.entry.picks)

    def around(self, grant: Grant, giver: Node, slot: str) -> Pick | None:
        """The receiver of a change to an inner slot: the giver, or the nearest pick around it with that slot."""
        around = giver if grant.to is None and isinstance(giver, Pick) else None
        while around is not None and slot not in around.entry.picks:
            around = around.holder
        return around

    def held(self, grant: Grant, giver: Node, slot: str) -> Iterator[Pick]:
        """The picks in a slot that a grant reaches: in the pick around the giver, or on all rows reached."""
        around = None if self.on_sheets(slot) else self.around(grant, giver, slot)
        held = [around.picks] if around else [one.inside for one in self.holders(grant, giver, slot)]
        yield from (pick for picks in held for pick in picks if pick.slot == slot)

    def on_sheets(self, slot: str) -> bool:
        """Whether rows have a slot, and not only entries inside them."""
        plan = self.plan
        return slot in plan.model.rooms or slot in plan.group.rooms or slot in plan.list.rooms

    def holders(self, grant: Grant, giver: Node, slot: str) -> Iterable[Owner]:
        """The rows that a grant reaches and that may have picks in a slot: one of theirs, or one inside an entry."""
        if self.on_sheets(slot):
            return self.owners(grant, giver, slot)
        found: list[Owner] = list(self.models(grant, giver))
        if grant.to is None and not giver.model:
            found += [giver.group, *giver.group.inner()] if giver.group else [self.force.root, *self.force.groups]
        return found


def own_picks(target: str, giver: Pick) -> Iterator[Pick]:
    """The picks that one of `OWN_TARGETS` means, seen from the pick that grants."""
    if target == "self":
        yield giver
    elif target == "holder":
        yield from (giver.holder,) if giver.holder else ()
    else:
        yield from (one for one in giver.owner.inside if is_inside(one, giver) or one.giver is giver)


def times_received(grant: Grant, giver: Node, receiver: Node) -> int:
    """How often a receiver gets what a giver gives: as often as one model has it, or as there are in the whole list.

    Copies of one row are models by themselves: each of them gets what `to` gives from all of them.
    """
    if grant.to is None and isinstance(giver, Pick) and isinstance(receiver, Pick):
        if is_inside(giver, receiver):
            # Rounded up: copies that share the giver each have all of it.
            return -(-giver.active // receiver.per_owner)
        holder = receiver.holder
        if holder is not None and (holder is giver or is_inside(giver, holder)):
            return -(-giver.active // holder.per_owner)
    if grant.to in (None, "model") and receiver.owner is giver.owner:
        return giver.effective if isinstance(giver, Pick) else 1
    copies = giver.owner.count
    return giver.active * copies if isinstance(giver, Pick) else copies


def is_inside(pick: Pick, other: Pick) -> bool:
    """Whether a pick is inside another, at any depth."""
    above = pick.holder
    while above is not None and above is not other:
        above = above.holder
    return above is not None


# Second pass: copies over a limit become idle; then entries, keywords and tags are given, and what those give in turn.


# Entries that give each other things multiply: the bound keeps a hostile or wrong game from filling the memory.
MAX_PICKS_IN_ALL = 20_000


def deactivate_extra_copies(force: Force, owner: Owner, slots: Mapping[str, Slot], plan: Plan) -> None:
    """Copies beyond an entry's limit cost and count, but give nothing, nor does anything inside them.

    They still change their own numbers (`IDLE_TARGETS`), since that is part of what they cost.
    """
    nested, ask = plan.nested, plan.has_computed_limits or owner.repeated
    for slot, picks in owner.slots.items():
        if ask or len(picks) > 1:
            _deactivate(force, picks, slots.get(slot))
    for pick in owner.inside if nested else ():
        if pick.picks:
            for name, inner in pick.entry.picks.items():
                _deactivate(force, [one for one in pick.picks if one.slot == name], inner)
    for pick in owner.inside if nested else ():
        up = pick.up
        # Outer picks stand before inner ones in `inside`, so the outer one is settled already.
        if isinstance(up, Pick) and up.active < up.per_owner:
            shared = up.entry.picks[pick.slot].each == "row" and up.active
            pick.active = pick.active if shared else pick.active * up.active // up.per_owner


def _deactivate(force: Force, picks: Sequence[Pick], slot: Slot | None) -> None:
    """Mark the copies over the limit in one slot. They are chosen by content, not by order."""
    if slot is None or slot.repeats:
        return
    taken: dict[int, list[Pick]] = {}
    for pick in picks:
        taken.setdefault(id(pick.entry), []).append(pick)
    for same in taken.values():
        limit = same[0].entry.limit
        left = limit if isinstance(limit, int) else limit.evaluate(force, same[0].up)
        if left is None or sum(pick.count for pick in same) <= left:
            continue
        for pick in sorted(same, key=lambda one: canonical_json(pick_content(one))):
            alive = min(pick.count, left)
            left -= alive
            pick.active = pick.per_owner // pick.count * alive


class EntryGiver:
    """Gives the entries of one force; `made` is what was given so far."""

    def __init__(self, force: Force, plan: Plan) -> None:
        self.force, self.plan = force, plan
        self.receivers = Receivers(force, plan)
        self.made: list[Pick] = []
        self.taken: dict[Pick, set[str]] = {}
        self.removing: list[tuple[Grant, Model]] = []
        self.once: set[tuple[int, int, str]] = set()
        self.full = False

    def run(self, acting: ActivePicks) -> None:
        """The game, the fields of rows and the chosen picks give; then what was given does."""
        for node, effects, name in unpicked_effects(self.force, self.plan):
            self.apply_effects(effects, node, name)
        for pick, effects in acting:
            if effects.gives:
                self.apply_effects(effects, pick, pick.entry.name)
        # `made` grows during the loop: what is given may give in turn.
        for pick in self.made:
            known = self.plan.effects_of(pick.entry)
            if known:
                self.apply_effects(known, pick, pick.entry.name)
        # The tree changes only now: every condition saw the chosen picks alone, whatever the order of grants.
        given: dict[Owner, list[Pick]] = {}
        for pick in self.made:
            given.setdefault(pick.owner, []).append(pick)
        # Behind the chosen picks, which reports show first.
        for owner, picks in given.items():
            owner.inside = (*owner.inside, *picks)
            owner.entry_ids = NOTHING
        if self.removing:
            self.remove_tags()
        if given or self.taken:
            collect_picks(self.force)

    def remove_tags(self) -> None:
        """Remove tags: first find all, then remove them, so that the order of grants makes no difference."""
        plan, game = self.plan, self.force.game
        for grant, model in self.removing:
            for pick in model.inside:
                held = {tag for tag in grant.remove_tags if tag in pick.entry.tags}
                if held and (grant.where is None or grant.where.fits_pick(pick)):
                    self.taken.setdefault(pick, set()).update(held)
        for pick, tags in self.taken.items():
            printed = pick.entry
            pick.entry = game.without_tags(printed, frozenset(tags))
            pick.owner.entry_ids = NOTHING
            # Effects are found by identity, and the entry without its tags is another object; the game makes it only
            # once.
            if (effects := plan.effects_of(printed)) is not None:
                plan.effects[id(pick.entry)] = effects
        bare = {pick for pick in self.taken if pick.entry.kind == GIVEN_TAG and not pick.entry.tags}
        for owner in {pick.owner: None for pick in bare}:
            owner.inside = tuple(pick for pick in owner.inside if pick not in bare)

    def apply_effects(self, effects: Effects, giver: Node, name: str) -> None:
        """What one of them gives."""
        if effects.gifts and isinstance(giver, Pick) and isinstance(giver.owner, Model):
            for entry, slot, number in effects.gifts:
                self.add_pick(entry, slot, giver.owner, (giver, name), number * giver.active, giver.sized)
            return
        for grant in effects.gives:
            self.grant(grant, giver, name)

    def grant(self, grant: Grant, giver: Node, name: str) -> None:
        """What one grant gives, if its condition holds."""
        if grant.when and not grant.when.holds(self.force, giver):
            return
        each = (grant.each.evaluate(self.force, giver) or 0) if grant.each else 1
        if each <= 0:
            return
        game = self.force.game
        for slot, given in grant.entries.items():
            for owner in self.receivers.owners(grant, giver, slot):
                kind = game.sheets[owner.sheet].slots[slot].kind
                for one in given:
                    self.place(game.by_id[kind, one.entry], slot, owner, grant, (giver, name), one.count * each)
        self.removing += [(grant, model) for model in self.receivers.models(grant, giver) if grant.remove_tags]
        loose = given_words(game, grant)
        if loose:
            for model in self.receivers.models(grant, giver):
                for entry in loose:
                    self.place(entry, "", model, grant, (giver, name), each)

    def place(self, entry: Entry, slot: str, owner: Owner, grant: Grant, giver: tuple[Node, str], count: int) -> None:
        """Put a given pick on a row, free and taking no room; what a row gives itself is one pick."""
        by = giver[0]
        if grant.once:
            key = (id(grant), id(owner), entry.id)
            if key not in self.once:
                self.once.add(key)
                self.add_pick(entry, slot, owner, giver, count, 1)
        elif grant.to in (None, "model") and isinstance(by, Pick) and by.owner is owner:
            self.add_pick(entry, slot, owner, giver, count * by.active, by.sized)
        else:
            self.add_pick(entry, slot, owner, giver, count * times_received(grant, by, owner), 1)

    def add_pick(self, entry: Entry, slot: str, owner: Owner, giver: tuple[Node, str], number: int, sized: int) -> None:
        """Make the pick that is given; `sized` miniatures of the row each have it."""
        # A finding tells the limit once; giving on would only take time.
        if self.full or not number:
            return
        if len(self.made) + len(self.force.picks) >= MAX_PICKS_IN_ALL:
            self.full = True
            message = f"The list holds more than {MAX_PICKS_IN_ALL} things, given ones included."
            finding = Finding(code="list.too-large", message=message, hint="Split the list.")
            set_fields(self.force, problems=(*self.force.problems, finding))
            return
        pick = PickDraft(entry, slot, None, owner, owner, number)
        pick.price, pick.prices, pick.sized = 0, EMPTY, sized
        pick.giver, pick.given_by = giver
        self.made.append(pick)


# Third pass: every number is resolved once, in an order that the catalogue decides. A change is evaluated at its giver,
# after every number that it reads is resolved. Changes to one number apply by `order`; within one order: the highest
# `set`, the sum of `add`, the product of `times` rounded once, `least`, `most`.


class PartialPrices:
    """Changes the prices of some copies only: the cheapest or the dearest that one holder has.

    `starts` are the prices before any grant, so that the choice does not depend on the order of grants or of the file.
    """

    def __init__(self, force: Force) -> None:
        self.force = force
        self.starts = {id(one): tuple(one.price_in(name) for name in force.game.currencies) for one in force.picks}
        self.pools: dict[tuple[object, ...], _PricePool] = {}

    def add_change(self, effect: GrantEffect, giver: Node, node: Node, change: Contribution) -> None:
        """Record a change to some of a holder's picks, of which this is one."""
        grant = effect.grant
        if grant.only is None or not isinstance(node, Pick) or node.given_by:
            return
        key = (id(grant), id(node.up), effect.number)
        if key not in self.pools:
            self.pools[key] = _PricePool(grant, effect.number)
        pool = self.pools[key]
        pool.allowed[id(giver)] = (grant.only.number.evaluate(self.force, giver) or 0) * change.times
        pool.picks[id(node)] = node
        pool.changes.setdefault(id(node), {})[effect.what, effect.order] = change._replace(times=1)

    def distribute(self) -> Iterator[tuple[Pick, Number, Contribution]]:
        """The picks to change, each with the change for as many copies as are chosen."""
        for pool in self.pools.values():
            # Several givers of one grant add up.
            left = sum(pool.allowed.values())
            for pick in sorted(pool.picks.values(), key=lambda one: self.rank(pool.grant, one)):
                copies = min(left, pick.count)
                left -= copies
                for change in pool.changes[id(pick)].values() if copies > 0 else ():
                    yield pick, pool.number, change._replace(copies=None if copies == pick.count else copies)
        self.pools.clear()

    def rank(self, grant: Grant, pick: Pick) -> tuple[object, ...]:
        """A sort key: by price, then by content."""
        prices = self.starts[id(pick)]
        return (grant.only.rank(prices) if grant.only else prices, canonical_json(pick_content(pick)))


class _PricePool:
    """The picks of one holder that one grant may change, and how many copies each giver allows."""

    def __init__(self, grant: Grant, number: Number) -> None:
        self.grant, self.number = grant, number
        self.allowed: dict[int, int] = {}
        self.picks: dict[int, Pick] = {}
        self.changes: dict[int, dict[tuple[str, int], Contribution]] = {}


def set_prices(force: Force) -> None:
    """Give every pick the price that it is offered for, the lowest of several. What is given stays free."""
    found: dict[int, tuple[Pick, list[Mapping[str, int]]]] = {}
    for giver in force.picks:
        for slot, offers in giver.entry.offers.items():
            priced = [offer for offer in offers if offer.cost is not None]
            for pick in force.offered_by(giver, slot) if priced else ():
                prices = [offer_price(force.game, offer) for offer in priced if offer.allows(pick.entry)]
                if prices and pick.given_by is None:
                    found.setdefault(id(pick), (pick, []))[1].extend(prices)
    for pick, prices in found.values():
        pick.prices = min(prices, key=lambda one: [one.get(id, 0) for id in force.game.currencies])
        pick.price = pick.prices.get(force.game.first_currency, 0)


def offer_price(game: Game, offer: Offer) -> Mapping[str, int]:
    """The price of an offer by currency."""
    if isinstance(offer.cost, int):
        return FrozenDict({game.first_currency: offer.cost}) if offer.cost else EMPTY
    return FrozenDict({name: price for name, price in (offer.cost or {}).items() if price})


def set_price(game: Game, pick: Pick, name: str, changes: Sequence[Contribution]) -> None:
    """Give a pick its price in a currency; where some changes are for some copies only, each lot has one."""
    # Budgets have no rounding of their own.
    up = name not in game.currencies or game.currencies[name].round == "up"
    start, lots = pick.price_in(name), []
    below = 0
    # Each change reaches so many copies. Between two such numbers all copies have the same changes: one lot.
    for edge in sorted({pick.count, *(one.copies for one in changes if one.copies is not None)}):
        here = [one for one in changes if one.copies is None or one.copies >= edge]
        lots.append(((edge - below) * pick.per_owner // pick.count, apply_additions(start, here, up)))
        below = edge
    price = lots[-1][1]
    pick.prices = FrozenDict({**pick.prices, name: price})
    if len(lots) > 1:
        pick.lots = FrozenDict({**(pick.lots or {}), name: tuple(lots)})
    if name == game.first_currency:
        pick.price = price
        pick.paid = pick.cost_in(name) if len(lots) > 1 else None


class NumberResolver:
    """Resolves the numbers of one force, in place; `touched` are those that changed on the current level."""

    def __init__(self, force: Force, plan: Plan, acting: ActivePicks) -> None:
        self.force, self.plan, self.game, self.acting = force, plan, force.game, acting
        self.receivers = Receivers(force, plan)
        self.touched: dict[tuple[int, Number], tuple[Node, Number]] = {}
        # The changes of `once` grants that were made: by grant, receiver, number, operation and target.
        self.once: set[tuple[int, int, Number, str, str]] = set()
        self.allowed: dict[int, dict[str, int]] = {}
        self.sharing = PartialPrices(force) if plan.chooses else None
        self.limit_changes: dict[Number, list[Contribution]] = {}
        # Nodes with plain containers: written into while numbers are resolved, frozen at the end.
        self.with_stats: list[Model] = []
        self.with_sums: list[Model] = []
        self.with_room: list[Owner] = []
        self.with_changes: list[Node] = []

    def run(self) -> None:
        """Initial numbers, then level by level, stats clamped after each; room and budgets come last."""
        force, plan = self.force, self.plan
        for sheet, owners in rows_by_sheet(force, plan):
            for owner in owners:
                owner.room = sheet.room
        for model in force.rows:
            self.set_base_stats(model)
        self.add_own_sums()
        # Stats that no grant changes are on no level; only raises move them.
        self.clamp_stats(plan.unchanged)
        # Before each level the caches are cleared: quantities read numbers that the level before has changed.
        for at, level in enumerate(plan.levels):
            clear_caches(force)
            # No number of a level reads another of it, so changes may be collected in any order.
            self.collect_changes(at)
            for pick, number, change in self.sharing.distribute() if self.sharing else ():
                self.record_change(pick, number, change)
            for node, number in self.touched.values():
                self.resolve_number(node, number)
            self.touched.clear()
            self.clamp_stats(level)
        clear_caches(force)
        self.resolve_room()
        if self.game.budgets:
            for model in force.rows:
                self.resolve_budgets(model)
        self.freeze()

    def freeze(self) -> None:
        """Freeze the containers that were written to."""
        for model in self.with_stats:
            model.stats = FrozenDict(model.stats)
        for model in self.with_sums:
            model.sums = tuple(model.sums)
        for owner in self.with_room:
            owner.room = FrozenDict(owner.room)
        for node in self.with_changes:
            node.changes = freeze(node.changes)
        if self.limit_changes:
            set_fields(self.force, limit_changes=freeze(self.limit_changes))

    def add_own_sums(self) -> None:
        """Apply the unconditional additions of picks to their own model, before any number that reads these."""
        for pick, effects in self.acting:
            if not effects.sums:
                continue
            owner, times = pick.owner, pick.effective
            if isinstance(owner, Model):
                sums = owner.sums
                if type(sums) is not list:
                    sums = []
                    owner.sums = sums
                    self.with_sums.append(owner)
                sums.append((times, effects.sums))
                for number, amount, _ in effects.sums:
                    self.add(owner, number, amount * times)
            else:
                for effect in effects.summed:
                    self.apply(effect, pick, pick.entry.name)

    def set_base_stats(self, model: Model) -> None:
        """Set the printed statline of a model, with the player's raises."""
        model.bases = model.stats = base_stats(self.plan, model)
        for stat, steps in model.raises.items():
            self.set_stat(model, stat, model.stats[stat] + steps)

    def set_stat(self, model: Model, name: str, number: int) -> None:
        """Set a stat of a model; copy on write: until its first change it shares the printed line with all others."""
        stats = model.stats
        if type(stats) is not dict:
            stats = dict(stats)
            model.stats = stats
            self.with_stats.append(model)
        stats[name] = number

    def set_room(self, owner: Owner, name: str, number: int | None) -> None:
        """Set the room in a slot of a row; copy on write: until its first change it shares that of its schema."""
        room = owner.room
        if type(room) is not dict:
            room = dict(room)
            owner.room = room
            self.with_room.append(owner)
        room[name] = number

    # Gathering changes

    def collect_changes(self, at: int) -> None:
        """Every change to the numbers of one level."""
        for pick, effects in self.acting:
            for effect in effects.levels[at]:
                self.apply(effect, pick, pick.entry.name)
        if self.plan.changes_by_itself:
            for giver, effects, name in unpicked_effects(self.force, self.plan):
                for effect in effects.levels[at]:
                    self.apply(effect, giver, name)

    def apply(self, effect: GrantEffect, giver: Node, name: str) -> None:
        """Evaluate one change at its giver and record it for every receiver."""
        grant, force = effect.grant, self.force
        if grant.when and not grant.when.holds(force, giver):
            return
        each = (grant.each.evaluate(force, giver) or 0) if grant.each else 1
        if each <= 0:
            return
        amount = effect.amount.evaluate(force, giver) if isinstance(effect.amount, Quantity) else effect.amount
        # Not zero: an amount that is a missing limit changes nothing.
        if amount is None:
            return
        owner = giver.owner
        own = effect.own and isinstance(owner, Model)
        for node in (owner,) if own else self.affected_nodes(effect, giver):
            if grant.once:
                key = (id(grant), id(node), effect.number, effect.what, effect.target)
                if key in self.once:
                    continue
                self.once.add(key)
            # A pick that changes itself, or what is inside it, does so once: its copies share the value.
            alone = grant.once or node is giver or effect.target == "inside"
            times = each if alone else each * times_received(grant, giver, node)
            change = Contribution(name, effect.what, amount, times, effect.order, text=effect.text)
            if effect.number[0] == "limit":
                self.limit_changes.setdefault((effect.target, effect.number[1]), []).append(change)
            elif self.sharing and grant.only:
                self.sharing.add_change(effect, giver, node, change)
            else:
                self.record_change(node, effect.number, change)

    def affected_nodes(self, effect: GrantEffect, giver: Node) -> Iterator[Node]:
        """The nodes whose number it changes."""
        kind, name = effect.number
        grant = effect.grant
        if kind == "limit":
            yield from (self.force.root,) if giver.owner.part == "main" else ()
        elif kind in ("stat", "budget"):
            yield from self.receivers.models(grant, giver)
        elif kind == "room":
            on_sheets = self.receivers.on_sheets(name)
            yield from (self.receivers.owners if on_sheets else self.receivers.inside)(grant, giver, name)
        elif kind in ("cost", "field"):
            if effect.target in OWN_TARGETS:
                held: Iterable[Pick] = own_picks(effect.target, giver) if isinstance(giver, Pick) else ()
            else:
                held = self.receivers.held(grant, giver, effect.target)
            yield from held if grant.where is None else filter(grant.where.fits_pick, held)

    def record_change(self, node: Node, number: Number, change: Contribution) -> None:
        """Record a change to a number of a node. Those that are only added to change at once."""
        changes: Any = node.changes
        if changes is None:
            changes = node.changes = {}
            self.with_changes.append(node)
        changes.setdefault(number, []).append(change)
        # The change is kept all the same, so that reports can say who made it.
        if number not in self.plan.non_additive and isinstance(node, Owner):
            self.add(node, number, int(change.amount) * change.times)
        else:
            self.touched[id(node), number] = (node, number)

    def add(self, owner: Owner, number: Number, amount: int) -> None:
        """Add to a number of a row."""
        kind, name = number
        if kind == "stat" and isinstance(owner, Model):
            self.set_stat(owner, name, owner.stats[name] + amount)
        elif kind == "room":
            now = owner.room.get(name)
            if now is not None:
                self.set_room(owner, name, now + amount)
        else:
            allowed = self.allowed.setdefault(id(owner), {})
            allowed[name] = allowed.get(name, 0) + amount

    # Resolving them

    def resolve_number(self, node: Node, number: Number) -> None:
        """The value of a number after its changes."""
        kind, name = number
        changes = node.contributions(number)
        if kind == "stat" and isinstance(node, Model):
            up = self.game.stats[name].round == "up"
            self.set_stat(node, name, apply_additions(node.bases[name], changes, up))
        elif kind == "budget" and isinstance(node, Model):
            self.allowed.setdefault(id(node), {})[name] = apply_additions(0, changes, True)
        elif kind == "room" and isinstance(node, Owner):
            now = node.room.get(name)
            if now is not None:
                self.set_room(node, name, max(apply_additions(now, changes, True), 0))
        # What is given stays free, whatever changes prices. Room inside picks is evaluated when it is asked for.
        elif isinstance(node, Pick) and kind != "room" and not (kind == "cost" and node.given_by):
            self.resolve_pick_number(node, kind, name, changes)

    def resolve_pick_number(self, pick: Pick, kind: str, name: str, changes: Sequence[Contribution]) -> None:
        """A cost or a printed number of a pick."""
        if kind == "cost":
            set_price(self.game, pick, name, changes)
            return
        value = apply_to_value(pick.entry.field(name), changes, self.game.field_type(pick.entry.kind, name))
        if value is not None:
            pick.changed_fields = FrozenDict({**(pick.changed_fields or {}), name: value})

    def clamp_stats(self, numbers: frozenset[Number]) -> None:
        """Keep stats between their minimum and maximum, before the next level reads them."""
        for id, least, most in self.plan.bounds:
            if ("stat", id) not in numbers:
                continue
            for model in self.force.rows:
                if least is not None and model.stats[id] < least:
                    self.set_stat(model, id, least)
                if most is not None and model.stats[id] > most:
                    self.set_stat(model, id, most)

    def resolve_room(self) -> None:
        """Evaluate room that is a quantity, and add what was granted."""
        for sheet, owners in rows_by_sheet(self.force, self.plan):
            for id, most in sheet.computed_room:
                for owner in owners:
                    room = most.evaluate(self.force, owner, owner if isinstance(owner, Group) else None)
                    if room is not None:
                        room = max(apply_additions(room, owner.contributions(("room", id)), True), 0)
                    self.set_room(owner, id, room)

    def resolve_budgets(self, model: Model) -> None:
        """What the budgets of a model allow, and what is spent of them."""
        budgets = self.game.budgets
        spent: dict[str, int] = {}
        for _, field in self.plan.model.raises if model.raises else ():
            for budget, price in field.spends(model.raises):
                spent[budget] = spent.get(budget, 0) + price
        for pick in model.inside if self.plan.spent_on else ():
            for name in pick.prices:
                if name in budgets:
                    spent[name] = spent.get(name, 0) + pick.cost_in(name)
        allowed = self.allowed.get(id(model), EMPTY)
        model.budgets = FrozenDict({id: Allowance(allowed.get(id, 0), spent.get(id, 0)) for id in budgets})


def set_printed_stats(force: Force, plan: Plan) -> None:
    """Give every model its printed stats, which conditions of defaults and gifts read."""
    for row in force.rows:
        row.bases = row.stats = base_stats(plan, row)


def base_stats(plan: Plan, model: Model) -> Mapping[str, int]:
    """The statline that is printed for what a model is; of several, the highest of each stat."""
    printed = [pick.entry for pick in model.inside if pick.entry.stats] if plan.lines is not None else []
    if not printed:
        return plan.stats
    if len(printed) == 1:
        return plan.line_of(printed[0])
    found: dict[str, int] = {}
    for entry in printed:
        for stat, number in entry.stats.items():
            found[stat] = max(number, found.get(stat, number))
    return FrozenDict({**plan.stats, **found})


def apply_to_value(
    value: FieldValue | None, changes: Sequence[Contribution], typed: FieldType | None
) -> FieldValue | None:
    """A printed value after its changes, by order: first `write`, then changes of its number, then `append`.

    Changes of a number skip a value that has none. `typed` is its type, if the game declares one.
    """
    if value is None and typed and any(one.what in WORD_CHANGES for one in changes):
        value = typed.empty
    up = typed is None or typed.round == "up"
    for order in sorted({change.order for change in changes}):
        here = [change for change in changes if change.order == order]
        if written := [change.text for change in here if change.what == "write"]:
            # Of several texts the last in the alphabet wins: any rule will do that does not depend on the order of
            # grants.
            value = value_of_text(max(written), value, typed)
        value = change_number(value, [change for change in here if change.what not in WORD_CHANGES], up)
        for text in sorted({change.text for change in here if change.what == "append"}):
            value = append_text(value, text)
    return value


WORD_CHANGES = ("write", "append")


def change_number(value: FieldValue | None, changes: Sequence[Contribution], up: bool) -> FieldValue | None:
    """A value with its number changed; of a text, the first number in it."""
    if isinstance(value, int):
        return apply_additions(value, changes, up)
    if isinstance(value, Value) and value.number is not None:
        return value.at(apply_additions(value.number, changes, up))
    if isinstance(value, str) and changes and (found := NUMBER_IN_TEXT.search(value)):
        return value[: found.start()] + str(apply_additions(int(found[0]), changes, up)) + value[found.end() :]
    return value


def append_text(value: FieldValue | None, text: str) -> FieldValue | None:
    """A text with more at its end, a list of words with one more; an empty text gets no comma in front."""
    if isinstance(value, tuple):
        return value if text in value else (*value, text)
    return (value + text if value else text.lstrip(" ,;/")) if isinstance(value, str) else value
