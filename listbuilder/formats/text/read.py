"""Text lists in: a paste goes in, every list in it comes out, with the talk around it and each line accounted for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from listbuilder.catalogue import Game
from listbuilder.formats.imported import Imported, Kept
from listbuilder.formats.text.head import LIST_KEYS, is_title
from listbuilder.formats.text.items import LineReader
from listbuilder.formats.text.naming import Names, close_to
from listbuilder.formats.text.paste import PastedLine, pasted_lines
from listbuilder.formats.text.prices import without_points
from listbuilder.formats.text.reader import TextReader
from listbuilder.formats.text.tables import with_tables
from listbuilder.formats.text.tokens import find_top, is_quoted, split_top
from listbuilder.reading.refusal import refuse_one
from listbuilder.record import changed, record
from listbuilder.values import slug

MAX_TEXT = 256 * 1024
Load = Callable[[str], Game]


@record
class TextList:
    """One list in a paste: its game, its lines, and the talk above it."""

    game: Game
    lines: tuple[PastedLine, ...]
    talk: tuple[PastedLine, ...] = ()

    @property
    def line(self) -> int:
        """Where it begins."""
        return self.lines[0].number if self.lines else 1

    def read(self, skip: bool = False) -> Imported:
        """The list, with the talk above it kept as comments; DocumentError with every line that is not understood."""
        found = TextReader(self.game, list(self.lines)).read(skip)
        said = [one for one in self.talk if one.raw.strip()]
        above = tuple(Kept(line=one.number, text=one.raw.strip()) for one in said if not one.decoration)
        account = tuple((one.number, "decoration" if one.decoration else "kept as a comment") for one in said)
        return changed(found, kept=(*above, *found.kept), account=(*account, *found.account))


def read_text(text: str, load: Load, ids: Iterable[str], game: str | None = None) -> tuple[TextList, ...]:
    """Every list in a text; `game` says which game it is for where the text does not."""
    if len(text) > MAX_TEXT:
        raise refuse_one("file.too-large", "the text is too long for a list", "Shorten it.", None)
    return _Paste(pasted_lines(text), load, list(ids), game).lists()


class _Paste:
    """The lines of a paste, cut into lists."""

    def __init__(self, lines: list[PastedLine], load: Load, ids: list[str], game: str | None) -> None:
        self.lines = [part for line in lines for part in self.barred(line, ids)]
        self.load = load
        self.ids = ids
        self.game = slug(game) if game else None
        self.readers: dict[str, LineReader] = {}
        self.lines = self.with_tables()

    def with_tables(self) -> list[PastedLine]:
        """The lines with tables taken apart, by the names of the first game that is spoken of."""
        named = (_named(line.text, self.ids) for line in self.lines)
        spoken = (game for line in self.lines for game in self.mentioned(line))
        game = next((one for one in named if one), None) or next(spoken, self.game)
        if game is None or not any("|" in line.raw or "\t" in line.raw for line in self.lines):
            return self.lines
        own = LineReader(Names(self.load(game), self.load(game).list), LIST_KEYS)
        return with_tables(self.lines, self.reader(game), own)

    def reader(self, game: str) -> LineReader:
        """Who reads the models of a game."""
        if game not in self.readers:
            loaded = self.load(game)
            self.readers[game] = LineReader(Names(loaded, loaded.model))
        return self.readers[game]

    def barred(self, line: PastedLine, ids: list[str]) -> list[PastedLine]:
        """A whole list on one line with bars between its lines becomes those lines."""
        parts = split_top(line.body, "|", nested=False) if find_top(line.body, "|", nested=False) >= 0 else []
        if len(parts) < 2 or not any(_named(part, ids) for part in parts):
            return [line]
        made = []
        for part in parts:
            number, _, rest = part.partition(". ")
            numbered = number.isdecimal() and len(number) < 4
            made.append(replace(line, body=rest if numbered else part, numbered=numbered, raw=part))
        return [replace(made[0], bulleted=False), *made[1:]]

    def lists(self) -> tuple[TextList, ...]:
        """Each list with its game."""
        starts = self.starts()
        if len(starts) < 2:
            game = starts[0][1] if starts else self.only_game()
            return (self.whole(starts[0][0] if starts else 0, game),)
        cuts = [self.with_title(at, game) for at, game in starts]
        first = self.first_row(0, cuts[0], starts[0][1])
        cuts[0] = cuts[0] if first is None else first
        ends = [*cuts[1:], len(self.lines)]
        talk = tuple(self.lines[: cuts[0]])
        return tuple(
            TextList(game=self.load(game), lines=tuple(self.lines[at:end]), talk=talk if n == 0 else ())
            for n, (at, end, (_, game)) in enumerate(zip(cuts, ends, starts, strict=True))
        )

    def starts(self) -> list[tuple[int, str]]:
        """The lines that name a game and have models below them; of lines without models between, the first counts."""
        found = [(at, game) for at, line in enumerate(self.lines) if (game := _named(line.text, self.ids))]
        if not found:
            weak = {game for line in self.lines for game in self.mentioned(line)}
            weak |= {self.game} if self.game else set()
            places = [at for at, line in enumerate(self.lines) if self.mentioned(line)]
            return [(places[0], weak.pop())] if len(weak) == 1 and places else []
        ends = [*(at for at, _ in found[1:]), len(self.lines)]
        kept: list[tuple[int, str]] = []
        for (at, game), end in zip(found, ends, strict=True):
            repeated = bool(kept) and kept[-1][1] == game
            if not (repeated and (self.first_row(at, end, game) is None or not self.filled(kept[-1], at))):
                kept.append((at, game))
        return kept

    def filled(self, start: tuple[int, str], end: int) -> bool:
        """Whether there are models between the start of a list and a line."""
        return self.first_row(start[0], end, start[1]) is not None

    def first_row(self, at: int, end: int, game: str) -> int | None:
        """The first line in a stretch that is plainly a model."""
        reader = self.reader(game)
        for number in range(at, end):
            line = self.lines[number]
            said = None if line.blank or len(line.body) > 4000 else reader.read(line.text)
            if said and reader.head in said.keys and not said.unknown and not said.problems:
                return number
        return None

    def with_title(self, at: int, game: str) -> int:
        """Where a list begins whose game is named on a line: at the title above it, when there is one."""
        place = at - 1
        while place > 0 and self.lines[place].decoration and not self.lines[place].fence:
            place -= 1
        if place > 0 and not self.lines[place].heading and self.lines[place - 1].heading:
            place -= 1
        above = self.lines[place] if place >= 0 else None
        if above is None or above.blank or above.numbered:
            return at
        titled = is_title(above.text) or above.heading > 0
        is_row = self.first_row(place, at, game) is not None
        return place if is_quoted(above.text) or (titled and not is_row) else at

    def whole(self, at: int, game: str) -> TextList:
        """The one list of a paste; models above the line that names the game belong to it."""
        cut = self.with_title(at, game)
        first = self.first_row(0, cut, game)
        cut = cut if first is None else min(first, cut)
        return TextList(game=self.load(game), lines=tuple(self.lines[cut:]), talk=tuple(self.lines[:cut]))

    def only_game(self) -> str:
        """The game that was asked for, where the text names none."""
        said = sorted({game for line in self.lines for game in self.mentioned(line)})
        if self.game and not said:
            return self.game
        fact = f"The text names {' and '.join(said)}." if said else "The text does not say which game it is for."
        hint = f"Say --game with one of {', '.join(self.ids)}."
        heads = [slug(without_points(line.text.partition(",")[0])) for line in self.lines[:40] if not line.blank]
        near = next((close for head in heads if (close := close_to(head, self.ids))), [])
        raise refuse_one("import.game", fact, f"Did you mean {near[0]}? {hint}" if near else hint, None, 1)

    def mentioned(self, line: PastedLine) -> list[str]:
        """The games that a line has in it, among other words."""
        if is_quoted(line.text) or line.blank:
            return []
        words = f"-{slug(line.text)}-"
        return [id for id in self.ids if f"-{id}-" in words]


def _named(text: str, ids: list[str]) -> str | None:
    """The game that a line names, with nothing before it and only its format and points behind."""
    if is_quoted(text) or not text:
        return None
    first = split_top(text)[:1]
    bare = without_points(first[0]).strip("*_:# ()") if first else ""
    word = slug(bare.partition(":")[2] or bare)
    return word if word in ids else None
