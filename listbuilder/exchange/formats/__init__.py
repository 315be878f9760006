"""Formats: a judged list out in many forms, and lists in again. One file each, found in one registry.

To add a format: write its file with `write_<name>(judged) -> str` (and `read_<name>` where it comes back), and name it
in `FORMATS`; help, completion and tests read it there, and docs/playing/sharing.md has a row for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from listbuilder.base.records import record

# Completion reads the registry and must not load the judge for it.
if TYPE_CHECKING:
    from listbuilder.exchange.documents.judged import JudgedList

__all__ = ["FORMATS", "TARGETS", "FileFormat", "write_list"]


@record
class FileFormat:
    """A format: what it is for, the file name's ending, and the module that has its functions.

    One that `conceals` is for the whole table, so it never has what a game keeps secret.
    """

    about: str
    suffix: str
    home: str
    legal_only: bool = False
    reads: bool = True
    writes: bool = True
    conceals: bool = False


FORMATS: Mapping[str, FileFormat] = {
    "code": FileFormat(about="a share code, for links and QR codes", suffix=".txt", home="code"),
    "csv": FileFormat(about="a table for spreadsheets", suffix=".csv", home="csv_table"),
    "engine": FileFormat(about="the force that game engines read", suffix=".json", home="list_files", legal_only=True),
    "foundry": FileFormat(
        about="actors for Foundry Virtual Tabletop", suffix=".json", home="virtual_table", reads=False, conceals=True
    ),
    "html": FileFormat(about="a web page that loads nothing", suffix=".html", home="html_page"),
    "json": FileFormat(about="a list file in JSON", suffix=".json", home="list_files"),
    "markdown": FileFormat(about="text with headings, for forums", suffix=".md", home="text.write_text"),
    "one-line": FileFormat(about="text on one line", suffix=".txt", home="text.write_text"),
    "qr": FileFormat(about="a picture of a QR code", suffix=".png", home="qr", writes=False),
    "roster": FileFormat(about="a BattleScribe or New Recruit roster", suffix=".rosz", home="rosters", writes=False),
    "text": FileFormat(about="text for a chat", suffix=".txt", home="text.write_text"),
    "tts": FileFormat(
        about="a saved object for Tabletop Simulator", suffix=".json", home="virtual_table", reads=False, conceals=True
    ),
    "yaml": FileFormat(about="a list file in YAML", suffix=".yaml", home="list_files"),
}
TARGETS = tuple(name for name, one in FORMATS.items() if one.writes)


def write_list(judged: JudgedList, format: str) -> str:
    """A list in one of the formats."""
    home = import_module(f"listbuilder.exchange.formats.{FORMATS[format].home}")
    written: str = getattr(home, f"write_{format.replace('-', '_')}")(judged)
    return written
