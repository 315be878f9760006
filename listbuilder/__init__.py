"""listbuilder: describe a skirmish game once in YAML, then build, judge and print lists for it.

from listbuilder import load_game, read_list, resolve, validate

document = read_list("squad.yaml")
report = validate(resolve(document, load_game(document.game)))
report.valid, report.force.cost, report.findings
"""

import sys

# `python -m` puts the working folder first on the import path, where a stranger's re.py would be run instead of the
# real one. This is the first of our code that runs, so it imports nothing before taking that folder out.
if sys.argv[:1] == ["-m"] and not sys.flags.safe_path:
    sys.path.pop(0)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from listbuilder.engine import import_data, import_force, import_path, import_text
    from listbuilder.lists import read_list
    from listbuilder.loader import load_game
    from listbuilder.resolver import resolve
    from listbuilder.validator import validate

__all__ = ["import_data", "import_force", "import_path", "import_text", "load_game", "read_list", "resolve", "validate"]
__version__ = "0.1.0"

HOMES = {
    "import_data": "engine",
    "import_force": "engine",
    "import_path": "engine",
    "import_text": "engine",
    "load_game": "loader",
    "read_list": "lists",
    "resolve": "resolver",
    "validate": "validator",
}


def __getattr__(name: str) -> "Any":
    """The public names, imported when first used so that the command line starts fast."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"listbuilder.{HOMES[name]}"), name)
