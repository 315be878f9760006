"""Which slot and entry a name in a text list means on a sheet, and what is near when it means none."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue import Entry, Game, Sheet
from listbuilder.formats.text.tokens import singular
from listbuilder.values import slug

__all__ = ["Names", "key_words"]

Found = list[tuple[str, Entry]]


def key_words(sheet: Sheet) -> dict[str, str]:
    """Every spelling of a key of a sheet, as a slug: the key itself, and with or without a plural s."""
    words = {slug(key): key for key in (*sheet.slots, *sheet.fields)}
    more = {f"{word}s": key for word, key in words.items()} | {
        word[:-1]: key for word, key in words.items() if word.endswith("s")
    }
    ies = {f"{word[:-3]}y": key for word, key in words.items() if word.endswith("ies")}
    return {**more, **ies, **words}


class Names:
    """The names of one sheet of a game."""

    def __init__(self, game: Game, sheet: Sheet) -> None:
        self.game = game
        self.sheet = sheet
        self.keys = key_words(sheet)
        self.stats = {name.lower(): id for id, stat in game.stats.items() for name in (id, stat.name)}

    def exact(self, name: str) -> Found:
        """The slots and entries that a name means to the letter, in any case."""
        found = ((id, self.game.find(slot.kind, name)) for id, slot in self.sheet.slots.items())
        return [(id, entry) for id, entry in found if entry]

    def find(self, name: str) -> Found:
        """The same, for plurals and with the word for the kind beside the name, too."""
        for spelling in self.spellings(name):
            if found := self.exact(spelling):
                return found
        return []

    def spellings(self, name: str) -> Iterator[str]:
        """A name, its singulars, and both without the word for a kind."""
        yield name
        yield from singular(name)
        first, _, rest = name.partition(" ")
        before, _, last = name.rpartition(" ")
        if self.is_kind(last) and before:
            yield before
        if self.is_kind(first.rstrip(":")) and rest:
            yield rest.lstrip(": ")

    def is_kind(self, word: str) -> bool:
        """Whether a word is that for a kind, such as `armour` behind `Medium`."""
        known = slug(word).replace("armor", "armour") if word else ""
        kinds = {slug(self.game.kind_name(slot.kind)) for slot in self.sheet.slots.values()}
        return known in kinds or known in self.keys

    def within(self, kind: str, name: str) -> Entry | None:
        """An entry of a kind, by its name or a plural of it."""
        return next((one for word in (name, *singular(name)) if (one := self.game.find(kind, word))), None)

    def near(self, name: str) -> list[str]:
        """The entries whose names hold every word of a name."""
        words = set(slug(name).split("-"))
        kinds = {slot.kind for slot in self.sheet.slots.values()}
        return [one.name for one in self.game.entries if one.kind in kinds and words <= set(slug(one.name).split("-"))]

    def all(self) -> list[str]:
        """Every name on the sheet."""
        kinds = {slot.kind for slot in self.sheet.slots.values()}
        return [one.name for one in self.game.entries if one.kind in kinds]
