"""Logs of the service: one JSON object a line on stderr."""

from __future__ import annotations

import json
import logging
import sys
import time

__all__ = ["JsonHandler", "log"]

LONGEST = 500


def log(event: str, level: str = "info", **fields: object) -> None:
    """Write one line; texts that strangers chose are cut and escaped."""
    cut = {key: value[:LONGEST] if isinstance(value, str) else value for key, value in fields.items()}
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    sys.stderr.write(json.dumps({"time": stamp, "level": level, "event": event, **cut}) + "\n")
    sys.stderr.flush()


class JsonHandler(logging.Handler):
    """Passes what the web server logs on, in the same form; traces stay here and never reach an answer."""

    def emit(self, record: logging.LogRecord) -> None:
        trace = self.format(record) if record.exc_info else None
        message = record.getMessage()
        log("server", record.levelname.lower(), message=message, **({"trace": trace[-LONGEST:]} if trace else {}))
