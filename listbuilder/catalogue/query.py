"""The query language: selectors say which, quantities say how many, conditions say when.

All three are data, written as YAML. They read the force by its attributes and know neither games nor rules; `phrasing`
puts them into words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, fields
from fractions import Fraction
from functools import cached_property
from math import ceil
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias, TypeVar

from listbuilder.base.records import Refers, Text, record, replace, yaml_key
from listbuilder.base.values import BadKeyError, Count, Flag, Positive, Short, Value, Whole, fraction
from listbuilder.base.wording import join_choices, join_names
from listbuilder.catalogue.phrasing import NOUNS, describe_amount, describe_needed, describe_origin, describe_predicate

if TYPE_CHECKING:
    from listbuilder.catalogue import Entry, Game
    from listbuilder.judging.force import Force, Model, Node, Owner, Pick


# A selector is compiled into closures over picks and owners once, and then called for every list.


T = TypeVar("T")
Scalar = str | int | bool
ValueTest = Callable[[object], bool]
PickTest = Callable[["Pick"], bool]
OwnerTest = Callable[["Owner"], bool]


def all_of(tests: list[Callable[[T], bool]]) -> Callable[[T], bool]:
    """A test that passes if all of them do."""
    first, *more = tests
    if not more:
        return first
    # Nested pairs of closures: a loop over a list of tests would cost an iterator at each call.
    others = all_of(more)
    return lambda one: first(one) and others(one)


def any_of(tests: list[Callable[[T], bool]]) -> Callable[[T], bool]:
    """A test that passes if one of them does."""
    first, *more = tests
    if not more:
        return first
    others = any_of(more)
    return lambda one: first(one) or others(one)


def inside_test(test: PickTest) -> PickTest:
    """A test of the picks that hold a pick, at any depth."""

    def inside(pick: Pick) -> bool:
        above = pick.holder
        while above is not None:
            if test(above):
                return True
            above = above.holder
        return False

    return inside


def value_test(wanted: tuple[Scalar | Range, ...]) -> ValueTest:
    """A test of a value, or of one of several; true is not the number 1.

    For names and texts, true means "not empty".
    """
    # Kept apart from the numbers, because True and 1 are equal in a set.
    flags = frozenset(one for one in wanted if isinstance(one, bool))
    others = frozenset(one for one in wanted if isinstance(one, str | int) and not isinstance(one, bool))
    ranges = [one for one in wanted if not isinstance(one, str | int)]

    def test(value: object) -> bool:
        # Before the test for int, because `True` is one.
        if value is None or isinstance(value, bool):
            return value in flags
        if isinstance(value, int):
            return value in others or any(one.contains(value) for one in ranges)
        if isinstance(value, tuple):
            return not others.isdisjoint(value) or (True in flags and bool(value))
        return str(value) in others or (True in flags and value != "")

    return test


def row_value_test(name: str, test: ValueTest, alone: bool) -> OwnerTest:
    """A test of a row's value, such as a flag.

    Unless it is tested `alone`, a model inherits the values of its group, except fields that models have themselves.
    """
    if alone:
        return lambda owner: test(owner.values.get(name))

    def has(owner: Owner) -> bool:
        value = owner.values.get(name)
        group = owner.group if value is None else None
        if group is not None and name not in group.up.model_fields:
            for around in (group, *group.chain):
                value = around.values.get(name) if value is None else value
        return test(value)

    return has


def own_values_test(
    wanted: Mapping[str, tuple[Scalar | Range, ...]],
    on_row: OwnerTest,
    less: Callable[[frozenset[str], bool], OwnerTest],
) -> OwnerTest:
    """A test of a row by its own values and its picks; for a group or the list, also by the rows inside it.

    Words that the own values pass are taken out before the picks are tested. Members of a group are tested `alone`,
    because the values of the group were tested on the group.
    """
    asked = {name: value_test(values) for name, values in wanted.items()}
    known: dict[tuple[frozenset[str], bool], OwnerTest] = {}

    def test(owner: Owner) -> bool:
        if not owner.wide:
            return on_row(owner)
        # Words that the group itself passes need not hold for its picks; the rest is compiled once for each such set.
        own = frozenset(name for name, one in asked.items() if one(owner.values.get(name)))
        key = (own, owner.group is not None)
        if key not in known:
            known[key] = less(*key)
        return known[key](owner)

    return test


def any_row_test(on_row: OwnerTest) -> OwnerTest:
    """A test of a row, or of the rows inside it."""
    return lambda owner: on_row(owner) or (owner.wide and any(map(on_row, owner.below)))


def pick_on_row_test(test: PickTest) -> OwnerTest:
    """A test of a row that passes if one of its picks does."""
    return lambda row: any(map(test, row.inside))


class EntryAnswers:
    """A cache of what a selector says of each entry, by the entry's identity: entries outlive lists.

    An entry fits, does not fit, or leaves some words to its row; then the answer is a test of the row.
    """

    __slots__ = ("asking", "by_entry", "fitting", "known")

    def __init__(self) -> None:
        self.by_entry: dict[int, bool | OwnerTest] = {}
        # As sets of ids as well, so that a whole row is compared by set operations.
        self.known: set[int] = set()
        self.fitting: set[int] = set()
        self.asking: dict[OwnerTest, set[int]] = {}

    def add(self, entry: Entry, answer: bool | OwnerTest) -> None:
        """Cache an answer, unless the entry belongs to one list only."""
        # Such an entry dies with its list, and a later one might get its identity.
        if entry.unknown or entry.written_as:
            return
        # Identities are safe as keys, since a game keeps its entries for as long as its selectors.
        self.by_entry[id(entry)] = answer
        self.known.add(id(entry))
        if answer is True:
            self.fitting.add(id(entry))
        elif answer is not False:
            self.asking.setdefault(answer, set()).add(id(entry))


def entry_on_row_test(answers: EntryAnswers, decided: Callable[[Entry], bool | OwnerTest]) -> OwnerTest:
    """The same where entries alone decide: the row is tested as a set of entries, not pick by pick."""
    known, fitting, asking = answers.known, answers.fitting, answers.asking

    def on_row(row: Owner) -> bool:
        held = row.entry_ids or row.collect_entry_ids()
        # Some entry was never asked: ask each, which fills the cache for the next row.
        if not held <= known:
            found = {decided(pick.entry) for pick in row.inside}
            return True in found or any(test(row) for test in found if not isinstance(test, bool))
        fits = not fitting.isdisjoint(held)
        for test, entries in asking.items():
            fits = fits or (not entries.isdisjoint(held) and test(row))
        return fits

    return on_row


@record
class Range:
    """From `min` to `max`, both included; a single number means both."""

    min: Whole | None = None
    """The least allowed."""
    max: Whole | None = None
    """The most allowed."""

    def __post_init__(self) -> None:
        if self.min is None and self.max is None:
            raise ValueError("say `min`, `max` or both")
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError(f"nothing is from {self.min} to {self.max}")

    def contains(self, number: int) -> bool:
        """Whether `number` is inside."""
        return (self.min is None or number >= self.min) and (self.max is None or number <= self.max)

    def __str__(self) -> str:
        if self.max is None:
            return f"{self.min} or more"
        return f"{self.max} or less" if self.min is None else f"{self.min}" + f" to {self.max}" * (self.min != self.max)


def exactly(data: object) -> object:
    """A single number is a range of one."""
    return {"min": data, "max": data} if type(data) is int else data


Bounds: TypeAlias = Annotated[Range, Short(exactly)]


@record
class Selector:
    """Which picks are meant: all keys must fit the same pick. A model or group fits if one of its picks does.

    `entry`, `kind`, `tag`, `category`, `keyword`, `cost` and the game's own fields test the entry; `slot` tests where
    it is, `under` the pick that holds it, `given` whether it is free; `has` and `group` test the model that has it.
    `all`, `any` and `not` combine selectors.
    """

    entry: Annotated[tuple[str, ...], Refers("entry")] = ()
    """One of these entries."""
    kind: Annotated[tuple[str, ...], Refers("kind")] = ()
    """Entries of these kinds."""
    slot: Annotated[tuple[str, ...], Refers("slot")] = ()
    """Picks in these slots."""
    tag: Annotated[tuple[str, ...], Refers("tag")] = ()
    """Entries with one of these tags."""
    category: Annotated[tuple[str, ...], Refers("category")] = ()
    """Entries of these categories."""
    keyword: Annotated[tuple[str, ...], Refers("keyword")] = ()
    """Entries with one of these keywords."""
    cost: Bounds | None = None
    """Entries of this cost."""
    group: Annotated[tuple[str, ...], Refers("kind of group")] = ()
    """Models in a group of this kind."""
    given: Flag | None = None
    """Whether it is given for free."""
    under: Selector | None = None
    """The pick that holds it."""
    has: Selector | None = None
    """The model has such an entry."""
    all: tuple[Selector, ...] = ()
    """All of these hold."""
    any: tuple[Selector, ...] = ()
    """One of these holds."""
    not_: Selector | None = None
    """This does not hold."""
    fields: Annotated[Mapping[str, tuple[Scalar | Bounds, ...]], Refers("context")] = field(default_factory=dict)

    @staticmethod
    def expand(data: object) -> object:
        """Expand YAML's short forms: one value becomes a list, unknown words go under `fields`."""
        if not isinstance(data, dict):
            return data
        if not data:
            raise ValueError("an empty selector fits everything: leave it out, or say which are meant")
        out: dict[str, object] = {}
        own: dict[str, object] = {}
        for key, value in data.items():
            many = value if isinstance(value, list) or key in SINGLE else [value]
            if key in WORDS:
                out[key] = many
            else:
                own[key] = many
        return {**out, "fields": own} if own else out

    @cached_property
    def fits_pick(self) -> PickTest:
        """The test of one pick, wherever it stands."""
        tests = self.pick_tests()
        if owners := self.owner_tests():
            carried = all_of(owners)
            tests.append(lambda pick: carried(pick.owner))
        tests += [part.fits_pick for part in self.all]
        if self.any:
            tests.append(any_of([part.fits_pick for part in self.any]))
        if refused := self.not_.fits_pick if self.not_ else None:
            tests.append(lambda pick: not refused(pick))
        return all_of(tests)

    @cached_property
    def fits(self) -> OwnerTest:
        """The test of a whole model, a group with its members, or the list."""
        tests: list[OwnerTest] = []
        if words := self.pick_tests():
            on_row = self.any_pick_test(words)
            tests.append(
                own_values_test(self.fields, on_row, self.without_fields) if self.fields else any_row_test(on_row)
            )
        tests += self.owner_tests()
        tests += [part.fits for part in self.all]
        if self.any:
            tests.append(any_of([part.fits for part in self.any]))
        if refused := self.not_.fits if self.not_ else None:
            tests.append(lambda owner: not refused(owner))
        return all_of(tests)

    def combine(self, other: Selector | None) -> Selector:
        """A selector of what fits both, merged into one record if no word is in both."""
        if other is None:
            return self
        mine, theirs = (
            {f.name for f in fields(one) if f.name != "fields" and getattr(one, f.name)} for one in (self, other)
        )
        # A word in both would have to hold twice, which one record can't say.
        if mine & theirs or self.fields.keys() & other.fields.keys():
            return Selector(all=(other, self))
        return replace(other, fields={**other.fields, **self.fields}, **{name: getattr(self, name) for name in mine})

    def any_pick_test(self, words: list[PickTest], alone: bool = False) -> OwnerTest:
        """A test of a row that passes if one of its picks fits; entries are tested as a set where they alone decide."""
        if len(words) == 1 and (self.is_on_entry or self.fields):
            return entry_on_row_test(self._answers[alone], lambda entry: self.match_entry(entry, alone))
        return pick_on_row_test(all_of(words))

    def without_fields(self, names: frozenset[str], alone: bool) -> OwnerTest:
        """The test of a row's picks, without the words that the row itself has already passed."""
        rest = replace(self, fields={name: values for name, values in self.fields.items() if name not in names})
        words = rest.pick_tests(alone)
        return any_row_test(rest.any_pick_test(words, alone)) if words else lambda owner: True

    @cached_property
    def is_on_entry(self) -> bool:
        """Whether some word tests the entry alone."""
        return bool(self.entry or self.kind or self.tag or self.category or self.keyword or self.cost)

    @cached_property
    def _answers(self) -> tuple[EntryAnswers, EntryAnswers]:
        """The cached answers of entries; the second cache is for rows tested alone."""
        return EntryAnswers(), EntryAnswers()

    def match_entry(self, entry: Entry, alone: bool = False) -> bool | OwnerTest:
        """Whether an entry fits, or the test of its row for fields that are not printed on the entry.

        A row that is tested `alone` does not inherit the values of its group.
        """
        answers = self._answers[alone]
        found = answers.by_entry.get(id(entry))
        if found is None:
            # Decided once for each entry of the game, however many lists have it.
            found = self.matches_words(entry) and self.match_fields(entry, alone)
            answers.add(entry, found)
        return found

    def match_fields(self, entry: Entry, alone: bool) -> bool | OwnerTest:
        """Test the fields of an entry; those it does not have are left to its row."""
        asked = [(name, entry.field(name), value_test(values)) for name, values in self.fields.items()]
        if any(value is not None and not test(value) for _, value, test in asked):
            return False
        left = tuple(name for name, value, _ in asked if value is None)
        return self.row_test(left, alone) if left else True

    def row_test(self, names: tuple[str, ...], alone: bool) -> OwnerTest:
        """The test of a row's fields; entries that leave it the same fields share one test."""
        key = (names, alone)
        if key not in self._row_tests:
            self._row_tests[key] = all_of(
                [row_value_test(name, value_test(self.fields[name]), alone) for name in names]
            )
        return self._row_tests[key]

    @cached_property
    def _row_tests(self) -> dict[tuple[tuple[str, ...], bool], OwnerTest]:
        """The tests of rows, by the names of the fields."""
        return {}

    def matches_words(self, entry: Entry) -> bool:
        """Whether an entry passes the words about entries, fields apart."""
        return (
            (not self.entry or entry.id in self.entry)
            and (not self.kind or entry.kind in self.kind)
            and (not self.tag or not frozenset(self.tag).isdisjoint(entry.tags))
            and (not self.category or entry.category in self.category)
            and (not self.keyword or not frozenset(self.keyword).isdisjoint(entry.keyword_ids))
            and (self.cost is None or self.cost.contains(entry.cost))
        )

    def could_fit(self, entry: Entry, slot: str | None = None) -> bool:
        """Whether an entry could fit in a slot, as far as the entry alone decides."""
        # Not `not`: an answer that is a test of the row may still come out true.
        if self.match_entry(entry) is False or (slot is not None and self.slot and slot not in self.slot):
            return False
        # A negation that also asks about the row may fail there, so the entry alone can't rule it out.
        if self.not_ and self.not_.is_about_entries and self.not_.could_fit(entry, slot):
            return False
        if self.any and not any(part.could_fit(entry, slot) for part in self.any):
            return False
        return all(part.could_fit(entry, slot) for part in self.all)

    @cached_property
    def is_about_entries(self) -> bool:
        """Whether the entry alone decides, its fields included."""
        inner = [*self.all, *self.any, *([self.not_] if self.not_ else [])]
        own = not (self.group or self.given is not None or self.under or self.has or self.slot)
        return own and all(part.is_about_entries for part in inner)

    def candidate_picks(self, force: Force) -> list[Pick] | None:
        """The picks of a force that may fit, found by their entries; None if all must be tested."""
        if not self.is_on_entry and not self.fields:
            return None
        # By entry and not by pick: a list has each entry many times.
        known, found = self._answers[False].by_entry, []
        for key, picks in force._by_entry.items():
            fits = known.get(key)
            if self.match_entry(picks[0].entry) if fits is None else fits:
                # A test of the row counts as fitting for now; the caller tests each pick.
                found += picks
        return found

    def pick_tests(self, alone: bool = False) -> list[PickTest]:
        """The tests of the pick itself."""
        tests: list[PickTest] = []
        if self.is_on_entry or self.fields:
            known, decided = self._answers[alone].by_entry, self.match_entry

            def fits(pick: Pick) -> bool:
                found = known.get(id(pick.entry))
                # Most answers are cached and need no call.
                found = decided(pick.entry, alone) if found is None else found
                return found if found is True or found is False else found(pick.owner)

            tests.append(fits)
        if slots := frozenset(self.slot):
            tests.append(lambda pick: pick.slot in slots)
        if self.given is not None:
            given = self.given
            tests.append(lambda pick: (pick.given_by is not None) is given)
        if self.under is not None:
            tests.append(inside_test(self.under.fits_pick))
        return tests

    def owner_tests(self) -> list[OwnerTest]:
        """The tests of the model or group that has the pick."""
        tests: list[OwnerTest] = []
        if self.has:
            tests.append(self.has.fits)
        if groups := frozenset(self.group):
            tests.append(lambda owner: owner.group_kind in groups)
        return tests

    def parts(self) -> list[Selector]:
        """This selector and every one inside it."""
        inner = [*self.all, *self.any, *(part for part in (self.not_, self.has, self.under) if part)]
        return [self, *(deep for part in inner for deep in part.parts())]

    def describe(self, game: Game) -> str:
        """The selector in a player's words, to follow "is"."""
        return describe_predicate(self, game)


