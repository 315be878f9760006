"""The documents of `match --json`, `deploy --json` and `mission --json` as records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, Literal

from listbuilder.base.records import published
from listbuilder.catalogue import Entry, Layout, MissionRoll, Piece, Start, stamp
from listbuilder.exchange.documents.catalogue_document import entry_document
from listbuilder.exchange.documents.dump import DiceValue, DistanceValue, dump, publish_value
from listbuilder.exchange.documents.force_document import Rows, TablePublisher
from listbuilder.exchange.documents.force_records import EngineEntry
from listbuilder.exchange.documents.report_document import Verdict, verdict_of
from listbuilder.judging.force import Force, detached_pick
from listbuilder.judging.validator import Report
from listbuilder.play.deployment import CountedRow, Deployment
from listbuilder.play.matchup import ComparisonLine, side_names
from listbuilder.play.missions import MissionSheet

MATCH = "1.0"


@published
class MatchDocument:
    """Two lists side by side, as `listbuilder match --json` prints them."""

    document: Literal["listbuilder-match"] = "listbuilder-match"
    """What this document is."""
    schema: str = MATCH
    """The version of this document's schema, MAJOR.MINOR."""
    game: str
    """The id of the game."""
    sides: tuple[str, str]
    """What the two sides are called."""
    lists: tuple[Verdict, Verdict]
    """The verdicts on the two lists."""
    lines: tuple[ComparisonLine, ...]
    """What is compared, line by line."""


def match_document(reports: Sequence[Report], files: Sequence[str], lines: Sequence[ComparisonLine]) -> Any:
    """The comparison as data."""
    left, right = reports
    return dump(
        MatchDocument(
            game=left.force.game.id,
            sides=side_names(left.force, right.force),
            lists=(verdict_of(left, files[0]), verdict_of(right, files[1])),
            lines=tuple(lines),
        )
    )


# Deployments


DEPLOY = "1.0"


@published
class DeployedRow:
    """A row of the list, and how many of its copies are meant."""

    where: str
    """Its place in the file, such as models[2]."""
    name: str
    """What it is called in messages."""
    count: int
    """How many of it."""


@published
class DeployOption:
    """One way to deploy a list; `--take N` marks the one that stands at N, counted from 1."""

    points: int
    """What is on the table costs so much."""
    models: tuple[DeployedRow, ...]
    """What is on the table."""


@published
class DeployDocument:
    """The legal ways to deploy a list, as `listbuilder deploy --json` prints them."""

    document: Literal["listbuilder-deploy"] = "listbuilder-deploy"
    """What this document is."""
    schema: str = DEPLOY
    """The version of this document's schema, MAJOR.MINOR."""
    decided: bool
    """Whether the list says who is deployed."""
    limit: int | None
    """The most that may be on the table, where there is a limit."""
    required: tuple[DeployedRow, ...]
    """What every way has."""
    subsets: int | None
    """How many ways there are; nothing where they were not counted."""
    options: tuple[DeployOption, ...]
    """Some of the ways, the most points first."""
    reasons: tuple[str, ...]
    """Why there is no way, where there is none."""


def deploy_document(found: Deployment, force: Force) -> Any:
    """The legal deployments of a list as JSON data."""
    return dump(
        DeployDocument(
            decided=not force.undecided,
            limit=found.limit,
            required=_rows(found.required),
            subsets=found.subsets,
            options=tuple(DeployOption(points=option_points(one), models=_rows(one)) for one in found.options),
            reasons=found.reasons,
        )
    )


def option_points(option: Iterable[CountedRow]) -> int:
    """The cost of the models in a deployment option."""
    return sum(part.model.cost * part.number for part in option)


def _rows(parts: Iterable[CountedRow]) -> tuple[DeployedRow, ...]:
    return tuple(DeployedRow(where=part.model.where, name=part.model.label, count=part.number) for part in parts)


# Missions: what was rolled and how to set it up. Each mission is the whole entry, as `show --json` has it.


MISSION = "1.0"


@published
class SetPiece:
    """Something that is put on the table."""

    what: str
    """What it is, a word of the game."""
    count: int | None
    """How many in all, or for each player where each puts some; nothing where the rulebook does not say."""
    by: str
    """Who puts it there: both, each, or a role."""
    at: str
    """The place, a word of the game; empty where it is anywhere."""
    within: DistanceValue | None
    """How far from that place at most."""
    depth: DistanceValue | None
    """How deep that place is."""
    size: DistanceValue | None
    """How large it is."""
    away: Mapping[str, DistanceValue]
    """How far it stays from other things, by what they are."""
    tags: tuple[str, ...]
    """Words that rules ask about."""


