"""Which key of a row a player means by a word: the key itself, its singular or plural, or the kind that it holds."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.catalogue import Game, Sheet
from listbuilder.errors import EditError
from listbuilder.spelling import did_you_mean, same_word


def find_key(given: str, keys: Iterable[str], sheet: Sheet, game: Game) -> str:
    """The key that a word means; a word that means none, or several, is refused."""
    known = list(keys)
    lower = given.lower().replace("_", "-").replace(" ", "-")
    if lower in known or lower.startswith("x-"):
        return lower
    found = [key for key in known if same_word(lower, key)] or [
        key for key, slot in sheet.slots.items() if holds(slot.kind, lower, game)
    ]
    if len(found) == 1:
        return found[0]
    if found:
        names = " or ".join(f"`{key}`" for key in found)
        raise EditError.of("key.unknown", f"`{given}` could be {names}.", "Write one of them.")
    hint = part_of(lower, sheet, game) or did_you_mean(lower, known) or f"The keys are {', '.join(known)}."
    raise EditError.of("key.unknown", f"Unknown key `{given}`.", hint)


def part_of(word: str, sheet: Sheet, game: Game) -> str:
    """How to write what is no key but stands inside the value of one, such as a stat."""
    for id, field in sheet.fields.items():
        if f"{word}:" in field.offers(game, (), ()):
            return f"Write `{id}={word}:1`, or `{id}+={word}:1`."
    return ""


def holds(kind: str, word: str, game: Game) -> bool:
    """Whether a word is what players call a kind, one or many of them."""
    return any(same_word(word, name) for name in (kind, game.kind_name(kind), game.kind_name(kind, many=True)))
