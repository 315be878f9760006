"""`validate --stream`: lists in on stdin, reports out on stdout, a line each, until stdin ends."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from listbuilder.catalogue import Game
from listbuilder.cli.common import FAILED, ILLEGAL, UNREADABLE
from listbuilder.engine.stream import judge_stream


def judge_stdin(catalogues: list[Path], event: Game | None, forces: bool) -> int:
    """Answer every line at once, and say at the end how bad the worst was."""
    worst = 0
    for verdict in judge_stream(sys.stdin.buffer, forces=forces, event=event, catalogues=catalogues):
        sys.stdout.write(json.dumps(verdict, ensure_ascii=False, separators=(",", ":")) + "\n")
        sys.stdout.flush()
        worst = max(worst, _code(verdict))
    return worst


def _code(verdict: dict[str, Any]) -> int:
    if verdict["valid"]:
        return 0
    codes = [finding["code"] for finding in verdict["findings"]]
    if "work.failed" in codes:
        return FAILED
    return UNREADABLE if any(code.startswith(("file.", "key.", "game.", "work.")) for code in codes) else ILLEGAL
