"""What can be chosen: every entry for a slot, every model to add, every value for a key, each judged by trying it.

A choice has one of five standings: `held` (it is there; its edit takes it out), `fits`, `warns`, `not-now` (it breaks
a rule, which is its reason, and can be taken all the same) and `never` (this slot does not take it on this unit).

Reasons are the validator's own findings against two baselines. Where something goes out for a choice, what the list
without it lacks anyway, whichever choice is made, stands once in `leaving` and is no choice's fault; what another
choice would mend is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from listbuilder.catalogue import Entry
from listbuilder.catalogue.fields.base import Near
from listbuilder.errors import EditError
from listbuilder.finding import Finding
from listbuilder.generate.choices import Shelf, candidates, group_rows, named
from listbuilder.generate.judge import Judge
from listbuilder.generate.rows import RowMaker
from listbuilder.generate.words import row_words, value_words
from listbuilder.lists.refer import row_names
from listbuilder.reading import Tree
from listbuilder.record import changed, record
from listbuilder.workbench.bench import Bench, Trial, side, tried
from listbuilder.workbench.change import Change, Rows, Side, about, change_between, compare_findings
from listbuilder.workbench.edits import Add, Drop, Edit, Many, Pick, Place, Set, Swap
from listbuilder.workbench.says import edit_words
from listbuilder.workbench.steps import Spot, owner_at, row_at, sheet_of, spelt, spot_of

__all__ = ["STANDINGS", "Choice", "Choices", "Standing", "additions", "choices", "values"]

Standing = Literal["held", "fits", "warns", "not-now", "never"]
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
    """The choices for a slot or a key; `nth` is what goes out for them, and `leaving` what that alone brings."""

    at: Place
    slot: str
    nth: int | None = None
    room: int | None = None
    held: int = 0
    leaving: tuple[Finding, ...] = ()
    choices: tuple[Choice, ...] = ()


class Option(NamedTuple):
    """A choice before it is tried: its name, its edit, and how it stands whatever the judge says."""

    name: str
    entry: Entry | None
    edit: Edit
    sure: Standing | None = None


def choices(bench: Bench, at: Place, slot: str, nth: int | None = None, more: bool = False) -> Choices:
    """Every entry for a slot: one more, or instead of number `nth`; a full slot for one swaps, without `more`."""
    force = bench.report.force
    spot = spot_of(spelt(bench.tree, force.game), force, at, slot)
    room = force.room_in(spot.pick, slot) if spot.pick else spot.owner.room.get(slot) if spot.owner else None
    if nth is None and not more and spot.slot.max == 1 and len(spot.items) == 1 and (room or 1) == 1:
        nth = 0
    emptied = tried(bench, Drop(at=at, slot=slot, nth=nth)) if nth is not None else None
    options = list(_options(bench, spot, nth))
    return _judged(bench, options, Choices(at=at, slot=slot, nth=nth, room=room, held=len(spot.items)), emptied)


def _options(bench: Bench, spot: Spot, nth: int | None) -> Iterator[Option]:
    """The entries of a slot's kind with their edits; what is held is taken out by its own."""
    game = bench.report.force.game
    there = [pick.entry for pick in spot.held]
    instead = there[nth] if nth is not None and nth < len(there) else None
    givers = [spot.pick] if spot.pick else spot.owner.inside if spot.owner else []
    offers = [(one.entry, one.entry.offers[spot.id]) for one in givers if spot.id in one.entry.offers]
    shelf = Shelf(spot.id, spot.slot, spot.path, spot.raw, offers, spot.single, False)
    able = {id(one) for one in candidates(game, shelf, instead)}
    for entry in (one for one in game.entries if one.kind == spot.slot.kind):
        sure: Standing | None = None if id(entry) in able else "never"
        if nth is not None and entry is instead:
            yield Option(entry.name, entry, Drop(at=spot.at, slot=spot.id, nth=nth), "held")
        elif nth is not None:
            yield Option(entry.name, entry, Swap(at=spot.at, slot=spot.id, nth=nth, entry=named(game, entry)), sure)
        else:
            more = Pick(at=spot.at, slot=spot.id, entry=named(game, entry))
            if entry in there and _breaks(bench, more):
                yield Option(entry.name, entry, Drop(at=spot.at, slot=spot.id, nth=there.index(entry)), "held")
            else:
                yield Option(entry.name, entry, more, sure)


