"""The ledger of a text list: every line is understood as something, refused with a finding, or kept as a comment."""

from __future__ import annotations

from listbuilder.base.findings import Finding
from listbuilder.base.values import slug
from listbuilder.exchange.formats.import_result import KeptLine
from listbuilder.exchange.formats.text.name_lookup import NameTable, close_matches
from listbuilder.exchange.formats.text.paste import PastedLine
from listbuilder.exchange.formats.text.tokens import split_pieces
from listbuilder.storage.reading import refuse_one

SHOWN = 8
# A text of which more can't be understood is no list; it is refused before that costs seconds.
MOST_LOST = 3000


class Ledger:
    """What became of each line, by its number."""

    def __init__(self) -> None:
        self.understood: dict[int, str] = {}
        self.findings: list[Finding] = []
        self.places: dict[PastedLine, tuple[str, int]] = {}
        self.kept: list[KeptLine] = []
        self.notes: list[Finding] = []
        self.lost = 0

    def understand(self, line: PastedLine, what: str) -> None:
        """A line is part of the list."""
        self.understood[line.number] = what

    def refuse(
        self, line: PastedLine, message: str, hint: str, section: str, row: int, code: str = "import.name"
    ) -> None:
        """A line, or a part of it, can't be part of the list."""
        self.places[line] = (section, row)
        self.findings.append(Finding(code=code, message=message, hint=hint, line=line.number, file="<text>"))

    def note(self, line: PastedLine, code: str, message: str, hint: str) -> None:
        """A reading that the player should know of."""
        self.notes.append(Finding(code=code, severity="info", message=message, hint=hint, line=line.number))

    def lose(self, line: PastedLine) -> None:
        """Something is not understood; where that is said of too much, the text is refused as a whole."""
        self.lost += 1
        if self.lost > MOST_LOST:
            message = f"more than {MOST_LOST} lines or names up to this one are not understood"
            raise refuse_one("file.too-large", message, "Import the part that is a list.", None, line.number)

    def keep(self, line: PastedLine, section: str, row: int) -> None:
        """A line is no part of the list and is kept as a comment."""
        self.kept.append(KeptLine(line=line.number, text=line.raw.strip(), section=section, row=row))

    def skip(self) -> None:
        """Keep all that was refused as comments."""
        for line, (section, row) in self.places.items():
            self.keep(line, section, row)
        self.kept.sort(key=lambda one: one.line)

    def account(self) -> tuple[tuple[int, str], ...]:
        """Every line with what it was understood as."""
        rest = {one.line: "kept as a comment" for one in self.kept}
        rest |= {one.line or 0: "not understood" for one in self.findings if one.line not in rest}
        both = {
            line: f"{self.understood[line]}, in part; {what}" for line, what in rest.items() if line in self.understood
        }
        return tuple(sorted({**self.understood, **rest, **both}.items()))


def explain(text: str, names: NameTable) -> tuple[str, str]:
    """Message and hint for a text that nothing has; of names with signs between them, for the one that is wrong."""
    parts = split_pieces(text)
    wrong = [part for part in parts if not names.find(part)]
    text = wrong[0] if len(wrong) == 1 < len(parts) else text
    near = names.near(text) if slug(text) else []
    holding = [name for name in near if set(slug(text).split("-")) <= set(slug(name).split("-"))]
    if len(holding) > 1:
        more = ", …" if len(holding) > SHOWN else ""
        return f'"{text}" could mean {", ".join(holding[:SHOWN])}{more}.', "Write the whole name."
    hint = f"Did you mean {' or '.join(near[:3])}?" if near else ""
    key = "" if hint else next(iter(close_matches(slug(text), (*names.keys, "models", "groups"))), "")
    hint = hint or (f"Did you mean {key}?" if key else "Check the spelling, or take it out.")
    return f'"{text}" is nothing in {names.game.name}.', hint
