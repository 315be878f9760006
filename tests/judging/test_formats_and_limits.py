"""Formats that change rules, limits that grow with the list, and currencies that are a supply."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.base.errors import CatalogueError
from listbuilder.building import open_bench
from listbuilder.building.summary import totals
from listbuilder.judging.force import describe_other_totals, describe_totals
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists import read_list
from listbuilder.loading import check_folder
from listbuilder.printing.model_cards import title_of
from listbuilder.storage.reading import Document
from tests.project.test_author_guide import BASE, base, write
from tests.support import fast_yaml

MORE = """
currencies:
  points: {name: points, limit: {number: 100, plus: {sum: battles, per: 1, give: 10}}}
  seats: {name: seats, limit: 0, supply: true}
list: {fields: {battles: {type: number, default: 0}}}
formats:
  - {id: long, name: Long, change: {band: {max: 5}}}
  - {id: longer, name: Longer, extends: long, change: {band: {severity: warning}}}
rules: [{kind: count, id: band, of: models, max: 3}]
---
kind: unit
entries:
  - {name: Cart, cost: {points: 20, seats: -4}, role: core, text: Four seats.}
  - {name: Guest, cost: {points: 1, seats: 1}, role: core, text: Sits.}
"""


def judge(folder: Path, **keys: Any) -> Report:
    """The report on a list of the game with the parts above."""
    game = check_folder(write([*base(), *fast_yaml.load_all(MORE)], folder / BASE))
    return Referee(game).judge(read_list({"game": game.id, **keys}))


def test_a_limit_grows_and_a_supply_is_shown(tmp_path: Path) -> None:
    """Totals are shown with what there is of each, after two battles and with a cart."""
    report = judge(tmp_path, battles=2, format="long", models=[{"unit": "Cart"}, {"unit": "Guest", "count": 3}])
    assert report.valid
    assert describe_totals(report.force) == "23 of 120 points, 3 of 4 seats"


def test_cards_and_builders_show_a_supply_like_reports(tmp_path: Path) -> None:
    """The card of the list and the head of a builder say what is used of what there is, a cart what it provides."""
    report = judge(tmp_path, models=[{"unit": "Cart"}, {"unit": "Guest", "count": 3}])
    assert list(describe_other_totals(report.force)) == ["3 of 4 seats"]
    assert {title_of(report.force, one, 1) for one in report.force.models} == {"+4 seats", "1 seat"}
    tree: dict[str, Any] = {"game": report.force.game.id, "models": [{"unit": "Cart"}, {"unit": "Guest", "count": 3}]}
    seats = totals(open_bench(Document(tree, {}), report.force.game)).currencies[1]
    assert (seats.total, seats.limit, seats.left) == (3, 4, 1)


def test_a_supply_that_is_used_up_says_so(tmp_path: Path) -> None:
    """The finding counts what is used against what there is."""
    report = judge(tmp_path, format="longer", models=[{"unit": "Cart"}, {"unit": "Guest", "count": 5}])
    error = next(one for one in report.findings if one.severity == "error")
    assert error.message == "5 seats, but the limit is 4: 1 too many."


@pytest.mark.parametrize(("format_", "count", "severities"), [
    ("fair", 3, []), ("fair", 4, ["error"]), ("long", 5, []), ("long", 6, ["error"]), ("longer", 6, ["warning"]),
])  # fmt: skip
def test_a_format_changes_a_rule(format_: str, count: int, severities: list[str], tmp_path: Path) -> None:
    """In a format, and in one that extends it, the rule has other numbers; the finding says who brings it in."""
    report = judge(tmp_path, format=format_, models=[{"unit": "Picker", "count": count}])
    assert [one.severity for one in report.findings] == severities
    assert all(format_ == "fair" or "format Long" in (one.brought_by or "") for one in report.findings)


@pytest.mark.parametrize(("more", "words"), [
    ("currencies: {points: {limit: {count: models}}}", "known before any model"),
    ("currencies: {beds: {name: beds, limit: 0, supply: true}}", "no entry provides"),
    (
        "formats: [{id: odd, limit: 9, change: {odd: {max: 1}}, rules: [{kind: count, id: odd, of: models, max: 3}]}]",
        "not the",
    ),
    ("{rules: [{kind: unique, id: one, slot: unit}], formats: [{id: odd, change: {one: {max: 1}}}]}", "has no `max`"),
])  # fmt: skip
def test_what_has_no_meaning_is_refused(more: str, words: str, tmp_path: Path) -> None:
    """Limits that depend on models, supplies of nothing and changes of nothing are mistakes."""
    units = {"kind": "unit", "entries": [{"name": "Bed", "cost": {"beds": 1}, "role": "core", "text": "Soft."}]}
    files = [*base(), fast_yaml.load(more), *([units] if "beds" in more else [])]
    with pytest.raises(CatalogueError) as error:
        check_folder(write(files, tmp_path / BASE), thorough=True)
    assert words in " ".join(one.message for one in error.value.findings)
