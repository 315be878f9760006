"""What is claimed of a game: each claim is backed by a list or by a proof, or it is not proven.

A claim that something can be has a witness: a list that the referee has judged. A claim that something can't be has a
proof: the constraints of the relaxation contradict each other, and the reasons are a few that do so already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from math import gcd
from typing import Any, Literal

from listbuilder.base.wording import counted, join_choices, join_names
from listbuilder.building.generate.judge import SearchBudgetError
from listbuilder.building.prove.domination import dominated
from listbuilder.building.prove.linear import Constraint, LinearSum, at_least, at_most
from listbuilder.building.prove.relaxation import Reason, Relaxation, rules_of
from listbuilder.building.prove.witnesses import Tree, Witnesses
from listbuilder.catalogue import Entry, Format
from listbuilder.catalogue.query import Quantity
from listbuilder.loading.proofs import prove as check_proofs
from listbuilder.loading.proofs.case import RULE, Case, PlacedRule, PossiblePick
from listbuilder.loading.source_places import Place

Verdict = Literal["found", "fine", "not proven"]
CHECK, FORMAT, UNKEPT, UNREACHABLE = "prove.check", "prove.format", "prove.unkept", "prove.unreachable"
IDLE, REPEATED, DOMINATED, TOTAL, TEXT = (
    "prove.idle", "prove.repeated", "prove.dominated", "prove.total", "prove.text",
)  # fmt: skip
# Totals that are looked at below a limit: this share of it, and no more than so many.
SHARE, MOST = 20, 10


@dataclass(frozen=True)
class Claim:
    """One claim; `about` is the id of what it is about, `tree` a witness, `accepted` the author's reason for it."""

    code: str
    verdict: Verdict
    about: str
    message: str
    hint: str = ""
    reasons: tuple[Reason, ...] = ()
    file: str | None = None
    line: int | None = None
    tree: Mapping[str, Any] | None = None
    accepted: str = ""

    def at(self, place: Place) -> Claim:
        """The claim with the file and line that it is about."""
        found = place(()).problem("")
        return replace(self, file=found.file, line=found.line)