@published
class SetStart:
    """Where models start."""

    who: str
    """Whose: each side's, those of a role, or those that a list names for something."""
    at: str
    """The place, a word of the game; empty where it is anywhere."""
    within: DistanceValue | None
    """How far from that place at most."""
    away: Mapping[str, DistanceValue]
    """How far they stay from other things, by what they are."""
    otherwise: Mapping[str, DistanceValue]
    """What else is allowed instead, by place."""
    order: Literal["turns", "thirds", "level", "first", "last", "whole"] | None
    """How the sides take turns."""


@published
class SetUp:
    """One set-up of a table."""

    pieces: tuple[SetPiece, ...]
    """What is put on it, in this order."""
    starts: tuple[SetStart, ...]
    """Where models start."""


@published
class MissionHead:
    """What holds for every mission of the game."""

    kind: str
    """The kind of entry that missions are; empty where none are drawn."""
    draw: int
    """How many are drawn."""
    text: str
    """What holds, in words."""
    deployment: str
    """How models are deployed, in words."""
    source: str
    """The section of the rulebook."""
    rounds: int | None
    """How long a game lasts, where the rulebook says it."""
    table: tuple[DistanceValue, ...]
    """How large the table is, side by side; empty where the rulebook does not say it."""
    roll: DiceValue | None
    """The dice of the roll-off."""
    layout: SetUp | None
    """The set-up of every mission."""


@published
class MissionEntry:
    """A mission: the whole entry, as `listbuilder show --json` has it; more keys than these may stand there."""

    kind: str
    """Its kind."""
    id: str
    """Its id."""
    name: str
    """Its printed name."""
    text: str
    """What it is about."""
    source: str
    """The section of the rulebook."""
    pack: str | None = None
    """The pack that it comes in."""
    setup: str = ""
    """How to set it up, in words."""
    deployment: str = ""
    """How models are deployed, in words."""
    scoring: str = ""
    """How points are scored, in words."""
    entry: str
    """The key of it in `entries`, with all that it does in play."""
    layout: SetUp | None = None
    """Its own set-up."""


@published
class MissionDocument:
    """What was rolled for a game, as `listbuilder mission --json` prints it."""

    document: Literal["listbuilder-mission"] = "listbuilder-mission"
    """What this document is."""
    schema: str = MISSION
    """The version of this document's schema, MAJOR.MINOR."""
    game: str
    """The id of the game."""
    catalogue: str
    """The catalogue's version, with the overlays and the event on it."""
    seed: int | None
    """What repeats the roll; nothing where nothing was rolled."""
    roll: MissionHead
    """What holds for every mission."""
    drawn: tuple[MissionEntry, ...]
    """The missions that were drawn or asked for."""
    missions: tuple[MissionEntry, ...] = ()
    """With --list, the missions there are."""
    entries: Mapping[str, EngineEntry] = field(default_factory=dict)
    """Every entry that players then have or that those refer to, under its key, as in a force."""


def mission_document(sheet: MissionSheet, listed: Iterable[Entry] = ()) -> dict[str, Any]:
    """A rolled mission as data; `listed` are the missions there are, where those were asked for."""
    rows: Rows = {}
    table = TablePublisher(sheet.game)
    head = MissionDocument(
        game=sheet.game.id, catalogue=stamp(sheet.game), seed=sheet.seed, roll=_head(sheet.roll), drawn=()
    )

    def whole(entry: Entry) -> dict[str, Any]:
        layout = sheet.roll.layouts.get(entry.id)
        own = {"layout": dump(_set_up(layout))} if layout else {}
        return {**entry_document(entry), "entry": table.add(rows, detached_pick(entry)), **own}

    drawn, missions = ([whole(one) for one in many] for many in (sheet.drawn, listed))
    table.add_own(rows, {one["id"] for one in (*drawn, *missions)})
    return {**dump(head), "drawn": drawn, "missions": missions, "entries": dump(dict(sorted(rows.items())))}


def _head(roll: MissionRoll) -> MissionHead:
    return MissionHead(
        kind=roll.kind,
        draw=roll.draw,
        text=roll.text,
        deployment=roll.deployment,
        source=roll.source,
        rounds=roll.rounds,
        table=tuple(publish_value(one) for one in roll.table),
        roll=publish_value(roll.roll),
        layout=_set_up(roll.layout) if roll.layout else None,
    )


def _set_up(layout: Layout) -> SetUp:
    return SetUp(pieces=tuple(map(_piece, layout.pieces)), starts=tuple(map(_start, layout.starts)))


def _piece(one: Piece) -> SetPiece:
    return SetPiece(**{name: _value(value) for name, value in vars(one).items()})


def _start(one: Start) -> SetStart:
    return SetStart(**{name: _value(value) for name, value in vars(one).items()})


def _value(value: Any) -> Any:
    return (
        {key: publish_value(one) for key, one in value.items()} if isinstance(value, Mapping) else publish_value(value)
    )
