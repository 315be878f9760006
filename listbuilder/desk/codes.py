"""Codes that people read out and type: 32 signs, none like another, in any case, with or without dashes."""

from __future__ import annotations

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ALIKE = str.maketrans("OIL", "011", "- \t\n")
FEWEST, GROUP, SHORT_BYTES = 8, 4, 10
"""How many signs of a short code must be typed, how many stand in a group, and how many bytes a short code shows."""


def to_code(data: bytes) -> str:
    """Bytes as signs of five bits each; what is missing at the end counts as 0."""
    bits = int.from_bytes(data, "big")
    length = -(-len(data) * 8 // 5)
    bits <<= length * 5 - len(data) * 8
    return "".join(SIGNS[bits >> 5 * at & 31] for at in reversed(range(length)))


def from_code(text: str, size: int) -> bytes | None:
    """The bytes that a code of so many bytes means, however it was typed; None where it is no such code."""
    signs = plain_code(text)
    length = -(-size * 8 // 5)
    if len(signs) != length or not set(signs) <= set(SIGNS):
        return None
    bits = 0
    for sign in signs:
        bits = bits << 5 | SIGNS.index(sign)
    spare = length * 5 - size * 8
    return None if bits & ((1 << spare) - 1) else (bits >> spare).to_bytes(size, "big")


def plain_code(text: str) -> str:
    """A code without dashes, in capitals, each sign the one that is meant."""
    return text.upper().translate(ALIKE)


def short_code(data: bytes) -> str:
    """The first 16 signs, as people read them out: `7QK2-M9XA-4C0D-TR8E`.

    Two texts with the same eight signs are found in seconds. Sixteen are out of reach for a script, not for a farm.
    """
    signs = to_code(data[:SHORT_BYTES])
    return "-".join(signs[at : at + GROUP] for at in range(0, len(signs), GROUP))
