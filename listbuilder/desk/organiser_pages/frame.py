"""What all screens of the organiser's page share: the frame, forms with stamps, notices, and choices of players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from datetime import datetime
from functools import cache
from pathlib import Path

from listbuilder.base.errors import ListbuilderError
from listbuilder.base.findings import Finding
from listbuilder.base.records import record
from listbuilder.base.values import slug
from listbuilder.desk.folder import Desk
from listbuilder.desk.organiser_pages.actions import stamp_of
from listbuilder.desk.player_pages.markup import HtmlResponse, Markup, tag

SCREENS = {
    "/": "Today",
    "/players": "Players",
    "/lists": "Lists",
    "/rounds": "Rounds",
    "/standings": "Standings",
    "/print": "Print",
    "/log": "Log",
    "/event": "Event",
}
FILES = ("organiser.css", "organiser.js")
NO_WORDS: Mapping[str, str] = {}


@record
class PageRequest:
    """What a browser asks for: the desk as it is, the path with its query, and the time.

    `notice` is shown at the top. `refused` are the action and the fields of a form that was not carried out, so that
    nothing has to be typed twice. `pages` is where players reach their pages in the network of this computer.
    """

    desk: Desk
    now: datetime
    path: str = "/"
    query: Mapping[str, str] = field(default_factory=dict)
    notice: Markup = Markup()
    refused: tuple[str, Mapping[str, str]] = ("", NO_WORDS)
    status: int = 200
    pages: str = "http://127.0.0.1:8080"

    @property
    def place(self) -> str:
        """The address of the page, to come back to."""
        # Of the query only the round: the numbers of written lines would be shown as just recorded again.
        return self.path + (f"?round={self.query['round']}" if self.query.get("round", "").isdecimal() else "")

    def kept(self, action: str, name: str, **about: str) -> str:
        """What was typed into a field of a form that was not carried out; empty otherwise."""
        refused, fields = self.refused
        same = refused == action and all(fields.get(key) == value for key, value in about.items())
        return fields.get(name, "") if same else ""


@cache
def page_file(name: str) -> bytes:
    """The style or the script of the page."""
    return (Path(__file__).parent / name).read_bytes()


def framed(asked: PageRequest, title: str, *body: str) -> HtmlResponse:
    """A screen with the navigation above it."""
    desk = asked.desk
    here = f"/{asked.path.split('/')[1]}"
    links = [
        tag("li", tag("a", words, href=place, aria_current="page" if place == here else False))
        for place, words in SCREENS.items()
    ]
    head = tag(
        "header",
        tag("a", "To the content", href="#content", class_="skip"),
        tag("p", desk.event.name, class_="event"),
        tag("nav", tag("ul", *links), aria_label="Screens"),
    )
    main = tag("main", tag("h1", title), asked.notice, *body, id="content", tabindex="-1")
    return document(f"{title} · {desk.event.name}", head, main, watches=asked)


def document(
    title: str, *body: str, watches: PageRequest | None = None, status: int = 200, class_: str = "desk"
) -> HtmlResponse:
    """A whole page with its style and its script; one that watches the event's files shows what changes."""
    parts = (
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("link", rel="stylesheet", href="/style.css"),
        tag("link", rel="stylesheet", href="/organiser.css"),
        tag("link", rel="icon", href="/icon.svg"),
        tag("script", src="/organiser.js", defer=True),
    )
    changed = tag("p", id="changed", role="status", class_="changed")
    known = {"data_stamp": watches.desk.stamp, "data_place": watches.place} if watches else {}
    inside = tag("body", changed, *body, class_=class_, **known)
    raw = f"<!doctype html>\n{tag('html', tag('head', *parts), inside, lang='en')}\n".encode("utf-8", "replace")
    return HtmlResponse(body=raw, status=watches.status if watches else status)


