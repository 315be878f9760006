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
from email.utils import parseaddr, parsedate_to_datetime
from pathlib import PurePath

from listbuilder.desk.intake.parcels import SUFFIX, Parcel
from listbuilder.desk.intake.pdf import MOST_PAGES, read_pdf
from listbuilder.desk.signup import COLUMNS, plain_head
from listbuilder.errors import DocumentError
from listbuilder.formats.csv_table import find_csv
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
            return _parts(parcel)
    except OverBudgetError as error:
        found = finding_of(Ended.over(error), parcel.label)
        raise DocumentError(found.message, (found,)) from error


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
        return list(_mail(parcel.raw, parcel.label))
    if parcel.suffix == ".mbox":
        return list(_mailbox(parcel.raw))
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


def _mail(raw: bytes, label: str) -> Iterator[Parcel]:
    """The attachments of a mail and its text, each with what the mail says about its sender: a hint, no proof."""
    mail = message_from_bytes(raw, policy=default)
    assert isinstance(mail, EmailMessage)
    sender = parseaddr(_said(mail, "From"))[1]
    named, about = _dated(mail) or label, _said(mail, "Subject")
    for number, part in enumerate(mail.walk()):
        if number > MOST_PARTS:
            return
        if part.is_multipart():
            continue
        content = part.get_payload(decode=True)
        if not isinstance(content, bytes):
            continue
        name = part.get_filename()
        suffix = (
            PurePath(name).suffix.lower() if name else ".html" if part.get_content_type() == "text/html" else ".txt"
        )
        suffix = suffix if SUFFIX.fullmatch(suffix) else ".txt"
        shown = f"{named}: {on_one_line(name)}" if name else named
        if len(content) > ONE:
            yield _too_large(shown, suffix, sender)
            continue
        text = _in_utf8(part, content)
        # Below this line mail programs put what is no part of the message.
        text = text if name else text.replace(b"\r\n", b"\n").partition(b"\n-- \n")[0]
        yield from _opened(
            Parcel(label=shown, raw=text, suffix=suffix, sender=sender, about=about, attached=bool(name))
        )


def _opened(part: Parcel) -> list[Parcel]:
    """What is in a printed sheet or a letter that came inside something; one that can't be opened stays as it is."""
    if part.suffix not in LETTERS:
        return [part]
    try:
        found = _parts(part) or []
    except DocumentError:
        return [part]
    known = {"label": part.label, "sender": part.sender, "about": part.about, "attached": part.attached}
    return [changed(one, **known) for one in found] or [part]


def _too_large(label: str, suffix: str, sender: str) -> Parcel:
    """What came with a mail and is larger than any list."""
    problem = DocumentError.of("file.too-large", f"{label} is larger than {ONE >> 20} MB.", "Send the list alone.")
    return Parcel(label=label, raw=b"", suffix=suffix, sender=sender, problem=problem, attached=True)


def _said(mail: EmailMessage, head: str) -> str:
    """What a head of a mail says, as it was sent: where it is wrong, the library fails to take it apart."""
    said = next((str(value) for key, value in mail.raw_items() if key.casefold() == head.casefold()), "")
    return said.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


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


def _mailbox(raw: bytes) -> Iterator[Parcel]:
    """The mails of a mailbox, each a parcel of its own."""
    mails = (b"\n" + raw.replace(b"\r\n", b"\n")).split(b"\nFrom ")[1:]
    for number, mail in enumerate(mails[:MOST_MAILS], 1):
        # The first line was the separator; lines that looked like one have a sign before them.
        body = mail.partition(b"\n")[2].replace(b"\n>From ", b"\nFrom ")
        yield Parcel(label=f"mail {number}", raw=body, suffix=".eml")


def _archive(parcel: Parcel) -> Iterator[Parcel]:
    """The files of an archive; what says it is small and is not, is not read on."""
    try:
        with zipfile.ZipFile(io.BytesIO(parcel.raw)) as archive:
            files = [one for one in archive.infolist() if not one.is_dir()]
            if len(files) > MOST_PARTS or sum(one.file_size for one in files) > MOST_BYTES:
                raise _problem(parcel, "The archive holds more than an event needs.", "Unpack it, and take in a part.")
            left = MOST_BYTES
            for one in files:
                with archive.open(one) as stream:
                    raw = stream.read(min(ONE, left) + 1)
                left -= len(raw)
                if len(raw) > ONE or left < 0:
                    raise _problem(parcel, "A file in the archive is too large.", "Unpack it, and take in a part.")
                suffix = PurePath(one.filename).suffix.lower()
                name = on_one_line(PurePath(one.filename).name)
                hidden = any(part.startswith((".", "__")) and part != ".." for part in PurePath(one.filename).parts)
                if not hidden and suffix != ".zip":
                    fits = suffix if SUFFIX.fullmatch(suffix) else ".txt"
                    yield from _opened(Parcel(label=f"{parcel.label}: {name}", raw=raw, suffix=fits))
    except DAMAGED as error:
        raise _problem(parcel, "The archive is damaged or locked.", "Send the files themselves.") from error


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
    found = []
    for number, row in enumerate(rows[1 : MOST_MAILS + 1], 2):
        said = {key: row[at].strip() for key, at in people.items() if at < len(row)}
        for at, head in lists.items():
            if len(row) > at and row[at].strip():
                found.append(_answer(f"{parcel.label}, row {number}", row[at], head["number"], said))
    return found


def _answer(label: str, text: str, number: str | None, said: Mapping[str, str]) -> Parcel:
    """One list of an answer; where a form asks for several, its column says which one it is."""
    about = f"list {number}" if number else ""
    shown = f"{label}, {about}" if about else label
    named, sender = said.get("name", ""), said.get("contact", "")
    return Parcel(label=shown, raw=text.encode(), suffix=".txt", sender=sender, named=named, about=about)


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
