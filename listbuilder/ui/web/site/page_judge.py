"""The judge of a page: the runtime, our code and some games as files that the page's worker loads."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable, Mapping

from listbuilder.catalogue import Game
from listbuilder.ui.web.page_files import PageJudge
from listbuilder.ui.web.shelf import Shelf, pack_shelf
from listbuilder.ui.web.site.runtime import PRINT, RUNTIME

GAMES = "games.json"


def make_page_judge(
    files: Mapping[str, bytes], shelf: Shelf, games: Iterable[str], events: Iterable[Game] = ()
) -> PageJudge:
    """The judge of some games and events; `files` are those that every judge has."""
    packed = gzip.compress(pack_shelf(shelf, games, events).encode(), 9, mtime=0)
    large = {**{name: body for name, body in files.items() if not name.startswith(RUNTIME)}, GAMES: packed}
    named = {name: _with_digest(name, body) for name, body in large.items()}
    # What prints is loaded only when somebody prints, so it is no part of the first visit's progress.
    first = sum(len(body) for name, body in large.items() if name != PRINT)
    scripts = {name: body for name, body in files.items() if name.startswith(RUNTIME)}
    return PageJudge(
        {"names": named, "runtime": RUNTIME, "all": first}, {**{named[name]: large[name] for name in large}, **scripts}
    )


def _with_digest(name: str, body: bytes) -> str:
    stem, _, suffix = name.rpartition(".")
    return f"{stem}.{hashlib.sha256(body).hexdigest()[:12]}.{suffix}.gz"
