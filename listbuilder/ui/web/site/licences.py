"""What a published site is made of, by whom, and under which terms: each licence asks that its text goes with it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from listbuilder import __version__

TEXTS = Path(__file__).with_name("licences")
HEAD = "What this site contains. Nothing of others was changed; their modules are here as bytecode.\n"
# A package that is installed here, and what of it goes out.
PACKAGES = (
    ("listbuilder", f"listbuilder {__version__}: the builder and the judge"),
    ("PyYAML", "PyYAML: reads lists"),
    ("segno", "segno: draws QR codes"),
    ("reportlab", "reportlab: writes PDF"),
    ("font-roboto", "Roboto: the type of cards and sheets"),
)


def licences(runtime: str) -> str:
    """All of it as one text; `runtime` is the version of Pyodide."""
    source = "Source: https://github.com/pyodide/pyodide"
    parts = [
        (f"Pyodide {runtime}: Python for browsers. {source}", (TEXTS / "MPL-2.0.txt").read_text("utf-8")),
        ("CPython and its standard library", (TEXTS / "Python.txt").read_text("utf-8")),
        *((title, "\n".join(_texts_of(name))) for name, title in PACKAGES),
    ]
    return "\n".join([HEAD, *(f"{title}\n{'=' * len(title)}\n\n{text.strip()}\n" for title, text in parts)])


def _texts_of(package: str) -> Iterator[str]:
    """The licences that an installed package has with it, as those terms ask."""
    try:
        files = distribution(package).files or ()
    # A checkout that was never installed.
    except PackageNotFoundError:
        files = ()
    for file in files:
        if file.parent.name == "licenses" and file.stem.upper() in ("LICENSE", "LICENCE"):
            yield file.read_text("utf-8")
