"""Texts of other tools as one line of characters that every font has."""

from __future__ import annotations

import unicodedata

from listbuilder.base.characters import find_forbidden

# Signs in rulebooks that few fonts have, and what looks like them.
LIKE = {"⬤": "•", "●": "•", "→": "->", "➤": "->", "▶": "->", "★": "*", "✓": "yes", "✗": "no", "▪": "•", "≥": ">="}


def clean_line(text: str) -> str:
    """A text on one line, without signs that can't be seen, and with pictures as words that any font has."""
    if not text.isascii():
        hidden = {text[place]: " " for place, _ in find_forbidden(text)}
        shapes = {
            char: _character_name(char) for char in set(text) if unicodedata.category(char) == "So" or char in LIKE
        }
        text = text.translate({ord(sign): word for sign, word in {**shapes, **hidden}.items()})
    return " ".join(text.split())


def _character_name(sign: str) -> str:
    """A sign that stands for a word: one that looks like it, or its name."""
    name = unicodedata.name(sign, "sign").lower().removeprefix("black ").removeprefix("white ")
    return LIKE.get(sign) or f"({name})"
