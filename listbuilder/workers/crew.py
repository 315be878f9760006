"""A crew: many items spread over the cores; each gets its answer in order, or the reason why it has none."""

from __future__ import annotations

import os
import selectors
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from listbuilder.workers.child import TRIES, Child, Ended

Item = TypeVar("Item")
# Enough that a child need not wait for its parent, few enough that all children end at about the same time.
AHEAD = 4
PATIENCE = 10.0


def cores() -> int:
    """How many processes can run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def each(items: Sequence[Item], work: Callable[[Item], bytes], patience: float = PATIENCE) -> Iterator[bytes | Ended]:
    """The answer for each item, in order, as soon as it is there.

    A child that takes longer over one item than `patience`, in seconds on the wall, is killed: that item has no answer,
    and the others go on in another child. Where somebody else kills one, its item is tried again.
    """
    crew = _Crew(len(items), lambda request: work(items[int.from_bytes(request, "big")]), patience)
    found: dict[int, bytes | Ended] = {}
    with crew.ended():
        for number in range(len(items)):
            while number not in found:
                found.update(crew.wait())
            yield found.pop(number)


class _Crew:
    """The children at work, what each has before it, and until when it may be silent."""

    def __init__(self, count: int, work: Callable[[bytes], bytes], patience: float) -> None:
        self.waiting = deque(range(count))
        self.work = work
        self.patience = patience
        self.size = min(cores(), count)
        self.killed: Counter[int] = Counter()
        self.busy: dict[Child, deque[int]] = {}
        self.until: dict[Child, float] = {}
        self.selector = selectors.DefaultSelector()

    @contextmanager
    def ended(self) -> Iterator[None]:
        """See to it that no child outlives the work."""
        try:
            yield
        finally:
            for child in list(self.busy):
                self.dismiss(child)
            self.selector.close()

    def wait(self) -> Iterator[tuple[int, bytes | Ended]]:
        """Hand out work, and take the answers that have come by the time of the first."""
        while self.waiting and len(self.busy) < self.size:
            self.take_on()
        soonest = min(self.until.values()) - time.monotonic()
        for key, _ in self.selector.select(max(0.0, soonest)):
            ready: Child = key.data
            yield from self.take(ready, ready.answer())
        now = time.monotonic()
        for child in [one for one, until in self.until.items() if until < now]:
            yield from self.take(child, Ended.TOO_LONG)

    def take_on(self) -> None:
        """One more child; where there is no room for another, those that are there must do."""
        try:
            child = Child(self.work)
        except OSError:
            if not self.busy:
                raise
            self.size = len(self.busy)
            return
        self.busy[child] = deque()
        self.selector.register(child, selectors.EVENT_READ, child)
        self.hand_out(child)

    def take(self, child: Child, answer: bytes | Ended) -> Iterator[tuple[int, bytes | Ended]]:
        """An answer with its number; a child that gave none is dismissed and its other items go back."""
        number = self.busy[child].popleft()
        self.killed[number] += answer is Ended.KILLED
        again = answer is Ended.KILLED and self.killed[number] < TRIES
        if again:
            self.busy[child].appendleft(number)
        if isinstance(answer, Ended):
            self.waiting.extendleft(reversed(self.busy[child]))
            self.dismiss(child)
        else:
            self.hand_out(child)
        if not again:
            yield number, answer

    def hand_out(self, child: Child) -> None:
        """Keep a child busy; one for which nothing is left is dismissed."""
        mine = self.busy[child]
        while self.waiting and len(mine) < AHEAD:
            mine.append(self.waiting.popleft())
            child.ask(mine[-1].to_bytes(4, "big"))
        self.until[child] = time.monotonic() + self.patience
        if not mine:
            self.dismiss(child)

    def dismiss(self, child: Child) -> None:
        """End a child."""
        self.selector.unregister(child)
        del self.busy[child], self.until[child]
        child.end()
