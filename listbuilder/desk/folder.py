"""The folder of an event: its files, the only way to read them and to write to the ledger, and backups."""

from __future__ import annotations

import hashlib
import hmac
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from pathlib import Path

from listbuilder.base.errors import DocumentError, EditError, ListbuilderError
from listbuilder.base.findings import Finding
from listbuilder.base.spelling import did_you_mean
from listbuilder.catalogue import Event, Game
from listbuilder.desk import ledger_kinds
from listbuilder.desk.ledger import Chain, LedgerWriter, locked, read_ledger
from listbuilder.desk.ledger_kinds import Reducer
from listbuilder.desk.players import Player, SignUps, read_players, read_signups, same_name, write_players
from listbuilder.desk.state import Entrant, State, Version, list_id
from listbuilder.loading.events import load_event, pack_document
from listbuilder.loading.folders import canonical_bytes
from listbuilder.storage.files import real_path, remove_leftovers, write_error
from listbuilder.storage.reading import Document, read_file

LEDGER, PACK, PLAYERS, SECRET = "ledger.jsonl", "event.yaml", "players.yaml", "desk.secret"
FILES = (LEDGER, PACK, PLAYERS, SECRET, "desk.key", "desk.lock", "ledger.torn")
FOLDERS = ("arrived", "judge", "lists", "messages", "out", "reasons")
INBOX = "inbox"


def find_desk(start: Path, catalogues: Iterable[Path] = ()) -> Desk:
    """The desk of the event that a folder, or one above it, belongs to."""
    here = real_path(start)
    for folder in (here, *here.parents):
        # A link counts as well: it is refused with a message of its own when the desk opens.
        if (folder / LEDGER).is_file() or (folder / LEDGER).is_symlink():
            return Desk(folder, tuple(catalogues))
    message = f"{start} is not the folder of an event: it has no {LEDGER}."
    hint = "Go into the folder, name it with --folder, or make one with `listbuilder event new DIR --game GAME`."
    raise DocumentError.of("desk.folder", message, hint, file=str(start))


def special_files(root: Path) -> Iterator[Path]:
    """The links, pipes and devices among the event's own files. Intake itself checks what is in the inbox."""
    here = {entry.name: entry for entry in os.scandir(root)}
    own = [here[name] for name in (*FILES, *FOLDERS, INBOX) if name in here]
    waiting = [(entry, entry.name != INBOX) for entry in own]
    while waiting:
        entry, deep = waiting.pop()
        if entry.is_dir(follow_symlinks=False):
            waiting += [(one, True) for one in os.scandir(entry.path)] if deep else []
        elif not entry.is_file(follow_symlinks=False):
            yield Path(entry.path)


def refuse_special_files(root: Path) -> None:
    """Refuse links, which could make the desk read or write elsewhere, and pipes, which could block it."""
    found = [
        Finding(
            code="desk.file",
            message=f"{path.relative_to(root)} is a link, a pipe or a device, and no file or folder of the event.",
            hint="Put the file itself in its place, or delete it.",
            file=str(path),
        )
        for path in sorted(special_files(root))
    ]
    if found:
        raise DocumentError(found[0].message, tuple(found))


WATCHED = {"game": PACK, "players": PLAYERS, "chain": LEDGER}
"""The files that everything follows from, by what is read from each."""


def files_stamp(root: Path) -> str:
    """The state of an event's files, which changes with each of them."""
    return "-".join(str(number) for name in WATCHED.values() for number in _file_stamp(root / name))


