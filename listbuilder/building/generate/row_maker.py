"""Whole models that could be added to a list: each sort with only what it must have, in every variant of that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TypeVar, cast

from listbuilder.base.findings import Finding
from listbuilder.building.generate.judge import Row, Score, SearchBudgetError, SearchJudge, size_of
from listbuilder.building.generate.moves import row_edits, write_entry
from listbuilder.catalogue import FlagField
from listbuilder.catalogue.fields.field_type import ValueContext
from listbuilder.lists.document import LIST, ROW
from listbuilder.lists.file_editor import EditStep, apply_edit
from listbuilder.lists.find_row import row_names, rows_of_kind
from listbuilder.storage.reading import Tree

Found = TypeVar("Found")
# Edits at most to complete a model, and the place of the one model in the lists that it is tried in.
STEPS = 6
PLACE = ("models", 0)


def new_rows(tree: Mapping[str, Tree], maker: RowMaker, counts: frozenset[int] = frozenset()) -> Iterator[Row]:
    """The models that could be added, alone and in each group, with flags either way, once or so many times."""
    game = maker.judge.game
    key = game.model.group_key
    groups = (
        [row["name"] for row in rows_of_kind(tree, "groups") if isinstance(row, dict) and "name" in row] if key else []
    )
    flags = game.model.of_type(FlagField)
    extras: list[Row] = [{}, *({id: not field.default_value} for id, field in flags.items())]
    # Writing the default of a flag that is open for one model decides it for all.
    extras += [{id: flags[id].default_value} for id in game.model.open]
    extras += [{str(key): name} for name in groups]
    extras += [{"name": who, str(key): name} for name, who in missing_members(tree, maker)] if key else []
    for row in maker.rows:
        for extra in extras:
            yield {**row, **extra}
            yield from ({**row, **extra, "count": number} for number in sorted(counts))


def missing_members(tree: Mapping[str, Tree], maker: RowMaker) -> Iterator[tuple[Tree, Tree]]:
    """Each group that names somebody who is not in the list, and whom it names."""
    there = {name.casefold() for name in row_names(tree)}
    for row in rows_of_kind(tree, "groups"):
        if isinstance(row, dict) and row.get("name") is not None:
            named_ones = (row.get(post) for post in maker.judge.game.group.posts)
            yield from (
                (row["name"], who) for who in named_ones if isinstance(who, str) and who.casefold() not in there
            )


def other_rows(tree: Mapping[str, Tree], maker: RowMaker) -> Iterator[EditStep]:
    """Another model in the place of one, which keeps its name, its group and whatever else is not picked."""
    slots = maker.judge.game.model.slots
    for at, old in enumerate(rows_of_kind(tree, "models")):
        kept = {key: value for key, value in old.items() if key not in slots} if isinstance(old, dict) else {}
        for row in maker.rows:
            if isinstance(old, dict) and row.get(maker.head or "") != old.get(maker.head or ""):
                yield EditStep("put", ("models", at), {**row, **kept})


class RowMaker:
    """Makes models that are legal by themselves beside what the list itself has chosen."""

    def __init__(self, tree: Mapping[str, Tree], judge: SearchJudge) -> None:
        self.judge = judge
        self.base = {key: value for key, value in tree.items() if key not in LIST.rows}
        self.names = row_names(tree)
        self.all_made = True
        slots = judge.game.model.slots
        self.head = next((id for id, slot in slots.items() if slot.min), next(iter(slots), None))

    @cached_property
    def plain(self) -> list[Row]:
        """Each sort of model with as little as it must have."""
        return [row for row in self.until_exhausted(map(self.complete, self.bare())) if row is not None]

    @cached_property
    def rows(self) -> list[Row]:
        """Each sort of model with as little as it must have, then with other choices for that."""
        return [*self.plain, *self.until_exhausted(other for row in self.plain for other in self.others(row))]

    def until_exhausted(self, made: Iterable[Found]) -> list[Found]:
        """As many as can be made with half of the judge's remaining budget."""
        found: list[Found] = []
        try:
            with self.judge.part(1 / 2):
                for one in made:
                    found.append(one)  # noqa: PERF402
        except SearchBudgetError:
            self.all_made = False
        return found

    def bare(self) -> Iterator[Row]:
        """A model for each entry of the first slot, with nothing else."""
        if self.head is None:
            return
        kind = self.judge.game.model.slots[self.head].kind
        yield from (
            {self.head: write_entry(self.judge.game, one)} for one in self.judge.game.entries if one.kind == kind
        )

    def complete(self, row: Row) -> Row | None:
        """A model completed with the cheapest things that it must have; None if it can't be completed."""
        score = self.score_alone(row)
        for _ in range(STEPS):
            own = self.own_problems(score)
            if not own:
                return row
            tries = [(self.score_alone(made), made) for made in self.steps(row, score, own)]
            best = min(tries, key=lambda one: (self.weight(one[0]), one[0].cost), default=None)
            if best is None or self.weight(best[0]) >= self.weight(score):
                return None
            score, row = best
        return None

    def steps(self, row: Row, score: Score, own: list[Finding]) -> Iterator[Row]:
        """The model with one more thing in a place that something is wrong with."""
        keys = {str(one.path[2]) for one in own if one.path and len(one.path) > 2}
        keys |= {str(one.data.get("slot")) for one in own}
        for edit in self.edits(row, score):
            if edit.what != "drop" and edit.path[0] != self.head and (not keys or str(edit.path[0]) in keys):
                yield cast("Row", apply_edit(row, edit))

    def others(self, row: Row) -> Iterator[Row]:
        """The model with another choice in one of the slots that it must fill."""
        if len(row) < 2:
            return
        for edit in self.edits(row, self.score_alone(row)):
            key = str(edit.path[0])
            if edit.what == "put" and len(edit.path) == 1 and key in row and key != self.head:
                made = cast("Row", apply_edit(row, edit))
                if not self.own_problems(self.score_alone(made)):
                    yield made

    def edits(self, row: Row, score: Score) -> Iterator[EditStep]:
        """Every edit of a model that stands alone in its list."""
        game = self.judge.game
        near = ValueContext(self.names, (), next(iter(score.force.rows), None))
        inside = (edit for edit in row_edits(game, game.model, row, PLACE, near, ROW) if len(edit.path) > len(PLACE))
        return (edit._replace(path=edit.path[len(PLACE) :]) for edit in inside)

    def score_alone(self, row: Row) -> Score:
        """The score of a list with this model only."""
        return self.judge.score({**self.base, "models": [row]})

    def own_problems(self, score: Score) -> list[Finding]:
        """What is wrong with the model itself."""
        return [one for one in score.wrong if (one.path or ())[:2] == PLACE]

    def weight(self, score: Score) -> int:
        """How much is wrong with the model itself."""
        return sum(map(size_of, self.own_problems(score)))
