"""What people and chats do to a list in text: small changes of lines, each with what must still be true afterwards.

`same` changes leave the list as it was, `part` changes may lose lines, so that what is read is a part of it, and after
`any` change it only holds that nothing vanishes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import NamedTuple

__all__ = ["MUTATIONS", "Mutation", "mutated"]

Lines = list[str]
ROW = re.compile(r"\s*\d+\. ")
PRICE = re.compile(r" \[(\d+)( each)?\]$")
BULLETS = (
    "- ",
    "* ",
    "• ",
    "– ",
    "— ",
    "· ",
    "▪ ",
    "◦ ",
    "→ ",
    "> ",
    "+ ",
    "🔥 ",
    "✅ ",
    "▪️ ",
    "[x] ",
    "[ ] ",
    "-> ",
    "‣ ",
)
NUMBERS = ("{}) ", "{}: ", "({}) ", "#{} ", "{} - ", "No. {}: ", "{}️⃣ ")
BEFORE = (
    "Hi all, is this any good?",
    "Sure! Here's the list you asked for, tidied up:",
    "On Monday somebody wrote:",
    "**Here is my plan for Saturday:**",
    "@everyone what do you think of this one?",
    "Moin zusammen, was haltet ihr davon?",
    "[14:02] Alex: ok so this is what I have so far",
)
AFTER = (
    "What would you change? Thanks!",
    "Let me know if you'd like me to tweak anything!",
    "Sent from my phone",
    "Edit: fixed a typo, sorry.",
    "I hope this helps! 😊",
    "(bump)",
)
JUNK = (
    "lol",
    "??",
    "12345",
    "🔥🔥🔥",
    "maybe swap this one",
    "Zorblax",
    "Zorblax Prime",
    "n/a",
    "TBD",
    "...",
    "1.",
    "x",
)
PRICES = (
    "[{} pts]",
    "({}p)",
    "- {}",
    "({} pts)",
    "{}pts",
    "— {} points",
    "= {} pts",
    "[{} Pts.]",
    "({})",
    "| {} pts",
    "@ {} pts",
    ": {} pts",
    "..... {}",
    "{} pts",
    "({} points)",
    "<{}>",
)
TOTALS = (
    "TOTAL COST {}",
    "{} points total",
    "Total: {}/100",
    "Points: {}",
    "{}pts",
    "Sum = {} pts",
    "({} points)",
    "Grand total: {} points",
    "Total points: {}",
    "Total - {} pts",
    "**Total:** {} pts",
    "Army total {}",
    "{} / 100 pts",
    "Points used: {}",
    "=== {} pts ===",
)
MODELS = (
    "Models",
    "== Models ==",
    "**MODELS**",
    "Models (6)",
    "Units:",
    "--- Models ---",
    "__Models__",
    "### Models",
    "Models:",
    "MY MODELS",
    "Roster",
    "The squad:",
    "Models [250 pts]",
)
RULES = ("-----", "=====", "***", "+++", "──────", "• • •", "* * *", "_________")
NUMBER_WORDS = {2: "two", 3: "three", 4: "four", 5: "five"}
COUNTS = ("{}x ", "{} x ", "x{} ", "{}× ", "{} × ", "{} ", "{}X ")
LIKE = {"a": "а", "o": "о", "e": "е", "i": "і", "c": "с"}


class Mutation(NamedTuple):
    """A change, and what holds after it: `same`, `part` or `any`."""

    holds: str
    change: Callable[[Lines, Random], Lines]


def rows(lines: Lines) -> list[int]:
    """The lines that are numbered rows."""
    return [at for at, line in enumerate(lines) if ROW.match(line)]


def each_row(change: Callable[[str, Random, int], str]) -> Callable[[Lines, Random], Lines]:
    """A change of every row's line, without its number."""

    def changed(lines: Lines, chance: Random) -> Lines:
        found = rows(lines)
        numbers = {at: found.index(at) + 1 for at in found}
        return [change(line, chance, numbers[at]) if at in numbers else line for at, line in enumerate(lines)]

    return changed


def one_of(lines: Lines, chance: Random) -> int:
    """A line that says something."""
    return chance.choice([at for at, line in enumerate(lines) if line.strip()] or [0])


def bullets(lines: Lines, chance: Random) -> Lines:
    """Bullets instead of numbers."""
    sign = chance.choice(BULLETS)
    return [f"{sign}{line[found.end() :]}" if (found := ROW.match(line)) else line for line in lines]


