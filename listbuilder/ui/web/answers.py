"""Answers: JSON for every outcome. What went wrong is an object with a code, a message and findings, never a trace."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import Any

from listbuilder.base.errors import DocumentError, EditError, IllegalListError, ListbuilderError, UnknownGameError
from listbuilder.base.findings import Finding, capped
from listbuilder.exchange.documents.report_document import finding_document
from listbuilder.storage.reading import LIST_LIMITS, Limits

SAFE_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
)

# A list in a request stands one level deeper than in its file.
BODY_LIMITS = Limits(LIST_LIMITS.bytes, LIST_LIMITS.depth + 1, LIST_LIMITS.nodes, LIST_LIMITS.bytes)


class RefusedError(Exception):
    """A request that gets no result: its status, and what to say."""

    def __init__(self, status: int, code: str, message: str, findings: tuple[Finding, ...] = ()) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.findings = findings


def refusal(error: ListbuilderError) -> RefusedError:
    """What an error of ours means to a client: 404 no such game, 409 a list or an edit that is refused."""
    if isinstance(error, UnknownGameError):
        return RefusedError(404, "game.unknown", str(error), error.findings)
    if isinstance(error, IllegalListError):
        return RefusedError(409, "list.illegal", str(error), error.findings)
    if isinstance(error, DocumentError):
        return RefusedError(409, "list.malformed", str(error), error.findings)
    if isinstance(error, EditError):
        return RefusedError(409, "edit.refused", str(error), error.findings)
    return RefusedError(500, "catalogue.broken", "A game of this service can't be loaded.")


def error_bytes(code: str, message: str, findings: tuple[Finding, ...] = ()) -> bytes:
    """The body of an answer without a result."""
    error = {"code": code, "message": message, "findings": [finding_document(finding) for finding in capped(findings)]}
    return json_bytes({"error": error})


def plain_page(title: str, words: str) -> bytes:
    """A page that says something to a person, without scripts, styles or pictures."""
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    page = f'<!DOCTYPE html>\n<html lang="en">{head}<title>{escape(title)}</title><h1>{escape(title)}</h1>\n'
    return f"{page}<p>{escape(words)}\n".encode()


def json_bytes(document: Mapping[str, Any]) -> bytes:
    """A document as JSON."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
