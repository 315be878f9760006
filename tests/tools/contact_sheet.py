"""The picture of cards in the README: two of each game side by side, as `make pictures` draws it."""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image

from listbuilder.printing.pages import PageOptions, PrintedCard, print_batches
from listbuilder.printing.pdf_canvas import Properties
from listbuilder.printing.png import page_pngs
from listbuilder.printing.text_layout import Fonts
from tests.support.printing import STARTERS, TEMPLATES, batches, starter

PICKS = {
    "seven-bells": (0, 1),
    "kestrel-response-unit": (0, 1),
    "chimney-court": (2, 3),
    "widows-wake": (0, 3),
    "arrow-of-the-heron": (0, 1),
}
GAP, GROUND, RESOLUTION, COLOURS = 14, "#9a9a9a", 112, 128


def card_pictures(name: str, which: tuple[int, ...]) -> list[Image.Image]:
    """The fronts of some cards of a starter list."""
    path = next(path for path in STARTERS if path.stem == name)
    batch = batches(starter(path))[0]
    fronts = batch._replace(cards=tuple(PrintedCard(batch.cards[at].front) for at in which))
    sheets = PageOptions(Fonts(), TEMPLATES.themes["ink"], None)
    drawn = page_pngs(print_batches([fronts], sheets, Properties(name)), RESOLUTION)
    return [Image.open(io.BytesIO(one)).convert("RGB") for one in drawn]


def main(target: Path) -> None:
    """Draw the picture."""
    columns = [card_pictures(name, which) for name, which in PICKS.items()]
    wide, high = columns[0][0].size
    size = (len(columns) * (wide + GAP) + GAP, 2 * (high + GAP) + GAP)
    sheet = Image.new("RGB", size, GROUND)
    for across, column in enumerate(columns):
        for down, one in enumerate(column):
            sheet.paste(one, (GAP + across * (wide + GAP), GAP + down * (high + GAP)))
    sheet.quantize(COLOURS).save(target, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
