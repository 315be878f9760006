"""What `reveal --json` prints, as records with a sentence for each key: whether seals fit, and what was secret."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from listbuilder.documents.report import OWN
from listbuilder.record import record

REVEALED = "1.0"


@record
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
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


@record
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
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN
