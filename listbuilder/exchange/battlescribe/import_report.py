"""The report of a conversion: what was carried over, approximated or not said, for people (`import.md`) and as JSON.

The JSON lies beside the game: rosters find the game by the id of its system there, and the next conversion its names.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping

from listbuilder.exchange.battlescribe.conversion_record import RECORD_VERSION
from listbuilder.exchange.battlescribe.linking import LinkedGame
from listbuilder.exchange.battlescribe.outcomes import FATES, Fate, Outcome, share_said
from listbuilder.exchange.battlescribe.translate import GameParts
from listbuilder.storage.reading import Tree

MEANINGS: dict[Fate, str] = {
    "carried": "carried over",
    "no effect": "no effect: no list can meet it",
    "names only": "changes only names, notes or pages",
    "near": "approximated",
    "not said": "not said",
    "not reached": "on something that no list can have",
}


def report_document(game: LinkedGame, parts: GameParts, id: str) -> dict[str, Tree]:
    """The report as data."""
    counts = share_said(parts.outcomes)
    data = game.data
    return {
        "import": RECORD_VERSION,
        "game": id,
        "system": {"id": data.system.id, "name": data.system.name, "revision": data.system.revision},
        "factions": {one.id: one.name for one in game.factions},
        "files": [*(one.place.file for one in data.files)],
        "counts": {sort: {fate: number[fate] for fate in FATES} for sort, number in counts.items()},
        "problems": [{"file": one.place.file, "line": one.place.line, "message": one.message} for one in game.problems],
        "passed-over": [*data.passed_over],
        "vocabulary": parts.vocabulary,
        "ids": {**parts.ids},
        "outcomes": [_row(one) for one in parts.outcomes],
    }


def _row(one: Outcome) -> dict[str, Tree]:
    made: dict[str, Tree] = {"sort": one.sort, "fate": one.fate, "what": one.what, "of": one.entry}
    made |= {"file": one.place.file, "line": one.place.line}
    return {**made, "why": one.why} if one.why else made


def report_json(document: Mapping[str, Tree]) -> str:
    """The data as JSON, with a line for each outcome."""
    rows = document["outcomes"]
    assert isinstance(rows, list)
    head = json.dumps({**document, "outcomes": []}, ensure_ascii=False, indent=1)
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in rows)
    return head.removesuffix('"outcomes": []\n}') + f'"outcomes": [\n{lines}\n ]\n}}\n'


def report_text(game: LinkedGame, parts: GameParts) -> str:
    """The report for people: totals, then what was not said, by reason, with its places."""
    system = game.data.system
    counts = share_said(parts.outcomes)
    lines = [
        f"# {system.name}",
        "",
        f"Converted from revision {system.revision or 'unknown'}: {len(game.definitions)} selections of "
        f"{len(game.factions)} {'faction' if len(game.factions) == 1 else 'factions'}.",
        "",
        f"| | {' | '.join(MEANINGS[one] for one in FATES)} |",
        f"|---|{'---:|' * len(FATES)}",
        *(f"| {sort}s | {' | '.join(str(number[one]) for one in FATES)} |" for sort, number in counts.items()),
        "",
    ]
    for fate, title in (("not said", "Not said"), ("near", "Approximated")):
        lines += _section(title, [one for one in parts.outcomes if one.fate == fate and one.sort != "condition"])
    if game.problems:
        lines += ["## Problems of the data", "", *(f"- {one.place}: {one.message}" for one in game.problems), ""]
    if game.data.passed_over:
        lines += ["## Files passed over", "", *(f"- {one}" for one in game.data.passed_over), ""]
    return "\n".join(lines)


def _section(title: str, outcomes: list[Outcome]) -> Iterable[str]:
    if not outcomes:
        return
    yield from (f"## {title}", "")
    for why, number in Counter(one.why for one in outcomes).most_common():
        yield from (f"### {why[:1].upper()}{why[1:]} ({number})", "")
        yield from (f"- {one.entry}: {one.what} ({one.place})" for one in outcomes if one.why == why)
        yield ""
