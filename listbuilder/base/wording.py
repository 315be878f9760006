"""Words for messages: numbers with their nouns, short lists of names, articles. English, and only here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

BEHIND = (" (", " of ", " on ", " in ", " under ", " with ", " that ", " without ", " as ", " for ", " given ", " not ")
"""Words that begin a phrase after a noun; plural and singular change the noun and leave the phrase."""


def as_words(id: str) -> str:
    """An id or a key as people write it: `turning-point` is `turning point`."""
    return id.replace("-", " ").replace("_", " ")


def plural(noun: str) -> str:
    """The plural of a noun: `model`, `models`; a phrase after it stays, and so does `percent of …`."""
    head, rest = split_noun(noun)
    if not head or head.endswith(("s", "ing")) or f"{rest} ".startswith(" of "):
        made = head
    elif head.endswith("y") and head[-2:-1] not in "aeiou":
        made = f"{head[:-1]}ies"
    else:
        made = f"{head}es" if head.endswith(("ch", "sh", "x")) else f"{head}s"
    return f"{made}{rest}"


def counted(count: object, noun: str) -> str:
    """A count with its noun: `1 model`, `3 models`, `3 models (pistol weapon)`; a phrase is left as it is."""
    return f"{count} {singular(noun) if str(count) == '1' else plural(noun)}"


def summed(number: int, noun: str) -> str:
    """A sum with its unit, which is a plural already: `1 point`, `3 points`, `3 power`."""
    return f"{number} {singular(noun) if number == 1 else noun}"


def singular(noun: str) -> str:
    """The singular of a noun: `points`, `point`; `points on the table`, `point on the table`."""
    head, rest = split_noun(noun)
    if head.endswith("s") and not head.endswith(("ss", "us", "is")):
        head = head[:-1]
    return f"{head}{rest}"


def split_noun(noun: str) -> tuple[str, str]:
    """A noun and the phrase after it."""
    # A blank at the end, so that a phrase at the end of the noun is found as well.
    places = [at for word in BEHIND if (at := f"{noun} ".find(word)) > 0]
    at = min(places, default=len(noun))
    return noun[:at], noun[at:]


def be_phrase(what: str) -> str:
    """What something must be: `be heavy`, `not be heavy`."""
    return f"not be {what[4:]}" if what.startswith("not ") else f"be {what}"


def join_names(items: Iterable[str], most: int = 5) -> str:
    """A short list of names: `Ada, Bo and 3 more`; empty if there are none."""
    names = list(items)
    shown = names[:most] + ([f"{len(names) - most} more"] if len(names) > most else [])
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def join_counted(names: Iterable[str], most: int = 5) -> str:
    """A short list of names in which equal ones stand once: `2 × Rope and Lamp`."""
    times: dict[str, int] = {}
    for name in names:
        times[name] = times.get(name, 0) + 1
    return join_names([f"{often} × {name}" if often > 1 else name for name, often in times.items()], most)


def article(noun: str) -> str:
    """A noun with its article: `a unit`, `an ability`."""
    word = noun.lstrip("\"'`").lower()
    vowel = word[:1] in tuple("aeio") or (word.startswith("u") and not word.startswith(LIKE_YOU))
    return f"{'an' if vowel else 'a'} {noun}"


# A word that begins like `you` takes `a`: a unit, but an upgrade.
LIKE_YOU = ("uni", "use", "usu", "ute", "uto")


def sentence(words: str) -> str:
    """Words as a sentence: a capital first, a full stop last."""
    text = words.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".") if text else ""


def join_choices(items: Sequence[str], most: int = 5) -> str:
    """A choice: `a bow, a sling or a knife`."""
    shown = [*items[:most], *(["the like"] if len(items) > most else [])]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}" if shown else ""
