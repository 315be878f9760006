"""The force that an engine gets: made from a report, written as JSON and read back. Nothing is judged or dropped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from listbuilder.base.errors import DocumentError
from listbuilder.base.findings import Finding
from listbuilder.base.records import EMPTY, FrozenDict, freeze_dict, freeze_records, freeze_tree, replace, unchecked
from listbuilder.base.values import slug
from listbuilder.catalogue import ENTRY_TYPES, Entry, Game, KeywordUse
from listbuilder.catalogue.entries import (
    Keyword,
    Weapon,
    activation_of,
    dice_of,
    goal_ids,
    mission_texts,
    rows_of,
    use_of,
)
from listbuilder.catalogue.rules.link import named_models
from listbuilder.catalogue.turn_sequence import holds_with, list_choices, named_in_course
from listbuilder.exchange.documents.dump import COMPACT, JsonWriter, publish_value
from listbuilder.exchange.documents.force_records import (
    DOCUMENT,
    RULES,
    SCHEMA,
    CostChange,
    CostPart,
    EngineBudget,
    EngineCatalogue,
    EngineChange,
    EngineEntry,
    EngineForce,
    EngineFormat,
    EngineGame,
    EngineGroup,
    EngineKeyword,
    EngineList,
    EngineModel,
    EnginePick,
    EnginePoints,
    EngineStat,
    EngineTotal,
)
from listbuilder.exchange.documents.judged import hash_data, list_data
from listbuilder.exchange.documents.report_document import published_finding
from listbuilder.judging.force import (
    Allowance,
    Contribution,
    Force,
    Group,
    Model,
    Owner,
    Pick,
    detached_pick,
)
from listbuilder.judging.validator import Report
from listbuilder.lists.document import MAX_COPIES
from listbuilder.storage.data_reader import read_mapping
from listbuilder.storage.reading import CATALOGUE_LIMITS, Tree

if TYPE_CHECKING:
    from pydantic import TypeAdapter

    from listbuilder.catalogue.effects.playbook import Book, Course, Use
    from listbuilder.catalogue.effects.verbs import Effect


# Pieces of a published force: what a pick costs, its keywords and fields, what changed a stat.


OWN = frozenset(["unit", "rank", "weapon", "ability", "gear", "armour"])


def picks_cache_key(picks: Iterable[Pick]) -> tuple[object, ...]:
    """What published picks depend on; entries by their identity, for their game is kept as long as this."""
    key: list[object] = []
    for pick in picks:
        entry = pick.entry
        key += (id(entry), pick.slot)
        # Nearly all picks are chosen once and just as printed.
        if (
            pick.prices is not entry.prices
            or pick.per_owner != 1
            or pick.picks
            or pick.giver is not None
            or pick.changed_fields is not None
            or entry.written_as
        ):
            key.append(changes_cache_key(pick))
    return tuple(key)


def changes_cache_key(pick: Pick) -> tuple[object, ...]:
    """What a published pick depends on besides its entry and its slot."""
    prices: tuple[object, ...] | None = None
    if pick.prices is not pick.entry.prices:
        prices = (tuple(pick.prices.items()), *((one, *pick.contributions(one)) for one in pick.changes or ()))
    giver = table_row_cache_key(pick.giver) if isinstance(pick.giver, Pick) else None
    return (*table_row_cache_key(pick), prices, pick.per_owner, pick.given_by, giver, picks_cache_key(pick.picks))


def table_row_cache_key(pick: Pick) -> tuple[object, object]:
    """What the row of a pick in the table depends on."""
    entry, fields = pick.entry, pick.changed_fields
    now = tuple(sorted((name, str(value)) for name, value in fields.items())) if fields else None
    return ((entry.id, entry.written_as) if entry.written_as else id(entry), now)


def linked_model_ids(force: Force, owner: Owner) -> dict[str, tuple[str, ...]]:
    """The ids of the models that the values of a model or of the list name, by key."""
    found: dict[str, tuple[str, ...]] = {}
    for key in force.game.sheets[owner.sheet].links:
        if owner is force.root:
            linked = [row for row in force.rows if row.values.get(key) is True]
        else:
            named = {row.row for _, row in named_models(force, owner, key)}
            linked = [row for row in force.rows if row.row in named]
        if linked:
            found[key] = tuple([force.ids[row.row, copy] for row in linked for copy in copies_of(row)])
    return found


def copies_of(row: Model) -> range:
    """The numbers of the copies of a row, no more than a table could hold."""
    return range(row.copy, row.copy + min(row.count, MAX_COPIES))


@lru_cache(maxsize=1024)
def published_budget(one: Allowance) -> EngineBudget:
    """What a budget allows and what is spent."""
    return EngineBudget(allowed=one.allowed, spent=one.spent)


# Few different changes occur in all lists of a game, and records are frozen, so they are shared.
@lru_cache(maxsize=4096)
def stat_change(one: Contribution) -> EngineChange:
    """One change to a stat."""
    return EngineChange(**_change_values(one))


def _change_values(one: Contribution) -> dict[str, Any]:
    """The keys of a change; a share is text."""
    amount = int(one.amount) if one.amount == int(one.amount) else str(one.amount)
    return {"giver": one.giver, "what": one.what, "amount": amount, "times": one.times, "order": one.order}


def cost_parts(pick: Pick, currency: str) -> Iterator[CostPart]:
    """What a pick and those inside it cost in a currency, one by one, with what changed the price."""
    changes = pick.contributions(("cost", currency)) if pick.changes else ()
    if pick.cost or changes:
        made = tuple(CostChange(**_change_values(one), copies=one.copies) for one in changes)
        yield CostPart(slot=pick.slot, entry=pick.entry.id, name=pick.entry.name, cost=pick.cost, changes=made)
    for one in pick.picks:
        yield from cost_parts(one, currency)


def publish_values(values: Mapping[str, Any]) -> FrozenDict[str, Any]:
    """Printed values in their published form, by name."""
    return FrozenDict({name: publish_value(value) for name, value in values.items()})


def all_tags(pick: Pick) -> Iterator[str]:
    """The tags of a pick and of those inside it."""
    yield from pick.entry.tags
    for one in pick.picks:
        yield from all_tags(one)


def field_values(pick: Pick) -> dict[str, Any]:
    """The printed values of a pick, with every change."""
    own = {name: publish_value(pick.field(name)) for name in pick.entry.fields}
    texts = {"pack": pick.entry.field("pack"), **mission_texts(pick.entry, pick.render_text)}
    return {**{name: text for name, text in texts.items() if text}, **own}


def picks_by_kind(bases: Mapping[str, tuple[EnginePick, ...]]) -> dict[str, Any]:
    """What a model has, by the fields that it is published under; a second unit or rank is an option."""
    units, ranks = bases.get("unit", ()), bases.get("rank", ())
    others = [pick for base, several in bases.items() if base not in OWN for pick in several]
    return {
        "unit": units[0] if units else None,
        "rank": ranks[0] if ranks else None,
        "weapons": bases.get("weapon", ()),
        "abilities": bases.get("ability", ()),
        "gear": bases.get("gear", ()),
        "armour": bases.get("armour", ()),
        "options": (*others, *units[1:], *ranks[1:]),
    }


# The table of entries of a published force: every entry that is picked or referred to, under its key.


Rows = dict[str, EngineEntry]
Chosen = frozenset[tuple[str, str]]
CACHED_COURSES = 256
"""For how many sets of choices the course of a force is cached."""


class TablePublisher:
    """Makes the rows of one game's tables. `printed` has those that are as printed, so that tables share them."""

    def __init__(self, game: Game) -> None:
        from listbuilder.exchange.documents.effects_in_play import PlaybookQuery

        self.game = game
        self.played = PlaybookQuery(game)
        self.stats = {id: stat.base or 0 for id, stat in game.stats.items()}
        self.courses: dict[tuple[Chosen, bool], tuple[Course, Rows]] = {}
        self.printed: Rows = {}

    def key(self, pick: Pick) -> str:
        """The key of a pick's entry; where grants changed its values or tags, with what they are here."""
        entry = pick.entry
        here = sorted(pick.changed_fields.items()) if pick.changed_fields else ()
        now = ",".join(f"{name}={value}".replace('"', "in") for name, value in here)
        now += "".join(f"-{tag}" for tag in entry.tags_taken)
        unknown_suffix = f"?{slug(entry.name)}" if entry.unknown or entry.kind == "tag" else ""
        return f"{entry.kind}/{entry.id}{unknown_suffix}{f'@{now}' if now else ''}"

    def add(self, rows: Rows, pick: Pick) -> str:
        """The key of a pick's entry, which is put into a table with all that it refers to."""
        key = self.key(pick)
        if key not in rows:
            made = self.row(rows, pick)
            if not pick.changed_fields and self.game.by_id.get(pick.entry.key) is pick.entry:
                made = self.printed.setdefault(key, made)
            rows[key] = made
            for entry in self.played.referred(made):
                self.add(rows, detached_pick(entry))
        return key

    def common(self, picks: Iterable[Pick], standalone: bool = True) -> tuple[Course, Rows]:
        """What holds for everybody beside these picks of the list, by keys, and the rows of all of that.

        Unless it stands alone, without what the rules document has.
        """
        chosen = frozenset(pick.entry.key for pick in picks if pick.entry.kind in list_choices(self.game))
        key = (chosen, standalone)
        if key not in self.courses:
            if len(self.courses) >= CACHED_COURSES:
                self.courses.clear()
            course, rows = self.course_with(chosen)
            if not standalone:
                usual = self.common(())[0]
                course, rows = no_rules().course if course == usual else course, self.beyond_rules(rows)
            self.courses[key] = course, rows
        return self.courses[key]

    def beyond_rules(self, rows: Rows) -> Rows:
        """The rows of a table that the rules document has not."""
        return {key: row for key, row in rows.items() if self.whole.get(key) is not row}

    def course_with(self, chosen: Chosen) -> tuple[Course, Rows]:
        """The course and its rows for some choices, with printed tables and what belongs to a choice."""
        rows: Rows = {}
        course = self.game.playbook.course
        self.add_own(rows, {id for _, id in chosen})
        for entry in self.game.entries:
            if self.base(entry.kind) == "table":
                self.add(rows, detached_pick(entry))
        models, players, table = (
            tuple(
                key for entry in entries if holds_with(self.game, entry, chosen) for key in self.all_forms(rows, entry)
            )
            for entries in self.everybody
        )
        return replace(course, models=models, players=players, table=table), {key: rows[key] for key in sorted(rows)}

    @cached_property
    def whole(self) -> Rows:
        """The rows of everything in the game, as printed: what every force of it takes its rows from."""
        rows: Rows = {}
        for entry in self.game.entries:
            self.add(rows, detached_pick(entry))
        for entry in self.game.entries:
            if isinstance(entry, Keyword):
                tuple(self.all_forms(rows, entry))
        return {key: rows[key] for key in sorted(rows)}

    def all_forms(self, rows: Rows, entry: Entry) -> Iterator[str]:
        """The keys of an entry of the course; a keyword with forms has a row for each, its values by their names."""
        if not (isinstance(entry, Keyword) and entry.forms):
            yield self.add(rows, detached_pick(entry))
            return
        for form in entry.forms:
            key = f"{entry.kind}/{entry.id}/{form.id}"
            if key not in self.printed:
                made = keyword_row(entry, form.form, form.text, entry.values, self.played.form(entry, form.id))
                self.printed.setdefault(key, made)
            rows[key] = self.printed[key]
            yield key

    def add_own(self, rows: Rows, chosen: Collection[str]) -> None:
        """Put into a table what belongs to choices: rules and actions that have the id of one as a tag."""
        for entry in self.game.entries:
            if any(tag in chosen for tag in entry.tags):
                self.add(rows, detached_pick(entry))

    @cached_property
    def everybody(self) -> tuple[tuple[Entry, ...], ...]:
        """The entries that the course of the game names, whatever a list chooses."""
        course = self.game.playbook.course
        return tuple(named_in_course(self.game, named) for named in (course.models, course.players, course.table))

    def row(self, rows: Rows, pick: Pick) -> EngineEntry:
        """One entry with everything about it."""
        entry = pick.entry
        weapon = isinstance(entry, Weapon)
        use, effects = self.played.of(pick)
        return EngineEntry(
            id=entry.id,
            kind=entry.kind,
            base=self.base(entry.kind),
            name=entry.name,
            category=entry.category,
            tags=entry.tags,
            text=pick.text or (" ".join(form.text for form in entry.forms) if isinstance(entry, Keyword) else ""),
            source=entry.source,
            sample=entry.sample,
            stats=FrozenDict({**self.stats, **entry.stats} if self.base(entry.kind) == "unit" else entry.stats),
            range=publish_value(pick.field("range") if weapon else None),
            damage=publish_value(pick.field("damage") if weapon else None),
            activation=activation_of(entry),
            uses=publish_value(use_of(entry)),
            keywords=tuple(self.keywords(rows, entry)),
            values=FrozenDict({name: publish_value(pick.field(name)) for name in entry.values}),
            fields=FrozenDict(field_values(pick)),
            dice=publish_value(dice_of(entry)),
            rows=FrozenDict(rows_of(entry)),
            roles=FrozenDict({name: role.text for name, role in entry.sides.items()}),
            goals=tuple(self.goals(rows, entry)),
            use=use,
            effects=effects,
            unknown=entry.unknown,
        )

    def keywords(self, rows: Rows, entry: Entry) -> Iterator[EngineKeyword]:
        """The keywords of an entry with their values, each with a row of its own."""
        for use in entry.keyword_uses:
            yield EngineKeyword(
                entry=self.keyword(rows, use),
                id=use.keyword,
                form=use.form,
                printed=use.printed,
                values=publish_values(use.values),
                implied=use.implied_by,
            )

    def keyword(self, rows: Rows, use: KeywordUse) -> str:
        """The key of a keyword as it is printed; one that has only one form is the entry itself."""
        home = self.game.by_id[use.key]
        if not home.forms:
            return self.add(rows, detached_pick(home))
        key = f"{use.kind}/{use.keyword}/{slug(use.printed)}"
        if key not in rows:
            if key not in self.printed:
                values = {**home.values, **use.values}
                made = keyword_row(home, use.printed, use.text, values, self.played.keyword(home, use))
                self.printed.setdefault(key, replace(made, ids=self.played.named_ids(use.values)))
            rows[key] = self.printed[key]
            for entry in self.played.referred(rows[key]):
                self.add(rows, detached_pick(entry))
        return key

    def goals(self, rows: Rows, entry: Entry) -> Iterator[str]:
        """The keys of what another scores by."""
        found = [one for id in goal_ids(entry) for one in self.played.by_id.get(id, ())[:1]]
        yield from (self.add(rows, detached_pick(one, "goals")) for one in found if one is not entry)

    def base(self, kind: str) -> str:
        """The built-in kind that a kind of the game is built like."""
        spec = self.game.kinds.get(kind)
        return spec.is_ if spec and spec.is_ else kind if kind in ENTRY_TYPES else "option"