def plain(lines: Lines, chance: Random) -> Lines:
    """Nothing instead of numbers."""
    return [ROW.sub("", line, count=1) for line in lines]


def numbers(lines: Lines, chance: Random) -> Lines:
    """Other numbers."""
    form = chance.choice(NUMBERS)
    return each_row(lambda line, _, number: form.format(number) + ROW.sub("", line, count=1))(lines, chance)


def prices(lines: Lines, chance: Random) -> Lines:
    """Prices in another form."""
    form = chance.choice(PRICES)
    return [PRICE.sub(lambda found: f" {form.format(found[1])}{found[2] or ''}", line) for line in lines]


def no_prices(lines: Lines, chance: Random) -> Lines:
    """No prices at all."""
    return [PRICE.sub("", line) for line in lines]


def total(lines: Lines, chance: Random) -> Lines:
    """A total behind the list."""
    said = chance.choice(TOTALS).format(chance.randint(5, 250))
    return [*lines, "", said] if chance.random() < 0.6 else [*lines, said]


def heading(lines: Lines, chance: Random) -> Lines:
    """The heading of the models in other words."""
    form = chance.choice(MODELS)
    return [form if line.strip("# ") == "Models" else line for line in lines]


def no_heading(lines: Lines, chance: Random) -> Lines:
    """No heading above the models."""
    return [line for line in lines if line.strip("# ") != "Models"] if "Groups" not in " ".join(lines) else lines


def counted(lines: Lines, chance: Random) -> Lines:
    """Counts before names in other forms."""
    form = chance.choice(COUNTS)

    def change(line: str, chance: Random, number: int) -> str:
        return re.sub(r"(\. )(\d)x ", lambda found: found[1] + form.format(found[2]), line)

    return each_row(change)(lines, chance)


def counted_behind(lines: Lines, chance: Random) -> Lines:
    """Counts behind what a model is."""
    form = chance.choice((" x{}", " ×{}", " (x{})", " x {}", " ({}x)", " [x{}]"))

    def change(line: str, chance: Random, number: int) -> str:
        return re.sub(r"(\. )(\d)x ([^,:\[]*[^,:\[ ])", lambda found: found[1] + found[3] + form.format(found[2]), line)

    return each_row(change)(lines, chance)


def counted_in_words(lines: Lines, chance: Random) -> Lines:
    """Counts as words."""

    def change(line: str, chance: Random, number: int) -> str:
        return re.sub(r"(\. )([2-5])x ", lambda found: f"{found[1]}{NUMBER_WORDS[int(found[2])]} ", line)

    return each_row(change)(lines, chance)


def below(lines: Lines, chance: Random) -> Lines:
    """What a model has on lines of its own below it."""
    start = chance.choice(("  ", "  - ", "    * ", "\t", "\t- ", "   • ", "  + "))
    made: Lines = []
    for line in lines:
        first, *rest = line.split(", ") if ROW.match(line) and '"' not in line and "(" not in line else [line]
        price = PRICE.search(rest[-1]) if rest else None
        rest = [*rest[:-1], PRICE.sub("", rest[-1])] if rest else rest
        made += [first + (price[0] if price else ""), *(start + one for one in rest)]
    return made


def wrapped(lines: Lines, chance: Random) -> Lines:
    """Long lines broken at a comma."""
    made: Lines = []
    for line in lines:
        cuts = [found.start() for found in re.finditer(", ", line)] if ROW.match(line) and '"' not in line else []
        cut = chance.choice(cuts) if cuts else -1
        made += [line[: cut + 1], f"   {line[cut + 2 :]}"] if cut > 0 else [line]
    return made


def signs(lines: Lines, chance: Random) -> Lines:
    """Other signs between what a model has."""
    sign = chance.choice(("; ", " + ", " / ", " & ", " - ", ",", " ,  ", " – "))
    return [
        line.replace(", ", sign) if ROW.match(line) and '"' not in line and ":" not in line else line for line in lines
    ]


def bold(lines: Lines, chance: Random) -> Lines:
    """Words that are bold, slanted or code."""
    mark = chance.choice(("**", "*", "__", "_", "`", "~~", "***"))

    def change(line: str, chance: Random, number: int) -> str:
        found = re.match(r"(\s*\d+\. (?:\d+x )?)([^,:\[\]\"*\\]+[^,:\[\]\"*\\ ])(.*)", line)
        return f"{found[1]}{mark}{found[2]}{mark}{found[3]}" if found else line

    return each_row(change)(lines, chance)


