"""What a visitor gets: a page, a file, or the place to go on to."""

from __future__ import annotations

from listbuilder.desk.pages.markup import page, tag
from listbuilder.record import record

HTML, PDF = "text/html; charset=utf-8", "application/pdf"


@record
class Page:
    """An answer: its bytes, status and type; `place` is where the visitor goes on to."""

    body: bytes
    status: int = 200
    type: str = HTML
    place: str = ""


def html(title: str, *body: str, status: int = 200) -> Page:
    """A page made of some parts."""
    return Page(body=page(title, *body).encode("utf-8", "replace"), status=status)


def refusal(status: int, words: str, back: str = "") -> Page:
    """A page that says why there is no other."""
    link = [tag("p", tag("a", "Back to your page", href=back))] if back else []
    return html("Not done", tag("h1", "Not done"), tag("p", words), *link, status=status)


def error_page(status: int, words: str) -> bytes:
    """The bytes of a page that says why there is no other."""
    return refusal(status, words).body


def unknown_link() -> Page:
    """The page of a link that opens nothing: the same for one that never was, was replaced or was taken back."""
    return refusal(404, "This link opens nothing. Perhaps a newer one was sent to you. Ask the desk for another.")


def sent_on(place: str) -> Page:
    """Go on to another page, so that loading it again sends nothing twice."""
    return Page(body=b"", status=303, place=place)
