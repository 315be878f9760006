"""Parcels inside parcels: mails, mailboxes, archives, answers to a form and printed sheets, all of it within bounds.

A parcel goes in, the parcels in it come out; None where it is a plain file. Names inside are only shown, never used.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import parsedate_to_datetime
from pathlib import PurePath

from listbuilder.desk.intake.parcels import HEADERS, SUFFIX, Parcel, sent_at
from listbuilder.desk.intake.pdf import MOST_PAGES, read_pdf
from listbuilder.desk.signup import COLUMNS, plain_head
from listbuilder.errors import DocumentError
from listbuilder.formats.csv_table import find_csv
from listbuilder.formats.html_page import page_text
from listbuilder.formats.rosters.archive import DAMAGED
from listbuilder.formats.tags import tags_of
from listbuilder.letters import on_one_line
from listbuilder.reading.decoding import decode
from listbuilder.record import changed
from listbuilder.workers.budget import OverBudgetError, bounded
from listbuilder.workers.child import Ended
from listbuilder.workers.findings import finding_of

MOST_PARTS, MOST_BYTES, MOST_MAILS = 500, 64 << 20, 5_000
ONE = 12 << 20
DEEPEST_PART, LONGEST_HEADER = 24, 8_000
NESTING = re.compile(rb"^content-type:\s*(?:multipart|message)/", re.IGNORECASE | re.MULTILINE)
"""A part that holds parts. The mail parser slows down with each one inside another, so they are counted first."""
MOST_NESTING = 200
NO_ADDRESS = re.compile(r'=\?[^?]*\?[bq]\?[^?]*\?=|"(?:\\.|[^"\\])*"|\([^()]*\)', re.IGNORECASE)
ADDRESS = re.compile(r'[^\s<>,;:()"]+@[^\s<>,;:()"]+')
COLUMN = re.compile(
    r"(?:list|army list|your list|roster|share code|code|list code)(?: (?:no |number )?(?P<number>[1-9]))?"
)
"""A column of a form with lists in it; its number where it asks for several."""
LETTERS = (".pdf", ".docx")
WORDS = "word/document.xml"


def unpack(parcel: Parcel) -> list[Parcel] | None:
    """The parcels in a parcel; DocumentError where it holds more than it should, is damaged, or takes too long."""
    try:
        with bounded():
            found = _parts(parcel)
    except DocumentError:
        raise
    except RecursionError as error:
        raise _nested(parcel) from error
    except OverBudgetError as error:
        over = finding_of(Ended.over(error), parcel.label)
        raise DocumentError(over.message, (over,)) from error
    except Exception as error:  # one parcel must not stop the others
        failed = finding_of(Ended.FAILED, parcel.label, error)
        raise DocumentError(failed.message, (failed,)) from error
    if found is None or not parcel.carriers:
        return found
    return [changed(one, carriers=(*parcel.carriers, *one.carriers)) for one in found]


def texts_in(parcel: Parcel, depth: int = 3) -> Iterator[str]:
    """The words of a parcel and of what is in it, in small letters; what can't be opened has none."""
    yield parcel.raw.decode("utf-8", "replace").casefold()
    try:
        inside = (unpack(parcel) or []) if depth else []
    except DocumentError:
        return
    for one in inside:
        yield from texts_in(one, depth - 1)
        yield from (one.named.casefold(), one.sender.casefold())


def _parts(parcel: Parcel) -> list[Parcel] | None:
    if parcel.suffix == ".eml":
        return list(_mail(parcel))
    if parcel.suffix == ".mbox":
        return list(_mailbox(parcel))
    if parcel.suffix == ".zip":
        return list(_archive(parcel))
    if parcel.suffix == ".pdf":
        return list(_sheets(parcel))
    if parcel.suffix == ".docx":
        return list(_word(parcel))
    if parcel.suffix in (".csv", ".tsv"):
        return _answers(parcel)
    return None


def _problem(parcel: Parcel, message: str, hint: str) -> DocumentError:
    return DocumentError.of("desk.parcel", message, hint, file=parcel.label)


def _nested(parcel: Parcel) -> DocumentError:
    message = f"The mail has parts inside parts, deeper than {DEEPEST_PART}."
    return _problem(parcel, message, "Ask for the list alone, as text or as a file.")


