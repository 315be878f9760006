"""Unpack mails, mailboxes, archives, form answers, PDF and Word files, within bounds on size, number and depth.

A parcel goes in, the parcels inside come out, or None for a plain file. Names inside are shown, never used as paths.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.policy import default
from email.utils import parsedate_to_datetime
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.base.characters import on_one_line
from listbuilder.base.errors import DocumentError
from listbuilder.base.records import replace
from listbuilder.base.values import slug
from listbuilder.desk.intake.parcels import HEADERS, SUFFIX, Parcel, sent_at
from listbuilder.desk.players import COLUMNS, plain_head
from listbuilder.exchange.battlescribe.archives import DAMAGED
from listbuilder.exchange.formats.code import code_in
from listbuilder.exchange.formats.csv_table import find_csv
from listbuilder.exchange.formats.html_page import page_text, parse_tags
from listbuilder.exchange.formats.qr import marks_on
from listbuilder.storage.processes.budget import OverBudgetError, WorkFailure, bounded, failure_finding
from listbuilder.storage.processes.worker_process import RestartingWorker
from listbuilder.storage.reading import decode

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument  # type: ignore[import-untyped]


# PDF: the share codes in its QR codes, else its text. A child process reads it, which can be killed.


MOST_PAGES, DOTS = 40, 200
# The longer side of a page in dots; A4 has 2,339.
LONGEST = 2_400
MOST_WORDS = 200_000


class PdfContent(NamedTuple):
    """The content of a PDF: share codes, or its text if there are none."""

    codes: list[str]
    words: str
    pages: int


def read_pdf(raw: bytes) -> PdfContent | WorkFailure:
    """The content of a PDF, empty if it has too many pages, or why the child failed; may raise ImportError."""
    import pypdfium2  # noqa: F401
    import zxingcpp  # noqa: F401

    # PDF libraries are written in C and read what strangers send: a crash must end the child only.
    with RestartingWorker(_read) as keeper:
        answer = keeper.ask(raw)
    return answer if isinstance(answer, WorkFailure) else PdfContent(*json.loads(answer))


def _read(raw: bytes) -> bytes:
    """Read a PDF; runs in the child process."""
    from pypdfium2 import PdfDocument

    document = PdfDocument(raw)
    count = len(document)
    if count > MOST_PAGES:
        return json.dumps(PdfContent([], "", count)).encode()
    marks = [mark for at in range(count) for mark in _marks(document, at)]
    codes = list(dict.fromkeys(code for code in map(code_in, marks) if code))
    words = "" if codes else "\n".join(_words(document, count))
    return json.dumps(PdfContent(codes, words, count)).encode()


def _marks(document: PdfDocument, at: int) -> list[str]:
    """The texts of the QR codes on one page; only one page is in memory at a time."""
    page = document[at]
    scale = min(DOTS / 72, LONGEST / max(1.0, *page.get_size()))
    return marks_on(page.render(scale=scale, grayscale=True).to_pil())


def _words(document: PdfDocument, count: int) -> list[str]:
    """The text of each page, up to MOST_WORDS characters in all."""
    left, found = MOST_WORDS, []
    for at in range(count):
        page = document[at].get_textpage()
        size = min(left, page.count_chars())
        found.append(page.get_text_range(0, size) if size else "")
        left -= size
    return found


MOST_PARTS, MOST_BYTES, MOST_MAILS = 500, 64 << 20, 5_000
ONE = 12 << 20
DEEPEST_PART, LONGEST_HEADER = 24, 8_000
NESTING = re.compile(rb"^content-type:\s*(?:multipart|message)/", re.IGNORECASE | re.MULTILINE)
"""A part with parts. The mail parser gets slower with each level, so they are counted before parsing."""
MOST_NESTING = 200
NO_ADDRESS = re.compile(r'=\?[^?]*\?[bq]\?[^?]*\?=|"(?:\\.|[^"\\])*"|\([^()]*\)', re.IGNORECASE)
ADDRESS = re.compile(r'[^\s<>,;:()"]+@[^\s<>,;:()"]+')
COLUMN = re.compile(
    r"(?:list|army list|your list|roster|share code|code|list code)(?: (?:no |number )?(?P<number>[1-9]))?"
)
"""The header of a form's column with lists, with the number of the list if the form asks for several."""
LETTERS = (".pdf", ".docx")
MOST_OPENING = 8
SALUTATIONS = frozenset(
    {
        "bonjour", "buenas", "buongiorno", "cher", "chere", "ciao", "czesc", "dear", "dzien", "guten", "hallo",
        "hei", "hej", "hello", "hey", "hi", "hoi", "hola", "liebe", "lieber", "moin", "ola", "querida", "querido",
        "salut", "salve", "sehr", "servus", "witam",
    }
)  # fmt: skip
LIST_WORDS = frozenset({"list", "lista", "liste", "listen", "lists", "lijst", "roster"})
"""How people call their list before a colon."""
WORDS = "word/document.xml"


