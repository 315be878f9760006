"""What is printed for picks with a count, picks of groups, and picks inside picks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from listbuilder.judging.resolver import resolve
from listbuilder.lists import read_list
from listbuilder.loading import check_folder
from listbuilder.printing.card_content import Items, ProfileRow, ProfileTable
from listbuilder.printing.model_cards import list_content, model_contents
from tests.support import fast_yaml

GAME = """
id: fold
name: Fold
edition: "1"
version: 1.0.0
text: Sheep and those who mind them.
kinds: {herb: {is: option}, order: {is: option}}
model:
  slots: {unit: {kind: unit, min: 1, max: 1}, gear: {kind: gear, repeats: true}}
  fields: {group: {type: group}}
group: {slots: {order: {kind: order}}}
"""
ENTRIES: list[dict[str, Any]] = [
    {"kind": "unit", "entries": [{"name": "Shepherd", "text": "Minds them."}]},
    {"kind": "gear", "entries": [{"name": "Bell", "text": "Rings."}, {"name": "Bag", "picks": {"kind": "herb"}}]},
    {"kind": "herb", "entries": [{"name": "Sage", "text": "Heals."}]},
    {"kind": "order", "entries": [{"name": "Graze", "text": "Eat.", "picks": {"kind": "herb"}}]},
]
LIST: dict[str, Any] = {
    "game": "fold",
    "models": [
        {
            "unit": "Shepherd",
            "group": "North",
            "gear": [{"entry": "Bell", "count": 2}, {"entry": "Bag", "picks": ["Sage"]}],
        }
    ],
    "groups": [{"name": "North", "order": {"entry": "Graze", "picks": ["Sage"]}}],
}


def items(block: object) -> list[str]:
    if isinstance(block, Items):
        return [item.name for item in block.items]
    return (
        [row.item.name for row in block.rows if isinstance(row, ProfileRow)] if isinstance(block, ProfileTable) else []
    )


def test_counts_groups_and_inner_picks_are_printed(tmp_path: Path) -> None:
    """Two bells are printed as two, what is in a bag is printed, and so is what is in an order."""
    folder = tmp_path / "fold"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, "utf-8")
    for block in ENTRIES:
        (folder / f"{block['kind']}.yaml").write_text(fast_yaml.dump(block), "utf-8")
    force = resolve(read_list(LIST), check_folder(folder))
    card = [
        name for one in model_contents(force, merge=False, texts=True) for block in one.blocks for name in items(block)
    ]
    assert {"Bell ×2", "Bag", "Sage"} <= set(card)
    own = [name for block in list_content(force, texts=True).blocks for name in items(block)]
    assert {"North", "Graze", "Sage"} <= set(own)
