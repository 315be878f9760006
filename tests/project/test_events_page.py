"""The guide to events: its pack is one, its players are some, and it names every command and no other."""

from __future__ import annotations

import re
from pathlib import Path

import click

from listbuilder.desk.players import read_players
from listbuilder.loading.events import load_event
from listbuilder.ui.cli.event import advanced, group
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "organising" / "events.md").read_text("utf-8")


def blocks() -> list[str]:
    """The YAML of the guide."""
    return re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


def test_players_can_be_read(tmp_path: Path) -> None:
    """What the guide shows as players.yaml is one."""
    (tmp_path / "players.yaml").write_text(blocks()[0], "utf-8")
    assert read_players(tmp_path / "players.yaml")["p07"].public == "Mira V."


def test_pack_can_be_loaded(tmp_path: Path) -> None:
    """What the guide shows as a pack is one, also with the teams that it shows."""
    teams, pack = blocks()[1:]
    other = "".join(line for line in pack.splitlines(keepends=True) if not line.startswith("teams:"))
    for text in (pack, other + teams.replace(", …]", ", {lead: 3+, gives: [2, 0]}]")):
        (tmp_path / "event.yaml").write_text(text, "utf-8")
        assert load_event(tmp_path / "event.yaml").event


def test_every_command_is_named() -> None:
    """Each command of the desk stands in a table of the guide, and nothing that is not there."""
    tables = "\n".join(line for line in PAGE.splitlines() if line.startswith("| `event "))
    named = set(re.findall(r"`event (?:advanced )?([a-z-]+)", tables))
    assert named == {*group.table, *advanced.table} - {"advanced"}


def test_every_option_exists() -> None:
    """Each option that the guide shows behind a command of the desk is one of that command."""
    context = click.Context(group)
    shown = re.findall(r"event (?:advanced )?([a-z-]+)((?: [^`\n|]*)?)", PAGE)
    known = {*group.table, *advanced.table}
    found = [(name, option) for name, rest in shown if name in known for option in re.findall(r"--[a-z-]+", rest)]
    assert len(found) > 15
    for name, option in found:
        command = group.get_command(context, name) or advanced.get_command(context, name)
        assert command is not None
        assert option in {one for parameter in command.params for one in parameter.opts}, (name, option)
