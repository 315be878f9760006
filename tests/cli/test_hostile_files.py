"""Files from strangers: no trick makes a list legal, drives the terminal, runs code, or breaks a file on disk."""

from __future__ import annotations

import json
import os
import pathlib
import resource
import signal
import stat
import subprocess
import sys
from functools import cache
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.base.errors import DocumentError, UnknownGameError
from listbuilder.exchange.documents.report_document import report_document
from listbuilder.judging.validator import Report
from listbuilder.loading import game_folders
from listbuilder.storage.files import write_text
from listbuilder.storage.reading import Tree
from listbuilder.ui.cli.app import app
from listbuilder.ui.cli.report_text import report_text
from tests.support import fast_yaml
from tests.support.effort import rounds

FUZZ = settings(max_examples=rounds(100, 30), deadline=None, database=None)
SQUAD = "game: rogue-conflict\nmodels:\n  - {rank: I, weapon: Slug Pistol, count: 5}\n"
CROWD = "game: rogue-conflict\nmodels:\n  - {rank: I, weapon: Slug Pistol, count: 60}\n"
NUMBERS = [
    *("true", "false", "-1", "0", "-0", "1.0", "1.5", '"3"', "nan", ".nan", ".inf", "1e3", "1e999", "0x10", "1_000"),
    *("999999999999", "9" * 5000, "[5]", "{a: 5}", "five"),
]
HIDDEN = ["\x1b[31m", "\x1b]0;owned\x07", "\x9b31m", "\u202egnol", "\u200b", "\u2066x", "\r", "\x00", "\x08\x08"]


def judge(text: str, file: str = "squad.yaml") -> Report:
    """The report on a list."""
    document = read_list(text.encode(), file=file)
    return validate(resolve(document, load_game(document.game)))


def legal(text: str, file: str = "squad.yaml") -> bool:
    """Whether a list is legal; one that can't be read is not."""
    try:
        return judge(text, file).valid
    except DocumentError as error:
        assert error.findings
        return False


def listbuilder(folder: pathlib.Path, *args: str) -> subprocess.CompletedProcess[bytes]:
    """Run `python -m listbuilder` in a folder."""
    command = [sys.executable, "-m", "listbuilder", *args]
    return subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False)


def test_the_base_lists_are_what_the_cheats_start_from() -> None:
    """Five pistols are legal and sixty are not, so that a cheat is what makes the difference."""
    assert legal(SQUAD)
    assert not legal(CROWD)


@pytest.mark.sample(8)
@pytest.mark.parametrize("number", [*NUMBERS, "301", "999999999"])
def test_no_wrong_count_is_legal(number: str) -> None:
    """A count that is no whole number from 1 to 300 is an error, in YAML and in JSON."""
    assert not legal(SQUAD.replace("count: 5", f"count: {number}"))
    model = f'{{"rank": "I", "weapon": "slug-pistol", "count": {number}}}'
    assert not legal(f'{{"game": "rogue-conflict", "models": [{model}]}}', "squad.json")


@pytest.mark.sample(8)
@pytest.mark.parametrize("number", [*NUMBERS, "NaN", "Infinity", "-Infinity", "1e9", '"9999"'])
def test_no_wrong_limit_is_legal(number: str) -> None:
    """A limit that is no whole number never lets a list pass that is over the format's limit, or under it."""
    for text in (CROWD, SQUAD):
        assert not legal(f"{text}limit: {number}\n")
    model = '{"rank": "I", "weapon": "slug-pistol", "count": 60}'
    assert not legal(f'{{"game": "rogue-conflict", "limit": {number}, "models": [{model}]}}', "squad.json")


@pytest.mark.sample(4)
@pytest.mark.parametrize("format", ['""', '" "', "'-'", "medium", "0", "false", "[]", "{}", "none", "[standard]"])
def test_no_wrong_format_lifts_the_limit(format: str) -> None:
    """A format the game does not have is an error, so that no list is without a limit."""
    assert not legal(f"{CROWD}format: {format}\n")
    assert not legal(f"{SQUAD}format: {format}\n")


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    "raises",
    [
        *("{hp: -1}", "{hp: 1.5}", "{hp: true}", '{hp: "2"}', "{hp: 1001}", "{hp: 99, mv: -97}", "{dr: 1}", "{zz: 1}"),
        *("{hp: 5, HP: -3}", "[hp]", "{hp: null}", "{hp: .nan}", "{acc: 2}"),
    ],
)
def test_no_wrong_raise_is_legal(raises: str) -> None:
    """Stats go up by whole steps that were paid for; nothing is lowered to pay for something else."""
    model = "{rank: II, weapon: Slug Pistol, abilities: Push On, raise: %s, count: 5}"
    assert legal(f"game: rogue-conflict\nmodels: [{model % '{hp: 2}'}]\n")
    assert not legal(f"game: rogue-conflict\nmodels: [{model % raises}]\n")


