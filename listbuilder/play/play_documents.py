"""The documents of `match --json`, `deploy --json` and `mission --json` as records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, Literal

from listbuilder.base.records import published
from listbuilder.catalogue import Entry, stamp
from listbuilder.exchange.documents.catalogue_document import entry_document
from listbuilder.exchange.documents.dump import dump
from listbuilder.exchange.documents.force_document import Rows, TablePublisher
from listbuilder.exchange.documents.force_records import EngineEntry
from listbuilder.exchange.documents.report_document import Verdict, verdict_of
from listbuilder.exchange.documents.set_up import MissionHead, SetUp, set_up, set_up_head
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


MISSION = "1.1"


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
        game=sheet.game.id, catalogue=stamp(sheet.game), seed=sheet.seed, roll=set_up_head(sheet.roll), drawn=()
    )

    def whole(entry: Entry) -> dict[str, Any]:
        layout = sheet.roll.layouts.get(entry.id)
        own = {"layout": dump(set_up(layout))} if layout else {}
        return {**entry_document(entry), "entry": table.add(rows, detached_pick(entry)), **own}

    drawn, missions = ([whole(one) for one in many] for many in (sheet.drawn, listed))
    table.add_own(rows, {one["id"] for one in (*drawn, *missions)})
    return {**dump(head), "drawn": drawn, "missions": missions, "entries": dump(dict(sorted(rows.items())))}
