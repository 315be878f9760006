"""A list as a YAML list file, in canonical order: one line a key, one line a model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from listbuilder.documents.judged import JudgedList
from listbuilder.formats.imported import Kept
from listbuilder.lists.own_keys import LIST
from listbuilder.lists.render import flow, scalar
from listbuilder.reading import Tree


def write_yaml(judged: JudgedList) -> str:
    """The list as YAML."""
    return list_text(judged.tree)


def list_text(tree: Mapping[str, Tree], kept: Iterable[Kept] = ()) -> str:
    """The YAML file of a canonical list, with the lines that are kept as comments where they stood."""
    left = list(kept)
    lines = [comment(one) for one in left if one.section not in tree]
    for key, value in tree.items():
        if key in LIST.rows and isinstance(value, list) and value:
            lines += [f"{key}:", *rows(value, [one for one in left if one.section == key])]
        else:
            lines.append(f"{scalar(key)}: {flow(value)}")
    return "\n".join(lines) + "\n"


def rows(value: list[Tree], kept: list[Kept]) -> Iterator[str]:
    """The rows of a section with the comments above them, and behind the last one."""
    for at, row in enumerate(value):
        yield from (f"  {comment(one)}" for one in kept if one.row == at)
        yield f"  - {flow(row)}"
    yield from (f"  {comment(one)}" for one in kept if one.row >= len(value))


def comment(one: Kept) -> str:
    """A line that is kept."""
    return f"# line {one.line}: {one.text}"
