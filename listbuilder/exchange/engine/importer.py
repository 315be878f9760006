"""Import a force: any list in, a judged and frozen force out, or a documented exception with every finding.

Loaded games are cached and checked for changes once a second.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias, TypedDict, Unpack

from listbuilder.base.errors import CatalogueError, DocumentError, IllegalListError
from listbuilder.base.findings import Finding
from listbuilder.base.records import replace
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.force_document import force_from_document, is_force_document, publish
from listbuilder.exchange.documents.force_records import DOCUMENT, EngineForce
from listbuilder.judging.collection import SHORT_OF, CollectionSource
from listbuilder.judging.validator import Referee, Report
from listbuilder.loading import load_game
from listbuilder.loading.events import load_event
from listbuilder.loading.folders import VARIABLE
from listbuilder.storage.data_reader import plain_mapping, read_mapping
from listbuilder.storage.reading import (
    CATALOGUE_LIMITS,
    LIST_LIMITS,
    Document,
    Limits,
    read_bytes,
    read_file,
    read_text,
    refuse_source,
)


def make_referee(
    catalogues: Iterable[Path | str] = (), event: Game | None = None, collection: CollectionSource | None = None
) -> Referee:
    """A referee that loads games from the given catalogue folders and the built-in ones."""
    folders = catalogue_folders(catalogues)
    return Referee(lambda name: cached_game(name, folders), event, collection)


def cached_game(name: str, catalogues: Iterable[Path | str] = ()) -> Game:
    """The game that `load_game` returns, cached. Files are checked for changes once a second, not for every list."""
    folders = catalogue_folders(catalogues)
    try:
        # The second is part of the cache's key, so each second the files are looked at once, however many lists come.
        return _load_cached(name, folders, os.environ.get(VARIABLE, ""), int(time.monotonic()))
    except OSError as error:
        message = f"The catalogue can't be read: {error.strerror}."
        raise CatalogueError.of("file.unreadable", message) from error


def load_event_option(event: Path | str | Game | None, catalogues: Iterable[Path | str] = ()) -> Game | None:
    """The game of an event: None as it is, a loaded event as it is, an event pack loaded from its path."""
    if event is None or isinstance(event, Game):
        return event
    return load_event(Path(event), catalogue_folders(catalogues))


def catalogue_folders(catalogues: Iterable[Path | str]) -> tuple[Path, ...]:
    """The folders as paths. Raises TypeError for a single path, since a string would be iterated by letter."""
    if isinstance(catalogues, str | bytes | os.PathLike):
        raise TypeError(f"catalogues must be a list of folders: write [{str(catalogues)!r}]")
    return tuple(Path(one) for one in catalogues)


@lru_cache(maxsize=64)
def _load_cached(name: str, catalogues: tuple[Path, ...], variable: str, second: int) -> Game:
    return load_game(name, catalogues)


Source: TypeAlias = "str | bytes | bytearray | memoryview | os.PathLike[str] | Mapping[str, object]"
# Bytes in which a published force names itself.
HEAD = 300
LONGEST_CODE = 32_768


def open_source(source: Source, *, file: str | None = None) -> Document:
    """The document in a source. A one-line string without `: ` is a share code or a path."""
    if isinstance(source, Mapping):
        data = plain_mapping(source, file=file, limits=CATALOGUE_LIMITS)
        return read_mapping(data, file=file, limits=CATALOGUE_LIMITS if is_force_document(data) else LIST_LIMITS)
    if isinstance(source, bytes | bytearray | memoryview):
        raw = bytes(source)
        if raw[:HEAD].lstrip().startswith(b"LB") and _code_in(raw.decode("utf-8", "replace")):
            return open_text(raw.decode("utf-8", "replace"), file=file)
        return read_bytes(raw, file=file, limits=_limits(raw[:HEAD]))
    # A subclass of str may override its methods; from here on it is plain text.
    source = str.__str__(source) if isinstance(source, str) else source
    if isinstance(source, str) and (_is_text(source) or _code_in(source)):
        return open_text(source, file=file)
    if isinstance(source, str | os.PathLike):
        return open_path(source, file=file)
    raise refuse_source(source, "a path, bytes, text or a mapping", file)


def open_text(text: str, *, file: str | None = None) -> Document:
    """The document in a text: YAML, JSON or a share code, never a path."""
    code = _code_in(text)
    if code is not None:
        from listbuilder.exchange.formats.code import read_code

        return read_code(code)
    return read_text(text, file=file, limits=_limits(text[:HEAD].encode("utf-8", "replace")))


def _is_text(source: str) -> bool:
    return "\n" in source or ": " in source or source.lstrip().startswith("{") or not source.strip()


def _code_in(text: str) -> str | None:
    """The share code that a text consists of, or that a link contains; None for a file name that begins like one."""
    if "LB" not in text or len(text) > LONGEST_CODE:
        return None
    from listbuilder.exchange.formats.code import code_in

    code = code_in(text)
    alone = code is not None and "".join(text.split()) == code
    return code if alone or "://" in text else None


def open_path(source: os.PathLike[str] | str, *, file: str | None = None) -> Document:
    """The document in a file. One too large for a list may still be a published force, as its first bytes show."""
    try:
        path = Path(source)
    except TypeError as error:
        raise refuse_source(source, "a path", file) from error
    try:
        return read_file(path)
    except DocumentError as error:
        if error.findings[0].code != "file.too-large":
            raise
        with path.open("rb") as stream:
            limits = _limits(stream.read(HEAD))
        if limits is LIST_LIMITS:
            raise
    return read_file(path, limits=limits)


def _limits(head: bytes) -> Limits:
    return CATALOGUE_LIMITS if f'"{DOCUMENT}"'.encode() in head else LIST_LIMITS


class ImportOptions(TypedDict, total=False):
    """The options of `import_force`, shared by the other import functions."""

    allow_illegal: bool
    placeholders: bool
    standalone: bool
    event: Path | str | Game | None
    catalogues: Iterable[Path | str]
    collection: CollectionSource | None


def import_force(
    source: Source,
    *,
    allow_illegal: bool = False,
    placeholders: bool = False,
    standalone: bool = True,
    event: Path | str | Game | None = None,
    catalogues: Iterable[Path | str] = (),
    collection: CollectionSource | None = None,
) -> EngineForce:
    """The force that a list describes, judged by its game.

    `source` is a path, bytes, text (YAML or JSON), a share code, a mapping, or a force exported before in any of these
    forms. An exported force is resolved again from the list inside it, so that edited numbers are detected.

    A one-line string may be a path, which is opened. Pass untrusted input to `import_text` or `import_data`, which
    never open a file.

    `placeholders` keeps names that the catalogue does not know as entries marked `unknown`, instead of refusing the
    list for them or for what is wrong with the models that have them. `allow_illegal` keeps a list that breaks rules.
    In both cases `valid` and `findings` still report it. Without `standalone` the force leaves out what the rules
    document of its game has: `rules_document` gives that once, and `with_rules` puts the two together. `event` is the
    path of an event pack to judge the list by, or the result of `load_event`. `catalogues` are folders of additional
    games. With `collection`, the result of `read_collection`, whatever the list has and the collection lacks is a
    warning among `findings`.

    Raises only these, whatever the source: DocumentError if it can't be read or a key is wrong, UnknownGameError,
    CatalogueError if a game folder is broken, IllegalListError if the list breaks rules. Each carries `findings`.
    """
    return import_document(
        open_source(source),
        allow_illegal=allow_illegal,
        placeholders=placeholders,
        standalone=standalone,
        event=event,
        catalogues=catalogues,
        collection=collection,
    )


def import_text(text: str | bytes, **terms: Unpack[ImportOptions]) -> EngineForce:
    """The force of a text: YAML, JSON or a share code, never a path. Options as in `import_force`."""
    if not isinstance(text, str | bytes | bytearray | memoryview):
        raise refuse_source(text, "text or bytes")
    document = open_text(str.__str__(text)) if isinstance(text, str) else open_source(text)
    return import_document(document, **terms)


def import_path(path: os.PathLike[str] | str, **terms: Unpack[ImportOptions]) -> EngineForce:
    """The force of a file. Options as in `import_force`."""
    return import_document(open_path(path), **terms)


def import_data(data: Mapping[str, object], **terms: Unpack[ImportOptions]) -> EngineForce:
    """The force of a mapping; nothing in it is ever taken for a path. Options as in `import_force`."""
    if not isinstance(data, Mapping):
        raise refuse_source(data, "a mapping")
    return import_document(open_source(data), **terms)


def import_document(
    document: Document,
    *,
    allow_illegal: bool = False,
    placeholders: bool = False,
    standalone: bool = True,
    event: Path | str | Game | None = None,
    catalogues: Iterable[Path | str] = (),
    collection: CollectionSource | None = None,
) -> EngineForce:
    """The force of a parsed document. Options as in `import_force`."""
    folders = catalogue_folders(catalogues)
    pack = load_event_option(event, folders)
    referee = make_referee(folders, pack, collection)
    if not is_force_document(document.data):
        report = referee.judge(document)
        refuse_illegal(report, allow_illegal=allow_illegal, placeholders=placeholders)
        return publish(report, standalone=standalone)
    given = force_from_document(document.data)
    report = _judge_again(given, folders, referee)
    refuse_illegal(report, allow_illegal=allow_illegal, placeholders=placeholders)
    _require_unchanged(replace(publish(report, standalone=given.standalone), extras=given.extras), given)
    return replace(publish(report, standalone=standalone), extras=given.extras)


def refuse_illegal(report: Report, *, allow_illegal: bool = False, placeholders: bool = False) -> None:
    """Raise DocumentError for a malformed list, and IllegalListError for one that breaks rules unless allowed."""
    name = report.force.document.name or report.force.document.file or "The list"
    if report.malformed:
        raise DocumentError(f"{name} can't be understood: {_summary(report.findings)}", report.findings)
    errors = [finding for finding in report.findings if finding.severity == "error"]
    if placeholders and errors:
        errors = _unexcused_errors(errors, report)
    if errors and not allow_illegal:
        raise IllegalListError(f"{name} is not legal: {_summary(tuple(errors))}", report.findings)


def _summary(findings: tuple[Finding, ...]) -> str:
    return findings[0].message + (f" (and {len(findings) - 1} more)" if len(findings) > 1 else "")


def _unexcused_errors(errors: list[Finding], report: Report) -> list[Finding]:
    """The errors that placeholders do not excuse: neither unknown names nor errors of models that have some."""
    rows = {model.row for model in report.force.rows if any(pick.entry.unknown for pick in model.entries)}
    excused = tuple(f"models[{row}]" for row in rows)
    return [one for one in errors if one.code != "name.unknown" and not (rows and one.where.startswith(excused))]


def _judge_again(given: EngineForce, catalogues: tuple[Path, ...], referee: Referee) -> Report:
    """Judge the list inside an exported force again. Raises DocumentError if the catalogue or event differs."""
    event = referee.event
    if given.event != (event.event.name if event and event.event else None):
        message = f"The force was made for the event {given.event}." if given.event else "The force is for no event."
        raise DocumentError.of("force.stale", message, "Name the same event, or import the list inside it.")
    game = event or cached_game(given.game.id, catalogues)
    if game.digest != given.catalogue.digest:
        message = f"The force was made with catalogue {given.catalogue.version}, which is not the one here."
        hint = "Import the list inside it, or read it as it stands with `force_from_document`."
        raise DocumentError.of("force.stale", message, hint)
    return referee.judge(read_mapping(given.list.document))


def _require_unchanged(force: EngineForce, given: EngineForce) -> None:
    """Raise DocumentError unless a force equals the one given but for what a collection lacks."""
    if _without_missing(force) != _without_missing(given):
        message = "The force does not follow from the list inside it: something was changed by hand."
        raise DocumentError.of("force.changed", message, "Import the list inside it.")


def _without_missing(force: EngineForce) -> EngineForce:
    return replace(force, findings=tuple(one for one in force.findings if one.code != SHORT_OF))
