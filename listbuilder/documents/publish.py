"""Publish: a report in, the force that an engine gets out. Nothing is judged here and nothing is dropped."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from listbuilder.catalogue import Game
from listbuilder.documents.entry import EnginePick
from listbuilder.documents.force import (
    EngineCatalogue,
    EngineForce,
    EngineFormat,
    EngineGame,
    EngineList,
    EnginePoints,
    EngineStat,
    EngineTotal,
)
from listbuilder.documents.model import (
    CostPart,
    EngineBudget,
    EngineGroup,
    EngineModel,
)
from listbuilder.documents.pieces import by_kind, changes_of, costs_of, key_of, links_of, tags_of
from listbuilder.documents.report_json import published_finding
from listbuilder.documents.sealed import NOTHING, Sealed, sealed
from listbuilder.documents.source import hash_of, list_data
from listbuilder.documents.table import Rows, Table
from listbuilder.force import Allowance, Force, Group, Model, Owner, Pick
from listbuilder.record import made_of
from listbuilder.validator import Report

KEPT = 4096
Slots = Mapping[str, tuple[EnginePick, ...]]


class Holding(NamedTuple):
    """What a model, a group or the list holds; `on_model` is all that a published model has of it."""

    slots: Slots
    parts: tuple[CostPart, ...]
    entries: Rows
    on_model: dict[str, Any]


def publish(report: Report) -> EngineForce:
    """The published force of a judged list."""
    return _publisher(report.force.game).force(report)


@lru_cache(maxsize=32)
def _publisher(game: Game) -> Publisher:
    return Publisher(game)


class Publisher:
    """Publishes forces of one game. `kept` holds what picks came to before: records are frozen and can be shared."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.table = Table(game)
        self.kept: dict[tuple[object, ...], Holding] = {}
        self.budgets: dict[Allowance, EngineBudget] = {}
        self.formats = {one.id: EngineFormat(id=one.id, name=one.name) for one in game.formats}
        self.sequences = sealed(game.playbook.sequences)
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

    def force(self, report: Report) -> EngineForce:
        """The whole force."""
        force = report.force
        source = self.source(force)
        held = self.holding(force.root)
        course, common = self.table.common(force.root.inside)
        rows: Rows = {**common, **held.entries}
        groups = tuple(self.group(group, force, rows) for group in force.groups)
        models = tuple(self.models(force, rows))
        return EngineForce(
            fingerprint=hashlib.sha256(f"{source.hash} {self.game.digest}".encode()).hexdigest(),
            valid=report.valid,
            game=self.head,
            catalogue=self.catalogue,
            list=source,
            format=self.formats[force.format.id] if force.format else None,
            points=EnginePoints(total=force.cost, limit=force.limit, name=self.game.points, breakdown=held.parts),
            totals=tuple(self.totals(force)),
            event=self.game.event.name if self.game.event else None,
            values=sealed(force.values),
            links=sealed(links_of(force, force.root)),
            slots=held.slots,
            groups=groups,
            models=models,
            entries=Sealed({key: rows[key] for key in sorted(rows)}),
            terms=self.game.playbook.terms,
            course=course,
            sequences=self.sequences,
            findings=tuple(published_finding(finding.at(None, None)) for finding in report.findings),
        )

    def totals(self, force: Force) -> Iterator[EngineTotal]:
        """What the list costs in every currency, then the numbers in its head."""
        for id in self.game.currencies:
            apart = {name: part[id] for name, part in force.parts.items() if name != "main"}
            yield EngineTotal(
                id=id,
                name=self.game.currency_name(id),
                total=force.totals[id],
                limit=force.limits.get(id),
                apart=sealed(apart),
            )
        for header in self.game.headers:
            number = header.of.reckon(force, force.root) or 0
            yield EngineTotal(id=header.name, name=header.name, total=number, limit=None, apart=sealed({}))

    def source(self, force: Force) -> EngineList:
        """Where the force comes from."""
        document = force.document
        data = list_data(document)
        return EngineList(
            name=document.name,
            player=document.player,
            hash=hash_of(data),
            meaning=force.meaning,
            seal=force.seal,
            catalogue=document.catalogue,
            notes=document.notes,
            art=document.art,
            extras=sealed(document.extras),
            document=sealed(data),
        )

    def models(self, force: Force, rows: Rows) -> Iterator[EngineModel]:
        """Each model; copies of a row share what they have."""
        for _, several in groupby(force.models, key=lambda model: (model.row, id(model.values))):
            model, *others = several
            first = self.model(model, force, rows)
            yield first
            for one in others:
                yield another(first, one)

    def model(self, model: Model, force: Force, rows: Rows) -> EngineModel:
        """One model; the entries it has are put into the table."""
        held = self.holding(model)
        rows.update(held.entries)
        row = force.document.models[model.row]
        game, stats, squad = self.game, sealed(model.stats), model.squad
        values = {
            **held.on_model,
            "id": model.id,
            "row": model.row,
            "copy": model.copy,
            "name": model.name,
            "title": model.name or model.title,
            "stats": stats,
            "values": sealed(model.values),
            "raises": sealed(model.raises),
            "budgets": sealed({id: self.budget(one) for id, one in model.budgets.items()}),
            "base": stats if model.bases is model.stats else sealed(model.bases),
            "early": sealed(force.early(model)) if self.early else NOTHING,
            "changes": sealed(changes_of(model)) if model.raises or model.sums or model.changes else NOTHING,
            "size": model.size,
            "part": model.part,
            "group": squad.name if squad else model.said_group,
            "posts": tuple([post for post in game.group.posts if model.values.get(post) is True]),
            "deploy": model.values.get("deploy") is not False,
            "notes": row.notes,
            "art": row.art,
            "links": sealed(links_of(force, model)) if game.model.links else NOTHING,
            "extras": sealed(row.extras),
        }
        return made_of(EngineModel, values)

    def budget(self, one: Allowance) -> EngineBudget:
        """What a budget allows and what is spent."""
        if one not in self.budgets:
            self.budgets[one] = EngineBudget(allowed=one.allowed, spent=one.spent)
        return self.budgets[one]

    def group(self, group: Group, force: Force, rows: Rows) -> EngineGroup:
        """One group; the entries it has are put into the table."""
        row = force.document.groups[group.row]
        held = self.holding(group)
        rows.update(held.entries)
        return EngineGroup(
            id=force.group_ids[group.row],
            name=group.name,
            kind=group.kind,
            members=tuple(model.id for model in group.members),
            posts=sealed({post: model.id for post, model in group.posts.items()}),
            within=force.group_ids[group.within.row] if group.within else None,
            slots=held.slots,
            values=sealed(group.values),
            notes=row.notes,
            extras=sealed(row.extras),
        )

    def holding(self, owner: Owner) -> Holding:
        """What a row holds, taken from what is kept where the same picks stood together before."""
        picks = owner.entries
        key = tuple(map(key_of, picks))
        found = self.kept.get(key)
        if found is None:
            found = self.hold(owner, picks)
            if all(map(is_known, picks)):
                if len(self.kept) >= KEPT:
                    self.kept.clear()
                self.kept[key] = found
        return found

    def hold(self, owner: Owner, picks: tuple[Pick, ...]) -> Holding:
        """Picks by slot and by what they are built like, what they cost one by one, and their tags."""
        rows: Rows = {}
        by_slot: dict[str, list[EnginePick]] = {}
        by_base: dict[str, list[EnginePick]] = {}
        for pick in picks:
            made = self.pick(pick, rows)
            by_slot.setdefault(pick.slot, []).append(made)
            by_base.setdefault(self.table.base(pick.entry.kind), []).append(made)
        slots, bases = ({key: tuple(held) for key, held in one.items()} for one in (by_slot, by_base))
        parts = tuple(part for pick in picks for part in costs_of(pick, self.game.first_currency))
        keys = {slot: tuple(pick.entry for pick in held) for slot, held in slots.items()}
        tags = tuple(dict.fromkeys(tag for pick in picks for tag in tags_of(pick)))
        costs = {"cost": owner.cost, "costs": sealed(owner.costs()), "breakdown": parts}
        return Holding(sealed(slots), parts, rows, {**costs, **by_kind(bases), "slots": sealed(keys), "tags": tags})

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
            costs=sealed(costs if costs.keys() - {self.game.first_currency} else {}),
            count=pick.rel,
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


def another(first: EngineModel, model: Model) -> EngineModel:
    """A copy of a published model with its own id; all the rest is shared."""
    return made_of(EngineModel, {**first.__dict__, "id": model.id, "copy": model.copy})
