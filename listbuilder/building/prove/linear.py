"""Whole numbers under linear constraints: can all of them hold at once?

Bounds are propagated and domains are split, within a number of steps. If that does not finish, OR-Tools CP-SAT is
asked, where the optional package is installed. The answer is yes, no or unknown; only a no proves something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Literal, NamedTuple

Answer = Literal["yes", "no", "unknown"]
# Constraint visits before the search gives up, and what CP-SAT may take in its own deterministic seconds.
WORK, SOLVER = 200_000, 4.0


@dataclass(frozen=True)
class LinearSum:
    """A constant plus variables with factors."""

    terms: Mapping[int, Fraction] = field(default_factory=dict)
    constant: Fraction = Fraction(0)

    @staticmethod
    def of(variables: Iterable[int], factor: Fraction | int = 1) -> LinearSum:
        """The sum of some variables, each with the same factor."""
        found: dict[int, Fraction] = {}
        for one in variables:
            found[one] = found.get(one, Fraction(0)) + factor
        return LinearSum(found)

    def plus(self, other: LinearSum, factor: Fraction | int = 1) -> LinearSum:
        """This sum plus another one times a factor."""
        terms = dict(self.terms)
        for one, times in other.terms.items():
            terms[one] = terms.get(one, Fraction(0)) + times * factor
        return LinearSum({one: times for one, times in terms.items() if times}, self.constant + other.constant * factor)

    def times(self, factor: Fraction | int) -> LinearSum:
        """This sum times a factor."""
        return LinearSum().plus(self, factor)

    def add(self, number: Fraction | int) -> LinearSum:
        """This sum plus a number."""
        return LinearSum(self.terms, self.constant + number)

    @property
    def denominator(self) -> int:
        """What makes all factors whole."""
        return lcm(*(one.denominator for one in (*self.terms.values(), self.constant)))


class Constraint(NamedTuple):
    """`low` ≤ sum ≤ `high`, wherever all variables under `given` are at least 1; `because` says who demands it."""

    terms: tuple[tuple[int, int], ...]
    low: int | None
    high: int | None
    because: object
    given: tuple[int, ...] = ()


def at_least(total: LinearSum, least: int, because: object, given: tuple[int, ...] = ()) -> Constraint:
    """The sum is `least` or more."""
    scale = total.denominator
    terms = tuple((one, int(times * scale)) for one, times in total.terms.items())
    return Constraint(terms, int((least - total.constant) * scale), None, because, given)


def at_most(total: LinearSum, most: int, because: object, given: tuple[int, ...] = ()) -> Constraint:
    """The sum is `most` or less."""
    scale = total.denominator
    terms = tuple((one, int(times * scale)) for one, times in total.terms.items())
    return Constraint(terms, None, int((most - total.constant) * scale), because, given)


class Contradiction(Exception):  # noqa: N818
    """The bounds leave nothing."""


class Domains:
    """The least and the most that each variable can be."""

    def __init__(self, low: list[int], high: list[int]) -> None:
        self.low, self.high = low, high

    def copy(self) -> Domains:
        """The same bounds, to narrow them further."""
        return Domains(self.low[:], self.high[:])

    def narrow(self, one: Constraint) -> Iterator[int]:
        """Apply one constraint; the variables that became tighter."""
        low, high = self.low, self.high
        # A condition that can't hold any more switches the constraint off for good.
        if any(high[at] < 1 for at in one.given):
            return
        least = most = 0
        for at, times in one.terms:
            least += times * (low[at] if times > 0 else high[at])
            most += times * (high[at] if times > 0 else low[at])
        broken = (one.high is not None and least > one.high) or (one.low is not None and most < one.low)
        open_ones = [at for at in one.given if low[at] < 1]
        if open_ones:
            # All conditions but this one hold and the constraint can't be kept, so this one must not hold.
            if broken and len(set(open_ones)) == 1:
                high[open_ones[0]] = 0
                yield open_ones[0]
            return
        if broken:
            raise Contradiction
        for at, times in one.terms:
            before = (low[at], high[at])
            if one.high is not None:
                slack = one.high - least
                if times > 0:
                    high[at] = min(high[at], before[0] + slack // times)
                else:
                    low[at] = max(low[at], before[1] - slack // -times)
            if one.low is not None:
                slack = most - one.low
                if times > 0:
                    low[at] = max(low[at], before[1] - slack // times)
                else:
                    high[at] = min(high[at], before[0] + slack // -times)
            if low[at] > high[at]:
                raise Contradiction
            if (low[at], high[at]) != before:
                # The other terms were added up with the old bounds, which are still true: only less tight.
                yield at


class Program:
    """Variables with bounds, and the constraints on them."""

    def __init__(self) -> None:
        self.low: list[int] = []
        self.high: list[int] = []
        self.constraints: list[Constraint] = []

    def variable(self, high: int, low: int = 0) -> int:
        """A new variable."""
        self.low.append(low)
        self.high.append(high)
        return len(self.low) - 1

    def solve(self, constraints: Sequence[Constraint], work: int = WORK, solver: float = SOLVER) -> Answer:
        """Whether all constraints can hold at once."""
        # Our own search comes first: it needs no package, and most questions end while bounds are propagated.
        answer = _Search(self, constraints, work).run()
        return answer if answer != "unknown" or not solver else _ask_solver(self, constraints, solver)

    def core(self, constraints: Sequence[Constraint], first: Callable[[object], bool]) -> list[object] | None:
        """Of constraints that contradict each other, the reasons of a few that do so already; None if not proved.

        Reasons that are `first` are the first to be left out.
        """
        if self.solve(constraints) != "no":
            return None
        kept = list(dict.fromkeys(one.because for one in constraints))
        left = list(constraints)
        # Deletion filter: whoever can be left out, so that the rest still contradicts itself, is no reason. Each test
        # gets a tenth of the work and no CP-SAT, because there is one per reason and an unknown only leaves a reason
        # too many.
        for because in sorted(kept, key=first, reverse=True):
            fewer = [one for one in left if one.because != because]
            if self.solve(fewer, WORK // 10, 0) == "no":
                kept.remove(because)
                left = fewer
        return kept


def divides_never(one: Constraint) -> bool:
    """Whether a sum must equal a number that the greatest common divisor of its factors does not divide."""
    step = gcd(*(times for _, times in one.terms))
    return not one.given and one.low is not None and one.low == one.high and (one.low % step if step else one.low) != 0


def contradict(constraints: Iterable[Constraint]) -> bool:
    """Whether one sum must be more than it may be. Over many variables, narrowing bounds alone does not see that."""
    least: dict[frozenset[tuple[int, int]], int] = {}
    most: dict[frozenset[tuple[int, int]], int] = {}
    for one in constraints:
        same = frozenset(one.terms)
        if one.given:
            continue
        if one.low is not None:
            least[same] = max(one.low, least.get(same, one.low))
        if one.high is not None:
            most[same] = min(one.high, most.get(same, one.high))
    return any(low > most[same] for same, low in least.items() if same in most)


class _Search:
    """Depth first: propagate, split the smallest domain, and again."""

    def __init__(self, program: Program, constraints: Sequence[Constraint], work: int) -> None:
        self.constraints, self.work = constraints, work
        self.start = Domains(program.low[:], program.high[:])
        self.touching: list[list[int]] = [[] for _ in program.low]
        for number, one in enumerate(constraints):
            for at in {*(at for at, _ in one.terms), *one.given}:
                self.touching[at].append(number)

    def run(self) -> Answer:
        """The answer within the work allowed."""
        # Propagation narrows one variable at a time and sees neither.
        if any(map(divides_never, self.constraints)) or contradict(self.constraints):
            return "no"
        stack = [(self.start, range(len(self.constraints)))]
        while stack:
            bounds, first = stack.pop()
            try:
                if not self.propagate(bounds, first):
                    return "unknown"
            except Contradiction:
                continue
            at = self.narrowest_choice(bounds)
            if at is None or self.holds(bounds.low):
                return "yes"
            middle = (bounds.low[at] + bounds.high[at]) // 2
            # The lower half goes on top of the stack: small lists keep most constraints, so a yes comes sooner.
            for low, high in ((middle + 1, bounds.high[at]), (bounds.low[at], middle)):
                part = bounds.copy()
                part.low[at], part.high[at] = low, high
                stack.append((part, self.touching[at]))  # type: ignore[arg-type]
        return "no"

    def propagate(self, bounds: Domains, first: Iterable[int]) -> bool:
        """Narrow until nothing changes; False if the work is used up."""
        waiting = dict.fromkeys(first)
        while waiting:
            number = next(iter(waiting))
            del waiting[number]
            self.work -= 1
            if self.work < 0:
                return False
            for at in bounds.narrow(self.constraints[number]):
                waiting |= dict.fromkeys(self.touching[at])
        return True

    def narrowest_choice(self, bounds: Domains) -> int | None:
        """The open variable with the fewest values; None if all are fixed."""
        open_ones = [at for at, low in enumerate(bounds.low) if low < bounds.high[at]]
        return min(open_ones, key=lambda at: bounds.high[at] - bounds.low[at], default=None)

    def holds(self, values: list[int]) -> bool:
        """Whether the lowest values keep every constraint."""
        for one in self.constraints:
            if all(values[at] >= 1 for at in one.given):
                total = sum(times * values[at] for at, times in one.terms)
                if (one.low is not None and total < one.low) or (one.high is not None and total > one.high):
                    return False
        return True


def _ask_solver(program: Program, constraints: Sequence[Constraint], seconds: float) -> Answer:
    """The answer of OR-Tools CP-SAT; unknown without the package."""
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        return "unknown"
    model: Any = cp_model.CpModel()
    ones = [model.new_int_var(low, high, "") for low, high in zip(program.low, program.high, strict=True)]
    there: dict[int, Any] = {}
    for at in {at for one in constraints for at in one.given}:
        there[at] = model.new_bool_var("")
        # Both directions: otherwise the solver could switch a constraint off while its condition holds.
        model.add(ones[at] >= 1).only_enforce_if(there[at])
        model.add(ones[at] == 0).only_enforce_if(there[at].negated())
    for one in constraints:
        total = sum(times * ones[at] for at, times in one.terms)
        for made in (
            *([total >= one.low] if one.low is not None else ()),
            *([total <= one.high] if one.high is not None else ()),
        ):
            # Without variables the comparison is a plain bool, which `add` does not take under a condition.
            if isinstance(made, bool):
                made = ones[0] >= program.low[0] if made else ones[0] <= program.low[0] - 1
            model.add(made).only_enforce_if([there[at] for at in one.given])
    solver: Any = cp_model.CpSolver()
    # Deterministic time and one worker give the same answer on every machine and in every run.
    solver.parameters.max_deterministic_time = seconds
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return "no"
    return "yes" if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else "unknown"
