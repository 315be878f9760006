"""Parts that pages are made of: a verdict in the judge's own words, a list, what the desk holds, the form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from listbuilder.base.findings import Finding, capped
from listbuilder.base.wording import counted
from listbuilder.building import Bench, Fix, apply, fixes, open_bench
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.read_parcel import ParcelContent
from listbuilder.desk.links import PLACE
from listbuilder.desk.player_pages.markup import Markup, join, tag
from listbuilder.desk.state import Entrant, Version
from listbuilder.desk.status import standing_of
from listbuilder.exchange.formats.list_files import list_text
from listbuilder.judging.force import Force, describe_totals
from listbuilder.judging.roster_lines import roster_lines
from listbuilder.judging.validator import Report
from listbuilder.lists.canonical import canonical
from listbuilder.storage.processes.budget import OverBudgetError, bounded
from listbuilder.storage.reading import read_text

# Fixes offered on the page. A button carries the words of its fix, so that one on an outdated page does what it
# says or nothing.


Ways = Mapping[str, tuple[str, ...]]
"""What can be done about a finding, by its message."""
MOST_FINDINGS, MOST_WAYS = 3, 3


def find_ways(desk: Desk, reading: ParcelContent) -> Ways:
    """Ways to end the first errors of a list, within the time that a verdict may take."""
    found: dict[str, tuple[str, ...]] = {}
    try:
        with bounded():
            for finding, some in _tried(_bench(desk, reading)):
                found[finding.message] = tuple(one.words for one in some)
    except OverBudgetError:
        return found
    return found


def apply_way(desk: Desk, reading: ParcelContent, words: str) -> str | None:
    """The text of a list after what some words say was done; None where nothing of the kind ends a finding."""
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
        yield finding, fixes(bench, finding, MOST_WAYS)


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
NO_WAYS: Ways = {}


def moment_words(stamp: str) -> str:
    """A moment of the ledger as people read it: `2026-05-01 at 18:02 (+02:00)`."""
    day, _, time = stamp.partition("T")
    return f"{day} at {time[:5]} ({time[8:] or 'local time'})"


def standing_words(desk: Desk, entrant: Entrant, version: Version) -> str:
    """Where a player's last list stands, in a sentence."""
    late = " It came after the deadline." if version.late else ""
    word = standing_of(desk.state, entrant).word
    if word == "locked" and desk.state.each > 1:
        return "It is locked: this is one of the lists that you play." + late
    return STANDINGS.get(word, "") + late


def finding_items(findings: Iterable[Finding], token: str = "", ways: Ways = NO_WAYS) -> Markup:
    """What is wrong or worth knowing, each with what to do, where the rule stands, and buttons that mend it."""
    items = []
    for one in capped(findings):
        inside: list[str] = [tag("p", tag("strong", one.severity), ": ", one.message)]
        inside += [tag("p", "→ ", one.hint)] if one.hint else []
        place = ", ".join(
            part for part in (f"line {one.line}" if one.line else "", one.where, one.source or "") if part
        )
        inside += [tag("p", place, class_="quiet")] if place else []
        buttons = [_button("mend", token, words, fix=words) for words in ways.get(one.message, ())]
        inside += [tag("p", *buttons, class_="buttons")] if buttons else []
        items.append(tag("li", *inside, class_=one.severity))
    return tag("ul", *items, class_="findings") if items else Markup()


def verdict_part(reading: ParcelContent, token: str, ways: Ways) -> Markup:
    """The verdict on what somebody wants to hand in, with the step that comes next."""
    report = reading.report
    if report is None:
        words = tag("h2", "This can't be read as a list.", class_="bad")
        return join((words, finding_items(reading.findings)))
    next_ = [tag("p", _button("hand-in", token), class_="buttons")] if report.valid else []
    findings = finding_items(report.findings, token, ways)
    return join((verdict_line(report), findings, list_part(report.force), *next_))


def verdict_line(report: Report) -> Markup:
    """Legal or not, and what the list comes to."""
    force = report.force
    word = "Your list is legal." if report.valid else f"Your list is not legal: {counted(report.errors, 'error')}."
    sums = ", ".join(one for one in (describe_totals(force), counted(force.size, "model")) if one)
    return join((tag("h2", word, class_="good" if report.valid else "bad"), tag("p", f"{force.game.name}: {sums}.")))


def list_part(force: Force, heading: str = "h3") -> Markup:
    """The list under its name, a line for each row, with what it costs."""
    lines = list(roster_lines(force))
    priced = force.cost != 0
    rows = []
    for line in lines:
        cost = [tag("span", line.price(line.cost), class_="cost")] if priced else []
        rows.append(tag("li", *cost, tag("span", line.text)))
    name = force.document.title
    return join((tag(heading, name), tag("ul", *rows, class_="list")))


def form(token: str, text: str, after: int, steps: Sequence[str] = ("check",)) -> Markup:
    """The form to hand a list in; `after` is the version that the desk held when the page was made."""
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
    """A button that sends the form, from wherever it stands on the page."""
    look = "main" if step == "hand-in" else False
    more = {"name": "fix", "value": fix} if fix else {}
    label = f"{words[:1].upper()}{words[1:]}" if words else BUTTONS[step]
    return tag("button", label, form=FORM, formaction=f"{PLACE}{token}/{step}", class_=look, **more)
