"""Look up names of a text list: the slot and entry that a name means, or the closest names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cached_property, lru_cache

from listbuilder.base.values import slug
from listbuilder.catalogue import Entry, Game, RowSchema
from listbuilder.exchange.formats.text.counts_and_prices import TIMES, WORDS
from listbuilder.exchange.formats.text.quoted_text import singular_forms
from listbuilder.lists.key_values import open_slots
from listbuilder.storage.reading import refuse_one

Found = list[tuple[str, Entry]]
LONGEST, LEAST = 60, 2
# Words looked up, spelling guesses and tries of word combinations. A real list has a few thousand words at most; a text
# with more is refused before it costs seconds.
MOST_ITEMS, MOST_GUESSES, MOST_TRIES = 10_000, 200, 40_000
VOWELS = re.compile("[aeiou]")
PLAIN = re.compile(r"[^\W\d_]|['’(]|\d+(?:st|nd|rd|th)\b")
ODD = re.compile(r"[\[\]{}|=]|\b\d+[.)] ")


# What people call parts of a model who write around English names in their own language.
TRANSLATED = {
    **dict.fromkeys(("rang", "rango"), "rank"),
    **dict.fromkeys(("waffe", "waffen", "arme", "armes", "arma", "armas"), "weapon"),
    **dict.fromkeys(("rustung", "panzerung", "armure", "armadura"), "armour"),
    **dict.fromkeys(("ausrustung", "equipement", "equipo"), "gear"),
    **dict.fromkeys(("fahigkeit", "fahigkeiten", "habilidad", "habilidades", "capacites"), "abilities"),
    **dict.fromkeys(("stufe", "niveau", "nivel"), "level"),
    **dict.fromkeys(("anfuhrer", "anfuhrerin", "chef", "lider"), "leader"),
}

STATS = ("stats", "stat-line", "statline", "raises", "werte")


def key_words(sheet: RowSchema) -> dict[str, str]:
    """Every spelling of a key of a sheet, as a slug: the key itself, and with or without a plural s."""
    words = {slug(one): key for one, key in sheet.aliases.items()}
    words |= {slug(key): key for key in (*sheet.slots, *sheet.fields)}
    more = {f"{word}s": key for word, key in words.items()} | {
        word[:-1]: key for word, key in words.items() if word.endswith("s")
    }
    ies = {f"{word[:-3]}y": key for word, key in words.items() if word.endswith("ies")}
    parted = {word: key for word, key in words.items() if "-" in word}
    joined = {word.replace("-", ""): key for word, key in parted.items()}
    first = {word.partition("-")[0]: key for word, key in parted.items()}
    # As people shorten what they write often: `lvl 3`.
    bones = {bone: key for key in sheet.fields if len(bone := VOWELS.sub("", slug(key))) > 2}
    stats = {word: key for key, one in sheet.fields.items() if one.raises for word in STATS}
    known = {**stats, **first, **bones, **joined, **more, **ies, **words}
    return {**{word: known[key] for word, key in TRANSLATED.items() if key in known}, **known}


def initials(sheet: RowSchema) -> dict[str, str]:
    """The beginnings of the consonants of numbers' keys, as in `L3` and `lv 3`; none that another key begins with."""
    made: dict[str, str] = {}
    for key, own in sheet.fields.items():
        bones = VOWELS.sub("", slug(key)) if own.counts else ""
        short = [bones[:size] for size in range(1, len(bones))]
        others = [one for one in (*sheet.slots, *sheet.fields) if one != key]
        made |= {one: key for one in short if not any(slug(other).startswith(one) for other in others)}
    return made


