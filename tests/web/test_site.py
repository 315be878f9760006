"""A published site: plain files, the same answers as natively, and everything works with the server gone."""

from __future__ import annotations

import ast
import io
import json
import shutil
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from listbuilder.base.errors import DocumentError
from listbuilder.ui.cli.socket_options import lan_address
from listbuilder.ui.web.browser_judge import BrowserJudge
from listbuilder.ui.web.page_files import page_of
from listbuilder.ui.web.page_look import game_cover, game_look
from listbuilder.ui.web.shelf import FolderShelf, pack_shelf
from listbuilder.ui.web.site.licences import PACKAGES, licences
from listbuilder.ui.web.site.runtime import _judge_sources, load_runtime
from listbuilder.ui.web.site.site_writer import MANIFEST, write_site, zip_site
from listbuilder.ui.web.worker import Request, Worker
from tests.support.browsing import BROWSER, MISSING
from tests.support.cli import run

GAMES = ("constellation-warrior", "demihuman-combat", "kill-team", "rogue-conflict", "stack-and-horde")
QUESTIONS = ("open", "place", "additions", "find", "fits", "share", "play", "rules", "mission", "odds", "attack")
# How many of the judge's files a worker has: four of the runtime, our code and the games.
LOADED = "performance.getEntriesByType('resource').filter((one) => one.responseEnd).length"
NO_NODE = "publishing needs node and npm"
DESIGNS = Path(__file__).parents[1] / "designs"
needs_node = pytest.mark.skipif(not (shutil.which("node") and shutil.which("npm")), reason=NO_NODE)
needs_browser = pytest.mark.skipif(BROWSER is None, reason=MISSING)


def requests_for(game: str) -> list[tuple[str, dict[str, Any]]]:
    """Questions about each starter list of a game."""
    found: list[tuple[str, dict[str, Any]]] = []
    for tree in FolderShelf().starters(game):
        attack = {"attacker": 1, "target": 2}
        asked = {"list": tree, "at": ["models", 0], "line": "rifle", "seed": 7, "other": tree, "attack": attack}
        found += [(f"/bench/{question}", asked) for question in QUESTIONS]
        found.append(("/bench/open", {"list": json.dumps(tree)}))
        found.append(("/bench/mission", {"list": tree, "seed": 7}))
        found.append(("/bench/dice", {"list": tree, "seed": 7, "line": "3d6+1"}))
        found.append(("/bench/attack", {"list": tree, "seed": 7, "attack": {"attacker": 1, "with": ["nonsense"]}}))
        found.append(("/bench/apply", {"list": tree, "edit": {"do": "remove", "at": ["models", 0]}}))
        found.append(("/bench/apply", {"list": tree, "edit": {"do": "remove", "at": ["models", 99]}}))
        found.append(("/cards", {"list": tree, "allow_illegal": True}))
        found.append(("/sheet", {"list": tree, "allow_illegal": True}))
        found += [("/sheet", {"list": tree, "collection": f"game: {owned}\nowned: {{}}"}) for owned in (game, "other")]
    return found


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_packed_judge_answers_as_the_service_does(game: str) -> None:
    """The judge over a packed shelf gives the same bytes as the service's, refusals included."""
    packed = BrowserJudge(pack_shelf(FolderShelf(), [game]))
    service = Worker(())
    for path, body in requests_for(game):
        action, _, question = path.strip("/").partition("/")
        asked = Request(action, question, types=("application/json",), body=json.dumps(body).encode())
        wanted, made = service.answer(asked), packed.answer(path, json.dumps(body))
        assert (made.status, made.media_type, made.body) == (wanted.status, wanted.type, wanted.body), path


def test_a_game_that_is_not_on_the_page_is_refused_with_a_hint() -> None:
    """A list of another game is an answer, not a failure."""
    judge = BrowserJudge(pack_shelf(FolderShelf(), ["kill-team"]))
    made = judge.answer("/bench/open", json.dumps({"list": {"game": "kil-team", "models": []}}))
    assert made.status == 404
    assert "kill-team" in json.loads(made.body)["error"]["findings"][0]["hint"]


