"""The judge's booklet: the sheet of every list that counts, by name, each with its receipt; and slips for some tables.

A booklet before lists are shown holds everything that is sealed, so it goes into `judge/`, never into `out/`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.across import judge_version
from listbuilder.desk.paper import wishes_for
from listbuilder.desk.records import Entrant, Game, Version
from listbuilder.desk.rounds.pairing import noise
from listbuilder.desk.rounds.refusal import refused
from listbuilder.desk.seal import seal_code
from listbuilder.desk.sheets import receipt_mark
from listbuilder.desk.verifying import counting
from listbuilder.errors import EditError
from listbuilder.files import make_folder, write_bytes
from listbuilder.printing.booklet import Chapter, Slip, print_booklet, print_slips
from listbuilder.printing.draw import Properties
from listbuilder.printing.sheet import SheetMaker, print_sheets
from listbuilder.record import changed
from listbuilder.validator import Report


def write_booklet(desk: Desk, paper: str, font: Path | None = None) -> tuple[Path, int]:
    """Write the booklet of all lists that count; where it is, and how many lists are in it."""
    wishes = wishes_for(paper, font, desk.catalogues)._replace(numbered=True)
    maker, chapters = SheetMaker(wishes), []
    for entrant in sorted(desk.state.lists.values(), key=lambda one: desk.title_of(one.id).casefold()):
        version = counting(entrant)
        if version is None:
            continue
        report = _named(desk, entrant.id, judge_version(desk, entrant.id, version.number))
        sheet = maker.lay_out(report, receipt_mark(desk, version))
        name = f"{desk.title_of(entrant.id)} ({desk.spoken(entrant.id)}), {seal_code(version.seal)}"
        chapters.append(Chapter(name, sheet))
    if not chapters:
        raise EditError.of("desk.player", "No list is approved.", "Say `listbuilder event approve` first.")
    title = f"{desk.event.name}: lists"
    remarks = [f"{len(chapters)} lists. Ledger: {len(desk.chain.lines)} lines, head {desk.chain.code}."]
    remarks += [f"Ruling, {one.name}: {one.text}" for one in desk.event.rulings]
    pdf = print_booklet(title, remarks, chapters, wishes, Properties(title))
    return _write(desk, "booklet.pdf", pdf), len(chapters)


def sheet_of(desk: Desk, entrant: Entrant, version: Version, paper: str) -> bytes:
    """The sheet of one list with its receipt, as a PDF."""
    wishes = wishes_for(paper, catalogues=desk.catalogues)
    report = _named(desk, entrant.id, judge_version(desk, entrant.id, version.number))
    sheet = SheetMaker(wishes).lay_out(report, receipt_mark(desk, version))
    return print_sheets([sheet], wishes, Properties(f"{desk.event.name}: {desk.title_of(entrant.id)}"))


def checked_tables(desk: Desk, share: int) -> list[int]:
    """The tables of the round at hand whose lists are checked: so many in a hundred, by a lot that nobody chooses."""
    if not desk.state.rounds:
        raise refused("No round was drawn.", "Say `listbuilder event pair`.")
    last = desk.state.rounds[-1]
    tables = sorted((game.table for game in last.games), key=lambda one: noise(last.seed, "slip", str(one)))
    return sorted(tables[: max(1, -(-len(tables) * share // 100))])


def write_slips(desk: Desk, share: int, paper: str, font: Path | None = None) -> tuple[Path, list[int]]:
    """Write slips for the players at some tables: a box for each model of what was locked."""
    tables = checked_tables(desk, share)
    last = desk.state.rounds[-1]
    slips = [
        _slip(desk, game.table, one)
        for game in last.games
        if game.table in tables
        for id in (game.one, game.two)
        for one in _on_table(desk, game, id)
    ]
    title = f"{desk.event.name}, round {last.number}: compare with the models on the table"
    properties = Properties(f"{desk.event.name}: slips of round {last.number}")
    pdf = print_slips(title, slips, wishes_for(paper, font), properties)
    return _write(desk, f"slips-{last.number}.pdf", pdf), tables


def _on_table(desk: Desk, game: Game, player: str) -> list[Entrant]:
    """The list that a player plays; where nobody said which of several, all of them."""
    held = [one for one in desk.state.lists_of(player) if counting(one)]
    return [one for one in held if one.id in game.lists] or held


def _slip(desk: Desk, table: int, entrant: Entrant) -> Slip:
    version = counting(entrant)
    assert version is not None
    force = judge_version(desk, entrant.id, version.number).force
    lines = [_model_text(model.title, [pick.entry.name for pick in model.entries]) for model in force.models]
    return Slip(
        f"Table {table}: {desk.title_of(entrant.id)} ({desk.spoken(entrant.id)}), {seal_code(version.seal)}",
        tuple(lines),
    )


def _model_text(title: str, names: Sequence[str]) -> str:
    """A model in a line: what it is, and all it has."""
    others = [name for name in names if name != title]
    return f"{title}: {', '.join(others)}" if others else title


def _named(desk: Desk, id: str, report: Report) -> Report:
    """The report with the player's name on the list."""
    force = report.force
    document = changed(force.document, player=desk.title_of(id))
    return changed(report, force=changed(force, document=document))


def _write(desk: Desk, name: str, pdf: bytes) -> Path:
    make_folder(desk.judge)
    write_bytes(desk.judge / name, pdf, replace=True, private=True)
    return desk.judge / name
