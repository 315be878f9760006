"""Text lists in: a paste goes in, every list in it comes out, with the talk around it and each line accounted for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from listbuilder.catalogue import Game
from listbuilder.finding import Finding
from listbuilder.formats.imported import Imported, Kept
from listbuilder.formats.text.head import LIST_KEYS, behind_game, is_title
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

MAX_TEXT, LONGEST_HEADING = 256 * 1024, 8
Load = Callable[[str], Game]


@record
class TextList:
    """One list in a paste: its game, its lines, the talk above it, and what is quoted from other messages."""

    game: Game
    lines: tuple[PastedLine, ...]
    talk: tuple[PastedLine, ...] = ()
    quoted: tuple[PastedLine, ...] = ()

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
        quoted = [one.number for one in self.quoted if one.raw.strip(" >")]
        others = tuple(Kept(line=one.number, text=one.raw.strip()) for one in self.quoted if one.number in quoted)
        account += tuple((number, "quoted from another message") for number in quoted)
        return changed(
            found,
            kept=tuple(sorted((*above, *others, *found.kept), key=lambda one: one.line)),
            account=tuple(sorted((*account, *found.account))),
            notes=(*_quoted_note(quoted), *found.notes),
        )


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
        self.quoted: tuple[PastedLine, ...] = ()
        self.leave_quotes()
        self.lines = self.with_tables()

    def leave_quotes(self) -> None:
        """Set quoted messages aside where the message itself has models; what it answers is no part of its list."""
        own = [line for line in self.lines if not line.quoted]
        if len(own) == len(self.lines):
            return
        games = {game for line in self.lines for game in self.mentioned(line)} | ({self.game} if self.game else set())
        # The game may be named in what is quoted alone.
        spoken = {game for line in own for game in self.mentioned(line)} or games
        found = [game for game in sorted(spoken) if self.first_row(0, len(own), game, own) is not None]
        if not found:
            return
        self.quoted = tuple(line for line in self.lines if line.quoted)
        self.lines = own
        named = any(self.mentioned(line) for line in own)
        self.game = self.game or (found[0] if len(found) == 1 and not named else None)

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
        made = [
            TextList(game=self.load(game), lines=tuple(self.lines[at:end]), talk=talk if n == 0 else ())
            for n, (at, end, (_, game)) in enumerate(zip(cuts, ends, starts, strict=True))
        ]
        return (changed(made[0], quoted=self.quoted), *made[1:])

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

    def first_row(self, at: int, end: int, game: str, lines: list[PastedLine] | None = None) -> int | None:
        """The first line in a stretch that is plainly a model."""
        reader = self.reader(game)
        for number in range(at, end):
            line = (lines or self.lines)[number]
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
        lines = tuple(self.lines)
        return TextList(game=self.load(game), lines=lines[cut:], talk=lines[:cut], quoted=self.quoted)

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
    """The game that a line names, with nothing before it and little behind: a size, a format, a faction."""
    found = behind_game(text, ids)
    if found is None:
        return None
    game, rest = found
    behind = text[: len(text) - len(rest)].rstrip()[-1:]
    part = (split_top(rest) or [""])[0] if behind != "," else ""
    alone = not without_points(f"x {part}").removeprefix("x") or part.isdecimal()
    set_off = not behind.isalnum() or rest[:1] in "-–—(|[/:,;" or rest[:1].isdecimal()
    return game if alone or (set_off and len(rest.split()) <= LONGEST_HEADING) else None


def _quoted_note(lines: list[int]) -> tuple[Finding, ...]:
    """What to say of lines that another message had."""
    if not lines:
        return ()
    many = f"Line {lines[0]} is" if len(lines) == 1 else f"Lines {lines[0]} to {lines[-1]} are"
    message = f"{many} quoted from another message and not read."
    hint = "Import that message by itself if its list is the one that counts."
    return (Finding(code="import.quoted", severity="info", message=message, hint=hint, line=lines[0]),)
