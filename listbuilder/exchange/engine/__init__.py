"""The list-import API for game engines: import a force, judge many lists, read and write published forces."""

from listbuilder.exchange.documents.force_json import dump_force, force_document, force_from_document
from listbuilder.exchange.documents.force_records import (
    EngineEntry,
    EngineForce,
    EngineGroup,
    EngineKeyword,
    EngineModel,
    EnginePick,
)
from listbuilder.exchange.engine.batch import judge_many
from listbuilder.exchange.engine.importer import import_data, import_force, import_path, import_text

__all__ = [
    "EngineEntry",
    "EngineForce",
    "EngineGroup",
    "EngineKeyword",
    "EngineModel",
    "EnginePick",
    "dump_force",
    "force_document",
    "force_from_document",
    "import_data",
    "import_force",
    "import_path",
    "import_text",
    "judge_many",
]
