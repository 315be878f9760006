"""Resolve: a list document and its game in, the force out. Nothing is judged here and nothing is dropped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from listbuilder.catalogue import Condition, Game, Grant
from listbuilder.catalogue.entry import Rank, Unit
from listbuilder.finding import Finding
from listbuilder.force import Allowance, Force, Group, Model, ModelValue, Pick
from listbuilder.lists.document import MAX_COPIES, ListDocument, Row
from listbuilder.lists.own_keys import LIST, ROW
from listbuilder.resolver.effects import Effects
from listbuilder.resolver.keys import KeyReader
from listbuilder.resolver.plan import Plan, plan_for
from listbuilder.spelling import did_you_mean

__all__ = ["resolve"]


def resolve(document: ListDocument, game: Game) -> Force:
    """The force that a list describes in a game."""
    return _Resolver(plan_for(game), document).force()


class _Resolver:
    """Resolves one list."""

    def __init__(self, plan: Plan, document: ListDocument) -> None:
        self.plan = plan
        self.document = document
        self.reader = KeyReader(plan)
        self.open_conditions: frozenset[int] = frozenset()
        self.held: set[tuple[str, str]] = set()

    def force(self) -> Force:
        """The whole force; conditional grants are settled by a first pass over the bare picks."""
        plan, document, reader = self.plan, self.document, self.reader
        keys = document.keys
        slots = reader.picks(plan.list, keys, "")
        values, _ = reader.fields(plan.list, keys, "")
        if not plan.list.known.issuperset(keys):
            reader.strangers(plan.list, keys, "", LIST.all)
        if document.groups and plan.group_key is None:
            reader.unknown_key("groups", (*LIST.around(plan.list.known), "models"), "groups")
        rows = [(at, row, *self.row(at, row)) for at, row in enumerate(document.models)]
        chosen = tuple(pick for picks in slots.values() for pick in picks)
        given = [*plan.game.grants, *(grant for pick in chosen for grant in pick.entry.effects)]
        groups = self.group_kinds()
        posts = self.posts()
        if plan.conditions:
            bare = [self.bare(row, slots, values) for _, row, slots, values, _ in rows for _ in range(row.count)]
            self.open_conditions = self.settle(bare, chosen)
        models = tuple(
            model for row in rows for model in self.copies(self.model(*row, given, groups, posts), row[1].count)
        )
        format_ = plan.game.format(document.format)
        if document.format is not None and format_ is None:
            self.unknown_format(document.format)
        limit = document.limit if document.limit is not None else plan.game.limit_of(format_)
        return Force(
            game=plan.game,
            document=document,
            format=format_,
            limit=limit,
            models=models[:MAX_COPIES],
            slots=slots,
            entries=(*chosen, *self.granted_to_list(given)),
            room=self.list_room(given, models),
            values=values,
            groups=tuple(self.groups(models)),
            problems=(*document.problems, *self.reader.problems),
        )

    def row(self, at: int, row: Row) -> tuple[dict[str, tuple[Pick, ...]], dict[str, ModelValue], dict[str, int]]:
        """What the keys of one row say: picks, values and raises."""
        reader, sheet, keys = self.reader, self.plan.model, row.keys
        prefix = f"models[{at}]."
        slots = reader.picks(sheet, keys, prefix)
        values, raises = reader.fields(sheet, keys, prefix)
        if not sheet.known.issuperset(keys):
            reader.strangers(sheet, keys, prefix, ROW.all)
        return slots, values, raises

    def model(
        self,
        at: int,
        row: Row,
        slots: dict[str, tuple[Pick, ...]],
        values: dict[str, ModelValue],
        raises: dict[str, int],
        given: list[Grant],
        groups: dict[str, str | None],
        posts: dict[str, dict[str, str]],
    ) -> Model:
        """One model with everything granted to it, by the game, the list and its own entries."""
        group = values.get(self.plan.group_key or "")
        if posts:
            values |= self.holds(posts, row.name, str(group) if group else None)
        effects = Effects(self.plan, self.open_conditions)
        effects.take([pick for picks in slots.values() for pick in picks], given)
        effects.count(values)
        spent: dict[str, int] = {}
        for field in self.plan.model.raises:
            price = effects.raised(raises, field.prices)
            if field.budget:
                spent[field.budget] = price
        effects.finish()
        entries = effects.entries
        cost = 0
        for pick in entries:
            cost += pick.cost
        return Model(
            at,
            0,
            row.name,
            slots,
            tuple(entries),
            effects.stats,
            effects.room,
            {id: Allowance(allowed, spent.get(id, 0)) for id, allowed in effects.budgets.items()},
            values,
            raises,
            cost + (inner_cost(entries) if self.plan.nested else 0),
            weight(entries) if self.plan.weighted else 1,
            group if isinstance(group, str) else None,
            groups.get(group.casefold()) if isinstance(group, str) else None,
            row.notes,
        )

    def copies(self, model: Model, count: int) -> Iterator[Model]:
        """A model as often as its row says, each copy with its own id."""
        yield model
        if count > 1:
            # A post of a group is held by one model, so only the first copy can have it.
            posts = dict.fromkeys(self.plan.posts, False)
            values = {**model.values, **posts} if posts else model.values
            yield from (model._replace(copy=copy, values=values) for copy in range(1, count))

    def settle(self, bare: list[Model], chosen: tuple[Pick, ...]) -> frozenset[int]:
        """The conditional grants that hold, by looking only at what the player picked."""
        return frozenset(id(one) for one in self.plan.conditions if one.when and holds(one.when, bare, chosen))

    def bare(self, row: Row, slots: dict[str, tuple[Pick, ...]], values: dict[str, ModelValue]) -> Model:
        """A model with its picks alone."""
        entries = tuple(pick for picks in slots.values() for pick in picks)
        return Model(0, 0, row.name, slots, entries, {}, {}, {}, values, {}, 0)

    def list_room(self, given: list[Grant], models: tuple[Model, ...]) -> dict[str, int | None]:
        """The room of the list's own slots, with what the list and its models grant."""
        room = dict(self.plan.list.room)
        carried = [grant for model in models for pick in model.entries for grant in pick.entry.effects]
        for grant in (*given, *(carried if self.plan.opens_list else ())):
            for slot, amount in grant.slots.items():
                now = room.get(slot)
                if now is not None and (not grant.when or id(grant) in self.open_conditions):
                    room[slot] = now + int(amount)
        return room

    def granted_to_list(self, given: list[Grant]) -> Iterator[Pick]:
        """Entries granted into slots of the list."""
        for grant in given:
            if grant.when and id(grant) not in self.open_conditions:
                continue
            for slot, ids in grant.entries.items():
                if slot in self.plan.list.spellings:
                    kind = self.plan.list.sheet.slots[slot].kind
                    yield from (
                        Pick(self.plan.game.by_id[kind, id_], slot, granted_by=self.plan.game.name) for id_ in ids
                    )

    def group_kinds(self) -> dict[str, str | None]:
        """The kind of each named group, both in the spelling of the game; names in lower case."""
        field = self.plan.group.sheet.fields.get("kind")
        known = {word.casefold(): word for word in field.choices} if field else {}
        named = [row for row in self.document.groups if row.name]
        return {str(row.name).casefold(): known.get(str(row.keys.get("kind")).casefold()) for row in named}

    def posts(self) -> dict[str, dict[str, str]]:
        """For each field that names a member of a group, such as its leader: who holds it in which group."""
        rows = [row for row in self.document.groups if row.name]
        return {
            id: {str(row.name).casefold(): str(row.keys[id]).casefold() for row in rows if row.keys.get(id)}
            for id in self.plan.posts
        }

    def holds(self, posts: dict[str, dict[str, str]], name: str | None, group: str | None) -> dict[str, ModelValue]:
        """Which posts of its group a model holds; of two with one name, the first holds it."""
        found: dict[str, ModelValue] = {}
        for post, holders in posts.items():
            key = (post, (group or "").casefold())
            mine = bool(name) and holders.get(key[1]) == str(name).casefold() and key not in self.held
            if mine:
                self.held.add(key)
            found[post] = mine
        return found

    def groups(self, models: tuple[Model, ...]) -> Iterator[Group]:
        """The groups with their members and leaders."""
        reader, sheet = self.reader, self.plan.group
        for at, row in enumerate(self.document.groups):
            prefix = f"groups[{at}]."
            slots = reader.picks(sheet, row.keys, prefix)
            values, _ = reader.fields(sheet, row.keys, prefix)
            reader.strangers(sheet, row.keys, prefix, ROW.all)
            own = (row.name or "").casefold()
            members = tuple(model for model in models if model.group and model.group.casefold() == own)
            kind = values.get("kind")
            yield Group(at, row.name or f"group {at + 1}", str(kind) if kind else None, slots, values, members)

    def unknown_format(self, name: str) -> None:
        """Note a format that the game does not have."""
        known = [one.id for one in self.plan.game.formats]
        hint = did_you_mean(name, known) or f"The formats are {', '.join(known)}."
        message = f'"{name}" is not a format of {self.plan.game.name}.'
        self.reader.problems.append(Finding(code="name.unknown", message=message, hint=hint, where="format"))


def holds(condition: Condition, models: list[Model], chosen: tuple[Pick, ...]) -> bool:
    """Whether a condition is met by the picks of the list."""
    if condition.count == "models":
        number = sum(1 for model in models if condition.where.fits(model))
    else:
        test = condition.where.fits_pick
        number = sum(1 for pick in chosen if test(pick, None))
        number += sum(1 for model in models for pick in model.entries if test(pick, model))
    return number >= condition.min and (condition.max is None or number <= condition.max)


def inner_cost(entries: Iterable[Pick]) -> int:
    """The cost of the picks inside picks."""
    return sum(one.cost for pick in entries for one in pick.picks)


def weight(entries: Iterable[Pick]) -> Fraction | int:
    """How many models a model counts as: what its unit or rank counts as."""
    return next((pick.entry.weight for pick in entries if isinstance(pick.entry, Unit | Rank)), 1)
