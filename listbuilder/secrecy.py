"""What an opponent may not know yet: a list with its secrets left out, and a seal that proves later what they were.

A report goes in; out comes one on the same list without the slots and fields that its game keeps secret, and without
what only they explain. The seal is a salted hash of what the list is, so that trying every secret does not find it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import Any

from listbuilder.catalogue import Game, Sheet
from listbuilder.finding import Finding
from listbuilder.force import Force, Owner
from listbuilder.lists.document import ListDocument, Row
from listbuilder.reading import Tree
from listbuilder.record import changed, record
from listbuilder.resolver import resolve
from listbuilder.validator import Report, validate

__all__ = ["Reveal", "conceal", "new_salt", "rows_with_sheets", "seal_of", "secrets_of"]

SALT_BYTES = 16
SEAL_DIGITS = 20
ILLEGAL = Finding(
    code="secret.illegal",
    message="The list is not legal; the reason is secret.",
    hint="Ask the player to mend it before you play.",
)


@record
class Reveal:
    """What opens a seal: the salt, the whole list that was sealed, and the event that it was judged for."""

    seal: str
    salt: str
    catalogue: str
    list: Mapping[str, Any]
    event: str | None = None

    def opens(self, force: Force) -> bool:
        """Whether a force is the one that was sealed."""
        return hmac.compare_digest(seal_of(force, self.salt), self.seal)


def new_salt() -> str:
    """A salt that nobody can guess."""
    return secrets.token_hex(SALT_BYTES)


def seal_of(force: Force, salt: str) -> str:
    """The seal on a list: a salted hash of what it is and of the catalogue it was judged by."""
    text = f"{salt} {force.meaning} {force.game.digest}"
    return hashlib.sha256(text.encode()).hexdigest()[:SEAL_DIGITS]


def secrets_of(sheet: Sheet) -> frozenset[str]:
    """The keys of a sheet that are secret."""
    slots = [id for id, slot in sheet.slots.items() if slot.secret]
    return frozenset([*slots, *(id for id, field in sheet.fields.items() if field.secret)])


def conceal(report: Report, salt: str) -> Report:
    """The same list as an opponent may see it, sealed; legal or not as the whole of it is."""
    force = report.force
    game = force.game
    bare = without(force.document, game)
    shown = resolve(trimmed(bare, resolve(bare, game), force), game)
    for owner, sheet in rows_with_sheets(shown):
        owner.values = {key: value for key, value in owner.values.items() if key not in secrets_of(sheet)}
    judged = validate(shown)
    known = {(one.code, one.where, one.message) for one in report.findings}
    findings = tuple(one for one in judged.findings if (one.code, one.where, one.message) in known)
    if not report.valid and not any(one.severity == "error" for one in findings):
        findings = (ILLEGAL, *findings)
    return Report(force=changed(shown, seal=seal_of(force, salt)), findings=findings)


def rows_with_sheets(force: Force) -> list[tuple[Owner, Sheet]]:
    """Every row of a force with the sheet it is written on."""
    game = force.game
    found: list[tuple[Owner, Sheet]] = [(force.root, game.list)]
    return [*found, *((one, game.group) for one in force.groups), *((one, game.model) for one in force.rows)]


def without(document: ListDocument, game: Game) -> ListDocument:
    """A document without its secrets, without notes and without other tools' data, which may tell them."""

    def rows(several: tuple[Row, ...], sheet: Sheet) -> tuple[Row, ...]:
        return tuple(changed(row, keys=left(row.keys, sheet), notes=None, extras={}) for row in several)

    return changed(
        document,
        keys=left(document.keys, game.list),
        notes=None,
        extras={},
        models=rows(document.models, game.model),
        groups=rows(document.groups, game.group),
    )


def left(keys: Mapping[str, Tree], sheet: Sheet) -> dict[str, Tree]:
    """The keys that are no secret; a secret slot or field says nothing, not even what it has by default."""
    hidden = secrets_of(sheet)
    found = {key: value for key, value in keys.items() if key not in hidden}
    return {**found, **{id: "none" for id, slot in sheet.slots.items() if id in hidden and slot.default is not None}}


def trimmed(document: ListDocument, bare: Force, whole: Force) -> ListDocument:
    """A document without the picks that only a secret makes room for: the last ones of each slot go."""
    made = changed(document, keys=fewer(document.keys, bare.root, whole.root))
    models = tuple(
        changed(row, keys=fewer(row.keys, one, other))
        for row, one, other in zip(document.models, first_rows(bare), first_rows(whole), strict=True)
    )
    groups = tuple(
        changed(row, keys=fewer(row.keys, one, other))
        for row, one, other in zip(document.groups, bare.groups, whole.groups, strict=True)
    )
    return changed(made, models=models, groups=groups)


def first_rows(force: Force) -> list[Owner]:
    """One node for each row of the file."""
    return [row for row in force.rows if row.copy == 0]


def fewer(keys: Mapping[str, Tree], bare: Owner, whole: Owner) -> dict[str, Tree]:
    """The keys of a row with no more in each slot than there is room for without the secrets."""
    made = dict(keys)
    for slot, picks in bare.slots.items():
        room, before = bare.room.get(slot), whole.room.get(slot)
        value = made.get(slot)
        if room is None or (before is not None and len(picks) > before) or len(picks) <= room:
            continue
        if isinstance(value, list):
            made[slot] = value[:room]
        elif room == 0:
            made.pop(slot, None)
    return made
