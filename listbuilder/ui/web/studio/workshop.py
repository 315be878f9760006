"""A game's folder as the studio shows it: a folder goes in, JSON comes out. Nothing here writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from listbuilder.base.errors import ListbuilderError
from listbuilder.base.findings import Finding
from listbuilder.base.values import slug
from listbuilder.base.wording import sentence
from listbuilder.building import Bench, additions, apply, choices, open_bench, slots
from listbuilder.catalogue import Entry, Format, Game
from listbuilder.exchange.documents.game_difference import HEADINGS, compare_games, least_version, level_of, numbers_of
from listbuilder.judging.validator import Referee, Report
from listbuilder.loading import chain_of, check_folder
from listbuilder.loading.templates import Templates, load_templates
from listbuilder.storage.reading import CATALOGUE_LIMITS, Document, Tree, read_file, read_text
from listbuilder.storage.revisions import RevisionError, at_revision, last_tag
from listbuilder.ui.web.card_json import facts_of

Json = dict[str, Any]
Stamp = tuple[tuple[str, int, int], ...]


class StarterList(NamedTuple):
    """A list beside the game: what was read, and the verdict or why there is none."""

    name: str
    document: Document | None
    report: Report | None
    problems: tuple[Finding, ...]


class Workshop:
    """A game's folder, looked at again whenever a file of it changed.

    While the files can't be loaded, the last game that could be stays to be looked at: a designer is in the middle of
    a sentence most of the time.
    """

    def __init__(self, folder: Path, catalogues: Iterable[Path] = ()) -> None:
        self.folder, self.catalogues = folder, tuple(catalogues)
        self.game: Game | None = None
        self.lists: tuple[StarterList, ...] = ()
        self.problems: tuple[Finding, ...] = ()
        self.changed: tuple[str, ...] = ()
        self.seen: Stamp | None = None
        self.loaded = False
        self.released: dict[str, Game | None] = {}

    def stamp(self) -> Stamp:
        """The names, times and sizes of all files, to detect changes."""
        found = []
        for path in sorted(self.folder.rglob("*.yaml")):
            # Editors replace a file when they save it: for a moment it is not there.
            with suppress(FileNotFoundError):
                facts = path.stat()
                found.append((str(path.relative_to(self.folder)), facts.st_mtime_ns, facts.st_size))
        return tuple(found)

    def look(self) -> None:
        """Load and judge everything again if a file changed since the last look."""
        stamp = self.stamp()
        if stamp == self.seen:
            return
        # Taken before the files are read: what is saved meanwhile is read at the next look.
        self.seen, before = stamp, self.game
        try:
            self.game = check_folder(self.folder, self.catalogues, thorough=True)
        except ListbuilderError as error:
            self.loaded, self.problems = False, error.findings
        else:
            self.loaded, self.problems = True, ()
            self.changed = changed_entries(before, self.game) if before else ()
        self.lists = tuple(starter_lists(self.folder, self.game)) if self.game else ()

    def document(self) -> Json:
        """Everything the page shows but pictures and files."""
        self.look()
        game = self.game
        return {
            "stamp": stamp_name(self.seen or ()),
            "folder": self.folder.name,
            "loaded": self.loaded,
            "game": {"id": game.id, "name": game.name, "version": str(game.version)} if game else None,
            "problems": [self.finding(one) for one in self.problems],
            "lists": [self.list_json(one) for one in self.lists],
            "table": entry_table(game, self.places()) if game else None,
            "rules": [rule_json(rule, owner, game) for rule, owner in rules_of(game)] if game else [],
            "release": self.since_release(),
            "changed": list(self.changed),
        }

    def since_release(self) -> Json | None:
        """What changed since the newest git tag, by heading; None without a tag that has the game."""
        tag = last_tag(self.folder)
        if tag is None or self.game is None:
            return None
        if tag not in self.released:
            self.released = {tag: self.game_at(tag)}
        before = self.released[tag]
        if before is None:
            return None
        notes = compare_games(before, self.game)
        least = least_version(before.version, level_of(notes))
        return {
            "tag": tag,
            "version": str(before.version),
            "headings": [
                {"name": heading, "notes": some}
                for heading in HEADINGS
                if (some := [note.text for note in notes if note.heading == heading])
            ],
            "least": least if notes and numbers_of(self.game.version) < numbers_of(least) else None,
        }

    def game_at(self, tag: str) -> Game | None:
        """The game at a tag, if it was there and can still be read."""
        try:
            with at_revision(self.folder, tag) as folder:
                return check_folder(folder, self.catalogues)
        except (RevisionError, ListbuilderError):
            return None

    def finding(self, one: Finding) -> Json:
        """A finding with its place in the folder."""
        return {
            "severity": one.severity,
            "code": one.code,
            "message": sentence(one.message),
            "hint": one.hint,
            "file": self.name_of(one.file),
            "line": one.line,
        }

    def name_of(self, file: str | None) -> str | None:
        """A file's name inside the folder; None if it is elsewhere, such as in a game that this one extends."""
        path = Path(file) if file else None
        return str(path.relative_to(self.folder)) if path and path.is_relative_to(self.folder) else None

    def list_json(self, one: StarterList) -> Json:
        """A starter list with its verdict."""
        report = one.report
        found = report.findings if report else one.problems
        return {
            "file": one.name,
            "name": report.force.document.title if report else one.name,
            "valid": bool(report and report.valid),
            "total": report.force.cost if report else None,
            "findings": [self.finding(finding) for finding in found],
        }

    def text(self, name: str) -> str | None:
        """The text of one of the folder's files; None for anything else."""
        # Only names that the folder itself has, so that no path leads out of it.
        names = {one[0] for one in self.stamp()}
        return (self.folder / name).read_text("utf-8", "replace") if name in names else None

    def places(self) -> dict[str, tuple[str, int]]:
        """Where each entry stands, by its id."""
        found: dict[str, tuple[str, int]] = {}
        for path in sorted(self.folder.glob("*.yaml")):
            try:
                document = read_file(path, limits=CATALOGUE_LIMITS)
            except ListbuilderError:
                # The check reports it.
                continue
            for id, at in named_rows(document.data):
                found.setdefault(id, (path.name, document.line(at)))
        return found

    def card(self, id: str) -> list[str]:
        """The faces of a card that shows an entry, as SVG; none if no list could be made with it."""
        if self.game is None or id not in {one.id for one in self.game.entries}:
            return []
        report = list_with(self.game, id, [one.document for one in self.lists if one.document])
        if report is None:
            return []
        folders = [one / "templates" for one in chain_of(self.folder, self.catalogues) if (one / "templates").is_dir()]
        return first_card(report, load_templates(*folders))


