"""`schema`: JSON Schemas for editors and other tools, and documents checked against them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import click
from click.exceptions import Exit

from listbuilder.base.findings import Finding
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import (
    DATA,
    ILLEGAL,
    UNREADABLE,
    ForceFlag,
    GameReader,
    JsonFlag,
    SkippedFile,
    find_inputs,
    games_beside,
    left_text,
)
from listbuilder.ui.cli.terminal import Progress, fact_of, paragraph, print_json, say, style

# `schema check`: documents against their published schemas.


def check_files(names: list[Path], kind: str | None, json: bool, library: GameReader) -> int:
    """Check every file, say what is wrong with each, and return the exit code."""
    from listbuilder.exchange.documents.report_document import finding_document

    documents: list[dict[str, Any]] = []
    schemas: dict[tuple[str, str], dict[str, Any]] = {}
    worst = 0
    library.catalogues += games_beside(names, library.catalogues)
    inputs = find_inputs(names, recursive=True)
    skipped_files = {path: reason for path in inputs.found if (reason := no_document(path))}
    files = [path for path in inputs.files if path not in skipped_files]
    left = [*inputs.left, *(SkippedFile(str(path), reason) for path, reason in sorted(skipped_files.items()))]
    with Progress("files checked", len(files)) as progress:
        for path in files:
            schema, findings, code = _check(path, kind, library, schemas)
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


def no_document(path: Path) -> str:
    """Why a file that lay in a folder has no schema, or nothing."""
    from listbuilder.loading.folders import CASES

    if path.suffix.lower() not in DATA:
        return "not YAML or JSON"
    if path.name == CASES and (path.parent / "game.yaml").is_file():
        return "cases of a game; `listbuilder catalogue test` reads them"
    return "a JSON Schema" if path.name.endswith(".schema.json") else ""


def _check(
    path: Path, kind: str | None, library: GameReader, schemas: dict[tuple[str, str], dict[str, Any]]
) -> tuple[str | None, tuple[Finding, ...], int]:
    """The schema of a file, what does not fit, and the exit code for it; a schema that was made is kept."""
    from listbuilder.base.errors import ListbuilderError
    from listbuilder.storage.processes.budget import OverBudgetError, WorkFailure, bounded, failure_finding, unbounded
    from listbuilder.storage.reading import CATALOGUE_LIMITS, read_file
    from listbuilder.ui.schema_check import check_document, kind_of, schema_for

    try:
        with bounded():
            document = read_file(path, limits=CATALOGUE_LIMITS)
            kind = kind or kind_of(document, path)
            # Only the schema of lists depends on the game.
            key = (kind, str(document.data.get("game")) if kind == "list" else "")
            if key not in schemas:
                # Making a schema takes longer than checking a file; the first file of its kind must not pay for that.
                with unbounded():
                    schemas[key] = schema_for(kind, document, library.game)
            schema = schemas[key]
            findings = tuple(check_document(document, schema))
    except OverBudgetError as error:
        return None, (failure_finding(WorkFailure.over(error), str(path)),), UNREADABLE
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


def schema(
    library: GameReader,
    what: Annotated[
        list[str] | None,
        Argument(
            metavar="[GAME or DOCUMENT] or check FILE…",
            help="A game, for its lists; a document, such as event, force or report; or `check` and files.",
        ),
    ] = None,
    as_: Annotated[
        str | None, Option("--as", metavar="DOCUMENT", help="With check: the kind of document, if a file does not say.")
    ] = None,
    write: Annotated[
        Path | None,
        Option(metavar="DIR", help="Write all schemas into a folder; with GAME, those that its author needs."),
    ] = None,
    reference: Annotated[Path | None, Option(metavar="FILE", help="Write the reference of game files.")] = None,
    force: ForceFlag = False,
    json: JsonFlag = False,
) -> None:
    """Print the JSON Schema of a game's lists or of a document, write them all, or check files against them.

    Examples: listbuilder schema GAME | listbuilder schema report | listbuilder schema --write schemas | listbuilder
    schema GAME --write my-game/schemas --force | listbuilder schema check squad.yaml force.json | listbuilder schema
    check my-game --json. Exit codes of check: 0 every file fits its schema, 1 some file does not, 3 a file can't be
    read or nothing tells what it is.
    """
    from listbuilder.ui.published_schemas import (
        DOCUMENTS,
        all_schemas,
        author_schemas,
        published_list_schema,
        published_schema,
    )

    first, *rest = what or [""]
    if first == "check":
        raise Exit(check_files(files_in(rest), kind_in(as_), json, library))
    if rest:
        from listbuilder.base.spelling import did_you_mean

        hint = did_you_mean(first, ["check"])
        fact = "name one game or document, or say `check` before files"
        raise click.BadParameter(f"{fact}. {hint}" if hint else fact, param_hint=rest[0])
    if write:
        from listbuilder.storage.files import write_text

        made = author_schemas(library.game(first)) if first else all_schemas([*map(library.game, library.folders)])
        # Writing the first file says what is wrong with the folder.
        with suppress(OSError):
            write.mkdir(exist_ok=True)
        for name, text in made.items():
            write_text(write / name, text, replace=force)
        say(f"Wrote {len(made)} schemas into {style(str(write))}.")
    elif reference:
        from listbuilder.exchange.schemas.reference import reference as reference_text
        from listbuilder.storage.files import write_text

        write_text(reference, reference_text(), replace=force)
        say(f"Wrote {style(str(reference))}.")
    elif not first:
        raise click.BadParameter(
            f"name a game, or one of {', '.join(DOCUMENTS)}; or say --write DIR or --reference FILE"
        )
    elif first in DOCUMENTS:
        print_json(published_schema(first))
    else:
        print_json(published_list_schema(library.game(first)))


def files_in(names: list[str]) -> list[Path]:
    """The files to check; there must be one."""
    if not names:
        raise click.BadParameter("name the files to check", param_hint="check")
    return [Path(name) for name in names]


def kind_in(name: str | None) -> str | None:
    """A kind of document that was named."""
    from listbuilder.base.spelling import did_you_mean
    from listbuilder.ui.schema_check import KINDS

    if name is not None and name not in KINDS:
        hint = did_you_mean(name, KINDS) or f"There are {', '.join(KINDS)}."
        raise click.BadParameter(f"{name!r} is no document with a schema. {hint}", param_hint="--as")
    return name
