"""Resolve: a list document and its game in, the force out. Nothing is judged here and nothing is dropped.

First the tree as the player chose it, then things are given, then numbers are settled; `catalogue/order.py` says in
which order.
"""

from __future__ import annotations

from listbuilder.catalogue import Format, Game, Sheet
from listbuilder.catalogue.entry import Rank, Unit
from listbuilder.finding import Finding
from listbuilder.force import Force, Group, Model, Root
from listbuilder.lists.document import ListDocument, Row
from listbuilder.lists.own_keys import GROUP, LIST, ROW
from listbuilder.reading import format_path
from listbuilder.record import changed
from listbuilder.resolver.chosen import Chooser
from listbuilder.resolver.closed import leave_closed
from listbuilder.resolver.give import give, rest_idle
from listbuilder.resolver.plan import Plan, plan_for
from listbuilder.resolver.prices import set_prices
from listbuilder.resolver.settle import bases_of, settle
from listbuilder.rules.table import copies_meant, member_called, mentions
from listbuilder.spelling import did_you_mean

KEPT = 64  # spellings of formats that are remembered
LIST_KEYS, GROUP_KEYS, ROW_KEYS = tuple(LIST.all), tuple(GROUP.all), tuple(ROW.all)


def resolve(document: ListDocument, game: Game) -> Force:
    """The force that a list describes in a game."""
    plan = plan_for(game)
    return _Resolver(plan, _spelled(document, plan) if plan.aliased else document).force()


def _spelled(document: ListDocument, plan: Plan) -> ListDocument:
    """The list with every key under its own name, where a game has several for one."""
    models, groups = plan.model.known, plan.group.known
    if (
        plan.list.known.issuperset(document.keys)
        and all(models.issuperset(row.keys) for row in document.models)
        and all(groups.issuperset(row.keys) for row in document.groups)
    ):
        return document
    sides = {"models": (plan.model.sheet, document.models), "groups": (plan.group.sheet, document.groups)}
    rows = {key: tuple(_respelt(row, sheet) for row in many) for key, (sheet, many) in sides.items()}
    return changed(document, keys=plan.list.sheet.spell(document.keys), **rows)


def _respelt(row: Row, sheet: Sheet) -> Row:
    keys = sheet.spell(row.keys)
    return row if keys is row.keys else changed(row, keys=keys)


