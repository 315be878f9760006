"""Make a whole list: what the list itself has, models one after another, then what is left of the points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any, cast

from listbuilder.base.errors import ListbuilderError
from listbuilder.building.generate.distance import nearness, suitable
from listbuilder.building.generate.judge import STEPS, Row, Score, SearchBudgetError, SearchJudge, until_exhausted
from listbuilder.building.generate.mend import mend
from listbuilder.building.generate.moves import INSIDE, all_edits, write_entry
from listbuilder.building.generate.needs import Shortfall, needs_of
from listbuilder.building.generate.random_models import ModelMaker
from listbuilder.building.generate.row_maker import RowMaker, new_rows, other_rows
from listbuilder.catalogue import Entry, FlagField, Game, Slot, WordField, stamp
from listbuilder.catalogue.rules.count import Count
from listbuilder.judging.collection import Collection
from listbuilder.judging.validator import rules_in_force
from listbuilder.lists.canonical import canonical, canonical_row
from listbuilder.lists.document import LIST
from listbuilder.lists.file_editor import EditStep, apply_edit
from listbuilder.lists.rolling import SEEDS, roll_missing
from listbuilder.storage.reading import Tree

# Put models into groups: of several ways to divide them and to choose who leads, the one with the fewest findings.


# How many ways are tried per number of groups.
WAYS = 2
# How many lists get a group that they need not have, how many such groups are tried, and how large they are.
OPTIONAL, GROUPINGS, LARGEST = 0.5, 6, 5
# How many entries are tried for what a group must have, and how many groupings that leave some models alone.
PICKS, SUBSETS = 8, 12
NAMES = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")


def has_groups(game: Game) -> bool:
    """Whether a game divides its models into groups."""
    return game.model.group_key is not None and bool(game.group.fields or game.group.slots)


def group_models(tree: dict[str, Any], judge: SearchJudge, random: Random, kept: int) -> dict[str, Any]:
    """The same list with its models from number `kept` on in groups, where that leaves fewer findings.

    All of them are divided first; where that is not enough, some stay alone.
    """
    best, least = tree, weight(judge, tree)
    new = range(kept, len(tree["models"]))
    most = min(len(NAMES), len(new))
    whole = [(parts, len(new)) for parts in sorted([*range(1, most + 1)] * WAYS)]
    some = [(parts, number) for parts in range(1, most + 1) for number in range(parts, len(new))]
    for parts, number in [*whole, *random.sample(some, min(len(some), SUBSETS))]:
        # One group of all models is always tried: a list without groups may be legal and still be told something.
        if (parts > 1 or number < len(new)) and least == (0, 0):
            break
        if number < len(new) and not wrong_groups(judge, best):
            break
        made = divide(tree, judge, random, sorted(random.sample(new, number)), parts)
        heavy = weight(judge, made)
        if heavy < least:
            best, least = made, heavy
    return best


def wrong_groups(judge: SearchJudge, tree: dict[str, Any]) -> bool:
    """Whether a rule about groups is broken: only then may it help to leave some models out of them."""
    score = judge.score(tree)
    broken = {one.rule for one in score.wrong}
    rules = [one.rule for one in rules_in_force(score.force) if one.rule.id in broken]
    return any(one.over_what == "group" or (isinstance(one, Count) and one.of.count == "groups") for one in rules)


def group_some(tree: dict[str, Any], judge: SearchJudge, random: Random) -> dict[str, Any]:
    """The same list with some of its models in a group that it need not have; unchanged where none is as legal."""
    least = weight(judge, tree)
    free = range(len(tree["models"]))
    for _ in range(GROUPINGS if free else 0):
        members = sorted(random.sample(free, random.randint(1, min(len(free), LARGEST))))
        made = divide(tree, judge, random, members, 1)
        if weight(judge, made) <= least:
            return made
    return tree


def weight(judge: SearchJudge, tree: dict[str, Any]) -> tuple[int, int]:
    """How bad a list is: the number of errors, then that of all other findings."""
    score = judge.score(tree)
    return (score.errors, score.warnings + score.infos)


def divide(
    tree: dict[str, Any], judge: SearchJudge, random: Random, members: Iterable[int], parts: int
) -> dict[str, Any]:
    """One way to divide the models into so many groups."""
    key = judge.game.model.group_key
    assert key is not None
    rows: list[Row] = [dict(row) for row in tree["models"]]
    order = list(members)
    random.shuffle(order)
    groups: list[Row] = []
    for at in range(parts):
        here = order[at::parts]
        for one in here:
            rows[one] = {**rows[one], key: NAMES[at]}
        groups.append(describe({**tree, "models": rows}, groups, NAMES[at], here, judge, random))
    return {**tree, "models": rows, "groups": groups}


def describe(
    tree: dict[str, Any], before: list[Row], name: str, members: list[int], judge: SearchJudge, random: Random
) -> Row:
    """A group with its required words, named members and picks, each the best of some tries."""
    group: Row = {"name": name}
    game = judge.game
    for id, field in game.group.fields.items():
        if field.required and field.choices:
            tries = [{**group, id: word} for word in random.sample(field.choices, len(field.choices))]
        elif field.required and id in game.group.posts:
            label(tree["models"], members)
            tries = [{**group, id: tree["models"][at]["name"]} for at in random.sample(members, min(len(members), 8))]
        else:
            continue
        group = min(tries, key=lambda one: judge.score({**tree, "groups": [*before, one]}).rank)
    for id, slot in game.group.slots.items():
        if slot.min and not slot.default and not slot.rolled:
            picks = [write_entry(game, one) for one in shuffled(judge, slot, random)[:PICKS]]
            tries = [{**group, id: picks[at : at + slot.min]} for at in range(0, len(picks), slot.min)] or [group]
            group = min(tries, key=lambda one: judge.score({**tree, "groups": [*before, one]}).rank)
    return group


def label(rows: list[Row], members: list[int]) -> None:
    """Give the models of a group names, so that the group can name one of them."""
    taken = {row["name"] for row in rows if "name" in row}
    for at in members:
        if "name" not in rows[at]:
            first = next((str(value) for key, value in rows[at].items() if isinstance(value, str)), "Model")
            number = next(n for n in range(1, len(rows) + 2) if f"{first} {n}" not in taken)
            taken.add(f"{first} {number}")
            rows[at] = {"name": f"{first} {number}", **rows[at]}


# The list's own slots and words, before there is any model.


# The code of the finding about a slot with less than its minimum.
TOO_FEW = "room.under"
NOTHING: tuple[Tree, ...] = (None, [])
"""The values of a key that is still to be filled."""


def choose_for_list(tree: dict[str, Any], judge: SearchJudge, random: Random, plain: bool) -> None:
    """Fill the list's own required slots and, at random, optional ones."""
    maker = ModelMaker(judge, {}, random)
    free = [id for id in judge.game.list.slots if tree.get(id) in NOTHING]
    for id in free:
        slot = judge.game.list.slots[id]
        # A roll fills all rolled slots of the list at once.
        if tree.get(id) not in NOTHING:
            continue
        if slot.rolled:
            whole = judge.score(tree).force.room
            tree |= roll_missing(tree, judge.game, judge.game.list, random.randrange(SEEDS), whole)[0]
            continue
        room = judge.score(tree).force.room.get(id)
        most = 1 if room is None else room
        wanted = slot.min
        while wanted < most and not plain and random.random() < (0.5 if most == 1 else 0.85):
            wanted += 1
        choices = shuffled(judge, slot, random, wanted)
        for entry in choices if wanted else ():
            names = [*(tree.get(id) or ()), maker.named(entry)]
            wrong = [one for one in judge.score({**tree, id: names}).wrong if one.where.startswith(id)]
            # One of several that must be there is no reason against it.
            if all(one.code == TOO_FEW for one in wrong):
                tree[id] = names
            if len(tree.get(id) or ()) >= wanted:
                break
    meet_needs(tree, judge, [id for id in free if not judge.game.list.slots[id].rolled])
    choose_words(tree, judge, random)


