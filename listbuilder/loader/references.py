"""References: every name in a game leads somewhere, also where what it may be depends on what stands around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from listbuilder.catalogue import Comparison, Entry, Form, Grant, Slot
from listbuilder.catalogue.card import CardTable
from listbuilder.catalogue.entry import Keyword, Table
from listbuilder.catalogue.forms import LIKE
from listbuilder.conditions import Condition
from listbuilder.loader.keywords import KeywordError, KeywordIndex
from listbuilder.loader.named import names_in, records_in
from listbuilder.loader.names import Names
from listbuilder.loader.parts import Origin
from listbuilder.loader.places import Place
from listbuilder.quantity import ADDED, Quantity
from listbuilder.rules.agree import Agree
from listbuilder.selectors import Range, Selector
from listbuilder.values import slug


class References(Names):
    """Checks everything in a game that names something else."""

    def check(self, value: object, place: Place) -> None:
        """Every name in a record and in all records inside it; `place` says where a way into it leads."""
        for record, path in records_in(value):
            for what, name, steps in names_in(record):
                self.known(what, name, place((*path, *steps)))
            around = AROUND.get(type(record))
            if around:
                around(self, record, lambda *steps, path=path: place((*path, *steps)))
            if isinstance(record, Entry):
                self.check_entry(record, place)

    def ids(self, kind: str, ids: Iterable[tuple[str, Origin]]) -> None:
        """Ids of one kind."""
        there = {entry.id for entry in self.game.entries if entry.kind == kind}
        for id, place in ids:
            self.known(kind, id, place, there)

    # What depends on what stands around it

    def check_entry(self, entry: Entry, place: Place) -> None:
        """What is offered in a slot is of the slot's kind; forms and rows say what they must."""
        for slot, offers in entry.offers.items():
            inner = entry.picks.get(slot)
            holding = [inner] if inner else [one.slots[slot] for one in self.sheets.values() if slot in one.slots]
            if holding or self.known("sheet slot", slot, place(("offers", slot))):
                named = [(one.entry, place(("offers", slot, at))) for at, one in enumerate(offers) if one.entry]
                kinds = {kind for id, _ in named for kind in self.kinds_of(id)}
                if holding and holding[0].kind not in self.all("kind"):
                    continue  # which is said where the slot stands
                if len(named) > 1 and len(kinds) == 1 and holding[0].kind not in kinds:
                    fact = f"The slot `{slot}` holds {holding[0].kind}, but what is offered is {kinds.pop()}."
                    self.problems.append(place(("offers", slot)).problem(fact, "Name another slot."))
                else:
                    self.ids(holding[0].kind, named)

    def kinds_of(self, id: str) -> set[str]:
        """The kinds of which there is something with an id."""
        return {entry.kind for entry in self.game.entries if entry.id == id}

    def check_slot(self, slot: Slot, at: Callable[..., Origin]) -> None:
        """What a slot holds by default is of its kind, and so is every row of the table it is rolled on."""
        if slot.default is not None and slot.kind in self.all("kind") and not self.game.find(slot.kind, slot.default):
            self.ids(slot.kind, [(slot.default, at("default"))])

    def check_grant(self, grant: Grant, at: Callable[..., Origin]) -> None:
        """Printed numbers, given entries of the slot's kind, given keywords as they are printed."""
        for slot, bonus in grant.fields.items():
            for name in bonus:
                self.known("printed number", name, at("fields", slot, name))
        for slot, given in grant.entries.items():
            kinds = [sheet.slots[slot].kind for sheet in self.sheets.values() if slot in sheet.slots]
            if kinds:
                self.ids(kinds[0], [(one.entry, at("entries", slot, n)) for n, one in enumerate(given)])
        for n, printed in enumerate(grant.keywords):
            self.check_keyword(printed, at("keywords", n))

    def check_keyword(self, printed: str, origin: Origin) -> None:
        """A keyword is printed in one of its forms."""
        try:
            KeywordIndex(self.game.entries).read(printed)
        except KeywordError as problem:
            if printed not in self.broken:
                fact, hint = problem.args
                self.problems.append(origin.problem(fact, hint, "catalogue.keyword"))

    def check_stacks(self, keyword: Keyword, at: Callable[..., Origin]) -> None:
        """What several of a keyword are read as is a keyword."""
        if keyword.stacks:
            self.check_keyword(keyword.stacks, at("stacks"))

    def check_form(self, form: Form, at: Callable[..., Origin]) -> None:
        """The values of a keyword's form are of types that exist, and all of them are printed."""
        for name, kind in form.values.items():
            if kind not in LIKE:
                self.known("type of value or kind", kind, at(name), {*LIKE, *self.all("kind")})
            if f"{{{name}}}" not in form.form:
                fact = f"The form {form.form!r} has no {{{name}}}."
                self.problems.append(at(name).problem(fact, f"Write {{{name}}} where it is printed.", "catalogue.idle"))

    def check_words(self, part: Selector, at: Callable[..., Origin]) -> None:
        """The game's own words of a selector, and the values they are compared with."""
        for field, values in part.fields.items():
            if self.known("field", field, at(field)):
                self.check_values(field, values, at(field))

    def check_values(self, field: str, values: Iterable[object], origin: Origin) -> None:
        """Values that something can have."""
        there = self.values[field]
        for value in values:
            if isinstance(value, Range):
                self.check_range(field, value, origin)
            elif there == {True} and value is not True:
                fact, hint = f"Players give their own names under `{field}`.", f"Write `{field}: true`: it names any."
                self.problems.append(origin.problem(fact, hint, "catalogue.value"))
            elif field in self.sheet_numbers and type(value) is not int:
                fact, hint = f"`{field}` is a number, and never {value!r}.", "Write a number, or `{min: …}`."
                self.problems.append(origin.problem(fact, hint, "catalogue.value"))
            elif there and not is_among(value, there) and str(value) not in self.broken:
                self.unknown(field, written(value), sorted(map(written, there)), origin)

    def check_range(self, field: str, wanted: Range, origin: Origin) -> None:
        """A range is asked of a number, and holds something that can be had."""
        there = [value for value in self.values[field] if type(value) is int]
        if field not in self.numbers():
            fact, hint = f"`{field}` is not a number.", "Write a value instead of `min` and `max`."
            self.problems.append(origin.problem(fact, hint, "catalogue.value"))
        elif self.values[field] and not any(wanted.holds(value) for value in there):
            fact, hint = f"No {field} is {wanted}.", f"There are {', '.join(map(str, sorted(there)[:12]))}."
            self.problems.append(origin.problem(fact, hint, "catalogue.reference"))
        elif told := self.beyond(field, wanted):
            self.problems.append(origin.problem(f"No {field} is {wanted}.", told, "catalogue.reference"))

    @cached_property
    def sheet_numbers(self) -> set[str]:
        """The names that are numbers of rows and nothing else."""
        fields = [(id, one) for sheet in self.sheets.values() for id, one in sheet.fields.items()]
        return {id for id, one in fields if one.counts} - {id for id, one in fields if not one.counts}

    def beyond(self, field: str, wanted: Range) -> str:
        """What a number field of the rows can be, where a range lies outside of it."""
        ends = [sheet.fields[field].ends for sheet in self.sheets.values() if field in sheet.fields]
        low = min([one for one, _ in ends if one is not None], default=None)
        high = None if any(one is None for _, one in ends) else max([one for _, one in ends if one], default=None)
        above = high is not None and wanted.min is not None and wanted.min > high
        below = low is not None and wanted.max is not None and wanted.max < low
        return f"It is from {low or 0} to {high}." if above else f"It is {low} or more." if below else ""

    def check_quantity(self, quantity: Quantity, at: Callable[..., Origin]) -> None:
        """What picks cost or print is added up of whole models that fit, or only of the picks that do."""
        key = next((one for one in ADDED if getattr(quantity, one) is not None), None)
        if key is None or quantity.where is None or quantity.from_ is not None:
            return
        name = getattr(quantity, key)
        if self.game.number_of(name)[0] in ("cost", "field"):
            fact = f"`{key}: {name}` with `where` does not say whose: whole models that fit, or only the picks that do."
            hint = "Write `from: models` or `from: picks`."
            self.problems.append(at(key).problem(fact, hint, "catalogue.value"))

    def check_condition(self, condition: Condition, at: Callable[..., Origin]) -> None:
        """The fields that a condition looks at are on some sheet, and can have that value."""
        there = {id for sheet in self.sheets.values() for id in sheet.fields}
        for name, values in condition.value.items():
            if self.known("field", name, at("value", name), there):
                self.check_values(name, values, at("value", name))

    def check_line(self, line: Comparison, at: Callable[..., Origin]) -> None:
        """What beats what is of the slot's kind; what must fit is a key of the list."""
        for key, name in (("same", line.same), ("differ", line.differ)):
            if name:
                self.known("slot or field of the list", name, at(key), {*self.game.list.slots, *self.game.list.fields})
        if line.slot and line.slot in self.game.list.slots:
            kind = self.game.list.slots[line.slot].kind
            self.ids(kind, [(id, at("beats", one)) for one, other in line.beats.items() for id in (one, other)])

    def check_table(self, table: CardTable, at: Callable[..., Origin]) -> None:
        """The columns of a card's table are fields that entries in its slot have."""
        slot = self.game.model.slots.get(table.slot)
        if slot is None:
            return
        spec = self.game.kinds.get(slot.kind)
        typed = set(spec.fields) if spec else set()
        held = [entry for entry in self.game.entries if entry.kind == slot.kind]
        having = {name for entry in held for name in self.fields_of(entry)}
        for name in table.columns if held else ():  # a slot that holds nothing is said where it stands
            self.known("field", name, at("columns", name), having | typed)

    def fields_of(self, entry: Entry) -> set[str]:
        """The names of everything that an entry can print."""
        return {*entry.fields, *(name.replace("_", "-") for name in vars(entry))}

    def check_agree(self, rule: Agree, at: Callable[..., Origin]) -> None:
        """Values that always go are values of the field."""
        for n, value in enumerate(rule.or_):
            there = set(map(str, self.entry_values.get(rule.field, ())))
            if there:
                self.known(rule.field, value, at("or", n), there)

    def check_rows(self, table: Table, at: Callable[..., Origin]) -> None:
        """The rows of a table that a slot is rolled on are entries of the slot's kind."""
        slots = [slot for sheet in self.sheets.values() for slot in sheet.slots.values() if slot.rolled == table.id]
        for slot in slots[:1]:
            kinds = {kind for text in table.rows.values() for kind in self.kinds_of(slug(text))}
            if len(table.rows) > 1 and len(kinds) == 1 and slot.kind not in kinds:
                fact = f"The rows of {table.name} are {min(kinds)}, but what is rolled on it is {slot.kind}."
                self.problems.append(at("rows").problem(fact, "Name another table, or correct the kind of the slot."))
                continue
            for row, text in table.rows.items():
                if self.game.find(slot.kind, text) is None:
                    self.ids(slot.kind, [(text, at("rows", row))])


def written(value: object) -> str:
    """A value as YAML has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def is_among(value: object, there: Iterable[object]) -> bool:
    """Whether a value is one of those there; true is not the number 1."""
    return any(value == one and isinstance(value, bool) == isinstance(one, bool) for one in there)


AROUND: dict[type, Callable[..., None]] = {
    Agree: References.check_agree,
    CardTable: References.check_table,
    Comparison: References.check_line,
    Condition: References.check_condition,
    Form: References.check_form,
    Grant: References.check_grant,
    Keyword: References.check_stacks,
    Quantity: References.check_quantity,
    Selector: References.check_words,
    Slot: References.check_slot,
    Table: References.check_rows,
}
"""The records with names that depend on what stands around them."""
