"""The file behind the screen: written after every edit, all or nothing, and never over another program's changes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from listbuilder.building import Bench
from listbuilder.storage.edit_history import digest, locked, record_edit, write_unchanged
from listbuilder.storage.files import write_bytes, write_text
from listbuilder.storage.reading import read_raw


class ChangedOutsideError(Exception):
    """The file holds something else than what was last read or written here."""

    def __init__(self, content: bytes) -> None:
        super().__init__("the file was changed by something else")
        self.content = content


class ListFile:
    """One list file; `known` tells what it held when it was last looked at, nothing for one that is not there yet."""

    def __init__(self, path: Path, content: bytes | None) -> None:
        self.path = path
        self.known = None if content is None else digest(content)

    def save(self, text: str) -> None:
        """Write the list; the edit can be taken back with `undo` later."""
        data = text.encode()
        if self.known is None:
            # Without `replace`, so that a file that another program made meanwhile is not overwritten.
            write_text(self.path, text)
            self.known = digest(data)
            return
        with locked(self.path):
            raw = read_raw(self.path)
            if digest(raw) != self.known:
                raise ChangedOutsideError(raw)
            if data != raw:
                record_edit(self.path, raw, data)
                write_unchanged(self.path, text, self.known)
        self.known = digest(data)

    def outside(self) -> bytes | None:
        """What another program wrote into the file since, if anything."""
        if self.known is None or not self.path.is_file():
            return None
        raw = read_raw(self.path)
        return raw if digest(raw) != self.known else None

    def accept(self, content: bytes) -> None:
        """Take what is in the file for known."""
        self.known = digest(content)


# Cards from the screen: a PDF beside the list, under a name that nothing has yet.


def write_cards(bench: Bench, path: Path, catalogues: Iterable[Path] = ()) -> str:
    """Write the cards of a list, legal or not, and say where."""
    from listbuilder.ui.web.pdf import report_pdf, usual_look
    from listbuilder.ui.web.shelf import FolderShelf

    templates = FolderShelf(catalogues).templates(bench.game.id)
    made = report_pdf(bench.report, templates, usual_look(templates))
    target = path.with_name(f"{path.stem}-cards.pdf")
    number = 2
    while target.exists():
        target = path.with_name(f"{path.stem}-cards-{number}.pdf")
        number += 1
    write_bytes(target, made)
    return str(target)
