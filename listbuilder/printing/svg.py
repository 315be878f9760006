"""Faces as SVG, with the same marks as in the PDF. Text stays text, as wide as in print."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from listbuilder.loading.templates import PAPER, Theme, outline_paths
from listbuilder.printing.marks import Box, Face, Figure, LineMark, Mark, Picture, Polygon, Style, Text
from listbuilder.printing.text_layout import Fonts

WEIGHTS: dict[Style, str] = {
    "light": 'font-weight="300"',
    "regular": "",
    "medium": 'font-weight="500"',
    "bold": 'font-weight="700"',
    "italic": 'font-style="italic"',
}
FAMILY = "Roboto, 'Helvetica Neue', Arial, sans-serif"


def face_svg(face: Face, fonts: Fonts, theme: Theme) -> str:
    """One side of a card in millimetres, with a title for screen readers."""
    wide, high = f"{face.width:.2f}", f"{face.height:.2f}"
    size = f'width="{face.width / 72 * 25.4:.2f}mm" height="{face.height / 72 * 25.4:.2f}mm"'
    # As in the PDF, pictures are below everything else, and text above.
    marks = sorted(face.marks, key=lambda one: isinstance(one, Text) - isinstance(one, Picture))
    body = "\n".join(part for mark in marks for part in mark_svg(mark, fonts, theme))
    title = escape(printable(face.title or "Card"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {wide} {high}" role="img" lang="en-GB">\n'
        f"<title>{title}</title>\n"
        f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>\n{body}\n</svg>\n'
    )


def printable(text: str) -> str:
    """Text without the control characters that XML does not allow."""
    return "".join(char for char in text if char.isprintable())


def theme_colour(name: str, theme: Theme) -> str:
    """A colour of the theme by its name, or the colour itself."""
    if name == "paper":
        return PAPER
    return str(getattr(theme, name)) if name in ("ink", "muted", "line", "tint", "shade") else name


def mark_svg(mark: Mark, fonts: Fonts, theme: Theme) -> Iterator[str]:
    """One mark as elements."""
    if isinstance(mark, Text):
        wide = fonts.width(mark.text, mark.style) * mark.size
        yield (
            f'<text x="{mark.x:.2f}" y="{mark.y:.2f}" font-family="{FAMILY}" font-size="{mark.size:g}" '
            f'{WEIGHTS[mark.style]} textLength="{wide:.2f}" lengthAdjust="spacingAndGlyphs" '
            f'fill="{theme_colour(mark.colour, theme)}">{escape(printable(mark.text))}</text>'
        )
    elif isinstance(mark, LineMark):
        dash = ' stroke-dasharray="3 2"' if mark.dashed else ""
        ends = f'x1="{mark.x:.2f}" y1="{mark.y:.2f}" x2="{mark.to_x:.2f}" y2="{mark.to_y:.2f}"'
        yield f'<line {ends} stroke="{theme_colour(mark.colour, theme)}" stroke-width="{mark.width:g}"{dash}/>'
    elif isinstance(mark, Box):
        fill = theme_colour(mark.fill, theme) if mark.fill else "none"
        line = f'stroke="{theme_colour(mark.line, theme)}" stroke-width="{mark.stroke:g}"' if mark.stroke else ""
        place = f'x="{mark.x:.2f}" y="{mark.y:.2f}" width="{mark.width:.2f}" height="{mark.height:.2f}"'
        yield f'<rect {place} rx="{mark.radius:.2f}" fill="{fill}" {line}/>'
    elif isinstance(mark, Polygon):
        points = " ".join(f"{x:.2f},{y:.2f}" for x, y in mark.points)
        tint = theme_colour(mark.colour, theme)
        fill = tint if mark.filled else "none"
        yield f'<polygon points="{points}" fill="{fill}" stroke="{tint}" stroke-width="{mark.stroke:g}"/>'
    elif isinstance(mark, Figure):
        yield figure_svg(mark, theme_colour(mark.colour, theme))
    else:
        yield picture_svg(mark)


def figure_svg(mark: Figure, fill: str) -> str:
    """A drawing over a unit square, flipped because y points down in SVG; each part is filled separately."""
    parts = "".join(f'<path d="{path}"/>' for path in outline_paths(mark.path))
    place = f"translate({mark.x:.2f} {mark.y + mark.side:.2f}) scale({mark.side:.2f} {-mark.side:.2f})"
    label = f' role="img" aria-label={quoteattr(printable(mark.alt))}' if mark.alt else ' aria-hidden="true"'
    return f'<g transform="{place}" fill="{fill}" fill-rule="evenodd"{label}>{parts}</g>'


def picture_svg(mark: Picture) -> str:
    """An image in its window."""
    x, y, width, height = mark.spot
    kind = "png" if mark.image.startswith(b"\x89PNG") else "jpeg"
    data = f"data:image/{kind};base64,{b64encode(mark.image).decode('ascii')}"
    window = f'x="{mark.x:.2f}" y="{mark.y:.2f}" width="{mark.width:.2f}" height="{mark.height:.2f}"'
    return (
        f'<svg {window} viewBox="0 0 {mark.width:.2f} {mark.height:.2f}">'
        f'<image x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" href="{data}"/></svg>'
    )