def unpack(parcel: Parcel) -> list[Parcel] | None:
    """The parcels in a parcel, or None for a plain file; DocumentError if it is too large, damaged or too slow."""
    try:
        with bounded():
            found = _parts(parcel)
    except DocumentError:
        raise
    except RecursionError as error:
        raise _nested(parcel) from error
    except OverBudgetError as error:
        over = failure_finding(WorkFailure.over(error), parcel.label)
        raise DocumentError(over.message, (over,)) from error
    # One parcel must not stop the others.
    except Exception as error:
        failed = failure_finding(WorkFailure.FAILED, parcel.label, error)
        raise DocumentError(failed.message, (failed,)) from error
    if found is None or not parcel.carriers:
        return found
    return [replace(one, carriers=(*parcel.carriers, *one.carriers)) for one in found]


def texts_in(parcel: Parcel, depth: int = 3) -> Iterator[str]:
    """The case-folded text of a parcel and of everything inside it; what can't be opened is skipped."""
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
    message = f"The mail has parts nested more than {DEEPEST_PART} deep."
    return _problem(parcel, message, "Ask for the list alone, as text or as a file.")


def _mail(parcel: Parcel) -> Iterator[Parcel]:
    """The attachments and the text of a mail, each with the sender, which is a hint and no proof."""
    if sum(1 for _ in NESTING.finditer(parcel.raw)) > MOST_NESTING:
        raise _nested(parcel)
    mail = message_from_bytes(parcel.raw, policy=default)
    assert isinstance(mail, EmailMessage)
    sender = sender_of(mail)
    named, about = _dated(mail) or parcel.label, on_one_line(_raw_header(mail, "Subject"))
    for number, part in enumerate(_leaves(mail, parcel), 1):
        known = Parcel(label=named, raw=b"", suffix=".txt", sender=sender, carriers=(sender,), about=about)
        if number > MOST_PARTS:
            message = f"The mail has more than {MOST_PARTS} parts; the rest was not opened."
            yield replace(known, problem=_problem(known, message, "Ask for the list alone."), attached=True)
            return
        try:
            found = _part(part, known)
        # One part must not hide the others.
        except Exception as error:
            failed = failure_finding(WorkFailure.FAILED, named, error)
            found = replace(known, problem=DocumentError(failed.message, (failed,)), attached=True)
        if found is not None:
            yield from _opened(found)


def mail_text(raw: bytes) -> str:
    """A mail as its reader sees it: who wrote it, when, and its texts. One that can't be parsed stays as it is."""
    parcel = Parcel(label="mail", raw=raw, suffix=".eml")
    try:
        with bounded():
            return "\n\n".join(_mail_texts(parcel))
    except (Exception, OverBudgetError):  # it is only shown
        return raw.decode("utf-8", "replace")


def _mail_texts(parcel: Parcel) -> Iterator[str]:
    if sum(1 for _ in NESTING.finditer(parcel.raw)) > MOST_NESTING:
        raise _nested(parcel)
    mail = message_from_bytes(parcel.raw, policy=default)
    assert isinstance(mail, EmailMessage)
    heads = [(head, _raw_header(mail, head)) for head in ("From", "Date", "Subject")]
    yield "\n".join(f"{head}: {on_one_line(str(make_header(decode_header(value))))}" for head, value in heads)
    seen = set()
    for part in islice(_leaves(mail, parcel), MOST_PARTS):
        content, name = part.get_payload(decode=True), part.get_filename()
        if not isinstance(content, bytes) or (name and part.get_content_maintype() != "text"):
            yield f"[{on_one_line(name or part.get_content_type())}]"
            continue
        text = _in_utf8(part, content).decode("utf-8", "replace").replace("\r\n", "\n")
        text = page_text(text) if part.get_content_subtype() == "html" else text
        # Most mails contain everything twice, as text and as a page.
        if (words := slug(text)) not in seen:
            yield f"[{on_one_line(name)}]\n{text}" if name else text
        seen.add(words)


