"""The list-import API for game engines: import a force, judge many lists, read and write published forces."""

from listbuilder.documents.entry import EngineEntry, EngineKeyword, EnginePick
from listbuilder.documents.force import EngineForce
from listbuilder.documents.force_json import document_of, force_document, force_from_document
from listbuilder.documents.model import EngineGroup, EngineModel
from listbuilder.engine.batch import judge_many
from listbuilder.engine.importing import import_data, import_force, import_path, import_text

__all__ = [
    "EngineEntry",
    "EngineForce",
    "EngineGroup",
    "EngineKeyword",
    "EngineModel",
    "EnginePick",
    "document_of",
    "force_document",
    "force_from_document",
    "import_data",
    "import_force",
    "import_path",
    "import_text",
    "judge_many",
]
