"""The cases that mutants are tried against: the tests of the suite that need no fixture but a folder, as functions.

Games that the tests write and load are kept as plain data, so that every child makes its own of them, quickly and with
nothing remembered.
"""

from __future__ import annotations

import inspect
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from listbuilder import loading
from listbuilder.base.records import pack
from listbuilder.catalogue import Game
from listbuilder.loading import compiled
from tests.building import test_random_needs
from tests.exchange import test_corpus
from tests.judging import (
    test_agreed_limits,
    test_cases,
    test_game_lists,
    test_grant_cycles,
    test_number_faults,
    test_oracle_mutants,
    test_place_law,
)
from tests.loading import test_catalogue_errors, test_catalogue_slips
from tests.project import test_author_guide
from tests.support import cases

__all__ = ["all_cases", "forget", "make_all", "test_of"]

MODULES = [
    test_cases,
    test_place_law,
    test_game_lists,
    test_random_needs,
    test_grant_cycles,
    test_agreed_limits,
    test_oracle_mutants,
    test_author_guide,
    test_corpus,
    test_number_faults,
    test_catalogue_errors,
    test_catalogue_slips,
]
# Tests that say nothing about a verdict, or that take long and say what others say.
SKIPPED = (
    *("test_every_", "test_folders_hold", "test_corpus_has", "test_corpus_is_versioned", "test_forces", "test_names"),
    *("test_nothing_is_told", "test_a_format_with_needs"),
)
PLAIN: dict[str, str] = {}
MADE: dict[str, Game] = {}
FIXTURES: dict[str, Any] = {}
REAL = loading.check_folder


def check_folder(folder: Path, *rest: Any, **more: Any) -> Game:
    """A game folder checked; one that was checked before is made of what was kept."""
    key = repr([sorted((path.name, path.read_text("utf-8")) for path in folder.rglob("*.yaml")), rest, more])
    if key not in PLAIN:
        PLAIN[key] = json.dumps(pack(REAL(folder, *rest, **more)))
    return made_of(key)


def made_of(key: str) -> Game:
    """The game of what was kept under a name."""
    if key not in MADE:
        made = json.loads(PLAIN[key], object_hook=compiled.restore)
        assert isinstance(made, Game)
        MADE[key] = made
    return MADE[key]


class Kept(dict[str, Game]):
    """The games of the cases, kept as plain data too."""

    def __contains__(self, key: object) -> bool:
        return f"case {key}" in PLAIN

    def __setitem__(self, key: str, game: Game) -> None:
        PLAIN[f"case {key}"] = json.dumps(pack(game))

    def __getitem__(self, key: str) -> Game:
        return made_of(f"case {key}")


def test_game_is_read_the_same(of: str, tmp_path: Path) -> None:
    """What YAML says of the game of cases is read as it was before."""
    game = REAL(cases.write_game(cases.GAMES[of]["game"], tmp_path))
    assert json.dumps(pack(game)) == PLAIN.setdefault(f"case {of}", json.dumps(pack(game)))


class Folders(NamedTuple):
    """Makes folders for a fixture, like the factory of pytest."""

    root: Path

    def mktemp(self, name: str) -> Path:
        """A new folder."""
        return Path(tempfile.mkdtemp(dir=self.root))


def test_of(case: Callable[[], None]) -> str:
    """The name of the test that a case is of."""
    assert isinstance(case, partial)
    return f"{case.args[0].__module__}.{case.args[0].__name__}"


def make_all() -> None:
    """Make every game that was kept anew, with nothing settled yet, for all children to share."""
    forget()
    for key in PLAIN:
        made_of(key)


def forget() -> None:
    """Forget every game that was made, so that nothing is settled before a mutant is there."""
    MADE.clear()
    FIXTURES.clear()
    loading._load.cache_clear()


def all_cases(folder: Path) -> Iterator[Callable[[], None]]:
    """Every case; a fresh game for each while they are taken one by one."""
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    cases.LOADED = Kept()
    for module in MODULES:
        if hasattr(module, "check_folder"):
            module.check_folder = check_folder  # type: ignore[attr-defined]
        for name, function in vars(module).items():
            if name.startswith("test_") and not name.startswith(SKIPPED) and inspect.isfunction(function):
                for case in calls(function, folder):
                    forget()
                    yield case
    for of in cases.GAMES:
        yield partial(run, test_game_is_read_the_same, {"of": of}, {"tmp_path"}, folder)


def calls(function: Callable[..., None], folder: Path) -> Iterator[Callable[[], None]]:
    """A test with each of its parameters; none where it needs more than a folder."""
    marks = [one for one in getattr(function, "pytestmark", []) if one.name == "parametrize"]
    tables = [list(rows(*mark.args[:2])) for mark in marks]
    needed = set(inspect.signature(function).parameters)
    given = {name for table in tables for row in table[:1] for name in row}
    if needed - given - {"tmp_path", "games"} or hasattr(function, "hypothesis"):
        return
    for chosen in product(*tables):
        values = {name: value for row in chosen for name, value in row.items()}
        yield partial(run, function, values, needed - given, folder)


def rows(names: Any, values: Any) -> Iterator[dict[str, Any]]:
    """The rows of a table of parameters."""
    listed = [one.strip() for one in names.split(",")] if isinstance(names, str) else list(names)
    for value in values:
        row = getattr(value, "values", value if len(listed) > 1 else (value,))
        yield dict(zip(listed, row() if callable(row) else row, strict=True))


def run(function: Callable[..., None], values: dict[str, Any], needed: set[str], folder: Path) -> None:
    """Run a test in a folder of its own."""
    module = sys.modules[function.__module__]
    if "games" in needed:
        if function.__module__ not in FIXTURES:
            FIXTURES[function.__module__] = inspect.unwrap(vars(module)["games"])(Folders(folder))
        values = {**values, "games": FIXTURES[function.__module__]}
    if "tmp_path" not in needed:
        function(**values)
        return
    with tempfile.TemporaryDirectory(dir=folder) as own:
        function(**values, tmp_path=Path(own))
