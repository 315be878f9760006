"""References: every name that an entry, rule or slot uses must exist, and every rule must be able to matter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from listbuilder.catalogue import Entry, Game, Grant, MemberField, ModelsField, NumberField
from listbuilder.finding import Finding
from listbuilder.loader.parts import Origin
from listbuilder.rules import Amount, Rule
from listbuilder.selectors import Selector
from listbuilder.spelling import did_you_mean

__all__ = ["References"]


ON_MODELS = frozenset({"spread", "unique"})
VALUES = {"number", "distance", "dice", "text", "entry"}


class References:
    """Checks names against what the game has; problems gather in `problems`.

    `broken` are ids and kinds of entries that could not be read: leading to one of them is not a second mistake.
    """

    def __init__(self, game: Game, problems: list[Finding], broken: frozenset[str] = frozenset()) -> None:
        self.game = game
        self.problems = problems
        self.broken = broken
        self.model_slots = set(game.model.slots) | set(game.model.of_type(ModelsField))
        self.list_slots = set(game.list.slots)
        self.slots = self.model_slots | self.list_slots | set(game.group.slots)
        self.kinds = {entry.kind for entry in game.entries} | set(game.kinds)
        self.ids = {entry.id for entry in game.entries}
        self.tags = {tag for entry in game.entries for tag in entry.tags}
        self.categories = {entry.category for entry in game.entries if entry.category}
        self.keywords = {id for entry in game.entries for id in entry.keyword_ids}
        self.values = self.known_values()

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
        for name, field in (*self.game.model.fields.items(), *self.game.group.of_type(MemberField).items()):
            found.setdefault(name, set()).update(field.asked)
        return found

    def check_slots(self, origin_of: Any) -> None:
        """Slots hold kinds that exist, fields spend budgets that exist."""
        for name in ("model", "list", "group"):
            sheet = getattr(self.game, name)
            for id, slot in sheet.slots.items():
                place = origin_of((name, "slots", id))
                self.known("kind", slot.kind, self.kinds, place)
                if slot.default is not None and not self.game.find(slot.kind, slot.default):
                    self.unknown("entry", slot.default, [e.id for e in self.game.entries if e.kind == slot.kind], place)
            for id, field in sheet.fields.items():
                place = origin_of((name, "fields", id))
                for what, used in field.names():
                    self.known(what, used, set({"stat": self.game.stats, "budget": self.game.budgets}[what]), place)
                if field.grants:
                    self.check_grant(field.grants, place)

    def check_entry(self, entry: Entry, origin: Origin) -> None:
        """Everything an entry refers to."""
        for grant in entry.effects:
            self.check_grant(grant, origin.at("grants"))
        if entry.needs:
            self.check_selector(entry.needs, origin.at("needs"))
        for form in getattr(entry, "forms", ()):
            for name, kind in form.values.items():
                if kind not in VALUES:
                    self.known("type of value or kind", kind, VALUES | self.kinds, origin.at("forms"))
                if f"{{{name}}}" not in form.form:
                    self.problems.append(
                        origin.at("forms").problem(f"The form {form.form!r} has no {{{name}}}.", "Add it.")
                    )
        if entry.picks:
            self.known("kind", entry.picks.kind, self.kinds, origin.at("picks"))
        for stat in getattr(entry, "stats", {}):
            self.known("stat", stat, set(self.game.stats), origin.at("stats", stat))
        if hasattr(entry, "stats"):
            missing = [id for id, stat in self.game.stats.items() if stat.base is None and id not in entry.stats]
            if missing:
                self.problems.append(
                    origin.at("stats").problem(f"{entry.name} lacks {', '.join(missing)}.", "Add them.")
                )
        for slot, offered in getattr(entry, "offers", {}).items():
            if self.known("slot", slot, set(self.game.model.slots), origin.at("offers", slot)):
                self.check_ids(self.game.model.slots[slot].kind, offered, origin.at("offers", slot))

    def check_grant(self, grant: Grant, origin: Origin) -> None:
        """Stats, slots, budgets, fields and entries of a grant exist."""
        for what, amounts, names in (
            ("stat", grant.stats, set(self.game.stats)),
            ("slot", grant.slots, self.slots),
            ("budget", grant.budgets, set(self.game.budgets)),
        ):
            for name, amount in amounts.items():
                if self.known(what, name, names, origin) and not isinstance(amount, int):
                    self.problems.append(origin.problem(f"`{name}: {amount}` is not a whole number."))
        for slot, bonus in grant.fields.items():
            self.known("slot", slot, self.slots, origin)
            for name in bonus:
                self.known("field", name, set(self.values), origin)
        for slot, ids in grant.entries.items():
            if self.known("slot", slot, set(self.game.model.slots) | self.list_slots, origin):
                sheet = self.game.model if slot in self.game.model.slots else self.game.list
                self.check_ids(sheet.slots[slot].kind, ids, origin)
        if grant.when:
            self.check_selector(grant.when.where, origin)

    def check_ids(self, kind: str, ids: tuple[str, ...], origin: Origin) -> None:
        """Ids of one kind."""
        known = {entry.id for entry in self.game.entries if entry.kind == kind}
        for id in ids:
            self.known(kind, id, known, origin)

    def check_rule(self, rule: Rule, origin: Origin) -> None:
        """Everything a rule refers to, and that it can matter at all."""
        for name, value in ((one.name, getattr(rule, one.name)) for one in fields(rule)):
            for selector in selectors_in(value):
                self.check_selector(selector, origin)
            if name in ("slot", "with_") and isinstance(value, str):
                self.known("slot", value, set(self.game.model.slots) if rule.kind in ON_MODELS else self.slots, origin)
            if isinstance(value, Amount) and value.field:
                self.known("number field", value.field, set(self.game.model.of_type(NumberField)), origin)
            if name in ("by", "same", "field", "their") and isinstance(value, str) and value != "entry":
                self.known("field", value, set(self.values), origin)
            if name == "entries" and isinstance(value, tuple):
                for id in value:
                    self.known("entry", id, self.ids, origin)
        if hasattr(rule, "max") and hasattr(rule, "min") and rule.max is None and not can_bind(rule.min):
            self.problems.append(
                origin.problem(f"Rule {rule.id} changes nothing: no `min` or `max`.", "Add one.", "catalogue.rule")
            )

    def check_selector(self, selector: Selector, origin: Origin) -> None:
        """Each word of a selector can be true for something."""
        for part in selector.parts():
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


def can_bind(least: Amount | None) -> bool:
    """Whether a minimum asks for anything."""
    return least is not None and not (least.plain and least.plus <= 0)


def selectors_in(value: object) -> Iterator[Selector]:
    """Every selector in a rule's parameter."""
    if isinstance(value, Selector):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from selectors_in(item)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from selectors_in(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            yield from selectors_in(getattr(value, one.name))
