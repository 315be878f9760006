"""Every legal list keeps the constraints that proofs are made of: otherwise a proof could deny what is possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from listbuilder.building.generate import UnfillableError, random_list
from listbuilder.building.prove.relaxation import Counts, Relaxation
from listbuilder.judging.force import Pick
from listbuilder.judging.validator import Referee, Report
from listbuilder.loading import check_case
from listbuilder.loading.proofs.case import Case
from listbuilder.storage.reading import Document, read_file
from tests.support.paths import CATALOGUE, DESIGNS

FOLDERS = sorted(path.parent for folder in (CATALOGUE, DESIGNS) for path in folder.glob("*/game.yaml"))


def legal_lists(folder: Path, case: Case) -> Iterable[Report]:
    """The starter lists of a game, and one at random for each format."""
    trees = [read_file(path).data for path in sorted((folder / "lists").glob("*.yaml"))]
    for format_ in case.game.formats:
        try:
            trees.append(random_list(case.game, 1, format_.id))
        except UnfillableError:
            continue
    reports = [Referee(case.game).judge(Document(tree, {}, None)) for tree in trees if "limit" not in tree]
    return [one for one in reports if one.valid and one.force.rows]


def values_in(model: Relaxation, counts: Counts, picks: Iterable[Pick], copies: bool) -> dict[int, int]:
    """What the variables are in a list, or on one of its models."""
    places = {(str(one.on), one.slot, one.entry.key, one.holder): at for at, one in reversed([*enumerate(model.picks)])}
    there: Counter[tuple[int, bool]] = Counter()
    for pick in picks:
        at = places[pick.owner.sheet, pick.slot or "", pick.entry.key, pick.holder.entry if pick.holder else None]
        number = pick.per_owner // pick.sized * (pick.owner.count if copies else 1)
        there[at, pick.given_by is not None] += number
        assert at in (counts.given if pick.given_by else counts.chosen), pick.entry
    found = {variable: there[at, False] for at, variable in counts.chosen.items()}
    return found | {variable: there[at, True] for at, variable in counts.given.items()}


@pytest.mark.sample(1)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_legal_lists_keep_all_constraints(folder: Path) -> None:
    """Starter lists and lists at random, each of their models in turn as the sample."""
    case = check_case(folder, [DESIGNS])
    for report in legal_lists(folder, case):
        force = report.force
        model = Relaxation(case, force.format, sample=True)
        demands = model.all_demands()
        values = values_in(model, model.everywhere, force.picks, copies=True)
        if model.head is None:
            values[next(iter(model.rows.terms))] = sum(row.count for row in force.rows)
        for row in force.rows:
            values |= values_in(model, model.sample, row.inside, copies=False)
            for one in demands:
                # How many steps there are is a variable of its own, which no list says.
                if all(at in values for at, _ in one.terms) and all(values[at] >= 1 for at in one.given):
                    total = sum(times * values[at] for at, times in one.terms)
                    assert one.low is None or total >= one.low, (one.because, report.force.document.title)
                    assert one.high is None or total <= one.high, (one.because, report.force.document.title)
