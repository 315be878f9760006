"""The folder of an event: where everything lies, and the one way to read it and to write in its ledger."""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from pathlib import Path

from listbuilder.catalogue import Event, Game
from listbuilder.desk.ledger import Chain
from listbuilder.desk.players import Player, read_players, same_name
from listbuilder.desk.records import Entrant, State, Version
from listbuilder.desk.state import fold
from listbuilder.desk.writing import Pen, locked, read_ledger
from listbuilder.errors import DocumentError, EditError, ListbuilderError
from listbuilder.files import clean_up, real_path
from listbuilder.finding import Finding
from listbuilder.loader.events import load_event, pack_document
from listbuilder.loader.folders import as_meant
from listbuilder.reading import Document, read_file
from listbuilder.spelling import did_you_mean

LEDGER, PACK, PLAYERS, SECRET = "ledger.jsonl", "event.yaml", "players.yaml", "desk.secret"
FILES = (LEDGER, PACK, PLAYERS, SECRET, "desk.key", "desk.lock", "ledger.torn")
FOLDERS = ("arrived", "judge", "lists", "messages", "out", "reasons")
INBOX = "inbox"


def find_desk(start: Path, catalogues: Iterable[Path] = ()) -> Desk:
    """The desk of the event that a folder, or one above it, belongs to."""
    here = real_path(start)
    for folder in (here, *here.parents):
        if (folder / LEDGER).is_file() or (folder / LEDGER).is_symlink():
            return Desk(folder, tuple(catalogues))
    message = f"{start} is not the folder of an event: it has no {LEDGER}."
    hint = "Go into the folder, name it with --folder, or make one with `listbuilder event new DIR --game GAME`."
    raise DocumentError.of("desk.folder", message, hint, file=str(start))


def strange_files(root: Path) -> Iterator[Path]:
    """What of an event's own files and folders is a link, a pipe or a device; what lies in the inbox is looked at when
    it is taken in.
    """
    here = {entry.name: entry for entry in os.scandir(root)}
    own = [here[name] for name in (*FILES, *FOLDERS, INBOX) if name in here]
    waiting = [(entry, entry.name != INBOX) for entry in own]
    while waiting:
        entry, deep = waiting.pop()
        if entry.is_dir(follow_symlinks=False):
            waiting += [(one, True) for one in os.scandir(entry.path)] if deep else []
        elif not entry.is_file(follow_symlinks=False):
            yield Path(entry.path)


def refuse_strange(root: Path) -> None:
    """Refuse a folder in which a link would let the desk read or write somewhere else, or a pipe make it wait."""
    found = [
        Finding(
            code="desk.file",
            message=f"{path.relative_to(root)} is a link, a pipe or a device, and no file or folder of the event.",
            hint="Put the file itself in its place, or delete it.",
            file=str(path),
        )
        for path in sorted(strange_files(root))
    ]
    if found:
        raise DocumentError(found[0].message, tuple(found))


