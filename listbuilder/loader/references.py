"""References: every name that an entry, rule or slot uses must exist, and every rule must be able to matter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from listbuilder.catalogue import Entry, Grant, SizeField, Slot
from listbuilder.loader.names import Names
from listbuilder.loader.parts import Origin
from listbuilder.quantity import Quantity
from listbuilder.rules import Rule

__all__ = ["References"]


VALUES = {"number", "distance", "dice", "text", "entry"}


class References(Names):
    """Checks everything in a game that names something else."""

    # The head

    def check_slots(self, origin_of: Any) -> None:
        """Slots hold kinds that exist, fields use names that exist."""
        names = {"stat": set(self.game.stats), "budget": set(self.game.budgets)}
        for name, sheet in self.sheets.items():
            for id, slot in sheet.slots.items():
                self.check_slot(slot, origin_of((name, "slots", id)))
            for id, field in sheet.fields.items():
                place = origin_of((name, "fields", id))
                for what, used in field.names():
                    self.known(what, used, names[what], place)
                for grant in field.grants_of(id):
                    self.check_grant(grant, place)

    def check_slot(self, slot: Slot, place: Origin) -> None:
        """One slot: its kind, its default, which entries fit, when it is open."""
        there = self.known("kind", slot.kind, self.kinds, place.at("kind"))
        if there and slot.default is not None and not self.game.find(slot.kind, slot.default):
            known = [one.id for one in self.game.entries if one.kind == slot.kind]
            self.unknown("entry", slot.default, known, place.at("default"))
        self.check_inside(slot, place)
        if slot.rolled:
            tables = {one.id for one in self.game.entries if hasattr(one, "row")}
            self.known("table", slot.rolled, tables, place.at("rolled"))

    def check_play(self, origin_of: Any) -> None:
        """Missions, matches, headers, formats and bans use names that exist."""
        game = self.game
        if game.mission:
            self.known("kind", game.mission.kind, self.kinds, origin_of(("mission", "kind")))
        for at, line in enumerate(game.match):
            place = origin_of(("match", at))
            self.check_inside(line, place)
            if line.slot and self.known("slot", line.slot, set(game.list.slots), place.at("slot")):
                kind = game.list.slots[line.slot].kind
                self.check_ids(kind, [*line.beats, *line.beats.values()], place.at("beats"))
        for at, header in enumerate(game.headers):
            self.check_inside(header, origin_of(("headers", at)))
        for at, selector in enumerate(game.ban):
            self.check_selector(selector, origin_of(("ban", at)))
        rules = self.rule_ids()
        for at, id in enumerate(game.without):
            self.known("rule", id, rules, origin_of(("without", at)))
        for at, format_ in enumerate(game.formats):
            place = origin_of(("formats", at))
            for id in format_.without:
                self.known("rule", id, rules, place.at("without"))
            for id in format_.limits:
                self.known("currency", id, set(game.currencies), place.at("limits", id))

    # Entries

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
        for id, slot in entry.picks.items():
            self.check_slot(slot, origin.at("picks") if id == "picks" else origin.at("picks", id))
        for stat in entry.stats:
            self.known("stat", stat, set(self.game.stats), origin.at("stats", stat))
        self.check_statline(entry, origin)
        for name, offers in entry.offers.items():
            self.check_offers(entry, name, offers, origin.at("offers", name))
        if isinstance(entry.limit, Quantity):
            self.check_inside(entry.limit, origin.at("limit"))
        for goal in getattr(entry, "goals", ()):
            self.known("entry", goal, self.ids, origin.at("goals"))
        if entry.size and not self.game.model.of_type(SizeField):
            hint = "Add `size: {type: size}` to the fields of the model."
            self.problems.append(origin.at("size").problem("`size` has no effect: models have no size.", hint))

    def check_statline(self, entry: Entry, origin: Origin) -> None:
        """A unit has every stat that has no base."""
        from listbuilder.catalogue.entry import Unit

        missing = [id for id, stat in self.game.stats.items() if stat.base is None and id not in entry.stats]
        if isinstance(entry, Unit) and missing:
            self.problems.append(origin.at("stats").problem(f"{entry.name} lacks {', '.join(missing)}.", "Add them."))

    def check_offers(self, entry: Entry, slot: str, offers: Iterable[Any], origin: Origin) -> None:
        """What is offered in a slot exists, and its price is in a currency that exists."""
        if slot in entry.picks:
            kind = entry.picks[slot].kind
        else:
            known = {id for sheet in self.sheets.values() for id in sheet.slots}
            if not self.known("slot", slot, known, origin):
                return
            kind = next(sheet.slots[slot].kind for sheet in self.sheets.values() if slot in sheet.slots)
        for at, offer in enumerate(offers):
            if offer.entry:
                self.check_ids(kind, (offer.entry,), origin.at(at))
            self.check_inside(offer, origin.at(at))
            for id in offer.cost if isinstance(offer.cost, Mapping) else ():
                self.known("currency", id, {*self.game.currencies, *self.game.budgets}, origin.at(at, "cost"))

    def check_grant(self, grant: Grant, origin: Origin) -> None:
        """Stats, slots, budgets, limits, fields, entries and tags of a grant exist."""
        for what, changes, names in (
            ("stat", grant.stats, set(self.game.stats)),
            ("slot", grant.slots, self.rooms),
            ("budget", grant.budgets, set(self.game.budgets)),
        ):
            for name, change in changes.items():
                if self.known(what, name, names, origin) and isinstance(change.add, str):
                    self.problems.append(origin.problem(f"`{name}: {change.add}` is not a whole number."))
        for name in grant.limits:
            self.known("rule", name, self.rule_ids(), origin)
        for slot, bonus in grant.fields.items():
            self.known("slot", slot, self.slots | {"self"}, origin)
            for name in bonus:
                money = {*self.game.currencies, *self.game.budgets, "cost"}
                self.known("printed number", name, (self.numbers - set(self.game.stats)) | money, origin)
        for slot, given in grant.entries.items():
            sheets = [sheet for sheet in self.sheets.values() if slot in sheet.slots]
            if self.known("slot", slot, self.slots - self.inner_slots, origin) and sheets:
                self.check_ids(sheets[0].slots[slot].kind, [one.entry for one in given], origin)
        self.check_inside(grant, origin)

    def check_ids(self, kind: str, ids: Iterable[str], origin: Origin) -> None:
        """Ids of one kind."""
        known = {entry.id for entry in self.game.entries if entry.kind == kind}
        for id in ids:
            self.known(kind, id, known, origin)

    # Rules

    def check_rule(self, rule: Rule, origin: Origin) -> None:
        """Everything a rule refers to, and that it can matter at all."""
        self.check_inside(rule, origin)
        for name, value in ((one.name, getattr(rule, one.name)) for one in fields(rule)):
            if name in ("slot", "with_") and isinstance(value, str):
                self.known("slot", value, set(self.game.list.slots) if name == "with_" else self.slots, origin)
            if name in ("by", "same", "their") and isinstance(value, str) and value not in ("entry", "group"):
                self.known("field", value, set(self.values) | self.slots, origin)
            if name == "field" and isinstance(value, str):
                known = self.numbers if rule.kind == "points" else set(self.values)
                self.known("number" if rule.kind == "points" else "field", value, known, origin)
            if name == "over" and value == "group" and not self.game.model.group_key:
                hint = "Add a field of type `group` to models, or judge another part."
                self.problems.append(origin.problem("`over: group` has no effect: there are no groups.", hint))
            if name == "entries" and isinstance(value, tuple):
                for id in value:
                    self.known("entry", id, self.ids, origin)
        if hasattr(rule, "max") and hasattr(rule, "min") and rule.max is None and not can_bind(rule.min):
            self.problems.append(
                origin.problem(f"Rule {rule.id} changes nothing: no `min` or `max`.", "Add one.", "catalogue.rule")
            )


def can_bind(least: Quantity | None) -> bool:
    """Whether a minimum asks for anything."""
    return least is not None and not (least.fixed is not None and least.fixed <= 0)
