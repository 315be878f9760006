"""How many faces a card takes, by counting lines: what is said to be too long is, and nothing that fits is refused."""

from __future__ import annotations

import pytest

from listbuilder.printing.card_content import Block, Content, Item, Items, Paragraph, ProfileRow, ProfileTable
from listbuilder.printing.card_frame import Deck, Footer
from listbuilder.printing.fit_card import ALL, BARE, LEAST, PLAIN, CardFitter, least_lines
from tests.support.printing import FONTS, TEMPLATES

RULES = [Item(f"Rule {n}", "A word or two." if n % 3 else "") for n in range(120)]
SIZE = 8.0


def laying(*blocks: Block) -> CardFitter:
    """A poker card with these blocks, being laid out."""
    content = Content("Somebody", "", blocks=blocks)
    deck = Deck(
        fonts=FONTS,
        templates=TEMPLATES,
        layout=TEMPLATES.layouts["standard"],
        theme=TEMPLATES.themes["ink"],
        size=TEMPLATES.sizes["poker"],
        type=TEMPLATES.type["normal"],
        contents=(content,),
        footer=Footer("A list", "0a1b2c3d"),
        bleed=0,
        art={},
    )
    return CardFitter(deck, content)


@pytest.mark.parametrize(
    ("block", "count"),
    [
        (Items("Rules", (Item("One"), Item("Two"), Item("", "A text without a name."))), 2),
        (
            ProfileTable("Guns", ("Range",), (ProfileRow(Item("Gun"), ('6"',)), ProfileRow(Item(" \u00ad "), ('8"',)))),
            1,
        ),
        (Paragraph("A text that says much and names nothing."), 0),
    ],
)
def test_a_block_has_a_line_for_each_name(block: Block, count: int) -> None:
    """Names have a line each; text without one is not counted, so the count is never more than there is."""
    assert least_lines(block) == count <= len(laying(block).rows(SIZE, ALL))


@pytest.mark.sample(3)
@pytest.mark.parametrize("count", [1, 10, 20, 30, 40, 60, 80, 120])
def test_lines_alone_never_refuse_what_fits(count: int) -> None:
    """A card that is longer by its lines has more faces when it is stacked, at any size and however tight."""
    one = laying(Items("Rules", tuple(RULES[:count])))
    for size in (6.5, 8.0, 10.0):
        for density in (ALL, PLAIN, BARE, LEAST):
            faces = one.count(size, density)
            for most in range(1, 5):
                assert one.fits_faces(most, size, density) == (faces <= most)
                assert not one.exceeds_by_line_count(most, size, density) or faces > most


def test_lines_alone_do_refuse() -> None:
    """What is far too long is known to be so without a row being made: otherwise the count would be of no use."""
    one = laying(Items("Rules", tuple(RULES)))
    assert (
        one.exceeds_by_line_count(1, SIZE, ALL)
        and one.exceeds_by_line_count(2, SIZE, ALL)
        and not one.exceeds_by_line_count(20, SIZE, ALL)
    )
    assert not one.fits_faces(1, SIZE, ALL) and not one.fits_faces(2, SIZE, ALL) and not one.known
