"""What picks ask for inside them is filled as what models ask for is: by `fill`, step by step, in words that say so."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from listbuilder.ui.cli.app import app
from tests.lists.test_rolling_inside_picks import FILES as ATTIC

BOXES = """\
kind: box
entries:
  - {name: Chest, cost: 1, picks: {inner: {kind: box, min: 1, max: 1}}}
  - {name: Sack, cost: 1, picks: {inner: {kind: box, max: 2}, rest: {kind: box, min: 2, max: 3, repeats: true}}}
  - {name: Crate, cost: 2}
"""


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("boxes", "said"),
    [
        ("[Chest]", "complete Chest of model 1 (Finder): Chest (Crate)"),
        ("Chest", "complete Chest of model 1 (Finder): Chest (Crate)"),
        ("[{entry: Sack}]", "complete Sack of model 1 (Finder): Sack (Crate, Crate)"),
        ("[{entry: Sack, picks: {rest: Crate}}, Chest]", "Sack (Crate, Crate) and Chest (Crate)"),
        (
            "[{entry: Chest, picks: {inner: Chest}}]",
            "complete Chest (Chest) of model 1 (Finder): Chest (Chest (Crate))",
        ),
    ],
)
def test_fill_completes_what_is_inside(boxes: str, said: str, tmp_path: Path) -> None:
    """The plainest thing that fits goes in; the first way that is taken makes the list legal."""
    folder = tmp_path / "games" / "attic"
    folder.mkdir(parents=True)
    for name, text in {**ATTIC, "box.yaml": BOXES}.items():
        (folder / name).write_text(text, "utf-8")
    path = tmp_path / "list.yaml"
    path.write_text(f"game: attic\nmodels:\n  - {{unit: Finder, boxes: {boxes}}}\n", "utf-8")
    run = ["--catalogue", str(folder.parent)]
    shown = CliRunner().invoke(app, [*run, "fill", str(path)], env={"COLUMNS": "300"})
    assert said in shown.output and "replace" not in shown.output.replace("taken out or replaced", "")
    assert "- complete" not in CliRunner().invoke(app, [*run, "fill", str(path), "--keep"]).output
    taken = CliRunner().invoke(app, [*run, "fill", str(path), "--take", "1"])
    assert taken.exit_code == 0, taken.output
    assert "legal." in CliRunner().invoke(app, [*run, "validate", str(path)]).output