def test_what_the_judge_imports_is_in_it() -> None:
    """No module of the page's judge needs another one of ours, as it is imported, that stays behind."""
    sources = {name.removesuffix(".py").replace("/", "."): path for name, path in _judge_sources()}
    known = {name.removesuffix(".__init__") for name in sources}
    for name, path in sources.items():
        if name.startswith("listbuilder."):
            for node in ast.parse(path.read_text("utf-8")).body:
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("listbuilder"):
                    assert node.module in known, f"add {name} to NOT_IN_BROWSER"


def test_unpacked_files_can_be_read_by_a_web_server() -> None:
    """An archive's files are readable for all, and the same site gives the same bytes."""
    made = zip_site({"index.html": b"1", "parts/a.js": b"2"})
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert {one.external_attr >> 16 for one in archive.infolist()} == {0o644}
    assert made == zip_site({"parts/a.js": b"2", "index.html": b"1"})


def test_licences_go_with_the_site() -> None:
    """The text of each licence is there, with the place of the runtime's source."""
    text = licences("314.0.7")
    assert "https://github.com/pyodide/pyodide" in text
    for terms in ("Mozilla Public License", "PYTHON SOFTWARE FOUNDATION LICENSE", "Apache License", "ReportLab"):
        assert terms.lower() in text.lower()
    assert text.count("Redistributions in binary form must reproduce") >= 2  # segno's and reportlab's
    assert text.count("Permission is hereby granted, free of charge") >= 2  # PyYAML's and ours
    assert all(name in text for _, name in PACKAGES)


def test_only_a_site_is_replaced(tmp_path: Path) -> None:
    """Another folder is left alone, a site only replaced with force, and what the new one lacks is removed."""
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(DocumentError, match="something else"):
        write_site(tmp_path, {"index.html": b"1"}, force=True)
    site = tmp_path / "site"
    first = {"index.html": b"1", "old.js": b"2", MANIFEST: json.dumps({"files": ["old.js", "../mine.txt"]}).encode()}
    write_site(site, first)
    with pytest.raises(DocumentError, match="already"):
        write_site(site, first)
    write_site(site, {"index.html": b"3", MANIFEST: b"{}"}, force=True)
    assert (site / "index.html").read_bytes() == b"3"
    assert not (site / "old.js").exists()
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_a_page_has_the_look_of_its_game() -> None:
    """A page for one game has its name, colour and initials, escaped; others look plain."""
    shelf = FolderShelf()
    files = page_of(look=game_look("Rogue & Conflict", shelf.templates("rogue-conflict"))).files
    manifest = json.loads(files["manifest.webmanifest"].body)
    assert (manifest["name"], manifest["theme_color"]) == ("Rogue & Conflict", "#9a3412")
    icon = files["icon.svg"].body.decode()
    assert "#9a3412" in icon
    assert ">RC<" in icon
    assert '<meta name="theme-color" content="#9a3412">' in files[""].body.decode()
    assert b"<text" not in page_of().files["icon.svg"].body


def test_cards_on_the_page_have_the_colours_of_print() -> None:
    """Each card has the accent and the emblem that its game's templates give it."""
    shelf = FolderShelf()
    judge = BrowserJudge(pack_shelf(shelf, ["kill-team"]))
    tree = shelf.starters("kill-team")[0]
    play = json.loads(judge.answer("/bench/play", json.dumps({"list": tree})).body)
    look = shelf.templates("kill-team").look.accent
    assert not isinstance(look, str)
    assert {model["card"]["colour"] for model in play["models"]} == {look.of["tallmill-company"]}
    assert all(model["card"]["emblem"] for model in play["models"])
    asked = {"list": tree, "at": ["models", 0]}
    card = json.loads(judge.answer("/bench/place", json.dumps(asked)).body)["card"]
    assert card == play["models"][0]["card"]


