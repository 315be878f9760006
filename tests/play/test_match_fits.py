"""Two lists meet when what they must agree on is said by both and fits: roles, missions, killzones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from listbuilder.ui.cli.app import app

GANG = "game: demihuman-combat\nname: {name}\nmission: Rescue\n{more}models:\n  - {{unit: Silt}}\n  - {{unit: Newt}}\n"
TEAM = (
    "game: kill-team\nname: {name}\nteam: Saltglass Salvors\ntac-op: Long Watch\nscouting: Ploy\nprimary-op: Kill\n"
    "{more}models:\n  - {{unit: Dive Master, weapons: [Pressure Pistol, Weighted Gauntlets]}}\n"
)


def met(folder: Path, text: str, left: str, right: str, line: str) -> tuple[str, bool | None]:
    """What is said of one line of two lists that meet, and whether it fits."""
    files = []
    for name, more in (("A", left), ("B", right)):
        path = folder / f"{name}.yaml"
        path.write_text(text.format(name=name, more=more), "utf-8")
        files.append(str(path))
    document = json.loads(CliRunner().invoke(app, ["match", *files, "--json"]).stdout)
    found = next(one for one in document["lines"] if one["name"] == line)
    return found["result"], found["fits"]


@pytest.mark.parametrize(
    ("left", "right", "result", "fits"),
    [
        ("role: attacker\n", "role: defender\n", "fits", True),
        ("role: attacker\n", "", "B does not say; it must be another than attacker", False),
        ("", "role: defender\n", "A does not say; it must be another than defender", False),
        ("role: attacker\n", "role: attacker\n", "both are the same; one of you changes", False),
        ("", "", "", None),
    ],
)
def test_roles_fit(left: str, right: str, result: str, fits: bool | None, tmp_path: Path) -> None:
    """One attacks and the other defends; who is silent where the other speaks does not fit yet."""
    assert met(tmp_path, GANG, left, right, "Role") == (result, fits)


@pytest.mark.parametrize(
    ("left", "right", "result", "fits"),
    [
        ("killzone: Volkus\n", "killzone: Volkus\n", "fits", True),
        ("killzone: Volkus\n", "", "B does not say; it is Volkus for both", False),
        ("", "", "", None),
    ],
)
def test_killzones_fit(left: str, right: str, result: str, fits: bool | None, tmp_path: Path) -> None:
    """Both play in one killzone."""
    assert met(tmp_path, TEAM, left, right, "Killzone") == (result, fits)
