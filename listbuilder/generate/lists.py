"""Make a whole list: what the list itself has, models one after another, then what is left of the points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from random import Random
from typing import Any

from listbuilder.catalogue import FlagField, Game, stamp
from listbuilder.collection import Collection
from listbuilder.errors import ListbuilderError
from listbuilder.generate.edits import Step
from listbuilder.generate.groups import group_models, has_groups
from listbuilder.generate.judge import STEPS, GaveUpError, Judge, Score
from listbuilder.generate.list_slots import NOTHING, choose_for_list
from listbuilder.generate.models import ModelMaker
from listbuilder.generate.needs import Needs, needs_of
from listbuilder.generate.repair import repair
from listbuilder.generate.spend import Spender
from listbuilder.lists.canonical import canonical, canonical_row
from listbuilder.lists.own_keys import LIST

ROUNDS = 12
WORK = 5_000
"""After so much work no other list is begun; a list of any game here takes a fifth of it."""
TRY, REPAIR = 2 / 3, 0.9
"""How much of what the judge may still be asked one try may take, and what is done last in it."""
ENOUGH = 0.95
SOME = 6


class UnfillableError(ListbuilderError):
    """No legal list was found: the collection is too small, the rules leave no room, or it takes too long to find."""


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
    judge = Judge(game, collection, event)
    with judge.within(STEPS):
        return best_of(start, judge, seed, keep=True)


def plain_list(judge: Judge, format: str | None) -> dict[str, Any] | None:
    """A legal list with a few models, full or not; None where none is found before the judge gives up."""
    start = {"game": judge.game.id, **({"format": format} if format else {})}
    rounds = ((Random(round), round % 2 == 1) for round in range(ROUNDS))
    return next(
        (tree for tree, score in attempts(start, judge, rounds, keep=True, spend=False) if not score.errors), None
    )


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
    rounds = ((Random(f"{seed}/{round}"), round >= ROUNDS // 2) for round in range(ROUNDS))
    for round, (tree, score) in enumerate(attempts(start, judge, rounds, keep)):
        limit = score.force.limit
        gap = 0.0 if not limit else max(0.0, ENOUGH - score.cost / limit)
        worth = (score.errors, gap, score.warnings)
        if best is None or worth < best[0]:
            best = (worth, tree)
        if worth[:2] == (0, 0.0) or (round >= 2 and best[0][0] == 0) or judge.spent > most:
            break
    if not kept and (best is None or best[0][0]):
        raise unfillable(judge)
    if best is None:
        return start
    if not kept:
        return canonical(best[1], game)
    rows = best[1]["models"]
    best[1]["models"] = [*rows[:kept], *(canonical_row(row, game, game.model, "name") for row in rows[kept:])]
    return best[1]


def unfillable(judge: Judge) -> UnfillableError:
    """Why there is no list."""
    message = f"No legal list for {judge.game.name} was found"
    if judge.gave_up:
        hint = "There may be one: try another seed, or build it with `listbuilder build`."
        return UnfillableError.of("generate.gave-up", f"{message} in {STEPS:,} steps.", hint)
    return UnfillableError.of("generate.none", f"{message}.", "Own more, or another seed.")


def attempts(
    start: dict[str, Any], judge: Judge, rounds: Iterable[tuple[Random, bool]], keep: bool, spend: bool = True
) -> Iterator[tuple[dict[str, Any], Score]]:
    """One try after another, each with most of what the judge may still be asked; those it gave up are left out."""
    for random, plain in rounds:
        try:
            with judge.part(TRY):
                made = attempt(start, judge, random, keep, plain, spend)
        except GaveUpError:
            continue
        yield made


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
        with judge.part(TRY):
            Spender(judge, maker, random, kept, keep).spend(tree)
    if has_groups(judge.game) and not tree.get("groups"):
        tree = group_models(tree, judge, random, kept)
    score = judge.score(tree)
    if score.errors:
        with judge.part(REPAIR):
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
        if not spend and len(tree["models"]) >= SOME and choice[0].errors >= now.errors:
            return
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