@pytest.mark.parametrize("key", ["points", "cost", "total", "valid", "price"])
def test_points_in_a_list_are_never_trusted(key: str) -> None:
    """A list's own points are an unknown key on the list and on a model, and the total stays what the picks cost."""
    for text in (f"{SQUAD}{key}: 0\n", SQUAD.replace("count: 5", f"count: 5, {key}: 0")):
        report = judge(text)
        assert [found.code for found in report.findings if found.severity == "error"] == ["key.unknown"]
        assert report.force.cost == 75


@pytest.mark.parametrize("hidden", HIDDEN, ids=ascii)
def test_hidden_characters_never_reach_the_terminal(tmp_path: pathlib.Path, hidden: str) -> None:
    """In a name, key, game or file name, control and direction characters are refused or shown escaped."""
    quoted = json.dumps(hidden)
    added = [f"name: {quoted}\n", f"{quoted}: 1\n", f"name: {hidden}\n", f"# {hidden}\n"]
    texts = [*(SQUAD + one for one in added), SQUAD.replace("Slug Pistol", quoted), f"game: {quoted}\n"]
    file = tmp_path / f"a{hidden.replace(chr(0), '')}.yaml"
    for text in texts:
        file.write_bytes(text.encode())
        for extra in ((), ("--json",)):
            check_output("validate", str(file), *extra)
    if "\x00" not in hidden:
        for args in (("show", hidden), ("show", "rogue-conflict", hidden), ("rules", hidden), ("new", hidden)):
            check_output(*args)
        check_output("new", "rogue-conflict", "--name", hidden)
        check_output("validate", str(tmp_path / f"nosuch{hidden}.yaml"))
        check_output("validate", str(file), "--event", hidden)


def check_output(*args: str) -> None:
    """Nothing that a command prints can drive a terminal."""
    result = CliRunner().invoke(app, args)
    assert result.exception is None or isinstance(result.exception, SystemExit), args
    for text in (result.stdout, result.stderr):
        assert not [char for char in text if (ord(char) < 32 and char != "\n") or 127 <= ord(char) < 160], args
        assert "--json" in args or not set("\u202e\u2066\u200b") & set(text), args


@pytest.mark.sample(2)
@pytest.mark.parametrize("module", ["yaml", "click", "pydantic", "json", "typing", "re", "__future__"])
def test_code_in_the_working_folder_is_not_run(tmp_path: pathlib.Path, module: str) -> None:
    """A module beside the list that is called like one of ours, or of Python's, is not imported."""
    (tmp_path / f"{module}.py").write_text("open('owned', 'w').close(); raise SystemExit(7)\n", "utf-8")
    (tmp_path / "squad.yaml").write_text(SQUAD, "utf-8")
    done = listbuilder(tmp_path, "validate", "squad.yaml", "--json")
    assert not (tmp_path / "owned").exists()
    assert done.returncode == 0


def test_game_in_the_working_folder_is_not_loaded(tmp_path: pathlib.Path) -> None:
    """A game beside the list is not there unless it is named, and even then can't stand in for a shipped game."""
    cheap = game_folders()["rogue-conflict"]
    for home in (tmp_path, tmp_path / "catalogue"):
        for name in ("rogue-conflict", "toy"):
            copy = home / name
            copy.mkdir(parents=True)
            for file in cheap.glob("*.yaml"):
                text = file.read_text("utf-8").replace("cost: 5\n", "cost: 0\n")
                (copy / file.name).write_text(text.replace("id: rogue-conflict", f"id: {name}"), "utf-8")
    (tmp_path / "squad.yaml").write_text(SQUAD, "utf-8")
    assert b"toy" not in listbuilder(tmp_path, "games").stdout
    done = json.loads(listbuilder(tmp_path, "validate", "squad.yaml", "--json").stdout)
    assert done["lists"][0]["points"]["total"] == 75
    refused = listbuilder(tmp_path, "--catalogue", "catalogue", "validate", "squad.yaml", "--json")
    assert refused.returncode == 3
    assert json.loads(refused.stdout)["lists"][0]["points"]["total"] is None
    assert b"toy" in listbuilder(tmp_path, "--catalogue", "catalogue/toy", "games").stdout


