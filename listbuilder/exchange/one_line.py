"""A list on one line, for places that take no more: the lines of the text format with bars between them."""

from __future__ import annotations

from listbuilder.exchange.shared import Shared
from listbuilder.exchange.text_write import TextWriter

__all__ = ["write"]


def write(shared: Shared) -> str:
    """The list on one line."""
    return " | ".join(line.strip() for line in TextWriter(shared).lines() if line.strip()) + "\n"
