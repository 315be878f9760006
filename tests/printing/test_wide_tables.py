"""Weapons with many values are a table on every card: where there is no room beside names, values stand below them."""

from __future__ import annotations

from listbuilder.printing.block_rows import ColumnSetting, block_rows
from listbuilder.printing.card_content import Item, ProfileRow, ProfileTable
from listbuilder.printing.marks import Text
from tests.support.printing import FONTS

HEADS = ("Range", "Damage", "Salvo", "Arc", "Heat")
ROWS = (
    ProfileRow(Item("Long Bow Chaser", meta=("Piercing 2",)), ('24"', "2d6+1", "3", "Front", "2")),
    ProfileRow(Item("Popgun"), ('6"', "1d6", "1", "All", "–")),
)


def test_many_columns_are_a_table_below_the_names() -> None:
    """Values of 11 points stand below their heads to a tenth of a point, and under the name of their row."""
    setting = ColumnSetting(FONTS, 161, 8, 6.5, headings="band", value=11)
    y, placed = 0.0, list[Text]()
    for row in block_rows(setting, ProfileTable("Bow", HEADS, ROWS)):
        y += row.gap
        placed += [mark._replace(y=mark.y + y) for mark in row.marks if isinstance(mark, Text)]
        y += row.height

    def middle(mark: Text) -> float:
        return mark.x + FONTS.width(mark.text, mark.style) * mark.size / 2

    heads = {mark.text: mark for mark in placed if mark.tag == "TH"}
    assert tuple(heads) == HEADS
    for profile in ROWS:
        name = next(mark for mark in placed if mark.text == profile.item.name)
        for head, cell in zip(HEADS, profile.cells, strict=True):
            below = (one for one in placed if one.text == cell and one.y > name.y)
            value = next(one for one in below if abs(middle(one) - middle(heads[head])) < 0.1)
            assert value.size == 11 and value.style == "bold"
    assert all(mark.x >= 0 and mark.x + FONTS.width(mark.text, mark.style) * mark.size <= 161 for mark in placed)
    assert any(mark.text == "Piercing 2" for mark in placed)
