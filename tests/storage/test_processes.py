"""Bounded work: what takes too long or too much memory is ended, and everything beside it goes on."""

from __future__ import annotations

import os
import re
import resource
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from listbuilder.storage.processes.budget import OverBudgetError, WorkFailure, bounded, unbounded
from listbuilder.storage.processes.parallel import map_parallel
from listbuilder.storage.processes.worker_process import RestartingWorker, WorkerProcess

FOREVER = re.compile(r"(a+)+b")
TraceFunction = Callable[[FrameType, str, Any], Any]


def burn(seconds: float = 60) -> None:
    """Use the processor for so long."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def work(item: str) -> bytes:
    """Good work, and every bad kind of it."""
    if item == "burn":
        burn()
    elif item == "regex":
        FOREVER.search("a" * 60)
    elif item == "stubborn":
        while True:
            try:
                burn()
            except BaseException:
                continue
    elif item == "hoard":
        return bytes(len([bytearray(1 << 20) for _ in range(5000)]))
    elif item == "sleep":
        time.sleep(60)
    elif item == "raise":
        raise KeyError("nobody foresaw this")
    elif item == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    return item.encode()


def test_work_within_its_budget_is_left_alone() -> None:
    """The body runs, and no timer is left behind."""
    with bounded(5):
        assert work("fine") == b"fine"
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_nothing_is_left_behind_whenever_the_time_is_up() -> None:
    """Wherever the clock goes off, also between work and clean-up, timer, signal and memory are as they were before."""

    def state() -> tuple[object, ...]:
        timer = signal.getitimer(signal.ITIMER_PROF)
        return timer, signal.getsignal(signal.SIGPROF), resource.getrlimit(resource.RLIMIT_DATA)

    def up_at(number: int, frame: FrameType, event: str, _: object) -> TraceFunction | None:
        if frame.f_code.co_name != "bounded":
            return None
        lines.extend([frame.f_lineno] if event == "line" else [])
        if event == "line" and len(lines) == number:
            signal.raise_signal(signal.SIGPROF)
        return partial(up_at, number)

    old, tracing = signal.signal(signal.SIGPROF, signal.SIG_IGN), sys.gettrace()
    before, ended = state(), 0
    for number in range(1, 100):
        lines: list[int] = []
        try:
            sys.settrace(partial(up_at, number))
            with bounded(5):
                pass
        except OverBudgetError:
            ended += 1
        finally:
            sys.settrace(tracing)
        assert state() == before, lines[-1]
        if len(lines) < number:
            break
    signal.signal(signal.SIGPROF, old)
    assert 2 <= ended < number < 40


@pytest.mark.parametrize(
    ("item", "seconds", "memory"), [("burn", 0.2, False), ("regex", 0.2, False), ("hoard", 20, True)]
)
def test_work_over_its_budget_is_ended(item: str, seconds: float, memory: bool) -> None:
    """Loops, regular expressions and heaps of memory end with the one exception."""
    with pytest.raises(OverBudgetError) as caught, bounded(seconds):
        work(item)
    assert caught.value.memory is memory


def test_the_clock_stops_for_what_is_not_the_lists_own() -> None:
    """Work inside `unbounded` costs nothing; after it the clock goes on."""
    with bounded(0.3):
        with unbounded():
            burn(0.5)
        assert work("fine") == b"fine"
    with pytest.raises(OverBudgetError), bounded(0.3):
        with unbounded():
            burn(0.1)
        burn()


@pytest.mark.slow
def test_every_item_has_its_answer_in_its_place() -> None:
    """Among hundreds of items the bad ones end with their reason, and all others have their answers, in order."""
    bad = {
        "burn": WorkFailure.TOO_LONG,
        "regex": WorkFailure.TOO_LONG,
        "hoard": WorkFailure.TOO_LARGE,
        "sleep": WorkFailure.TOO_LONG,
        "stubborn": WorkFailure.TOO_LONG,
        "raise": WorkFailure.FAILED,
        "die": WorkFailure.KILLED,
    }
    items = [str(number) for number in range(200)]
    for at, name in enumerate(bad):
        items.insert(at * 25, name)
    assert list(map_parallel(items, work, patience=4)) == [bad.get(item, item.encode()) for item in items]


def test_large_answers_arrive_whole() -> None:
    """Answers far larger than what a pipe holds."""
    sizes = [0, 1, 70_000, 3_000_000, 5]
    assert [len(found) for found in map_parallel(sizes, bytes) if isinstance(found, bytes)] == sizes


def children() -> set[str]:
    """The processes that this one has started, those not yet buried among them."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text("ascii").split())


