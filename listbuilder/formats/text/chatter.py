"""Whether a line that is no part of a list is talk around it: only then it may be kept without a word of complaint."""

from __future__ import annotations

from listbuilder.formats.text.counts import count_of
from listbuilder.formats.text.head import GREETINGS
from listbuilder.formats.text.items import LineReader
from listbuilder.formats.text.paste import PastedLine
from listbuilder.formats.text.tokens import find_top, pieces_of
from listbuilder.values import slug

ENDS = ("?", "!", ".", "…", ")")
FEW, MANY = 4, 9
SHARP = str.maketrans({"ß": "ss", "ł": "l", "Ł": "L"})


# How people end a message; what stands below is their name.
SIGN_OFFS = frozenset(
    {
        "abraco", "abracos", "abrazo", "amicalement", "atentamente", "best", "bests", "bg", "bien", "bises", "bisous",
        "br", "cheers", "ciao", "cordialement", "cordiali", "cya", "danke", "distinti", "dziekuje", "dzieki", "enviado",
        "envoye", "freundliche", "get", "gg", "glhf", "gracias", "grazie", "greetings", "greets", "groeten", "groetjes",
        "gruss", "grusse", "gruse", "grus", "gru", "gruesse", "halsningar", "herzliche", "hilsen", "inviato", "kind",
        "lg", "liebe", "many", "merci", "mfg", "mit", "mvg", "mvh", "obrigado", "pozdrawiam", "pozdro", "regards",
        "rgds", "saludo", "saludos", "saluti", "salutations", "schone", "see", "sent", "sentiti", "serdecznie",
        "sincerely", "thank", "thanks", "thx", "ty", "un", "uscisk", "vg", "viele", "von", "warm", "wyslane", "xoxo",
        "yours", "z",
    }
)  # fmt: skip
LONGEST_SIGN_OFF, LONGEST_SIGNATURE = 6, 4


def is_sign_off(line: PastedLine) -> bool:
    """Whether a line ends a message: a few words that begin as people end theirs, or two dashes alone."""
    words = [word for word in slug(line.text.translate(SHARP)).split("-") if word]
    dashes = line.raw.strip() in ("--", "-- ", "—", "__")
    return dashes or (0 < len(words) <= LONGEST_SIGN_OFF and words[0] in SIGN_OFFS)


def is_signature(line: PastedLine, reader: LineReader) -> bool:
    """Whether a line may be the name of whoever sent a list, and is near to no entry."""
    words = line.text.split()
    named = 0 < len(words) <= LONGEST_SIGNATURE and all(word[0].isupper() for word in words)
    plain = named and not (line.numbered or line.bulleted or line.heading) and not line.text.endswith(":")
    return plain and not _is_counted(line.text, reader) and not reader.names.is_near(line.text.strip(".,!"))


def is_chatter(line: PastedLine, reader: LineReader) -> bool:
    """Whether a line reads like talk, and nothing in it like a model that somebody misspelt."""
    text = line.text
    words = text.split()
    asks = text.endswith(("?", "!"))
    if line.numbered or (line.bulleted and not asks) or _is_counted(text, reader):
        return False
    bracketed = text[:1] == "(" and text[-1:] == ")"
    talks = len(words) >= FEW or text[-1:] in ("?", "!", ".", ",", "…", ":") or "://" in text or bracketed
    talks = talks or slug(words[0]) in GREETINGS
    if not talks or reader.names.is_near(text):
        return False
    sentence = asks or len(words) >= MANY or (len(words) > FEW and text[-1:] in ENDS)
    return sentence or not (_is_near(text, reader) or _has_name(text, reader))


def _is_counted(text: str, reader: LineReader) -> bool:
    """Whether a price or a count stands with it, as with a model."""
    return reader.without_points(text) != text or count_of(text)[0] > 1


def _is_near(text: str, reader: LineReader) -> bool:
    """Whether a part of a line may be an entry misspelt."""
    parts = [piece for piece in pieces_of(text.replace(",", ";").replace(":", ";")) if slug(piece)]
    return any(reader.names.is_near(part.strip("().,!")) for part in parts)


def _has_name(text: str, reader: LineReader) -> bool:
    """Whether a line has the name of an entry among its words: of any behind a colon, else of what a model is."""
    whole = f"-{slug(text)}-"
    names = reader.names.all if find_top(text, ":") >= 0 else reader.head_names
    return any(f"-{slug(name)}{more}-" in whole for name in names for more in ("", "s", "es"))
