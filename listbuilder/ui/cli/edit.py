"""`add`, `set`, `remove`, `copy`, `move`, `roll`: edit a list file, and print what came of it.

The file is parsed once and judged once before the change, and so is what is written. A finding that was there before
is counted and not printed again. A list that is merely illegal is written like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

from listbuilder.base.errors import EditError
from listbuilder.base.findings import Finding, capped
from listbuilder.base.wording import counted
from listbuilder.building.bench import Bench, open_bench, plan_edit, write_steps
from listbuilder.building.change import compare_findings, rows_between
from listbuilder.building.edits import (
    Add,
    Edit,
    Many,
    MoveRow,
    Remove,
    copy_of_row,
    row_edits,
    schema_at,
    spell_own_names,
)
from listbuilder.catalogue import Game, RowSchema
from listbuilder.exchange.documents.edit_document import NOTHING, NOUNS, EditOutcome, FindingChanges
from listbuilder.judging.force import Force
from listbuilder.judging.roster_lines import RosterLine, group_line, model_line
from listbuilder.judging.validator import Report
from listbuilder.lists import parse_list
from listbuilder.lists.file_editor import EditedFile, Editor, rewrite_file
from listbuilder.lists.find_row import matching_rows, resolve_row, row_at, row_error, rows_of_kind
from listbuilder.lists.key_values import WORD, WordReader, shell_assignment
from listbuilder.lists.rolling import RollResult
from listbuilder.storage.reading import Path as TreePath
from listbuilder.storage.reading import Tree
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import JsonFlag, ListFile, ListReader, check_file, warn_without_undo
from listbuilder.ui.cli.report_text import finding_text, points_text, verdict_text
from listbuilder.ui.cli.terminal import paragraph, print_json, say, style

if TYPE_CHECKING:
    Change = Callable[[Bench], tuple[Sequence[Edit], EditOutcome]]

RowName = Annotated[
    str,
    Argument(
        metavar="MODEL",
        help="Its number in the table of `validate`, its name, or its unit if only one model has it; "
        "a place such as groups[0]; `list` for the list itself.",
    ),
]


def add(
    file: ListFile,
    words: Annotated[
        list[str],
        Argument(metavar="key=value…", help="Its options; a name without a key goes where it fits."),
    ],
    reader: ListReader,
    at: Annotated[int | None, Option(min=1, metavar="N", help="Its position in the list; the default is last.")] = None,
    seed: Annotated[int | None, Option(min=0, metavar="N", help="Repeat the rolls for slots that are rolled.")] = None,
    json: JsonFlag = False,
) -> None:
    """Add a model, described by its options; or a group, with the word `group` first.

    Examples: listbuilder add squad.yaml UNIT weapon=WEAPON gear=GEAR | listbuilder add squad.yaml UNIT WEAPON name=Tod
    x2 | listbuilder add squad.yaml UNIT UNIT UNIT | listbuilder add squad.yaml group name=Vanguard. Words in capitals
    stand for names of your game, in quotes if they contain blanks. Each name for the first slot of the game starts
    another model; `listbuilder show GAME` lists the names. Separate several entries by commas: gear=ONE,OTHER. `x2`
    adds two. A required slot with one choice is filled for you. What the game leaves to dice is rolled. The list is
    written even if it is illegal; `undo` reverts it. Exit codes: 0 success, 2 a key or a name is unknown, 3 the file
    can't be read or written.
    """

    def change(bench: Bench) -> tuple[list[Edit], EditOutcome]:
        from listbuilder.building import with_only_choices, with_rolls
        from listbuilder.lists.rolling import draw_seed

        kind = "groups" if words[0].lower() == "group" else "models"
        parser = WordReader(bench.report.force.game, kind)
        rows = added_models(parser, words) if kind == "models" else [parser.read(words[1:], {})]
        size = len(rows_of_kind(bench.tree, kind))
        place = size if at is None else min(at - 1, size)
        edits = Many(edits=tuple(Add(row=row, kind=kind, to=place + more) for more, row in enumerate(rows)))
        rolled = with_only_choices(bench, with_rolls(bench, edits, draw_seed() if seed is None else seed))
        return [rolled], EditOutcome("Added", tuple((kind, place + more) for more in range(len(rows))))

    make_change(file, change, reader, json)


def added_models(parser: WordReader, words: list[str]) -> list[dict[str, Tree]]:
    """The models that words ask for: `key=value` and names, or else a line as the builders and `import` read it."""
    from listbuilder.exchange.formats.text.text_rows import typed_rows

    try:
        return parser.rows(words)
    except EditError as error:
        known = [any(parser.knows(slot, word) for slot in parser.sheet.slots.values()) for word in words]
        line = " ".join(f'"{word}"' if name and " " in word else word for word, name in zip(words, known, strict=True))
        try:
            # Only if the words are wrong as such: a name of several words that the shell has split is one line again.
            return typed_rows(parser.game, line)
        except EditError:
            raise error from None


def set_(
    file: ListFile,
    model: RowName,
    words: Annotated[
        list[str],
        Argument(metavar="key=value…", help="key=value sets, key= removes, key+=value adds, key-=value takes away."),
    ],
    reader: ListReader,
    json: JsonFlag = False,
) -> None:
    """Change a model, a group or the list itself.

    Examples: listbuilder set squad.yaml 1 weapon=WEAPON gear+=GEAR | listbuilder set squad.yaml Tod gear-=GEAR name= |
    listbuilder set squad.yaml list name="Sector 7" limit=200 | listbuilder set squad.yaml Vanguard leader=Tod. Words in
    capitals stand for names of your game. Keys may be singular or plural, in either spelling: armor is armour. The list
    is written even if it is illegal; `undo` reverts it. Exit codes: 0 success, 2 a key, a name or a model is unknown, 3
    the file can't be read or written.
    """

    def change(bench: Bench) -> tuple[Sequence[Edit], EditOutcome]:
        game = bench.report.force.game
        tree = spell_own_names(bench.tree, game)
        path = resolve_row(tree, model, game)
        check_words(tree, words, path, game)
        old = row_at(tree, path)
        edits = row_edits(path, old, WordReader(game, str(path[0]) if path else "list").read(words, old))
        keys = (*(one.key for one in edits if one.value is not None), *(one.key for one in edits if one.value is None))
        return edits, EditOutcome("Changed", (path,), keys=keys) if edits else NOTHING

    make_change(file, change, reader, json)


def check_words(tree: Mapping[str, Tree], words: list[str], path: TreePath, game: Game) -> None:
    """Refuse a name that may be meant as one more model to change, and not as what the first becomes."""
    from listbuilder.catalogue.entries import Unit

    head, slot = next(iter(game.model.slots.items()), ("", None))
    for word in words:
        if WORD.fullmatch(word):
            continue
        others = [one for one in matching_rows(tree, word, game) if one not in ((), path)]
        entry = game.find(slot.kind, word) if slot else None
        if others and (entry is None or isinstance(entry, Unit)):
            row = f"{NOUNS[str(others[0][0])]} {int(others[0][1]) + 1}"
            fact = f'"{word}" is {row} of the list, and `set` changes one row.'
            instead = f" To make the first one {entry.name}, write `{shell_assignment(head, word)}`." if entry else ""
            raise EditError.of("edit.row", fact, f"Call it once for each.{instead}")


def remove(
    file: ListFile,
    models: Annotated[
        list[str],
        Argument(metavar="MODEL…", help="Numbers from the table of `validate`, names, units, or groups[0]."),
    ],
    reader: ListReader,
    json: JsonFlag = False,
) -> None:
    """Remove models or groups from a list; comments above them stay.

    Examples: listbuilder remove squad.yaml 3 | listbuilder remove squad.yaml Tod 4 6 | listbuilder remove squad.yaml
    UNIT | listbuilder remove squad.yaml "groups[0]". Numbers are those before the command. A name that several models
    share is refused, with the number of each. Exit codes: 0 success, 2 there is no such model, 3 the file can't be read
    or written.
    """

    def change(bench: Bench) -> tuple[list[Edit], EditOutcome]:
        found = {row_path(bench, one, "The list itself can't be removed from its file.") for one in models}
        paths = sorted(found, key=lambda path: (str(path[0]), int(path[1])))
        # From the end, so that the numbers of the rows before stay right.
        return [Remove(at=path) for path in reversed(paths)], EditOutcome("Removed", tuple(paths), gone=True)

    make_change(file, change, reader, json)


def copy(
    file: ListFile,
    model: RowName,
    reader: ListReader,
    words: Annotated[
        list[str] | None, Argument(metavar="[key=value…]", help="Changes to the copy, as with `set`.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Duplicate a model or a group. Names are unique, so the copy starts without one.

    Examples: listbuilder copy squad.yaml 2 | listbuilder copy squad.yaml Tod name=Rod gear=GEAR. The copy follows the
    model. Exit codes: 0 success, 2 a word is unknown, 3 the file can't be read or written.
    """

    def change(bench: Bench) -> tuple[list[Edit], EditOutcome]:
        path = row_path(bench, model, "The list itself can't be copied into its own file.")
        game = bench.report.force.game
        row = copy_of_row(row_at(spell_own_names(bench.tree, game), path))
        made = WordReader(game, str(path[0])).read(words or [], row)
        named = {"name": made.pop("name"), **made} if "name" in made else made
        to = int(path[1]) + 1
        return [Add(row=named, kind=str(path[0]), to=to)], EditOutcome("Added", ((path[0], to),))

    make_change(file, change, reader, json)


