"""Standing rules about models and groups that name each other: who carries whom, who is in which group, who leads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.base.records import record
from listbuilder.base.spelling import did_you_mean
from listbuilder.base.wording import counted, either
from listbuilder.catalogue.query import sum_weights
from listbuilder.catalogue.rules.base import FindingTemplate, Rule
from listbuilder.catalogue.rules.implied_deployment import member_called
from listbuilder.catalogue.rules.link import named_models

if TYPE_CHECKING:
    from listbuilder.base.findings import Finding
    from listbuilder.judging.force import Force, Group, Model, Owner


@record
class Carry(Rule):
    """A model names others in a field of type `models` as far as it has room, and each is named once.

    Written in game.yaml as the field; grants open the room, with `each: model` for so many miniatures:

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
            "A model names one that is not in the list.", '{who} names "{name}", who is not in the list.', "{hint}"
        ),
        "twice": FindingTemplate(
            "A model is named by two others, or twice by one.",
            "{name} is under `{field}` of {who} and already of {first}.",
            "Keep {name} in one place.",
        ),
        "unclear": FindingTemplate(
            "A model names one of several that have the same name.",
            "{who} names {name}, but {number} models are called that.",
            "Give the one that is meant a name of its own.",
        ),
        "circle": FindingTemplate(
            "A model names itself, or one that names it in turn.",
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
                told = {"found": counted(number, noun), "room": room or "none", "extra": extra}
                yield self.finding("over", model, {**data, **told}, (self.field, min(room, len(names) - 1)))
            copies = sum(one.count for one in force.rows if one.row == model.row)
            if names and copies > 1:
                told = {"number": copies, "name": names[0]}
                yield self.finding("twice", model, {**data, **told}, (self.field,), words=SHARED)
            for number, name in enumerate(names):
                yield from self.judge(force, model, name, number, taken)

    def filled(self, force: Force, model: Model, names: tuple[str, ...]) -> tuple[int, str]:
        """How much room is taken: by names, or by the miniatures of those named, each by what it counts as."""
        if self.each is None:
            return len(names), "name"
        return sum_weights((one.weight, one.size) for _, one in named_models(force, model, self.field)), "model"

    def judge(self, force: Force, model: Model, name: str, number: int, taken: dict[str, str]) -> Iterator[Finding]:
        """One name: it exists, nobody else has it, and it leads to no circle."""
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
        taken.setdefault(key, model.label)
        if model.name and self.reaches(force, found[0], model.name.casefold()):
            yield self.finding("circle", model, data, inside)

    def reaches(self, force: Force, start: Model, goal: str) -> bool:
        """Whether following the field from a model comes to a name."""
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
    """A model's group is described under `groups`, and a group has the members it names.

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
            "A group lacks something it must say, such as its leader.", "{name} has no `{key}`.", "Add `{key}: …`."
        ),
        "stranger": FindingTemplate(
            "A group names a leader who is not one of its members.",
            "{name} names {holder} as {post}, who is not in it.",
            "{hint}",
        ),
        "unclear": FindingTemplate(
            "A group names a leader, and several of its members are called that.",
            "{name} names {holder} as {post}, but {number} rows of it are called that.",
            "Give the one that is meant a name of its own.",
        ),
        "circle": FindingTemplate(
            "A group stands within itself.", "{name} ends up within itself.", "Take `{key}:` out of one of them."
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        names = [group.name for group in force.groups]
        for model in force.rows:
            if model.written_group and model.squad is None:
                yield self.lost(model, model.label, model.written_group, names, (self.field,))
        seen: set[str] = set()
        for group in force.groups:
            if group.name.casefold() in seen:
                yield self.finding("repeated", group, {"name": group.name}, ("name",))
                continue
            seen.add(group.name.casefold())
            if not group.rows and not group.squads:
                yield self.finding("empty", group, {"name": group.name}, severity="warning")
            for key in self.required:
                if group.values.get(key) is None:
                    yield self.finding("vacant", group, {"name": group.name, "key": key})
            for post in self.posts:
                yield from self.judge(force, group, post)
            yield from self.nested(force, group, names)

    def lost(self, at: Owner, who: str, name: str, names: list[str], inside: tuple[str, ...]) -> Finding:
        """The finding for a group that is not described."""
        hint = did_you_mean(name, names) or f"Describe it: `groups: [{{name: {name}, …}}]`."
        return self.finding("unknown", at, {"who": who, "name": name, "hint": hint}, inside)

    def nested(self, force: Force, group: Group, names: list[str]) -> Iterator[Finding]:
        """The group that a group says it stands within."""
        key = force.game.group.group_key
        said = group.values.get(key) if key else None
        if key and said and group.within is None:
            yield self.lost(group, group.name, str(said), names, (key,))
        if key and group.within and (group.within is group or any(one.within is group for one in group.chain)):
            yield self.finding("circle", group, {"name": group.name, "key": key}, (key,))

    def judge(self, force: Force, group: Group, post: str) -> Iterator[Finding]:
        """One post of a group is held by a member."""
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
        hint = near or f"Name {one_of}{either(members, 12) or 'its models, which need names'}."
        yield self.finding("stranger", group, {**data, "hint": hint}, (post,))
