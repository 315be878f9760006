"""Nothing crashes an engine: whatever it hands over, import_force answers or raises one of its documented errors."""

from __future__ import annotations

import copy
import math
import os
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder import (
    force_from_document,
    import_data,
    import_force,
    import_path,
    import_text,
    judge_many,
    load_game,
    read_list,
)
from listbuilder.base.errors import DocumentError, ListbuilderError, UnknownGameError
from listbuilder.loading import game_folders, shipped
from listbuilder.storage.reading import read_file

STARTERS = [read_file(path).data for path in sorted(shipped("catalogue").glob("*/lists/*.yaml"))]
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(["I", "unit", "?"])
)
TREES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KEYS = sorted(
    {
        *("name", "models", "groups", "format", "limit", "count", "notes", "catalogue", "x-a", "art", "player"),
        *(key for id in game_folders() for sheet in (load_game(id).model, load_game(id).list) for key in sheet.slots),
        *(key for id in game_folders() for sheet in (load_game(id).model, load_game(id).group) for key in sheet.fields),
    }
)


def survives(source: Any) -> None:
    """Import in every way; only documented errors come out, each with findings."""
    for placeholders in (False, True):
        for allow in (False, True):
            try:
                import_force(source, placeholders=placeholders, allow_illegal=allow)
            except ListbuilderError as error:
                assert error.findings
                assert all(finding.message and finding.code for finding in error.findings)


@settings(max_examples=150, deadline=None)
@given(game=st.sampled_from(sorted(game_folders())), keys=st.dictionaries(st.sampled_from(KEYS), TREES, max_size=5))
def test_any_tree(game: str, keys: dict[str, Any]) -> None:
    """Any data under any key of a list."""
    survives({"game": game, **keys})


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_mangled_starters(data: st.DataObject) -> None:
    """A legal list with a few values swapped for anything."""
    tree: Any = copy.deepcopy(data.draw(st.sampled_from(STARTERS)))
    for _ in range(data.draw(st.integers(1, 3))):
        row = data.draw(st.sampled_from([tree, *(one for one in tree.get("models") or [] if isinstance(one, dict))]))
        row[data.draw(st.sampled_from(KEYS))] = data.draw(TREES)
        if not isinstance(tree.get("models"), list):
            break
    survives(tree)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200))
def test_any_bytes_and_text(source: bytes | str) -> None:
    """Any bytes, and any text, whether it is taken for a path or not."""
    survives(source)


def nested(depth: int) -> dict[str, Any]:
    """A mapping with lists inside lists."""
    inner: Any = []
    for _ in range(depth):
        inner = [inner]
    return {"game": "rogue-conflict", "x-deep": inner}


def circle() -> dict[str, Any]:
    """A mapping that holds itself."""
    made: dict[str, Any] = {"game": "rogue-conflict"}
    made["x-self"] = made
    return made


@pytest.mark.parametrize(
    ("source", "code"),
    [
        (None, "file.root"),
        (42, "file.root"),
        ([], "file.root"),
        ("", "file.empty"),
        ("/no/such/list.yaml", "file.missing"),
        ("\0", "file.unreadable"),
        (Path("/"), "file.not-a-file"),
        (b"\xff\xfe", "file.encoding"),
        ({}, "key.missing"),
        ({"game": 7}, "key.missing"),
        ({"game": "rogue-conflict", 7: 1}, "file.key"),
        ({"game": "rogue-conflict", "x-a": object()}, "file.root"),
        ({"game": "rogue-conflict", "x-a": {1, 2}}, "file.root"),
        ({"game": "rogue-conflict", "limit": math.nan}, "file.number"),
        ({"game": "rogue-conflict", "limit": 10**400}, "key.type"),
        ({"game": "rogue-conflict", "limit": 10**5_000}, "file.number"),
        ({"game": "rogue-conflict", "name": "half \ud83d"}, "file.control-character"),
        ({"game": "rogue-conflict", "name": "\x1b[31m"}, "file.control-character"),
        ({"game": "rogue-conflict", "name": "\u202egnirts"}, "file.control-character"),
        ({"game": "rogue-conflict", "x-a": "a" * 5000}, "file.too-large"),
        ({"game": "rogue-conflict", "x-a": [0] * 30_000}, "file.too-large"),
        (nested(1000), "file.too-deep"),
        (circle(), "file.too-deep"),
        ({"document": "listbuilder-force", "schema": "2.0"}, "force.shape"),
    ],
)
def test_refused_by_name(source: Any, code: str) -> None:
    """Each kind of nonsense has its own code."""
    with pytest.raises(DocumentError) as caught:
        import_force(source)
    assert caught.value.findings[0].code == code


