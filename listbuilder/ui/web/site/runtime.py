"""The Python runtime for browsers, and our own code compiled for it.

The runtime is the npm package `pyodide`. It comes from a file that the user names or through the user's npm, is
checked against a digest that stands here, and is kept in the cache. Node.js, which npm needs anyway, compiles our code
with that very runtime: bytecode of another version of Python could not be loaded, and compiling in the browser would
cost a phone ten seconds at every first visit.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from listbuilder.base.errors import DocumentError
from listbuilder.storage import cache

VERSION = "314.0.7"
SHA512 = (
    "d18bd7c4485f11da4b7dbfd790cd8114078c44eab488c517d9bcf31fda4eb6dc"
    "8c716930abe1db139bb2b860fcd8b37bcb6abe48dbe2ffa579244b0e943d91d4"
)
# What the browser loads of the package; the standard library goes into the judge instead.
WASM, LOCK, JUDGE, PRINT = "pyodide.asm.wasm", "pyodide-lock.json", "judge.zip", "print.zip"
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", WASM, LOCK)
# The version is part of the name: a browser that keeps these files never takes an old one for a new one.
RUNTIME = f"runtime-{VERSION}/"
STANDARD_LIBRARY = "python_stdlib.zip"
COMPILER = Path(__file__).with_name("compile_judge.mjs")
SECONDS = 600

# Parts of the standard library that the judge never imports, by how their names start; without them the site is 3 MB
# smaller.
UNUSED = (
    "__phello__",
    "_pydatetime.py",
    "_pyio.py",
    "_pyrepl",
    "argparse.py",
    "asyncio/__main__.py",
    "asyncio/proactor_events.py",
    "asyncio/tools.py",
    "asyncio/windows_",
    "bdb.py",
    "cProfile.py",
    "cmd.py",
    "compileall.py",
    "concurrent/interpreters",
    "configparser.py",
    "ctypes",
    "dbm",
    "doctest.py",
    "ensurepip",
    "filecmp.py",
    "fileinput.py",
    "ftplib.py",
    "getopt.py",
    "getpass.py",
    "http/cookiejar.py",
    "http/cookies.py",
    "http/server.py",
    "idlelib",
    "imaplib.py",
    "lib2to3",
    "logging/config.py",
    "logging/handlers.py",
    "mailbox.py",
    "modulefinder.py",
    "multiprocessing",
    "netrc.py",
    "nturl2path.py",
    "optparse.py",
    "pdb.py",
    "pickletools.py",
    "plistlib.py",
    "poplib.py",
    "profile.py",
    "pstats.py",
    "pty.py",
    "py_compile.py",
    "pyclbr.py",
    "pydoc.py",
    "pydoc_data",
    "pyodide/console.py",
    "rlcompleter.py",
    "sched.py",
    "shelve.py",
    "smtplib.py",
    "socketserver.py",
    "sqlite3",
    "statistics.py",
    "symtable.py",
    "tabnanny.py",
    "this.py",
    "timeit.py",
    "tkinter",
    "tomllib",
    "trace.py",
    "tracemalloc.py",
    "tty.py",
    "turtle.py",
    "turtledemo",
    "unittest",
    "venv",
    "wave.py",
    "webbrowser.py",
    "wsgiref",
    "xml/dom",
    "xmlrpc",
    "zipapp.py",
)
# The encodings that people's files, archives and the runtime itself have.
ENCODINGS = ("__init__", "aliases", "ascii", "cp1252", "cp437", "idna", "latin_1", "punycode", "utf_")
# Our packages and modules that need a terminal, a folder, a service or pydantic; a test says which others need those.
NOT_IN_BROWSER = (
    "__main__.py",
    "building/prove/",
    "desk/",
    "exchange/engine/batch.py",
    "exchange/schemas/",
    "judging/game_cases.py",
    "loading/assemble.py",
    "loading/effects/coverage.py",
    "loading/effects/effect_checks.py",
    "loading/effects/read_effects.py",
    "loading/effects/text_checks.py",
    "loading/event_packs.py",
    "loading/overlay_report.py",
    "loading/patches.py",
    "loading/proofs/",
    "loading/raw_entries.py",
    "loading/references.py",
    "loading/templates/template_checks.py",
    "loading/type_checks.py",
    "shipped/",
    "storage/processes/parallel.py",
    "storage/processes/worker_process.py",
    "ui/cli/",
    "ui/published_schemas.py",
    "ui/schema_check.py",
    "ui/screen/",
    "ui/web/api_types.py",
    "ui/web/builder_app.py",
    "ui/web/engine_api.py",
    "ui/web/organiser_",
    "ui/web/session_keys.py",
    "ui/web/desk_",
    "ui/web/guard.py",
    "ui/web/minify.py",
    "ui/web/openapi.py",
    "ui/web/page/",
    "ui/web/page_files.py",
    "ui/web/page_look.py",
    "ui/web/peers.py",
    "ui/web/requests.py",
    "ui/web/server.py",
    "ui/web/site/",
    "ui/web/studio/",
    "ui/web/worker",
)
FONTS = ("Light", "Regular", "Medium", "Bold", "Italic")
# reportlab imports Pillow at start but uses it for pictures only, which the page's prints do not have.
PILLOW_STUB = {"PIL/__init__.py": b"class Image:\n    Image = type('Image', (), {})\n"}


def judge_files(file: Path | None = None) -> dict[str, bytes]:
    """What a page needs to judge by itself, apart from the games: from the cache, or made and kept there.

    `file` is the runtime's package; without it npm fetches that.
    """
    if file:
        _checked(file.read_bytes(), str(file))
    return cached_judge_files() or _make_judge_files(file)


def cached_judge_files() -> dict[str, bytes] | None:
    """The same from the cache alone, or None."""
    kept = cache.load(_judge_name())
    if kept is None:
        return None
    with zipfile.ZipFile(io.BytesIO(kept)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _make_judge_files(file: Path | None) -> dict[str, bytes]:
    name = _judge_name()
    runtime = load_runtime(file)
    made = {
        # Without a time stamp the same sources give the same bytes, and browsers keep what they have.
        WASM: gzip.compress(runtime[WASM], 9, mtime=0),
        JUDGE: _compiled(runtime, {**_standard_library(runtime), **_read(_judge_sources())}),
        PRINT: _compiled(runtime, {**_read(_print_sources()), **PILLOW_STUB}),
        **{f"{RUNTIME}{part}": runtime[part] for part in PARTS if part not in (WASM, LOCK)},
        f"{RUNTIME}{LOCK}": _without_packages(runtime[LOCK]),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for one, body in made.items():
            archive.writestr(one, body)
    cache.store(name, out.getvalue())
    return made


def _judge_name() -> str:
    """The name of the files in the cache: dates and sizes tell versions apart, since reading it all takes seconds."""
    sources = [COMPILER, *(path for _, path in (*_judge_sources(), *_print_sources()))]
    known = [(str(path), found.st_size, found.st_mtime_ns) for path in sources for found in [path.stat()]]
    return f"judge-{hashlib.sha256(repr((VERSION, known)).encode()).hexdigest()[:32]}"


def load_runtime(file: Path | None = None) -> dict[str, bytes]:
    """The files of the runtime by name."""
    raw = _checked(file.read_bytes(), str(file)) if file else cache.load(_cache_name()) or _fetch()
    found: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(raw)) as archive:
        for name in (*PARTS, STANDARD_LIBRARY):
            member = archive.extractfile(f"package/{name}")
            # The digest was checked, so the archive has all its files.
            assert member is not None, name
            found[name] = member.read()
    return found


def _cache_name() -> str:
    return f"pyodide-{VERSION}"


def _fetch() -> bytes:
    """The package, by way of npm."""
    npm = shutil.which("npm")
    if npm is None:
        raise DocumentError.of(
            "publish.runtime",
            "Publishing needs the npm package pyodide once, and there is no npm here.",
            f"Install Node.js, or name a file that `npm pack pyodide@{VERSION}` made with --runtime.",
        )
    with TemporaryDirectory() as folder:
        command = [npm, "pack", f"pyodide@{VERSION}", "--silent", "--pack-destination", folder]
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        packed = next(Path(folder).glob("*.tgz"), None)
        if done.returncode or packed is None:
            reason = done.stderr.strip().splitlines()[-1:] or ["no file came"]
            hint = f"Check the network, or name a file that `npm pack pyodide@{VERSION}` made with --runtime."
            raise DocumentError.of("publish.runtime", f"npm could not get pyodide {VERSION}: {reason[0]}.", hint)
        raw = _checked(packed.read_bytes(), "what npm sent")
    cache.store(_cache_name(), raw)
    return raw


def _checked(raw: bytes, name: str) -> bytes:
    if hashlib.sha512(raw).hexdigest() != SHA512:
        hint = f"Make it again with `npm pack pyodide@{VERSION}`."
        raise DocumentError.of("publish.runtime", f"{name} is not pyodide {VERSION}: its SHA-512 differs.", hint)
    return raw


def _without_packages(lock: bytes) -> bytes:
    """The runtime's own list of packages without the packages: none is ever loaded, and each visitor would fetch it."""
    return json.dumps({**json.loads(lock), "packages": {}}).encode()


