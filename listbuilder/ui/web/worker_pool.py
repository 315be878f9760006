"""The worker processes behind the service: requests queue, answers come back as bytes, nothing blocks the event loop.

A process that takes too long is killed and replaced; when too many requests wait, the next is refused with 503. Peers
take turns, so that one with many requests delays only its own.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from contextlib import suppress

from listbuilder.storage.processes.budget import WorkFailure
from listbuilder.storage.processes.parallel import cores
from listbuilder.storage.processes.worker_process import HEAD, Work, WorkerProcess, parse_answer
from listbuilder.ui.web.answers import RefusedError
from listbuilder.ui.web.guard import busy_refusal
from listbuilder.ui.web.peers import Quota

# Requests that may wait, and seconds that one may: for its turn, and for its answer.
WAITING = 200
QUEUE_SECONDS, WALL_SECONDS = 30.0, 15.0
# Cards of a long list take longer than its verdict, which has a budget of its own.
CHILD_SECONDS = 6.0


class WorkerPool:
    """Worker processes, started when first needed: one more than cores, so that a slow list holds up nobody.

    Each has caches of some tens of megabytes, so there are no more than that.
    """

    def __init__(
        self, work: Work, most: int = 1 + cores(), waiting: int = WAITING, seconds: float = CHILD_SECONDS
    ) -> None:
        self.work, self.seconds = work, seconds
        self.idle: list[WorkerProcess] = []
        self.busy: set[WorkerProcess] = set()
        self.turns = Turns(most, waiting)

    async def ask(self, head: bytes, body: bytes, peer: str = "") -> bytes:
        """The answer to a request of a peer, or RefusedError; whoever goes away meanwhile ends the work."""
        await self.turns.take(peer)
        try:
            answer = await self.work_on(head, body)
        finally:
            self.turns.end(peer)
        if isinstance(answer, WorkFailure):
            raise _refused(answer)
        return answer

    async def work_on(self, head: bytes, body: bytes) -> bytes | WorkFailure:
        """The answer of a child, which is kept for the next request if it gave one."""
        try:
            child = self.next_child()
        except OSError as error:
            raise busy_refusal() from error
        self.busy.add(child)
        # The default counts when the client goes away: the process is still at work then, and can't be reused.
        answer: bytes | WorkFailure = WorkFailure.TOO_LONG
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(WALL_SECONDS / CHILD_SECONDS * self.seconds):
                    answer = await _exchange(child, head, body)
        finally:
            self.busy.discard(child)
            if isinstance(answer, WorkFailure):
                child.end()
            else:
                self.idle.append(child)
        return answer

    def next_child(self) -> WorkerProcess:
        """One that has nothing to do, or another; one that was ended from outside meanwhile is passed over."""
        while self.idle:
            child = self.idle.pop()
            if not child.has_answer():
                return child
            child.end()
        return WorkerProcess(self.work, self.seconds)

    def end(self) -> None:
        """End all children, whatever they do."""
        children = [*self.idle, *self.busy]
        # All are killed before the first is waited for, so that they end at the same time.
        for child in children:
            child.kill()
        for child in children:
            child.end()
        self.idle.clear()
        self.busy.clear()


class Turns:
    """Who works and who waits: so many at once, peer after peer.

    Where several can work at once, no peer has all of the places: others find one that is free.
    """

    def __init__(self, most: int, waiting: int) -> None:
        self.free = most
        self.most_each = max(1, most - 1)
        self.working: Counter[str] = Counter()
        self.places = Quota(waiting)
        self.queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def take(self, peer: str) -> None:
        """Wait for a turn."""
        if not self.places.take(peer):
            raise busy_refusal()
        turn = asyncio.get_running_loop().create_future()
        self.queues.setdefault(peer, deque()).append(turn)
        self.hand_out_places()
        try:
            async with asyncio.timeout(QUEUE_SECONDS):
                await turn
        except BaseException as error:
            # The turn was given at the moment when its owner went away.
            if turn.done() and not turn.cancelled():
                self.end(peer)
            else:
                self.leave(peer, turn)
            if isinstance(error, TimeoutError):
                raise busy_refusal() from error
            raise
        finally:
            self.places.give_back(peer)

    def end(self, peer: str) -> None:
        """A turn is over: the next one begins."""
        self.free += 1
        self.working[peer] -= 1
        if not self.working[peer]:
            del self.working[peer]
        self.hand_out_places()

    def hand_out_places(self) -> None:
        """Give every free place to the peer that has waited longest since its last turn."""
        while self.free:
            peer = next((one for one in self.queues if self.working[one] < self.most_each), None)
            if peer is None:
                return
            turn = self.queues[peer].popleft()
            if self.queues[peer]:
                self.queues.move_to_end(peer)
            else:
                del self.queues[peer]
            if not turn.done():
                self.free -= 1
                self.working[peer] += 1
                turn.set_result(None)

    def leave(self, peer: str, turn: asyncio.Future[None]) -> None:
        """Whoever waited for this turn is gone."""
        queue = self.queues.get(peer, deque())
        with suppress(ValueError):
            queue.remove(turn)
        if not queue:
            self.queues.pop(peer, None)


async def _exchange(child: WorkerProcess, head: bytes, body: bytes) -> bytes | WorkFailure:
    """Ask a child and read what it says; one that is gone says nothing."""
    loop = asyncio.get_running_loop()
    child.connection.setblocking(False)
    try:
        await loop.sock_sendall(child.connection, (len(head) + len(body)).to_bytes(HEAD, "big") + head)
        await loop.sock_sendall(child.connection, body)
        size = await _read(child, HEAD)
        return parse_answer(await _read(child, int.from_bytes(size, "big")))
    except OSError:
        return child.failure()


async def _read(child: WorkerProcess, size: int) -> bytes:
    loop = asyncio.get_running_loop()
    found = bytearray()
    while len(found) < size:
        part = await loop.sock_recv(child.connection, size - len(found))
        if not part:
            raise ConnectionError("the child is gone")
        found += part
    return bytes(found)


def _refused(ended: WorkFailure) -> RefusedError:
    """The refusal of a request whose work was ended."""
    from listbuilder.storage.processes.budget import failure_finding

    finding = failure_finding(ended)
    # Killed from outside, which says nothing about the request: the client may try again.
    if ended is WorkFailure.KILLED:
        return RefusedError(503, finding.code, finding.message)
    status = 500 if ended is WorkFailure.FAILED else 413
    return RefusedError(status, finding.code, finding.message, (finding,))
