"""Players agree on the limit of a second currency in a field of the list, as they do on points with `limit`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.base.errors import CatalogueError
from listbuilder.judging.resolver import resolve
from listbuilder.judging.validator import Referee
from listbuilder.lists import read_list
from listbuilder.loading import check_folder
from listbuilder.loading.events import load_event
from tests.support import fast_yaml

HEAD: dict[str, Any] = {
    "id": "case",
    "name": "Case",
    "edition": "1",
    "version": "1.0.0",
    "text": "Two currencies.",
    "currencies": {"points": {"name": "points"}, "orders": {"name": "orders"}},
    "formats": [{"id": "war", "name": "War", "limit": 100, "limits": {"orders": 2}}],
    "model": {"slots": {"unit": {"kind": "unit", "min": 1, "max": 1}}},
    "list": {"fields": {"orders": {"type": "number", "limits": "orders"}}},
}
UNITS = "kind: unit\nentries: [{name: Herald, cost: {points: 4, orders: 1}, text: Carries them.}]\n"


def write(root: Path, **changes: Any) -> Path:
    """A game folder with a field for the limit of orders."""
    folder = root / "case"
    folder.mkdir()
    (folder / "game.yaml").write_text(fast_yaml.dump({**HEAD, **changes}, sort_keys=False), "utf-8")
    (folder / "units.yaml").write_text(UNITS, "utf-8")
    return folder


def army(count: int, **keys: Any) -> dict[str, Any]:
    return {"game": "case", **keys, "models": [{"unit": "Herald", "count": count}]}


@pytest.mark.parametrize(("keys", "most"), [({}, 2), ({"orders": 3}, 3), ({"orders": 0}, 0), ({"orders": 5}, 5)])
def test_the_agreed_limit_holds_instead_of_the_formats(keys: dict[str, int], most: int, tmp_path: Path) -> None:
    """At the agreed limit a list is legal, one over it is not, and the totals name that limit."""
    game = check_folder(write(tmp_path))
    over = Referee(game).judge(read_list(army(most + 1, **keys)))
    assert [one.code for one in over.findings] == ["points.over"]
    assert over.force.limits == {"points": 100, "orders": most}
    if most:
        assert Referee(game).judge(read_list(army(most, **keys))).valid


def test_a_number_that_is_none_leaves_the_formats_limit(tmp_path: Path) -> None:
    """What can't be read is a finding, and the format's limit goes on."""
    report = Referee(check_folder(write(tmp_path))).judge(read_list(army(3, orders="many")))
    assert sorted(one.code for one in report.findings) == ["key.type", "points.over"]


def test_at_an_event_the_organiser_sets_it(tmp_path: Path) -> None:
    """What players agreed does not count at an event."""
    write(tmp_path)
    pack = tmp_path / "cup.yaml"
    pack.write_text("{name: Cup, game: case, limits: {orders: 1}}", "utf-8")
    event = load_event(pack, [tmp_path])
    report = Referee(event, event).judge(read_list(army(2, orders=5)))
    assert [one.code for one in report.findings] == ["points.over"] and report.force.limits["orders"] == 1


def test_saying_the_formats_limit_again_is_the_same_list(tmp_path: Path) -> None:
    """A list that writes the limit of its format means what it means without; another limit is another list."""
    game = check_folder(write(tmp_path))
    none, same, other = (
        resolve(read_list(army(1, **keys)), game).meaning for keys in ({}, {"orders": 2}, {"orders": 3})
    )
    assert none == same != other


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"list": {"fields": {"orders": {"type": "number", "limits": "order"}}}}, "Did you mean orders?"),
        ({"list": {"fields": {"agreed": {"type": "number", "limits": "points"}}}}, "`limit`"),
        ({"list": {"fields": {"orders": {"type": "number", "limits": "orders", "default": 3}}}}, "no `default`"),
        (
            {"list": {}, "model": {**HEAD["model"], "fields": {"orders": {"type": "number", "limits": "orders"}}}},
            "in the list",
        ),
        (
            {"list": {}, "model": {**HEAD["model"], "fields": {"orders": {"type": "number", "default": 1}}}},
            "`orders` is a currency too",
        ),
    ],
)
def test_slips_are_told(changes: dict[str, Any], said: str, tmp_path: Path) -> None:
    """An unknown currency, one that has a key already, a default, a field of models, a currency's own name are told."""
    with pytest.raises(CatalogueError) as error:
        check_folder(write(tmp_path, **changes), thorough=True)
    assert any(said in f"{one.message} {one.hint}" for one in error.value.findings), error.value.findings
