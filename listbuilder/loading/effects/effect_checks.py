"""The checks of what a game says about play: every name is known, every value used, nothing depends on itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from listbuilder.base.findings import Finding
from listbuilder.base.values import Dice
from listbuilder.catalogue import Entry, Game
from listbuilder.catalogue.effects.parts import Amount
from listbuilder.catalogue.effects.playbook import Playbook
from listbuilder.catalogue.effects.printed_values import places_in
from listbuilder.catalogue.effects.sequence import CheckStep, PairStep, PoolStep, RollStep
from listbuilder.catalogue.effects.terms import Terms
from listbuilder.catalogue.effects.verbs import Act, Change, Choose, Effect, Roll, Treat
from listbuilder.catalogue.entries import activation_of, row_bounds
from listbuilder.catalogue.turn_sequence import named_in_course
from listbuilder.loading.effects.amounts import used_amounts
from listbuilder.loading.effects.effect_names import Vocabulary, names_in_play, own_values
from listbuilder.loading.effects.read_effects import EffectSource
from listbuilder.loading.effects.text_checks import texts_of
from listbuilder.loading.raw_entries import PLAYED
from listbuilder.loading.raw_parts import RawEntry
from listbuilder.loading.references import References, records_in
from listbuilder.loading.source_places import Place, entry_place, place_below
from listbuilder.storage.reading import Path

# Circles: a change in force that reads the number it changes, a treatment that asks for the state it treats.


CIRCLE = "catalogue.circle"
RULE = "catalogue.rule"


def all_effects(effects: tuple[Effect, ...], path: Path = ("effects",)) -> Iterator[tuple[Effect, Path]]:
    """Effects with those inside them, each with the way to it."""
    for at, one in enumerate(effects):
        here = (*path, at)
        yield one, here
        if isinstance(one, Act):
            yield from all_effects(one.with_, (*here, "with"))
        elif isinstance(one, Choose):
            for n, option in enumerate(one.options):
                yield from all_effects(option, (*here, "options", n))
        elif isinstance(one, Roll):
            yield from all_effects(one.then, (*here, "then"))
            yield from all_effects(one.else_, (*here, "else"))
            for row, several in one.rows.items():
                yield from all_effects(several, (*here, "rows", row))


def effect_cycles(pieces: list[EffectSource]) -> Iterator[Finding]:
    """A finding for each lasting effect that depends on itself, directly or through others."""
    # Only what stays in force can wait for itself; what happens once reads the number as it is.
    lasting = [(one, path, piece) for piece in pieces for one, path in all_effects(piece.play.effects) if one.lasts]
    reads: dict[str, set[str]] = {}
    for one, _, _ in lasting:
        if isinstance(one, Change):
            for name in one.what:
                reads.setdefault(name, set()).update(numbers_read(one))
    for one, path, piece in lasting:
        if isinstance(one, Change) and (
            round_ := [name for name in one.what if depends_on(name, reads, numbers_read(one))]
        ):
            fact = f"This changes {round_[0]} and reads it, itself or by way of other changes."
            hint = "Read another number, or the one on the card with `card: true`."
            yield piece.place((*path, "what")).problem(fact, hint, CIRCLE)
        if isinstance(one, Treat) and (asked := set(one.what) & states_asked(one)):
            fact = f"This treats {min(asked)} and asks for it."
            yield piece.place((*path, "what")).problem(fact, "Ask for another state.", CIRCLE)


def numbers_read(effect: Effect) -> set[str]:
    """The numbers that an effect reads in play; those on the card don't change."""
    return {one.of for one, _ in records_in(effect) if isinstance(one, Amount) and one.of and not one.card}


def depends_on(name: str, reads: dict[str, set[str]], first: set[str]) -> bool:
    """Whether a number is among those read, or those that these read in turn."""
    seen, open_ = set(), list(first)
    while open_:
        one = open_.pop()
        if one == name:
            return True
        if one not in seen:
            seen.add(one)
            open_ += reads.get(one, ())
    return False


def states_asked(effect: Effect) -> set[str]:
    """The states that an effect asks for."""
    return {one.name for one in names_in_play(effect) if one.path[-1] == "is"}


