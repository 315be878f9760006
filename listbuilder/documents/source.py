"""A list document as data again, and its hash: what identifies a list whatever file it was written in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from listbuilder.lists.document import ListDocument, Row
from listbuilder.lists.own_keys import LIST, ROW
from listbuilder.reading import Tree

ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
OWN, TEXTS = (*LIST.head, *LIST.tail), tuple(ROW.texts)


def list_data(document: ListDocument) -> dict[str, Tree]:
    """The list as a mapping that reads as the same list; what says nothing is left out."""
    own = vars(document)
    data: dict[str, Tree] = {key: own[key] for key in OWN if own[key] is not None}
    data.update(said(document.keys))
    data.update(document.extras)
    data.update({key: [_row(row) for row in own[key]] for key in LIST.rows if own[key]})
    return data


def _row(row: Row) -> Tree:
    own = vars(row)
    data: dict[str, Tree] = {key: own[key] for key in TEXTS if own[key] is not None}
    if row.count != 1:
        data["count"] = row.count
    data.update(said(row.keys))
    if row.extras:
        data.update(row.extras)
    return data


def said(keys: Mapping[str, Tree]) -> Mapping[str, Tree]:
    """The keys that have a value."""
    return {key: value for key, value in keys.items() if value is not None} if None in keys.values() else keys


def hash_of(data: Mapping[str, Tree]) -> str:
    """SHA-256 of data, the same whatever the order of its keys."""
    return hashlib.sha256(ENCODER.encode(data).encode("utf-8", "surrogatepass")).hexdigest()
