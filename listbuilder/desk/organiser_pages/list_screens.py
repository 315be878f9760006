"""The screens of lists: all of them with what waits, intake, and one list as it was read beside what arrived."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.base.errors import DocumentError
from listbuilder.base.values import slug
from listbuilder.base.wording import counted, join_names
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.parcels import Parcel, open_parcels
from listbuilder.desk.intake.unpacking import mail_text
from listbuilder.desk.intake.verdicts import judge_version
from listbuilder.desk.messages import current_messages, unread_because
from listbuilder.desk.organiser_pages.actions import copy_button
from listbuilder.desk.organiser_pages.frame import (
    PageRequest,
    button,
    buttons,
    choice,
    file_form,
    folded,
    form,
    framed,
    labelled,
    player_options,
    text_input,
)
from listbuilder.desk.player_pages.game_day import list_part
from listbuilder.desk.player_pages.markup import HtmlResponse, Markup, join, refusal, tag
from listbuilder.desk.player_pages.personal import finding_items, moment_words
from listbuilder.desk.seal import seal_code
from listbuilder.desk.state import Arrival, Entrant, Version
from listbuilder.desk.status import Standing, refused, standings_of, unowned, unread, unread_of
from listbuilder.exchange.formats.qr import is_picture
from listbuilder.judging.force import describe_totals
from listbuilder.judging.validator import Report
from listbuilder.storage.reading import decode

# What waits for the organiser comes first.
ORDER = ("legal", "not legal", "unread", "returned", "nothing", "approved", "locked", "plays", "dropped", "gone")
WORDS = {"legal": "legal, waits for you", "nothing": "no list yet", "unread": "can't be read"}
# Characters of an arrival that are shown, and arrivals that are shown in full; the files have the rest.
LONGEST_TEXT, MOST_SHOWN = 100_000, 10
# Bitmaps only: an SVG file may contain scripts.
PICTURES = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg", b"RIFF": "image/webp"}


def lists_screen(asked: PageRequest) -> HtmlResponse:
    """All lists, those that wait for the organiser first."""
    desk = asked.desk
    if not desk.state.each:
        return framed(asked, "Lists", tag("p", "This event is played without lists."))
    rows = sorted(standings_of(desk), key=lambda one: (ORDER.index(one.word), slug(desk.list_title(one.player))))
    items = [_row(asked, one) for one in rows]
    if desk.state.closed:
        return framed(asked, "Lists", tag("ul", *items, class_="rows"))
    body = [*_lost(asked), _steps(asked, rows), tag("h2", "Take lists in"), *_intake(asked)]
    if items:
        body = [*body[:-2], tag("ul", *items, class_="rows"), *body[-2:]]
    return framed(asked, "Lists", *body)


def _row(asked: PageRequest, one: Standing) -> Markup:
    desk, entrant = asked.desk, asked.desk.state.lists[one.player]
    name = desk.list_title(one.player)
    there = bool(one.version) or one.word == "unread"
    title = tag("a", name, href=f"/list/{one.player}") if there else name
    status = [tag("span", WORDS.get(one.word, one.word), class_=f"word {one.word.replace(' ', '-')}")]
    status += [tag("span", doubt, class_="doubt") for doubt in one.doubts]
    acts: list[str] = []
    if there:
        acts.append(
            tag("a", "Read", href=f"/list/{one.player}", class_="button", aria_label=f"Read the list of {name}")
        )
    if one.word == "legal" and not desk.state.closed:
        version = str(entrant.last.number if entrant.last else 0)
        inside = button("Approve", label=f"Approve the list of {name}")
        acts.append(form(asked, "approve", inside, list=one.player, version=version))
    return tag("li", tag("p", tag("strong", title), " ", *status), tag("div", *acts, class_="acts"))


def _steps(asked: PageRequest, rows: list[Standing]) -> Markup:
    """What can be done with all lists at once."""
    desk = asked.desk
    sure = [one for one in rows if one.word == "legal" and not one.doubts]
    parts: list[str] = []
    if sure:
        words = f"Approve {counted(len(sure), 'legal list')}"
        parts.append(form(asked, "approve-all", button(words, main=True)))
    approved = [one for one in desk.state.lists.values() if one.approved and one.approved != one.locked]
    if approved and not desk.state.closed:
        parts.append(form(asked, "lock", button(lock_words(desk), main=not sure)))
    lacking = [desk.list_title(id) for id in desk.state.missing]
    words = f"Without an approved list: {join_names(lacking, 40)}." if lacking and rows else ""
    if desk.state.locked and lacking:
        words += " Allow them to be late when you take their list in, or let them drop out."
    return join((tag("div", *parts, class_="acts"), tag("p", words, class_="quiet") if words else ""))


def lock_words(desk: Desk) -> str:
    """The button that locks lists."""
    some = [one for one in desk.state.lists.values() if one.approved and one.approved != one.locked and not one.dropped]
    missing = "" if desk.state.locked or not desk.state.missing else f", {len(desk.state.missing)} missing"
    return f"Lock {counted(len(some), 'list')}{missing}"


def _lost(asked: PageRequest) -> Iterator[Markup]:
    """Arrivals without a player, and those that came too late."""
    desk = asked.desk
    yield from _arrivals(asked, unowned(desk.state), "Whose list is this?")
    yield from _arrivals(asked, refused(desk.state), "Not taken in, because lists are locked")
    junk = unread(desk.state)
    if junk:
        inside = _arrivals(asked, junk, "Not a list that can be read")
        yield folded(f"{counted(len(junk), 'arrival')} from nobody, not readable as a list", *inside)


def _arrivals(asked: PageRequest, arrivals: list[Arrival], words: str) -> Iterator[Markup]:
    """Arrivals to decide on; of many, the first in full, so that a flood of mails does not stop the page."""
    for one in arrivals[:MOST_SHOWN]:
        yield tag("section", *_owner_form(asked, one, words), class_="card")
    more = [part for one in arrivals[MOST_SHOWN:] for part in (_link(one), " ")]
    if more:
        yield tag(
            "p", f"{counted(len(arrivals) - MOST_SHOWN, 'more arrival')}, shown in full once these are decided: ", *more
        )


def _owner_form(asked: PageRequest, one: Arrival, words: str) -> Iterator[Markup]:
    yield tag("h2", f"{words} (arrival {one.number})")
    desk, number = asked.desk, str(one.number)
    parcel = _kept(desk, one)
    text = _text(parcel)
    yield _shown(one, parcel, text)
    some = player_options(desk, desk.state.entrants)
    chosen = asked.kept("assign", "player", arrival=number) or one.player or _named_in(desk, text)
    player = choice("Player", "player", some, id=f"owner-{number}", chosen=chosen, ask="Choose a player")
    late = _late_field(asked, "assign", f"late-{number}", arrival=number)
    yield form(asked, "assign", player, late, buttons(button("It is theirs")), arrival=number)


def _late_field(asked: PageRequest, action: str, id: str, **about: str) -> Markup:
    """The field that allows a player to be late, where there is a deadline."""
    if not asked.desk.state.locked and not asked.desk.event.lists.due:
        return Markup()
    return text_input("Late is allowed, because", "late", id=id, value=asked.kept(action, "late", **about))


def _named_in(desk: Desk, text: str) -> str:
    """The only player whose whole name a text contains: a proposal, which the organiser confirms."""
    words = f"-{slug(text)}-"
    found = [one.id for one in desk.players.values() if f"-{slug(one.name)}-" in words]
    return found[0] if len(found) == 1 and found[0] in desk.state.entrants else ""


def _intake(asked: PageRequest) -> Iterator[Markup]:
    desk = asked.desk
    whose = [("", "as the list says itself"), *player_options(desk, _lists_to_name(desk))]
    kept = asked.kept("intake", "text")
    yield file_form(
        asked,
        "intake",
        choice("Whose", "player", whose, id="whose", chosen=asked.kept("intake", "player")),
        labelled("A list, a mail or a share code", "text", tag("textarea", kept, name="text", id="text", rows="6")),
        labelled(
            "Or files: mails, PDFs, photos of QR codes, archives",
            "file",
            tag("input", type="file", name="file", id="file", multiple=True),
        ),
        _late_field(asked, "intake", "late"),
        buttons(button("Take in", main=True)),
    )
    waiting = [one for one in desk.inbox.iterdir() if not one.name.startswith(".")] if desk.inbox.is_dir() else []
    if waiting:
        words = f"Take in {counted(len(waiting), 'file')} from {desk.inbox}"
        yield form(asked, "intake", buttons(button(words)), inbox="yes")


def _lists_to_name(desk: Desk) -> list[str]:
    return [id for id, one in desk.state.lists.items() if not one.forgotten]


def list_screen(asked: PageRequest) -> HtmlResponse:
    """One version of a list beside what arrived, with what can be decided about it."""
    desk, id = asked.desk, asked.path.rpartition("/")[2]
    entrant = desk.state.lists.get(id)
    number = asked.query.get("version", "")
    version = entrant.version(int(number)) if entrant and number.isdecimal() and len(number) < 5 else None
    version = version or (entrant.last if entrant else None)
    if entrant is None or entrant.forgotten:
        return refusal(404, "There is no such list.", "/lists")
    if version is None:
        return _unread_screen(asked, entrant)
    report = judge_version(desk, id, version.number)
    read = tag(
        "section",
        tag("h2", "As it was read"),
        _verdict(report),
        finding_items(report.findings),
        list_part(report.force),
    )
    came = tag("section", tag("h2", "As it arrived"), original(desk, desk.state.arrivals[version.arrival]))
    title = f"{desk.list_title(id)}: version {version.number}"
    body = [_facts(asked, entrant, version), _decide(asked, entrant, version, report.valid), _message(desk, entrant)]
    return framed(asked, title, *body, tag("div", read, came, class_="beside"))


def _unread_screen(asked: PageRequest, entrant: Entrant) -> HtmlResponse:
    """What arrived from a player and can't be read, and why."""
    desk, arrivals = asked.desk, unread_of(asked.desk.state, entrant.id)
    if not arrivals:
        return refusal(404, "There is no such list.", "/lists")
    read = tag("section", tag("h2", "Why it can't be read"), finding_items(unread_because(desk, entrant.id)))
    came = tag("section", tag("h2", "As it arrived"), original(desk, arrivals[-1]))
    title = f"{desk.list_title(entrant.id)}: can't be read"
    return framed(asked, title, _message(desk, entrant), tag("div", read, came, class_="beside"))