def check_play(
    game: Game,
    book: Playbook,
    pieces: list[EffectSource],
    entries: list[tuple[Entry, RawEntry]],
    place: Place,
    references: References,
) -> Iterator[Finding]:
    """Every problem of a playbook."""
    words = Vocabulary(game, book)
    yield from _same_names(book, place)
    for kind in book.use:
        references.check_name("kind", kind, place(("use", kind)))
    yield from _unknown(words, book.terms, set(), place_below(place, "terms"))
    yield from _unknown(words, book.course, set(), place_below(place, "course"))
    yield from _shared_ids(game, book, place)
    for kind, use in book.use.items():
        yield from _unknown(words, use, set(), place_below(place, "use", kind))
    yield from _unknown(words, book.sequences, set(), place_below(place, "sequences"))
    references.check(book.sequences, place_below(place, "sequences"))
    references.check(book.use, place_below(place, "use"))
    references.check(book.terms, place_below(place, "terms"))
    for piece in pieces:
        yield from _unknown(words, piece.play, own_values(piece.entry, piece.form), piece.place)
        references.check(piece.play, piece.place)
        yield from _repeated_use(piece)
        yield from _rolled_rows(piece, book.terms)
    yield from effect_cycles(pieces)
    for id in book.terms.periods:
        if depends_on(id, {name: {one.in_} for name, one in book.terms.periods.items()}, {book.terms.periods[id].in_}):
            fact = f"The period `{id}` is part of itself, alone or by way of others."
            yield place(("terms", "periods", id, "in")).problem(fact, "Say which period it is in.", CIRCLE)
    yield from _circular_words(book.terms, place)
    yield from _impossible_numbers(book, place)
    yield from _wrong_steps(book, place)
    for entry, raw in entries:
        yield from _values(words, entry, raw, [piece for piece in pieces if piece.entry.id == entry.id])


def _circular_words(terms: Terms, place: Place) -> Iterator[Finding]:
    """Terms that are defined by themselves, directly or through others."""
    for sort, words in terms.sorts():
        meanings = {id: set(getattr(one, "any", ())) for id, one in words.items()}
        for id in words:
            if depends_on(id, meanings, meanings[id]):
                fact = f"`{id}` means itself, alone or by way of others."
                yield place(("terms", sort, id, "any")).problem(fact, "Name other words.", CIRCLE)


def _impossible_numbers(book: Playbook, place: Place) -> Iterator[Finding]:
    """Models that no damage takes out of the game, and resources that start above their maximum."""
    health = book.course.health
    if health and health.out not in {stat for row in health.from_ for stat in row}:
        fact = f"Nobody is ever out: no damage is taken from {health.out}."
        yield place(("course", "health", "out")).problem(fact, "Add it to `from`, or name another stat.", RULE)
    for id, resource in book.terms.resources.items():
        start, most = (_constant(one, book.terms) for one in (resource.start, resource.most))
        if isinstance(start, int) and isinstance(most, int) and start > most:
            fact = f"`start: {start}` is above `most: {most}`."
            yield place(("terms", "resources", id, "start")).problem(fact, "Correct one of them.", RULE)


def _wrong_steps(book: Playbook, place: Place) -> Iterator[Finding]:
    """Steps of a sequence that make a number twice, stop their own pool, or name faces that no die has."""
    for id, sequence in book.sequences.items():
        rolled = {one.roll: _constant(one.dice, book.terms) for one in sequence.steps if isinstance(one, RollStep)}
        made: set[str] = set()
        for at, step in enumerate(sequence.steps):
            key = next((one for one in ("number", "roll", "pool") if hasattr(step, one)), "")
            name = getattr(step, key, "")
            if name in made:
                fact = f"Two steps of {id} make `{name}`."
                yield place(("sequences", id, "steps", at, key)).problem(fact, "Call one of them something else.", RULE)
            # With an `if`, two steps may be alternatives.
            made |= {name} if name and not getattr(step, "if_", ()) else set()
            if isinstance(step, PairStep) and step.pair == step.against:
                fact = f"`{step.pair}` can't stop itself."
                yield place(("sequences", id, "steps", at, "against")).problem(fact, "Name the other pool.", RULE)
            key, faces, dice = _faces(step, rolled)
            if isinstance(dice, Dice) and (wrong := sorted(faces - {*shown_by(dice)})):
                fact = f"{dice} never shows {wrong[0]}."
                yield place(("sequences", id, "steps", at, key)).problem(fact, "Correct the face, or the dice.", RULE)


def _faces(step: object, rolled: Mapping[str, object]) -> tuple[str, set[int], object]:
    """The faces that a step names, under which key, and the dice that show them."""
    if isinstance(step, CheckStep):
        return "always", set(map(int, step.always or ())), rolled.get(step.of)
    if isinstance(step, PoolStep):
        return "faces", {face for row in (step.faces or {}).values() for face in row}, Dice(count=1, sides=step.sides)
    return "", set(), None


def _rolled_rows(piece: EffectSource, terms: Terms) -> Iterator[Finding]:
    """Problems of the rows of effects. Rows with values in braces differ between entries and are not checked."""
    for effect, path in all_effects(piece.play.effects):
        if isinstance(effect, Roll) and all(row_bounds(row) != (0, -1) for row in effect.rows):
            dice = _constant(effect.dice, terms)
            yield from wrong_rows(effect.rows, dice, place_below(piece.place, *path)) if isinstance(dice, Dice) else ()


