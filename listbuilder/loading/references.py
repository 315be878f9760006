"""References: checks that every name used in a game exists. An unknown name is a finding with "did you mean".

Most keys declare the sort of name that they hold. `CONTEXT_CHECKS` has the rest: names whose meaning depends on the
record around them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from functools import cached_property

from listbuilder.base.findings import Finding
from listbuilder.base.records import file_keys, references, yaml_key
from listbuilder.base.values import slug
from listbuilder.catalogue import (
    ENTRY_TYPES,
    Comparison,
    Entry,
    FieldValue,
    Form,
    Game,
    Grant,
    ModelsField,
    Slot,
    ValueChange,
)
from listbuilder.catalogue.card_design import CardTable
from listbuilder.catalogue.effects.parts import PlayTerm
from listbuilder.catalogue.entries import Keyword, Table, use_of, value_of_text
from listbuilder.catalogue.evaluation_order import all_grants
from listbuilder.catalogue.grants import OWN_TARGETS
from listbuilder.catalogue.printed_names import LIKE
from listbuilder.catalogue.query import SUM_KEYS, Condition, Quantity, Range, Selector
from listbuilder.catalogue.rules.agree import Agree
from listbuilder.catalogue.rules.implied import implied_rules
from listbuilder.loading.keyword_links import KeywordError, KeywordIndex
from listbuilder.loading.raw_parts import Origin
from listbuilder.loading.source_places import Place
from listbuilder.storage.reading import Path

ValuesByName = dict[str, set[object]]
VALUES_OF_KINDS = ("range", "damage")
"""The printed values that built-in kinds have, beside those a game declares."""


def records_in(value: object, path: Path = ()) -> Iterator[tuple[object, Path]]:
    """Every record in a value, itself included, with the path to it; keys that the loader fills in are left out."""
    if isinstance(value, tuple):
        for at, item in enumerate(value):
            yield from records_in(item, (*path, at))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from records_in(item, (*path, key))
    elif hasattr(value, "record_names") and not isinstance(value, type):
        yield value, path
        for name in file_keys(type(value)):
            yield from records_in(getattr(value, name), (*path, yaml_key(name)))


def names_in(record: object) -> Iterator[tuple[str, str, Path]]:
    """Every name that a record itself uses: its sort, the name, and the path to it."""
    cls: type = type(record)
    for key, mark in references(cls).items():
        sort, value = mark.sorts[0], getattr(record, key)
        # `CONTEXT_CHECKS` has the former; the terms of play are checked by `effect_checks`.
        if sort == "context" or isinstance(mark, PlayTerm):
            continue
        if isinstance(value, str) and value:
            yield sort, value, (yaml_key(key),)
        elif isinstance(value, tuple):
            yield from ((sort, name, (yaml_key(key), at)) for at, name in enumerate(value))
        elif isinstance(value, Mapping):
            yield from ((sort, name, (yaml_key(key), name)) for name in value)


class References:
    """Checks everything in a game that names something else; findings are appended to `problems`.

    `broken` are names of entries and rules that could not be read: a reference to one of them is not a second mistake.
    """

    def __init__(self, game: Game, problems: list[Finding], broken: frozenset[str] = frozenset()) -> None:
        self.game = game
        self.problems = problems
        self.broken = broken
        self.sheets = {"model": game.model, "list": game.list, "group": game.group}
        self.names_by_sort: dict[str, set[str]] = {}

    def check(self, value: object, place: Place) -> None:
        """Check every name in a record and in all records inside it; `place` maps a path in it to its file and line."""
        for record, path in records_in(value):
            for what, name, steps in names_in(record):
                self.check_name(what, name, place((*path, *steps)))
            check_context = CONTEXT_CHECKS.get(type(record))
            if check_context:
                check_context(self, record, lambda *steps, path=path: place((*path, *steps)))
            if isinstance(record, Entry):
                self.check_entry(record, place)

    def check_ids(self, kind: str, ids: Iterable[tuple[str, Origin]]) -> None:
        """Check ids of entries of one kind."""
        there = {entry.id for entry in self.game.entries if entry.kind == kind}
        for id, place in ids:
            self.check_name(kind, id, place, there)

    # Checks that depend on the record around a name

    def check_entry(self, entry: Entry, place: Place) -> None:
        """Entries offered in a slot are of the slot's kind."""
        for slot, offers in entry.offers.items():
            inner = entry.picks.get(slot)
            holding = [inner] if inner else [one.slots[slot] for one in self.sheets.values() if slot in one.slots]
            if holding or self.check_name("sheet slot", slot, place(("offers", slot))):
                named = [(one.entry, place(("offers", slot, at))) for at, one in enumerate(offers) if one.entry]
                kinds = {kind for id, _ in named for kind in self.kinds_of(id)}
                if holding and holding[0].kind not in self.names("kind"):
                    # Reported at the slot itself.
                    continue
                # All of another kind: then the slot is wrong, not every name.
                if len(named) > 1 and len(kinds) == 1 and holding[0].kind not in kinds:
                    fact = f"The slot `{slot}` holds {holding[0].kind}, but what is offered is {kinds.pop()}."
                    self.problems.append(place(("offers", slot)).problem(fact, "Name another slot."))
                else:
                    self.check_ids(holding[0].kind, named)

    def kinds_of(self, id: str) -> set[str]:
        """The kinds that have an entry with this id."""
        return {entry.kind for entry in self.game.entries if entry.id == id}

    def check_slot(self, slot: Slot, at: Callable[..., Origin]) -> None:
        """The default of a slot is of the slot's kind."""
        for one in slot.default if slot.kind in self.names("kind") else ():
            if not self.game.find(slot.kind, one.entry):
                self.check_ids(slot.kind, [(one.entry, at("default"))])

    def check_grant(self, grant: Grant, at: Callable[..., Origin]) -> None:
        """Changed fields are printed numbers, given entries are of the slot's kind, given keywords exist."""
        for slot, bonus in grant.fields.items():
            for name, change in bonus.items():
                if self.check_name("printed value", name, at("fields", slot, name)):
                    self.check_words(change, self.kinds_in(slot), name, at("fields", slot, name))
        for slot, given in grant.entries.items():
            kinds = [sheet.slots[slot].kind for sheet in self.sheets.values() if slot in sheet.slots]
            if kinds:
                self.check_ids(kinds[0], [(one.entry, at("entries", slot, n)) for n, one in enumerate(given)])
        for n, printed in enumerate(grant.keywords):
            self.check_keyword(printed, at("keywords", n))

    def check_words(self, change: ValueChange, kinds: set[str], name: str, origin: Origin) -> None:
        """What is written in the place of a value is a value of that type; only words are appended to."""
        if change.write is None and change.append is None:
            return
        types = {one.type: one for kind in kinds if (one := self.game.field_type(kind, name))}
        samples = [one for kind in kinds for one in self.samples.get((kind, name), {}).values()] if not types else []
        typed = [*((None, one) for one in types.values()), *((one, None) for one in samples)]
        for value, one in typed:
            number = one.is_number if one else not isinstance(value, str | tuple)
            if change.append is not None and number:
                fact = f"`{name}` is not text that `append` could add to."
                self.problems.append(
                    origin.problem(fact, "Write `add`, or `write` the whole value.", "catalogue.value")
                )
            try:
                value_of_text(change.write, value, one) if change.write is not None else None
            except ValueError as problem:
                hint = "Write it as it is printed there."
                self.problems.append(origin.problem(f"`{name}`: {problem}.", hint, "catalogue.value"))

    @cached_property
    def samples(self) -> dict[tuple[str, str], dict[type, FieldValue]]:
        """Per kind and name, a printed value of each type that entries have under it."""
        found: dict[tuple[str, str], dict[type, FieldValue]] = {}
        for entry in self.game.entries:
            for name in (*entry.values, *VALUES_OF_KINDS):
                if (value := entry.field(name)) is not None:
                    found.setdefault((entry.kind, name), {})[type(value)] = value
        return found

    def kinds_in(self, slot: str) -> set[str]:
        """The kinds that a slot of rows or entries holds; what is no slot may be of any kind."""
        return self.names("kind") if slot in OWN_TARGETS else self.slot_kinds.get(slot, set())

    @cached_property
    def slot_kinds(self) -> dict[str, set[str]]:
        """Per slot of rows and entries, the kinds that it holds."""
        found: dict[str, set[str]] = {}
        for slots in (*(sheet.slots for sheet in self.sheets.values()), *(entry.picks for entry in self.game.entries)):
            for id, slot in slots.items():
                found.setdefault(id, set()).add(slot.kind)
        return found

    def check_keyword(self, printed: str, origin: Origin) -> None:
        """A printed keyword matches a form of some keyword."""
        try:
            KeywordIndex(self.game.entries).read(printed)
        except KeywordError as problem:
            if printed not in self.broken:
                fact, hint = problem.args
                self.problems.append(origin.problem(fact, hint, "catalogue.keyword"))

    def check_keyword_stacks(self, keyword: Keyword, at: Callable[..., Origin]) -> None:
        """The keyword that several copies of one stack to exists."""
        if keyword.stacks:
            self.check_keyword(keyword.stacks, at("stacks"))

    def check_form(self, form: Form, at: Callable[..., Origin]) -> None:
        """The values of a keyword's form have known types, and each stands in the form."""
        for name, kind in form.values.items():
            if kind not in LIKE:
                self.check_name("type of value or kind", kind, at(name), {*LIKE, *self.names("kind")})
            if f"{{{name}}}" not in form.form:
                fact = f"The form {form.form!r} has no {{{name}}}."
                self.problems.append(at(name).problem(fact, f"Write {{{name}}} where it is printed.", "catalogue.idle"))

    def check_selector(self, part: Selector, at: Callable[..., Origin]) -> None:
        """The game's own fields in a selector exist, and can have the values that they are compared with."""
        for field, values in part.fields.items():
            if field not in self.names("field") and field in {*self.names("slot"), *self.names("kind")}:
                first = next((one for one in values if isinstance(one, str)), "…")
                fact, hint = f"`{field}` is no field that can be compared.", f"Write `entry: {first}`."
                self.problems.append(at(field).problem(fact, hint, "catalogue.reference"))
            elif self.check_name("field", field, at(field)):
                self.check_values(field, values, at(field))

    def check_values(self, field: str, values: Iterable[object], origin: Origin) -> None:
        """Each value is one that the field can have."""
        there = self.values[field]
        for value in values:
            if isinstance(value, Range):
                self.check_range(field, value, origin)
            # The field names models, whose names only players know.
            elif there == {True} and value is not True:
                fact, hint = f"Players give their own names under `{field}`.", f"Write `{field}: true`: it names any."
                self.problems.append(origin.problem(fact, hint, "catalogue.value"))
            elif field in self.sheet_numbers and type(value) is not int:
                fact, hint = f"`{field}` is a number, and never {value!r}.", "Write a number, or `{min: …}`."
                self.problems.append(origin.problem(fact, hint, "catalogue.value"))
            elif there and not is_among(value, there) and str(value) not in self.broken:
                self.report_unknown(field, yaml_text(value), sorted(map(yaml_text, there)), origin)

    def check_range(self, field: str, wanted: Range, origin: Origin) -> None:
        """A range is compared with a number, and contains a value that the number can have."""
        there = [value for value in self.values[field] if type(value) is int]
        if field not in self.numbers():
            fact, hint = f"`{field}` is not a number.", "Write a value instead of `min` and `max`."
            self.problems.append(origin.problem(fact, hint, "catalogue.value"))
        elif self.values[field] and not any(wanted.contains(value) for value in there):
            fact, hint = f"No {field} is {wanted}.", f"There are {', '.join(map(str, sorted(there)[:12]))}."
            self.problems.append(origin.problem(fact, hint, "catalogue.reference"))
        elif hint := self.bounds_hint(field, wanted):
            self.problems.append(origin.problem(f"No {field} is {wanted}.", hint, "catalogue.reference"))

    @cached_property
    def sheet_numbers(self) -> set[str]:
        """The fields that are numbers on every sheet that has them."""
        fields = [(id, one) for sheet in self.sheets.values() for id, one in sheet.fields.items()]
        return {id for id, one in fields if one.counts} - {id for id, one in fields if not one.counts}

    def bounds_hint(self, field: str, wanted: Range) -> str:
        """A hint with the bounds of a number field where a range lies outside of them, else empty."""
        ends = [sheet.fields[field].bounds for sheet in self.sheets.values() if field in sheet.fields]
        low = min([one for one, _ in ends if one is not None], default=None)
        high = None if any(one is None for _, one in ends) else max([one for _, one in ends if one], default=None)
        above = high is not None and wanted.min is not None and wanted.min > high
        below = low is not None and wanted.max is not None and wanted.max < low
        return f"It is from {low or 0} to {high}." if above else f"It is {low} or more." if below else ""

    def check_quantity(self, quantity: Quantity, at: Callable[..., Origin]) -> None:
        """A sum of costs or printed numbers with `where` says whether it filters models or picks."""
        key = next((one for one in SUM_KEYS if getattr(quantity, one) is not None), None)
        if key is None or quantity.where is None or quantity.from_ is not None:
            return
        name = getattr(quantity, key)
        if self.game.number_of(name)[0] in ("cost", "field"):
            fact = f"`{key}: {name}` with `where` does not say whose: whole models that fit, or only the picks that do."
            hint = "Write `from: models` or `from: picks`."
            self.problems.append(at(key).problem(fact, hint, "catalogue.value"))

    def check_condition(self, condition: Condition, at: Callable[..., Origin]) -> None:
        """The fields in a condition are on some sheet, and can have the value."""
        there = {id for sheet in self.sheets.values() for id in sheet.fields}
        for name, values in condition.value.items():
            if self.check_name("field", name, at("value", name), there):
                self.check_values(name, values, at("value", name))

    def check_comparison(self, line: Comparison, at: Callable[..., Origin]) -> None:
        """The entries in `beats` are of the slot's kind; `same` and `differ` name a slot or field of the list."""
        for key, name in (("same", line.same), ("differ", line.differ)):
            if name:
                self.check_name(
                    "slot or field of the list", name, at(key), {*self.game.list.slots, *self.game.list.fields}
                )
        if line.slot and line.slot in self.game.list.slots:
            kind = self.game.list.slots[line.slot].kind
            self.check_ids(kind, [(id, at("beats", one)) for one, other in line.beats.items() for id in (one, other)])

    def check_card_table(self, table: CardTable, at: Callable[..., Origin]) -> None:
        """The columns of a card's table are fields that entries in its slot have."""
        slot = self.game.model.slots.get(table.slot)
        if slot is None:
            return
        spec = self.game.kinds.get(slot.kind)
        typed = set(spec.fields) if spec else set()
        held = [entry for entry in self.game.entries if entry.kind == slot.kind]
        having = {name for entry in held for name in self.fields_of(entry)}
        # A slot without entries is reported at the slot itself.
        for name in table.columns if held else ():
            self.check_name("field", name, at("columns", name), having | typed)

    def fields_of(self, entry: Entry) -> set[str]:
        """The names of all fields of an entry, its own and the built-in ones."""
        return {*entry.fields, *(name.replace("_", "-") for name in vars(entry))}

    def check_agree(self, rule: Agree, at: Callable[..., Origin]) -> None:
        """Values that a rule always accepts are values of the field."""
        for n, value in enumerate(rule.or_):
            there = set(map(str, self.entry_values.get(rule.field, ())))
            if there:
                self.check_name(rule.field, value, at("or", n), there)

    def check_table_rows(self, table: Table, at: Callable[..., Origin]) -> None:
        """The rows of a table that a slot is rolled on are entries of the slot's kind."""
        slots = [slot for sheet in self.sheets.values() for slot in sheet.slots.values() if slot.rolled == table.id]
        checked: set[str] = set()
        for slot in slots:
            if slot.kind in checked:
                continue
            checked.add(slot.kind)
            # If all rows name entries of one other kind, the table is wrong for the slot: one finding instead of one
            # for each.
            kinds = {kind for text in table.rows.values() for kind in self.kinds_of(slug(text))}
            if len(table.rows) > 1 and len(kinds) == 1 and slot.kind not in kinds:
                fact = f"The rows of {table.name} are {min(kinds)}, but what is rolled on it is {slot.kind}."
                self.problems.append(at("rows").problem(fact, "Name another table, or correct the kind of the slot."))
                continue
            for row, text in table.rows.items():
                if self.game.find(slot.kind, text) is None:
                    self.check_ids(slot.kind, [(text, at("rows", row))])

    # Which names exist

    def check_name(self, what: str, name: str, origin: Origin, names: set[str] | None = None) -> bool:
        """Whether a name of one sort exists; reports it if not. `names` replaces the names of that sort."""
        there = self.names(what) if names is None else names
        if name not in there and name not in self.broken:
            self.report_unknown(SORT_WORDS.get(what, what), name, sorted(there), origin)
        return name in there

    def report_unknown(self, what: str, name: str, names: list[str], origin: Origin) -> None:
        """Report a name that does not exist."""
        if what == "role" and "role" not in self.game.list.fields:
            fact, hint = "Nobody can play a role: the list has no field `role`.", "Add it: `role: {type: word}`."
            self.problems.append(origin.problem(fact, hint, "catalogue.reference"))
            return
        self.problems.append(origin.unknown_name(what, name, names))

    def names(self, what: str) -> set[str]:
        """All names of one sort, cached."""
        # Every name of a game asks for the names of its sort.
        if what not in self.names_by_sort:
            self.names_by_sort[what] = set(NAME_SORTS[what](self))
        return self.names_by_sort[what]

    @cached_property
    def sheet_slots(self) -> set[str]:
        """The slots of models, groups and the list."""
        return {id for sheet in self.sheets.values() for id in sheet.slots}

    @cached_property
    def inner_slots(self) -> set[str]:
        """The slots inside entries."""
        return {id for entry in self.game.entries for id in entry.picks}

    @cached_property
    def values(self) -> ValuesByName:
        """Per field name, the values that entries or rows can have; an empty set means any."""
        found: ValuesByName = {name: set(values) for name, values in self.entry_values.items()}
        for sheet in self.sheets.values():
            for name, field in sheet.fields.items():
                asked = field.selector_values
                # An entry and a sheet may share a field name. If either accepts any value, so does the name.
                found[name] = found.get(name, set()) | asked if asked else set()
        return found

    @cached_property
    def entry_values(self) -> ValuesByName:
        """Per field name, the values that entries have, or may have because their kind lists them."""
        found: ValuesByName = {}
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
        """The names of all numbers that can be summed."""
        return {*self.game.numbers, *self.printed_numbers()}

    def printed_numbers(self) -> set[str]:
        """The numbers that are printed on entries."""
        # Numbers of the records themselves, which no game prints, are left out at the end.
        whole = {name for name, values in self.entry_values.items() if any(type(one) is int for one in values)}
        typed = {name for spec in self.game.kinds.values() for name, one in spec.fields.items() if one.is_number}
        own = {name for entry in self.game.entries for name in entry.values}
        return (whole | typed | own | {*VALUES_OF_KINDS}) - {"limit", "counts", "sample", "flavour", "unknown"}

    def printed_values(self) -> set[str]:
        """The printed values that grants change: numbers, and words of the game's own."""
        words = {name for spec in self.game.kinds.values() for name in spec.fields}
        return self.printed_numbers() | words | {*self.names("price"), "cost"}

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
        return {rule.id for rule in (*game.rules, *carried, *implied_rules(game))}

    def parts(self) -> set[str]:
        """The parts of a list that a quantity may ask about."""
        found = {"main", "all"}
        for id, field in self.game.model.fields.items():
            if field.can_move_to_part:
                found |= {str(one) for one in field.selector_values if isinstance(one, str)} or {id}
        return found

    def limited(self) -> set[str]:
        """The currencies that have a limit: in some format, or always."""
        game = self.game
        bounded = {id for one in (None, *game.formats) for id in (*game.limits_of(one), *game.computed_limits)}
        event = {*game.event.limits} if game.event else set()
        # Players may agree a limit of their own for the first, and for those that the list has a field for.
        return {*bounded, *event, "cost", game.first_currency, *game.agreed.values()}

    def group_kinds(self) -> set[str]:
        """The kinds of group that the game lists."""
        kinds = self.game.group.fields.get("kind")
        return set(map(str, kinds.choices)) if kinds else set()

    def roles(self) -> set[str]:
        """The roles that a list can play: those that its field lists, else those that entries mention."""
        field = self.game.list.fields.get("role")
        listed = set(field.choices) if field else set()
        mentioned = {name for entry in self.game.entries for name in entry.sides}
        return listed or (mentioned if field else set())