def shuffled(judge: SearchJudge, slot: Slot, random: Random, wanted: int = 0) -> list[Entry]:
    """The entries for a slot in random order, repeated where more are wanted than there are."""
    choices = [entry for entry in judge.game.entries if entry.kind == slot.kind]
    random.shuffle(choices)
    again = min(wanted, INSIDE) // len(choices) if choices and slot.repeats else 0
    return choices * (1 + again)


def meet_needs(tree: dict[str, Any], judge: SearchJudge, free: Iterable[str]) -> None:
    """Add what rules ask for in a slot of the list, such as the cards of a deck, one by one."""
    # A generator of its own: the list alone decides what is added here, not how often chance was asked before.
    random = Random(repr(tree))
    maker = ModelMaker(judge, {}, random)
    for id in free:
        now = judge.score(tree)
        choices = shuffled(judge, judge.game.list.slots[id], random)
        while choices and (needs := needs_of(now)).name(id):
            names = [*(tree.get(id) or ()), maker.named(entry := choices.pop(0))]
            score = judge.score({**tree, id: names})
            if needs.is_reduced_by(score):
                tree[id], now = names, score
                choices.append(entry)


def choose_words(tree: dict[str, Any], judge: SearchJudge, random: Random) -> None:
    """Choose words of the list, such as a role, where that means fewer warnings."""
    for id, field in judge.game.list.of_type(WordField).items():
        if id in tree:
            continue
        tries = [{id: word} for word in random.sample(field.of, len(field.of))]
        best = min([{}, *tries], key=lambda one: judge.score({**tree, **one}).warnings)
        tree.update(best)


