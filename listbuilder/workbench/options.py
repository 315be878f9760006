"""What could be chosen, before anything is tried: the entries for a slot, models and groups to add, each with its edit.

Only what no judge could ever allow is known here; everything else is for `choices`, which tries them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from listbuilder.catalogue import Entry
from listbuilder.generate.choices import Shelf, candidates, group_rows, named
from listbuilder.generate.judge import Judge
from listbuilder.generate.rows import RowMaker
from listbuilder.generate.words import row_words
from listbuilder.reading import Tree
from listbuilder.workbench.bench import Bench, tried
from listbuilder.workbench.change import compare_findings
from listbuilder.workbench.edits import Add, Drop, Edit, Many, Pick, Set, Swap
from listbuilder.workbench.steps import Spot

MOST_FORCED = 4

Standing: TypeAlias = Literal["held", "fits", "warns", "not-now", "never"]


class Option(NamedTuple):
    """A choice before it is tried: its name, its edit, and how it stands whatever the judge says."""

    name: str
    entry: Entry | None
    edit: Edit
    sure: Standing | None = None


def slot_options(bench: Bench, spot: Spot, nth: int | None) -> Iterator[Option]:
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


def model_options(bench: Bench) -> Iterator[Option]:
    """Every sort of model, with what it must have."""
    game = bench.report.force.game
    maker = RowMaker(bench.tree, Judge(bench.game, event=bench.event))
    head = maker.head
    for bare in maker.bare() if head else ():
        row = maker.complete(bare) or bare
        entry = game.find(game.model.slots[str(head)].kind, _name(bare[str(head)]))
        yield Option(entry.name if entry else row_words(bare), entry, Add(row=row))


def with_only_choices(bench: Bench, edit: Edit) -> Edit:
    """An edit in which every model that it adds has what it must have, where there is only one choice for that."""
    maker = RowMaker(bench.tree, Judge(bench.game, event=bench.event))
    made = [
        Add(row=_forced(maker, one.row), kind=one.kind, to=one.to)
        if isinstance(one, Add) and one.kind == "models" and maker.head in one.row
        else one
        for one in (edit.edits if isinstance(edit, Many) else (edit,))
    ]
    return Many(edits=tuple(made)) if isinstance(edit, Many) else made[0]


def _forced(maker: RowMaker, row: Mapping[str, Tree]) -> dict[str, Tree]:
    """A model with each pick that nothing else can stand in for."""
    made = dict(row)
    for _ in range(MOST_FORCED):
        score = maker.alone(made)
        own = maker.own(score)
        better = [one for one in maker.steps(made, score, own) if maker.weight(maker.alone(one)) < maker.weight(score)]
        if not own or len(better) != 1:
            break
        made = dict(better[0])
    return made


def group_options(bench: Bench) -> Iterator[Option]:
    """Every sort of group, with whoever would lead it."""
    game = bench.report.force.game
    key = game.model.group_key
    known = {group.name for group in bench.report.force.groups}
    said = [str(one.said_group) for one in bench.report.force.rows if one.said_group]
    fresh = (f"Group {number}" for number in range(1, len(known) + 2))
    name = next((one for one in (*said, *fresh) if one not in known), "Group")
    # Where nobody can hold a post that a group must have, it can be begun without.
    for row in (list(group_rows(bench.tree, game, key, name)) or [{"name": name}]) if key else ():
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


def _name(pick: Tree) -> str:
    found: Mapping[str, Tree] = pick if isinstance(pick, dict) else {"entry": pick}
    return str(found.get("entry"))