def test_the_first_page_shows_what_a_game_is() -> None:
    """A game has its text and colour there, and a way to starter lists only if it has any."""
    shelf = FolderShelf((DESIGNS,))
    rogue, racing = (game_cover(shelf.load(id), shelf) for id in ("rogue-conflict", "thunderhoof"))
    assert (rogue.text[:12], rogue.colour, rogue.starters) == ("Hired squads", "#9a3412", True)
    assert not racing.starters
    assert "Hired squads" in page_of([rogue]).files[""].body.decode()


def test_another_file_is_no_runtime(tmp_path: Path) -> None:
    """The runtime is believed only by its digest."""
    file = tmp_path / "pyodide.tgz"
    file.write_bytes(b"something else")
    with pytest.raises(DocumentError, match="SHA-512"):
        load_runtime(file)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with two shipped games and one from a folder of its own."""
    folder: Path = tmp_path_factory.mktemp("site")
    own = DESIGNS / "brass-lance"
    run("publish", "rogue-conflict", "kill-team", own, "-o", folder / "site", "--address", "https://example.org/x/")
    return folder / "site"


NODE = """
import {{ loadPyodide }} from "{runtime}/pyodide.mjs";
import {{ readFileSync, writeFileSync }} from "node:fs";
import {{ gunzipSync }} from "node:zlib";
const python = await loadPyodide({{ stdLibURL: "{folder}/judge.zip" }});
const unpacked = (name) => new Uint8Array(gunzipSync(readFileSync(name)));
python.unpackArchive(unpacked("{print}"), "zip", {{ extractDir: "/print" }});
python.runPython("import sys; sys.path.append('/print')");
const Judge = python.runPython("from listbuilder.ui.web.browser_judge import BrowserJudge; BrowserJudge");
const judge = Judge(gunzipSync(readFileSync("{games}")).toString());
const answers = JSON.parse(readFileSync("{folder}/asked.json")).map(([path, body]) => {{
  const made = judge.answer(path, JSON.stringify(body));
  return [made.status, Buffer.from(made.body.toJs()).toString("base64")];
}});
writeFileSync("{folder}/answers.json", JSON.stringify(answers));
"""


@needs_node
@pytest.mark.slow
def test_browser_judge_answers_as_natively(site: Path, tmp_path: Path) -> None:
    """The judge as it was compiled for the browser gives the same bytes as this process, PDFs included."""
    import base64
    import gzip

    asked = [*requests_for("rogue-conflict"), *requests_for("kill-team")]
    one = {name: next(site.glob(f"{name}.*.gz")) for name in ("judge", "print", "games", "pyodide.asm")}
    (tmp_path / "judge.zip").write_bytes(gzip.decompress(one["judge"].read_bytes()))
    runtime = tmp_path / "runtime"
    shutil.copytree(next(site.glob("runtime-*")), runtime)
    (runtime / "pyodide.asm.wasm").write_bytes(gzip.decompress(one["pyodide.asm"].read_bytes()))
    (tmp_path / "asked.json").write_text(json.dumps(asked))
    script = NODE.format(runtime=runtime, folder=tmp_path, print=one["print"], games=one["games"])
    (tmp_path / "ask.mjs").write_text(script)
    subprocess.run(["node", str(tmp_path / "ask.mjs")], check=True, timeout=300, capture_output=True)
    native = BrowserJudge(gzip.decompress(one["games"].read_bytes()).decode())
    for (path, body), (status, made) in zip(asked, json.loads((tmp_path / "answers.json").read_text()), strict=True):
        wanted = native.answer(path, json.dumps(body))
        assert status == wanted.status, path
        assert base64.b64decode(made) == wanted.body, path


class Quiet(SimpleHTTPRequestHandler):
    """A host of plain files that writes no log."""

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def host(site: Path) -> Iterator[ThreadingHTTPServer]:
    """The site on a plain file server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@needs_node
