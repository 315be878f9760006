"""An event in a temporary folder, for the tests of the desk."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from listbuilder.desk.folder import find_desk
from listbuilder.loading import shipped
from listbuilder.ui.cli.app import app
from listbuilder.ui.cli.event import advanced
from listbuilder.ui.cli.event.before import add_key
from tests.support import fast_yaml

GAME = "constellation-warrior"
LEGAL = {"game": GAME, "models": [{"unit": "Expert", "weapon": "Long", "abilities": ["Swift shooter"]}]}
OTHER = {"game": GAME, "models": [{"unit": "Novice"}, {"unit": "Soldier"}]}
ILLEGAL = {"game": GAME, "models": [{"unit": "Hero"}, {"unit": "Hero"}]}
PEOPLE = (("Mira Voss", "Harbour"), ("Tom Okafor", "Mill"), ("Ines Paar", "Harbour"), ("Jon Brook", ""))
STARTERS = sorted((shipped("catalogue") / GAME / "lists").glob("*.yaml"))


def run(folder: Path, *words: object, code: int | None = 0, stdin: str | None = None) -> Result:
    """A command of the desk in a folder; it must end as it should."""
    rare = ["advanced"] if words[0] in advanced.table else []
    args = ["event", *rare, *map(str, words), *(["--folder", str(folder)] if words[0] != "new" else [])]
    result = CliRunner().invoke(app, args, input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert code is None or result.exit_code == code, result.output
    return result


def data(folder: Path, *words: object, code: int | None = 0) -> dict[str, Any]:
    """What a command prints as JSON."""
    found: dict[str, Any] = json.loads(run(folder, *words, "--json", code=code).stdout)
    return found


def cup(folder: Path, people: tuple[tuple[str, str], ...] = PEOPLE, **pack: Any) -> Path:
    """A new event with players who signed up."""
    run(folder, "new", folder, "--game", GAME, "--name", "Harbour Cup")
    base = {"name": "Harbour Cup", "game": GAME, "rounds": {"count": 3}}
    (folder / "event.yaml").write_text(fast_yaml.dump({**base, **pack}, sort_keys=False), "utf-8")
    rows = [f"{name},{name.lower().replace(' ', '.')}@example.org,{club},yes" for name, club in people]
    (folder / "signup.csv").write_text("\n".join(["Name,Email,Club,Consent", *rows]) + "\n", "utf-8")
    run(folder, "players", folder / "signup.csv")
    (folder / "signup.csv").unlink()
    return folder


def sign(folder: Path) -> None:
    """Give an event a key, as `new --key` does."""
    add_key(find_desk(folder))


def put(folder: Path, name: str, tree: dict[str, Any], **more: Any) -> None:
    """A list into the inbox."""
    (folder / "inbox" / name).write_text(fast_yaml.dump({**tree, **more}, sort_keys=False), "utf-8")


def lines(folder: Path) -> list[dict[str, Any]]:
    """The lines of the ledger."""
    return [json.loads(line) for line in (folder / "ledger.jsonl").read_text("utf-8").splitlines()]
