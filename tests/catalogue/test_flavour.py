"""Flavour: what an entry says for colour is no rule, and what does something in play is no flavour."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from listbuilder.base.errors import CatalogueError
from listbuilder.loading import shipped
from listbuilder.loading.assemble import assemble
from listbuilder.printing.reference_cards import rules_in_use
from tests.support.printing import STARTERS, starter


@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
def test_flavour_is_no_rule_in_use(path: Path) -> None:
    """What units, weapons and the like say for colour is not among the rules; every other text is."""
    force = starter(path).force
    texts = {rule.text for rule in rules_in_use(force)}
    for pick in force.picks:
        if pick.text:
            assert any(pick.text in text for text in texts) is not pick.entry.flavour, pick.entry.name


def test_what_has_effects_is_no_flavour(tmp_path: Path) -> None:
    """An entry that does something in play can't call its text flavour."""
    folder = tmp_path / "demihuman-combat"
    shutil.copytree(shipped("catalogue") / "demihuman-combat", folder)
    attacks = folder / "attacks.yaml"
    text = attacks.read_text("utf-8")
    at = text.index("name: Sour Note")
    attacks.write_text(text[:at] + text[at:].replace("flavour: false", "flavour: true", 1), "utf-8")
    with pytest.raises(CatalogueError) as error:
        assemble([folder], thorough=True)
    (finding,) = error.value.findings
    assert "Sour Note" in finding.message and finding.line and "flavour: false" in finding.hint
