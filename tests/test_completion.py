"""Shell completion offers games, formats, entries and the models of the file, and never fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(sys.executable).with_name("listbuilder")
LIST = "game: rogue-conflict\nmodels:\n  - {name: Jax, rank: I, weapon: Slug Pistol}\n  - {rank: II}\n"


def offers(words: list[str], folder: Path) -> list[str]:
    """What bash is offered for the last word."""
    environment = {
        **os.environ,
        "_LISTBUILDER_COMPLETE": "complete_bash",
        "COMP_WORDS": " ".join(["listbuilder", *words]),
        "COMP_CWORD": str(len(words)),
    }
    done = subprocess.run([str(SCRIPT)], capture_output=True, text=True, env=environment, cwd=folder, check=False)
    assert "Traceback" not in done.stderr
    return done.stdout.split("\n")


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["ad"], "add"),
        (["new", "rog"], "rogue-conflict"),
        (["new", "constellation-warrior", "--format", "sm"], "small"),
        (["set", "a.yaml", "J"], "Jax"),
        (["set", "a.yaml", ""], "2"),
        (["add", "a.yaml", "wea"], "weapon="),
        (["set", "a.yaml", "Jax", "rai"], "raise="),
        (["export", "a.yaml", "--to", "mark"], "markdown"),
    ],
)
def test_words_are_completed(tmp_path: Path, words: list[str], offered: str) -> None:
    """Each kind of word is offered where it belongs."""
    (tmp_path / "a.yaml").write_text(LIST, "utf-8")
    assert offered in offers(words, tmp_path)


@pytest.mark.parametrize("text", [None, "game: [\n", "game: chess\n", ""])
def test_bad_files_offer_nothing(tmp_path: Path, text: str | None) -> None:
    """A file that is not there or can't be read is no reason to fail at a press of Tab."""
    if text is not None:
        (tmp_path / "a.yaml").write_text(text, "utf-8")
    assert "weapon=" not in offers(["add", "a.yaml", "wea"], tmp_path)