def _mail(parcel: Parcel) -> Iterator[Parcel]:
    """The attachments of a mail and its text, each with what the mail says about its sender: a hint, no proof."""
    if sum(1 for _ in NESTING.finditer(parcel.raw)) > MOST_NESTING:
        raise _nested(parcel)
    mail = message_from_bytes(parcel.raw, policy=default)
    assert isinstance(mail, EmailMessage)
    sender = sender_of(mail)
    named, about = _dated(mail) or parcel.label, on_one_line(_said(mail, "Subject"))
    for number, part in enumerate(_leaves(mail, parcel), 1):
        known = Parcel(label=named, raw=b"", suffix=".txt", sender=sender, carriers=(sender,), about=about)
        if number > MOST_PARTS:
            message = f"The mail has more than {MOST_PARTS} parts; the rest was not opened."
            yield changed(known, problem=_problem(known, message, "Ask for the list alone."), attached=True)
            return
        try:
            found = _part(part, known)
        except Exception as error:  # one part must not hide the others
            failed = finding_of(Ended.FAILED, named, error)
            found = changed(known, problem=DocumentError(failed.message, (failed,)), attached=True)
        if found is not None:
            yield from _opened(found)


def _leaves(mail: EmailMessage, parcel: Parcel) -> Iterator[EmailMessage]:
    """The parts of a mail that hold no parts, in their order."""
    waiting = [(mail, 0)]
    while waiting:
        part, depth = waiting.pop()
        if not part.is_multipart():
            yield part
            continue
        if depth == DEEPEST_PART:
            raise _nested(parcel)
        inside = part.get_payload()
        assert isinstance(inside, list)
        waiting += [(one, depth + 1) for one in reversed(inside) if isinstance(one, EmailMessage)]


def _part(part: EmailMessage, known: Parcel) -> Parcel | None:
    """One part of a mail; nothing where it has no content of its own."""
    if any(
        len(str(value)) > LONGEST_HEADER for key, value in part.raw_items() if key.casefold().startswith("content-")
    ):
        return changed(known, problem=_problem(known, "A header of the mail is too long.", "Ask for the list alone."))
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        return None
    name = part.get_filename()
    suffix = PurePath(name).suffix.lower() if name else ".html" if part.get_content_type() == "text/html" else ".txt"
    suffix = suffix if SUFFIX.fullmatch(suffix) else ".txt"
    label = f"{known.label}: {on_one_line(name)}" if name else known.label
    if len(content) > ONE:
        problem = DocumentError.of("file.too-large", f"{label} is larger than {ONE >> 20} MB.", "Send the list alone.")
        return changed(known, label=label, suffix=suffix, problem=problem, attached=True)
    text = _in_utf8(part, content)
    # Below this line mail programs put what is no part of the message.
    text = text if name else text.replace(b"\r\n", b"\n").partition(b"\n-- \n")[0]
    if not name and suffix == ".html" and b"<html" not in text[:500].lower():
        # Many mail programs send a piece of a page, which nothing but its kind tells from text.
        text, suffix = _utf8(page_text(f"<p>{text.decode('utf-8', 'replace')}")), ".txt"
    return changed(known, label=label, raw=text, suffix=suffix, attached=bool(name))


def sender_of(mail: EmailMessage) -> str:
    """The one address that a mail is from; nothing where it names none, or several.

    Names, comments and encoded words may hold any address, so they are left out before looking for one.
    """
    text = " , ".join(_said_all(mail, "From"))
    while (less := NO_ADDRESS.sub(" ", text)) != text:
        text = less
    found = {address.lower(): address for address in ADDRESS.findall(text)}
    return on_one_line(next(iter(found.values()))) if len(found) == 1 else ""


def _opened(part: Parcel) -> list[Parcel]:
    """What is in a printed sheet or a letter that came inside something; one that can't be opened stays as it is."""
    if part.suffix not in LETTERS:
        return [part]
    try:
        found = _parts(part) or []
    except DocumentError:
        return [part]
    known = {"label": part.label, "sender": part.sender, "carriers": part.carriers}
    return [changed(one, **known, about=part.about, attached=part.attached) for one in found] or [part]


