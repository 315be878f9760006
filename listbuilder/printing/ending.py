"""The end of a PDF: objects that reportlab wrote, then thousands of small ones packed together, then an index of all.

Written one by one as reportlab does it, the parts of the structure take most of the file and a tenth of the time.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from struct import pack
from typing import Any

UNKNOWN = "0000000000 0 R"  # stands for the first of the objects that are packed, as long as nobody knows its number
PACKED = 500  # objects in a pack: a reader opens a whole pack for one of them
QUICK = 4  # of zlib; the last levels take long and save little


def ended(document: Any, written: bytes, objects: Sequence[str]) -> bytes:
    """A PDF with more objects, the first of which its catalogue is to name; `written` has an index of the old kind."""
    first, numbers = len(document.numberToId) + 1, document.idToObjectNumberAndVersion
    index = {numbers[name][0]: pack(">BIH", 1, offset, 0) for name, offset in document.idToOffset.items()}
    parts = [named(document, written[: written.rindex(b"xref\n0 ")], first)]
    free, place = first, len(parts[0])
    packs = [objects[at : at + PACKED] for at in range(0, len(objects), PACKED)]
    for number, some in enumerate(packs, first + len(objects)):
        index |= {free + at: pack(">BIH", 2, number, at) for at in range(len(some))}
        index[number] = pack(">BIH", 1, place, 0)
        parts.append(packed(number, free, some))
        place, free = place + len(parts[-1]), free + len(some)
    number = first + len(objects) + len(packs)
    index[number] = pack(">BIH", 1, place, 0)
    parts.append(index_of(document, number, index))
    return b"".join([*parts, f"startxref\n{place}\n%%EOF\n".encode()])


def named(document: Any, body: bytes, first: int) -> bytes:
    """What was written, with a number where that was unknown; it takes as much room, so that nothing moves."""
    unknown, known = UNKNOWN.encode(), f"{first} 0 R".ljust(len(UNKNOWN)).encode()
    at = body.index(unknown, document.idToOffset[document.Reference(document.Catalog).name])
    return b"".join([body[:at], known, body[at + len(unknown) :]])


def packed(number: int, free: int, objects: Sequence[str]) -> bytes:
    """Objects as one, with where each begins."""
    starts, offset = [], 0
    for at, one in enumerate(objects, free):
        starts.append(f"{at} {offset}")
        offset += len(one) + 1
    head = " ".join(starts) + "\n"
    content = (head + "\n".join(objects)).encode("latin-1")
    return stream(number, f"/Type /ObjStm /N {len(objects)} /First {len(head)}", content)


def index_of(document: Any, number: int, index: dict[int, bytes]) -> bytes:
    """Where every object is, and which of them the document begins with."""
    root, info = (document.Reference(one).format(document).decode() for one in (document.Catalog, document.info))
    seal = document.ID().split(b"%", 1)[0].strip().decode("latin-1")
    rows = b"".join([pack(">BIH", 0, 0, 65535), *[index[at] for at in range(1, number + 1)]])
    head = f"/Type /XRef /Size {number + 1} /W [1 4 2] /Root {root} /Info {info} /ID {seal}"
    return stream(number, head, rows)


def stream(number: int, head: str, content: bytes) -> bytes:
    """An object that is a compressed stream."""
    data = zlib.compress(content, QUICK)
    begin = f"{number} 0 obj\n<<{head} /Filter /FlateDecode /Length {len(data)}>>\nstream\n".encode("latin-1")
    return b"".join([begin, data, b"\nendstream\nendobj\n"])
