"""Plots of the field as SVG: pictures with a text for those who do not see them, on a page or in a file by themselves.

They are drawn for a window as narrow as a phone, take the colour of the text around them, and run nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import sqrt

WIDE, ROW, BAR, NUMBERS = 360, 30, 9, 46
STYLE = (
    "<style>text{font:11px sans-serif;fill:currentColor}.bar{fill:#35576f}.axis{stroke:currentColor;stroke-opacity:.45}"
    ".span{stroke:#35576f;stroke-width:3;stroke-linecap:round}.dot{fill:#35576f}"
    "@media(prefers-color-scheme:dark){.bar,.dot{fill:#8fb8d4}.span{stroke:#8fb8d4}}</style>"
)
SURE = 1.96
"""How many deviations a range spans that holds the true rate in 95 of 100 cases."""


def bars(title: str, rows: Sequence[tuple[str, int]], most: int) -> str:
    """How many of some number each has, one bar below its name."""
    told = ", ".join(f"{name} in {number} of {most} lists" for name, number in rows)
    parts = []
    for at, (name, number) in enumerate(rows):
        wide = (WIDE - NUMBERS) * number / max(1, most)
        parts += [_text(0, at * ROW + 12, name), _bar(0, at * ROW + 16, wide, BAR)]
        parts.append(_text(wide + 5, at * ROW + 25, f"{number}"))
    return _svg(title, told, ROW * len(rows), parts)


def histogram(title: str, values: Sequence[int], unit: str) -> str:
    """How many values lie in each step of a scale."""
    low, step, counts = _steps(values)
    tall, most = 120, max(counts)
    wide = WIDE / len(counts)
    parts = []
    for at, number in enumerate(counts):
        high = (tall - 30) * number / most
        parts.append(_bar(at * wide + 1, tall - 14 - high, wide - 2, high))
        parts += [_text(at * wide + wide / 2, tall - 18 - high, str(number), "middle")] if number else []
        parts.append(_text(at * wide + wide / 2, tall - 2, _step_text(low + at * step, step), "middle"))
    told = ", ".join(f"{_step_text(low + at * step, step)} {unit}: {number}" for at, number in enumerate(counts))
    return _svg(title, told, tall, parts)


def _steps(values: Sequence[int]) -> tuple[int, int, list[int]]:
    """Where a scale begins, how large its steps are, and how many values lie in each; seven steps at most."""
    span = max(values) - min(values) + 1
    step = next(size for power in range(10) for size in (10**power, 2 * 10**power, 5 * 10**power) if size * 6 >= span)
    low = min(values) // step * step
    counts = [0] * ((max(values) - low) // step + 1)
    for value in values:
        counts[(value - low) // step] += 1
    return low, step, counts


def _step_text(low: int, step: int) -> str:
    return str(low) if step == 1 else f"{low}–{low + step - 1}"


def rates(title: str, rows: Sequence[tuple[str, float, int]]) -> str:
    """The share of games won, with the range in which the true share lies in 95 of 100 cases."""
    parts = [f'<line class="axis" x1="{WIDE / 2}" y1="0" x2="{WIDE / 2}" y2="{ROW * len(rows)}"/>']
    told = []
    for at, (name, won, games) in enumerate(rows):
        low, high = _range(won, games)
        y = at * ROW + 21
        parts += [_text(0, at * ROW + 12, name), _text(WIDE, at * ROW + 12, f"{won:.0%} of {games}", "end")]
        parts.append(f'<line class="span" x1="{low * WIDE:.1f}" y1="{y}" x2="{high * WIDE:.1f}" y2="{y}"/>')
        parts.append(f'<circle class="dot" cx="{won * WIDE:.1f}" cy="{y}" r="5"/>')
        told.append(f"{name} {won:.0%} of {games} games, between {low:.0%} and {high:.0%}")
    return _svg(title, ", ".join(told), ROW * len(rows), parts)


def _range(won: float, games: int) -> tuple[float, float]:
    """Wilson's interval, which holds for few games too."""
    square = SURE**2 / games
    middle = (won + square / 2) / (1 + square)
    half = SURE / (1 + square) * sqrt(won * (1 - won) / games + square / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _bar(x: float, y: float, wide: float, high: float) -> str:
    return f'<rect class="bar" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"/>'


def _svg(title: str, told: str, high: int, parts: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="-6 0 {WIDE + 12} {high + 4}">'
    return "\n".join([head, f"<title>{escape(f'{title}: {told}.')}</title>", STYLE, *parts, "</svg>"])
