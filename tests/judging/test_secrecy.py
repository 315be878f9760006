"""What an opponent may not know stays hidden in every way out, and the seal proves later what it was."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from listbuilder.exchange.documents.dump import dump
from listbuilder.exchange.documents.force_document import publish
from listbuilder.exchange.documents.reveal_document import read_reveals, reveal_of, write_reveals
from listbuilder.exchange.formats import FORMATS, TARGETS
from listbuilder.exchange.formats.code import read_code
from listbuilder.judging.secrecy import conceal, new_salt, seal_of
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists import read_list
from listbuilder.loading import load_game, shipped
from listbuilder.storage.reading import read_file
from listbuilder.ui.cli.app import app
from listbuilder.ui.web.worker import Request, Worker
from tests.support import fast_yaml

LISTS = {path.stem: path for path in sorted(shipped("catalogue").glob("*/lists/*.yaml"))}
TEAMS = [path for path in LISTS.values() if path.parents[1].name == "kill-team"]
SQUADS = [path for path in LISTS.values() if path.parents[1].name == "stack-and-horde"]


def report_on(tree: dict[str, Any]) -> Report:
    return Referee(load_game(tree["game"])).judge(read_list(tree))


def tree_of(path: Path) -> dict[str, Any]:
    tree: dict[str, Any] = fast_yaml.load(path.read_text("utf-8"))
    return tree


def shown(tree: dict[str, Any]) -> Any:
    """All that an engine would get of a concealed list, without its seal."""
    document: Any = dump(publish(conceal(report_on(tree), "salt")))
    document["list"].pop("seal")
    return document


@pytest.mark.parametrize("path", TEAMS, ids=lambda path: path.stem)
def test_secrets_leave_no_trace(path: Path) -> None:
    """Lists that differ in their secrets alone look the same to the letter, whatever follows from the secrets."""
    tree = tree_of(path)
    game = load_game("kill-team")
    names = {slot: [one.name for one in game.entries if one.kind == kind] for slot, kind in SECRET.items()}
    looks = {
        json.dumps(shown({**tree, "tac-op": tac, "scouting": scouting, "primary-op": primary}), sort_keys=True)
        for tac in names["tac-op"]
        for scouting in names["scouting"]
        for primary in names["primary-op"]
        if report_on({**tree, "tac-op": tac, "scouting": scouting, "primary-op": primary}).valid
    }
    assert len(looks) == 1


SECRET = {"tac-op": "tac-op", "scouting": "scouting-option", "primary-op": "primary-op"}


def test_pick_that_only_a_secret_allows_is_hidden() -> None:
    """A fifth piece of equipment would tell that the scouting option is the one that allows it."""
    tree = tree_of(TEAMS[0])
    four = ["Ammo Cache", "Comms Device", "Light Barricades", "Razor Wire"]
    plain = {**tree, "equipment": four, "scouting": "Ploy"}
    more = {**tree, "equipment": [*four, "Heavy Barricade"], "scouting": "Equip"}
    assert report_on(plain).valid
    assert report_on(more).valid
    assert shown(plain) == shown(more)


@pytest.mark.parametrize("path", SQUADS, ids=lambda path: path.stem)
def test_leaders_and_orders_are_hidden(path: Path) -> None:
    """Nothing of who leads a squad or what its orders are is in what an opponent gets."""
    report = report_on(tree_of(path))
    assert any(group.posts for group in report.force.groups)
    hidden = conceal(report, new_salt()).force
    for group in hidden.groups:
        assert not group.posts
        assert not group.slots.get("tactic")
        assert not {"leader", "target"} & group.values.keys()
    assert hidden.cost == report.force.cost


def test_verdict_is_that_of_the_whole_list() -> None:
    """A list that is illegal only because of a secret is said to be, and not why."""
    tree = tree_of(TEAMS[0])
    report = report_on({**tree, "tac-op": ["Bar the Gate", "Bar the Gate"]})
    assert not report.valid
    concealed = conceal(report, new_salt())
    assert [one.code for one in concealed.findings] == ["secret.illegal"]


def test_seals_are_salted_and_open(tmp_path: Path) -> None:
    """The same list has another seal each time; its reveal file opens it, another list's does not."""
    report = report_on(tree_of(TEAMS[0]))
    one, two = new_salt(), new_salt()
    assert seal_of(report.force, one) != seal_of(report.force, two)
    path = tmp_path / "mine.reveal.json"
    path.write_text(write_reveals([reveal_of(report, one)]), "utf-8")
    (reveal,) = read_reveals(path)
    assert reveal.opens(report.force)
    other = report_on({**tree_of(TEAMS[0]), "scouting": "Equip"})
    assert other.force.meaning != report.force.meaning
    assert not reveal.opens(other.force)


def test_commands(tmp_path: Path) -> None:
    """`sheet --secret` writes what `reveal` opens; a changed list, a wrong seal and another file are told."""
    run = CliRunner().invoke
    sheet = tmp_path / "for-opponent.pdf"
    assert run(app, ["sheet", str(TEAMS[0]), "-o", str(sheet), "--secret"]).exit_code == 0
    kept = tmp_path / "for-opponent.reveal.json"
    told = run(app, ["reveal", str(kept), "--json"])
    (found,) = json.loads(told.stdout)["seals"]
    assert found["fits"]
    assert found["secrets"]
    assert run(app, ["reveal", str(kept), "--seal", found["seal"]]).exit_code == 0
    assert run(app, ["reveal", str(kept), "--seal", "0" * 20]).exit_code == 1
    data = json.loads(kept.read_text("utf-8"))
    data["lists"][0]["list"]["scouting"] = "Equip"
    kept.write_text(json.dumps(data), "utf-8")
    assert run(app, ["reveal", str(kept)]).exit_code == 1
    kept.write_text("{}", "utf-8")
    assert run(app, ["reveal", str(kept)]).exit_code == 3
    assert run(app, ["sheet", str(TEAMS[0]), "-o", "-", "--secret"]).exit_code == 2


