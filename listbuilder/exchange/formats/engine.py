"""A list as the resolved force that game engines read; an illegal one says so in the document."""

from __future__ import annotations

import json

from listbuilder.exchange.documents.judged import JudgedList


def write_engine(judged: JudgedList) -> str:
    """The force as JSON."""
    from listbuilder.exchange.documents.force_json import force_document

    return json.dumps(force_document(judged.report), ensure_ascii=False, indent=2) + "\n"
