"""What a card shows without a word about cards in the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.judging.validator import Referee, Report
from listbuilder.lists import read_list
from listbuilder.loading import check_folder
from listbuilder.printing.card_content import Items
from listbuilder.printing.model_cards import list_content, model_contents
from listbuilder.storage.reading import Tree
from tests.project.test_author_guide import BASE, base, write

MORE: dict[str, Any] = {
    "stats": {"luck": {"name": "Luck", "base": 0, "hide-zero": True}},
    "kinds": {"unit": {"fields": {"height": "number"}}},
    "model": {"fields": {"xp": {"type": "number", "default": 0}}},
    "headers": [{"name": "Experience", "of": {"sum": "xp"}}],
}
UNITS = {
    "kind": "unit",
    "entries": [
        {"name": "Giant", "cost": 9, "role": "core", "height": 4, "text": "Tall.", "grants": {"tags": ["big"]}},
        {"name": "Cat", "cost": 2, "role": "core", "stats": {"luck": 7}, "text": "Black."},
    ],
}


@pytest.fixture
def report(tmp_path: Path) -> Report:
    """A list of a game that says nothing about its cards."""
    rule = {"kind": "count", "id": "few", "of": "models", "where": {"tag": "big"}, "max": 2}
    game = check_folder(write([*base(), MORE, UNITS, {"rules": [rule]}], tmp_path / BASE))
    rows: list[Tree] = [{"unit": "Giant", "xp": 5}, {"unit": "Cat"}]
    return Referee(game).judge(read_list({"game": game.id, "models": rows}))


def test_the_line_under_the_name_has_the_numbers(report: Report) -> None:
    """The unit's own printed numbers and the model's number fields are there; what has its default is not."""
    giant, cat = model_contents(report.force, merge=False, texts=True)
    assert giant.title == "Height 4 · Xp 5"
    assert cat.title == ""


def test_a_stat_can_hide_at_zero(report: Report) -> None:
    """`hide-zero` leaves a stat out where it is 0, and only there."""
    giant, cat = model_contents(report.force, merge=False, texts=True)
    assert "Luck" not in dict(giant.stats)
    assert dict(cat.stats)["Luck"] == "7"


def test_a_granted_tag_is_not_printed(report: Report) -> None:
    """A tag is for selectors; it is no rule with a name."""
    giant = next(iter(model_contents(report.force, merge=False, texts=True)))
    names = [item.name for block in giant.blocks if isinstance(block, Items) for item in block.items]
    assert names == []


def test_the_card_of_the_list_has_the_headers(report: Report) -> None:
    """Headers stand under the name of the list."""
    assert list_content(report.force, texts=True).title.endswith("· Experience 5")
