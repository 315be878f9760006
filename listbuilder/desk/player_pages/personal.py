"""A visit by a personal link: what a player asks in, a page out. Lists go in by the one way that intake has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from listbuilder.base.errors import DocumentError
from listbuilder.base.findings import Finding, capped
from listbuilder.base.records import replace
from listbuilder.base.wording import counted
from listbuilder.building import Bench, Fix, apply, fixes, open_bench
from listbuilder.catalogue.event_pack import moment
from listbuilder.desk.event_booklet import sheet_of
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.arrivals import IntakeOptions, take_in
from listbuilder.desk.intake.parcels import Parcel
from listbuilder.desk.intake.verdicts import (
    ParcelContent,
    judge_across,
    judge_version,
    meaning_of,
    own_list_clashes,
    read_parcel,
)
from listbuilder.desk.ledger import read_reason
from listbuilder.desk.links import PLACE, whole_link
from listbuilder.desk.messages import due_sentence, receipt_of
from listbuilder.desk.player_pages.forms import SubmittedForm, text_of
from listbuilder.desk.player_pages.game_day import list_part, round_part
from listbuilder.desk.player_pages.markup import PDF, HtmlResponse, Markup, html, join, redirect, refusal, tag
from listbuilder.desk.seal import seal_code
from listbuilder.desk.signing import has_key, write_signed
from listbuilder.desk.state import Entrant, Version
from listbuilder.desk.status import standing_of
from listbuilder.exchange.formats.list_files import list_text
from listbuilder.exchange.formats.qr import write_qr
from listbuilder.judging.force import describe_totals
from listbuilder.judging.validator import Report
from listbuilder.lists.canonical import canonical
from listbuilder.storage.processes.budget import OverBudgetError, bounded
from listbuilder.storage.reading import read_text

# Fixes offered on the page. A button carries the words of its fix, so a button of an outdated page does what it says,
# or nothing.


Fixes = Mapping[str, tuple[str, ...]]
"""The fixes for each finding, by its message."""
# Findings that fixes are looked for, and fixes of each: every one is judged while the player waits.
MOST_FINDINGS, MOST_FIXES = 3, 3


def find_fixes(desk: Desk, reading: ParcelContent) -> Fixes:
    """Fixes for the first errors of a list, within the budget of a verdict."""
    found: dict[str, tuple[str, ...]] = {}
    try:
        with bounded():
            for finding, some in _tried(_bench(desk, reading)):
                found[finding.message] = tuple(one.words for one in some)
    except OverBudgetError:
        return found
    return found


def apply_fix(desk: Desk, reading: ParcelContent, words: str) -> str | None:
    """The text of a list after the fix with these words; None if there is no such fix."""
    bench = _bench(desk, reading)
    for _, some in _tried(bench):
        for one in some:
            if one.words == words:
                return list_text(canonical(apply(bench, one.edit).tree, desk.game))
    return None


def _bench(desk: Desk, reading: ParcelContent) -> Bench:
    return open_bench(read_text(reading.text), desk.game, desk.game)


def _tried(bench: Bench) -> Iterator[tuple[Finding, tuple[Fix, ...]]]:
    wrong = [one for one in bench.report.findings if one.severity == "error"]
    for finding in wrong[:MOST_FINDINGS]:
        yield finding, fixes(bench, finding, MOST_FIXES)


STANDINGS = {
    "legal": "It is legal and waits for the desk.",
    "not legal": "It is not legal. Hand in another, or wait for the desk.",
    "returned": "The desk gave it back.",
    "approved": "The desk approved it.",
    "locked": "It is locked: this is the list that you play.",
    "dropped": "You have left the event.",
}
BUTTONS = {"anyway": "Hand in all the same", "check": "Check it", "hand-in": "Hand in"}
FORM = "list"
NO_FIXES: Fixes = {}


def moment_words(stamp: str) -> str:
    """A time of the ledger for people: `2026-05-01 at 18:02 (+02:00)`."""
    day, _, time = stamp.partition("T")
    return f"{day} at {time[:5]} ({time[8:] or 'local time'})"


def standing_words(desk: Desk, entrant: Entrant, version: Version) -> str:
    """The status of a list in a sentence."""
    late = " It came after the deadline." if version.late else ""
    word = standing_of(desk.state, entrant).word
    if word == "locked" and desk.state.each > 1:
        return "It is locked: this is one of the lists that you play." + late
    return STANDINGS.get(word, "") + late


def finding_items(findings: Iterable[Finding], token: str = "", offered: Fixes = NO_FIXES) -> Markup:
    """Findings, each with its hint, its source, and buttons that fix it."""
    items = []
    for one in capped(findings):
        inside: list[str] = [tag("p", tag("strong", one.severity), ": ", one.message)]
        inside += [tag("p", "→ ", one.hint)] if one.hint else []
        place = ", ".join(
            part for part in (f"line {one.line}" if one.line else "", one.where, one.source or "") if part
        )
        inside += [tag("p", place, class_="quiet")] if place else []
        buttons = [_button("mend", token, words, fix=words) for words in offered.get(one.message, ())]
        inside += [tag("p", *buttons, class_="buttons")] if buttons else []
        items.append(tag("li", *inside, class_=one.severity))
    return tag("ul", *items, class_="findings") if items else Markup()


def verdict_part(reading: ParcelContent, token: str, offered: Fixes) -> Markup:
    """The verdict on a list that a player wants to hand in, with the next step."""
    report = reading.report
    if report is None:
        words = tag("h2", "This can't be read as a list.", class_="bad")
        return join((words, finding_items(reading.findings)))
    next_ = [tag("p", _button("hand-in", token), class_="buttons")] if report.valid else []
    findings = finding_items(report.findings, token, offered)
    return join((verdict_line(report), findings, list_part(report.force), *next_))


def verdict_line(report: Report) -> Markup:
    """Whether the list is legal, and its totals."""
    force = report.force
    word = "Your list is legal." if report.valid else f"Your list is not legal: {counted(report.errors, 'error')}."
    sums = ", ".join(one for one in (describe_totals(force), counted(force.size, "model")) if one)
    return join((tag("h2", word, class_="good" if report.valid else "bad"), tag("p", f"{force.game.name}: {sums}.")))


def form(token: str, text: str, after: int, steps: Sequence[str] = ("check",)) -> Markup:
    """The form to hand in a list; `after` is the desk's last version when the page was made."""
    area = tag("textarea", text, name="text", id="text", rows="10", spellcheck="false", autocomplete="off")
    hint = "Or a file: the list, or a picture of its QR code. 250 kB at most."
    parts = (
        tag("input", type="hidden", name="after", value=str(after)),
        tag("label", "Your list, its share code, or the link of the builder", for_="text"),
        # Browsers drop the first line break of an area.
        Markup(area.replace('">', '">\n', 1)) if text.startswith("\n") else area,
        tag("label", hint, for_="file"),
        tag("input", type="file", name="file", id="file"),
        tag("p", *(_button(one, token) for one in steps), class_="buttons"),
    )
    action = f"{PLACE}{token}/{steps[0]}"
    return tag("form", *parts, id=FORM, method="post", action=action, enctype="multipart/form-data")