def _leaves(mail: EmailMessage, parcel: Parcel) -> Iterator[EmailMessage]:
    """The leaf parts of a mail, in order. A stack, not recursion: strangers choose the depth."""
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
    """One leaf part of a mail; None without content."""
    if any(
        len(str(value)) > LONGEST_HEADER for key, value in part.raw_items() if key.casefold().startswith("content-")
    ):
        return replace(known, problem=_problem(known, "A header of the mail is too long.", "Ask for the list alone."))
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        return None
    name = part.get_filename()
    suffix = PurePath(name).suffix.lower() if name else ".html" if part.get_content_type() == "text/html" else ".txt"
    suffix = suffix if SUFFIX.fullmatch(suffix) else ".txt"
    label = f"{known.label}: {on_one_line(name)}" if name else known.label
    if len(content) > ONE:
        problem = DocumentError.of("file.too-large", f"{label} is larger than {ONE >> 20} MB.", "Send the list alone.")
        return replace(known, label=label, suffix=suffix, problem=problem, attached=True)
    text = _in_utf8(part, content)
    # Below this line is the signature.
    text = text if name else text.replace(b"\r\n", b"\n").partition(b"\n-- \n")[0]
    if not name and suffix == ".html" and b"<html" not in text[:500].lower():
        # Many mail programs send an HTML fragment, which only its content type tells from text.
        text, suffix = _utf8(page_text(f"<p>{text.decode('utf-8', 'replace')}")), ".txt"
    if not name and suffix == ".txt":
        text = without_opening(text.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    return replace(known, label=label, raw=text, suffix=suffix, attached=bool(name))


def without_opening(text: str) -> str:
    """The text of a mail without a greeting and a line that announces the list, if a blank line follows them."""
    for is_opening in (_greets, _announces):
        first, _, rest = text.lstrip().partition("\n")
        if is_opening(first.strip()) and rest[: len(rest) - len(rest.lstrip())].count("\n"):
            text = rest
    return text


def _greets(line: str) -> bool:
    words = slug(line).split("-")
    return words[0] in SALUTATIONS and len(words) <= MOST_OPENING and line[-1:] in ",!."


def _announces(line: str) -> bool:
    words = slug(line).split("-")
    return line.endswith(":") and len(words) <= MOST_OPENING and not LIST_WORDS.isdisjoint(words)


def sender_of(mail: EmailMessage) -> str:
    """The sender's address of a mail; empty if there is none, or more than one.

    Display names, comments and encoded words may contain any address, so they are removed first.
    """
    text = " , ".join(_raw_headers(mail, "From"))
    # Again until nothing changes, because comments may be nested.
    while (less := NO_ADDRESS.sub(" ", text)) != text:
        text = less
    found = {address.lower(): address for address in ADDRESS.findall(text)}
    return on_one_line(next(iter(found.values()))) if len(found) == 1 else ""


def _opened(part: Parcel) -> list[Parcel]:
    """The content of a PDF or Word file inside a mail or archive; one that can't be opened stays as it is."""
    if part.suffix not in LETTERS:
        return [part]
    try:
        found = _parts(part) or []
    except DocumentError:
        return [part]
    known = {"label": part.label, "sender": part.sender, "carriers": part.carriers}
    return [replace(one, **known, about=part.about, attached=part.attached) for one in found] or [part]


def _raw_header(mail: EmailMessage, head: str) -> str:
    """The raw value of a mail header; the library's own parsing fails on malformed ones."""
    return next(iter(_raw_headers(mail, head)), "")


def _raw_headers(mail: EmailMessage, head: str) -> list[str]:
    """The raw values of all headers of one name."""
    values = [str(value) for key, value in mail.raw_items() if key.casefold() == head.casefold()]
    return [one[:LONGEST_HEADER].encode("utf-8", "surrogateescape").decode("utf-8", "replace") for one in values]


def _dated(mail: EmailMessage) -> str:
    """The label of a mail: its date and time."""
    try:
        return f"mail of {parsedate_to_datetime(_raw_header(mail, 'Date')):%Y-%m-%d %H:%M}"
    except (OverflowError, TypeError, ValueError):
        return ""


def _in_utf8(part: EmailMessage, content: bytes) -> bytes:
    """A text part converted to UTF-8; other parts stay as they are."""
    charset = part.get_content_charset()
    if part.get_content_maintype() != "text" or charset in (None, "utf-8", "us-ascii"):
        return content
    try:
        return content.decode(str(charset)).encode("utf-8")
    # ValueError: undecodable bytes, or a NUL in the name of the encoding.
    except (LookupError, ValueError):
        return content


def _mailbox(parcel: Parcel) -> Iterator[Parcel]:
    """The mails of a mailbox, one parcel each, newest last."""
    mails = (b"\n" + parcel.raw.replace(b"\r\n", b"\n")).split(b"\nFrom ")[1:]
    if len(mails) > MOST_MAILS:
        message = f"The mailbox holds {len(mails)} mails, and at most {MOST_MAILS} are read."
        raise _problem(parcel, message, "Split it.")
    numbered = list(enumerate(mails, 1))
    dates = {number: sent_at(mail[:HEADERS]) for number, mail in numbered}
    if None not in dates.values():
        # The newest last, unless a mail has no date: then the order of the mailbox is the best there is.
        numbered.sort(key=lambda one: dates[one[0]] or 0.0)
    for number, mail in numbered:
        # The first line was the separator; body lines that look like one are escaped with `>`.
        body = mail.partition(b"\n")[2].replace(b"\n>From ", b"\nFrom ")
        yield Parcel(label=f"mail {number}", raw=body, suffix=".eml")


def _archive(parcel: Parcel) -> Iterator[Parcel]:
    """The files of an archive; one that can't be opened becomes a parcel with a problem."""
    try:
        with zipfile.ZipFile(io.BytesIO(parcel.raw)) as archive:
            files = [one for one in archive.infolist() if not one.is_dir() and not _hidden(one.filename)]
            if len(files) > MOST_PARTS or sum(one.file_size for one in files) > MOST_BYTES:
                raise _problem(
                    parcel, "The archive is too large, or has too many files.", "Unpack it, and take in a part."
                )
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
    """One file of an archive. Its declared size is not trusted, so reading stops at the limit."""
    suffix = PurePath(one.filename).suffix.lower()
    label = f"{parcel.label}: {on_one_line(PurePath(one.filename).name)}"
    known = Parcel(label=label, raw=b"", suffix=suffix if SUFFIX.fullmatch(suffix) else ".txt")
    if suffix == ".zip":
        return replace(known, problem=_problem(known, "This is an archive in an archive.", "Unpack it first."))
    try:
        with archive.open(one) as stream:
            raw = stream.read(min(ONE, left) + 1)
    except DAMAGED:
        return replace(known, problem=_problem(known, "The file is damaged or locked.", "Send the file itself."))
    if len(raw) > min(ONE, left):
        return replace(known, problem=_problem(known, "The file is too large.", "Send the list alone."))
    return replace(known, raw=raw)


def _answers(parcel: Parcel) -> list[Parcel] | None:
    """The lists in a form's export, one parcel a cell; None for any other table."""
    try:
        text = decode(parcel.raw, parcel.label)
        lines = text.splitlines()
        mark = max(",;\t", key=(lines[0] if lines else "").count)
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=mark))
    except (DocumentError, csv.Error):
        return None
    if find_csv(lines[:1]) is not None:
        # The table of one list, as `export --to csv` writes it.
        return None
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
        cells = {key: row[at].strip() if at < len(row) else "" for key, at in people.items()}
        for at, head in lists.items():
            if len(row) > at and row[at].strip():
                found.append(_answer(f"{parcel.label}, row {number}", row[at], head["number"], cells))
    return found