def bold_lines(lines: Lines, chance: Random) -> Lines:
    """Whole lines that are bold."""
    mark = chance.choice(("**", "*", "__", "`"))
    if any(line.startswith("#") for line in lines):
        return lines
    return [f"{mark}{line}{mark}" if line.strip() and '"' not in line and "*" not in line else line for line in lines]


def smart(lines: Lines, chance: Random) -> Lines:
    """Quotation marks as word processors make them."""
    left, right = chance.choice(("“”", "„“", "«»", "””"))
    return [re.sub('"([^"]*)"', lambda found: f"{left}{found[1]}{right}", line.replace("'", "’")) for line in lines]


def inside(lines: Lines, old: str, new: str) -> Lines:
    """One sign for another outside of the start of lines."""
    return [line[: len(line) - len(line.lstrip())] + line.lstrip().replace(old, new) for line in lines]


def fenced(lines: Lines, chance: Random) -> Lines:
    """A code fence around the list."""
    fence = chance.choice(("```", "~~~", "```text", "```yaml", "````"))
    return [fence, *lines, re.sub("[a-z]", "", fence)]


def quoted(lines: Lines, chance: Random) -> Lines:
    """A quoted message."""
    sign = chance.choice(("> ", ">", ">> ", "> > ", "| ", ">>> "))
    return [sign + line for line in lines]


def doubled_head(lines: Lines, chance: Random) -> Lines:
    """The line with the game twice."""
    at = next((at for at, line in enumerate(lines) if "," in line), 0)
    return [*lines[: at + 1], *([""] * chance.randint(0, 1)), lines[at], *lines[at + 1 :]]


def ruled(lines: Lines, chance: Random) -> Lines:
    """Lines that only set others apart."""
    made = list(lines)
    for _ in range(3):
        made.insert(chance.randrange(len(made) + 1), chance.choice(RULES))
    return made


def spaced(lines: Lines, chance: Random) -> Lines:
    """Empty lines between the rows."""
    return [part for line in lines for part in ([line, ""] if ROW.match(line) or not line.strip() else [line])]


def misspelt(lines: Lines, chance: Random) -> Lines:
    """A letter lost, doubled, swapped or wrong."""
    at = one_of(lines, chance)
    letters = [place for place, char in enumerate(lines[at]) if char.isalpha()]
    if not letters:
        return lines
    place, line = chance.choice(letters), lines[at]
    new = chance.choice(("", line[place] * 2, chance.choice("aeinrst"), line[place + 1 : place + 2] + line[place]))
    return [
        *lines[:at],
        line[:place] + new + line[place + 1 + (len(new) == 2 and new[1] == line[place] != new[0]) :],
        *lines[at + 1 :],
    ]


def swapped_words(lines: Lines, chance: Random) -> Lines:
    """Two words the other way round."""
    at = one_of(lines, chance)
    parts = lines[at].split(" ")
    if len(parts) < 3:
        return lines
    place = chance.randrange(len(parts) - 1)
    parts[place], parts[place + 1] = parts[place + 1], parts[place]
    return [*lines[:at], " ".join(parts), *lines[at + 1 :]]


def merged(lines: Lines, chance: Random) -> Lines:
    """Two lines on one."""
    at = chance.randrange(len(lines))
    sign = chance.choice((" ", ", ", " + ", " / ", "; ", " and ", "\t"))
    return [*lines[:at], sign.join(lines[at : at + 2]), *lines[at + 2 :]]


