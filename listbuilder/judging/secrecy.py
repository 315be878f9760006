"""A list without its secrets, as an opponent may see it, and a seal that proves later what they were.

A report goes in; a report on the same list comes out, without the slots and fields that its game keeps secret and
without whatever would give them away. The seal is a salted hash, so that trying out all secrets does not find them.
"""

from __future__ import annotations

import hashlib
import secrets
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Any

from listbuilder.base.findings import Finding
from listbuilder.base.records import EMPTY, published, replace
from listbuilder.catalogue import Game, RowSchema, Slot
from listbuilder.judging.force import Force, Owner
from listbuilder.judging.resolver import resolve
from listbuilder.judging.validator import Report, validate
from listbuilder.lists.document import ListDocument, Row
from listbuilder.storage.reading import Path, Tree

SALT_BYTES = 16
# Each try judges the list once more.
MOST_HIDDEN, MOST_TRIES = 40, 10
SEAL_DIGITS = 20
ILLEGAL = Finding(
    code="secret.illegal",
    message="The list is not legal; the reason is secret.",
    hint="Ask the player to mend it before you play.",
)


@published
class Reveal:
    """What opens a seal."""

    seal: str
    """The seal on the paper or in the export."""
    salt: str
    """What was added to the list before it was sealed, so that nobody can try secrets out."""
    catalogue: str
    """SHA-256 of the catalogue that the list was judged by."""
    list: Mapping[str, Any]
    """The whole list that was sealed, as a list file has it."""
    event: str | None = None
    """The event that it was judged for."""

    def opens(self, force: Force) -> bool:
        """Whether a force is the one that was sealed."""
        return seal_of(force, self.salt) == self.seal


def new_salt() -> str:
    """A salt that nobody can guess."""
    return secrets.token_hex(SALT_BYTES)


def seal_of(force: Force, salt: str) -> str:
    """The seal on a list: a salted hash of what it is and of the catalogue it was judged by."""
    # With the catalogue: the same choices may be worth something else in another version.
    text = f"{salt} {force.meaning} {force.game.digest}"
    return hashlib.sha256(text.encode()).hexdigest()[:SEAL_DIGITS]


def secrets_of(sheet: RowSchema) -> frozenset[str]:
    """The keys of a sheet that are secret."""
    slots = [id for id, slot in sheet.slots.items() if slot.secret]
    return frozenset([*slots, *(id for id, field in sheet.fields.items() if field.secret)])


def keeps_secrets(game: Game) -> bool:
    """Whether a game keeps anything secret."""
    return any(map(secrets_of, (game.list, game.group, game.model))) or game.facts.some_hide


def audience(force: Force, concealed: bool = False) -> str | None:
    """For whom a list is in the form in which it is shown; None if its game has no secrets."""
    if not keeps_secrets(force.game):
        return None
    sealed = concealed or force.seal is not None
    return "for the opponent, without secrets" if sealed else "for the player and the judge, secrets included"


def conceal(report: Report, salt: str) -> Report:
    """The same list as an opponent may see it, sealed; legal or not as the whole of it is."""
    force = report.force
    known = {_identity(one) for one in report.findings}
    judged = drop_unexplained(without_secrets(force.document, force.game), force.game, known)
    # A finding that only the shown part has would tell an opponent that something is hidden.
    findings = tuple(one for one in judged.findings if _identity(one) in known)
    if not report.valid and not any(one.severity == "error" for one in findings):
        findings = (ILLEGAL, *findings)
    return Report(force=replace(judged.force, seal=seal_of(force, salt)), findings=findings)


def drop_unexplained(document: ListDocument, game: Game, known: set[tuple[str, ...]]) -> Report:
    """The report on a list without the picks and models that only a secret makes legal, since they would reveal it.

    An error that the whole list does not have points at one of them. All of these are removed at once; if that makes
    new errors, one of them is removed, the last first.
    """
    report = judge_shown(document, game)
    for _ in range(MOST_HIDDEN):
        places = sorted({one.path for one in new_errors(report, known) if one.path}, key=_sort_key, reverse=True)
        tries = [places, *([place] for place in places[:MOST_TRIES])] if len(places) > 1 else [places]
        # The first try removes all at once: mostly the errors have one cause.
        better = next((made for some in tries if (made := try_without(report, some, game))), None)
        if better is None:
            break
        report = better
    return drop_over_limits(report, game, known)


