"""Reveal files: what opens the seals on lists whose secrets were left out."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from listbuilder.documents.source import list_data
from listbuilder.errors import DocumentError
from listbuilder.finding import Finding
from listbuilder.reading import CATALOGUE_LIMITS, Tree, read_file
from listbuilder.secrecy import Reveal, seal_of
from listbuilder.validator import Report

__all__ = ["DOCUMENT", "read_reveals", "reveal_of", "write_reveals"]

DOCUMENT = "listbuilder-reveal"


def reveal_of(report: Report, salt: str) -> Reveal:
    """What opens the seal on a list."""
    force = report.force
    return Reveal(seal=seal_of(force, salt), salt=salt, catalogue=force.game.digest, list=list_data(force.document))


def write_reveals(reveals: Iterable[Reveal]) -> str:
    """A file that opens seals; whoever has it knows the secrets."""
    lists = [{"seal": one.seal, "salt": one.salt, "catalogue": one.catalogue, "list": one.list} for one in reveals]
    return json.dumps({"document": DOCUMENT, "version": "1.0", "lists": lists}, ensure_ascii=False, indent=2) + "\n"


def read_reveals(path: Path) -> list[Reveal]:
    """The seals that a file opens, or DocumentError when it is no such file."""
    document = read_file(path, limits=CATALOGUE_LIMITS)
    lists = document.data.get("lists")
    if document.data.get("document") != DOCUMENT or not isinstance(lists, list) or not all(map(whole, lists)):
        message = "this is no file that opens seals"
        hint = "Give the .reveal.json file that `sheet --secret` or `export --secret` wrote."
        raise DocumentError(message, (Finding(code="file.root", message=message, hint=hint, file=str(path)),))
    return [Reveal(**cast("dict[str, str]", {key: one[key] for key in KEYS})) for one in lists]  # type: ignore[index, call-overload, arg-type]


KEYS = ("seal", "salt", "catalogue", "list")


def whole(one: Tree) -> bool:
    """Whether an item says all that opens a seal."""
    return (
        isinstance(one, dict)
        and all(isinstance(one.get(key), str) for key in KEYS[:3])
        and isinstance(one.get("list"), dict)
    )
