"""Resolve: a list document and its game in, the force out. Nothing is judged here and nothing is dropped.

Three passes: `row_reader` builds the tree of what the player chose, `given_entries` adds what is free, and
`number_resolver` computes stats, room, budgets and prices in the order of `catalogue/evaluation_order.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import lru_cache

from listbuilder.base.findings import Finding
from listbuilder.base.records import FrozenDict, fill_in, replace
from listbuilder.base.spelling import did_you_mean
from listbuilder.catalogue import Format, Game, RowSchema
from listbuilder.catalogue.entries import Rank, Unit
from listbuilder.catalogue.fields.members import copies_meant, member_called, mentions
from listbuilder.judging.force import Force, Group, GroupDraft, Model, ModelDraft, Owner, RootDraft
from listbuilder.judging.force.force import clear_caches, collect_picks
from listbuilder.judging.force.rows import freeze_row
from listbuilder.judging.resolver.given_entries import deactivate_extra_copies, give_entries
from listbuilder.judging.resolver.number_resolver import base_stats, resolve_numbers, set_prices
from listbuilder.judging.resolver.plan import Plan, plan_for
from listbuilder.judging.resolver.row_reader import RowReader, remove_closed_defaults
from listbuilder.lists.document import GROUP, LIST, ROW, ListDocument, Row, frozen_document
from listbuilder.storage.reading import format_path

CACHED_FORMATS = 64  # spellings of formats that are cached
LIST_KEYS, GROUP_KEYS, ROW_KEYS = tuple(LIST.all), tuple(GROUP.all), tuple(ROW.all)


def resolve(document: ListDocument, game: Game, hidden: Callable[[RowSchema], Container[str]] | None = None) -> Force:
    """The force that a list describes in a game; values of rows under the keys that are `hidden` are left out at last.

    Everything in it is frozen, to the last container.
    """
    plan = plan_for(game)
    document = frozen_document(_with_canonical_keys(document, plan) if plan.aliased else document)
    force = _Resolver(plan, document).force()
    owners = (force.root, *force.groups, *force.rows, *force.absent)
    for owner in owners if hidden else ():
        keys = hidden(game.sheets[owner.sheet]) if hidden else ()
        owner.values = FrozenDict({key: value for key, value in owner.values.items() if key not in keys})
    if hidden:
        clear_caches(force)
    for owner in owners:
        freeze_row(owner)
    return force


def _with_canonical_keys(document: ListDocument, plan: Plan) -> ListDocument:
    """The list with every key under its own name, where a game has several for one."""
    models, groups = plan.model.known, plan.group.known
    if (
        plan.list.known.issuperset(document.keys)
        and all(models.issuperset(row.keys) for row in document.models)
        and all(groups.issuperset(row.keys) for row in document.groups)
    ):
        return document
    sides = {"models": (plan.model.sheet, document.models), "groups": (plan.group.sheet, document.groups)}
    rows = {key: tuple(_row_with_canonical_keys(row, sheet) for row in many) for key, (sheet, many) in sides.items()}
    return replace(document, keys=plan.list.sheet.spell(document.keys), **rows)


def _row_with_canonical_keys(row: Row, sheet: RowSchema) -> Row:
    keys = sheet.spell(row.keys)
    return row if keys is row.keys else replace(row, keys=keys)


class _Resolver:
    """Resolves one list."""

    def __init__(self, plan: Plan, document: ListDocument) -> None:
        self.plan, self.game, self.document = plan, plan.game, document
        self.problems: list[Finding] = list(document.problems)
        self.chooser = RowReader(plan, self.problems)
        self.root = RootDraft()
        self.root.model_fields = self.game.model.fields
        self.group_key = self.game.model.group_key

    def force(self) -> Force:
        """The whole force."""
        plan, document, root = self.plan, self.document, self.root
        self.chooser.root = root
        self.chooser.read(root, plan.list, document.keys, LIST_KEYS)
        if document.groups and self.game.model.group_key is None:
            self.chooser.unknown_key("groups", [], (*LIST.head, *plan.list.known), ("groups",))
        groups = [self.group(at, row) for at, row in enumerate(document.groups)]
        by_name = {group.name.casefold(): group for group in reversed(groups)}
        self.nest(groups, by_name)
        rows = [self.model(at, row, by_name) for at, row in enumerate(document.models)]
        absent = [row for row in rows if not row.count]
        rows = [row for row in rows if row.count]
        posts = self.game.group.posts
        if posts:
            rows = self.fill_posts(posts, groups, rows)
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
        root.ids = lambda: force.ids
        collect_picks(force)
        self.finish(force)
        return force

    def finish(self, force: Force) -> None:
        """What follows from the choices: closed slots, idle copies, prices, weights, gifts, numbers."""
        plan, game = self.plan, self.game
        if self.chooser.filled:
            remove_closed_defaults(force, plan, self.chooser.filled)
        doubled: list[Owner] = []
        for sheet, owners in ((game.list, (force.root,)), (game.group, force.groups), (game.model, force.rows)):
            for owner in owners:
                if owner.doubled or plan.has_computed_limits:
                    doubled.append(owner)
                    deactivate_extra_copies(force, owner, sheet.slots, plan)
        if doubled:
            fill_in(force, doubled=tuple(doubled))
        if plan.weighted:
            for row in force.rows:
                heavy = (pick.entry for pick in row.inside if isinstance(pick.entry, Unit | Rank))
                row.weight = next((entry.weight for entry in heavy), row.weight)
        acting = plan.acting(force.picks)
        if plan.standing_gifts or any(effects.gives for _, effects in acting):
            for row in force.rows:  # conditions of what is given look at printed numbers
                row.bases = row.stats = base_stats(plan, row)
            give_entries(force, plan, acting)
            acting = plan.acting(force.picks)
        if plan.priced:
            set_prices(force)
        resolve_numbers(force, plan, acting)

    def group(self, at: int, row: Row) -> Group:
        """One group with its own picks and values."""
        group = GroupDraft(at, row.name or f"group {at + 1}", self.root)
        self.chooser.read(group, self.plan.group, row.keys, GROUP_KEYS)
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
        if self.group_key is not None:  # what the group offers is known before the row is read
            model.squad = by_name.get(str(row.keys.get(self.group_key)).casefold())
        self.chooser.read(model, self.plan.model, row.keys, ROW_KEYS)
        model.notes, model.art = row.notes, row.art
        if self.group_key is not None:
            name = model.values.get(self.group_key)
            model.written_group = str(name) if name else None
            model.squad = model.squad if name else None
        return model

    def fill_posts(self, posts: tuple[str, ...], groups: list[Group], rows: list[Model]) -> list[Model]:
        """Who holds a post of a group, such as leader; of a row of several it is the first copy."""
        flags = self.game.model.open
        for row in rows:
            row.values = FrozenDict({**row.values, **dict.fromkeys(posts, False)})
        for group in groups:
            for post in posts:
                name = group.values.get(post)
                members = [row for row in rows if row.squad is group]
                found = [] if name is None else member_called(members, str(name), flags)
                if len({row.row for row in found}) == 1:
                    rows = self.split(rows, found[0], 1)
                    found[0].values = FrozenDict({**found[0].values, post: True})
                    group.posts = FrozenDict({**group.posts, post: found[0]})
        return rows

    def mark(self, key: str, rows: list[Model]) -> list[Model]:
        """The models that the list names for something; copies of a row that are not meant are split off."""
        for row in rows:
            row.values = FrozenDict({**row.values, key: False})
        names, field = self.root.values.get(key), self.game.list.named[key]
        if not isinstance(names, tuple):
            return rows
        said = mentions(rows, names, self.game.model.open)
        for number, copies in copies_meant(rows, said, field.min).items():
            left = copies
            for row in [one for one in rows if one.row == number]:
                if left > 0:
                    rows = self.split(rows, row, left)
                    row.values = FrozenDict({**row.values, key: True})
                    left -= row.count
        return rows

    def split(self, rows: list[Model], row: Model, number: int) -> list[Model]:
        """The first copies of a row and the others, each with picks of its own; nothing where there are no others."""
        if row.count <= number:
            return rows
        rest = ModelDraft(row.row, row.name, row.count - number, self.root)
        rest.copy, rest.size, rest.squad = row.copy + number, row.size, row.squad
        written = self.document.models[row.row]
        known = len(self.problems)
        self.chooser.read(rest, self.plan.model, written.keys, ROW_KEYS)
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
        chain = format_chain(game, name if name is not None else fixed)
        if name is not None and not chain:
            known = [one.id for one in game.formats]
            hint = did_you_mean(name, known) or f"The formats are {', '.join(known)}."
            message = f'"{name}" is not a format of {game.name}.'
            path = ("format",)
            self.problems.append(
                Finding(code="name.unknown", message=message, hint=hint, where=format_path(path), path=path)
            )
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
    """A format by its name and those it extends, the most basic first; nothing where there is none."""
    return game.format_chain(game.format(name))


def enclosing_groups(group: Group) -> tuple[Group, ...]:
    """The groups that a group stands within, the nearest first; a circle is followed once round."""
    found: dict[Group, None] = {}
    above = group.within
    while above is not None and above is not group and above not in found:
        found[above] = None
        above = above.within
    return tuple(found)
