"""listbuilder: describe a skirmish game once in YAML, then build, judge and print lists for it.

from listbuilder import load_game, read_list, resolve, validate

document = read_list("squad.yaml")
report = validate(resolve(document, load_game(document.game)))
report.valid, report.force.cost, report.findings
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from listbuilder.lists import read_list
    from listbuilder.loader import load_game
    from listbuilder.resolver import resolve
    from listbuilder.validator import validate

__all__ = ["load_game", "read_list", "resolve", "validate"]
__version__ = "0.1.0"

HOMES = {"load_game": "loader", "read_list": "lists", "resolve": "resolver", "validate": "validator"}


def __getattr__(name: str) -> Any:
    """The public names, imported when first used so that the command line starts fast."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"listbuilder.{HOMES[name]}"), name)
