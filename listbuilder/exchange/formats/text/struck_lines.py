"""Lines that may be no part of the list, though they read like it: struck, commented out, not ticked, on the bench.

Lines go in, a reason to ask comes out; nothing is left out without a word, and nothing is taken that may not be meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from listbuilder.base.values import slug
from listbuilder.exchange.formats.text.name_lookup import NameTable
from listbuilder.exchange.formats.text.paste import PastedLine
from listbuilder.exchange.formats.text.tokens import is_quoted

EMPTY, TICKED = re.compile(r"\W*\[ \] "), re.compile(r"\W*\[[xX]\] ")
COMMENT = re.compile(r"\s*(?://|/\*|<!--)")
BENCH = frozenset(
    {
        "sideboard", "side-board", "reserve", "reserves", "bench", "benched", "maybe", "maybes", "maybeboard", "cut",
        "cuts", "alternatives", "alternates", "wishlist", "ideas", "not-used", "unused", "not-in-the-list", "removed",
    }
)  # fmt: skip
HEADINGS = frozenset(
    {
        "main", "mainboard", "main-board", "troops", "leaders", "leader", "hq", "core", "elites", "elite", "support",
        "specialists", "characters", "battleline", "warriors", "army", "force", "warband", "gang", "crew", "roster",
    }
)  # fmt: skip
"""Words over a part of a list, which are no model's name."""


def is_bench(text: str) -> bool:
    """Whether a text is a word over models that may be no part of the list."""
    return slug(text.strip(":=*#-~ ")) in BENCH


class StruckLineCheck:
    """Says of each line of a paste whether it may be no part of the list, and why; `names` are those of models."""

    def __init__(self, lines: Iterable[PastedLine], names: NameTable) -> None:
        self.ticked = any(TICKED.match(line.raw) for line in lines)
        self.names = names

    def why(self, line: PastedLine) -> tuple[str, str] | None:
        """What to say of a line that may not be meant, and what to do."""
        if line.struck:
            return "Some of the line is struck out (~~).", "Take out what is struck, or the signs around it."
        if COMMENT.match(line.raw) and not line.raw.lstrip().startswith("///"):
            return "The line is commented out.", "Take it out, or the signs before it."
        if self.ticked and EMPTY.match(line.raw):
            return "The box is empty, and others are ticked.", "Take the line out, or tick it."
        if is_bench(line.text) and not self.is_name(line.text):
            return "What stands below may be no part of the list.", "Take it out, or this line."
        return None

    def is_name(self, text: str) -> bool:
        """Whether such a word is in quotes, a name in the catalogue, or may be that of a group."""
        return is_quoted(text) or bool(self.names.exact(text)) or self.names.game.model.group_key is not None
