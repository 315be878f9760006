"""What can be chosen: every entry for a slot, every model to add, every value for a key, each judged by trying it.

A choice has one of six standings: `held` (it is there; its edit takes it out), `fits`, `warns`, `needs` (it is legal
once something more is added, which its reasons name), `not-now` (it breaks a rule, which is its reason, and can be
taken all the same) and `never` (this slot does not take it on this unit).

Reasons are the validator's own findings against two baselines. Where something goes out for a choice, what the list
without it lacks anyway, whichever choice is made, stands once in `leaving` and is no choice's fault; what another
choice would mend is. An error that the list has already and that choices make worse stands in `leaving`, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from listbuilder.base.errors import EditError
from listbuilder.base.findings import Finding
from listbuilder.base.records import record, replace
from listbuilder.building.bench import Bench, Trial, side, try_edit
from listbuilder.building.change import EditResult, Rows, Side, about, change_between, compare_findings
from listbuilder.building.edits import (
    Add,
    AddPick,
    Drop,
    Edit,
    Many,
    Place,
    Set,
    SlotPlace,
    Swap,
    edit_words,
    owner_at,
    row_at,
    schema_at,
    slot_place,
    spell_own_names,
)
from listbuilder.building.generate.distance import place_of
from listbuilder.building.generate.judge import SHORT, SearchJudge
from listbuilder.building.generate.moves import OpenSlot, candidates, fresh_group_name, group_rows, write_entry
from listbuilder.building.generate.row_maker import RowMaker
from listbuilder.building.generate.step_words import row_words, value_words
from listbuilder.catalogue import Entry
from listbuilder.catalogue.fields.field_type import ValueContext
from listbuilder.judging.force import Force
from listbuilder.lists.find_row import row_names
from listbuilder.storage.reading import Tree

# What could be chosen, before anything is tried: the entries for a slot, models and groups to add, each with its
# edit.


# Picks at most that a new model gets because there is only one choice.
MOST_FORCED = 4
MANY = 200
"""Of more options than this, those that are wrong for sure are counted and not tried.

With all 2,400 entries of a large game tried, the question what can be added took eight seconds instead of 0.3.
"""

Standing: TypeAlias = Literal["held", "fits", "warns", "needs", "not-now", "never"]


class ChoiceDraft(NamedTuple):
    """A choice before it is tried: its name, its edit, and how it stands whatever the judge says."""

    name: str
    entry: Entry | None
    edit: Edit
    sure: Standing | None = None


def slot_options(bench: Bench, spot: SlotPlace, nth: int | None) -> Iterator[ChoiceDraft]:
    """The entries of a slot's kind with their edits; what is held is taken out by its own."""
    game = bench.report.force.game
    there = [pick.entry for pick in spot.held]
    instead = there[nth] if nth is not None and nth < len(there) else None
    givers = [spot.pick] if spot.pick else spot.owner.inside if spot.owner else []
    offers = [(one.entry, one.entry.offers[spot.id]) for one in givers if spot.id in one.entry.offers]
    shelf = OpenSlot(spot.id, spot.slot, spot.path, spot.raw, offers, spot.single, False)
    able = {id(one) for one in candidates(game, shelf, instead)}
    for entry in (one for one in game.entries if one.kind == spot.slot.kind):
        sure: Standing | None = None if id(entry) in able else "never"
        if nth is not None and entry is instead:
            yield ChoiceDraft(entry.name, entry, Drop(at=spot.at, slot=spot.id, nth=nth), "held")
        elif nth is not None:
            yield ChoiceDraft(
                entry.name, entry, Swap(at=spot.at, slot=spot.id, nth=nth, entry=write_entry(game, entry)), sure
            )
        else:
            more = AddPick(at=spot.at, slot=spot.id, entry=write_entry(game, entry))
            # What can be taken again is offered again; only where another one would be an error does a choice take it
            # out.
            if entry in there and _breaks(bench, more):
                yield ChoiceDraft(entry.name, entry, Drop(at=spot.at, slot=spot.id, nth=there.index(entry)), "held")
            else:
                yield ChoiceDraft(entry.name, entry, more, sure)