def wrong_rows(rows: Iterable[str], dice: Dice, place: Place) -> Iterator[Finding]:
    """Rows of a table that share a roll, or that the dice never show."""
    shown, seen = shown_by(dice), set[int]()
    for row in rows:
        low, high = row_bounds(row)
        # An open row ends with the highest roll.
        rolls = set(range(low, (shown[-1] if high is None else high) + 1))
        if rolls & seen:
            fact = f"A roll of {min(rolls & seen)} stands in two rows."
            yield place(("rows", row)).problem(fact, "Let each roll stand in one row.", RULE)
        elif beyond := (rolls or {low}) - set(shown):
            fact = f"{dice} never shows {min(beyond)}."
            yield place(("rows", row)).problem(fact, "Correct the row, or the dice.", "catalogue.idle")
        seen |= rolls


def shown_by(dice: Dice) -> range:
    """Every number that dice can show."""
    return range(dice.count + dice.bonus, dice.count * dice.sides + dice.bonus + 1)


def _constant(amount: Amount | None, terms: Terms) -> object:
    """The printed value of an amount: a value, dice, or a constant of the game; None if play decides."""
    if amount is None or amount != Amount(value=amount.value, of=amount.of, dice=amount.dice):
        return None
    number = terms.numbers.get(amount.of or "")
    return number.value if number else amount.dice if amount.value is None else amount.value


def _same_names(book: Playbook, place: Place) -> Iterator[Finding]:
    """Constants with the same name, which cards could not tell apart."""
    known: dict[str, str] = {}
    for id, number in book.terms.numbers.items():
        first = known.setdefault(number.name.casefold(), id) if number.name else id
        if first != id:
            fact = f"The numbers `{first}` and `{id}` are both called {number.name}."
            at = place(("terms", "numbers", id, "name"))
            yield at.problem(fact, "Call one of them something else.", "catalogue.id")


def _shared_ids(game: Game, book: Playbook, place: Place) -> Iterator[Finding]:
    """Ids in the course that entries of several kinds share."""
    for line in ("models", "players", "table"):
        for name in getattr(book.course, line):
            keys = ["/".join(entry.key) for entry in named_in_course(game, [name]) if entry.kind != name]
            if len(keys) > 1:
                fact = f"`{name}` could be {' or '.join(keys)}."
                yield place(("course", line)).problem(fact, f"Write `{keys[0]}`, for example.", "catalogue.reference")


def _unknown(words: Vocabulary, value: object, own: set[str], place: Place) -> Iterator[Finding]:
    """Names that do not exist, or that are not of a sort that fits there."""
    for one in names_in_play(value):
        if wrong := words.wrong(one.sorts, one.name, own, place(one.path)):
            yield wrong


def _repeated_use(piece: EffectSource) -> Iterator[Finding]:
    """Keys of `use` that repeat or contradict what the entry prints."""
    entry, use = piece.entry, piece.play.use
    if use is None or piece.form:
        return
    if use.uses and "uses" in entry.record_names:  # type: ignore[attr-defined]
        fact = f"How often {entry.name} works is written `uses` on the entry itself."
        yield piece.place(("use", "uses")).problem(fact, "Take it out of `use`.", "catalogue.value")
    if activation_of(entry) == "passive":
        fact = f"{entry.name} is passive: nobody uses it."
        yield piece.place(("use",)).problem(fact, "Take `use` out, or write `activation: active`.", "catalogue.value")


def _values(words: Vocabulary, entry: Entry, raw: RawEntry, pieces: list[EffectSource]) -> Iterator[Finding]:
    """Values with the name of a term or printed number, and values without a use."""
    at = entry_place(raw.origin)
    if not pieces and any(key in raw.data for key in PLAYED):
        # What could not be read may use them.
        return
    used = _used(entry, raw.data, pieces)
    known = {*entry.values, *own_values(entry, ""), *words.terms.numbers}
    # A misspelt place may be the missing use; it is reported itself.
    misspelt = any(name not in known for text in texts_in(raw.data) for name, _ in places_in(text))
    for name in entry.values:
        if name in words.terms_of:
            fact = f"The value `{name}` is called like one of the {words.terms_of[name]} of the game."
            yield at(("values", name)).problem(fact, "Call it something else.", "catalogue.id")
        elif name not in used and not misspelt:
            fact = f"Nobody uses the value `{name}`."
            hint = f"Write {{{name}}} in a text, use it in an effect or a grant, or take it out."
            yield at(("values", name)).problem(fact, hint, "catalogue.idle")


def _used(entry: Entry, data: Mapping[str, Any], pieces: list[EffectSource]) -> set[str]:
    """The values of an entry that its texts, grants and effects name."""
    raw = {key: one for key, one in data.items() if isinstance(one, str)}
    texts = [*(text for _, text in texts_of(entry)), *raw.values(), *texts_in(data)]
    found = {name for text in texts for name, _ in places_in(text)} | used_amounts(data)
    return found | {one.name for piece in pieces for one in names_in_play(piece.play)}


def texts_in(data: object) -> Iterator[str]:
    """Every text in raw data; typed texts were filled in and have lost their places."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for one in data.values() if isinstance(data, dict) else data:
            yield from texts_in(one)
