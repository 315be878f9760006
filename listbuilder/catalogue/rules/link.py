"""The link rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from listbuilder.base.findings import Finding
from listbuilder.base.records import Refers, record
from listbuilder.base.wording import as_words, be_phrase, join_names
from listbuilder.catalogue.phrasing import describe_things
from listbuilder.catalogue.query import Selector
from listbuilder.catalogue.rules.base import FindingTemplate, Rule, common_values, describe_values, judged_parts

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.judging.force import Force, Model, Owner


@record
class Link(Rule):
    """Restrict which models a model may name in one of its fields, such as those it carries.

    Use it for "a mount carries no heavy unit" (the models named must fit `to`) or "a mount in a stack has its rider in
    the same stack" (`same: group`). `some` asks for one among those named: "one of the crew is a driver"; a model that
    names nobody lacks it too. `where` restricts the rule to some models.

        kind: link
        id: light-riders
        source: Specials > Mount
        field: carries
        where: {keyword: mount}
        to: {not: {keyword: heavy}}
    """

    kind: Literal["link"] = "link"
    field: Annotated[str, Refers("field of models")]
    """The field that names other models."""
    where: Selector | None = None
    """Which models the rule judges."""
    to: Selector | None = None
    """What the models named must be."""
    some: Selector | None = None
    """What at least one of the models named must be."""
    same: Annotated[str | None, Refers("shared field")] = None
    """A field in which the two must have the same value."""
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "unfit": FindingTemplate(
            "A model names another that it may not name there.",
            "{model} can't have {other} under `{field}`: it must {wanted}.",
            "Name another model, or take {other} out of `{field}`.",
        ),
        "none": FindingTemplate(
            "None of the models that a model names is what one of them must be.",
            "{model} has {others} under `{field}`, but one of them must {wanted}.",
            "Name a model there that does.",
        ),
        "apart": FindingTemplate(
            "A model and one it names differ in something they must share.",
            "{model} and {other} must have the same {same}, but have {mine} and {theirs}.",
            "Give both the same {same}, or take {other} out of `{field}`.",
        ),
    }

    def __post_init__(self) -> None:
        if self.to is None and self.same is None and self.some is None:
            raise ValueError("say what is asked of the others: `to`, `some` or `same`")

    @property
    def over_what(self) -> str:
        return "model"

    @property
    def one_by_one(self) -> bool:
        return True

    @property
    def remedy_selector(self) -> Selector | None:
        return self.some

    def describe(self, game: Game) -> str:
        text = (
            f"whoever {describe_things(self.where, game, 'model')} names under `{self.field}`"
            if self.where
            else (f"whoever is named under `{self.field}`")
        )
        asked = [f"must {be_phrase(self.to.describe(game))}"] if self.to else []
        asked += [f"include one that must {be_phrase(self.some.describe(game))}"] if self.some else []
        asked += [f"must have the same {as_words(self.same)}"] if self.same else []
        return f"{text} {' and '.join(asked)}"

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        for part in judged_parts(self, force, at):
            model = part.owner
            if self.where and not self.where.fits(model):
                continue
            there = list(named_models(force, model, self.field))
            if self.some and not any(self.some.fits(other) for _, other in there):
                others = join_names(other.label for _, other in there) or "nobody"
                wanted = be_phrase(self.some.describe(force.game))
                data = {"model": model.label, "others": others, "field": self.field, "wanted": wanted}
                yield self.finding("none", model, data, (self.field,) if there else ())
            for number, other in there:
                data = {"model": model.label, "other": other.label, "field": self.field}
                inside = (self.field, number)
                if self.to and not self.to.fits(other):
                    yield self.finding(
                        "unfit", model, {**data, "wanted": be_phrase(self.to.describe(force.game))}, inside
                    )
                if self.same:
                    mine, theirs = (common_values(force, one, self.same) for one in (model, other))
                    # In any case, because players name groups themselves.
                    if [*map(str.casefold, mine)] != [*map(str.casefold, theirs)]:
                        values = {"mine": describe_values(force, mine), "theirs": describe_values(force, theirs)}
                        yield self.finding("apart", model, {**data, "same": as_words(self.same), **values}, inside)


def named_models(force: Force, model: Owner, field: str) -> Iterator[tuple[int, Model]]:
    """The existing models that a model names in a field, with their index in it."""
    names = model.values.get(field)
    for at, name in enumerate(names if isinstance(names, tuple) else ()):
        # A name that finds nobody, or several rows, has findings of its own; which row is first must not decide.
        found = force.named.get(name.casefold())
        if found and all(one.row == found[0].row for one in found):
            yield at, found[0]
