"""Nothing that leaves the loader, the resolver or the validator can be changed, to the last container.

Every attribute and container that can be reached from a game, a force and a report is walked, and each is tried to be
changed: that must raise, and the next list of the process must be judged as before.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any

import pytest

from listbuilder.catalogue import Game
from listbuilder.exchange.documents.force_document import force_document, force_from_document
from listbuilder.exchange.engine.importer import import_force
from listbuilder.judging.resolver import resolve
from listbuilder.judging.secrecy import conceal, new_salt
from listbuilder.judging.validator import validate
from listbuilder.lists import read_list
from listbuilder.lists.document import ListDocument
from listbuilder.loading import check_folder, game_folders, load_game, shipped
from listbuilder.loading.events import load_event
from tests.judging.test_designs import read_cases
from tests.support import fast_yaml
from tests.support.paths import DESIGNS as HERE

PRIVATE = {
    "Entry._known_fields": "a cache of printed values by name, read only by `Entry.field`",
    "Force._by_entry": "a cache of picks by entry, read only by `Selector.candidate_picks`",
    "Force._quantities": "the cache of `Quantity.evaluate`, emptied while the force is resolved",
    "Game._without_tags": "a cache of entries without some tags, read only by `Game.without_tags`",
    "LineMap._root": "the tree of line numbers, as large as the file, read only through the mapping itself",
    "Selector._answers": "a cache of what entries answer to a selector; a game's entries never change",
    "Selector._row_tests": "a cache of the tests that rows are asked",
    "tuple._field_defaults": "of named tuples, by the standard library; nothing reads it once the class is made",
}
"""The only mutable values: caches behind a private name, each with the reason that it may stay."""

PLAIN = (str, int, float, bool, bytes, Fraction, type, type(None), FunctionType, MethodType, BuiltinMethodType)
DESIGNS = sorted(path.parent.name for path in HERE.glob("*/game.yaml"))


def attributes(value: object) -> tuple[str, ...]:
    """The names of all attributes that are values, but for the private caches; a built-in container has none."""
    if type(value).__module__ == "builtins":
        return ()
    kinds = [kind.__name__ for kind in type(value).__mro__]
    # What is no identifier can't be asked for, such as the part of an entry that is not unpacked yet.
    names = [name for name in dir(value) if name.isidentifier() and not name.startswith("__")]
    public = [name for name in names if not any(f"{kind}.{name}" in PRIVATE for kind in kinds)]
    return tuple(name for name in public if not callable(getattr(value, name)))


def walk(starts: Sequence[object]) -> Iterator[tuple[str, Any, tuple[str, ...]]]:
    """Everything that can be reached, once: the way to it, the value, the names of its attributes."""
    ahead: list[tuple[str, Any]] = [(type(start).__name__, start) for start in starts]
    seen: dict[int, object] = {}
    while ahead:
        path, value = ahead.pop()
        if isinstance(value, PLAIN) or id(value) in seen:
            continue
        seen[id(value)] = value  # kept alive, so that nothing else can have its identity
        names = attributes(value)
        yield path, value, names
        if isinstance(value, Mapping):
            ahead += [(f"{path}[{key!r}]", one) for key, one in value.items()]
            ahead += [(f"{path} key", key) for key in value]
        elif isinstance(value, Sequence | Set):
            ahead += [(f"{path}[{at}]", one) for at, one in enumerate(value)]
        ahead += [(f"{path}.{name}", getattr(value, name)) for name in names]


DICT_CALLS = {
    "__setitem__": ("key", "changed"),
    "__delitem__": ("key",),
    "__ior__": ({"key": "changed"},),
    "update": ({"key": "changed"},),
    "setdefault": ("another key", "changed"),
    "pop": ("key", None),
    "popitem": (),
    "clear": (),
}
LIST_CALLS = {
    "__setitem__": (slice(None), ["changed"]),
    "__delitem__": (slice(None),),
    "__iadd__": (["changed"],),
    "__imul__": (2,),
    "append": ("changed",),
    "extend": (["changed"],),
    "insert": (0, "changed"),
    "remove": ("changed",),
    "pop": (),
    "reverse": (),
    "sort": (),
    "clear": (),
}


def attempts(value: Any, names: tuple[str, ...]) -> Iterator[Callable[[], object]]:
    """Every way to change a value; what has no such method can't be changed by it."""
    calls: dict[str, tuple[Any, ...]] = {}
    if isinstance(value, Mapping):
        calls = DICT_CALLS
    elif isinstance(value, Set):
        calls = {"add": ("changed",), "clear": ()}
    elif isinstance(value, Sequence):
        calls = LIST_CALLS
    for name, given in calls.items():
        if hasattr(type(value), name):
            yield partial(getattr(value, name), *given)
    if type(value).__module__ != "builtins":
        for name in ("something_new", *names):
            yield partial(setattr, value, name, "changed")
            yield partial(delattr, value, name)