def test_no_child_outlives_the_work() -> None:
    """When whoever asked goes away early, the children are ended."""
    before = children()
    answers = map_parallel(["1", "2", *["sleep"] * 10], work)
    assert next(answers) == b"1"
    assert children() > before
    answers.close()  # type: ignore[attr-defined]
    assert children() == before


def test_child_keeps_nothing_of_its_parent() -> None:
    """A child holds none of its parent's connections, so that they close when the parent closes them."""
    reader, writer = os.pipe()
    child = WorkerProcess(lambda request: request)
    os.close(writer)
    assert os.read(reader, 1) == b""
    os.close(reader)
    child.ask(b"still there")
    assert child.answer() == b"still there"
    child.end()


def test_no_items() -> None:
    """Nothing to do is done at once."""
    assert list(map_parallel([], work)) == []


def test_memory_is_counted_from_what_there_is() -> None:
    """A process that is large already may still work; only what the work adds counts."""
    large = [bytearray(1 << 20) for _ in range(300)]
    with bounded(20):
        assert len(bytearray(50 << 20)) == 50 << 20
    with pytest.raises(OverBudgetError), bounded(20):
        work("hoard")
    assert len(large) == 300


def test_budget_inside_a_budget() -> None:
    """The tighter one ends the work, and the outer one goes on afterwards."""
    with bounded(5):
        with pytest.raises(OverBudgetError), bounded(0.1):
            burn()
        assert 0 < signal.getitimer(signal.ITIMER_PROF)[0] < 5
        assert work("fine") == b"fine"
    with pytest.raises(OverBudgetError), bounded(0.3):
        with bounded(5):
            burn(0.1)
        burn()
    assert signal.getitimer(signal.ITIMER_PROF)[0] == 0


def test_where_no_more_processes_are_to_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the system refuses another process, those that are there do all the work; with none at all, it is said."""
    fork, made = os.fork, list[int]()

    def refuse() -> int:
        if made:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        made.append(0)
        return fork()

    monkeypatch.setattr(os, "fork", refuse)
    items = [str(number) for number in range(50)]
    assert list(map_parallel(items, work)) == [item.encode() for item in items]
    with pytest.raises(BlockingIOError):
        list(map_parallel(items, work))


def test_item_whose_child_is_killed_from_outside_is_tried_again(tmp_path: Path) -> None:
    """Whoever kills a child once loses nothing; an item that has its child killed each time has no answer."""

    def fragile(item: str) -> bytes:
        if item == "always" or (item == "once" and not (tmp_path / "been").exists()):
            (tmp_path / "been").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return item.encode()

    items = ["1", "once", "2", "always", *map(str, range(3, 20))]
    assert list(map_parallel(items, fragile)) == [
        WorkFailure.KILLED if one == "always" else one.encode() for one in items
    ]
    (tmp_path / "been").unlink()
    with RestartingWorker(lambda request: fragile(request.decode())) as keeper:
        assert [keeper.ask(one) for one in (b"once", b"always", b"3")] == [b"once", WorkFailure.KILLED, b"3"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process that is told so")
@pytest.mark.parametrize("item", ["regex", "stubborn", "sleep", "none"])
def test_no_child_outlives_its_parent(item: str) -> None:
    """When its parent is killed, a child ends at once, also in code that is not ours, asleep or without work."""
    reader, writer = os.pipe()
    parent = os.fork()
    if parent == 0:
        child = WorkerProcess(lambda request: work(request.decode()), 60)
        child.ask(b"fine")
        child.answer()
        if item != "none":
            child.ask(item.encode())
        os.write(writer, str(child.pid).encode())
        os.kill(os.getpid(), signal.SIGKILL)
    os.close(writer)
    os.waitpid(parent, 0)
    child_id = int(os.read(reader, 20))
    os.close(reader)
    until = time.monotonic() + 10
    while lives(child_id) and time.monotonic() < until:
        time.sleep(0.01)
    assert not lives(child_id)


def lives(process: int) -> bool:
    """Whether a process runs: one that is only not buried yet does not."""
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
