"""Rules without a text of their own, in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.loading import check_folder
from tests.project.test_author_guide import BASE, base, write
from tests.support import fast_yaml

SAYS = """
{kind: count, of: models, min: 2, max: 5}
    from 2 to 5 models
{kind: count, of: models, where: {role: leader}, min: 1, max: 1}
    exactly 1 leader model
{kind: count, of: models, where: {entry: great-ox}, max: 0}
    no Great Ox
{kind: count, of: {sum: cost, from: models, where: {role: hero}}, max: {share: 1/4, of: limit}}
    points on hero models: at most 1/4 of the limit of points, rounded down
{kind: count, where: {role: core}, max: {count: models, where: {role: elite}, per: 1, give: 3}}
    core models: at most 3 for each of elite models
{kind: count, over: model, of: picks, where: {kind: gear}, max: 1}
    at most 1 gear in each model
{kind: count, of: models, by: unit, max: 3}
    at most 3 models for each unit
{kind: count, of: rows, where: {entry: great-ox}, step: 2}
    Great Ox only in multiples of 2
{kind: points, min: {share: 1/2, of: limit}}
    points: at least 1/2 of the limit of points, rounded down
{kind: unique, slot: gear}
    picks under `gear` only once in the list
{kind: spread, slot: gear, by: category, max: 1}
    at most 1 under `gear` with the same category
{kind: companion, where: {tag: beast}, needs: {entry: picker}}
    each beast model needs Picker
{kind: match, where: {entry: apron}, needs: {role: core}}
    whoever has Apron needs a core unit
{kind: together, never: [{entry: old-marrow}, {entry: young-marrow}]}
    never together in one list: Old Marrow and Young Marrow
{kind: include, entries: [captain]}
    the list must have Captain
{kind: agree, slot: unit, field: farm, with: farm, where: {farm: [hill, vale]}}
    the farm of picks under `unit` matches `farm`
{kind: link, field: carries, to: {role: core}}
    whoever is named under `carries` must be core
"""
CASES = [tuple(map(str.strip, one)) for one in zip(*[iter(SAYS.strip().splitlines())] * 2, strict=True)]
MORE = """
model: {fields: {carries: {type: models, max: 1}}}
---
kind: gear
entries: [{name: Lamp, category: Light, text: Warm.}, {name: Wick, category: Light, text: Dry.}]
"""


@pytest.mark.parametrize(("rule", "words"), CASES)
def test_a_rule_says_what_it_demands(rule: str, words: str, tmp_path: Path) -> None:
    """`rules GAME` lists a rule without `text` in these words."""
    own = {"rules": [{"id": "it", **fast_yaml.load(rule)}]}
    game = check_folder(write([*base(), *fast_yaml.load_all(MORE), own], tmp_path / BASE))
    assert game.rules[0].describe(game) == words
