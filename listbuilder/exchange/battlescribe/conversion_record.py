"""What a conversion leaves beside the game: a report for people, and a record for rosters and the next conversion."""

from __future__ import annotations

import json
from pathlib import Path

from listbuilder.storage.reading import Tree

REPORT, RECORD = "import.md", "import.json"
RECORD_VERSION = 1


def read_record(folder: Path) -> dict[str, Tree] | None:
    """What an earlier conversion noted in a game's folder; None where there was none."""
    try:
        found = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    known = isinstance(found, dict) and found.get("import") == RECORD_VERSION and isinstance(found.get("ids"), dict)
    return found if known else None
