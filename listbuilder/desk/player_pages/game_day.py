"""The day on a player's page: check-in, table, opponent, clock, reports, standings; and the page of a table."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from listbuilder.base.errors import EditError
from listbuilder.base.wording import counted, sentence
from listbuilder.desk.folder import Desk
from listbuilder.desk.links import PLACE
from listbuilder.desk.player_pages.forms import SubmittedForm
from listbuilder.desk.player_pages.markup import HtmlResponse, Markup, html, join, redirect, refusal, tag
from listbuilder.desk.publishing import locked_lists, revealed_to, shown_list
from listbuilder.desk.reports.ranking import public_name
from listbuilder.desk.rounds.boards import team_names
from listbuilder.desk.rounds.check_in import check_in, current_day
from listbuilder.desk.rounds.player_results import report_result
from listbuilder.desk.rounds.round_clock import clock_of
from listbuilder.desk.rounds.round_missions import mission_names
from listbuilder.desk.rounds.standings import is_playing, rank, ranking_table
from listbuilder.desk.state import Entrant, ReportedResult, Round, TableGame, clock_words, result_words
from listbuilder.judging.force import Force
from listbuilder.judging.roster_lines import roster_lines


def list_part(force: Force, heading: str = "h3") -> Markup:
    """A list with its name, a line for each row, and costs."""
    lines = list(roster_lines(force))
    priced = force.cost != 0
    rows = []
    for line in lines:
        cost = [tag("span", line.price(line.cost), class_="cost")] if priced else []
        rows.append(tag("li", *cost, tag("span", line.text)))
    name = force.document.title
    return join((tag(heading, name), tag("ul", *rows, class_="list")))


def round_part(desk: Desk, entrant: Entrant, token: str, now: datetime) -> Markup:
    """The day as a player sees it: check-in, the current round with its clock and result, and the standings."""
    present = _presence(desk, entrant, token)
    if not desk.state.rounds:
        return present
    one = desk.state.rounds[-1]
    return join((present, *_game_part(desk, one, entrant, token, now), _standings(desk, entrant)))


def _presence(desk: Desk, entrant: Entrant, token: str) -> Markup:
    """The button to check in, on the day: once lists are locked."""
    state = desk.state
    if state.closed or not is_playing(state, entrant.id):
        return Markup()
    if current_day(state, desk.event) in entrant.present:
        return tag("p", "You are checked in.", class_="good")
    words = "Check in when you are in the hall. This phone then also opens your page by the code on your table."
    return join(
        (tag("h2", "Check-in"), tag("p", words), _post(token, "here", tag("button", "I am here", class_="main")))
    )


def _post(token: str, step: str, *inside: str) -> Markup:
    return tag("form", *inside, method="post", action=f"{PLACE}{token}/{step}")


def _game_part(desk: Desk, one: Round, entrant: Entrant, token: str, now: datetime) -> list[Markup]:
    game = one.game_of(entrant.id)
    missions = mission_names(desk.game, one)
    mission = [tag("p", sentence(f"Mission: {' and '.join(missions)}"))] if missions else []
    head = join((tag("h2", f"{one.title[:1].upper()}{one.title[1:]}"), *mission))
    if game is None:
        return [head, tag("p", _without(desk, one, entrant))]
    long = "" if game.line else time_words(desk, now)
    other = game.two if entrant.id == game.one else game.one
    words = f"You play {public_name(desk, other)}{_side(desk, one, game, other)}."
    parts = [head, tag("p", tag("strong", f"Table {game.table}. "), words, long, _result(game, entrant))]
    parts += [] if game.line or desk.state.closed else _report(desk, one, game, entrant, token)
    return [*parts, *_played(desk, game, other), *_their_list(desk, entrant, other)]


def time_words(desk: Desk, now: datetime) -> str:
    """What the clock of the round shows, in a sentence; empty without a clock."""
    clock = clock_of(desk.state, desk.event)
    if clock is None:
        return ""
    left = clock.left(now)
    if not clock.at:
        return f" The round lasts {counted(clock.seconds // 60, 'minute')}."
    if not clock.running:
        return f" The clock stands at {clock_words(left)}."
    ends = now + timedelta(seconds=left)
    return f" The round ends at {ends:%H:%M}; {clock_words(left)} are left." if left > 0 else " The time is over."


def _report(desk: Desk, one: Round, game: TableGame, entrant: Entrant, token: str) -> list[Markup]:
    """The form to report the result, and what was reported so far."""
    first = entrant.id == game.one
    own, theirs = game.reports if first else game.reports[::-1]
    other = public_name(desk, game.two if first else game.one)
    parts = [tag("h3", "Report the result")]
    if game.disputed and own and theirs:
        said = f"You reported {_sides(own, first)}, {other} reported {_sides(theirs, first)}."
        parts.append(tag("p", f"{said} Look at it together: report again, or ask the desk.", class_="bad"))
    elif own:
        parts.append(tag("p", f"You reported {_sides(own, first)}. It counts once {other} reports the same."))
    elif theirs:
        parts.append(
            tag("p", f"{other} reported {_sides(theirs, first)}, your side first. Report the same if it is right.")
        )
    else:
        parts.append(tag("p", "Both of you report it; it counts once both say the same."))
    seat = tag("input", type="hidden", name="seat", value=_seat(one, game))
    won = [
        tag("button", words, name="word", value=value)
        for value, words in (("win", "I won"), ("draw", "Draw"), ("loss", f"{other} won"))
        if value != "draw" or not one.cut
    ]
    by_word = _post(token, "report", seat, tag("p", *won, class_="buttons"))
    if not desk.event.counts:
        return [*parts, by_word]
    fields = [
        part
        for at, count in enumerate(desk.event.counts)
        for side, who in (("own", "you"), ("theirs", other))
        for part in (
            tag("label", f"{count.name}: {who}", for_=f"{side}{at}"),
            tag("input", name=f"{side}{at}", id=f"{side}{at}", inputmode="numeric", maxlength="7", autocomplete="off"),
        )
    ]
    save = tag("p", tag("button", "Report", class_="main"), class_="buttons")
    without = tag("details", tag("summary", "The game was not played to its end"), by_word)
    return [*parts, _post(token, "report", seat, *fields, save), without]


def _seat(one: Round, game: TableGame) -> str:
    """What a form to report a result is about.

    The line of the draw and not the round's number, because a draw that was undone and made again seats others. Both
    players, because a swap seats somebody else at the same table.
    """
    return f"{one.line}-{game.table}-{game.one}-{game.two}"


def _sides(said: ReportedResult, first: bool) -> str:
    """A reported result, the reader's side first."""
    scores, words = (said.scores, said.words) if first else (said.scores[::-1], (said.words[1], said.words[0]))
    return result_words(scores, words)


