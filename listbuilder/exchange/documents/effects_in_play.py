"""Entries in play as published for engines: uses merged, and values filled into effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from listbuilder.base.records import FrozenDict, replace
from listbuilder.catalogue import Entry, Game, KeywordUse
from listbuilder.catalogue.effects.parts import Amount, Often
from listbuilder.catalogue.effects.playbook import Play, Use, merged_use, play_key
from listbuilder.catalogue.effects.printed_values import fill_places, is_value
from listbuilder.catalogue.effects.verbs import Effect, Give, Place, Take
from listbuilder.catalogue.entries import Keyword, activation_of, use_of
from listbuilder.exchange.documents.force_records import EngineEntry
from listbuilder.judging.force import Pick
from listbuilder.loading.effects.effect_names import names_in_play

ValueOf = Callable[[str], object]
NOTHING = Play()
PLAIN = frozenset([bool, int, str, type(None)])
"""Types of values that nothing is filled into; most of what a record holds is of them."""


class PlaybookQuery:
    """Looks up uses and effects in the playbook of one game."""

    def __init__(self, game: Game) -> None:
        self.game, self.book = game, game.playbook
        self.by_id: dict[str, list[Entry]] = {}
        for entry in game.entries:
            self.by_id.setdefault(entry.id, []).append(entry)

    def of(self, pick: Pick) -> tuple[Use | None, tuple[Effect, ...]]:
        """The use and the effects of a pick, with its current values filled in."""
        entry = pick.entry
        play = self.book.entries.get(play_key(*entry.key), NOTHING)
        effects: tuple[Effect, ...] = fill_values(play.effects, lambda name: own_value(entry, pick, name))
        use = self.use(entry, play)
        return (fill_values(use, lambda name: printed_value(entry, pick, name)) if use else None), effects

    def use(self, entry: Entry, play: Play) -> Use | None:
        """The use of an entry over those of its keywords and its kind; none where nobody uses it."""
        from_keywords = [use for one in entry.keyword_uses if (use := self.keyword_use(one))]
        switched = any(moment.use for effect in play.effects for moment in effect.when)
        if play.use is None and not from_keywords and not switched and activation_of(entry) != "active":
            return None
        made = self.book.use.get(entry.kind, Use())
        for one in (*from_keywords, *([play.use] if play.use else [])):
            made = merged_use(made, one)
        printed = use_of(entry)
        if printed and made.uses is None:
            often = Often(times=Amount(value=printed.times), per=printed.per.replace(" ", "-"))
            made = replace(made, uses=often)
        return made

    def keyword_use(self, use: KeywordUse) -> Use | None:
        """The use that a keyword adds to the entry that prints it."""
        play = self.keyword_play(use)
        return fill_values(play.use, use.values.get) if play.use else None

    def keyword(self, home: Entry, use: KeywordUse) -> tuple[Use | None, tuple[Effect, ...]]:
        """The use and the effects of a keyword, with its printed values filled in."""
        play = self.keyword_play(use)
        values = {**home.values, **use.values}

        def value_of(name: str) -> object:
            return self.entry_id_or_value(values.get(name))

        return (fill_values(play.use, value_of) if play.use else None), fill_values(play.effects, value_of)

    def form(self, home: Entry, form: str) -> tuple[Use | None, tuple[Effect, ...]]:
        """What a form of a keyword is in play wherever it is printed: only the values of the keyword are filled in."""
        play = self.form_play(home.key, form)
        return (fill_values(play.use, home.values.get) if play.use else None), fill_values(
            play.effects, home.values.get
        )

    def entry_id_or_value(self, value: object) -> object:
        """The id of the entry that a value names, or the value itself."""
        named = [self.game.find(kind, value) for kind in self.game.names] if isinstance(value, str) else []
        return next((entry.id for entry in named if entry), value)

    def named_ids(self, values: Mapping[str, object]) -> FrozenDict[str, str]:
        """The ids of the entries that printed values name, by the names of the values."""
        found = {name: self.entry_id_or_value(value) for name, value in values.items()}
        return FrozenDict({name: one for name, one in found.items() if isinstance(one, str) and one != values[name]})

    def keyword_play(self, use: KeywordUse) -> Play:
        """The play record of a keyword's form, or else of the keyword."""
        return self.form_play(use.key, use.form)

    def form_play(self, key: tuple[str, str], form: str) -> Play:
        """The same by the key of the keyword."""
        known = self.book.entries
        return known.get(play_key(*key, form)) or known.get(play_key(*key), NOTHING)

    def referred(self, row: EngineEntry) -> Iterator[Entry]:
        """The entries that the use and the effects of another name: keywords, unless any entry may stand there."""
        for one in names_in_play((row.use, row.effects)):
            for entry in self.by_id.get(one.name, ()):
                if "entries" in one.sorts or ("keywords" in one.sorts and isinstance(entry, Keyword)):
                    yield entry


def printed_value(entry: Entry, pick: Pick, name: str) -> object:
    """The current value of a pick's field, or of what is printed on it, such as its price in another resource."""
    return pick.field(name) if name in entry.values or name in entry.fields else None


def own_value(entry: Entry, pick: Pick, name: str) -> object:
    """The current value of a pick's field, or None."""
    return pick.field(name) if name in entry.values else None


def fill_values(value: Any, value_of: ValueOf) -> Any:
    """Play records with named values filled in. Unchanged records are returned as they are, not copied."""
    if isinstance(value, tuple):
        several = tuple(fill_values(item, value_of) for item in value)
        return value if all(new is old for new, old in zip(several, value, strict=True)) else several
    if isinstance(value, Mapping):
        return FrozenDict({fill_places(key, value_of): fill_values(item, value_of) for key, item in value.items()})
    if not hasattr(value, "record_names"):
        return value
    changes: dict[str, Any] = {}
    # What these name may be a value of the entry itself, such as the keyword that was chosen for it.
    if isinstance(value, Place | Give | Take):
        changes["what"] = tuple(filled if isinstance(filled := value_of(name), str) else name for name in value.what)
    for name in value.record_names:
        old = getattr(value, name)
        if type(old) not in PLAIN and old != () and (new := fill_values(old, value_of)) is not old:
            changes[name] = new
    made = replace(value, **changes) if changes else value
    return fill_amount(made, value_of) if isinstance(made, Amount) and made.of else made


def fill_amount(one: Amount, value_of: ValueOf) -> Amount:
    """An amount with its named value filled in; a whole factor is multiplied into a number."""
    found = value_of(one.of or "")
    if found is None or not is_value(found):
        return one
    if isinstance(found, int) and isinstance(one.times, int) and not one.per:
        return replace(one, value=found * one.times, times=1, of=None)
    return replace(one, value=found, of=None)