WORDS = frozenset(yaml_key(item.name) for item in fields(Selector)) - {"fields"}
SINGLE = frozenset({"cost", "given", "has", "not", "under"})


# What a quantity counts or adds up: the models, picks and groups in a part of the tree that fit, and their numbers.


PRICE = attrgetter("price")
Part = Literal["pick", "holder", "model", "group", "list"]
Scope = Literal[Part, "value"]

Thing = tuple["Node", int, int]
"""Something that is counted or added up: the node, its number, and how many there are."""


def find_scope(name: Scope, force: Force, at: Node) -> Node | None:
    """The part of the tree that `in` names, seen from a node; None if there is none.

    `value` is no part of the tree: a rule narrows its limits to one value before it evaluates them.
    """
    if name == "value":
        return None
    if name == "list":
        return force.root
    if name == "pick":
        return at
    if name == "holder":
        return at.container
    return at.model if name == "model" else at.group


def matching_models(quantity: Quantity, force: Force, scope: Node) -> Iterator[tuple[Model, int]]:
    """The models of a scope that fit, with how many miniatures (or rows) each is."""
    fits = quantity.where.fits if quantity.where else None
    rows, wide = quantity.count == "rows", scope.wide
    for model in scope.models_of(force, quantity.inner):
        if wide and quantity.part not in ("all", model.part):
            continue
        if fits is None or fits(model):
            # Asked of one model, its copies do not count: a rule about models is about each of them.
            yield model, (1 if rows else model.size) * (model.count if wide else 1)


