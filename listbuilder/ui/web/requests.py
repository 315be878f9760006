"""What clients ask for: bodies and queries, checked to the letter before anything is done with them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from listbuilder.base.errors import DocumentError
from listbuilder.exchange.engine.importer import open_text
from listbuilder.storage.reading import Document, Tree, read_bytes
from listbuilder.ui.web.answers import BODY_LIMITS, RefusedError
from listbuilder.ui.web.api_types import ImportRequest, PairRequest

Shape = TypeVar("Shape", bound=BaseModel)
ListShape = TypeVar("ListShape", bound=ImportRequest | PairRequest)

SEARCH = 80
UNREADABLE = ("file.syntax", "file.root", "file.empty", "file.encoding")


def read_request(types: Sequence[str], body: bytes, shape: type[ListShape]) -> tuple[Document, ListShape]:
    """The body of a request about a list: `{"list": …, "allow_illegal": false, "placeholders": false}`."""
    data, asked = read_shape(types, body, shape)
    given = data["list"]
    return Document(given, {}, None) if isinstance(given, dict) else open_text(str(given)), asked


def read_shape(types: Sequence[str], body: bytes, shape: type[Shape]) -> tuple[dict[str, Tree], Shape]:
    """The body of a request as data and as a checked shape."""
    if [value.partition(";")[0].strip().lower() for value in types] != ["application/json"]:
        raise RefusedError(415, "request.type", "Send the body as application/json.")
    data = read_body(body, shape)
    return data, check_shape(data, shape)


def read_body(body: bytes, shape: type[Shape]) -> dict[str, Tree]:
    """The body as data; one that is no JSON object is refused here, whatever is wrong inside of it is the list's."""
    try:
        return read_bytes(body, file="body.json", limits=BODY_LIMITS).data
    except DocumentError as error:
        if error.findings[0].code in UNREADABLE:
            raise RefusedError(400, "body.unreadable", str(error), error.findings) from error
        # A wrong key of the request is reported before what is wrong inside the list.
        check_shape(parse_leniently(body), shape)
        raise


def parse_leniently(body: bytes) -> dict[str, object]:
    """The body as far as the standard reader understands it, to look at its shape alone."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise RefusedError(400, "body.unreadable", "The body is no JSON that can be read.") from error
    return data if isinstance(data, dict) else {}


def check_shape(data: Mapping[str, object], shape: type[Shape]) -> Shape:
    """Only the keys there are, each of its type."""
    try:
        return shape.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        key = str(first["loc"][0])[:SEARCH]
        raise RefusedError(422, "request.shape", f"`{key}`: {first['msg']}.") from error


def search_of(query: Sequence[tuple[str, str]]) -> tuple[str | None, list[str]]:
    """The kind and the words that entries are looked for by."""
    found: dict[str, str] = {}
    for name, value in query:
        if name in found or (name in ("kind", "search") and len(value) > SEARCH):
            message = f"`{name[:SEARCH]}` is given once, with at most {SEARCH} characters."
            raise RefusedError(422, "request.shape", message)
        found[name] = value
    return found.get("kind") or None, found.get("search", "").lower().split()
