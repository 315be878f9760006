"""Work that must not grow with what a stranger writes, and limits that are the user's own."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
import time
import typing
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pydantic
import pytest
from click.testing import CliRunner
from PIL import Image

from listbuilder import import_data, load_game, read_list, resolve, validate
from listbuilder.base.characters import whole_number
from listbuilder.base.errors import CatalogueError, DocumentError, ListbuilderError
from listbuilder.base.findings import Finding
from listbuilder.building.generate import SearchJudge, random_lists
from listbuilder.building.generate.fill import fill
from listbuilder.exchange.documents.force_document import force_document, force_from_document
from listbuilder.exchange.formats.qr import read_marks
from listbuilder.lists import parse_list
from listbuilder.loading import check_folder, compiled, shipped
from listbuilder.loading.templates import load_templates
from listbuilder.printing.sheet import sheet_maker as sheet_document
from listbuilder.storage import cache
from listbuilder.storage.files import write_text
from listbuilder.storage.processes.budget import OverBudgetError, bounded, remaining, unbounded
from listbuilder.storage.reading import Tree, read_bytes
from listbuilder.ui import schema_check
from listbuilder.ui.cli.app import UNBOUNDED, app
from tests.support.work import counted, out_of_time_after

SQUAD = shipped("catalogue") / "demihuman-combat" / "lists" / "chimney-court.yaml"


@pytest.fixture
def limit() -> Iterator[tuple[int, int]]:
    """A limit on processor time such as `ulimit -St` sets; that of the tests is put back."""
    before = resource.getrlimit(resource.RLIMIT_CPU)
    mine = (100_000, before[1])
    resource.setrlimit(resource.RLIMIT_CPU, mine)
    yield mine
    resource.setrlimit(resource.RLIMIT_CPU, before)


def test_limit_of_the_user_is_put_back(limit: tuple[int, int]) -> None:
    """Loading a game neither shortens the user's own limit nor takes it away; the time it took is given back."""
    with unbounded():
        assert resource.getrlimit(resource.RLIMIT_CPU)[0] == limit[1]
    assert resource.getrlimit(resource.RLIMIT_CPU)[0] in (limit[0], limit[0] + 1)


def test_reader_of_a_force_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many records of play a force has, what reads them is made once."""
    document = read_list(SQUAD)
    tree = force_document(validate(resolve(document, load_game(document.game))))
    made: list[object] = []
    real = pydantic.TypeAdapter.__init__

    def counted(self: Any, type_: Any, **more: Any) -> None:
        made.append(type_)
        real(self, type_, **more)

    monkeypatch.setattr(pydantic.TypeAdapter, "__init__", counted)
    assert len(str(tree).split("'effects'")) > 20
    force_from_document(tree)
    assert len(made) <= 2


@pytest.mark.parametrize("code", ["\ue000", "一", "\u2028FORGED"])
def test_code_in_other_letters_opens_nothing(code: str, tmp_path: Path) -> None:
    """A code that is no code is one that does not fit."""
    opening = tmp_path / "opening.json"
    assert CliRunner().invoke(app, ["match", "seal", str(SQUAD), "-o", str(opening)]).exit_code == 0
    assert CliRunner().invoke(app, ["match", "open", str(opening), code]).exit_code == 1


def test_picture_of_a_mile() -> None:
    """A picture that is wider than any code reader takes is refused."""
    raw = BytesIO()
    Image.new("1", (70_000, 4)).save(raw, "PNG")
    with pytest.raises(DocumentError, match="longer than"):
        read_marks(raw.getvalue())


def test_picture_whose_decoder_takes_much() -> None:
    """A picture that unpacks in several passes is refused where its passes would take more than there is room for."""
    raw = BytesIO()
    Image.new("L", (4000, 4000)).save(raw, "JPEG", progressive=True)
    with pytest.raises(DocumentError, match="more than 13 million points"):
        read_marks(raw.getvalue())


def test_checking_a_file_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that takes too long to check has a finding, and the next is checked."""
    (tmp_path / "a.yaml").write_text(SQUAD.read_text("utf-8"), "utf-8")
    (tmp_path / "b.yaml").write_text("game: demihuman-combat\nmodels: []\n", "utf-8")
    real = schema_check.check_document

    def check_document(document: Any, schema: Any) -> list[Finding]:
        if str(document.file).endswith("a.yaml"):
            raise OverBudgetError
        return real(document, schema)

    monkeypatch.setattr(schema_check, "check_document", check_document)
    result = CliRunner().invoke(app, ["schema", "check", str(tmp_path), "--json"])
    found = json.loads(result.stdout)["files"]
    assert result.exit_code == 3
    assert found[0]["findings"][0]["code"] == "work.too-long"
    assert found[1]["valid"]