def _standard_library(runtime: dict[str, bytes]) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(runtime[STANDARD_LIBRARY])) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name.endswith(".py") and _is_used(name)}


def _is_used(name: str) -> bool:
    top, _, inner = name.partition("/")
    return not name.startswith(UNUSED) and (top != "encodings" or inner.startswith(ENCODINGS))


def _judge_sources() -> Iterator[tuple[str, Path]]:
    package = Path(__file__).parents[3]
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package).as_posix()
        if not name.startswith(NOT_IN_BROWSER):
            yield f"listbuilder/{name}", path
    for library in ("yaml", "segno"):
        yield from _library(library)


def _print_sources() -> Iterator[tuple[str, Path]]:
    yield from _library("reportlab")
    yield from _library("font_roboto")
    folder = _folder("font_roboto")
    for path in sorted(folder.rglob("*.ttf")):
        if path.stem.removeprefix("Roboto-") in FONTS:
            yield f"font_roboto/{path.relative_to(folder).as_posix()}", path


def _library(name: str) -> Iterator[tuple[str, Path]]:
    """The modules of an installed library without its tests and compiled parts."""
    folder = _folder(name)
    for path in sorted(folder.rglob("*.py")):
        yield f"{name}/{path.relative_to(folder).as_posix()}", path


def _read(sources: Iterable[tuple[str, Path]]) -> dict[str, bytes]:
    return {name: path.read_bytes() for name, path in sources}


