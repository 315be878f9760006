"""The names that a game has, by what they name; a name that is not there is a problem with "did you mean"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields, replace
from functools import cached_property

from listbuilder.catalogue import ENTRY_TYPES, Game, ModelsField
from listbuilder.catalogue.asking import use_of
from listbuilder.catalogue.entry import Keyword
from listbuilder.catalogue.order import all_grants
from listbuilder.finding import Finding
from listbuilder.loader.parts import Origin
from listbuilder.slot_rules import standing_rules
from listbuilder.spelling import did_you_mean

Words = dict[str, set[object]]


class Names:
    """Checks names against what the game has; problems gather in `problems`.

    `broken` are words of entries and rules that could not be read: leading to one of them is not a second mistake.
    """

    def __init__(self, game: Game, problems: list[Finding], broken: frozenset[str] = frozenset()) -> None:
        self.game = game
        self.problems = problems
        self.broken = broken
        self.sheets = {"model": game.model, "list": game.list, "group": game.group}
        self.made: dict[str, set[str]] = {}

    def known(self, what: str, name: str, origin: Origin, names: set[str] | None = None) -> bool:
        """Whether a name exists; a problem when it does not."""
        there = self.all(what) if names is None else names
        if name not in there and name not in self.broken:
            self.unknown(SAID.get(what, what), name, sorted(there), origin)
        return name in there

    def unknown(self, what: str, name: str, names: list[str], origin: Origin) -> None:
        """Note a name that does not exist."""
        hint = did_you_mean(name, names) or (f"There are {', '.join(names[:12])}." if names else "")
        if what == "role" and "role" not in self.game.list.fields:
            fact, hint = "Nobody can play a role: the list has no field `role`.", "Add it: `role: {type: word}`."
            self.problems.append(origin.problem(fact, hint, "catalogue.reference"))
            return
        self.problems.append(origin.problem(f"There is no {what} `{name}`.", hint, "catalogue.reference"))

    def all(self, what: str) -> set[str]:
        """Every name of one sort."""
        if what not in self.made:
            self.made[what] = set(LISTED[what](self))
        return self.made[what]

    @cached_property
    def sheet_slots(self) -> set[str]:
        """The slots of models, groups and the list."""
        return {id for sheet in self.sheets.values() for id in sheet.slots}

    @cached_property
    def inner_slots(self) -> set[str]:
        """The slots inside entries."""
        return {id for entry in self.game.entries for id in entry.picks}

    @cached_property
    def values(self) -> Words:
        """Per field name, the values that entries or rows can have; an empty set means any."""
        found: Words = {name: set(values) for name, values in self.entry_values.items()}
        for sheet in self.sheets.values():
            for name, field in sheet.fields.items():
                asked = field.asked
                # Any value goes where one of the two takes any.
                found[name] = found.get(name, set()) | asked if asked else set()
        return found

    @cached_property
    def entry_values(self) -> Words:
        """Per field name, the values that entries have, or may have because their kind lists them."""
        found: Words = {}
        for spec in self.game.kinds.values():
            for name, one in spec.fields.items():
                found.setdefault(name, set()).update(one.of)
        for entry in self.game.entries:
            typed = {one.name for one in fields(entry)} - {"fields"}
            for name in (*entry.fields, *entry.values, *typed):
                value = entry.field(name)
                if value is not None:
                    plain = value if isinstance(value, str | int | tuple) else str(value)
                    several = plain if isinstance(plain, tuple) else [plain]
                    found.setdefault(name.replace("_", "-"), set()).update(several)
        return found

    def numbers(self) -> set[str]:
        """The names of everything that can be added up."""
        return {*self.game.numbers, *self.printed_numbers()}

    def printed_numbers(self) -> set[str]:
        """The numbers that are printed on entries."""
        whole = {name for name, values in self.entry_values.items() if any(type(one) is int for one in values)}
        typed = {name for spec in self.game.kinds.values() for name, one in spec.fields.items() if one.is_number}
        own = {name for entry in self.game.entries for name in entry.values}
        return (whole | typed | own | {"range", "damage"}) - {"limit", "counts", "sample", "flavour", "unknown"}

    def tags(self) -> set[str]:
        """The tags that entries have or grants give."""
        given = {tag for grant in all_grants(self.game) for tag in grant.tags}
        return given | {tag for entry in self.game.entries for tag in entry.tags}

    def rules(self) -> set[str]:
        """The ids of all rules of the game, standing ones included."""
        game = self.game
        carried = [rule for entry in game.entries for rule in entry.rules]
        carried += [rule for e in game.entries for role in e.sides.values() for rule in role.rules]
        carried += [rule for one in game.formats for rule in one.rules]
        return {rule.id for rule in (*game.rules, *carried, *standing_rules(game))}

    def parts(self) -> set[str]:
        """The parts of a list that a quantity may ask about."""
        found = {"main", "all"}
        for id, field in self.game.model.fields.items():
            if field.stands_apart:
                found |= {str(one) for one in field.asked if isinstance(one, str)} or {id}
        return found

    def limited(self) -> set[str]:
        """The currencies that have a limit: in some format, or always."""
        game = self.game
        bounded = {id for one in (None, *game.formats) for id in game.limits_of(one)}
        event = {*game.event.limits} if game.event else set()
        # Players may agree a limit of their own for the first, and for those that the list has a field for.
        return {*bounded, *event, "cost", game.first_currency, *game.agreed.values()}

    def group_kinds(self) -> set[str]:
        """The words that say what kind of group a group is."""
        kinds = self.game.group.fields.get("kind")
        return set(map(str, kinds.choices)) if kinds else set()

    def roles(self) -> set[str]:
        """The roles that a list can say it plays; any where the field lists none."""
        field = self.game.list.fields.get("role")
        said = set(field.choices) if field else set()
        played = {name for entry in self.game.entries for name in entry.sides}
        return said or (played if field else set())


LISTED: dict[str, Callable[[Names], set[str]]] = {
    "budget": lambda names: set(names.game.budgets),
    "built-in kind": lambda _: set(ENTRY_TYPES),
    "category": lambda names: {entry.category for entry in names.game.entries if entry.category},
    "currency": lambda names: set(names.game.currencies),
    "entry": lambda names: {entry.id for entry in names.game.entries},
    "entry field": lambda names: set(names.entry_values) - {"id", "name", "text", "source", "printed"} | {"id"},
    "field": lambda names: set(names.values),
    "field of models": lambda names: set(names.game.model.of_type(ModelsField)),
    "field or slot": lambda names: {*names.values, *names.sheet_slots, *names.inner_slots, "entry", "group", "name"},
    "format": lambda names: {one.id for one in names.game.formats},
    "keyword": lambda names: {id for entry in names.game.entries for id in entry.keyword_ids},
    "kind": lambda names: {entry.kind for entry in names.game.entries} | {*names.game.kinds, *ENTRY_TYPES},
    "kind of group": Names.group_kinds,
    "kind of keyword": lambda names: (
        {one.kind for one in names.game.entries if isinstance(one, Keyword)}
        | {"keyword", *(id for id, spec in names.game.kinds.items() if "keyword" in (id, spec.is_))}
    ),
    "limit": Names.limited,
    "list slot": lambda names: set(names.game.list.slots),
    "model slot": lambda names: set(names.game.model.slots),
    "number": Names.numbers,
    "part": Names.parts,
    "price": lambda names: {*names.game.currencies, *names.game.budgets},
    "printed number": lambda names: {*names.printed_numbers(), *names.all("price"), "cost"},
    "role": Names.roles,
    "room": lambda names: (
        names.sheet_slots
        | names.inner_slots
        | {id for sheet in names.sheets.values() for id, one in sheet.fields.items() if one.room is not None}
    ),
    "rule": Names.rules,
    "shared field": lambda names: {*names.values, *names.game.model.slots, "group"},
    "sheet slot": lambda names: names.sheet_slots,
    "slot": lambda names: names.sheet_slots | names.inner_slots,
    "slot or self": lambda names: names.sheet_slots | names.inner_slots | {"self"},
    "stat": lambda names: set(names.game.stats),
    "subject": lambda names: names.all("entry") | names.all("rule") | names.all("format"),
    "table": lambda names: {one.id for one in names.game.entries if hasattr(one, "row")},
    "tag": Names.tags,
    "time of use": lambda names: {uses.per for one in names.game.entries if (uses := use_of(one))} | {"game"},
}
"""How to list every name of one sort."""

SAID = {
    "entry field": "field",
    "field of models": "field of type `models`",
    "field or slot": "field",
    "limit": "limit for the currency",
    "list slot": "slot of the list",
    "model slot": "slot of models",
    "price": "currency",
    "room": "slot",
    "shared field": "field",
    "sheet slot": "slot",
    "slot or self": "slot",
    "subject": "entry",
}
"""What to call a sort of name where its own word is ours."""


def together(problems: list[Finding]) -> list[Finding]:
    """The problems with each unknown name said once, at the first place, and the other places named there."""
    first: dict[object, Finding] = {}
    more: dict[object, list[Finding]] = {}
    keys = [one for one in problems if one.code == "catalogue.key"]
    misspelt = {(one.file, one.hint) for one in keys}
    unread = {(quoted(one), one.hint) for one in keys}
    at_keys = {(one.file, one.line) for one in keys}
    for one in sorted(problems, key=lambda one: (one.file or "", one.line or 0)):
        name = quoted(one)
        if one.code == "catalogue.missing" and (one.file, f"Did you mean {name}?") in misspelt:
            continue
        if one.code == "catalogue.reference" and (name, one.hint) in unread:
            continue
        if one.code == "catalogue.missing" and (one.file, one.line) in at_keys:
            continue
        same = one.code in ("catalogue.reference", "catalogue.kind", "catalogue.key") or is_field(one)
        fact = re.sub("`: .* is ", " is ", one.message) if is_field(one) else one.message
        key: object = (one.code, fact) if same else (one.file, one.line, one.code, one.message)
        if key in first:
            more.setdefault(key, []).append(one)
        else:
            first[key] = one
    return [_and_more(one, more.get(key, [])) for key, one in first.items()]


def quoted(one: Finding) -> str:
    """The name that a problem is about."""
    return one.message.partition("`")[2].partition("`")[0]


def is_field(one: Finding) -> bool:
    """Whether it is about a printed value: what is wrong with the type of a field is wrong in every entry."""
    return one.code == "catalogue.value" and bool(re.match("`[a-z-]+`: .* is (not|none) ", one.message))


def _and_more(one: Finding, others: list[Finding]) -> Finding:
    """A finding with the other places that have the same problem."""
    places = list(
        dict.fromkeys(f"{place_of(other)}" for other in others if (other.file, other.line) != (one.file, one.line))
    )
    if not places:
        return one
    told = ", ".join(places[:3]) + (f" and {len(places) - 3} more" if len(places) > 3 else "")
    return replace(one, message=f"{one.message[:-1]} (also in {told}).")


def place_of(one: Finding) -> str:
    """Where a problem is, without its folder."""
    return f"{(one.file or '').replace(chr(92), '/').rpartition('/')[2]}:{one.line}"
