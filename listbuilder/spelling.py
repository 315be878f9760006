"""Spelling help: the nearest known word to one that is not known, and patterns for words in any case."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["any_case", "did_you_mean", "either_case", "spelled"]


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """A question with the nearest spelling, or nothing."""
    from difflib import get_close_matches

    spellings = {name.lower(): name for name in known}
    near = get_close_matches(given.lower(), spellings, n=1, cutoff=0.6 if len(given) > 3 else 0.5)
    return f"Did you mean {spellings[near[0]]}?" if near else ""


def spelled(value: object) -> str:
    """A value as a list file spells it, shortened: `true`, `null`, `"text"`."""
    import json

    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else f"{text[:39]}…"


def any_case(words: Iterable[str]) -> str:
    """A pattern for some words in upper or lower case."""
    import re

    alternatives = (
        "".join(either_case(char) if char.isascii() else char for char in re.escape(word)) for word in words
    )
    return f"^(?:{'|'.join(alternatives)})$"


def either_case(char: str) -> str:
    """A pattern for one ASCII character in upper or lower case."""
    return f"[{char}{char.upper()}]" if char.isalpha() else char
