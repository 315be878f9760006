"""Share codes: a list in a short line of letters that fits in a link, `LB1-` and base64url.

Inside are a checksum and the deflated canonical list by ids, so that a code keeps its meaning when the catalogue grows,
is put in another order, or renames an entry and keeps the old id as an alias. No code unpacks to more than 64 kB.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib

from listbuilder.base.errors import DocumentError
from listbuilder.exchange.documents.judged import JudgedList
from listbuilder.lists.canonical import canonical
from listbuilder.storage.reading import Document, read_text

MAX_CODE, MAX_UNPACKED = 8192, 65536
CODE = re.compile(r"LB(\d{1,3})-([A-Za-z0-9_-]+)")
ALONE = re.compile(r"(?:[a-z]{2,10}://[^\s,]*[^A-Za-z0-9_-])?(LB\d{1,3}-[A-Za-z0-9_-]+)")
# Part of version 1: what most lists have in common, so that it costs next to nothing. It must never change.
COMMON = (
    b'{"entry":"","picks":["equipment":["coalition":"mission":"role":"defender","attacker","tactic":"leader":"target":'
    b'"kind":"deploy":false,"level":"carries":["modifiers":["raise":{"hp":2,"mv":2},"armour":"medium",'
    b'"gear":["abilities":["weapons":["weapon":"rank":"team":"notes":"player":"limit":"format":"standard","catalogue":'
    b'"1.0.0","group":"count":2},{"name":"groups":[{"name":"models":[{"unit":"},{"unit":"game":"'
)


def write_code(judged: JudgedList) -> str:
    """The share code of a list."""
    tree = canonical(judged.tree, judged.game, "id")
    data = json.dumps(tree, ensure_ascii=False, separators=(",", ":")).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, COMMON)
    packed = packer.compress(data) + packer.flush()
    check = zlib.crc32(data).to_bytes(4, "big")
    code = "LB1-" + base64.urlsafe_b64encode(check + packed).decode().rstrip("=")
    if len(code) > MAX_CODE or len(data) > MAX_UNPACKED:
        raise large_code_error(f"The code would have {len(code)} characters", "Send the list as a file.")
    return code + "\n"


def code_in(text: str) -> str | None:
    """The code in a text or a link, when there is one and nothing else of note; line breaks in it do not matter."""
    found = ALONE.fullmatch(re.sub(r"\s+", "", text[: 4 * MAX_CODE]))
    return found[1] if found else None


def read_code(code: str) -> Document:
    """The list in a code, or DocumentError that says what is wrong with it."""
    if len(code) > MAX_CODE:
        raise large_code_error(f"The code has {len(code)} characters", "Ask for a file.")
    match = CODE.fullmatch(code)
    if match is None:
        raise broken_code_error("is no share code")
    if match[1] != "1":
        hint = "Get a newer listbuilder, or ask for the list as text."
        raise DocumentError.of(
            "code.version", f"The code is of version {match[1]}; this program reads version 1.", hint
        )
    try:
        raw = base64.b64decode(match[2] + "=" * (-len(match[2]) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj(-15, COMMON)
        # Bounded here and checked below: a few bytes of deflate could unpack to gigabytes.
        data = unpacker.decompress(raw[4:], MAX_UNPACKED)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise broken_code_error("is damaged") from error
    if not unpacker.eof or unpacker.unused_data or unpacker.unconsumed_tail:
        raise broken_code_error("is cut off, has something behind it, or holds more than any list")
    if zlib.crc32(data).to_bytes(4, "big") != raw[:4]:
        raise broken_code_error("has a wrong letter in it: its checksum does not fit")
    try:
        return read_text(data.decode(), file="code.json")
    except UnicodeDecodeError as error:
        raise broken_code_error("holds no text") from error


def large_code_error(fact: str, hint: str) -> DocumentError:
    """The error for a code that is longer than any list needs."""
    return DocumentError.of("code.too-large", f"{fact}; {MAX_CODE} is the most.", hint)


def broken_code_error(why: str) -> DocumentError:
    """The error for a code that can't be read."""
    return DocumentError.of("code.broken", f"This {why}.", "Copy the whole code again, from LB to its last letter.")
