"""The players' page: every list on it gets the verdict that stands above it, and every key of a list is on it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from listbuilder import load_game, read_list
from listbuilder.catalogue import Game
from listbuilder.collection import read_collection
from listbuilder.lists.own_keys import LIST, ROW
from listbuilder.loader.events import load_event
from listbuilder.resolver.chosen import PICK_KEYS
from listbuilder.validator import judge

PAGE = (Path(__file__).parent.parent / "LISTS.md").read_text("utf-8")
BLOCKS = re.findall(r"```(yaml|json)\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_every_example_is_what_it_says(tmp_path: Path) -> None:
    """Lists are legal or have exactly the errors named; the collection and the event can be read."""
    event: Game | None = None
    for language, text in BLOCKS:
        remark = text.partition("\n")[0].removeprefix("# ") if language == "yaml" else "legal"
        path = tmp_path / f"example.{language}"
        path.write_text(text, "utf-8")
        game = load_game(json.loads(text)["game"] if language == "json" else yaml.safe_load(text)["game"])
        if remark == "collection":
            assert read_collection(path, game)
        elif remark == "event":
            event = load_event(path.rename(tmp_path / "event.yaml"))
        else:
            report = judge(read_list(path), game, event)
            codes = sorted({one.code for one in report.findings if one.severity == "error"})
            assert codes == sorted(remark.partition(": ")[2].split(", ") if ": " in remark else []), report.findings
            assert report.valid is (remark == "legal")


@pytest.mark.parametrize("key", [*LIST.all, *ROW.all, *PICK_KEYS])
def test_every_key_is_on_the_page(key: str) -> None:
    """Each key that lists of every game have stands in an example or in a table."""
    assert re.search(rf"(^|[ {{`]){key}[:`]", PAGE, re.MULTILINE)
