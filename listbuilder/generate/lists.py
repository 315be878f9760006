"""Make a whole list: what the list itself has, models one after another, then what is left of the points."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from random import Random
from typing import Any

from listbuilder.catalogue import FlagField, Game, WordField, stamp
from listbuilder.collection import Collection
from listbuilder.errors import ListbuilderError
from listbuilder.generate.edits import Step
from listbuilder.generate.groups import group_models, has_groups
from listbuilder.generate.judge import Judge, Score
from listbuilder.generate.models import ModelMaker
from listbuilder.generate.needs import Needs, needs_of
from listbuilder.generate.repair import repair
from listbuilder.generate.spend import Spender
from listbuilder.lists.canonical import canonical, canonical_row
from listbuilder.lists.own_keys import LIST
from listbuilder.lists.rolling import SEEDS, roll_missing
from listbuilder.reading import Tree

__all__ = ["UnfillableError", "fill_list", "plain_list", "random_list"]

ROUNDS = 12
WORK = 5_000
"""After so much work no other list is begun; a list of any game here takes a fifth of it."""
NOTHING: tuple[Tree, ...] = (None, [])
"""What stands behind a key that is still to be filled."""
ENOUGH = 0.95
SOME = 6


class UnfillableError(ListbuilderError):
    """No legal list was found: the collection is too small, or the rules leave no room."""


def random_list(
    game: Game,
    seed: int,
    format: str | None = None,
    collection: Collection | None = None,
    name: str | None = None,
    event: Game | None = None,
) -> dict[str, Any]:
    """A legal list, the same for the same seed, catalogue, collection and event."""
    chosen = game.format(event.event.format if event and event.event and format is None else format)
    head = {"game": game.id, "name": name or f"Random list {seed}", **({"format": chosen.id} if chosen else {})}
    start = {**head, "catalogue": stamp(game)}
    return best_of(start, Judge(game, collection, event), seed, keep=True)


def plain_list(judge: Judge, format: str | None, most: int) -> dict[str, Any] | None:
    """A legal list with a few models, full or not; None where none is found with so much work."""
    start = {"game": judge.game.id, **({"format": format} if format else {})}
    for round in range(ROUNDS):
        if judge.spent > most:
            return None
        tree, score = attempt(start, judge, Random(round), keep=True, plain=round % 2 == 1, spend=False)
        if not score.errors:
            return tree
    return None


def fill_list(
    tree: Mapping[str, Any], judge: Judge, seed: int = 0, keep: bool = False, most: int = WORK
) -> dict[str, Any]:
    """An unfinished list made complete; nothing in it is changed or taken out, and with `keep` no model gets more."""
    start: dict[str, Any] = deepcopy(dict(tree))
    start["models"] = start.get("models") or []
    return best_of(start, judge, seed, keep, most)


def best_of(start: dict[str, Any], judge: Judge, seed: int, keep: bool, most: int = WORK) -> dict[str, Any]:
    """The first list that is legal and full, or else the best of a few."""
    game = judge.game
    kept = len(start.get("models") or ())
    best: tuple[tuple[float, ...], dict[str, Any]] | None = None
    for round in range(ROUNDS):
        if best is not None and judge.spent > most:
            break
        random = Random(f"{seed}/{round}")
        tree, score = attempt(start, judge, random, keep, plain=round >= ROUNDS // 2)
        limit = score.force.limit
        gap = 0.0 if not limit else max(0.0, ENOUGH - score.cost / limit)
        worth = (score.errors, gap, score.warnings)
        if best is None or worth < best[0]:
            best = (worth, tree)
        if worth[:2] == (0, 0.0) or (round >= 2 and best[0][0] == 0):
            break
    assert best is not None
    if best[0][0] and not kept:
        message = f"No legal list for {game.name} was found."
        raise UnfillableError.of("generate.none", message, "Own more, or another seed.")
    if not kept:
        return canonical(best[1], game)
    rows = best[1]["models"]
    best[1]["models"] = [*rows[:kept], *(canonical_row(row, game, game.model, "name") for row in rows[kept:])]
    return best[1]


def attempt(
    start: dict[str, Any], judge: Judge, random: Random, keep: bool, plain: bool, spend: bool = True
) -> tuple[dict[str, Any], Score]:
    """One list from its start to its end; without `spend`, a few that are legal."""
    tree = deepcopy(start)
    tree.setdefault("models", [])
    kept = len(tree["models"])
    choose_for_list(tree, judge, random, plain)
    maker = ModelMaker(judge, tree, random)
    if not keep:
        complete_rows(tree, maker)
    add_models(tree, judge, maker, random, kept, spend)
    if spend:
        Spender(judge, maker, random, kept, keep).spend(tree)
    if has_groups(judge.game) and not tree.get("groups"):
        tree = group_models(tree, judge, random, kept)
    score = judge.score(tree)
    if score.errors:
        tree = repair(tree, judge, random, lambda edit: is_new(edit, start))
        score = judge.score(tree)
    return tree, score


def is_new(edit: Step, start: Mapping[str, Any]) -> bool:
    """Whether an edit is about something that was not in the list before."""
    key = str(edit.path[0])
    if key not in LIST.rows:
        return start.get(key) in NOTHING and key != "format"
    if len(edit.path) == 1:
        return edit.what == "add" or (edit.what == "put" and not start.get(key))
    return int(edit.path[1]) >= len(start.get(key) or ()) and edit.path[-1] != "name"


def choose_for_list(tree: dict[str, Any], judge: Judge, random: Random, plain: bool) -> None:
    """Fill the list's own slots: those that must be, and now and then those that may be."""
    maker = ModelMaker(judge, {}, random)
    for id, slot in judge.game.list.slots.items():
        if tree.get(id) not in NOTHING:
            continue
        if slot.rolled:
            tree |= roll_missing(tree, judge.game, judge.game.list, random.randrange(SEEDS))[0]
            continue
        room = judge.score(tree).force.room.get(id)
        most = 1 if room is None else room
        wanted = slot.min
        while wanted < most and not plain and random.random() < (0.5 if most == 1 else 0.85):
            wanted += 1
        choices = [entry for entry in judge.game.entries if entry.kind == slot.kind]
        random.shuffle(choices)
        for entry in choices if wanted else ():
            names = [*(tree.get(id) or ()), maker.named(entry)]
            wrong = [one for one in judge.score({**tree, id: names}).findings if one.where.startswith(id)]
            if not any(one.severity == "error" for one in wrong):
                tree[id] = names
            if len(tree.get(id) or ()) >= wanted:
                break
    choose_words(tree, judge, random)


