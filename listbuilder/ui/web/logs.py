"""Logs of the service: one JSON object a line on stderr. They hold nobody up: what nobody takes is not written."""

from __future__ import annotations

import json
import logging
import os
import select
import sys
import time

LONGEST = 500


def log(event: str, level: str = "info", **fields: object) -> None:
    """Write one line; texts that strangers chose are cut and escaped."""
    cut = {key: value[:LONGEST] if isinstance(value, str) else value for key, value in fields.items()}
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    _write(json.dumps({"time": stamp, "level": level, "event": event, **cut}).encode() + b"\n")


def _write(line: bytes) -> None:
    """Write a line at once, also from within a signal, unless stderr is closed or a pipe that is full."""
    if sys.stderr is None:
        return
    out = sys.stderr.fileno()
    try:
        if select.select([], [out], [], 0)[1]:
            os.write(out, line)
    except OSError:
        # Whoever read it is gone.
        return


class JsonHandler(logging.Handler):
    """Passes what the web server logs on, in the same form; traces stay here and never reach an answer."""

    def emit(self, record: logging.LogRecord) -> None:
        trace = self.format(record) if record.exc_info else None
        message = record.getMessage()
        log("server", record.levelname.lower(), message=message, **({"trace": trace[-LONGEST:]} if trace else {}))
