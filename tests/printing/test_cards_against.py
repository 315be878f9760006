"""`cards --against`: the odds against a list on the backs of the cards, the same as `odds` says."""

from __future__ import annotations

import io
from pathlib import Path

from click.testing import CliRunner
from pypdf import PdfReader

from listbuilder import load_game, read_list, resolve
from listbuilder.judging.force import Force
from listbuilder.play.odds.policy import format_percent
from listbuilder.play.odds.table import AttackFilter, odds_between
from listbuilder.printing.card_content import ProfileTable
from listbuilder.printing.card_odds import odds_back
from listbuilder.printing.model_cards import model_contents
from listbuilder.ui.cli.app import app
from tests.support.paths import CATALOGUE

LISTS = CATALOGUE
ROGUES = [LISTS / "rogue-conflict" / "lists" / f"{name}.yaml" for name in ("blue-dossier", "glassback-ridge")]


def force(path: Path) -> Force:
    document = read_list(str(path))
    return resolve(document, load_game(document.game))


def test_a_back_has_a_row_for_each_target() -> None:
    """With the chances of a hit, a wound and a kill."""
    left, right = map(force, ROGUES)
    content = list(model_contents(left, merge=True, texts=True))[3]
    table = odds_back(left, right, content).blocks[0]
    assert isinstance(table, ProfileTable) and table.heads == ("hit", "wound", "out")
    found = odds_between(left, right, {}, AttackFilter(attacker=str(content.row + 1))).attacks
    sides = [(one.hit, one.to_target.wound, one.to_target.out) for one in found if one.to_target]
    expected = [tuple(format_percent(chance) for chance in side) for side in sides]
    assert [row.cells for row in table.rows] == expected and len(expected) == len(right.rows)


def test_the_backs_are_printed(tmp_path: Path) -> None:
    """Every second page is a back; each model's has its odds, and nothing is lost of the fronts."""
    out = tmp_path / "cards.pdf"
    result = CliRunner().invoke(app, ["cards", str(ROGUES[0]), "-o", str(out), "--against", str(ROGUES[1])])
    assert result.exit_code == 0, result.output
    front, back, *_ = (page.extract_text() for page in PdfReader(io.BytesIO(out.read_bytes())).pages)
    assert back.count("Odds against Glassback Ridge") == len(force(ROGUES[0]).rows)
    assert "Odds against" not in front and "Plasma Rifle" in front and "Mother Quill" in back


def test_another_game_is_refused(tmp_path: Path) -> None:
    """Only lists of one game can meet."""
    other = min((LISTS / "constellation-warrior" / "lists").glob("*.yaml"))
    result = CliRunner().invoke(app, ["cards", str(ROGUES[0]), "-o", str(tmp_path / "a.pdf"), "--against", str(other)])
    assert result.exit_code == 2 and "is a list for" in result.output
