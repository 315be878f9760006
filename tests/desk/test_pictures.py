"""Pictures as phones take them: a sheet's receipt or a list's code, turned, blurred and noisy, is read by the desk."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pytest
import zxingcpp
from click.testing import CliRunner
from PIL import Image, ImageFilter

from listbuilder.exchange.formats.qr import write_qr
from listbuilder.ui.cli.app import app
from tests.support import fast_yaml
from tests.support.desk_setup import LEGAL, OTHER, cup, data, put, run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with one locked list."""
    made = cup(tmp_path_factory.mktemp("pictures") / "cup")
    put(made, "p01.yaml", LEGAL)
    run(made, "intake")
    run(made, "approve", "p01")
    run(made, "lock", code=1)
    return made


def photo(picture: Image.Image, turn: float, blur: float, seed: int = 1) -> bytes:
    """A picture as a phone would take it: on a table, turned, a little blurred, noisy, as a JPEG."""
    dice = random.Random(seed)
    paper = picture.convert("L").rotate(turn, expand=True, fillcolor=235, resample=Image.Resampling.BICUBIC)
    table = Image.new("L", (paper.width + 120, paper.height + 120), 150)
    table.paste(paper, (60, 60))
    noise = Image.frombytes("L", table.size, bytes(dice.choices(range(90, 166), k=table.width * table.height)))
    taken = Image.blend(table.filter(ImageFilter.GaussianBlur(blur)), noise, 0.15)
    out = io.BytesIO()
    taken.save(out, "JPEG", quality=60)
    return out.getvalue()


def invoke(*words: object) -> str:
    """What a command of the program prints."""
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize(("turn", "blur"), [(0, 0), (7, 1.5), (-20, 1.0), (93, 1.2), (180, 1.5)])
def test_a_photo_of_a_code_is_taken_in(turn: float, blur: float, folder: Path, tmp_path: Path) -> None:
    """However a player held the phone, the list in the QR code is read, judged and kept with the picture."""
    (tmp_path / "a.yaml").write_text(fast_yaml.dump({**OTHER, "name": f"Turned {turn}"}), "utf-8")
    code = invoke("export", tmp_path / "a.yaml", "--to", "code").strip()
    drawn = Image.open(io.BytesIO(write_qr(code, "png"))).convert("L")
    drawn = drawn.resize((drawn.width * 2, drawn.height * 2))
    (tmp_path / "IMG_2041.jpg").write_bytes(photo(drawn, turn, blur))
    taken = data(folder, "intake", tmp_path / "IMG_2041.jpg", "--player", "p02", "--late", "photo")["arrivals"][0]
    assert taken["verdict"] in ("legal", "same")
    assert (folder / "arrived" / f"{taken['number']:03}.jpg").read_bytes().startswith(b"\xff\xd8")


def sheet(folder: Path, out: Path, *options: str) -> Image.Image:
    """The first page of the plain sheet of the list that was handed in."""
    (out / "mine.yaml").write_text(fast_yaml.dump({**LEGAL, "name": "Mine"}), "utf-8")
    invoke("sheet", out / "mine.yaml", "-o", out / "sheet.pdf", "--event", folder / "event.yaml", *options)
    found: Image.Image = pypdfium2.PdfDocument((out / "sheet.pdf").read_bytes())[0].render(scale=3).to_pil()
    return found


@pytest.mark.parametrize("options", [[], ["--judge"]])
def test_the_plain_sheet_has_the_receipt(folder: Path, tmp_path: Path, options: list[str]) -> None:
    """A list that was handed in at an event is printed with its receipt, which `verify` knows."""
    codes = [one.text for one in zxingcpp.read_barcodes(sheet(folder, tmp_path, *options))]
    assert [code[:4] for code in codes] == ["LBR1"]
    assert data(folder, "verify", codes[0])["verdict"] == "COMPARE"


def test_a_secret_sheet_has_seal_and_receipt(tmp_path: Path) -> None:
    """What an opponent may not know is left out and sealed; the receipt of the whole list stands beside the seal."""
    made = cup(tmp_path / "cup", secret=["weapon"])
    put(made, "p01.yaml", LEGAL)
    run(made, "intake")
    page = sheet(made, tmp_path, "--secret")
    assert [one.text[:4] for one in zxingcpp.read_barcodes(page)] == ["LBR1"]
    words = pypdfium2.PdfDocument(tmp_path / "sheet.pdf")[0].get_textpage().get_text_range()
    assert "receipt" in words
    assert "seal" in words
    assert "Long" not in words.split()


def test_other_lists_have_their_own_code(folder: Path, tmp_path: Path) -> None:
    """A list that nobody handed in, or one without the event, has no receipt."""
    (tmp_path / "a.yaml").write_text(fast_yaml.dump({**OTHER, "models": [{"unit": "Hero"}]}), "utf-8")
    for options in (["--event", folder / "event.yaml"], []):
        invoke("sheet", tmp_path / "a.yaml", "-o", tmp_path / "a.pdf", "--force", *options)
        page = pypdfium2.PdfDocument((tmp_path / "a.pdf").read_bytes())[0].render(scale=3).to_pil()
        assert [one.text[:3] for one in zxingcpp.read_barcodes(page)] == ["LB1"]


@pytest.mark.parametrize(("turn", "blur"), [(0, 0), (5, 1.5), (-15, 1.0), (181, 1.5)])
def test_a_photo_of_a_sheet_is_verified(turn: float, blur: float, folder: Path, tmp_path: Path) -> None:
    """A judge photographs the sheet on the table; the desk says whether it is what was locked."""
    page = sheet(folder, tmp_path)
    top = page.crop((page.width // 2, 0, page.width, page.height // 4))
    (tmp_path / "table.jpg").write_bytes(photo(top, turn, blur))
    assert data(folder, "verify", tmp_path / "table.jpg")["verdict"] == "COMPARE"


def test_a_receipt_is_no_list(folder: Path, tmp_path: Path) -> None:
    """Who sends in a picture of a receipt is told what it is."""
    page = sheet(folder, tmp_path)
    (tmp_path / "receipt.jpg").write_bytes(photo(page.crop((page.width // 2, 0, page.width, page.height // 4)), 3, 1))
    taken = data(folder, "intake", tmp_path / "receipt.jpg", "--player", "p03", "--late", "photo", code=1)["arrivals"][
        0
    ]
    assert taken["findings"][0]["message"] == "This is a picture of a receipt, not a list."
    assert "event verify LBR1" in taken["findings"][0]["hint"]


def test_twins_are_told_apart_by_name(tmp_path: Path) -> None:
    """Where two players have the same list, the sheet has the receipt of the one that it names, and none unnamed."""
    made = cup(tmp_path / "cup")
    for id in ("p01", "p02"):
        put(made, f"{id}.yaml", LEGAL)
    run(made, "intake")
    for player, number in (("Tom Okafor", 1), ("", 0)):
        (tmp_path / "a.yaml").write_text(fast_yaml.dump({**LEGAL, **({"player": player} if player else {})}), "utf-8")
        invoke("sheet", tmp_path / "a.yaml", "-o", tmp_path / "a.pdf", "--event", made / "event.yaml", "--force")
        page = pypdfium2.PdfDocument((tmp_path / "a.pdf").read_bytes())[0].render(scale=3).to_pil()
        receipts = [one.text for one in zxingcpp.read_barcodes(page) if one.text.startswith("LBR1")]
        assert len(receipts) == number
        if receipts:
            assert data(made, "verify", receipts[0], code=1)["player"] == "p02"
