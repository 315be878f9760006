"""Lists in letters: PDFs by their words, documents of word processors, and both inside mails and archives."""

from __future__ import annotations

import io
import zipfile
from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import CliRunner
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from listbuilder.ui.cli.app import app
from tests.support import fast_yaml
from tests.support.desk_setup import LEGAL, cup, data

TEXT = ("Constellation Warrior", "- Expert, Long, Swift shooter", "- Novice")


@pytest.fixture()
def folder(tmp_path: Path) -> Path:
    """An event with four players."""
    return cup(tmp_path / "cup")


def letter(*lines: str) -> bytes:
    """A document of a word processor."""
    out = io.BytesIO()
    body = "".join(f'<w:p><w:r><w:t xml:space="preserve">{line}</w:t></w:r></w:p>' for line in lines)
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("word/document.xml", f"<w:document><w:body>{body}</w:body></w:document>")
    return out.getvalue()


def printed(*lines: str) -> bytes:
    """A PDF that somebody else made."""
    out = io.BytesIO()
    canvas = Canvas(out)
    for at, line in enumerate(lines):
        canvas.drawString(72, 700 - 20 * at, line)
    canvas.save()
    return out.getvalue()


def taken(folder: Path, name: str, raw: bytes) -> dict[str, str]:
    """What an intake makes of a file: the verdicts by player."""
    (folder / "inbox" / name).write_bytes(raw)
    return {one["player"]: one["verdict"] for one in data(folder, "intake", code=None)["arrivals"]}


def test_words_of_letters(folder: Path) -> None:
    """A list is read from either; a letter about something else holds none, and says so in one sentence."""
    assert taken(folder, "p01.docx", letter(*TEXT)) == {"p01": "legal"}
    assert taken(folder, "p02.pdf", printed(*TEXT)) == {"p02": "legal"}
    (folder / "inbox/p03.docx").write_bytes(letter(*(f"Dear Sir, this is line {at}." for at in range(20))))
    found = data(folder, "intake", code=1)["arrivals"][0]["findings"]
    assert [one["message"] for one in found] == ["This contains no list."]
    assert taken(folder, "p04.docx", b"PK broken") == {"p04": "unread"}


def test_letters_inside_mails_and_archives(folder: Path, tmp_path: Path) -> None:
    """A printed sheet, a letter and a PDF are opened wherever they come in; the mail itself is what is kept."""
    file = tmp_path / "list.yaml"
    file.write_text(fast_yaml.dump(LEGAL), "utf-8")
    assert CliRunner().invoke(app, ["sheet", str(file), "-o", str(tmp_path / "s.pdf")]).exit_code == 0
    mail = EmailMessage()
    mail["From"] = "mira.voss@example.org"
    mail.set_content("See the sheet.")
    mail.add_attachment((tmp_path / "s.pdf").read_bytes(), maintype="application", subtype="pdf", filename="s.pdf")
    assert taken(folder, "a.eml", mail.as_bytes()) == {"p01": "legal"}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("p02.docx", letter(*TEXT))
        archive.writestr("p03.pdf", printed(TEXT[0], TEXT[2]))
        archive.writestr("p04.pdf", b"%PDF broken")
    assert taken(folder, "b.zip", out.getvalue()) == {"p02": "legal", "p03": "legal", "p04": "unread"}
