"""A paste taken apart into lines: quote marks, bullets, numbers, Markdown, emoji and code fences go, the words stay.

Text goes in, a `PastedLine` for each line comes out, with its number and what it looked like. It knows no game.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from listbuilder.exchange.formats.text.quoted_text import is_quoted, json_text, squeeze

# The marks of a forum that say how words look or where a line of a list begins; struck out words keep theirs.
FORUM = re.compile(
    r"\[/?(?:b|i|u|center|list|ul|ol|li|size|color|font|indent)(?:=[^\[\]]{1,30})?\]",
)
FENCES = ("```", "~~~")
DECORATION = frozenset("-=_*~#|+.>` \t\r–—•·─━═")
HEADING = re.compile(r"#{1,6} ")
NUMBER = re.compile(
    r"(\d{1,3})(?:[.):](?=\s|$)|[.)](?=[^\W\d_]|[\"“])|\ufe0f?\u20e3)|#\d{1,3}[.:)]?(?=\s)|[Nn]o\. ?\d{1,3}[.:)]?(?=\s)"
)
# `1 - Tod` and `(1) Tod` may count Tods as well; they are numbers where they go up by one from line to line.
STEP = re.compile(r"\W*(?:(\d{1,3}) ?[-–—]\s|\((\d{1,3})\)\s)\s*")
BOX = re.compile(r"\[[ xX]\] ")
MARKS = re.compile(r"(\\.)|\*\*?|__|~~|`|(?<![^\W_])_(?=\S)|(?<=\S)_(?![^\W_])")
STRUCK = re.compile(r"(?<!~)~~(?=[^\s~])[^~]*[^\s~]~~(?!~)")
BREAKS = ("<br>", "<br/>", "<br />")
WRAPS = ("***", "**", "__", "~~", "*", "_", "`")
ESCAPED_PRICE = re.compile(r"\\\[\d")
PAIRS = re.compile(r"[“„«”]([^“”„«»\"]+)[”“»]|(?<!\S)[‘‚]([^‘’‚\"]+)[’‘](?!\w)")
FRAMED = re.compile(r"([+=~#]+|[-–—]{2,}|\*{3,}) ?(?=\w)[^,;:]{1,60}(?<=[\w)\]]) ?\1")
# Letters, digits and signs as wide as Chinese ones, which keyboards for that write.
WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
ESCAPED = re.compile(r"\\([\\`*_{}\[\]<>#|~])")
# What a chat writes before each message when it is copied or exported.
CHAT = re.compile(
    r"^\s*(?:\[\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?,? \d{1,4}[./-]\d{1,2}[./-]\d{1,4}\]"
    r"|\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?\]?(?: [-–])?)"
    r" [^:\n]{1,40}:(?: |$)",
    re.IGNORECASE,
)
LONGEST_ENVELOPE, MOST_HEADERS = 200, 5
WROTE = re.compile(
    r"\b(?:wrote|schrieb|écrit|a ecrit|escribió|escribio|escreveu|ha scritto|napisał\w*|napisał\(a\)|pisze"
    r"|schreef|skrev|kirjoitti)\b",
    re.IGNORECASE,
)
STAMP = re.compile(r"\d|@|^(?:on|am|le|el|w|il|op|den) ", re.IGNORECASE)
BANNER = re.compile(
    r"-{2,} ?(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d'origine"
    r"|message transféré|mensaje original|mensaje reenviado|oryginalna wiadomość|wiadomość przekazana"
    r"|messaggio originale|messaggio inoltrato|oorspronkelijk bericht) ?-{2,}",
    re.IGNORECASE,
)
SENDERS = frozenset({"from", "von", "de", "da", "od", "van", "från", "fra"})
SUBJECTS = frozenset({"subject", "betreff", "objet", "asunto", "oggetto", "temat", "onderwerp", "ämne", "emne"})
DATES = frozenset({"date", "datum", "fecha", "data", "sent", "gesendet", "envoyé", "enviado", "inviato", "wysłane"})
TOS = frozenset({"to", "an", "à", "a", "para", "do", "aan", "till", "til", "cc", "reply-to"})
HEADER = re.compile(rf"(?:{'|'.join(sorted(SENDERS | SUBJECTS | DATES | TOS))}) ?:", re.IGNORECASE)
KEPT_SIGNS = frozenset("\"'([{“”‘„«$€£¥")


@dataclass(frozen=True)
class PastedLine:
    """One line: `raw` as it was pasted, `body` without what stood around the words; `block` is its code fence.

    It is `quoted` when it is from another message than the one around it, and `envelope` when it only says whose
    message the next one is.
    """

    number: int
    raw: str
    body: str
    indent: int = 0
    numbered: bool = False
    bulleted: bool = False
    heading: int = 0
    block: int = 0
    fence: bool = False
    strong: bool = False
    heading_of_table: bool = False
    quoted: bool = False
    envelope: bool = False

    @cached_property
    def text(self) -> str:
        """The words of the line, ready to be taken apart: without marks, links, emoji and quotation marks around it."""
        body = self.body.rstrip().rstrip(self.raw.strip()[-1]) if self.framed else self.body
        return squeeze(_plain_marks(_without_ends(body)))

    @property
    def framed(self) -> bool:
        """Whether the same signs stand before and behind its words, as around a heading: `+ Troops +`."""
        return FRAMED.fullmatch(self.raw.strip()) is not None

    @property
    def decoration(self) -> bool:
        """Whether it only sets lines apart: a rule, an underline, a code fence."""
        raw = self.raw.strip()
        return self.blank and raw != "" and (set(raw) <= DECORATION or self.fence)

    @property
    def struck(self) -> bool:
        """Whether some of it is struck out."""
        return not self.fence and STRUCK.search(self.raw) is not None

    @property
    def blank(self) -> bool:
        """Whether it is empty."""
        return not any(char.isalnum() or char == '"' for char in self.body)


def pasted_lines(text: str) -> list[PastedLine]:
    """Every line of a text."""
    lines = text.split("\n")
    made = _pasted(lines)
    # Everything below the first such line belongs to another message, whether its lines have quote marks or not.
    start = next((at for at in range(len(lines)) if envelope_at(lines, at)), len(lines))
    return [
        replace(line, quoted=at >= start or line.raw.lstrip().startswith(">"), envelope=envelope_at(lines, at) > 0)
        for at, line in enumerate(made)
    ]


def envelope_at(lines: list[str], at: int) -> int:
    """The number of lines from a position on that name the author of a message; 0 if none do."""
    line = strip_quote_marks(lines[at]).strip(" *_")
    if len(line) > LONGEST_ENVELOPE:
        return 0
    if BANNER.fullmatch(line) or (line.endswith(":") and WROTE.search(line) and STAMP.search(line)):
        return 1
    after = strip_quote_marks(lines[at + 1]).strip() if at + 1 < len(lines) else ""
    broken = STAMP.search(line) and not line.endswith(":") and len(after) < LONGEST_ENVELOPE
    if broken and after.endswith(":") and WROTE.search(after):
        # A mail program broke the line.
        return 2
    return 1 if HEADER.match(line) and _is_header(lines, at) else 0


def _is_header(lines: list[str], at: int) -> bool:
    """Whether a line is one of several such as `From:` and `Subject:` that stand together."""
    near = range(max(0, at - MOST_HEADERS), min(len(lines), at + MOST_HEADERS + 1))
    found = {strip_quote_marks(lines[one]).strip(" *_").partition(":")[0].lower() for one in near}
    return bool(found & SENDERS) and bool(found & SUBJECTS)


def _pasted(lines: list[str]) -> list[PastedLine]:
    """The lines without what one says of another."""
    if any("[/" in line for line in lines):
        lines = [FORUM.sub("", line.replace("[*]", "* ")) for line in lines]
    steps = _steps(lines)
    blocks = _blocks(lines)
    marked = {block for line, block in zip(lines, blocks, strict=True) if _is_marked(line)}
    return [
        PastedLine(number, raw, "", block=block, fence=True)
        if block < 0
        else _line(number, raw, block in marked, block, steps)
        for number, (raw, block) in enumerate(zip(lines, blocks, strict=True), 1)
    ]


def _blocks(lines: list[str]) -> list[int]:
    """The code fence that each line is in, 0 outside; a fence itself is -1."""
    made: list[int] = []
    inside = count = 0
    for raw in lines:
        rest = strip_quote_marks(raw.rstrip()).strip()
        if rest.startswith(FENCES) and _is_fence(rest):
            count += not inside
            inside = 0 if inside else count
            made.append(-1)
        else:
            made.append(inside)
    return made


def _is_marked(line: str) -> bool:
    """Whether a line shows that a text is Markdown: a heading, or a price with escaped brackets."""
    return HEADING.match(line.lstrip(" >")) is not None or ESCAPED_PRICE.search(line) is not None


def _steps(lines: list[str]) -> frozenset[str]:
    """The lines that are numbered in a way that could count, where they go up by one from the first on."""
    found = [(line, int(match[1] or match[2])) for line in lines if (match := STEP.match(line))]
    numbers = [number for _, number in found]
    steps = all(now == before + 1 or now == 1 for before, now in pairwise([0, *numbers]))
    return frozenset(line for line, _ in found) if steps and len(numbers) > 1 else frozenset()


def _is_fence(text: str) -> bool:
    """Three signs or more, and one word at most behind them."""
    word = text.lstrip("`~")
    return "`" not in word and " " not in word.strip()


def strip_quote_marks(text: str) -> str:
    """A line without the `>` of a quoted message before it."""
    while text.lstrip().startswith(">"):
        text = text.lstrip()[1:].removeprefix(" ")
    return text


def _line(number: int, raw: str, marked: bool, block: int, steps: frozenset[str]) -> PastedLine:
    text = CHAT.sub("", _without_breaks(strip_quote_marks(raw.translate(WIDE).replace("\t", "    ").rstrip())))
    body = _strip_wrapping(text.lstrip())
    indent = len(text) - len(text.lstrip())
    level = HEADING.match(body) if marked else None
    heading = len(level[0]) - 1 if level else 0
    step = STEP.match(body) if raw in steps else None
    body, numbered, bulleted = _without_bullet(body[level.end() if level else step.end() if step else 0 :])
    numbered = numbered or step is not None
    if marked:
        # A single backslash at the end breaks the line; two are one that was meant.
        body = body[:-1] if (len(body) - len(body.rstrip("\\"))) % 2 else body
        body = ESCAPED.sub(r"\1", MARKS.sub(lambda found: found[1] or "", body)).replace("&amp;", "&")
    strong = _strip_wrapping(text.strip()) != text.strip()
    return PastedLine(number, raw, body.rstrip(), indent, numbered, bulleted, heading, block, strong=strong)


def _strip_wrapping(text: str) -> str:
    """A line without the signs that make all of it bold or slanted, its number included."""
    for mark in WRAPS:
        inner = text[len(mark) : -len(mark)]
        whole = text.startswith(mark) and text.endswith(mark) and len(text) > 2 * len(mark)
        if whole and mark not in inner and not inner[:1].isspace() and any(map(str.isalnum, inner)):
            return _strip_wrapping(inner.rstrip())
    return text


def _without_bullet(text: str) -> tuple[str, bool, bool]:
    """A line without numbers, bullets, boxes and emoji before its words, and which of these there were."""
    numbered = bulleted = False
    at = 0
    while at < len(text):
        number = NUMBER.match(text, at) if text[at].isdecimal() or text[at] in "#Nn" else None
        box = BOX.match(text, at) if text[at] == "[" else None
        char, after = text[at], text[at + 1 : at + 2]
        if number and not numbered:
            at, numbered = number.end(), True
        elif box:
            at, bulleted = box.end(), True
        elif char.isspace():
            at += 1
        elif char == "o" and after.isspace() and not bulleted:
            # The second level of bullets as word processors copy it.
            at, bulleted = at + 1, True
        elif char.isalnum() or char in KEPT_SIGNS or _begins_word(char, after):
            break
        else:
            at, bulleted = at + 1, True
    return text[at:], numbered, bulleted


def _begins_word(sign: str, after: str) -> bool:
    """Whether a sign belongs to the word behind it: the sign of a raise, or what makes a word bold."""
    return after.isdecimal() if sign in "+-" else sign in "\\*_`~" and after not in ("", " ")


def _without_ends(text: str) -> str:
    """A line without emoji behind it, and without quotation marks that only go around it."""
    text = _without_breaks(_without_emoji(_without_breaks(text)))
    bare = text.rstrip(" .,;")
    if bare != text and (_without_breaks(bare) != bare or _without_emoji(bare) != bare):
        text = _without_emoji(_without_breaks(_without_emoji(bare)))
    for left, right in ("“”", "‘’", "„“", "«»", "''"):
        if len(text) > 2 and text[0] == left and text[-1] == right and left not in text[1:] and right not in text[:-1]:
            return text[1:-1].strip()
    text = _straight_quotes(text)
    text = text.lstrip("“„«‘") if text[:1] in "“„«‘" else text
    text = text.rstrip("”»") if text[-1:] in ("”", "»") else text
    return text.strip('"').strip() if text.count('"') == 1 and not is_quoted(text) and text.strip('"') != text else text


def _without_breaks(text: str) -> str:
    """A line without the line breaks of a page behind it."""
    bare = text.rstrip()
    while bare[-6:].lower().endswith(BREAKS):
        bare = bare[: bare.rindex("<")].rstrip()
        text = bare
    return text


def _without_emoji(text: str) -> str:
    """A line without emoji and spaces behind it."""
    end = len(text)
    while end and (text[end - 1] == " " or unicodedata.category(text[end - 1]) in ("Mn", "Sk", "So")):
        end -= 1
    return text[:end]


def _straight_quotes(text: str) -> str:
    """A line in which quotation marks around a name are those that names are quoted with."""
    return text if '"' in text else PAIRS.sub(lambda found: json_text((found[1] or found[2]).strip()), text)


def _plain_marks(text: str) -> str:
    """A line without the signs that make words bold or slanted, and with links as their words alone."""
    if '"' in text or not any(sign in text for sign in "*_`~]"):
        return text
    text = MARKS.sub(lambda found: found[1] or "", text)
    while (middle := text.find("](")) > 0:
        start, end = text.rfind("[", 0, middle), text.find(")", middle)
        if start < 0 or end < 0:
            break
        text = text[:start] + text[start + 1 : middle] + text[end + 1 :]
    return text.strip()
