"""Findings in the words of the page, choices that need more, and what fits from dear to cheap."""

from __future__ import annotations

from listbuilder.building import choices, fits, open_bench
from listbuilder.building.player_words import player_words, without_keys
from listbuilder.loading import load_game
from listbuilder.storage.reading import Document, Tree


def test_keys_become_headings() -> None:
    """What the file calls by a key has the heading that the page gives it."""
    assert without_keys("has nothing under `tac-op`, add 1 under `tac-op:`") == (
        "has nothing under Tac op, add 1 under Tac op"
    )
    assert without_keys("Write `deploy: false` for some") == "Write Deploy: no for some"
    assert without_keys("an odd ` stays") == "an odd ` stays"


def test_hints_name_what_can_be_tapped() -> None:
    """An empty list asks for a model, not for a line in a file."""
    report = open_bench(Document({"game": "stack-and-horde"}, {}, None), load_game("stack-and-horde")).report
    assert [player_words(one)[1] for one in report.findings if one.code == "list.empty"] == ["Add a model."]


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


def test_what_fits_is_spread_by_price() -> None:
    """Single things have different prices, the dearest first, and no two differ only in what can be set later."""
    found = fits(open_bench(Document({"game": "demihuman-combat"}, {}, None), load_game("demihuman-combat"))).single
    prices = [one.change.points[1] - one.change.points[0] for one in found]
    assert prices == sorted(prices, reverse=True)
    assert len(set(prices)) > 3
    assert not any("deploy" in one.words for one in found)
