"""Work that is bounded whatever a list is like, failures that are one document, and no letter that hides."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from listbuilder import load_game
from listbuilder.base.characters import HIDDEN
from listbuilder.building.generate import SearchJudge
from listbuilder.building.generate.fill import fill
from listbuilder.building.generate.mend import FURTHER, SINGLE, mend
from listbuilder.ui import schema_check
from listbuilder.ui.cli.app import app

ROGUE = "game: rogue-conflict\nname: A\nmodels: [{rank: I, weapon: Slug Pistol, count: 5}]\n"
OTHER = "game: constellation-warrior\nmodels: [{unit: Novice}]\n"


@pytest.mark.parametrize(
    "words",
    [
        ["mission", "kill-team", "--pack", "nonsense"],
        ["mission", "rogue-conflict", "nonsense"],
        ["show", "rogue-conflict", "nonsense"],
        ["match", "a.yaml", "b.yaml"],
        ["games", "--catalogue", "broken"],
    ],
    ids=lambda words: " ".join(words),
)
def test_failure_is_one_document(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With --json, a question that has no answer gives exactly one JSON document too, and says so on stderr."""
    monkeypatch.chdir(tmp_path)
    Path("a.yaml").write_text(ROGUE, "utf-8")
    Path("b.yaml").write_text(OTHER, "utf-8")
    Path("broken/toy").mkdir(parents=True)
    Path("broken/toy/game.yaml").write_text("id: toy\nnonsense: 1\n", "utf-8")
    result = CliRunner().invoke(app, [*words, "--json"])
    found = json.loads(result.stdout)
    assert result.exit_code in (2, 3)
    assert result.stderr
    if words[0] == "games":
        assert len(found["games"]) == 5
        assert found["findings"]
    else:
        assert found["error"]["exit"] == 2


def test_schema_is_made_once_for_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checking a folder makes each schema once, however many files it holds."""
    made: list[str] = []
    real = schema_check.schema_for

    def schema_for(kind: str, *rest: Any) -> dict[str, Any]:
        made.append(kind)
        return real(kind, *rest)

    monkeypatch.setattr(schema_check, "schema_for", schema_for)
    for number in range(4):
        (tmp_path / f"{number}.yaml").write_text(ROGUE, "utf-8")
        (tmp_path / f"cup{number}.yaml").write_text(
            "name: Cup\ngame: rogue-conflict\nban: [{entry: medkit}]\n", "utf-8"
        )
    assert CliRunner().invoke(app, ["schema", "check", str(tmp_path)]).exit_code == 0
    assert sorted(made) == ["event", "list"]


def test_every_sign_that_only_controls_is_hidden() -> None:
    """Whatever Unicode calls a control, a format sign, a separator of lines or no character at all counts as hidden."""
    kinds = ("Cc", "Cf", "Cs", "Zl", "Zp")
    signs = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) in kinds]
    signs += [chr(code) for code in range(0x110000) if code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF]
    assert {sign for sign in signs if not HIDDEN.search(f"a{sign}a")} == {"\t", "\n"}


def test_mending_is_bounded() -> None:
    """A long list in which everything is wrong takes no more work to look at than a short one may."""
    names = [f"N{number}" for number in range(50)]
    models: Any = [{"unit": "Wading Heron", "name": name, "carries": names[-1:], "group": "Nowhere"} for name in names]
    judge = SearchJudge(load_game("stack-and-horde"))
    mend({"game": "stack-and-horde", "models": models}, judge)
    # What models there could be is asked besides, and the last question may go over what is left.
    assert judge.spent < SINGLE + FURTHER + 2_500


def test_filling_is_bounded() -> None:
    """A long legal list with much to spend is filled in at least one way, without asking about every row."""
    judge = SearchJudge(load_game("rogue-conflict"))
    models: Any = [{"rank": "I", "weapon": "Slug Pistol"}] * 100
    found = fill({"game": "rogue-conflict", "limit": 99_999, "models": models}, judge)
    assert found.ways
    assert judge.spent < 15_000
