"""Many lists at once: on no executor, threads or real processes, and as a stream, the verdicts are the same."""

from __future__ import annotations

import io
import itertools
import json
import multiprocessing
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from listbuilder import import_force, judge_many
from listbuilder.base.errors import DocumentError
from listbuilder.exchange.documents.force_document import dump_force
from listbuilder.exchange.engine.batch import judge_stream
from listbuilder.loading import shipped
from listbuilder.storage.reading import read_file
from listbuilder.ui.cli.app import app

STARTERS = sorted(shipped("catalogue").glob("*/lists/*.yaml"))
LISTS: list[dict[str, Any]] = [read_file(path).data for path in STARTERS]
BAD: list[Any] = [b"\xff", {"game": "chess"}, {"game": "rogue-conflict", "models": 7}, "/no/such/file.yaml", 42]


def mixed() -> list[Any]:
    """Every starter list as path and as data, with unreadable sources in between."""
    return [one for group in itertools.zip_longest(STARTERS, LISTS, BAD) for one in group if one is not None]


def test_order_and_verdicts() -> None:
    """There is a verdict for each source, in order; bad ones stop nothing."""
    verdicts = list(judge_many(mixed()))
    assert len(verdicts) == len(mixed())
    expected = [not any(source is bad for bad in BAD) for source in mixed()]
    assert [verdict["valid"] for verdict in verdicts] == expected
    assert all(verdict["findings"] for verdict in verdicts if not verdict["valid"])


@pytest.mark.slow
def test_threads_and_processes_say_the_same() -> None:
    """A thread pool and a pool of fresh processes give to the letter what one thread gives."""
    alone = list(judge_many(mixed(), forces=True))
    with ThreadPoolExecutor(4) as threads:
        assert list(judge_many(mixed(), threads, forces=True, chunk=3)) == alone
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as processes:
        assert list(judge_many(mixed(), processes, forces=True, chunk=8)) == alone


def test_forces_are_those_of_import_force() -> None:
    """With `forces`, a legal list's verdict holds the force that import_force gives."""
    verdicts = judge_many(LISTS[:3], forces=True)
    assert [verdict["force"] for verdict in verdicts] == [dump_force(import_force(one)) for one in LISTS[:3]]


def test_sources_may_be_endless() -> None:
    """Only as much is taken from the sources as is needed to keep the workers busy."""
    taken = itertools.count()
    endless = (LISTS[next(taken) % len(LISTS)] for _ in itertools.count())
    with ThreadPoolExecutor(2) as threads:
        first = list(itertools.islice(judge_many(endless, threads, chunk=2), 10))
    assert len(first) == 10
    assert next(taken) < 200


def test_event_rules_apply(tmp_path: Path) -> None:
    """An event pack's rules judge every list."""
    pack = tmp_path / "event.yaml"
    pack.write_text("name: Small\ngame: rogue-conflict\nlimit: 15\n", "utf-8")
    verdicts = judge_many([one for one in LISTS if one["game"] == "rogue-conflict"], event=pack)
    assert all("points.over" in [finding["code"] for finding in one["findings"]] for one in verdicts)


LINES: list[tuple[bytes, bool]] = [
    (json.dumps(LISTS[0]).encode(), True),
    (b"not json", False),
    (b"{", False),
    (json.dumps("\n".join(["game: rogue-conflict", "models:", "  - {rank: I, weapon: Slug Pistol}"])).encode(), True),
    (b'"unfinished', False),
    (b"[1, 2]", False),
    (b"\xff\xfe", False),
    (b'{"game": "rogue-conflict", "name": "' + b"x" * 700_000 + b'"}', False),
    (b"[" * 100_000, False),
    (b'{"game": "rogue-conflict", "limit": NaN}', False),
    (b'"/etc/passwd"', False),
    (json.dumps(LISTS[-1]).encode(), True),
]


def test_stream_answers_every_line() -> None:
    """Each line has its answer in its place, however bad it is; blank lines are no lists."""
    raw = b"\n\n".join(line for line, _ in LINES) + b"\n"
    verdicts = [one.verdict for one in judge_stream(io.BytesIO(raw))]
    assert [verdict["valid"] for verdict in verdicts] == [valid for _, valid in LINES]
    assert [verdict["file"] for verdict in verdicts] == [f"<stdin>:{at * 2 + 1}" for at in range(len(LINES))]


