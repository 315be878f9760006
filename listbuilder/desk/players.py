"""Players: read and write `players.yaml`, the only file of an event with personal data.

Everything else at the desk knows a player by an id.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from listbuilder.base.errors import DocumentError, EditError
from listbuilder.base.findings import Finding
from listbuilder.base.records import record, replace
from listbuilder.base.spelling import did_you_mean
from listbuilder.lists.yaml_surgery import flow_text
from listbuilder.storage.files import write_text
from listbuilder.storage.reading import CATALOGUE_LIMITS, Document, Tree, clean_text, decode, read_file

CONSENTS = ("name", "list")
ID = re.compile(r"[a-z][a-z0-9-]{0,31}")
MOST_TEXT = 120


@record
class Player:
    """A player: `shown` is the name for others to see, `consent` what may be published: the name, the list."""

    id: str
    name: str
    shown: str = ""
    contact: str = ""
    club: str = ""
    nation: str = ""
    team: str = ""
    paid: bool = False
    consent: tuple[str, ...] = ()

    @property
    def public(self) -> str:
        """What the public may call the player."""
        return (self.shown or self.name) if "name" in self.consent else f"Player {self.id.removeprefix('p')}"


KEYS = tuple(one.name for one in fields(Player))


def same_name(one: str, other: str) -> bool:
    """Whether two names are equal, ignoring case and spaces."""
    return bool(one.split()) and one.casefold().split() == other.casefold().split()


def same_address(one: str, other: str) -> bool:
    """Whether two mail addresses are the same; only ASCII letters may differ in case, so that no lookalike passes."""
    return bool(one) and one.strip().encode().lower() == other.strip().encode().lower()


def read_players(path: Path) -> dict[str, Player]:
    """The players of an event by their ids, or DocumentError with every mistake."""
    document = read_file(path, limits=CATALOGUE_LIMITS)
    problems: list[Finding] = []
    rows = document.data.get("players") or []
    strays = [key for key in document.data if key != "players"]
    problems += [_problem(document, (key,), f"Unknown key `{key}`.", "The only key is players.") for key in strays]
    found: dict[str, Player] = {}
    if not isinstance(rows, list):
        problems.append(_problem(document, ("players",), "`players` must be a list.", "Start each player with `- `."))
        rows = []
    for at, row in enumerate(rows):
        one = _player(document, at, row, problems)
        if one is not None and one.id in found:
            problems.append(_problem(document, ("players", at), f"Two players have the id {one.id}.", "Change one."))
        elif one is not None:
            found[one.id] = one
    if problems:
        raise DocumentError(f"{path} has {len(problems)} mistake(s).", tuple(problems))
    return found


def _player(document: Document, at: int, row: Tree, problems: list[Finding]) -> Player | None:
    path = ("players", at)
    if not isinstance(row, dict):
        problems.append(_problem(document, path, "A player is keys and values.", "Write `{id: p01, name: …}`."))
        return None
    before = len(problems)
    for key, value in row.items():
        fault = _fault(key, value)
        if fault:
            problems.append(_problem(document, (*path, key), *fault))
    lacking = [key for key in ("id", "name") if not row.get(key)]
    problems += [_problem(document, path, f"`{key}` is missing.", f"Add `{key}: …`.") for key in lacking]
    if len(problems) > before:
        return None
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return Player(**values)


def _fault(key: str, value: Tree) -> tuple[str, str] | None:
    """What is wrong with one key of a player."""
    if key not in KEYS:
        return f"Unknown key `{key}`.", did_you_mean(key, KEYS) or f"The keys are {', '.join(KEYS)}."
    if key == "paid":
        return None if isinstance(value, bool) else ("`paid` must be true or false.", "")
    if key == "consent":
        wrong = [one for one in value if one not in CONSENTS] if isinstance(value, list) else [value]
        return (
            (f"`consent` can't be {wrong[0]!r}.", "Write `consent: [name, list]`, or one of them.") if wrong else None
        )
    if not isinstance(value, str) or len(value) > MOST_TEXT or "\n" in value:
        return f"`{key}` must be a text of one line.", "Put it in quotes."
    if key == "id" and not ID.fullmatch(value):
        return f"The id {value!r} can't be used.", "Write small letters, digits and hyphens, such as p07."
    return None


def write_players(path: Path, players: Iterable[Player]) -> None:
    """Write the file of players."""
    write_text(path, players_text(players), replace=True, private=True)


def players_text(players: Iterable[Player]) -> str:
    """The text of players.yaml, one player a line."""
    rows = [f"  - {flow_text(_given_keys(one))}" for one in players]
    head = "# Who plays. The only file of this event with personal data.\n"
    return head + ("players:\n" + "\n".join(rows) if rows else "players: []") + "\n"


def _given_keys(player: Player) -> dict[str, Tree]:
    """The keys of a player that have a value."""
    own: Mapping[str, Any] = vars(player)
    return {key: list(own[key]) if isinstance(own[key], tuple) else own[key] for key in KEYS if own[key]}


def _problem(document: Document, path: tuple[str | int, ...], message: str, hint: str) -> Finding:
    return Finding(code="desk.players", message=message, hint=hint, file=document.file, line=document.line(path))


# Sign-ups: the export of a form in, players added and changed out. Ambiguous rows are reported, never guessed.


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
NO = frozenset({"no", "n", "false", "0", "none", "nothing", "-", "nein", "non", "nee", "nie"})
YES = frozenset({"yes", "y", "true", "1", "x", "paid", "ja", "oui", "si"})
# Rows of an export: each is compared with every player.
MOST_ROWS = 20_000


@record
class SignUps:
    """All players afterwards, the ids that are new or changed, ambiguous rows, and ignored columns."""

    players: tuple[Player, ...]
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def read_signups(raw: bytes, known: Mapping[str, Player], columns: Mapping[str, str], file: str) -> SignUps:
    """The players after a form's export; `columns` says which column has a key, where its header does not."""
    text = clean_text(decode(raw, file), file)
    lines = text.splitlines()
    # In countries with a decimal comma, spreadsheets separate cells by semicolons.
    mark = max(",;\t", key=(lines[0] if lines else "").count)
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=mark, strict=True))
    except csv.Error as error:
        raise DocumentError.of("desk.players", f"{file} is no table: {error}.", "Export it again as CSV.") from error
    if not rows or len(rows) > MOST_ROWS:
        raise DocumentError.of("desk.players", f"{file} has no rows that can be read.", "Export it as CSV.", file=file)
    heads = [plain_head(head) for head in rows[0]]
    places = _places(heads, rows[0], columns, file)
    found = _SignUpReader(known)
    for number, row in enumerate(rows[1:], 2):
        cells = {key: " ".join(row[at].split()) for key, at in places.items() if at < len(row)}
        if any(cells.values()):
            found.take(cells, number)
    unread = tuple(rows[0][at] for at in range(len(heads)) if at not in places.values() and rows[0][at].strip())
    return found.signups(unread)


