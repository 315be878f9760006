"""Share codes keep their meaning when the catalogue grows, and nothing hostile gets through them."""

from __future__ import annotations

import base64
import json
import re
import shutil
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.base.errors import DocumentError
from listbuilder.exchange.formats import write_list
from listbuilder.exchange.formats.code import COMMON, MAX_CODE, code_in, read_code
from listbuilder.exchange.formats.importing import find_lists
from listbuilder.exchange.formats.qr import terminal, write_qr
from listbuilder.loading import check_folder, game_folders
from listbuilder.ui.cli.app import app
from tests.support.lists_made import GAMES, back, judged, made

PRINTED = "LB1-qxqRY6uGMYpANukm5-el5WQmlwCtQtIN9UQmUBTuseKc0nTdgszikvwcpdrYWgA"
CODE = write_list(judged(made("rogue-conflict", 1)), "code").strip()


def pack(data: bytes, dictionary: bytes = COMMON) -> str:
    """A code with these bytes in it and a checksum that fits."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, dictionary)
    raw = zlib.crc32(data).to_bytes(4, "big") + packer.compress(data) + packer.flush()
    return "LB1-" + base64.urlsafe_b64encode(raw).decode().rstrip("=")


@pytest.mark.parametrize("game", GAMES)
def test_codes_are_short_and_fit_in_links(game: str) -> None:
    """A code has only letters that links take, and a typical list stays under 700 of them."""
    sizes = []
    for seed in range(10):
        code = write_list(judged(made(game, seed)), "code").strip()
        assert re.fullmatch(r"LB1-[A-Za-z0-9_-]+", code)
        sizes.append(len(code))
    assert sum(sizes) / len(sizes) < 700


def grown(tmp_path: Path) -> Path:
    """A copy of a game with entries added, in another order, and one renamed with its old id as an alias."""
    folder = tmp_path / "rogue-conflict"
    shutil.copytree(game_folders()["rogue-conflict"], folder)
    weapons = (folder / "weapons.yaml").read_text("utf-8")
    head, *entries = re.split(r"(?m)^(?=  - name:)", weapons)
    renamed = [
        entry.replace("name: Slug Pistol", "name: Old Iron\n    aliases: [slug-pistol]") for entry in reversed(entries)
    ]
    added = "  - name: Needle Gun\n    cost: 15\n    text: New.\n    range: '24\"'\n    damage: 1d6\n"
    (folder / "weapons.yaml").write_text(head + added + "".join(renamed), "utf-8")
    rulings = folder / "rulings.yaml"
    rulings.write_text(rulings.read_text("utf-8").replace("slug-pistol", "old-iron"), "utf-8")
    return folder


def test_code_of_today_reads_in_the_catalogue_of_tomorrow(tmp_path: Path) -> None:
    """Entries added, reordered and renamed: the code means the same models, under the new name."""
    tree = {"game": "rogue-conflict", "models": [{"rank": "II", "weapon": "Slug Pistol"}, {"weapon": "Laser Rifle"}]}
    code = write_list(judged(tree), "code")
    later = check_folder(grown(tmp_path))
    assert next(one.name for one in later.entries if one.kind == "weapon") == "Needle Gun"
    (only,) = find_lists(code.encode(), lambda name: later, ["rogue-conflict"])
    found = only.read(False).tree
    assert found["models"] == [{"rank": "II", "weapon": "Old Iron"}, {"weapon": "Laser Rifle"}]


def test_code_of_version_1_never_changes() -> None:
    """A code that was printed once is read for ever."""
    assert read_code(PRINTED).data == {"game": "rogue-conflict", "models": [{"rank": "i", "weapon": "slug-pistol"}]}


def test_bomb_is_refused() -> None:
    """A code that unpacks to more than 64 kB is refused before it is unpacked."""
    with pytest.raises(DocumentError, match="more than any list"):
        read_code(pack(b'{"game":"' + b"a" * 200_000 + b'"}'))
    with pytest.raises(DocumentError, match="8192"):
        read_code("LB1-" + "A" * MAX_CODE)


@pytest.mark.parametrize("damage", [CODE[:-1], CODE[:-8], CODE + "AAAA", CODE[:30] + "A" + CODE[31:], "LB1-A", "LB1-"])
def test_damaged_code_is_refused(damage: str) -> None:
    """A cut, lengthened or mistyped code is refused, never read as another list."""
    if damage == CODE:
        return
    with pytest.raises(DocumentError):
        read_code(damage)


def test_other_version_says_so() -> None:
    """A code of a later version asks for a newer program."""
    with pytest.raises(DocumentError, match="version 2"):
        read_code("LB2-" + CODE[4:])


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_content_is_read_or_refused(data: bytes) -> None:
    """Whatever is packed into a code, the answer is a document or a DocumentError."""
    try:
        read_code(pack(data))
    except DocumentError:
        return
    assert data.strip().startswith(b"{")


@settings(max_examples=200, deadline=None)
@given(st.integers(4, len(CODE) - 1), st.sampled_from("ABCxyz019-_"))
def test_wrong_letter_is_noticed(place: int, letter: str) -> None:
    """No single wrong letter turns a code into another list."""
    wrong = CODE[:place] + letter + CODE[place + 1 :]
    try:
        assert read_code(wrong).data == read_code(CODE).data
    except DocumentError:
        assert wrong != CODE


def test_code_is_found_in_a_link_only() -> None:
    """A code is taken from a link or from lines that hold nothing else."""
    assert code_in(f"https://example.org/#{CODE}") == CODE
    assert code_in(f"{CODE[:50]}\n{CODE[50:]}\n") == CODE
    assert code_in(f"look at {CODE} please") is None
    assert code_in("game: rogue-conflict") is None


def test_qr_codes(tmp_path: Path) -> None:
    """A QR code is printed in the terminal with the code below it, or written as SVG or PNG."""
    path = tmp_path / "a.yaml"
    path.write_text("game: rogue-conflict\nmodels: [{rank: I, weapon: Slug Pistol}]\n", "utf-8")
    shown = CliRunner().invoke(app, ["export", str(path), "--to", "code", "--qr"]).output
    assert "LB1-" in shown
    assert "█" in shown
    for kind, start in (("svg", b"<?xml"), ("png", b"\x89PNG")):
        out = tmp_path / f"a.{kind}"
        assert CliRunner().invoke(app, ["export", str(path), "--to", "code", "--qr", "-o", str(out)]).exit_code == 0
        assert out.read_bytes().startswith(start)
    assert CliRunner().invoke(app, ["export", str(path), "--qr", "-o", str(tmp_path / "a.gif")]).exit_code == 2
    with pytest.raises(DocumentError, match="2953"):
        terminal("x" * 3000)
    assert write_qr("LB1-abc", "svg")


def test_codes_come_back_under_names() -> None:
    """A code holds ids; the list that comes out has printed names."""
    data = read_code(CODE).data
    assert "-" in json.dumps(data["models"])
    assert back(CODE) == judged(made("rogue-conflict", 1)).tree
