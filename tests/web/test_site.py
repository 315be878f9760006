"""A published site: plain files, the same answers as natively, and everything works with the server gone."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from listbuilder.base.errors import DocumentError
from listbuilder.ui.web.browser_judge import BrowserJudge
from listbuilder.ui.web.shelf import FolderShelf, pack_shelf
from listbuilder.ui.web.site.runtime import load_runtime
from listbuilder.ui.web.site.site_writer import MANIFEST, write_site
from listbuilder.ui.web.worker import Request, Worker
from tests.support.browsing import BROWSER, MISSING
from tests.support.cli import run

GAMES = ("constellation-warrior", "demihuman-combat", "kill-team", "rogue-conflict", "stack-and-horde")
QUESTIONS = ("open", "place", "additions", "find", "fits", "share", "play", "rules", "mission", "odds", "attack")
NO_NODE = "publishing needs node and npm"
DESIGNS = Path(__file__).parents[1] / "designs"
needs_node = pytest.mark.skipif(not (shutil.which("node") and shutil.which("npm")), reason=NO_NODE)


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
    shutil.copytree(site / "runtime", runtime)
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
@pytest.mark.skipif(BROWSER is None, reason=MISSING)
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


@needs_node
@pytest.mark.slow
def test_zip_has_the_same_files(site: Path, tmp_path: Path) -> None:
    """The archive holds what the folder holds, and an archive that is there stays without --force."""
    run("publish", "constellation-warrior", "-o", tmp_path / "site.zip", "--zip")
    run("publish", "constellation-warrior", "-o", tmp_path / "folder")
    names = {str(one.relative_to(tmp_path / "folder")) for one in (tmp_path / "folder").rglob("*") if one.is_file()}
    with zipfile.ZipFile(tmp_path / "site.zip") as archive:
        assert set(archive.namelist()) == names
    run("publish", "constellation-warrior", "-o", tmp_path / "site.zip", "--zip", code=2)