@pytest.mark.parametrize("names", [1, 100], ids=["all of one name", "one large circle"])
def test_what_a_list_is_takes_no_time(names: int) -> None:
    """Models that name each other crosswise or in a circle have a meaning, in moments."""
    rows = [
        {"unit": "Wading Heron", "name": f"T{at % names}", "carries": [f"T{(at + 1) % names}"]} for at in range(100)
    ]
    document = parse_list(read_bytes(json.dumps({"game": "stack-and-horde", "models": rows}).encode()))
    force = resolve(document, load_game(document.game))
    with counted() as work:
        assert len(force.meaning) == 64
    assert work.calls < 5_000_000


@pytest.mark.parametrize("text", ["²", "٣", "9" * 5000])
def test_signs_that_are_no_numbers_of_ours(text: str, tmp_path: Path) -> None:
    """What other scripts write for digits, and numbers of a mile, are names that nobody has."""
    assert whole_number(text) is None
    assert CliRunner().invoke(app, ["odds", str(SQUAD), str(SQUAD), "--attacker", text]).exit_code == 2
    post = tmp_path / "post.txt"
    post.write_text(f"Demihuman Combat\n\n| # | unit |\n|---|---|\n| {text} | Silt |\n", "utf-8")
    assert CliRunner().invoke(app, ["import", str(post), "--list", text]).exit_code in (2, 3)
    assert CliRunner().invoke(app, ["import", str(post)]).exit_code in (0, 1, 2, 3)


def test_findings_are_of_one_line() -> None:
    """Whatever a name has in it, the message about it is one line that hides nothing, for programs too."""
    tree = {"game": "demihuman-combat", "models": [{"unit": "a\nFORGED: legal."}]}
    with pytest.raises(ListbuilderError) as caught:
        import_data(tree)
    told = [str(caught.value), *(text for one in caught.value.findings for text in (one.message, one.hint))]
    assert any("FORGED" in one for one in told)
    assert not any("\n" in one for one in told)
    assert Finding(code="a.b", message="a\u3164", hint="\u2800").message == "a\\u3164"


def test_default_that_is_not_there(tmp_path: Path) -> None:
    """A template whose default names no layout, or no theme, is refused with its line."""
    for key in ("layout", "theme", "saver", "size"):
        (tmp_path / "own.yaml").write_text(f"default: {{{key}: nothing}}\n", "utf-8")
        with pytest.raises(CatalogueError) as caught:
            load_templates(tmp_path)
        assert f"There is no {key} for `default`" in caught.value.findings[0].message


def test_new_event_that_was_not_finished_is_begun_again(tmp_path: Path) -> None:
    """What a full disk or a kill left of a new event does not stand in its way; what somebody wrote does."""
    words = ["event", "new", str(tmp_path / "cup"), "--game", "rogue-conflict"]
    assert CliRunner().invoke(app, words).exit_code == 0
    (tmp_path / "cup" / "ledger.jsonl").unlink()
    (tmp_path / "cup" / "desk.secret").unlink()
    assert CliRunner().invoke(app, words).exit_code == 0
    assert CliRunner().invoke(app, words).exit_code == 3
    (tmp_path / "cup" / "ledger.jsonl").unlink()
    (tmp_path / "cup" / "event.yaml").write_text("name: Mine\n", "utf-8")
    assert CliRunner().invoke(app, words).exit_code == 3
    assert (tmp_path / "cup" / "event.yaml").read_text("utf-8") == "name: Mine\n"


