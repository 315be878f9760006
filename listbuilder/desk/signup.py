"""Sign-ups: the export of a form in, players added and changed out; what is doubtful is asked about, never guessed."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from datetime import datetime

from listbuilder.base.errors import DocumentError, EditError
from listbuilder.base.records import record, replace
from listbuilder.base.spelling import did_you_mean
from listbuilder.desk.folder import Desk
from listbuilder.desk.players import CONSENTS, Player, same_name, write_players
from listbuilder.storage.reading import clean_text, decode

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "number", "no"),
    "name": ("name", "player", "full name", "your name", "player name"),
    "shown": ("shown", "nickname", "display name"),
    "contact": ("contact", "email", "e mail", "mail", "email address", "e mail address"),
    "club": ("club", "your club"),
    "nation": ("nation", "country"),
    "team": ("team", "your team", "team name"),
    "paid": ("paid", "payment"),
    "consent": ("consent",),
}
YES = frozenset({"yes", "y", "true", "1", "x", "paid", "ja", "oui", "si"})
MOST_ROWS = 20_000


@record
class SignUps:
    """All players afterwards, the ids of those who are new or changed, what is doubtful, and columns nobody read."""

    players: tuple[Player, ...]
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def sign_up(desk: Desk, raw: bytes, columns: Mapping[str, str], file: str, now: datetime) -> SignUps:
    """Put a form's export into the file of players and note who is new; nobody else signs up or leaves meanwhile."""
    with desk.writer(now) as ledger:
        found = read_signups(raw, desk.players, columns, file)
        write_players(desk.players_file, found.players)
        desk.refresh()
        desk.record_players(ledger)
    return found


def read_signups(raw: bytes, known: Mapping[str, Player], columns: Mapping[str, str], file: str) -> SignUps:
    """The players after a form's export; `columns` says which column has a key, where its header does not."""
    text = clean_text(decode(raw, file), file)
    lines = text.splitlines()
    mark = max(",;\t", key=(lines[0] if lines else "").count)
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=mark, strict=True))
    except csv.Error as error:
        raise DocumentError.of("desk.players", f"{file} is no table: {error}.", "Export it again as CSV.") from error
    if not rows or len(rows) > MOST_ROWS:
        raise DocumentError.of("desk.players", f"{file} has no rows that can be read.", "Export it as CSV.", file=file)
    heads = [plain_head(head) for head in rows[0]]
    places = _places(heads, rows[0], columns, file)
    found = _Book(known)
    for number, row in enumerate(rows[1:], 2):
        cells = {key: " ".join(row[at].split()) for key, at in places.items() if at < len(row)}
        if any(cells.values()):
            found.take(cells, number)
    unread = tuple(rows[0][at] for at in range(len(heads)) if at not in places.values() and rows[0][at].strip())
    return found.signups(unread)


def plain_head(head: str) -> str:
    """The head of a column in small letters, words apart."""
    return " ".join(re.split(r"[\W_]+", head.lower())).strip()


def _places(heads: list[str], written: list[str], columns: Mapping[str, str], file: str) -> dict[str, int]:
    """Which column has which key."""
    places = {key: heads.index(name) for key, names in COLUMNS.items() for name in names[::-1] if name in heads}
    for key, name in columns.items():
        at = [place for place, head in enumerate(written) if same_name(head, name)]
        if key not in COLUMNS or not at:
            known = COLUMNS if key not in COLUMNS else written
            hint = did_you_mean(key if key not in COLUMNS else name, known) or f"There are {', '.join(known)}."
            raise EditError.of("desk.players", f"`{key}={name}` names no key and column.", hint)
        places[key] = at[0]
    if "name" not in places:
        hint = f"Say which column has it: --column name=… The columns are {', '.join(written)}."
        raise DocumentError.of("desk.players", f"No column of {file} is the name of players.", hint, file=file)
    return places


class _Book:
    """The players by now."""

    def __init__(self, known: Mapping[str, Player]) -> None:
        self.players = dict(known)
        self.added: list[str] = []
        self.changed: list[str] = []
        self.doubtful: list[str] = []

    def take(self, cells: dict[str, str], row: int) -> None:
        """One row: somebody new, somebody known, or a doubt."""
        if not cells.get("name"):
            self.doubtful.append(f"Row {row} has no name.")
            return
        same = [one for one in self.players.values() if self.is_same(one, cells)]
        named = [one for one in self.players.values() if same_name(one.name, cells["name"])]
        contact = cells.get("contact", "").casefold()
        if len(same) > 1 or (same and not same_name(same[0].name, cells["name"])):
            self.doubtful.append(f"Row {row}: {cells['name']} has the contact of {same[0].name} ({same[0].id}).")
        elif not same and named and contact and named[0].contact:
            self.doubtful.append(f"Row {row}: another {cells['name']}, with another contact than {named[0].id}.")
        else:
            self.set(same[0] if same else named[0] if named else None, cells)

    @staticmethod
    def is_same(player: Player, cells: Mapping[str, str]) -> bool:
        """Whether a row is about a player: by id or contact."""
        if cells.get("id"):
            return cells["id"].lower() == player.id
        return bool(player.contact) and cells.get("contact", "").casefold() == player.contact.casefold()

    def set(self, before: Player | None, cells: Mapping[str, str]) -> None:
        """Add a player, or change one; what a row leaves empty stays."""
        player = before or Player(id=self.free_id(cells.get("id", "")), name=cells["name"])
        texts = {key: value for key, value in cells.items() if value and key not in ("id", "paid", "consent")}
        after = replace(player, **texts)
        if cells.get("paid"):
            after = replace(after, paid=cells["paid"].casefold() in YES)
        if cells.get("consent"):
            agreed = [one for one in CONSENTS if one in cells["consent"].casefold()]
            after = replace(after, consent=CONSENTS if cells["consent"].casefold() in YES else tuple(agreed))
        self.players[after.id] = after
        if before is None:
            self.added.append(after.id)
        elif after != before:
            self.changed.append(after.id)

    def free_id(self, wanted: str) -> str:
        """An id that nobody has."""
        if re.fullmatch(r"[a-z][a-z0-9-]{0,31}", wanted.lower()) and wanted.lower() not in self.players:
            return wanted.lower()
        numbers = [int(id[1:]) for id in self.players if re.fullmatch(r"p\d+", id)]
        return f"p{max([0, *numbers]) + 1:02}"

    def signups(self, unread: tuple[str, ...]) -> SignUps:
        """What came of it."""
        return SignUps(
            players=tuple(self.players.values()),
            added=tuple(self.added),
            changed=tuple(dict.fromkeys(self.changed)),
            doubtful=tuple(self.doubtful),
            unread=unread,
        )
