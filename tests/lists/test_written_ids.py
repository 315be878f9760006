"""Ids that a player writes are kept as they are, told apart where they are not unique, and reach the engine."""

from __future__ import annotations

from typing import Any

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.exchange.documents.force_document import publish
from listbuilder.judging.validator import Report

MODELS = [{"unit": "Fen Reeve", "name": "Ann"}, {"unit": "Marsh Alderman", "name": "Bob"}]


def forced(ids: list[str | None], groups: list[dict[str, str]] | None = None) -> Report:
    """The report on two models with these ids, in these groups."""
    rows = [{**row, **({"id": id} if id else {}), "group": "Van"} for row, id in zip(MODELS, ids, strict=True)]
    named = groups or [{"name": "Van", "kind": "stack", "leader": "Ann"}]
    tree: dict[str, Any] = {"game": "stack-and-horde", "models": rows, "groups": named}
    return validate(resolve(read_list(tree), load_game("stack-and-horde")))


def test_a_written_id_is_kept_to_the_letter() -> None:
    """Neither case nor signs of an id change."""
    report = forced(["Ann #7", "bób/2"])
    assert [model.id for model in report.force.models] == ["Ann #7", "bób/2"]
    assert publish(report).groups[0].members == ("Ann #7", "bób/2")


def test_a_written_id_goes_before_a_name() -> None:
    """A model whose name would give the same id gets a number."""
    report = forced([None, "ann"])
    assert [model.id for model in report.force.models] == ["ann-2", "ann"]


def test_an_id_written_twice_is_said() -> None:
    """The list stays legal, and the two are told apart."""
    report = forced(["x", "x"])
    assert [(one.code, one.where, one.severity) for one in report.findings if one.code == "id.repeated"] == [
        ("id.repeated", "models[1].id", "warning")
    ]
    assert sorted(model.id for model in report.force.models) == ["x", "x-2"]


def test_a_group_has_its_written_id() -> None:
    """The written id of a group, or else its number, wherever a group is named."""
    report = forced([None, None], [{"name": "Van", "kind": "stack", "leader": "Ann", "id": "First"}, {"name": "Rear"}])
    assert [group.id for group in publish(report).groups] == ["First", "g2"]
