"""Fields that name models and groups: `models`, `member`, `group`; how names are resolved; the rules they imply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from listbuilder.base.findings import Finding
from listbuilder.base.records import Text, record
from listbuilder.base.spelling import did_you_mean
from listbuilder.base.values import Count, slug
from listbuilder.base.wording import counted, join_choices
from listbuilder.catalogue.fields.field_type import (
    LONGEST,
    Field,
    FieldPlace,
    RowValue,
    Schema,
    ValueContext,
    is_plain_value,
    parse_text,
    split_names,
)
from listbuilder.catalogue.query import sum_weights
from listbuilder.catalogue.rules.base import FindingTemplate, Rule
from listbuilder.catalogue.rules.link import named_models
from listbuilder.storage.reading import Tree

if TYPE_CHECKING:
    from listbuilder.catalogue.game import Game
    from listbuilder.judging.force import Force, Group, Model, Owner


@record
class ModelsField(Field):
    """The names of other models: those that a model carries, or those that the list chooses for something.

    Grants may open more room than `max`.
    `min` is for a field of the list: if it names any model, it must name that many; a row of several models counts as
    many of them as are missing. With `each: model`, room counts miniatures, not rows.
    """

    type: Literal["models"]
    min: Count = 0
    """The least allowed."""
    max: Count = 0
    """How many may be named before anything grants more room."""
    each: Literal["model"] | None = None
    """`model`: room counts miniatures, of which a row may have several, not rows."""
    links: ClassVar[bool] = True
    homes: ClassVar[tuple[str, ...]] = ("model", "list")
    hint: ClassVar[str] = "Write the names of models."
    about: ClassVar[str] = "The names of other models."
    shape_in_example: ClassVar[str] = "[name of a model]"

    def read(self, raw: Tree, place: FieldPlace) -> tuple[str, ...] | None:
        names = raw if isinstance(raw, list) else [raw]
        if not all(map(is_plain_value, names)):
            self.refuse(raw, place)
            return None
        return tuple(str(name) for name in names)

    def canonical(self, value: Tree, game: Game) -> Tree:
        if isinstance(value, list):
            return [one if isinstance(one, dict | list) else str(one) for one in value]
        return value if isinstance(value, dict) else [str(value)]

    def shape(self, game: Game) -> Schema:
        one = {"type": ["string", "integer", "null"], "maxLength": LONGEST}
        return {"anyOf": [one, {"type": "array", "items": {"type": ["string", "integer"]}}]}

    def read_words(self, key: str, op: str, value: str, old: Tree, game: Game) -> Tree:
        """Names with commas between them; `+=` and `-=` leave the others."""
        given = [parse_text("name", one, 80) for one in split_names(value)]
        items: list[Tree] = list(old) if isinstance(old, list) and op != "=" else []
        if op != "-=":
            # Names twice are kept: a rule reports them.
            return [*items, *given]
        gone = {one.casefold() for one in given}
        return [item for item in items if str(item).casefold() not in gone] or None

    def offers(self, game: Game, models: Sequence[str], groups: Sequence[str]) -> Sequence[str]:
        return models

    def candidates(self, old: Tree, game: Game, near: ValueContext) -> Iterator[Tree]:
        held = old if isinstance(old, list) else [] if old is None else [old]
        others: list[Tree] = [name for name in near.models if name not in held]
        for at in range(len(held)):
            yield [*held[:at], *held[at + 1 :]]
            yield from ([*held[:at], name, *held[at + 1 :]] for name in others)
        yield from ([*held, name] for name in others)

    def read_text(self, text: str, split: Callable[[str], list[str]]) -> Tree:
        names: list[Tree] = [*split(text[1:-1] if text.startswith("(") and text.endswith(")") else text)]
        return names

    def write_text(self, value: Tree, quote: Callable[[str], str]) -> str | None:
        return f"({', '.join(quote(str(one)) for one in value)})" if isinstance(value, list) and value else None

    @property
    def selector_values(self) -> frozenset[object]:
        return frozenset({True})

    @property
    def room(self) -> int | None:
        """As many as `max` says."""
        return self.max

    def mistakes(self) -> Iterator[tuple[str, str, str]]:
        if self.min > self.max:
            yield "min", f"`min: {self.min}` is above `max: {self.max}`: no number of names is right.", "Correct one."

    def describe(self, value: RowValue) -> str:
        return " and ".join(value) if isinstance(value, tuple) else str(value)

    def rules(self, id: str, game: Game) -> Iterator[Rule]:
        if self is game.list.fields.get(id):
            yield Chosen(id=id, source=self.source, field=id, least=self.min, most=self.max)
        else:
            yield Carry(id=id, source=self.source, field=id, each=self.each)


@record
class MemberField(Field):
    """The name of a model in the group that holds a post, such as its leader."""

    type: Literal["member"]
    links: ClassVar[bool] = True
    homes: ClassVar[tuple[str, ...]] = ("group",)
    hint: ClassVar[str] = "Write the name of a model."
    about: ClassVar[str] = "The name of a model in the group."

    def offers(self, game: Game, models: Sequence[str], groups: Sequence[str]) -> Sequence[str]:
        return models

    def candidates(self, old: Tree, game: Game, near: ValueContext) -> Iterator[Tree]:
        yield from near.models

    @property
    def selector_values(self) -> frozenset[object]:
        return frozenset({True, False})


@record
class GroupField(Field):
    """The name of a group."""

    type: Literal["group"]
    default: Text | None = None
    """The value when left out."""
    links: ClassVar[bool] = True
    homes: ClassVar[tuple[str, ...]] = ("model", "group")
    only_one: ClassVar[bool] = True
    hint: ClassVar[str] = "Write the name of a group."
    about: ClassVar[str] = "The name of a group."

    def offers(self, game: Game, models: Sequence[str], groups: Sequence[str]) -> Sequence[str]:
        return groups

    def candidates(self, old: Tree, game: Game, near: ValueContext) -> Iterator[Tree]:
        yield from near.groups

    def rules(self, id: str, game: Game) -> Iterator[Rule]:
        posts = game.group.posts
        required = tuple(id for id, field in game.group.fields.items() if field.required)
        yield Membership(id="groups", field=id, posts=posts, required=required)

    @property
    def selector_values(self) -> frozenset[object]:
        return frozenset({True})


def called(rows: Iterable[Model], name: str, flags: Iterable[str] = ()) -> list[Model]:
    """The rows that a name means: those of that name or, if there are none, those of such a unit.

    Of several rows, those with all `flags` are meant: a model that is named is on the table.
    """
    rows = list(rows)
    return with_flags(of_name(rows, name) or [row for row in rows if row.is_titled(name)], flags)


def member_called(rows: Iterable[Model], name: str, flags: Iterable[str] = ()) -> list[Model]:
    """The members of a group that a name means: those of that name, or else unnamed ones of such a unit."""
    rows = list(rows)
    # A member with a name of its own is meant only by that name.
    found = of_name(rows, name) or [row for row in rows if not row.name and row.is_titled(name)]
    return with_flags(found, flags)


def of_name(rows: list[Model], name: str) -> list[Model]:
    """The rows of a name, in any case; if there are none, those whose name differs only in punctuation."""
    key, word = name.casefold(), slug(name)
    found = [row for row in rows if row.name and row.name.casefold() == key]
    return found or [row for row in rows if row.name and slug(row.name) == word]


def with_flags(rows: list[Model], flags: Iterable[str]) -> list[Model]:
    """The rows that have every flag, or all rows if none has."""
    # If none has them, the flags can't tell the rows apart.
    return [row for row in rows if all(row.values.get(flag) for flag in flags)] or rows


class Mention(NamedTuple):
    """A name in a field of the list: the rows of the file that it could mean, and whether a copy of the row is left."""

    name: str
    rows: tuple[int, ...]
    left: bool

    @property
    def found(self) -> bool:
        """Whether it means one copy of one row."""
        return len(self.rows) == 1 and self.left


def mentions(rows: Iterable[Model], names: Iterable[str], flags: Iterable[str]) -> list[Mention]:
    """Resolve names to rows; each name uses up one copy of its row."""
    known = list(rows)
    copies: Counter[int] = Counter()
    for row in known:
        copies[row.row] += row.count
    found = []
    for name in names:
        meant = tuple(dict.fromkeys(row.row for row in called(known, name, flags)))
        # A row of three may be named three times.
        left = len(meant) == 1 and copies[meant[0]] > 0
        if left:
            copies[meant[0]] -= 1
        found.append(Mention(name, meant, left))
    return found


def copies_meant(rows: Iterable[Model], named: Sequence[Mention], least: int) -> dict[int, int]:
    """How many copies of each row are meant: one per name, then more of them up to `least`."""
    copies: Counter[int] = Counter()
    for row in rows:
        copies[row.row] += row.count
    found = Counter(one.rows[0] for one in named if one.found)
    missing = least - len(named)
    # A row of several counts as more than one name, but only if names are missing.
    for number in dict.fromkeys(found):
        more = max(min(missing, copies[number] - found[number]), 0)
        found[number] += more
        missing -= more
    return dict(found)


OFTEN = FindingTemplate(
    "", "{name} under `{field}` is named more often than it is in the list ({copies}).", "Take {name} out of `{field}`."
)


@record
class Chosen(Rule):
    """The models that a field of the list names exist, each named once, and are `min` to `max` in number.

    A row with a `count` stands for as many models as `min` requires, however often it is named. Written in game.yaml as
    a field of the list; the selector `{guest: true}` finds the models named:

        guest: {type: models, max: 1}
    """

    kind: Literal["chosen"] = "chosen"
    field: str
    least: int = 0
    most: int
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "over": FindingTemplate(
            "A field of the list names more models than it may.",
            "The list names {found} under `{field}`, but at most {most} can be meant.",
            "Take {extra} of them out.",
        ),
        "under": FindingTemplate(
            "A field of the list names fewer models than it must.",
            "The list names {found} under `{field}`, but {least} must be meant.",
            "Name {missing} more, or take `{field}` out.",
        ),
        "unknown": FindingTemplate(
            "The list names a model that is not in it.", '"{name}" under `{field}` is not in the list.', "{hint}"
        ),
        "unclear": FindingTemplate(
            "The list names one of several models that are called the same.",
            "{name} under `{field}` could be {number} rows.",
            "Give the one that is meant a `name`.",
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        names = force.values.get(self.field)
        if not isinstance(names, tuple) or not names:
            return
        found = mentions(force.rows, names, force.game.model.open)
        if len(names) > self.most:
            extra = len(names) - self.most
            data = {"found": counted(len(names), "model"), "field": self.field, "most": self.most, "extra": extra}
            yield self.finding("over", force.root, data, (self.field, self.most))
        # A name that finds no model has a finding of its own; it counts here, so that nobody is asked for one more.
        number = sum(copies_meant(force.rows, found, self.least).values()) + sum(not one.found for one in found)
        if number < self.least:
            data = {"found": counted(number, "model"), "field": self.field, "least": self.least}
            yield self.finding("under", force.root, {**data, "missing": self.least - number}, (self.field,))
        for place, one in enumerate(found):
            if not one.found:
                yield self.unresolved(force, one, place)

    def unresolved(self, force: Force, one: Mention, place: int) -> Finding:
        """The finding for a name that means no model, or several."""
        data: dict[str, object] = {"field": self.field, "name": one.name, "number": len(one.rows)}
        inside = (self.field, place)
        if len(one.rows) > 1:
            return self.finding("unclear", force.root, data, inside)
        if one.rows:
            copies = sum(row.count for row in force.rows if row.row == one.rows[0])
            often = "once" if copies == 1 else f"{copies} times"
            return self.finding("unknown", force.root, {**data, "copies": often}, inside, words=OFTEN)
        known = dict.fromkeys(word for row in force.rows for word in (row.name, row.title) if word)
        hint = did_you_mean(one.name, known) or "Write the name of a model, or what it is."
        return self.finding("unknown", force.root, {**data, "hint": hint}, inside)


@record
class Carry(Rule):
    """A model names no more models in a field of type `models` than it has room for, and each is named once.

    Written in game.yaml as the field; grants open the room, which with `each: model` counts miniatures:

        carries: {type: models}
    """

    kind: Literal["carry"] = "carry"
    field: str
    each: Literal["model"] | None = None
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "over": FindingTemplate(
            "A model names more others than it has room for.",
            "{who} has {found} under `{field}`, but room for {room}.",
            "Take {extra} out of `{field}`.",
        ),
        "unknown": FindingTemplate(
            "A model names a model that is not in the list.", '{who} names "{name}", who is not in the list.', "{hint}"
        ),
        "twice": FindingTemplate(
            "A model is named by two models, or twice by one.",
            "{name} is under `{field}` of {who} and already of {first}.",
            "Keep {name} in one place.",
        ),
        "unclear": FindingTemplate(
            "A model names a model, and several have that name.",
            "{who} names {name}, but {number} models are called that.",
            "Give the one that is meant a name of its own.",
        ),
        "circle": FindingTemplate(
            "A model names itself, or a model that names it in turn.",
            "{who} ends up under its own `{field}`.",
            "Take {name} out.",
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        taken: dict[str, str] = {}
        for model in force.rows:
            names = model.values.get(self.field)
            # The rest of a row of which one copy holds a post stands in the same place of the file.
            if not isinstance(names, tuple) or model.copy:
                continue
            room = model.room.get(self.field) or 0
            data = {"who": model.label, "field": self.field}
            number, noun = self.filled(force, model, names)
            if number > room:
                extra = counted(number - room, noun)
                over = {"found": counted(number, noun), "room": room or "none", "extra": extra}
                # Points at the first name without room.
                yield self.finding("over", model, {**data, **over}, (self.field, min(room, len(names) - 1)))
            copies = sum(one.count for one in force.rows if one.row == model.row)
            if names and copies > 1:
                shared = {**data, "number": copies, "name": names[0]}
                yield self.finding("twice", model, shared, (self.field,), words=SHARED)
            for number, name in enumerate(names):
                yield from self.judge(force, model, name, number, taken)

    def filled(self, force: Force, model: Model, names: tuple[str, ...]) -> tuple[int, str]:
        """How much room is taken: by names, or by the miniatures of the models named, by their weights."""
        if self.each is None:
            return len(names), "name"
        return sum_weights((one.weight, one.size) for _, one in named_models(force, model, self.field)), "model"

    def judge(self, force: Force, model: Model, name: str, number: int, taken: dict[str, str]) -> Iterator[Finding]:
        """Check one name: it exists, is named once, and leads to no cycle."""
        key, inside = name.casefold(), (self.field, number)
        data: dict[str, object] = {"who": model.label, "field": self.field, "name": name}
        found = force.named.get(key)
        if not found:
            near = did_you_mean(name, [one.name for one in force.rows if one.name]) or "Give that model a `name`."
            yield self.finding("unknown", model, {**data, "hint": near}, inside)
            return
        same = sum(one.count for one in found)
        if same > 1:
            yield self.finding("unclear", model, {**data, "number": same}, inside)
        if key in taken:
            words = AGAIN if taken[key] == model.label else None
            yield self.finding(
                "twice", model, {**data, "first": taken[key], "name": found[0].name}, inside, words=words
            )
        # The first who names it keeps it, so that only the others have a finding.
        taken.setdefault(key, model.label)
        if model.name and self.reaches(force, found[0], model.name.casefold()):
            yield self.finding("circle", model, data, inside)

    def reaches(self, force: Force, start: Model, goal: str) -> bool:
        """Whether following the field from a model leads to a name."""
        seen: set[str] = set()
        ahead = [start]
        while ahead:
            model = ahead.pop()
            key = (model.name or "").casefold()
            if key == goal:
                return True
            if key not in seen:
                seen.add(key)
                ahead += [other for _, other in named_models(force, model, self.field)]
        return False


AGAIN = FindingTemplate("", "{name} is under `{field}` of {who} twice.", "Write {name} once.")
SHARED = FindingTemplate(
    "", "{who} stands for {number} models, and all of them name {name}.", "Give the one that does a row of its own."
)


@record
class Membership(Rule):
    """The groups that models name exist, and groups have members and the holders of their posts.

    Written in game.yaml as fields of the model and of the group:

        model: {fields: {group: {type: group}}}
        group: {fields: {leader: {type: member, required: true}}}
    """

    kind: Literal["group"] = "group"
    field: str = "group"
    posts: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "unknown": FindingTemplate(
            "A model or group is in a group that the list does not describe.",
            '{who} is in "{name}", which the list does not describe under `groups`.',
            "{hint}",
        ),
        "repeated": FindingTemplate("Two groups have one name.", "Two groups are called {name}.", "Rename one."),
        "empty": FindingTemplate(
            "A group has no members.",
            "{name} has no members.",
            "Write `group: {name}` at its models, or take the group out.",
        ),
        "vacant": FindingTemplate(
            "A group lacks a required key, such as its leader.", "{name} has no `{key}`.", "Add `{key}: …`."
        ),
        "stranger": FindingTemplate(
            "A group names a leader who is not one of its members.",
            "{name} names {holder} as {post}, who is not in it.",
            "{hint}",
        ),
        "unclear": FindingTemplate(
            "A group names a leader, and several of its members have that name.",
            "{name} names {holder} as {post}, but {number} rows of it are called that.",
            "Give the one that is meant a name of its own.",
        ),
        "circle": FindingTemplate(
            "A group is inside itself.", "{name} ends up within itself.", "Take `{key}:` out of one of them."
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        names = [group.name for group in force.groups]
        for model in force.rows:
            if model.written_group and model.squad is None:
                yield self.unresolved(model, model.label, model.written_group, names, (self.field,))
        seen: set[str] = set()
        for group in force.groups:
            if group.name.casefold() in seen:
                yield self.finding("repeated", group, {"name": group.name}, ("name",))
                continue
            # A second group of one name has no members: they are all in the first.
            seen.add(group.name.casefold())
            # Only a warning: whatever rules ask of each group is asked of an empty one as well.
            if not group.rows and not group.squads:
                yield self.finding("empty", group, {"name": group.name}, severity="warning")
            for key in self.required:
                if group.values.get(key) is None:
                    yield self.finding("vacant", group, {"name": group.name, "key": key})
            for post in self.posts:
                yield from self.judge(force, group, post)
            yield from self.nested(force, group, names)

    def unresolved(self, at: Owner, who: str, name: str, names: list[str], inside: tuple[str, ...]) -> Finding:
        """The finding for a group that is not described."""
        hint = did_you_mean(name, names) or f"Describe it: `groups: [{{name: {name}, …}}]`."
        return self.finding("unknown", at, {"who": who, "name": name, "hint": hint}, inside)

    def nested(self, force: Force, group: Group, names: list[str]) -> Iterator[Finding]:
        """The group that a group says it is inside."""
        key = force.game.group.group_key
        outer = group.values.get(key) if key else None
        if key and outer and group.within is None:
            yield self.unresolved(group, group.name, str(outer), names, (key,))
        if key and group.within and (group.within is group or any(one.within is group for one in group.chain)):
            yield self.finding("circle", group, {"name": group.name, "key": key}, (key,))

    def judge(self, force: Force, group: Group, post: str) -> Iterator[Finding]:
        """Check that a member holds a post of the group."""
        holder = group.values.get(post)
        if holder is None or post in group.posts:
            return
        number = len({row.row for row in member_called(group.rows, str(holder), force.game.model.open)})
        data = {"name": group.name, "holder": holder, "post": post, "number": number}
        if number:
            yield self.finding("unclear", group, data, (post,))
            return
        called = (row.name or (row.title if any(row.slots.values()) else None) for row in group.rows)
        members = list(dict.fromkeys(name for name in called if name))
        near = did_you_mean(str(holder), members)
        one_of = "one of " * (len(members) != 1)
        hint = near or f"Name {one_of}{join_choices(members, 12) or 'its models, which need names'}."
        yield self.finding("stranger", group, {**data, "hint": hint}, (post,))
