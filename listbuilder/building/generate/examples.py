"""Examples: lists that show that a game can be played and that its rules can be broken.

A game and some lists of it go in; formats and rules for which no list was found come out. That is no proof. The search
is bounded in steps of the judge, so that the same game always gives the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from listbuilder.building.generate.judge import SearchJudge, until_exhausted
from listbuilder.building.generate.random_lists import plain_list
from listbuilder.catalogue import Entry, Game, ModelsField, NumberField, RowSchema, Slot
from listbuilder.judging.validator import rules_in_force

# All the work, the least of it for legal lists of all formats, and steps of the judge per unit of work.
WORK, LEAST, STEPS = 4_000, 200, 2
# More of something than most rules allow.
MANY = 12
Tree = dict[str, Any]


class Unseen(NamedTuple):
    """Formats for which no legal list was found, and rules that no list has broken.

    `nearest` has for rules about numbers which of the given lists comes nearest to breaking them, and its number.
    """

    formats: tuple[str, ...]
    rules: tuple[str, ...]
    nearest: Mapping[str, tuple[int, str]]


def unseen(game: Game, lists: Iterable[Mapping[str, Any]] = (), work: int = WORK) -> Unseen:
    """What no list has shown: not the given ones, one made for each format, nor all of these broken in many ways.

    Each format has its own share of the work, so that one for which a list is hard to find takes it from no other.
    """
    judge, left = SearchJudge(game), rules_of(game)
    trees: list[Tree] = [dict(one) for one in lists]
    given = len(trees)
    with judge.within(max(work, LEAST) * STEPS):
        without = [format_ or game.id for format_ in formats_without_list(judge, trees)]
    end = max(judge.spent + work // 2, work)
    with judge.within((end - judge.spent) * STEPS):
        for score in until_exhausted(
            map(judge.score, broken_variants(game, [{"game": game.id, "models": []}, *trees]))
        ):
            left -= {one.rule for one in score.findings if one.rule}
            if not left or judge.spent > end:
                break
    return Unseen(tuple(without), tuple(sorted(left)), nearest_breaches(game, trees[:given], left) if left else {})


def nearest_breaches(game: Game, trees: Iterable[Tree], rules: set[str]) -> dict[str, tuple[int, str]]:
    """Which list comes nearest to breaking each of some rules, and the number that the rule is about."""
    judge, found = SearchJudge(game), dict[str, tuple[int, int, str]]()
    for number, tree in enumerate(trees):
        force = judge.score(tree).force
        for rule, _, at in rules_in_force(force):
            near = rule.closest(force, at or force.root) if rule.id in rules else None
            if near:
                found[rule.id] = min(found.get(rule.id, (near[0], number, near[1])), (near[0], number, near[1]))
    return {id: (number, words) for id, (_, number, words) in found.items()}


def formats_without_list(judge: SearchJudge, trees: list[Tree]) -> Iterator[str | None]:
    """The formats for which no list is legal; those that are made for the others come to the lists."""
    formats: list[str | None] = [*(one.id for one in judge.game.formats)] or [None]
    for at, format_ in enumerate(formats):
        with judge.part(1 / (len(formats) - at)):
            found = legal_example(judge, format_, trees)
        if found is None:
            yield format_
        elif found not in trees:
            # Other formats try it too.
            trees.append(found)


def legal_example(judge: SearchJudge, format: str | None, trees: Iterable[Tree]) -> Tree | None:
    """A legal list for a format: one of those that are there, or else one that is made."""
    meant = judge.game.format(format)
    shown = [tree for tree in trees if judge.game.format(tree.get("format")) is meant]
    # Those of other formats too: often they are legal as they are.
    shown += [{**tree, "format": format} for tree in trees if tree not in shown and "limit" not in tree]
    scores = until_exhausted((tree, judge.score(tree)) for tree in shown)
    return next((tree for tree, score in scores if not score.errors), None) or plain_list(judge, format)


def rules_of(game: Game) -> set[str]:
    """The ids of all rules that an author wrote."""
    carriers: list[Any] = [game, *game.formats, *game.entries]
    carriers += [role for entry in game.entries for role in entry.sides.values()]
    return {rule.id for one in carriers for rule in one.rules}


def broken_variants(game: Game, trees: list[Tree]) -> Iterator[Tree]:
    """Lists with too few and too many models, other numbers, models that name all others, and each entry in each place.

    Entries are also put where they must not be.
    """
    for tree in trees:
        rows = [row for row in tree.get("models") or () if isinstance(row, dict)]
        yield {**tree, "models": []}
        for row in rows:
            yield {**tree, "models": [row]}
            yield {**tree, "models": [*rows, {**row, "count": MANY * 3}]}
        yield {**tree, "models": [*rows, *one_of_each(game, rows)]}
        yield from with_numbers(game, tree, rows)
        yield from linked(game, tree, rows)
    for tree in trees:
        rows = [row for row in tree.get("models") or () if isinstance(row, dict)] or [{}]
        for entry in game.entries:
            yield from with_entry(game, tree, rows, entry)


def one_of_each(game: Game, rows: list[Tree]) -> Iterator[Tree]:
    """A row for each entry that fills the first slot of models: what can't be together is."""
    first = next(iter(game.model.slots.items()), None)
    for entry in game.entries:
        if first and entry.kind == first[1].kind:
            yield {**(rows[0] if rows else {}), "name": entry.name, first[0]: entry.id}


def numbers_of(sheet: RowSchema) -> Iterator[tuple[str, int]]:
    """Each number of a sheet that is no agreed limit, with the most and the least that it can be."""
    for id, field in sheet.of_type(NumberField).items():
        most = (field.default or 0) + MANY if field.max is None else field.max
        yield from ((id, number) for number in (most, field.min) if not field.limits)


def with_numbers(game: Game, tree: Tree, rows: list[Tree]) -> Iterator[Tree]:
    """A list with one number of its own, or of one of its models, at its most or least."""
    yield from ({**tree, id: number} for id, number in numbers_of(game.list))
    for at, row in enumerate(rows):
        for id, number in numbers_of(game.model):
            yield {**tree, "models": [*rows[:at], {**row, id: number}, *rows[at + 1 :]]}


def linked(game: Game, tree: Tree, rows: list[Tree]) -> Iterator[Tree]:
    """A list whose models name each other wherever they can: all others, one other, or nobody."""
    named = [{**row, "name": row.get("name") or f"Model {at}"} for at, row in enumerate(rows)]
    names = [str(row["name"]) for row in named]
    yield from ({**tree, "models": named, id: names} for id in game.list.of_type(ModelsField))
    for id in game.model.of_type(ModelsField):
        for few in (len(names), 1):
            models = [{**row, id: [*names[at + 1 :], *names[:at]][:few]} for at, row in enumerate(named)]
            yield {**tree, "models": models}
        yield {**tree, "models": [{key: value for key, value in row.items() if key != id} for row in named]}


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
            yield {**tree, id: [entry.id] * MANY}
            for role in entry.sides:
                yield from ({**tree, id: [entry.id], "role": role, "models": few} for few in ([], rows))
    for id, slot in game.group.slots.items():
        groups = [one for one in tree.get("groups") or () if isinstance(one, dict)]
        if slot.kind == entry.kind and groups:
            yield {**tree, "groups": [{**groups[0], id: entry.id}, *groups[1:]]}