def _breaks(bench: Bench, edit: Edit) -> bool:
    """Whether an edit brings an error."""
    trial = tried(bench, edit)
    new, _ = compare_findings(bench.report.findings, trial.report.findings, {})
    return any(one.severity == "error" for one in new)


def additions(bench: Bench, kind: str = "models") -> Choices:
    """Every model that could be added, with what it must have and no more; or every sort of group."""
    game = bench.report.force.game
    options = list(_models(bench) if kind == "models" else _groups(bench))
    slot = next(iter(sheet_of(game, (kind, 0)).slots), "")
    return _judged(bench, options, Choices(at=(kind,), slot=slot))


def _models(bench: Bench) -> Iterator[Option]:
    game = bench.report.force.game
    maker = RowMaker(bench.tree, Judge(bench.game, event=bench.event))
    head = maker.head
    for bare in maker.bare() if head else ():
        row = maker.complete(bare) or bare
        entry = game.find(game.model.slots[str(head)].kind, _name(bare[str(head)]))
        yield Option(entry.name if entry else row_words(bare), entry, Add(row=row))


def _groups(bench: Bench) -> Iterator[Option]:
    game = bench.report.force.game
    key = game.model.group_key
    known = {group.name for group in bench.report.force.groups}
    said = [str(one.said_group) for one in bench.report.force.rows if one.said_group]
    fresh = (f"Group {number}" for number in range(1, len(known) + 2))
    name = next((one for one in (*said, *fresh) if one not in known), "Group")
    for row in group_rows(bench.tree, game, key, name) if key else ():
        made = row if isinstance(row, dict) else {}
        edits: tuple[Edit, ...] = (Add(row=made, kind="groups"), *_joining(bench, made, str(key), name))
        yield Option(row_words(row), None, edits[0] if len(edits) == 1 else Many(edits=edits))


def _joining(bench: Bench, row: Mapping[str, Tree], key: str, name: str) -> Iterator[Set]:
    """Whoever holds a post in a new group joins it, unless they are in one already."""
    force = bench.report.force
    named = {str(row[post]).casefold() for post in force.game.group.posts if post in row}
    for model in force.rows:
        if model.name and model.name.casefold() in named and model.said_group is None:
            yield Set(at=model.path, key=key, value=name)


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
    return _judged(bench, options, Choices(at=at, slot=key, room=1, held=int(old is not None)))


# Judging


def _judged(bench: Bench, options: list[Option], empty: Choices, emptied: Trial | None = None) -> Choices:
    """The choices for a place, with every option tried; see above for whose fault a finding is."""
    trials = [tried(bench, one.edit) for one in options]
    base = bench.report.findings
    own = emptied.report.findings if emptied else base
    new = [compare_findings(base, trial.report.findings, NOWHERE)[0] for trial in trials]
    mine = [compare_findings(own, trial.report.findings, NOWHERE)[0] for trial in trials]
    others = [found for option, found in zip(options, new, strict=True) if option.sure != "held"]
    always = _common(others) if emptied else frozenset()
    leaving = _leaving(base, own, always) if emptied else ()
    made = [
        _choice(bench, option, trial, _reasons(came, brought, always) if option.sure != "held" else came)
        for option, trial, came, brought in zip(options, trials, new, mine, strict=True)
    ]
    return changed(empty, leaving=leaving, choices=tuple(made))


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


def _name(pick: Tree) -> str:
    found: Mapping[str, Tree] = pick if isinstance(pick, dict) else {"entry": pick}
    return str(found.get("entry"))