@cache
def words(game: str) -> st.SearchStrategy[str]:
    """Names and keys that mean something in a game, near misses, and any text."""
    book = load_game(game)
    sheets = (book.model, book.list, book.group)
    keys = [key for sheet in sheets for key in (*sheet.slots, *sheet.fields)]
    known = [
        "models",
        "groups",
        "count",
        "limit",
        "format",
        "name",
        "entry",
        "picks",
        "x-a",
        "kind",
        *keys,
        *book.stats,
    ]
    names = [spelling for entry in book.entries for spelling in (entry.id, entry.name)]
    return st.sampled_from(known) | st.sampled_from(names) | st.text(max_size=12)


@cache
def trees(game: str) -> st.SearchStrategy[dict[str, Tree]]:
    """List documents of a game with anything at all in them."""
    text = words(game)
    leaves: st.SearchStrategy[Any] = st.none() | st.booleans() | st.integers() | st.floats() | text
    inner = st.recursive(
        leaves, lambda node: st.lists(node, max_size=4) | st.dictionaries(text, node, max_size=5), max_leaves=12
    )
    rows = inner | st.lists(st.dictionaries(text, inner, max_size=5), max_size=4)
    fixed = st.fixed_dictionaries({"game": st.just(game)}, optional={"models": rows, "groups": rows, "limit": inner})
    return st.builds(lambda a, b: {**a, **b}, st.dictionaries(text, inner, max_size=4), fixed)


@pytest.mark.parametrize("game", ["constellation-warrior", "rogue-conflict"])
@FUZZ
@given(data=st.data())
def test_any_tree_gets_a_verdict(game: str, data: st.DataObject) -> None:
    """Parsed data of any shape is judged or refused; nothing else is raised, and the report can be shown."""
    tree = data.draw(trees(game))
    try:
        document = read_list(tree)
    except (DocumentError, UnknownGameError):
        return
    check_report(validate(resolve(document, load_game(game))))


@pytest.mark.parametrize("game", ["constellation-warrior", "rogue-conflict"])
@FUZZ
@given(data=st.data())
def test_any_yaml_gets_a_verdict(game: str, data: st.DataObject) -> None:
    """The same written as YAML; each finding then has a line of the file."""
    text = fast_yaml.dump(data.draw(trees(game)), allow_unicode=True)
    try:
        document = read_list(text.encode("utf-8", "surrogatepass"), file="any.yaml")
    except (DocumentError, UnknownGameError) as error:
        assert error.findings
        return
    report = validate(resolve(document, load_game(game)))
    check_report(report)
    assert all(found.line and found.line <= text.count("\n") for found in report.findings)


def check_report(report: Report) -> None:
    """A report can be shown, has its sum in whole points, and says something for each finding."""
    assert report_text(report, "any.yaml", roster=True).count("[") >= len(report.findings)
    json.dumps(report_document(report, "any.yaml"), allow_nan=False)
    assert type(report.force.cost) is int
    assert report.force.cost >= 0
    assert all(found.message and found.hint for found in report.findings)


def test_write_is_all_or_nothing(tmp_path: pathlib.Path) -> None:
    """When the disk has no room the old content is intact and nothing else is left in the folder."""
    target = tmp_path / "list.yaml"
    target.write_text("old", "utf-8")
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        with pytest.raises(DocumentError, match="can't be written"):
            write_text(target, "new" * 100_000, replace=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert target.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_write_of_text_that_is_no_utf8(tmp_path: pathlib.Path) -> None:
    """Half a character is refused like a full disk: nothing changes and nothing is left."""
    target = tmp_path / "list.yaml"
    target.write_text("old", "utf-8")
    with pytest.raises(DocumentError):
        write_text(target, "name: \udcff\n", replace=True)
    assert target.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_write_keeps_mode_and_follows_links(tmp_path: pathlib.Path) -> None:
    """The mode of a file stays, a link stays a link, and a new file has the mode the umask gives."""
    target, link = tmp_path / "list.yaml", tmp_path / "link.yaml"
    target.write_text("old", "utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    write_text(link, "new\r\n", replace=True)
    assert link.is_symlink()
    assert target.read_bytes() == b"new\r\n"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    mask = os.umask(0o027)
    try:
        write_text(tmp_path / "fresh.yaml", "new")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "fresh.yaml").stat().st_mode) == 0o640


def test_write_refuses_what_is_no_file(tmp_path: pathlib.Path) -> None:
    """A fifo, a folder, a device and a name that no disk takes are refused at once."""
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "fifo", tmp_path / "folder", pathlib.Path("/dev/null"), tmp_path / ("x" * 300)):
        with pytest.raises(DocumentError) as caught:
            write_text(path, "new")
        assert caught.value.findings[0].code == "file.write"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fifo", "folder"]
