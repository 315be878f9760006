"""What an organiser does on the page: the fields of a form in, lines of the ledger out.

Every action calls the function that its command calls. A form carries a stamp of what it is about. If that has changed
since the page was made, by another organiser or a command, nothing is recorded.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import PurePath

from listbuilder.base.errors import EditError
from listbuilder.base.records import record, replace
from listbuilder.base.wording import counted
from listbuilder.desk.closing import close_event
from listbuilder.desk.decisions import approve, lock_lists, return_lists
from listbuilder.desk.event_booklet import write_booklet, write_result_slips, write_slips
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.arrivals import IntakeOptions, IntakeResult, take_in
from listbuilder.desk.intake.parcels import SUFFIX as FILE_ENDING
from listbuilder.desk.intake.parcels import AgeKey, Parcel, age_key, open_parcels
from listbuilder.desk.links import PlayerLink, link_slips, make_links, revoke_links, table_slips
from listbuilder.desk.log import undo
from listbuilder.desk.messages import Message, arrival_message, write_messages
from listbuilder.desk.player_pages.forms import SubmittedForm
from listbuilder.desk.player_pages.markup import PDF, HtmlResponse, Markup, join, tag
from listbuilder.desk.publishing import publish, reveal
from listbuilder.desk.reports.ranking import draw_report, ranking_report, write_draw, write_ranking
from listbuilder.desk.reports.report_files import printed
from listbuilder.desk.rounds.check_in import check_in, not_checked_in
from listbuilder.desk.rounds.round_clock import add_minutes, pause_clock, set_clock, start_clock
from listbuilder.desk.rounds.running import Missing, drop_out, pair_round, penalise, score, swap
from listbuilder.desk.state import Round
from listbuilder.loading.events import load_event
from listbuilder.storage.files import PREFIX, SUFFIX, write_text


class StaleError(Exception):
    """What a form is about has changed since its page was made."""


@record
class Outcome:
    """What an action led to: the lines it wrote, and words to show once (a link, results of an intake), or a file."""

    notice: Markup | None = None
    file: HtmlResponse | None = None
    lines: tuple[int, int] = (0, 0)


@record
class Action:
    """An action: what its form is about, as it is now, and the function that does it."""

    subject: Callable[[Desk, Mapping[str, str]], object]
    act: Callable[[Desk, SubmittedForm, datetime], Outcome]


def stamp_of(desk: Desk, name: str, fields: Mapping[str, str]) -> str:
    """A short digest of what an action is about."""
    return hashlib.sha256(repr(ACTIONS[name].subject(desk, fields)).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def run_action(desk: Desk, name: str, sent: SubmittedForm, now: datetime) -> Outcome:
    """Do what a form asks for; StaleError if that is about something that has changed."""

    before = len(desk.chain.lines)

    def check() -> None:
        nonlocal before
        # Counted under the lock, so that lines that others wrote meanwhile are not shown as the result of this action.
        before = len(desk.chain.lines)
        if sent.field("stamp") != stamp_of(desk, name, sent.fields):
            raise StaleError

    check()
    # Again under the lock, before the first line.
    desk.precondition = check
    try:
        found = ACTIONS[name].act(desk, sent, now)
    finally:
        desk.precondition = None
    return replace(found, lines=(before + 1, len(desk.chain.lines)))


# Players.


def _sign_up(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    """Players from a table, or from lines with a name, and perhaps a club and a mail address."""
    raw = sent.files.get("file", b"")
    if not raw:
        # Made into a table, so that typed lines are read by the same code as a form's export.
        text = io.StringIO()
        rows = csv.writer(text)
        rows.writerow(["Name", "Club", "Email", "Consent"])
        lines = [line for line in sent.field("names").splitlines() if line.strip()]
        parts = [[part.strip() for part in line.split(",")] for line in lines]
        rows.writerows([*[*some, "", ""][:3], sent.field("consent")] for some in parts)
        raw = text.getvalue().encode()
    found = desk.sign_up(raw, {}, "your table", now)
    words = f"{counted(len(found.added), 'player')} added, {len(found.changed)} changed."
    doubts = [tag("li", one) for one in found.doubtful]
    more = [tag("p", "Left out:"), tag("ul", *doubts)] if doubts else []
    return Outcome(notice=join((tag("p", words), *more)))


def _drop(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    drop_out(desk, sent.field("player"), sent.field("returns") == "yes", now)
    return Outcome()


def _check_in(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    check_in(desk, [sent.field("player")], now)
    return Outcome()


def _check_in_all(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    check_in(desk, not_checked_in(desk.state, desk.event), now)
    return Outcome()


def _link(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    """A new link of one player, which is shown once."""
    made = make_links(desk, [sent.field("player")], _address(sent), now, lambda links: None)
    return Outcome(notice=join(_link_words(desk, one) for one in made))


def _link_words(desk: Desk, link: PlayerLink) -> Markup:
    words = f"The link of {desk.name_of(link.player)}. It is shown once, and an earlier one no longer works."
    field = tag("input", id="link", value=link.address, readonly=True)
    return join((tag("p", words), tag("label", "Link", for_="link"), field, copy_button("link")))


def copy_button(id: str) -> Markup:
    """A button that copies a field of the page."""
    return tag("p", tag("button", "Copy", type="button", data_copy=id), class_="buttons")


def _links(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    """Slips with the links of everybody who has none."""
    # The slips are made before the links are recorded: if printing fails, earlier links still work.
    files: list[bytes] = []

    def deliver(some: list[PlayerLink]) -> None:
        files.extend([link_slips(desk, some, "a4", None)] if some else [])

    make_links(desk, [], _address(sent), now, deliver)
    if not files:
        return Outcome(notice=tag("p", "Everybody has a link. A new one for a player is made on the player's page."))
    return Outcome(file=HtmlResponse(body=files[0], type=PDF))


def _address(sent: SubmittedForm) -> str:
    address = sent.field("url").strip()
    if not address.startswith(("http://", "https://")) or any(one.isspace() for one in address):
        raise EditError.of("desk.link", f"{address!r} is no address.", "Write http://NAME:8080 or https://NAME.")
    return address


def _revoke(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    revoke_links(desk, [sent.field("player")], now)
    return Outcome()


def _penalty(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    id, _, remedy = sent.field("penalty").partition(" ")
    penalise(desk, sent.field("player"), id, remedy, _number(sent.field("at") or "0"), now)
    return Outcome()


# Lists.


VERDICTS = {
    "legal": "legal",
    "illegal": "not legal",
    "unread": "can't be read",
    "whose": "whose is it?",
    "again": "received before",
    "same": "the same list as before",
    "closed": "lists are locked; allow the player to be late",
}


def _intake(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    """What was pasted or uploaded, or everything that lies in the inbox."""
    options = IntakeOptions(player=sent.field("player"), late=sent.field("late").strip())
    return Outcome(notice=_taken(desk, take_in(desk, _parcels(desk, sent), options, now)))


def _parcels(desk: Desk, sent: SubmittedForm) -> list[Parcel]:
    text = sent.field("text")
    pasted = [Parcel(label="pasted text", raw=text.encode("utf-8", "replace"), suffix=".txt")] if text.strip() else []
    if pasted or sent.uploads:
        return [*(_parcel(*one) for one in sorted(sent.uploads, key=_upload_age)), *pasted]
    if sent.field("inbox"):
        return list(open_parcels([desk.inbox], desk.arrived))
    raise EditError.of("desk.parcel", "There is no text and no file.", "Paste a list, or choose a file.")


def _parcel(name: str, raw: bytes) -> Parcel:
    """An uploaded file."""
    label = PurePath(name).name
    suffix = PurePath(label).suffix.lower()
    return Parcel(label=label or "file", raw=raw, suffix=suffix if FILE_ENDING.fullmatch(suffix) else ".txt")


def _upload_age(upload: tuple[str, bytes]) -> AgeKey:
    name, raw = upload
    return age_key(name, raw if name.lower().endswith(".eml") else b"")


def _taken(desk: Desk, taken: Iterable[IntakeResult]) -> Markup:
    """The results of an intake, and the messages about them."""
    some = list(taken)
    write_messages(desk, [message for one in some if (message := arrival_message(desk, one))])
    items = [tag("li", _taken_words(desk, one)) for one in some]
    return join((tag("p", f"{counted(len(some), 'arrival')}."), tag("ul", *items)))


def _taken_words(desk: Desk, one: IntakeResult) -> str:
    who = f"{desk.list_title(one.player)}: " if one.player else ""
    wrong = [found.message for found in one.findings if found.severity == "error"]
    why = " ".join(filter(None, [f"({one.doubt})" if one.doubt else "", *wrong[:3]]))
    words = f"{one.label}: {who}{VERDICTS[one.verdict]}{', late' if one.late else ''}"
    return f"{words}{'' if words.endswith('?') else '.'} {why}"


def _assign(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    """Say whose an arrival is."""
    arrival = _arrival(desk, sent.fields)
    parcels = open_parcels([desk.arrived / arrival], desk.arrived)
    options = IntakeOptions(player=sent.field("player"), late=sent.field("late").strip())
    return Outcome(notice=_taken(desk, take_in(desk, parcels, options, now)))


def _arrival(desk: Desk, fields: Mapping[str, str]) -> str:
    number = fields.get("arrival", "")
    found = desk.state.arrivals.get(int(number)) if number.isdecimal() and len(number) < 8 else None
    if found is None:
        raise EditError.of("desk.file", f"There is no arrival {number}.", "See the page of lists.")
    return found.file


def _approve(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    version = sent.field("version")
    made = approve(desk, [sent.field("list")], False, now, int(version) if version.isdecimal() else 0)
    return _messages(desk, [one.message for one in made])


def _approve_all(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    return _messages(desk, [one.message for one in approve(desk, [], True, now)])


def _return(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    made = return_lists(desk, [sent.field("list")], False, sent.field("why").strip(), now)
    return _messages(desk, [one.message for one in made])


def _lock(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    return _messages(desk, lock_lists(desk, now).messages)


def _messages(desk: Desk, some: Iterable[Message]) -> Outcome:
    write_messages(desk, list(some))
    return Outcome()


# Rounds.


def _pair(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    ways: Mapping[str, Missing] = {"present": "leave-out", "everybody": "draw"}
    one, _ = pair_round(desk, now, ways.get(sent.field("who"), "ask"))
    write_draw(desk, one)
    return Outcome()


def _clock(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    """Start or pause the clock of the round, set it, or give it more minutes."""
    step, text = sent.field("step"), sent.field("minutes").strip()
    if step == "start":
        start_clock(desk, now)
    elif step == "pause":
        pause_clock(desk, now)
    elif step == "set":
        set_clock(desk, _number(text), now)
    else:
        add_minutes(desk, -_number(text[1:]) if text.startswith("-") else _number(text), now)
    return Outcome()


def _swap(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    return _changed(desk, (sent.field("one"), sent.field("two")), sent, now)


def _meet(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    """A pairing made by hand: one player stays, the other takes the place of the present opponent."""
    stays, comes = (desk.entrant(sent.field(name)).id for name in ("one", "two"))
    game = next((game for game in desk.state.rounds[-1].games if stays in (game.one, game.two)), None)
    if game is None:
        raise EditError.of("desk.rounds", f"{desk.name_of(stays)} sits at no table.", "Name somebody who does first.")
    return _changed(desk, (game.two if stays == game.one else game.one, comes), sent, now)


def _changed(desk: Desk, pair: tuple[str, str], sent: SubmittedForm, now: datetime) -> Outcome:
    swap(desk, pair, sent.field("why").strip(), now)
    write_draw(desk, desk.state.rounds[-1])
    return Outcome()


def _score(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    """A result: in words by one button, or the scores of both."""
    words = {"one": ("win", "loss"), "draw": ("draw", "draw"), "two": ("loss", "win")}
    sides = [",".join(sent.field(f"{side}{at}") for at in range(len(desk.event.counts))) for side in ("a", "b")]
    given = words.get(sent.field("word")) or (sides[0], sides[1])
    score(desk, [(_number(sent.field("table")), *given)], _number(sent.field("round")), now)
    return Outcome()


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 5:
        raise EditError.of("desk.rounds", f"{text!r} is no number.", "Open the page again.")
    return int(text)


def _undo(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    undo(desk, _number(sent.field("line")), sent.field("why").strip(), now)
    return Outcome()


# Afterwards: prints and publications.


def _print(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    """A print as a file to open: the booklet, slips, a draw, the standings."""
    what = sent.field("what")
    if what == "booklet":
        raw = write_booklet(desk, "a4").file.read_bytes()
    elif what == "slips":
        raw = write_slips(desk, 100, "a4").file.read_bytes()
    elif what == "results":
        raw = write_result_slips(desk, "a4").file.read_bytes()
    elif what == "pairings" and desk.state.rounds:
        raw = printed(draw_report(desk, desk.state.rounds[-1]), None)
    elif what == "standings":
        raw = printed(ranking_report(desk), None)
    else:
        raise EditError.of("desk.report", "There is nothing to print yet.", "Draw a round first.")
    return Outcome(file=HtmlResponse(body=raw, type=PDF))


def _tables(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    """Codes for the tables of the hall."""
    return Outcome(file=HtmlResponse(body=table_slips(desk, _address(sent)), type=PDF))


def _reveal(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    return _messages(desk, reveal(desk, [], now).messages)


def _publish(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    files = write_ranking(desk) if desk.state.rounds else []
    withheld: Mapping[str, str] = {}
    if desk.state.revealed:
        found = publish(desk, now)
        files, withheld = [*found.files, *files], found.withheld
    if not files:
        raise EditError.of("desk.sealed", "There is nothing to publish yet.", "Draw a round, or show the lists first.")
    items = [tag("li", f"Withheld: {desk.list_title(id)}: {why}.") for id, why in withheld.items()]
    words = tag("p", f"Written to {desk.out}: {', '.join(files)}. Nothing is uploaded.")
    return Outcome(notice=join((words, tag("ul", *items) if items else "")))


def _close(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    close_event(desk, now)
    return Outcome()


def _pack(desk: Desk, sent: SubmittedForm, now: datetime) -> Outcome:
    """Change the pack. One that can't be loaded is refused, and the old one stays."""
    # In the folder of the event, because a pack may extend a file beside it.
    text, candidate = sent.field("pack"), desk.root / f"{PREFIX}pack{SUFFIX}"
    write_text(candidate, text, replace=True, private=True)
    try:
        load_event(candidate, desk.catalogues)
    finally:
        candidate.unlink()
    check = desk.precondition or (lambda: None)

    # Runs under the lock, so that the pack that was checked for changes is the one that is replaced.
    def replace_pack() -> None:
        check()
        write_text(desk.pack_file, text, replace=True, private=True)
        desk.refresh()

    desk.precondition = replace_pack
    with desk.writer(now):
        # Opening the ledger records the new pack.
        pass
    return Outcome()


