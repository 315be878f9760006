"""A list with odd values in odd places gets the same findings from YAML, from JSON and as data."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from typing import Any

import pytest

from listbuilder.base.errors import ListbuilderError
from listbuilder.judging.validator import Referee
from listbuilder.lists import read_list
from listbuilder.loading import load_game
from tests.support import fast_yaml
from tests.support.paths import TESTS

HERE = TESTS
FILES = [*HERE.parent.glob("catalogue/*/lists/*.yaml"), *HERE.glob("games/*/illegal/*.yaml")]
TREES = [tree.get("list", tree) for tree in (fast_yaml.load(file.read_text("utf-8")) for file in sorted(FILES))]
WORDS = [
    *("", "no", "yes", "~", "null", "true", "0x1F", "1.50", "1.5", "12", "-3", "1_000", "12:30", "2020-01-01", "1e5"),
    *(" a", "a ", "a: b", "- a", "#x", "a\nb", "a\tb", "é", "e\u0301", "\u0131", "=", "<<", "[x", "{x", '"', "'"),
    *("*a", "&a", "!x", "%x", "@x", "`x", "|", ">", "?", ","),
]
VALUES: list[Any] = [
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        300,
        301,
        999_999_999,
        10**9,
        -(10**12),
        10**40,
        3.5,
        1.0,
        -0.0,
        *WORDS,
    ),
    *([], {}, [[]], {"a": 1}, [1, "II"], ["II", "II"], {"entry": "II", "count": 2}),
]
Step = tuple[Any, str | int]


def places(tree: Any) -> list[Step]:
    """Every place of a tree but the name of its game: what is around it, and its key or number there."""
    found: list[Step] = []
    steps = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in steps:
        found += [*([(tree, key)] if key != "game" else []), *places(value)]
    return found


def spoiled(dice: random.Random) -> dict[str, Any]:
    """A list of the tests with some values changed, added or put under other keys."""
    tree: dict[str, Any] = deepcopy(dice.choice(TREES))
    for _ in range(dice.randint(1, 3)):
        around, at = dice.choice(places(tree))
        odd, way = deepcopy(dice.choice(VALUES)), dice.randrange(4)
        if way == 0 and isinstance(around, list):
            around.insert(int(at), odd)
        elif way == 0:
            around[dice.choice(["x-a", "name", "count", "notes", "zz"])] = odd
        elif way == 1 and isinstance(around, dict):
            around[dice.choice(WORDS)] = around.pop(at)
        else:
            around[at] = odd
    return tree


def verdict(source: bytes | dict[str, Any], file: str | None = None) -> tuple[list[tuple[str, ...]], int | None]:
    """The findings on a list, and what it costs where it can be read."""
    try:
        document = read_list(source, file=file)
        report = Referee(load_game(document.game)).judge(document)
    except ListbuilderError as error:
        return sorted((one.severity, one.code, one.where or "", one.message) for one in error.findings), None
    return sorted((one.severity, one.code, one.where or "", one.message) for one in report.findings), report.force.cost


@pytest.mark.parametrize("seed", range(4))
def test_yaml_json_and_data_say_the_same(seed: int) -> None:
    """The same tree as JSON, as YAML in blocks, in brackets and in quotes, and as data: one verdict."""
    dice = random.Random(seed)
    for _ in range(25):
        tree = spoiled(dice)
        plain = json.dumps(tree)
        wanted = verdict(plain.encode(), "list.json")
        blocks = fast_yaml.dump(tree, sort_keys=False, allow_unicode=True)
        brackets = fast_yaml.dump(tree, sort_keys=False, default_flow_style=True)
        for text in (blocks, brackets, f"# a comment\n{plain}"):
            assert verdict(text.encode(), "list.yaml") == wanted, text
        assert verdict(tree) == wanted, plain


@pytest.mark.parametrize("number", [10**9, -(10**12), 10**400, 1e22])
def test_long_numbers_are_no_numbers_anywhere(number: float) -> None:
    """A limit of ten digits or with an exponent is refused by its place, in YAML, in JSON and as data."""
    tree = {**TREES[0], "limit": number}
    written = fast_yaml.dump(TREES[0]) + f"limit: {json.dumps(number)}\n"
    found = [verdict(json.dumps(tree).encode()), verdict(written.encode()), verdict(tree)]
    assert found[0] == found[1] == found[2]
    assert ("error", "key.type", "limit") in [one[:3] for one in found[0][0]]


@pytest.mark.parametrize("letter", ["\u202e", "\u200b", "\u00ad", "\u3164", "\x1b", "\U000e0041"])
def test_a_hidden_character_is_refused_alike(letter: str) -> None:
    """Escaped in either format, or as data, it has one finding, of one code, with the same words and place."""
    tree = {**TREES[0], "name": f"A{letter}B"}
    found = [verdict(json.dumps(tree).encode()), verdict(fast_yaml.dump(tree).encode()), verdict(tree)]
    assert found[0] == found[1] == found[2]
    raw = verdict(json.dumps(tree, ensure_ascii=False).encode())
    assert [one[:2] for one in raw[0]] == [one[:2] for one in found[0][0]]
