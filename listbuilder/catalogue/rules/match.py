"""The match rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.base.findings import Finding
from listbuilder.base.records import record
from listbuilder.catalogue.phrasing import describe_needed, describe_things
from listbuilder.catalogue.query import Selector
from listbuilder.catalogue.rules.base import FindingTemplate, Rule, excluded_selector, naming_field

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.judging.force import Force, Model, Owner


NAMED = FindingTemplate("", "{entry}{of} {clause}.", "Take {model} out of `{field}`{remedy}.")


@record
class Match(Rule):
    """Require the model that has a pick to fit a selector.

    Use it for "shooting skills are wasted without a range weapon" (as a warning) or "only crews may take a cannon". For
    a pick of a group, the group or one of its members must fit; for a pick of the list, anything in the list.

        kind: match
        id: scope
        source: Gear
        where: {entry: scope}
        needs: {slot: weapon, tag: rifle}
    """

    kind: Literal["match"] = "match"
    where: Selector
    """Which picks the rule judges."""
    needs: Selector
    """What the model that has them must be or have."""
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "missing": FindingTemplate(
            "A pick sits on a model that lacks what the pick asks for.",
            "{entry}{of} {clause}.",
            "{remedy}, or swap {entry} for something else.",
        )
    }

    @property
    def over_what(self) -> str:
        return "model"

    def describe(self, game: Game) -> str:
        where, needs = describe_things(self.where, game, "pick"), describe_needed(self.needs, game)
        return f"whoever has {where} needs {needs}"

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        test, fits = self.where.fits_pick, self.needs.fits
        named = naming_field(self.where, force.game)
        for pick in at.picks_of(force):
            if test(pick) and not fits(pick.owner):
                label = pick.owner.label
                # The owner is not repeated where the entry is all there is to say of it.
                own = pick.entry.name == label or pick.up is not pick.owner
                data = {
                    "entry": pick.entry.name,
                    "model": label,
                    "of": "" if own else f" ({pick.owner.place})",
                    **self.requirement(force, f"Give {label}" if pick.model else "Add"),
                }
                words = None
                if named and pick.model and not self.what:
                    data |= {"field": named, **self.of_named(force, pick.model)}
                    words = NAMED
                yield self.finding("missing", pick, data, words=words)

    def of_named(self, force: Force, model: Model) -> dict[str, str]:
        """What a model named by the list lacks; if flags are all that is missing, what to write."""
        lacking = [one for one in self.needs.all if not one.fits(model)] or [self.needs]
        flags = [
            f"{id}: {'true' if values[0] else 'false'}"
            for one in lacking
            for id, values in one.fields.items()
            if id in force.game.model.fields and isinstance(values[0], bool) and one == Selector(fields={id: values})
        ]
        text = describe_needed(lacking[0] if len(lacking) == 1 else Selector(all=tuple(lacking)), force.game)
        here = f", or write `{', '.join(flags)}` at {model.label}" if len(flags) == len(lacking) else ""
        return {"clause": f"needs {text}", "remedy": here or " and name another model"}

    def requirement(self, force: Force, give: str) -> dict[str, str]:
        """The requirement and the remedy, in the author's words or the selector's."""
        unwanted = excluded_selector(self.needs)
        if unwanted and not self.what:
            text = describe_needed(unwanted, force.game, "anything")
            return {"clause": f"can't be had with {text}", "remedy": f"Take out {text.replace('anything', 'what is')}"}
        text = self.what or describe_needed(self.needs, force.game)
        return {"clause": f"needs {text}", "remedy": f"{give} {text}"}
