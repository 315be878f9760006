"""The page with games unlike the shipped ones: dice that the game rolls, and groups that have a name of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.browsing import BROWSER, MISSING, Visit, code_of, made, opened, until, visiting
from tests.support.paths import DESIGNS

pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason=MISSING)]
TWO = {
    "game": "brass-lance",
    "house": "Ash",
    "models": [{"name": "A", "frame": "Drover", "lance": "One"}, {"frame": "Drover"}],
    "groups": [{"name": "One"}],
}


@pytest.fixture(scope="module")
def visit() -> Iterator[Visit]:
    """A service with more games, and a browser, which must not complain."""
    with visiting(DESIGNS) as found:
        yield found
        found.close()
        assert found.complaints == []


def test_dice_are_rolled_by_a_tap(visit: Visit) -> None:
    """A slot that is left to dice has a button that rolls; the number stands in the list, and undo takes it back."""
    page = opened(visit.open(), TWO)
    page.click("[data-key=go-models-0]")
    page.click("[data-key=roll-models-0-scars]")
    page.wait_for_selector("#said:has-text('a roll of')")
    assert made(page)["models"][0]["scars"][0]["rolled"] > 0
    page.click("[data-key=undo]")
    until(page, "() => document.querySelector('#said').textContent.startsWith('Undone')")
    assert "scars" not in made(page)["models"][0]


def test_a_group_says_who_is_in_it(visit: Visit) -> None:
    """A group's own page has every model to put in or take out, by the key that this game has for it."""
    page = opened(visit.open(), TWO)
    page.click("[data-key=go-groups-0]")
    page.wait_for_selector("[data-key=member-0]")
    assert [page.is_checked(f"[data-key=member-{nth}]") for nth in (0, 1)] == [True, False]
    for nth in (1, 0):
        before = code_of(page)
        page.click(f"[data-key=member-{nth}]")
        until(page, "code => location.hash.slice(1) !== code", before)
    assert [one.get("lance") for one in made(page)["models"]] == [None, "One"]