class Endless(Mapping[str, int]):
    """A mapping that goes on, whatever its length says."""

    def __len__(self) -> int:
        return 2

    def __iter__(self) -> Iterator[str]:
        return (f"x-{number}" for number in count())

    def __getitem__(self, key: str) -> int:
        return 1


class Short(list[int]):
    """A list that has no end and says that it is empty."""

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[int]:
        return count()


class Raising(dict[str, int]):
    """Data that raises whenever it is looked at."""

    def _raise(self, *_: object) -> Any:
        raise RuntimeError("oh")

    items = get = __len__ = __iter__ = __repr__ = __str__ = _raise


class Word(str):
    """Text that raises for whatever is asked of it but its letters."""

    def _raise(self, *_: object) -> Any:
        raise RuntimeError("oh")

    isascii = isprintable = lower = strip = __len__ = __eq__ = __repr__ = __str__ = _raise
    __hash__ = str.__hash__


class Key:
    """A key that can't be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("oh")


@pytest.mark.parametrize(
    ("source", "code"),
    [
        pytest.param(Endless(), "file.too-large", marks=pytest.mark.slow),
        ({"game": "rogue-conflict", "x-a": Endless()}, "file.too-large"),
        ({"game": "rogue-conflict", "models": Short()}, "file.too-large"),
        (Raising(), "file.root"),
        ({"game": "rogue-conflict", "models": [Raising()]}, "file.root"),
        ({"game": "rogue-conflict", Key(): 1}, "file.key"),
        ({"game": "rogue-conflict", 10**5_000: 1}, "file.key"),
        ({"game": Word("rogue-conflict"), "models": [{"rank": Word("XX")}]}, "name.unknown"),
        ({Word("gome"): "rogue-conflict"}, "key.missing"),
    ],
)
def test_objects_of_somebody_elses_own(source: Any, code: str) -> None:
    """Data that is endless, lies about its length or raises is refused like any other that can't be read."""
    for way in (import_force, import_data):
        with pytest.raises(ListbuilderError) as caught:
            way(source)
        assert code in [one.code for one in caught.value.findings]
    [verdict] = judge_many([source])
    assert not verdict["valid"]


@pytest.mark.parametrize("source", [None, 10**12, -1, 1.5, [], object(), {1}, iter(""), Key(), os.scandir])
def test_every_way_in_refuses_what_holds_no_list(source: Any) -> None:
    """Each raises what it says that it raises, and none makes anything of it: a number is not so many bytes."""
    for way in (import_force, import_text, import_path, import_data, read_list, force_from_document):
        with pytest.raises(DocumentError) as caught:
            way(source)
        assert caught.value.findings
    with pytest.raises(UnknownGameError):
        load_game(source)


def test_text_that_is_handed_over_is_read_by_its_letters() -> None:
    """Whatever a sort of text of somebody else's own does, its letters are the list."""
    text = Word('{"game": "constellation-warrior", "models": [{"unit": "Novice"}]}')
    assert import_text(text) == import_force(text) == import_text(str.__str__(text))


def test_what_is_handed_over_stays_as_it_is() -> None:
    """The caller's data is not changed, and changing it later does not change the force."""
    data: dict[str, Any] = {"game": "rogue-conflict", "x-a": [1], "models": [{"rank": "I", "weapon": "Slug Pistol"}]}
    before = copy.deepcopy(data)
    force = import_force(data)
    assert data == before
    data["x-a"].append(2)
    data["models"].clear()
    assert force.list.extras == {"x-a": [1]}
    assert force.list.document["models"]


def test_broken_catalogue_is_a_documented_error(tmp_path: Path) -> None:
    """A catalogue folder that is not there, or that is broken, is an error that says so."""
    folder = tmp_path / "games" / "broken"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text("id: broken\nnonsense: [", "utf-8")
    for named in (tmp_path / "none", tmp_path / "games"):
        with pytest.raises(ListbuilderError) as caught:
            import_force({"game": "broken"}, catalogues=[named])
        assert caught.value.findings
