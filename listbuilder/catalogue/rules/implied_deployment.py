"""Standing rules about the table: whether it is decided who is on it, and whom the list names for something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from listbuilder.base.records import record
from listbuilder.base.spelling import did_you_mean
from listbuilder.base.values import Flag, slug
from listbuilder.base.wording import counted
from listbuilder.catalogue.rules.base import FindingTemplate, Rule

if TYPE_CHECKING:
    from listbuilder.base.findings import Finding
    from listbuilder.judging.force import Force, Model, Owner


def called(rows: Iterable[Model], name: str, flags: Iterable[str] = ()) -> list[Model]:
    """The rows that a name means: those of that name or, where nobody is called so, those that are such a thing.

    Of several rows, those with every flag are meant: who is named is on the table.
    """
    rows = list(rows)
    return with_flags(of_name(rows, name) or [row for row in rows if row.is_titled(name)], flags)


def member_called(rows: Iterable[Model], name: str, flags: Iterable[str] = ()) -> list[Model]:
    """The members of a group that a name means: those of that name, or else such things without a name of their own."""
    rows = list(rows)
    found = of_name(rows, name) or [row for row in rows if not row.name and row.is_titled(name)]
    return with_flags(found, flags)


def of_name(rows: list[Model], name: str) -> list[Model]:
    """The rows of a name, in any case; where there are none, those whose name differs in punctuation only."""
    key, word = name.casefold(), slug(name)
    found = [row for row in rows if row.name and row.name.casefold() == key]
    return found or [row for row in rows if row.name and slug(row.name) == word]


def with_flags(rows: list[Model], flags: Iterable[str]) -> list[Model]:
    """Those of some rows that have every flag, or all of them where none has."""
    return [row for row in rows if all(row.values.get(flag) for flag in flags)] or rows


class Mention(NamedTuple):
    """One name that a list says in a field: the rows of the file that it could mean, and whether a copy is left."""

    name: str
    rows: tuple[int, ...]
    left: bool

    @property
    def found(self) -> bool:
        """Whether it means one copy of one row."""
        return len(self.rows) == 1 and self.left


def mentions(rows: Iterable[Model], names: Iterable[str], flags: Iterable[str]) -> list[Mention]:
    """What each name means; the copies of a row are used up one by one, however the row is called."""
    known = list(rows)
    copies: Counter[int] = Counter()
    for row in known:
        copies[row.row] += row.count
    found = []
    for name in names:
        meant = tuple(dict.fromkeys(row.row for row in called(known, name, flags)))
        left = len(meant) == 1 and copies[meant[0]] > 0
        if left:
            copies[meant[0]] -= 1
        found.append(Mention(name, meant, left))
    return found


def copies_meant(rows: Iterable[Model], said: Sequence[Mention], least: int) -> dict[int, int]:
    """How many copies of each row of the file are meant: one for each name, then more of them up to `least`."""
    copies: Counter[int] = Counter()
    for row in rows:
        copies[row.row] += row.count
    found = Counter(one.rows[0] for one in said if one.found)
    missing = least - len(said)
    for number in dict.fromkeys(found):
        more = max(min(missing, copies[number] - found[number]), 0)
        found[number] += more
        missing -= more
    return dict(found)


UNDECIDED = "No model has `{field}` yet, so nothing is decided: all of them may still be chosen, and limits wait."
STAY = FindingTemplate("", UNDECIDED, "Write `{field}: false` at the models that stay behind.")
COME = FindingTemplate("", UNDECIDED, "Write `{field}: true` at the models that are chosen.")


@record
class Decided(Rule):
    """A flag that is `open` is decided as soon as one model has it; until then the limits on it wait.

    Written in game.yaml as a field of the model:

        deploy: {type: flag, default: true, open: true}
    """

    kind: Literal["decided"] = "decided"
    field: str
    default: Flag = False
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "open": FindingTemplate(
            "No model says yet whether it has the flag; limits on those that have it are not judged.",
            UNDECIDED,
            "Write `{field}: false` at the models that stay behind; `listbuilder deploy` shows the ways.",
        ),
        "nobody": FindingTemplate(
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
            yield self.finding("open", force.root, data, ("models",), severity="info", words=words)
        elif not any(row.values.get(self.field) for row in force.rows):
            yield self.finding("nobody", force.root, data, ("models",), severity="warning")


OFTEN = FindingTemplate(
    "", "{name} under `{field}` is named more often than it is in the list ({copies}).", "Take {name} out of `{field}`."
)


@record
class Chosen(Rule):
    """The models that a list names in a field of type `models` are in it, each once: `min` to `max` of them.

    Copies count one by one. A row of several is as many of them as `min` asks for, however often it is named. Written
    in game.yaml as a field of the list; selectors ask `{guest: true}` of the models named:

        guest: {type: models, max: 1}
    """

    kind: Literal["chosen"] = "chosen"
    field: str
    least: int = 0
    most: int
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "over": FindingTemplate(
            "The list names more models for something than there can be.",
            "The list names {found} under `{field}`, but at most {most} can be meant.",
            "Take {extra} of them out.",
        ),
        "under": FindingTemplate(
            "The list names fewer models for something than there must be.",
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
        said = mentions(force.rows, names, force.game.model.open)
        if len(names) > self.most:
            extra = len(names) - self.most
            data = {"found": counted(len(names), "model"), "field": self.field, "most": self.most, "extra": extra}
            yield self.finding("over", force.root, data, (self.field, self.most))
        # A name that finds nobody has a finding of its own: it counts as the one that it was meant for.
        number = sum(copies_meant(force.rows, said, self.least).values()) + sum(not one.found for one in said)
        if number < self.least:
            data = {"found": counted(number, "model"), "field": self.field, "least": self.least}
            yield self.finding("under", force.root, {**data, "missing": self.least - number}, (self.field,))
        for place, one in enumerate(said):
            if not one.found:
                yield self.lost(force, one, place)

    def lost(self, force: Force, one: Mention, place: int) -> Finding:
        """The finding for a name that means nobody, or nobody in particular."""
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
