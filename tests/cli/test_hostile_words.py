"""Every command with a hostile word in every place: nothing forged, nothing hidden, no mistake of ours."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from listbuilder.base.characters import HIDDEN
from listbuilder.ui.cli.app import app

WORD = "Good\nLEGAL other: legal\x1b[31m\u202e\u00ad"
FILE = f"{WORD}.yaml"
LIST = "game: rogue-conflict\nmodels: [{rank: I, weapon: slug-pistol}]\n"
CALLS = [
    ["show", WORD],
    ["show", "rogue-conflict", WORD],
    ["show", "rogue-conflict", "--search", WORD],
    ["rules", WORD],
    ["new", "rogue-conflict", "--name", WORD],
    ["new", "rogue-conflict", "--starter", WORD],
    ["new", "rogue-conflict", "--format", WORD],
    ["new", WORD],
    ["add", FILE, WORD],
    ["add", FILE, f"name={WORD}"],
    ["set", "good.yaml", WORD, "count=2"],
    ["set", "good.yaml", "1", f"name={WORD}"],
    ["set", "good.yaml", "1", f"{WORD}=2"],
    ["remove", "good.yaml", WORD],
    ["copy", "good.yaml", WORD],
    ["validate", FILE, "good.yaml"],
    ["validate", FILE, "--event", FILE],
    ["validate", FILE, "--collection", FILE],
    ["validate", FILE, "--report", FILE],
    ["validate", f"--{WORD}"],
    ["validate", "."],
    ["cards", FILE, "--size", WORD, "-o", "x.pdf"],
    ["cards", FILE, "--theme", WORD, "-o", "x.pdf"],
    ["sheet", FILE, "-o", f"{WORD}.pdf"],
    ["export", FILE, "--to", WORD],
    ["export", FILE, "-o", f"{WORD}.txt"],
    ["import", WORD],
    ["import", FILE, "-o", f"{WORD}i.yaml"],
    ["import", "good.yaml", "--game", WORD],
    ["diff", FILE, "good.yaml"],
    ["fmt", FILE, "--check"],
    ["upgrade", FILE, "--old", WORD],
    ["mission", WORD],
    ["match", FILE, "good.yaml"],
    ["deploy", FILE],
    ["schema", WORD],
    ["schema", "--write", WORD],
    ["catalogue", "check", WORD],
    ["undo", FILE],
    ["serve", "--host", WORD],
    ["serve", "--cors", WORD],
    ["games", "--catalogue", WORD],
    [WORD],
]


@pytest.mark.sample(12)
@pytest.mark.parametrize("words", CALLS, ids=lambda words: " ".join(words).replace(WORD, "WORD"))
def test_hostile_word_is_shown_as_what_it_is(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On one line, with everything visible, and with an exit code that says what happened."""
    monkeypatch.chdir(tmp_path)
    for name in (FILE, "good.yaml"):
        Path(name).write_text(LIST, "utf-8")
    done = CliRunner().invoke(app, words)
    said = done.stdout + done.stderr
    assert done.exit_code in (0, 1, 2, 3), said
    assert not HIDDEN.search(said)
    assert not [line for line in said.splitlines() if line.startswith("LEGAL")]
