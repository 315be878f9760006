"""What the panes show, line by line: plain text and places, no widgets. No name can hide anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from listbuilder.base.characters import on_one_line
from listbuilder.building import Bench, FieldView, HeldView, Place, RowView, SlotView, fields, roster, slots, totals
from listbuilder.building.edits import row_title
from listbuilder.building.generate.distance import place_of
from listbuilder.judging.roster_lines import pick_text

What = Literal["row", "add", "held", "given", "room", "rolled", "field", "number", "raise"]


class Target(NamedTuple):
    """What a line is about: a row, something in a slot, room in a slot, a field, or a stat that can be raised.

    Room that dice decide about is `rolled`, a field that goes up and down by one a `number`.
    """

    what: What
    at: Place
    key: str = ""
    nth: int | None = None
    stat: str = ""


class PaneLine(NamedTuple):
    """One line of a pane: a mark, a label, its text, what stands at its right end; a style by name.

    `below` replaces the text, on a second line, in a pane that is too narrow for all of it.
    """

    mark: str
    label: str
    text: str
    right: str
    target: Target
    style: str = ""
    below: str = ""


def head_text(bench: Bench, saved: str) -> tuple[str, str]:
    """The line on top: the list and its format; then total, limit, what is left, the verdict, whether it is saved."""
    sums = totals(bench)
    name = bench.report.force.document.name or bench.report.force.game.name
    left = " · ".join(one for one in (on_one_line(name), on_one_line(sums.format_name or "")) if one)
    wrong = _many(sums.errors, "error") if sums.errors else "legal"
    warned = _many(sums.warnings, "warning") if sums.warnings else ""
    rest = "" if sums.left is None else f"{sums.left} left" if sums.left >= 0 else f"{-sums.left} too many"
    right = " · ".join(one for one in (on_one_line(sums.words), rest, wrong, warned, saved) if one)
    return left, right


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def roster_lines(bench: Bench) -> list[PaneLine]:
    """The list itself, its models, its groups, and a line to add one."""
    places = [place_of(one) for one in bench.report.findings if one.severity == "error"]
    wrong = sum(len(place) < 2 or place[0] not in ("models", "groups") for place in places)
    errors = f": {_many(wrong, 'error')}" if wrong else ""
    found = [PaneLine("!" if wrong else "", f"The list{errors}", "", "", Target("row", ()), _style(wrong))]
    priced = bench.report.force.cost or bench.report.force.limit is not None
    for row in roster(bench):
        mark = "!" if row.errors else "~" if row.warnings else ""
        head, rest = _row_words(row)
        errors = f": {_many(row.errors, 'error')}" if row.errors else ""
        group = row.at[0] == "groups"
        right = str(row.cost) if row.cost else "group" if group else "0" if priced else ""
        target = Target("row", row.at)
        below = on_one_line(_chosen(bench, row.at))
        found.append(
            PaneLine(mark, on_one_line(head + errors), on_one_line(rest), right, target, _style(row.errors), below)
        )
    found.append(PaneLine("", "+ add a model (a)", "", "", Target("add", ("models",)), "dim"))
    return found


def _row_words(row: RowView) -> tuple[str, str]:
    """Who a row is, and everything on it."""
    times = f"{row.count} × " if row.count > 1 else ""
    head = f"{times}{row.name}: " if row.name else times
    whole = f"{head}{row.title}"
    who = whole if row.line.startswith(whole) else head.rstrip(": ")
    return who, row.line[len(who) :]


def _chosen(bench: Bench, at: Place) -> str:
    """What was chosen for a model, weapons among it: neither its unit, which is its title, nor what that brings."""
    model = next((one for one in bench.report.force.written if one.path == at), None)
    picks = [one for one in model.inside if one.holder is None and not one.given_by] if model else []
    return ", ".join(pick_text(one) for one in picks if model and one.entry.name != model.title)


def _style(errors: int) -> str:
    return "wrong" if errors else ""


def detail_lines(bench: Bench, at: Place) -> list[PaneLine]:
    """The slots and fields of the list or of a row, and the slots inside what it holds."""
    found = [line for slot in slots(bench, at) for line in _slot_lines(bench, slot, 0)]
    for field in fields(bench, at):
        if not field.rare:
            found += _field_lines(field)
    return found


def _slot_lines(bench: Bench, slot: SlotView, depth: int) -> Iterator[PaneLine]:
    """What a slot holds, what is inside it, and a line for the room that is left."""
    label = "  " * depth + slot.name
    for held in slot.held:
        yield _held_line(slot, held, label)
        label = ""
        for inner in slots(bench, held.at) if held.inside else ():
            yield from _slot_lines(bench, inner, depth + 1)
    if slot.open and (not slot.full or not slot.held):
        taken = sum(one.count for one in slot.held if one.nth is not None)
        room = (
            "any number"
            if slot.room is None
            else f"room {slot.room - taken} of {slot.room}"
            if slot.room
            else "no room"
        )
        need = "!" if taken < slot.least else ""
        what: What = "rolled" if slot.rolled else "room"
        empty = "_ (r rolls)" if slot.rolled else "_"
        yield PaneLine(need, label, empty, room, Target(what, slot.at, slot.id), "wrong" if need else "dim")


def _held_line(slot: SlotView, held: HeldView, label: str) -> PaneLine:
    times = f"{held.count} × " if held.count > 1 else ""
    if held.given_by is not None:
        text = on_one_line(f"{times}{held.name} (from {held.given_by})")
        return PaneLine("", label, text, "", Target("given", slot.at, slot.id), "dim")
    unknown = " (unknown)" if held.unknown else " (usual)" if held.usual else ""
    target = Target("held", slot.at, slot.id, held.nth)
    price = str(held.price) if held.price else ""
    mark = "!" if slot.errors or held.unknown else ""
    return PaneLine(mark, label, on_one_line(f"{times}{held.name}{unknown}"), price, target, _style(slot.errors))


def _field_lines(field: FieldView) -> Iterator[PaneLine]:
    mark = "!" if field.errors else ""
    if field.raises:
        label = field.id
        for one in field.raises:
            text = f"{one.name} {one.value}" + (f" ({one.steps:+d})" if one.steps else "")
            right = field.budget if label else ""
            yield PaneLine(mark, label, on_one_line(text), right, Target("raise", field.at, field.id, stat=one.id))
            label = ""
        return
    need = "!" if field.required and field.value is None else mark
    text = "1" if field.id == "count" and field.value is None else on_one_line(field.words) or "_"
    yield PaneLine(need, field.id, text, "", Target("number" if field.counted else "field", field.at, field.id))


def place_name(bench: Bench, at: Place) -> str:
    """What a pane calls the list or a row."""
    return on_one_line(row_title(bench.tree, at, bench.report.force)) if at else "The list"


def finding_text(bench: Bench, number: int) -> tuple[str, str]:
    """How many findings there are and the one at hand, with its hint."""
    findings = bench.report.findings
    if not findings:
        return "legal", "Nothing is wrong with this list."
    one = findings[number % len(findings)]
    source = f" ({one.source})" if one.source else ""
    return f"{one.severity} {number % len(findings) + 1} of {len(findings)}", on_one_line(f"{one.message}{source}")
