"""Art on cards: turned the right way, any depth, cut to its window around its focus, found by name in a folder."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from listbuilder.base.errors import DocumentError
from listbuilder.exchange.formats import qr
from listbuilder.loading.templates import Region
from listbuilder.printing import art as art_module
from listbuilder.printing.art import Art, Gallery, art_folder, dimmed
from listbuilder.printing.card_content import Content
from listbuilder.printing.card_frame import art_picture
from listbuilder.printing.marks import Face, Picture, Text
from tests.printing.test_cards import check_face
from tests.support.printing import batches, faces, judge

ROW = {"rank": "I", "weapon": "Slug Pistol"}


def opened(art: Art) -> Image.Image:
    """The pixels of art."""
    return Image.open(io.BytesIO(art.data)).convert("RGB")


def test_cameras_that_lie_on_their_side(tmp_path: Path) -> None:
    """A picture whose orientation says that it is turned is turned back."""
    image = Image.new("RGB", (40, 20), "white")
    image.paste("red", (0, 0, 20, 20))
    exif = Image.Exif()
    exif[0x0112] = 6
    image.save(tmp_path / "a.jpg", exif=exif, quality=95)
    art = Gallery(str(tmp_path / "list.yaml"), {}).named("a.jpg")
    assert (art.width, art.height) == (20, 40)
    red, green, _ = opened(art).getpixel((10, 5))  # type: ignore[misc]
    assert red > 200 and green < 80


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_pngs_of_every_depth(tmp_path: Path, mode: str) -> None:
    """A picture that is half dark and half light is so in eight and in sixteen bits, with and without see-through."""
    image = Image.new("L", (20, 10), 230)
    image.paste(20, (0, 0, 10, 10))
    if mode.startswith("I"):
        image = image.convert("I").point(lambda value: value * 257).convert(mode)
    else:
        image = image.convert(mode, dither=Image.Dither.NONE)
    image.save(tmp_path / "a.png")
    found = opened(Gallery(str(tmp_path / "list.yaml"), {}).named("a.png"))
    dark, light = found.getpixel((2, 5)), found.getpixel((17, 5))
    assert dark[0] < 60 and light[0] > 190, (dark, light)  # type: ignore[index]


@pytest.mark.parametrize("format", ["WEBP", "JPEG"])
def test_other_formats(tmp_path: Path, format: str) -> None:
    """WebP and greyscale or CMYK JPEG are taken."""
    mode = "CMYK" if format == "JPEG" else "RGBA"
    Image.new(mode, (8, 8)).save(tmp_path / "a.img", format)
    assert Gallery(str(tmp_path / "list.yaml"), {}).named("a.img").width == 8


@pytest.mark.parametrize("mode", ["RGBA", "P", "I;16", "L"])
def test_large_pictures_are_brought_down_in_bands(tmp_path: Path, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture that is put together from many bands, none of which ends at a whole step, is the picture."""
    monkeypatch.setattr(art_module, "SIDE", 10)
    monkeypatch.setattr(art_module, "BAND", 300)
    image = Image.new("L", (67, 101), 230)
    image.paste(20, (0, 0, 67, 50))
    if mode == "I;16":
        image = image.convert("I").point(lambda value: value * 257)
    image.convert(mode).save(tmp_path / "a.png")
    made = opened(Gallery(str(tmp_path / "list.yaml"), {}).named("a.png"))
    assert made.size == (7, 10)
    column = [made.getpixel((3, row))[0] for row in range(10)]  # type: ignore[index]
    assert max(column[:4]) < 60 and min(column[6:]) > 190, column


