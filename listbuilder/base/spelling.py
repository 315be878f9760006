"""Spelling help: the nearest known word to one that is not known, other spellings of it, patterns for any case."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from listbuilder.base.wording import as_words

# No name is longer, and comparing two texts takes quadratic time.
LONGEST = 100
# British and American endings; both sides of a comparison get the second.
ENDINGS = {
    "our": "or",
    "ise": "ize",
    "yse": "yze",
    "ence": "ense",
    "bre": "ber",
    "tre": "ter",
    "vre": "ver",
    "ogue": "og",
}


# Words that people write for a key of another name, as other games and tools call it.
MEANINGS: dict[str, tuple[str, ...]] = {
    "ability": ("abilities",),
    "amount": ("count", "limit"),
    "at-least": ("min",),
    "at-most": ("max",),
    "attributes": ("stats",),
    "bonus": ("grants", "stats"),
    "condition": ("when",),
    "count": ("of",),
    "default": ("base",),
    "default-value": ("default",),
    "depends": ("needs",),
    "description": ("text",),
    "dmg": ("damage",),
    "effect": ("grants", "effects"),
    "equipment": ("gear",),
    "filter": ("where",),
    "forbid": ("never",),
    "group-by": ("by",),
    "if": ("when",),
    "figures": ("models",),
    "items": ("entries",),
    "label": ("name",),
    "least": ("min",),
    "max": ("limit",),
    "max-points": ("limit",),
    "maximum": ("max", "most"),
    "mandatory": ("min",),
    "message": ("text",),
    "miniatures": ("models",),
    "minimum": ("min", "least"),
    "modifiers": ("grants",),
    "most": ("max",),
    "only": ("needs",),
    "optional": ("min",),
    "options": ("offers", "of"),
    "points": ("cost", "limit"),
    "points-limit": ("limit",),
    "prerequisites": ("needs",),
    "price": ("cost",),
    "pts": ("cost", "limit"),
    "required": ("min",),
    "requires": ("needs",),
    "rule": ("rules",),
    "size": ("limit",),
    "statline": ("stats",),
    "title": ("name",),
    "traits": ("tags", "keywords"),
    "type": ("kind",),
    "units": ("models",),
    "value": ("cost", "base"),
    "values": ("of",),
}


def known_synonym(given: str, known: Iterable[str]) -> str:
    """The known word that is a synonym of the given one, or an empty text."""
    words = set(known)
    return next(
        (word for word in MEANINGS.get(given.lower().replace("_", "-").replace(" ", "-"), ()) if word in words), ""
    )


def is_rest_of_text(key: str, value: object) -> bool:
    """Whether a key without a value is what a comma cut off from a text: `{text: Slow, but sure.}`."""
    return value is None and (" " in key.strip() or key.endswith((".", "!", "?", ")", "]")))


def rest_of_text(key: str) -> tuple[str, str]:
    """The message and the hint for such a key."""
    return f"`{key}` is read as a key: between braces, a comma ends a text.", "Put the whole text in quotes."


def read_as_key(key: str, value: object, known: Iterable[str] = ()) -> tuple[str, str] | None:
    """What to say about a key without a value that was meant as one with a value, such as `hp 5`; else None.

    Without a sign between, only a number is taken for a value, or anything behind one of the known keys.
    """
    import re

    found = re.fullmatch(r"([\w-]+)( *= *|:| +)(\S.*)", key) if value is None else None
    if found is None:
        thousands = value is None and re.fullmatch(r"\d{3}", key)
        return (f"`{key}` is read as a key: a comma ends a number.", "Write it without a comma.") if thousands else None
    name, sign, rest = found.groups()
    if not sign.strip() and not re.fullmatch(r"[+-]?\d+", rest) and name.lower() not in known:
        return None
    return f"`{key}` is read as a key.", f"Write `{name}: {rest}`, with a colon and a space."


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """A question with the nearest spelling, or nothing."""
    near = nearest(given, known)
    return f"Did you mean {near}?" if near else ""


def nearest(given: str, known: Iterable[str]) -> str:
    """The known word that is spelt most like the one given, or nothing."""
    # In a word of two letters, one wrong letter leaves a similarity of 0.5.
    text, cutoff = given.lower(), 0.6 if len(given) > 3 else 0.5
    if len(text) > LONGEST:
        return ""
    words = _words(tuple(known))
    # The letters that two words share bound their similarity from above, and are quick to count. Only words that may
    # reach the cutoff are compared in full: a list of thousands of unknown names would otherwise take seconds.
    able = [
        word
        for word, letters in words.letters
        if 2 * min(len(word), sum(map(letters.__contains__, text))) >= cutoff * (len(word) + len(text))
    ]
    if not able:
        return ""
    # Imported here: a list without mistakes never needs it.
    from difflib import get_close_matches

    near = get_close_matches(text, able, n=1, cutoff=cutoff)
    return words.spellings[near[0]] if near else ""


class _Words(NamedTuple):
    """Known words by their lower-case form, and the letters in each."""

    spellings: dict[str, str]
    letters: tuple[tuple[str, frozenset[str]], ...]


@lru_cache(maxsize=64)
def _words(known: tuple[str, ...]) -> _Words:
    spellings = {name.lower(): name for name in known}
    return _Words(spellings, tuple((word, frozenset(word)) for word in spellings))


def spelled(value: object) -> str:
    """A value as a list file spells it, shortened: `true`, `null`, `"text"`."""
    import json

    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else f"{text[:39]}…"


def any_case(words: Iterable[str]) -> str:
    """A pattern for some words in upper or lower case."""
    import re

    # Patterns in JSON Schemas have no flag for case.
    alternatives = (
        "".join(either_case(char) if char.isascii() else char for char in re.escape(word)) for word in words
    )
    return f"^(?:{'|'.join(alternatives)})$"


def either_case(char: str) -> str:
    """A pattern for one ASCII character in upper or lower case."""
    return f"[{char}{char.upper()}]" if char.isalpha() else char


def same_word(one: str, other: str) -> bool:
    """Whether two keys are one word, whatever its case, number and British or American spelling."""
    return bool(_forms(one) & _forms(other))


def _forms(key: str) -> set[str]:
    """The key and the singulars that it may be the plural of, each in American spelling."""
    # `oeu` is for `manoeuvre`, which is `maneuver` in American spelling.
    word = "-".join(as_words(key.lower()).split()).replace("oeu", "eu")
    forms = {word}
    if word.endswith("s") and not word.endswith("ss"):
        forms |= {word[:-1]}
        forms |= {word[:-2]} if word.endswith("es") else set()
        forms |= {f"{word[:-3]}y"} if word.endswith("ies") else set()
    return {"-".join(map(_respelt, form.split("-"))) for form in forms}


def _respelt(word: str) -> str:
    ending = next((ending for ending in ENDINGS if word.endswith(ending) and word != ending), None)
    return word.removesuffix(ending) + ENDINGS[ending] if ending else word