def _said(mail: EmailMessage, head: str) -> str:
    """What a head of a mail says, as it was sent: where it is wrong, the library fails to take it apart."""
    return next(iter(_said_all(mail, head)), "")


def _said_all(mail: EmailMessage, head: str) -> list[str]:
    """What every head of one name says."""
    said = [str(value) for key, value in mail.raw_items() if key.casefold() == head.casefold()]
    return [one[:LONGEST_HEADER].encode("utf-8", "surrogateescape").decode("utf-8", "replace") for one in said]


def _dated(mail: EmailMessage) -> str:
    """What the desk calls a mail: the day and time that it says."""
    try:
        return f"mail of {parsedate_to_datetime(_said(mail, 'Date')):%Y-%m-%d %H:%M}"
    except (OverflowError, TypeError, ValueError):
        return ""


def _in_utf8(part: EmailMessage, content: bytes) -> bytes:
    """The text of a mail in the one encoding that is read; what is no text stays."""
    charset = part.get_content_charset()
    if part.get_content_maintype() != "text" or charset in (None, "utf-8", "us-ascii"):
        return content
    try:
        return content.decode(str(charset)).encode("utf-8")
    except (LookupError, ValueError):  # ValueError: what can't be decoded, and a NUL in the name of the encoding
        return content


def _mailbox(parcel: Parcel) -> Iterator[Parcel]:
    """The mails of a mailbox, each a parcel of its own."""
    mails = (b"\n" + parcel.raw.replace(b"\r\n", b"\n")).split(b"\nFrom ")[1:]
    if len(mails) > MOST_MAILS:
        message = f"The mailbox holds {len(mails)} mails, and at most {MOST_MAILS} are read."
        raise _problem(parcel, message, "Split it.")
    numbered = list(enumerate(mails, 1))
    dates = {number: sent_at(mail[:HEADERS]) for number, mail in numbered}
    if None not in dates.values():
        numbered.sort(key=lambda one: dates[one[0]] or 0.0)  # the newest last
    for number, mail in numbered:
        # The first line was the separator; lines that looked like one have a sign before them.
        body = mail.partition(b"\n")[2].replace(b"\n>From ", b"\nFrom ")
        yield Parcel(label=f"mail {number}", raw=body, suffix=".eml")


def _archive(parcel: Parcel) -> Iterator[Parcel]:
    """The files of an archive; one that can't be opened is named, and the others are read."""
    try:
        with zipfile.ZipFile(io.BytesIO(parcel.raw)) as archive:
            files = [one for one in archive.infolist() if not one.is_dir() and not _hidden(one.filename)]
            if len(files) > MOST_PARTS or sum(one.file_size for one in files) > MOST_BYTES:
                raise _problem(parcel, "The archive holds more than an event needs.", "Unpack it, and take in a part.")
            left = MOST_BYTES
            for one in files:
                found = _member(archive, one, parcel, left)
                left -= len(found.raw)
                yield from _opened(found) if found.problem is None else [found]
    except DAMAGED as error:
        raise _problem(parcel, "The archive is damaged or locked.", "Send the files themselves.") from error


def _hidden(name: str) -> bool:
    return any(part.startswith((".", "__")) and part != ".." for part in PurePath(name).parts)


def _member(archive: zipfile.ZipFile, one: zipfile.ZipInfo, parcel: Parcel, left: int) -> Parcel:
    """One file of an archive; what says it is small and is not, is not read on."""
    suffix = PurePath(one.filename).suffix.lower()
    label = f"{parcel.label}: {on_one_line(PurePath(one.filename).name)}"
    known = Parcel(label=label, raw=b"", suffix=suffix if SUFFIX.fullmatch(suffix) else ".txt")
    if suffix == ".zip":
        return changed(known, problem=_problem(known, "This is an archive in an archive.", "Unpack it first."))
    try:
        with archive.open(one) as stream:
            raw = stream.read(min(ONE, left) + 1)
    except DAMAGED:
        return changed(known, problem=_problem(known, "The file is damaged or locked.", "Send the file itself."))
    if len(raw) > min(ONE, left):
        return changed(known, problem=_problem(known, "The file is too large.", "Send the list alone."))
    return changed(known, raw=raw)


