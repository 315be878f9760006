"""HTML of the players' pages. Everything that is not `Markup` is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path

from listbuilder.base.characters import visible
from listbuilder.base.records import record

EMPTY = frozenset({"br", "img", "input", "link", "meta"})


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def tag(name: str, /, *inside: str, **attributes: str | bool) -> Markup:
    """An element. A trailing underscore of an attribute is dropped (`class_`), and False omits it."""
    written = "".join(_attribute(key, value) for key, value in attributes.items() if value is not False)
    return Markup(f"<{name}{written}>" if name in EMPTY else f"<{name}{written}>{join(inside)}</{name}>")


def join(parts: Iterable[str]) -> Markup:
    """Concatenate parts. Plain text is escaped, and invisible characters are shown."""
    return Markup("".join(one if isinstance(one, Markup) else escape(visible(one)) for one in parts))


def page(title: str, *body: str) -> str:
    """A whole page. It loads only its style sheet and runs no script."""
    head = (
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="robots", content="noindex"),
        tag("title", title),
        tag("link", rel="stylesheet", href="/style.css"),
    )
    return f"<!doctype html>\n{tag('html', tag('head', *head), tag('body', tag('main', *body)), lang='en')}\n"


@cache
def style() -> bytes:
    """The style sheet of all pages."""
    return (Path(__file__).parent / "style.css").read_bytes()


def _attribute(key: str, value: str | bool) -> str:
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(visible(str(value)))}"'


# Responses: a page, a file or a redirect.


HTML, PDF = "text/html; charset=utf-8", "application/pdf"


@record
class HtmlResponse:
    """A response: body, status and media type; `place` is the target of a redirect."""

    body: bytes
    status: int = 200
    type: str = HTML
    place: str = ""


def html(title: str, *body: str, status: int = 200) -> HtmlResponse:
    """A page made of some parts."""
    return HtmlResponse(body=page(title, *body).encode("utf-8", "replace"), status=status)


def refusal(status: int, words: str, back: str = "") -> HtmlResponse:
    """An error page."""
    link = [tag("p", tag("a", "Go back", href=back))] if back else []
    title = "Not found" if status == 404 else "Not done"
    return html(title, tag("h1", title), tag("p", words), *link, status=status)


def error_page(status: int, words: str) -> bytes:
    """The bytes of an error page."""
    return refusal(status, words).body


def unknown_link() -> HtmlResponse:
    """The page of an invalid link; the same for unknown, replaced and revoked links."""
    return refusal(404, "This link opens nothing. Perhaps a newer one was sent to you. Ask the desk for another.")


def redirect(place: str) -> HtmlResponse:
    """Redirect after a form, so that reloading sends nothing twice."""
    return HtmlResponse(body=b"", status=303, place=place)