def _file_stamp(path: Path) -> tuple[int, int]:
    """The size and time of a file, to detect changes; zeros if it does not exist."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


class Desk:
    """An event's folder. Everything read from it is cached until `refresh`."""

    def __init__(self, root: Path, catalogues: tuple[Path, ...] = ()) -> None:
        self.root = root
        self.catalogues = catalogues
        self.pack_file = root / PACK
        self.players_file = root / PLAYERS
        refuse_special_files(root)
        self.inbox, self.arrived = root / INBOX, root / "arrived"
        self.lists, self.out, self.judge = root / "lists", root / "out", root / "judge"
        self.seen: dict[str, tuple[int, int]] = {}
        # The meaning of versions by list and number, under the current game.
        self.meanings: dict[tuple[str, int], str] = {}
        # Checked once, under the lock, before the next line is written; it raises what speaks against it.
        self.precondition: Callable[[], None] | None = None
        self._chain: Chain | None = None
        self._reducer = Reducer(())
        self.refresh()

    @cached_property
    def game(self) -> Game:
        """The game as it is played at the event."""
        return load_event(self.pack_file, self.catalogues)

    @property
    def event(self) -> Event:
        """The parsed pack."""
        assert self.game.event is not None
        return self.game.event

    @property
    def pack_digest(self) -> str:
        """A hash of the pack's content, or of its bytes if it can't be parsed."""
        try:
            content = canonical_bytes(pack_document(self.pack_file, self.catalogues).data)
        except ListbuilderError:
            content = self.pack_file.read_bytes()
        return hashlib.sha256(content).hexdigest()

    def require_lists(self) -> None:
        """EditError if the event is played without lists."""
        if not self.each:
            raise EditError.of(
                "desk.pack", "This event is played without lists.", "See `lists: {each: 0}` in the pack."
            )

    @property
    def each(self) -> int:
        """How many lists a player brings; as before if the pack can't be read."""
        try:
            return self.event.lists.each
        except ListbuilderError:
            return self.state.each

    def keyed_hash(self, raw: bytes) -> str:
        """A keyed hash, so that nobody who reads the ledger can guess what was hashed."""
        try:
            key = (self.root / SECRET).read_bytes()
        except OSError as error:
            message = f"{SECRET} can't be read: {error.strerror}."
            raise DocumentError.of(
                "desk.file", message, "Restore it from a backup.", file=str(self.root / SECRET)
            ) from error
        return hmac.new(key, raw, hashlib.sha256).hexdigest()

    @cached_property
    def players(self) -> dict[str, Player]:
        """Who plays, by id."""
        return read_players(self.players_file)

    @property
    def teams(self) -> dict[str, list[str]]:
        """The players of each team, by its first spelling."""
        found: dict[str, list[str]] = {}
        for one in self.players.values():
            if one.team.strip():
                name = next((name for name in found if same_name(name, one.team)), one.team)
                found.setdefault(name, []).append(one.id)
        return found

    def team_mates(self, id: str) -> list[str]:
        """The others of a player's team."""
        own = self.players.get(id)
        team = own.team if own else ""
        return [one.id for one in self.players.values() if one.id != id and same_name(one.team, team)]

    @cached_property
    def before(self) -> Desk | None:
        """The desk of the previous stage, if the pack follows one."""
        from listbuilder.desk.intake.verdicts import stage_before

        return stage_before(self)

    @cached_property
    def chain(self) -> Chain:
        """The ledger; DocumentError if it is broken. What was read before is not read again."""
        found = read_ledger(self.root / LEDGER, self._chain)
        if found.findings:
            raise DocumentError(found.findings[0].message, found.findings)
        self._chain = found
        return found

    @property
    def reducer(self) -> Reducer:
        """What the ledger amounts to, to apply further lines to a copy of it."""
        # Only new lines are applied: with 3,000 players and 9,000 lines a hand-in takes 0.071 s of processor time, not
        # 0.585.
        self._reducer = self._reducer.after(self.chain.lines)
        return self._reducer

    @cached_property
    def state(self) -> State:
        """The state that follows from the ledger."""
        return self.reducer.state()

    def refresh(self) -> None:
        """Drop cached values whose files have changed."""
        for name, file in WATCHED.items():
            if self.seen.get(name) != (seen := _file_stamp(self.root / file)):
                self.seen[name] = seen
                self.__dict__.pop(name, None)
                self.__dict__.pop("state", None)
                if name == "game":
                    self.meanings.clear()

    @property
    def stamp(self) -> str:
        """The state of the files that were read, as `files_stamp` has it."""
        return "-".join(str(number) for name in WATCHED for number in self.seen[name])

    @contextmanager
    def writer(self, now: datetime, closed: bool = False) -> Iterator[LedgerWriter]:
        """Write to the ledger, locked and refreshed; afterwards the posted head is updated.

        `closed`: also if the event is closed.
        """

        from listbuilder.desk.signing import refuse_wrong_key, write_head

        with locked(self.root / "desk.lock"):
            refuse_special_files(self.root)
            self.refresh()
            precondition, self.precondition = self.precondition, None
            if precondition is not None:
                precondition()
            for folder in (
                self.root,
                self.arrived,
                *(one / part for one in (self.out, self.judge) for part in ("", "messages")),
            ):
                if folder.is_dir():
                    remove_leftovers(folder)
            refuse_ambiguous_lists(self)
            ledger = LedgerWriter(self.root / LEDGER, self.chain, now)
            if self.state.closed and not closed:
                raise EditError.of("desk.closed", "The event is closed.", "`event undo` the line that closed it.")
            digest, each = self.pack_digest, self.each
            # Whoever writes notes a changed pack first, so that each line is read by the pack that was in force.
            if (self.state.pack, self.state.each) != (digest, each):
                ledger.append(ledger_kinds.PackChanged(digest=digest, each=None if each == 1 else each))
            try:
                self.record_players(ledger)
                # Before anything is recorded that the key should sign afterwards.
                refuse_wrong_key(self)
                yield ledger
                ledger.flush()
            except BaseException:
                # Lines that were taken over and never written: the next line would follow them and break the chain.
                self.forget_unwritten()
                raise
            self.refresh()
            self.adopt(ledger)
            if ledger.wrote:
                write_head(self)

    def forget_unwritten(self) -> None:
        """Read the ledger again at the next use."""
        self._chain = None
        for name in ("chain", "state"):
            self.__dict__.pop(name, None)

    def record_players(self, ledger: LedgerWriter) -> None:
        """Record players who are in players.yaml and not in the ledger."""
        for id in self.players:
            if id not in self.state.entrants and not self.state.closed:
                ledger.append(ledger_kinds.SignedUp(player=id))
        self.adopt(ledger)

    def sign_up(self, raw: bytes, columns: Mapping[str, str], file: str, now: datetime) -> SignUps:
        """Add the players of a form's export to players.yaml, and record who is new."""
        with self.writer(now) as ledger:
            found = read_signups(raw, self.players, columns, file)
            write_players(self.players_file, found.players)
            self.refresh()
            self.record_players(ledger)
        return found

    def adopt(self, ledger: LedgerWriter, state: State | None = None) -> None:
        """Take over the lines that were appended; `state` is the new state, if it is known."""
        self.__dict__["chain"] = self._chain = ledger.chain
        self.__dict__.pop("state", None)
        if state is not None:
            self.__dict__["state"] = state

    def entrant(self, id: str) -> Entrant:
        """A player by id, or by a unique name; EditError if there is none."""
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
        """The name of a player; the id if it was forgotten."""
        player = self.players.get(id)
        return player.name if player else id

    def find_lists(self, named: str) -> list[Entrant]:
        """The list with an id (`p07-1` is the first of p07), or all lists of a player; EditError if there is none."""
        player, _, number = named.rpartition("-")
        if self.state.each > 1 and player and number.isdecimal() and named not in self.state.entrants:
            lists = self.state.lists_of(self.entrant(player).id)
            found = [one for one in lists if str(one.number) == number]
            if not found:
                message = f"{self.name_of(lists[0].id)} brings {len(lists)} lists, and there is no list {number}."
                raise EditError.of("desk.player", message, f"Say {' or '.join(self.list_names(lists[0].id))}.")
            return found
        return self.state.lists_of(self.entrant(named).id)

    def find_list(self, named: str) -> Entrant:
        """The list with an id; EditError if it names a player with several lists."""
        found = self.find_lists(named)
        if len(found) > 1:
            message = f"{self.name_of(found[0].id)} brings {len(found)} lists."
            raise EditError.of("desk.player", message, f"Say {' or '.join(self.list_names(found[0].id))}.")
        return found[0]

    def list_names(self, player: str) -> list[str]:
        """The labels of a player's lists."""
        return [self.list_label(one.id) for one in self.state.lists_of(player)]

    def list_label(self, id: str) -> str:
        """The label that identifies a list on the command line: with its number if players bring several."""
        one = self.state.entrants.get(id)
        return f"{id}-{one.number}" if one and self.state.each > 1 else id

    def list_title(self, id: str) -> str:
        """The name of a list's player, with the number of the list if players bring several."""
        return self.title_with_number(id, self.name_of)

    def title_with_number(self, id: str, name_of: Callable[[str], str]) -> str:
        """Like `list_title`, with another function for names."""
        one = self.state.further.get(id) or self.state.entrants.get(id) or Entrant(id=id)
        return name_of(one.player) + (f", list{self.list_suffix(one)}" if self.state.each > 1 else "")

    def list_suffix(self, one: Entrant) -> str:
        """A space and the number of a list if players bring several; else empty."""
        return f" {one.number}" if self.state.each > 1 else ""

    def list_file(self, id: str, version: int) -> Path:
        """The file of a version."""
        return self.lists / id / f"{version}.yaml"

    def salt_file(self, id: str, version: int) -> Path:
        """The file of its salt."""
        return self.lists / id / f"{version}.salt"

    def document(self, id: str, version: Version | int) -> Document:
        """The parsed file of a version."""
        path = self.list_file(id, version if isinstance(version, int) else version.number)
        if not path.exists():
            message = f"{path.relative_to(self.root)} is gone."
            raise DocumentError.of("desk.file", message, "Restore it from a backup.", file=str(path))
        return read_file(path)

    def salt(self, id: str, version: int) -> bytes:
        """The salt of a version."""
        path = self.salt_file(id, version)
        try:
            return bytes.fromhex(path.read_text("ascii").strip())
        except (OSError, ValueError) as error:
            message = f"{path} can't be read, and without it nothing proves what was handed in."
            raise DocumentError.of("desk.file", message, "Restore it from a backup.", file=str(path)) from error


