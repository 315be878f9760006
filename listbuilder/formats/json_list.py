"""A list as a JSON list file, in canonical order."""

from __future__ import annotations

import json

from listbuilder.documents.judged import JudgedList

__all__ = ["write_json"]


def write_json(judged: JudgedList) -> str:
    """The list as JSON."""
    return json.dumps(judged.tree, ensure_ascii=False, indent=2) + "\n"