def plain_head(head: str) -> str:
    """The header of a column in lower case, with single spaces."""
    return " ".join(re.split(r"[\W_]+", head.lower())).strip()


def _places(heads: list[str], written: list[str], columns: Mapping[str, str], file: str) -> dict[str, int]:
    """Which column has which key."""
    # Reversed, because the last one that is found stays: with two columns for a key the earlier name is the better.
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


def read_consent(words: str) -> tuple[str, ...] | None:
    """What somebody agrees to: yes, no, or the things themselves; None for other words, which a person must read."""
    text = words.casefold().strip(" .!")
    if text in YES or text in NO:
        return CONSENTS if text in YES else ()
    parts = {part for part in re.split(r"[\s,;/&+]+", text) if part not in ("", "and", "my", "the")}
    return tuple(one for one in CONSENTS if one in parts) if parts and parts <= set(CONSENTS) else None


class _SignUpReader:
    """Collects players row by row."""

    def __init__(self, known: Mapping[str, Player]) -> None:
        self.players = dict(known)
        self.added: list[str] = []
        self.changed: list[str] = []
        self.doubtful: list[str] = []

    def take(self, cells: dict[str, str], row: int) -> None:
        """Read one row: a new player, a known one, or an ambiguous row."""
        if not cells.get("name"):
            self.doubtful.append(f"Row {row} has no name.")
            return
        same = [one for one in self.players.values() if self.is_same(one, cells)]
        named = [one for one in self.players.values() if same_name(one.name, cells["name"])]
        contact = cells.get("contact", "").casefold()
        # A family may share one address: that row is asked about, and neither player is renamed.
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
        if words := cells.get("consent"):
            agreed = read_consent(words)
            if agreed is None:
                fact = f'{player.name} ({player.id}) wrote "{words}" about consent'
                self.doubtful.append(f"{fact}: ask, and write `consent: [name, list]`, one of them, or [].")
            after = after if agreed is None else replace(after, consent=agreed)
        self.players[after.id] = after
        if before is None:
            self.added.append(after.id)
        elif after != before:
            self.changed.append(after.id)

    def free_id(self, wanted: str) -> str:
        """An id that is not in use."""
        if ID.fullmatch(wanted.lower()) and wanted.lower() not in self.players:
            return wanted.lower()
        numbers = [int(id[1:]) for id in self.players if re.fullmatch(r"p\d+", id)]
        return f"p{max([0, *numbers]) + 1:02}"

    def signups(self, unread: tuple[str, ...]) -> SignUps:
        """The result."""
        return SignUps(
            players=tuple(self.players.values()),
            added=tuple(self.added),
            changed=tuple(dict.fromkeys(self.changed)),
            doubtful=tuple(self.doubtful),
            unread=unread,
        )
