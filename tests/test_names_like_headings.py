"""Names that read like headings come back from a text as the names they are."""

from __future__ import annotations

import pytest
from lists_made import judged

from listbuilder.formats import write_list
from listbuilder.formats.importing import import_list
from listbuilder.loader import game_folders, load_game


@pytest.mark.parametrize("format", ["text", "markdown", "one-line"])
@pytest.mark.parametrize(
    "name", ["Band", "The Team", "my squad", "List", "Roster", "Groups", "Total", "Nothing", "Game"]
)
def test_name_of_a_list(name: str, format: str) -> None:
    """The heading that opens a section is never taken for it, nor the name for the heading."""
    tree = {"game": "constellation-warrior", "name": name, "models": [{"unit": "Soldier"}, {"unit": "Novice"}]}
    text = write_list(judged(tree), format)
    found = import_list(text.encode(), load_game, list(game_folders()))
    assert found["name"] == name
    assert len(found["models"]) == 2  # type: ignore[arg-type]
