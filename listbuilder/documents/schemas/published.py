"""All JSON Schemas: lists, game files, overlays, events, collections, templates, forces, and what `--json` prints.

Written to `schemas/`, checked to be fresh. Each is read off its types, and has a name, a version and an `$id`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from listbuilder.catalogue import Game
from listbuilder.documents.deploy import DEPLOY, DeployDocument
from listbuilder.documents.difference import DIFFERENCE, Difference
from listbuilder.documents.edit import EDIT, EditDocument
from listbuilder.documents.force import SCHEMA
from listbuilder.documents.force_json import force_schema
from listbuilder.documents.match import MATCH, MatchDocument
from listbuilder.documents.mission import MISSION, MissionDocument
from listbuilder.documents.odds import ODDS, OddsDocument
from listbuilder.documents.report import REPORT, ReportDocument, Verdict
from listbuilder.documents.revealed import REVEALED, RevealedDocument
from listbuilder.documents.reveals import REVEAL, RevealFile
from listbuilder.documents.schemas.game_files import (
    collection_schema,
    entries_schema,
    event_schema,
    game_schema,
    overlay_schema,
    template_schema,
)
from listbuilder.documents.schemas.list_schema import list_schema
from listbuilder.documents.schemas.play_published import with_play
from listbuilder.documents.schemas.strict import publish_schema
from listbuilder.documents.undo import UNDO, UndoDocument
from listbuilder.documents.upgrade import UPGRADE, UpgradeDocument
from listbuilder.documents.ways import FILL, MEND, FillDocument, MendDocument

Schema = dict[str, Any]
FILES = "1.0"


def report_schema() -> Schema:
    """What `validate --json` prints."""
    return _titled(ReportDocument, "report")


def verdict_schema() -> Schema:
    """The verdict on one list."""
    return _typed(Verdict)


def _typed(type_: type) -> Schema:
    from pydantic import TypeAdapter

    made: Schema = TypeAdapter(type_).json_schema(by_alias=True, mode="serialization")
    return made


def _titled(type_: type, name: str) -> Schema:
    made = _typed(type_)
    return {**(with_play(made) if "EngineEntry" in made.get("$defs", {}) else made), "title": f"listbuilder {name}"}


PRINTED: dict[str, tuple[str, type]] = {
    "deploy": (DEPLOY, DeployDocument),
    "difference": (DIFFERENCE, Difference),
    "edit": (EDIT, EditDocument),
    "fill": (FILL, FillDocument),
    "match": (MATCH, MatchDocument),
    "mend": (MEND, MendDocument),
    "mission": (MISSION, MissionDocument),
    "odds": (ODDS, OddsDocument),
    "report": (REPORT, ReportDocument),
    "reveal": (REVEAL, RevealFile),
    "revealed": (REVEALED, RevealedDocument),
    "undo": (UNDO, UndoDocument),
    "upgrade": (UPGRADE, UpgradeDocument),
}
"""What commands print with `--json`, and the file that opens seals."""
FILE_KINDS: dict[str, tuple[str, Callable[[], Schema]]] = {
    "collection": (FILES, collection_schema),
    "entries": (FILES, entries_schema),
    "event": (FILES, event_schema),
    "force": (SCHEMA, force_schema),
    "game": (FILES, game_schema),
    "overlay": (FILES, overlay_schema),
    "template": (FILES, template_schema),
}
DOCUMENTS = tuple(sorted({*PRINTED, *FILE_KINDS}))


def published_schema(name: str) -> Schema:
    """The schema of a document, ready for others."""
    if name in PRINTED:
        version, type_ = PRINTED[name]
        return publish_schema(name, version, _titled(type_, name))
    version, make = FILE_KINDS[name]
    return publish_schema(name, version, make())


def published_list_schema(game: Game) -> Schema:
    """The schema of a game's lists, ready for others; its version is the catalogue's."""
    return publish_schema(f"list-{game.id}", game.version, list_schema(game))


def all_schemas(games: list[Game]) -> dict[str, str]:
    """Every schema by file name, as text."""
    made = {f"{name}.schema.json": published_schema(name) for name in DOCUMENTS}
    made |= {f"list-{game.id}.schema.json": published_list_schema(game) for game in games}
    return {name: json.dumps(schema, ensure_ascii=False, indent=2) + "\n" for name, schema in made.items()}
