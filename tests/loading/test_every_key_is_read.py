"""Every key of a catalogue is read by the engine: nothing that an author may write is accepted and then forgotten.

All commands run on the designs with an eye on each record: whatever key none of them looks at must stand in a table
below with who reads it before a list is there.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from listbuilder import catalogue
from listbuilder.base.values import Value
from listbuilder.catalogue import Form, card_design, entries, game_setup, grants
from listbuilder.catalogue.event_pack import RUNNING
from listbuilder.catalogue.fields import FIELD_TYPES
from listbuilder.catalogue.query import Condition, Quantity, Range, Selector
from listbuilder.catalogue.rules import KINDS
from listbuilder.judging.validator import Referee
from listbuilder.lists import read_list
from listbuilder.loading import load_game
from listbuilder.loading.events import load_event
from listbuilder.ui.cli.app import app
from tests.judging import test_designs
from tests.support import fast_yaml
from tests.support.paths import ROOT

HERE = test_designs.HERE
ROOMS = (vars(catalogue), vars(card_design), vars(entries), vars(grants), vars(game_setup), FIELD_TYPES, KINDS)
ELSEWHERE = ("listbuilder.catalogue.game_setup", "listbuilder.catalogue.event_pack")
"""What the designs have none of: the layout of tables and the running of events have tests of their own."""
FOUND = [one for room in ROOMS for one in room.values() if isinstance(one, type) and hasattr(one, "record_names")]
RECORDS: list[Any] = list(
    dict.fromkeys(
        [
            *(one for one in FOUND if not issubclass(one, Value) and one.__module__ not in ELSEWHERE),
            Condition,
            Quantity,
            Selector,
            Range,
            Form,
        ]
    )
)
READ_BEFORE = {
    "Entry.keywords": "read by the loader into `keyword_uses`",
    "Entry.grants": "put together with those of keywords into `all_grants`",
    "Entry.forms": "the ways a keyword is printed, by which the loader reads it",
    "Keyword.stacks": "by which the loader puts several of a keyword together",
    "Field.type": "by which a field is made",
    "FieldType.type": "by which the loader types the values of entries",
    "FieldType.of": "the words that the loader takes",
    "KindSpec.is_": "by which the loader builds entries",
    "KindSpec.keywords": "by which the loader knows whose keywords an entry prints",
    "ModelsField.min": "by which the loader makes the rule that judges who is named",
    "NumberField.limits": "put together for the list into `agreed`",
    "Event.game": "by which the game of a pack is found",
    **{f"Event.{key}": "by which the event desk works" for key in RUNNING - {"text"}},
    "Event.secret": "laid over the slots and fields of the game",
    "Game.accepted": "by which `catalogue prove` knows what is meant",
    "Game.extends": "by which the folders of a game are found",
}
"""Keys that are gone when a list is judged, and who has read them."""
MADE = {
    "below",
    "digest",
    "event",
    "given_keywords",
    "play",
    "keyword_uses",
    "all_grants",
    "text_templates",
    "unknown",
    "written_as",
    "prices",
}
"""What the loader makes itself."""


class Eye:
    """Sees which keys of which records are looked at."""

    def __init__(self) -> None:
        self.seen: set[tuple[type, str]] = set()

    def watch(self, cls: Any) -> None:
        """Look at every record of a class."""
        keys, seen = frozenset(cls.record_names), self.seen

        def get(self: object, name: str) -> object:
            if name in keys:
                seen.add((type(self), name))
            return object.__getattribute__(self, name)

        cls.__getattribute__ = get

    def unread(self) -> Iterator[str]:
        """The keys that nobody has looked at, by the record that declares them."""
        for cls in RECORDS:
            own = [name for name in cls.record_names if not any(name in base.record_names for base in bases(cls))]
            for name in own:
                if not any(issubclass(kind, cls) and key == name for kind, key in self.seen):
                    yield f"{cls.__name__}.{name}"


def bases(cls: type) -> list[Any]:
    """The records that a record is built on."""
    return [one for one in cls.__mro__[1:] if hasattr(one, "record_names")]


def run(*arguments: str) -> None:
    """Run a command; that it works is another test's matter."""
    CliRunner().invoke(app, ["--catalogue", str(HERE), *arguments], catch_exceptions=False)


def unread_keys(folder: Path) -> list[str]:
    """Run all commands on the designs, with files in a folder; the keys that nothing has looked at."""
    games = {name: load_game(name, [HERE]) for name in test_designs.GAMES}
    event = load_event(HERE / "cup.yaml", [HERE])
    files = []
    for at, case in enumerate(test_designs.CASES):
        files.append(folder / f"{at}.yaml")
        files[-1].write_text(fast_yaml.dump({"game": case.game, **fast_yaml.load(case.text)}), "utf-8")
    eye = Eye()
    for cls in RECORDS:
        eye.watch(cls)
    for name, game in games.items():
        run("show", name)
        run("show", name, "--json")
        run("rules", name)
        run("mission", name, "--seed", "1")
        run("mission", name, "--seed", "1", "--json")
        run("schema", name)
        for one in {some.kind: some for some in game.entries}.values():
            run("show", name, one.id)
    for case, file in zip(test_designs.CASES, files, strict=True):
        document = read_list(file)
        Referee(games[case.game]).judge(document)
        if case.game == "brass-lance":
            Referee(games[case.game], event).judge(document)
    run("validate", str(files[0]), "--event", str(HERE / "cup.yaml"))
    siege = next(file for case, file in zip(test_designs.CASES, files, strict=True) if case.name.startswith("a siege"))
    run("match", str(siege), str(siege))
    for file in (siege, files[-1]):
        run("cards", str(file), "-o", "cards.pdf", "--force", "--reference", "--tokens")
        run("sheet", str(file), "-o", "sheet.pdf", "--force", "--secret")
        run("export", str(file), "--to", "engine")
    left = [key for key in eye.unread() if key.partition(".")[2] not in MADE]
    return sorted(set(left) - READ_BEFORE.keys())


@pytest.mark.slow
def test_every_key_is_read(tmp_path: Path) -> None:
    """Whatever key may be written is looked at by some command, or was read by the loader as the table says.

    In a process of its own: what other tests had cached would not be read again.
    """
    imports = f"import sys; from pathlib import Path; from {__name__} import unread_keys"
    done = subprocess.run(
        [sys.executable, "-c", f"{imports}; print(unread_keys(Path.cwd()), file=sys.stderr)"],
        cwd=tmp_path,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == "[]\n", done.stderr
