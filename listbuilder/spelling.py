"""Spelling help: the nearest known word to one that is not known."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["did_you_mean", "spelled"]


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
