"""Import a force: any list in, a judged and frozen force out, or one documented exception with every finding."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypedDict, Unpack

from listbuilder.catalogue import Game
from listbuilder.documents.force import EngineForce
from listbuilder.documents.force_json import force_from_document, is_force_document
from listbuilder.documents.publish import publish
from listbuilder.engine.judging import catalogue_folders, event_at_hand, game_at_hand, judge
from listbuilder.engine.sources import Source, open_path, open_source, open_text
from listbuilder.errors import DocumentError, IllegalListError
from listbuilder.finding import Finding
from listbuilder.reading import Document
from listbuilder.reading.mapping import read_mapping
from listbuilder.reading.refusal import refuse_source
from listbuilder.record import changed
from listbuilder.validator import Report


class Terms(TypedDict, total=False):
    """The options of `import_force`, which the other ways to import take as well."""

    allow_illegal: bool
    placeholders: bool
    event: Path | str | Game | None
    catalogues: Iterable[Path | str]


def import_force(
    source: Source,
    *,
    allow_illegal: bool = False,
    placeholders: bool = False,
    event: Path | str | Game | None = None,
    catalogues: Iterable[Path | str] = (),
) -> EngineForce:
    """The force that a list describes, judged by its game.

    `source` is a path, bytes, text (YAML or JSON), a share code, a mapping, or a force exported before in any of these
    forms; an exported force is resolved again from the list inside it, so that nobody can edit its numbers.

    A text of one line may be a path, which is opened. What a stranger typed or sent belongs in `import_text` or
    `import_data`, which open nothing.

    `placeholders` keeps names that the catalogue does not know as entries marked `unknown`, instead of refusing the
    list for them or for what is wrong with the models that have them. `allow_illegal` keeps a list that breaks rules.
    In both cases `valid` and `findings` still tell. `event` is the file of an event pack, by which the list is judged
    too, or what `load_event` made of it. `catalogues` are folders of more games.

    Raises nothing but these, whatever the source is: DocumentError when it can't be read or a key is wrong,
    UnknownGameError, CatalogueError when a game folder is broken, IllegalListError when it breaks rules. Each carries
    `findings`.
    """
    return import_document(
        open_source(source),
        allow_illegal=allow_illegal,
        placeholders=placeholders,
        event=event,
        catalogues=catalogues,
    )


def import_text(text: str | bytes, **terms: Unpack[Terms]) -> EngineForce:
    """The force of a text, on the terms of `import_force`: YAML, JSON or a share code, and never a path."""
    if not isinstance(text, str | bytes | bytearray | memoryview):
        raise refuse_source(text, "text or bytes")
    document = open_text(str.__str__(text)) if isinstance(text, str) else open_source(text)
    return import_document(document, **terms)


def import_path(path: os.PathLike[str] | str, **terms: Unpack[Terms]) -> EngineForce:
    """The force of a file, on the terms of `import_force`."""
    return import_document(open_path(path), **terms)


def import_data(data: Mapping[str, object], **terms: Unpack[Terms]) -> EngineForce:
    """The force of a mapping, on the terms of `import_force`; nothing in it is ever a path."""
    if not isinstance(data, Mapping):
        raise refuse_source(data, "a mapping")
    return import_document(open_source(data), **terms)


def import_document(
    document: Document,
    *,
    allow_illegal: bool = False,
    placeholders: bool = False,
    event: Path | str | Game | None = None,
    catalogues: Iterable[Path | str] = (),
) -> EngineForce:
    """The force of a document that was read, on the same terms as `import_force`."""
    folders = catalogue_folders(catalogues)
    pack = event_at_hand(event, folders)
    if not is_force_document(document.data):
        return accepted(judge(document, folders, pack), allow_illegal=allow_illegal, placeholders=placeholders)
    given = force_from_document(document.data)
    report = _again(given, folders, pack)
    force = accepted(report, allow_illegal=allow_illegal, placeholders=placeholders)
    return _unchanged(changed(force, extras=given.extras), given)


def accepted(report: Report, *, allow_illegal: bool = False, placeholders: bool = False) -> EngineForce:
    """The published force of a report, unless the list is refused."""
    refuse_illegal(report, allow_illegal=allow_illegal, placeholders=placeholders)
    return publish(report)


def refuse_illegal(report: Report, *, allow_illegal: bool = False, placeholders: bool = False) -> None:
    """Raise for a list that can't be understood, and for one that breaks rules unless that is allowed."""
    name = report.force.document.name or report.force.document.file or "The list"
    if report.malformed:
        raise DocumentError(f"{name} can't be understood: {_summary(report.findings)}", report.findings)
    errors = [finding for finding in report.findings if finding.severity == "error"]
    if placeholders and errors:
        errors = _grave(errors, report)
    if errors and not allow_illegal:
        raise IllegalListError(f"{name} is not legal: {_summary(tuple(errors))}", report.findings)


def _summary(findings: tuple[Finding, ...]) -> str:
    return findings[0].message + (f" (and {len(findings) - 1} more)" if len(findings) > 1 else "")


def _grave(errors: list[Finding], report: Report) -> list[Finding]:
    """The errors that no placeholder explains: not an unknown name, and not about a model that has one."""
    rows = {model.row for model in report.force.rows if any(pick.entry.unknown for pick in model.entries)}
    excused = tuple(f"models[{row}]" for row in rows)
    return [one for one in errors if one.code != "name.unknown" and not (rows and one.where.startswith(excused))]


def _again(given: EngineForce, catalogues: tuple[Path, ...], event: Game | None) -> Report:
    """The list in a force exported before, judged again; the catalogue and the event must be the same."""
    if given.event != (event.event.name if event and event.event else None):
        message = f"The force was made for the event {given.event}." if given.event else "The force is for no event."
        raise DocumentError.of("force.stale", message, "Name the same event, or import the list inside it.")
    game = event or game_at_hand(given.game.id, catalogues)
    if game.digest != given.catalogue.digest:
        message = f"The force was made with catalogue {given.catalogue.version}, which is not the one here."
        hint = "Import the list inside it, or read it as it stands with `force_from_document`."
        raise DocumentError.of("force.stale", message, hint)
    return judge(read_mapping(given.list.document), catalogues, event)


def _unchanged(force: EngineForce, given: EngineForce) -> EngineForce:
    """A force that was resolved again, which must come out the same."""
    if force != given:
        message = "The force does not follow from the list inside it: something was changed by hand."
        raise DocumentError.of("force.changed", message, "Import the list inside it.")
    return force
