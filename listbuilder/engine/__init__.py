"""The list-import API for game engines: import a force, judge many lists, read and write published forces."""

from listbuilder.engine.batch import judge_many
from listbuilder.engine.importing import import_force
from listbuilder.exporters.force_json import document_of, force_document, force_from_document
from listbuilder.published import EngineEntry, EngineForce, EngineGroup, EngineKeyword, EngineModel

__all__ = [
    "EngineEntry",
    "EngineForce",
    "EngineGroup",
    "EngineKeyword",
    "EngineModel",
    "document_of",
    "force_document",
    "force_from_document",
    "import_force",
    "judge_many",
]