class _Resolver:
    """Resolves one list."""

    def __init__(self, plan: Plan, document: ListDocument) -> None:
        self.plan, self.game, self.document = plan, plan.game, document
        self.problems: list[Finding] = list(document.problems)
        self.chooser = Chooser(plan, self.problems)
        self.root = Root()
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
            limits=self.limits(formats),
            root=root,
            groups=tuple(groups),
            rows=tuple(rows),
            picks=[],
            problems=self.problems,
            absent=tuple(absent),
        )
        root.ids = lambda: force.ids
        force.gather()
        self.finish(force)
        return force

    def finish(self, force: Force) -> None:
        """What follows from the choices: closed slots, idle copies, prices, weights, gifts, numbers."""
        plan, game = self.plan, self.game
        if self.chooser.filled:
            leave_closed(force, plan, self.chooser.filled)
        for sheet, owners in ((game.list, (force.root,)), (game.group, force.groups), (game.model, force.rows)):
            for owner in owners:
                if owner.doubled or plan.reckons_limits:
                    force.doubled.append(owner)
                    rest_idle(force, owner, sheet.slots, plan)
        if plan.weighted:
            for row in force.rows:
                heavy = (pick.entry for pick in row.inside if isinstance(pick.entry, Unit | Rank))
                row.weight = next((entry.weigh for entry in heavy), row.weight)
        acting = plan.acting(force.picks)
        if plan.standing_gifts or any(effects.gives for _, effects in acting):
            for row in force.rows:  # conditions of what is given look at printed numbers
                row.bases = row.stats = bases_of(plan, row)
            give(force, plan, acting)
            acting = plan.acting(force.picks)
        if plan.priced:
            set_prices(force)
        settle(force, plan, acting)

    def group(self, at: int, row: Row) -> Group:
        """One group with its own picks and values."""
        group = Group(at, row.name or f"group {at + 1}", self.root)
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
            group.chain = chain_of(group)

    def model(self, at: int, row: Row, by_name: dict[str, Group]) -> Model:
        """One row of models."""
        model = Model(at, row.name, row.count, self.root)
        if self.group_key is not None:  # what the group offers is known before the row is read
            model.squad = by_name.get(str(row.keys.get(self.group_key)).casefold())
        self.chooser.read(model, self.plan.model, row.keys, ROW_KEYS)
        model.notes, model.art = row.notes, row.art
        if self.group_key is not None:
            name = model.values.get(self.group_key)
            model.said_group = str(name) if name else None
            model.squad = model.squad if name else None
        return model

    def fill_posts(self, posts: tuple[str, ...], groups: list[Group], rows: list[Model]) -> list[Model]:
        """Who holds a post of a group, such as leader; of a row of several it is the first copy."""
        flags = self.game.model.open
        for row in rows:
            row.values.update(dict.fromkeys(posts, False))
        for group in groups:
            for post in posts:
                name = group.values.get(post)
                members = [row for row in rows if row.squad is group]
                found = [] if name is None else member_called(members, str(name), flags)
                if len({row.row for row in found}) == 1:
                    rows = self.split(rows, found[0], 1)
                    found[0].values[post] = True
                    group.posts[post] = found[0]
        return rows

    def mark(self, key: str, rows: list[Model]) -> list[Model]:
        """The models that the list names for something; copies of a row that are not meant are split off."""
        for row in rows:
            row.values[key] = False
        names, field = self.root.values.get(key), self.game.list.named[key]
        if not isinstance(names, tuple):
            return rows
        said = mentions(rows, names, self.game.model.open)
        for number, copies in copies_meant(rows, said, field.min).items():
            left = copies
            for row in [one for one in rows if one.row == number]:
                if left > 0:
                    rows = self.split(rows, row, left)
                    row.values[key] = True
                    left -= row.count
        return rows

    def split(self, rows: list[Model], row: Model, number: int) -> list[Model]:
        """The first copies of a row and the others, each with picks of its own; nothing where there are no others."""
        if row.count <= number:
            return rows
        rest = Model(row.row, row.name, row.count - number, self.root)
        rest.copy, rest.size, rest.squad = row.copy + number, row.size, row.squad
        written = self.document.models[row.row]
        known = len(self.problems)
        self.chooser.read(rest, self.plan.model, written.keys, ROW_KEYS)
        del self.problems[known:]
        rest.said_group, rest.notes, rest.art = row.said_group, row.notes, row.art
        rest.values = dict(row.values)
        row.count = number
        at = rows.index(row)
        return [*rows[: at + 1], rest, *rows[at + 1 :]]

    def formats(self) -> tuple[Format, ...]:
        """The format of the list and those it extends, the most basic first."""
        game, name = self.game, self.document.format
        fixed = game.event.format if game.event else None
        wanted = name if name is not None else fixed
        if wanted in game.chains:
            return game.chains[wanted]
        found = game.format(wanted)
        if found is not None and len(game.chains) < KEPT:
            game.chains[wanted] = game.format_chain(found)
        if name is not None and found is None:
            known = [one.id for one in game.formats]
            hint = did_you_mean(name, known) or f"The formats are {', '.join(known)}."
            message = f'"{name}" is not a format of {game.name}.'
            path = ("format",)
            self.problems.append(
                Finding(code="name.unknown", message=message, hint=hint, where=format_path(path), path=path)
            )
        return game.format_chain(found)

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


def chain_of(group: Group) -> tuple[Group, ...]:
    """The groups that a group stands within, the nearest first; a circle is followed once round."""
    found: dict[Group, None] = {}
    above = group.within
    while above is not None and above is not group and above not in found:
        found[above] = None
        above = above.within
    return tuple(found)
