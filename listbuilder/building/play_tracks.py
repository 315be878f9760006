"""What a player ticks off in play: the boxes of each model, limited uses, and stats that wear away.

There is a track for each copy of a model. The marks themselves are kept by the screen or page that shows them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from listbuilder.base.records import record, replace
from listbuilder.base.wording import as_words
from listbuilder.building.bench import Bench
from listbuilder.building.edits import Place
from listbuilder.catalogue import Game
from listbuilder.catalogue.effects.verbs import Choose, Effect, Give, Take
from listbuilder.catalogue.entries import use_of
from listbuilder.judging.force import Force, Model
from listbuilder.play.tracks import box_tracks, decay_steps


@record
class PlayCourse:
    """The course of a game: the id of a round's name, how many rounds there are, what conditions a model can have.

    `stances` are states of which a model chooses one, such as its orders.
    """

    round: str
    rounds: int | None
    conditions: tuple[str, ...]
    stances: tuple[tuple[str, ...], ...] = ()


@record
class PlayTrack:
    """Something to tick off: `id` is the model's, which does not depend on its row; `number` is the initial count.

    For boxes, `mark` applies once `after` are ticked. For decay, `turns` has each stat turn by turn. `nth` tells tracks
    with the same name apart, such as two of the same grenade.
    """

    at: Place
    id: str
    model: str
    copy: int
    kind: str
    name: str
    number: int
    after: int | None = None
    mark: str = ""
    text: str = ""
    per: str = ""
    turns: tuple[tuple[str, tuple[int, ...]], ...] = ()
    nth: int = 0


def course(game: Game) -> PlayCourse:
    """How a game goes on, as far as players keep count of it."""
    periods = game.playbook.terms.periods.items()
    name, period = next(((id, one) for id, one in periods if one.in_ == "game"), ("round", None))
    conditions = tuple(entry.name for entry in game.entries if entry.kind in game.card.token_kinds)
    stances = tuple(dict.fromkeys(_stances(game)))
    return PlayCourse(round=name, rounds=period.number if period else None, conditions=conditions, stances=stances)


def _stances(game: Game) -> Iterator[tuple[str, ...]]:
    """What sequences let a model choose between, where each choice gives one state and takes the others."""
    for sequence in game.playbook.sequences.values():
        for step in sequence.steps:
            if isinstance(step, Choose):
                given = [_states(game, option, Give) for option in step.options]
                taken = [_states(game, option, Take) for option in step.options]
                every = [state for states in given for state in states]
                if all(len(one) == 1 and {*one, *others} == {*every} for one, others in zip(given, taken, strict=True)):
                    yield tuple(as_words(state) for state in every)


def _states(game: Game, option: Iterable[Effect], kind: type[Give] | type[Take]) -> list[str]:
    return [name for one in option if isinstance(one, kind) for name in one.what if name in game.playbook.terms.states]


def tracks(bench: Bench) -> tuple[PlayTrack, ...]:
    """Every track of every model, each copy by itself."""
    force = bench.report.force
    return tuple(track for model in force.models for track in _numbered(_of(force, model)))


def _numbered(several: Iterator[PlayTrack]) -> Iterator[PlayTrack]:
    """The tracks of one model, those of one name told apart."""
    seen: Counter[tuple[str, str]] = Counter()
    for one in several:
        yield replace(one, nth=seen[one.kind, one.name])
        seen[one.kind, one.name] += 1


def _of(force: Force, model: Model) -> Iterator[PlayTrack]:
    game = force.game
    blank = PlayTrack(at=model.path, id=model.id, model=model.label, copy=model.copy, kind="boxes", name="", number=0)
    for one in box_tracks(game, model):
        yield replace(blank, name=one.name, number=one.number, after=one.after, mark=one.mark, text=one.text)
    for pick in model.inside:
        uses = use_of(pick.entry)
        if uses is not None:
            number = uses.times * max(pick.effective, 1)
            yield replace(blank, kind="uses", name=pick.entry.name, number=number, per=uses.per, text=pick.text)
    for decay in game.card.decay:
        if decay.where.fits(model):
            steps = list(decay_steps(decay, dict(model.stats)))
            names = [id for id in game.stats if id in {**decay.each, **decay.more}]
            turns = tuple((game.stats[id].name, tuple(step[id] for step in steps)) for id in names)
            yield replace(blank, kind="decay", name=decay.name, number=len(steps), turns=turns)
