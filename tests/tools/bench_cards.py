"""A hundred cards, whole process, against a bare reportlab canvas that draws the same strings with an embedded font;
and a thousand cards against a hundred, in time and in memory.

`make bench` prints the ratios. Both sides write their PDF to a file; the canvas reads its strings from JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import yaml

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.loading.templates import load_templates
from listbuilder.printing.deck import CardOptions, make_batches
from listbuilder.printing.marks import Text
from listbuilder.printing.pages import PageOptions, arrange
from listbuilder.printing.text_layout import Fonts

CANVAS = """
import json, sys
from font_roboto import font_files
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
pdfmetrics.registerFont(TTFont("Roboto", font_files["Roboto"]))
canvas = Canvas(sys.argv[2], invariant=1, pageCompression=1)
for page in json.load(open(sys.argv[1])):
    for x, y, size, text in page:
        canvas.setFont("Roboto", size)
        canvas.drawString(x, y, text)
    canvas.showPage()
canvas.save()
"""


def hundred(source: Path, target: Path) -> None:
    """A list of a hundred models, the rows of another one over and over."""
    data = yaml.safe_load(source.read_text("utf-8"))
    rows = [{key: value for key, value in row.items() if key != "count"} for row in data["models"]]
    data["models"] = [{**rows[at % len(rows)], "name": f"Model {at + 1}"} for at in range(100)]
    target.write_text(json.dumps(data), "utf-8")


def strings(source: Path, target: Path) -> int:
    """The strings that the cards of a list draw, page by page with their places, as JSON; and how many cards."""
    document = read_list(source)
    report = validate(resolve(document, load_game(document.game)))
    templates, fonts = load_templates(), Fonts()
    layout, theme = templates.layouts[templates.default["layout"]], templates.themes["ink"]
    options = CardOptions(fonts, templates, layout, theme, templates.sizes["poker"], templates.type["normal"])
    batches = make_batches([report], options)
    pages = arrange(batches, PageOptions(fonts, theme, templates.papers["a4"]))
    drawn = [
        [
            (cell.x * 72 / 25.4 + mark.x, (cell.y + cell.height) * 72 / 25.4 - mark.y, mark.size, mark.text)
            for face, cell in page.faces
            for mark in face.marks
            if isinstance(mark, Text)
        ]
        for page in pages
    ]
    target.write_text(json.dumps(drawn), "utf-8")
    return sum(len(batch.cards) for batch in batches)


def commands(script: str, source: Path, folder: Path) -> tuple[list[str], list[str]]:
    """The two commands to compare: ours, and the bare canvas."""
    many, drawn, bare = folder / "hundred.json", folder / "strings.json", folder / "canvas.py"
    hundred(source, many)
    strings(many, drawn)
    bare.write_text(CANVAS, "utf-8")
    ours = [script, "cards", str(many), "-o", str(folder / "ours.pdf"), "--force", "--allow-illegal"]
    return ours, [sys.executable, str(bare), str(drawn), str(folder / "bare.pdf")]


def growth(script: str, source: Path, folder: Path) -> tuple[float, float]:
    """How much longer a thousand cards, ten lists of a hundred, take than a hundred, and how much more memory."""
    for at in range(10):
        hundred(source, folder / f"list-{at}.json")
    lists = sorted(folder.glob("list-*.json"))
    few, many = (min(cost(script, part, folder) for _ in range(3)) for part in (lists[:1], lists))
    return many[0] / few[0], many[1] / few[1]


def cost(script: str, lists: list[Path], folder: Path) -> tuple[float, float]:
    """The processor time and the memory that the cards of some lists take."""
    command = [script, "cards", *map(str, lists), "-o", str(folder / "many.pdf"), "--force", "--allow-illegal"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, used = os.wait4(process.pid, 0)
    return used.ru_utime + used.ru_stime, used.ru_maxrss
