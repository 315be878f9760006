"""Spend what is left of the points: one more option, a dearer one, another model; only what leaves the list legal."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any, cast

from listbuilder.catalogue import Entry, FlagField
from listbuilder.generate.judge import GaveUpError, Judge, Row, Score
from listbuilder.generate.models import ModelMaker
from listbuilder.reading import Tree

MOVES = 160
ENOUGH = 0.95


class Spender:
    """Changes the models from number `kept` on, and only adds to those before; with `keep`, not even that."""

    def __init__(self, judge: Judge, maker: ModelMaker, random: Random, kept: int, keep: bool) -> None:
        self.judge, self.maker, self.random, self.kept = judge, maker, random, kept
        self.first = kept if keep else 0
        self.by_kind: dict[str, list[Entry]] = {}
        for entry in judge.game.entries:
            self.by_kind.setdefault(entry.kind, []).append(entry)

    def spend(self, tree: dict[str, Any]) -> None:
        """Use up at least 95 % where that can be done before the judge gives up."""
        with suppress(GaveUpError):
            self.make_moves(tree)

    def make_moves(self, tree: dict[str, Any]) -> None:
        """Change the list for the better, move by move."""
        now = self.judge.score(tree)
        limit = now.force.limit
        if not limit or not tree["models"]:
            return
        aim = self.random.uniform(ENOUGH, 1.0) * limit
        for move in range(MOVES):
            left = limit - now.cost
            if left <= 0 or (now.cost >= aim and now.errors == 0):
                return
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
        heads = [one for one in self.by_kind[self.maker.sheet.slots[self.maker.head].kind] if one.cost <= left]
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
