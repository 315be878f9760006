"""What a game lets players count: its declared resources, as far as a list has to do with them."""

from __future__ import annotations

from listbuilder.base.records import record
from listbuilder.base.wording import as_words
from listbuilder.catalogue import Game
from listbuilder.catalogue.effects.parts import Amount
from listbuilder.catalogue.effects.playbook import play_key
from listbuilder.catalogue.effects.terms import Resource
from listbuilder.judging.force import Force
from listbuilder.loading.effects.effect_names import names_in_play
from listbuilder.play.reminders import carried_picks

ABBREVIATION = 2
"""An id so short is printed in capitals: VP, CP."""


@record
class Counter:
    """A resource to count: what there is at first, and what each round brings; None if play decides that.

    With `reset`, what is left of it is lost when a round ends. `model` counts each model's by itself. `wins`: the
    player who has most of it wins.
    """

    id: str
    name: str
    text: str
    start: int | None
    gain: int | None
    most: int | None
    reset: bool
    each_round: bool
    model: bool
    wins: bool


def counters(force: Force, round_name: str) -> tuple[Counter, ...]:
    """The resources that concern this list or every list of the game, except those of a single activation."""
    game = force.game
    periods, named = game.playbook.terms.periods, named_resources(force)
    wins = winning_resource(game)
    found = []
    for id, one in game.playbook.terms.resources.items():
        own = one.each is not None and periods[one.each].of == "model"
        if not own and id in {*named, wins}:
            found.append(counter(game, id, one, round_name, id == wins))
    return tuple(sorted(found, key=lambda one: not one.wins))


def counter(game: Game, id: str, one: Resource, round_name: str, wins: bool) -> Counter:
    """A resource with the numbers that are known before play."""
    each_round = one.each == round_name
    start, gain, most = (whole_amount(game, amount) for amount in (one.start, one.gain, one.most))
    return Counter(
        id=id,
        name=id.upper() if len(id) <= ABBREVIATION else as_words(id),
        text=one.text,
        start=start,
        gain=gain,
        most=most,
        reset=each_round and not one.keep,
        each_round=each_round,
        model=one.per == "model",
        wins=wins,
    )


def whole_amount(game: Game, amount: Amount | None) -> int | None:
    """An amount that is a number by itself or a constant of the rulebook."""
    if amount is None:
        return None
    term = game.playbook.terms.numbers.get(amount.of or "")
    value = term.value if term else amount.value
    return value if isinstance(value, int) else None


def winning_resource(game: Game) -> str | None:
    """The resource that decides who wins."""
    victory = game.playbook.course.victory
    first = victory.most[0].of if victory else None
    return first if first in game.playbook.terms.resources else None


def named_resources(force: Force) -> set[str]:
    """The resources that something in force for a list names, and those that no entry of the game names."""
    book, all_names = force.game.playbook, force.game.playbook.terms.resources.keys()
    in_force = {pick.entry.key: pick.entry for pick, _ in carried_picks(force)}
    keys = {play_key(*key) for key in in_force}
    keys |= {play_key(*use.key) for entry in in_force.values() for use in entry.keyword_uses}
    here = {one.name for key in keys if key in book.entries for one in names_in_play(book.entries[key])}
    here |= {
        one.name for entry in in_force.values() if entry.kind in book.use for one in names_in_play(book.use[entry.kind])
    }
    here |= {one.name for one in names_in_play(tuple(book.sequences.values()))}
    anywhere = {one.name for play in book.entries.values() for one in names_in_play(play)}
    return {name for name in all_names if name in here or name not in anywhere}
