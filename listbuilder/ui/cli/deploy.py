"""`deploy`: which models of a drafted list can be deployed together."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
from click.exceptions import Exit

from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import ILLEGAL, USAGE, JsonFlag, ListReader, warn_without_undo
from listbuilder.ui.cli.terminal import heading, paragraph, print_json, say, style

if TYPE_CHECKING:
    from listbuilder.judging.force import Force
    from listbuilder.play import CountedRow, Deployment


def deploy(
    file: Annotated[Path, Argument(metavar="FILE", help="A list file.")],
    reader: ListReader,
    take: Annotated[int | None, Option(metavar="N", min=1, help="Mark option N in the file.")] = None,
    most: Annotated[int, Option(min=1, max=50, help="How many options to show.")] = 5,
    json: JsonFlag = False,
) -> None:
    """Show the legal ways to deploy a list, the most points first, or why there is none.

    Examples: listbuilder deploy team.yaml | listbuilder deploy team.yaml --take 2. Exit codes: 0 success, 1 no legal
    way to deploy the list was found, 2 the game deploys whole lists or there is no such option, 3 the file can't be
    read or written.
    """
    from listbuilder.play.play_documents import deploy_document

    if take is not None and str(file) == "-":
        raise click.BadParameter("--take marks a file; stdin has none", param_hint="--take")
    if take is None:
        force = reader.judge(file).force
        found = options_of(force, most)
    else:
        force, found = mark_option(file, reader, most, take)
    if json:
        print_json(deploy_document(found, force))
    else:
        say(options_text(found, force))
    if take is not None and take > len(found.options) > 0:
        say(style(f"There are only {len(found.options)} options."), error=True)
        raise Exit(USAGE)
    if take is not None and found.options:
        say(f"Marked option {take} in {style(str(file))}.", error=json)
    raise Exit(0 if found.options else ILLEGAL)


def options_of(force: Force, most: int) -> Deployment:
    """The ways to deploy a list, where its game has any choice."""
    from listbuilder.base.errors import EditError
    from listbuilder.play import can_deploy, find_deployments

    if not can_deploy(force.game):
        raise EditError(f"{force.game.name} deploys whole lists; there is nothing to choose.")
    return find_deployments(force, most)


def mark_option(file: Path, reader: ListReader, most: int, take: int) -> tuple[Force, Deployment]:
    """Mark an option in the file. The options are found under the file's lock, so that nothing else changes it."""
    from listbuilder.judging.resolver import resolve
    from listbuilder.lists import read_list
    from listbuilder.lists.file_editor import Editor, edit_file, split_rows

    made: list[tuple[Force, Deployment]] = []

    def change(editor: Editor) -> None:
        now = read_list(editor.before.encode(), file=str(file))
        force = resolve(now, reader.game_played(now.game))
        found = options_of(force, max(most, take))
        made.append((force, found))
        if take <= len(found.options):
            split_rows(editor, "deploy", {part.model.row: part.number for part in found.options[take - 1]})

    warn_without_undo(edit_file(file, change))
    return made[0]


def options_text(found: Deployment, force: Force) -> str:
    """The options as people read them."""
    from listbuilder.play.play_documents import option_points

    name = force.document.name or "This list"
    limit = "" if found.limit is None else f" at most {found.limit} {force.game.points}"
    if not found.options:
        reasons = " ".join(found.reasons) or "No subset satisfies every rule."
        return paragraph(f"{name} can't be deployed legally. {reasons}", "  ", "")
    ways = "some ways" if found.subsets is None else "1 way" if found.subsets == 1 else f"{found.subsets} ways"
    parts = [heading(f"{name}: {ways} to deploy{limit}")]
    if force.undecided:
        parts.append(paragraph("Nothing is decided yet: no model has `deploy`.", "  ", "  "))
    if found.required:
        parts.append(paragraph(f"Always: {', '.join(row_label(one, force) for one in found.required)}.", "  ", "  "))
    for number, option in enumerate(found.options, 1):
        chosen = ", ".join(row_label(one, force) for one in option)
        parts.append(paragraph(f"{option_points(option)} {force.game.points}: {chosen}.", "     ", f"  {number}. "))
        if bench := benched_rows(option, force):
            left = ", ".join(row_label(one, force, benched=True) for one in bench)
            parts.append(paragraph(f"On the bench: {left}.", "     "))
    return "\n".join(parts)


def row_label(part: CountedRow, force: Force, benched: bool = False) -> str:
    """A row and how many of it; what the list names some of them for stands behind. Those go on the table first."""
    row = [model for model in force.rows if model.row == part.model.row]
    copies, posts = sum(model.count for model in row), []
    for key in dict.fromkeys(key for model in row for key, value in model.values.items() if value is True):
        marked = sum(model.count for model in row if model.values.get(key) is True)
        held = max(part.number - (copies - marked), 0) if benched else min(marked, part.number)
        if held and key != "deploy":
            posts.append(key if held == part.number else f"{key}: {held}")
    name = f"{part.number} × {part.model.label}" if part.number > 1 else part.model.label
    return f"{name} ({', '.join(posts)})" if posts else name


def benched_rows(option: tuple[CountedRow, ...], force: Force) -> list[CountedRow]:
    """What an option leaves on the bench."""
    from listbuilder.play import CountedRow

    on = {part.model.row: part.number for part in option}
    copies = Counter(model.row for model in force.models)
    firsts = {row.row: row for row in reversed(force.rows)}
    rows = sorted(row for row in copies if copies[row] > on.get(row, 0))
    return [CountedRow(firsts[row], copies[row] - on.get(row, 0)) for row in rows]