def _standings(desk: Desk, entrant: Entrant) -> Markup:
    """The ranking under the names that players agreed to."""
    places = rank(desk.state, desk.event)
    own = next((one for one in places if one.player == entrant.id), None)
    heads, rows = ranking_table(desk.event, places, partial(public_name, desk))
    head = tag("tr", *(tag("th", one, scope="col") for one in heads))
    body = [tag("tr", *(tag("td", cell) for cell in row)) for row in rows]
    inside = tag("table", tag("thead", head), tag("tbody", *body))
    where = f": you are at place {own.rank} with {counted(own.points, 'point')}" if own else ""
    scroll = tag("div", inside, class_="wide", role="region", aria_label="Standings", tabindex="0")
    return tag("details", tag("summary", f"Standings{where}"), scroll)


# What a player does by the link on the day.


def check_in_here(desk: Desk, entrant: Entrant, token: str, sent: SubmittedForm, now: datetime) -> HtmlResponse:
    """Check the player in, and go back to the page."""
    try:
        check_in(desk, [entrant.player], now, by=entrant.player)
    except EditError as error:
        return refusal(409, str(error), f"{PLACE}{token}")
    return redirect(f"{PLACE}{token}")


def report_game(desk: Desk, entrant: Entrant, token: str, sent: SubmittedForm, now: datetime) -> HtmlResponse:
    """Record what the player says about the game, if the form is about the present one."""
    back = f"{PLACE}{token}"
    one = desk.state.rounds[-1] if desk.state.rounds else None
    game = one.game_of(entrant.player) if one else None
    if one is None or game is None or sent.field("seat") != _seat(one, game):
        return refusal(409, "Your table has changed since you opened the page. Look at it again.", back)
    words = {"win": ("win", "loss"), "draw": ("draw", "draw"), "loss": ("loss", "win")}
    sides = [",".join(sent.field(f"{side}{at}") for at in range(len(desk.event.counts))) for side in ("own", "theirs")]
    own, theirs = words.get(sent.field("word")) or (sides[0], sides[1])
    try:
        report_result(desk, entrant.player, own, theirs, now)
    except EditError as error:
        hints = " ".join(one.hint for one in error.findings)
        return refusal(409, f"{error} {hints}".strip(), back)
    return redirect(back)


