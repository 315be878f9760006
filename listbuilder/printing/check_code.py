"""The check code: eight characters that change whenever the list or the catalogue does, whatever the spelling."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from listbuilder.documents.source import list_data
from listbuilder.force import Force, Pick
from listbuilder.validator import Report

__all__ = ["canonical", "check_code", "share_text"]

LONGEST = 1200


def check_code(force: Force) -> str:
    """The first eight hexadecimal digits of a hash over the list's canonical data and the catalogue's digest."""
    text = json.dumps([canonical(force), force.game.digest], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def canonical(force: Force) -> dict[str, Any]:
    """The list by ids, with nothing that follows from the catalogue: two spellings of one list are the same."""
    document = force.document
    made: dict[str, Any] = {"game": force.game.id, "name": document.name, "player": document.player}
    made |= {"format": force.format.id if force.format else None, "limit": document.limit}
    made |= {slot: picks(chosen) for slot, chosen in force.slots.items()}
    made |= {name: one for name, one in force.values.items() if document.keys.get(name) is not None}
    made["models"] = [model_data(force, row) for row in range(len(document.models))]
    made["groups"] = [
        {"name": group.name, **{slot: picks(chosen) for slot, chosen in group.slots.items()}, **group.values}
        for group in force.groups
    ]
    return {key: one for key, one in made.items() if one not in (None, [], {}, "")}


def model_data(force: Force, row: int) -> dict[str, Any]:
    """One row of models."""
    written = force.document.models[row]
    model = next((one for one in force.rows if one.row == row), None)
    made: dict[str, Any] = {"name": written.name, "count": written.count if written.count > 1 else None}
    if model is None:
        return {**made, **written.keys}
    made |= {slot: picks(chosen) for slot, chosen in model.slots.items()}
    made |= {name: field.said(name, model) for name, field in force.game.model.fields.items()}
    return {key: one for key, one in made.items() if one not in (None, [], {}, "")}


def picks(chosen: tuple[Pick, ...]) -> list[Any] | Any:
    """Picks by id; one alone stands by itself."""
    ids = [
        {"entry": pick.entry.id, "picks": [one.entry.id for one in pick.picks]} if pick.picks else pick.entry.id
        for pick in chosen
    ]
    return ids[0] if len(ids) == 1 else ids


def share_text(report: Report) -> str | None:
    """The list as a code that `import` reads, for a QR code; None when no QR code could hold it."""
    from listbuilder.documents.judged import JudgedList
    from listbuilder.errors import DocumentError
    from listbuilder.formats.code import write_code

    try:
        text = write_code(JudgedList(tree=list_data(report.force.document), report=report)).strip()
    except DocumentError:
        return None
    return text if len(text) <= LONGEST else None