def choose_words(tree: dict[str, Any], judge: Judge, random: Random) -> None:
    """Words of the list, such as a role, where saying one leaves less to be said against the list."""
    for id, field in judge.game.list.of_type(WordField).items():
        if id in tree:
            continue
        tries = [{id: word} for word in random.sample(field.of, len(field.of))]
        best = min([{}, *tries], key=lambda one: judge.score({**tree, **one}).warnings)
        tree.update(best)


def complete_rows(tree: dict[str, Any], maker: ModelMaker) -> None:
    """Give the models of an unfinished list what they must have and lack."""
    for row in tree["models"]:
        for id, slot in maker.sheet.slots.items():
            if len(maker.names(row, id)) < slot.min:
                maker.fill(row, id, slot, 0.0)
        maker.raise_stats(row)


def add_models(tree: dict[str, Any], judge: Judge, maker: ModelMaker, random: Random, kept: int, spend: bool) -> None:
    """Add models as long as that leaves no more against the list than before; without `spend`, a few that are legal."""
    heads = maker.heads()
    now = judge.score(tree)
    aim = random.randint(6, 12)
    failed = 0
    flags = [*judge.game.model.of_type(FlagField)]
    while heads and failed < 4 and now.force.size < 60 and (spend or now.errors or len(tree["models"]) < SOME):
        if full(now) and (now.force.limit is not None or len(tree["models"]) >= aim or (kept and now.errors == 0)):
            return
        choice = None
        alone = sum(1 for one in now.findings if one.severity == "error") <= 1
        needs = needs_of(now)
        for entry in needs.first(random.sample(heads, len(heads)), maker.head):
            choice = better(choice, tree, entry, needs, judge, maker, flags)
            gain = now.errors - choice[0].errors if choice else -1
            if gain > 1 or (gain >= 0 and not now.errors) or (gain == 1 and alone):
                break
            if choice and needs.met_better_by(choice[0]):
                break
        if choice is None:
            failed += 1
            continue
        now = choice[0]
        tree["models"].append(choice[1])


def better(
    choice: tuple[Score, Any] | None,
    tree: dict[str, Any],
    entry: Any,
    needs: Needs,
    judge: Judge,
    maker: ModelMaker,
    flags: list[str],
) -> tuple[Score, Any] | None:
    """The better of a choice and a new model of a sort, which may need a flag set against its default."""
    now = needs.score
    left = None if now.force.limit is None else now.force.limit - now.cost
    # Where the limit is overrun, what gives something back is looked for.
    if left is not None and entry.cost > max(left, 0):
        return choice
    row = maker.make(entry)
    for trial in [row, *({**row, flag: False} for flag in flags)] if row else ():
        score = judge.score({**tree, "models": [*tree["models"], trial]})
        if score.rank <= now.rank or needs.met_better_by(score):
            return (score, trial) if choice is None or score.rank < choice[0].rank else choice
    return choice


def full(score: Score) -> bool:
    """Whether a list is legal and has spent enough."""
    limit = score.force.limit
    return score.errors == 0 and score.warnings == 0 and (limit is None or score.cost >= ENOUGH * limit)