def _breaks(bench: Bench, edit: Edit) -> bool:
    """Whether an edit brings an error."""
    trial = try_edit(bench, edit)
    new, _ = compare_findings(bench.report.findings, trial.report.findings, {})
    return any(one.severity == "error" for one in new)


def model_options(bench: Bench) -> Iterator[ChoiceDraft]:
    """Every sort of model, with what it must have.

    Of more than `MANY` sorts, only those that agree with what the list itself has chosen, such as its faction.
    """
    game = bench.report.force.game
    maker = RowMaker(bench.tree, SearchJudge(bench.game, event=bench.event))
    head = maker.head
    sorts = list(maker.bare()) if head else []
    for bare in sorts:
        entry = game.find(game.model.slots[str(head)].kind, _name(bare[str(head)]))
        if entry and len(sorts) > MANY and not _agrees(bench.report.force, entry, str(head)):
            continue
        row = maker.complete(bare) or bare
        yield ChoiceDraft(entry.name if entry else row_words(bare), entry, Add(row=row))


def _agrees(force: Force, entry: Entry, slot: str) -> bool:
    """Whether an entry agrees with what the list itself has chosen."""
    root = force.root
    return all(
        rule.allows(entry, slot, rule.beside(root, root))
        for rule in force.game.agreements
        if rule.severity == "error" and rule.when is None and rule.where is None
    )


def with_only_choices(bench: Bench, edit: Edit) -> Edit:
    """An edit in which every model that it adds has what it must have, where there is only one choice for that."""
    maker = RowMaker(bench.tree, SearchJudge(bench.game, event=bench.event))
    made = [
        Add(row=_forced(maker, one.row), kind=one.kind, to=one.to)
        if isinstance(one, Add) and one.kind == "models" and maker.head in one.row
        else one
        for one in (edit.edits if isinstance(edit, Many) else (edit,))
    ]
    return Many(edits=tuple(made)) if isinstance(edit, Many) else made[0]


def _forced(maker: RowMaker, row: Mapping[str, Tree]) -> dict[str, Tree]:
    """A model with each required pick for which there is only one choice."""
    made = dict(row)
    for _ in range(MOST_FORCED):
        score = maker.score_alone(made)
        own = maker.own_problems(score)
        better = [
            one for one in maker.steps(made, score, own) if maker.weight(maker.score_alone(one)) < maker.weight(score)
        ]
        if not own or len(better) != 1:
            break
        made = dict(better[0])
    return made


def group_options(bench: Bench) -> Iterator[ChoiceDraft]:
    """Every sort of group, with whoever would lead it."""
    game = bench.report.force.game
    key = game.model.group_key
    name = fresh_group_name(bench.report.force)
    # Where nobody can hold a post that a group must have, it can be begun without.
    for row in (list(group_rows(bench.tree, game, key, name)) or [{"name": name}]) if key else ():
        made = row if isinstance(row, dict) else {}
        edits: tuple[Edit, ...] = (Add(row=made, kind="groups"), *_joining(bench, made, str(key), name))
        yield ChoiceDraft(row_words(row), None, edits[0] if len(edits) == 1 else Many(edits=edits))


def _joining(bench: Bench, row: Mapping[str, Tree], key: str, name: str) -> Iterator[Set]:
    """The edits by which models that hold a post in a new group join it, unless they are in one already."""
    force = bench.report.force
    named = {str(row[post]).casefold() for post in force.game.group.posts if post in row}
    for model in force.rows:
        if model.name and model.name.casefold() in named and model.written_group is None:
            yield Set(at=model.path, key=key, value=name)


