"""`diff`: what changed from one list to another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click
from click.exceptions import Exit

from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import ILLEGAL, Catalogues, EventPack, JsonFlag, folders, open_event, print_json
from listbuilder.ui.cli.export import open_list
from listbuilder.ui.cli.terminal import safe, say

EPILOG = """Examples: listbuilder diff old.yaml new.yaml | listbuilder diff old.yaml new.yaml --markdown. Spelling,
order and comments make no difference. Exit codes: 0 the same, 1 different, 3 a file can't be read."""


def diff(
    context: click.Context,
    before: Annotated[Path, Argument(metavar="A", help="A list file, or - for stdin.")],
    after: Annotated[Path, Argument(metavar="B", help="Another list file, or - for stdin.")],
    markdown: Annotated[bool, Option("--markdown", help="Print Markdown.")] = False,
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Compare two lists by model, option and points."""
    from listbuilder.exchange.documents.difference import compare_lists
    from listbuilder.exchange.documents.dump import dump
    from listbuilder.exchange.formats.difference_text import difference_lines, difference_markdown

    if str(before) == str(after) == "-":
        raise click.BadParameter("only one of the two lists can come from stdin", param_hint="A and B")
    named = folders(context, catalogue)
    pack = open_event(event, named)
    found = compare_lists(open_list(before, named, pack), open_list(after, named, pack))
    if json:
        print_json(dump(found))
    else:
        say(safe(difference_markdown(found).rstrip("\n") if markdown else "\n".join(difference_lines(found))))
    raise Exit(0 if found.same else ILLEGAL)
