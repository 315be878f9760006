"""What of a round, a result, a swap or a penalty can't be as it was said."""

from __future__ import annotations

from listbuilder.errors import EditError


def refused(message: str, hint: str) -> EditError:
    """The error for something about rounds that can't be done; nothing was noted."""
    return EditError.of("desk.rounds", message, hint)
