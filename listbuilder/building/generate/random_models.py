"""Make one model: what it is, then what it must have, then what it may have, each choice judged on the model alone."""

from __future__ import annotations

from random import Random
from typing import Any

from listbuilder.building.generate.judge import SHORT, Row, Score, SearchJudge
from listbuilder.building.generate.moves import INSIDE
from listbuilder.building.generate.needs import needs_of
from listbuilder.catalogue import Entry, Game, NumberField, RaiseField, SizeField, Slot
from listbuilder.catalogue.entries import Unit
from listbuilder.catalogue.fields.field_type import ValueContext
from listbuilder.judging.force import Model
from listbuilder.lists.document import LIST
from listbuilder.lists.rolling import SEEDS, roll_inside, roll_missing

# Entries tried for each that is wanted, and the most that a slot without a limit gets.
TRIES = 6
OPEN_ROOM = 2


def first_slots(game: Game) -> tuple[str, ...]:
    """The slots that say what a model is: the first required one, or else those for units, of which a model has one."""
    slots = game.model.slots
    units = {entry.kind for entry in game.entries if isinstance(entry, Unit)}
    must = [id for id, slot in slots.items() if slot.min]
    either = [id for id, slot in slots.items() if slot.kind in units]
    return tuple(must[:1] or either or list(slots)[:1])


