"""The look of one card: its colour, its emblem, its icons, and what a template's choices come to on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from zlib import crc32

from listbuilder.printing.content import Content
from listbuilder.printing.marks import Colour
from listbuilder.templates import PAPER, ByField, CardLayout, Region, Templates, Theme, made_emblem, mixed, readable
from listbuilder.values import slug

WASH = 0.88


class Dress(NamedTuple):
    """The colours of a card beside those of the theme, its emblem, and icons by the words they stand for."""

    accent: Colour = "ink"
    wash: Colour = "tint"
    emblem: str = ""
    icons: Mapping[str, str] = {}

    @property
    def badge(self) -> tuple[Colour, Colour]:
        """The colours of the words and of the ground of a badge; where ink is saved it has an outline alone."""
        return ("ink", "ink") if self.wash == "paper" else ("paper", self.accent)


PLAIN = Dress()


def facts_of(content: Content, by: tuple[str, ...]) -> tuple[str, ...]:
    """What a card says about the first of some fields that it has."""
    return next((content.facts[name] for name in by if content.facts.get(name)), ())


def chosen(choice: str | ByField, content: Content) -> str:
    """What a choice comes to on a card; empty where nothing fits."""
    if isinstance(choice, str):
        return choice
    named = choice.by_slug
    for name in choice.by:
        for value in content.facts.get(name, ()):
            if slug(value) in named:
                return named[slug(value)]
    return choice.otherwise


def number_of(choice: str | ByField, content: Content) -> int:
    """A number that is the same for all cards which say the same."""
    by = choice.by if isinstance(choice, ByField) else ("game",)
    return crc32(" ".join(slug(one) for one in facts_of(content, by)).encode())


def icons_of(templates: Templates) -> dict[str, str]:
    """What draws the icons, by the words they stand for."""
    return {word.casefold(): one.operators for one in templates.icons.values() for word in one.words}


def dress_of(
    templates: Templates, layout: CardLayout, theme: Theme, least: float, content: Content, icons: Mapping[str, str]
) -> Dress:
    """The dress of a card; where nobody chose a colour or an emblem, one is made that goes with what the card says."""
    look = layout.look or templates.look
    found = theme.accent or chosen(look.accent, content)
    accent = readable(found or templates.palette[number_of(look.accent, content) % len(templates.palette)], least)
    emblem = chosen(look.emblem, content)
    drawing = templates.emblems[emblem] if emblem else made_emblem(number_of(look.emblem, content))
    if layout.plain or accent == "#000000":
        return Dress("ink", "paper", drawing.operators, icons)
    return Dress(accent, mixed(accent, PAPER, WASH), drawing.operators, icons)


def colour_of(choice: str | ByField, content: Content, dress: Dress) -> Colour:
    """The colour of a part of a region."""
    name = chosen(choice, content)
    return {"accent": dress.accent, "wash": dress.wash}.get(name, name)


def holds(region: Region, content: Content, width: float) -> bool:
    """Whether a region is there on a card of that width which says these things."""
    if width < region.from_ or (region.below and width >= region.below):
        return False
    for name, wanted in region.only_if.items():
        said = [slug(one) for one in content.facts.get(name, ())]
        if isinstance(wanted, bool):
            if bool(said) != wanted:
                return False
        elif not set(said) & {slug(one) for one in ((wanted,) if isinstance(wanted, str) else wanted)}:
            return False
    return True
