"""Standing rules about the table: whether it is decided who is on it, and whom the list names for something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.record import record
from listbuilder.rules.base import Rule, Words
from listbuilder.spelling import did_you_mean
from listbuilder.values import Flag, slug
from listbuilder.wording import counted

if TYPE_CHECKING:
    from listbuilder.finding import Finding
    from listbuilder.force import Force, Model, Owner


def called(rows: Iterable[Model], name: str, flags: Iterable[str] = ()) -> list[Model]:
    """The rows that a name means: those of that name or, where nobody is called so, those that are such a thing.

    Of several rows, those with every flag are meant: who is named is on the table.
    """
    word = slug(name)
    found = [row for row in rows if row.name and slug(row.name) == word]
    found = found or [row for row in rows if slug(row.title) == word]
    return [row for row in found if all(row.values.get(flag) for flag in flags)] or found


UNDECIDED = "No model has `{field}` yet, so nothing is decided: all of them may still be chosen, and limits wait."
STAY = Words("", UNDECIDED, "Write `{field}: false` at the models that stay behind.")
COME = Words("", UNDECIDED, "Write `{field}: true` at the models that are chosen.")


@record
class Decided(Rule):
    """A flag that is `open` is decided as soon as one model has it; until then the limits on it wait.

    Written in game.yaml as a field of the model:

        deploy: {type: flag, default: true, open: true}
    """

    kind: Literal["decided"] = "decided"
    field: str
    default: Flag = False
    codes: ClassVar[dict[str, Words]] = {
        "open": Words(
            "No model says yet whether it has the flag; limits on those that have it are not judged.",
            UNDECIDED,
            "Write `{field}: false` at the models that stay behind; `listbuilder deploy` shows the ways.",
        ),
        "nobody": Words(
            "The flag is decided, and no model has it.",
            "Every model has `{field}: false`, so there is nobody to play with.",
            "Write `{field}: true` at the models that play.",
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        data = {"field": self.field}
        if not force.rows:
            return
        if self.field in force.undecided:
            words = None if self.field == "deploy" else STAY if self.default else COME
            yield self.problem("open", force.root, data, ("models",), severity="info", words=words)
        elif not any(row.values.get(self.field) for row in force.rows):
            yield self.problem("nobody", force.root, data, ("models",), severity="warning")


@record
class Chosen(Rule):
    """The models that a list names in a field of type `models` are in it, each once, and no more than `max`.

    Written in game.yaml as a field of the list; selectors ask `{guest: true}` of the models named:

        guest: {type: models, max: 1}
    """

    kind: Literal["chosen"] = "chosen"
    field: str
    most: int
    codes: ClassVar[dict[str, Words]] = {
        "over": Words(
            "The list names more models for something than there can be.",
            "The list names {found} under `{field}`, but at most {most} can be meant.",
            "Take {extra} of them out.",
        ),
        "unknown": Words(
            "The list names a model that is not in it.", '"{name}" under `{field}` is not in the list.', "{hint}"
        ),
        "unclear": Words(
            "The list names one of several models that are called the same.",
            "{name} under `{field}` could be {number} rows.",
            "Give the one that is meant a `name`.",
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        names = force.values.get(self.field)
        if not isinstance(names, tuple):
            return
        if len(names) > self.most:
            extra = len(names) - self.most
            data = {"found": counted(len(names), "model"), "field": self.field, "most": self.most, "extra": extra}
            yield self.problem("over", force.root, data, (self.field, self.most))
        for number, name in enumerate(names):
            rows = {row.row for row in called(force.rows, name, force.game.model.open)}
            known = dict.fromkeys(one for row in force.rows for one in (row.name, row.title) if one)
            data = {"field": self.field, "name": name, "number": len(rows)}
            if len(rows) > 1:
                yield self.problem("unclear", force.root, data, (self.field, number))
            elif names[: number + 1].count(name) > sum(row.count for row in force.rows if row.row in rows):
                hint = did_you_mean(name, known) or "Write the name of a model, or what it is."
                yield self.problem("unknown", force.root, {**data, "hint": hint}, (self.field, number))
