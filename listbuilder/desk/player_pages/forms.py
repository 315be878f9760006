"""Forms as browsers send them: a body and its content type in, fields and files out. Anything unusual is refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from urllib.parse import parse_qsl

from listbuilder.base.errors import DocumentError
from listbuilder.base.records import record
from listbuilder.exchange.formats.qr import is_picture, read_qr
from listbuilder.storage.reading import decode

# Fields of a form at most; the result of a game with 30 counts has as many.
MOST = 64
FIELD_NAME = re.compile(rb'content-disposition:\s*form-data;\s*name="([a-z]{1,20})"(;\s*filename=)?', re.IGNORECASE)
FILE_NAME = re.compile(rb'filename="([^"\r\n]{1,200})"', re.IGNORECASE)
BOUNDARY = re.compile(r'multipart/form-data;\s*boundary="?([A-Za-z0-9\'()+_,./:=?-]{1,70})"?', re.IGNORECASE)


class FormError(ValueError):
    """A body that is not one of our forms."""


@record
class SubmittedForm:
    """The fields of a form as text, and its files as bytes with the names that the browser gave them.

    `uploads` are all files; `files` has one for each field.
    """

    fields: dict[str, str]
    files: dict[str, bytes]
    uploads: tuple[tuple[str, bytes], ...] = ()

    def field(self, name: str) -> str:
        """A field, or nothing."""
        return self.fields.get(name, "")


def read_form(types: Sequence[str], body: bytes, files: int = 1) -> SubmittedForm:
    """Parse a form, URL-encoded or multipart; FormError for anything else. `files`: how many a field may have."""
    type_ = types[0] if len(types) == 1 else ""
    if type_.partition(";")[0].strip().lower() == "application/x-www-form-urlencoded":
        try:
            found = parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=MOST, errors="strict")
        except (UnicodeError, ValueError) as error:
            raise FormError("The form can't be read.") from error
        return _form([(name, value.encode(), None) for name, value in found])
    boundary = BOUNDARY.match(type_)
    if boundary is None:
        raise FormError("Send the form as a browser does.")
    return _form(_parts(boundary[1].encode("ascii"), body, MOST + files - 1), files)


FormPart = tuple[str, bytes, str | None]
"""A name, a value, and the name of a file; None for what is no file."""


def _parts(boundary: bytes, body: bytes, most: int) -> list[FormPart]:
    # A line break is put before the first boundary, which has none; no more parts are split off than are allowed.
    pieces = (b"\r\n" + body).split(b"\r\n--" + boundary, most + 2)
    if len(pieces) > most + 1:
        raise FormError("The form has too many parts. Send fewer files at once, or an archive of them.")
    if len(pieces) < 3 or pieces[0] or not pieces[-1].startswith(b"--"):
        raise FormError("The form can't be read.")
    found: list[FormPart] = []
    for piece in pieces[1:-1]:
        head, mark, content = piece.partition(b"\r\n\r\n")
        named = FIELD_NAME.search(head)
        if not mark or named is None:
            raise FormError("The form can't be read.")
        called = FILE_NAME.search(head)
        file = called[1].decode("utf-8", "replace") if called else ""
        found.append((named[1].decode("ascii").lower(), content, file if named[2] else None))
    return found


def _form(parts: list[FormPart], most: int = 1) -> SubmittedForm:
    """The form of some parts; FormError if a field occurs twice, or has more files than it may."""
    times = Counter((name, file is not None and most > 1) for name, _, file in parts)
    if any(count > (most if many else 1) for (_, many), count in times.items()):
        raise FormError(f"Send at most {most} files at once." if most > 1 else "The form has something twice.")
    try:
        fields = {name: value.decode("utf-8").replace("\r\n", "\n") for name, value, file in parts if file is None}
    except UnicodeError as error:
        raise FormError("The form is not in UTF-8.") from error
    # Browsers send an empty part for a file that was not chosen.
    files = [(name, value, file) for name, value, file in parts if file is not None and value]
    uploads = tuple((file, value) for _, value, file in files)
    return SubmittedForm(fields=fields, files={name: value for name, value, _ in files}, uploads=uploads)


# Uploads: a file is turned into text, so that players see what they hand in.


# Magic numbers of archives, PDFs and old Office files. Nothing is unpacked here: strangers can reach this page.
PACKED = (b"PK\x03\x04", b"PK\x05\x06", b"%PDF", b"\x1f\x8b", b"BZh", b"7z\xbc\xaf", b"Rar!", b"\xd0\xcf\x11\xe0")
UPLOAD_NAME = "your file"


def text_of(form: SubmittedForm) -> str:
    """The text to hand in; DocumentError if a file can't be accepted."""
    raw = form.files.get("file", b"")
    if not raw:
        return form.field("text")
    if form.field("text").strip():
        message = "There is a text and a file."
        raise DocumentError.of("desk.parcel", message, "Empty the text, or leave the file out: one of them counts.")
    if raw.startswith(PACKED):
        message = "A file of this kind can't be handed in here."
        raise DocumentError.of("desk.parcel", message, "Save the list as text, or paste its share code.")
    if is_picture(raw):
        codes = read_qr(raw, UPLOAD_NAME)
        if len(codes) > 1:
            message = f"The picture has QR codes of {len(codes)} lists."
            raise DocumentError.of("import.several", message, "Cut it to the one that counts.")
        return codes[0]
    return decode(raw, UPLOAD_NAME)
