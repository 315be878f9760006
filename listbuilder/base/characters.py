"""Hidden characters, line breaks and look-alike letters in text.

Text goes in, text or an answer about it comes out. Readers refuse hidden characters, printers escape them; both ask
here, so that there is one answer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

# Scripts whose letters need zero-width joiners, and the symbols that emoji sequences are joined from.
_JOINING = (
    "\u0590-\u109f\u1780-\u17b3\u17b6-\u180a\u1810-\u18af\ua800-\uabff\ufb1d-\ufdff\ufe70-\ufefc"
    "\u2190-\u27ff\u2900-\u2bff\ufe0f\U0001f000-\U0001faff"
)
# The symbols that a variation selector may follow: it chooses between a drawing and a letter.
_PICTURES = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u27ff\u2900-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
# Line breaks and tabs are not hidden: a text of several lines may have them.
_ALWAYS = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufdd0-\ufdef\ufeff\uffa0"
    "\ufff0-\ufffc\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3"
    "\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    + "".join(chr(plane + 0xFFFE) + chr(plane + 0xFFFF) for plane in range(0, 0x110000, 0x10000))
)
_JOINERS, _VARIANTS = "\u200c\u200d", "\ufe00-\ufe0f"
# The first set holds every candidate; the lookarounds then let through joiners and selectors in their proper places.
# With alternatives instead of one set, each letter would be tried against five branches: ten times as slow.
HIDDEN = re.compile(
    f"[{_ALWAYS}{_JOINERS}{_VARIANTS}](?:(?<![{_JOINERS}{_VARIANTS}])"
    f"|(?<=[{_JOINERS}])(?:(?<![{_JOINING}][{_JOINERS}])|(?![{_JOINING}]))"
    f"|(?<=[{_VARIANTS}])(?:(?<![{_PICTURES}#*0-9][{_VARIANTS}])|(?<=[#*0-9][{_VARIANTS}])(?!\u20e3)))"
)
_BREAKS = re.compile("[\t\n\r]")

# Letters that look like plain Latin ones in most fonts: a line for each script, the last for Latin itself.
_LOOKALIKES = frozenset(
    "авеёіјкмнорсѕтуүхѵһԁԛԝӏАВЕЁЗІЈКМНОРСЅТУҮХѴҺԌԚԜӀ"
    "αβγεηικνορστυχωϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ"
    "հոսցօազգյԱԼՍՏՕՈ"
    "ᎠᎡᎢᎥᎦᎩᎪᎫᎬᎳᎷᎻᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴ"
    "ⲀⲂⲈⲎⲒⲔⲘⲚⲞⲟⲢⲣⲤⲥⲦⲨⲬⲭⲌ"
    "ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ"
    "ყჿ𐊆𐊊𐊐𐊒𐊗𐊠𐊡𐊢𐊥𐊫𐊰𐊱𐊴𐌑𐌕𐌠𐌢𐐄𐐕𐐛𐐠𐐬𐐽𐑈"
    "ɑɡɩᴄᴏᴠᴡᴢꜱ"
)


def escape(text: str) -> str:
    """Text with its special characters escaped: `\\n`, `\\u202e`."""
    return text.encode("unicode_escape").decode("ascii")


def visible(text: str) -> str:
    """Text with hidden characters and tabs escaped; `\\n` stays."""
    # The common case; the search takes far longer.
    if text.isascii() and text.isprintable():
        return text
    return HIDDEN.sub(lambda found: escape(found[0]), text).replace("\t", "\\t")


def on_one_line(text: str) -> str:
    """Text for a line with other text: hidden characters, tabs and line breaks are escaped."""
    if text.isascii() and text.isprintable():
        return text
    return _BREAKS.sub(lambda found: escape(found[0]), visible(text))


def whole_number(text: str, most: int = 9) -> int | None:
    """The number in a text of at most `most` ASCII digits, or None."""
    # `isdecimal` and `int` would also take digits of other scripts.
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= most else None


def foreign_letter(text: str) -> str | None:
    """The first look-alike of a Latin letter in a text that has Latin letters."""
    if text.isascii() or not any(map(_passes, text)):
        return None
    for found in re.finditer(r"\w+", text):
        word: str = found[0]
        letters = [letter for letter in word if letter.isalpha()]
        passing = [letter for letter in letters if _passes(letter)]
        # A word of another script is no imitation, unless all of its letters are look-alikes among Latin words.
        mixed = any(map(_is_latin, letters)) or (len(passing) == len(letters) and any(map(_is_latin, text)))
        if passing and mixed:
            return passing[0]
    return None


def describe_foreign_letter(text: str, shown: str) -> str | None:
    """The message about such a letter, or None; `shown` is how the text is quoted in it."""
    letter = foreign_letter(text)
    if letter is None:
        return None
    name = unicodedata.name(letter, "").capitalize()
    return f'In "{shown}" the {letter} is not the Latin letter it looks like: {name}, U+{ord(letter):04X}.'


def _passes(letter: str) -> bool:
    # Full-width and mathematical letters decompose into the Latin letters that they imitate.
    again, _, number = unicodedata.decomposition(letter).partition(" ")
    return letter in _LOOKALIKES or (again in ("<wide>", "<font>") and int(number, 16) < 128)


def _is_latin(letter: str) -> bool:
    if not letter.isalpha() or _passes(letter):
        return False
    return letter.isascii() or unicodedata.name(letter, "").startswith("LATIN")


# Checks of text that was read, and how its doubtful characters are shown.


# More than any language puts on one letter.
MARKS_IN_A_ROW = 4

_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class CharacterProblem(NamedTuple):
    """What is wrong with a text, ready for a finding."""

    code: str
    message: str
    hint: str


def show(text: str, longest: int = 60) -> str:
    """Text for a message: on one line, each doubtful character escaped, cut when long."""
    cut = text if len(text) <= longest else text[: longest - 3] + "..."
    return on_one_line(cut)


def find_forbidden(text: str) -> Iterator[tuple[int, CharacterProblem]]:
    """Each forbidden character, with its offset."""
    for match in HIDDEN.finditer(text):
        yield match.start(), _forbidden(match.group())


def check_text(text: str) -> str | CharacterProblem:
    """The text in NFC, or its first problem."""
    if (match := HIDDEN.search(text)) is not None:
        return _forbidden(match.group())
    if text.isascii():
        return text
    # Normalising sorts each run of marks in quadratic time, so a long run must be refused first.
    if _longest_run_of_marks(text) > MARKS_IN_A_ROW:
        message = f"a text has more than {MARKS_IN_A_ROW} accents or marks on one letter"
        return CharacterProblem("file.combining-marks", message, "Remove the extra marks.")
    # One form for each letter: names must compare equal whichever keyboard wrote them.
    return unicodedata.normalize("NFC", text)


def _forbidden(char: str) -> CharacterProblem:
    number = f"U+{ord(char):04X}"
    # A lone surrogate comes from an escape in the file and can't be encoded as UTF-8 again.
    if "\ud800" <= char <= "\udfff":
        message = f"a text has half of a character ({number})"
        return CharacterProblem("file.control-character", message, "Type the character again, or remove it.")
    if char in _DIRECTION:
        kind = "hidden text-direction character"
    else:
        kind = "control character" if unicodedata.category(char) == "Cc" else "hidden character"
    return CharacterProblem(
        "file.control-character", f"a text has a {kind} ({number})", "Remove it: retype the text around it."
    )


def _longest_run_of_marks(text: str) -> int:
    longest = run = 0
    for char in text:
        run = run + 1 if unicodedata.category(char)[0] == "M" else 0
        longest = max(longest, run)
    return longest
