"""What players should not forget, period by period: what entries of a list do at the start or end of each."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.base.records import record
from listbuilder.catalogue.effects.parts import Moment
from listbuilder.catalogue.turn_sequence import Stage, turn_sequence
from listbuilder.exchange.documents.effects_in_play import PlaybookQuery
from listbuilder.judging.force import Force, Pick, detached_pick
from listbuilder.play.odds.library import library


@record
class Reminder:
    """Something that happens, or may be used, in a period: its name, its text, and the models that have it."""

    name: str
    text: str
    who: tuple[str, ...]


@record
class StageReminders:
    """A period of the turn sequence with its reminders."""

    stage: Stage
    reminders: tuple[Reminder, ...]


def reminders_by_stage(force: Force) -> tuple[StageReminders, ...]:
    """The turn sequence with the reminders for this list; an entry of several models stands there once."""
    found: dict[tuple[str, str, str], dict[str, None]] = {}
    books = PlaybookQuery(force.game)
    for pick, who in carried_picks(force):
        for period in dict.fromkeys(one.start or one.end for one in moments_of(books, pick)):
            if period:
                found.setdefault((period, pick.entry.name, pick.text), {})[who] = None
    return tuple(
        StageReminders(
            stage=stage,
            reminders=tuple(
                Reminder(name=name, text=text, who=tuple(one for one in who if one))
                for (period, name, text), who in found.items()
                if period == stage.id
            ),
        )
        for stage in turn_sequence(force.game)
    )


def carried_picks(force: Force) -> Iterator[tuple[Pick, str]]:
    """Everything in force for a list, with the model that has it; without one it is the list's or everybody's."""
    models, players = library(force.game).everybody(force)
    yield from ((detached_pick(entry), "") for entry in (*players, *models))
    yield from ((pick, "") for pick in force.root.inside)
    yield from ((pick, model.name or model.title) for model in force.rows for pick in model.inside)


def moments_of(books: PlaybookQuery, pick: Pick) -> Iterator[Moment]:
    """The moments at which an entry, or a keyword on it, does something or may be used."""
    plays = [books.of(pick), *(books.keyword(pick.entry, one) for one in pick.entry.keyword_uses)]
    for use, effects in plays:
        yield from use.at if use else ()
        for effect in effects:
            yield from effect.when
