"""Lists and mails as people write them: each file in `tests/human` has a text and exactly what must come of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.base.errors import DocumentError, EditError
from listbuilder.exchange.formats.import_result import import_doubts
from listbuilder.exchange.formats.importing import find_lists, import_one
from listbuilder.exchange.formats.text.text_rows import typed_rows
from listbuilder.judging.validator import Referee
from listbuilder.lists import read_list
from listbuilder.lists.canonical import canonical
from tests.support import fast_yaml
from tests.support.lists_made import GAMES, load
from tests.support.paths import TESTS

FOLDER = TESTS / "human"
CASES = sorted(FOLDER.glob("*.yaml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_what_people_write_is_read_or_named(path: Path) -> None:
    """The lists, the lines kept as comments, the lines refused and the doubts are those that the file names."""
    case: dict[str, Any] = fast_yaml.load(path.read_text("utf-8"))
    found = find_lists(case["text"].encode(), load, GAMES, case.get("game"))
    if "refused" in case:
        with pytest.raises(DocumentError) as caught:
            [one.read(False) for one in found]
        told = [(one.line, f"{one.message} {one.hint}") for one in caught.value.findings]
        assert [line for line, _ in told] == [line for line, _ in case["refused"]], told
        for (_, text), (_, words) in zip(told, case["refused"], strict=True):
            assert words in text
        return
    read = [one.read(False) for one in found]
    expected = [canonical(one, load(one["game"])) for one in case["lists"]]
    assert [dict(one.tree) for one in read] == expected
    reports = [Referee(load(str(one.tree["game"]))).judge(read_list(dict(one.tree))) for one in read]
    doubts = [doubt for one, report in zip(read, reports, strict=True) for doubt in import_doubts(one, report)]
    assert [[one.line, one.code] for one in doubts] == case.get("doubts", []), doubts
    if "kept" in case:
        assert [kept.line for one in read for kept in one.kept] == case["kept"]


def test_there_are_enough_of_every_game() -> None:
    """Each game has its share of the cases."""
    assert len(CASES) >= 110
    assert all(sum(path.stem.startswith(game.split("-")[0]) for path in CASES) >= 7 for game in GAMES)


def test_a_level_that_is_also_the_price_is_no_price() -> None:
    """`level 2` behind a unit of cost 2 is its level: the number was once taken for the price and lost."""
    for level in ("level 2", "Lvl. 2", "L2"):
        assert typed_rows(load("stack-and-horde"), f"Reedspear {level}") == [{"unit": "Reedspear", "level": 2}]


def test_a_word_for_the_list_beside_a_typed_model_is_refused() -> None:
    """One typed model has no list to mark it in, so that `[VIP]` is said to be a key of the list."""
    with pytest.raises(EditError, match="`vip` is a key of the list"):
        typed_rows(load("demihuman-combat"), "Night Porter [VIP]")


def test_two_models_of_one_name_can_not_both_be_meant() -> None:
    """A mark beside one of several models that nothing tells apart is refused, and never marks all of them."""
    text = b"Demihuman Combat\nSol Cinder\n2x Night Porter [VIP]\n"
    with pytest.raises(DocumentError, match="2 models are called Night Porter"):
        import_one(text, load, GAMES)