def _button(step: str, token: str, words: str = "", fix: str = "") -> Markup:
    """A button that submits the form, anywhere on the page."""
    look = "main" if step == "hand-in" else False
    more = {"name": "fix", "value": fix} if fix else {}
    label = f"{words[:1].upper()}{words[1:]}" if words else BUTTONS[step]
    return tag("button", label, form=FORM, formaction=f"{PLACE}{token}/{step}", class_=look, **more)


def receipt(desk: Desk, entrant: Entrant, token: str) -> HtmlResponse:
    """The page with the receipt and its QR code."""
    version = entrant.standing
    if version is None:
        return _nothing(token)
    code = receipt_of(desk, version)
    came = f"version {version.number}, received on {moment_words(version.at)}"
    parts = [
        tag("h1", f"{desk.event.name}: receipt"),
        tag("p", f"The desk has your list{desk.list_suffix(entrant)}: {came}."),
        tag("p", tag("strong", standing_words(desk, entrant, version))),
        tag("p", seal_code(version.seal), class_="code"),
        _drawn(code, "QR code of the receipt"),
        tag("p", code, class_="quiet"),
        tag("p", "The first eight signs, or the QR code, lead the judges to your list. They give nothing away."),
        list_part(judge_version(desk, entrant.id, version.number).force, "h2"),
        *_signed(desk, version),
        tag("p", tag("a", "Your sheet to print, with the receipt (PDF)", href=f"{PLACE}{token}/sheet.pdf")),
        tag("p", tag("a", "Back to your page", href=f"{PLACE}{token}")),
    ]
    return html(f"{desk.event.name}: receipt", *parts)


