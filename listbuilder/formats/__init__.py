"""Formats: a judged list out in many forms, and lists in again. One file each, found in one registry.

To add a format: write its file with `write_<name>(judged) -> str` (and `read_<name>` where it comes back), and name it
in `FORMATS`; help, completion, README and tests read it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from listbuilder.record import record

if TYPE_CHECKING:
    from listbuilder.documents.judged import JudgedList

__all__ = ["FORMATS", "TARGETS", "Format", "write_list"]


@record
class Format:
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


FORMATS: Mapping[str, Format] = {
    "code": Format(about="a share code, for links and QR codes", suffix=".txt", home="code"),
    "csv": Format(about="a table for spreadsheets", suffix=".csv", home="csv_table"),
    "engine": Format(about="the force that game engines read", suffix=".json", home="engine", legal_only=True),
    "foundry": Format(
        about="actors for Foundry Virtual Tabletop", suffix=".json", home="foundry", reads=False, conceals=True
    ),
    "html": Format(about="a web page that loads nothing", suffix=".html", home="html_page"),
    "json": Format(about="a list file in JSON", suffix=".json", home="json_list"),
    "markdown": Format(about="text with headings, for forums", suffix=".md", home="markdown"),
    "one-line": Format(about="text on one line", suffix=".txt", home="one_line"),
    "qr": Format(about="a picture of a QR code", suffix=".png", home="qr", writes=False),
    "roster": Format(about="a BattleScribe or New Recruit roster", suffix=".rosz", home="rosters.read", writes=False),
    "text": Format(about="text for a chat", suffix=".txt", home="text.write"),
    "tts": Format(
        about="a saved object for Tabletop Simulator", suffix=".json", home="tts", reads=False, conceals=True
    ),
    "yaml": Format(about="a list file in YAML", suffix=".yaml", home="yaml_list"),
}
TARGETS = tuple(name for name, one in FORMATS.items() if one.writes)


def write_list(judged: JudgedList, format: str) -> str:
    """A list in one of the formats."""
    home = import_module(f"listbuilder.formats.{FORMATS[format].home}")
    written: str = getattr(home, f"write_{format.replace('-', '_')}")(judged)
    return written
