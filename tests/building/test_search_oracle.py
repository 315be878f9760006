"""`mend`, `fill` and `new --random` against brute force: faults are planted in legal lists, and every answer is tried.

The edits that brute force makes are written here from what a list file is, not taken from the package. Each planted
fault can be undone by one change, so that as many changes as faults are always enough. `python
tests/building/test_search_oracle.py 500` tries so many lists of each game and of each design, with other seeds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from itertools import islice, product
from random import Random
from typing import Any, NamedTuple

import pytest

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.building.generate import SearchJudge, UnfillableError, apply_edits, fill, mend, random_list
from listbuilder.catalogue import Game
from listbuilder.judging.validator import Report
from tests.oracle import constellation, demihuman, kill_team, rogue, stack
from tests.support.paths import DESIGNS

SECOND = {
    "constellation-warrior": constellation.judge,
    "demihuman-combat": demihuman.judge,
    "kill-team": kill_team.judge,
    "rogue-conflict": rogue.judge,
    "stack-and-horde": stack.judge,
}
GAMES = [*SECOND, *sorted(one.name for one in DESIGNS.iterdir() if (one / "game.yaml").exists())]
OWN = ("game", "name", "player", "format", "limit", "catalogue", "notes", "art", "id")
List = dict[str, Any]


@cache
def book(game: str) -> Game:
    """A game or a design, loaded once."""
    return load_game(game, [DESIGNS])


def judged(tree: Mapping[str, Any]) -> Report:
    """The verdict on a list."""
    return validate(resolve(read_list(deepcopy(dict(tree))), book(tree["game"])))


def errors(tree: Mapping[str, Any]) -> int:
    """How many errors a list has."""
    return sum(one.severity == "error" for one in judged(tree).findings)


def warnings(tree: Mapping[str, Any]) -> int:
    """How many warnings a list has."""
    return sum(one.severity == "warning" for one in judged(tree).findings)


@cache
def legal_list(game: str, seed: int) -> List:
    """A legal list of at most eight rows; no longer ones, so that brute force gets through."""
    format = [*book(game).formats, None][seed % (len(book(game).formats) + 1)]
    try:
        tree = random_list(book(game), seed, format.id if format else None)
    except UnfillableError:  # a search that gave up, and said so
        return legal_list(game, seed + 1)
    for at in range(len(tree["models"]) - 1, -1, -1):
        shorter = {**tree, "models": [*tree["models"][:at], *tree["models"][at + 1 :]]}
        if len(tree["models"]) > 8 and not errors(shorter):
            tree = shorter
    return tree


# Faults


def entries_of(game: Game, slot: str, row: bool) -> list[str]:
    """What could be written in a slot of a model or of the list."""
    kind = (game.model if row else game.list).slots[slot].kind
    return [one.id if game.find_all(kind, one.name) else one.name for one in game.entries if one.kind == kind]


def picks_in(tree: List, game: Game) -> list[tuple[Any, Any, str, bool]]:
    """Every plain name in a slot: what holds it, under which key or number, the slot, and whether on a model."""
    found: list[tuple[Any, Any, str, bool]] = []
    for owner, sheet, row in ((tree, game.list, False), *((one, game.model, True) for one in tree["models"])):
        for slot in sheet.slots:
            value = owner.get(slot)
            if isinstance(value, str):
                found.append((owner, slot, slot, row))
            elif isinstance(value, list):
                found += [(value, at, slot, row) for at, one in enumerate(value) if isinstance(one, str)]
    return found


def misspell(tree: List, game: Game, dice: Random) -> None:
    """A name that nobody knows."""
    holder, key, _, _ = dice.choice(picks_in(tree, game))
    holder[key] += "zz"


def swap(tree: List, game: Game, dice: Random) -> None:
    """Another entry of the same kind."""
    holder, key, slot, row = dice.choice(picks_in(tree, game))
    holder[key] = dice.choice(entries_of(game, slot, row))


def stray_key(tree: List, game: Game, dice: Random) -> None:
    """A key that means nothing, on a model or on the list."""
    dice.choice([tree, *tree["models"]])[f"colour{dice.randrange(99)}"] = "red"


def take_away(tree: List, game: Game, dice: Random) -> None:
    """A pick that is gone."""
    holder, key, _, _ = dice.choice(picks_in(tree, game))
    del holder[key]


def take_row(tree: List, game: Game, dice: Random) -> None:
    """A model that is gone."""
    del tree["models"][dice.randrange(len(tree["models"]))]


def add_pick(tree: List, game: Game, dice: Random) -> None:
    """One pick too many."""
    owner = dice.choice([tree, *tree["models"]])
    sheet = game.list if owner is tree else game.model
    slot = dice.choice([*sheet.slots])
    old = owner.get(slot)
    more = dice.choice(entries_of(game, slot, owner is not tree))
    owner[slot] = [*(old if isinstance(old, list) else [] if old is None else [old]), more]


def add_row(tree: List, game: Game, dice: Random) -> None:
    """A model again, without its name."""
    row = deepcopy(dice.choice(tree["models"]))
    tree["models"].insert(
        dice.randrange(len(tree["models"]) + 1), {key: value for key, value in row.items() if key not in ("name", "id")}
    )


def copies(tree: List, game: Game, dice: Random) -> None:
    """More copies of a model than there may be, or a number that is none."""
    dice.choice(tree["models"])["count"] = dice.choice([2, 3, 4, 5, 0, -1, "x"])


def wrong_value(tree: List, game: Game, dice: Random) -> None:
    """A value of a field that does not fit: somebody who is not there, far too much, no number at all."""
    owner = dice.choice([tree, *tree["models"], *tree.get("groups", ())])
    sheet = game.list if owner is tree else game.model if any(owner is one for one in tree["models"]) else game.group
    if sheet.fields:
        id = dice.choice([*sheet.fields])
        old = owner.get(id)
        if isinstance(old, dict) and old:
            owner[id] = {**old, dice.choice([*old]): 30}
        else:
            owner[id] = dice.choice(["Nobody", 99, -1])


FAULTS: tuple[Callable[[List, Game, Random], None], ...] = (
    misspell,
    swap,
    stray_key,
    take_away,
    take_row,
    add_pick,
    add_row,
    copies,
    wrong_value,
)


class Broken(NamedTuple):
    """A list with faults in it, and how many changes undo them all."""

    tree: List
    faults: tuple[str, ...]


def plant(tree: List, game: Game, dice: Random, number: int) -> Broken:
    """A legal list with so many faults, each of which makes it worse; fewer where no more are found."""
    done: list[str] = []
    now, wrong = deepcopy(tree), 0
    for _ in range(number * 12):
        fault = dice.choice(FAULTS)
        made = deepcopy(now)
        try:
            fault(made, game, dice)
        except (IndexError, ValueError):  # nothing there to break
            continue
        if made["models"] and (after := errors(made)) > wrong:
            now, wrong = made, after
            done.append(fault.__name__)
        if len(done) == number:
            break
    return Broken(now, tuple(done))


# Brute force


def neighbours(tree: List, game: Game) -> Iterator[List]:
    """Every list that is one change away: a row, a pick or a value goes, comes or becomes another."""

    def changed(change: Callable[[List], None]) -> List:
        made = deepcopy(tree)
        change(made)
        return made

    def put(owner: tuple[Any, ...], key: Any, value: Any) -> List:
        def change(made: Any) -> None:
            for step in owner:
                made = made[step]
            made[key] = value

        return changed(change)

    def drop(owner: tuple[Any, ...], key: Any) -> List:
        def change(made: Any) -> None:
            for step in owner:
                made = made[step]
            del made[key]

        return changed(change)

    yield from (put((), "format", one.id) for one in game.formats)
    owners: list[tuple[tuple[Any, ...], Any, Any]] = [((), tree, game.list)]
    owners += [(("models", at), row, game.model) for at, row in enumerate(tree["models"])]
    owners += [(("groups", at), row, game.group) for at, row in enumerate(tree.get("groups", ()))]
    names = [row["name"] for row in tree["models"] if "name" in row]
    groups = [row["name"] for row in tree.get("groups", ())]
    for path, owner, sheet in owners:
        if path:
            yield drop(path[:1], path[1])
        for key in owner:
            if key not in (*OWN, "models", "groups"):
                yield drop(path, key)
        for slot in sheet.slots:
            every = [one.id if game.find_all(one.kind, one.name) else one.name for one in game.entries]
            every = [name for name, one in zip(every, game.entries, strict=True) if one.kind == sheet.slots[slot].kind]
            old = owner.get(slot)
            held = old if isinstance(old, list) else [] if old is None else [old]
            for at in range(len(held)):
                yield put(path, slot, [*held[:at], *held[at + 1 :]])
                yield from (put(path, slot, [*held[:at], one, *held[at + 1 :]]) for one in every)
            yield from (put(path, slot, [*held, one]) for one in every)
        for id in sheet.fields:
            yield from (put(path, id, value) for value in [*names, *groups, True, False, 1, 2, 3, 4, 5])
            old = owner.get(id)
            if isinstance(old, dict):
                yield from (put(path, id, {**old, stat: number}) for stat in old for number in range(8))
        if path[:1] == ("models",):
            yield from (put(path, "count", number) for number in range(1, 6))
    for row in tree["models"]:
        yield {**tree, "models": [*tree["models"], {key: value for key, value in row.items() if key != "name"}]}


def one_is_enough(tree: List) -> bool:
    """Whether some single change makes a list legal."""
    return any(not errors(one) for one in neighbours(tree, book(tree["game"])))


def unlisted(tree: Mapping[str, Any]) -> List:
    """The list as the second judges read it: one name alone stands without a list around it where only one may."""
    game = book(tree["game"])

    def plain(owner: Mapping[str, Any], sheet: Any) -> List:
        single = {id for id, slot in sheet.slots.items() if slot.max == 1}
        few = {key: value for key, value in owner.items() if not (key in single and value in ([], "none", None))}
        return {key: value[0] if key in single and isinstance(value, list) else value for key, value in few.items()}

    return {**plain(tree, game.list), "models": [plain(row, game.model) for row in tree.get("models") or ()]}


# What is said of `mend`


def mend_faults(broken: Broken, brute: bool = False) -> list[str]:
    """What is wrong with what `mend` makes of a list."""
    tree, before = broken.tree, repr(broken.tree)
    game = book(tree["game"])
    judge = SearchJudge(game)
    found = mend(tree, judge)
    said: list[str] = []
    if repr(tree) != before:
        said.append("the list was changed")
    if not found.ways:
        return [*said, "nothing found"]
    fewest = len(found.ways[0].edits)
    if fewest > len(broken.faults):
        said.append(f"{fewest} changes for {len(broken.faults)} faults")
    if found.least > min(fewest, len(broken.faults)):
        said.append(f"says at least {found.least}")
    if found.all_pairs and len(broken.faults) <= 2 < fewest:
        said.append("says that no two do")
    if found.all_single and len(broken.faults) <= 1 < fewest:
        said.append("says that no single one does")
    if brute and fewest > 1 and one_is_enough(tree):
        said.append(f"one is enough{', and it says not' if found.all_single else ''}")
    for way in found.ways:
        made = apply_edits(tree, way.edits)
        if len(way.edits) != fewest:
            said.append("ways of different lengths")
        if errors(made) or made != way.tree:
            said.append("not legal")
        second = SECOND.get(game.id)
        if second and not second(unlisted(made)).legal:
            said.append("not legal to the second judge")
    return said


def mend_case(game: str, seed: int, most: int = 6, brute: bool = False) -> tuple[Broken, list[str]]:
    """One broken list and what is wrong with how it is mended."""
    dice = Random(f"{game}/{seed}")
    broken = plant(legal_list(game, seed % 40), book(game), dice, 1 + seed % most)
    return broken, mend_faults(broken, brute) if broken.faults else []


# What is said of `fill`


def more_of(tree: List, game: Game) -> Iterator[List]:
    """Every list with one thing more: a pick where there is room or not, a raise by one, another model."""
    for at, row in [(None, tree), *enumerate(tree["models"])]:
        sheet = game.list if at is None else game.model

        def put(key: str, value: Any, at: int | None = at, row: List = row) -> List:
            made = {**row, key: value}
            return made if at is None else {**tree, "models": [*tree["models"][:at], made, *tree["models"][at + 1 :]]}

        for slot in sheet.slots:
            old = row.get(slot)
            held = old if isinstance(old, list) else [] if old is None else [old]
            yield from (put(slot, [*held, one]) for one in entries_of(game, slot, at is not None))
        for id, field in sheet.fields.items():
            if field.raises:
                old = row.get(id) or {}
                yield from (put(id, {**old, stat: old.get(stat, 0) + 1}) for stat in game.stats)
    must = [slot for slot, one in game.model.slots.items() if one.min] or [*game.model.slots][:1]
    rows = (dict(zip(must, some, strict=True)) for some in product(*(entries_of(game, slot, True) for slot in must)))
    groups = [{}, *({"group": one["name"]} for one in tree.get("groups", ()) if game.model.group_key == "group")]
    for row, group in product(islice(rows, 120), groups):
        yield {**tree, "models": [*tree["models"], {**row, **group}]}


def holds(new: Any, old: Any) -> bool:
    """Whether everything that a value has is in another, in the same order; a raise may be more than it was."""
    if isinstance(old, dict):
        said = new if isinstance(new, dict) else {}
        return all(key in said and holds(said[key], value) for key, value in old.items())
    if isinstance(old, list):
        return isinstance(new, list) and len(new) >= len(old) and all(map(holds, new, old))
    if isinstance(new, list):
        return bool(new) and holds(new[0], old)
    if isinstance(new, dict):
        return bool(new.get("entry") == old)
    return bool(new == old or (type(new) is type(old) is int and new > old))


def fill_faults(tree: List, keep: bool = False) -> list[str]:
    """What is wrong with how a list is filled."""
    game, before = book(tree["game"]), repr(tree)
    found = fill(tree, SearchJudge(game), keep=keep)
    said = ["the list was changed"] if repr(tree) != before else []
    if errors(tree) and not found.ways and not found.gave_up and not found.wrong:
        said.append("no way, and no word why")
    for way in found.ways:
        made: List = apply_edits(tree, way.edits)
        report = judged(made)
        if not report.valid or (report.force.limit is not None and report.force.cost > report.force.limit):
            said.append("not legal")
        if not holds(made, tree) or (keep and made["models"][: len(tree["models"])] != tree["models"]):
            said.append("something is no more what it was")
    if keep or found.wrong or (errors(tree) and not found.ways):
        return said
    best = apply_edits(tree, found.ways[0].edits) if found.ways else tree
    cost, left = judged(best).force.cost, warnings(best)
    for one in more_of(best, game):
        report = judged(one)
        if not report.valid:
            continue
        if report.force.limit is not None and report.force.cost > cost:
            said.append(f"{report.force.cost} instead of {cost} could be spent")
        if report.force.cost == cost and sum(two.severity == "warning" for two in report.findings) < left:
            said.append("something free would end a warning")
    return said


def fill_case(game: str, seed: int) -> list[str]:
    """What is wrong with how some unfinished list is filled: some models, without what they raise or without names."""
    dice = Random(f"fill/{game}/{seed}")
    tree = deepcopy(legal_list(game, seed % 40))
    tree["models"] = dice.sample(tree["models"], dice.randint(min(1, len(tree["models"])), len(tree["models"])))
    if dice.random() < 0.5:
        tree.pop("groups", None)
        tree["models"] = [{key: row[key] for key in row if key != book(game).model.group_key} for row in tree["models"]]
    for row in tree["models"]:
        if dice.random() < 0.5:
            row.pop("raise", None)
    if dice.random() < 0.3:
        tree = {key: tree[key] for key in ("game", "models", "groups") if key in tree}
    if dice.random() < 0.3 and judged(tree).force.limit is not None:
        tree["limit"] = judged(tree).force.cost + dice.randint(0, 20)
    return fill_faults(tree, keep=dice.random() < 0.25)


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(2000, 2006))
@pytest.mark.parametrize("game", sorted(SECOND))
def test_as_many_changes_as_faults_are_enough(game: str, seed: int) -> None:
    """One to six faults: what `mend` finds is legal to both judges, no longer than that, and what it says is true."""
    broken, said = mend_case(game, seed, brute=seed == 2001)
    assert said == [], broken


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", sorted({*GAMES} - {*SECOND}))
def test_faults_in_designs_are_mended(game: str) -> None:
    """The same in games with other rules."""
    broken, said = mend_case(game, 2002, 2)
    assert said == [], broken


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", sorted(SECOND))
def test_filled_lists_have_room_for_nothing_more(game: str) -> None:
    """A filled list is legal, has all that was there, spends what it can and has no warning that is free to end."""
    assert [(seed, said) for seed in range(4) if (said := fill_case(game, seed))] == []


if __name__ == "__main__":
    number, first = int(sys.argv[1]), int(sys.argv[2])
    for game in sys.argv[3:] or GAMES:
        bad = 0
        for seed in range(first, first + number):
            broken, said = mend_case(game, seed)
            more = fill_case(game, seed)
            bad += bool(said or more)
            if said or more:
                print(game, seed, broken.faults, sorted(set(said)), "fill:", sorted(set(more))[:3])  # noqa: T201
        print(game, number, "lists,", bad, "with something to say", flush=True)  # noqa: T201