# Bring a list that is being made nearer to legal by small random steps, each an improvement in the judge's score.


# Lists judged for one repair, and edits tried per step.
TRIES, EACH = 1500, 300


def repair(
    tree: Mapping[str, Tree], judge: SearchJudge, random: Random, may: Callable[[EditStep], bool], tries: int = TRIES
) -> dict[str, Tree]:
    """The list after as many steps as bring it nearer to legal; only edits that `may` allows are made."""
    return [dict(tree), *until_exhausted(repair_nearest(tree, judge, random, may, tries))][-1]


def repair_nearest(
    tree: Mapping[str, Tree], judge: SearchJudge, random: Random, may: Callable[[EditStep], bool], tries: int
) -> Iterator[dict[str, Tree]]:
    """The list after one step nearer to legal, after two, and so on."""
    maker = RowMaker(tree, judge)
    now, score = dict(tree), judge.score(tree)
    end = judge.asked + tries
    while score.errors and judge.asked < end:
        rows = [*new_rows(now, maker)]
        edits = [edit for edit in (*all_edits(now, score.force, rows), *other_rows(now, maker)) if may(edit)]
        random.shuffle(edits)
        near, suits = nearness(score.wrong), suitable(score.wrong)
        edits.sort(key=lambda edit: (not near(edit.path), not suits(edit)))
        # Half of the tries go to edits near what is wrong, half anywhere: the cause may stand elsewhere.
        for edit in [*edits[: EACH // 2], *random.sample(edits, min(EACH // 2, len(edits)))]:
            made = apply_edit(now, edit)
            trial = judge.score(made)
            # Without the margin, rounding errors would pass for steps and the search could go round in circles.
            if trial.distance < score.distance - 1e-9:
                now, score = made, trial
                yield now
                break
        else:
            return


# Spend what is left of the points: one more option, a dearer one, another model; only what leaves the list legal.


# Changes tried for one list.
MOVES = 160


class Spender:
    """Changes the models from number `kept` on, and only adds to those before; with `keep`, not even that."""

    def __init__(self, judge: SearchJudge, maker: ModelMaker, random: Random, kept: int, keep: bool) -> None:
        self.judge, self.maker, self.random, self.kept = judge, maker, random, kept
        self.first = kept if keep else 0
        self.by_kind: dict[str, list[Entry]] = {}
        for entry in judge.game.entries:
            self.by_kind.setdefault(entry.kind, []).append(entry)

    def spend(self, tree: dict[str, Any]) -> None:
        """Use up at least 95 % where that can be done before the judge gives up."""
        with suppress(SearchBudgetError):
            self.make_moves(tree)

    def make_moves(self, tree: dict[str, Any]) -> None:
        """Change the list for the better, move by move."""
        now = self.judge.score(tree)
        limit = now.force.limit
        if not limit or not tree["models"]:
            return
        # Not every list should spend the last point.
        aim = self.random.uniform(ENOUGH, 1.0) * limit
        for move in range(MOVES):
            left = limit - now.cost
            if left <= 0 or (now.cost >= aim and now.errors == 0):
                return
            # Adding alone ends where nothing fits into the last points; twice, another model gets a chance.
            if move in (MOVES // 3, 2 * MOVES // 3) and len(tree["models"]) > self.kept + 1:
                now = self.drop(tree, now)
                continue
            trial = self.change(tree, now, left)
            if trial is None:
                continue
            score = self.judge.score({**tree, "models": cast("Tree", trial)})
            if score.rank <= now.rank and now.cost < score.cost <= limit:
                tree["models"], now = trial, score

    def drop(self, tree: dict[str, Any], now: Score) -> Score:
        """Take out a new model, when that does no harm, so that there is room for another."""
        at = self.random.randrange(self.kept, len(tree["models"]))
        rows = [row for number, row in enumerate(tree["models"]) if number != at]
        score = self.judge.score({**tree, "models": rows})
        if score.errors > now.errors:
            return now
        tree["models"] = rows
        return score

    def change(self, tree: dict[str, Any], now: Score, left: int) -> list[Row] | None:
        """The models after one random change that costs no more than is left, or nothing."""
        rows: list[Row] = list(tree["models"])
        if self.random.random() < 0.2 or len(rows) <= self.first:
            return self.another(rows, left)
        at = self.random.randrange(self.first, len(rows))
        model = next(one for one in now.force.models if one.row == at)
        slots = list(self.maker.sheet.slots)
        id = self.random.choice(slots)
        slot = self.maker.sheet.slots[id]
        held = self.maker.names(rows[at], id)
        room = model.room.get(id)
        free = room is None or len(held) < room
        if not free and (at < self.kept or not held):
            return None
        old = 0 if free else self.cost(slot.kind, held[-1])
        choices = [
            one
            for one in self.maker.options(rows[at], id, slot, model)
            if old < one.cost <= left + old and one.name not in held
        ]
        if not choices:
            return None
        top = max(one.cost for one in choices)
        best = [one for one in choices if one.cost == top] if self.random.random() < 0.5 else choices
        names = [*(held if free else held[:-1]), self.maker.named(self.random.choice(best))]
        rows[at] = {**rows[at], id: names[0] if len(names) == 1 and slot.max == 1 else names}
        self.finish(rows, at)
        return rows

    def finish(self, rows: list[Row], at: int) -> None:
        """After a change, what the model must use up is used up again."""
        if at >= self.kept:
            row = dict(rows[at])
            for id, slot in self.maker.sheet.slots.items():
                if slot.unused:
                    self.maker.fill(row, id, slot, 1.0)
            self.maker.raise_stats(row)
            rows[at] = row

    def another(self, rows: list[Row], left: int) -> list[Row] | None:
        """One more model that fits into what is left."""
        kinds = [self.maker.sheet.slots[id].kind for id in self.maker.firsts]
        heads = [one for kind in kinds for one in self.by_kind[kind] if one.cost <= left]
        if not heads:
            return None
        row = self.maker.make(self.random.choice(heads), self.random.choice((0.0, 0.3, 0.6)))
        flags = [*self.judge.game.model.of_type(FlagField)]
        if row and flags and self.random.random() < 0.5:
            row[self.random.choice(flags)] = False
        return [*rows, row] if row else None

    def cost(self, kind: str, pick: Any) -> int:
        """What an entry in a slot costs."""
        found = self.judge.game.find(kind, str(pick["entry"] if isinstance(pick, dict) else pick))
        return found.cost if found else 0


# Lists that are begun for one seed.
ROUNDS = 12
WORK = 5_000
"""After so much work no other list is begun; a list of any game here takes a fifth of it."""
TRY, REPAIR = 2 / 3, 0.9
"""The shares of the judge's remaining budget that one try may take, and the repair at its end."""
# The share of the limit that makes a list full, and how many models a list without `spend` has at most.
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
    judge = SearchJudge(game, collection, event)
    with judge.within(STEPS):
        return best_of(start, judge, seed, keep=True)


def plain_list(judge: SearchJudge, format: str | None) -> dict[str, Any] | None:
    """A legal list with a few models, full or not; None where none is found before the judge gives up."""
    start = {"game": judge.game.id, **({"format": format} if format else {})}
    rounds = ((Random(round), round % 2 == 1) for round in range(ROUNDS))
    return next(
        (tree for tree, score in attempts(start, judge, rounds, keep=True, spend=False) if not score.errors), None
    )


def fill_list(
    tree: Mapping[str, Any], judge: SearchJudge, seed: int = 0, keep: bool = False, most: int = WORK
) -> dict[str, Any]:
    """An unfinished list made complete; nothing in it is changed or taken out, and with `keep` no model gets more."""
    start: dict[str, Any] = deepcopy(dict(tree))
    start["models"] = start.get("models") or []
    return best_of(start, judge, seed, keep, most)


def best_of(start: dict[str, Any], judge: SearchJudge, seed: int, keep: bool, most: int = WORK) -> dict[str, Any]:
    """The first list that is legal and full, or else the best of a few."""
    game = judge.game
    kept = len(start.get("models") or ())
    best: tuple[tuple[float, ...], dict[str, Any]] | None = None
    # The second half of the rounds are plain: what chance adds to a list is often why it can't be made legal.
    rounds = ((Random(f"{seed}/{round}"), round >= ROUNDS // 2) for round in range(ROUNDS))
    for round, (tree, score) in enumerate(attempts(start, judge, rounds, keep)):
        limit = score.force.limit
        gap = 0.0 if not limit else max(0.0, ENOUGH - score.cost / limit)
        worth = (score.errors, gap, score.warnings)
        if best is None or worth < best[0]:
            best = (worth, tree)
        # A legal list that is not full is good enough after three tries.
        if worth[:2] == (0, 0.0) or (round >= 2 and best[0][0] == 0) or judge.spent > most:
            break
    if not kept and best is not None and best[0][0]:
        # Repairing takes one change at a time, which is not enough where two limits conflict: look for several at once.
        with suppress(SearchBudgetError):
            ways = mend(best[1], judge, may=lambda edit: is_new(edit, start)).ways
            best = ((0.0,), dict(ways[0].tree)) if ways else best
    if not kept and (best is None or best[0][0]):
        raise unfillable(judge)
    if best is None:
        return start
    if not kept:
        return canonical(best[1], game)
    # Rows of the player keep their order of keys; only new ones are brought into the usual one.
    rows = best[1]["models"]
    best[1]["models"] = [*rows[:kept], *(canonical_row(row, game, game.model, "name") for row in rows[kept:])]
    return best[1]


def unfillable(judge: SearchJudge) -> UnfillableError:
    """Why there is no list."""
    message = f"No legal list for {judge.game.name} was found"
    if judge.gave_up:
        hint = "There may be one: try another seed, or build it with `listbuilder build`."
        return UnfillableError.of("generate.gave-up", f"{message} in {STEPS:,} steps.", hint)
    return UnfillableError.of("generate.none", f"{message}.", "Own more, or another seed.")


def attempts(
    start: dict[str, Any], judge: SearchJudge, rounds: Iterable[tuple[Random, bool]], keep: bool, spend: bool = True
) -> Iterator[tuple[dict[str, Any], Score]]:
    """One try after another, each with most of the judge's remaining budget; those that exceed it are left out."""
    for random, plain in rounds:
        try:
            with judge.part(TRY):
                made = attempt(start, judge, random, keep, plain, spend)
        except SearchBudgetError:
            continue
        yield made


def attempt(
    start: dict[str, Any], judge: SearchJudge, random: Random, keep: bool, plain: bool, spend: bool = True
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
        if spend and not (kept or plain or tree.get("groups")) and random.random() < OPTIONAL:
            tree = group_some(tree, judge, random)
    score = judge.score(tree)
    if score.errors:
        with judge.part(REPAIR):
            tree = repair(tree, judge, random, lambda edit: is_new(edit, start))
        score = judge.score(tree)
    return tree, score


def is_new(edit: EditStep, start: Mapping[str, Any]) -> bool:
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


def add_models(
    tree: dict[str, Any], judge: SearchJudge, maker: ModelMaker, random: Random, kept: int, spend: bool
) -> None:
    """Add models as long as that makes the list no worse; without `spend`, only a few that are legal."""
    heads = maker.heads()
    now = judge.score(tree)
    aim = random.randint(6, 12)
    failed = 0
    flags = [*judge.game.model.of_type(FlagField)]
    while heads and failed < 4 and now.force.size < 60 and (spend or now.errors or len(tree["models"]) < SOME):
        if full(now) and (now.force.limit is not None or len(tree["models"]) >= aim or (kept and now.errors == 0)):
            return
        choice = None
        # With several errors left a model that ends only one of them is kept in mind, and the next entries may end
        # more.
        alone = sum(1 for one in now.findings if one.severity == "error") <= 1
        needs = needs_of(now)
        for entry in needs.first(random.sample(heads, len(heads)), maker.first):
            choice = better(choice, tree, entry, needs, judge, maker, flags)
            gain = now.errors - choice[0].errors if choice else -1
            if gain > 1 or (gain >= 0 and not now.errors) or (gain == 1 and alone):
                break
            if choice and needs.is_reduced_by(choice[0]):
                break
        if choice is None:
            failed += 1
            continue
        if not spend and len(tree["models"]) >= SOME and choice[0].errors >= now.errors:
            return
        now = choice[0]
        tree["models"].append(choice[1])
        now = link_models(tree, judge, random, now)


def link_models(tree: dict[str, Any], judge: SearchJudge, random: Random, now: Score) -> Score:
    """Let models that must name somebody, such as vehicles their crews, name one of the others; the new score."""
    for one in now.wrong:
        path = one.path or ()
        if one.code != "link.none" or len(path) < 2:
            continue
        at, field = int(path[1]), str(one.data["field"])
        others = [number for number in range(len(tree["models"])) if number != at]
        for other in random.sample(others, len(others)):
            rows: list[Row] = [dict(row) for row in tree["models"]]
            # A link goes by name, so whoever is named needs one.
            label(rows, [other])
            rows[at][field] = [*(rows[at].get(field) or ()), rows[other]["name"]]
            score = judge.score({**tree, "models": cast("Tree", rows)})
            if score.errors < now.errors:
                tree["models"], now = rows, score
                break
    return now


def better(
    choice: tuple[Score, Any] | None,
    tree: dict[str, Any],
    entry: Any,
    needs: Shortfall,
    judge: SearchJudge,
    maker: ModelMaker,
    flags: list[str],
) -> tuple[Score, Any] | None:
    """The better of a choice and a new model with an entry; a flag may have to differ from its default."""
    now = needs.score
    left = None if now.force.limit is None else now.force.limit - now.cost
    # Where the limit is overrun, what gives something back is looked for.
    if left is not None and entry.cost > max(left, 0):
        return choice
    row = maker.make(entry)
    for trial in [row, *({**row, flag: False} for flag in flags)] if row else ():
        score = judge.score({**tree, "models": [*tree["models"], trial]})
        if score.rank <= now.rank or needs.is_reduced_by(score):
            return (score, trial) if choice is None or score.rank < choice[0].rank else choice
    return choice


def full(score: Score) -> bool:
    """Whether a list is legal and has spent enough."""
    limit = score.force.limit
    return score.errors == 0 and score.warnings == 0 and (limit is None or score.cost >= ENOUGH * limit)