def matching_picks(quantity: Quantity, force: Force, scope: Node) -> Iterator[Pick]:
    """The picks of a scope that fit."""
    where = quantity.where
    few = where.candidate_picks(force) if where and scope is force.root else None
    found = scope.picks_of(force, quantity.inner) if few is None else iter(few)
    if scope.wide and quantity.part != "all":
        found = (pick for pick in found if pick.owner.part == quantity.part)
    return filter(where.fits_pick, found) if where else found


def collect_amounts(quantity: Quantity, force: Force, scope: Node) -> Iterator[Thing]:
    """What is added up, whatever kind of number it is."""
    name = quantity.sum or quantity.highest or quantity.lowest or ""
    what = force.game.number_of(name)
    if what[0] == "stat":
        for model, times in matching_models(quantity, force, scope):
            yield model, force.stat(model, what[1], quantity.printed, quantity.until), times
    elif what[0] == "value":
        yield from value_amounts(quantity, force, scope, what[1])
    elif quantity.where is not None and quantity.from_ == "models" and quantity.sum is None:
        yield from sum_by_model(pick_amounts(quantity, force, scope, what), scope)
    else:
        yield from pick_amounts(quantity, force, scope, what)


def pick_amounts(quantity: Quantity, force: Force, scope: Node, what: Number) -> Iterator[Thing]:
    """The cost or a printed number of each pick."""
    read = price_reader(quantity, force, what[1]) if what[0] == "cost" else printed_number_reader(quantity, what[1])
    after_grants = what[0] == "cost" and not quantity.printed
    for pick in picks_to_sum(quantity, force, scope):
        if after_grants and pick.lots:
            yield from amounts_by_price(pick, what[1], scope)
            continue
        amount = read(pick)
        if amount:
            yield pick, amount, pick.times_in(scope)


