"""The names that a game has, and the check of whatever uses one: selectors, quantities and conditions in any record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from listbuilder.catalogue import Game
from listbuilder.conditions import Condition
from listbuilder.finding import Finding
from listbuilder.loader.parts import Origin
from listbuilder.quantity import Quantity
from listbuilder.selectors import Selector
from listbuilder.slot_rules import standing_rules
from listbuilder.spelling import did_you_mean

__all__ = ["Names"]


class Names:
    """Checks names against what the game has; problems gather in `problems`.

    `broken` are ids and kinds of entries that could not be read: leading to one of them is not a second mistake.
    """

    def __init__(self, game: Game, problems: list[Finding], broken: frozenset[str] = frozenset()) -> None:
        self.game = game
        self.problems = problems
        self.broken = broken
        self.sheets = {"model": game.model, "list": game.list, "group": game.group}
        self.inner_slots = {id for entry in game.entries for id in entry.picks}
        self.slots = {id for sheet in self.sheets.values() for id in sheet.slots} | self.inner_slots
        rooms = {id for sheet in self.sheets.values() for id, one in sheet.fields.items() if one.room is not None}
        self.rooms = {id for sheet in self.sheets.values() for id in sheet.slots} | rooms
        self.kinds = {entry.kind for entry in game.entries} | set(game.kinds)
        self.ids = {entry.id for entry in game.entries}
        self.tags = {tag for entry in game.entries for tag in entry.tags} | self.given_tags()
        self.categories = {entry.category for entry in game.entries if entry.category}
        self.keywords = {id for entry in game.entries for id in entry.keyword_ids}
        self.values = self.known_values()
        self.numbers = self.known_numbers()

    def given_tags(self) -> set[str]:
        """The tags that grants give."""
        return {tag for entry in self.game.entries for grant in entry.effects for tag in grant.tags}

    def known_values(self) -> dict[str, set[object]]:
        """Per field name, the values that entries or models can have; an empty set means any."""
        found: dict[str, set[object]] = {}
        for entry in self.game.entries:
            typed = {one.name for one in fields(entry)} - {"fields"}
            for name in (*entry.fields, *typed):
                value = entry.field(name)
                if value is not None:
                    plain = value if isinstance(value, str | int | tuple) else str(value)
                    found.setdefault(name.replace("_", "-"), set()).update(
                        plain if isinstance(plain, tuple) else [plain]
                    )
        for sheet in self.sheets.values():
            for name, field in sheet.fields.items():
                found.setdefault(name, set()).update(field.asked)
        return found

    def known_numbers(self) -> set[str]:
        """The names of everything that can be added up."""
        game = self.game
        printed = {name for name, values in self.values.items() if any(type(one) is int for one in values)}
        typed = {name for spec in game.kinds.values() for name, one in spec.fields.items() if one.is_number}
        return {*game.numbers, *printed, *typed, "range", "damage"}

    def rule_ids(self) -> set[str]:
        """The ids of all rules of the game, standing ones included."""
        game = self.game
        carried = [rule for entry in game.entries for rule in entry.rules]
        carried += [rule for e in game.entries for role in getattr(e, "roles", {}).values() for rule in role.rules]
        carried += [rule for one in game.formats for rule in one.rules]
        return {rule.id for rule in (*game.rules, *carried, *standing_rules(game))}

    def check_inside(self, value: object, origin: Origin) -> None:
        """The selectors, quantities and conditions in a record."""
        for one in records_in(value):
            if isinstance(one, Selector):
                self.check_words(one, origin)
            elif isinstance(one, Quantity):
                self.check_quantity(one, origin)
            elif isinstance(one, Condition):
                for id in one.format:
                    self.known("format", id, {format_.id for format_ in self.game.formats}, origin)
                for name in one.value:
                    known = {id for sheet in self.sheets.values() for id in sheet.fields}
                    self.known("field", name, known, origin)

    def check_quantity(self, quantity: Quantity, origin: Origin) -> None:
        """The numbers, limits and parts that a quantity names."""
        for name in (quantity.sum, quantity.highest, quantity.lowest):
            if name:
                self.known("number", name, self.numbers, origin)
        if quantity.limit:
            self.known("currency", quantity.limit, {*self.game.currencies, "cost"}, origin)
        parts = {"main", "all"}
        for id, field in self.game.model.fields.items():
            if field.stands_apart:
                parts |= {str(one) for one in field.asked if isinstance(one, str)} or {id}
        self.known("part", quantity.part, parts, origin)
        if quantity.in_ == "group" and not self.game.model.group_key:
            self.problems.append(origin.problem("`in: group` has no effect: there are no groups.", "Take it out."))

    def check_selector(self, selector: Selector, origin: Origin) -> None:
        """Each word of a selector, and of those inside it, can be true for something."""
        for part in selector.parts():
            self.check_words(part, origin)

    def check_words(self, part: Selector, origin: Origin) -> None:
        """Each word of one selector can be true for something."""
        for what, given, names in (
            ("entry", part.entry, self.ids),
            ("kind", part.kind, self.kinds),
            ("slot", part.slot, self.slots),
            ("tag", part.tag, self.tags),
            ("category", part.category, self.categories),
            ("keyword", part.keyword, self.keywords),
        ):
            for name in given:
                self.known(what, name, names, origin)
        kinds = self.game.group.fields.get("kind")
        for name in part.group:
            self.known("kind of group", name, set(map(str, kinds.choices)) if kinds else set(), origin)
        for field, values in part.fields.items():
            if self.known("field", field, set(self.values), origin):
                for value in values:
                    if self.values[field] and value not in self.values[field]:
                        self.unknown(field, str(value), sorted(map(str, self.values[field])), origin)

    def known(self, what: str, name: str, names: set[str], origin: Origin) -> bool:
        """Whether a name exists; a problem when it does not."""
        if name not in names and name not in self.broken:
            self.unknown(what, name, sorted(names), origin)
        return name in names

    def unknown(self, what: str, name: str, names: list[str], origin: Origin) -> None:
        """Note a name that does not exist."""
        hint = did_you_mean(name, names) or (f"There are {', '.join(names[:12])}." if names else "")
        self.problems.append(origin.problem(f"There is no {what} `{name}`.", hint, "catalogue.reference"))


def records_in(value: object) -> Iterator[object]:
    """Every record in a value, itself included; those of the catalogue's own parts only once."""
    if isinstance(value, tuple):
        for item in value:
            yield from records_in(item)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from records_in(item)
    elif is_dataclass(value) and not isinstance(value, type):
        yield value
        for one in fields(value):
            yield from records_in(getattr(value, one.name))
