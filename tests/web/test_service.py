"""The HTTP service: every address answers as its description says, and many clients at once lose nothing."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from jsonschema import Draft202012Validator
from pydantic import BaseModel
from starlette.testclient import TestClient

from listbuilder import force_from_document, import_force, load_game, rules_document, with_rules
from listbuilder.exchange.documents.force_document import dump_force
from listbuilder.loading import game_folders, shipped
from listbuilder.storage.reading import read_file
from listbuilder.ui.web import api_types
from listbuilder.ui.web.builder_app import create_app
from listbuilder.ui.web.openapi import published_schemas
from tests.support.cli import invoke
from tests.support.serving import Service, running

APP = create_app(["testserver"])
CLIENT = TestClient(APP, raise_server_exceptions=False)
STARTERS = [read_file(path).data for path in sorted(shipped("catalogue").glob("*/lists/*.yaml"))]
ILLEGAL = {"game": "rogue-conflict", "models": [{"rank": "I"}]}
SCHEMA = schemathesis.openapi.from_asgi("/openapi.json", APP)


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    """A service in its own process."""
    with running(seconds=5) as found:
        yield found


def post(path: str, body: Any, **options: Any) -> httpx.Response:
    """Post JSON to the service."""
    answer: httpx.Response = CLIENT.post(path, json=body, **options)
    return answer


def test_health() -> None:
    """The service says that it is ready."""
    assert CLIENT.get("/healthz").json()["status"] == "ok"


def test_first_page_leads_to_the_builder() -> None:
    """Whoever opens the service in a browser finds every address that it links to, the builder first."""
    links = re.findall('href="([^"]*)"', CLIENT.get("/", headers={"Accept": "text/html"}).text)
    assert links[0] == "/build/"
    assert {CLIENT.get(link).status_code for link in links} == {200}


def test_games_can_be_browsed() -> None:
    """All games are listed; each can be looked at with its kinds, entries and list schema."""
    games = CLIENT.get("/games").json()["games"]
    assert [game["id"] for game in games] == sorted(game_folders())
    for game in games:
        found = CLIENT.get(f"/games/{game['id']}").json()["game"]
        entries = CLIENT.get(f"/games/{game['id']}/entries").json()["entries"]
        assert sum(kind["entries"] for kind in found["kinds"]) == len(entries) > 0
        of_kind = CLIENT.get(f"/games/{game['id']}/entries", params={"kind": entries[0]["kind"]}).json()["entries"]
        assert {entry["kind"] for entry in of_kind} == {entries[0]["kind"]}
        Draft202012Validator.check_schema(CLIENT.get(f"/games/{game['id']}/schema").json())


def test_search_narrows() -> None:
    """Words find the entries that have all of them."""
    found = CLIENT.get("/games/rogue-conflict/entries", params={"search": "laser RIFLE"}).json()["entries"]
    assert "Laser Rifle" in [entry["name"] for entry in found]
    assert len(found) < len(CLIENT.get("/games/rogue-conflict/entries").json()["entries"])


@pytest.mark.sample(8)
@pytest.mark.parametrize("data", STARTERS, ids=lambda data: str(data["name"]))
def test_import_gives_what_python_gives(data: dict[str, Any]) -> None:
    """POST /import answers the force that import_force returns, for data and for text."""
    force = import_force(data)
    assert force_from_document(post("/import", {"list": data}).json()) == force
    assert post("/import", {"list": json.dumps(data)}).json() == dump_force(force)


def test_exported_force_can_be_imported() -> None:
    """A published force is a list like any other, and edited numbers are refused."""
    document = dump_force(import_force(STARTERS[0]))
    assert post("/import", {"list": document}).json() == document
    document["models"][0]["cost"] = 0
    assert post("/import", {"list": document}).status_code == 409


def test_illegal_lists() -> None:
    """An illegal list is refused with its findings, or imported as illegal when asked."""
    refused = post("/import", {"list": ILLEGAL})
    assert refused.status_code == 409
    assert refused.json()["error"]["findings"][0]["code"] == "room.under"
    force = post("/import", {"list": ILLEGAL, "allow_illegal": True}).json()
    assert force["valid"] is False
    unknown = {"game": "rogue-conflict", "models": [{"rank": "I", "weapon": "Sonic Lance"}]}
    assert post("/import", {"list": unknown}).status_code == 409
    assert post("/import", {"list": unknown, "placeholders": True}).json()["models"][0]["weapons"][0]["unknown"]


def test_every_list_has_a_verdict() -> None:
    """POST /validate judges legal, illegal and hopeless lists alike."""
    assert post("/validate", {"list": STARTERS[0]}).json()["valid"]
    for data in (ILLEGAL, {"game": "chess"}, {}, {"game": 7}, "hello", {"game": "rogue-conflict", "name": "\x00"}):
        answer = post("/validate", {"list": data})
        assert answer.status_code == 200
        assert answer.json()["valid"] is False
        assert answer.json()["findings"]


OWNED = "game: rogue-conflict\nowned: {Slug Pistol: 1}\n"
UNOWNED = {"game": "rogue-conflict", "models": [{"rank": "I", "weapon": "Slug Pistol", "count": 5}]}


def test_collection_is_read_wherever_a_list_is_judged() -> None:
    """What the list has and the collection lacks is a warning of every judgement; a force comes back without one."""
    asked = {"list": UNOWNED, "collection": OWNED}
    force = post("/import", asked).json()
    for answer in (post("/validate", asked).json(), force):
        codes = [one["code"] for one in answer["findings"]]
        assert answer["valid"]
        assert codes.count("collection.short") == 1
    for more in ({}, {"collection": OWNED}):
        again = post("/import", {"list": force, **more})
        assert ("collection.short" in again.text) == bool(more)
    for what in ("cards", "sheet"):
        assert post(f"/{what}", asked).content.startswith(b"%PDF")


@pytest.mark.parametrize(
    "text", ["game: kill-team\nowned: {}", "game: rogue-conflict\nowned: {Slug Pistol: lots}", "["]
)
def test_wrong_collection_is_refused(text: str) -> None:
    """A collection of another game, or one that can't be read, is never passed over."""
    asked = {"list": UNOWNED, "collection": text}
    verdict = post("/validate", asked).json()
    assert not verdict["valid"]
    assert verdict["findings"][0]["code"] in ("collection.file", "file.root")
    for what in ("import", "cards", "sheet"):
        answer = post(f"/{what}", asked)
        assert answer.status_code == 409
        assert answer.json()["error"]["findings"]


