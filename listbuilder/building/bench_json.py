"""The bench as JSON: what the service answers and the page shows. Edits have their shape in `edits`.

bench    {"game", "list", "code", "valid", "totals", "rows", "findings"}; `list` is what edits are made to
totals   {"total", "limit", "left", "points", "currencies": [{"id", "name", "total", "limit", "left"}], "words",
          "models", "errors", "warnings", "valid", "format", "format_name", "undo", "redo"}
row      {"at", "label", "name", "title", "line", "count", "cost", "group", "errors", "warnings"}
finding  as in a report, with "at": its place step by step, and its sentences in the words of `player_words`
slot     {"at", "id", "name", "kind", "room", "least", "held": [held], "full", "open", "rolled", "secret", "text",
          "errors"}; `room` null is without end
held     {"nth", "name", "entry", "price", "count", "at", "unknown", "given_by", "usual", "inside"}; `nth` null is
         given and can't be edited; a held thing with `inside` has slots of its own at its place `at`
field    {"at", "id", "type", "value", "words", "options", "most", "required", "text", "raises": [{"id", "name",
          "steps", "value", "price"}], "budget", "errors", "rare",
          "counted"}
choices  {"at", "slot", "nth", "room", "held", "folded", "leaving": [finding], "choices": [choice]}
choice   {"name", "entry", "kind", "text", "tags", "category", "aliases", "standing", "price", "total", "left",
          "reasons": [finding], "change": change, "edit": edit}; standing is held, fits, warns, needs, not-now or never
change   {"words", "points": [before, after], "new": [finding], "gone": [finding], "stats": [{"at", "numbers":
          {"mv": [6, 7]}}], "room": [the same], "others": [place], "rows": {"models": [0, null, 1], "groups": []}}
found    {"hits": [{"name", "marks": [[0, 2]], "choice": number in the choices or null, "at", "entry"}], "hint"}
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from listbuilder.base.findings import Finding
from listbuilder.building.bench import Bench, share
from listbuilder.building.change import EditResult, Shift
from listbuilder.building.choices import Choice, Choices
from listbuilder.building.edits import Place, edit_document
from listbuilder.building.fits import Fits
from listbuilder.building.fixes import Fix
from listbuilder.building.generate.distance import place_of
from listbuilder.building.player_words import player_words, without_keys
from listbuilder.building.row_views import fields, slots
from listbuilder.building.search import SearchResult
from listbuilder.building.summary import roster, totals
from listbuilder.exchange.documents.dump import dump
from listbuilder.exchange.documents.report_document import finding_document

Json = dict[str, Any]


def bench_json(bench: Bench) -> Json:
    """A bench: the list, its share code, what it comes to, its rows and every finding."""
    return {
        "game": bench.report.force.game.id,
        "list": bench.tree,
        "code": share(bench),
        "valid": bench.report.valid,
        "totals": dump(totals(bench)),
        "rows": [dump(row) for row in roster(bench)],
        "findings": _findings(bench.report.findings),
    }


def place_json(bench: Bench, at: Place) -> Json:
    """The slots and fields of the list or of a row; of a pick, its slots."""
    is_pick = bool(at) and not (len(at) == 2 and at[0] in ("models", "groups"))
    return {
        "at": list(at),
        "slots": [dump(slot) for slot in slots(bench, at)],
        "fields": [] if is_pick else [dump(one) for one in fields(bench, at)],
    }


def choices_json(found: Choices) -> Json:
    """The choices for a slot."""
    return {
        "at": list(found.at),
        "slot": found.slot,
        "nth": found.nth,
        "room": found.room,
        "held": found.held,
        "folded": found.folded,
        "leaving": _findings(found.leaving),
        "choices": [_choice(one) for one in found.choices],
    }


def _choice(choice: Choice) -> Json:
    entry = choice.entry
    return {
        "name": choice.name,
        "entry": entry.id if entry else None,
        "kind": entry.kind if entry else None,
        "text": entry.text if entry else "",
        "tags": list(entry.tags) if entry else [],
        "category": entry.category if entry else None,
        "aliases": list(entry.aliases) if entry else [],
        "standing": choice.standing,
        "price": choice.price,
        "total": choice.total,
        "left": choice.left,
        "reasons": _findings(choice.reasons),
        "change": change_json(choice.change),
        "edit": edit_document(choice.edit),
    }


def change_json(change: EditResult) -> Json:
    """What an edit changes."""
    return {
        "words": change.words,
        "points": list(change.points),
        "new": _findings(change.new),
        "gone": _findings(change.gone),
        "stats": [_shift(one) for one in change.stats],
        "room": [_shift(one) for one in change.room],
        "others": [list(one) for one in change.others],
        "rows": {kind: list(rows) for kind, rows in change.rows.items()},
    }


def fix_json(fix: Fix) -> Json:
    """A fix, or something that fits."""
    words = without_keys(fix.words)
    return {"words": words, "edit": {**edit_document(fix.edit), "words": words}, "change": change_json(fix.change)}


def fits_json(found: Fits) -> Json:
    """What fits."""
    single, exact = ([fix_json(one) for one in several] for several in (found.single, found.exact))
    return {"left": found.left, "single": single, "exact": exact}


def found_json(found: SearchResult, within: Choices | None = None) -> Json:
    """What a search found; a choice is named by its number among those searched."""
    numbers = {id(one): at for at, one in enumerate(within.choices)} if within else {}
    hits = [
        {
            "name": hit.name,
            "marks": [list(mark) for mark in hit.marks],
            "choice": numbers.get(id(hit.choice)),
            "at": None if hit.at is None else list(hit.at),
            "entry": {"kind": hit.entry.kind, "id": hit.entry.id} if hit.entry else None,
        }
        for hit in found.hits
    ]
    return {"hits": hits, "hint": found.hint}


def finding_json(finding: Finding) -> Json:
    """A finding with its place step by step."""
    message, hint = player_words(finding)
    return {**finding_document(finding), "message": message, "hint": hint, "at": list(place_of(finding))}


def _findings(findings: Iterable[Finding]) -> list[Json]:
    return [finding_json(one) for one in findings]


def _shift(shift: Shift) -> Json:
    return {"at": list(shift.at), "numbers": {key: list(pair) for key, pair in shift.numbers.items()}}
