"""Work that must not grow with what a stranger writes, and limits that are the user's own."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from typing import Any

import pydantic
import pytest

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.documents.force_json import force_document, force_from_document
from listbuilder.loader import shipped
from listbuilder.workers.budget import unbounded

SQUAD = shipped("catalogue") / "demihuman-combat" / "lists" / "chimney-court.yaml"


@pytest.fixture
def limit() -> Iterator[tuple[int, int]]:
    """A limit on processor time such as `ulimit -St` sets; that of the tests is put back."""
    before = resource.getrlimit(resource.RLIMIT_CPU)
    mine = (100_000, before[1])
    resource.setrlimit(resource.RLIMIT_CPU, mine)
    yield mine
    resource.setrlimit(resource.RLIMIT_CPU, before)


def test_limit_of_the_user_is_put_back(limit: tuple[int, int]) -> None:
    """Loading a game neither shortens the user's own limit nor takes it away; the time it took is given back."""
    with unbounded():
        assert resource.getrlimit(resource.RLIMIT_CPU)[0] == limit[1]
    assert resource.getrlimit(resource.RLIMIT_CPU)[0] in (limit[0], limit[0] + 1)


def test_reader_of_a_force_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many records of play a force has, what reads them is made once."""
    document = read_list(SQUAD)
    tree = force_document(validate(resolve(document, load_game(document.game))))
    made: list[object] = []
    real = pydantic.TypeAdapter.__init__

    def counted(self: Any, type_: Any, **more: Any) -> None:
        made.append(type_)
        real(self, type_, **more)

    monkeypatch.setattr(pydantic.TypeAdapter, "__init__", counted)
    assert len(str(tree).split("'effects'")) > 20
    force_from_document(tree)
    assert len(made) <= 2
