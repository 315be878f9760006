"""Exchange: a judged list out in many formats, and lists in from text, codes, JSON and YAML.

To add a format: write its file with one function `write(shared) -> str`, and put it in `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

from listbuilder.exchange.shared import Shared, share

__all__ = ["FORMATS", "Shared", "export", "share"]

HOMES: Mapping[str, str] = {
    "code": "listbuilder.exchange.code",
    "csv": "listbuilder.exchange.comma_separated",
    "engine": "listbuilder.exchange.engine",
    "html": "listbuilder.exchange.html_page",
    "json": "listbuilder.exchange.json_list",
    "markdown": "listbuilder.exchange.markdown",
    "one-line": "listbuilder.exchange.one_line",
    "text": "listbuilder.exchange.text_write",
    "yaml": "listbuilder.exchange.yaml_list",
}
FORMATS: Mapping[str, str] = {
    name: home
    for name, home in HOMES.items()
    if name != "engine" or find_spec("listbuilder.exporters.force_json") is not None
}


def export(shared: Shared, format: str) -> str:
    """A list in one of the formats."""
    written: str = import_module(FORMATS[format]).write(shared)
    return written
