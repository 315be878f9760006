"""Names that read like headings come back from a text as the names they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.base.errors import DocumentError
from listbuilder.exchange.formats import write_list
from listbuilder.exchange.formats.importing import import_list
from listbuilder.loading import game_folders, load_game
from tests.support.lists_made import judged


@pytest.mark.parametrize("format", ["text", "markdown", "one-line"])
@pytest.mark.parametrize(
    "name",
    ["Band", "The Team", "my squad", "List", "Roster", "Groups", "Total", "Nothing", "Game", "Reserves", "Ideas"],
)
def test_name_of_a_list(name: str, format: str) -> None:
    """The heading that opens a section is never taken for it, nor the name for the heading."""
    tree = {"game": "constellation-warrior", "name": name, "models": [{"unit": "Soldier"}, {"unit": "Novice"}]}
    text = write_list(judged(tree), format)
    found = import_list(text.encode(), load_game, list(game_folders()))
    assert found["name"] == name
    assert len(found["models"]) == 2  # type: ignore[arg-type]


def test_entry_with_the_name_of_a_bench(tmp_path: Path) -> None:
    """What the catalogue calls so is that, on a line of its own too; where it has no such name it is asked about."""
    (tmp_path / "skyfall").mkdir()
    for file, text in {
        "game.yaml": """
id: skyfall
name: Skyfall
edition: "1"
version: 1.0.0
text: Gliders over a drowned city.
model: {slots: {unit: {kind: unit, min: 1, max: 1}}}
formats: [{id: usual, name: Usual, limit: 50}]
""",
        "units.yaml": "kind: unit\nentries: [{name: Pilot, cost: 10, text: a.}, {name: Reserve, cost: 3, text: b.}]\n",
    }.items():
        (tmp_path / "skyfall" / file).write_text(text, "utf-8")
    game = load_game("skyfall", [tmp_path])
    found = import_list(b"Skyfall\nReserve\nPilot\n", lambda name: game, ["skyfall"])
    assert found["models"] == [{"unit": "Reserve"}, {"unit": "Pilot"}]
    with pytest.raises(DocumentError, match="no part of the list"):
        import_list(b"Skyfall\nPilot\nBench\nPilot\n", lambda name: game, ["skyfall"])
