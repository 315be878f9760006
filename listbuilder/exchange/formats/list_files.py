"""A list as a file in canonical order: YAML with a line for each key and model, JSON, or the force for engines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from listbuilder.exchange.documents.judged import JudgedList
from listbuilder.exchange.formats.import_result import KeptLine
from listbuilder.lists.document import LIST
from listbuilder.lists.yaml_surgery import flow_text, scalar_text
from listbuilder.storage.reading import Tree


def write_yaml(judged: JudgedList) -> str:
    """The list as YAML."""
    return list_text(judged.tree)


def list_text(tree: Mapping[str, Tree], kept: Iterable[KeptLine] = ()) -> str:
    """The YAML file of a canonical list, with the kept lines as comments where they stood."""
    comments = [(one, f"# line {one.line}: {one.text}") for one in kept]
    lines = [text for one, text in comments if one.section not in tree]
    for key, value in tree.items():
        if key in LIST.rows and isinstance(value, list) and value:
            lines.append(f"{key}:")
            own = [(min(one.row, len(value)), f"  {text}") for one, text in comments if one.section == key]
            for at, row in enumerate(value):
                lines += [*(text for place, text in own if place == at), f"  - {flow_text(row)}"]
            lines += [text for place, text in own if place == len(value)]
        else:
            lines.append(f"{scalar_text(key)}: {flow_text(value)}")
    return "\n".join(lines) + "\n"


def write_json(judged: JudgedList) -> str:
    """The list as JSON."""
    return json_text(judged.tree)


def json_text(tree: Mapping[str, Tree], kept: Iterable[KeptLine] = ()) -> str:
    """The JSON file of a canonical list. JSON has no comments, so kept lines go under a key of another tool."""
    lines = [f"line {one.line}: {one.text}" for one in kept]
    return json.dumps({**tree, **({"x-kept": lines} if lines else {})}, ensure_ascii=False, indent=2) + "\n"


def write_engine(judged: JudgedList) -> str:
    """The resolved force that game engines read; an illegal one says so in the document."""
    from listbuilder.exchange.documents.force_document import force_document

    return json.dumps(force_document(judged.report), ensure_ascii=False, indent=2) + "\n"