@pytest.mark.parametrize("to", ["text", "json", "yaml", "code", "csv", "html", "markdown", "engine"])
def test_exports_hide_them_too(to: str, tmp_path: Path) -> None:
    """No format of a concealed list has a word of its secrets."""
    tree = tree_of(TEAMS[0])
    out = tmp_path / "out"
    result = CliRunner().invoke(app, ["export", str(TEAMS[0]), "--to", to, "--secret", "-o", str(out)])
    assert result.exit_code == 0, result.output
    text = out.read_text("utf-8")
    assert tree["tac-op"] not in text
    assert tree["tac-op"].lower().replace(" ", "-") not in text


# Which version it is


def told(*words: str) -> str:
    """What a command says to people, apart from what it writes."""
    result = CliRunner().invoke(app, [*words])
    assert result.exit_code == 0, result.output
    return result.stderr


OWN = "This is for the player and the judge, secrets included; --secret makes one for an opponent."
OTHER = "This is for the opponent, without secrets."
KILL_TEAM = str(shipped("catalogue") / "kill-team" / "lists" / "first-frost.yaml")


@pytest.mark.parametrize("to", TARGETS)
def test_exports_say_which_one_they_are(to: str) -> None:
    """Every export of a game with secrets says whether they are in it; what is for a virtual table never has them."""
    secret = "Bar the Gate"
    for words in ([], ["--secret"]):
        result = CliRunner().invoke(app, ["export", KILL_TEAM, "--to", to, *words])
        open_hand = not words and not FORMATS[to].conceals
        assert (OWN if open_hand else OTHER) in result.stderr
        assert to == "code" or (secret in result.stdout or "bar-the-gate" in result.stdout) is open_hand


def test_sheets_say_which_one_they_are(tmp_path: Path) -> None:
    """So does a sheet, on paper too."""
    from pypdf import PdfReader

    for name, words, said in (("a.pdf", [], OWN), ("b.pdf", ["--secret"], OTHER)):
        path = str(tmp_path / name)
        assert said in told("sheet", KILL_TEAM, "-o", path, *words)
        text = " ".join(PdfReader(path).pages[0].extract_text().split())
        assert said.removeprefix("This is ").partition(";")[0].rstrip(".") in text


def test_comparisons_say_which_one_they_are() -> None:
    """So does a comparison of two lists, which both players may look at."""
    for words, said in (([], OWN), (["--secret"], OTHER)):
        result = CliRunner().invoke(app, ["match", KILL_TEAM, KILL_TEAM, *words])
        assert said in result.stderr
        assert ("Bar the Gate" in result.stdout) is not bool(words)


def test_games_without_secrets_say_nothing(tmp_path: Path) -> None:
    """Where nothing is secret, nothing is said about it."""
    starter = str(min((shipped("catalogue") / "constellation-warrior" / "lists").glob("*.yaml")))
    assert told("export", starter) == ""
    assert "This is" not in told("sheet", starter, "-o", str(tmp_path / "c.pdf"))


SALT = "0123456789abcdef" * 2


def asked(action: str, game: str = "", **more: object) -> tuple[int, bytes]:
    """What the service answers about the starter list."""
    body = json.dumps({"list": read_file(Path(KILL_TEAM)).data, **more}).encode()
    answer = Worker(()).answer(Request(action, game, types=("application/json",), body=body))
    return answer.status, answer.body


def test_service_shares_without_secrets() -> None:
    """With a salt, text, files and code have no secret, and what opens the seal stands apart."""
    own, shown = (json.loads(asked("bench", "share", **more)[1]) for more in ({}, {"secret": SALT}))
    assert own["reveal"] is None
    for key in ("text", "yaml", "json"):
        assert "Bar the Gate" in own[key]
        assert "Bar the Gate" not in shown[key]
    assert read_code(own["code"]).data["tac-op"] == "bar-the-gate"
    assert "tac-op" not in read_code(shown["code"]).data
    (reveal,) = json.loads(shown["reveal"])["lists"]
    assert (reveal["salt"], reveal["list"]["tac-op"]) == (SALT, "Bar the Gate")


def test_service_prints_without_secrets() -> None:
    """So does a sheet, which has the seal on it that the file opens; a salt that could be guessed is refused."""
    from pypdf import PdfReader

    (reveal,) = json.loads(json.loads(asked("bench", "share", secret=SALT)[1])["reveal"])["lists"]
    text = [PdfReader(BytesIO(asked("sheet", **more)[1])).pages[0].extract_text() for more in ({}, {"secret": SALT})]
    assert ["Bar the Gate" in one for one in text] == [True, False]
    assert reveal["seal"] in text[1]
    for salt in ("", "0", SALT[1:], SALT.upper(), 7):
        assert asked("sheet", secret=salt)[0] == 422
    assert asked("cards", secret=SALT)[0] == 422
