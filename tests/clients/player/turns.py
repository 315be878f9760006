"""The turn sequence: periods in their order, who activates when, and who wins."""

from __future__ import annotations

from . import amounts, deeds, events, standing
from .match import Match
from .policies import POLICIES
from .values import Data, figure_of
from .world import Bearer, Figure, Held, Scene, Voice

__all__ = ["play", "winner"]

MOST = 12
"""No figure does more in one activation than this."""


def play(match: Match) -> None:
    """Play the whole game."""
    match.first = 0 if roll_off(match) == 0 else 1
    match.say(f"{match.players[match.first].title} begins.")
    begin(match, "game", None)
    inside(match, "game")
    finish(match, "game", None)


def roll_off(match: Match) -> int:
    """Both sides roll until one is higher."""
    die = match.mission["roll"].get("roll") or {"type": "dice", "count": 1, "sides": 6, "bonus": 0}
    while True:
        rolls = [figure_of(die, match.dice) for _ in range(2)]
        if rolls[0] != rolls[1]:
            return int(rolls[1] > rolls[0])


def inside(match: Match, outer: str) -> None:
    """The periods that stand in another, one after the other."""
    for name, period in match.terms["periods"].items():
        if period.get("in", "game") == outer:
            if period.get("of") == "model":
                activations(match, name, period)
            else:
                number = period.get("number", 1)
                for _ in range(match.table.get("rounds", number) if outer == "game" else number):
                    begin(match, name, None)
                    inside(match, name)
                    finish(match, name, None)


def beginner(match: Match, name: str) -> None:
    """Who begins this time."""
    words = match.terms["periods"][name].get("first", []) if name in match.terms["periods"] else []
    if words:
        word = words[min(match.clock[name], len(words)) - 1]
        if word in ("roll", "match"):
            match.first = roll_off(match)
            rolls = [one for one, spec in match.terms.get("rolls", {}).items() if spec]
            scene = rolled(match, rolls)
            if any(scene.numbers.values()):
                match.first = roll_off(match)


def rolled(match: Match, rolls: list[str]) -> Scene:
    """What follows the roll for who begins: the player who lost it may have something for that."""
    loser = match.players[1 - match.first]
    events_ = match.terms.get("events", {}).items()
    about = [one for one in rolls if any(one in term.get("about", ()) for _, term in events_)]
    names = [name for name, term in events_ if term.get("means") == "rolled" and {*term.get("about", ())} & {*about}]
    scene = Scene(frozenset(names), actor=loser, numbers={("again", one): 0 for one in about})
    events.fire(match, "after", scene)
    return scene


def begin(match: Match, name: str, whose: Figure | None) -> None:
    """A period starts: resources come, and whatever its start sets off."""
    match.clock[name] = match.clock.get(name, 0) + 1
    beginner(match, name)
    for resource, spec in match.terms.get("resources", {}).items():
        for one in owners(match, spec, whose):
            if spec.get("match") and spec.get("each", "game") == name:
                one.counts[resource] = match.agreed(spec["match"], one.side)
            if spec.get("each", "game") == name:
                first = not spec.get("keep") or match.clock[name] == 1
                for key in (["start"] if first else []) + ["gain"]:
                    if key in spec:
                        one.counts[resource] += int(amounts.amount(match, spec[key], Voice(one)))
    if not whose:
        match.say(f"{name} {match.clock[name]}")
    scene = Scene(frozenset([name]), actor=whose)
    events.fire(match, "start", scene)
    deeds.offered_at(match, "start", scene)


def owners(match: Match, spec: Data, whose: Figure | None) -> list[Bearer]:
    """Who gets a resource: the players, the figure whose period it is, or all figures."""
    if spec.get("per") == "player":
        return [] if whose else list(match.players)
    return [whose] if whose else list(match.figures)


def finish(match: Match, name: str, whose: Figure | None) -> None:
    """A period ends: whatever its end sets off, and what is not kept is lost."""
    scene = Scene(frozenset([name]), actor=whose)
    deeds.offered_at(match, "end", scene)
    events.fire(match, "end", scene)
    for resource, spec in match.terms.get("resources", {}).items():
        if spec.get("each") == name and not spec.get("keep"):
            for one in owners(match, spec, whose):
                one.counts[resource] = 0


