"""A list as a YAML list file, in canonical order: one line a key, one line a model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from listbuilder.exchange.documents.judged import JudgedList
from listbuilder.exchange.formats.import_result import KeptLine
from listbuilder.lists.document import LIST
from listbuilder.lists.yaml_surgery import flow_text, scalar_text
from listbuilder.storage.reading import Tree


def write_yaml(judged: JudgedList) -> str:
    """The list as YAML."""
    return list_text(judged.tree)


def list_text(tree: Mapping[str, Tree], kept: Iterable[KeptLine] = ()) -> str:
    """The YAML file of a canonical list, with the lines that are kept as comments where they stood."""
    left = list(kept)
    lines = [comment_line(one) for one in left if one.section not in tree]
    for key, value in tree.items():
        if key in LIST.rows and isinstance(value, list) and value:
            lines += [f"{key}:", *row_lines(value, [one for one in left if one.section == key])]
        else:
            lines.append(f"{scalar_text(key)}: {flow_text(value)}")
    return "\n".join(lines) + "\n"


def row_lines(value: list[Tree], kept: list[KeptLine]) -> Iterator[str]:
    """The rows of a section with the comments above them, and behind the last one."""
    for at, row in enumerate(value):
        yield from (f"  {comment_line(one)}" for one in kept if one.row == at)
        yield f"  - {flow_text(row)}"
    yield from (f"  {comment_line(one)}" for one in kept if one.row >= len(value))


def comment_line(one: KeptLine) -> str:
    """A line that is kept."""
    return f"# line {one.line}: {one.text}"
