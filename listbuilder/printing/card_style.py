"""The style of one card: facts and templates go in; colours, emblem, icons and visible regions come out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple
from zlib import crc32

from listbuilder.base.values import slug
from listbuilder.catalogue import Game
from listbuilder.judging.force import Force, Model
from listbuilder.loading.templates import (
    PAPER,
    ByField,
    CardLayout,
    Drawing,
    Look,
    Region,
    Templates,
    Theme,
    made_emblem,
    mixed,
    readable,
)
from listbuilder.printing.card_content import Content
from listbuilder.printing.marks import Colour

# The share of paper in the pale colour of a card.
WASH = 0.88


class CardStyle(NamedTuple):
    """The colours of a card beside those of the theme, its emblem, and icons by the words they stand for."""

    accent: Colour = "ink"
    wash: Colour = "tint"
    emblem: str = ""
    icons: Mapping[str, str] = {}

    @property
    def badge(self) -> tuple[Colour, Colour]:
        """The colours of the words and the ground of a badge; on ink savers it is only an outline."""
        return ("ink", "ink") if self.wash == "paper" else ("paper", self.accent)


PLAIN = CardStyle()


def first_fact(content: Content, by: tuple[str, ...]) -> tuple[str, ...]:
    """The values of the first of these fields that the card has."""
    return next((content.facts[name] for name in by if content.facts.get(name)), ())


def resolve_choice(choice: str | ByField, content: Content) -> str:
    """Resolve a choice of a template for a card; empty if nothing matches."""
    if isinstance(choice, str):
        return choice
    named = choice.by_slug
    for name in choice.by:
        for value in content.facts.get(name, ()):
            if slug(value) in named:
                return named[slug(value)]
    return choice.otherwise


def palette_number(choice: str | ByField, content: Content) -> int:
    """A stable hash of the fields that a choice depends on."""
    by = choice.by if isinstance(choice, ByField) else ("game",)
    # Not `hash`, which differs from process to process: a list keeps its colour.
    return crc32(" ".join(slug(one) for one in first_fact(content, by)).encode())


def icons_of(templates: Templates) -> dict[str, str]:
    """The drawing operators of icons, by the words they stand for."""
    return {word.casefold(): one.operators for one in templates.icons.values() for word in one.words}


def accent_of(templates: Templates, look: Look, content: Content) -> str:
    """The colour of a card; one that nobody chose is derived from a hash of its facts."""
    chosen = resolve_choice(look.accent, content)
    return chosen or templates.palette[palette_number(look.accent, content) % len(templates.palette)]


def emblem_of(templates: Templates, look: Look, content: Content) -> Drawing:
    """The emblem of a card; one that nobody chose is derived from a hash of its facts."""
    emblem = resolve_choice(look.emblem, content)
    return templates.emblems[emblem] if emblem else made_emblem(palette_number(look.emblem, content))


def card_style_of(
    templates: Templates, layout: CardLayout, theme: Theme, least: float, content: Content, icons: Mapping[str, str]
) -> CardStyle:
    """The style of a card."""
    look = layout.look or templates.look
    accent = readable(theme.accent or accent_of(templates, look, content), least)
    drawing = emblem_of(templates, look, content)
    if layout.plain or accent == "#000000":
        return CardStyle("ink", "paper", drawing.operators, icons)
    return CardStyle(accent, mixed(accent, PAPER, WASH), drawing.operators, icons)


def colour_of(choice: str | ByField, content: Content, style: CardStyle) -> Colour:
    """The colour of a part of a region."""
    name = resolve_choice(choice, content)
    return {"accent": style.accent, "wash": style.wash}.get(name, name)


def is_region_shown(region: Region, content: Content, width: float) -> bool:
    """Whether a card of this width and content has a region."""
    if width < region.from_ or (region.below and width >= region.below):
        return False
    for name, wanted in region.only_if.items():
        values = [slug(one) for one in content.facts.get(name, ())]
        if isinstance(wanted, bool):
            if bool(values) != wanted:
                return False
        elif not set(values) & {slug(one) for one in ((wanted,) if isinstance(wanted, str) else wanted)}:
            return False
    return True


# The facts that colours, emblems and conditions of a template depend on.


def title_slot(game: Game) -> str:
    """The slot that says what a model is: the one the game names, or its first."""
    return game.card.title or next(iter(game.model.slots), "")


def facts_of(force: Force, model: Model | None) -> dict[str, tuple[str, ...]]:
    """The facts of a card: the game, the list, its choices, and the fields, picks and tags of a model."""
    chosen = {slot: [pick.entry.name for pick in force.entries if pick.slot == slot] for slot in force.game.list.slots}
    found: dict[str, tuple[str, ...]] = {slot: tuple(names) for slot, names in chosen.items()}
    found |= {"game": (force.game.name,), "list": (force.document.title,)}
    if model is None:
        return found | {"names": found["list"]}
    found |= {name: (str(value),) for name, value in model.values.items() if isinstance(value, str | int)}
    found |= {slot: tuple(pick.entry.name for pick in picks) for slot, picks in model.slots.items()}
    for pick in model.slots.get(title_slot(force.game), ()):
        entry = pick.entry
        found |= {name: words_of(value) for name, value in entry.fields.items()}
        found |= {"category": words_of(entry.category or ()), "tags": tuple(entry.tags)}
        found["names"] = (*([model.name] if model.name else []), *found.get("names", ()), entry.name)
    if model.squad:
        found["group"] = (model.squad.name,)
    return found


def words_of(value: object) -> tuple[str, ...]:
    """A value as words."""
    return tuple(str(one) for one in value) if isinstance(value, tuple) else (str(value),)


def list_facts(force: Force) -> dict[str, tuple[str, ...]]:
    """The facts of the card of a list: the most common ones of its models."""
    counted: dict[str, Counter[tuple[str, ...]]] = {}
    for model in force.models:
        for name, words in facts_of(force, model).items():
            counted.setdefault(name, Counter())[words] += 1
    counted.pop("names", None)
    return {name: found.most_common(1)[0][0] for name, found in counted.items()} | facts_of(force, None)
