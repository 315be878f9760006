"""A parallel map: items go in, and an answer for each comes out in order, or the reason why there is none."""

from __future__ import annotations

import os
import selectors
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from listbuilder.storage.processes.budget import WorkFailure
from listbuilder.storage.processes.worker_process import TRIES, WorkerProcess

Item = TypeVar("Item")
# Items queued per worker: enough that no worker waits for the parent, few enough that all finish at about one time.
AHEAD = 4
PATIENCE = 10.0


def cores() -> int:
    """How many processes can run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def map_parallel(
    items: Sequence[Item], work: Callable[[Item], bytes], patience: float = PATIENCE
) -> Iterator[bytes | WorkFailure]:
    """Yield the answer for each item, in order, as soon as it is ready.

    A worker that takes longer than `patience` (wall-clock seconds) over one item is killed. That item has no answer;
    the rest of its items go to another worker. An item whose worker was killed from outside is retried.
    """
    # Only the number of an item travels: the items themselves were copied by the fork.
    pool = _WorkerPool(len(items), lambda request: work(items[int.from_bytes(request, "big")]), patience)
    found: dict[int, bytes | WorkFailure] = {}
    with pool.closing():
        for number in range(len(items)):
            while number not in found:
                found.update(pool.wait())
            yield found.pop(number)


class _WorkerPool:
    """The busy workers, the queue of each, and the time by which each must answer."""

    def __init__(self, count: int, work: Callable[[bytes], bytes], patience: float) -> None:
        self.waiting = deque(range(count))
        self.work = work
        self.patience = patience
        self.size = min(cores(), count)
        self.killed: Counter[int] = Counter()
        self.busy: dict[WorkerProcess, deque[int]] = {}
        self.deadlines: dict[WorkerProcess, float] = {}
        self.selector = selectors.DefaultSelector()

    @contextmanager
    def closing(self) -> Iterator[None]:
        """Kill all workers at the end, whatever happens."""
        try:
            yield
        finally:
            for worker in list(self.busy):
                self.stop(worker)
            self.selector.close()

    def wait(self) -> Iterator[tuple[int, bytes | WorkFailure]]:
        """Start workers, wait for the first answer, and yield all answers that are there."""
        while self.waiting and len(self.busy) < self.size:
            self.start_worker()
        soonest = min(self.deadlines.values()) - time.monotonic()
        for key, _ in self.selector.select(max(0.0, soonest)):
            ready: WorkerProcess = key.data
            yield from self.take(ready, ready.answer())
        now = time.monotonic()
        for worker in [one for one, deadline in self.deadlines.items() if deadline < now]:
            yield from self.take(worker, WorkFailure.TOO_LONG)

    def start_worker(self) -> None:
        """Start one more worker; if the system allows no more, go on with those that run."""
        try:
            worker = WorkerProcess(self.work)
        except OSError:
            if not self.busy:
                raise
            self.size = len(self.busy)
            return
        self.busy[worker] = deque()
        self.selector.register(worker, selectors.EVENT_READ, worker)
        self.send_items(worker)

    def take(self, worker: WorkerProcess, answer: bytes | WorkFailure) -> Iterator[tuple[int, bytes | WorkFailure]]:
        """Yield an answer with its number; a worker without one is killed, and its other items are queued again."""
        number = self.busy[worker].popleft()
        # Whoever was killed from outside says nothing about the item, so it is tried again, but not for ever.
        self.killed[number] += answer is WorkFailure.KILLED
        again = answer is WorkFailure.KILLED and self.killed[number] < TRIES
        if again:
            self.busy[worker].appendleft(number)
        if isinstance(answer, WorkFailure):
            # Back to the front, because answers are yielded in order.
            self.waiting.extendleft(reversed(self.busy[worker]))
            self.stop(worker)
        else:
            self.send_items(worker)
        if not again:
            yield number, answer

    def send_items(self, worker: WorkerProcess) -> None:
        """Send a worker its next items; kill it when none are left."""
        mine = self.busy[worker]
        while self.waiting and len(mine) < AHEAD:
            mine.append(self.waiting.popleft())
            worker.ask(mine[-1].to_bytes(4, "big"))
        # The time is for one item, so it starts anew with each answer.
        self.deadlines[worker] = time.monotonic() + self.patience
        if not mine:
            self.stop(worker)

    def stop(self, worker: WorkerProcess) -> None:
        """Kill a worker and forget it."""
        self.selector.unregister(worker)
        del self.busy[worker], self.deadlines[worker]
        worker.end()