def sheet(desk: Desk, entrant: Entrant, token: str) -> HtmlResponse:
    """The player's own sheet with the receipt on it."""
    version = entrant.standing
    if version is None:
        return _nothing(token)
    return HtmlResponse(body=sheet_of(desk, entrant, version, "a4"), type=PDF)


def _nothing(token: str) -> HtmlResponse:
    return refusal(404, "The desk has no list of yours yet.", f"{PLACE}{token}")


def _signed(desk: Desk, version: Version) -> list[Markup]:
    """The signed receipt, if the desk signs."""
    if not has_key(desk):
        return []
    code = write_signed(desk, version)
    text = "Keep this one too. With the desk's public key anybody can check when your list came, even without the desk."
    drawn = _drawn(code, "QR code of the signed receipt")
    return [tag("h2", "Signed receipt"), tag("p", text), drawn, tag("p", code, class_="quiet")]


def _drawn(code: str, words: str) -> Markup:
    """The QR code of a receipt as inline SVG, so that the page loads nothing."""
    drawn = re.sub(r"^<\?xml[^>]*>\s*", "", write_qr(code, "svg").decode("utf-8"))
    side = re.search(r'width="(\d+)"', drawn)
    assert side is not None
    named = f'<svg role="img" aria-label="{words}" viewBox="0 0 {side[1]} {side[1]}" '
    return tag("p", Markup(drawn.replace("<svg ", named, 1)), class_="qr")


# Lists that a player may hand in within an hour: each stays in the ledger and in the folder for good.
AN_HOUR, MOST_AN_HOUR = timedelta(hours=1), 20
# A clock that is behind the ledger by more than this was set back: lists would come in before the deadline again.
BEHIND = timedelta(minutes=2)


def personal(desk: Desk, entrant: Entrant, token: str, now: datetime) -> HtmlResponse:
    """The page of a player: the desk's version of the list, and the form."""
    if desk.state.each > 1 and token == whole_link(token):
        return _overview(desk, entrant, token, now)
    shut, which = closed_reason(desk, entrant, now), desk.list_suffix(entrant)
    another = "Hand in another list" if entrant.last else "Hand in your list"
    another = f"{'Replace' if entrant.last else 'Hand in'} list{which}" if which else another
    rounds = [] if which else [round_part(desk, entrant, token, now)]
    parts = [*_head(desk, entrant), *rounds]
    if not desk.state.each:
        return html(desk.event.name, *parts)
    parts.append(_desk_version(desk, entrant, token))
    parts += [tag("h2", "Closed"), tag("p", shut)] if shut else [tag("h2", another), form(token, "", _last(entrant))]
    parts += [tag("p", tag("a", "All of your lists", href=f"{PLACE}{whole_link(token)}"))] if which else []
    return html(desk.event.name, *parts)


def _overview(desk: Desk, entrant: Entrant, token: str, now: datetime) -> HtmlResponse:
    """The page of a player with several lists: the desk's version of each, and links to hand them in."""
    lists = desk.state.lists_of(entrant.id)
    here, shut = sum(one.last is not None for one in lists), {one.id: closed_reason(desk, one, now) for one in lists}
    text = f"You bring {len(lists)} lists; the desk has {here} of them."
    text += "" if all(shut.values()) else " Each is handed in on its own page."
    parts = [*_head(desk, entrant), tag("p", text), round_part(desk, entrant, token, now)]
    for one in lists:
        place = f"{token}.{one.number}"
        words = f"{'Replace' if one.last else 'Hand in'} list {one.number}"
        step = [] if shut[one.id] else [tag("p", tag("a", words, href=f"{PLACE}{place}"))]
        parts += [_desk_version(desk, one, place), *step]
    parts += [tag("h2", "Closed"), tag("p", shut[entrant.id])] if all(shut.values()) else []
    return html(desk.event.name, *parts)