@pytest.mark.parametrize("what", ["cards", "sheet"])
def test_prints(what: str) -> None:
    """Cards and sheets are a PDF for a legal list, refuse an illegal one, and open no file that a list names."""
    answer = post(f"/{what}", {"list": STARTERS[0]})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == f'inline; filename="{what}.pdf"'
    assert answer.content.startswith(b"%PDF-")
    assert post(f"/{what}", {"list": ILLEGAL}).status_code == 409
    assert post(f"/{what}", {"list": {**STARTERS[0], "art": "/etc/passwd"}}).status_code == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b"\xff", 400),
        (b'{"list": NaN}', 422),
        (b'{"list": {"game": NaN}}', 409),
        (b'{"list": "\\u0000", "placeholders": 1}', 422),
        (b'{"list": {}, "list": {}}', 409),
        (b"{}", 422),
        (b'{"list": 7}', 422),
        (b'{"list": {"game": "chess"}, "allow_illegal": "yes"}', 422),
        (b'{"list": {"game": "chess"}, "more": 1}', 422),
        (b'{"list": {"game": "chess"}}', 404),
        (b'{"list": {"game": "rogue-conflict", "models": 7}}', 409),
        (b"[" * 100_000, 400),
        (b'{"list": ' + b'{"a":' * 40 + b"1" + b"}" * 41, 409),
    ],
)
def test_bad_bodies(body: bytes, status: int) -> None:
    """Each bad body has its own status, and an error in the one shape."""
    answer = CLIENT.post("/import", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status
    assert answer.json()["error"]["code"]
    assert "Traceback" not in answer.text


def test_answers_are_marked_safe() -> None:
    """Every answer forbids sniffing, storing and framing, and allows no other site."""
    for answer in (CLIENT.get("/games"), CLIENT.get("/nothing"), CLIENT.post("/import"), CLIENT.put("/games")):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert "access-control-allow-origin" not in answer.headers
        assert "server" not in answer.headers
        assert answer.headers["content-type"] == "application/json"


@pytest.mark.sample(3)
@SCHEMA.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_service_keeps_its_description(case: schemathesis.Case[Any]) -> None:
    """Whatever fits or does not fit the description gets an answer that fits it."""
    case.call_and_validate(headers={"host": "testserver"})


def test_examples_work() -> None:
    """Every example in the description is a request that succeeds."""
    paths = CLIENT.get("/openapi.json").json()["paths"]
    for path in ("/validate", "/import"):
        examples = paths[path]["post"]["requestBody"]["content"]["application/json"]["examples"]
        assert len(examples) > len(game_folders())
        assert all(post(path, one["value"]).json()["valid"] for one in examples.values())


def test_engines_get_rules_missions_odds_and_matches() -> None:
    """The service answers what the commands print, and a force leaves out what the rules have."""
    band = {"game": "constellation-warrior", "models": [{"unit": "Expert", "weapon": "Long"}, {"unit": "Novice"}]}
    rules = CLIENT.get("/games/constellation-warrior/rules").json()
    assert rules == rules_document(load_game("constellation-warrior"))
    lean = post("/import", {"list": band, "standalone": False}).json()
    whole = post("/import", {"list": band}).json()
    assert {**with_rules(lean, rules), "entries": {}} == {**whole, "entries": {}}
    rolled = CLIENT.get("/games/rogue-conflict/mission", params={"seed": "7"}).json()
    assert [one["id"] for one in rolled["drawn"]] == [
        one["id"] for one in json.loads(invoke("mission", "rogue-conflict", "--seed", 7, "--json").stdout)["drawn"]
    ]
    assert CLIENT.get("/games/rogue-conflict/mission", params={"seed": "x"}).status_code == 422
    pair = {"list": band, "other": band}
    assert post("/match", pair).json()["document"] == "listbuilder-match"
    asked = {**pair, "attacker": "Expert", "target": "Novice", "with": ["distance=3"]}
    assert {one["attacker"] for one in post("/odds", asked).json()["attacks"]} == {"Expert"}
    assert post("/odds", {**pair, "other": {"game": "rogue-conflict", "models": []}}).status_code == 409


PASTED = "Constellation Warrior\nsee you on Friday!\n2 Novice\nTotal: 99 points\n"


def test_opening_a_text_says_what_import_says() -> None:
    """A total that differs and lines that are no part of the list are named; a list as data has no notes."""
    view = post("/bench/open", {"list": PASTED}).json()
    assert any("states 99" in one for one in view["notes"])
    assert any("line 2" in one for one in view["notes"])
    assert "notes" not in post("/bench/open", {"list": view["list"]}).json()


def test_numbers_are_as_the_description_says() -> None:
    """The largest number that it allows is taken, one more is refused; a step of a place may be any text."""
    request = {"list": {"game": "rogue-conflict", "models": []}}
    found = api_types.BenchRequest.model_json_schema()["properties"]["finding"]
    assert post("/bench/open", {**request, "finding": found["maximum"]}).status_code == 200
    assert post("/bench/open", {**request, "finding": found["maximum"] + 1}).status_code == 422
    assert post("/bench/open", {**request, "at": [found["maximum"] + 1]}).status_code == 200


def test_published_names_do_not_clash() -> None:
    """No type of the service has the name of one in the published schemas, which would take its place."""
    own = {one.__name__ for one in vars(api_types).values() if isinstance(one, type) and issubclass(one, BaseModel)}
    assert not (own - {one for one in own if one.endswith("Request")}) & set(published_schemas())


@pytest.mark.slow
def test_many_clients_lose_nothing(service: Service) -> None:
    """Fifty clients at once all get the right answers."""
    lists = STARTERS[:10]
    expected = [import_force(one).fingerprint for one in lists]

    def client(number: int) -> int:
        with httpx.Client(base_url=service.url, timeout=60) as session:
            for round_ in range(6):
                at = (number + round_) % len(lists)
                answer = session.post("/import", json={"list": lists[at]})
                assert answer.json()["fingerprint"] == expected[at]
        return 6

    with ThreadPoolExecutor(50) as pool:
        assert sum(pool.map(client, range(50))) == 300


def test_serve_command_logs_and_stops() -> None:
    """`serve` says where it listens, logs each request as JSON, and ends with 0 on a signal."""
    command = [sys.executable, "-m", "listbuilder", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        url = json.loads(process.stderr.readline())["url"]
        assert url.startswith("http://127.0.0.1:")
        assert httpx.get(f"{url}/healthz").status_code == 200
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        lines = [json.loads(line) for line in process.stderr.read().splitlines()]
        assert process.wait(60) == 0
    assert [line["event"] for line in lines] == ["request", "stopping", "stopped"]
    assert lines[0]["path"] == "/healthz"
    assert lines[0]["status"] == 200
