"""The judge's booklet: the sheet of every list that counts, with receipts; and slips for checking models.

It shows sealed lists, so it goes into `judge/`, never into `out/`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from listbuilder.base.errors import DocumentError, EditError
from listbuilder.base.records import record, replace
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.verdicts import judge_version, meaning_of
from listbuilder.desk.messages import receipt_of
from listbuilder.desk.players import same_name
from listbuilder.desk.rounds.pairing import noise
from listbuilder.desk.rounds.round_missions import mission_names
from listbuilder.desk.rounds.standings import rounds_error
from listbuilder.desk.seal import seal_code
from listbuilder.desk.state import Entrant, TableGame, Version
from listbuilder.desk.verifying import version_that_counts
from listbuilder.judging.validator import Report
from listbuilder.loading.templates import load_templates
from listbuilder.printing.booklet import Chapter, Slip, print_booklet, print_slips
from listbuilder.printing.pdf_canvas import Properties
from listbuilder.printing.sheet import PrintedReceipt, SheetMaker, SheetOptions, print_sheets
from listbuilder.printing.text_layout import Fonts
from listbuilder.storage.files import make_folder, write_bytes

BLANK = "________"
"""Where something is written by hand."""

# Receipts as they are printed on sheets.


def printed_receipt(desk: Desk, version: Version) -> PrintedReceipt:
    """The receipt for a version as it is printed."""
    return PrintedReceipt(receipt_of(desk, version), seal_code(version.seal))


def find_receipts(desk: Desk, reports: Iterable[Report]) -> list[PrintedReceipt | None]:
    """The receipt of each list that was handed in; None for others, and if it could be that of two players."""
    known = [(one, version, meaning_of(desk, one.id, version.number)) for one, version in _current_versions(desk)]
    found: list[PrintedReceipt | None] = []
    for report in reports:
        same = [(one, version) for one, version, meaning in known if meaning == report.force.meaning]
        named = [pair for pair in same if _is_named(desk, pair[0], report.force.document.player or "")]
        some = named or same
        found.append(printed_receipt(desk, some[0][1]) if len(some) == 1 else None)
    return found


def _current_versions(desk: Desk) -> Iterator[tuple[Entrant, Version]]:
    """The version of each list that counts, or the last one."""
    for entrant in desk.state.lists.values():
        version = version_that_counts(entrant) or entrant.last
        if version is not None:
            yield entrant, version


def _is_named(desk: Desk, entrant: Entrant, name: str) -> bool:
    player = desk.players.get(entrant.player)
    return name in (entrant.id, entrant.player) or (
        player is not None and any(same_name(one, name) for one in (player.name, player.shown))
    )


# Print options: paper, type and fonts for booklets, slips and reports.


def print_options(paper: str, font: Path | None = None, catalogues: tuple[Path, ...] = ()) -> SheetOptions:
    """The options of a print: paper, an additional font, and catalogue folders.

    Characters that no font has are printed as numbers, so that one name can't block all other lists.
    """
    templates = load_templates()
    type_ = templates.type["normal"]
    theme = templates.themes[templates.default["theme"]]
    options = SheetOptions(Fonts(font, spell=True), theme, templates.papers[paper], max(8.5, type_.floor), type_.floor)
    return options._replace(catalogues=catalogues)


@record
class PrintedBooklet:
    """A print: its file, the number of lists, and the tables.

    `spelled` maps lists to characters that no font has, `failed` maps lists that could not be printed to the reason.
    """

    file: Path
    lists: int
    tables: tuple[int, ...] = ()
    spelled: Mapping[str, str] = field(default_factory=dict)
    failed: Mapping[str, str] = field(default_factory=dict)


def write_booklet(desk: Desk, paper: str, font: Path | None = None) -> PrintedBooklet:
    """Write the booklet of all lists that count; a list that can't be printed is named in it."""
    options = print_options(paper, font, desk.catalogues)._replace(numbered=True)
    maker, chapters = SheetMaker(options), []
    spelled, failed = {}, {}
    for entrant in sorted(desk.state.lists.values(), key=lambda one: desk.list_title(one.id).casefold()):
        version = version_that_counts(entrant)
        if version is None:
            continue
        name = f"{desk.list_title(entrant.id)} ({desk.list_label(entrant.id)}), {seal_code(version.seal)}"
        try:
            report = _named(desk, entrant.id, judge_version(desk, entrant.id, version.number))
            chapters.append(Chapter(name, maker.lay_out(report, printed_receipt(desk, version))))
        except DocumentError as error:
            failed[entrant.id] = error.findings[0].message if error.findings else str(error)
            # Otherwise the next list would be refused for the characters of this one.
            options.fonts.lacking.clear()
        if signs := options.fonts.spelled_in(name + _texts(desk, entrant, version)):
            spelled[entrant.id] = signs
    if not chapters and not failed:
        raise EditError.of("desk.player", "No list is approved.", "Run `listbuilder event approve` first.")
    title = f"{desk.event.name}: lists"
    remarks = [f"{len(chapters)} lists. Ledger: {len(desk.chain.lines)} lines, head {desk.chain.code}."]
    remarks += [f"Ruling, {one.name}: {one.text}" for one in desk.event.rulings]
    remarks += [f"NOT PRINTED: {desk.list_title(id)} ({desk.list_label(id)}). {why}" for id, why in failed.items()]
    pdf = print_booklet(title, remarks, chapters, options, Properties(title))
    return PrintedBooklet(file=_write(desk, "booklet.pdf", pdf), lists=len(chapters), spelled=spelled, failed=failed)


def sheet_of(desk: Desk, entrant: Entrant, version: Version, paper: str) -> bytes:
    """The sheet of one list with its receipt, as a PDF."""
    options = print_options(paper, catalogues=desk.catalogues)
    report = _named(desk, entrant.id, judge_version(desk, entrant.id, version.number))
    sheet = SheetMaker(options).lay_out(report, printed_receipt(desk, version))
    return print_sheets([sheet], options, Properties(f"{desk.event.name}: {desk.list_title(entrant.id)}"))


def checked_tables(desk: Desk, share: int) -> list[int]:
    """The tables of the current round to check: a share in percent, drawn with the round's seed."""
    if not desk.state.rounds:
        raise rounds_error("No round was drawn.", "Run `listbuilder event pair`.")
    last = desk.state.rounds[-1]
    # Drawn with the seed of the round, so that anybody can check that the desk chose nobody.
    tables = sorted((game.table for game in last.games), key=lambda one: noise(last.seed, "slip", str(one)))
    return sorted(tables[: max(1, -(-len(tables) * share // 100))])


def write_slips(desk: Desk, share: int, paper: str, font: Path | None = None) -> PrintedBooklet:
    """Write slips for the players at some tables, with a box for each model of the locked list."""
    tables = checked_tables(desk, share)
    last = desk.state.rounds[-1]
    options, slips, spelled = print_options(paper, font), [], {}
    shown = [game for game in last.games if game.table in tables]
    playing = [(game.table, one) for game in shown for id in (game.one, game.two) for one in _on_table(desk, game, id)]
    for table, one in playing:
        slip = _slip(desk, table, one)
        if signs := options.fonts.spelled_in("".join((slip.title, *slip.lines))):
            spelled[one.id] = signs
        slips.append(slip)
    title = f"{desk.event.name}, round {last.number}: compare with the models on the table"
    properties = Properties(f"{desk.event.name}: slips of round {last.number}")
    file = _write(desk, f"slips-{last.number}.pdf", print_slips(title, slips, options, properties))
    return PrintedBooklet(file=file, lists=len(slips), tables=tuple(tables), spelled=spelled)


def write_result_slips(desk: Desk, paper: str, font: Path | None = None) -> PrintedBooklet:
    """Write a slip for every table of the current round, on which both players enter and sign the result."""
    if not desk.state.rounds:
        raise rounds_error("No round was drawn.", "Run `listbuilder event pair`.")
    last = desk.state.rounds[-1]
    options = print_options(paper, font)
    slips = [_result_slip(desk, game) for game in last.games]
    missions = mission_names(desk.game, last)
    title = ", ".join([f"{desk.event.name}, {last.title}", *missions])
    properties = Properties(f"{desk.event.name}: results of round {last.number}")
    file = _write(desk, f"results-{last.number}.pdf", print_slips(title, slips, options, properties))
    lacking = {id: options.fonts.spelled_in(desk.name_of(id)) for game in last.games for id in (game.one, game.two)}
    tables = tuple(game.table for game in last.games)
    spelled = {id: signs for id, signs in lacking.items() if signs}
    return PrintedBooklet(file=file, lists=len(slips), tables=tables, spelled=spelled)


def _result_slip(desk: Desk, game: TableGame) -> Slip:
    counts = [f"{one.name} {BLANK}" for one in desk.event.counts] or [f"won, drawn or lost {BLANK}"]
    rows = [f"{desk.name_of(id)} ({id}):  {'   '.join(counts)}   signed {BLANK * 2}" for id in (game.one, game.two)]
    return Slip(f"Table {game.table}", (rows[0], "", rows[1]), boxes=False, sign="To the desk when the game is over.")


def _on_table(desk: Desk, game: TableGame, player: str) -> list[Entrant]:
    """The list that a player plays; all of them if that was not recorded."""
    held = [one for one in desk.state.lists_of(player) if version_that_counts(one)]
    return [one for one in held if one.id in game.lists] or held


def _slip(desk: Desk, table: int, entrant: Entrant) -> Slip:
    version = version_that_counts(entrant)
    assert version is not None
    force = judge_version(desk, entrant.id, version.number).force
    lines = [_model_text(model.title, [pick.entry.name for pick in model.entries]) for model in force.models]
    return Slip(
        f"Table {table}: {desk.list_title(entrant.id)} ({desk.list_label(entrant.id)}), {seal_code(version.seal)}",
        tuple(lines),
    )


def _texts(desk: Desk, entrant: Entrant, version: Version) -> str:
    """The text of a list; empty if its file can't be read."""
    try:
        return str(desk.document(entrant.id, version).data)
    except DocumentError:
        return ""


def _model_text(title: str, names: Sequence[str]) -> str:
    """A model in one line: its title and its entries."""
    others = [name for name in names if name != title]
    return f"{title}: {', '.join(others)}" if others else title


def _named(desk: Desk, id: str, report: Report) -> Report:
    """The report with the player's name on the list."""
    force = report.force
    document = replace(force.document, player=desk.list_title(id))
    return replace(report, force=replace(force, document=document))


def _write(desk: Desk, name: str, pdf: bytes) -> Path:
    make_folder(desk.judge)
    write_bytes(desk.judge / name, pdf, replace=True, private=True)
    return desk.judge / name
