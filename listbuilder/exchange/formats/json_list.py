"""A list as a JSON list file, in canonical order."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from listbuilder.exchange.documents.judged import JudgedList
from listbuilder.exchange.formats.import_result import KeptLine
from listbuilder.storage.reading import Tree


def write_json(judged: JudgedList) -> str:
    """The list as JSON."""
    return json_text(judged.tree)


def json_text(tree: Mapping[str, Tree], kept: Iterable[KeptLine] = ()) -> str:
    """The JSON file of a canonical list; it has no comments, so that lines to keep stand under a key of their own."""
    lines = [f"line {one.line}: {one.text}" for one in kept]
    return json.dumps({**tree, **({"x-kept": lines} if lines else {})}, ensure_ascii=False, indent=2) + "\n"