def table_page(desk: Desk, number: str, now: datetime) -> HtmlResponse:
    """What the code on a table opens on a phone that knows no link: who plays there, and the clock."""
    one = desk.state.rounds[-1] if desk.state.rounds else None
    game = next((game for game in one.games if str(game.table) == number), None) if one else None
    if one is None or game is None:
        return refusal(404, "Nobody plays at this table now.", "/")
    who = f"{public_name(desk, game.one)} plays {public_name(desk, game.two)}."
    words = "To report the result, open the page by your personal link. A phone that checked in opens it by this code."
    parts = [
        tag("h1", f"Table {game.table}, round {one.number}"),
        tag("p", who, "" if game.line else time_words(desk, now)),
    ]
    return html(f"Table {game.table}", *parts, tag("p", words))


def _played(desk: Desk, game: TableGame, other: str) -> list[Markup]:
    """Which lists both play, if they bring several and it was recorded."""
    if not any(game.lists):
        return []
    first, second = (desk.state.lists[id] for id in game.lists)
    own, theirs = (second, first) if first.player == other else (first, second)
    return [tag("p", f"You play your list {own.number}, they play their list {theirs.number}.")]


def _side(desk: Desk, one: Round, game: TableGame, other: str) -> str:
    """The opponent's team, if teams play teams."""
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


def _result(game: TableGame, entrant: Entrant) -> str:
    """The scores of a game, the player's own first, or its result in a word."""
    if not game.line:
        return ""
    first = entrant.id == game.one
    if game.words[0]:
        return f" The desk noted a {game.words[0 if first else 1]} for you."
    own, theirs = game.scores if first else game.scores[::-1]
    return f" The desk noted {', '.join(map(str, own))} for you and {', '.join(map(str, theirs))} for them."


def _their_list(desk: Desk, entrant: Entrant, other: str) -> list[Markup]:
    """The opponent's list, if it was revealed to the player."""
    if not desk.state.each:
        return []
    seen = {id: full for id in locked_lists(desk, other) if (full := revealed_to(desk, entrant.id, id)) is not None}
    if not seen:
        return [tag("p", "Their list was not shown to you yet.", class_="quiet")]
    parts: list[Markup] = []
    for id, full in seen.items():
        words = f"Their list {desk.state.lists[id].number}" if desk.state.each > 1 else "Their list"
        parts += [tag("h3", words), list_part(shown_list(desk, id, full).report.force, "h4")]
    secret = "" if all(seen.values()) else "What is secret is left out until the end."
    return [*parts, tag("p", secret)]
