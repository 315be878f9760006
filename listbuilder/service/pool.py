"""The children behind the service: requests wait their turn, answers come back as bytes, nothing blocks the loop.

A child that takes too long is killed and another takes its place; when too many wait, the next is told to come again.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from listbuilder.service.answers import RefusedError
from listbuilder.workers.child import HEAD, Child, Ended, Work, parse_answer
from listbuilder.workers.crew import cores

WAITING = 200
QUEUE_SECONDS, WALL_SECONDS = 30.0, 15.0
# Cards of a long list take longer than its verdict, which has a budget of its own.
CHILD_SECONDS = 6.0


class Pool:
    """Children, made when they are first needed: more than there are cores, so that a bad list holds up nobody.

    Each keeps what it has learned, some tens of megabytes, so there are not many more.
    """

    def __init__(self, work: Work, most: int = 1 + cores(), waiting: int = WAITING) -> None:
        self.work = work
        self.most_waiting = waiting
        self.idle: list[Child] = []
        self.busy: set[Child] = set()
        self.free = asyncio.Semaphore(most)
        self.waiting = 0

    async def ask(self, head: bytes, body: bytes) -> bytes:
        """The answer to a request, or RefusedError; whoever goes away meanwhile ends the work."""
        await self.turn()
        try:
            answer = await self.work_on(head, body)
        finally:
            self.free.release()
        if isinstance(answer, Ended):
            raise _refused(answer)
        return answer

    async def work_on(self, head: bytes, body: bytes) -> bytes | Ended:
        """The answer of a child, which is kept for the next request if it gave one."""
        try:
            child = self.next_child()
        except OSError as error:
            raise _busy() from error
        self.busy.add(child)
        answer: bytes | Ended = Ended.TOO_LONG
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(WALL_SECONDS):
                    answer = await _talk(child, head, body)
        finally:
            self.busy.discard(child)
            if isinstance(answer, Ended):
                child.end()
            else:
                self.idle.append(child)
        return answer

    def next_child(self) -> Child:
        """One that has nothing to do, or another; one that was ended from outside meanwhile is passed over."""
        while self.idle:
            child = self.idle.pop()
            if not child.speaks():
                return child
            child.end()
        return Child(self.work, CHILD_SECONDS)

    async def turn(self) -> None:
        """Wait for a child that has nothing to do."""
        if self.waiting >= self.most_waiting:
            raise _busy()
        self.waiting += 1
        try:
            async with asyncio.timeout(QUEUE_SECONDS):
                await self.free.acquire()
        except TimeoutError as error:
            raise _busy() from error
        finally:
            self.waiting -= 1

    def end(self) -> None:
        """End all children, whatever they do."""
        children = [*self.idle, *self.busy]
        for child in children:  # all of them before the first is waited for
            child.kill()
        for child in children:
            child.end()
        self.idle.clear()
        self.busy.clear()


async def _talk(child: Child, head: bytes, body: bytes) -> bytes | Ended:
    """Ask a child and read what it says; one that is gone says nothing."""
    loop = asyncio.get_running_loop()
    child.connection.setblocking(False)
    try:
        await loop.sock_sendall(child.connection, (len(head) + len(body)).to_bytes(HEAD, "big") + head)
        await loop.sock_sendall(child.connection, body)
        size = await _read(child, HEAD)
        return parse_answer(await _read(child, int.from_bytes(size, "big")))
    except OSError:
        return child.fate()


async def _read(child: Child, size: int) -> bytes:
    loop = asyncio.get_running_loop()
    found = bytearray()
    while len(found) < size:
        part = await loop.sock_recv(child.connection, size - len(found))
        if not part:
            raise ConnectionError("the child is gone")
        found += part
    return bytes(found)


def _busy() -> RefusedError:
    return RefusedError(503, "service.busy", "Too many requests are waiting; come again in a few seconds.")


def _refused(ended: Ended) -> RefusedError:
    """The refusal of a request whose work was ended."""
    from listbuilder.workers.findings import finding_of

    finding = finding_of(ended)
    if ended is Ended.KILLED:  # which says nothing about the request
        return RefusedError(503, finding.code, finding.message)
    status = 500 if ended is Ended.FAILED else 413
    return RefusedError(status, finding.code, finding.message, (finding,))
