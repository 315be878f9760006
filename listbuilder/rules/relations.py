"""Standing rules about models and groups that name each other: who carries whom, who is in which group, who leads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.record import record
from listbuilder.rules.base import Rule, few
from listbuilder.rules.link import named_models
from listbuilder.spelling import did_you_mean

if TYPE_CHECKING:
    from listbuilder.finding import Finding
    from listbuilder.force import Force, Group, Model


@record
class Carry(Rule):
    """A model names others in a field of type `models` as far as it has room, and each is named once.

    Written in game.yaml as the field; grants open the room:

        carries: {type: models}
    """

    kind: Literal["carry"] = "carry"
    field: str
    codes: ClassVar[dict[str, str]] = {
        "over": "A model names more others than it has room for.",
        "unknown": "A model names one that is not in the list.",
        "twice": "A model is named by two others, or twice by one.",
        "unclear": "A model names one of several that have the same name.",
        "circle": "A model names itself, or one that names it in turn.",
    }

    def check(self, force: Force) -> Iterator[Finding]:
        taken: dict[str, str] = {}
        for model in force.rows:
            names = model.values.get(self.field)
            if not isinstance(names, tuple):
                continue
            place = f"{model.where}.{self.field}"
            room = model.room.get(self.field) or 0
            if len(names) > room:
                yield self.problem(
                    "over",
                    f"{model.label} has {few(len(names), 'name')} under `{self.field}`, but room for {room or 'none'}.",
                    f"Take out {len(names) - room}.",
                    f"{place}[{room}]",
                    model,
                )
            copies = sum(1 for one in force.models if one.row == model.row)
            if names and copies > 1:
                message = f"{model.label} stands for {copies} models, and all of them name {names[0]}."
                yield self.problem("twice", message, "Give the one that does a row of its own.", place, model)
            for at, name in enumerate(names):
                yield from self.judge(force, model, name, f"{place}[{at}]", taken)

    def judge(self, force: Force, model: Model, name: str, place: str, taken: dict[str, str]) -> Iterator[Finding]:
        """One name: it exists, nobody else has it, and it leads to no circle."""
        key = name.casefold()
        if key not in force.named:
            hint = did_you_mean(name, [one.name for one in force.models if one.name]) or "Give that model a `name`."
            yield self.problem("unknown", f'{model.label} names "{name}", who is not in the list.', hint, place, model)
            return
        same = sum(1 for one in force.models if one.name and one.name.casefold() == key)
        if same > 1:
            message = f"{model.label} names {name}, but {same} models are called that."
            yield self.problem("unclear", message, "Give the one that is meant a name of its own.", place, model)
        if key in taken:
            yield self.problem(
                "twice",
                f"{name} is under `{self.field}` of {model.label} and already of {taken[key]}.",
                f"Keep {name} in one place.",
                place,
                model,
            )
        taken.setdefault(key, model.label)
        if model.name and self.reaches(force, force.named[key], model.name.casefold()):
            yield self.problem(
                "circle", f"{model.label} ends up under its own `{self.field}`.", f"Take {name} out.", place, model
            )

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


@record
class Membership(Rule):
    """A model's group is described under `groups`, and a group has the members it names.

    Written in game.yaml as fields of the model and of the group:

        model: {fields: {group: {type: group}}}
        group: {fields: {leader: {type: member, required: true}}}
    """

    kind: Literal["group"] = "group"
    posts: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    codes: ClassVar[dict[str, str]] = {
        "unknown": "A model is in a group that the list does not describe.",
        "repeated": "Two groups have one name.",
        "empty": "A group has no members.",
        "vacant": "A group lacks something it must say, such as its leader.",
        "stranger": "A group names a leader who is not one of its members.",
    }

    def check(self, force: Force) -> Iterator[Finding]:
        names = [group.name for group in force.groups]
        known = {name.casefold() for name in names}
        for model in force.rows:
            if model.group and model.group.casefold() not in known:
                hint = did_you_mean(model.group, names) or f"Describe it: `groups: [{{name: {model.group}, …}}]`."
                message = f'{model.label} is in "{model.group}", which the list does not describe under `groups`.'
                yield self.problem("unknown", message, hint, f"{model.where}.group", model)
        for at, group in enumerate(force.groups):
            if group.name in names[:at]:
                yield self.problem(
                    "repeated", f"Two groups are called {group.name}.", "Rename one.", f"{group.where}.name"
                )
            if not group.members:
                hint = f"Write `group: {group.name}` at its models, or take the group out."
                yield self.problem("empty", f"{group.name} has no members.", hint, group.where)
            for key in self.required:
                if group.values.get(key) is None:
                    yield self.problem("vacant", f"{group.name} has no `{key}`.", f"Add `{key}: …`.", group.where)
            for post in self.posts:
                yield from self.judge(group, post)

    def judge(self, group: Group, post: str) -> Iterator[Finding]:
        """One post of a group is held by a member."""
        name = group.values.get(post)
        members = [model.name for model in group.members if model.name]
        if name is not None and str(name).casefold() not in [member.casefold() for member in members]:
            hint = (
                did_you_mean(str(name), members)
                or f"Name one of {', '.join(members) or 'its models, which need names'}."
            )
            yield self.problem(
                "stranger", f"{group.name} names {name} as {post}, who is not in it.", hint, f"{group.where}.{post}"
            )
