"""`deploy`: which models of a drafted list can be deployed together."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import (
    ILLEGAL,
    USAGE,
    Catalogues,
    EventPack,
    JsonFlag,
    folders,
    judge_file,
    open_event,
    open_game,
    print_json,
)
from listbuilder.cli.terminal import heading, paragraph, say, style

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.force import Force, Model
    from listbuilder.play import Deployment

EPILOG = "Examples: listbuilder deploy team.yaml | listbuilder deploy team.yaml --take 2"


def deploy(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A list file.")],
    take: Annotated[int | None, typer.Option(metavar="N", min=1, help="Mark option N in the file.")] = None,
    most: Annotated[int, typer.Option(min=1, max=50, help="How many options to show.")] = 5,
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Show the legal ways to deploy a list, the most points first, or why there is none."""
    if take is not None and str(file) == "-":
        raise typer.BadParameter("--take marks a file; stdin has none", param_hint="--take")
    named = folders(context, catalogue)
    pack = open_event(event, named)
    if take is None:
        force = judge_file(file, named, pack).force
        found = options_of(force, most)
    else:
        force, found = mark(file, named, pack, most, take)
    if json:
        print_json(document(found, force))
    else:
        say(text(found, force))
    if take is not None and take > len(found.options) > 0:
        say(style(f"There are only {len(found.options)} options."), error=True)
        raise typer.Exit(USAGE)
    if take is not None and found.options:
        say(f"Marked option {take} in {style(str(file))}.", error=json)
    raise typer.Exit(0 if found.options else ILLEGAL)


def options_of(force: Force, most: int) -> Deployment:
    """The ways to deploy a list, where its game has any choice."""
    from listbuilder.errors import EditError
    from listbuilder.play import can_deploy, find_deployments

    if not can_deploy(force.game):
        raise EditError(f"{force.game.name} deploys whole lists; there is nothing to choose.")
    return find_deployments(force, most)


def mark(file: Path, catalogues: list[Path], event: Game | None, most: int, take: int) -> tuple[Force, Deployment]:
    """Mark an option in the file: the options are those of what is in it while nobody else can change it."""
    from listbuilder.lists import read_list
    from listbuilder.lists.edit import Editor, edit_file, set_flag
    from listbuilder.resolver import resolve

    made: list[tuple[Force, Deployment]] = []

    def change(editor: Editor) -> None:
        now = read_list(editor.before.encode(), file=str(file))
        force = resolve(now, open_game(now.game, catalogues, event))
        found = options_of(force, max(most, take))
        made.append((force, found))
        if take <= len(found.options):
            rows = {model.row for model in found.options[take - 1]}
            set_flag(editor, "deploy", {model.row: model.row in rows for model in force.rows})

    edit_file(file, change)
    return made[0]


def total(models: tuple[Model, ...], force: Force) -> int:
    """The points of some rows, copies included."""
    rows = {model.row for model in models}
    return sum(model.cost for model in force.models if model.row in rows)


def text(found: Deployment, force: Force) -> str:
    """The options as people read them."""
    name = force.document.name or "This list"
    limit = "" if found.limit is None else f" at most {found.limit} {force.game.points}"
    if not found.options:
        reasons = " ".join(found.reasons) or "No subset satisfies every rule."
        return paragraph(f"{name} can't be deployed legally. {reasons}", "  ", "")
    ways = "some ways" if found.subsets is None else "1 way" if found.subsets == 1 else f"{found.subsets} ways"
    parts = [heading(f"{name}: {ways} to deploy{limit}")]
    copies = Counter(model.row for model in force.models)
    names = {row.row: f"{copies[row.row]} × {row.label}" if copies[row.row] > 1 else row.label for row in force.rows}
    if found.required:
        parts.append(paragraph(f"Always: {', '.join(names[model.row] for model in found.required)}.", "  ", "  "))
    for number, option in enumerate(found.options, 1):
        bench = [names[model.row] for model in force.rows if model not in option]
        chosen = ", ".join(names[model.row] for model in option)
        parts.append(paragraph(f"{total(option, force)} {force.game.points}: {chosen}.", "     ", f"  {number}. "))
        if bench:
            parts.append(paragraph(f"On the bench: {', '.join(bench)}.", "     "))
    return "\n".join(parts)


def document(found: Deployment, force: Force) -> dict[str, object]:
    """The options as data."""
    return {
        "limit": found.limit,
        "required": [model.where for model in found.required],
        "subsets": found.subsets,
        "options": [
            {"points": total(option, force), "models": [model.where for model in option]} for option in found.options
        ],
        "reasons": list(found.reasons),
    }
