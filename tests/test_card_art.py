"""Art on cards: turned the right way, any depth, cut to its window around its focus, found by name in a folder."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from printing import batches, faces, judge
from test_printing_cards import check_face

from listbuilder.errors import DocumentError
from listbuilder.printing.art import Art, art_folder, dimmed, load_art
from listbuilder.printing.content import Content
from listbuilder.printing.leaves import picture
from listbuilder.printing.marks import Face, Picture, Text
from listbuilder.templates import Region

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
    art = load_art("a.jpg", str(tmp_path / "list.yaml"))
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
    found = opened(load_art("a.png", str(tmp_path / "list.yaml")))
    dark, light = found.getpixel((2, 5)), found.getpixel((17, 5))
    assert dark[0] < 60 and light[0] > 190, (dark, light)  # type: ignore[index]


@pytest.mark.parametrize("format", ["WEBP", "JPEG"])
def test_other_formats(tmp_path: Path, format: str) -> None:
    """WebP and greyscale or CMYK JPEG are taken."""
    mode = "CMYK" if format == "JPEG" else "RGBA"
    Image.new(mode, (8, 8)).save(tmp_path / "a.img", format)
    assert load_art("a.img", str(tmp_path / "list.yaml")).width == 8


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
    found = picture(Holder(200, 100), Content("model 1", "Ann"), region, (0, 0, 100, 100))  # type: ignore[arg-type]
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
