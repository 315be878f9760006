"""What the list itself has: its slots and its words, before there is any model."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from listbuilder.catalogue import Entry, Slot, WordField
from listbuilder.generate.choices import INSIDE
from listbuilder.generate.judge import Judge
from listbuilder.generate.models import ModelMaker
from listbuilder.generate.needs import needs_of
from listbuilder.lists.rolling import SEEDS, roll_missing
from listbuilder.reading import Tree

# What is said of a slot until it has as much as it must have.
TOO_FEW = "room.under"
NOTHING: tuple[Tree, ...] = (None, [])
"""What stands behind a key that is still to be filled."""


def choose_for_list(tree: dict[str, Any], judge: Judge, random: Random, plain: bool) -> None:
    """Fill the list's own slots: those that must be, and now and then those that may be."""
    maker = ModelMaker(judge, {}, random)
    free = [id for id in judge.game.list.slots if tree.get(id) in NOTHING]
    for id in free:
        slot = judge.game.list.slots[id]
        if tree.get(id) not in NOTHING:
            continue  # rolled with one before
        if slot.rolled:
            tree |= roll_missing(tree, judge.game, judge.game.list, random.randrange(SEEDS))[0]
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
            if all(one.code == TOO_FEW for one in wrong):
                tree[id] = names
            if len(tree.get(id) or ()) >= wanted:
                break
    meet_needs(tree, judge, [id for id in free if not judge.game.list.slots[id].rolled])
    choose_words(tree, judge, random)


def shuffled(judge: Judge, slot: Slot, random: Random, wanted: int = 0) -> list[Entry]:
    """What may stand in a slot, in any order; once and again where more is wanted than there is."""
    choices = [entry for entry in judge.game.entries if entry.kind == slot.kind]
    random.shuffle(choices)
    again = min(wanted, INSIDE) // len(choices) if choices and slot.repeats else 0
    return choices * (1 + again)


def meet_needs(tree: dict[str, Any], judge: Judge, free: Iterable[str]) -> None:
    """Add what rules ask for in a slot of the list, such as the cards of a deck, one by one."""
    random = Random(repr(tree))
    maker = ModelMaker(judge, {}, random)
    for id in free:
        now = judge.score(tree)
        choices = shuffled(judge, judge.game.list.slots[id], random)
        while choices and (needs := needs_of(now)).name(id):
            names = [*(tree.get(id) or ()), maker.named(entry := choices.pop(0))]
            score = judge.score({**tree, id: names})
            if needs.met_better_by(score):
                tree[id], now = names, score
                choices.append(entry)


def choose_words(tree: dict[str, Any], judge: Judge, random: Random) -> None:
    """Words of the list, such as a role, where saying one leaves less to be said against the list."""
    for id, field in judge.game.list.of_type(WordField).items():
        if id in tree:
            continue
        tries = [{id: word} for word in random.sample(field.of, len(field.of))]
        best = min([{}, *tries], key=lambda one: judge.score({**tree, **one}).warnings)
        tree.update(best)
