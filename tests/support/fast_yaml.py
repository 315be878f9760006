"""YAML that tests read and write, with libyaml: the parser in pure Python takes eight times as long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml


def load(text: str) -> Any:
    """The content of a document."""
    return yaml.load(text, yaml.CSafeLoader)


def load_all(text: str) -> Iterator[Any]:
    """The content of each document of a text."""
    yield from yaml.load_all(text, yaml.CSafeLoader)


def dump(content: object, **options: Any) -> str:
    """The content as a document; the options are those of `yaml.dump`."""
    return str(yaml.dump(content, Dumper=yaml.CSafeDumper, **options))
