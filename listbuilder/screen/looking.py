"""Looking for choices without keeping the keys waiting: a little at once, the rest between two keys."""

from __future__ import annotations

from time import thread_time

from listbuilder.workbench.choices import Choices, Looking, finished


class Lookout:
    """Choices being looked for; `found` has them in the end."""

    def __init__(self, looking: Looking) -> None:
        self.looking = looking
        self.found: Choices | None = None

    def work(self, seconds: float) -> bool:
        """Look for so long, in processor time; whether all is found."""
        end = thread_time() + seconds
        while self.found is None and thread_time() < end:
            try:
                next(self.looking)
            except StopIteration as done:
                self.found = done.value
        return self.found is not None

    def finish(self) -> Choices:
        """All of them, now."""
        if self.found is None:
            self.found = finished(self.looking)
        return self.found
