"""A list on one line, for places that take no more: the lines of the text format with bars between them."""

from __future__ import annotations

from listbuilder.exchange.documents.judged import JudgedList
from listbuilder.exchange.formats.text.write_text import TextWriter


def write_one_line(judged: JudgedList) -> str:
    """The list on one line."""
    return " | ".join(line.strip() for line in TextWriter(judged).lines() if line.strip()) + "\n"
