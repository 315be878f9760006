"""The impact of a changed catalogue or pack: every list is judged before and after, and the differences come out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from listbuilder.base.errors import CatalogueError, EditError
from listbuilder.base.findings import Finding
from listbuilder.base.records import record
from listbuilder.catalogue import Game
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.parcels import Parcel
from listbuilder.desk.intake.verdicts import judge_alone, read_parcel
from listbuilder.desk.messages import Message, findings_text, message_to
from listbuilder.desk.verifying import version_that_counts
from listbuilder.judging.validator import Report
from listbuilder.loading import chain_of
from listbuilder.loading.assemble import assemble
from listbuilder.loading.events import load_event, pack_document


@record
class ImpactRow:
    """One list before and after: legal or not, its cost, and the findings that are new."""

    label: str
    player: str
    legal: tuple[bool, bool]
    points: tuple[int, int]
    findings: tuple[Finding, ...]

    @property
    def breaks(self) -> bool:
        """Whether the change makes the list illegal."""
        return self.legal == (True, False)

    @property
    def same(self) -> bool:
        """Whether the list is unaffected."""
        return self.legal[0] == self.legal[1] and self.points[0] == self.points[1] and not self.findings


def changed_game(desk: Desk, catalogue: Path | None, pack: Path | None) -> Game:
    """The event's game after a change: another folder of the game, another pack, or both."""
    if catalogue is None and pack is None:
        raise EditError.of(
            "desk.impact", "Nothing is changed.", "Say --catalogue with a folder, or --pack with a file."
        )
    file = pack or desk.pack_file
    if catalogue is None:
        return load_event(file, desk.catalogues)
    folder = catalogue if (catalogue / "game.yaml").is_file() else catalogue / desk.game.id
    if not (folder / "game.yaml").is_file():
        message = f"{catalogue} has no folder of {desk.game.id}."
        raise CatalogueError.of("catalogue.missing", message, "Name the folder with game.yaml in it.")
    return assemble(chain_of(folder, desk.catalogues), event=pack_document(file, desk.catalogues))


def impact_on_lists(desk: Desk, after: Game) -> Iterator[ImpactRow]:
    """The impact on every list that counts, or on the last version if none is approved."""
    for entrant in desk.state.lists.values():
        version = version_that_counts(entrant) or entrant.last
        if version is None:
            continue
        old = judge_alone(desk, entrant.id, version.number)
        new = judge_alone(desk, entrant.id, version.number, after)
        yield _moved(f"{desk.list_label(entrant.id)} version {version.number}", entrant.id, old, new)


def impact_on_files(desk: Desk, after: Game, parcels: Iterable[Parcel]) -> Iterator[ImpactRow]:
    """The impact on lists in files; DocumentError if one can't be read."""
    for parcel in parcels:
        reports = [read_parcel(desk, parcel, game) for game in (desk.game, after)]
        if reports[0].report is None or reports[1].report is None:
            wrong = next(one.findings for one in reports if one.report is None)
            raise CatalogueError(
                f"{parcel.label} can't be read.", tuple(one.at(parcel.label, one.line) for one in wrong)
            )
        yield _moved(parcel.label, "", reports[0].report, reports[1].report)


def _moved(label: str, player: str, old: Report, new: Report) -> ImpactRow:
    # By message as well: a finding whose numbers changed is new to the player.
    known = {(one.code, one.where, one.message) for one in old.findings}
    fresh = tuple(one for one in new.findings if (one.code, one.where, one.message) not in known)
    points = (old.force.cost, new.force.cost)
    return ImpactRow(label=label, player=player, legal=(old.valid, new.valid), points=points, findings=fresh)


def errata_messages(desk: Desk, moved: Iterable[ImpactRow]) -> list[Message]:
    """A message to every player who is affected."""
    return [
        message_to(desk, one.player, "errata", why=_why(one), report=findings_text(one.findings))
        for one in moved
        if one.player and not one.same
    ]


def _why(moved: ImpactRow) -> str:
    before, after = moved.points
    costs = f" It costs {after} now, and {before} before." if before != after else ""
    words = "is not legal any more" if moved.breaks else "is still legal" if moved.legal[1] else "is not legal"
    return f"After a change of the rules your list {words}.{costs}"
