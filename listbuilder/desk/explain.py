"""A pack in sentences, as an organiser would tell it to players."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue import Event, Game
from listbuilder.catalogue.tournament import Boards, moment_words
from listbuilder.desk.rounds.matches import boards_of, team_event
from listbuilder.desk.rounds.words import key_words
from listbuilder.wording import counted, listed

SEEN = {"nobody": "nobody", "opponent": "a player's opponent", "everybody": "everybody"}


def explain_pack(event: Event, game: Game) -> list[str]:
    """Everything that a pack says, a sentence each."""
    return [*_lists(event, game), *_across(event), *_handing_in(event), *_rounds(event), *_ranking(event)]


def _lists(event: Event, game: Game) -> Iterator[str]:
    version = f" {event.catalogue}" if event.catalogue else ""
    yield f"{event.name} is an event for {game.name}{version}."
    if event.format:
        yield f"It is played in the format {event.format}."
    limits = dict(event.limits) | ({game.first_currency: event.limit} if event.limit is not None else {})
    if limits:
        yield f"A list has at most {listed(f'{most} {game.currency_name(id)}' for id, most in limits.items())}."
    if event.ban:
        yield f"{counted(len(event.ban), 'ban')} on top of the game's: {listed(one.say(game) for one in event.ban)}."
    if event.allow:
        yield f"Of their kinds, only these may be taken: {listed(one.say(game) for one in event.allow)}."
    if event.rules:
        yield f"Its own rules are {listed(rule.id for rule in event.rules)}."
    if event.without:
        yield f"It does without the rules {listed(event.without)}."
    for ruling in event.rulings:
        yield f"Ruling, {ruling.name}: {ruling.text}"


def _across(event: Event) -> Iterator[str]:
    teams, terms = event.teams, event.lists
    if terms.each > 1:
        yield f"Every player brings {terms.each} lists."
    if terms.once:
        yield f"Of a player's lists, only one may have the same {' or the same '.join(terms.once)}."
    if terms.same:
        yield f"All lists of a player have the same {' and the same '.join(terms.same)}."
    if teams is not None and teams.size is not None:
        yield f"A team has {counted(teams.size, 'player')}."
    if teams is not None and teams.once:
        yield f"In a team, only one list may have the same {' or the same '.join(teams.once)}."
    if teams is not None and teams.boards is not None:
        yield from _matches(event, teams.boards)
    if event.follows is not None:
        yield f"Every list contains the list that its player had at the stage before ({event.follows})."


def _matches(event: Event, boards: Boards) -> Iterator[str]:
    who = {"seat": "by their seats, the order of players.yaml", "choice": "as their captains choose"}
    yield f"Teams play teams; on the boards of a match, players meet {who[boards.by]}."
    added = {"points": "The points of its boards are added up", "wins": "The boards it wins are counted"}
    for_team = team_event(event)
    yield f"{added[boards.sum]} for each team: {_worth(for_team, 'a match')}."
    order = ", then ".join(key_words(for_team, key) for key in boards.order)
    yield f"The ranking of teams goes by {order}."


def _handing_in(event: Event) -> Iterator[str]:
    terms = event.lists
    if terms.due:
        grace = f", and {terms.grace} later at the latest" if terms.grace != "0m" else ""
        yield f"Lists are due on {moment_words(terms.due)}{grace}."
    show = terms.show
    yield (
        f"Once lists are locked, {SEEN[show.lock]} sees them; while rounds are played, {SEEN[show.round]}; "
        f"at the end, {SEEN[show.end]}."
    )
    if event.secret:
        yield f"Until the end, opponents do not see {listed(event.secret)}."
    for one in event.penalties:
        costs = f"{one.points:+} points" if one.points else ""
        remedies = f"one of {listed(one.remedies)}" if one.remedies else ""
        yield f"{one.name} ({one.id}): {' and '.join(filter(None, (costs, remedies)))}."


def _rounds(event: Event) -> Iterator[str]:
    rounds = event.rounds
    if rounds is None:
        return
    long = f" of {rounds.minutes} minutes" if rounds.minutes else ""
    tables = f", on {rounds.tables} tables" if rounds.tables else ""
    yield f"There {'is' if rounds.count == 1 else 'are'} {counted(rounds.count, 'round')}{long}{tables}."
    who = "team" if boards_of(event) else "player"
    how = {"random": "by lot", "by-points": f"among {who}s with as many points"}
    yield f"The first round is drawn {how[rounds.first]}, later ones {how[rounds.then]}; nobody meets twice."
    if rounds.apart:
        yield f"In the first half of the rounds, players of one {' or '.join(rounds.apart)} are kept apart if possible."
    counts = "what they score on average" if rounds.bye.counts == "average" else "0"
    also = f", and {counts} for what is counted" if event.counts else ""
    yield f"A {who} without an opponent has a {rounds.bye.result}{also}; nobody has that twice if it can be helped."


def _worth(event: Event, what: str) -> str:
    """What a game or a match is worth."""
    result = event.result
    if result.bands:
        told = [f"{band.lead} gives {band.gives[0]}:{band.gives[1]}" for band in result.bands]
        return f"points of {what} go by the lead in {event.counts[0].name}: {listed(told, 20)}"
    return f"winning {what} is worth {result.win}, a draw {result.draw}, a loss {result.loss}"


def _ranking(event: Event) -> Iterator[str]:
    told = _worth(event, "a game")
    yield f"{told[0].upper()}{told[1:]}."
    for one in event.counts:
        most = f", {one.max} at most" if one.max is not None else ""
        yield f"{one.name} ({one.id}) are counted in every game{most}."
    yield f"The ranking goes by {', then '.join(key_words(event, key) for key in event.order)}."
