"""Several events served by one process, each under its own path; whether it is well, and what it has counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import fast_yaml
from tests.support.desk_serving import WEB, make_cup, serving, words
from tests.support.desk_setup import LEGAL, data, lines, run
from tests.support.serving import Service

pytestmark = pytest.mark.slow
Event = tuple[Path, dict[str, str]]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, Path, list[Event]]]:
    """Two events and their service."""
    root = tmp_path_factory.mktemp("league")
    events = [make_cup(root / name) for name in ("spring-cup", "autumn-cup")]
    with serving(events[0][0], *(str(folder) for folder, _ in events)) as (service, log):
        yield service, log, events


def test_each_event_has_its_own_pages(served: tuple[Service, Path, list[Event]]) -> None:
    """A link works at its event only; addresses in pages stay within it; the list goes into its folder."""
    service, log, (spring, autumn) = served
    start = WEB.get(service.url + "/")
    assert re.findall(r'href="(/[a-z-]+)"', start.text)[-2:] == ["/spring-cup", "/autumn-cup"]
    own = f"{service.url}/spring-cup{spring[1]['p01']}"
    page = WEB.get(own)
    assert "Nothing yet." in words(page)
    addresses = re.findall(r'(?:href|action|formaction)="(/[^"]*)"', page.text)
    assert addresses and all(one.startswith("/spring-cup/") for one in addresses)
    assert WEB.get(f"{service.url}/spring-cup/style.css").status_code == 200
    assert WEB.get(f"{service.url}/autumn-cup{spring[1]['p01']}").status_code == 404
    assert WEB.get(f"{service.url}{spring[1]['p01']}").status_code == 404
    form = {"after": (None, "0"), "text": (None, fast_yaml.dump(LEGAL))}
    done = WEB.post(f"{own}/hand-in", files=form)
    assert (done.status_code, done.headers["location"]) == (303, f"/spring-cup{spring[1]['p01']}/receipt")
    assert WEB.get(service.url + done.headers["location"]).status_code == 200
    judged = [[line for line in lines(folder) if line["what"] == "judged"] for folder, _ in (spring, autumn)]
    assert [len(some) for some in judged] == [1, 0]
    assert spring[1]["p01"].removeprefix("/l/") not in log.read_text("utf-8")


def test_health_and_counters(served: tuple[Service, Path, list[Event]]) -> None:
    """The service says that it is well, and how many answers of each kind it gave."""
    service = served[0]
    assert WEB.get(f"{service.url}/healthz").json() == {"status": "ok"}
    assert WEB.get(f"{service.url}/nothing").status_code == 404

    def counted(status: int) -> int:
        text = WEB.get(service.url + "/metrics").text
        found = re.search(rf'^listbuilder_answers_total{{status="{status}"}} (\d+)$', text, re.MULTILINE)
        return int(found[1]) if found else 0

    before = counted(404)
    WEB.get(f"{service.url}/nothing")
    assert counted(404) == before + 1


def test_names_that_collide_are_refused(tmp_path: Path) -> None:
    """Two folders of one name can't be served together; links may name the path of an event."""
    one = make_cup(tmp_path / "one" / "cup")[0]
    two = make_cup(tmp_path / "two" / "cup")[0]
    assert "rename the folder" in run(one, "serve", one, two, code=2).stderr
    assert data(one, "links", "p01", "--url", "https://lists.example.org/cup")["links"][0]["link"].startswith(
        "https://lists.example.org/cup/l/"
    )
