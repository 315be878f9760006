"""What entries are in play, as an engine gets it: uses laid over each other, and values filled into effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from listbuilder.catalogue import Entry, Game, KeywordUse
from listbuilder.catalogue.asking import activation_of, use_of
from listbuilder.catalogue.effects.effect import Effect
from listbuilder.catalogue.effects.parts import Amount, Often
from listbuilder.catalogue.effects.playbook import play_key
from listbuilder.catalogue.effects.texts import filled as fill_places
from listbuilder.catalogue.effects.use import Play, Use, merged_use
from listbuilder.catalogue.effects.values import is_written
from listbuilder.catalogue.effects.verbs import Give, Place, Take
from listbuilder.catalogue.entry import Keyword
from listbuilder.documents.entry import EngineEntry
from listbuilder.force import Pick
from listbuilder.loader.effects.names import names_in_play
from listbuilder.record import changed

ValueOf = Callable[[str], object]
NOTHING = Play()
PLAIN = frozenset([bool, int, str, type(None)])
"""Types of values that nothing is filled into; most of what a record holds is of them."""


class Played:
    """Asks the playbook of one game."""

    def __init__(self, game: Game) -> None:
        self.game, self.book = game, game.playbook
        self.by_id: dict[str, list[Entry]] = {}
        for entry in game.entries:
            self.by_id.setdefault(entry.id, []).append(entry)

    def of(self, pick: Pick) -> tuple[Use | None, tuple[Effect, ...]]:
        """How a pick is used and what it does, with its values as they are here."""
        entry = pick.entry
        play = self.book.entries.get(play_key(*entry.key), NOTHING)
        effects: tuple[Effect, ...] = filled(play.effects, lambda name: own_value(entry, pick, name))
        use = self.use(entry, play)
        return (filled(use, lambda name: own_value(entry, pick, name)) if use else None), effects

    def use(self, entry: Entry, play: Play) -> Use | None:
        """The use of an entry over those of its keywords and its kind; none where nobody uses it."""
        worn = [use for one in entry.uses_of if (use := self.worn(one))]
        switched = any(moment.use for effect in play.effects for moment in effect.when)
        if play.use is None and not worn and not switched and activation_of(entry) != "active":
            return None
        made = self.book.use.get(entry.kind, Use())
        for one in (*worn, *([play.use] if play.use else [])):
            made = merged_use(made, one)
        printed = use_of(entry)
        if printed and made.uses is None:
            often = Often(times=Amount(value=printed.times), per=printed.per.replace(" ", "-"))
            made = changed(made, uses=often)
        return made

    def worn(self, use: KeywordUse) -> Use | None:
        """The use that a keyword brings to what prints it."""
        play = self.keyword_play(use)
        return filled(play.use, use.values.get) if play.use else None

    def keyword(self, home: Entry, use: KeywordUse) -> tuple[Use | None, tuple[Effect, ...]]:
        """What a keyword is in play, with the values that are printed."""
        play = self.keyword_play(use)
        values = {**home.values, **use.values}

        def value_of(name: str) -> object:
            return self.meant(values.get(name))

        return (filled(play.use, value_of) if play.use else None), filled(play.effects, value_of)

    def form(self, home: Entry, form: str) -> tuple[Use | None, tuple[Effect, ...]]:
        """What a form of a keyword is in play wherever it is printed: only the values of the keyword are filled in."""
        play = self.form_play(home.key, form)
        return (filled(play.use, home.values.get) if play.use else None), filled(play.effects, home.values.get)

    def meant(self, value: object) -> object:
        """A value of a keyword; where it names an entry, the id of that."""
        named = [self.game.find(kind, value) for kind in self.game.names] if isinstance(value, str) else []
        return next((entry.id for entry in named if entry), value)

    def keyword_play(self, use: KeywordUse) -> Play:
        """The play of a keyword's form, or else of the keyword."""
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


def own_value(entry: Entry, pick: Pick, name: str) -> object:
    """A value of a pick as it is here."""
    return pick.field(name) if name in entry.values else None


def filled(value: Any, value_of: ValueOf) -> Any:
    """Records of play with values where they name some."""
    if isinstance(value, tuple):
        several = tuple(filled(item, value_of) for item in value)
        return value if all(new is old for new, old in zip(several, value, strict=True)) else several
    if isinstance(value, Mapping):
        return {fill_places(key, value_of): filled(item, value_of) for key, item in value.items()} if value else value
    if not hasattr(value, "record_names"):
        return value
    changes: dict[str, Any] = {}
    if isinstance(value, Place | Give | Take):
        changes["what"] = tuple(said if isinstance(said := value_of(name), str) else name for name in value.what)
    for name in value.record_names:
        old = getattr(value, name)
        if type(old) not in PLAIN and old != () and (new := filled(old, value_of)) is not old:
            changes[name] = new
    made = changed(value, **changes) if changes else value
    return amount(made, value_of) if isinstance(made, Amount) and made.of else made


def amount(one: Amount, value_of: ValueOf) -> Amount:
    """An amount with the value that it names; a negative one in itself where it is a number."""
    found = value_of(one.of or "")
    if found is None or not is_written(found):
        return one
    if isinstance(found, int) and isinstance(one.times, int) and not one.per:
        return changed(one, value=found * one.times, times=1, of=None)
    return changed(one, value=found, of=None)