class ModelMaker:
    """Makes models that are legal by themselves, beside what the list itself has chosen."""

    def __init__(self, judge: SearchJudge, base: dict[str, Any], random: Random) -> None:
        self.judge, self.random = judge, random
        self.base = {key: value for key, value in base.items() if key not in LIST.rows}
        self.sheet = judge.game.model
        self.scores: dict[str, Score] = {}
        self.firsts = first_slots(judge.game)

    def heads(self) -> list[Entry]:
        """What a model can be in this list, in the order of the catalogue."""
        kinds = {self.sheet.slots[id].kind: id for id in self.firsts}
        tried = [(entry, kinds[entry.kind]) for entry in self.judge.game.entries if entry.kind in kinds]
        return [entry for entry, id in tried if self.own_problems(self.score_alone({id: entry.name}), id) == 0]

    def first(self, head: Entry) -> str:
        """The slot that says what a model of a sort is."""
        return next(id for id in self.firsts if self.sheet.slots[id].kind == head.kind)

    def score_alone(self, row: Row) -> Score:
        """The score of a list with this model only."""
        key = repr(row)
        if key not in self.scores:
            self.scores[key] = self.judge.score({**self.base, "models": [row]})
        return self.scores[key]

    def own_problems(self, score: Score, slot: str | None = None) -> int:
        """How many errors and warnings are about the model itself; about a slot, only what is too much or wrong."""
        place = f"models[0].{slot}" if slot else "models[0]"
        return sum(
            1
            for one in score.findings
            if one.where.startswith(place)
            and one.severity in ("error", "warning")
            and not (slot and one.code.endswith(SHORT))
        )

    def make(self, head: Entry, spend: float = 0.6) -> Row | None:
        """A model of a sort, with everything it must have and some of what it may; None if it can't be legal.

        Findings about companions that it needs do not count: they are other models.
        """
        row: Row = {self.first(head): head.name}
        self.number(row)
        for id, slot in self.sheet.slots.items():
            if id not in self.firsts:
                self.fill(row, id, slot, spend)
        self.raise_stats(row)
        score = self.score_alone(row)
        companion_findings = needs_of(score).companion_findings
        wrong = [one for one in score.wrong if one.where.startswith("models[0]") and one not in companion_findings]
        return None if wrong else row

    def number(self, row: Row) -> None:
        """Sometimes raise numbers that grant something, such as a level, and sizes above their minimum."""
        for id, field in self.sheet.of_type(NumberField).items():
            if field.each and self.random.random() < 0.3:
                low = max(field.min, field.min if field.default is None else field.default)
                row[id] = self.random.randint(low, min(low + 2, field.max or low + 2))
        for id, size in self.sheet.of_type(SizeField).items():
            if self.random.random() < 0.3:
                near = ValueContext((), (), self.score_alone(row).force.rows[0])
                row[id] = self.random.choice([*size.candidates(None, self.judge.game, near)])

    def options(self, row: Row, id: str, slot: Slot, model: Model) -> list[Entry]:
        """What a slot of this model may hold: what its entries offer, or everything of the kind."""
        offers = [pick.entry.offers[id] for pick in model.inside if id in pick.entry.offers]
        return [
            entry
            for entry in self.judge.game.entries
            if entry.kind == slot.kind and all(any(offer.allows(entry) for offer in one) for one in offers)
        ]

    def fill(self, row: Row, id: str, slot: Slot, spend: float) -> None:
        """Put entries into one slot until it has what it must have, and then perhaps more; or roll for it."""
        if slot.rolled:
            whole = self.score_alone(row).force.models[0].room
            row |= roll_missing(row, self.judge.game, self.sheet, self.random.randrange(SEEDS), whole)[0]
            return
        score = self.score_alone(row)
        model = score.force.models[0]
        room = model.room.get(id)
        most = OPEN_ROOM if room is None else room
        wanted = slot.min
        # Room that is left unused is told of, so all of it is filled.
        if slot.unused:
            wanted = max(wanted, most)
        while wanted < most and self.random.random() < spend:
            wanted += 1
        if wanted <= 0:
            return
        choices = self.options(row, id, slot, model)
        self.random.shuffle(choices)
        before = self.own_problems(score)
        for entry in choices[: TRIES * max(wanted, 1) + 6]:
            names = [*self.names(row, id), self.named(entry)]
            trial = {**row, id: names if len(names) > 1 or slot.max != 1 else names[0]}
            score = self.score_alone(trial)
            if self.own_problems(score) <= before and self.own_problems(score, id) == 0:
                row[id], before = trial[id], self.own_problems(score)
            if len(self.names(row, id)) >= wanted:
                return

    def names(self, row: Row, id: str) -> list[Any]:
        """What a slot holds now."""
        value = row.get(id)
        return list(value) if isinstance(value, list) else [] if value is None else [value]

    def named(self, entry: Entry, around: frozenset[Entry] = frozenset(), most: int = INSIDE) -> Any:
        """An entry with the picks inside it that it asks for, as far as a list can hold them; none inside itself."""
        name = entry.id if self.judge.game.find_all(entry.kind, entry.name) else entry.name
        chosen = {id: slot for id, slot in entry.picks.items() if not slot.rolled}
        asked = {id: slot for id, slot in chosen.items() if 0 < slot.min <= most}
        inside = {id: made for id, slot in asked.items() if (made := self.inner(id, slot, around | {entry}, most))}
        pick: Any = {"entry": name, "picks": inside.get("picks", inside)} if inside else name
        if len(chosen) == len(entry.picks):
            return pick
        return roll_inside(pick, self.judge.game, entry.kind, self.random.randrange(SEEDS))[0]

    def inner(self, id: str, slot: Slot, around: frozenset[Entry], most: int) -> list[Any]:
        """As many choices as a slot inside an entry asks for."""
        room = most // slot.min
        fitting = [
            one
            for one in self.judge.game.entries
            if one.kind == slot.kind and one not in around and (slot.where is None or slot.where.could_fit(one, id))
        ]
        if slot.repeats:
            return [self.named(self.random.choice(fitting), around, room) for _ in range(slot.min) if fitting]
        return [self.named(one, around, room) for one in self.random.sample(fitting, min(slot.min, len(fitting)))]

    def raise_stats(self, row: Row) -> None:
        """Spend what the model has for raising its stats."""
        for id, field in self.sheet.of_type(RaiseField).items():
            if not field.budget:
                continue
            allowance = self.score_alone(row).force.models[0].budgets[field.budget]
            left = allowance.allowed - allowance.spent
            made = dict(row.get(id) or {})
            while affordable := [stat for stat, price in field.prices.items() if 0 < price <= left]:
                stat = self.random.choice(affordable)
                made[stat] = made.get(stat, 0) + 1
                left -= field.prices[stat]
            if made:
                row[id] = {stat: made[stat] for stat in self.judge.game.stats if stat in made}
