"""How little the page waits for: scripts fetched at once, no question before the first choice, kept lists at once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.browsing import BROWSER, MISSING, Visit, opened, until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason=MISSING)]
# What a browser fetches when it has nothing better to do.
LATER = {"/build/icon.svg", "/build/manifest.webmanifest", "/build/worker.js"}
NAMED = "[...document.querySelectorAll('[src], link')].map((one) => new URL(one.src || one.href).pathname)"
PATHS = "performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)"


def test_two_requests_deep(visit: Visit) -> None:
    """The first page needs no more than what its HTML names: nothing waits for an answer that waited for another."""
    page = visit.open()
    page.wait_for_selector("[data-key^=new-]")
    named = page.evaluate(NAMED)
    assert "/build/main.js" in named and set(page.evaluate(PATHS)) - LATER == set(named) - LATER


def test_a_kept_list_does_not_wait(visit: Visit) -> None:
    """A list of last time stands there before the service has answered, and is judged anew when it does."""
    page = opened(visit.open(), {"game": "constellation-warrior", "models": [{"unit": "Novice"}]})
    page.fill("[data-key=list-name]", "Soon")
    page.keyboard.press("Tab")
    page.wait_for_selector("#foot >> text=kept in this browser")
    held: list[Any] = []
    page.route("**/bench/open", lambda route: held.append(route))
    page.reload()
    page.wait_for_selector("[data-key=go-models-0]")
    until(page, "() => document.querySelector('#judging')")
    assert page.input_value("[data-key=list-name]") == "Soon"
    held[0].continue_()
    page.wait_for_selector("#judging", state="detached")
    assert "Legal" in page.inner_text("#foot")
