"""A list as Markdown for forums: the lines of the text format with headings and bold names, and nothing active."""

from __future__ import annotations

import re

from listbuilder.exchange.documents.judged import JudgedList
from listbuilder.exchange.formats.text.write_text import TextWriter

BOLD, HASH = "\x00", "\x01"  # signs that no list can hold
SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~])")


def write_markdown(judged: JudgedList) -> str:
    """The list as Markdown."""
    writer = TextWriter(
        judged, bold=lambda text: f"{BOLD}{text}{BOLD}", heading=lambda text, level: HASH * level + text
    )
    out = [escape(line).replace(BOLD, "**") for line in writer.lines()]
    out = [re.sub(f"^({HASH}+)", lambda found: "#" * len(found[1]) + " ", line) for line in out]
    return "\n".join(line if line.startswith("#") or not line else f"{line}  " for line in out) + "\n"


def escape(text: str) -> str:
    """Text in which no sign means anything to Markdown or HTML."""
    return SIGNS.sub(r"\\\1", text).replace("&", "&amp;")
