"""A misspelt command or option is asked about, and is wrong usage as always."""

from __future__ import annotations

import pytest
from test_edit import run


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