def _answer(label: str, text: str, number: str | None, cells: Mapping[str, str]) -> Parcel:
    """One list of an answer; the column has its number if the form asks for several."""
    about = f"list {number}" if number else ""
    shown = f"{label}, {about}" if about else label
    found = Parcel(label=shown, raw=text.encode(), suffix=".txt", named=cells.get("name", ""), about=about)
    return replace(found, sender=cells["contact"], carriers=(cells["contact"],)) if "contact" in cells else found


def _sheets(parcel: Parcel) -> Iterator[Parcel]:
    """The lists in a PDF: one parcel a share code, else one with its text."""
    try:
        printed = read_pdf(parcel.raw)
    except ImportError as error:
        hint = "Install it with `pip install 'listbuilder[png,scan]'`, or send the list file."
        raise _problem(parcel, "Reading a PDF needs parts that are not installed.", hint) from error
    if isinstance(printed, WorkFailure):
        raise _problem(parcel, "The PDF can't be read.", "Send the list file.")
    if printed.pages > MOST_PAGES:
        message = f"The PDF has {printed.pages} pages, and at most {MOST_PAGES} are read."
        raise _problem(parcel, message, "Send the list alone, or the list file.")
    for code in printed.codes:
        yield Parcel(label=parcel.label, raw=code.encode(), suffix=".txt")
    if printed.words.strip():
        yield Parcel(label=parcel.label, raw=_utf8(printed.words), suffix=".txt", loose=True)


def _word(parcel: Parcel) -> Iterator[Parcel]:
    """The text of a Word document, one line a paragraph."""
    try:
        with zipfile.ZipFile(io.BytesIO(parcel.raw)) as archive, archive.open(WORDS) as stream:
            raw = stream.read(ONE + 1)
    except (*DAMAGED, KeyError) as error:
        raise _problem(parcel, "The document is damaged or locked.", "Send the list as text.") from error
    if len(raw) > ONE:
        raise _problem(parcel, "The document is too large.", "Send the list alone, as text.")
    breaks = {"/w:p": "\n", "w:br": "\n", "w:tab": "\t"}
    tags = parse_tags(raw.decode("utf-8", "replace"))
    words = "".join(breaks.get(tag.name, "") + (tag.text if tag.name == "w:t" else "") for tag in tags)
    if words.strip():
        yield Parcel(label=parcel.label, raw=_utf8(words), suffix=".txt", loose=True)


def _utf8(words: str) -> bytes:
    return words.replace("\r\n", "\n").encode("utf-8", "replace")
