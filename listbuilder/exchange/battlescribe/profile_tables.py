"""Profiles and rules → entries of kinds of their own: short values as columns, long ones as text.

An entry that shows a profile gives it to the model it stands on; cards print each kind as a table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from listbuilder.base.values import ascii_id
from listbuilder.catalogue import ENTRY_TYPES
from listbuilder.exchange.battlescribe.data_records import DataModifier, DataProfile, ProfileType
from listbuilder.exchange.battlescribe.linking import Definition, Info
from listbuilder.exchange.battlescribe.numbers import SIGNS
from listbuilder.exchange.battlescribe.questions import Frame, NotSaidError, Yaml, condition_of
from listbuilder.lists.document import LIST, ROW
from listbuilder.storage.reading import Tree

if TYPE_CHECKING:
    from listbuilder.exchange.battlescribe.translate import EntryPart, _Translator

SHORT, MOST_COLUMNS, LONGEST_TEXT = 14, 9, 7_000
RESERVED = frozenset({*LIST.all, *ROW.all, "unit", "option", "options", "faction", "force", "models", *ENTRY_TYPES})
RULES = ""
# The forms that all values of a column must have to be of a type that can be changed.
FORMS = {"number": re.compile(r"-?\d{1,6}"), "distance": re.compile(r'\d{1,4}"'), "roll": re.compile(r"\d\+")}


@dataclass
class ProfileTable:
    """One type of profile, or the rules: its kind, its columns, and the entries made of it."""

    type: ProfileType
    kind: str
    fields: dict[str, str]
    types: dict[str, str]
    texts: bool
    entries: list[EntryPart] = field(default_factory=list)
    known: dict[str, str] = field(default_factory=dict)
    aliases: set[str] = field(default_factory=set)
    on_models: bool = False
    on_list: bool = False
    translator: _Translator | None = None

    @property
    def columns(self) -> dict[str, Tree]:
        """The columns of cards, with the word above each."""
        return {id: self.type.columns[column] for column, id in self.fields.items()}

    def slot(self, on_list: bool) -> str:
        """The slot that they stand in, of models or of the list."""
        return f"list-{self.kind}" if on_list else self.kind

    def spec(self) -> Yaml:
        """The kind in game.yaml."""
        fields: Yaml = {
            id: {"type": self.types[column], "name": self.type.columns[column]} for column, id in self.fields.items()
        }
        base = "ability" if self.type.id == RULES else "option"
        return {"is": base, "name": self.type.name, "plural": self.type.name, **({"fields": fields} if fields else {})}

    def put(self, info: Info) -> str:
        """The entry of a profile or a rule, made when it is first shown."""
        from listbuilder.exchange.battlescribe.translate import EntryPart

        shown = info.shown
        content = self.content(info)
        key = f"{shown.id} {content}"
        if key not in self.known:
            assert self.translator is not None
            name = (info.name or shown.name) if isinstance(shown, DataProfile) else shown.name
            id = self.translator.unique(name, f"{self.kind} {shown.id}", self.type.name)
            self.known[key] = id
            aliases: dict[str, Tree] = {} if shown.id in self.aliases else {"aliases": [shown.id]}
            self.aliases.add(shown.id)
            self.entries.append(EntryPart(self.kind, {"name": name, "id": id, **content, **aliases}))
        return self.known[key]

    def content(self, info: Info) -> dict[str, Tree]:
        """What an entry says: its columns, and the rest as text."""
        shown = info.shown
        if not isinstance(shown, DataProfile):
            return {"text": plain_text(shown.text)} if self.texts and shown.text else {}
        made: dict[str, Tree] = {}
        rest = []
        for column, name in self.type.columns.items():
            value = shown.values.get(column, "")
            if value in ("", "-"):
                continue
            if column in self.fields:
                made[self.fields[column]] = int(value) if self.types[column] == "number" else value
            else:
                rest.append((name, value))
        if rest and self.texts:
            words = rest[0][1] if len(rest) == 1 else "; ".join(f"{name}: {value}" for name, value in rest)
            made["text"] = plain_text(words)
        return made

    def change(
        self, translator: _Translator, one: Definition, modifier: DataModifier, only: list[Info] | None = None
    ) -> Yaml | None:
        """A grant that changes a number of the profiles of an entry."""
        column = modifier.field
        if column not in self.fields:
            raise NotSaidError("it changes a text")
        frame = Frame("self", one)
        holds = translator.asker.truth(modifier.when, frame)
        if holds is False:
            return None
        infos = only or [each for each in translator.shown_infos.get(one, []) if self.holds(each)]
        if not infos:
            raise NotSaidError("it changes a profile that the entry does not show itself")
        ids: list[Tree] = [*dict.fromkeys(map(self.put, infos))]
        grant: Yaml = {"where": {"entry": ids[0] if len(ids) == 1 else ids}}
        change = self.value_change(modifier)
        if modifier.repeats:
            if not isinstance(change, int):
                raise NotSaidError("words are changed repeatedly")
            total = translator.asker.repeated(modifier.repeats, frame, 1)
            if isinstance(total, int):
                change *= total
            else:
                grant["each"] = total
        if not change:
            return None
        place = (one, self.kind, column)
        order = translator.orders[place] = translator.orders.get(place, -1) + (not isinstance(change, int))
        if order > 0:
            change = {"add": change, "order": order} if isinstance(change, int) else {**change, "order": order}
        grant = {"fields": {self.slot(one.on_list): {self.fields[column]: change}}, **grant}
        if not isinstance(holds, bool):
            grant["when"] = condition_of(holds)
        return grant

    def value_change(self, modifier: DataModifier) -> int | Yaml:
        """A change of a printed value: of its number, or of the words."""
        value = modifier.value
        kind = self.types[modifier.field]
        if modifier.type in SIGNS:
            if not re.fullmatch(r"-?\d{1,6}(\.0+)?[\"+]?", value):
                raise NotSaidError(f"a value is changed by {value or 'nothing'}")
            return int(re.sub(r"(\.0+)?[\"+]?$", "", value)) * SIGNS[modifier.type]
        if modifier.type == "set":
            return {"write": value or "-"}
        if modifier.type == "append" and kind == "word":
            return {"append": f"{modifier.join}{value}"}
        raise NotSaidError(f"it changes words ({modifier.type})")

    def holds(self, info: Info) -> bool:
        """Whether a profile is of this type."""
        return isinstance(info.shown, DataProfile) and info.shown.type == self.type.id


def plain_text(text: str) -> str:
    """A text without places for values, which braces would be."""
    return text.replace("{", "(").replace("}", ")")[:LONGEST_TEXT]


def profile_tables(translator: _Translator) -> dict[str, ProfileTable]:
    """The tables of a game by the ids of their types, and the rules under no id."""
    values: dict[str, dict[str, list[str]]] = {}
    written: list[DataModifier] = []
    for one in translator.game.definitions:
        for info in translator.game.infos_of(one.nodes):
            if isinstance(info.shown, DataProfile):
                columns = values.setdefault(info.shown.type, {})
                for column, value in info.shown.values.items():
                    if value not in ("", "-"):
                        columns.setdefault(column, []).append(value)
            written += [each for each in info.modifiers if each.type == "set"]
        written += [each for node in one.nodes for each in (*node.modifiers, *node.reaching) if each.type == "set"]
    made: dict[str, ProfileTable] = {}
    taken: set[str] = set(RESERVED)
    for id, type in translator.types.items():
        if id in values:
            made[id] = _table(type, values[id], written, taken, translator)
    rules = ProfileType(id=RULES, name="Rule", columns={})
    made[RULES] = ProfileTable(rules, _kind("rule", taken), {}, {}, translator.texts, translator=translator)
    return made


def _table(
    type: ProfileType,
    values: dict[str, list[str]],
    written: list[DataModifier],
    taken: set[str],
    translator: _Translator,
) -> ProfileTable:
    """The table of a type of profile; what modifiers write into a column must be of its type as well."""
    put = {column: [one.value for one in written if one.field == column] for column in type.columns}
    short = [one for one in type.columns if values.get(one) and all(len(each) <= SHORT for each in values[one])]
    fields: dict[str, str] = {}
    for column in short[:MOST_COLUMNS]:
        id = ascii_id(type.columns[column], "value")
        id = id if id not in (*fields.values(), *COMMON) else f"{id}-{len(fields) + 1}"
        fields[column] = id
    types = {
        column: next(
            (name for name, form in FORMS.items() if all(map(form.fullmatch, (*values[column], *put[column])))), "word"
        )
        for column in fields
    }
    return ProfileTable(type, _kind(type.name, taken), fields, types, translator.texts, translator=translator)


COMMON = frozenset(
    {
        *("id", "kind", "name", "cost", "text", "values", "category", "tags", "source", "aliases", "printed", "limit"),
        *("counts", "keywords", "grants", "needs", "rules", "picks", "forms", "offers", "stats", "size", "sample"),
        *(
            "flavour",
            "range",
            "damage",
            "uses",
            "activation",
            "slot",
            "tag",
            "keyword",
            "group",
            "given",
            "under",
            "has",
        ),
        *("all", "any", "not", "entry", "effects", "costs", "points", "models", "rows", "groups", "entries"),
    }
)


def _kind(name: str, taken: set[str]) -> str:
    """A kind's id that is no other word of the game."""
    base = ascii_id(name, "profile")
    made = base if base not in taken else f"{base}-profile"
    while made in taken:
        made += "-2"
    taken.add(made)
    return made
