"""`cards` and `sheet` on the command line: what is written, what is refused, with which exit code."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
import zxingcpp
from click.testing import CliRunner
from PIL import Image
from pypdf import PdfReader

from listbuilder import load_game
from listbuilder.exchange.formats.code import read_code
from listbuilder.loading.templates import contrast, load_templates
from listbuilder.printing.check_code import check_code, share_text
from listbuilder.printing.png import pages_of
from listbuilder.printing.reference_cards import rules_in_use
from listbuilder.ui.cli.app import app
from tests.support.printing import ONE_EACH, STARTERS, TEMPLATES, starter

ILLEGAL = "game: rogue-conflict\nname: Too Much\nlimit: 10\nmodels: [{rank: V, weapon: Slug Pistol}]\n"
RUNNER = CliRunner()


def run(*arguments: str | Path, code: int = 0) -> str:
    """Run a command and return what it said."""
    result = RUNNER.invoke(app, [str(one) for one in arguments])
    assert result.exit_code == code, result.output
    return result.output


def words(path: Path) -> list[str]:
    """The text of each page of a PDF."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(path.read_bytes())).pages]


def starter_of(game: str) -> Path:
    """A starter list of a game."""
    return next(path for path in STARTERS if path.parts[-3] == game)


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_every_option_at_once(path: Path, tmp_path: Path) -> None:
    """Reference cards, missions, tokens, blank cards, appendix, backs and pictures go together."""
    out = tmp_path / "cards.pdf"
    options = [
        "--reference",
        "--missions",
        "--tokens",
        "--blank",
        "2",
        "--rules",
        "both",
        "--backs",
        "--copies",
        "each",
    ]
    run("cards", path, "-o", out, *options, "--png", tmp_path / "png", "--bleed", "3", "--paper", "letter")
    assert out.read_bytes().startswith(b"%PDF")
    names = sorted(one.name for one in (tmp_path / "png").iterdir())
    assert names and all(name.endswith(".png") and name.isascii() for name in names)


@pytest.mark.parametrize(
    "options", [["--fold"], ["--calibration"], ["--guides", "lines"], ["--size", "100x150"], ["--large-print"]]
)
def test_more_ways_to_print(options: list[str], tmp_path: Path) -> None:
    """Each of these gives a PDF."""
    run("cards", ONE_EACH[0], "-o", tmp_path / "a.pdf", *options)
    assert words(tmp_path / "a.pdf")


def test_illegal_list(tmp_path: Path) -> None:
    """An illegal list is refused with its findings; allowed, every page and every card says what it is."""
    source, out = tmp_path / "bad.yaml", tmp_path / "bad.pdf"
    source.write_text(ILLEGAL, "utf-8")
    for command in ("cards", "sheet"):
        said = run(command, source, "-o", out, code=1)
        assert "points-limit" in said and not out.exists()
        run(command, source, "-o", out, "--allow-illegal")
        assert all("NOT LEGAL" in text for text in words(out))
        out.unlink()
    run("cards", source, "-o", out, "--allow-illegal", "--backs")
    assert all("NOT LEGAL" in text for text in words(out))


def test_files_are_not_overwritten(tmp_path: Path) -> None:
    """A file that exists is left alone unless --force is said; - writes to stdout."""
    out = tmp_path / "keep.pdf"
    out.write_text("mine", "utf-8")
    for command in ("cards", "sheet"):
        assert "--force" in run(command, ONE_EACH[0], "-o", out, code=3)
        assert out.read_text("utf-8") == "mine"
    run("cards", ONE_EACH[0], "-o", out, "--force")
    assert out.read_bytes().startswith(b"%PDF")
    result = RUNNER.invoke(app, ["sheet", str(ONE_EACH[0]), "-o", "-"])
    assert result.stdout_bytes.startswith(b"%PDF")


