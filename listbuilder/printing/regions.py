"""Where the regions of a face lie: a layout and the measures of its parts go in, boxes in points come out.

Rows stack, columns stand side by side, `grow` takes what is left. Only fills reach the edge of a card; all that is
shown stays inside its safe edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from listbuilder.printing.geometry import MM
from listbuilder.printing.rows import TooSmallError
from listbuilder.templates import CardLayout, Region


class Rect(NamedTuple):
    """A box, in points from the top left of the card."""

    x: float
    y: float
    width: float
    height: float

    def inside(self, other: Rect) -> Rect:
        """What of it lies inside another."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right = min(self.x + self.width, other.x + other.width)
        bottom = min(self.y + self.height, other.y + other.height)
        return Rect(x, y, max(0.0, right - x), max(0.0, bottom - y))


class Place(NamedTuple):
    """A region in its place: what is filled, which may reach the edge of the card, and what is left for its content."""

    name: str
    region: Region
    ground: Rect
    inner: Rect


# The name of a region that shows something and the width for it: how wide and how tall it is; None where it is absent.
Measure = Callable[[str, float], tuple[float, float] | None]


class Solver:
    """Places the regions of one face of one card."""

    def __init__(self, layout: CardLayout, card: Rect, safe: Rect, scale: float, measure: Measure) -> None:
        self.layout, self.card, self.safe, self.measure = layout, card, safe, measure
        self.unit = MM * scale

    def face(self, names: Sequence[str]) -> list[Place]:
        """All regions of a face, those around others first."""
        return list(self.stack(names, self.card, 0, self.card))

    def padded(self, region: Region, box: Rect) -> Rect:
        """What is left of a box inside its padding and inside the safe edge."""
        return self.unpadded(region, box).inside(self.safe)

    def unpadded(self, region: Region, box: Rect) -> Rect:
        """What is left of a box inside its padding."""
        top, right, bottom, left = (one * self.unit for one in region.padding)
        return Rect(box.x + left, box.y + top, box.width - left - right, box.height - top - bottom)

    def height(self, name: str, box: Rect) -> float | None:
        """How tall a region is at the place and width of a box; None where it is not there."""
        region = self.layout.regions[name]
        room = Rect(box.x, 0, box.width, self.card.height)
        inner = self.padded(region, room)
        if region.show == "flow":
            return region.height * self.unit if region.height else 0.0
        if region.show:
            found = self.measure(name, inner.width)
            if found is None:
                return None
            tall = found[1]
        elif region.rows or region.columns:
            tall = self.held(region, inner)
        else:
            tall = 0.0 if self.measure(name, inner.width) else -1.0
        if tall < 0:
            return None
        if region.height is not None:
            return region.height * self.unit
        return tall + (region.padding[0] + region.padding[2]) * self.unit

    def held(self, region: Region, inner: Rect) -> float:
        """How tall the regions in a region are together; below nothing where none is there."""
        if region.columns:
            sides = self.sides(region, inner)
            talls = [self.height(name, Rect(x, 0, width, 0)) for name, x, width in sides]
            return max((one for one in talls if one is not None), default=-1.0)
        there = [one for name in region.rows if (one := self.height(name, inner)) is not None]
        return sum(there) + region.gap * self.unit * (len(there) - 1) if there else -1.0

    def sides(self, region: Region, inner: Rect) -> list[tuple[str, float, float]]:
        """The columns that are there: name, left edge and width."""
        widths: dict[str, float] = {}
        growing = []
        for name in region.columns:
            one = self.layout.regions[name]
            wide = self.width(name, inner)
            if wide is None:
                continue
            widths[name] = wide
            if one.grow:
                growing.append(name)
        spare = inner.width - sum(widths.values()) - region.gap * self.unit * max(0, len(widths) - 1)
        for name in growing:
            widths[name] += max(0.0, spare) / len(growing)
        x, out = inner.x, []
        for name, wide in widths.items():
            out.append((name, x, wide))
            x += wide + region.gap * self.unit
        return out

    def width(self, name: str, inner: Rect) -> float | None:
        """The width a column asks for: its own, what it shows, or nothing when it grows."""
        region = self.layout.regions[name]
        if region.grow:
            return 0.0
        left_right = (region.padding[1] + region.padding[3]) * self.unit
        if region.show and region.show != "flow":
            found = self.measure(name, region.width * self.unit if region.width else inner.width)
            if found is None:
                return None
            return region.width * self.unit if region.width else found[0] + left_right
        return (region.width or 0) * self.unit

    def stack(self, names: Sequence[str], room: Rect, gap: float, whole: Rect) -> Iterator[Place]:
        """Regions one below the other; those that grow share what is left."""
        talls = {name: one for name in names if (one := self.height(name, room)) is not None}
        growing = [name for name in talls if self.layout.regions[name].grow]
        self.clear_edges(talls, room)
        spare = room.height - sum(talls[name] for name in talls if name not in growing) - gap * max(0, len(talls) - 1)
        if spare < -0.01:
            raise TooSmallError
        y = room.y
        for name, tall in talls.items():
            high = spare / len(growing) if name in growing else tall
            yield from self.place(name, Rect(room.x, y, room.width, high), room, whole)
            y += high + gap

    def clear_edges(self, talls: dict[str, float], room: Rect) -> None:
        """Make regions that begin or end a card taller by what of its safe edge their padding leaves uncovered."""
        top = max(0.0, self.safe.y - room.y)
        bottom = max(0.0, room.y + room.height - self.safe.y - self.safe.height)
        for names, edge, side in ((list(talls), top, 0), (list(reversed(talls)), bottom, 2)):
            passed = 0.0
            for name in names:
                region = self.layout.regions[name]
                if region.grow or passed >= edge:
                    break
                if region.height is None and (region.show or region.rows or region.columns):
                    talls[name] += max(0.0, edge - passed - region.padding[side] * self.unit)
                passed += talls[name]

    def place(self, name: str, box: Rect, room: Rect, whole: Rect) -> Iterator[Place]:
        """A region and those inside it. `room` is what its parent has for all, `whole` that without the safe edge."""
        region = self.layout.regions[name]
        ground = box if region.radius else stretched(box, room, whole)
        inner, open_ = self.padded(region, box), self.unpadded(region, ground)
        yield Place(name, region, ground, inner)
        if region.rows:
            yield from self.stack(region.rows, inner, region.gap * self.unit, open_)
        for inside, x, width in self.sides(region, inner) if region.columns else ():
            tall = self.height(inside, Rect(x, 0, width, 0))
            if tall is not None:
                one = self.layout.regions[inside]
                high = tall if one.show not in ("", "flow") and not one.grow else inner.height
                yield from self.place(inside, Rect(x, inner.y, width, min(high, inner.height)), inner, open_)


def stretched(box: Rect, room: Rect, whole: Rect) -> Rect:
    """A box that reaches the edges of its room, made to reach those of the whole."""
    left = whole.x if box.x - room.x < 0.01 else box.x
    top = whole.y if box.y - room.y < 0.01 else box.y
    right, bottom = box.x + box.width, box.y + box.height
    right = whole.x + whole.width if room.x + room.width - right < 0.01 else right
    bottom = whole.y + whole.height if room.y + room.height - bottom < 0.01 else bottom
    return Rect(left, top, right - left, bottom - top)
