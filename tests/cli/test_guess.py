"""Wrong usage and help: what was meant is asked, and examples can be copied."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.ui.cli.app import app
from listbuilder.ui.cli.event import SHORT, advanced, group
from tests.support.cli import run
from tests.support.terminals import in_terminal


@pytest.mark.parametrize(
    ("args", "meant"),
    [
        (["validat", "x.yaml"], "validate"),
        (["Validate", "x.yaml"], "validate"),
        (["unod", "x.yaml"], "undo"),
        (["exprot"], "export"),
        (["validate", "--jsn", "x.yaml"], "--json"),
        (["validate", "x.yaml", "--even", "e.yaml"], "--event"),
        (["new", "rogue-conflict", "--formt", "x"], "--format"),
        (["--catalog", "x", "games"], "--catalogue"),
        (["catalogue", "chek", "x"], "check"),
        (["catalogue", "check", "x", "--catalog", "y"], "--catalogue"),
    ],
)
def test_what_was_meant_is_asked(args: list[str], meant: str) -> None:
    """The nearest command or option is named, on stderr, and nothing is done."""
    result = run(*args, code=2)
    assert f"Did you mean {meant}?" in result.stderr.replace("'", "")
    assert result.stdout == ""


def test_what_is_like_nothing_gets_the_whole_list() -> None:
    """A word that is like no command is answered with all of them."""
    assert "There are games, show, new" in " ".join(run("xyzzy", code=2).stderr.split())
    assert "There is no option -Q." in run("validate", "-Q", "x.yaml", code=2).stderr


def test_help_has_examples_on_lines_of_their_own() -> None:
    """Each example can be copied as it stands; what follows them is a paragraph."""
    alone = [[name] for name in app.table if name not in ("catalogue", "event")]
    events = [["event", name] for name in group.table if name != "advanced"]
    events += [["event", name] if name in SHORT else ["event", "advanced", name] for name in advanced.table]
    for words in [*alone, *events]:
        name = " ".join(words)
        lines = run(*words, "--help").stdout.split("Examples:\n")[1].split("\n\n")[0].rstrip().split("\n")
        assert lines[0].startswith(f"    listbuilder {name}")
        assert all(line.startswith("    ") and len(line) <= 80 for line in lines)


@pytest.mark.parametrize("width", [40, 50, 80])
def test_help_fits_the_terminal(tmp_path: Path, width: int) -> None:
    """No line of the help is broken by the terminal, but for words that are too long for it."""
    text = in_terminal(tmp_path, width, "set", "--help")
    assert [line for line in text.split("\n") if len(line) > width and len(line.split()) > 1] == []
    assert '"Sector 7"' in text
