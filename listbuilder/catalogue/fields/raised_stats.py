"""The `raise` field: how far each stat is raised; and the rules about raises and budgets that it implies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from listbuilder.base.errors import EditError
from listbuilder.base.findings import Finding, Severity
from listbuilder.base.records import Refers, record
from listbuilder.base.spelling import any_case, did_you_mean, spelled
from listbuilder.base.values import Positive
from listbuilder.base.wording import join_names
from listbuilder.catalogue.fields.field_type import Field, FieldPlace, Schema, ValueContext, parse_number, split_names
from listbuilder.catalogue.rules.base import FindingTemplate, Rule
from listbuilder.storage.reading import Tree

if TYPE_CHECKING:
    from listbuilder.catalogue.game import Game
    from listbuilder.judging.force import Force, Owner


MOST = 1000
STEPS = 20  # how far a search tries to raise a stat


@record
class RaiseField(Field):
    """Stats and how far each is raised above its base."""

    type: Literal["raise"]
    budget: Annotated[str | None, Refers("budget")] = None
    """The budget that raises are paid from."""
    prices: Annotated[Mapping[str, Positive], Refers("stat")] = field(default_factory=dict)
    """What a step of each stat costs."""
    hint: ClassVar[str] = "Write stats and numbers."
    about: ClassVar[str] = "How far each stat is raised above its base."
    may_be_a_name: ClassVar[bool] = False
    raises: ClassVar[bool] = True
    homes: ClassVar[tuple[str, ...]] = ("model",)
    only_one: ClassVar[bool] = True

    def read(self, raw: Tree, place: FieldPlace) -> dict[str, int]:
        if not isinstance(raw, dict):
            place.wrong(f"`{place.key}` takes stats and numbers", f"Write it like `{place.key}: {{hp: 2}}`.")
            return {}
        found: dict[str, int] = {}
        stats = place.game.stats
        for name, steps in raw.items():
            # The id first: most lists write it, and `stat_id` walks all stats.
            stat = name if name in stats else stat_id(name, place.game)
            if stat is None:
                place.unknown(unknown_stat(name, place.game), stat_hint(name, place.game), name)
            # A negative number is read, because a rule says what is wrong with it.
            elif type(steps) is not int or abs(steps) > MOST:
                place.wrong(f"`{name}` can't be {spelled(steps)}", f"Write a whole number from 0 to {MOST}.", name)
            elif stat in found:
                place.wrong(f"`{name}` is raised twice", "Write each stat once.", name)
            else:
                found[stat] = steps
        return found

    def canonical(self, value: Tree, game: Game) -> Tree:
        """Steps by stat id in the order of the statline; the same stat under two spellings is added up."""
        return self.respell(value, game)

    def respell(self, value: Tree, game: Game) -> Tree:
        if not isinstance(value, dict):
            return value
        made: dict[str, Tree] = {}
        for name, steps in value.items():
            key = stat_id(name, game) or name
            before = made.get(key)
            made[key] = before + steps if type(before) is int and type(steps) is int else steps
        # Unknown stats last: they have a finding, and stay in the file.
        order = [*game.stats, *(key for key in made if key not in game.stats)]
        return {key: made[key] for key in order if key in made}

    def shape(self, game: Game) -> Schema:
        steps = {"type": "integer", "minimum": -MOST, "maximum": MOST}
        offered = {id: {**steps, "description": stat.text or stat.name} for id, stat in game.stats.items()}
        spellings = dict.fromkeys(word.lower() for id, stat in game.stats.items() for word in (id, stat.name))
        return {
            "type": ["object", "null"],
            "properties": offered,
            "patternProperties": {any_case(spellings): steps},
            "additionalProperties": False,
        }

    def read_words(self, key: str, op: str, value: str, old: Tree, game: Game) -> Tree:
        """Stats and steps: `hp:2,mv:1`; `-=` takes steps back, or a whole stat."""
        made = dict(old) if isinstance(old, dict) and op != "=" else {}
        seen: set[str] = set()
        for part in split_names(value):
            name, _, steps = part.partition(":")
            stat = stat_id(name.strip(), game)
            if stat is None:
                raise EditError.of("name.unknown", unknown_stat(name.strip(), game), stat_hint(name.strip(), game))
            if stat in seen:
                raise EditError.of("edit.word", f"`{name.strip()}` is raised twice.", "Write each stat once.")
            seen.add(stat)
            number = parse_number(name, steps.strip(), -MOST, MOST) if steps.strip() or op != "-=" else None
            now = made.get(stat, 0)
            base = now if isinstance(now, int) else 0
            left = 0 if number is None else base - number if op == "-=" else base + number
            made[stat] = left
            if op == "-=" and not left:
                del made[stat]
        return made or None

    def candidates(self, old: Tree, game: Game, near: ValueContext) -> Iterator[Tree]:
        made = old if isinstance(old, dict) else {}
        budgets = getattr(near.row, "budgets", {})
        for stat, price in self.prices.items():
            top = budgets[self.budget].allowed // price if self.budget in budgets else STEPS
            now = made.get(stat, 0)
            others = {key: steps for key, steps in made.items() if key != stat}
            yield from ({**others, stat: steps} for steps in range(1, min(top, STEPS) + 1) if steps != now)
        for name in made:
            yield {key: steps for key, steps in made.items() if key != name}

    def offers(self, game: Game, models: Sequence[str], groups: Sequence[str]) -> Sequence[str]:
        return [f"{stat}:" for stat in self.prices]

    @property
    def step_prices(self) -> Mapping[str, int]:
        return self.prices

    @property
    def budget_id(self) -> str | None:
        return self.budget

    def read_phrase(self, id: str, text: str, keys: Mapping[str, str], stats: Mapping[str, str]) -> Tree:
        """One stat that is raised: `HP +2` or `+2 HP`."""
        found = parse_raise(text)
        stat = stats.get(found[0].lower()) if found else None
        return {stat: found[1]} if found and stat else None

    def write_phrases(self, value: Tree, game: Game) -> list[str]:
        if not isinstance(value, dict) or not all(stat in game.stats for stat in value):
            return []
        if not all(type(steps) is int for steps in value.values()):
            return []
        return [f"{game.stats[stat].name} {steps:+d}" for stat, steps in value.items()]

    @property
    def example(self) -> str:
        return f"{{{', '.join(f'{stat}: 1' for stat in list(self.prices)[:2])}}}"

    def rules(self, id: str, game: Game) -> Iterator[Rule]:
        yield Raise(id=id, source=self.source, field=id, prices=self.prices)
        if self.budget and self.budget in game.budgets:
            budget = game.budgets[self.budget]
            yield Spend(
                id=self.budget,
                source=budget.source,
                budget=self.budget,
                noun=budget.name,
                field=id,
                unspent=budget.unspent,
            )

    def spends(self, value: Mapping[str, int]) -> Iterable[tuple[str, int]]:
        if not self.budget:
            return ()
        prices = self.prices
        # Lowering a stat gives nothing back.
        return ((self.budget, sum([steps * prices.get(stat, 0) for stat, steps in value.items() if steps > 0])),)

    def mistakes(self) -> Iterator[tuple[str, str, str]]:
        if not self.prices:
            yield "type", "Nothing can be raised: there are no `prices`.", "Add `prices: {…: 1}`."
        elif self.budget is None:
            yield "prices", "`prices` has no effect: there is no `budget` to pay them from.", "Add `budget: …`."


def stat_id(name: str, game: Game) -> str | None:
    """A stat by its id or printed name in any case."""
    lower = name.lower()
    return next((id for id, stat in game.stats.items() if lower in (id, stat.name.lower())), None)


def unknown_stat(name: str, game: Game) -> str:
    """The message for a name that is no stat."""
    return f'"{name}" is not a stat in {game.name}.'


def stat_hint(name: str, game: Game) -> str:
    """The hint for a name that is no stat."""
    return did_you_mean(name, game.stats) or f"The stats are {', '.join(game.stats)}."


def parse_raise(text: str) -> tuple[str, int] | None:
    """A name and how far it is raised: `HP +2`, `+2 HP`, `HP: +2`."""
    # By hand: patterns for a number before or behind a name try every split of a long text.
    at = 0 if text[:1] in ("+", "-") else max(text.rfind("+"), text.rfind("-"))
    if at < 0:
        return None
    end = at + 1 + (text[at + 1 : at + 2] == " ")
    start = end
    while end < len(text) and text[end].isdecimal() and end - start < 5:
        end += 1
    name = text[end:] if at == 0 else text[:at].rstrip().removesuffix(":")
    if not 0 < end - start < 5 or (at > 0 and end < len(text)) or not name.strip():
        return None
    return name.strip(), int(text[start:end]) * (-1 if text[at] == "-" else 1)


@record
class Spend(Rule):
    """A model spends no more of a budget than it has.

    Written in game.yaml as the budget; a field of type `raise` or the cost of entries spends it:

        budgets:
          stat-points: {name: stat points, unspent: warning}
    """

    kind: Literal["budget"] = "budget"
    budget: str
    noun: str
    field: str = ""
    unspent: Severity | None = None
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "over": FindingTemplate(
            "A model spends more of a budget than it has.",
            "{who} spends {spent} of {allowed} {noun}{steps}: {extra} too many.",
            "Save {extra}, or pick something that gives more.",
        ),
        "unspent": FindingTemplate(
            "A model leaves some of a budget unspent.",
            "{who} has {left} of {allowed} {noun} unspent.",
            "Spend {them}{under}.",
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        for model in force.rows:
            allowance = model.budgets[self.budget]
            left = allowance.allowed - allowance.spent
            if not left:
                continue
            inside = (self.field,) if self.field else ()
            data = {
                "who": model.label,
                "spent": allowance.spent,
                "allowed": allowance.allowed,
                "noun": self.noun,
                "extra": -left,
                "left": left,
                "them": "it" if left == 1 else "them",
                "under": f" under `{self.field}`" if self.field else "",
            }
            if left < 0:
                yield self.finding("over", model, {**data, "steps": self.steps(force, model)}, inside)
            elif self.unspent:
                yield self.finding("unspent", model, data, inside, severity=self.unspent)

    def steps(self, force: Force, model: Owner) -> str:
        """What each raise and pick costs, in brackets."""
        costs = []
        field = force.game.model.fields.get(self.field)
        for stat, steps in getattr(model, "raises", {}).items():
            price = sum(price for _, price in field.spends({stat: steps})) if field else 0
            if price:
                costs.append(f"{force.game.stats[stat].name} +{steps} costs {price}")
        # Copies may differ in price, so each is listed.
        spending: dict[str, list[int]] = {}
        for pick in model.inside:
            for number, price in pick.price_lots(self.budget):
                spending.setdefault(pick.entry.name, []).extend([price] * number if price else [])
        costs += [
            f"{f'{len(many)} × ' * (len(many) > 1)}{name} costs {sum(many)}" for name, many in spending.items() if many
        ]
        return f" ({join_names(costs, 8)})" if costs else ""


@record
class Raise(Rule):
    """Only stats with a price are raised, and none is lowered.

    Written in game.yaml as a field of type `raise` with its `prices`:

        raise: {type: raise, budget: stat-points, prices: {hp: 1, mv: 1}}
    """

    kind: Literal["raise"] = "raise"
    field: str
    prices: Mapping[str, int]
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "fixed": FindingTemplate(
            "A stat is raised that can't be raised.",
            "{who} raises {stat}, which can't be raised.",
            "Raise {open} instead.",
        ),
        "lowered": FindingTemplate(
            "A stat is lowered; stats can only be raised.",
            "{who} lowers {stat} by {steps}; stats are only raised.",
            "Remove `{id}: -{steps}`.",
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        for model in force.rows:
            for stat, steps in model.raises.items():
                if not steps or (steps > 0 and stat in self.prices):
                    continue
                data = {
                    "who": model.label,
                    "stat": force.game.stats[stat].name,
                    "id": stat,
                    "steps": -steps,
                    "open": join_names([force.game.stats[one].name for one in self.prices]),
                }
                yield self.finding("lowered" if stat in self.prices else "fixed", model, data, (self.field, stat))