def sum_by_model(things: Iterable[Thing], scope: Node) -> Iterator[Thing]:
    """The same per model: the sum of its picks. Picks on no model stay as they are."""
    found: dict[Model, int] = {}
    for thing in things:
        model = thing[0].model
        if model is None:
            yield thing
        else:
            found[model] = found.get(model, 0) + thing[1] * thing[2]
    # All copies of a row have the same picks, so the division leaves no rest.
    for model, total in found.items():
        times = model.count if scope.wide else 1
        yield model, total // times, times


def amounts_by_price(pick: Pick, currency: str, scope: Node) -> Iterator[Thing]:
    """The copies of a pick by price, where grants made some of them cheaper."""
    for number, amount in pick.price_lots(currency):
        if amount:
            yield pick, amount, pick.times_in(scope) * number // pick.per_owner


def value_amounts(quantity: Quantity, force: Force, scope: Node, name: str) -> Iterator[Thing]:
    """A number field of the rows that have it: models, groups or the list."""
    for owner in (force.root, *force.groups):
        value = owner.values.get(name)
        fits = quantity.where is None or quantity.where.fits(owner)
        if type(value) is int and fits and (owner is scope or scope is force.root):
            yield owner, value, 1
    for model, _ in matching_models(quantity, force, scope):
        value = model.values.get(name)
        if type(value) is int:
            yield model, value, model.count if scope.wide else 1


def price_reader(quantity: Quantity, force: Force, currency: str) -> Callable[[Pick], int]:
    """A reader of what a pick costs in a currency."""
    if quantity.printed:
        return lambda pick: 0 if pick.given_by else pick.entry.price(currency)
    return PRICE if currency == force.game.first_currency else lambda pick: pick.price_in(currency)


def printed_number_reader(quantity: Quantity, name: str) -> Callable[[Pick], int]:
    """A reader of a printed number of a pick."""

    def read(pick: Pick) -> int:
        value = pick.entry.field(name) if quantity.printed else pick.field(name)
        number = value.number if isinstance(value, Value) else value
        return number if type(number) is int else 0

    return read


def picks_to_sum(quantity: Quantity, force: Force, scope: Node) -> Iterator[Pick]:
    """The picks whose numbers are added up: those that fit, or all picks on models that fit."""
    if quantity.where is None or quantity.from_ != "models":
        yield from matching_picks(quantity, force, scope)
        return
    test = quantity.where.fits_pick
    # Models first: each is tested once, not once for each of its picks.
    fitting = {id(model) for model, _ in matching_models(quantity, force, scope)}
    for pick in scope.picks_of(force, quantity.inner):
        owner = pick.owner
        if owner.sheet == "model":
            if id(owner) in fitting:
                yield pick
        elif quantity.part in ("all", owner.part) and test(pick):
            yield pick


def look_up_total(quantity: Quantity, force: Force, scope: Node) -> int | None:
    """A total that is known without a walk; rules ask for these in every list."""
    game, part = force.game, quantity.part
    if quantity.sum is None:
        # The size of the list is asked for by most games, and it is known without a walk.
        if quantity.count == "models" and scope is force.root and quantity.different is None and not game.weighted:
            return sum([row.count * row.size for row in force.rows if part in ("all", row.part)])
        return None
    # The force keeps its totals, and a model its values.
    kind, name = game.number_of(quantity.sum)
    if kind == "value" and scope.model is scope:
        value = scope.model.values.get(name)
        return value if type(value) is int else 0
    if kind == "cost" and scope is force.root and not quantity.printed and name in game.currencies:
        if part == "main":
            return force.totals[name]
        return sum(costs[name] for one, costs in force.parts.items() if part in ("all", one))
    return None


