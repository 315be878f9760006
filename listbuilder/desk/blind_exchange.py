"""A blind exchange between two players, without a desk: seal a list or some of its slots, swap codes, then open.

A player chooses the salt here, so the code is long (26 characters, 130 bits): no second list with it can be found.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from listbuilder.base.errors import DocumentError, EditError
from listbuilder.base.records import record
from listbuilder.base.spelling import did_you_mean
from listbuilder.desk.seal import new_salt, normalise_code, to_code
from listbuilder.exchange.documents.judged import list_from_report
from listbuilder.judging.force import Force
from listbuilder.judging.identity import canonical_json, pick_content
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists.document import LIST
from listbuilder.storage.reading import CATALOGUE_LIMITS, Document, Tree, read_file

DOCUMENT = "listbuilder-opening"
DOMAIN = b"listbuilder match seal 1"
SIGNS = 26


@record
class OpenedExchange:
    """An opened seal: whether its code matches the one that was exchanged, and what was sealed."""

    match: bool
    code: str
    slots: tuple[str, ...]
    report: Report


def code_of(force: Force, slots: Iterable[str], salt: bytes) -> str:
    """The code that seals a list, or some slots and fields of it."""
    names = sorted(slots)
    canonical = (
        canonical_json([force.game.id, [[name, _slot_content(force, name)] for name in names]])
        if names
        else force.meaning
    )
    # The length before each part: otherwise bytes moved from one part to the next would give the same code.
    whole = b"".join(len(part).to_bytes(4, "big") + part for part in (DOMAIN, salt, canonical.encode()))
    return to_code(hashlib.sha256(whole).digest())[:SIGNS]


def _slot_content(force: Force, name: str) -> Any:
    """The content of a slot or field of the list, independent of order and spelling."""
    sheet = force.game.list
    if name in sheet.slots:
        return sorted(pick_content(pick) for pick in force.root.slots.get(name, ()) for _ in range(pick.count))
    if name in sheet.fields:
        value = force.root.values.get(name)
        return list(value) if isinstance(value, tuple) else value
    known = [*sheet.slots, *sheet.fields]
    hint = did_you_mean(name, known) or f"There are {', '.join(known) or 'none'}."
    raise EditError.of("match.seal", f"A list of {force.game.name} has no slot `{name}`.", hint)


def grouped(code: str) -> str:
    """A code as people read it out."""
    return "-".join(code[at : at + 5] for at in range(0, len(code), 5))


def opening_text(report: Report, slots: tuple[str, ...]) -> tuple[str, str]:
    """The code to exchange, and the file that opens it later. The file reveals what was sealed."""
    salt = new_salt()
    code = code_of(report.force, slots, salt)
    tree = list_from_report(report).tree
    kept = {key: value for key, value in tree.items() if key == "game" or key in slots} if slots else dict(tree)
    data = {"document": DOCUMENT, "version": "1.0", "salt": salt.hex(), "slots": list(slots), "list": kept}
    return code, json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def open_sealed(path: Path, code: str, referee: Referee) -> OpenedExchange:
    """Open a seal with the other player's file and the code that they sent before."""
    data = read_file(path, limits=CATALOGUE_LIMITS).data
    salt, slots, tree = data.get("salt"), data.get("slots"), data.get("list")
    if data.get("document") != DOCUMENT or not isinstance(salt, str) or not _names(slots) or not isinstance(tree, dict):
        hint = "Give the file that `match seal` wrote."
        raise DocumentError.of("match.seal", f"{path} does not open a seal.", hint, file=str(path))
    report = _judged(tree, referee)
    names = tuple(str(one) for one in slots) if isinstance(slots, list) else ()
    try:
        found = code_of(report.force, names, bytes.fromhex(salt))
    except ValueError as error:
        raise DocumentError.of("match.seal", f"The salt in {path} is damaged.", "Ask again.", file=str(path)) from error
    return OpenedExchange(match=found == normalise_code(code), code=found, slots=names, report=report)


def _names(slots: Tree) -> bool:
    return isinstance(slots, list) and all(isinstance(one, str) for one in slots)


def _judged(tree: Mapping[str, Tree], referee: Referee) -> Report:
    """The report on the sealed list; if only slots were sealed, on a list without models."""
    whole = {**{key: [] for key in LIST.rows if key == "models"}, **tree}
    return referee.judge(Document(whole, {(): 1}, None))
