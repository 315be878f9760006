"""The work of the worker processes behind an event's pages: a link and a form in, a page out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial

from listbuilder.base.errors import ListbuilderError
from listbuilder.desk.folder import Desk
from listbuilder.desk.links import list_at
from listbuilder.desk.player_pages.forms import FormError, SubmittedForm, read_form
from listbuilder.desk.player_pages.game_day import check_in_here, report_game, table_page
from listbuilder.desk.player_pages.markup import HTML, HtmlResponse, error_page, unknown_link
from listbuilder.desk.player_pages.personal import check, check_hand_in, hand_in, mend, personal, receipt, sheet
from listbuilder.desk.player_pages.public import all_events, public, published
from listbuilder.desk.state import Entrant
from listbuilder.ui.web.answers import RefusedError
from listbuilder.ui.web.logs import log
from listbuilder.ui.web.worker import Answer, Request, WorkerActions

GO_ON = 204


class DeskWorker(WorkerActions):
    """The actions of a worker for some events.

    The request's `game` is the token of a link; its query has the time of arrival and the name of the event.
    """

    def __init__(self, desks: Mapping[str, Desk]) -> None:
        self.desks = desks
        self.desk = next(iter(desks.values()))
        self.actions = {
            "anyway": self.form(partial(hand_in, anyway=True)),
            "check": self.form(check),
            "hand-in": self.form(hand_in),
            "here": self.form(check_in_here),
            "events": lambda request: _answer(all_events(self.desks)),
            "health": lambda request: Answer(b'{"status": "ok"}\n', 200, "application/json"),
            "mend": self.form(mend),
            "personal": self.opened(lambda one, token, now: personal(self.desk, one, token, now)),
            "ready-anyway": self.form(partial(_ready, anyway=True)),
            "ready-hand-in": self.form(_ready),
            "public": lambda request: _answer(public(self.desk)),
            "published": lambda request: _answer(published(self.desk, request.game)),
            "receipt": self.opened(lambda one, token, now: receipt(self.desk, one, token)),
            "report": self.form(report_game),
            "table": lambda request: _answer(table_page(self.desk, request.game, _now(request))),
            "sheet": self.opened(lambda one, token, now: sheet(self.desk, one, token)),
        }

    def answer(self, request: Request) -> Answer:
        """Answer a request with the current state of the folder."""
        self.desk = self.desks[dict(request.query)["event"]]
        self.desk.refresh()
        return super().answer(request)

    def refusal_of(self, error: ListbuilderError) -> RefusedError:
        """An error here is one of the folder, not of a list. The visitor gets no details; the log does."""
        log("desk", "error", code=error.findings[0].code if error.findings else "", message=str(error))
        return RefusedError(503, "desk.broken", "The desk can't answer now. Tell the organiser.")

    def refused(self, error: RefusedError) -> Answer:
        """An error as a page."""
        return Answer(error_page(error.status, error.message), error.status, HTML)

    def opened(self, make: Callable[[Entrant, str, datetime], HtmlResponse]) -> Callable[[Request], Answer]:
        """An action that needs a valid link."""

        def act(request: Request) -> Answer:
            entrant = list_at(self.desk, request.game)
            if entrant is None or entrant.forgotten:
                return _answer(unknown_link())
            return _answer(make(entrant, request.game, _now(request)))

        return act

    def form(
        self, make: Callable[[Desk, Entrant, str, SubmittedForm, datetime], HtmlResponse]
    ) -> Callable[[Request], Answer]:
        """An action that needs a valid link and a form."""

        def act(request: Request) -> Answer:
            try:
                sent = read_form(request.types, request.body)
            except FormError as error:
                raise RefusedError(400, "request.form", str(error)) from error
            return self.opened(lambda one, token, now: make(self.desk, one, token, sent, now))(request)

        return act


def _ready(
    desk: Desk, entrant: Entrant, token: str, sent: SubmittedForm, now: datetime, anyway: bool = False
) -> HtmlResponse:
    """Check whether a list can be taken in: status 204, or the page that refuses it."""
    page, _ = check_hand_in(desk, entrant, token, sent, now, anyway)
    return page or HtmlResponse(body=b"", status=GO_ON)


def _answer(page: HtmlResponse) -> Answer:
    return Answer(page.body, page.status, page.type, page.place)


def _now(request: Request) -> datetime:
    return datetime.fromisoformat(request.query[0][1])
