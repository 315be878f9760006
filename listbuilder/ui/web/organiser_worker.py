"""The work of the worker processes behind the organiser's page: a path or a form in, a page out."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from listbuilder.base.errors import ListbuilderError
from listbuilder.catalogue import Game
from listbuilder.desk.folder import LEDGER, Desk
from listbuilder.desk.organiser_pages import act, create, set_up, show
from listbuilder.desk.organiser_pages.event_screens import broken_screen
from listbuilder.desk.organiser_pages.frame import PageRequest, error_notice
from listbuilder.desk.player_pages.forms import FormError, SubmittedForm, read_form
from listbuilder.desk.player_pages.markup import HTML, HtmlResponse, error_page, redirect
from listbuilder.loading import game_folders, load_game
from listbuilder.ui.web.answers import RefusedError
from listbuilder.ui.web.worker import Answer, Request, WorkerActions

NOW = "now"
MOST_FILES = 100


class OrganiserWorker(WorkerActions):
    """The actions of a worker. The request's `game` is a path or the name of an action; its query has the time."""

    def __init__(self, root: Path, catalogues: tuple[Path, ...], pages: str) -> None:
        self.root, self.catalogues, self.pages = root, catalogues, pages
        self.desk: Desk | None = None
        self.actions = {"do": self.do, "page": self.page}
        # A request says what is wrong.
        with suppress(ListbuilderError):
            # So that all children begin with the game in memory, or with all to choose from.
            self.open()
            if self.desk is None:
                self.games  # noqa: B018

    def open(self) -> None:
        """Read the event as it is now, if there is one."""
        if self.desk is not None:
            self.desk.refresh()
        elif (self.root / LEDGER).is_file():
            self.desk = Desk(self.root, self.catalogues)
        if self.desk is not None:
            self.desk.state, self.desk.event  # noqa: B018  # what can't be read is said before anything else

    def answer(self, request: Request) -> Answer:
        """Answer a request with the current state of the folder; one that can't be opened says why."""
        try:
            self.open()
        except ListbuilderError as error:
            return _answer(broken_screen(error_notice(error)))
        return super().answer(request)

    def page(self, request: Request) -> Answer:
        """A screen."""
        if self.desk is None:
            return _answer(set_up(self.root, self.games) if request.game == "/" else redirect("/"))
        return _answer(show(self.asked(self.desk, request)))

    def do(self, request: Request) -> Answer:
        """An action."""
        sent = self.sent(request)
        if self.desk is not None:
            return _answer(act(self.asked(self.desk, request), request.game, sent))
        now = datetime.fromisoformat(dict(request.query)[NOW])
        return _answer(create(self.root, self.games, self.catalogues, sent, now))

    def asked(self, desk: Desk, request: Request) -> PageRequest:
        """What a browser asks for."""
        query = dict(request.query)
        now = datetime.fromisoformat(query.pop(NOW))
        return PageRequest(desk=desk, now=now, path=request.game, query=query, pages=self.pages)

    @staticmethod
    def sent(request: Request) -> SubmittedForm:
        """The form of a request."""
        try:
            return read_form(request.types, request.body, MOST_FILES)
        except FormError as error:
            raise RefusedError(400, "request.form", str(error)) from error

    @property
    def games(self) -> dict[str, Game]:
        """The games that an event can be for."""
        return {id: load_game(id, self.catalogues) for id in game_folders(self.catalogues)}

    def refusal_of(self, error: ListbuilderError) -> RefusedError:
        """The organiser sees what is wrong."""
        return RefusedError(503, "desk.broken", str(error))

    def refused(self, error: RefusedError) -> Answer:
        """An error as a page."""
        return Answer(error_page(error.status, error.message), error.status, HTML)


def _answer(page: HtmlResponse) -> Answer:
    return Answer(page.body, page.status, page.type, page.place)
