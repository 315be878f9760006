"""What a player's page says about the round at hand: the table, the opponent, and their list once it was shown."""

from __future__ import annotations

from listbuilder.desk.folder import Desk
from listbuilder.desk.pages.markup import Markup, join, tag
from listbuilder.desk.pages.parts import list_part
from listbuilder.desk.records import Entrant, Game, Round
from listbuilder.desk.reports.ranking import public_name
from listbuilder.desk.revealing import locked_lists, seen_by, shown_list
from listbuilder.desk.rounds.lineups import team_names
from listbuilder.wording import counted


def round_part(desk: Desk, entrant: Entrant) -> Markup:
    """The round at hand as a player sees it; nothing before the first draw."""
    if not desk.state.rounds:
        return Markup()
    one = desk.state.rounds[-1]
    game = next((game for game in one.games if entrant.id in (game.one, game.two)), None)
    minutes = desk.event.rounds.minutes if desk.event.rounds else None
    long = f" It lasts {counted(minutes, 'minute')}." if minutes and game and not game.line else ""
    head = tag("h2", f"Round {one.number}")
    if game is None:
        return join((head, tag("p", _without(desk, one, entrant))))
    other = game.two if entrant.id == game.one else game.one
    words = f"You play {public_name(desk, other)}{_side(desk, one, game, other)}."
    parts = [head, tag("p", tag("strong", f"Table {game.table}. "), words, long, _result(game, entrant))]
    return join((*parts, *_played(desk, game, other), *_their_list(desk, entrant, other)))


def _played(desk: Desk, game: Game, other: str) -> list[Markup]:
    """Which lists both play, where they bring several and it was said."""
    if not any(game.lists):
        return []
    first, second = (desk.state.lists[id] for id in game.lists)
    own, theirs = (second, first) if first.player == other else (first, second)
    return [tag("p", f"You play your list {own.number}, they play their list {theirs.number}.")]


def _side(desk: Desk, one: Round, game: Game, other: str) -> str:
    """Of which team the opponent is, where teams play teams."""
    match = next((match for match in one.matches if match.number == game.match), None)
    return f" of {team_names(desk)[match.two if other == game.two else match.one]}" if match else ""


def _without(desk: Desk, one: Round, entrant: Entrant) -> str:
    """Why a player has no game."""
    if entrant.id in one.byes:
        return "You have no opponent in this round."
    match = next((match for match in one.unset if _plays(desk, entrant, match.one, match.two)), None)
    return "Your captain has yet to say whom you play." if match else "You do not play in this round."


def _plays(desk: Desk, entrant: Entrant, *teams: str) -> bool:
    return any(entrant.id in desk.state.teams[id].players for id in teams)


def _result(game: Game, entrant: Entrant) -> str:
    """What both scored, the player's own first; a word where nothing was counted."""
    if not game.line:
        return ""
    first = entrant.id == game.one
    if game.words[0]:
        return f" The desk noted a {game.words[0 if first else 1]} for you."
    own, theirs = game.scores if first else game.scores[::-1]
    return f" The desk noted {', '.join(map(str, own))} for you and {', '.join(map(str, theirs))} for them."


def _their_list(desk: Desk, entrant: Entrant, other: str) -> list[Markup]:
    """The opponent's list as it was shown to the player, or that it was not."""
    seen = {id: full for id in locked_lists(desk, other) if (full := seen_by(desk, entrant.id, id)) is not None}
    if not seen:
        return [tag("p", "Their list was not shown to you yet.", class_="quiet")]
    parts: list[Markup] = []
    for id, full in seen.items():
        words = f"Their list {desk.state.lists[id].number}" if desk.state.each > 1 else "Their list"
        parts += [tag("h3", words), list_part(shown_list(desk, id, full).report.force, "h4")]
    secret = "" if all(seen.values()) else "What is secret is left out until the end."
    return [*parts, tag("p", secret)]