def yaml_text(value: object) -> str:
    """A value as it is written in YAML."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def is_among(value: object, there: Iterable[object]) -> bool:
    """Whether a value is among others. Python has True == 1, YAML does not."""
    return any(value == one and isinstance(value, bool) == isinstance(one, bool) for one in there)


CONTEXT_CHECKS: dict[type, Callable[..., None]] = {
    Agree: References.check_agree,
    CardTable: References.check_card_table,
    Comparison: References.check_comparison,
    Condition: References.check_condition,
    Form: References.check_form,
    Grant: References.check_grant,
    Keyword: References.check_keyword_stacks,
    Quantity: References.check_quantity,
    Selector: References.check_selector,
    Slot: References.check_slot,
    Table: References.check_table_rows,
}
"""Per type of record, the check of names whose meaning depends on that record."""

NAME_SORTS: dict[str, Callable[[References], set[str]]] = {
    "budget": lambda checks: set(checks.game.budgets),
    "built-in kind": lambda _: set(ENTRY_TYPES),
    "category": lambda checks: {entry.category for entry in checks.game.entries if entry.category},
    "currency": lambda checks: set(checks.game.currencies),
    "entry": lambda checks: {entry.id for entry in checks.game.entries},
    "entry field": lambda checks: set(checks.entry_values) - {"id", "name", "text", "source", "printed"} | {"id"},
    "field": lambda checks: set(checks.values),
    "field of models": lambda checks: set(checks.game.model.of_type(ModelsField)),
    "field or slot": lambda checks: {*checks.values, *checks.names("slot"), "entry", "group", "name"},
    "format": lambda checks: {one.id for one in checks.game.formats},
    "keyword": lambda checks: {id for entry in checks.game.entries for id in entry.keyword_ids},
    "kind": lambda checks: {entry.kind for entry in checks.game.entries} | {*checks.game.kinds, *ENTRY_TYPES},
    "kind of group": References.group_kinds,
    "kind of keyword": lambda checks: (
        {one.kind for one in checks.game.entries if isinstance(one, Keyword)}
        | {"keyword", *(id for id, spec in checks.game.kinds.items() if "keyword" in (id, spec.is_))}
    ),
    "limit": References.limited,
    "list slot": lambda checks: set(checks.game.list.slots),
    "model slot": lambda checks: set(checks.game.model.slots),
    "number": References.numbers,
    "part": References.parts,
    "price": lambda checks: {*checks.game.currencies, *checks.game.budgets},
    "printed value": References.printed_values,
    "role": References.roles,
    "room": lambda checks: (
        checks.sheet_slots
        | checks.inner_slots
        | {id for sheet in checks.sheets.values() for id, one in sheet.fields.items() if one.room is not None}
    ),
    "rule": References.rules,
    "shared field": lambda checks: {*checks.values, *checks.game.model.slots, "group"},
    "sheet slot": lambda checks: checks.sheet_slots,
    "slot": lambda checks: checks.sheet_slots | checks.inner_slots,
    "slot or self": lambda checks: checks.sheet_slots | checks.inner_slots | set(OWN_TARGETS),
    "stat": lambda checks: set(checks.game.stats),
    "subject": lambda checks: checks.names("entry") | checks.names("rule") | checks.names("format"),
    "table": lambda checks: {one.id for one in checks.game.entries if hasattr(one, "row")},
    "tag": References.tags,
    "time of use": lambda checks: {uses.per for one in checks.game.entries if (uses := use_of(one))} | {"game"},
}
"""Per sort of name, a function that lists all names of that sort."""

SORT_WORDS = {
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
"""What messages call a sort of name, where that is not the sort itself."""
