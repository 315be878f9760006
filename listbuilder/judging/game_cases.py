"""The cases of a game: `tests.yaml` goes in; what each case expects and what the referee finds come out.

A case is a list, written out or named by its file, and its verdict: legal, or the exact codes of its errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, NamedTuple

from listbuilder.base.errors import CatalogueError, ListbuilderError
from listbuilder.base.findings import Finding
from listbuilder.base.records import record
from listbuilder.base.wording import counted
from listbuilder.catalogue import Game
from listbuilder.judging.validator import Referee, Report
from listbuilder.loading.folders import CASES
from listbuilder.loading.raw_parts import Origin
from listbuilder.loading.type_checks import build
from listbuilder.storage.reading import CATALOGUE_LIMITS, Document, Tree, read_file


@record
class GameCase:
    """One list with the verdict that its author expects; what is left out is not compared."""

    name: str
    """What the case is about; it stands in the report."""
    list: str | Mapping[str, Any]
    """The list itself, without `game`, or a file in the folder of the game."""
    total: int | None = None
    """What the list costs in the first currency."""
    codes: tuple[str, ...] = ()
    """The codes of all its errors; a list without any is legal."""
    warnings: tuple[str, ...] | None = None
    """The codes of all its warnings."""
    stats: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Final stats of models, by the name of the model or of its first pick."""


class CaseResult(NamedTuple):
    """A case that was run: what was expected and what came out, as lines; equal lines mean that it passed."""

    case: GameCase
    file: str
    line: int
    expected: tuple[str, ...]
    got: tuple[str, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether the verdict is the expected one."""
        return self.expected == self.got


def read_cases(folder: Path) -> list[tuple[GameCase, Origin]]:
    """The cases of a game folder with their places; CatalogueError with every mistake in them."""
    # The cases are the author's own file, so the bounds of games apply and not those of lists.
    document = read_file(folder / CASES, limits=CATALOGUE_LIMITS)
    origin = Origin(document)
    found = [origin.at(key).unknown_key(key, ["cases"]) for key in document.data if key != "cases"]
    rows = document.data.get("cases")
    if not isinstance(rows, list):
        found.append(origin.problem("`cases` must be a list.", "Write `cases:` and start each case with `- `."))
        rows = []
    cases = [(read_case(row, origin.at("cases", at), found), origin.at("cases", at)) for at, row in enumerate(rows)]
    if found:
        raise CatalogueError(f"{folder / CASES} has {len(found)} problem(s).", tuple(found))
    return [(case, place) for case, place in cases if case]


def read_case(row: Tree, origin: Origin, problems: list[Finding]) -> GameCase | None:
    """One case, or None and its problems."""
    if not isinstance(row, dict):
        problems.append(origin.problem("A case must be keys and values.", "Write `{name: …, list: …}`."))
        return None
    made: GameCase | None = build(GameCase, row, lambda path: origin.at(*path), problems)
    return made


def run_cases(folder: Path, game: Game) -> Iterator[CaseResult]:
    """Each case of a game, judged."""
    referee = Referee(game)
    for case, origin in read_cases(folder):
        line = origin.document.line(origin.path)
        file = str(origin.document.file)
        try:
            report = referee.judge(list_of(case, folder, game, origin))
        # A list that can't be read is a failed case, not the end of the run.
        except ListbuilderError as error:
            yield CaseResult(case, file, line, tuple(expected(case)), tuple(one.message for one in error.findings))
        else:
            yield CaseResult(case, file, line, tuple(expected(case)), tuple(got(case, report)), report.findings)


def list_of(case: GameCase, folder: Path, game: Game, origin: Origin) -> Document:
    """The list of a case."""
    if isinstance(case.list, str):
        return read_file(folder / case.list)
    return Document({"game": game.id, **written_at(origin, "list")}, {}, origin.document.file)


def written_at(origin: Origin, key: str) -> dict[str, Tree]:
    """A mapping as it is written: the case has a frozen copy."""
    data: Any = origin.document.data
    for step in (*origin.path, key):
        data = data[step]
    return dict(data)


def expected(case: GameCase) -> Iterator[str]:
    """What an author expects, a line for each thing."""
    yield verdict(case.codes)
    if case.total is not None:
        yield f"total {case.total}"
    if case.warnings is not None:
        yield warned(case.warnings)
    for model, stats in case.stats.items():
        yield from (f"{model}: {stat} {value}" for stat, value in stats.items())


def got(case: GameCase, report: Report) -> Iterator[str]:
    """The referee's results for the same things."""
    # Only what the case states is compared, so both sides have the same lines.
    yield verdict(codes_of(report, "error"))
    if case.total is not None:
        yield f"total {report.force.cost}"
    if case.warnings is not None:
        yield warned(codes_of(report, "warning"))
    for name, stats in case.stats.items():
        model = next((one for one in report.force.rows if one.name == name or one.is_titled(name)), None)
        for stat in stats:
            value = None if model is None else model.stats.get(stat)
            yield f"{name}: {stat} {value}" if value is not None else f"{name}: no {stat if model else 'such model'}"


def codes_of(report: Report, severity: str) -> tuple[str, ...]:
    """The codes of a report's errors or warnings, each once, sorted."""
    return tuple(sorted({one.code for one in report.findings if one.severity == severity}))


def verdict(codes: tuple[str, ...]) -> str:
    """A verdict in words."""
    return f"not legal: {', '.join(sorted(set(codes)))}" if codes else "legal"


def warned(codes: tuple[str, ...]) -> str:
    """Warnings in words."""
    return f"warnings: {', '.join(sorted(set(codes)))}" if codes else "no warnings"


def summary(results: list[CaseResult]) -> str:
    """How many cases passed and failed."""
    failed = sum(not one.passed for one in results)
    passed = f"{len(results) - failed} passed"
    return f"{failed} failed, {passed}" if failed else f"{passed} of {counted(len(results), 'case')}"