def _name(pick: Tree) -> str:
    found: Mapping[str, Tree] = pick if isinstance(pick, dict) else {"entry": pick}
    return str(found.get("entry"))


STANDINGS: tuple[Standing, ...] = ("held", "fits", "warns", "needs", "not-now", "never")
BANNED = frozenset({"allow.outside", "ban.taken"})


@record
class Choice:
    """One thing to choose: its entry, its standing, by how much it changes the total, the reasons and its edit."""

    name: str
    entry: Entry | None
    standing: Standing
    price: int
    total: int
    left: int | None
    reasons: tuple[Finding, ...]
    change: EditResult
    edit: Edit


@record
class Choices:
    """The choices for a slot or a key; `nth` is what goes out for them, `leaving` what is wrong whatever is chosen.

    `folded` is how many were not tried: those that the slot never takes, if they were not asked for or are many, and
    models that do not agree with the list's own choices, if there are many.
    """

    at: Place
    slot: str
    nth: int | None = None
    room: int | None = None
    held: int = 0
    leaving: tuple[Finding, ...] = ()
    choices: tuple[Choice, ...] = ()
    folded: int = 0


# A search in steps: it yields after each choice that was tried, so that the screen can handle keys in between. With
# fifty models a whole search kept the next key waiting for up to 370 ms.
Looking: TypeAlias = Generator[None, None, Choices]


def choices(bench: Bench, at: Place, slot: str, nth: int | None = None, more: bool = False) -> Choices:
    """Every entry for a slot: one more, or instead of number `nth`; a full slot for one swaps, without `more`."""
    return run_search(iter_choices(bench, at, slot, nth, more))


def run_search(looking: Looking) -> Choices:
    """Run a search to its end; what it found."""
    while True:
        try:
            next(looking)
        except StopIteration as end:
            found: Choices = end.value
            return found


def iter_choices(
    bench: Bench, at: Place, slot: str, nth: int | None = None, more: bool = False, never: bool = True
) -> Looking:
    """The same as `choices`, one by one; without `never`, what the slot never takes is only counted."""
    force = bench.report.force
    spot = slot_place(spell_own_names(bench.tree, force.game), force, at, slot)
    room = force.room_in(spot.pick, slot) if spot.pick else spot.owner.room.get(slot) if spot.owner else None
    if nth is None and not more and spot.slot.max == 1 and len(spot.items) == 1 and (room or 1) == 1:
        nth = 0
    emptied = try_edit(bench, Drop(at=at, slot=slot, nth=nth)) if nth is not None else None
    options = list(slot_options(bench, spot, nth))
    wanted = [one for one in options if one.sure != "never" or (never and len(options) <= MANY)]
    empty = Choices(at=at, slot=slot, nth=nth, room=room, held=len(spot.items), folded=len(options) - len(wanted))
    return (yield from _judged(bench, wanted, empty, emptied))


def additions(bench: Bench, kind: str = "models") -> Choices:
    """Every model that could be added, with what it must have and no more; or every sort of group."""
    return run_search(iter_additions(bench, kind))


def iter_additions(bench: Bench, kind: str = "models") -> Looking:
    """The same as `additions`, one by one."""
    game = bench.report.force.game
    options = model_options(bench) if kind == "models" else group_options(bench)
    slot = next(iter(schema_at(game, (kind, 0)).slots), "")
    found = yield from _judged(bench, options, Choices(at=(kind,), slot=slot))
    return replace(found, folded=left_out(bench)) if kind == "models" else found


def left_out(bench: Bench) -> int:
    """How many sorts of model `model_options` leaves out."""
    game = bench.report.force.game
    head = RowMaker(bench.tree, SearchJudge(bench.game, event=bench.event)).head
    kind = game.model.slots[head].kind if head else None
    sorts = [entry for entry in game.entries if entry.kind == kind]
    return sum(not _agrees(bench.report.force, one, str(head)) for one in sorts) if len(sorts) > MANY else 0


