"""The same list gives the same facts in every format, and comes back as it was from those that can be read."""

from __future__ import annotations

import csv
import io
import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from listbuilder.exchange.formats import FORMATS, write_list
from listbuilder.loading import game_folders
from listbuilder.storage.reading import read_file
from tests.support.cli import run
from tests.support.effort import rounds
from tests.support.lists_made import GAMES, ODD_NAMES, ROUND_TRIPS, back, judged, lists, made

STARTERS = sorted(path for folder in game_folders().values() for path in (folder / "lists").glob("*.yaml"))
SQUAD = {"game": "rogue-conflict", "models": [{"rank": "I", "weapon": "Slug Pistol"}]}


@pytest.mark.sample(60)
@pytest.mark.parametrize("format", ROUND_TRIPS)
@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
def test_starter_lists_come_back(path: Path, format: str) -> None:
    """Every starter list survives every format that can be read."""
    one = judged(read_file(path).data)
    assert json.dumps(back(write_list(one, format))) == json.dumps(one.tree)


@pytest.mark.parametrize("game", GAMES)
def test_random_lists_come_back(game: str) -> None:
    """Random lists of each game survive every format that can be read."""
    for seed in range(rounds(40, 8)):
        one = judged(made(game, seed))
        for format in ROUND_TRIPS:
            assert back(write_list(one, format)) == one.tree, (seed, format)


@settings(max_examples=rounds(60, 20), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(lists())
def test_odd_names_come_back(tree: dict[str, Any]) -> None:
    """Names, notes and other tools' keys that look like something else survive every format."""
    one = judged(tree)
    for format in ROUND_TRIPS:
        assert back(write_list(one, format)) == one.tree, format


def test_unknown_names_survive() -> None:
    """A name that the catalogue does not know any more is kept by every format."""
    tree = {**SQUAD, "models": [{"rank": "VI", "weapon": "Rail: Gun, big", "gear": ["Old Hook", "Medkit"]}]}
    one = judged(tree)
    for format in ROUND_TRIPS:
        assert back(write_list(one, format)) == one.tree, format


@pytest.mark.parametrize("game", GAMES)
def test_every_format_has_every_fact(game: str) -> None:
    """Each unit, weapon and option, and the total, is in every format that people read."""
    one = judged(made(game, 3))
    names = {pick.entry.name for model in one.report.force.rows for picks in model.slots.values() for pick in picks}
    for format in ("text", "markdown", "one-line", "html", "csv", "json", "yaml"):
        text = write_list(one, format).replace("\\", "").replace("&#x27;", "'")
        assert not [name for name in names if name not in text], format
        if one.report.force.cost and format in ("text", "markdown", "one-line", "html", "csv"):
            assert str(one.report.force.cost) in text


class Elements(HTMLParser):
    """Collects the elements of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep one element."""
        self.found.append((tag, dict(attrs)))


def test_html_runs_nothing() -> None:
    """No name becomes an element; the page forbids scripts and loads nothing."""
    evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    models: list[dict[str, Any]] = [{"rank": evil, "weapon": evil, "name": evil, "notes": evil}]
    page = Elements()
    page.feed(write_list(judged({**SQUAD, "name": evil, "player": evil, "models": models}), "html"))
    tags = [tag for tag, _ in page.found]
    assert not {"script", "img", "a", "link", "iframe"} & set(tags)
    assert not [name for _, attrs in page.found for name in attrs if name.startswith("on")]
    policy = next(attrs["content"] for tag, attrs in page.found if attrs.get("http-equiv"))
    assert policy is not None and policy.startswith("default-src 'none'")


@pytest.mark.parametrize("start", ["=1+1", "+1", "-1", "@x", " =1", "＝1", "\u00a0=1", "|cmd", "%x"])
def test_csv_cells_are_no_formulas(start: str) -> None:
    """No cell of a table begins like a formula, however it is spelt."""
    tree = {**SQUAD, "name": start.strip() or "n", "models": [{"rank": "I", "weapon": start, "name": start}]}
    rows = list(csv.reader(io.StringIO(write_list(judged(tree), "csv"))))
    cells = [cell for row in rows for cell in row]
    assert any(cell.startswith("'") for cell in cells)
    assert not [cell for cell in cells if cell.strip(" \u00a0")[:1] in tuple("=+@|%＝")]


def test_markdown_is_inert() -> None:
    """Names can't make links, images, headings or HTML in Markdown."""
    text = write_list(judged({**SQUAD, "name": "[x](http://e) <b> # h", "models": SQUAD["models"]}), "markdown")
    assert "\\[x\\](http" in text
    assert "<b>" not in text.replace("\\<b\\>", "")


def test_export_and_import_on_the_command_line(tmp_path: Path) -> None:
    """A starter list goes out as text and as a code, comes in again, and is judged."""
    for format in ("text", "code"):
        out, again = tmp_path / f"{format}.txt", tmp_path / f"{format}.yaml"
        run("export", STARTERS[0], "--to", format, "-o", out)
        assert "legal" in run("import", out, "-o", again).output
        assert run("diff", STARTERS[0], again).exit_code == 0
        run("import", out, "-o", again, code=3)
    assert run("export", STARTERS[0], "--to", "json").output.startswith("{")
    run("export", STARTERS[0], "--to", "pdf", code=2)
    assert set(FORMATS) >= {"code", "csv", "html", "json", "markdown", "one-line", "text"}
    assert list(FORMATS) == sorted(FORMATS)


def test_import_takes_a_code_a_link_and_stdin(tmp_path: Path) -> None:
    """A code is taken from the command line, from the end of a link, broken over lines, and from stdin."""
    code = run("export", STARTERS[0], "--to", "code").output.strip()
    expected = run("import", code).output
    assert run("import", f"https://example.org/list?c={code}").output == expected
    assert run("import", "-", stdin=f"{code[:40]}\n  {code[40:]}\n").output == expected


def test_malformed_list_is_refused(tmp_path: Path) -> None:
    """A list with a key that nothing reads is not exported without it."""
    path = tmp_path / "bad.yaml"
    path.write_text("game: rogue-conflict\nmodels:\n  - {rank: I, wepon: x}\n", "utf-8")
    assert "wepon" in run("export", path, code=3).stderr


def test_odd_names_are_few_enough_to_read() -> None:
    """Quotes are used only where they are needed: a plain list has none."""
    text = write_list(judged(made("rogue-conflict", 1)), "text")
    assert '"' not in text
    assert len(ODD_NAMES) == len(set(ODD_NAMES))