def drop_over_limits(report: Report, game: Game, known: set[tuple[str, ...]]) -> Report:
    """The report without the end of the list, if only a secret, such as a discount, keeps it within a limit.

    As few things as possible are removed; if that leaves another error, a few more are tried.
    """

    def hides(one: Report) -> bool:
        return not any(finding.code.endswith(".over") for finding in new_errors(one, known))

    if hides(report):
        return report
    document = report.force.document
    places = list(removable_paths(document, game))

    def cut(number: int) -> Report:
        left = document
        # From the end of the list, so that each path is still valid after the removals before it.
        for path in places[:number]:
            left = without_path(left, path, game) or left
        return judge_shown(left, game)

    # The more is cut, the lower the totals, so the least cut can be found by bisection.
    least = bisect_left(range(len(places)), 1, key=lambda number: hides(cut(number)))
    tries = (cut(number) for number in range(least, min(least + MOST_TRIES, len(places) + 1)))
    return next((one for one in tries if hides(one) and not new_errors(one, known)), cut(least))


def new_errors(report: Report, known: set[tuple[str, ...]]) -> list[Finding]:
    """The errors of a report that the whole list does not have."""
    return [one for one in report.findings if one.severity == "error" and _identity(one) not in known]


def removable_paths(document: ListDocument, game: Game) -> Iterator[Path]:
    """The path of everything that can be removed, the last first: the optional picks of each model, then the model."""
    for at, row in reversed(list(enumerate(document.models))):
        yield from (("models", at, *path) for path in removable_picks(row.keys, game.model))
        yield from (("models", at) for _ in range(row.count))
    yield from removable_picks(document.keys, game.list)


def removable_picks(keys: Mapping[str, Tree], sheet: RowSchema) -> Iterator[Path]:
    """The optional picks of a row, the last first."""
    for key, value in reversed(list(keys.items())):
        if key in sheet.slots and not sheet.slots[key].min:
            yield from ((key, at) for at in reversed(range(len(value) if isinstance(value, list) else 1)))


def try_without(report: Report, places: list[Path], game: Game) -> Report | None:
    """The report on a list without what is at some paths, the last first; None if that has more errors."""
    document = report.force.document
    gone: set[Path] = set()
    for path in places:
        made = None if path[:2] in gone else without_path(document, path, game)
        if made is not None:
            # The row is gone, and another has its index now: further paths into it mean something else.
            gone |= {path[:2]} if len(made.models) < len(document.models) else set()
            document = made
    if document is report.force.document:
        return None
    after = judge_shown(document, game)
    # Not fewer: removing one of two things that break the same rule is progress too.
    return after if after.errors <= report.errors else None


def _sort_key(path: Path) -> tuple[tuple[str, int], ...]:
    """A path in the order of the list."""
    # Pairs, because names and indexes can't be compared.
    return tuple((step, 0) if isinstance(step, str) else ("", step) for step in path)


def judge_shown(document: ListDocument, game: Game) -> Report:
    """The report on a list without its secrets; secret fields have not even their defaults."""
    return validate(resolve(document, game, hidden=secrets_of))


def _identity(finding: Finding) -> tuple[str, ...]:
    return finding.code, finding.where, finding.message


def rows_with_sheets(force: Force) -> list[tuple[Owner, RowSchema]]:
    """Every row of a force with the sheet it is written on."""
    game = force.game
    found: list[tuple[Owner, RowSchema]] = [(force.root, game.list)]
    return [*found, *((one, game.group) for one in force.groups), *((one, game.model) for one in force.rows)]


