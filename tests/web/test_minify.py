"""The page's scripts and style lose what only their readers need, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from listbuilder.ui.web.minify import COMMENT, minify_script, minify_style
from listbuilder.ui.web.page_files import FOLDER, PageJudge, page_of

SOURCES = sorted(path for path in FOLDER.rglob("*") if path.suffix in (".js", ".css"))
MOST_BYTES = 130_000


def test_a_style_keeps_every_rule() -> None:
    """A rule for everything is no line of a comment, and spaces that mean something stay."""
    source = (
        "/* All\n * of it */\n* { margin: 0; }\na b > .c:not(.d), :root {\n  --x: 1px solid; font: 1rem/1.4 a, b;\n}\n"
    )
    assert minify_style(source) == "*{margin:0;}a b>.c:not(.d),:root{--x:1px solid;font:1rem/1.4 a,b;}\n"
    for path in (one for one in SOURCES if one.suffix == ".css"):
        text = path.read_text("utf-8")
        assert minify_style(text).count("{") == text.count("{")


def test_a_script_keeps_its_texts() -> None:
    """Strings, templates and regular expressions stay as they are; comments and indents go."""
    head = "/** What\n * it does. */\n  // Why.\n"
    code = '  const a = { b: "x = { y }", c };\n  const d = `p = ${a} , q`;\nreturn a ? -1 : +b;\n'
    made = 'const a={b:"x = { y }",c};\nconst d=`p = ${a} , q`;\nreturn a?-1:+b;\n'
    assert minify_script(head + code) == made
    for kept in ("a = `b ${c ? `d , e` : 1} f`;\n", "a = b / c;\n"):
        assert minify_script(kept) == kept
    assert minify_script("a = b - -c;\nif (a) return !d;\n") == "a=b - -c;\nif(a) return!d;\n"


@pytest.mark.parametrize("path", [one for one in SOURCES if one.suffix == ".js"], ids=lambda one: one.name)
def test_scripts_can_be_read_line_by_line(path: Path) -> None:
    """No template or string goes over several lines, and the tokens are the same ones in the same order."""
    text = path.read_text("utf-8")
    assert all(line.count("`") % 2 == 0 for line in text.splitlines())
    bare = re.sub(r"^\s*//.*$", "", COMMENT.sub("", text), flags=re.MULTILINE)
    assert re.sub(r"\s", "", minify_script(text)) == re.sub(r"\s", "", bare)


def test_the_page_stays_small() -> None:
    """All scripts and the style together, unpacked, with that of the judge's worker."""
    files = page_of(judge=PageJudge({}, {})).files
    assert "judge.js" in files
    assert sum(len(file.body) for name, file in files.items() if name.endswith((".js", ".css"))) < MOST_BYTES