# What the form of an action is about: as little as possible, because any change of it refuses the form. A list can be
# approved while others arrive, and a pairing changed while results of other tables come in.


def _list(desk: Desk, fields: Mapping[str, str]) -> object:
    return desk.state.lists.get(fields.get("list", ""))


def _player(desk: Desk, fields: Mapping[str, str]) -> object:
    return desk.state.entrants.get(fields.get("player", ""))


def _waiting(desk: Desk, fields: Mapping[str, str]) -> object:
    return [(one.id, one.last, one.approved) for one in desk.state.lists.values() if one.waits]


def _sealing(desk: Desk, fields: Mapping[str, str]) -> object:
    return desk.state.locked, [(one.id, one.approved, one.locked) for one in desk.state.lists.values()]


def _rounds(desk: Desk, fields: Mapping[str, str]) -> object:
    return desk.state.locked, [(one.line, one.done) for one in desk.state.rounds]


def _seats(desk: Desk, fields: Mapping[str, str]) -> object:
    return [(one.line, one.bye, [(game.table, game.one, game.two) for game in one.games]) for one in desk.state.rounds]


def _game(desk: Desk, fields: Mapping[str, str]) -> object:
    rounds: Mapping[str, Round] = {str(one.number): one for one in desk.state.rounds}
    one = rounds.get(fields.get("round", ""))
    return [game for game in one.games if str(game.table) == fields.get("table")] if one else None


