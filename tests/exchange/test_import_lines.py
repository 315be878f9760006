"""Every line of a pasted text is in the list, in a finding, or kept as a comment; nothing is a name by accident."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest

from listbuilder.base.errors import DocumentError
from listbuilder.exchange.formats.import_result import ImportedList
from listbuilder.exchange.formats.importing import find_lists
from tests.support.cli import run
from tests.support.effort import rounds
from tests.support.lists_made import GAMES, load
from tests.support.work import counted


def read(text: str, skip: bool = False, game: str | None = None) -> ImportedList:
    """The one list in a text."""
    (found,) = find_lists(text.encode(), load, GAMES, game)
    return found.read(skip)


def refused(text: str) -> list[tuple[int | None, str]]:
    """The lines that are refused, with what is said of them."""
    with pytest.raises(DocumentError) as caught:
        read(text)
    return [(one.line, f"{one.message} {one.hint}") for one in caught.value.findings]


def test_misspelt_unit_is_no_name() -> None:
    """A misspelt unit is refused with the unit it could have meant, at the start, in the middle and at the end."""
    assert refused("Demihuman Combat\nMother Lok\nSilt\nNewt") == [
        (2, '"Mother Lok" is nothing in Demihuman Combat. Did you mean Mother Lock?')
    ]
    assert [line for line, _ in refused("Demihuman Combat\nSilt\nMother Lok\nNewt")] == [3]
    assert [line for line, _ in refused("Demihuman Combat\nSilt\nNewt\n\nMother Lok")] == [5]
    assert read("Demihuman Combat\nMother Lock\nSilt\nNewt").tree["models"] == [
        {"unit": "Mother Lock"},
        {"unit": "Silt"},
        {"unit": "Newt"},
    ]


@pytest.mark.parametrize(
    "lines",
    [
        "Zorblax\nNewt",
        "Slit - Newt",
        "Slit, Newt",
        "Slit: not deployed",
        "Slit\n  not deployed",
        "Zorblax\n- Newt\n- Eel Jack",
    ],
)
def test_no_name_by_accident(lines: str) -> None:
    """What stands near a model names it only when it is plainly its name."""
    assert refused(f"Demihuman Combat\nSilt\n{lines}\nBargee")[0][0] == 3


def test_options_of_a_refused_model_go_to_no_other() -> None:
    """What stands below a line that is refused is refused with it."""
    text = "Rogue Conflict\nRank I, Slug Pistol\nRnak II\n  Laser Rifle\n  Medium\nRank I, Slug Pistol"
    assert [line for line, _ in refused(text)] == [3, 4, 5]
    found = read(text, skip=True)
    assert found.tree["models"] == [{"rank": "I", "weapon": "Slug Pistol"}] * 2
    assert [(one.line, one.row) for one in found.kept] == [(3, 1), (4, 1), (5, 1)]


def test_talk_around_a_list_is_kept() -> None:
    """Talk before and behind, quotes, bullets, code fences, emoji and a greeting leave the list alone."""
    text = """Hi everyone, long time lurker here.
On Monday somebody wrote:
> ```
> The Low Street Gang
> **Demihuman Combat**, 50 of 100 points
> 🔥 Mother Lock
> - [x] *Silt* (not deployed)
> 1️⃣ “Newt” 🔥
> ```

