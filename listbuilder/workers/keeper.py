"""A keeper: one child for one request after another; where it ends, the next request finds a new one.

One that was killed from outside says nothing about its request, which is asked again.
"""

from __future__ import annotations

from types import TracebackType

from listbuilder.workers.budget import OverBudgetError, bounded
from listbuilder.workers.child import CAN_FORK, TRIES, Child, Ended, Work

PATIENCE = 10.0


class Keeper:
    """Answers requests within the budget, and in `patience` seconds on the wall."""

    def __init__(self, work: Work, patience: float = PATIENCE) -> None:
        self.work = work
        self.patience = patience
        self.child: Child | None = None

    def __enter__(self) -> Keeper:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.end()

    def ask(self, request: bytes) -> bytes | Ended:
        """The answer, or why there is none."""
        if not CAN_FORK:
            return self.alone(request)
        answer: bytes | Ended = Ended.KILLED
        for _ in range(TRIES):
            if answer is Ended.KILLED:
                answer = self.once(request)
        return answer

    def once(self, request: bytes) -> bytes | Ended:
        """The answer of the child that is there, or of a new one."""
        self.child = self.child or Child(self.work)
        self.child.ask(request)
        answer = self.child.answer() if self.child.speaks(self.patience) else Ended.TOO_LONG
        if isinstance(answer, Ended):
            self.end()
        return answer

    def alone(self, request: bytes) -> bytes | Ended:
        """The answer where there are no children to be had."""
        try:
            with bounded():
                return self.work(request)
        except OverBudgetError as error:
            return Ended.over(error)

    def end(self) -> None:
        """End the child, if there is one."""
        if self.child is not None:
            self.child.end()
            self.child = None