def _folder(name: str) -> Path:
    spec = find_spec(name)
    # A dependency of ours, so it is installed.
    assert spec is not None and spec.origin is not None, name
    return Path(spec.origin).parent


def _compiled(runtime: dict[str, bytes], sources: dict[str, bytes]) -> bytes:
    """A gzipped zip with the bytecode of modules, and everything else as it is."""
    node = shutil.which("node")
    if node is None:
        hint = "Install Node.js, which compiles the judge for browsers."
        raise DocumentError.of("publish.runtime", "Publishing needs Node.js, and there is none here.", hint)
    with TemporaryDirectory() as folder:
        top = Path(folder)
        for name, body in runtime.items():
            (top / name).write_bytes(body)
        with zipfile.ZipFile(top / "sources.zip", "w") as archive:
            for name, body in sources.items():
                archive.writestr(name, body)
        (top / COMPILER.name).write_bytes(COMPILER.read_bytes())
        command = [node, str(top / COMPILER.name), str(top)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        if done.returncode:
            reason = done.stderr.strip()[-400:]
            raise DocumentError.of("publish.runtime", f"Node.js could not compile the judge: {reason}", "Update it.")
        return gzip.compress((top / "compiled.zip").read_bytes(), 9, mtime=0)


if __name__ == "__main__":
    # A service that runs has this done beside it.
    try:
        judge_files()
    except DocumentError as error:
        sys.exit(str(error))
