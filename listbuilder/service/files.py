"""The web builder's files: read once, each with its type, its tag, and the policy that a browser holds it to."""

from __future__ import annotations

import gzip
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["PageFile", "page_digest", "page_files", "page_headers"]

FOLDER = Path(__file__).parent / "page"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
INDEX, WORKER = "index.html", "worker.js"
# Where the page learns which version of itself it is.
DIGEST_PLACE = b"{digest}"
# Where it names its scripts, so that a browser fetches all of them at once and not import after import.
MODULES_PLACE = b"{modules}"
# The one policy of trusted types passes the worker's address alone; no markup is ever made of data.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
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
    """A file of the page as it is sent."""

    body: bytes
    packed: bytes
    type: str
    tag: str


@cache
def page_files() -> dict[str, PageFile]:
    """Every file by its name below `/build/`; the empty name is the page itself."""
    found = {name: body.replace(DIGEST_PLACE, page_digest().encode()) for name, body in _sources().items()}
    names = ["", *(name for name in found if name not in (INDEX, WORKER))]
    head = f"const DIGEST = {json.dumps(page_digest())};\nconst FILES = {json.dumps(names)};\n"
    found[WORKER] = head.encode() + found[WORKER]
    modules = [name for name in found if name.endswith(".js") and name != WORKER]
    links = "\n".join(f'  <link rel="modulepreload" href="{name}">' for name in modules)
    found[""] = found.pop(INDEX).replace(MODULES_PLACE, links.encode())
    return {name: _file(name or INDEX, body) for name, body in found.items()}


@cache
def page_digest() -> str:
    """What names this version of the page: any change of any file changes it."""
    whole = hashlib.sha256()
    for name, body in _sources().items():
        whole.update(f"{name} {len(body)}\n".encode() + body)
    return whole.hexdigest()[:16]


def page_headers(file: PageFile, packed: bool) -> dict[str, str]:
    """What goes out with a file: kept by browsers, but asked for again each time."""
    found = {"content-security-policy": POLICY, "cache-control": "no-cache", "etag": file.tag}
    return {**found, "vary": "accept-encoding", **({"content-encoding": "gzip"} if packed else {})}


def _sources() -> dict[str, bytes]:
    paths = sorted(path for path in FOLDER.rglob("*") if path.suffix in TYPES)
    return {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in paths}


def _file(name: str, body: bytes) -> PageFile:
    # A weak tag, since the same file goes out packed and as it is.
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:16]}"'
    return PageFile(body, gzip.compress(body, mtime=0), TYPES[Path(name).suffix], tag)
