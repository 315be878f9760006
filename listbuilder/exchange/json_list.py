"""A list as a JSON list file, in canonical order."""

from __future__ import annotations

import json

from listbuilder.exchange.shared import Shared

__all__ = ["write"]


def write(shared: Shared) -> str:
    """The list as JSON."""
    return json.dumps(shared.tree, ensure_ascii=False, indent=2) + "\n"
