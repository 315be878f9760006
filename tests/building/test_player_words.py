"""Findings in the words of the page, choices that need more, and what fits from dear to cheap."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.base.findings import Finding
from listbuilder.building import choices, fits, fixes, open_bench
from listbuilder.building.bench_json import fix_json
from listbuilder.building.player_words import player_words, without_keys
from listbuilder.loading import load_game
from listbuilder.storage.reading import Document, Tree
from tests.support.cases import write_game


def test_keys_become_headings() -> None:
    """What the file calls by a key has the heading that the page gives it."""
    assert without_keys("has nothing under `tac-op`, add 1 under `tac-op:`") == (
        "has nothing under Tac op, add 1 under Tac op"
    )
    assert without_keys("Write `deploy: false` for some") == "Set Deploy to no for some"
    assert without_keys("has `deploy: false`") == "has Deploy: no"
    assert without_keys("an odd ` stays") == "an odd ` stays"


def test_hints_name_what_can_be_tapped() -> None:
    """An empty list asks for a model, not for a line in a file."""
    report = open_bench(Document({"game": "stack-and-horde"}, {}, None), load_game("stack-and-horde")).report
    assert [player_words(one)[1] for one in report.findings if one.code == "list.empty"] == ["Add a model."]


GROUPS: Any = {
    "name": "Least",
    "currencies": {"points": {}},
    "model": {"slots": {"unit": {"kind": "unit", "min": 1, "max": 1}}, "fields": {"group": {"type": "group"}}},
    "group": {"fields": {"kind": {"type": "word", "of": ["wing", "nest"]}}},
    "rules": [{"kind": "count", "id": "wings", "of": {"count": "groups", "where": {"group": "wing"}}, "min": 1}],
    "entries": [{"kind": "unit", "entries": [{"name": "Drone"}]}],
}


def test_a_missing_group_is_added_by_one_tap(tmp_path: Path) -> None:
    """What is wrong is said without keys, and a group of the sort that is missing is the first way to mend it."""
    bench = open_bench(
        Document({"game": "case", "models": [{"unit": "Drone"}]}, {}, None),
        load_game(write_game(GROUPS, tmp_path).name, [tmp_path]),
    )
    (short,) = bench.report.findings
    assert player_words(short)[1] == "Add a group, or change what one is."
    first = fix_json(fixes(bench, short)[0])
    assert first["words"] == "add a group: Group 1, wing"
    assert [(one["code"], one["severity"]) for one in first["change"]["new"]] == [("group.empty", "warning")]


@pytest.mark.parametrize(
    ("code", "hint", "data", "words"),
    [
        ("group.unknown", "Describe it: `groups: [{name: A, …}]`.", {"name": "A"}, "Add a group called A, or"),
        ("group.unknown", "Did you mean B?", {"name": "A"}, "Did you mean B?"),
        ("group.vacant", "Add `leader: …`.", {"name": "A", "key": "second-voice"}, "Open A and fill in Second voice."),
        ("decided.open", "Write `seated: true` at the models that are chosen.", {}, "Set Seated to yes at the models"),
        ("name.unknown", "`listbuilder show case unit` lists them.", {}, "Choose one of those that are offered."),
        ("raise.lowered", "Remove `acc: -1`.", {"stat": "Acc"}, "Set Acc to 0 or more."),
    ],
)
def test_no_hint_is_for_files(code: str, hint: str, data: dict[str, str], words: str) -> None:
    """Forms, commands and lines of the file have something to tap in their place."""
    found = player_words(Finding(code=code, message="It is so.", hint=hint, data=data))[1]
    assert found.startswith(words)


def test_what_only_asks_for_more_is_not_refused() -> None:
    """The first choice of a list whose rules ask for models is one to take, with what it needs."""
    bench = open_bench(Document({"game": "kill-team", "models": []}, {}, None), load_game("kill-team"))
    found = choices(bench, (), "team").choices
    assert {one.standing for one in found} == {"needs"}
    assert all(one.reasons for one in found)


def test_an_error_that_is_there_stands_once() -> None:
    """What a list has too much of already is in `leaving`, for all choices that make it worse."""
    tree: dict[str, Tree] = {"game": "rogue-conflict", "limit": 5, "models": [{"rank": "i", "weapon": "slug-pistol"}]}
    bench = open_bench(Document(tree, {}, None), load_game("rogue-conflict"))
    assert [one.code for one in choices(bench, ("models", 0), "gear").leaving] == ["points.over"]


def test_what_fits_breaks_no_other_rule() -> None:
    """One model nearer to the nine that are needed, a second leader breaks another rule."""
    captain: dict[str, Tree] = {"unit": "Mill Captain", "weapons": ["Long Pistol", "Sword Cane"]}
    tree: dict[str, Tree] = {"game": "kill-team", "team": "Tallmill Company", "models": [captain]}
    found = fits(open_bench(Document(tree, {}, None), load_game("kill-team"))).single
    assert not any(finding.severity == "error" for one in found for finding in one.change.new)
    assert any(one.words.startswith("add a model") for one in found)
    assert len({one.words for one in found}) == len(found) == 10


def test_what_fits_is_spread_by_price() -> None:
    """Single things have different prices, the dearest first, and no two differ only in what can be set later."""
    found = fits(open_bench(Document({"game": "demihuman-combat"}, {}, None), load_game("demihuman-combat"))).single
    prices = [one.change.points[1] - one.change.points[0] for one in found]
    assert prices == sorted(prices, reverse=True)
    assert len(set(prices)) > 3
    assert not any("deploy" in one.words for one in found)
