"""The input of every format writer: a judged list, with its tree in canonical form under printed names."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import cast

from listbuilder.base.errors import DocumentError
from listbuilder.base.findings import capped
from listbuilder.base.records import record
from listbuilder.catalogue import Game, stamp
from listbuilder.judging.force import describe_totals
from listbuilder.judging.secrecy import conceal
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists.canonical import canonical
from listbuilder.lists.document import LIST, ROW, ListDocument, Row
from listbuilder.storage.reading import Document, Tree

# A list document as data again, and its hash: what identifies a list whatever file it was written in.


ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
OWN, TEXTS = (*LIST.head, *LIST.tail), tuple(ROW.texts)


def list_data(document: ListDocument) -> dict[str, Tree]:
    """The list as a mapping that parses to the same list; empty keys are left out."""
    own = vars(document)
    data: dict[str, Tree] = {key: own[key] for key in OWN if own[key] is not None}
    data.update(drop_empty_keys(document.keys))
    data.update(document.extras)
    data.update({key: [_row(row) for row in own[key]] for key in LIST.rows if own[key]})
    return data


def _row(row: Row) -> Tree:
    own = vars(row)
    data: dict[str, Tree] = {key: own[key] for key in TEXTS if own[key] is not None}
    if row.count != 1:
        data["count"] = row.count
    data.update(drop_empty_keys(row.keys))
    if row.extras:
        data.update(row.extras)
    return data


def drop_empty_keys(keys: Mapping[str, Tree]) -> Mapping[str, Tree]:
    """The keys that have a value."""
    return {key: value for key, value in keys.items() if value is not None} if None in keys.values() else keys


def hash_data(data: Mapping[str, Tree]) -> str:
    """SHA-256 of data, independent of the order of keys."""
    return hashlib.sha256(ENCODER.encode(data).encode("utf-8", "surrogatepass")).hexdigest()


JsonRow = Mapping[str, Tree]
SAMPLES = "with sample content"


@record
class JudgedList:
    """A list ready for export: `tree` is canonical, `report` has the costs and the verdict."""

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

    def rows(self, key: str) -> list[JsonRow]:
        """The models or the groups."""
        return cast("list[JsonRow]", self.tree.get(key) or [])

    def cost(self, row: int) -> int:
        """What one copy of a model costs."""
        return next((model.cost for model in self.report.force.models if model.row == row), 0)

    def points(self) -> str:
        """The total in words: `245 of 250 points, 7 models`, with a note on sample content."""
        force = self.report.force
        words = describe_totals(force)
        points = f"{words}, " if words else ""
        models = force.size
        return f"{points}{models} model{'s' * (models != 1)}{f', {SAMPLES}' * force.has_samples}"


def conceal_list(judged: JudgedList, salt: str) -> JudgedList:
    """The list as an opponent may see it, with its secrets left out."""
    return list_from_report(conceal(judged.report, salt))


def judge_list(document: Document, referee: Referee) -> JudgedList:
    """Judge a parsed list for export. Raises DocumentError if keys are malformed."""
    report = referee.judge(document)
    if report.malformed:
        wrong = capped(one for one in report.findings if one.code.startswith(("file.", "key.")))
        raise DocumentError("the list has keys that can't be understood", tuple(wrong))
    return _with_catalogue_stamp(document.data, report)


def list_from_report(report: Report) -> JudgedList:
    """The list of a report, ready for export."""
    return _with_catalogue_stamp(list_data(report.force.document), report)


def _with_catalogue_stamp(data: Mapping[str, Tree], report: Report) -> JudgedList:
    """A list stamped with the catalogue it was built against or, at an event, with the one it is judged by."""
    force = report.force
    built_with = None if force.game.event else force.document.catalogue
    tree = canonical({**data, "catalogue": built_with or stamp(force.game)}, force.game)
    return JudgedList(tree=tree, report=report)