def check(desk: Desk, entrant: Entrant, token: str, sent: SubmittedForm, now: datetime) -> HtmlResponse:
    """The verdict on a list; nothing is recorded."""
    shut = closed_reason(desk, entrant, now)
    return refusal(403, shut) if shut else _verdict(desk, entrant, token, *_read(desk, entrant, sent))


def mend(desk: Desk, entrant: Entrant, token: str, sent: SubmittedForm, now: datetime) -> HtmlResponse:
    """The verdict on a list after a fix was applied; nothing is recorded."""
    shut = closed_reason(desk, entrant, now)
    if shut:
        return refusal(403, shut)
    text, reading = _read(desk, entrant, sent)
    made = apply_fix(desk, reading, sent.field("fix")) if reading.report else None
    return _verdict(desk, entrant, token, *((made, _judged(desk, entrant, made)) if made else (text, reading)))


def check_hand_in(
    desk: Desk, entrant: Entrant, token: str, sent: SubmittedForm, now: datetime, anyway: bool = False
) -> tuple[HtmlResponse | None, str]:
    """The page that refuses a list, or None and the list's text. `anyway`: illegal lists are accepted."""
    shut = closed_reason(desk, entrant, now)
    if shut:
        return refusal(403, shut), ""
    if _too_often(desk, entrant, now):
        return refusal(429, f"You handed in {MOST_AN_HOUR} lists within an hour. Wait a little."), ""
    text, reading = _read(desk, entrant, sent)
    if reading.report is None or not (reading.report.valid or anyway):
        return _verdict(desk, entrant, token, text, reading), ""
    if sent.field("after") != str(_last(entrant)) and not _is_last_version(desk, entrant, reading):
        words = "Another list of yours came in meanwhile. Look at what the desk has, and hand in again if you mean it."
        return refusal(409, words, f"{PLACE}{token}"), ""
    return None, text


def hand_in(
    desk: Desk, entrant: Entrant, token: str, sent: SubmittedForm, now: datetime, anyway: bool = False
) -> HtmlResponse:
    """Take a list in and go on to its receipt, unless it is refused."""
    page, text = check_hand_in(desk, entrant, token, sent, now, anyway)
    if page is not None:
        return page
    terms = IntakeOptions(player=entrant.player, list=entrant.number, anew=True)
    taken = list(take_in(desk, [_parcel(text)], terms, now))
    if taken[0].verdict == "closed":
        return refusal(403, "Lists are locked.", f"{PLACE}{token}")
    return redirect(f"{PLACE}{token}/receipt")


def closed_reason(desk: Desk, entrant: Entrant, now: datetime) -> str:
    """Why a player can't hand in now, by the desk's clock; empty if they can."""
    state, last = desk.state, desk.event.lists.last
    if state.closed or entrant.dropped:
        return "The event is over." if state.closed else "You have left the event. Ask the desk to come back."
    if not state.each:
        return "This event is played without lists."
    if now < moment(desk.chain.lines[-1].at) - BEHIND:
        return "The clock of the desk is wrong, so nothing can be handed in. Tell the desk."
    if entrant.late_allowed:
        return ""
    if state.locked:
        return "Lists are locked. If yours is missing, go to the desk."
    return f"{due_sentence(desk)} That is over. If your list is missing, go to the desk." if last and now > last else ""


def _too_often(desk: Desk, entrant: Entrant, now: datetime) -> bool:
    """Whether a player handed in too many lists within the last hour."""
    lists = [one.id for one in desk.state.lists_of(entrant.player)]
    theirs = [one for one in desk.state.arrivals.values() if one.player in lists]
    return sum(moment(one.at) > now - AN_HOUR for one in theirs) >= MOST_AN_HOUR


def _read(desk: Desk, entrant: Entrant, sent: SubmittedForm) -> tuple[str, ParcelContent]:
    """The text that was sent, and its content."""
    try:
        text = text_of(sent)
    except DocumentError as error:
        return sent.field("text"), ParcelContent(findings=error.findings)
    return text, _judged(desk, entrant, text)


