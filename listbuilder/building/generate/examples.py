"""Witnesses: lists that show that a game can be played and that its rules can be broken.

A game and some lists of it go in; what comes out is what no list has shown. That is no proof: work is bounded by how
much the judge is asked, so that the same game is always told the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from listbuilder.building.generate.judge import SearchJudge, as_far
from listbuilder.building.generate.random_lists import plain_list
from listbuilder.catalogue import Entry, Game, Slot

# All the work, what lists for all formats have of it at least, and how many steps it takes at most.
WORK, LEAST, STEPS = 4_000, 200, 2
MANY = 12
Tree = dict[str, Any]


class Unseen(NamedTuple):
    """Formats for which no legal list was found, and rules that no list has broken."""

    formats: tuple[str, ...]
    rules: tuple[str, ...]


def unseen(game: Game, lists: Iterable[Mapping[str, Any]] = (), work: int = WORK) -> Unseen:
    """What no list has shown: the lists given, one made for each format, and all of these spoilt in many ways.

    Each format has its own share of the work, so that one for which a list is hard to find takes it from no other.
    """
    judge, left = SearchJudge(game), rules_of(game)
    trees: list[Tree] = [dict(one) for one in lists]
    with judge.within(max(work, LEAST) * STEPS):
        without = [format_ or game.id for format_ in unshown(judge, trees)]
    end = max(judge.spent + work // 2, work)
    with judge.within((end - judge.spent) * STEPS):
        for score in as_far(map(judge.score, spoilt(game, [{"game": game.id, "models": []}, *trees]))):
            left -= {one.rule for one in score.findings if one.rule}
            if not left or judge.spent > end:
                break
    return Unseen(tuple(without), tuple(sorted(left)))


def unshown(judge: SearchJudge, trees: list[Tree]) -> Iterator[str | None]:
    """The formats for which no list is legal; those that are made for the others come to the lists."""
    formats: list[str | None] = [*(one.id for one in judge.game.formats)] or [None]
    for at, format_ in enumerate(formats):
        with judge.part(1 / (len(formats) - at)):
            found = legal_one(judge, format_, trees)
        if found is None:
            yield format_
        elif found not in trees:
            trees.append(found)


def legal_one(judge: SearchJudge, format: str | None, trees: Iterable[Tree]) -> Tree | None:
    """A legal list for a format: one of those that are there, or else one that is made."""
    meant = judge.game.format(format)
    shown = (tree for tree in trees if judge.game.format(tree.get("format")) is meant)
    scores = as_far((tree, judge.score(tree)) for tree in shown)
    return next((tree for tree, score in scores if not score.errors), None) or plain_list(judge, format)


def rules_of(game: Game) -> set[str]:
    """The ids of all rules that an author wrote."""
    carriers: list[Any] = [game, *game.formats, *game.entries]
    carriers += [role for entry in game.entries for role in entry.sides.values()]
    return {rule.id for one in carriers for rule in one.rules}


def spoilt(game: Game, trees: list[Tree]) -> Iterator[Tree]:
    """Lists with too few and too many models, and with each entry in each place, also where it may not be."""
    for tree in trees:
        rows = [row for row in tree.get("models") or () if isinstance(row, dict)]
        yield {**tree, "models": []}
        for row in rows:
            yield {**tree, "models": [row]}
            yield {**tree, "models": [*rows, {**row, "count": MANY * 3}]}
        yield {**tree, "models": [*rows, *everyone(game, rows)]}
    for tree in trees:
        rows = [row for row in tree.get("models") or () if isinstance(row, dict)] or [{}]
        for entry in game.entries:
            yield from with_entry(game, tree, rows, entry)


def everyone(game: Game, rows: list[Tree]) -> Iterator[Tree]:
    """A row for each entry that fills the first slot of models: what can't be together is."""
    first = next(iter(game.model.slots.items()), None)
    for entry in game.entries:
        if first and entry.kind == first[1].kind:
            yield {**(rows[0] if rows else {}), "name": entry.name, first[0]: entry.id}


def others(game: Game, id: str) -> list[tuple[str, Slot]]:
    """The other slots of models."""
    return [(key, slot) for key, slot in game.model.slots.items() if key != id]


def with_entry(game: Game, tree: Tree, rows: list[Tree], entry: Entry) -> Iterator[Tree]:
    """A list with one entry added wherever it can stand, once and too often; and as each role of a mission."""
    for id, slot in game.model.slots.items():
        if slot.kind == entry.kind:
            yield {**tree, "models": [*rows, {id: entry.id}]}
            yield {**tree, "models": [*rows[1:], {**rows[0], id: [entry.id] * 4, "count": MANY}]}
            full = {key: [one.id for one in game.entries if one.kind == other.kind] for key, other in others(game, id)}
            yield from ({**tree, "models": [*rows, {id: entry.id, key: every}]} for key, every in full.items())
    for id, slot in game.list.slots.items():
        if slot.kind == entry.kind:
            yield {**tree, id: [entry.id]}
            yield from ({**tree, id: [entry.id], "role": role, "models": []} for role in entry.sides)
    for id, slot in game.group.slots.items():
        groups = [one for one in tree.get("groups") or () if isinstance(one, dict)]
        if slot.kind == entry.kind and groups:
            yield {**tree, "groups": [{**groups[0], id: entry.id}, *groups[1:]]}