@pytest.mark.parametrize(("format", "more"), [("WEBP", {"lossless": True}), ("JPEG", {"progressive": True})])
def test_pictures_that_unpack_to_much_are_refused(
    tmp_path: Path, format: str, more: dict[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """How many pixels a picture may have follows from what its decoder takes for one."""
    monkeypatch.setattr(qr, "MOST_BYTES", 4_000_000)
    for side, save, fine in ((900, {}, format == "JPEG"), (900, more, False), (450, more, True)):
        Image.new("RGB", (side, side)).save(tmp_path / "a.img", format, **save)
        gallery = Gallery(str(tmp_path / "list.yaml"), {})
        if fine:
            assert gallery.named("a.img").width == side
        else:
            with pytest.raises(DocumentError, match="million pixels"):
                gallery.named("a.img")


def test_a_large_picture_takes_little_memory(tmp_path: Path) -> None:
    """Besides the picture as it is unpacked there is one on paper, and no third."""
    Image.new("RGBA", (3600, 3600)).save(tmp_path / "a.png")
    code = (
        "import resource, sys\nfrom PIL import Image, ImageOps\nfrom listbuilder.printing.art import Gallery\n"
        "from listbuilder.storage.processes.budget import memory_budget\n"
        "resource.setrlimit(resource.RLIMIT_DATA, (memory_budget() - (70 << 20), -1))\n"
        "Gallery(sys.argv[1], {}).named('a.png')\n"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code, tmp_path / "list.yaml"], stderr=subprocess.PIPE)
    assert done.returncode == 0, done.stderr


def test_each_picture_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many models name it, in whichever way."""
    Image.new("RGB", (9, 9)).save(tmp_path / "face.png")
    seen: list[str] = []
    real = art_module.decode

    def counted(name: str, data: bytes, file: str | None) -> Art:
        seen.append(name)
        return real(name, data, file)

    monkeypatch.setattr(art_module, "decode", counted)
    path = tmp_path / "list.yaml"
    rows = "".join(f"  - {{rank: I, weapon: Slug Pistol, art: {'./' * number}face.png}}\n" for number in range(5))
    path.write_text(f"game: rogue-conflict\nmodels:\n{rows}", "utf-8")
    cards = batches(judge(path))[0].cards
    assert sum(any(isinstance(mark, Picture) for mark in card.front.marks) for card in cards) == 5
    assert seen == ["face.png"]


class Holder:
    """As much of a deck as a window needs."""

    def __init__(self, width: int, height: int) -> None:
        self.art = Art(b"", width, height)

    def picture(self, content: object, dim: float) -> Art:
        """The art."""
        return self.art


@pytest.mark.parametrize(("focus", "left"), [((0, 50), 0.0), ((50, 50), -50.0), ((100, 50), -100.0), ((60, 50), -70.0)])
def test_the_window_is_full_and_shows_the_focus(focus: tuple[float, float], left: float) -> None:
    """A picture twice as wide as its window is moved so that its focus is in the middle, and never past its edge."""
    region = Region(show="art", focus=focus)
    found = art_picture(Holder(200, 100), Content("model 1", "Ann"), region, (0, 0, 100, 100))  # type: ignore[arg-type]
    assert found and found.spot == pytest.approx((left, 0, 200, 100))


def test_dimmed_art_is_pale() -> None:
    """Art under text gives way to paper by the share that is said, and a region may not say too little."""
    out = io.BytesIO()
    Image.new("RGB", (4, 4), "black").save(out, "PNG")
    pale = opened(dimmed(Art(out.getvalue(), 4, 4), 0.9)).getpixel((1, 1))
    assert pale[0] >= 225  # type: ignore[index]
    with pytest.raises(ValueError, match="dim"):
        Region(fill="art", dim=0.5)


def front(tmp_path: Path, art: str) -> Face:
    """The front of one model beside a picture."""
    Image.new("RGB", (60, 40), "grey").save(tmp_path / "face.png")
    path = tmp_path / "list.yaml"
    path.write_text(f"game: rogue-conflict\nmodels: [{{rank: I, weapon: Slug Pistol, {art}}}]\n", "utf-8")
    return next(faces(batches(judge(path))))


def test_art_moves_neither_stats_nor_boxes(tmp_path: Path) -> None:
    """With and without art the name, the stats and the boxes stand in the same places."""
    places = []
    for art in ("", "art: face.png"):
        face = front(tmp_path, art)
        check_face(face)
        places.append([mark for mark in face.parts[0][2] if isinstance(mark, Text)])
    assert places[0] == places[1]
    assert any(isinstance(mark, Picture) for mark in face.marks)


def test_a_folder_of_art_is_matched_by_name(tmp_path: Path) -> None:
    """Pictures called like a model or like what it is go on their cards; others do not."""
    for name in ("bob-the-brave.png", "Rank II.jpg", "II.png", "nobody.webp"):
        Image.new("RGB", (9, 9)).save(tmp_path / name)
    rows = [{**ROW, "name": "Bob the Brave"}, {**ROW, "rank": "II"}, {**ROW, "name": "Eve"}]
    report = judge({"game": "rogue-conflict", "models": rows})
    made = batches(report, art=art_folder(tmp_path))[0].cards
    shown = [any(isinstance(mark, Picture) for mark in card.front.marks) for card in made]
    assert shown == [True, True, False, False]
    with pytest.raises(DocumentError, match="not a folder"):
        art_folder(tmp_path / "none")
