"""Texts that are too long for the smallest card: alone on a face, in the smallest type, they do not fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.catalogue import Entry
from listbuilder.loading.templates import CardSize, Templates
from listbuilder.printing.block_rows import TooSmallError
from listbuilder.printing.card_content import Content, Item, Items
from listbuilder.printing.card_frame import Deck, Footer
from listbuilder.printing.fit_card import LEAST, CardFitter
from listbuilder.printing.text_layout import Fonts

TOKEN = "token"


def smallest_size(templates: Templates) -> CardSize:
    """The size of card with the least room; tokens are none."""
    cards = [size for id, size in templates.sizes.items() if id != TOKEN]
    return min(cards, key=lambda one: one.width * one.height)


def too_long(entries: Iterable[Entry], templates: Templates) -> Iterator[Entry]:
    """The entries whose text does not fit on one face of the smallest card."""
    fonts, size, type = Fonts(), smallest_size(templates), templates.type["normal"]
    fonts.draw(templates.symbols)
    fonts.use(templates.font)
    layout, theme = templates.layouts[templates.default["layout"]], templates.themes[templates.default["theme"]]
    for entry in entries:
        content = Content(
            entry.name, entry.name, blocks=(Items("", (Item(entry.name, entry.text),)),), sort="reference"
        )
        deck = Deck(
            fonts=fonts,
            templates=templates,
            layout=layout,
            theme=theme,
            size=size,
            type=type,
            contents=(content,),
            footer=Footer("", ""),
            bleed=0,
            art={},
        )
        try:
            fits = CardFitter(deck, content).fits_faces(1, type.floor, LEAST)
        except TooSmallError:
            fits = False
        if not fits:
            yield entry
