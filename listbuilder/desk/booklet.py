"""The judge's booklet: the sheet of every list that counts, by name, each with its receipt; and slips for some tables.

A booklet before lists are shown holds everything that is sealed, so it goes into `judge/`, never into `out/`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
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
from listbuilder.errors import DocumentError, EditError
from listbuilder.files import make_folder, write_bytes
from listbuilder.printing.booklet import Chapter, Slip, print_booklet, print_slips
from listbuilder.printing.draw import Properties
from listbuilder.printing.sheet import SheetMaker, print_sheets
from listbuilder.record import changed, record
from listbuilder.validator import Report


@record
class Printed:
    """What was printed: where it lies, how many lists are in it, and for which tables.

    `spelled` says in whose lists characters that no font has are printed by their numbers, `failed` whose list could
    not be printed, and why.
    """

    file: Path
    lists: int
    tables: tuple[int, ...] = ()
    spelled: Mapping[str, str] = field(default_factory=dict)
    failed: Mapping[str, str] = field(default_factory=dict)


def write_booklet(desk: Desk, paper: str, font: Path | None = None) -> Printed:
    """Write the booklet of all lists that count; one that can't be printed is named in it, and stops no other."""
    wishes = wishes_for(paper, font, desk.catalogues)._replace(numbered=True)
    maker, chapters = SheetMaker(wishes), []
    spelled, failed = {}, {}
    for entrant in sorted(desk.state.lists.values(), key=lambda one: desk.title_of(one.id).casefold()):
        version = counting(entrant)
        if version is None:
            continue
        name = f"{desk.title_of(entrant.id)} ({desk.spoken(entrant.id)}), {seal_code(version.seal)}"
        try:
            report = _named(desk, entrant.id, judge_version(desk, entrant.id, version.number))
            chapters.append(Chapter(name, maker.lay_out(report, receipt_mark(desk, version))))
        except DocumentError as error:
            failed[entrant.id] = error.findings[0].message if error.findings else str(error)
            wishes.fonts.lacking.clear()
        if signs := wishes.fonts.spelled_in(name + _texts(desk, entrant, version)):
            spelled[entrant.id] = signs
    if not chapters and not failed:
        raise EditError.of("desk.player", "No list is approved.", "Say `listbuilder event approve` first.")
    title = f"{desk.event.name}: lists"
    remarks = [f"{len(chapters)} lists. Ledger: {len(desk.chain.lines)} lines, head {desk.chain.code}."]
    remarks += [f"Ruling, {one.name}: {one.text}" for one in desk.event.rulings]
    remarks += [f"NOT PRINTED: {desk.title_of(id)} ({desk.spoken(id)}). {why}" for id, why in failed.items()]
    pdf = print_booklet(title, remarks, chapters, wishes, Properties(title))
    return Printed(file=_write(desk, "booklet.pdf", pdf), lists=len(chapters), spelled=spelled, failed=failed)


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


def write_slips(desk: Desk, share: int, paper: str, font: Path | None = None) -> Printed:
    """Write slips for the players at some tables: a box for each model of what was locked."""
    tables = checked_tables(desk, share)
    last = desk.state.rounds[-1]
    wishes, slips, spelled = wishes_for(paper, font), [], {}
    shown = [game for game in last.games if game.table in tables]
    playing = [(game.table, one) for game in shown for id in (game.one, game.two) for one in _on_table(desk, game, id)]
    for table, one in playing:
        slip = _slip(desk, table, one)
        if signs := wishes.fonts.spelled_in("".join((slip.title, *slip.lines))):
            spelled[one.id] = signs
        slips.append(slip)
    title = f"{desk.event.name}, round {last.number}: compare with the models on the table"
    properties = Properties(f"{desk.event.name}: slips of round {last.number}")
    file = _write(desk, f"slips-{last.number}.pdf", print_slips(title, slips, wishes, properties))
    return Printed(file=file, lists=len(slips), tables=tuple(tables), spelled=spelled)


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


def _texts(desk: Desk, entrant: Entrant, version: Version) -> str:
    """All that a list says, where its file can be read."""
    try:
        return str(desk.document(entrant.id, version).data)
    except DocumentError:
        return ""


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
