"""Write the README's picture of the page: the page itself, in a real browser, on a phone. `make pictures` runs this."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from tests.support.browsing import opened, starter, visiting
from tests.support.paths import ROOT

OUT = ROOT / ".pictures" / "page.png"
GAP = 16
COLOURS = 64


def views(page: Any, data: dict[str, Any]) -> list[bytes]:
    """The list, a row with what fits it, a choice with reasons, and play mode."""
    opened(page, data)
    shots = [page.screenshot()]
    page.click("[data-key=go-models-4]")
    page.wait_for_selector(".offer")
    shots.append(page.screenshot())
    page.click("[data-key^=swap-models-4-weapon]")
    page.wait_for_selector("dialog .choice")
    page.keyboard.type("p")
    shots.append(page.screenshot())
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("t")
    page.wait_for_selector(".track button")
    page.click(".track button >> nth=2")
    return [*shots, page.screenshot()]


def main() -> None:
    """Put the views side by side, in few colours."""
    with visiting() as visit:
        page = visit.open(color_scheme="light", reduced_motion="reduce", device_scale_factor=1.25)
        pictures = [Image.open(io.BytesIO(one)).convert("RGB") for one in views(page, starter("rogue-conflict"))]
        visit.close()
    width = sum(one.width for one in pictures) + GAP * (len(pictures) - 1)
    whole = Image.new("RGB", (width, pictures[0].height), "white")
    for nth, one in enumerate(pictures):
        whole.paste(one, (nth * (one.width + GAP), 0))
    whole.quantize(COLOURS, dither=Image.Dither.NONE).save(OUT, optimize=True)


if __name__ == "__main__":
    main()
