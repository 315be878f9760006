"""What is exported is imported: codes inside talk, list files inside talk, tables, pages, and QR codes in pictures."""

from __future__ import annotations

import builtins
import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from listbuilder.base.errors import DocumentError
from listbuilder.exchange.formats import FORMATS, TARGETS, write_list
from listbuilder.exchange.formats.code import read_code
from listbuilder.exchange.formats.importing import find_lists, import_list
from listbuilder.exchange.formats.qr import read_qr, write_qr
from listbuilder.lists.canonical import canonical
from tests.support.cli import run
from tests.support.lists_made import GAMES, back, judged, load, made
from tests.support.paths import ROOT

ONE = judged(made("rogue-conflict", 1))
CODE = write_list(ONE, "code").strip()
SMALL = {"game": "demihuman-combat", "models": [{"unit": "Silt"}, {"unit": "Newt"}]}


@pytest.mark.parametrize("game", GAMES)
def test_force_documents_come_back(game: str) -> None:
    """A force that was exported for an engine is imported as the list inside it."""
    one = judged(made(game, 2))
    assert {**back(write_list(one, "engine")), "catalogue": "1.0.0"} == one.tree


@pytest.mark.parametrize("name", TARGETS)
def test_registry_names_two_functions(name: str) -> None:
    """Each format has its writer, and help shows what it is for."""
    assert write_list(ONE, name).strip()
    assert name in run("export", "--help").output


def test_documentation_lists_every_format() -> None:
    """The table of formats is what the registry says."""
    page = (ROOT / "docs" / "playing" / "sharing.md").read_text("utf-8")
    for name, one in FORMATS.items():
        ways = f"{'yes' if one.writes else ''} | {'yes' if one.reads else ''} |"
        assert f"| `{name}` | {one.about} | {ways}" in page
    assert list(FORMATS) == sorted(FORMATS)


@pytest.mark.parametrize(
    "talk",
    [
        f"hey, look at {CODE} please",
        f"My list:\n\n{CODE}\n\nWhat do you think?",
        f"_{CODE}_",
        f"(https://example.org/l?c={CODE}), ok?",
        f"> {CODE[:60]}\n> {CODE[60:]}\n\nbye then",
    ],
)
def test_codes_are_found_in_talk(talk: str) -> None:
    """A code is found inside any text, broken over lines or not; the talk is kept."""
    (found,) = find_lists(talk.encode(), load, GAMES)
    read = found.read(False)
    assert read.tree == ONE.tree
    assert all("LB1" not in one.text for one in read.kept)


def test_several_codes_and_a_damaged_one() -> None:
    """Two codes are two lists; a damaged code is refused with its line."""
    other = write_list(judged(made("kill-team", 2)), "code").strip()
    found = find_lists(f"mine {CODE}\nhis {other}\n".encode(), load, GAMES)
    assert [(one.game, one.line) for one in found] == [("rogue-conflict", 1), ("kill-team", 2)]
    with pytest.raises(DocumentError) as caught:
        find_lists(f"look:\n{CODE[:-5]}\n".encode(), load, GAMES)
    assert caught.value.findings[0].line == 2


@pytest.mark.parametrize("fence", ["", "```yaml\n", "```\n"])
@pytest.mark.parametrize("format", ["yaml", "json"])
def test_list_files_are_found_in_talk(fence: str, format: str) -> None:
    """A YAML or JSON list between talk or code fences is read as it stands."""
    end = "```\n" if fence else ""
    text = f"Here you go, tell me what you think.\n\n{fence}{write_list(ONE, format)}{end}\nCheers, everybody!\n"
    (found,) = find_lists(text.encode(), load, GAMES)
    read = found.read(False)
    assert read.tree == ONE.tree
    assert len(read.kept) == 2 + (fence == "```yaml\n")


def test_tables_by_hand() -> None:
    """A table needs a column for what a model is; the game comes from a column or from --game; semicolons do."""
    text = "unit;deploy;notes\nSilt;no;=1+1\nNewt;;\n"
    assert import_list(text.encode(), load, GAMES, "demihuman-combat")["models"] == [
        {"unit": "Silt", "deploy": False, "notes": "=1+1"},
        {"unit": "Newt"},
    ]
    with pytest.raises(DocumentError) as caught:
        import_list(b"game,unit,depoy\ndemihuman-combat,Silt,no\n", load, GAMES)
    finding = caught.value.findings[0]
    assert (finding.code, finding.line) == ("import.cell", 2)
    assert "deploy" in finding.hint


def test_other_pages_are_read_as_text() -> None:
    """A page of a forum is read by its words; what it hides and runs is not."""
    page = """<html><head><title>Kill Team</title><script>Silt</script></head><body><div>Demihuman Combat</div>
    <ul><li><b>Silt</b> (not deployed)</li><li>Newt &times; 2</li></ul><p>Nice &ndash; what do you think?</p>"""
    read = import_list(page.encode(), load, GAMES)
    assert read["models"] == [{"unit": "Silt", "deploy": False}, {"unit": "Newt", "count": 2}]


@pytest.mark.parametrize("kind", ["png", "jpeg"])
def test_qr_codes_are_read_from_pictures(kind: str, tmp_path: Path) -> None:
    """A QR code comes back from PNG and JPEG, turned and on a larger page."""
    page = Image.new("L", (900, 900), 255)
    page.paste(Image.open(io.BytesIO(write_qr(CODE, "png"))).convert("L").rotate(90), (60, 80))
    path = tmp_path / f"photo.{kind}"
    page.save(path, kind)
    shown = run("import", path).output
    assert shown == run("import", CODE).output


def test_pictures_without_a_list_are_refused(tmp_path: Path) -> None:
    """No code, another code, a damaged file and a picture too large to unpack are refused in words."""
    small, other = io.BytesIO(), io.BytesIO()
    Image.new("L", (60, 60), 255).save(small, "png")
    Image.new("1", (6000, 5000)).save(other, "png")
    cases = {
        small.getvalue(): "no QR code",
        write_qr("hello", "png"): "holds no list",
        small.getvalue()[:40]: "damaged",
        other.getvalue(): "24 million",
    }
    for raw, words in cases.items():
        with pytest.raises(DocumentError, match=words):
            read_qr(raw)


def test_missing_decoder_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package, the message says which one to install."""
    real = builtins.__import__

    def fake(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "zxingcpp":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", fake)
    with pytest.raises(DocumentError) as caught:
        read_qr(write_qr(CODE, "png"))
    assert "listbuilder[scan]" in caught.value.findings[0].hint


def test_two_codes_in_one_message() -> None:
    """Codes on one line, on lines one below the other, or quoted again: each list is found once."""
    game = "constellation-warrior"
    lists = [judged(made(game, seed)) for seed in (1, 2)]
    one, two = (write_list(each, "code").strip() for each in lists)
    for text in (f"either {one} or {two}", f"{one}\n{two}", f"> {one}\n{one}\n{two}", f"{one} {two}"):
        found = find_lists(text.encode(), load, GAMES)
        codes = [read_code(code).data for code in (one, two)]
        assert [each.read(False).tree for each in found] == [canonical(each, load(game)) for each in codes], text