def keyword_row(
    home: Entry, name: str, text: str, values: Mapping[str, Any], play: tuple[Use | None, tuple[Effect, ...]]
) -> EngineEntry:
    """A keyword in one of its forms."""
    return EngineEntry(
        id=home.id,
        kind=home.kind,
        base="keyword",
        name=name,
        text=text,
        source=home.source,
        tags=home.tags,
        values=publish_values(values),
        use=play[0],
        effects=play[1],
    )


CACHED_ENTRIES = 4096
Slots = Mapping[str, tuple[EnginePick, ...]]


USUAL: dict[str, Any] = {
    **dict.fromkeys(EngineModel.record_names),  # type: ignore[attr-defined]
    **dict.fromkeys(("values", "raises", "budgets", "early", "changes", "links"), EMPTY),
    "posts": (),
    "deploy": True,
}
"""A published model of which nothing is said that most models lack."""


class Holding(NamedTuple):
    """What a model, a group or the list holds; `on_model` is a published model with all that comes of it."""

    slots: Slots
    parts: tuple[CostPart, ...]
    entries: Rows
    on_model: dict[str, Any]


def publish(report: Report, *, standalone: bool = True) -> EngineForce:
    """The published force of a judged list; unless it stands alone, without what the rules document has."""
    return publisher_of(report.force.game).force(report, standalone)


