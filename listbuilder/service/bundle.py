"""One script of the page's modules, so that a browser asks once and not file after file.

Each module becomes a function with a scope of its own, after those that it imports; it gives back what it exports.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from graphlib import TopologicalSorter
from posixpath import dirname, normpath
from typing import NamedTuple

# The forms that modules of the page are written in; whatever else begins with these words is refused.
IMPORT = re.compile(r'^import (?:\* as (\w+)|\{ ([\w, ]+) \}) from "(\.[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
# Lines that are for readers of the modules, and the spaces that lines begin with.
ASIDE = re.compile(r"^[ \t]*(?://[^\n]*\n|/\*\*.*?\*/\n)|^[ \t]+", re.MULTILINE | re.DOTALL)
OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class Import(NamedTuple):
    """What a module takes from another: some names, or all of it under one name."""

    module: str
    names: tuple[str, ...]
    whole: str


def bundle(modules: Mapping[str, str]) -> str:
    """The modules, by their names, as one script."""
    needs = {name: [one.module for one in imports(name, text)] for name, text in modules.items()}
    return "\n".join(_wrapped(name, modules[name]) for name in TopologicalSorter(needs).static_order())


def imports(name: str, text: str) -> list[Import]:
    """What a module imports."""
    return [
        Import(normpath(f"{dirname(name)}/{path}".lstrip("/")), tuple(names.split(", ")) if names else (), whole)
        for whole, names, path in IMPORT.findall(text)
    ]


def exports(text: str) -> list[str]:
    """What a module exports."""
    return EXPORT.findall(text)


def _wrapped(name: str, text: str) -> str:
    body = ASIDE.sub("", EXPORT.sub("", IMPORT.sub("", text)))
    if wrong := OTHER.search(body):
        raise ValueError(f"{name}: write this as the other modules do: {wrong[0]}")
    taken = [f"const {one.whole or _braced(one.names)} = {_variable(one.module)};" for one in imports(name, text)]
    given = f"return {_braced(exports(text))};"
    return "\n".join([f"const {_variable(name)} = (() => {{", *taken, body.rstrip(), given, "})();"])


def _braced(names: Iterable[str]) -> str:
    return f"{{ {', '.join(names)} }}"


def _variable(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))
