"""Strangers' links, files, pastes, storage and events: whatever they hold is shown as text and does nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from listbuilder.building import open_bench, share
from listbuilder.loading import load_game
from listbuilder.storage.reading import Document, Tree
from tests.support.browsing import BROWSER, MISSING, Visit, visiting

pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason=MISSING)]
DO = "window.hurt=1"
PAYLOADS = (
    f"<script>{DO}</script>",
    f"<img src=x onerror={DO}>",
    f"<svg onload={DO}>",
    f"<svg><script>{DO}</script></svg>",
    f"<iframe srcdoc='<script>parent.{DO}</script>'>",
    f"<iframe src=javascript:parent.{DO}>",
    f"<a href=javascript:{DO} id=x>x</a>",
    f"javascript:{DO}",
    f"<body onload={DO}>",
    f"<details open ontoggle={DO}>",
    f"<input autofocus onfocus={DO}>",
    f"<video><source onerror={DO}></video>",
    f"<math><mi xlink:href='javascript:{DO}'>x</mi></math>",
    f"<style>@import 'data:text/css,*{{}}'</style><b onclick={DO}>",
    f"<template><script>{DO}</script></template>",
    f"</textarea><script>{DO}</script>",
    f"</title><script>{DO}</script>",
    f'"><script>{DO}</script>',
    f"' onmouseover='{DO}",
    f'" autofocus onfocus="{DO}" x="',
    f"--><script>{DO}</script>",
    f"]]><script>{DO}</script>",
    f"${{{DO}}}",
    f"{{{{constructor.constructor('{DO}')()}}}}",
    f"<base href='//evil.invalid/'><script>{DO}</script>",
    f"<meta http-equiv=refresh content='0;url=javascript:{DO}'>",
    f"<form action=javascript:{DO}><button>x</button></form>",
    f"<object data='data:text/html,<script>parent.{DO}</script>'>",
    f"%3Cscript%3E{DO}%3C/script%3E",
    f"&lt;script&gt;{DO}&lt;/script&gt;",
    "__proto__",
    "constructor",
    "[data-key=add]",
)
LIST: dict[str, Tree] = {
    "game": "rogue-conflict",
    "name": PAYLOADS[0],
    "player": PAYLOADS[1],
    "notes": PAYLOADS[2],
    "models": [
        {"rank": "I", "name": one, "weapon": one, "gear": [one], "notes": one, "x-odd": one} for one in PAYLOADS
    ],
}


@pytest.fixture(scope="module")
def visit() -> Iterator[Visit]:
    """A service and a browser for the whole file."""
    with visiting() as found:
        yield found
        found.close()
        # The event that nobody knows is not found, as it should be.
        assert [one for one in found.complaints if "status of 404" not in one] == []


def unhurt(page: Any) -> None:
    """Nothing of what is shown has run, became an element, or led elsewhere."""
    assert page.evaluate("window.hurt") is None
    assert page.evaluate("({}).polluted") is None
    wrong = "#main, #head, #foot, dialog, #notices"
    kinds = "script, iframe, object, video, base, meta, template, style, form, img:not(.qr), a[href^=javascript]"
    kinds += ", svg:not(.emblem), .emblem > :not(path)"
    assert page.evaluate(f"[...document.querySelectorAll('{wrong}')].every((one) => !one.querySelector('{kinds}'))")
    assert page.evaluate("location.pathname") == "/build/"


def walked(page: Any) -> None:
    """Look at everything: a row, a choice, findings, sharing, comparing and play mode."""
    page.wait_for_selector("[data-key=add]")
    for payload in PAYLOADS:
        assert payload in page.evaluate("document.querySelector('#main').textContent"), payload
    unhurt(page)
    page.keyboard.press("j")
    page.wait_for_selector(".slot")
    unhurt(page)
    page.keyboard.press("2")
    page.wait_for_selector("dialog .choice")
    page.keyboard.type(PAYLOADS[1])
    page.wait_for_selector("dialog .none")
    unhurt(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("s")
    page.wait_for_selector("#share-text")
    unhurt(page)
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.wait_for_selector("[data-key=turn-more]")
    unhurt(page)


def test_pasted(visit: Visit) -> None:
    """A pasted list."""
    page = visit.open()
    page.wait_for_selector("#paste")
    page.fill("#paste", json.dumps(LIST))
    page.click("button:text-is('Open')")
    walked(page)


def test_linked(visit: Visit) -> None:
    """A link, which is what a QR code holds too."""
    code = share(open_bench(Document(LIST, {}, None), load_game("rogue-conflict")))
    assert code
    walked(visit.open(code=code))


def test_from_a_file(visit: Visit) -> None:
    """A file that is opened."""
    page = visit.open()
    page.wait_for_selector("#file")
    file = {"name": f"{PAYLOADS[1]}.json", "mimeType": "text/html", "buffer": json.dumps(LIST).encode()}
    page.set_input_files("#file", file)
    walked(page)


def test_links_that_are_no_lists(visit: Visit) -> None:
    """Payloads in the address are refused in words."""
    page = visit.open()
    page.wait_for_selector("#paste")
    for payload in PAYLOADS:
        page.evaluate("code => { location.hash = code }", payload)
        page.wait_for_timeout(20)
    page.wait_for_selector("#refused")
    unhurt(page)


def test_stored(visit: Visit) -> None:
    """Whatever other programs wrote into the storage: broken, of another shape, or full of markup."""
    page = visit.open()
    page.wait_for_selector("#paste")
    view = {"list": LIST, "totals": {}, "rows": [], "about": {"name": PAYLOADS[0]}}
    kept = [
        "{",
        "null",
        "7",
        '"text"',
        "[]",
        '{"list": 3}',
        '{"list": {"__proto__": {"polluted": 1}}}',
        json.dumps({"list": LIST, "name": PAYLOADS[1], "game": PAYLOADS[0], "points": PAYLOADS[2], "view": view}),
    ]
    for nth, raw in enumerate(kept):
        page.evaluate("([key, raw]) => localStorage.setItem(key, raw)", [f"listbuilder:list:{nth}", raw])
    for key in ("last", "playing", "owned:rogue-conflict", "play:7"):
        page.evaluate("([key, raw]) => localStorage.setItem(key, raw)", [f"listbuilder:{key}", json.dumps(PAYLOADS[0])])
    page.reload()
    page.wait_for_selector("[data-key=kept-7]")
    unhurt(page)
    assert PAYLOADS[1] in page.inner_text("[data-key=kept-7]")
    page.click("[aria-label='Forget what I own of Rogue Conflict']")
    page.click("[data-key=kept-7]")
    walked(page)


def test_events_of_strangers(visit: Visit) -> None:
    """An event's name is text, and a name that the service does not know is refused in words."""
    page = visit.with_events("rogue-conflict", PAYLOADS)
    page.wait_for_selector("#paste")
    page.fill("#paste", json.dumps({"game": "rogue-conflict", "models": []}))
    page.click("button:text-is('Open')")
    page.wait_for_selector("[data-key=event]")
    page.select_option("[data-key=event]", PAYLOADS[0])
    page.wait_for_selector("#refused >> text=event")
    unhurt(page)