@pytest.mark.slow
@needs_browser
def test_site_works_with_the_server_gone(host: ThreadingHTTPServer) -> None:
    """On a phone: open a starter, edit, share, then without any server reload, edit again and print."""
    from playwright.sync_api import expect, sync_playwright

    complaints: list[str] = []
    expect.set_options(timeout=60_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True).new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.extend([message.text] * (message.type == "error")))
        page.goto(f"http://127.0.0.1:{host.server_address[1]}/")
        page.get_by_role("button", name="Starter lists of Rogue Conflict").click()
        page.locator("dialog button.go").first.click()
        page.get_by_role("textbox", name="Name of the list").fill("Offline")
        page.get_by_role("textbox", name="Name of the list").blur()
        expect(page.locator("#foot")).to_contain_text("kept in this browser")
        page.get_by_role("button", name="Share").first.click()
        assert page.locator("#share-link").input_value().startswith("https://example.org/x/#")
        page.locator("dialog .close").click()
        page.wait_for_function("navigator.serviceWorker.ready.then((found) => !!found.active)")
        assert complaints == []
        host.shutdown()
        host.server_close()
        page.context.set_offline(True)
        page.reload()
        expect(page.get_by_role("textbox", name="Name of the list")).to_have_value("Offline")
        page.get_by_role("textbox", name="Name of the list").fill("Still here")
        page.get_by_role("textbox", name="Name of the list").blur()
        expect(page.locator("#foot")).to_contain_text("Legal")
        page.get_by_role("button", name="Print").first.click()
        expect(page.get_by_text("Cards (PDF)")).to_be_visible()
        expect(page.locator("#notices")).to_be_empty()
        browser.close()
    assert complaints == []


