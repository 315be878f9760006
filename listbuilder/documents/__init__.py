"""The force as it is published to game engines: frozen records, and making them from a report."""

from listbuilder.documents.dump import dump
from listbuilder.documents.force import (
    DOCUMENT,
    SCHEMA,
    EngineCatalogue,
    EngineForce,
    EngineFormat,
    EngineGame,
    EngineList,
    EnginePoints,
    EngineStat,
)
from listbuilder.documents.model import CostPart, EngineBudget, EngineEntry, EngineGroup, EngineKeyword, EngineModel
from listbuilder.documents.publish import publish
from listbuilder.documents.report import ReportFinding
from listbuilder.documents.source import hash_of, list_data
from listbuilder.documents.values import DiceValue, DistanceValue, RollValue, SplitValue, UsesValue

__all__ = [
    "DOCUMENT",
    "SCHEMA",
    "CostPart",
    "DiceValue",
    "DistanceValue",
    "EngineBudget",
    "EngineCatalogue",
    "EngineEntry",
    "EngineForce",
    "EngineFormat",
    "EngineGame",
    "EngineGroup",
    "EngineKeyword",
    "EngineList",
    "EngineModel",
    "EnginePoints",
    "EngineStat",
    "ReportFinding",
    "RollValue",
    "SplitValue",
    "UsesValue",
    "dump",
    "hash_of",
    "list_data",
    "publish",
]