def values(bench: Bench, at: Place, key: str) -> Choices:
    """Every value for a key, where there is an end of them: formats, roles, groups, numbers near the one it has."""
    force = bench.report.force
    tree = spell_own_names(bench.tree, force.game)
    row = row_at(tree, at) if at else tree
    old = row.get(key)
    field = schema_at(force.game, at).fields.get(key)
    near = ValueContext(row_names(tree), [group.name for group in force.groups], owner_at(force, at))
    if field is not None:
        found = [(value_words(one), one) for one in field.candidates(old, force.game, near) if one != old]
    elif key == "format" and not at:
        found = [(one.name, one.id) for one in force.game.formats if one is not force.format]
    else:
        raise EditError.of("edit.place", f"`{key}` has no choices.", "Set it to what you like.")
    options = [ChoiceDraft(words, None, Set(at=at, key=key, value=value)) for words, value in found]
    if old is not None:
        options.insert(0, ChoiceDraft(value_words(old), None, Set(at=at, key=key), "held"))
    return run_search(_judged(bench, options, Choices(at=at, slot=key, room=1, held=int(old is not None))))


# Judging


def _judged(bench: Bench, several: Iterable[ChoiceDraft], empty: Choices, emptied: Trial | None = None) -> Looking:
    """The choices for a place, with every option tried; see above for whose fault a finding is."""
    base = bench.report.findings
    own = emptied.report.findings if emptied else base
    found: list[TriedOption] = []
    for option in several:
        yield
        trial = try_edit(bench, option.edit)
        new = compare_findings(base, trial.report.findings, NOWHERE)[0]
        mine = compare_findings(own, trial.report.findings, NOWHERE)[0] if emptied else new
        found.append(TriedOption(option, trial, new, mine))
        yield
    # A finding that every choice for the emptied slot brings is no choice's fault.
    always = _common(one.new for one in found if one.option.sure is None) if emptied else frozenset()
    made = []
    for one in found:
        reasons = _reasons(one.new, one.mine, always) if one.option.sure != "held" else one.new
        made.append(_choice(bench, one.option, one.trial, reasons))
        yield
    leaving = _leaving(base, own, always) if emptied else ()
    return replace(empty, leaving=(*leaving, *_already(base, found)), choices=tuple(made))


class TriedOption(NamedTuple):
    """An option that was tried, what is wrong then and was not before, and what is wrong with the slot empty too."""

    option: ChoiceDraft
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


def _already(base: Iterable[Finding], several: Iterable[TriedOption]) -> Iterator[Finding]:
    """The errors that the list has already and that more than one choice makes worse."""
    worse = Counter(key for one in several for key in {about(finding, NOWHERE) for finding in one.new})
    return (one for one in base if one.severity == "error" and worse[about(one, NOWHERE)] > 1)


def _reasons(new: tuple[Finding, ...], mine: tuple[Finding, ...], always: frozenset[Key]) -> tuple[Finding, ...]:
    """What a choice brings itself, then what it leaves that another would mend."""
    known = {about(one, NOWHERE) for one in mine}
    return (*mine, *(one for one in new if about(one, NOWHERE) not in (known | always)))


def _choice(bench: Bench, option: ChoiceDraft, trial: Trial, reasons: tuple[Finding, ...]) -> Choice:
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
    errors = [one for one in reasons if one.severity == "error"]
    if any(one.code in BANNED for one in reasons):
        return "never"
    if errors:
        return "needs" if all(map(fixed_by_adding, errors)) else "not-now"
    return "warns" if any(one.severity == "warning" for one in reasons) else "fits"


def fixed_by_adding(finding: Finding) -> bool:
    """Whether adding something can end a finding; what a whole list lacks, a further model can bring."""
    return finding.code.endswith(SHORT) or (finding.code.endswith(".missing") and len(place_of(finding)) < 2)