What would you change? Thanks!
"""
    found = read(text)
    assert found.tree == {
        "game": "demihuman-combat",
        "name": "The Low Street Gang",
        "models": [{"unit": "Mother Lock"}, {"unit": "Silt", "deploy": False}, {"unit": "Newt"}],
    }
    assert [one.line for one in found.kept] == [1, 2, 11]


def test_lines_that_were_lost_once() -> None:
    """An empty slot, a count without a unit, and brackets without end."""
    rows = read("Demihuman Combat\n1. unit: [] [0]\n2. Silt").tree["models"]
    assert isinstance(rows, list) and len(rows) == 2
    assert read("Stack and Horde\n7. Block, count: 2").tree["models"] == [{"modifiers": ["Block"], "count": 2}]
    notes = read(f"Rogue Conflict\nnotes: {'[' * 3000}\nI, Slug Pistol").tree["notes"]
    assert notes == "[" * 3000


@pytest.mark.parametrize(
    ("lines", "number"),
    [("role: attacker\nrole: defender\nSilt", 3), ("Silt\n  notes: a\n  notes: b", 4), ("Silt, count: many", 2)],
)
def test_what_is_said_twice_or_wrong_is_refused(lines: str, number: int) -> None:
    """Two values for one key are a finding, never the last one."""
    assert refused(f"Demihuman Combat\n{lines}")[0][0] == number


def test_several_lists_in_one_paste(tmp_path: Path) -> None:
    """The command says how many lists there are, takes one by its number, or writes a file for each."""
    text = "One\nDemihuman Combat\nSilt\n\nTwo\nDemihuman Combat\nNewt\nEel Jack\n\nConstellation Warrior\nNovice\n"
    said = run("import", "-", stdin=text, code=2).stderr
    assert "3 lists" in said and "line 5" in re.sub(r"[\s│]+", " ", said)
    assert "Eel Jack" in run("import", "-", "--list", "2", stdin=text, code=0).output
    run("import", "-", "--list", "4", stdin=text, code=2)
    run("import", "-", "--list", "all", "-o", tmp_path / "l.yaml", stdin=text)
    names = [path.name for path in sorted(tmp_path.iterdir())]
    assert names == ["l-1.yaml", "l-2.yaml", "l-3.yaml"]
    assert "name: Two" in (tmp_path / "l-2.yaml").read_text("utf-8")


def test_skip_keeps_the_rest_as_comments(tmp_path: Path) -> None:
    """`--skip` writes what is understood, with the other lines as comments; JSON has a key for them."""
    text = "Demihuman Combat\nSilt\nZorblax, count: 3\nNewt\n\nCheers everybody, have fun!\n"
    run("import", "-", stdin=text, code=3)
    done = run("import", "-", "--skip", "-o", tmp_path / "a.yaml", stdin=text)
    assert "line 3" in done.stderr and "Zorblax" in done.stderr
    assert (tmp_path / "a.yaml").read_text("utf-8").splitlines()[1:] == [
        "models:",
        "  - {unit: Silt}",
        "  # line 3: Zorblax, count: 3",
        "  - {unit: Newt}",
        "  # line 6: Cheers everybody, have fun!",
    ]
    run("import", "-", "--skip", "-o", tmp_path / "a.json", stdin=text)
    assert "line 3: Zorblax" in (tmp_path / "a.json").read_text("utf-8")


def test_account_of_lines() -> None:
    """`--lines` says of each line what it was understood as."""
    said = run("import", "-", "--lines", stdin="Demihuman Combat\nSilt\n\nWhat do you all think?\n").stderr
    assert "line 1: the game\nline 2: model 1\nline 4: kept as a comment" in said


def test_one_printed_name_for_two_entries() -> None:
    """A name that the rulebook prints twice, written twice, means both; once, or three times, it is what it says."""
    text = "Constellation Warrior\nSoldier, {}"
    for line, expected in (
        ("Jump back, Jump back", ["Jump back", "Jump back strike"]),
        ("Jump back", ["Jump back"]),
        ("3x Jump back", ["Jump back"] * 3),
    ):
        assert read(text.format(line)).tree["models"] == [{"unit": "Soldier", "abilities": expected}]
    yaml = "game: constellation-warrior\nmodels: [{unit: Soldier, abilities: [Jump back, jump back]}]\n"
    assert "[Jump back, Jump back strike]" in run("import", "-", stdin=yaml).output


@pytest.mark.parametrize("rest", ["A      B", "1. - - -", "\U0001f389\U0001f389", "Zorblax\n\nMother Lok"])
def test_text_without_a_model_is_no_list(rest: str) -> None:
    """A game's name and lines that nobody understands are refused, and none of them names the list."""
    assert refused(f"Demihuman Combat\n\n{rest}\n")


@pytest.mark.parametrize(
    "line", ["A" + " " * 3900 + "x", "A" + "." * 3900 + "x", "A" + "_ " * 1900, "|" + " " * 3900 + "x|"]
)
def test_signs_without_end_take_no_time(line: str) -> None:
    """A line full of one sign is read once from one end to the other."""
    lines = rounds(60, 15)
    with counted() as work, suppress(DocumentError):
        read("Demihuman Combat\nSilt\n" + f"{line}\n|--|\n" * lines + "Newt")
    assert work.calls < 500_000 * lines


def test_headings_divide_models_and_name_none() -> None:
    """Headings above models are kept, or refused where they may name a group; what is below has no name of them."""
    for text in (
        "Leaders:\n- Mother Lock\n\nGrunts (2)\n- Silt\n- Newt\n",
        "## Leaders\n- Mother Lock\n\n## Grunts [23 pts]\n- Silt\n- Newt\n",
        "**HQ**\nMother Lock\n\n**TROOPS**\nSilt\nNewt\n",
    ):
        found = read(f"Demihuman Combat\n\n{text}")
        assert found.tree["models"] == [{"unit": "Mother Lock"}, {"unit": "Silt"}, {"unit": "Newt"}]
        assert "name" not in found.tree
        assert [one.line for one in found.kept] == [3, 6]
    assert refused("Stack and Horde\nThe Old Bridge:\n- Fog Chanter\n- Reedspear\n")[0][0] == 2
