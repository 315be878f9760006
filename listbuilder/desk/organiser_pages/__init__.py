"""The organiser's page: a desk and what a browser asks in, pages out. It knows no HTTP."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from urllib.parse import parse_qsl

from listbuilder.base.errors import EditError, ListbuilderError
from listbuilder.base.records import replace
from listbuilder.catalogue import Game
from listbuilder.desk.event_setup import PackTerms, new_event
from listbuilder.desk.organiser_pages.actions import ACTIONS, StaleError, run_action
from listbuilder.desk.organiser_pages.event_screens import (
    broken_screen,
    event_screen,
    lines_notice,
    log_screen,
    print_screen,
    setup_screen,
    standings_screen,
    today_screen,
)
from listbuilder.desk.organiser_pages.frame import PageRequest, done_notice, error_notice, stale_notice
from listbuilder.desk.organiser_pages.list_screens import arrival_file, list_screen, lists_screen
from listbuilder.desk.organiser_pages.player_screens import player_screen, players_screen
from listbuilder.desk.organiser_pages.round_screens import projector_screen, rounds_screen
from listbuilder.desk.player_pages.forms import SubmittedForm
from listbuilder.desk.player_pages.markup import HtmlResponse, Markup, redirect, refusal

SCREENS: Mapping[str, Callable[[PageRequest], HtmlResponse]] = {
    "/": today_screen,
    "/event": event_screen,
    "/list/": list_screen,
    "/lists": lists_screen,
    "/log": log_screen,
    "/original/": arrival_file,
    "/picture/": arrival_file,
    "/player/": player_screen,
    "/players": players_screen,
    "/print": print_screen,
    "/rounds": rounds_screen,
    "/screen": projector_screen,
    "/standings": standings_screen,
}
# The first number of rounds or minutes that is refused.
LARGEST = 1000
CUTS = ("2", "4", "8", "16")


def show(asked: PageRequest) -> HtmlResponse:
    """The screen at a path."""
    first = asked.path.find("/", 1)
    screen = SCREENS.get(asked.path[: first + 1] if first > 0 else asked.path)
    if screen is None:
        return refusal(404, "There is nothing here.", "/")
    # The query comes from the address bar: a number of thousands of digits makes `int` fail.
    numbers = [asked.query.get(key, "") for key in ("first", "last")]
    if not asked.notice and all(one.isdecimal() and len(one) < 9 for one in numbers):
        asked = replace(asked, notice=lines_notice(asked, *map(int, numbers)))
    try:
        return screen(asked)
    except ListbuilderError as error:
        return broken_screen(error_notice(error))


def act(asked: PageRequest, action: str, sent: SubmittedForm) -> HtmlResponse:
    """Do what a form asks for, and show the screen that it came from."""
    desk, now = asked.desk, asked.now
    path, _, query = sent.field("back").partition("?")
    asked = replace(asked, path=path or "/", query=dict(parse_qsl(query)))
    if action not in ACTIONS:
        return refusal(404, "There is nothing here.", "/")
    try:
        found = run_action(desk, action, sent, now)
    except StaleError:
        notice, status = stale_notice(), 409
    except ListbuilderError as error:
        notice, status = error_notice(error), 422
    else:
        if found.file is not None:
            return found.file
        # What is shown once, such as a link, is answered directly: a redirect would put it into the address.
        if found.notice is None:
            mark = "&" if "?" in asked.place else "?"
            first, last = found.lines
            written = f"{mark}first={first}&last={last}" if first <= last else ""
            # A path that begins with `//` would lead to another host.
            known = path.startswith("/") and not path.startswith("//")
            return redirect(f"{asked.place}{written}" if known else "/")
        notice, status = done_notice(found.notice), 200
    desk.refresh()
    kept = (action, sent.fields) if status != 200 else ("", {})
    return show(replace(asked, notice=notice, status=status, refused=kept))


def create(
    root: Path, games: dict[str, Game], catalogues: tuple[Path, ...], sent: SubmittedForm, now: datetime
) -> HtmlResponse:
    """Create the event, or show its form again with what is wrong."""
    try:
        game, name = games[sent.field("game")], sent.field("name").strip()
        new_event(root, game, name or root.name, catalogues, now, _terms(game, sent))
    except KeyError:
        return refusal(404, "There is no such game.", "/")
    except ListbuilderError as error:
        return setup_screen(root, games, error_notice(error), sent.fields)
    return redirect("/players")


def _terms(game: Game, sent: SubmittedForm) -> PackTerms:
    """What the form says about the event; EditError for what can't be."""
    of, _, format = sent.field("format").partition(" ")
    if format and of != game.id:
        raise EditError.of("desk.pack", "That format is of another game.", "Choose a format of the game.")
    numbers = [sent.field(key) for key in ("rounds", "minutes")]
    if not all(one.isdecimal() and 0 < int(one[:6]) < LARGEST for one in numbers):
        raise EditError.of("desk.pack", "Rounds and minutes are numbers from 1 to 999.", "Change them.")
    if sent.field("missions") and game.mission is None:
        raise EditError.of("desk.pack", f"{game.name} has no missions.", "Announce them yourself.")
    return PackTerms(
        format=format,
        rounds=int(numbers[0]),
        minutes=int(numbers[1]),
        scores=bool(sent.field("scores")),
        lists=not sent.field("lists"),
        missions=bool(sent.field("missions")),
        cut=int(sent.field("cut")) if sent.field("cut") in CUTS else 0,
    )


def set_up(root: Path, games: dict[str, Game]) -> HtmlResponse:
    """The form that creates an event."""
    return setup_screen(root, games, Markup(), {})