def _verdict(report: Report) -> Markup:
    """Whether a list is legal, and its totals."""
    word = "Legal." if report.valid else f"Not legal: {counted(report.errors, 'error')}."
    sums = ", ".join(filter(None, (describe_totals(report.force), counted(report.force.size, "model"))))
    return tag("p", tag("strong", word, class_="good" if report.valid else "bad"), f" {sums}.")


def _facts(asked: PageRequest, entrant: Entrant, version: Version) -> Markup:
    """What the desk knows about a version, and links to the others."""
    state = [word for word, number in _marks(entrant) if number == version.number]
    doubts = [
        tag("span", one, class_="doubt") for one in (entrant.doubts if version == entrant.last else version.doubts)
    ]
    words = f"Received on {moment_words(version.at)}. Receipt {seal_code(version.seal)}. {' and '.join(state)} "
    others = [
        tag("a", f"Version {one.number}", href=f"/list/{entrant.id}?version={one.number}")
        for one in entrant.versions
        if one != version
    ]
    return join(
        (tag("p", words, *doubts), tag("p", *(part for one in others for part in (one, " "))) if others else "")
    )


def _marks(entrant: Entrant) -> list[tuple[str, int]]:
    return [("locked", entrant.locked), ("approved", entrant.approved), ("returned", entrant.returned)]


