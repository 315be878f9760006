"""The pages of an event in a real browser: they work without scripts, fit a phone, and pass axe in light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support import fast_yaml
from tests.support.browsing import BROWSER, MISSING, axe_source
from tests.support.desk_serving import Cup, make_cup, serving
from tests.support.desk_setup import ILLEGAL, LEGAL, data, run, sign

pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason=MISSING)]


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cup]:
    """An event whose pages are served, with standings that everybody may see."""
    folder, links = make_cup(tmp_path_factory.mktemp("browser") / "cup", lists={"due": "2099-05-01T20:00+02:00"})
    sign(folder)
    run(folder, "standings")
    with serving(folder) as (service, log):
        yield Cup(folder, service, links, log)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A real browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield found
        found.close()


def test_a_phone_without_scripts(cup: Cup, browser: Any, tmp_path: Path) -> None:
    """A player hands in with scripts off; the browser says where the form comes from, and nothing goes elsewhere."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    page = context.new_page()
    asked: list[Any] = []
    page.on("request", lambda request: asked.append(request))
    page.goto(cup.link("p01"))
    page.fill("textarea", fast_yaml.dump(ILLEGAL))
    page.click("text=Check it")
    page.click("text=Replace Hero of model 1 (Hero) by Expert")
    assert page.inner_text("h2 >> nth=0") == "Your list is legal."
    page.click("button.main >> nth=0")
    assert page.url.endswith("/receipt")
    code = page.inner_text(".code")
    assert data(cup.folder, "verify", code, code=1)["player"] == "p01"
    page.reload()
    page.click("text=Back to your page")
    (tmp_path / "list.yaml").write_text(fast_yaml.dump(LEGAL), "utf-8")
    page.set_input_files("input[type=file]", tmp_path / "list.yaml")
    page.click("text=Check it")
    assert "unit: Expert" in page.input_value("textarea")
    forms = [one for one in asked if one.method == "POST"]
    assert {one.headers.get("origin", "") for one in forms} == {cup.service.url}
    assert all(one.url.startswith(cup.service.url) for one in asked)
    assert context.cookies() == []
    context.close()


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1200, "dark")])
def test_pages_are_accessible_and_fit(cup: Cup, browser: Any, width: int, scheme: str) -> None:
    """Every page passes axe, is no wider than the screen, and nothing on it is forbidden by its own policy."""
    context = browser.new_context(viewport={"width": width, "height": 740}, color_scheme=scheme)
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text) if "Policy" in message.text else None)

    def look(view: str) -> None:
        page.evaluate(axe_source() + "; null")
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        wrong.extend(f"{view}: {one['id']}: {one['nodes'][0]['html'][:200]}" for one in found)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wrong.append(f"{view}: too wide")

    id = "p02" if width == 360 else "p03"
    cup.send(id, "anyway", {**ILLEGAL, "name": "A" * 60})
    run(cup.folder, "return", id, "--why", "Two heroes are too many for this cup.")
    for view, address in (
        ("public", cup.service.url),
        ("returned", cup.link(id)),
        ("receipt", f"{cup.link(id)}/receipt"),
        ("nothing", cup.link("p04")),
        ("unknown", f"{cup.service.url}/l/x"),
        ("standings", f"{cup.service.url}/published/standings.html"),
    ):
        page.goto(address)
        look(view)
    page.goto(cup.link("p05" if width == 360 else "p06"))
    page.fill("textarea", fast_yaml.dump(ILLEGAL))
    page.click("text=Check it")
    look("verdict")
    context.close()
    assert not wrong


def test_a_page_elsewhere_gets_nowhere(cup: Cup, browser: Any, tmp_path: Path) -> None:
    """A form on another site that knows a link is refused, as the browser says where it comes from."""
    evil = tmp_path / "evil.html"
    link = cup.link("p07")
    evil.write_text(
        f'<form method="post" action="{link}/hand-in" enctype="multipart/form-data"><input name="after" value="0">'
        f'<textarea name="text">{fast_yaml.dump(LEGAL)}</textarea><button>Win a prize</button></form>'
        f'<iframe src="{link}"></iframe>',
        "utf-8",
    )
    context = browser.new_context()
    page = context.new_page()
    page.goto(evil.as_uri())
    page.click("button")
    assert "Not done" in page.content()
    context.close()
    assert "Nothing yet." in cup.get("p07").text