# Ids that could mean two different lists.


def list_id_faults(desk: Desk) -> Iterator[Finding]:
    """Player ids that equal the id of another player's list, and lists that the pack no longer asks for."""
    each = desk.each
    for id in desk.players if each > 1 else ():
        for name in (list_id(id, number) for number in range(2, each + 1)):
            if name in desk.players:
                message = f"{name} is what list {name[-1]} of {id} is called, and a player has that id."
                yield Finding(
                    code="desk.players", message=message, hint="Give one another id.", file=str(desk.players_file)
                )
    asked = [one for one in desk.state.further.values() if one.number > each and one.versions]
    if asked:
        most = max(one.number for one in asked)
        message = f"{asked[0].of} has handed in list {asked[0].number}, and the pack asks for {each} of each player."
        hint = f"Write `lists: {{each: {most}}}` again."
        yield Finding(code="desk.pack", message=message, hint=hint, file=str(desk.pack_file))


def refuse_ambiguous_lists(desk: Desk) -> None:
    """Refuse to write while an id could mean two lists."""
    found = tuple(list_id_faults(desk))
    if found:
        raise DocumentError(found[0].message, found)


# A copy of the folder, taken while nobody writes: every line of its ledger has its files.


LOCK, PARTIAL = "desk.lock", ".partial"


