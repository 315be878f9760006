"""A line of a pane as it is drawn: one line high whatever is in it, laid out only when it comes into sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual


class Cell(NamedTuple):
    """A part of a line: as wide as `width` says, else a `share` of what is left, else as wide as its text."""

    text: Content
    width: int = 0
    share: int = 0
    right: bool = False


class DrawnLine(Visual):
    """Cells side by side; what has no room ends in dots, and nothing is ever pushed out at the right end."""

    def __init__(self, cells: Sequence[Cell], here: bool = False) -> None:
        self.cells, self.here = tuple(cells), here

    def beside(self, here: bool) -> DrawnLine:
        """The same line, with or without the sign of the bar."""
        return DrawnLine(self.cells, here)

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """The line as strips."""
        return self.laid(width).render_strips(width, 1, style, options)

    def laid(self, width: int) -> Content:
        """The line as text of a width."""
        sign = Content.styled(">" if self.here else " ", "bold")
        natural = [cell.width or (0 if cell.share else cell.text.cell_length) for cell in self.cells]
        left = max(width - 1 - sum(natural) - max(len(self.cells) - 1, 0), 0)
        shares = sum(cell.share for cell in self.cells) or 1
        widths = [own or left * cell.share // shares for cell, own in zip(self.cells, natural, strict=True)]
        parts = [_sized(cell, room) for cell, room in zip(self.cells, widths, strict=True)]
        return Content.assemble(sign, Content(" ").join(parts))

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """As wide as the pane."""
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Always one."""
        return 1


def _sized(cell: Cell, width: int) -> Content:
    text = cell.text if cell.text.cell_length <= width else cell.text.truncate(width, ellipsis=True)
    room = max(width - text.cell_length, 0)
    return text.pad_left(room) if cell.right else text.pad_right(room)