def _line(desk: Desk, fields: Mapping[str, str]) -> object:
    return [line for line in desk.state.undone if str(line) == fields.get("line")]


def _arrived(desk: Desk, fields: Mapping[str, str]) -> object:
    return [one for one in desk.state.arrivals.values() if str(one.number) == fields.get("arrival")]


def _digest(desk: Desk, fields: Mapping[str, str]) -> object:
    return desk.pack_digest


def _ticking(desk: Desk, fields: Mapping[str, str]) -> object:
    return [(one.line, one.clock) for one in desk.state.rounds[-1:]]


def _present(desk: Desk, fields: Mapping[str, str]) -> object:
    return not_checked_in(desk.state, desk.event)


def _nothing(desk: Desk, fields: Mapping[str, str]) -> object:
    return None


ACTIONS: Mapping[str, Action] = {
    "approve": Action(subject=_list, act=_approve),
    "approve-all": Action(subject=_waiting, act=_approve_all),
    "assign": Action(subject=_arrived, act=_assign),
    "check-in": Action(subject=_player, act=_check_in),
    "check-in-all": Action(subject=_present, act=_check_in_all),
    "clock": Action(subject=_ticking, act=_clock),
    "close": Action(subject=_rounds, act=_close),
    "drop": Action(subject=_player, act=_drop),
    "intake": Action(subject=_nothing, act=_intake),
    "link": Action(subject=_player, act=_link),
    "links": Action(subject=_nothing, act=_links),
    "lock": Action(subject=_sealing, act=_lock),
    "meet": Action(subject=_seats, act=_meet),
    "pack": Action(subject=_digest, act=_pack),
    "pair": Action(subject=_rounds, act=_pair),
    "penalty": Action(subject=_player, act=_penalty),
    "print": Action(subject=_nothing, act=_print),
    "publish": Action(subject=_nothing, act=_publish),
    "return": Action(subject=_list, act=_return),
    "reveal": Action(subject=_rounds, act=_reveal),
    "revoke": Action(subject=_player, act=_revoke),
    "score": Action(subject=_game, act=_score),
    "sign-up": Action(subject=_nothing, act=_sign_up),
    "swap": Action(subject=_seats, act=_swap),
    "tables": Action(subject=_nothing, act=_tables),
    "undo": Action(subject=_line, act=_undo),
}