def _decide(asked: PageRequest, entrant: Entrant, version: Version, valid: bool) -> Markup:
    """Approve it, or return it with a reason."""
    if version.number == entrant.locked or asked.desk.state.closed:
        return Markup()
    parts: list[str] = []
    if valid and version.number != entrant.approved:
        inside = button("Approve", main=True)
        parts.append(form(asked, "approve", inside, list=entrant.id, version=str(version.number)))
    if version == entrant.last and version.number != entrant.returned:
        why = text_input(
            "Return it, because" if valid else "Return it; in your own words",
            "why",
            value=asked.kept("return", "why", list=entrant.id),
            required=valid,
        )
        parts.append(form(asked, "return", why, buttons(button("Return")), list=entrant.id))
    return tag("div", *parts, class_="acts wide-acts")


def _message(desk: Desk, entrant: Entrant) -> Markup:
    """The message that the player should get now, to copy."""
    found = current_messages(desk, [entrant.id])
    if not found or desk.state.closed:
        return Markup()
    one = found[0]
    area = tag("textarea", f"{one.subject}\n\n{one.body}", id="message", rows="8", readonly=True)
    to = f"Message to {one.contact or 'the player'}, to copy into your mail"
    return folded(to, labelled("Message", "message", area), copy_button("message"), open_=one.kind == "returned")