def _look(path: Path) -> tuple[int, int]:
    """What changes when a file does; nothing for one that is not there."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


class Desk:
    """An event's folder, read once for one command; what is asked for twice is the same."""

    def __init__(self, root: Path, catalogues: tuple[Path, ...] = ()) -> None:
        self.root = root
        self.catalogues = catalogues
        self.pack_file = root / PACK
        self.players_file = root / PLAYERS
        refuse_strange(root)
        self.inbox, self.arrived = root / INBOX, root / "arrived"
        self.lists, self.out, self.judge = root / "lists", root / "out", root / "judge"
        self.seen: dict[str, tuple[int, int]] = {}
        # What versions mean, by player and number, under the game that is at hand.
        self.meanings: dict[tuple[str, int], str] = {}
        self.refresh()

    @cached_property
    def game(self) -> Game:
        """The game as it is played at the event."""
        return load_event(self.pack_file, self.catalogues)

    @property
    def event(self) -> Event:
        """What the pack says."""
        assert self.game.event is not None
        return self.game.event

    @property
    def pack_digest(self) -> str:
        """A hash of what the pack says, or of its bytes where it can't be read."""
        try:
            said = as_meant(pack_document(self.pack_file, self.catalogues).data)
        except ListbuilderError:
            said = self.pack_file.read_bytes()
        return hashlib.sha256(said).hexdigest()

    @property
    def each(self) -> int:
        """How many lists a player brings; a pack that can't be read asks for as many as before."""
        try:
            return self.event.lists.each
        except ListbuilderError:
            return self.state.each

    def mark(self, raw: bytes) -> str:
        """The hash of an original; keyed, so that nobody who reads the ledger can try out what came in."""
        try:
            key = (self.root / SECRET).read_bytes()
        except OSError as error:
            message = f"{SECRET} can't be read: {error.strerror}."
            raise DocumentError.of(
                "desk.file", message, "Take it from a backup.", file=str(self.root / SECRET)
            ) from error
        return hmac.new(key, raw, hashlib.sha256).hexdigest()

    @cached_property
    def players(self) -> dict[str, Player]:
        """Who plays, by id."""
        return read_players(self.players_file)

    @property
    def teams(self) -> dict[str, list[str]]:
        """The players of each team, by its name as it is first written."""
        found: dict[str, list[str]] = {}
        for one in self.players.values():
            if one.team.strip():
                name = next((name for name in found if same_name(name, one.team)), one.team)
                found.setdefault(name, []).append(one.id)
        return found

    def mates(self, id: str) -> list[str]:
        """The others of a player's team."""
        own = self.players.get(id)
        team = own.team if own else ""
        return [one.id for one in self.players.values() if one.id != id and same_name(one.team, team)]

    @cached_property
    def before(self) -> Desk | None:
        """The desk of the stage before, where the pack follows one."""
        from listbuilder.desk.intake.across import stage_before

        return stage_before(self)

    @cached_property
    def chain(self) -> Chain:
        """The ledger; DocumentError where it is broken, for nothing may be built on it then."""
        found = read_ledger(self.root / LEDGER)
        if found.findings:
            raise DocumentError(found.findings[0].message, found.findings)
        return found

    @cached_property
    def state(self) -> State:
        """What the ledger says."""
        return fold(self.chain.lines)

    def refresh(self) -> None:
        """Read anew, when it is next asked for, what has changed on the disk."""
        files = {"game": self.pack_file, "players": self.players_file, "chain": self.root / LEDGER}
        for name, path in files.items():
            if self.seen.get(name) != (seen := _look(path)):
                self.seen[name] = seen
                self.__dict__.pop(name, None)
                self.__dict__.pop("state", None)
                if name == "game":
                    self.meanings.clear()

    @contextmanager
    def writer(self, now: datetime, closed: bool = False) -> Iterator[Pen]:
        """Write in the ledger: nobody else does meanwhile, and what was read before is read again.

        What was posted about its head follows. `closed`: also when the event is over.
        """
        from listbuilder.desk.several import refuse_several
        from listbuilder.desk.signing.heads import write_head
        from listbuilder.desk.signing.keys import need_key

        with locked(self.root / "desk.lock"):
            refuse_strange(self.root)
            self.refresh()
            for folder in (
                self.root,
                self.arrived,
                *(one / part for one in (self.out, self.judge) for part in ("", "messages")),
            ):
                if folder.is_dir():
                    clean_up(folder)
            refuse_several(self)
            pen = Pen(self.root / LEDGER, self.chain, now)
            if self.state.closed and not closed:
                raise EditError.of("desk.closed", "The event is closed.", "`event undo` the line that closed it.")
            digest, each = self.pack_digest, self.each
            if (self.state.pack, self.state.each) != (digest, each):
                pen.note("pack", digest=digest, **({"each": each} if each > 1 else {}))
            self.note_players(pen)
            need_key(self)
            yield pen
            pen.write()
            self.refresh()
            self.take_over(pen)
            if pen.wrote:
                write_head(self)

    def note_players(self, pen: Pen) -> None:
        """Note whoever is in the file of players, by hand or from a form; they are known from here on."""
        for id in self.players:
            if id not in self.state.entrants and not self.state.closed:
                pen.note("player", player=id)
        self.take_over(pen)

    def take_over(self, pen: Pen, state: State | None = None) -> None:
        """What a pen has noted is what the ledger says; `state` is what follows from it, where that is known."""
        self.__dict__["chain"] = pen.chain
        self.__dict__.pop("state", None)
        if state is not None:
            self.__dict__["state"] = state

    def entrant(self, id: str) -> Entrant:
        """A player by id, or by name where one has it; EditError where there is none."""
        known = self.state.entrants
        if id in known:
            return known[id]
        named = [one.id for one in self.players.values() if same_name(one.name, id) or same_name(one.shown, id)]
        if len(named) == 1 and named[0] in known:
            return known[named[0]]
        names = [*known, *(one.name for one in self.players.values())]
        if len(named) > 1:
            raise EditError.of("desk.player", f'"{id}" could be {" or ".join(named)}.', "Say the id.")
        hint = did_you_mean(id, names) or "`listbuilder event status` lists them; `event players` signs them up."
        raise EditError.of("desk.player", f'There is no player "{id}".', hint)

    def name_of(self, id: str) -> str:
        """What the desk calls a player."""
        player = self.players.get(id)
        return player.name if player else id

    def lists_named(self, named: str) -> list[Entrant]:
        """The list with an id (`p07-1` is the first one of p07), or all lists of a player; EditError where none is."""
        player, _, number = named.rpartition("-")
        if self.state.each > 1 and player and number.isdecimal() and named not in self.state.entrants:
            lists = self.state.lists_of(self.entrant(player).id)
            found = [one for one in lists if str(one.number) == number]
            if not found:
                message = f"{self.name_of(lists[0].id)} brings {len(lists)} lists, and there is no list {number}."
                raise EditError.of("desk.player", message, f"Say {' or '.join(self.list_names(lists[0].id))}.")
            return found
        return self.state.lists_of(self.entrant(named).id)

    def list_named(self, named: str) -> Entrant:
        """The one list that is meant; EditError where a player is named who brings several."""
        found = self.lists_named(named)
        if len(found) > 1:
            message = f"{self.name_of(found[0].id)} brings {len(found)} lists."
            raise EditError.of("desk.player", message, f"Say {' or '.join(self.list_names(found[0].id))}.")
        return found[0]

    def list_names(self, player: str) -> list[str]:
        """What to say for each list of a player."""
        return [self.spoken(one.id) for one in self.state.lists_of(player)]

    def spoken(self, id: str) -> str:
        """What to say for a list, and for no other: with its number where a player brings several."""
        one = self.state.entrants.get(id)
        return f"{id}-{one.number}" if one and self.state.each > 1 else id

    def title_of(self, id: str) -> str:
        """What the desk calls a list: by its player, and by its number where a player brings several."""
        return self.numbered(id, self.name_of)

    def numbered(self, id: str, name_of: Callable[[str], str]) -> str:
        """A list as its player is called, with its number where a player brings several."""
        one = self.state.further.get(id) or self.state.entrants.get(id) or Entrant(id=id)
        return name_of(one.player) + (f", list{self.which(one)}" if self.state.each > 1 else "")

    def which(self, one: Entrant) -> str:
        """What stands behind the word "list" where a player brings several: a space and its number."""
        return f" {one.number}" if self.state.each > 1 else ""

    def list_file(self, id: str, version: int) -> Path:
        """Where a version of a player's list lies."""
        return self.lists / id / f"{version}.yaml"

    def salt_file(self, id: str, version: int) -> Path:
        """Where its salt lies."""
        return self.lists / id / f"{version}.salt"

    def document(self, id: str, version: Version | int) -> Document:
        """A version of a player's list."""
        path = self.list_file(id, version if isinstance(version, int) else version.number)
        if not path.exists():
            message = f"{path.relative_to(self.root)} is gone."
            raise DocumentError.of("desk.file", message, "Take it from a backup.", file=str(path))
        return read_file(path)

    def salt(self, id: str, version: int) -> bytes:
        """The salt of a version."""
        path = self.salt_file(id, version)
        try:
            return bytes.fromhex(path.read_text("ascii").strip())
        except (OSError, ValueError) as error:
            message = f"{path} can't be read, and without it nothing proves what was handed in."
            raise DocumentError.of("desk.file", message, "Take it from a backup.", file=str(path)) from error
