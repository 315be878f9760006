"""What every format writes from: the judged force, and the list in canonical form under printed names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from listbuilder.catalogue import Game, stamp
from listbuilder.documents.source import list_data
from listbuilder.errors import DocumentError
from listbuilder.finding import capped
from listbuilder.force.totals import total_words
from listbuilder.lists.canonical import canonical
from listbuilder.lists.read import parse_list
from listbuilder.reading import Document, Tree
from listbuilder.record import record
from listbuilder.secrecy import conceal
from listbuilder.validator import Report, judge

Row = Mapping[str, Tree]
SAMPLES = "with sample content"


@record
class JudgedList:
    """A list that is exchanged: `tree` is canonical, `report` has the costs and the verdict."""

    tree: Mapping[str, Tree]
    report: Report

    @property
    def game(self) -> Game:
        """The game of the list."""
        return self.report.force.game

    @property
    def title(self) -> str:
        """The name of the list."""
        return self.report.force.document.title

    def rows(self, key: str) -> list[Row]:
        """The models or the groups."""
        return cast("list[Row]", self.tree.get(key) or [])

    def cost(self, row: int) -> int:
        """What one copy of a model costs."""
        return next((model.cost for model in self.report.force.models if model.row == row), 0)

    def points(self) -> str:
        """The total in words: `245 of 250 points, 7 models`; samples of the catalogue are marked."""
        force = self.report.force
        words = total_words(force)
        points = f"{words}, " if words else ""
        models = force.size
        return f"{points}{models} model{'s' * (models != 1)}{f', {SAMPLES}' * force.has_samples}"


def concealed(judged: JudgedList, salt: str) -> JudgedList:
    """The same list as an opponent may see it."""
    return judged_list(conceal(judged.report, salt))


def judge_list(document: Document, game: Game, event: Game | None = None) -> JudgedList:
    """A read list, ready to be written in any format; one whose keys can't be understood is refused."""
    report = judge(parse_list(document), game, event)
    if report.malformed:
        wrong = capped(one for one in report.findings if one.code.startswith(("file.", "key.")))
        raise DocumentError("the list has keys that can't be understood", tuple(wrong))
    return _stamped(document.data, report)


def judged_list(report: Report) -> JudgedList:
    """A judged list, ready to be written in any format."""
    return _stamped(list_data(report.force.document), report)


def _stamped(data: Mapping[str, Tree], report: Report) -> JudgedList:
    """The list says which catalogue it was built against; at an event, that which it was judged by, and the event."""
    force = report.force
    said = None if force.game.event else force.document.catalogue
    tree = canonical({**data, "catalogue": said or stamp(force.game)}, force.game)
    return JudgedList(tree=tree, report=report)
