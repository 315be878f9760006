"""What `reveal --json` prints, as records with a sentence for each key: whether seals fit, and what was secret."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Literal

from listbuilder.base.errors import DocumentError
from listbuilder.base.records import published
from listbuilder.exchange.documents.dump import dump
from listbuilder.exchange.documents.judged import list_data
from listbuilder.judging.secrecy import Reveal, seal_of
from listbuilder.judging.validator import Report
from listbuilder.storage.reading import CATALOGUE_LIMITS, Tree, read_file

REVEALED = "1.0"


@published
class OpenedSeal:
    """One list whose seal was opened."""

    seal: str
    """The seal on the paper or in the export."""
    name: str
    """What the list is called."""
    fits: bool
    """Whether the list is the one that was sealed."""
    secrets: tuple[str, ...]
    """What was secret, in words."""
    same_catalogue: bool
    """Whether the catalogue here is the one it was sealed with."""


@published
class RevealedDocument:
    """What was secret and whether it is what was sealed, as `listbuilder reveal --json` prints it."""

    document: Literal["listbuilder-revealed"] = "listbuilder-revealed"
    """What this document is."""
    schema: str = REVEALED
    """The version of this document's schema, MAJOR.MINOR."""
    seals: tuple[OpenedSeal, ...]
    """The seals that the file opens."""
    missing: tuple[str, ...]
    """Seals that were asked for and that nothing in the file opens."""


# Reveal files: what opens the seals on lists whose secrets were left out.


DOCUMENT: Final = "listbuilder-reveal"
REVEAL = "1.1"


@published
class RevealFile:
    """What opens the seals on lists: whoever has it knows their secrets, and `listbuilder reveal` proves them."""

    document: Literal["listbuilder-reveal"] = DOCUMENT
    """What this document is."""
    version: str = REVEAL
    """The version of this document's schema, MAJOR.MINOR."""
    lists: tuple[Reveal, ...]
    """The seals and what opens them."""


def reveal_of(report: Report, salt: str) -> Reveal:
    """What opens the seal on a list."""
    force = report.force
    game = force.game
    return Reveal(
        seal=seal_of(force, salt),
        salt=salt,
        catalogue=game.digest,
        list=list_data(force.document),
        event=game.event.name if game.event else None,
    )


def write_reveals(reveals: Iterable[Reveal]) -> str:
    """A file that opens seals; whoever has it knows the secrets."""
    return json.dumps(dump(RevealFile(lists=tuple(reveals))), ensure_ascii=False, indent=2) + "\n"


def read_reveals(path: Path) -> list[Reveal]:
    """The seals that a file opens, or DocumentError when it is no such file."""
    document = read_file(path, limits=CATALOGUE_LIMITS)
    lists = document.data.get("lists")
    found = [_reveal(one) for one in lists] if isinstance(lists, list) else [None]
    if document.data.get("document") != DOCUMENT or None in found:
        message = "this is no file that opens seals"
        hint = "Give the .reveal.json file that `sheet --secret` or `export --secret` wrote."
        raise DocumentError.of("file.root", message, hint, file=str(path))
    return [one for one in found if one is not None]


def _reveal(one: Tree) -> Reveal | None:
    """What an item opens; None if a key is missing or has another type."""
    if not isinstance(one, dict):
        return None
    seal, salt, catalogue, whole, event = map(one.get, ("seal", "salt", "catalogue", "list", "event"))
    if not (isinstance(seal, str) and isinstance(salt, str) and isinstance(catalogue, str) and isinstance(whole, dict)):
        return None
    known = event if isinstance(event, str) else None
    return Reveal(seal=seal, salt=salt, catalogue=catalogue, list=whole, event=known)