def form(asked: PageRequest, action: str, *inside: str, **hidden: str) -> Markup:
    """A form for an action; it comes back to this page."""
    return tag("form", *_hidden(asked, action, hidden), *inside, method="post", action=f"/do/{action}")


def file_form(asked: PageRequest, action: str, *inside: str) -> Markup:
    """A form for an action that can send a file."""
    parts = (*_hidden(asked, action, {}), *inside)
    return tag("form", *parts, method="post", action=f"/do/{action}", enctype="multipart/form-data")


def _hidden(asked: PageRequest, action: str, fields: Mapping[str, str]) -> list[Markup]:
    known = {**fields, "stamp": stamp_of(asked.desk, action, fields), "back": asked.place}
    return [tag("input", type="hidden", name=name, value=value) for name, value in known.items()]


def button(words: str, main: bool = False, label: str = "", **more: str) -> Markup:
    """A button that sends its form; `label` says more to those who don't see the page."""
    return tag("button", words, class_="main" if main else False, aria_label=label or False, **more)


def buttons(*inside: str) -> Markup:
    """A row of buttons."""
    return tag("p", *inside, class_="buttons")


def labelled(words: str, id: str, control: Markup) -> Markup:
    """A control below its label."""
    return tag("div", tag("label", words, for_=id), control, class_="field")


def text_input(words: str, name: str, id: str = "", value: str = "", **more: str | bool) -> Markup:
    """A field for a line of text, with its label."""
    own = id or name
    return labelled(words, own, tag("input", name=name, id=own, value=value, autocomplete="off", **more))


def choice(
    words: str, name: str, options: Iterable[tuple[str, str]], id: str = "", chosen: str = "", ask: str = ""
) -> Markup:
    """A choice among values and their words, with its label; with `ask`, one must be chosen."""
    own = id or name
    some = [tag("option", shown, value=value, selected=value == chosen and bool(value)) for value, shown in options]
    asks = [tag("option", ask, value="")] if ask else []
    return labelled(words, own, tag("select", *asks, *some, name=name, id=own, required=bool(ask)))


def folded(words: str, *inside: str, open_: bool = False) -> Markup:
    """Something that is shown on demand."""
    return tag("details", tag("summary", words), *inside, open=open_)


def table(caption: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Markup:
    """A table that scrolls sideways where it is too wide."""
    head = tag("tr", *(tag("th", one, scope="col") for one in heads))
    body = [tag("tr", *(tag("td", cell) for cell in row)) for row in rows]
    inside = tag("table", tag("caption", caption), tag("thead", head), tag("tbody", *body))
    return tag("div", inside, class_="wide", role="region", aria_label=caption, tabindex="0")


def player_options(desk: Desk, ids: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Players to choose from, by name."""
    for id in sorted(ids, key=lambda one: slug(desk.name_of(one))):
        yield id, f"{desk.name_of(id)} ({id})"


def error_notice(error: ListbuilderError) -> Markup:
    """What was refused and why, for the top of the page."""
    findings: tuple[Finding, ...] = getattr(error, "findings", ())
    # Of a file with faults, the lines say more than the sentence that counts them.
    placed = any(one.line for one in findings)
    facts = [tag("p", tag("strong", "Not done. "), "" if placed else str(error))]
    for one in findings[:5]:
        place = f"Line {one.line}:" if one.line else ""
        words = " ".join(filter(None, [place, one.message if one.message != str(error) else "", one.hint]))
        facts += [tag("p", words)] if words else []
    return tag("div", *facts, class_="notice bad keep", role="alert")


def stale_notice() -> Markup:
    """Someone else was faster."""
    words = "Somebody changed this since you opened the page, so nothing was recorded. This is how it is now."
    return tag("div", tag("p", tag("strong", "Not done. "), words), class_="notice bad keep", role="alert")


def done_notice(*inside: str) -> Markup:
    """What is shown once, for the top of the page."""
    return tag("div", *inside, class_="notice keep", role="status")
