"""`diff`: what changed from one list to another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from click.exceptions import Exit

from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import ILLEGAL, JsonFlag, ListReader, check_pair
from listbuilder.ui.cli.terminal import print_json, safe, say


def diff(
    before: Annotated[Path, Argument(metavar="A", help="A list file, or - for stdin.")],
    after: Annotated[Path, Argument(metavar="B", help="Another list file, or - for stdin.")],
    reader: ListReader,
    markdown: Annotated[bool, Option("--markdown", help="Print Markdown.")] = False,
    json: JsonFlag = False,
) -> None:
    """Compare two lists by model, option and points.

    Examples: listbuilder diff old.yaml new.yaml | listbuilder diff old.yaml new.yaml --markdown. Spelling, order and
    comments make no difference. Exit codes: 0 the same, 1 different, 3 a file can't be read.
    """
    from listbuilder.exchange.documents.difference import compare_lists, difference_lines, difference_markdown
    from listbuilder.exchange.documents.dump import dump

    check_pair(before, after)
    found = compare_lists(reader.judged_list(before), reader.judged_list(after))
    if json:
        print_json(dump(found))
    else:
        say(safe(difference_markdown(found).rstrip("\n") if markdown else "\n".join(difference_lines(found))))
    raise Exit(0 if found.same else ILLEGAL)