@pytest.mark.parametrize(
    "options",
    [[], ["-o", "x.pdf", "--size", "huge"], ["-o", "x.pdf", "--back-offset", "1"], ["-o", "x.pdf", "--theme", "neon"]],
)
def test_wrong_usage(options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing output, an unknown size or theme and a strange offset are wrong usage, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    run("cards", ONE_EACH[0], *options, code=2)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("size", ["20x20", "205x290"])
def test_sizes_that_can_not_be(size: str, tmp_path: Path) -> None:
    """A card too small for its text or too large for the paper is refused with a reason."""
    said = run("cards", ONE_EACH[0], "-o", tmp_path / "x.pdf", "--size", size, code=3)
    assert "--size" in said and not list(tmp_path.iterdir())


def test_glyphs_and_fonts(tmp_path: Path) -> None:
    """A name that can't be printed names its character; a file that is no font is refused."""
    source = tmp_path / "list.yaml"
    source.write_text("game: rogue-conflict\nmodels: [{name: Bob 名, rank: I, weapon: Slug Pistol}]\n", "utf-8")
    assert "U+540D" in run("cards", source, "-o", tmp_path / "x.pdf", code=3)
    assert "U+540D" in run("sheet", source, "-o", tmp_path / "x.pdf", code=3)
    assert "font" in run("cards", source, "-o", tmp_path / "x.pdf", "--font", source, code=3)
    assert not (tmp_path / "x.pdf").exists()


def test_dry_run_says_what_would_be_printed() -> None:
    """The report has each face with its type size, the pages, and the ink."""
    said = run("cards", ONE_EACH[0], "--dry-run")
    assert re.search(r"\d pages?;", said) and "to a page" in said and "Ink" in said


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_sheet(path: Path, tmp_path: Path) -> None:
    """The sheet has every model, the total, the verdict, the check code, and each rule in use once, in order."""
    run("sheet", path, "-o", tmp_path / "s.pdf")
    text = "".join("".join(words(tmp_path / "s.pdf")).split())
    report = starter(path)
    assert check_code(report.force) in text and "Legal" in text
    assert all("".join((model.name or model.title).split()) in text for model in report.force.rows)
    rules = rules_in_use(report.force)
    assert [rule.name.casefold() for rule in rules] == sorted(rule.name.casefold() for rule in rules)
    assert len({(rule.name, rule.kind) for rule in rules}) == len(rules)
    assert all("".join(rule.text.split()) in text for rule in rules)


def test_secret_sheet(tmp_path: Path) -> None:
    """What a game declares secret is not on the sheet for an opponent, nor in its rules, nor in a QR code."""
    path = starter_of("kill-team")
    run("sheet", path, "-o", tmp_path / "open.pdf")
    run("sheet", path, "-o", tmp_path / "secret.pdf", "--secret")
    hidden = [pick.entry for pick in starter(path).force.entries if pick.slot in ("tac-op", "primary-op")]
    assert len(hidden) == 2
    shown, kept = " ".join(words(tmp_path / "open.pdf")), " ".join(words(tmp_path / "secret.pdf"))
    assert all(entry.name in shown for entry in hidden)
    assert hidden[0].name not in kept and hidden[1].text not in kept
    assert not zxingcpp.read_barcodes(render(tmp_path / "secret.pdf"))


def render(path: Path) -> Image.Image:
    """The first page at 300 dots an inch."""
    image = next(iter(pages_of(path.read_bytes(), 300, grey=True)))
    assert isinstance(image, Image.Image)
    return image


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_qr_code_holds_the_list(path: Path, tmp_path: Path) -> None:
    """Read from the printed page, the code is the share code of the same list."""
    run("sheet", path, "-o", tmp_path / "s.pdf")
    found = zxingcpp.read_barcodes(render(tmp_path / "s.pdf"))
    assert [one.text for one in found] == [share_text(starter(path))]
    assert read_code(found[0].text).data["game"] == load_game(path.parts[-3]).id


def test_decay_and_threshold() -> None:
    """Cards of units that wear away have a table of it, and boxes past a threshold are shaded and named."""
    from listbuilder.printing.card_content import Decline, Ticks
    from listbuilder.printing.model_cards import model_contents

    horde = next(path for path in STARTERS if path.stem == "widows-wake")
    peat = next(one for one in model_contents(starter(horde).force, True, True) if one.name.startswith("Peat Sleeper"))
    table = next(block for block in peat.blocks if isinstance(block, Decline))
    assert dict(table.rows) == {
        "Combat": ("3", "2", "0", "0"),
        "Defense": ("3", "2", "0", "0"),
        "Hits": ("8", "6", "1", "0"),
    }
    for one in model_contents(starter(starter_of("kill-team")).force, True, True):
        track = next(block for block in one.blocks if isinstance(block, Ticks)).tracks[0]
        left = track.number - (track.after or 0)
        assert track.mark == "Injured" and 2 * left < track.number <= 2 * (left + 1)


def test_themes_stand_out() -> None:
    """Text of every theme has a contrast of 4.5 to 1 with paper and tint, and 21 to 1 is black on white."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert all(not theme.weak(4.5) for theme in TEMPLATES.themes.values())


def test_pale_theme_is_refused(tmp_path: Path) -> None:
    """A theme too pale to read is an error with its file and line."""
    from listbuilder.base.errors import CatalogueError
    from listbuilder.loading import shipped

    for path in shipped("templates").glob("*.yaml"):
        text = path.read_text("utf-8").replace("muted: '#44525f'", "muted: '#b0b8c0'")
        (tmp_path / path.name).write_text(text, "utf-8")
    with pytest.raises(CatalogueError) as error:
        load_templates(tmp_path)
    assert error.value.findings[0].line and "Slate" in error.value.findings[0].message


@pytest.mark.parametrize("name", ["/../../", "/", "..", ":", "*?"])
def test_pictures_stay_in_their_folder(tmp_path: Path, name: str) -> None:
    """A name of nothing but signs leads no picture elsewhere."""
    path = tmp_path / "squad.yaml"
    path.write_text(f'game: rogue-conflict\nmodels: [{{rank: I, weapon: Slug Pistol, name: "{name}"}}]\n', "utf-8")
    result = CliRunner().invoke(app, ["cards", str(path), "--svg", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    assert sorted(one.name for one in tmp_path.iterdir()) == ["out", "squad.yaml"]
    assert "001-card.svg" in {one.name for one in (tmp_path / "out").iterdir()}