def cut(lines: Lines, chance: Random) -> Lines:
    """The end is missing."""
    text = "\n".join(lines)
    return text[: chance.randint(len(text) // 3, len(text))].split("\n")


def dropped(lines: Lines, chance: Random) -> Lines:
    """A line is missing."""
    at = chance.randrange(len(lines))
    return lines[:at] + lines[at + 1 :]


def moved(lines: Lines, chance: Random) -> Lines:
    """Two lines in each other's place."""
    made = list(lines)
    one, other = chance.randrange(len(made)), chance.randrange(len(made))
    made[one], made[other] = made[other], made[one]
    return made


def doubled(lines: Lines, chance: Random) -> Lines:
    """A line twice."""
    at = one_of(lines, chance)
    return [*lines[: at + 1], lines[at], *lines[at + 1 :]]


def foreign(lines: Lines, chance: Random) -> Lines:
    """A letter of another alphabet that looks the same."""
    at = one_of(lines, chance)
    places = [place for place, char in enumerate(lines[at]) if char in LIKE]
    if not places:
        return lines
    place = chance.choice(places)
    return [*lines[:at], lines[at][:place] + LIKE[lines[at][place]] + lines[at][place + 1 :], *lines[at + 1 :]]


def junk(lines: Lines, chance: Random) -> Lines:
    """A line that means nothing, in the middle."""
    made = list(lines)
    made.insert(chance.randrange(min(3, len(made)), len(made) + 1), chance.choice(JUNK))
    return made


MUTATIONS: dict[str, Mutation] = {
    "bullets": Mutation("same", bullets),
    "plain": Mutation("same", plain),
    "numbers": Mutation("same", numbers),
    "prices": Mutation("same", prices),
    "no prices": Mutation("same", no_prices),
    "total": Mutation("same", total),
    "heading": Mutation("same", heading),
    "no heading": Mutation("same", no_heading),
    "counted": Mutation("same", counted),
    "counted behind": Mutation("same", counted_behind),
    "counted in words": Mutation("same", counted_in_words),
    "below": Mutation("same", below),
    "wrapped": Mutation("same", wrapped),
    "signs": Mutation("same", signs),
    "bold": Mutation("same", bold),
    "bold lines": Mutation("same", bold_lines),
    "smart": Mutation("same", smart),
    "nbsp": Mutation("same", lambda lines, _: inside(lines, " ", "\u00a0")),
    "tabs": Mutation("same", lambda lines, _: inside(lines, ", ", ",\t")),
    "crlf": Mutation("same", lambda lines, _: [f"{line}\r" for line in lines]),
    "wide": Mutation("same", lambda lines, _: inside(lines, ", ", "  ,   ")),
    "indented": Mutation("same", lambda lines, _: [f"    {line}" for line in lines]),
    "upper": Mutation("same", lambda lines, _: [line.upper() for line in lines]),
    "lower": Mutation("same", lambda lines, _: [line.lower() for line in lines]),
    "title": Mutation(
        "same",
        lambda lines, _: [
            line if '"' in line else line.title().replace("’S", "’s").replace("'S", "'s") for line in lines
        ],
    ),
    "before": Mutation("same", lambda lines, chance: [*chance.sample(BEFORE, chance.randint(1, 2)), "", *lines]),
    "after": Mutation("same", lambda lines, chance: [*lines, "", *chance.sample(AFTER, chance.randint(1, 2))]),
    "right behind": Mutation("same", lambda lines, chance: [*lines, chance.choice(AFTER)]),
    "fenced": Mutation("same", fenced),
    "quoted": Mutation("same", quoted),
    "doubled head": Mutation("same", doubled_head),
    "ruled": Mutation("same", ruled),
    "spaced": Mutation("same", spaced),
    "ends": Mutation("same", lambda lines, _: [f"{line} 🔥" if ROW.match(line) else line for line in lines]),
    "stops": Mutation("same", lambda lines, _: [f"{line}." if ROW.match(line) else line for line in lines]),
    "commas": Mutation("same", lambda lines, _: [f"{line}," if ROW.match(line) else line for line in lines]),
    "breaks": Mutation("same", lambda lines, _: [f"{line}<br>" if line else line for line in lines]),
    "misspelt": Mutation("part", misspelt),
    "swapped words": Mutation("any", swapped_words),
    "cut": Mutation("part", cut),
    "dropped": Mutation("part", dropped),
    "foreign": Mutation("part", foreign),
    "junk": Mutation("part", junk),
    "merged": Mutation("any", merged),
    "moved": Mutation("any", moved),
    "doubled": Mutation("any", doubled),
}


def mutated(text: str, chance: Random, most: int = 3) -> tuple[str, list[str]]:
    """A text after a few changes, and which these were."""
    lines = text.rstrip("\n").split("\n")
    chosen = chance.sample(sorted(MUTATIONS), chance.randint(1, most))
    for name in sorted(chosen, key=lambda name: name == "crlf"):
        lines = MUTATIONS[name].change(lines, chance)
    return "\n".join(lines), chosen
