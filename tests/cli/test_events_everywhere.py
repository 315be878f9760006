"""`--event` wherever a list is judged, edited, filled, generated, printed or exported; and what is made says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from listbuilder import import_data, import_force, judge_many
from listbuilder.base.errors import DocumentError, IllegalListError
from listbuilder.loading.events import load_event
from listbuilder.ui.cli.app import app
from listbuilder.ui.web.worker import Request, Worker

GAME = """
id: skirr
name: Skirr
version: "2.0"
edition: first
text: Gliders over a drowned city.
stats: {mv: {name: MV, base: 4}}
formats: [{id: usual, name: Usual, limit: 50}]
model:
  slots: {unit: {kind: unit, min: 1, max: 1}}
  fields: {deploy: {type: flag, default: true}}
list:
  slots: {mission: {kind: mission, max: 1}, plan: {kind: plan, max: 1, secret: true}}
kinds: {plan: {is: ability, name: Plan}}
mission: {kind: mission, draw: 1}
"""
ENTRIES = {
    "units": "kind: unit\nentries: [{name: Pilot, cost: 10, text: Flies.}, {name: Rook, cost: 5, text: Walks.}]\n",
    "missions": "kind: mission\nentries: [{name: Hold, text: Hold it.}]\n",
    "plans": "kind: plan\nentries: [{name: Left, text: Go left.}]\n",
}
CUP = "name: Roof Cup\ngame: skirr\nlimit: 30\nchange: [{entry: pilot, cost: 14}]\nban: [{entry: rook}]\n"
LIST = "game: skirr\nname: Two up\nplan: Left\nmodels: [{unit: Pilot}, {unit: Pilot}]\n"
STAMP = "2.0 · Roof Cup"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game, an event and a list, each in its place."""
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("LISTBUILDER_CATALOGUE", str(tmp_path / "games"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games" / "skirr").mkdir(parents=True)
    for name, text in {"game": GAME, **ENTRIES}.items():
        (tmp_path / "games" / "skirr" / f"{name}.yaml").write_text(text, "utf-8")
    (tmp_path / "cup.yaml").write_text(CUP, "utf-8")
    (tmp_path / "list.yaml").write_text(LIST, "utf-8")
    return tmp_path


def run(*words: str, code: int = 0) -> str:
    """What a command prints for the event."""
    result = CliRunner().invoke(app, [*words, "--event", "cup.yaml"], env={"COLUMNS": "200", "NO_COLOR": "1"})
    assert result.exit_code == code, result.output + result.stderr
    return result.stdout


@pytest.mark.parametrize("format", ["text", "one-line", "markdown", "html", "csv", "json", "yaml"])
def test_every_export_has_the_prices_and_the_name_of_the_event(format: str) -> None:
    """What people read is judged by the event, and says so."""
    text = run("export", "list.yaml", "--to", format)
    assert STAMP in text
    if format not in ("json", "yaml"):
        assert "28" in text


def test_codes_carry_the_event() -> None:
    """A share code, and the list that is read from it, still say what they were made with."""
    Path("code.txt").write_text(run("export", "list.yaml", "--to", "code"), "utf-8")
    result = CliRunner().invoke(app, ["import", "code.txt"])
    assert f'catalogue: "{STAMP}"' in result.stdout


def test_virtual_tables_say_overlay_and_event() -> None:
    """The objects and actors of virtual tables are of the event."""
    card = json.loads(run("export", "list.yaml", "--to", "tts"))["ObjectStates"][0]
    assert json.loads(card["GMNotes"])["catalogue"] == STAMP
    assert "Roof Cup, 28 of 30 points" in card["Description"]
    actor = json.loads(run("export", "list.yaml", "--to", "foundry"))[0]
    assert actor["flags"]["listbuilder"]["catalogue"] == STAMP
    assert actor["flags"]["listbuilder"]["cost"] == 14


def test_printed_lists_say_the_event() -> None:
    """Cards and sheets have the event at their feet and in their properties."""
    from pypdf import PdfReader

    for what in ("cards", "sheet"):
        run(what, "list.yaml", "-o", f"{what}.pdf")
        read = PdfReader(f"{what}.pdf")
        assert "Roof Cup" in " ".join(page.extract_text() for page in read.pages).replace("\n", " ")
        assert "Roof Cup" in str(read.metadata)
    Path("list.yaml").write_text(LIST.replace("{unit: Pilot}]", "{unit: Rook}]"), "utf-8")
    run("cards", "list.yaml", "-o", "banned.pdf", code=1)


def test_a_blind_exchange_goes_by_the_event() -> None:
    """`match seal` and `match open` judge the list for the event: its prices are shown."""
    sealed = json.loads(run("match", "seal", "list.yaml", "--json"))
    opened = run("match", "open", sealed["file"], sealed["code"])
    assert "MATCH" in opened
    assert "14" in opened


def test_preparing_a_game_goes_by_the_event() -> None:
    """Matches, deployments, missions and differences have the event's numbers and name."""
    match = run("match", "list.yaml", "list.yaml")
    assert f"Catalogue {STAMP}." in match
    assert "28 of 30" in match
    assert "28 points" in run("deploy", "list.yaml")
    assert f"Catalogue {STAMP}." in run("mission", "skirr", "--seed", "1")
    Path("one.yaml").write_text(LIST.replace("{unit: Pilot}, ", ""), "utf-8")
    assert "28 → 14 points" in run("diff", "list.yaml", "one.yaml", code=1)
    assert run("deploy", "list.yaml", "--take", "1")


def test_upgrade_says_what_the_event_reprices() -> None:
    """A list that was built for the game itself learns the event's prices, and says then what it is made with."""
    Path("list.yaml").write_text(LIST.replace("plan", "catalogue: '2.0'\nplan", 1), "utf-8")
    assert "Pilot: 10 → 14 points." in run("upgrade", "list.yaml")
    assert STAMP in Path("list.yaml").read_text("utf-8")
    assert "up to date" in run("upgrade", "list.yaml")


def test_new_lists_are_for_the_event() -> None:
    """A skeleton and a random list say the event and keep to it."""
    assert STAMP in run("new", "skirr")
    made = run("new", "skirr", "--random", "--seed", "3")
    assert STAMP in made
    assert "Rook" not in made


def test_undo_tells_the_events_prices() -> None:
    """The difference that an undo made is priced as the edit was."""
    run("add", "list.yaml", "Pilot", code=0)
    assert "+ Pilot, 14" not in run("undo", "list.yaml")
    assert "+ Pilot, 14" in run("redo", "list.yaml")


def test_an_event_of_another_game_is_refused() -> None:
    """No list is made with an event that has no say in it."""
    for words in (["export", "list.yaml"], ["upgrade", "list.yaml"], ["new", "rogue-conflict"]):
        Path("list.yaml").write_text("game: rogue-conflict\nmodels: [{rank: I, weapon: slug-pistol}]\n", "utf-8")
        run(*words, code=2)
    run("sheet", "list.yaml", "-o", "s.pdf", code=1)


def test_seals_of_an_event_open_with_its_pack() -> None:
    """A sheet that was sealed for an event is opened with it, and asks for it where it is missing."""
    run("sheet", "list.yaml", "-o", "s.pdf", "--secret")
    assert "it is what was sealed" in run("reveal", "s.reveal.json")
    result = CliRunner().invoke(app, ["reveal", "s.reveal.json"])
    assert result.exit_code == 2
    assert "Roof Cup" in result.stderr


def test_engines_import_for_an_event(folder: Path) -> None:
    """Every way to import takes the pack; a force goes back in with it and is refused without it."""
    force = import_force("list.yaml", event="cup.yaml")
    assert (force.event, force.points.total, force.catalogue.event) == ("Roof Cup", 28, "Roof Cup")
    assert import_data({"game": "skirr", "models": [{"unit": "pilot"}]}, event=load_event(Path("cup.yaml"))).event
    exported = run("export", "list.yaml", "--to", "engine")
    assert import_force(exported, event="cup.yaml") == force
    with pytest.raises(DocumentError, match="Roof Cup"):
        import_force(exported)
    with pytest.raises(IllegalListError):
        import_data({"game": "skirr", "models": [{"unit": "rook"}]}, event="cup.yaml")
    assert next(judge_many(["list.yaml"], event="cup.yaml"))["points"]["total"] == 28


def test_the_service_judges_for_its_events() -> None:
    """A request names an event that the service has; one that it has not is refused."""
    worker = Worker((), (load_event(Path("cup.yaml")),))

    def ask(action: str, event: str) -> tuple[int, bytes]:
        body = {"list": {"game": "skirr", "models": [{"unit": "pilot"}]}, "event": event}
        answer = worker.answer(Request(action, types=("application/json",), body=json.dumps(body).encode()))
        return answer.status, answer.body

    for action in ("validate", "import", "cards"):
        status, body = ask(action, "roof cup")
        assert status == 200
        assert b"Roof Cup" in body
        assert ask(action, "moon cup")[0] == 404