@pytest.fixture
def browser() -> Iterator[Any]:
    """A browser of its own."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=60_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield browser
        browser.close()


def tab(browser: Any, url: str) -> Any:
    """A page that was opened in a browser with nothing stored."""
    page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    page.set_default_timeout(60_000)
    page.goto(url)
    return page


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of a plain file server over a folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def service(*words: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The page that `build --web` serves, and the process."""
    command = [sys.executable, "-m", "listbuilder", "build", "--web", "--port", "0", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().split()[-1], process
        finally:
            process.terminate()


def open_starter(page: Any, game: str) -> Any:
    """Open the first starter list of a game: the field with its name."""
    page.get_by_role("button", name=f"Starter lists of {game}").click()
    page.locator("dialog button.go").first.click()
    return page.get_by_role("textbox", name="Name of the list")


def rename(page: Any, name: str) -> None:
    """Give the list another name, and wait until it is kept."""
    from playwright.sync_api import expect

    field = page.get_by_role("textbox", name="Name of the list")
    field.fill(name)
    field.blur()
    expect(page.locator("#foot")).to_contain_text("kept in this browser")


@needs_node
@pytest.mark.slow
@needs_browser
def test_a_new_version_is_taken_at_the_next_visit(browser: Any, tmp_path: Path) -> None:
    """Published again with another game: the visit after it was noticed has both, and the list is as it was."""
    from playwright.sync_api import expect

    site = tmp_path / "site"
    run("publish", "constellation-warrior", "-o", site)
    with hosted(tmp_path) as url:
        page = tab(browser, f"{url}site/")  # below a path, as on most hosts
        name = open_starter(page, "Constellation Warrior")
        rename(page, "Kept")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        run("publish", "constellation-warrior", "kill-team", "-o", site, "--force")
        page.reload()
        expect(page.locator("#version")).to_be_visible()  # noticed and fetched, but nothing is torn away
        expect(name).to_have_value("Kept")
        page.goto("about:blank")
        page.goto(f"{url}site/")
        expect(name).to_have_value("Kept")
        page.get_by_role("button", name="Lists").first.click()
        expect(page.get_by_role("button", name="Starter lists of Kill Team")).to_be_visible()
        expect(page.locator("#version")).to_have_count(0)


@needs_node
@pytest.mark.slow
@needs_browser
def test_a_frame_offers_a_window(browser: Any, site: Path, tmp_path: Path) -> None:
    """Inside a page of another site, where browsers may deny storage, the page says so and can be opened by itself."""
    from playwright.sync_api import expect

    with hosted(site) as url, hosted(tmp_path) as outer:
        (tmp_path / "index.html").write_text(f'<iframe src="{url}" width=360 height=700></iframe>')
        page = tab(browser, outer.replace("127.0.0.1", "localhost"))
        frame = page.frame_locator("iframe")
        expect(frame.get_by_text("shown inside another one")).to_be_visible()
        with page.context.expect_page() as opened:
            frame.get_by_role("link", name="Open in its own window").click()
        expect(opened.value.get_by_role("button", name="Starter lists of Kill Team")).to_be_visible()
        expect(opened.value.locator("#framed")).to_have_count(0)


@needs_node
@pytest.mark.slow
@needs_browser
def test_page_of_a_service_works_when_the_service_is_gone(browser: Any, site: Path) -> None:
    """`build --web` hands out the same judge: after one visit a list can be edited, shared and printed without it."""
    from playwright.sync_api import expect

    assert site.exists()  # publishing has put the judge into the cache
    with service("--no-open") as (url, _):
        page = tab(browser, url)
        name = open_starter(page, "Rogue Conflict")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    rename(page, "Alone")
    page.reload()
    expect(name).to_have_value("Alone")
    page.get_by_role("button", name="Print").first.click()
    expect(page.get_by_text("Cards (PDF)")).to_be_visible()
    page.locator("dialog .close").click()
    page.get_by_role("button", name="Share").first.click()
    assert page.locator("#share-link").input_value().startswith("http://127.0.0.1:")
    expect(page.locator("#notices")).to_be_empty()


@needs_node
@pytest.mark.slow
@needs_browser
@pytest.mark.skipif(lan_address() is None, reason="this machine is in no private network")
def test_a_phone_in_the_network_is_told_the_limits_once(browser: Any, site: Path) -> None:
    """Over plain HTTP the page says once what browsers do not allow there; left open, it judges without the service."""
    from playwright.sync_api import expect

    assert site.exists()
    with service("--lan") as (url, _):
        page = tab(browser, url)
        expect(page.locator("#plain")).to_contain_text("plain HTTP")
        page.reload()
        name = open_starter(page, "Rogue Conflict")
        page.get_by_role("button", name="Share").first.click()
        assert page.locator("#share-link").input_value().startswith(f"http://{lan_address()}:")
        page.locator("dialog .close").click()
        expect(page.locator("#plain")).to_have_count(0)
        for _ in range(1_200):
            if page.workers and page.workers[0].evaluate(LOADED) >= 6:
                break
            page.wait_for_timeout(100)
        else:
            pytest.fail("the judge was never loaded")
    rename(page, "Alone")
    expect(name).to_have_value("Alone")
    expect(page.locator("#notices")).to_be_empty()


@needs_node
@pytest.mark.slow
def test_zip_has_the_same_files(site: Path, tmp_path: Path) -> None:
    """The archive holds what the folder holds, and an archive that is there stays without --force."""
    run("publish", "constellation-warrior", "-o", tmp_path / "site.zip", "--zip")
    run("publish", "constellation-warrior", "-o", tmp_path / "folder")
    names = {str(one.relative_to(tmp_path / "folder")) for one in (tmp_path / "folder").rglob("*") if one.is_file()}
    with zipfile.ZipFile(tmp_path / "site.zip") as archive:
        assert set(archive.namelist()) == names
        later = ("print.", "LICENCES", MANIFEST)
        # Also from a host that packs nothing.
        assert sum(one.file_size for one in archive.infolist() if not one.filename.startswith(later)) < 8_000_000
    run("publish", "constellation-warrior", "-o", tmp_path / "site.zip", "--zip", code=2)
