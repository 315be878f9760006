"""Names as rulebooks print them: with values (`Piercing {x}`), with a cost in brackets, or shared by two entries.

Forms accept both of the usual spellings: a number with or without brackets, a distance with or without its unit, a
roll with or without its sign.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from listbuilder.base.records import FrozenDict, replace
from listbuilder.base.spelling import either_case
from listbuilder.base.values import Dice, Distance
from listbuilder.catalogue.effects.printed_values import fill_places

if TYPE_CHECKING:
    from listbuilder.catalogue.entries import Entry
    from listbuilder.catalogue.game import Game


FormValue = int | str | Dice | Distance
# Bounded and lazy: the text comes from strangers.
ANY = r".{1,60}?"
NUMBERS = {
    "number": r"[1-9][0-9]{0,2}",
    "coordinate": r"-?[0-9]{1,3}|[A-Za-z]{1,2}[0-9]{0,2}",
    "distance": r'[0-9]{1,3}(?: ?(?:"|[A-Za-z]{1,12}))?',
    "dice": r"[0-9dD+-]{1,9}",
}
LIKE = frozenset({*NUMBERS, "text", "entry"})
QUOTES = str.maketrans({"”": '"', "“": '"', "″": '"', "’": "'", "‘": "'", "′": "'"})


def read_form(form: str, types: Mapping[str, str], printed: str) -> dict[str, str] | None:
    """The values in a printed text as they are written, or None when the text is not of this form."""
    # Word processors replace straight quotes; two single ones are a double one.
    text = printed.strip().translate(QUOTES).replace("''", '"')
    # Brackets are optional in a pattern, each by itself; half a pair is a slip.
    if text.count("(") != text.count(")"):
        return None
    match = _pattern(form, tuple(types.items())).fullmatch(text)
    return match.groupdict() if match else None


def printed_as(form: str, raw: Mapping[str, str], values: Mapping[str, object]) -> str:
    """The form with its values, as the game prints it."""
    for name, text in raw.items():
        value = values.get(name, text)
        form = form.replace("{" + name + "}", text if isinstance(value, str) else str(value))
    return form


def typed_value(type_: str, text: str) -> FormValue | None:
    """A value as what it is; None for what can't be."""
    if type_ == "number":
        return int(text)
    if type_ == "coordinate":
        return int(text) if text.lstrip("-").isdigit() else text.upper()
    if type_ == "distance":
        return Distance(value=int(text)) if text.isdigit() else Distance.parse(text.lower())
    if type_ == "dice":
        try:
            return Dice.parse(text)
        except ValueError:
            return None
    return text


def form_pattern(form: str, types: Mapping[str, str]) -> str:
    """The pattern of a form as JSON Schema has it."""
    # JSON Schema patterns have no named groups.
    return f"^ *{re.sub(r'[(][?]P<[a-z]+>', '(?:', _pattern(form, tuple(types.items())).pattern)} *$"


@lru_cache(maxsize=512)
def _pattern(form: str, types: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    """What fits a form."""
    known = dict(types)
    pieces = re.split(r"\{([a-z]+)\}", form)
    made = ""
    for at in range(0, len(pieces), 2):
        literal = pieces[at]
        behind = known.get(pieces[at - 1]) in NUMBERS if at else False
        before = known.get(pieces[at + 1]) in NUMBERS if at + 1 < len(pieces) else False
        made += _literal(literal, behind, before, first=at == 0)
        if at + 1 < len(pieces):
            made += f"(?P<{pieces[at + 1]}>{NUMBERS.get(known.get(pieces[at + 1], 'text'), ANY)})"
    return re.compile(made)


def _literal(text: str, behind: bool, before: bool, first: bool) -> str:
    """The words between values; the brackets and the sign of a number may be there or not."""
    start = end = ""
    if behind:
        start = r"\+?\)?" if text.startswith("+") else r"\)?"
        text = text.removeprefix("+").removeprefix(")")
    if before and text.endswith((" (", " ", "(")):
        text = text.removesuffix("(").removesuffix(" ")
        end = r"\(?" if first and not text else r" ?\(?" if text.endswith(",") else r"(?: ?\(| )"
    return start + re.sub(", ?", " ?, ?", "".join(map(_sign, text))) + end


def _sign(char: str) -> str:
    """One sign of a form, letters in either case."""
    if char.isascii() and char.isalpha():
        return either_case(char.lower())
    return char if char.isalnum() or char in " ,-" else f"\\{char}"


# Names as rulebooks print them with something beside them: a cost in brackets, or the values of a form.


PRICED = re.compile(r"\((?P<before>\d{1,4})\) ?(?P<name>.+)|(?P<first>.+?) ?\((?P<behind>\d{1,4})\)")


def read_printed(game: Game, kind: str, text: str) -> Entry | None:
    """The entry that a printed text with brackets or values means."""
    # Forms before prices: a number in brackets may be a value of the form.
    for entry in game.with_forms.get(kind, ()):
        if (found := _with_values(entry, text)) is not None:
            return found
    # Only where the number is the entry's own cost: otherwise it is part of another name.
    match = PRICED.fullmatch(text.strip()) if "(" in text else None
    if match is None:
        return None
    found = game.find(kind, match["name"] or match["first"])
    return found if found and found.cost == int(match["before"] or match["behind"]) else None


def _with_values(entry: Entry, text: str) -> Entry | None:
    """The entry with the values in a text, if the text matches one of its forms."""
    for form in entry.forms:
        raw = read_form(form.form, form.values, text)
        if raw is None:
            continue
        values = {id: typed_value(form.values.get(id, "text"), one) for id, one in raw.items()}
        name = printed_as(form.form, raw, values)
        fields = {**entry.fields, **{id: value for id, value in values.items() if value is not None}}
        return replace(
            entry,
            name=name,
            written_as=name,
            text=fill_places(form.text or entry.text, values.get),
            fields=FrozenDict(fields),
            forms=(),
        )
    return None


def is_by_id(written: str, entry: Entry) -> bool:
    """Whether an entry was written by its id, not by its printed name; the two may differ only in case."""
    word = written.strip()
    # In lower case a one-word name equals its id; then it is read as the name.
    return word == entry.id or (word.casefold() == entry.id != entry.name.casefold())


def unambiguous_name(written: str, entry: Entry, game: Game) -> str:
    """The printed name of an entry, but its id where that is what was written and the name has another meaning."""
    return entry.id if entry.key in game.homonyms and is_by_id(written, entry) else entry.name


def assign_shared_names(written: Sequence[tuple[str, Entry]], game: Game) -> list[Entry]:
    """The entries of a slot; a printed name that is there twice means the twin the second time.

    If it is there more often, or its twin is there too, the meaning is unclear and all stay as they are.
    """
    counts = Counter(entry.id for word, entry in written if not is_by_id(word, entry))
    # If the twin is written by its id, the name means the first one both times.
    there = {entry.id for _, entry in written}
    seen: set[str] = set()
    made: list[Entry] = []
    for word, entry in written:
        by_name = not is_by_id(word, entry)
        # Exactly twice: a third one could mean either.
        twin = game.homonyms.get(entry.key) if by_name and counts[entry.id] == 2 and entry.id in seen else None
        made.append(twin if twin and twin.id not in there else entry)
        seen |= {entry.id} if by_name else set()
    return made
