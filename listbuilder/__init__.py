"""listbuilder: describe a skirmish game once in YAML, then build, judge and print lists for it.

from listbuilder import load_game, read_list, resolve, validate

document = read_list("squad.yaml")
report = validate(resolve(document, load_game(document.game)))
report.valid, report.force.cost, report.findings

`__all__` is the public API; docs/engines/python.md describes it. Everything else may change between versions.
"""

import sys

# `python -m` puts the working folder first on the import path, where a stranger's re.py would be run instead of the
# real one. This is the first of our code that runs, so it imports nothing before taking that folder out.
if sys.argv[:1] == ["-m"] and not sys.flags.safe_path:
    sys.path.pop(0)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from listbuilder.base.errors import (
        CatalogueError,
        DocumentError,
        EditError,
        IllegalListError,
        ListbuilderError,
        UnknownGameError,
    )
    from listbuilder.base.findings import Finding
    from listbuilder.catalogue.event_pack import Event
    from listbuilder.catalogue.game import Game
    from listbuilder.exchange.documents.force_document import force_document, force_from_document
    from listbuilder.exchange.documents.force_records import (
        EngineEntry,
        EngineForce,
        EngineGroup,
        EngineKeyword,
        EngineModel,
        EnginePick,
    )
    from listbuilder.exchange.documents.report_document import report_document
    from listbuilder.exchange.documents.rules_document import rules_document, with_rules
    from listbuilder.exchange.engine.batch import judge_many
    from listbuilder.exchange.engine.importer import import_data, import_force, import_path, import_text
    from listbuilder.judging.collection import Collection, read_collection
    from listbuilder.judging.force import Force
    from listbuilder.judging.resolver import resolve
    from listbuilder.judging.validator import Referee, Report, validate
    from listbuilder.lists.document import ListDocument, read_list
    from listbuilder.loading import load_game
    from listbuilder.loading.events import load_event

__all__ = [
    "CatalogueError",
    "Collection",
    "DocumentError",
    "EditError",
    "EngineEntry",
    "EngineForce",
    "EngineGroup",
    "EngineKeyword",
    "EngineModel",
    "EnginePick",
    "Event",
    "Finding",
    "Force",
    "Game",
    "IllegalListError",
    "ListDocument",
    "ListbuilderError",
    "Referee",
    "Report",
    "UnknownGameError",
    "force_document",
    "force_from_document",
    "import_data",
    "import_force",
    "import_path",
    "import_text",
    "judge_many",
    "load_event",
    "load_game",
    "read_collection",
    "read_list",
    "report_document",
    "resolve",
    "rules_document",
    "validate",
    "with_rules",
]
__version__ = "1.0.0"

_HOMES = {
    "CatalogueError": "listbuilder.base.errors",
    "Collection": "listbuilder.judging.collection",
    "DocumentError": "listbuilder.base.errors",
    "EditError": "listbuilder.base.errors",
    "EngineEntry": "listbuilder.exchange.documents.force_records",
    "EngineForce": "listbuilder.exchange.documents.force_records",
    "EngineGroup": "listbuilder.exchange.documents.force_records",
    "EngineKeyword": "listbuilder.exchange.documents.force_records",
    "EngineModel": "listbuilder.exchange.documents.force_records",
    "EnginePick": "listbuilder.exchange.documents.force_records",
    "Event": "listbuilder.catalogue.event_pack",
    "Finding": "listbuilder.base.findings",
    "Force": "listbuilder.judging.force",
    "Game": "listbuilder.catalogue.game",
    "IllegalListError": "listbuilder.base.errors",
    "ListDocument": "listbuilder.lists.document",
    "ListbuilderError": "listbuilder.base.errors",
    "Referee": "listbuilder.judging.validator",
    "Report": "listbuilder.judging.validator",
    "UnknownGameError": "listbuilder.base.errors",
    "force_document": "listbuilder.exchange.documents.force_document",
    "force_from_document": "listbuilder.exchange.documents.force_document",
    "import_data": "listbuilder.exchange.engine.importer",
    "import_force": "listbuilder.exchange.engine.importer",
    "import_path": "listbuilder.exchange.engine.importer",
    "import_text": "listbuilder.exchange.engine.importer",
    "judge_many": "listbuilder.exchange.engine.batch",
    "load_event": "listbuilder.loading.events",
    "load_game": "listbuilder.loading",
    "read_collection": "listbuilder.judging.collection",
    "read_list": "listbuilder.lists.document",
    "report_document": "listbuilder.exchange.documents.report_document",
    "resolve": "listbuilder.judging.resolver",
    "rules_document": "listbuilder.exchange.documents.rules_document",
    "validate": "listbuilder.judging.validator",
    "with_rules": "listbuilder.exchange.documents.rules_document",
}


def __getattr__(name: str) -> "Any":
    """Import a public name when it is first used, so that the command line starts fast."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    """List the public names before they are imported, for completion and help()."""
    return sorted({*globals(), *__all__})
