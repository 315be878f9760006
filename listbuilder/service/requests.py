"""What clients ask for: bodies and queries, checked to the letter before anything is done with them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from starlette.datastructures import QueryParams
from starlette.requests import Request

from listbuilder.engine.sources import open_text
from listbuilder.errors import DocumentError
from listbuilder.reading import LIST_LIMITS, Document, Limits, Tree, read_bytes
from listbuilder.service.answers import RefusedError

__all__ = ["SEARCH", "Order", "read_order", "search_of"]

FLAGS = ("allow_illegal", "placeholders")
LIMITS = Limits(LIST_LIMITS.bytes, LIST_LIMITS.depth + 1, LIST_LIMITS.nodes, LIST_LIMITS.bytes)
SEARCH = 80
UNREADABLE = ("file.syntax", "file.root", "file.empty", "file.encoding")


class Order(NamedTuple):
    """A list, and what may be wrong with it."""

    document: Document
    allow_illegal: bool
    placeholders: bool


def read_order(request: Request) -> Order:
    """The body of a request about a list: `{"list": …, "allow_illegal": false, "placeholders": false}`."""
    types = [value.partition(";")[0].strip().lower() for value in request.headers.getlist("content-type")]
    if types != ["application/json"]:
        raise RefusedError(415, "request.type", "Send the body as application/json.")
    data = read_body(request.scope["body"])
    check_shape(data)
    given = data["list"]
    document = Document(given, {}, None) if isinstance(given, dict) else open_text(str(given))
    return Order(document, *(data.get(name) is True for name in FLAGS))


def read_body(body: bytes) -> dict[str, Tree]:
    """The body as data; one that is no JSON object is refused here, whatever is wrong inside of it is the list's."""
    try:
        return read_bytes(body, file="body.json", limits=LIMITS).data
    except DocumentError as error:
        if error.findings[0].code in UNREADABLE:
            raise RefusedError(400, "body.unreadable", str(error), error.findings) from error
        check_shape(loosely(body))
        raise


def loosely(body: bytes) -> dict[str, object]:
    """The body as far as the standard reader understands it, to look at its shape alone."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise RefusedError(400, "body.unreadable", "The body is no JSON that can be read.") from error
    return data if isinstance(data, dict) else {}


def check_shape(data: Mapping[str, object]) -> None:
    """Only the keys there are, each of its type."""
    unknown = sorted(set(data) - {"list", *FLAGS})
    if unknown:
        raise wrong(f"There are other keys than list, {' and '.join(FLAGS)}.")
    if not isinstance(data.get("list"), dict | str):
        raise wrong("`list` must be a list as an object, or its text: YAML, JSON or a share code.")
    for name in FLAGS:
        if not isinstance(data.get(name, False), bool):
            raise wrong(f"`{name}` must be true or false.")


def search_of(query: QueryParams) -> tuple[str | None, list[str]]:
    """The kind and the words that entries are looked for by."""
    for name in ("kind", "search"):
        if len(query.getlist(name)) > 1 or len(query.get(name, "")) > SEARCH:
            raise wrong(f"`{name}` is given once, with at most {SEARCH} characters.")
    return query.get("kind"), query.get("search", "").lower().split()


def wrong(message: str) -> RefusedError:
    """The refusal of a request that does not fit the description of the service."""
    return RefusedError(422, "request.shape", message)