def stamp_name(stamp: Stamp) -> str:
    """A stamp as a short text."""
    import hashlib

    return hashlib.sha256(repr(stamp).encode()).hexdigest()[:16]


def starter_lists(folder: Path, game: Game) -> Iterator[StarterList]:
    """The lists beside a game, each judged."""
    referee = Referee(game)
    for path in sorted((folder / "lists").glob("*.yaml")):
        name = str(path.relative_to(folder))
        try:
            document = read_file(path)
            yield StarterList(name, document, referee.judge(document), ())
        except ListbuilderError as error:
            yield StarterList(name, None, None, error.findings)


def changed_entries(before: Game, after: Game) -> tuple[str, ...]:
    """The entries that are new or differ."""
    old = {one.id: one for one in before.entries}
    return tuple(one.id for one in after.entries if old.get(one.id) != one)


def named_rows(tree: Tree, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """Every mapping with an id or a name, under its id, and where it is."""
    if isinstance(tree, dict):
        name = tree.get("id") or tree.get("name")
        if isinstance(name, str) and at:
            yield slug(name), at
        for key, value in tree.items():
            yield from named_rows(value, (*at, key))
    elif isinstance(tree, list):
        for nth, value in enumerate(tree):
            yield from named_rows(value, (*at, nth))


def entry_table(game: Game, places: Mapping[str, tuple[str, int]]) -> Json:
    """All entries as rows: name, kind, costs, stats, tags. Columns that nothing fills are left out."""
    heads = [("cost", one.name) for one in game.currencies.values()] + [
        ("stat", one.name) for one in game.stats.values()
    ]
    rows: list[Json] = []
    for entry in game.entries:
        file, line = places.get(entry.id, (None, None))
        cells = [entry.prices.get(id) for id in game.currencies] + [entry.stats.get(id) for id in game.stats]
        known = {"id": entry.id, "name": entry.name, "kind": game.kind_name(entry.kind)}
        rows.append(
            {
                **known,
                "file": file,
                "line": line,
                "cells": cells,
                # Stats have columns of their own.
                "facts": facts_of(game, entry)[len(entry.stats) :],
                "tags": sorted(entry.tags),
            }
        )
    used = [nth for nth in range(len(heads)) if any(row["cells"][nth] is not None for row in rows)]
    for row in rows:
        row["cells"] = [row["cells"][nth] for nth in used]
    return {"heads": [heads[nth][1] for nth in used], "rows": rows}


def rules_of(game: Game) -> Iterator[tuple[Any, str]]:
    """Every rule with what brings it in: the game itself, a format or an entry."""
    yield from ((rule, "") for rule in game.rules)
    owners: list[Format | Entry] = [*game.formats, *game.entries]
    for owner in owners:
        yield from ((rule, owner.name) for rule in owner.rules)


def rule_json(rule: Any, owner: str, game: Game) -> Json:
    """A rule as a reader sees it."""
    return {
        "id": rule.id,
        "kind": rule.kind,
        "severity": rule.severity,
        "owner": owner,
        "text": rule.text or sentence(rule.describe(game)),
    }


def holds(report: Report, id: str) -> int | None:
    """The row of the first model that has an entry."""
    models = report.force.models
    return next((one.row for one in models if any(pick.entry.id == id for pick in one.inside)), None)


def list_with(game: Game, id: str, documents: Iterable[Document]) -> Report | None:
    """A list of one model that has an entry: a row of a starter list, or one that is built for it."""
    referee = Referee(game)
    for document in documents:
        row = holds(referee.judge(document), id)
        rows = document.data.get("models")
        if row is not None and isinstance(rows, list):
            alone: dict[str, Tree] = {**document.data, "models": [rows[row]]}
            return shown(referee.judge(Document(alone, {})))
    bench = build_with(game, id)
    return shown(bench.report) if bench else None


def shown(report: Report) -> Report:
    """The report without findings: one model alone seldom is a legal list, and the card is what matters here."""
    return replace(report, findings=())


def build_with(game: Game, id: str) -> Bench | None:
    """A new list with one model that is an entry or has it among its options."""
    empty = open_bench(read_text(f"game: {game.id}\nname: {game.name}\n"), game)
    offered = additions(empty).choices
    for choice in sorted(offered, key=lambda one: not is_entry(one.entry, id)):
        bench = apply(empty, choice.edit)
        if holds(bench.report, id) is not None:
            return bench
        for slot in slots(bench, ("models", 0)):
            for option in choices(bench, ("models", 0), slot.id).choices if slot.open else ():
                if is_entry(option.entry, id):
                    return apply(bench, option.edit)
    return None


def is_entry(entry: Entry | None, id: str) -> bool:
    """Whether it is the one of that id."""
    return entry is not None and entry.id == id


def first_card(report: Report, templates: Templates) -> list[str]:
    """The faces of a list's first card, drawn as they print."""
    from listbuilder.printing.deck import CardOptions, make_batches
    from listbuilder.printing.svg import face_svg
    from listbuilder.printing.text_layout import Fonts

    fonts = Fonts(None, templates.symbols)
    fonts.use(templates.font)
    theme, size = templates.themes["ink"], templates.sizes[templates.default["size"]]
    layout = templates.layouts[templates.default["layout"]]
    options = CardOptions(fonts, templates, layout, theme, size, templates.type["normal"])
    card = make_batches([report], options)[0].cards[0]
    return [face_svg(face, fonts, theme) for face in (card.front, card.back) if face is not None]
