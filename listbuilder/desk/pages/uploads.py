"""A list as it came with a form: text, or a file that becomes text, so that the player sees what is handed in."""

from __future__ import annotations

from listbuilder.desk.pages.forms import Form
from listbuilder.errors import DocumentError
from listbuilder.formats.qr import is_picture, read_qr
from listbuilder.reading.decoding import decode

# Archives, printed pages and old office files: none of them is read here.
PACKED = (b"PK\x03\x04", b"PK\x05\x06", b"%PDF", b"\x1f\x8b", b"BZh", b"7z\xbc\xaf", b"Rar!", b"\xd0\xcf\x11\xe0")
NAME = "your file"


def text_of(form: Form) -> str:
    """The text to hand in; DocumentError where a file can't be taken."""
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
        codes = read_qr(raw, NAME)
        if len(codes) > 1:
            message = f"The picture has QR codes of {len(codes)} lists."
            raise DocumentError.of("import.several", message, "Cut it to the one that counts.")
        return codes[0]
    return decode(raw, NAME)