def _judged(desk: Desk, entrant: Entrant, text: str) -> ParcelContent:
    """The content of a text, judged as it will be once it is handed in: with the rules across lists."""
    reading = read_parcel(desk, _parcel(text))
    if reading.report is None:
        return reading
    report = judge_across(desk, entrant.id, reading.report)
    more = own_list_clashes(desk, entrant.id, report.force)
    return replace(reading, report=replace(report, findings=(*report.findings, *more)))


def _is_last_version(desk: Desk, entrant: Entrant, reading: ParcelContent) -> bool:
    """Whether the desk has this list already, so that a form may be sent twice."""
    if entrant.last is None or reading.report is None:
        return False
    return meaning_of(desk, entrant.id, entrant.last.number) == reading.report.force.meaning


def _verdict(desk: Desk, entrant: Entrant, token: str, text: str, reading: ParcelContent) -> HtmlResponse:
    """The page with the verdict and the list as it was sent."""
    report = reading.report
    steps = ["check"] if report is None else ["hand-in" if report.valid else "anyway", "check"]
    offered = find_fixes(desk, reading) if report and not report.valid else {}
    which = [tag("p", f"This is for list{desk.list_suffix(entrant)}.")] if desk.state.each > 1 else []
    parts = [tag("h1", desk.event.name), *which, verdict_part(reading, token, offered)]
    note = "Nothing is handed in yet." if report else "Nothing is handed in. Fix it here, and check it again."
    parts += [tag("h2", "Your list as you sent it"), tag("p", note)]
    parts.append(form(token, text, _last(entrant), steps))
    parts.append(tag("p", tag("a", "Back to your page", href=f"{PLACE}{token}")))
    return html(desk.event.name, *parts, status=200 if report else 422)


def _head(desk: Desk, entrant: Entrant) -> list[Markup]:
    who = f"{desk.name_of(entrant.player)} ({entrant.player})"
    text = [f"This page is for {who} alone: keep its link to yourself."]
    text += [due_sentence(desk)] if desk.event.lists.due else []
    return [tag("h1", desk.event.name), *(tag("p", one) for one in text)]


def _desk_version(desk: Desk, entrant: Entrant, token: str) -> Markup:
    """The desk's version of a list."""
    version = entrant.standing
    which = desk.list_suffix(entrant)
    head = tag("h2", f"List{which}: what the desk has" if which else "What the desk has of you")
    if version is None:
        return join((head, tag("p", "Nothing yet.")))
    report = judge_version(desk, entrant.id, version.number)
    words = f"Version {version.number}, received on {moment_words(version.at)}. "
    parts = [
        head,
        tag("p", words, tag("strong", standing_words(desk, entrant, version))),
    ]
    if entrant.returned == version.number:
        why = read_reason(desk.root, entrant.why)
        parts += [tag("p", "Why: ", why)] if why else []
        parts.append(finding_items(report.findings))
    if version.number not in (entrant.approved, entrant.returned, entrant.locked):
        parts.append(finding_items(own_list_clashes(desk, entrant.id, report.force)))
    if entrant.approved and entrant.approved != version.number:
        parts.append(tag("p", f"Version {entrant.approved} is approved, and counts until this one is."))
    code = tag("a", f"Receipt {seal_code(version.seal)}", href=f"{PLACE}{token}/receipt")
    sheet = tag("a", "Your sheet to print (PDF)", href=f"{PLACE}{token}/sheet.pdf")
    return join((*parts, list_part(report.force), tag("p", code, " · ", sheet)))


def _parcel(text: str) -> Parcel:
    return Parcel(label="page", raw=text.encode("utf-8", "replace"), suffix=".txt")


def _last(entrant: Entrant) -> int:
    return entrant.last.number if entrant.last else 0


# Loaded before the first request, so that worker processes inherit it.


def preload(desk: Desk, now: datetime) -> None:
    """Record new players, and compute the meaning of all lists."""
    with desk.writer(now, closed=True):
        # Opening the ledger records players who are new in the file.
        pass
    for entrant in desk.state.lists.values():
        if entrant.last and desk.list_file(entrant.id, entrant.last.number).is_file():
            meaning_of(desk, entrant.id, entrant.last.number)