def close_matches(text: str, known: Iterable[str]) -> list[str]:
    """The words that a text may misspell, closest first; empty for a long text."""
    if not 1 < len(text) <= LONGEST:
        return []
    # Words of very different length can't reach the cutoff, and comparing is the slow part.
    words = {word.lower(): word for word in known if abs(len(word) - len(text)) <= 1 + len(word) // 2}
    return [words[near] for near in get_close_matches(text.lower(), words, n=3, cutoff=0.72 if len(text) > 4 else 0.6)]


def is_plain_name(text: str) -> bool:
    """Whether a text can be a name without quotes: it begins with a letter and has no price and no count in it."""
    first, _, rest = text.partition(" ")
    return PLAIN.match(text) is not None and not ODD.search(text) and not (rest and first.lower() in WORDS)


class NameTable:
    """The names of one sheet of a game."""

    def __init__(self, game: Game, sheet: RowSchema) -> None:
        self.game = game
        self.sheet = sheet
        self.keys = key_words(sheet)
        # Words of other languages are no spellings to ask about: `Mags` is a name, though near to `armas`.
        self.own_keys = tuple(word for word in self.keys if word not in TRANSLATED and word not in STATS)
        # A letter is a key only with its number right behind it, never before a colon.
        self.number_keys = {**initials(sheet), **self.keys}
        self.stats = {name.lower(): id for id, stat in game.stats.items() for name in (id, stat.name)}
        # Keys of the list whose value is models: a word that stands beside the model.
        own = game.list.fields.items() if sheet is game.model else ()
        self.marks = {slug(key): key for key, one in own if one.links and key not in self.keys}
        self.kinds = {slug(game.kind_name(slot.kind)) for slot in sheet.slots.values()}
        kinds = {slot.kind for slot in sheet.slots.values()}
        self.all = [one.name for one in game.entries if one.kind in kinds]
        self.joined = {name.lower().replace(" and ", " & "): name for name in self.all if " and " in name.lower()}
        self.items = self.guesses = self.tries = 0
        # Per table and not on the method: a cache of the class would keep every game alive.
        self.find = lru_cache(maxsize=4096)(self._find)
        self.near = lru_cache(maxsize=512)(self._near)

    def with_and(self, text: str) -> str:
        """A text in which names that are written with `&` have their `and`."""
        for sign, name in self.joined.items() if "&" in text else ():
            at = text.lower().find(sign)
            text = f"{text[:at]}{name}{text[at + len(sign) :]}" if at >= 0 else text
        return text

    def exact(self, name: str) -> Found:
        """The slots and entries that a name means to the letter, in any case."""
        found = ((id, self.known(slot.kind, name)) for id, slot in self.sheet.slots.items())
        return [(id, entry) for id, entry in found if entry]

    def known(self, kind: str, name: str) -> Entry | None:
        """An entry of a kind by its name; `Rope × 2` counts ropes, even where something else is called Rope 2."""
        found = self.game.find(kind, name)
        signs = [sign for sign in TIMES if sign in name] if found and not name.isascii() else []
        return found if found and all(sign in found.name for sign in signs) else None

    def _find(self, name: str) -> Found:
        """The slots and entries that a name means, also in the plural or with the word for the kind beside it."""
        for spelling in self.spellings(name):
            if found := self.exact(spelling):
                return found
        return []

    def spellings(self, name: str) -> Iterator[str]:
        """A name, its singulars, and both without the word for a kind."""
        yield name
        name = name.rstrip(".,;!")
        yield name
        yield from singular_forms(name)
        first, _, rest = name.partition(" ")
        before, _, last = name.rpartition(" ")
        if self.is_kind_or_slot(last) and before:
            yield before
        if self.is_kind_or_slot(first.rstrip(":")) and rest:
            yield rest.lstrip(": ")

    def is_plural(self, name: str) -> bool:
        """Whether a text is no name of an entry, but the plural of one."""
        return not self.exact(name) and any(map(self.exact, singular_forms(name)))

    def is_kind(self, word: str) -> bool:
        """Whether a word is that for a kind, such as `armour` behind `Medium`."""
        known = slug(word).replace("armor", "armour") if word else ""
        return known in self.kinds or known in self.keys

    def is_kind_or_slot(self, word: str) -> bool:
        """The same without the keys of fields: in `Archer level 2` the word belongs to the number."""
        return self.is_kind(word) and self.keys.get(slug(word)) not in self.sheet.fields

    def within(self, kind: str, name: str) -> Entry | None:
        """An entry of a kind, by its name or a plural of it."""
        return next((one for word in (name, *singular_forms(name)) if (one := self.known(kind, word))), None)

    def is_short(self, name: str) -> bool:
        """Whether a name is only understood as the beginning of another."""
        return False

    def _near(self, text: str) -> list[str]:
        """What a text may mean: entries whose names contain all its words, or names that it may misspell."""
        self.guesses += 1
        if self.guesses > MOST_GUESSES:
            return []
        words = set(slug(text).split("-"))
        holding = [name for name in self.all if words <= set(slug(name).split("-"))] if len(text) <= LONGEST else []
        return holding or close_matches(text, self.all)

    def is_near(self, text: str) -> bool:
        """Whether a text may mean an entry; after too many guesses the answer is yes, so that nothing is dropped."""
        return bool(self.near(text)) or self.guesses > MOST_GUESSES

    def work(self) -> None:
        """Count an item that is looked up, and refuse a text that has more than any list."""
        self.items += 1
        if self.items > MOST_ITEMS:
            raise refuse_one("file.too-large", "the text has more words than any list", "Shorten it.", None)

    def near_key(self, word: str) -> str | None:
        """The key that a word may be a misspelling of."""
        if slug(word) in self.keys:
            return None
        return next(iter(close_matches(slug(word), self.own_keys)), None)


class ShortNames(NameTable):
    """The same names, and every text that begins exactly one of them, word by word: `lo bo` for `Long Bow`."""

    def _find(self, name: str) -> Found:
        return super()._find(name) or self.meant(name)

    def within(self, kind: str, name: str) -> Entry | None:
        """An entry of a kind, by its name, a plural of it or the beginning of its words."""
        found = super().within(kind, name)
        if found or not may_shorten(name):
            return found
        meant = [one for one in self.game.entries if one.kind == kind and begins(plain(name), plain(one.name))]
        return meant[0] if len(meant) == 1 else None

    def is_short(self, name: str) -> bool:
        """Whether a name is only understood as the beginning of another."""
        return not super()._find(name)

    def meant(self, name: str) -> Found:
        """The only entry that a text can be short for."""
        if not may_shorten(name):
            return []
        text = plain(name)
        first = [one for one in self.offered if one[2].startswith(text)]
        close = [] if first else [one for one in self.offered if begins(text, one[2])]
        same = [one for one in close if one[2].count(" ") == text.count(" ")]
        found = first or same or close
        return [(id, entry) for id, entry, _ in found] if len({entry.name for _, entry, _ in found}) == 1 else []

    @cached_property
    def offered(self) -> list[tuple[str, Entry, str]]:
        """What can be picked for the sheet: the slot, the entry and its name as names are compared."""
        slots = open_slots(self.game, self.sheet).items()
        return [(id, one, plain(one.name)) for id, slot in slots for one in self.game.entries if one.kind == slot.kind]


def may_shorten(text: str) -> bool:
    """Whether a text has letters enough to be short for a name."""
    return LEAST <= len(text) <= LONGEST and text[:1].isalpha()


def plain(text: str) -> str:
    """A text as names are compared."""
    return slug(text).replace("-", " ")


def begins(text: str, name: str) -> bool:
    """Whether the words of a text begin words of a name, one after the other."""
    words = iter(name.split())
    return all(any(word.startswith(one) for word in words) for one in text.split())
