"""The worker processes of the service: a request as bytes in, status, type and body of the answer out; stateless."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from listbuilder.base.errors import ListbuilderError
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.catalogue_document import catalogue_document, entry_document, game_summary
from listbuilder.exchange.documents.force_document import force_json
from listbuilder.exchange.documents.report_document import unreadable_document
from listbuilder.exchange.documents.rules_document import rules_document
from listbuilder.exchange.engine.batch import judge_document
from listbuilder.exchange.engine.importer import import_document, make_referee
from listbuilder.judging.validator import Report
from listbuilder.storage.processes.budget import bounded
from listbuilder.storage.reading import Document, read_text
from listbuilder.ui.published_schemas import published_list_schema
from listbuilder.ui.web import engine_api
from listbuilder.ui.web.answers import RefusedError, error_bytes, json_bytes, refusal
from listbuilder.ui.web.api_types import (
    BenchRequest,
    CardsRequest,
    ImportRequest,
    OddsRequest,
    PairRequest,
    SheetRequest,
)
from listbuilder.ui.web.logs import log
from listbuilder.ui.web.requests import read_request, read_shape, search_of
from listbuilder.ui.web.shelf import FolderShelf, starters_document

JSON, PDF = "application/json", "application/pdf"
LABEL = "<request>"


class Request(NamedTuple):
    """A request of a client: an action, the game in the path, the query, the declared types and the body."""

    action: str
    game: str = ""
    query: tuple[tuple[str, str], ...] = ()
    types: tuple[str, ...] = ()
    body: bytes = b""


class Answer(NamedTuple):
    """The answer to a client; `place` is where it is redirected to."""

    body: bytes
    status: int = 200
    type: str = JSON
    place: str = ""


def request_head(request: Request) -> bytes:
    """A request without its body, as the line before the body."""
    return json.dumps(request[:-1]).encode() + b"\n"


def unpack_answer(raw: bytes) -> Answer:
    """The answer in a child's bytes."""
    head, _, body = raw.partition(b"\n")
    return Answer(body, *json.loads(head))


class WorkerActions:
    """The actions of a worker process by name: a request as bytes in, the answer of its action out."""

    actions: Mapping[str, Callable[[Request], Answer]]

    def __call__(self, raw: bytes) -> bytes:
        """A request and its answer as bytes."""
        head, _, body = raw.partition(b"\n")
        action, game, query, types = json.loads(head)
        answer = self.answer(Request(action, game, query, types, body))
        return json.dumps(answer[1:]).encode() + b"\n" + answer.body

    def answer(self, request: Request) -> Answer:
        """The answer to a request, also if it is refused or fails; an internal error reveals no details."""
        try:
            return self.actions[request.action](request)
        except RefusedError as error:
            refused = error
        except ListbuilderError as error:
            refused = self.refusal_of(error)
        except MemoryError:
            # The budget around this reports it.
            raise
        # An internal error must not end the child, nor tell a stranger what is inside.
        except Exception:
            log("failure", "error", action=request.action, trace=traceback.format_exc()[-500:])
            refused = RefusedError(500, "service.failure", "The service failed.")
        return self.refused(refused)

    def refusal_of(self, error: ListbuilderError) -> RefusedError:
        """What an error of ours means to a client."""
        return refusal(error)

    def refused(self, error: RefusedError) -> Answer:
        """A refusal as an answer."""
        return Answer(error_bytes(error.code, error.message, error.findings), error.status)