def _answers(parcel: Parcel) -> list[Parcel] | None:
    """The answers to a form that asks for a list: one parcel a row; None for any other table."""
    try:
        text = decode(parcel.raw, parcel.label)
        lines = text.splitlines()
        mark = max(",;\t", key=(lines[0] if lines else "").count)
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=mark))
    except (DocumentError, csv.Error):
        return None
    if find_csv(lines[:1]) is not None:
        return None  # the table of one list, as `export --to csv` writes it
    heads = [plain_head(head) for head in rows[0]] if rows else []
    lists = {at: fits for at, head in enumerate(heads) if (fits := COLUMN.fullmatch(head))}
    people = {key: at for key in ("name", "contact") for at, head in enumerate(heads) if head in COLUMNS[key]}
    numbers = [fits["number"] for fits in lists.values()]
    if not lists or not people or (len(lists) > 1 and (None in numbers or len({*numbers}) < len(numbers))):
        return None
    if len(rows) > MOST_MAILS + 1:
        message = f"The table has {len(rows) - 1} rows, and at most {MOST_MAILS} are read."
        raise _problem(parcel, message, "Split it.")
    found = []
    for number, row in enumerate(rows[1:], 2):
        said = {key: row[at].strip() if at < len(row) else "" for key, at in people.items()}
        for at, head in lists.items():
            if len(row) > at and row[at].strip():
                found.append(_answer(f"{parcel.label}, row {number}", row[at], head["number"], said))
    return found


def _answer(label: str, text: str, number: str | None, said: Mapping[str, str]) -> Parcel:
    """One list of an answer; where a form asks for several, its column says which one it is."""
    about = f"list {number}" if number else ""
    shown = f"{label}, {about}" if about else label
    found = Parcel(label=shown, raw=text.encode(), suffix=".txt", named=said.get("name", ""), about=about)
    return changed(found, sender=said["contact"], carriers=(said["contact"],)) if "contact" in said else found


def _sheets(parcel: Parcel) -> Iterator[Parcel]:
    """The lists on printed sheets, by their QR codes, else by their words; needs what reads pages and codes."""
    try:
        printed = read_pdf(parcel.raw)
    except ImportError as error:
        hint = "Install it with `pip install 'listbuilder[png,scan]'`, or send the list file."
        raise _problem(parcel, "Reading a PDF needs parts that are not installed.", hint) from error
    if isinstance(printed, Ended):
        raise _problem(parcel, "The PDF can't be read.", "Send the list file.")
    if printed.pages > MOST_PAGES:
        message = f"The PDF has {printed.pages} pages, and at most {MOST_PAGES} are read."
        raise _problem(parcel, message, "Send the list alone, or the list file.")
    for code in printed.codes:
        yield Parcel(label=parcel.label, raw=code.encode(), suffix=".txt")
    if printed.words.strip():
        yield Parcel(label=parcel.label, raw=_utf8(printed.words), suffix=".txt", loose=True)


def _word(parcel: Parcel) -> Iterator[Parcel]:
    """The words of a letter that a word processor wrote, a line for each paragraph."""
    try:
        with zipfile.ZipFile(io.BytesIO(parcel.raw)) as archive, archive.open(WORDS) as stream:
            raw = stream.read(ONE + 1)
    except (*DAMAGED, KeyError) as error:
        raise _problem(parcel, "The document is damaged or locked.", "Send the list as text.") from error
    if len(raw) > ONE:
        raise _problem(parcel, "The document is too large.", "Send the list alone, as text.")
    breaks = {"/w:p": "\n", "w:br": "\n", "w:tab": "\t"}
    tags = tags_of(raw.decode("utf-8", "replace"))
    words = "".join(breaks.get(tag.name, "") + (tag.text if tag.name == "w:t" else "") for tag in tags)
    if words.strip():
        yield Parcel(label=parcel.label, raw=_utf8(words), suffix=".txt", loose=True)


def _utf8(words: str) -> bytes:
    return words.replace("\r\n", "\n").encode("utf-8", "replace")