def move(
    file: ListFile,
    model: RowName,
    number: Annotated[int, Argument(metavar="N", min=1, help="Its new position, from 1.")],
    reader: ListReader,
    json: JsonFlag = False,
) -> None:
    """Move a model or group to another position.

    Examples: listbuilder move squad.yaml Tod 1 | listbuilder move squad.yaml 5 2. The comments right above a model go
    with it. Exit codes: 0 success, 2 there is no such model or position, 3 the file can't be read or written.
    """

    def change(bench: Bench) -> tuple[list[Edit], EditOutcome]:
        path = row_path(bench, model, "The list itself has no place in its file.")
        many = len(rows_of_kind(bench.tree, str(path[0])))
        if number > many:
            fact = f"There is no place {number}: the list has {many} {path[0]}."
            raise row_error(fact, f"Give a number from 1 to {many}.")
        done = EditOutcome(f"Moved {NOUNS[str(path[0])]} {int(path[1]) + 1}; it is now", ((path[0], number - 1),))
        return [MoveRow(at=path, to=number - 1)], done

    make_change(file, change, reader, json)


def row_path(bench: Bench, word: str, refusal: str) -> TreePath:
    """The model or group that a word means; the list itself is refused."""
    path = resolve_row(bench.tree, word, bench.report.force.game)
    if not path:
        raise row_error(refusal, "Name a model or a group.")
    return path