def original(desk: Desk, arrival: Arrival) -> Markup:
    """What arrived: its text, its picture, or a link to the file."""
    parcel = _kept(desk, arrival)
    return _shown(arrival, parcel, _text(parcel))


def _link(arrival: Arrival) -> Markup:
    return tag("a", f"The file {arrival.file}", href=f"/original/{arrival.number}", download=arrival.file)


def _shown(arrival: Arrival, parcel: Parcel, text: str) -> Markup:
    link = _link(arrival)
    if parcel.problem is not None:
        return tag("p", f"{arrival.file} can't be read: {parcel.problem}")
    if is_picture(parcel.raw):
        return join((tag("img", src=f"/picture/{arrival.number}", alt=f"What arrived: {arrival.file}"), tag("p", link)))
    if not text:
        return tag("p", link)
    shown = tag("pre", text[:LONGEST_TEXT], tabindex="0", role="region", aria_label=f"Text of {arrival.file}")
    return join((shown, tag("p", link)))


def _kept(desk: Desk, arrival: Arrival) -> Parcel:
    """What arrived, as a file of ours: a link or a pipe in its place has a problem."""
    return next(open_parcels([desk.arrived / arrival.file], desk.arrived))


def _text(parcel: Parcel) -> str:
    """The text of what arrived, a mail as its reader sees it; empty for what is no text."""
    try:
        text = mail_text(parcel.raw) if parcel.suffix == ".eml" else decode(parcel.raw, parcel.label)
    except DocumentError:
        return ""
    return "" if "\x00" in text else text


def arrival_file(asked: PageRequest) -> HtmlResponse:
    """What arrived, as a picture or as bytes to save; nothing of it is ever run or shown as a page."""
    desk, kind, number = asked.desk, *asked.path[1:].split("/", 1)
    found = desk.state.arrivals.get(int(number)) if number.isdecimal() and len(number) < 8 else None
    parcel = _kept(desk, found) if found else None
    if parcel is None or parcel.problem is not None:
        return refusal(404, "There is no such file.", "/lists")
    raw = parcel.raw
    type_ = next((type_ for mark, type_ in PICTURES.items() if raw.startswith(mark)), "")
    if kind == "picture" and not type_:
        return refusal(404, "That is no picture.", "/lists")
    return HtmlResponse(body=raw, type=type_ if kind == "picture" else "application/octet-stream")
