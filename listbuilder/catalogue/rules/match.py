"""The match rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.base.records import record
from listbuilder.catalogue.phrasing import describe_needed
from listbuilder.catalogue.query import Selector
from listbuilder.catalogue.rules.base import FindingTemplate, Rule, excluded_selector, naming_field

if TYPE_CHECKING:
    from listbuilder.base.findings import Finding
    from listbuilder.judging.force import Force, Model, Owner


NAMED = FindingTemplate("", "{entry}{of} {clause}.", "Take {model} out of `{field}`{remedy}.")


@record
class Match(Rule):
    """Ask of every pick of one sort that whoever carries it fits a selector.

    Use for "shooting skills are wasted without a range weapon" (a warning) or "only crews may take a cannon". A pick
    of a group asks it of the group and its members, one of the list of everything in it.

        kind: match
        id: scope
        source: Gear
        where: {entry: scope}
        needs: {slot: weapon, tag: rifle}
    """

    kind: Literal["match"] = "match"
    where: Selector
    """The picks that ask for something."""
    needs: Selector
    """What whoever carries them must be."""
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

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        test, fits = self.where.fits_pick, self.needs.fits
        named = naming_field(self.where, force.game)
        for pick in at.picks_of(force):
            if test(pick) and not fits(pick.owner):
                label = pick.owner.label
                own = pick.entry.name == label or pick.up is not pick.owner
                data = {
                    "entry": pick.entry.name,
                    "model": label,
                    "of": "" if own else f" ({pick.owner.place})",
                    **self.asked(force, f"Give {label}" if pick.model else "Add"),
                }
                words = None
                if named and pick.model and not self.what:
                    data |= {"field": named, **self.of_named(force, pick.model)}
                    words = NAMED
                yield self.finding("missing", pick, data, words=words)

    def of_named(self, force: Force, model: Model) -> dict[str, str]:
        """What a model that the list names lacks, and what to write at it where a flag is all of that."""
        lacking = [one for one in self.needs.all if not one.fits(model)] or [self.needs]
        flags = [
            f"{id}: {'true' if values[0] else 'false'}"
            for one in lacking
            for id, values in one.fields.items()
            if id in force.game.model.fields and isinstance(values[0], bool) and one == Selector(fields={id: values})
        ]
        said = describe_needed(lacking[0] if len(lacking) == 1 else Selector(all=tuple(lacking)), force.game)
        here = f", or write `{', '.join(flags)}` at {model.label}" if len(flags) == len(lacking) else ""
        return {"clause": f"needs {said}", "remedy": here or " and name another model"}

    def asked(self, force: Force, give: str) -> dict[str, str]:
        """What is asked and what to do, in words: the author's, or the selector's."""
        unwanted = excluded_selector(self.needs)
        if unwanted and not self.what:
            said = describe_needed(unwanted, force.game, "anything")
            return {"clause": f"can't be had with {said}", "remedy": f"Take out {said.replace('anything', 'what is')}"}
        said = self.what or describe_needed(self.needs, force.game)
        return {"clause": f"needs {said}", "remedy": f"{give} {said}"}