def without_secrets(document: ListDocument, game: Game) -> ListDocument:
    """A document without its secrets, and without notes, line numbers and other tools' data, which may reveal them."""

    def rows(several: tuple[Row, ...], sheet: RowSchema) -> tuple[Row, ...]:
        return tuple(replace(row, keys=public_keys(row.keys, sheet, game), notes=None, extras=EMPTY) for row in several)

    return replace(
        document,
        keys=public_keys(document.keys, game.list, game),
        notes=None,
        extras=EMPTY,
        lines=EMPTY,
        models=rows(document.models, game.model),
        groups=rows(document.groups, game.group),
    )


def public_keys(keys: Mapping[str, Tree], sheet: RowSchema, game: Game) -> dict[str, Tree]:
    """The keys that are not secret. A secret slot with a default is written empty, or else it would get it."""
    hidden = secrets_of(sheet)
    found = {
        key: public_picks(value, sheet.slots[key], game) if key in sheet.slots else value
        for key, value in sheet.spell(keys).items()
        if sheet.aliases.get(key, key) not in hidden
    }
    return {**found, **{id: "none" for id, slot in sheet.slots.items() if id in hidden and slot.default}}


def public_picks(value: Tree, slot: Slot, game: Game) -> Tree:
    """What is picked in a slot, without the secrets inside it."""
    if isinstance(value, list):
        return [public_picks(one, slot, game) for one in value]
    entry = game.find(slot.kind, str(value.get("entry"))) if isinstance(value, dict) else None
    if not isinstance(value, dict) or entry is None or "picks" not in value:
        return value
    inner, shown = value["picks"], {id: one for id, one in entry.picks.items() if not one.secret}
    if isinstance(inner, dict):
        kept: Tree = {id: public_picks(one, shown[id], game) for id, one in inner.items() if id in shown}
    else:
        # A bare list belongs to the first slot inside, and must stay bare: not every slot can be written by its key.
        first = next(iter(entry.picks), "")
        kept = public_picks(inner, shown[first], game) if first in shown else {}
    made = {**{key: one for key, one in value.items() if key != "picks"}, **({"picks": kept} if kept else {})}
    return made["entry"] if set(made) == {"entry"} else made


def without_path(document: ListDocument, path: Path, game: Game) -> ListDocument | None:
    """A document without the pick or model at a path; None if there is neither."""
    if len(path) == 2 and path[0] == "models":
        return without_model(document, int(path[1]))
    if path[:1] in (("models",), ("groups",)) and len(path) > 2:
        kind, at = str(path[0]), int(path[1])
        rows: tuple[Row, ...] = document.models if kind == "models" else document.groups
        sheet = game.model if kind == "models" else game.group
        slot = sheet.slots.get(str(path[2]))
        keys = without_pick(rows[at].keys, slot, path[2:])
        if keys is None:
            return None
        # A model without a required pick would tell that something was there.
        if slot and slot.min and path[2] not in keys:
            return without_model(document, at) if kind == "models" else None
        made = (*rows[:at], replace(rows[at], keys=keys), *rows[at + 1 :])
        return replace(document, models=made) if kind == "models" else replace(document, groups=made)
    found = without_pick(document.keys, game.list.slots.get(str(path[0])) if path else None, path)
    return None if found is None else replace(document, keys=found)


def without_model(document: ListDocument, at: int) -> ListDocument:
    """A document with one copy less of a model."""
    row = document.models[at]
    rest = (replace(row, count=row.count - 1),) if row.count > 1 else ()
    return replace(document, models=(*document.models[:at], *rest, *document.models[at + 1 :]))


def without_pick(keys: Mapping[str, Tree], slot: Slot | None, path: Path) -> dict[str, Tree] | None:
    """The keys of a row without the pick at a path from the row; None if there is none."""
    if slot is None or slot.secret or path[0] not in keys:
        return None
    key = str(path[0])
    value = keys[key]
    at = path[1] if len(path) > 1 else -1
    rest: list[Tree] = []
    if isinstance(value, list) and isinstance(at, int) and at < len(value):
        rest = [one for place, one in enumerate(value) if place != at % len(value)]
    return {**keys, key: rest} if rest else {id: one for id, one in keys.items() if id != key}
