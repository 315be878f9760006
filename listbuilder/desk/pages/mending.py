"""Ways to mend a list on the page: what ends a finding, each tried first, in words; and the list with one of them done.

A way is known by its words, so that a button pressed on an older page does what it says or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.reading import Reading
from listbuilder.finding import Finding
from listbuilder.formats.yaml_list import list_text
from listbuilder.lists.canonical import canonical
from listbuilder.reading import read_text
from listbuilder.workbench import Bench, Fix, apply, fixes, open_bench
from listbuilder.workers.budget import OverBudgetError, bounded

Ways = Mapping[str, tuple[str, ...]]
"""What can be done about a finding, by its message."""
MOST_FINDINGS, MOST_WAYS = 3, 3


def ways_of(desk: Desk, reading: Reading) -> Ways:
    """Ways to end the first errors of a list, within the time that a verdict may take."""
    found: dict[str, tuple[str, ...]] = {}
    try:
        with bounded():
            for finding, some in _tried(_bench(desk, reading)):
                found[finding.message] = tuple(one.words for one in some)
    except OverBudgetError:
        return found
    return found


def mended(desk: Desk, reading: Reading, words: str) -> str | None:
    """The text of a list after what some words say was done; None where nothing of the kind ends a finding."""
    bench = _bench(desk, reading)
    for _, some in _tried(bench):
        for one in some:
            if one.words == words:
                return list_text(canonical(apply(bench, one.edit).tree, desk.game))
    return None


def _bench(desk: Desk, reading: Reading) -> Bench:
    return open_bench(read_text(reading.text), desk.game, desk.game)


def _tried(bench: Bench) -> Iterator[tuple[Finding, tuple[Fix, ...]]]:
    wrong = [one for one in bench.report.findings if one.severity == "error"]
    for finding in wrong[:MOST_FINDINGS]:
        yield finding, fixes(bench, finding, MOST_WAYS)