def refuses(attempt: Callable[[], object]) -> bool:
    """Whether a change is refused; a plain container that lacks the key or the item has accepted the call."""
    try:
        attempt()
    except (TypeError, AttributeError):
        return True
    except (LookupError, ValueError):
        return False
    return False


def mutable(*starts: object) -> list[str]:
    """The paths of what can be changed; all of it is walked before the first attempt spoils anything."""
    return [path for path, value, names in list(walk(starts)) if not all(map(refuses, attempts(value, names)))]


def answer(document: ListDocument, game: Game) -> tuple[object, ...]:
    """All that a later list says."""
    report = validate(resolve(document, game))
    rows = [
        (row.id, row.label, row.cost, dict(row.stats), dict(row.room), dict(row.values), row.changed_stats)
        for row in report.force.rows
    ]
    return report.findings, report.force.meaning, report.force.parts, rows


def documents(game: str) -> list[ListDocument]:
    """The lists that lie beside a game, in its own folder or in the file of a design."""
    if (HERE / f"{game}.txt").is_file():
        return [read_list({"game": game, **fast_yaml.load(case.text)}) for case in read_cases(game)[:6]]
    return [read_list(path) for path in sorted((shipped("catalogue") / game / "lists").glob("*.yaml"))]


@pytest.mark.parametrize("name", [*game_folders(), *DESIGNS])
def test_nothing_can_be_changed(name: str) -> None:
    """Not a game, nor the force or the report on any list of it."""
    game = load_game(name, [HERE])
    lists = documents(name)
    before = [answer(document, game) for document in lists]
    reports = [validate(resolve(document, game)) for document in lists]
    for report in reports:
        _ = report.force.meaning, report.force.group_ids, report.force.models
    concealed = [conceal(report, new_salt()) for report in reports]
    assert mutable(game, game.playbook, *reports, *concealed) == []
    assert [answer(document, load_game(name, [HERE])) for document in lists] == before


@pytest.mark.parametrize("game", game_folders())
def test_a_published_force_is_frozen(game: str) -> None:
    """What `import_force` returns, for a list and for the document of a force, is as frozen as what it is made of."""
    for path in sorted((shipped("catalogue") / game / "lists").glob("*.yaml"))[:2]:
        report = validate(resolve(read_list(path), load_game(game)))
        assert mutable(import_force(path)) == []
        assert mutable(force_from_document(force_document(report))) == []


@pytest.mark.parametrize("folder", [shipped("catalogue") / "demihuman-combat", HERE / "windward"])
def test_a_game_read_afresh_is_frozen(folder: Path) -> None:
    """A game that comes from its YAML is as frozen as one that was compiled before."""
    assert mutable(check_folder(folder, [HERE])) == []


def test_a_game_at_an_event_is_frozen() -> None:
    """A pack that is laid over a game changes nothing of that."""
    game = load_event(HERE / "tern-cup.yaml", [HERE])
    assert game.event is not None
    assert mutable(game) == []


def test_findings_about_what_cannot_be_read_are_frozen() -> None:
    """Unknown names, keys and types too, with their data."""
    game = load_game("rogue-conflict")
    document = read_list(
        {
            "game": game.id,
            "nonsense": [1],
            "models": [{"rank": "IX", "gear": [{"entry": "?", "count": "x"}]}, {"rank": []}],
        }
    )
    report = validate(resolve(document, game))
    assert len(report.findings) > 3
    assert mutable(report) == []


def test_an_edited_document_is_copied() -> None:
    """What a caller edits is the caller's own: a later change of it does not reach the force."""
    game = load_game("rogue-conflict")
    document = read_list({"game": game.id, "models": [{"rank": "I", "gear": ["Medkit"]}]})
    keys: dict[str, Any] = {"rank": "I", "gear": ["Medkit", "Medkit"]}
    row = dataclasses.replace(document.models[0], keys=keys)
    force = resolve(dataclasses.replace(document, models=(row,)), game)
    keys["gear"].clear()
    assert force.document.models[0].keys["gear"] == ["Medkit", "Medkit"]
    assert mutable(force.document) == []
