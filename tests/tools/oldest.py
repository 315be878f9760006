"""The oldest supported version of each dependency, as a constraints file: `pip install -c`."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
RANGE = re.compile(r"([\w.-]+)>=([\w.]+)(?:,<[\w.]+)?")


def ranges() -> Iterator[tuple[str, str]]:
    """Every dependency, those of extras included, with its lowest version."""
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    groups = {"": project["dependencies"], **project["optional-dependencies"]}
    for name, group in groups.items():
        for one in group if name != "dev" else []:
            if found := RANGE.fullmatch(one):
                yield found[1], found[2]


if __name__ == "__main__":
    sys.stdout.write("".join(f"{name}=={version}\n" for name, version in ranges()))
