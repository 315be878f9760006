"""Cards from the screen: a PDF beside the list, under a name that nothing has yet."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from listbuilder.files import write_bytes
from listbuilder.workbench import Bench


def write_cards(bench: Bench, path: Path, catalogues: Iterable[Path] = ()) -> str:
    """Write the cards of a list, legal or not, and say where."""
    from listbuilder.service.cards import report_pdf

    made = report_pdf(bench.report, catalogues)
    target = path.with_name(f"{path.stem}-cards.pdf")
    number = 2
    while target.exists():
        target = path.with_name(f"{path.stem}-cards-{number}.pdf")
        number += 1
    write_bytes(target, made)
    return str(target)