def roll(
    file: ListFile,
    reader: ListReader,
    model: Annotated[
        str | None,
        Argument(metavar="[MODEL]", help="A number or a name, `list` for the list itself; the default is everything."),
    ] = None,
    slot: Annotated[str | None, Option(metavar="SLOT", help="Roll once more for this slot.")] = None,
    seed: Annotated[int | None, Option(min=0, metavar="N", help="The same seed rolls the same.")] = None,
    json: JsonFlag = False,
) -> None:
    """Roll for the slots that the game fills by dice.

    Examples: listbuilder roll squad.yaml | listbuilder roll squad.yaml Tod --seed 7 | listbuilder roll squad.yaml Tod
    --slot SLOT | listbuilder roll squad.yaml list. Only empty slots are rolled for, inside picks too; --slot rolls once
    more where there is room. The number and the seed are written beside the entry, so that anybody can check the roll;
    `undo` reverts it. Exit codes: 0 success, 2 there is no such model or slot, 3 the file can't be read or written.
    """
    from listbuilder.lists.rolling import draw_seed

    drawn = draw_seed() if seed is None else seed
    rolls: list[RollResult] = []

    def change(bench: Bench) -> tuple[list[Edit], EditOutcome]:
        game = bench.report.force.game
        tree = spell_own_names(bench.tree, game)
        touched: list[TreePath] = []
        edits: list[Edit] = []
        for path in [resolve_row(tree, model, game)] if model is not None else all_rows(tree):
            made, found = roll_row(bench, path, slot, rolls[-1].seed + 1 if rolls else drawn)
            edits += made
            touched += [path] if found else []
            rolls.extend(found)
        if not rolls and model is None:
            check_rolled(game)
        return edits, EditOutcome("Rolled for", tuple(touched)) if touched else NOTHING

    make_change(file, change, reader, json)
    if not json:
        for one in rolls:
            say(style(f"  {one.table.name}: a roll of {one.number} is {one.entry.name} (seed {one.seed})."))


def all_rows(tree: Mapping[str, Tree]) -> list[TreePath]:
    """The list itself, its groups and its models."""
    found: list[TreePath] = [()]
    for kind in ("groups", "models"):
        found += [(kind, at) for at, row in enumerate(rows_of_kind(tree, kind)) if isinstance(row, dict)]
    return found


def roll_row(bench: Bench, path: TreePath, slot: str | None, seed: int) -> tuple[Sequence[Edit], Sequence[RollResult]]:
    """Roll for one row of the list: the edits and the rolls."""
    from listbuilder.building.rolls import rolls

    game = bench.report.force.game
    id = None if slot is None else slot_named(slot, game, schema_at(game, path))
    return rolls(bench, path, seed, id) if slot is None or id is not None else ((), ())


def slot_named(word: str, game: Game, sheet: RowSchema) -> str | None:
    """The slot that a word means; None when it is a slot of other rows."""
    from listbuilder.base.spelling import did_you_mean, same_word
    from listbuilder.lists.rolling import rolled_slots

    found = next((id for id in rolled_slots(sheet) if same_word(word.lower(), id)), None)
    if found:
        return found
    known = [id for one in (game.list, game.group, game.model) for id in rolled_slots(one)]
    if any(same_word(word.lower(), id) for id in known):
        return None
    hint = did_you_mean(word, known) or (f"Rolled for are {', '.join(known)}." if known else "No slot is.")
    raise EditError.of("edit.word", f"`{word}` is no slot of {game.name} that is rolled for.", hint)


def check_rolled(game: Game) -> None:
    """Refuse to roll where the game rolls for nothing."""
    from listbuilder.lists.rolling import rolls_for_anything

    if not rolls_for_anything(game):
        hint = "A slot says `rolled: TABLE` where it is rolled for."
        raise EditError.of("edit.word", f"{game.name} has nothing to roll for.", hint)


# What all of them do


def make_change(file: Path, change: Change, reader: ListReader, json: bool) -> None:
    """Edit a file and print the result."""
    check_file(file)
    outcome: list[Any] = []

    def edited(raw: bytes) -> str:
        editor = Editor(raw, str(file))
        bench = open_bench(editor.document, reader.game(parse_list(editor.document).game), reader.event)
        edits, done = change(bench)
        steps, tree = plan_edit(bench, edits[0] if len(edits) == 1 else Many(edits=tuple(edits)))
        made = EditedFile(editor.before, editor.document)
        if steps:
            made = write_steps(editor, bench.report.force.game, steps, tree)
        # All work comes before the file is written: if anything stops it, the list is unchanged.
        report = bench.referee.judge(made.document)
        rows = rows_between(bench.tree, tree)
        moved = {was: now for was, now in enumerate(rows["models"]) if now is not None}
        new, gone = compare_findings(bench.report.findings, report.findings, rows)
        # By identity: two equal findings may be one old and one new.
        fresh = {id(one) for one in new}
        findings = FindingChanges(new, gone, tuple(one for one in report.findings if id(one) not in fresh))
        facts = (done, bench.report, report, moved, findings, str(file))
        if json:
            from listbuilder.exchange.documents.edit_document import edit_document

            outcome.append(edit_document(*facts))
        else:
            outcome.append(edit_text(*facts, reader.event_file))
        return made.text

    warn_without_undo(rewrite_file(file, edited))
    if json:
        print_json(outcome[0])
    else:
        say(outcome[0])