def test_output_that_nobody_reads_is_no_illegal_list() -> None:
    """A reader that goes away in the middle of a long answer ends the command quietly, with code 0."""
    command = [sys.executable, "-m", "listbuilder", "schema", "rogue-conflict"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        said = running.stderr.read()
    assert (running.returncode, said) == (0, b"")


def test_filling_a_list_of_unknown_names_takes_no_time() -> None:
    """Thousands of names that nobody knows are not each compared with all others."""
    rows: list[Tree] = [{"unit": "Novice", "abilities": [f"Nope {at}" for at in range(30)]}] * 150
    judge = SearchJudge(load_game("constellation-warrior"))
    with counted() as work:
        assert fill({"game": "constellation-warrior", "models": rows}, judge).wrong
    assert work.calls < 6_000_000


@pytest.mark.parametrize("nothing", ["", "[]", "~"])
def test_a_key_with_nothing_behind_it_is_filled(nothing: str, tmp_path: Path) -> None:
    """A list that breaks off behind a key, or names nothing there, is still to be filled."""
    path = tmp_path / "half.yaml"
    path.write_text(f"game: kill-team\nteam: Saltglass Salvors\ntac-op: {nothing}\n", "utf-8")
    found = CliRunner().invoke(app, ["fill", str(path), "--json"])
    assert json.loads(found.stdout)["ways"]


def test_what_can_not_be_filled_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """After much work without a legal list no other is begun."""
    begun: list[object] = []
    real = random_lists.attempt

    def counted(*args: Any, **more: Any) -> Any:
        begun.append(args)
        return real(*args, **more)

    monkeypatch.setattr(random_lists, "attempt", counted)
    for module in (random_lists, random_lists):
        monkeypatch.setattr(module, "NOTHING", ())
    tree = {"game": "kill-team", "team": "Saltglass Salvors", "tac-op": None}
    with pytest.raises(random_lists.UnfillableError):
        random_lists.fill_list(tree, SearchJudge(load_game("kill-team")), most=50)
    assert len(begun) < 3


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A list that the reader takes, as large as it may be."""
    rows = [{"name": f"T{at}", "unit": "Silt", "abilities": ["Air Mail"] * 60} for at in range(190)]
    path = tmp_path / "large.json"
    path.write_text(json.dumps({"game": "demihuman-combat", "models": rows}), "utf-8")
    return path


ON_ONE_LIST = {
    "add": ["add", "{}", "Silt"],
    "copy": ["copy", "{}", "1"],
    "deploy": ["deploy", "{}", "--take", "1"],
    "diff": ["diff", "{}", str(SQUAD)],
    "export": ["export", "{}", "--to", "yaml"],
    "fill": ["fill", "{}", "--take", "1"],
    "fmt": ["fmt", "{}"],
    "import": ["import", "{}"],
    "match": ["match", "{}", str(SQUAD)],
    "mend": ["mend", "{}", "--take", "1"],
    "odds": ["odds", "{}", str(SQUAD)],
    "seal": ["match", "seal", "{}"],
    "set": ["set", "{}", "1", "name=Tod"],
    "sheet": ["sheet", "{}", "-o", "out.pdf", "--allow-illegal"],
    "cards": ["cards", "{}", "-o", "out.pdf", "--allow-illegal"],
    "upgrade": ["upgrade", "{}"],
}


@contextmanager
def used_up(seconds: float = 0) -> Iterator[None]:
    """A budget of time that ends soon after its start, whatever the machine's clock says."""
    with bounded(60), out_of_time_after(500):
        yield


@pytest.mark.parametrize("words", ON_ONE_LIST.values(), ids=ON_ONE_LIST)
def test_all_work_on_a_list_has_one_budget(
    words: list[str], large: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whatever is done to a list, there is a time after which it is refused, and then its file is as it was."""
    monkeypatch.chdir(tmp_path)
    raw = large.read_bytes()
    load_game("demihuman-combat")
    monkeypatch.setattr("listbuilder.ui.cli.app.bounded", used_up)
    monkeypatch.setattr("listbuilder.storage.processes.budget.bounded", used_up)
    result = CliRunner().invoke(app, [word.format(large) for word in words])
    assert (result.exit_code, large.read_bytes()) == (3, raw), result.output
    assert "takes longer than" in result.stderr
    assert str(large) in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["large.json"]


def test_what_is_written_is_not_cut_off(tmp_path: Path) -> None:
    """From the first byte on, writing is finished, and so is what is said of it."""
    with bounded(0.05):
        write_text(tmp_path / "note.txt", "done")
        until = time.process_time() + 0.3
        while time.process_time() < until:
            pass
    assert (tmp_path / "note.txt").read_text("utf-8") == "done"


def test_a_game_is_not_charged_to_its_first_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a game takes to load, the list that names it has its whole budget."""
    left: list[float] = []
    game = load_game("rogue-conflict")
    monkeypatch.setattr(compiled, "load", lambda key: left.append(signal.getitimer(signal.ITIMER_PROF)[0]))
    monkeypatch.setattr(compiled, "store", lambda key, game: None)
    with bounded():
        assert compiled.load_or_compile("none", lambda: game) is game
        assert remaining() > 0
    assert left == [0]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of data")
def test_the_memory_of_a_game_is_not_charged_to_its_list() -> None:
    """A game may be larger than what a list may take; the list has its whole budget beside it, and no more."""
    with bounded():
        with unbounded():
            game = bytearray(260 << 20)
        room = bytearray(100 << 20)
    with pytest.raises(OverBudgetError), bounded():
        with unbounded():
            game = bytearray(260 << 20)
        room += bytearray(260 << 20)
    assert game and room


def test_every_command_is_bounded_or_said_to_be_free() -> None:
    """A command that is added has a budget, unless somebody says that it needs none."""
    assert set(app.table) > UNBOUNDED


def test_a_sheet_of_many_pages_is_laid_out_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No type makes one page of many, so none is tried."""
    rows = [{"rank": "I", "weapon": "Slug Pistol", "notes": f"{at} " + "word " * 90} for at in range(60)]
    path = tmp_path / "many.json"
    path.write_text(json.dumps({"game": "rogue-conflict", "models": rows}), "utf-8")
    sizes: list[float] = []
    real = sheet_document.arrange_sheet

    def counted(roster: Any, options: Any, body: float, tight: bool = False) -> Any:
        sizes.append(body)
        return real(roster, options, body, tight)

    monkeypatch.setattr(sheet_document, "arrange_sheet", counted)
    words = ["sheet", str(path), "-o", str(tmp_path / "out.pdf"), "--allow-illegal", "--one-page"]
    result = CliRunner().invoke(app, words)
    assert "does not fit on one page" in result.stderr
    assert len(sizes) == 1


def test_a_collection_of_misspelt_names_is_told_in_short(tmp_path: Path) -> None:
    """Of thousands of names that nobody knows some are told, with how many more there are."""
    path = tmp_path / "mine.json"
    owned = {f"Slug Pistl {at}": 1 for at in range(3_000)}
    path.write_text(json.dumps({"game": "rogue-conflict", "owned": owned}), "utf-8")
    result = CliRunner().invoke(app, ["new", "rogue-conflict", "--random", "--collection", str(path)])
    assert result.exit_code == 3
    assert "Did you mean Slug Pistol?" in result.stderr
    assert "and 2975 more of this kind" in result.stderr
    assert len(result.stderr.splitlines()) < 40


@pytest.mark.parametrize("words", [["diff", str(SQUAD)], ["export"]], ids=lambda words: words[0])
def test_keys_that_nobody_knows_are_told_in_short(words: list[str], tmp_path: Path) -> None:
    """A list with thousands of keys that can't be understood is refused in few lines."""
    path = tmp_path / "keys.json"
    rows = [{"unit": "Silt", **{f"nope{at}": 1 for at in range(20)}} for _ in range(150)]
    path.write_text(json.dumps({"game": "demihuman-combat", "models": rows}), "utf-8")
    result = CliRunner().invoke(app, [words[0], str(path), *words[1:]])
    assert result.exit_code == 3
    assert "more of this kind" in result.stderr
    assert len(result.stderr.splitlines()) < 60


def test_what_is_cached_ends_no_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeping what was made for the next start is no result of the work."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with bounded():
        cache.store("note", b"kept")
        assert signal.getitimer(signal.ITIMER_PROF)[0] > 0
    assert cache.load("note") == b"kept"


@pytest.mark.parametrize("name", ["", " ", "\u00a0", "\u3000"], ids=["none", "blank", "no-break", "wide"])
def test_names_of_blanks_are_seen(name: str, tmp_path: Path) -> None:
    """What is named by blanks alone has a finding, and can be seen on paper."""
    path = tmp_path / "blank.json"
    rows = [{"unit": "Dive Master", "weapons": [name, "Line Knife"]}, {"unit": name, "weapons": [name]}]
    path.write_text(json.dumps({"game": "kill-team", "models": rows}), "utf-8")
    document = read_list(path)
    force = resolve(document, load_game("kill-team"))
    assert {pick.entry.name for model in force.models for pick in model.entries if pick.entry.unknown} == {"?"}
    for command in ("sheet", "cards"):
        words = [command, str(path), "-o", str(tmp_path / f"{command}.pdf"), "--allow-illegal"]
        assert CliRunner().invoke(app, words).exit_code == 0


@pytest.mark.parametrize(
    ("words", "document"),
    [(["set", "1", "name=Tod"], "edit_document.edit_document"), (["upgrade"], "list_documents.upgrade_document")],
    ids=["set", "upgrade"],
)
def test_an_edit_is_told_before_it_is_written(
    words: list[str], document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where what came of an edit can't be said within the limits, the file is as it was."""
    path = tmp_path / "squad.yaml"
    raw = SQUAD.read_bytes() + b"catalogue: 0.0.1\n"
    path.write_bytes(raw)

    def too_large(*facts: object) -> None:
        raise OverBudgetError(memory=True)

    monkeypatch.setattr(f"listbuilder.exchange.documents.{document}", too_large)
    result = CliRunner().invoke(app, [words[0], str(path), *words[1:], "--json"])
    assert (result.exit_code, path.read_bytes()) == (3, raw)
    assert json.loads(result.stdout)["error"]["findings"][0]["code"] == "work.too-large"


def test_types_are_read_once_for_many_problems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with hundreds of unknown keys has a problem for each, and what its types are is asked once for all."""
    asked: list[object] = []
    real = typing.get_type_hints

    def counted(found: Any, *args: Any, **more: Any) -> Any:
        asked.append(found)
        return real(found, *args, **more)

    monkeypatch.setattr(typing, "get_type_hints", counted)
    folder = tmp_path / "pond"
    folder.mkdir()
    keys = ", ".join(f"k{at}: {at}" for at in range(300))
    head = "id: pond\nname: Pond\nversion: 1.0.0\ntext: Ducks.\nmodel: {slots: {unit: {kind: unit, " + keys + "}}}\n"
    (folder / "game.yaml").write_text(head, "utf-8")
    with pytest.raises(CatalogueError) as error:
        check_folder(folder)
    assert len(error.value.findings) == 300
    assert len(asked) < 50


@pytest.mark.parametrize("blank", [" ", "\u00a0", "\u3000"], ids=["blank", "no-break", "wide"])
def test_names_given_as_blanks_are_none(blank: str, tmp_path: Path) -> None:
    """A list or a model that is named by blanks alone is shown as one without a name, and its file stays as it is."""
    path = tmp_path / "blank.json"
    rows = [{"unit": "Novice", "name": blank * 2}]
    path.write_text(json.dumps({"game": "constellation-warrior", "name": blank, "models": rows}), "utf-8")
    before = path.read_bytes()
    told = CliRunner().invoke(app, ["validate", str(path)]).stdout
    assert "unnamed list" in told
    assert told.rstrip().endswith(" Novice")
    assert ": Novice" not in told
    assert path.read_bytes() == before
