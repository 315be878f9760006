"""The published schemas as data. `test_schemas` checks that the files are what the code makes."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from listbuilder.loading import shipped


@cache
def schema_file(name: str) -> dict[str, Any]:
    """The schema of a document, such as `game` or `list-rogue-conflict`; building one takes up to a second."""
    found: dict[str, Any] = json.loads((shipped("schemas") / f"{name}.schema.json").read_text("utf-8"))
    return found
