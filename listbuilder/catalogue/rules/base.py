"""The base of all rules: common keys and how findings are made. A kind adds typed parameters, texts and one `check`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from listbuilder.base.findings import Finding, Severity
from listbuilder.base.records import CardText, Id, Source, Text, frozen_property, record
from listbuilder.base.wording import join_names, sentence
from listbuilder.catalogue.query import Condition, Quantity, Selector, values_of
from listbuilder.storage.reading import Path, format_path

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.judging.force import Force, Node, Owner


class FindingTemplate(NamedTuple):
    """A finding that a rule can make: its meaning, and its message and hint with placeholders for the data."""

    about: str
    message: str
    hint: str


@record
class Rule:
    """A rule in force; `codes` has the findings that it can make.

    `when` is evaluated for the list, for each model or group that the rule judges, or for the one that brings the rule
    in.
    """

    id: Id
    kind: Text
    """Which kind it is."""
    source: Source = ""
    severity: Severity = "error"
    """How bad it is to break the rule: error (the default), warning or info."""
    text: CardText = ""
    what: Text = ""
    """The word for what the rule counts, in messages."""
    when: Condition | None = None
    """A condition: the rule is in force only where it holds."""
    codes: ClassVar[dict[str, FindingTemplate]] = {}

    @property
    def over_what(self) -> str:
        """What it judges: `list`, `group`, `model` or `pick`; a rule brought in by one of them judges only that one."""
        return "list"

    @property
    def one_by_one(self) -> bool:
        """Whether `when` is evaluated for each part that it judges, not once for the list."""
        return False

    def closest(self, force: Force, at: Owner) -> tuple[int, str] | None:
        """How far a list that keeps the rule is from breaking it, and its number in words, if the rule is about one."""
        return None

    @property
    def remedy_selector(self) -> Selector | None:
        """What to add if the rule finds that something is missing."""
        return None

    @cached_property
    def tested_fields(self) -> frozenset[str]:
        """The fields of models that its selectors test."""
        return frozenset(name for one in self.selectors() for name in one.fields)

    @frozen_property
    def numbers(self) -> Mapping[str, int]:
        """The plain numbers among its keys; its text may print them: `{max}`."""
        values = {name: one.fixed if isinstance(one, Quantity) else one for name, one in vars(self).items()}
        return {name: one for name, one in values.items() if type(one) is int}

    def selectors(self) -> Iterator[Selector]:
        """Every selector in it, nested ones included."""
        # Found among all values, so that a new kind of rule need not list its selectors.
        values = [value for one in vars(self).values() for value in (one if isinstance(one, tuple) else (one,))]
        found = [one for one in values if isinstance(one, Selector)]
        found += [one for value in values if isinstance(value, Quantity) for one in value.selectors()]
        yield from (part for one in found for part in one.parts())

    def describe(self, game: Game) -> str:
        """What it demands, for readers of the rules of a game: `At most 3 hero models.`"""
        raise TypeError(f"{type(self).__name__} must implement describe")

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        """Every finding about the list, or about the part that brought the rule in."""
        raise TypeError(f"{type(self).__name__} must implement check")

    def finding(
        self,
        code: str,
        at: Node,
        data: Mapping[str, object],
        inside: Path = (),
        *,
        severity: Severity | None = None,
        source: str = "",
        words: FindingTemplate | None = None,
    ) -> Finding:
        """A finding at a node; the author's text comes first, then the facts."""
        words = words or self.codes[code]
        # The author's words come before it: players know those from the rulebook.
        message = sentence(words.message.format_map(data))
        path: Path = (*at.path, *inside)
        return Finding(
            code=f"{self.kind}.{code}",
            message=f"{sentence(self.text)} {message}" if self.text else message,
            hint=sentence(words.hint.format_map(data)),
            severity=severity or self.severity,
            where=format_path(path),
            model=at.model.label if at.model else None,
            rule=self.id,
            source=source or self.source or None,
            path=path,
            data=data,
        )


def judged_parts(rule: Rule, force: Force, at: Owner) -> Iterator[Node]:
    """The groups, models or picks that a rule judges: those where its `when` holds."""
    found: Iterable[Node]
    if rule.over_what == "group":
        found = (at.group,) if at.group else force.groups
    elif rule.over_what == "model":
        found = at.models_of(force)
    else:
        found = at.picks_of(force) if rule.over_what == "pick" else (force.root,)
    # The condition of any other rule was asked before the rule was run.
    when = rule.when if rule.one_by_one else None
    yield from found if when is None else (part for part in found if when.holds(force, part, part))


def excluded_selector(needs: Selector) -> Selector | None:
    """What must not be there, if that is all that is required."""
    return needs.not_ if needs.not_ and needs == Selector(not_=needs.not_) else None


def naming_field(where: Selector | None, game: Game) -> str | None:
    """The field of the list that names models, if a selector asks for the models named in it."""
    parts = (where, *where.all) if where else ()
    # Only `true`: a selector for models that are not named is about nobody in particular.
    asked = {id for part in parts for id, values in part.fields.items() if values == (True,)}
    return next((id for id in game.list.named if id in asked), None)


def common_values(force: Force, model: Owner, name: str) -> list[str]:
    """The values that two models may share: a group (described or not), the entries in a slot, or a field."""
    return [*model.field(name)] if name == "group" else values_of(force, model, name)


def describe_values(force: Force, values: list[str]) -> str:
    """The same in words, entries by their names."""
    return join_names(force.game.names_by_id.get(one, one) for one in values) or "none"
