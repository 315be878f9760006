"""How the desk prints: paper, type and fonts for booklets, slips and reports."""

from __future__ import annotations

from pathlib import Path

from listbuilder.printing.sheet import SheetWishes
from listbuilder.printing.text import Fonts
from listbuilder.templates import load_templates


def wishes_for(paper: str, font: Path | None = None, catalogues: tuple[Path, ...] = ()) -> SheetWishes:
    """What is asked of a print: its paper, a font for characters that ours lack, and where games lie.

    One name must not keep the lists of all others from being printed, so what no font has is spelled by its numbers.
    """
    templates = load_templates()
    type_ = templates.type["normal"]
    theme = templates.themes[templates.default["theme"]]
    wishes = SheetWishes(Fonts(font, spell=True), theme, templates.papers[paper], max(8.5, type_.floor), type_.floor)
    return wishes._replace(catalogues=catalogues)