@lru_cache(maxsize=1)
def no_rules() -> Book:
    """What a force has of rules that its rules document has: the same for all such forces."""
    from listbuilder.catalogue.effects.playbook import Book

    return Book()


def rules_hash(game: Game) -> str:
    """What a force names its rules document by: the same catalogue and version of the document, the same hash."""
    return hashlib.sha256(f"{RULES} {game.digest}".encode()).hexdigest()


@lru_cache(maxsize=32)
def publisher_of(game: Game) -> Publisher:
    """The publisher of a game, which keeps what forces have in common."""
    return Publisher(game)


class Publisher:
    """Publishes forces of one game. `kept` holds what picks came to before: records are frozen and can be shared."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.table = TablePublisher(game)
        # Models of a list, and lists of a game, hold the same picks again and again. With this, publishing takes about
        # three quarters of the time.
        self.kept: dict[tuple[object, ...], Holding] = {}
        self.formats = {one.id: EngineFormat(id=one.id, name=one.name) for one in game.formats}
        self.sequences = freeze_dict(game.playbook.sequences)
        self.rules = rules_hash(game)
        self.early = any(stat.before for stat in game.stats.values())
        self.head = EngineGame(
            id=game.id,
            name=game.name,
            edition=game.edition,
            stats=tuple(
                EngineStat(id=id, name=stat.name, text=stat.text, suffix=stat.suffix, boxes=stat.boxes)
                for id, stat in game.stats.items()
            ),
        )
        self.catalogue = EngineCatalogue(
            version=game.version, digest=game.digest, over=game.below, event=game.event.name if game.event else None
        )

    def force(self, report: Report, standalone: bool = True) -> EngineForce:
        """The whole force."""
        force = report.force
        source = self.source(force)
        held = self.holding(force.root)
        course, common = self.table.common(force.root.inside)
        rows: Rows = dict(held.entries)
        groups = tuple([self.group(group, force, rows) for group in force.groups])
        models = tuple(self.models(force, rows))
        own = {key: rows[key] for key in sorted(rows.keys() - common.keys())}
        if not standalone:
            course, common = self.table.common(force.root.inside, standalone)
            own = self.table.beyond_rules(own)
        return EngineForce(
            standalone=standalone,
            rules=self.rules,
            fingerprint=hashlib.sha256(f"{source.hash} {self.game.digest}".encode()).hexdigest(),
            valid=report.valid,
            game=self.head,
            catalogue=self.catalogue,
            list=source,
            format=self.formats[force.format.id] if force.format else None,
            points=EnginePoints(total=force.cost, limit=force.limit, name=self.game.points, breakdown=held.parts),
            totals=tuple(self.totals(force)),
            event=self.game.event.name if self.game.event else None,
            values=freeze_dict(force.values),
            links=freeze_dict(linked_model_ids(force, force.root)),
            slots=held.slots,
            groups=groups,
            models=models,
            entries=FrozenDict({**common, **own}),
            terms=self.game.playbook.terms if standalone else no_rules().terms,
            course=course,
            sequences=self.sequences if standalone else EMPTY,
            findings=tuple(published_finding(finding.at(None, None)) for finding in report.findings),
        )

    def totals(self, force: Force) -> Iterator[EngineTotal]:
        """What the list costs in every currency, then the numbers in its head."""
        for id in self.game.currencies:
            apart = {name: part[id] for name, part in force.parts.items() if name != "main"}
            name, limit = self.game.currency_name(id), force.limits.get(id)
            yield EngineTotal(id=id, name=name, total=force.totals[id], limit=limit, apart=freeze_dict(apart))
        for header in self.game.headers:
            number = header.of.evaluate(force, force.root) or 0
            yield EngineTotal(id=header.name, name=header.name, total=number, limit=None, apart=freeze_dict({}))

    def source(self, force: Force) -> EngineList:
        """Where the force comes from."""
        document = force.document
        data = list_data(document)
        return EngineList(
            name=document.name,
            player=document.player,
            hash=hash_data(data),
            meaning=force.meaning,
            seal=force.seal,
            catalogue=document.catalogue,
            notes=document.notes,
            art=document.art,
            extras=freeze_tree(document.extras),
            document=freeze_tree(data),
        )

    def models(self, force: Force, rows: Rows) -> Iterator[EngineModel]:
        """Each model; copies of a row share what they have."""
        left, ids = MAX_COPIES, force.ids
        for row in force.rows:
            first = self.model(row, force, rows)
            for copy in copies_of(row)[:left]:
                own = first.copy()
                own["id"], own["copy"] = ids[row.row, copy], copy
                yield unchecked(EngineModel, own)
            left = max(left - row.count, 0)

    def model(self, model: Model, force: Force, rows: Rows) -> dict[str, Any]:
        """What the copies of a row share; the entries they have are put into the table."""
        held = self.holding(model)
        rows.update(held.entries)
        row = force.document.models[model.row]
        stats, squad, values = freeze_dict(model.stats), model.squad, model.values
        # A copy has room for every key already; `USUAL` is in it, so that only the rest is set.
        made = held.on_model.copy()
        made["row"] = model.row
        made["name"], made["title"] = model.name, model.name or model.title
        made["stats"] = stats
        made["base"] = stats if model.bases is model.stats else freeze_dict(model.bases)
        made["size"], made["part"] = model.size, model.part
        made["group"] = squad.name if squad else model.written_group
        made["notes"], made["art"], made["extras"] = row.notes, row.art, freeze_dict(row.extras)
        if values:
            made["values"], made["deploy"] = freeze_dict(values), values.get("deploy") is not False
            made["posts"] = tuple([post for post in self.game.group.posts if values.get(post) is True])
            if not values.keys().isdisjoint(self.game.model.links):
                made["links"] = freeze_dict(linked_model_ids(force, model))
        if model.raises:
            made["raises"] = freeze_dict(model.raises)
        if model.budgets:
            made["budgets"] = FrozenDict({id: published_budget(one) for id, one in model.budgets.items()})
        if model.raises or model.sums or model.changes:
            changed = model.changed_stats
            made["changes"] = freeze_dict({stat: tuple(map(stat_change, several)) for stat, several in changed.items()})
        if self.early:
            made["early"] = freeze_dict(force.early_stats(model))
        return made

    def group(self, group: Group, force: Force, rows: Rows) -> EngineGroup:
        """One group; the entries it has are put into the table."""
        row = force.document.groups[group.row]
        held = self.holding(group)
        rows.update(held.entries)
        return EngineGroup(
            id=force.group_ids[group.row],
            name=group.name,
            kind=group.kind,
            members=tuple([force.ids[row.row, row.copy + one] for row in group.rows for one in range(row.count)]),
            posts=freeze_dict({post: model.id for post, model in group.posts.items()}),
            within=force.group_ids[group.within.row] if group.within else None,
            slots=held.slots,
            values=freeze_dict(group.values),
            notes=row.notes,
            extras=freeze_dict(row.extras),
        )

    def holding(self, owner: Owner) -> Holding:
        """What a row holds, taken from what is kept where the same picks stood together before."""
        picks = owner.entries
        key = picks_cache_key(picks)
        found = self.kept.get(key)
        if found is None:
            found = self.find_holding(owner, picks)
            # A key has ids of entries. An unknown entry lives only as long as its list, and its id may come again.
            if all(map(is_known, picks)):
                # Cleared as a whole, which needs no bookkeeping in lookups.
                if len(self.kept) >= CACHED_ENTRIES:
                    self.kept.clear()
                self.kept[key] = found
        return found

    def find_holding(self, owner: Owner, picks: tuple[Pick, ...]) -> Holding:
        """Picks by slot and by what they are built like, what they cost one by one, and their tags."""
        rows: Rows = {}
        by_slot: dict[str, list[EnginePick]] = {}
        by_base: dict[str, list[EnginePick]] = {}
        for pick in picks:
            made = self.pick(pick, rows)
            by_slot.setdefault(pick.slot, []).append(made)
            by_base.setdefault(self.table.base(pick.entry.kind), []).append(made)
        slots, bases = ({key: tuple(held) for key, held in one.items()} for one in (by_slot, by_base))
        parts = tuple(part for pick in picks for part in cost_parts(pick, self.game.first_currency))
        keys = {slot: tuple(pick.entry for pick in held) for slot, held in slots.items()}
        tags = tuple(dict.fromkeys(tag for pick in picks for tag in all_tags(pick)))
        costs = {"cost": owner.cost, "costs": freeze_dict(owner.costs()), "breakdown": parts}
        own = {**costs, **picks_by_kind(bases), "slots": freeze_dict(keys), "tags": tags}
        return Holding(freeze_dict(slots), parts, rows, {**USUAL, **own})

    def pick(self, pick: Pick, rows: Rows) -> EnginePick:
        """One pick as an engine sees it; its entry is put into the table."""
        key = self.table.add(rows, pick)
        row = rows[key]
        costs = {name: cost for name in pick.prices if (cost := pick.cost_in(name))}
        giver = pick.giver if isinstance(pick.giver, Pick) else None
        return EnginePick(
            entry=key,
            id=row.id,
            kind=row.kind,
            name=row.name,
            slot=pick.slot,
            cost=pick.cost,
            costs=freeze_dict(costs if costs.keys() - {self.game.first_currency} else {}),
            count=pick.per_owner,
            category=row.category,
            activation=row.activation,
            range=row.range,
            damage=row.damage,
            keywords=row.keywords,
            picks=tuple(self.pick(one, rows) for one in pick.picks),
            granted=pick.given_by is not None,
            giver=pick.given_by,
            given_by=self.table.key(giver) if giver else None,
            unknown=row.unknown,
        )


def is_known(pick: Pick) -> bool:
    """Whether a pick and all inside it are entries of the game, which last as long as the game does."""
    return not pick.entry.unknown and all(map(is_known, pick.picks))


# The force as JSON, and back. Its schema is made from the same records.


MAX_FINDINGS = 20
AGAIN = "Export the list again with `export --to engine`."


def force_document(report: Report, *, standalone: bool = True) -> dict[str, Any]:
    """The force of a judged list as plain data; unless it stands alone, without what the rules document has."""
    return dump_force(publish(report, standalone=standalone))


def dump_force(force: EngineForce) -> dict[str, Any]:
    """A published force as plain data with every key, also those without a value."""
    made: dict[str, Any] = json.loads(force_json(force))
    return made


def force_json(force: EngineForce) -> str:
    """A published force as JSON text on one line: several times as fast as `json.dumps` of its data."""
    writer, own = _force_writer(), vars(force)
    parts = [f'"{name}":{(COMPACT.encode if name == "list" else writer.text)(own[name])}' for name in OWN_KEYS]
    models = f'"models":[{",".join(writer.models(force.models))}]'
    return f"{{{','.join([*parts, models, *map(writer.pair, force.extras.items())])}}}"


HELD = (
    "unit",
    "rank",
    "cost",
    "breakdown",
    "weapons",
    "abilities",
    "gear",
    "armour",
    "options",
    "slots",
    "tags",
    "costs",
)
"""What models have of their holding: the same for all that hold the same."""
APART = ("id", "row", "copy")
OWN_KEYS = tuple(one.name for one in fields(EngineForce) if one.name not in ("models", "extras"))
REST = tuple(one.name for one in fields(EngineModel) if one.name not in (*APART, *HELD))


class ForceWriter(JsonWriter):
    """Writes forces as JSON: what copies share is written once, and what they hold is kept."""

    def models(self, models: Iterable[EngineModel]) -> Iterator[str]:
        """Each model."""
        last, rest = None, ""
        for one in models:
            if last is None or one.stats is not last.stats or one.values is not last.values or one.row != last.row:
                last, rest = one, self.shared(one)
            yield f'{{"id":{self.text(one.id)},"row":{one.row},"copy":{one.copy},{rest}}}'

    def shared(self, model: EngineModel) -> str:
        """What a model has in common with its copies."""
        own, found = vars(model), self.kept.get(id(model.slots))
        if found is None:
            found = (model.slots, ",".join([f'"{name}":{self.text(own[name])}' for name in HELD]))
            # All models without picks share one empty `slots`, but not their costs.
            if model.slots:
                self.keep(found)
        # All of these are plain but for changes and budgets.
        return f"{COMPACT.encode({name: own[name] for name in REST})[1:-1]},{found[1]}"


@lru_cache(maxsize=1)
def _force_writer() -> ForceWriter:
    """What forces share: rows of the table, picks and their prices, and all that belongs to the game."""
    from listbuilder.catalogue.effects.playbook import Course
    from listbuilder.catalogue.effects.sequence import Sequence
    from listbuilder.catalogue.effects.terms import Terms

    return ForceWriter((EngineEntry, EnginePick, CostPart, EngineGame, EngineCatalogue, Terms, Course, Sequence))


def is_force_document(data: Mapping[str, object]) -> bool:
    """Whether data says that it is a published force."""
    return data.get("document") == DOCUMENT


def force_from_document(data: Mapping[str, object]) -> EngineForce:
    """The force that a document holds, or DocumentError with everything that does not fit the schema.

    Nothing is judged again: use it for documents of your own, and `import_force` for those of strangers.
    """
    from pydantic import ValidationError

    if not isinstance(data, Mapping):
        raise _force_error("force.shape", f"A published force is a mapping, not {type(data).__name__}.", "")
    tree = read_mapping(data, limits=CATALOGUE_LIMITS).data
    _check_version(tree)
    extras = {key: value for key, value in tree.items() if key.startswith("x-")}
    try:
        made = _adapter().validate_json(json.dumps({**tree, "extras": extras}), strict=True)
        frozen: EngineForce = freeze_records(made)
        return frozen
    except ValidationError as error:
        problems = error.errors(include_url=False, include_input=False)[:MAX_FINDINGS]
        findings = tuple(
            _problem("force.shape", item["msg"], ".".join(str(step) for step in item["loc"])) for item in problems
        )
        raise DocumentError(f"The document is no published force: {findings[0].message}", findings) from error


def _check_version(tree: Mapping[str, Tree]) -> None:
    major = SCHEMA.partition(".")[0]
    if not is_force_document(tree):
        raise _force_error("force.shape", f"`document` must be {DOCUMENT}.", "document")
    if str(tree.get("schema")).partition(".")[0] != major:
        raise _force_error(
            "force.version", f"`schema` is {tree.get('schema')!r}; this program reads {major}.x.", "schema"
        )


def _force_error(code: str, message: str, where: str) -> DocumentError:
    return DocumentError.of(code, message, AGAIN, where=where)


def _problem(code: str, message: str, where: str) -> Finding:
    return Finding(code=code, message=message, hint=AGAIN, where=where)


@lru_cache(maxsize=1)
def _adapter() -> TypeAdapter[EngineForce]:
    from pydantic import TypeAdapter

    return TypeAdapter(EngineForce)


def force_schema() -> dict[str, Any]:
    """The JSON Schema of a published force, version and all."""
    from listbuilder.exchange.schemas.effect_schemas import with_play

    made = with_play(_adapter().json_schema(mode="serialization"))
    del made["properties"]["extras"]
    made["required"].remove("extras")
    properties = {**made["properties"], "schema": {**made["properties"]["schema"], "examples": [SCHEMA]}}
    return {
        **made,
        "title": "listbuilder force",
        "properties": properties,
        "patternProperties": {"^x-": {"description": "Data of other tools: ignored and kept."}},
    }
