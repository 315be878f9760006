"""The judge inside the page: requests of the page in, the same answers as from the service out.

It runs in Pyodide, in a Web Worker. It must not import pydantic, FastAPI or anything else with compiled parts.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from listbuilder.base.errors import ListbuilderError
from listbuilder.storage.reading import Document, read_text
from listbuilder.ui.web.answers import BODY_LIMITS, RefusedError, error_bytes, json_bytes, refusal
from listbuilder.ui.web.bench_api import BenchQuestion, answer
from listbuilder.ui.web.shelf import PackedShelf, starters_document


class JudgeAnswer(NamedTuple):
    """What the page gets: an HTTP status, a media type and the body."""

    status: int
    # Not `type`: in JavaScript that is the name of this class.
    media_type: str
    body: bytes


class BrowserJudge:
    """A judge over one packed shelf, which keeps nothing between two requests."""

    def __init__(self, shelf: str) -> None:
        self.shelf = PackedShelf(shelf)

    def answer(self, path: str, body: str) -> JudgeAnswer:
        """The answer to a request; a refusal is one too."""
        try:
            return self._answer(path.strip("/").split("/"), body)
        except RefusedError as error:
            refused = error
        except ListbuilderError as error:
            refused = refusal(error)
        return JudgeAnswer(
            refused.status, "application/json", error_bytes(refused.code, refused.message, refused.findings)
        )

    def _answer(self, steps: list[str], body: str) -> JudgeAnswer:
        match steps:
            case ["bench", question]:
                return _json(answer(question, BenchQuestion(**_body(body)), self.shelf))
            case ["cards" | "sheet" as what]:
                # Imported late: reportlab and the fonts arrive with the first print.
                from listbuilder.ui.web.pdf import PrintRequest, print_list

                asked = _body(body)
                asked["list"] = Document(asked["list"], {}, None)
                return JudgeAnswer(200, "application/pdf", print_list(what, PrintRequest(**asked), self.shelf))
            case ["games", id, "lists"] if id in self.shelf.ids:
                return _json(starters_document(self.shelf, id))
        raise RefusedError(404, "request.address", "Not Found")


def _body(body: str) -> dict[str, Any]:
    """The body of a request, read within limits: the list in it may be a stranger's."""
    return dict(read_text(body, file="body.json", limits=BODY_LIMITS).data)


def _json(document: dict[str, Any]) -> JudgeAnswer:
    return JudgeAnswer(200, "application/json", json_bytes(document))