class Worker(WorkerActions):
    """The work of one child of the service."""

    def __init__(self, catalogues: tuple[Path, ...], events: tuple[Game, ...] = ()) -> None:
        self.catalogues = catalogues
        self.shelf = FolderShelf(catalogues, events)
        self.actions = {
            "bench": self.bench,
            "cards": self.print,
            "entries": self.entries,
            "game": self.game,
            "games": self.games,
            "import": self.import_,
            "lists": self.lists,
            "match": self.match,
            "mission": self.mission,
            "odds": self.odds,
            "rules": self.rules,
            "schema": self.schema,
            "sheet": self.print,
            "validate": self.validate,
        }

    def games(self, request: Request) -> Answer:
        """Every game in a few fields."""
        found = [self.shelf.load(id) for id in self.shelf.ids]
        return _json({"games": [game_summary(game) for game in found]})

    def game(self, request: Request) -> Answer:
        """One game: statline, formats, rules, rulings, and its kinds of entries."""
        game = self.find(request.game)
        kinds = [
            {"id": kind, "name": game.kind_name(kind), "entries": sum(entry.kind == kind for entry in game.entries)}
            for kind in game.names
        ]
        return _json({"game": {**catalogue_document(game, ())["game"], "kinds": kinds}})

    def entries(self, request: Request) -> Answer:
        """The entries of a game, or some of them."""
        game = self.find(request.game)
        kind, words = search_of(request.query)
        if kind is not None and kind not in game.names:
            raise RefusedError(404, "kind.unknown", f"{game.name} has no such kind; there are {', '.join(game.names)}.")
        found = [entry for entry in game.entries if kind in (None, entry.kind)]
        if words:
            found = [entry for entry in found if all(word in f"{entry.name} {entry.text}".lower() for word in words)]
        return _json({"game": game.id, "entries": [entry_document(entry) for entry in found]})

    def schema(self, request: Request) -> Answer:
        """The JSON Schema of a game's lists."""
        return _json(published_list_schema(self.find(request.game)))

    def validate(self, request: Request) -> Answer:
        """The verdict on a list; one that can't be understood has a verdict as well."""
        with bounded():
            try:
                document, asked = read_request(request.types, request.body, ImportRequest)
                owned = read_text(asked.collection) if asked.collection else None
            except ListbuilderError as error:
                return _json(unreadable_document(LABEL, error.findings))
            referee = make_referee(self.catalogues, self.shelf.event(asked.event), owned)
            return _json(judge_document(document, LABEL, referee))

    def import_(self, request: Request) -> Answer:
        """The published force of a list."""
        with bounded():
            document, asked = read_request(request.types, request.body, ImportRequest)
            force = import_document(
                document,
                allow_illegal=asked.allow_illegal,
                placeholders=asked.placeholders,
                standalone=asked.standalone,
                event=self.shelf.event(asked.event),
                catalogues=self.catalogues,
                collection=read_text(asked.collection) if asked.collection else None,
            )
            return Answer(force_json(force).encode("utf-8", "backslashreplace"))

    def rules(self, request: Request) -> Answer:
        """The rules document of a game."""
        return _json(rules_document(self.find(request.game)))

    def mission(self, request: Request) -> Answer:
        """A mission of a game."""
        return _json(engine_api.mission_answer(self.find(request.game), request.query))

    def match(self, request: Request) -> Answer:
        """Two lists side by side."""
        with bounded():
            document, asked = read_request(request.types, request.body, PairRequest)
            return _json(engine_api.match_answer(self.pair(document, asked), (LABEL, f"{LABEL} other")))

    def odds(self, request: Request) -> Answer:
        """The odds of one list's attacks on another."""
        with bounded():
            document, asked = read_request(request.types, request.body, OddsRequest)
            return _json(engine_api.odds_answer(self.pair(document, asked), asked))

    def pair(self, document: Document, asked: PairRequest) -> tuple[Report, Report]:
        """The reports on two lists."""
        referee = make_referee(self.catalogues, self.shelf.event(asked.event))
        return engine_api.judged_pair(document, asked.other, referee)

    def print(self, request: Request) -> Answer:
        """A card for each model, or the sheet of the list, as a PDF."""
        from listbuilder.ui.web.pdf import PrintRequest, print_list

        shape = SheetRequest if request.action == "sheet" else CardsRequest
        document, asked = read_request(request.types, request.body, shape)
        secret = asked.secret if isinstance(asked, SheetRequest) else None
        look = (asked.theme, asked.paper, asked.size)
        wanted = PrintRequest(document, asked.allow_illegal, asked.event, secret, asked.collection, *look)
        return Answer(print_list(request.action, wanted, self.shelf), type=PDF)

    def bench(self, request: Request) -> Answer:
        """A question about a list that is being built, or an edit of it; what it is stands in the path."""
        from listbuilder.ui.web.bench_api import BenchQuestion, answer

        with bounded():
            _, asked = read_shape(request.types, request.body, BenchRequest)
            return _json(answer(request.game, BenchQuestion(**vars(asked)), self.shelf))

    def lists(self, request: Request) -> Answer:
        """The starter lists of a game."""
        return _json(starters_document(self.shelf, self.find(request.game).id))

    def find(self, id: str) -> Game:
        """A game by its exact id, which is looked up and never made into a path."""
        if id not in self.shelf.ids:
            raise RefusedError(404, "game.unknown", "There is no game with that id; GET /games lists them.")
        return self.shelf.load(id)


def _json(document: dict[str, Any]) -> Answer:
    return Answer(json_bytes(document))
