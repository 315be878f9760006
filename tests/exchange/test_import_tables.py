"""Tables in a pasted text: Markdown as people and chats write it, and cells copied from a spreadsheet."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from listbuilder.base.errors import DocumentError
from listbuilder.exchange.formats.cells import CellWriter
from listbuilder.exchange.formats.import_result import ImportedList
from listbuilder.exchange.formats.importing import find_lists
from tests.support.accounting import outcome
from tests.support.effort import rounds
from tests.support.lists_made import GAMES, judged, load, made

TABLE = """Hi, my list for Saturday:

## Low Tide
Rogue Conflict, 250 points

| # | Name | Rank | Weapon | Gear | Abilities | HP | Pts | Notes |
|--:|:-----|------|--------|------|-----------|----|----:|-------|
| 1 | **Sgt. Doe** | IV | Laser Rifle | Medkit | Inspire, Go for Cover | +2 | 50 | the boss |
| 2 | — | II | `Plasma Rifle` | - | Deadeye |  | 35 | |
| 3 |  | I | Slug Pistol | | | | 15 | |
| | **Total** | | | | | | 100 | |

What do you think?
"""
ROWS = [
    {
        "name": "Sgt. Doe",
        "rank": "IV",
        "weapon": "Laser Rifle",
        "gear": ["Medkit"],
        "abilities": ["Inspire", "Go for Cover"],
        "raise": {"hp": 2},
        "notes": "the boss",
    },
    {"rank": "II", "weapon": "Plasma Rifle", "abilities": ["Deadeye"]},
    {"rank": "I", "weapon": "Slug Pistol"},
]


def read(text: str, skip: bool = False) -> ImportedList:
    """The one list in a text."""
    (found,) = find_lists(text.encode(), load, GAMES)
    return found.read(skip)


def test_table_with_talk_around_it() -> None:
    """Columns by their keys, numbers, prices and a total; the talk is kept."""
    found = read(TABLE)
    assert found.tree["models"] == ROWS
    assert found.tree["name"] == "Low Tide"
    assert [one.line for one in found.kept] == [1, 13]


@pytest.mark.parametrize(
    "table",
    ["Unit | Qty | Deployed\n--- | --- | ---\nSilt | 2 | no\nNewt | 1 | ", "Unit\tQty\tDeploy\nSilt\t2\tno\nNewt\t\t"],
)
def test_other_tables(table: str) -> None:
    """Without bars at the ends, and with tabs."""
    rows = read(f"Demihuman Combat\n\n{table}\n").tree["models"]
    assert rows == [{"unit": "Silt", "deploy": False, "count": 2}, {"unit": "Newt"}]


def test_what_a_list_has_in_a_table_of_its_own() -> None:
    """A key and its value in each row; a column that is no key has names in it."""
    text = "Kill Team\n\n| Key | Value |\n|---|---|\n| Team | Saltglass Salvors |\n| Killzone | Volkus |\n\n"
    tree = read(f"{text}| Operative | Loadout |\n|---|---|\n| Deckhand | Boarding Hatchet, Scatter Pipe |\n").tree
    assert (tree["team"], tree["killzone"]) == ("Saltglass Salvors", "Volkus")
    assert tree["models"] == [{"unit": "Deckhand", "weapons": ["Boarding Hatchet", "Scatter Pipe"]}]


def test_a_row_that_is_not_understood_is_named() -> None:
    """The line, and what it could have meant; a stat that is printed is no raise."""
    with pytest.raises(DocumentError) as caught:
        read("Demihuman Combat\n| Model | Pts |\n|---|---|\n| Silt | 18 |\n| Mother Lok | 9 |\n| Newt | 5 |")
    assert [(one.line, one.hint) for one in caught.value.findings] == [(5, "Did you mean Mother Lock?")]
    with pytest.raises(DocumentError) as caught:
        read(TABLE.replace("| +2 |", "| 12 |"))
    assert [one.line for one in caught.value.findings] == [8]


def as_table(one: Any, kind: str) -> list[str]:
    """The rows of a list as a Markdown table."""
    rows, cells = one.rows(kind), CellWriter(one)
    keys = list(dict.fromkeys(key for row in rows for key in row))
    made = [keys, ["---"] * len(keys)]
    made += [[cells.cell(kind, key, row[key]) if key in row else "" for key in keys] for row in rows]
    escaped = [[one.replace("|", "\\|") for one in row] for row in made]
    return [f"| {' | '.join(row)} |" for row in escaped]


@pytest.mark.parametrize("game", GAMES)
def test_any_list_as_a_table(game: str) -> None:
    """Random lists of every game: what is a table of its models is read as the same list."""
    for seed in range(4):
        tree = {key: value for key, value in made(game, seed).items() if key != "groups"}
        tree["models"] = [{key: value for key, value in row.items() if key != "group"} for row in tree["models"]]
        one = judged({**tree, "name": "Harrow Lane"})
        head = [
            f"{key}: {CellWriter(one).cell('list', key, value)}"
            for key, value in one.tree.items()
            if key not in ("game", "name", "models")
        ]
        text = "\n".join(["Harrow Lane", load(game).name, *head, "", *as_table(one, "models")])
        assert outcome(text, one.tree, load(game), load, GAMES, "same") == ("ok", [], []), text


def test_spoilt_tables_lose_nothing() -> None:
    """Letters lost, cells moved and rows cut: each line is accounted for."""
    for seed in range(rounds(60, 20)):
        chance = Random(seed)
        one = judged({**made("rogue-conflict", seed % 4), "name": "Harrow Lane"})
        lines = ["Harrow Lane", "Rogue Conflict", "", *as_table(one, "models")]
        at = chance.randrange(3, len(lines))
        place = chance.randrange(len(lines[at]))
        cut = chance.random() < 0.3
        lines[at] = lines[at][:place] + ("" if cut else chance.choice(("", "|", "x", " ")) + lines[at][place + 1 :])
        state, wrong, _ = outcome("\n".join(lines), one.tree, load(one.game.id), load, GAMES, "any")
        assert not wrong, "\n".join([*lines, state, *wrong])