@dataclass
class Prover:
    """Proves one game; `stop` says when the time is up, `step` gets what is looked at."""

    case: Case
    starters: list[Tree]
    stop: Callable[[], bool] = lambda: False
    step: Callable[[str], None] = lambda what: None
    empty: list[str | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game = self.case.game
        self.seen = Witnesses(self.case, self.stop)

    def claims(self) -> Iterator[Claim]:
        """Every claim; what the check of the catalogue says too is reported once."""
        self.step("trying lists")
        self.within(lambda: self.seen.explore(self.starters))
        claims = [*chain(self.formats(), self.entries(), self.rules(), self.totals())]
        self.step("comparing options")
        claims += [
            Claim(DOMINATED, "found" if proven else "not proven", worse.id, fact, hint).at(self.case.at(worse))
            for worse, fact, hint, proven in dominated(self.case)
        ]
        found = [one for one in claims if one.verdict == "found"]
        known = {(one.file, one.line) for one in found}
        # Of two rules that contradict each other the check names both; a longer list of reasons may hide another fact.
        pairs = [one.reasons for one in found if sum(bool(why.rule) for why in one.reasons) <= 2]
        known |= {(why.file, why.line) for reasons in pairs for why in reasons}
        checked = [one for one in self.checked() if one.about != RULE or (one.file, one.line) not in known]
        yield from checked
        said = {(one.file, one.line) for one in checked if one.about == RULE}
        yield from (one for one in claims if one.verdict != "not proven" or (one.file, one.line) not in said)

    def within(self, work: Callable[[], object]) -> None:
        """Do some work until it is done or the time is up."""
        try:
            work()
        except SearchBudgetError:
            return

    def checked(self) -> Iterator[Claim]:
        """What the check of the catalogue proves wrong."""
        for one in check_proofs(self.game, self.case.head, self.case.places, thorough=True):
            yield Claim(CHECK, "found", one.code, one.message, one.hint, file=one.file, line=one.line)

    # Formats

    def formats(self) -> Iterator[Claim]:
        """Whether there is a legal list for each format; formats that fail for the same reason are one claim."""
        failed: dict[tuple[Reason, ...], list[Format | None]] = {}
        for format in self.seen.formats:
            id = format.id if format else self.game.id
            self.step(f"format {id}")
            if found := self.seen.legal[format.id if format else None]:
                yield Claim(FORMAT, "fine", id, f"There is a legal list for {id}.", tree=found[0])
                continue
            core = self.contradiction(Relaxation(self.case, format, sample=True), [])
            if core is None:
                fact = f"No legal list for {id} was found, and no proof that there is none."
                yield Claim(FORMAT, "not proven", id, fact).at(self.format_place(format))
                continue
            self.empty.append(format.id if format else None)
            failed.setdefault(core, []).append(format)
        for core, formats in failed.items():
            ids = [one.id if one else self.game.id for one in formats]
            rules = [one for one in core if one.rule]
            if len(rules) == 1:
                fact = f"No list for {join_names(ids)} can keep the rule `{rules[0].rule}`."
                claim = Claim(UNKEPT, "found", rules[0].rule, fact, "Correct the rule or what it contradicts.", core)
                yield replace(claim, file=rules[0].file, line=rules[0].line)
            else:
                fact = f"There can be no legal list for {join_names(ids)}: what is asked of it can't be true at once."
                claim = Claim(FORMAT, "found", ids[0], fact, "Correct one of the reasons.", core)
                yield claim.at(self.format_place(formats[0]))

    def format_place(self, format: Format | None) -> Place:
        """Where a format is written."""
        at = ("formats", self.game.formats.index(format)) if format else ()
        return lambda path: self.case.head((*at, *path))

    def playable(self) -> list[Format | None]:
        """The formats that are not proved to be without legal lists."""
        return [one for one in self.seen.formats if (one.id if one else None) not in self.empty]

    def contradiction(
        self, model: Relaxation, more: list[Constraint], without: Any = None
    ) -> tuple[Reason, ...] | None:
        """A few reasons why nothing keeps all demands; None if something may."""
        core = model.program.core([*more, *model.all_demands(without)], lambda one: bool(getattr(one, "rule", "")))
        if core is None:
            return None
        return tuple(one for one in core if isinstance(one, Reason) and one.text)

    # Entries

    def entries(self) -> Iterator[Claim]:
        """Whether some legal list has each entry that can be picked or given."""
        places: dict[tuple[str, str], list[PossiblePick]] = {}
        for one in self.case.standing:
            if one.slot:
                places.setdefault(one.entry.key, []).append(one)
        kinds = {slot.kind for _, _, slot, _ in self.case.slots()}
        for entry in self.game.entries if self.playable() else ():
            if entry.kind in kinds:
                self.step(entry.name)
                yield self.entry(entry, places.get(entry.key, []))

    def entry(self, entry: Entry, places: list[PossiblePick]) -> Claim:
        """Whether some legal list has an entry."""
        self.within(lambda: entry.key in self.seen.entries or self.seen.look_for(entry))
        if tree := self.seen.entries.get(entry.key):
            return Claim(UNREACHABLE, "fine", entry.id, f"There is a legal list with {entry.name}.", tree=tree)
        reasons: dict[Reason, None] = {}
        for format in self.playable():
            for place in places:
                core = self.unreachable(format, place)
                if core is None:
                    fact = f"No legal list with {entry.name} was found, and no proof that there is none."
                    return Claim(UNREACHABLE, "not proven", entry.id, fact).at(self.case.at(entry))
                reasons |= dict.fromkeys(core)
        fact = f"No legal list can have {entry.name}."
        if not places:
            fact = f"No legal list can have {entry.name}: it fits no slot, and nothing gives it."
        claim = Claim(UNREACHABLE, "found", entry.id, fact, "Correct it or one of the reasons.", tuple(reasons))
        return claim.at(self.case.at(entry))

    def unreachable(self, format: Format | None, place: PossiblePick) -> tuple[Reason, ...] | None:
        """Why no list of a format has an entry in a place; None if that is not proved."""
        model = Relaxation(self.case, format, sample=True)
        at = self.case.standing.index(place)
        # What models have is asked of the sample model: only there are rules about one model seen.
        counts = model.sample if place.on == "model" else model.everywhere
        wanted = at_least(LinearSum.of(counts.all([at])), 1, Reason())
        return self.contradiction(model, [wanted])

    # Rules

    def rules(self) -> Iterator[Claim]:
        """Whether each rule is ever what makes a list illegal, or whether others always say so too."""
        dead: dict[str, tuple[Reason, ...]] = {}
        placed = {one.rule.id: one for one in self.case.rules() if self.in_force(one)}
        for id, one in placed.items():
            self.step(f"rule {id}")
            self.within(lambda rule=id: self.seen.look_for_breach(rule))  # type: ignore[misc]
            if tree := self.seen.fired.get(id):
                yield Claim(IDLE, "fine", id, f"There is a list in which only the rule `{id}` is broken.", tree=tree)
                continue
            core = self.never_broken(one)
            if core is None:
                fact = f"No list was found that breaks the rule `{id}` and no other, and no proof that there is none."
                yield Claim(IDLE, "not proven", id, fact).at(one.place)
            else:
                dead[id] = core
        for id, core in dead.items():
            # Two rules that are each proved idle by the other are one rule written twice: only the later one is to go.
            twin = next((one.rule for one in core if any(id == two.rule for two in dead.get(one.rule, ()))), "")
            if twin:
                if list(placed).index(twin) < list(placed).index(id):
                    fact = f"The rules `{twin}` and `{id}` repeat each other: whoever keeps one keeps the other."
                    yield Claim(REPEATED, "found", id, fact, "Take one of them out.", core).at(placed[id].place)
                continue
            fact = f"The rule `{id}` never makes a list illegal: whoever keeps the others keeps it."
            yield Claim(IDLE, "found", id, fact, "Take it out, or correct it.", core).at(placed[id].place)

    def in_force(self, placed: PlacedRule) -> bool:
        """Whether a rule is in force in some format that may be played."""
        return any(one.rule is placed.rule for format in self.playable() for one, _ in rules_of(self.case, format))

    def never_broken(self, placed: PlacedRule) -> tuple[Reason, ...] | None:
        """Why no list breaks a rule and no other; None if that is not proved."""
        reasons: dict[Reason, None] = {}
        for format in self.playable():
            model = Relaxation(self.case, format, sample=True)
            found = next((entry for one, entry in rules_of(self.case, format) if one.rule is placed.rule), False)
            if found is False:
                # Not in force in this format.
                continue
            there = []
            # A rule that an entry brings in can only be broken in lists with that entry.
            if isinstance(found, Entry):
                picks = [at for at, one in enumerate(model.picks) if one.entry is found]
                there = [at_least(LinearSum.of(model.everywhere.all(picks)), 1, Reason())]
            ways = model.breaches(placed)
            if ways is None:
                return None
            for way in ways:
                core = self.contradiction(model, [*way, *there], placed.rule)
                if core is None:
                    return None
                reasons |= dict.fromkeys(core)
        return tuple(reasons)

    # Totals

    def totals(self) -> Iterator[Claim]:
        """Whether the limit of each format, and the totals just below it, can be spent exactly."""
        for format in self.playable():
            limit = self.game.limits_of(format).get(self.game.first_currency)
            if limit and format:
                self.step(f"totals of {format.id}")
                yield from self.near_limit(format, limit)

    def near_limit(self, format: Format, limit: int) -> Iterator[Claim]:
        """The claim about the totals of one format."""
        prices = [one.entry.price(self.game.first_currency) for one in self.case.standing]
        prices += [offer.cost for one in self.game.entries for few in one.offers.values() for offer in few
                   if isinstance(offer.cost, int)]  # fmt: skip
        step = gcd(*prices) or 1
        window = range(limit, limit - max(1, min(MOST, limit // SHARE)), -1)
        never: list[int] = []
        for total in (one for one in window if one == limit or one % step == 0):
            self.within(lambda total=total: self.seen.look_for_total(format, total))  # type: ignore[misc]
            if (format.id, total) in self.seen.totals:
                continue
            if self.impossible_total(format, total):
                never.append(total)
            else:
                fact = f"No legal list for {format.id} that costs {total} was found, and no proof that there is none."
                yield Claim(TOTAL, "not proven", format.id, fact).at(self.format_place(format))
        reached = [total for id, total in self.seen.totals if id == format.id and total <= limit]
        best = max(reached, default=0)
        tree = self.seen.totals.get((format.id, best))
        if not never and tree:
            fact = f"A legal list for {format.id} can cost {best} of {limit} {self.game.points}."
            yield Claim(TOTAL, "fine", format.id, fact, tree=tree)
            return
        if not never:
            return
        totals = join_choices([str(one) for one in never])
        fact = f"No legal list for {format.id} can cost {totals} of {limit} {self.game.points}."
        fact += f" The dearest list found costs {best}." if limit in never else ""
        claim = Claim(TOTAL, "found", format.id, fact, "Change the limit or some costs.", tree=tree)
        yield claim.at(self.format_place(format))

    def impossible_total(self, format: Format, total: int) -> bool:
        """Whether a proof says that no list costs exactly so much."""
        model = Relaxation(self.case, format)
        amount = model.amount(Quantity(sum="cost"))
        if amount is None or not amount.low or not amount.high:
            return False
        wanted = Reason()
        costs = [at_most(one, total, wanted) for one in amount.low] + [
            at_least(one, total, wanted) for one in amount.high
        ]
        # One equation instead of two inequalities lets the solver see that a divisor of all prices rules a total out.
        if amount.low == amount.high:
            exact = at_least(amount.low[0], total, wanted)
            costs = [exact._replace(high=exact.low)]
        return model.program.solve([*costs, *model.all_demands()]) == "no"


def summary(claims: list[Claim]) -> str:
    """What was found, in one sentence."""
    found = [one for one in claims if one.verdict == "found" and not one.accepted]
    fine = sum(one.verdict == "fine" for one in claims)
    open_ones = sum(one.verdict == "not proven" for one in claims)
    accepted = sum(bool(one.accepted) for one in claims)
    summary = f"{counted(len(found) or 'no', 'finding')}, {fine} shown to be fine, {open_ones} not proven"
    return f"{summary}, {accepted} accepted." if accepted else f"{summary}."
