"""The web builder's files: read once, each with its type, its tag, and the policy that a browser holds it to."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from listbuilder.ui.web.minify import minify_script, minify_style
from listbuilder.ui.web.page_look import PLAIN_LOOK, GameCover, PageLook, icon_svg, web_manifest

FOLDER = Path(__file__).parent / "page"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".gz": "application/gzip",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
INDEX, WORKER, JUDGE, MAIN = "index.html", "worker.js", "judge.js", "main.js"
# Where the page learns which version of itself it is, what it needs to know of the service before it asks, and which
# modules to fetch at once: otherwise a browser would find them one import after another.
DIGEST_PLACE, START_PLACE, PRELOAD_PLACE, COLOUR_PLACE = "{digest}", "{start}", "{preload}", "{colour}"
PRELOAD = '<link rel="modulepreload" href="{name}">'
# The one policy of trusted types passes the workers' addresses alone; no markup is ever made of data.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types listbuilder",
    )
)


class PageFile(NamedTuple):
    """A file of the page as it is sent; one that is packed as it stands has nothing in `packed`."""

    body: bytes
    packed: bytes
    type: str
    tag: str


class PageBundle(NamedTuple):
    """The page of a service: what names this version of it, and every file by its name below `/build/`."""

    digest: str
    files: dict[str, PageFile]


class PageJudge(NamedTuple):
    """The judge of a page that can do without a service: what its worker is told, and its files by name."""

    manifest: Mapping[str, Any]
    files: Mapping[str, bytes]


def page_of(
    games: Iterable[GameCover] = (),
    events: Mapping[str, str] | None = None,
    event: str | None = None,
    judge: PageJudge | None = None,
    address: str = "",
    service: bool = True,
    look: PageLook = PLAIN_LOOK,
) -> PageBundle:
    """The page, which knows its games, and its events with their games; the empty name is the page itself.

    `event` is the one that lists are judged for unless their player chooses otherwise; `address` is where the page will
    be found, if that is known; `service` says that a service judges as long as it can be reached. Any
    change of any of this changes the page's digest.
    """
    listed = [one._asdict() for one in games]
    played = [{"name": name, "game": game} for name, game in (events or {}).items()]
    known = {"games": listed, "events": played, "event": event, "address": address, "service": service}
    start = escape(json.dumps({**known, "judge": judge.manifest if judge else None}))
    lasting = sorted(judge.files) if judge else []
    texts = {**_texts(), "icon.svg": icon_svg(look), "manifest.webmanifest": web_manifest(look)}
    if judge is None:
        del texts[JUDGE]
    whole = json.dumps([start, texts]).encode()
    digest = hashlib.sha256(whole).hexdigest()[:16]
    modules = [name for name in texts if name.endswith(".js") and name not in (MAIN, WORKER, JUDGE)]
    preload = "".join(PRELOAD.format(name=name) for name in modules)
    index = (
        texts.pop(INDEX).replace(DIGEST_PLACE, digest).replace(START_PLACE, start).replace(COLOUR_PLACE, look.colour)
    )
    texts[""] = index.replace(PRELOAD_PLACE, preload)
    names = sorted(name for name in texts if name != WORKER) + lasting
    constants = {"DIGEST": digest, "FILES": names, "LASTING": lasting}
    texts[WORKER] = "".join(f"const {key} = {json.dumps(one)};\n" for key, one in constants.items()) + texts[WORKER]
    bodies = {**{name: text.encode() for name, text in texts.items()}, **(judge.files if judge else {})}
    return PageBundle(digest, {name: _file(name or INDEX, body) for name, body in bodies.items()})


def page_headers(file: PageFile, packed: bool) -> dict[str, str]:
    """What goes out with a file: kept by browsers, but asked for again each time."""
    found = {"content-security-policy": POLICY, "cache-control": "no-cache", "etag": file.tag}
    return {**found, "vary": "accept-encoding", **({"content-encoding": "gzip"} if packed else {})}


def _texts() -> dict[str, str]:
    """The files as they go out."""
    paths = sorted(path for path in FOLDER.rglob("*") if path.suffix in TYPES)
    found = {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in paths}
    smaller = {".js": minify_script, ".css": minify_style}
    return {name: smaller.get(Path(name).suffix, str)(text) for name, text in found.items()}


def _file(name: str, body: bytes) -> PageFile:
    # A weak tag, since the same file goes out packed and as it is.
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:16]}"'
    packed = b"" if name.endswith(".gz") else gzip.compress(body, mtime=0)
    return PageFile(body, packed, TYPES[Path(name).suffix], tag)
