"""`schema check`: documents against their published schemas."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.cli.common import ILLEGAL, UNREADABLE, fact_of, print_json
from listbuilder.cli.inputs import DATA, LeftOut, find_inputs, left_text
from listbuilder.cli.progress import Progress
from listbuilder.cli.terminal import paragraph, say, style

if TYPE_CHECKING:
    from listbuilder.finding import Finding


def check_files(names: list[Path], kind: str | None, json: bool, catalogues: list[Path]) -> int:
    """Check every file, say what is wrong with each, and return the exit code."""
    from listbuilder.documents.report_json import finding_document

    documents: list[dict[str, Any]] = []
    schemas: dict[tuple[str, str], dict[str, Any]] = {}
    worst = 0
    inputs = find_inputs(names, recursive=True)
    files = [path for path in inputs.files if path.suffix.lower() in DATA or path not in inputs.found]
    left = [*inputs.left, *(LeftOut(str(one), "not YAML or JSON") for one in inputs.files if one not in files)]
    with Progress("files checked", len(files)) as progress:
        for path in files:
            schema, findings, code = _check(path, kind, catalogues, schemas)
            worst = max(worst, code)
            shown = [finding_document(one) for one in findings]
            documents.append({"file": str(path), "schema": schema, "valid": not code, "findings": shown})
            progress.step(wrong=bool(code))
            if not json:
                progress.clear()
                _say(path, schema, findings)
    if json:
        valid = sum(one["valid"] for one in documents)
        skipped = [{"file": one.path, "reason": one.reason} for one in left]
        print_json({"files": documents, "summary": {"files": len(documents), "valid": valid, "left_out": skipped}})
    for one in () if json else left:
        say(left_text(*one), error=True)
    return worst


def _check(
    path: Path, kind: str | None, catalogues: list[Path], schemas: dict[tuple[str, str], dict[str, Any]]
) -> tuple[str | None, tuple[Finding, ...], int]:
    """The schema of a file, what does not fit, and the exit code for it; a schema that was made is kept."""
    from listbuilder.documents.schemas.check import check_document, kind_of, schema_for
    from listbuilder.errors import ListbuilderError
    from listbuilder.loader import load_game
    from listbuilder.reading import CATALOGUE_LIMITS, read_file
    from listbuilder.workers.budget import OverBudgetError, bounded, unbounded
    from listbuilder.workers.child import Ended
    from listbuilder.workers.findings import finding_of

    try:
        with bounded():
            document = read_file(path, limits=CATALOGUE_LIMITS)
            kind = kind or kind_of(document, path)
            key = (kind, str(document.data.get("game")) if kind == "list" else "")
            if key not in schemas:
                with unbounded():
                    schemas[key] = schema_for(kind, document, lambda name: load_game(name, catalogues))
            schema = schemas[key]
            findings = tuple(check_document(document, schema))
    except OverBudgetError as error:
        return None, (finding_of(Ended.over(error), str(path)),), UNREADABLE
    except ListbuilderError as error:
        return None, error.findings, UNREADABLE
    return str(schema["$id"]), findings, ILLEGAL if findings else 0


def _say(path: Path, schema: str | None, findings: tuple[Finding, ...]) -> None:
    """One file in words."""
    if not findings:
        say(f"{style(str(path))}: fits {schema}.")
    for one in findings:
        place = f"{path}:{one.line}: " if one.line else f"{path}: "
        say(paragraph(f"{place}{fact_of(one)} {one.hint}".rstrip(), "  ", ""), error=True)
