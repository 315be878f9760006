"""Lists that show what is possible: every claim that something can be is backed by one of these, judged by the referee.

Starter lists come first, then lists made at random, then single changes of all these, then lists that are built around
one entry or around one broken rule. Every list that is judged is asked for everything that it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any

from listbuilder.building.generate.examples import broken_variants
from listbuilder.building.generate.fill import exact_ways
from listbuilder.building.generate.judge import Score, SearchBudgetError, SearchJudge, size_of, until_exhausted
from listbuilder.building.generate.moves import all_edits, write_entry
from listbuilder.building.generate.random_lists import UnfillableError, best_of, plain_list, repair
from listbuilder.building.generate.row_maker import RowMaker, new_rows
from listbuilder.catalogue import Entry, Format, NumberField
from listbuilder.lists.file_editor import EditStep, apply_edit
from listbuilder.loading.proofs.case import Case, PossiblePick

Tree = dict[str, Any]
Key = tuple[str, str]
# Steps of the judge: for lists at random, for changes of them, and for what is looked for by itself.
RANDOM, CHANGES, ALONE, TOTALS = 40_000, 60_000, 4_000, 6_000
# What a list's own numbers, such as battles fought, are raised by.
GROWTH = (10, 3, 1)
# Random lists per format; legal lists used per format; models that an entry is tried on; steps towards breaking a rule
# alone; lists kept that break a rule and others; lists repaired for one entry.
SEEDS, LISTS, HOLDERS, CLIMB, BROKEN, REPAIRS = 6, 12, 6, 60, 8, 4


class Witnesses:
    """What lists have shown so far; `stop` ends the search early."""

    def __init__(self, case: Case, stop: Callable[[], bool] = lambda: False) -> None:
        self.case, self.game, self.stop = case, case.game, stop
        self.judge = SearchJudge(case.game)
        self.formats: list[Format | None] = [*case.game.formats] or [None]
        self.legal: dict[str | None, list[Tree]] = {self.id_of(one): [] for one in self.formats}
        self.entries: dict[Key, Tree] = {}
        self.totals: dict[tuple[str | None, int], Tree] = {}
        self.fired: dict[str, Tree] = {}
        self.near: dict[str, list[Tree]] = {}
        self.grown: list[tuple[str | None, int, Tree]] = []
        self.wanted = {one.entry.key for one in case.standing if one.slot}
        self.rules = {one.rule.id for one in case.rules()}

    def id_of(self, format: Format | None) -> str | None:
        """The id of a format."""
        return format.id if format else None

    def score(self, tree: Mapping[str, Any]) -> Score:
        """Judge a list, and keep what it shows. Lists with a limit of their own show nothing."""
        if self.stop():
            raise SearchBudgetError
        score = self.judge.score(tree)
        self.keep(dict(tree), score)
        return score

    def keep(self, tree: Tree, score: Score) -> None:
        """Remember what a list shows that none has shown before."""
        # The proofs know the printed limits only, so a list with an agreed one must not contradict them.
        if "limit" in tree or not self.game.agreed.keys().isdisjoint(tree) or not score.force.rows:
            return
        format = self.id_of(score.force.format)
        if not score.errors:
            known = self.legal[format]
            new = [pick.entry.key for pick in score.force.picks if pick.entry.key not in self.entries]
            self.entries |= dict.fromkeys(new, tree)
            fresh = self.totals.setdefault((format, score.cost), tree) is tree
            if (new or fresh or not known) and len(known) < LISTS * 4:
                known.append(tree)
        wrong = {one.rule for one in score.wrong}
        for finding in score.findings:
            rule = finding.rule
            if rule and (wrong == {rule} or (not wrong and finding.severity != "error")):
                self.fired.setdefault(rule, tree)
            elif rule and wrong and len(few := self.near.setdefault(rule, [])) < BROKEN:
                few.append(tree)

    def lists(self) -> list[Tree]:
        """Some legal lists of every format, one format after another."""
        found: list[Tree] = []
        for number in range(LISTS):
            found += [few[number] for few in self.legal.values() if number < len(few)]
        return found

    # Lists of all sorts

    def explore(self, starters: Iterable[Mapping[str, Any]]) -> None:
        """Judge starter lists, lists at random, and changes of them."""
        for one in starters:
            for format in self.formats:
                self.score({**one, **({"format": format.id} if format else {})})
        steps = RANDOM // len(self.formats)
        for format in self.formats:
            with self.judge.within(steps):
                plain = plain_list(self.judge, self.id_of(format))
            if plain:
                self.score(plain)
            for seed in range(SEEDS):
                self.at_random(format, seed, steps // SEEDS)
        self.grow()
        self.change_lists()

    def at_random(self, format: Format | None, seed: int, steps: int) -> None:
        """Judge a list at random."""
        if self.stop():
            return
        start: Tree = {"game": self.game.id, **({"format": format.id} if format else {})}
        with self.judge.within(steps):
            try:
                made = best_of(start, self.judge, seed, keep=True)
            except UnfillableError:
                return
        self.score(made)

    def grow(self) -> None:
        """Judge lists with more of each of their own numbers, such as battles fought: more may be legal in them."""
        for tree in self.lists():
            for id, field in self.game.list.of_type(NumberField).items():
                now = tree.get(id, field.default or field.min)
                for more in GROWTH if type(now) is int and not field.limits else ():
                    grown = {**tree, id: now + more if field.max is None else min(now + more, field.max)}
                    score = self.score(grown)
                    if not score.errors:
                        self.grown.append((self.id_of(score.force.format), score.cost, grown))

    def change_lists(self) -> None:
        """Judge single changes of the lists that are known, and lists that are spoilt on purpose."""
        random = Random(0)
        trees = self.lists()
        bare: Tree = {"game": self.game.id, "models": []}
        with self.judge.within(CHANGES):
            for tree in trees:
                # A share of what is left for each list, so that the first ones, which have the most changes, leave work
                # for the others.
                with self.judge.part(1 / 4):
                    self.judge_all(self.changes(tree, random))
            self.judge_all(broken_variants(self.game, [bare, *trees]))

    def judge_all(self, trees: Iterable[Tree]) -> None:
        """Judge lists until the judge gives up or there is nothing left that they could show."""
        for _ in until_exhausted(map(self.score, trees)):
            if self.wanted <= self.entries.keys() and self.rules <= self.fired.keys():
                return

    def changes(self, tree: Tree, random: Random) -> Iterator[Tree]:
        """Every list that is one change away, in random order."""
        before = self.score(tree)
        rows = [*new_rows(tree, RowMaker(tree, self.judge))]
        edits = [*all_edits(tree, before.force, rows)]
        # In file order all work would go into the first slots of the first model.
        random.shuffle(edits)
        yield from (apply_edit(tree, edit) for edit in edits)

    # One entry

    def look_for(self, entry: Entry) -> bool:
        """Build lists around an entry, wherever it may stand, until one is legal."""
        for place in self.case.standing:
            if place.entry is not entry or not place.slot or entry.key in self.entries:
                continue
            with self.judge.within(ALONE):
                # Building is cheap and repairing is not: first see which lists come nearest, then repair only those.
                tries = [*until_exhausted((self.score(tree).errors, tree, kept) for tree, kept in self.around(place))]
            for _, tree, kept in sorted(tries, key=lambda one: one[0])[:REPAIRS]:
                if entry.key not in self.entries:
                    with self.judge.within(ALONE):
                        self.score(repair(tree, self.judge, Random(0), lambda edit, kept=kept: leaves(edit, kept)))  # type: ignore[misc]
        return entry.key in self.entries

    def around(self, place: PossiblePick) -> Iterator[tuple[Tree, tuple[str | int, ...]]]:
        """Lists with an entry in a place, and the part of them that must stay."""
        if not place.chosen or place.holder:
            # What can't be chosen by itself comes with whoever gives or holds it.
            givers = [one.entry for one in self.case.standing if gives(one.entry, place)]
            for giver in dict.fromkeys(givers):
                for one in self.case.standing:
                    if one.entry is giver and one.chosen and not one.holder:
                        yield from self.around(one)
            return
        for base in [
            *self.lists()[: len(self.formats)],
            *(tree for *_, tree in self.grown[: len(GROWTH)]),
            *self.bare_lists(),
        ]:
            written = write_entry(self.game, place.entry)
            if place.on == "list":
                yield {**base, place.slot: [written]}, (place.slot,)
                continue
            if place.on != "model":
                return
            for row in self.rows(base, place, written):
                models = [one for one in base.get("models") or () if isinstance(one, dict)]
                # From the model alone to the model before all others: which company it needs is not known.
                for number in range(len(models) + 1):
                    yield {**base, "models": [row, *models[:number]]}, ("models", 0, place.slot)

    def bare_lists(self) -> list[Tree]:
        """A list with nothing in it for each format."""
        return [{"game": self.game.id, **({"format": one.id} if one else {})} for one in self.formats]

    def rows(self, base: Tree, place: PossiblePick, written: Any) -> Iterator[Tree]:
        """Models with an entry in a slot, completed with what they must have."""
        maker = RowMaker(base, self.judge)
        if maker.head is None or place.slot == maker.head:
            made = maker.complete({place.slot: written})
            yield made or {place.slot: written}
            return
        heads = [row for row in maker.plain if self.offered(row, maker.head, place)]
        for row in heads[:HOLDERS]:
            old = row.get(place.slot)
            yield {**row, place.slot: [written]}
            if old is not None:
                yield {**row, place.slot: [*(old if isinstance(old, list) else [old]), written]}

    def offered(self, row: Tree, head: str, place: PossiblePick) -> bool:
        """Whether a model may have an entry, as far as what it is decides."""
        name = row.get(head)
        found = self.game.find(self.game.model.slots[head].kind, str(name)) if isinstance(name, str) else None
        offers = found.offers.get(place.slot) if found else None
        return not offers or any(one.allows(place.entry) for one in offers)

    # One rule

    def look_for_breach(self, rule: str) -> bool:
        """Change a list that breaks a rule and others until it breaks that rule alone."""
        for now in self.near.get(rule, ()):
            if rule in self.fired:
                break
            with self.judge.within(ALONE):
                for _ in until_exhausted(self.nearer(now, rule)):
                    pass
        return rule in self.fired

    def nearer(self, now: Tree, rule: str) -> Iterator[Tree]:
        """Lists that break a rule and ever fewer others."""
        random = Random(0)
        score = self.score(now)
        for _ in range(CLIMB):
            others = sum(size_of(one) for one in score.wrong if one.rule != rule)
            for made in self.changes(now, random):
                trial = self.score(made)
                if not any(one.rule == rule for one in trial.findings):
                    continue
                if sum(size_of(one) for one in trial.wrong if one.rule != rule) < others:
                    now, score = made, trial
                    yield now
                    break
            else:
                return

    # One total

    def look_for_total(self, format: Format | None, total: int) -> bool:
        """Look for a legal list that costs exactly so much."""
        key = (self.id_of(format), total)
        for way in (self.exactly, self.closer):
            with self.judge.within(TOTALS):
                for _ in until_exhausted(way(key[0], total)):
                    if key in self.totals:
                        return True
        return key in self.totals

    def exactly(self, format: str | None, total: int) -> Iterator[Tree]:
        """Lists that are filled up to a total, as far as a few additions can do that."""
        grown = sorted((abs(total - cost), at) for at, (id, cost, _) in enumerate(self.grown) if id == format)
        for tree in [*self.legal[format][: LISTS // 2], *(self.grown[at][2] for _, at in grown[: LISTS // 2])]:
            for fewer in self.shortened(tree):
                yield fewer
                score = self.score(fewer)
                if score.cost < total:
                    with self.judge.part(1 / 3):
                        for way in until_exhausted(
                            exact_ways(fewer, self.judge, score, total - score.cost, keep=False)
                        ):
                            self.score(way.tree)
                            break
                    yield fewer

    def closer(self, format: str | None, total: int) -> Iterator[Tree]:
        """Legal lists that come ever closer to a total, one change after another."""
        random = Random(total)
        known = [(abs(cost - total), tree) for (id, cost), tree in self.totals.items() if id == format]
        for gap, start in sorted(known, key=lambda one: one[0])[:LISTS]:
            now, best = start, gap
            while best:
                for made in self.changes(now, random):
                    score = self.score(made)
                    if not score.errors and self.id_of(score.force.format) == format and abs(score.cost - total) < best:
                        now, best = made, abs(score.cost - total)
                        yield now
                        break
                else:
                    break

    def shortened(self, tree: Tree) -> Iterator[Tree]:
        """A list, and the same without each of its models."""
        yield tree
        rows = list(tree.get("models") or ())
        for at in range(len(rows)):
            yield {**tree, "models": [*rows[:at], *rows[at + 1 :]]}


def gives(giver: Entry, place: PossiblePick) -> bool:
    """Whether an entry gives another, or holds it inside."""
    inside = any(slot.kind == place.entry.kind for slot in giver.picks.values())
    given = any(
        one.entry == place.entry.id for grant in giver.all_grants for few in grant.entries.values() for one in few
    )
    return given or (place.holder is giver and inside)


def leaves(edit: EditStep, kept: tuple[str | int, ...]) -> bool:
    """Whether an edit leaves a part of the list as it is, but for additions to it; formats and limits stay."""
    near = min(len(edit.path), len(kept))
    return edit.path[0] not in ("limit", "format") and (edit.what == "add" or edit.path[:near] != kept[:near])