def test_stream_is_a_conversation() -> None:
    """`validate --stream` answers each line before the next is written, and ends with stdin."""
    command = [sys.executable, "-m", "listbuilder", "validate", "--stream"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        for line, valid in LINES[:4]:
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["valid"] is valid
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait(60) == 3


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (json.dumps(LISTS[0]), 0),
        (json.dumps({"game": "rogue-conflict", "models": [{"rank": "I"}]}), 1),
        ('{"game": "chess"}', 3),
        ("", 0),
    ],
)
def test_stream_exit_codes(line: str, code: int) -> None:
    """The exit code is that of the worst line."""
    assert CliRunner().invoke(app, ["validate", "--stream"], input=line + "\n").exit_code == code


@pytest.mark.parametrize("arguments", [["--stream", "squad.yaml"], []])
def test_files_or_a_stream(arguments: list[str]) -> None:
    """Files and --stream don't go together, and one of them is needed."""
    assert CliRunner().invoke(app, ["validate", *arguments]).exit_code == 2


def test_stream_can_return_forces() -> None:
    """With --forces, the verdict on a legal list has the force that import_force gives, an illegal one none."""
    illegal = {"game": "rogue-conflict", "models": [{"rank": "I"}]}
    lines = "".join(f"{json.dumps(one)}\n" for one in (LISTS[0], illegal, {"game": "chess"}))
    result = CliRunner().invoke(app, ["validate", "--stream", "--forces"], input=lines)
    first, second, third = map(json.loads, result.stdout.splitlines())
    assert first["force"] == dump_force(import_force(LISTS[0]))
    assert second["force"] is None
    assert "force" not in third
    lean = CliRunner().invoke(app, ["validate", "--stream", "--forces", "--no-standalone"], input=lines)
    assert json.loads(lean.stdout.splitlines()[0])["force"] == dump_force(import_force(LISTS[0], standalone=False))
    assert CliRunner().invoke(app, ["validate", "--forces", "x.yaml"]).exit_code == 2


def test_stream_goes_on_after_a_line_that_has_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that takes too long has a verdict that says so, and the next lines have theirs."""
    from listbuilder.judging.validator import Referee

    judge = Referee.judge

    def endless(self: Referee, document: Any) -> Any:
        while document.data.get("x-poison"):
            pass
        return judge(self, document)

    monkeypatch.setattr(Referee, "judge", endless)
    raw = b"".join(json.dumps(one).encode() + b"\n" for one in (LISTS[0], {**LISTS[0], "x-poison": 1}, LISTS[1]))
    verdicts = [one.verdict for one in judge_stream(io.BytesIO(raw))]
    assert [verdict["valid"] for verdict in verdicts] == [True, False, True]
    assert verdicts[1]["findings"][0]["code"] == "work.too-long"


def test_stream_answers_a_line_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict comes before the rest of the line; a long rest is passed over, and one that never ends is refused."""
    monkeypatch.setattr("listbuilder.exchange.engine.batch.LINE", 1000)
    monkeypatch.setattr("listbuilder.exchange.engine.batch.ENDLESS", 100_000)
    good = json.dumps(LISTS[0]).encode() + b"\n"
    stream = io.BytesIO(b'{"a": ' + b" " * 90_000 + b"1}\n" + good)
    answers = judge_stream(stream)
    assert not next(answers).verdict["valid"]
    assert stream.tell() == 1000
    assert [one.verdict["valid"] for one in answers] == [True]
    answers = judge_stream(io.BytesIO(b"{" + b" " * 1_000_000 + b"\n" + good))
    assert not next(answers).verdict["valid"]
    with pytest.raises(DocumentError, match="no end"):
        next(answers)


def test_wrong_arguments_are_refused_at_once() -> None:
    """A chunk of no lists and a single folder where several are meant are mistakes that say so."""
    with pytest.raises(ValueError, match="1 or more, not 0"):
        judge_many(LISTS, chunk=0)
    with pytest.raises(TypeError, match="list of folders"):
        judge_many(LISTS, catalogues="catalogue")
    with pytest.raises(TypeError, match="list of folders"):
        import_force(LISTS[0], catalogues="catalogue")


def test_unknown_game_is_found_in_its_line(tmp_path: Path) -> None:
    """The verdict on a list of a game that is not there says where it names that game, as the command does."""
    path = tmp_path / "list.yaml"
    path.write_text("name: Lost\ngame: nowhere\nmodels: []\n", "utf-8")
    (verdict,) = judge_many([path])
    assert [(one["code"], one["line"]) for one in verdict["findings"]] == [("game.unknown", 2)]