def _left_out(folder: str, names: list[str]) -> list[str]:
    """The names that are not copied: the lock, and links, pipes and devices in the inbox."""
    with os.scandir(folder) as entries:
        plain = {one.name for one in entries if one.is_dir(follow_symlinks=False) or one.is_file(follow_symlinks=False)}
    return [name for name in names if name == LOCK or name not in plain]


def back_up(desk: Desk, to: Path) -> str:
    """Copy the folder to a path that does not exist, completely or not at all; the head of the copied ledger."""
    target = to.absolute()
    if target.exists():
        raise write_error(to, "exists already", "Choose another name, such as one with the time in it.")
    if desk.root in real_path(target).parents:
        raise write_error(to, "lies in the folder itself", "Choose a place elsewhere, best on another disk.")
    partial = target.with_name(target.name + PARTIAL)
    try:
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(mode=0o700, parents=True)
        with locked(desk.root / LOCK):
            desk.refresh()
            head = desk.chain.code
            shutil.copytree(desk.root, partial, dirs_exist_ok=True, ignore=_left_out)
        # The copy contains salts and keys, so it is private too.
        partial.chmod(0o700)
        partial.rename(target)
    except OSError as error:
        shutil.rmtree(partial, ignore_errors=True)
        raise write_error(to, f"can't be written: {error.strerror or error}", "The folder itself is intact.") from error
    return head