def activations(match: Match, name: str, period: Data) -> None:
    """Every figure has its turn, the sides one by one; who is out of figures first is remembered."""
    waiting = [list(figures) for figures in ([one for one in match.figures if one.side == side] for side in (0, 1))]
    side, out = match.first, -1
    last = [held_back(match, at, figures) for at, figures in enumerate(waiting)]
    outer = match.terms["periods"].get(period.get("in", ""), {})
    while any(waiting):
        waiting = [[one for one in figures if one.alive] for figures in waiting]
        if passes(match, side, waiting):
            side = 1 - side
            continue
        if waiting[side]:
            ready = [one for one in waiting[side] if one is not last[side]] or waiting[side]
            figure = POLICIES[match.policies[side]].next(match, ready)
            waiting[side].remove(figure)
            activation(match, name, figure)
        if out < 0 and not waiting[side]:
            out = side
        side = 1 - side
    if "finisher" in outer.get("first", ()) and out >= 0:
        match.first = out
    if "waiter" in outer.get("first", ()):
        match.first = side


def passes(match: Match, side: int, waiting: list[list[Figure]]) -> bool:
    """Whether a player has the other side go on in its place, for a resource that is for that."""
    if not all(waiting) or not POLICIES[match.policies[side]].passes(len(waiting[side]), len(waiting[1 - side])):
        return False
    counts = match.players[side].counts
    for name, spec in match.terms.get("resources", {}).items():
        if spec.get("spent") == "pass" and counts[name] > 0:
            counts[name] -= 1
            match.say(f" {match.players[side].title} passes")
            return True
    return False


def held_back(match: Match, side: int, figures: list[Figure]) -> Figure | None:
    """Whom a player holds back, at the price of a resource that is for that."""
    counts = match.players[side].counts
    for name, spec in match.terms.get("resources", {}).items():
        if spec.get("spent") == "delay" and counts[name] > 0:
            found = POLICIES[match.policies[side]].held_back(match, [one for one in figures if one.alive])
            counts[name] -= found is not None
            return found
    return None


def activation(match: Match, name: str, figure: Figure) -> None:
    """One figure acts until it has nothing left that it can or wants to do."""
    match.say(f" {figure.title}")
    match.active = figure
    begin(match, name, figure)
    done: set[int] = set()
    parts = [one for one, inner in match.terms["periods"].items() if inner.get("in") == name and inner.get("number")]
    match.clock |= dict.fromkeys(parts, 0)
    for _ in range(MOST):
        offers = [one for one in usable(match, figure) if id(one.on_what or one) not in done]
        if not figure.alive or figure not in match.present() or not offers:
            break
        held = match.dice.choices(offers, [POLICIES[match.policies[figure.side]].weight(match, one) for one in offers])[
            0
        ]
        prices = held.entry["use"].get("price", {}).values()
        free = not any(amounts.amount(match, one, Voice(figure, held)) for one in prices)
        if free:
            done.add(id(held.on_what or held))
        match.chain.clear()
        for part in [] if free else parts:
            begin(match, part, figure)
        if figure.alive and deeds.able(match, figure, held):
            deeds.deed(match, figure, held, next(iter(deeds.reachable(match, figure, held)), None))
        for part in [] if free else parts:
            finish(match, part, figure)
        if name in match.over:
            break
    match.over.clear()
    finish(match, name, figure)
    match.active = None


def usable(match: Match, figure: Figure) -> list[Held]:
    """What a figure can use now by itself; actions that an effect allows are among it."""
    mine = [one for held in [*figure.held, *allowed(match, figure)] for one in deeds.armed_with(match, figure, held)]
    return [one for one in mine if not one.entry.get("use", {}).get("at") and deeds.able(match, figure, one)]


def allowed(match: Match, figure: Figure) -> list[Held]:
    """Actions that are not everybody's, and that an effect lets a figure take."""
    found = []
    for effect, voice, lasting in standing.standing(match, "allow"):
        names = [name for name in effect["what"] if name in match.by_id]
        if names and voice.bearer.side == figure.side and standing.counts_for(match, effect, voice, lasting, figure):
            match.tally.played(effect)
            found += [figure.conditions.setdefault(name, Held(name, match.by_id[name])) for name in names]
    return found


def winner(match: Match) -> int | None:
    """Which side has most of what decides; nobody where all of it is equal."""
    for one in match.course["victory"]["most"]:
        totals = [amounts.amount(match, one, Voice(player)) for player in match.players]
        if totals[0] != totals[1]:
            return int(totals[1] > totals[0])
    return None
