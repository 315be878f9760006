"""The files for deployment name commands and options that exist, and keep what they promise."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from listbuilder.ui.cli.app import app

FOLDER = Path(__file__).parents[2] / "docs/deploying"


def commands() -> list[list[str]]:
    """Every call of the program in the files: of systemd, and of the container."""
    found = [
        line.partition("=")[2]
        for path in FOLDER.glob("*.service")
        for line in path.read_text("utf-8").splitlines()
        if line.startswith("ExecStart=")
    ]
    start = next(line for line in (FOLDER / "Containerfile").read_text("utf-8").splitlines() if line.startswith("CMD"))
    return [*(shlex.split(line)[1:] for line in found), re.findall(r'"([^"]+)"', start)]


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_commands_exist(words: list[str]) -> None:
    """Each is a command with these options."""
    command: click.Command | None = app
    context = click.Context(app)
    while isinstance(command, click.Group):
        command = command.get_command(context, words.pop(0))
    assert command is not None
    known = {one for parameter in command.params for one in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_proxies_keep_counters_private_and_limit_bodies() -> None:
    """Both refuse /metrics and bodies over the program's own limit; nginx limits each address."""
    nginx, caddy = ((FOLDER / name).read_text("utf-8") for name in ("nginx.conf", "Caddyfile"))
    assert nginx.count("location = /metrics") == nginx.count("server_name") == caddy.count("path /metrics") == 2
    assert nginx.count("client_max_body_size 256k") == caddy.count("max_size 256KB") == 2
    assert nginx.count("limit_req zone=") == nginx.count("limit_conn listbuilder") == 2


def test_proxies_do_not_log_links() -> None:
    """Neither what is answered nor what fails: an error names the request, and its address contains the link."""
    nginx, caddy = ((FOLDER / name).read_text("utf-8") for name in ("nginx.conf", "Caddyfile"))
    players = nginx.partition("server_name lists")[2].partition("server {")[0]
    assert "access_log off;" in players and "error_log /dev/null;" in players
    assert "exclude http.log.error" in caddy and "output discard" in caddy


def test_container_is_not_root() -> None:
    """The image runs as a user of its own."""
    lines = (FOLDER / "Containerfile").read_text("utf-8").splitlines()
    assert "USER 10001" in lines and lines.index("USER 10001") < next(
        at for at, line in enumerate(lines) if line.startswith("CMD")
    )
