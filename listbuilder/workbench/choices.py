"""What can be chosen: every entry for a slot, every model to add, every value for a key, each judged by trying it.

A choice has one of five standings: `held` (it is there; its edit takes it out), `fits`, `warns`, `not-now` (it breaks
a rule, which is its reason, and can be taken all the same) and `never` (this slot does not take it on this unit).

Reasons are the validator's own findings against two baselines. Where something goes out for a choice, what the list
without it lacks anyway, whichever choice is made, stands once in `leaving` and is no choice's fault; what another
choice would mend is.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import NamedTuple, TypeAlias

from listbuilder.catalogue import Entry
from listbuilder.catalogue.fields.base import Near
from listbuilder.errors import EditError
from listbuilder.finding import Finding
from listbuilder.generate.words import value_words
from listbuilder.lists.refer import row_names
from listbuilder.record import changed, record
from listbuilder.workbench.bench import Bench, Trial, side, tried
from listbuilder.workbench.change import Change, Rows, Side, about, change_between, compare_findings
from listbuilder.workbench.edits import Drop, Edit, Place, Set
from listbuilder.workbench.options import Option, Standing, group_options, model_options, slot_options
from listbuilder.workbench.says import edit_words
from listbuilder.workbench.steps import owner_at, row_at, sheet_of, spelt, spot_of

STANDINGS: tuple[Standing, ...] = ("held", "fits", "warns", "not-now", "never")
BANNED = frozenset({"allow.outside", "ban.taken"})


@record
class Choice:
    """One thing to choose: what it is, how it stands, what the total moves by and comes to, why not, and its edit."""

    name: str
    entry: Entry | None
    standing: Standing
    price: int
    total: int
    left: int | None
    reasons: tuple[Finding, ...]
    change: Change
    edit: Edit


@record
class Choices:
    """The choices for a slot or a key; `nth` is what goes out for them, and `leaving` what that alone brings.

    `folded` is how many more there are that the slot never takes, where those were not asked for.
    """

    at: Place
    slot: str
    nth: int | None = None
    room: int | None = None
    held: int = 0
    leaving: tuple[Finding, ...] = ()
    choices: tuple[Choice, ...] = ()
    folded: int = 0


# Choices being looked for: yields after each that was tried, so that whoever waits can do something else between.
Looking: TypeAlias = Generator[None, None, Choices]


def choices(bench: Bench, at: Place, slot: str, nth: int | None = None, more: bool = False) -> Choices:
    """Every entry for a slot: one more, or instead of number `nth`; a full slot for one swaps, without `more`."""
    return finished(look_for_choices(bench, at, slot, nth, more))


def finished(looking: Looking) -> Choices:
    """What is found in the end."""
    while True:
        try:
            next(looking)
        except StopIteration as end:
            found: Choices = end.value
            return found


def look_for_choices(
    bench: Bench, at: Place, slot: str, nth: int | None = None, more: bool = False, never: bool = True
) -> Looking:
    """The same as `choices`, one by one; without `never`, what the slot never takes is only counted."""
    force = bench.report.force
    spot = spot_of(spelt(bench.tree, force.game), force, at, slot)
    room = force.room_in(spot.pick, slot) if spot.pick else spot.owner.room.get(slot) if spot.owner else None
    if nth is None and not more and spot.slot.max == 1 and len(spot.items) == 1 and (room or 1) == 1:
        nth = 0
    emptied = tried(bench, Drop(at=at, slot=slot, nth=nth)) if nth is not None else None
    options = list(slot_options(bench, spot, nth))
    wanted = [one for one in options if never or one.sure != "never"]
    empty = Choices(at=at, slot=slot, nth=nth, room=room, held=len(spot.items), folded=len(options) - len(wanted))
    return (yield from _judged(bench, wanted, empty, emptied))


def additions(bench: Bench, kind: str = "models") -> Choices:
    """Every model that could be added, with what it must have and no more; or every sort of group."""
    return finished(look_for_additions(bench, kind))


def look_for_additions(bench: Bench, kind: str = "models") -> Looking:
    """The same as `additions`, one by one."""
    game = bench.report.force.game
    options = model_options(bench) if kind == "models" else group_options(bench)
    slot = next(iter(sheet_of(game, (kind, 0)).slots), "")
    return (yield from _judged(bench, options, Choices(at=(kind,), slot=slot)))


def values(bench: Bench, at: Place, key: str) -> Choices:
    """Every value for a key, where there is an end of them: formats, roles, groups, numbers near the one it has."""
    force = bench.report.force
    tree = spelt(bench.tree, force.game)
    row = row_at(tree, at) if at else tree
    old = row.get(key)
    field = sheet_of(force.game, at).fields.get(key)
    near = Near(row_names(tree), [group.name for group in force.groups], owner_at(force, at))
    if field is not None:
        found = [(value_words(one), one) for one in field.tries(old, force.game, near) if one != old]
    elif key == "format" and not at:
        found = [(one.name, one.id) for one in force.game.formats if one is not force.format]
    else:
        raise EditError.of("edit.place", f"`{key}` has no choices.", "Set it to what you like.")
    options = [Option(words, None, Set(at=at, key=key, value=value)) for words, value in found]
    if old is not None:
        options.insert(0, Option(value_words(old), None, Set(at=at, key=key), "held"))
    return finished(_judged(bench, options, Choices(at=at, slot=key, room=1, held=int(old is not None))))


# Judging


def _judged(bench: Bench, several: Iterable[Option], empty: Choices, emptied: Trial | None = None) -> Looking:
    """The choices for a place, with every option tried; see above for whose fault a finding is."""
    base = bench.report.findings
    own = emptied.report.findings if emptied else base
    found: list[Tried] = []
    for option in several:
        yield
        trial = tried(bench, option.edit)
        new = compare_findings(base, trial.report.findings, NOWHERE)[0]
        mine = compare_findings(own, trial.report.findings, NOWHERE)[0] if emptied else new
        found.append(Tried(option, trial, new, mine))
        yield
    always = _common(one.new for one in found if one.option.sure is None) if emptied else frozenset()
    made = []
    for one in found:
        reasons = _reasons(one.new, one.mine, always) if one.option.sure != "held" else one.new
        made.append(_choice(bench, one.option, one.trial, reasons))
        yield
    return changed(empty, leaving=_leaving(base, own, always) if emptied else (), choices=tuple(made))


class Tried(NamedTuple):
    """An option that was tried, what is wrong then and was not before, and what is wrong with the slot empty too."""

    option: Option
    trial: Trial
    new: tuple[Finding, ...]
    mine: tuple[Finding, ...]


NOWHERE: Rows = {}
Key = tuple[object, ...]


def _common(several: Iterable[Iterable[Finding]]) -> frozenset[Key]:
    """What every one of some sets of findings has."""
    sets = [frozenset(about(one, NOWHERE) for one in found) for found in several]
    return frozenset.intersection(*sets) if sets else frozenset()


def _leaving(base: Iterable[Finding], own: Iterable[Finding], always: frozenset[Key]) -> tuple[Finding, ...]:
    """What taking something out brings, whatever is chosen instead."""
    new, _ = compare_findings(base, own, NOWHERE)
    return tuple(one for one in new if about(one, NOWHERE) in always)


def _reasons(new: tuple[Finding, ...], mine: tuple[Finding, ...], always: frozenset[Key]) -> tuple[Finding, ...]:
    """What a choice brings itself, then what it leaves that another would mend."""
    told = {about(one, NOWHERE) for one in mine}
    return (*mine, *(one for one in new if about(one, NOWHERE) not in (told | always)))


def _choice(bench: Bench, option: Option, trial: Trial, reasons: tuple[Finding, ...]) -> Choice:
    force = trial.report.force
    words = edit_words(bench.tree, option.edit, bench.report.force)
    return Choice(
        name=option.name,
        entry=option.entry,
        standing=option.sure or standing_of(reasons),
        price=force.cost - bench.report.force.cost,
        total=force.cost,
        left=force.limit - force.cost if force.limit is not None else None,
        reasons=reasons,
        change=change_between(side(bench), Side(trial.tree, trial.report), words),
        edit=option.edit,
    )


def standing_of(reasons: Iterable[Finding]) -> Standing:
    """How a choice stands by what it brings."""
    severities = {one.severity for one in reasons}
    if any(one.code in BANNED for one in reasons):
        return "never"
    return "not-now" if "error" in severities else "warns" if "warning" in severities else "fits"
