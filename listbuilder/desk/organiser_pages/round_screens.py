"""The screens of rounds: the draw, results as they come, changes by hand, and the view for a projector."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from listbuilder.base.wording import counted, join_names
from listbuilder.desk.folder import Desk
from listbuilder.desk.organiser_pages.frame import (
    PageRequest,
    button,
    buttons,
    choice,
    document,
    folded,
    form,
    framed,
    player_options,
    text_input,
)
from listbuilder.desk.player_pages.markup import HtmlResponse, Markup, join, tag
from listbuilder.desk.reports.ranking import public_name
from listbuilder.desk.rounds.boards import board_terms, team_names
from listbuilder.desk.rounds.check_in import missing_at_draw
from listbuilder.desk.rounds.round_clock import clock_of
from listbuilder.desk.rounds.round_missions import mission_names
from listbuilder.desk.rounds.standings import is_playing
from listbuilder.desk.rounds.top_cut import is_cut_next, rounds_in_all
from listbuilder.desk.state import Round, TableGame, clock_words, result_words

ASK = "Choose a player"
SHOWN = (("few", 9), ("some", 20))


def rounds_screen(asked: PageRequest) -> HtmlResponse:
    """One round, the current one by default: its tables, results, and what can be changed by hand."""
    desk = asked.desk
    rounds = {str(one.number): one for one in desk.state.rounds}
    one = rounds.get(asked.query.get("round", "")) or (desk.state.rounds[-1] if desk.state.rounds else None)
    if one is None:
        return framed(asked, "Rounds", *_before(asked))
    links = [
        tag("a", f"Round {number}", href=f"/rounds?round={number}", aria_current="page" if other is one else False)
        for number, other in rounds.items()
    ]
    body = [tag("p", *(part for link in links for part in (link, " ")), class_="tabs")] if len(links) > 1 else []
    current = one is desk.state.rounds[-1]
    body += [
        _clock(asked) if current else Markup(),
        mission_part(desk, one),
        _progress(desk, one),
        next_draw(asked),
        *_games(asked, one),
    ]
    if current and not desk.state.closed:
        body += [tag("p", tag("a", "The view for a projector", href="/screen")), *_by_hand(asked, one)]
    return framed(asked, _title(one), *body)


def _title(one: Round) -> str:
    return f"{one.title[:1].upper()}{one.title[1:]}"


def mission_part(desk: Desk, one: Round) -> Markup:
    """The missions of a round."""
    names = mission_names(desk.game, one)
    return tag("p", tag("strong", "Mission: "), " and ".join(names)) if names else Markup()


def _before(asked: PageRequest) -> Iterator[Markup]:
    if asked.desk.state.each and not asked.desk.state.locked:
        yield tag("p", "Rounds begin when lists are locked. ", tag("a", "Go to the lists", href="/lists"))
        return
    yield next_draw(asked)


def _progress(desk: Desk, one: Round) -> Markup:
    if one.unset:
        return tag("p", unset_words(one))
    left = sum(not game.line for game in one.games)
    words = f"{counted(left, 'table')} without a result." if left else "Every table has its result."
    counts = [count.name for count in desk.event.counts]
    words += f" What is entered are {' and '.join(counts)}." if counts and left else ""
    bye = f" No opponent: {', '.join(_side_names(desk, one))}." if one.byes else ""
    return tag("p", words, bye)


def unset_words(one: Round) -> str:
    """What is to be done about matches in which nobody has said yet who meets whom."""
    some = [match.number for match in one.unset]
    open_ = f"It is open who meets whom in {'matches' if len(some) > 1 else 'match'} {join_names(map(str, some), 40)}."
    return f"{open_} Enter what the captains chose: listbuilder event pair --boards {some[0]} A B …"


def _side_names(desk: Desk, one: Round) -> list[str]:
    return [team_names(desk)[one.bye]] if one.matches and one.bye else [desk.name_of(id) for id in one.byes]


def next_draw(asked: PageRequest) -> Markup:
    """The button that draws the next round, where it can be drawn; who is missing is asked about."""
    state, rounds = asked.desk.state, asked.desk.event.rounds
    drawn = len(state.rounds)
    ready = (state.locked or not state.each) and not state.closed and (not drawn or state.rounds[-1].done)
    if not ready or (rounds and drawn >= rounds_in_all(state, asked.desk.event)):
        return Markup()
    # The bracket has fixed players, so nobody can be left out of it.
    missing = [] if is_cut_next(state, asked.desk.event) else missing_at_draw(state, asked.desk.event)
    if not missing:
        return form(asked, "pair", buttons(button(f"Draw round {drawn + 1}", main=True)))
    names = join_names([asked.desk.name_of(id) for id in missing], 20)
    words = tag("p", f"Not checked in: {names}.")
    without = button(f"Draw round {drawn + 1} without them", main=True, name="who", value="present")
    return form(asked, "pair", words, buttons(without, button("Draw everybody", name="who", value="everybody")))


def clock_face(desk: Desk, now: datetime) -> Markup:
    """What the clock of the round shows; the script of a page lets it run."""
    found = clock_of(desk.state, desk.event)
    if found is None:
        return Markup()
    left = found.left(now)
    more = {"data_runs": "yes"} if found.running else {}
    over = "clock over" if left < 0 else "clock"
    return tag("p", clock_words(left), class_=over, role="timer", aria_label="Time left", data_left=str(left), **more)


def _clock(asked: PageRequest) -> Markup:
    """The clock with its buttons."""
    desk = asked.desk
    if desk.state.closed:
        return Markup()
    found = clock_of(desk.state, desk.event)
    parts = []
    if found:
        step, words = ("pause", "Pause the clock") if found.running else ("start", "Start the clock")
        parts.append(form(asked, "clock", button(words, name="step", value=step)))
    kept = asked.kept("clock", "minutes")
    minutes = text_input("Minutes", "minutes", value=kept, inputmode="numeric", maxlength="4", required=True)
    add = button("Add", name="step", value="add") if found else ""
    parts.append(
        folded("Change the clock", form(asked, "clock", minutes, buttons(add, button("Set", name="step", value="set"))))
    )
    return tag("div", clock_face(desk, asked.now), *parts, class_="acts timing")


def _games(asked: PageRequest, one: Round) -> Iterator[Markup]:
    """The tables, those without a result first."""
    open_ = [game for game in one.games if not game.line]
    done = [game for game in one.games if game.line]
    if open_:
        yield tag("ul", *(_game(asked, one, game) for game in open_), class_="rows games")
    if done:
        yield tag("h2", "Results")
        yield tag("ul", *(_game(asked, one, game) for game in done), class_="rows games")


def _game(asked: PageRequest, one: Round, game: TableGame) -> Markup:
    desk = asked.desk
    names = (desk.name_of(game.one), desk.name_of(game.two))
    title = tag("p", tag("strong", f"Table {game.table}"), f" {names[0]} – {names[1]}")
    enter = _result_form(asked, one, game, names)
    if desk.state.closed:
        return tag("li", title, tag("p", _result(game), class_="result"))
    if not game.line:
        return tag("li", title, *_reported(asked, one, game, names), enter)
    shown = tag("p", _result(game), class_="result")
    return tag("li", title, shown, folded(f"Correct table {game.table}", enter))


def _reported(asked: PageRequest, one: Round, game: TableGame, names: tuple[str, str]) -> Iterator[Markup]:
    """What the players reported: one of them so far, or different things, which the desk decides."""
    said = [f"{name}: {one.text}" for name, one in zip(names, game.reports, strict=True) if one]
    if game.disputed:
        yield tag("p", tag("strong", "They reported different results. "), "; ".join(said), class_="doubt")
    elif said:
        yield tag("p", f"Reported by {said[0]}", class_="quiet")


def _result(game: TableGame) -> str:
    return result_words(game.scores, game.words) if game.line else ""


def _result_form(asked: PageRequest, one: Round, game: TableGame, names: tuple[str, str]) -> Markup:
    """What was scored, or who has won; what one player reported so far is filled in."""
    about = {"table": str(game.table), "round": str(one.number)}
    won = [
        button(words, name="word", value=value, label=f"Table {game.table}: {words}")
        for value, words in (("one", f"{names[0]} won"), ("draw", "Draw"), ("two", f"{names[1]} won"))
        if value != "draw" or not one.cut
    ]
    by_word = form(asked, "score", buttons(*won), **about)
    if not asked.desk.event.counts:
        return by_word
    counts = asked.desk.event.counts
    reported = {} if game.disputed else dict(_reported_scores(game))
    fields = [
        text_input(
            f"{name}: {count.name}" if len(counts) > 1 else name,
            f"{side}{at}",
            id=f"t{one.number}-{game.table}-{side}{at}",
            value=asked.kept("score", f"{side}{at}", **about) or reported.get(f"{side}{at}", ""),
            inputmode="numeric",
            required=True,
            maxlength="7",
        )
        for at, count in enumerate(counts)
        for side, name in zip(("a", "b"), names, strict=True)
    ]
    save = button("Save", main=True, label=f"Save the result of table {game.table}")
    by_count = form(asked, "score", tag("div", *fields, class_="scores"), buttons(save), **about)
    return join((by_count, folded(f"Table {game.table}: a result without scores", by_word)))


def _reported_scores(game: TableGame) -> Iterator[tuple[str, str]]:
    """The fields of the scores that the players reported, if they did in numbers."""
    for one in game.reports:
        for side, scores in zip(("a", "b"), one.scores if one and not any(one.words) else (), strict=False):
            yield from ((f"{side}{at}", str(number)) for at, number in enumerate(scores))


def _by_hand(asked: PageRequest, one: Round) -> Iterator[Markup]:
    """Changes of the draw by hand."""
    desk = asked.desk
    if board_terms(desk.event)[0]:
        return
    there = [id for game in one.games for id in (game.one, game.two) if not game.line] + list(one.byes)
    placed = {*one.byes, *(id for game in one.games for id in (game.one, game.two))}
    spare = [id for id in desk.state.entrants if id not in placed and is_playing(desk.state, id)]
    seated = list(player_options(desk, there))
    if len(seated) < 2:
        return
    why = text_input("Why", "why", id="why-meet", value=asked.kept("meet", "why"), required=True)
    yield folded(
        "Change who meets whom",
        tag("p", "The first player stays at the table; the second comes there and plays them."),
        form(
            asked,
            "meet",
            choice("This player stays", "one", seated, id="meet-one", ask=ASK, chosen=asked.kept("meet", "one")),
            choice("and plays", "two", seated, id="meet-two", ask=ASK, chosen=asked.kept("meet", "two")),
            why,
            buttons(button("Change the pairing")),
        ),
        open_=asked.refused[0] == "meet",
    )
    others = [*player_options(desk, spare), *seated]
    why = text_input("Why", "why", id="why-swap", value=asked.kept("swap", "why"), required=True)
    yield folded(
        "Swap two players, or seat a walk-in",
        tag("p", "A walk-in with a locked list takes the place of somebody who did not come."),
        form(
            asked,
            "swap",
            choice("This player", "one", seated, id="swap-one", ask=ASK, chosen=asked.kept("swap", "one")),
            choice("changes places with", "two", others, id="swap-two", ask=ASK, chosen=asked.kept("swap", "two")),
            why,
            buttons(button("Swap")),
        ),
        open_=asked.refused[0] == "swap",
    )


def projector_screen(asked: PageRequest) -> HtmlResponse:
    """The current round for a projector: under the names that players agreed to."""
    desk = asked.desk
    one = desk.state.rounds[-1] if desk.state.rounds else None
    title = _title(one) if one else desk.event.name
    head = tag("div", tag("h1", title), mission_part(desk, one) if one else "")
    body = [tag("div", head, clock_face(desk, asked.now), class_="top")]
    if one:
        rows = [
            tag(
                "li",
                tag("strong", tag("span", "Table ", class_="aside"), str(game.table)),
                tag("span", public_name(desk, game.one)),
                tag("span", _result(game) or "–", class_="result"),
                tag("span", public_name(desk, game.two)),
            )
            for game in one.games
        ]
        rows += [
            tag("li", tag("span"), tag("span", public_name(desk, id)), tag("span", "no opponent")) for id in one.byes
        ]
        # As many columns as show all tables without scrolling.
        size = next((word for word, most in SHOWN if len(rows) <= most), "many")
        body.append(tag("ul", *rows, class_=f"shown {size}"))
    main = tag("main", *body)
    back = tag("p", tag("a", "Back to the desk", href="/rounds"), class_="quiet")
    return document(f"{title} · {desk.event.name}", main, tag("footer", back), watches=asked, class_="projector")
