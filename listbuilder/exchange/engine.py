"""A list as the resolved force that game engines read; an illegal one says so in the document."""

from __future__ import annotations

import json

from listbuilder.exchange.shared import Shared

__all__ = ["write"]


def write(shared: Shared) -> str:
    """The force as JSON."""
    from listbuilder.exporters.force_json import force_document

    return json.dumps(force_document(shared.report), ensure_ascii=False, indent=2) + "\n"
