"""Draw the rooms of the package in their layers, as docs/contributing shows them. `make pictures` runs this."""

from __future__ import annotations

from html import escape
from itertools import pairwise

from tests.support.paths import ROOT

PICTURE = ROOT / ".pictures" / "architecture.svg"
# From the top: a room imports only from the rooms below it.
ROOMS = {
    "ui": "cli, screen, web: the three faces; only they print, ask and exit",
    "desk": "an event's folder: ledger, intake, rounds, seals, reports",
    "printing": "cards and sheets as PDF, PNG and SVG",
    "building": "choices with prices and reasons, fixes, fill, mend",
    "play": "missions, matches, deployment, odds",
    "exchange": "documents, schemas, formats, the import API",
    "judging": "ListDocument + Game → Force → Report",
    "loading": "a folder of YAML → Game; checks, proofs, overlays",
    "lists": "a list file → ListDocument; edits that keep comments",
    "catalogue": "what a game is made of; the query language; rule kinds",
    "storage": "bounded reading, atomic writes, locks, caches, worker processes",
    "base": "records, typed values, findings and their codes, errors",
}
# What one list becomes on its way, beside the room that makes it; the file lies below all rooms.
VALUES = {
    "printing": "PDF",
    "judging": "Force, Report",
    "lists": "ListDocument",
    "storage": "Document",
    "base": "list file",
}
WIDTH, HEIGHT, GAP, ROOM_WIDTH = 880, 42, 8, 620
STYLE = """
  text { font-family: system-ui, sans-serif; fill: #1d2733 }
  .name { font-size: 17px; font-weight: 700 } .about { font-size: 13px } .value { font-size: 14px; font-weight: 600 }
  .note { font-size: 13px; fill: #51606f }
  rect.room { fill: #eef3f8; stroke: #8aa0b6 } rect.value { fill: #fff4dc; stroke: #d0a030 }
  path { stroke: #b07d10; stroke-width: 2; fill: none }
"""


def room(y: float, name: str, about: str) -> str:
    """A box with a room's name and what it holds."""
    return (
        f'<rect class="room" x="20" y="{y}" width="{ROOM_WIDTH}" height="{HEIGHT}" rx="6"/>'
        f'<text class="name" x="36" y="{y + 27}">{name}</text>'
        f'<text class="about" x="160" y="{y + 26}">{escape(about)}</text>'
    )


def draw() -> str:
    """The picture as SVG."""
    tops = {name: 20 + at * (HEIGHT + GAP) for at, name in enumerate(ROOMS)}
    parts = [room(tops[name], name, about) for name, about in ROOMS.items()]
    tops["base"] += 16  # room for the last arrow
    x, y = ROOM_WIDTH + 50, 20 + len(ROOMS) * (HEIGHT + GAP)
    for name, value in VALUES.items():
        parts.append(
            f'<rect class="value" x="{x}" y="{tops[name] + 3}" width="180" height="36" rx="18"/>'
            f'<text class="value" x="{x + 90}" y="{tops[name] + 26}" text-anchor="middle">{value}</text>'
        )
    for above, below in pairwise(VALUES):
        parts.append(f'<path marker-end="url(#head)" d="M{x + 90} {tops[below] + 2} V{tops[above] + 45}"/>')
    parts.append(f'<text class="note" x="20" y="{y + 16}">A room imports only from the rooms below it.</text>')
    parts.append(f'<text class="note" x="{x + 90}" y="50" text-anchor="middle">What one list becomes</text>')
    height = y + 34
    marker = '<marker id="head" markerWidth="8" markerHeight="8" refX="6" refY="4" orient="auto">'
    arrow = f'<defs>{marker}<path d="M1 1 L7 4 L1 7" stroke="#b07d10" fill="none"/></marker></defs>'
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">'
        f"<title>The rooms of listbuilder in layers</title><style>{STYLE}</style>{arrow}"
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>\n{body}\n</svg>\n'
    )


if __name__ == "__main__":
    PICTURE.write_text(draw(), "utf-8")
