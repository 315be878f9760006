"""A list as a YAML list file, in canonical order: one line a key, one line a model."""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.documents.judged import JudgedList
from listbuilder.lists.own_keys import LIST
from listbuilder.lists.render import flow, scalar
from listbuilder.reading import Tree

__all__ = ["list_text", "write_yaml"]


def write_yaml(judged: JudgedList) -> str:
    """The list as YAML."""
    return list_text(judged.tree)


def list_text(tree: Mapping[str, Tree]) -> str:
    """The YAML file of a canonical list."""
    lines = []
    for key, value in tree.items():
        if key in LIST.rows and isinstance(value, list) and value:
            lines += [f"{key}:", *(f"  - {flow(row)}" for row in value)]
        else:
            lines.append(f"{scalar(key)}: {flow(value)}")
    return "\n".join(lines) + "\n"
