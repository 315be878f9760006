"""What every rule has, and how it makes findings. A kind adds typed parameters, its words and one pure `check`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from listbuilder.base.findings import Finding, Severity
from listbuilder.base.records import CardText, Id, Source, Text, frozen_property, record
from listbuilder.base.wording import listed, sentence
from listbuilder.catalogue.query import Condition, Quantity, Selector, values_of
from listbuilder.storage.reading import Path, format_path

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.judging.force import Force, Node, Owner


class FindingTemplate(NamedTuple):
    """A finding that a rule can make: what it means, and its message and hint with places for its data."""

    about: str
    message: str
    hint: str


@record
class Rule:
    """A rule in force; `codes` has each finding it can make, `means` its keys, `what` names the things it counts.

    `when` is asked of the list, of each model or group that the rule judges one by one, or of the one that brings the
    rule in.
    """

    id: Id
    kind: Text
    """Which kind it is."""
    source: Source = ""
    severity: Severity = "error"
    """How bad it is when broken: error unless said, warning or info."""
    text: CardText = ""
    what: Text = ""
    """What the things counted are called in a message."""
    when: Condition | None = None
    """A condition: only in lists where it holds."""
    codes: ClassVar[dict[str, FindingTemplate]] = {}

    @property
    def over_what(self) -> str:
        """What it judges one by one: `list`, `group`, `model` or `pick`; brought in there, it judges only those."""
        return "list"

    @property
    def one_by_one(self) -> bool:
        """Whether `when` is asked of each part that it judges, by `parts`, and not of all of them at once."""
        return False

    @property
    def wanted(self) -> Selector | None:
        """What there is too little of where it says that something is missing."""
        return None

    @cached_property
    def asked_fields(self) -> frozenset[str]:
        """The fields of models that its selectors ask about."""
        return frozenset(name for one in self.selectors() for name in one.fields)

    @frozen_property
    def numbers(self) -> Mapping[str, int]:
        """The plain numbers among its keys, which its text may print: `{max}`."""
        said = {name: one.fixed if isinstance(one, Quantity) else one for name, one in vars(self).items()}
        return {name: one for name, one in said.items() if type(one) is int}

    def selectors(self) -> Iterator[Selector]:
        """Every selector that it looks through, those inside others included."""
        values = [value for one in vars(self).values() for value in (one if isinstance(one, tuple) else (one,))]
        found = [one for one in values if isinstance(one, Selector)]
        found += [one for value in values if isinstance(value, Quantity) for one in value.selectors()]
        yield from (part for one in found for part in one.parts())

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        """Every finding of this rule about the list, or about the part that brought it in."""
        raise TypeError(f"{type(self).__name__} must say what it checks")

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
        """A finding of this rule at a place; the author's text leads, then come the facts."""
        words = words or self.codes[code]
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
    """The parts of a list that a rule judges one by one: each group, model or pick where its `when` holds."""
    found: Iterable[Node]
    if rule.over_what == "group":
        found = (at.group,) if at.group else force.groups
    elif rule.over_what == "model":
        found = at.models_of(force)
    else:
        found = at.picks_of(force) if rule.over_what == "pick" else (force.root,)
    when = rule.when if rule.one_by_one else None
    yield from found if when is None else (part for part in found if when.holds(force, part, part))


def excluded_selector(needs: Selector) -> Selector | None:
    """What must not be there, where that is all that is asked."""
    return needs.not_ if needs.not_ and needs == Selector(not_=needs.not_) else None


def naming_field(where: Selector | None, game: Game) -> str | None:
    """The field of the list that names the models which a selector asks for, where it asks for such."""
    parts = (where, *where.all) if where else ()
    asked = {id for part in parts for id, values in part.fields.items() if values == (True,)}
    return next((id for id in game.list.named if id in asked), None)


def common_values(force: Force, model: Owner, name: str) -> list[str]:
    """What two models may have in common: a group, also one that nobody describes, what a slot holds, or a field."""
    return [*model.field(name)] if name == "group" else values_of(force, model, name)


def describe_values(force: Force, values: list[str]) -> str:
    """What a model has of that, entries by their names."""
    return listed(force.game.names_by_id.get(one, one) for one in values) or "none"
