"""Read and judge a parcel, within a budget of time and memory. A parcel in, a report or the reasons for none out."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from listbuilder.base.errors import DocumentError, ListbuilderError
from listbuilder.base.findings import Finding
from listbuilder.base.records import record
from listbuilder.base.values import slug
from listbuilder.catalogue import Game
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.parcels import Parcel
from listbuilder.desk.signing import is_receipt
from listbuilder.exchange.formats.code import code_in
from listbuilder.exchange.formats.import_result import import_doubts
from listbuilder.exchange.formats.importing import find_lists
from listbuilder.exchange.formats.list_files import list_text
from listbuilder.exchange.formats.qr import is_picture, read_marks
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists.canonical import canonical
from listbuilder.loading import game_folders, load_game
from listbuilder.storage.processes.budget import OverBudgetError, WorkFailure, bounded, failure_finding
from listbuilder.storage.reading import Document

NO_LIST = Finding(
    code="desk.parcel", message="This contains no list.", hint="Send the list as a file, as text or as a share code."
)
STRANGE = 8
"""Loose text with more findings than this is taken for prose, not for a list full of errors."""


@record
class ParcelContent:
    """The content of a parcel: a judged list, its text and the player it names, or why there is none."""

    report: Report | None = None
    text: str = ""
    player: str = ""
    findings: tuple[Finding, ...] = ()


def read_parcel(desk: Desk, parcel: Parcel, pack: Game | None = None) -> ParcelContent:
    """The list in a parcel, judged by the event's game or by `pack`. Never raises: an error becomes findings."""
    if parcel.problem is not None:
        return ParcelContent(findings=parcel.problem.findings)
    try:
        with bounded():
            return _read(desk, parcel, pack or desk.game)
    except ListbuilderError as error:
        none = parcel.loose and len(error.findings) > STRANGE
        return ParcelContent(findings=(NO_LIST,) if none else error.findings)
    except Exception as error:  # one parcel must not stop the others
        return ParcelContent(findings=(failure_finding(WorkFailure.FAILED, parcel.label, error),))
    except OverBudgetError as error:
        return ParcelContent(findings=(failure_finding(WorkFailure.over(error), parcel.label),))


def _refuse_receipt(parcel: Parcel) -> None:
    """Refuse a picture of a receipt, with the command that checks it."""
    marks = read_marks(parcel.raw, parcel.label) if is_picture(parcel.raw) else []
    receipts = [mark for mark in marks if is_receipt(mark)]
    if receipts and not any(map(code_in, marks)):
        message = "This is a picture of a receipt, not a list."
        hint = f"Check it with `listbuilder event verify {receipts[0]}`, or send the list."
        raise DocumentError.of("desk.parcel", message, hint)


def _read(desk: Desk, parcel: Parcel, pack: Game) -> ParcelContent:
    _refuse_receipt(parcel)
    load = partial(_load, desk, pack)
    file = f"list{parcel.suffix}"
    found = find_lists(parcel.raw, load, list(game_folders(desk.catalogues)), pack.id, file)
    if len(found) > 1:
        message = f"This contains {len(found)} lists."
        raise DocumentError.of("import.several", message, "Send only the one that counts.")
    imported = found[0].read(False)
    tree = dict(imported.tree)
    player = tree.pop("player", None)
    report = Referee(load(found[0].game), pack).judge(Document(tree, {}, None))
    # What else is wrong with a list for another game says nothing to its player.
    foreign = tuple(one for one in report.findings if one.code == "event.game")
    if foreign or report.malformed:
        return ParcelContent(findings=foreign or report.findings)
    if not report.force.rows:
        return ParcelContent(findings=(NO_LIST,))
    text = list_text(canonical(tree, report.force.game))
    doubts = [replace(one, message=f"Line {one.line}: {one.message}") for one in import_doubts(imported, report)]
    return ParcelContent(report=report, text=text, player=str(player or ""), findings=(*report.findings, *doubts))


def _load(desk: Desk, pack: Game, name: str) -> Game:
    """A game by id or name; the event's own is loaded already."""
    return pack if slug(name) in (pack.id, slug(pack.name)) else load_game(name, desk.catalogues)


def meaning_of(desk: Desk, id: str, version: int) -> str:
    """The canonical meaning of a version of a player's list, cached: a version never changes."""
    known = desk.meanings.get((id, version))
    if known is None:
        known = desk.meanings[id, version] = judge_alone(desk, id, version).force.meaning
    return known


def judge_alone(desk: Desk, id: str, version: int, game: Game | None = None) -> Report:
    """The report on a version of a player's list without the rules across lists, by the event's game or another."""
    pack = game or desk.game
    return Referee(partial(_load, desk, pack), pack).judge(desk.document(id, version))