def edit_text(
    done: EditOutcome,
    before: Report,
    after: Report,
    moved: Mapping[int, int],
    changes: FindingChanges,
    file: str,
    event: Path | None = None,
) -> str:
    """An edit in a few lines; `moved` maps the old numbers of the models that stayed to their new ones."""
    if done == NOTHING:
        return style(f"Nothing changed: {file} says that already.")
    parts = [row_text(done, path, before.force, after.force, moved) for path in done.paths]
    parts.append(total_text(before, after, file))
    parts += [finding_text(one) for one in capped(changes.new)]
    for one in changes.solved:
        parts.append(paragraph(one.message, "    ", "  solved: ").replace("solved", style("solved", "green"), 1))
    if changes.older:
        look = f"validate {quote(file)}" + (f" --event {quote(str(event))}" if event else "")
        parts.append(paragraph(older_text(changes.older, look), "    ", "  "))
    return "\n".join(parts)


def row_text(done: EditOutcome, path: TreePath, before: Force, after: Force, moved: Mapping[int, int]) -> str:
    """One row: its number, what it costs and what is on it."""
    keys = f"{' and '.join(filter(None, (', '.join(done.keys[:-1]), done.keys[-1])))} of " if done.keys else ""
    if not path:
        return style(f"{done.verb} {keys}the list.")
    line = line_at(before if done.gone else after, path)
    head = f"{done.verb} {keys}{NOUNS[str(path[0])]} {int(path[1]) + 1}"
    if line.cost:
        head += f", {line.cost} {after.game.points}"
    was = next((old for old, new in moved.items() if new == path[1]), None)
    if done.verb == "Changed" and path[0] == "models" and was is not None:
        cost = line_at(before, ("models", was)).cost
        head += f" ({cost} before)" if cost != line.cost else ""
    return paragraph(f"{head}: {line.text}", "  ", "")


def line_at(force: Force, path: TreePath) -> RosterLine:
    """The roster's line for a row."""
    at = int(path[1])
    in_groups = path[0] == "groups"
    # Rows beyond the maximum that a list may have are kept in the file, but are no part of the force.
    if at >= len(force.groups) if in_groups else all(model.row != at for model in force.written):
        return RosterLine(str(at + 1), 0, "not judged, as the list has too many")
    return group_line(force, force.groups[at]) if in_groups else model_line(force, at)


def total_text(before: Report, after: Report, file: str) -> str:
    """The total and the verdict, with how much the total moved."""
    change = after.force.cost - before.force.cost
    moved = f"{abs(change)} {'more' if change > 0 else 'less'}" if change else ""
    size = counted(after.force.size, "model")
    return verdict_text(f"{file}: {points_text(after, moved)}, {size}: ", after)


def older_text(older: tuple[Finding, ...], look: str) -> str:
    """How many findings are as they were, and how to see them."""
    counts = Counter(str(one.severity) for one in older)
    nouns = {"error": "errors", "warning": "warnings", "info": "remarks"}
    parts = [counted(counts[severity], f"older {noun}") for severity, noun in nouns.items() if counts[severity]]
    verb, them = ("remains", "it") if len(older) == 1 else ("remain", "them")
    return f"{' and '.join(parts)} {verb}: `listbuilder {look}` shows {them}."
