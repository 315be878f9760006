"""The other screens: today, standings, prints, the log, and the event itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from listbuilder.base.wording import as_words, counted
from listbuilder.catalogue import Game
from listbuilder.desk.event_setup import explain_pack
from listbuilder.desk.folder import Desk
from listbuilder.desk.log import LogLine, read_log
from listbuilder.desk.organiser_pages.frame import (
    PageRequest,
    button,
    buttons,
    choice,
    document,
    folded,
    form,
    framed,
    labelled,
    table,
    text_input,
)
from listbuilder.desk.organiser_pages.list_screens import lock_words
from listbuilder.desk.organiser_pages.player_screens import pages_input
from listbuilder.desk.organiser_pages.round_screens import next_draw, unset_words
from listbuilder.desk.player_pages.markup import HtmlResponse, Markup, tag
from listbuilder.desk.player_pages.personal import moment_words
from listbuilder.desk.reports.ranking import bracket_lines, team_report
from listbuilder.desk.rounds.player_results import disputed_games
from listbuilder.desk.rounds.standings import rank, ranking_table
from listbuilder.desk.rounds.top_cut import rounds_in_all
from listbuilder.desk.status import standings_of, unowned

MOST_LINES, SHOWN = 200, 3


def today_screen(asked: PageRequest) -> HtmlResponse:
    """Where the event stands, and what to do next."""
    steps = list(_steps(asked))
    closed = "The event has ended. To change something, undo its end in the log."
    nothing = closed if asked.desk.state.closed else "Nothing waits for you."
    shown = tag("ol", *(tag("li", one) for one in steps), class_="steps") if steps else tag("p", nothing)
    return framed(
        asked, "Today", tag("h2", "What to do next"), shown, tag("h2", "Where it stands"), _summary(asked.desk)
    )


def _steps(asked: PageRequest) -> Iterator[Markup]:
    """The next steps, each with its button or its screen."""
    desk, state = asked.desk, asked.desk.state
    if state.closed:
        return
    if not state.entrants:
        yield tag("a", "Sign players up", href="/players")
        return
    if lost := unowned(state):
        yield tag("a", f"Say whose {counted(len(lost), 'list')} came in", href="/lists")
    rows = standings_of(desk)
    words = Counter(str(one.word) for one in rows)
    sure = sum(one.word == "legal" and not one.doubts for one in rows)
    if sure:
        yield form(asked, "approve-all", button(f"Approve {counted(sure, 'legal list')}", main=True))
    for word, say in (("legal", "Look at"), ("not legal", "Return"), ("unread", "Answer")):
        number = words[word] - (sure if word == "legal" else 0)
        if number:
            kind = {"legal": "doubtful list", "not legal": "illegal list", "unread": "player whose list can't be read"}
            yield tag("a", f"{say} {counted(number, kind[word])}", href="/lists")
    if state.each and not state.locked and words["nothing"]:
        yield tag("a", f"Take in the lists of {counted(words['nothing'], 'player')}", href="/lists")
    if words["approved"]:
        yield form(asked, "lock", button(lock_words(desk), main=not sure))
    if state.locked or not state.each:
        yield from _round_steps(asked)


def _round_steps(asked: PageRequest) -> Iterator[Markup]:
    state, event = asked.desk.state, asked.desk.event
    last = state.rounds[-1] if state.rounds else None
    open_ = [game for game in last.games if not game.line] if last else []
    disputed = disputed_games(state)
    if last and last.unset:
        yield tag("span", unset_words(last))
        return
    if last and disputed:
        yield tag("a", f"Decide {counted(len(disputed), 'result')} that players reported differently", href="/rounds")
    if last and open_:
        yield tag("a", f"Enter {counted(len(open_), 'result')} of round {last.number}", href="/rounds")
    elif event.rounds is None or len(state.rounds) < rounds_in_all(state, event):
        yield next_draw(asked)
    else:
        yield tag("a", "Show the final standings", href="/standings")
        yield tag("a", "Print and publish", href="/print")


def _summary(desk: Desk) -> Markup:
    state = desk.state
    words = Counter(one.word for one in standings_of(desk))
    lists = ", ".join(f"{count} {'missing' if word == 'nothing' else word}" for word, count in words.items())
    facts = {
        "Players": str(sum(not one.dropped and not one.forgotten for one in state.entrants.values())),
        "Lists": lists if state.each else "none are handed in",
        "Rounds": f"{len(state.rounds)} of {rounds_in_all(state, desk.event)}",
        "Ledger": f"{counted(len(desk.chain.lines), 'line')}, head {desk.chain.code}",
        "Folder": str(desk.root),
    }
    return tag("dl", *(part for key, value in facts.items() if value for part in (tag("dt", key), tag("dd", value))))


def standings_screen(asked: PageRequest) -> HtmlResponse:
    """The ranking, and what decided each tie."""
    desk = asked.desk
    if not desk.state.rounds:
        return framed(asked, "Standings", tag("p", "There are standings once a round was drawn."))
    places = rank(desk.state, desk.event)
    heads, rows = ranking_table(desk.event, places, desk.name_of)
    bracket = [tag("li", line) for line in bracket_lines(desk, desk.name_of)]
    body = [tag("ul", *bracket)] if bracket else []
    body.append(table("Standings", heads, rows))
    if desk.event.teams:
        teams = team_report(desk)
        body.append(table("Teams", teams.heads, teams.rows))
    words = "Penalties are given on a player's page, where you see first what they change."
    return framed(asked, "Standings", *body, tag("p", words, class_="quiet"))


def print_screen(asked: PageRequest) -> HtmlResponse:
    """Everything to print and to publish."""
    state = asked.desk.state
    prints = [("booklet", "All lists for the judges")] if any(one.approved for one in state.lists.values()) else []
    if state.rounds:
        number = state.rounds[-1].number
        prints += [("pairings", f"Pairings of round {number}"), ("results", f"Slips for results, round {number}")]
        prints += [("slips", f"Slips to check models, round {number}")] if state.each else []
        prints.append(("standings", "Standings"))
    items = [tag("li", form(asked, "print", button(f"{words} (PDF)"), what=what)) for what, words in prints]
    shown = tag("ul", *items, class_="plain") if items else tag("p", "There is nothing to print yet.")
    codes = form(asked, "tables", pages_input(asked, "tables"), buttons(button("Codes for the tables (PDF)")))
    words = tag("p", "A code on each table opens the page of the phone that scans it, if the phone has checked in.")
    tables = folded("Codes for the tables", words, codes, open_=asked.refused[0] == "tables")
    body = [tag("h2", "Print"), shown, tables, tag("h2", "Publish"), *_publish(asked)]
    return framed(asked, "Print and publish", *body)


def _publish(asked: PageRequest) -> Iterator[Markup]:
    desk = asked.desk
    yield tag("p", f"Pages are written to {desk.out}; nothing is uploaded. Players appear as they agreed to.")
    if desk.state.locked and not desk.state.closed:
        yield form(asked, "reveal", buttons(button("Show lists to those who may see them now")))
    yield form(asked, "publish", buttons(button("Write the public pages")))
    if not desk.state.closed:
        words = "Nothing more is recorded then. It can be undone in the log."
        yield folded("End the event", tag("p", words), form(asked, "close", buttons(button("End the event"))))


def log_screen(asked: PageRequest) -> HtmlResponse:
    """What happened, the newest first, with a button that undoes a line."""
    lines = read_log(asked.desk)[::-1]
    shown = lines if asked.query.get("all") else lines[:MOST_LINES]
    more = tag("p", tag("a", f"All {len(lines)} lines", href="/log?all=1")) if len(shown) < len(lines) else ""
    words = "Nothing is ever deleted: what you undo stays in the log, with the line that undid it."
    return framed(
        asked, "Log", tag("p", words), tag("ol", *(_line(asked, one) for one in shown), class_="rows log"), more
    )


def _line(asked: PageRequest, one: LogLine) -> Markup:
    by = asked.desk.name_of(one.by) if one.by in asked.desk.state.entrants else one.by
    when = tag("span", f"{one.seq} · {moment_words(one.at)} · {by}", class_="quiet")
    text = f"{one.text[:1].upper()}{one.text[1:]}{f' ({one.why})' if one.why else ''}"
    shown = tag("s", text) if one.undone_by else text
    note = tag("span", f" undone in line {one.undone_by}", class_="quiet") if one.undone_by else ""
    acts = []
    if not one.fixed and not one.undone_by:
        undo = button("Undo", label=f"Undo line {one.seq}: {one.text}")
        acts.append(form(asked, "undo", undo, line=str(one.seq)))
    return tag("li", tag("p", when, tag("br"), shown, note), tag("div", *acts, class_="acts"))


def lines_notice(asked: PageRequest, first: int, last: int) -> Markup:
    """The lines that were just written, each with a button that undoes it."""
    lines = [one for one in read_log(asked.desk) if first <= one.seq <= last and one.what not in ("pack", "player")]
    if not lines:
        return Markup()
    items = tag("ul", *(_line(asked, one) for one in lines[:SHOWN]), class_="rows log")
    more = tag("p", f"And {len(lines) - SHOWN} more, in the log.") if len(lines) > SHOWN else ""
    return tag("div", tag("p", tag("strong", "Recorded.")), items, more, class_="notice", role="status")


def event_screen(asked: PageRequest) -> HtmlResponse:
    """The pack in words, and its text to change."""
    desk = asked.desk
    text = asked.kept("pack", "pack") or desk.pack_file.read_text("utf-8", "replace")
    area = tag("textarea", text, name="pack", id="pack", rows="24", spellcheck="false")
    change = form(asked, "pack", labelled("event.yaml", "pack", area), buttons(button("Save", main=True)))
    sentences = [tag("li", one) for one in explain_pack(desk.event, desk.game)]
    invite = tag("form", buttons(button("Let another browser in")), method="post", action="/invite")
    words = "Two people can work at once, each in a browser of their own on this computer."
    body = [tag("ul", *sentences), folded("Change it", change, open_=asked.refused[0] == "pack")]
    return framed(asked, "Event", *body, tag("h2", "Another organiser"), tag("p", words), invite)


# Before there is an event.


def setup_screen(root: Path, games: dict[str, Game], notice: Markup, fields: dict[str, str]) -> HtmlResponse:
    """The form that creates an event."""
    chosen = games.get(fields.get("game", "")) or next(iter(games.values()))
    formats = [(f"{id} {one.id}", f"{game.name}: {one.name}") for id, game in games.items() for one in game.formats]
    name = fields.get("name", "") or as_words(root.name).title()
    result = [("", "by who won"), ("yes", "by points that both players score")]
    missions = [("", "as you announce them"), ("random", "drawn for each round from the game's own")]
    cuts = [("", "nothing"), *((str(size), f"a bracket of the best {size}") for size in (2, 4, 8, 16))]
    lists = [("", "each player hands one in"), ("none", "none: we trust each other")]
    inside = [
        text_input("Name of the event", "name", value=name, required=True, maxlength="80"),
        choice("Game", "game", [(id, one.name) for id, one in games.items()], chosen=chosen.id),
        choice("Format", "format", [("", "the usual one"), *formats], chosen=fields.get("format", "")),
        text_input("Rounds", "rounds", value=fields.get("rounds", "3"), type="number", min="1", max="20"),
        text_input(
            "Minutes of a round", "minutes", value=fields.get("minutes", "90"), type="number", min="1", max="999"
        ),
        choice("A game is decided", "scores", result, chosen=fields.get("scores", "")),
        choice("Missions", "missions", missions, chosen=fields.get("missions", "")),
        choice("After the rounds", "cut", cuts, chosen=fields.get("cut", "")),
        choice("Lists", "lists", lists, chosen=fields.get("lists", "")),
        buttons(button("Create the event", main=True)),
    ]
    words = f"The event will be in the folder {root}. Everything can be changed later."
    main = tag(
        "main",
        tag("h1", "A new event"),
        notice,
        tag("p", words),
        tag("form", *inside, method="post", action="/do/create"),
    )
    return document("A new event", main)


def broken_screen(notice: Markup) -> HtmlResponse:
    """The folder can't be read."""
    again = tag("p", tag("a", "Try again", href="/"))
    return document(
        "The event can't be opened", tag("main", tag("h1", "The event can't be opened"), notice, again), status=503
    )


def invite_screen(link: str) -> HtmlResponse:
    """A link for another browser, shown once."""
    field = tag("input", id="link", value=link, readonly=True)
    copy = buttons(button("Copy", type="button", data_copy="link"))
    words = "Open this in another browser on this computer. It works once."
    back = tag("p", tag("a", "Back to the desk", href="/"))
    return document(
        "Another browser",
        tag("main", tag("h1", "Another browser"), tag("p", words), labelled("Link", "link", field), copy, back),
    )