def total_of_models(quantity: Quantity, force: Force, scope: Node) -> int | None:
    """How many models fit, or what they cost, without a look at each of their picks."""
    game, where = force.game, quantity.where
    # Large games have hundreds of limits on things that a list does not have.
    if where and scope is force.root and where.is_on_entry and not where.fields and not where.candidate_picks(force):
        return 0
    if quantity.sum is None:
        # With weights, what models count as is not how many they are.
        if quantity.count not in ("models", "rows") or quantity.different is not None or game.weighted:
            return None
        return sum([times for _, times in matching_models(quantity, force, scope)])
    if quantity.from_ != "models" or quantity.printed or scope is not force.root:
        return None
    if game.number_of(quantity.sum) != ("cost", game.first_currency):
        return None
    # Picks of the list and of groups are on no model, but may fit too.
    above = [pick.cost for pick in picks_off_models(quantity, force)]
    return sum(above) + sum([model.cost * model.count for model, _ in matching_models(quantity, force, scope)])


def picks_off_models(quantity: Quantity, force: Force) -> Iterator[Pick]:
    """The picks that fit and are on the list or on a group, not on a model."""
    assert quantity.where is not None
    for owner in (force.root, *force.groups):
        if quantity.part in ("all", owner.part):
            yield from filter(quantity.where.fits_pick, owner.inside)


def values_of(force: Force, node: Node, by: str) -> list[str]:
    """The values of a node under a name: an entry, a slot, a field, `group` or `name`."""
    owner, pick = node.owner, node.pick
    if by == "group":
        return [owner.group.name] if owner.group else []
    if by == "name":
        return [owner.model.name] if owner.model and owner.model.name else []
    if pick is not None:
        if by == "entry":
            return [pick.entry.id]
        value = pick.field(by)
        # What the pick does not print, its row may say.
        value = owner.values.get(by) if value is None else value
        many = value if isinstance(value, tuple) else () if value is None else (value,)
        return [str(one) for one in many]
    if by == "entry":
        first = next((picks for picks in owner.slots.values() if picks), ())
        return [first[0].entry.id] if first else []
    if by in owner.slots or force.game.model.holds(by):
        # Sorted: models with the same entries have the same value, whatever their order.
        return sorted({one.entry.id for one in owner.slots.get(by, ())})
    return list(dict.fromkeys(owner.field(by)))


def distinct_values(force: Force, things: Iterable[Thing], name: str) -> list[str]:
    """The values of several nodes under a name, each once."""
    return list(dict.fromkeys(value for node, *_ in things for value in values_of(force, node, name)))


def sum_weights(weights: Iterable[tuple[tuple[Fraction | int, object], int]]) -> int:
    """The sum of weights; fractions are added up per entry and each sum is rounded up."""
    whole = 0
    sums: dict[object, Fraction] = {}
    for (weight, key), times in weights:
        if weight == 1:
            whole += times
        else:
            sums[key] = sums.get(key, Fraction(0)) + weight * times
    return whole + sum(ceil(one) for one in sums.values())


Number = tuple[str, str]
"""A number that grants change: `("stat", "hp")`, `("cost", "points")`, `("field", "range")`, `("room", "gear")` …"""
Counted = Literal["models", "rows", "picks", "groups", "entries"]
BASES = ("count", "sum", "highest", "lowest", "limit", "number", "of")


