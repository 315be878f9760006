"""Edit a list file in place: comments, order and spelling stay as the player wrote them."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from pathlib import Path

from listbuilder.files import write_text

__all__ = ["set_flag"]


def set_flag(path: Path, key: str, flags: Mapping[int, bool]) -> None:
    """Set a flag of some models: written where it is false, taken out where it is true, its default."""
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 4096
    yaml.indent(mapping=2, sequence=4, offset=2)
    data = yaml.load(path.read_text("utf-8"))
    for row, flag in flags.items():
        model = data["models"][row]
        if flag:
            model.pop(key, None)
        else:
            model[key] = False
    out = StringIO()
    yaml.dump(data, out)
    write_text(path, out.getvalue())
