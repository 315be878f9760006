"""A parcel read and judged: spelling, format and legality are told apart, and work on it is bounded."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.catalogue import Game
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.parcels import Parcel
from listbuilder.desk.signing.receipts import is_receipt
from listbuilder.errors import DocumentError, ListbuilderError
from listbuilder.finding import Finding
from listbuilder.formats.code import code_in
from listbuilder.formats.importing import find_lists
from listbuilder.formats.qr import is_picture, read_marks
from listbuilder.formats.stated import doubts_of
from listbuilder.formats.yaml_list import list_text
from listbuilder.lists.canonical import canonical
from listbuilder.lists.read import parse_list
from listbuilder.loader import game_folders, load_game
from listbuilder.reading import Document
from listbuilder.record import record
from listbuilder.validator import Report, judge
from listbuilder.values import slug
from listbuilder.workers.budget import OverBudgetError, bounded
from listbuilder.workers.child import Ended
from listbuilder.workers.findings import finding_of

NOTHING = Finding(
    code="desk.parcel", message="There is no list in this.", hint="Send the list as a file, as text or as a share code."
)
STRANGE = 8
"""From so many strange lines on, the words of a page are no list."""


@record
class Reading:
    """What a parcel holds: a judged list with its text and the player it names, or the reasons why it holds none."""

    report: Report | None = None
    text: str = ""
    player: str = ""
    findings: tuple[Finding, ...] = ()


def read_parcel(desk: Desk, parcel: Parcel, pack: Game | None = None) -> Reading:
    """The list in a parcel, judged by the event's game or another; whatever it holds, an answer comes."""
    if parcel.problem is not None:
        return Reading(findings=parcel.problem.findings)
    try:
        with bounded():
            return _read(desk, parcel, pack or desk.game)
    except ListbuilderError as error:
        none = parcel.loose and len(error.findings) > STRANGE
        return Reading(findings=(NOTHING,) if none else error.findings)
    except Exception as error:  # one parcel must not stop the others
        return Reading(findings=(finding_of(Ended.FAILED, parcel.label, error),))
    except OverBudgetError as error:
        return Reading(findings=(finding_of(Ended.over(error), parcel.label),))


def _refuse_receipt(parcel: Parcel) -> None:
    """A picture of a receipt is no list, and says where it leads."""
    marks = read_marks(parcel.raw, parcel.label) if is_picture(parcel.raw) else []
    receipts = [mark for mark in marks if is_receipt(mark)]
    if receipts and not any(map(code_in, marks)):
        message = "This is a picture of a receipt, and no list."
        hint = f"Check it with `listbuilder event verify {receipts[0]}`, or send the list."
        raise DocumentError.of("desk.parcel", message, hint)


def _read(desk: Desk, parcel: Parcel, pack: Game) -> Reading:
    _refuse_receipt(parcel)

    def load(name: str) -> Game:
        if slug(name) in (pack.id, slug(pack.name)):
            return pack
        return load_game(name, desk.catalogues)

    file = f"list{parcel.suffix}"
    found = find_lists(parcel.raw, load, list(game_folders(desk.catalogues)), pack.id, file)
    if len(found) > 1:
        message = f"There are {len(found)} lists in this."
        raise DocumentError.of("import.several", message, "Send the one that counts, alone.")
    imported = found[0].read(False)
    tree = dict(imported.tree)
    player = tree.pop("player", None)
    report = judge(parse_list(Document(tree, {}, None)), load(found[0].game), pack)
    # What else is wrong with a list for another game says nothing to its player.
    foreign = tuple(one for one in report.findings if one.code == "event.game")
    if foreign or report.malformed:
        return Reading(findings=foreign or report.findings)
    if not report.force.rows:
        return Reading(findings=(NOTHING,))
    text = list_text(canonical(tree, report.force.game))
    doubts = [replace(one, message=f"Line {one.line}: {one.message}") for one in doubts_of(imported, report)]
    return Reading(report=report, text=text, player=str(player or ""), findings=(*report.findings, *doubts))


def meaning_of(desk: Desk, id: str, version: int) -> str:
    """What a version of a player's list means; a version never changes, so it is reckoned once."""
    known = desk.meanings.get((id, version))
    if known is None:
        known = desk.meanings[id, version] = judge_alone(desk, id, version).force.meaning
    return known


def judge_alone(desk: Desk, id: str, version: int, game: Game | None = None) -> Report:
    """The report on a version of a player's list by itself, by the event's game or another."""
    pack = game or desk.game
    document = parse_list(desk.document(id, version))
    own = pack if slug(document.game) in (pack.id, slug(pack.name)) else load_game(document.game, desk.catalogues)
    return judge(document, own, pack)