@record
class Quantity:
    """How many: `3`, `limit`, `models`, `{count: picks, where: {tag: heavy}}`, `{share: 25%, of: limit}`.

    A quantity has one base: `count`, `sum`, `highest`, `lowest`, `limit`, `number` or `of`. `where`, `from`, `in`,
    `inner` and `part` say which things count; `different` counts their different values. `printed` reads numbers before
    all grants, `until: 0` before changes of a later order. Then, in this order: `percent-of`, `share`, `per` with
    `give`, `round`, `plus`, `less`, `least`, `most`. With `where`, a `sum`, `highest` or `lowest` of costs or printed
    numbers needs `from`: whole models that fit, or only the picks that fit.
    """

    count: Counted | None = None
    """How many models, rows, picks, groups or different entries."""
    sum: Annotated[str | None, Refers("number")] = None
    """The sum of a cost, a stat, a printed number or a number of the row."""
    highest: Annotated[str | None, Refers("number")] = None
    """The highest of these numbers."""
    lowest: Annotated[str | None, Refers("number")] = None
    """The lowest of these numbers."""
    limit: Annotated[str | None, Refers("limit")] = None
    """The limit of a currency."""
    number: Whole | None = None
    """A number."""
    of: Quantity | None = None
    """Another quantity."""
    where: Selector | None = None
    """Which ones: a selector."""
    from_: Literal["models", "picks"] | None = None
    """Whether whole models that fit are added up, or only the picks that fit."""
    in_: Scope | None = None
    """Where to look: this pick, its model, its group or the list."""
    inner: Flag = True
    """Whether groups within the group count."""
    part: Annotated[str, Refers("part")] = "main"
    """The part of the list that counts: main (the default), the name of another part, or all."""
    different: Annotated[str | None, Refers("field or slot")] = None
    """Count the different values that they have for this."""
    printed: Flag = False
    """Whether to read the printed number, before anything changes it."""
    until: Count | None = None
    """After changes of this order and before later ones."""
    percent_of: Quantity | None = None
    """As a percentage of this."""
    share: Text | int | None = None
    """A share, such as 1/4 or 25%."""
    per: Positive | None = None
    """Give some for every so many."""
    give: Whole | None = None
    """How many to give for each `per`; default 1."""
    round: Literal["up", "down"] | None = None
    """Which way to round; default down."""
    plus: Quantity | None = None
    """What is added."""
    less: Quantity | None = None
    """What is subtracted."""
    least: Whole | None = None
    """The lower bound of the result."""
    most: Whole | None = None
    """The upper bound of the result."""

    @staticmethod
    def expand(data: object) -> object:
        """Expand YAML's short forms: a number, `limit`, `models` and the like."""
        if isinstance(data, int) and not isinstance(data, bool):
            return {"number": data}
        if data == "limit":
            return {"limit": "cost"}
        if isinstance(data, str) and data in NOUNS:
            return {"count": data}
        return data

    def __post_init__(self) -> None:
        bases = [name for name in BASES if getattr(self, name) is not None]
        if not bases and (self.per is not None or self.share is not None):
            key = "share" if self.per is None else "per"
            raise BadKeyError(
                key, f"`{key}` does not say of what: write `of: limit`, `of: models` or the like beside it"
            )
        if len(bases) != 1:
            raise ValueError(
                f"a quantity has exactly one of {', '.join(BASES)}; this has {join_names(bases) or 'none'}"
            )
        if self.share is not None:
            fraction(self.share)
        if self.count == "entries" and self.different is not None:
            raise BadKeyError(
                "count", "`count: entries` counts different ones; `different` stands beside models, rows, picks, groups"
            )
        for key, company in REQUIRED_BESIDE.items():
            if getattr(self, key) not in (None, DEFAULTS[key]) and not any(
                getattr(self, one) is not None for one in company
            ):
                others = " or ".join(f"`{yaml_key(one)}`" for one in company)
                raise BadKeyError(yaml_key(key), f"`{yaml_key(key)}` has no effect without {others}")

    @cached_property
    def fixed(self) -> int | None:
        """The number, if the quantity is a plain number."""
        return self.number if self.number is not None and self == Quantity(number=self.number) else None

    @cached_property
    def ratio(self) -> Fraction:
        """The share as a fraction."""
        return fraction(self.share if self.share is not None else 1)

    def evaluate(self, force: Force, at: Node, part: Node | None = None) -> int | None:
        """The number at a node; `part` is what a rule judges. None: there is no such limit."""
        if self.fixed is not None:
            return self.fixed
        # Plain numbers and limits are most of what rules ask for; neither is worth a place in the cache.
        if self.limit is not None and self.is_bare:
            return force.limits.get(force.game.currency_id(self.limit))
        scope = self.scope(force, at, part)
        # Before the cache: looking up a total is faster than making the key.
        if self.is_known_total and scope is not None and (known_sum := look_up_total(self, force, scope)) is not None:
            return known_sum
        key = (id(self), id(scope), id(at) if self.depends_on_place else 0)
        known = force._quantities.get(key)
        # A tuple, because the value itself may be None: there is no such limit.
        if known is not None:
            return known[1]
        value = self.compute(force, at, scope, part)
        # The quantity itself is kept beside its value: as long as it is, nothing else can have its identity.
        force._quantities[key] = (self, value)
        return value

    @cached_property
    def is_known_total(self) -> bool:
        """Whether it is a total that the force keeps: looking that up is faster than the cache below."""
        return self.sum is not None and self.where is None and self.is_bare

    @cached_property
    def depends_on_place(self) -> bool:
        """Whether an inner quantity depends on the node itself, and not only on this one's scope."""
        inner = self.parts()[1:]
        return any(one.in_ for one in inner) or bool(self.in_ and inner)

    def compute(self, force: Force, at: Node, scope: Node | None, part: Node | None) -> int | None:
        """Evaluate the base and everything derived from it."""
        base = self.base(force, at, scope, part)
        return base if base is None else self.derive(base, force, at, part)

    def derive(self, base: int, force: Force, at: Node, part: Node | None) -> int:
        """Apply percentage, share, per, rounding, plus, less and bounds to a base, in that order."""
        if self.is_bare:
            return base
        # Numerator and denominator: whole numbers are several times as fast as `Fraction`.
        value, parts = base, 1
        if self.percent_of:
            whole = self.percent_of.evaluate(force, at, part)
            # Of nothing, everything is 0 percent.
            value, parts = (100 * base, whole) if whole else (0, 1)
        if self.share is not None:
            value, parts = value * self.ratio.numerator, parts * self.ratio.denominator
        if self.per is not None:
            # Rounded before it is multiplied: two for every full five, not two fifths of each.
            value, parts = self.round_fraction(value, parts * self.per) * (1 if self.give is None else self.give), 1
        number = self.round_fraction(value, parts)
        for more, sign in ((self.plus, 1), (self.less, -1)):
            if more is not None:
                number += sign * (more.evaluate(force, at, part) or 0)
        number = number if self.least is None else max(number, self.least)
        return number if self.most is None else min(number, self.most)

    @cached_property
    def is_bare(self) -> bool:
        """Whether the base is all there is."""
        derived = (self.percent_of, self.share, self.per, self.plus, self.less, self.least, self.most)
        return all(one is None for one in derived)

    @cached_property
    def rounded_up(self) -> Quantity:
        """The same for a comparison with a maximum: an unrounded percentage counts in full, so 33 1/3 is over 33."""
        plain_percentage = self.percent_of and self.share is None and self.per is None and self.round is None
        return replace(self, round="up") if plain_percentage else self

    @property
    def counts_things(self) -> bool:
        """Whether taking out one thing makes it one less."""
        return self.count not in (None, "entries") and self.different is None and self.percent_of is None

    def round_fraction(self, value: int, parts: int) -> int:
        """A fraction as a whole number, rounded down by default."""
        return -(-value // parts) if self.round == "up" else value // parts

    def scope(self, force: Force, at: Node, part: Node | None) -> Node | None:
        """The part of the tree that counts: what `in` names, else what is judged, else the list."""
        return find_scope(self.in_, force, at) if self.in_ else part or force.root

    def base(self, force: Force, at: Node, scope: Node | None, part: Node | None) -> int | None:
        """The base alone."""
        if self.number is not None:
            return self.number
        if self.of is not None:
            return self.of.evaluate(force, at, part)
        if self.limit is not None:
            return force.limits.get(force.game.currency_id(self.limit))
        if scope is None:
            return 0
        # A walk over all picks is the last resort: most quantities of a game are totals or counts of models.
        quick = look_up_total(self, force, scope) if self.where is None else total_of_models(self, force, scope)
        return self.total(force, self.collect(force, scope)) if quick is None else quick

    def total(self, force: Force, things: Iterable[Thing]) -> int:
        """The total of some things: how many, by their weights, or the sum or extreme of their numbers."""
        if self.of is not None:
            return self.of.total(force, things)
        if self.different is not None:
            return len(distinct_values(force, things, self.different))
        if self.count == "entries":
            return len({(node.entry.kind, node.entry.id) for node, *_ in things})  # type: ignore[attr-defined]
        if self.count == "groups":
            return sum(1 for _ in things)
        if self.count is not None:
            return sum_weights((node.weight, times) for node, _, times in things)  # type: ignore[attr-defined]
        if self.sum is not None:
            return sum(amount * times for _, amount, times in things)
        choose = max if self.highest is not None else min
        # Of nothing, the highest and the lowest are 0.
        return choose((amount for _, amount, _ in things), default=0)

    def collect(self, force: Force, scope: Node | None) -> list[Thing]:
        """What is counted or added up."""
        if self.of is not None:
            return self.of.collect(force, scope)
        if scope is None:
            return []
        if self.count is None:
            return list(collect_amounts(self, force, scope))
        if self.count == "groups":
            groups = scope.groups_of(force, self.inner)
            return [(group, 1, 1) for group in groups if self.where is None or self.where.fits(group)]
        if self.count in ("picks", "entries"):
            return [(pick, 1, pick.times_in(scope)) for pick in matching_picks(self, force, scope)]
        return [(model, 1, times) for model, times in matching_models(self, force, scope)]

    # Structure and wording

    def parts(self) -> list[Quantity]:
        """This quantity and every one inside it."""
        inner = [one for one in (self.of, self.percent_of, self.plus, self.less) if one]
        return [self, *(deep for one in inner for deep in one.parts())]

    def narrow(self, to: Selector) -> Quantity:
        """The same for one value of a rule's `by`: every `in: value` becomes a selector of that value."""
        inner = {name: getattr(self, name) for name in ("of", "percent_of", "plus", "less")}
        change: dict[str, Any] = {name: one.narrow(to) for name, one in inner.items() if one}
        if self.in_ == "value":
            change |= {"in_": None, "where": to.combine(self.where)}
        return replace(self, **change) if change else self

    @cached_property
    def is_per_value(self) -> bool:
        """Whether some of it is evaluated for each value of a rule's `by`."""
        return any(one.in_ == "value" for one in self.parts())

    def selectors(self) -> list[Selector]:
        """The selectors in it."""
        return [one.where for one in self.parts() if one.where]

    def describe(self, force: Force, at: Node, part: Node | None = None) -> str:
        """Where the number comes from, or nothing for a plain number: `1/4 of 11 models, rounded up`."""
        return describe_origin(self, force, at, part)


DEFAULTS: dict[str, object] = {one.name: one.default for one in fields(Quantity)}
SUM_KEYS = ("sum", "highest", "lowest")
REQUIRED_BESIDE: dict[str, tuple[str, ...]] = {
    "give": ("per",),
    "round": ("share", "per", "percent_of"),
    "from_": ("where",),
    "different": ("count",),
    **dict.fromkeys(("where", "in_", "inner", "part"), ("count", *SUM_KEYS)),
    **dict.fromkeys(("printed", "until"), SUM_KEYS),
}


@record
class Condition:
    """A quantity with `min` or `max`, `has`, `format`, `value`, or several of these under `all`, `any`, `not`, `some`.

    Of the conditions under `some`, at least `min` and at most `max` hold.
    """

    of: Quantity | None = None
    """A quantity; you can also write its keys beside `min` and `max`."""
    min: Quantity | None = None
    """The least allowed."""
    max: Quantity | None = None
    """The most allowed."""
    has: Selector | None = None
    """Something that fits is there."""
    in_: Part | None = None
    """Where to look for it: pick, model, group or list."""
    format: Annotated[tuple[str, ...], Refers("format")] = ()
    """The list has one of these formats."""
    value: Annotated[Mapping[str, tuple[Scalar | Bounds, ...]], Refers("context")] = field(default_factory=dict)
    """Fields of the list, group or model have these values."""
    all: tuple[Condition, ...] = ()
    """All of these hold."""
    any: tuple[Condition, ...] = ()
    """One of these holds."""
    not_: Condition | None = None
    """This does not hold."""
    some: tuple[Condition, ...] = ()
    """So many of these hold as `min` and `max` say."""
    also: ClassVar[tuple[str, ...]] = tuple(map(yaml_key, DEFAULTS))

    @staticmethod
    def expand(data: object) -> object:
        """Expand YAML's short form: the keys of a quantity stand beside `min` and `max`."""
        if not isinstance(data, dict):
            return data
        out: dict[str, object] = {}
        quantity: dict[str, object] = {}
        derives = any(key in data for key in DERIVING_KEYS)
        has = "has" in data
        for key, value in data.items():
            # `of` and `in` are keys of both: which is meant depends on what stands beside them.
            own = key in OWN or (key == "in" and has)
            if (own and not (key == "of" and derives)) or key not in QUANTITY:
                out[key] = _as_list(key, value)
            else:
                quantity[key] = value
        return {**out, "of": quantity} if quantity else out

    def __post_init__(self) -> None:
        parts = [self.of, self.has, self.format, self.value, self.all, self.any, self.not_, self.some]
        if not any(parts):
            raise ValueError("a condition says a quantity, `has`, `format`, `value`, `all`, `any`, `not` or `some`")
        if (self.min or self.max) and not (self.of or self.some):
            raise BadKeyError("min", "`min` and `max` need a quantity, such as `count: models`, or `some`")
        if self.some and self.of:
            raise BadKeyError("some", "`min` and `max` are for `some` or for a quantity: write the other under `all`")
        if self.some and not (self.min or self.max):
            raise BadKeyError("some", "`some` needs `min` or `max`: how many of these hold; one of them is `any`")
        if self.in_ and not self.has:
            raise BadKeyError("in", "`in` goes with `has` or with a quantity")

    def holds(self, force: Force, at: Node, part: Node | None = None) -> bool:
        """Whether all of it is true at a node."""
        return (
            (self.of is None or self.is_within_bounds(force, at, part))
            and (self.has is None or self.finds_match(force, at))
            and (not self.format or any(one.id in self.format for one in force.formats))
            and (not self.value_tests or all(test(_nearest_value(force, at, name)) for name, test in self.value_tests))
            and (not self.all or all(one.holds(force, at, part) for one in self.all))
            and (not self.any or any(one.holds(force, at, part) for one in self.any))
            and (self.not_ is None or not self.not_.holds(force, at, part))
            and (not self.some or self.holds_some(force, at, part))
        )

    def holds_some(self, force: Force, at: Node, part: Node | None) -> bool:
        """Whether as many of `some` hold as there must."""
        least = self.min.evaluate(force, at, part) if self.min else None
        most = self.max.evaluate(force, at, part) if self.max else None
        number = sum(one.holds(force, at, part) for one in self.some)
        return (least is None or number >= least) and (most is None or number <= most)

    @cached_property
    def value_tests(self) -> tuple[tuple[str, ValueTest], ...]:
        """The compiled tests of `value`."""
        return tuple((name, value_test(wanted)) for name, wanted in self.value.items())

    def is_within_bounds(self, force: Force, at: Node, part: Node | None) -> bool:
        """Whether the quantity is within its bounds; without bounds, at least 1."""
        assert self.of is not None
        # A percentage is rounded down against a minimum and up against a maximum, so that 33 1/3 is over 33.
        number, high = self.of.evaluate(force, at, part), self.of.rounded_up.evaluate(force, at, part)
        if number is None or high is None:
            return False
        least = self.min.evaluate(force, at, part) if self.min else None
        most = self.max.evaluate(force, at, part) if self.max else None
        if self.min is None and self.max is None:
            return number >= 1
        return (least is None or number >= least) and (most is None or high <= most)

    def finds_match(self, force: Force, at: Node) -> bool:
        """Whether something that fits is on the model, or where `in` says."""
        assert self.has is not None
        # A pick is asked about its model, unless `in` says otherwise.
        scope = find_scope(self.in_, force, at) if self.in_ else at.model or at.owner
        if scope is None or scope.pick is None:
            return scope is not None and self.has.fits(scope.owner)
        return any(self.has.fits_pick(pick) for pick in scope.picks_of(force))

    def parts(self) -> list[Condition]:
        """This condition and every one inside it."""
        inner = [*self.all, *self.any, *([self.not_] if self.not_ else []), *self.some]
        return [self, *(deep for one in inner for deep in one.parts())]

    def quantities(self) -> list[Quantity]:
        """The quantities in it."""
        return [one for part in self.parts() for one in (part.of, part.min, part.max) if one]

    def describe(self, force: Force, refused: bool = False) -> str:
        """The condition in words, to follow "only": `with Bell on the model`; `refused` gives its opposite."""
        game = force.game
        with_ = "without" if refused else "with"
        phrases = [self.describe_bounds(force, refused)] if self.of else []
        if self.has:
            phrases.append(f"{with_} {describe_needed(self.has, game)} {PLACES[self.in_ or 'model']}")
        names = [one.name for one in game.formats if one.id in self.format]
        phrases += [f"in {'any format but' if refused else 'the format'} {join_choices(names)}"] if names else []
        phrases += [
            f"{with_} `{name}: {join_choices([str(one) for one in wanted])}`" for name, wanted in self.value.items()
        ]
        phrases += [_join([one.describe(force, refused) for one in self.all], refused)] if self.all else []
        phrases += [_join([one.describe(force, refused) for one in self.any], not refused)] if self.any else []
        phrases += [self.not_.describe(force, not refused)] if self.not_ else []
        phrases += [self.describe_some(force, refused)] if self.some else []
        return _join(phrases, refused)

    def describe_some(self, force: Force, refused: bool) -> str:
        """How many of several must hold, in words: `with at least 2 of these: with Bell on the model; with 1 rope`."""
        low, high = ("fewer than", "more than") if refused else ("at least", "at most")
        bounds = [(word, one) for word, one in ((low, self.min), (high, self.max)) if one]
        several = "; ".join(one.describe(force) for one in self.some)
        numbers = [f"{word} {one.evaluate(force, force.root) or 0}" for word, one in bounds]
        return f"with {_join(numbers, refused)} of these: {several}"

    def describe_bounds(self, force: Force, refused: bool) -> str:
        """The quantity with its bounds: `with at least 3 models`, or its opposite: `with fewer than 3 models`."""
        assert self.of is not None
        low, high = ("fewer than", "more than") if refused else ("at least", "at most")
        bounds = [(word, one) for word, one in ((low, self.min), (high, self.max)) if one]
        numbers = [(word, one.evaluate(force, force.root) or 0) for word, one in bounds] or [(low, 1)]
        return _join(
            [f"with {word} {describe_amount(self.of, force.game, number)}" for word, number in numbers], refused
        )


def _join(phrases: list[str], one_will_do: bool) -> str:
    """Join phrases that must all hold, or of which one is enough."""
    return join_choices(phrases) if one_will_do else " and ".join(phrases)


def _nearest_value(force: Force, at: Node, name: str) -> object:
    """The value of the model, its group or the list, whichever has it first."""
    for owner in (at.model, at.group, force.root):
        if owner is not None and name in owner.values:
            return owner.values[name]
    return None


PLACES = {
    "pick": "inside it",
    "holder": "beside it",
    "model": "on the model",
    "group": "in the group",
    "list": "in the list",
}
OWN = frozenset({"of", "min", "max", "has", "format", "value", "all", "any", "not", "some"})
QUANTITY = frozenset(map(yaml_key, DEFAULTS))
DERIVING_KEYS = ("share", "per", "percent-of", "plus", "less")


def _as_list(key: str, value: object) -> object:
    """A single value as a list."""
    if key == "format" and isinstance(value, str):
        return [value]
    if key == "value" and isinstance(value, dict):
        return {name: one if isinstance(one, list) else [one] for name, one in value.items()}
    return value
