"""Where cards lie on paper: how many, where to the tenth of a millimetre, their backs, guides and ruler."""

from __future__ import annotations

import pytest

from listbuilder.printing.pages import back_cells, cut_guides, fold_guides, grid, make_ruler

A4, LETTER, MARGIN = (210.0, 297.0), (215.9, 279.4), 6.35
TABLE = {
    (63.0, 88.0): (9, 8, 9, 6),
    (63.5, 88.9): (9, 8, 9, 6),
    (70.0, 120.0): (4, 4, 4, 4),
    (57.0, 89.0): (9, 8, 8, 8),
    (63.0, 176.0): (4, 4, 4, 3),
    (44.0, 63.0): (18, 12, 18, 12),
}
CASES = [
    (card, page, bleed, count)
    for card, counts in TABLE.items()
    for (page, bleed), count in zip(((A4, 0), (A4, 3), (LETTER, 0), (LETTER, 3)), counts, strict=True)
]


@pytest.mark.parametrize(("card", "page", "bleed", "count"), CASES)
def test_as_many_as_the_table_says(
    card: tuple[float, float], page: tuple[float, float], bleed: float, count: int
) -> None:
    """A sheet holds as many cards as fit at their real size, centred, inside the margins."""
    made = grid(page, card, MARGIN, bleed)
    assert made is not None
    assert len(made.cells) == count
    for cell in made.cells:
        assert sorted((cell.width, cell.height)) == pytest.approx(sorted(card))
        assert cell.x - bleed >= MARGIN - 1e-6
        assert cell.x + cell.width + bleed <= page[0] - MARGIN + 1e-6
        assert cell.y - bleed >= MARGIN - 1e-6
        assert cell.y + cell.height + bleed <= page[1] - MARGIN + 1e-6
    assert made.left == pytest.approx(page[0] - max(cell.x + cell.width for cell in made.cells))
    assert made.bottom == pytest.approx(page[1] - max(cell.y + cell.height for cell in made.cells))


def test_poker_on_a4_to_the_tenth() -> None:
    """Nine poker cards on A4 begin 10.5 mm from the left and 16.5 mm from the bottom, without gaps."""
    made = grid(A4, (63, 88), MARGIN)
    assert made is not None
    assert sorted({round(cell.x, 1) for cell in made.cells}) == [10.5, 73.5, 136.5]
    assert sorted({round(cell.y, 1) for cell in made.cells}) == [16.5, 104.5, 192.5]
    assert (made.cells[0].x, made.cells[0].y) == pytest.approx((10.5, 192.5))


@pytest.mark.parametrize("card", TABLE)
def test_backs_are_mirrored(card: tuple[float, float]) -> None:
    """Turned over the long edge a back lies at W - x - w; over the short edge at H - y - h; an offset moves it."""
    fronts = grid(A4, card, MARGIN)
    assert fronts is not None
    for front, back in zip(fronts.cells, back_cells(fronts, "long").cells, strict=True):
        assert (back.x, back.y) == pytest.approx((A4[0] - front.x - front.width, front.y))
        assert (back.turn + front.turn) % 360 == 0
    for front, back in zip(fronts.cells, back_cells(fronts, "short", (0.5, -1)).cells, strict=True):
        assert (back.x, back.y) == pytest.approx((front.x + 0.5, A4[1] - front.y - front.height - 1))
        assert (back.turn + front.turn) % 360 == 180


def test_marks_run_along_cuts_and_stay_off_the_cards() -> None:
    """Every tick and cross lies on a line that is cut, ticks begin outside all cards, and `none` means none."""
    made = grid(A4, (63, 88), MARGIN)
    assert made is not None
    across = {round(x, 4) for cell in made.cells for x in (cell.x, cell.x + cell.width)}
    up = {round(y, 4) for cell in made.cells for y in (cell.y, cell.y + cell.height)}
    marks = cut_guides(made, "marks")
    assert all(
        (one.x == one.to_x and round(one.x, 4) in across) or (one.y == one.to_y and round(one.y, 4) in up)
        for one in marks
    )
    crosses = [one for one in marks if min(across) < one.x < max(across) and min(up) < one.y < max(up)]
    assert len(crosses) == 2 * 4
    assert len(marks) == 2 * len(across) + 2 * len(up) + len(crosses)
    assert cut_guides(made, "none") == []


@pytest.mark.parametrize("page", [A4, LETTER])
@pytest.mark.parametrize("card", TABLE)
@pytest.mark.parametrize("bleed", [0, 3])
def test_ruler_has_room(page: tuple[float, float], card: tuple[float, float], bleed: float) -> None:
    """Each sheet has a ruler of 50 mm, inside the printable area and off the cards."""
    made = grid(page, card, MARGIN, bleed)
    assert made is not None
    ruler = make_ruler(made, MARGIN)
    assert ruler is not None
    assert ruler.length == 50
    if ruler.turned:
        assert MARGIN <= ruler.x <= made.left - bleed
        assert ruler.y >= MARGIN
        assert ruler.y + ruler.length <= page[1] - MARGIN
    else:
        assert max(cell.y + cell.height for cell in made.cells) + bleed <= ruler.y <= page[1] - MARGIN


def test_folds_are_in_the_middle() -> None:
    """A fold-over card has a dashed line across its middle."""
    made = grid(A4, (63, 176), MARGIN)
    assert made is not None
    for cell, fold in zip(made.cells, fold_guides(made), strict=True):
        assert fold.dashed
        assert fold.x == fold.to_x == pytest.approx(cell.x + 88)


def test_too_large_a_card_fits_nowhere() -> None:
    """A card larger than the paper inside its margins has no grid."""
    assert grid(A4, (200, 280), MARGIN) is None
