"""Four ways in: a guess, a text, a file, data; what a stranger typed is never a path."""

from __future__ import annotations

import builtins
import json
import os
from pathlib import Path
from typing import Any

import pytest

import listbuilder
from listbuilder import import_data, import_force, import_path, import_text
from listbuilder.base.errors import DocumentError, IllegalListError
from listbuilder.exchange.formats import write_list
from listbuilder.loading import game_folders
from listbuilder.storage.reading import read_file

STARTER = min((game_folders()["constellation-warrior"] / "lists").glob("*.yaml"))


def test_every_way_gives_the_same_force() -> None:
    """A path, its text, its bytes and its data are the same list."""
    data = read_file(STARTER).data
    forces = [
        import_force(STARTER),
        import_path(STARTER),
        import_path(str(STARTER)),
        import_text(STARTER.read_text("utf-8")),
        import_text(STARTER.read_bytes()),
        import_text(json.dumps(data)),
        import_data(data),
    ]
    assert len({force.fingerprint for force in forces}) == 1


def test_share_code_is_text() -> None:
    """A code is a text like any other."""
    from tests.support.lists_made import judged, made

    code = write_list(judged(made("rogue-conflict", 1)), "code").strip()
    assert import_text(code).fingerprint == import_force(code).fingerprint


@pytest.mark.parametrize("text", [str(STARTER), "/etc/passwd", "~/x", "file:///etc/passwd", "a.yaml", "-", "", "LB1-x"])
def test_text_opens_no_file(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is opened nor so much as looked at, and the answer does not tell whether there is such a file."""
    with pytest.raises(DocumentError):
        import_text("warm: up\n")

    def refused(*args: Any, **rest: Any) -> Any:
        raise AssertionError(f"looked at {args[0]}")

    for module, name in ((os, "open"), (os, "stat"), (builtins, "open"), (Path, "stat"), (Path, "exists")):
        monkeypatch.setattr(module, name, refused)
    for value in (text, text.encode()):
        with pytest.raises(DocumentError):
            import_text(value)


def test_path_is_only_ever_a_path(tmp_path: Path) -> None:
    """A path that looks like a list is a file that is not there."""
    with pytest.raises(DocumentError) as caught:
        import_path("game: constellation-warrior")
    assert caught.value.findings[0].code == "file.missing"


def test_data_is_only_ever_data() -> None:
    """Anything but a mapping is refused."""
    for value in (str(STARTER), b"", None, ["a"], 5):
        with pytest.raises(DocumentError):
            import_data(value)  # type: ignore[arg-type]


def test_terms_are_those_of_import_force() -> None:
    """Illegal lists are refused unless they are allowed, however they come."""
    text = "game: constellation-warrior\nlimit: 1\nmodels: [{unit: Expert, weapon: Long}]\n"
    with pytest.raises(IllegalListError):
        import_text(text)
    assert not import_text(text, allow_illegal=True).valid


def test_names_are_public() -> None:
    """They can be imported from the package itself."""
    assert {"import_data", "import_force", "import_path", "import_text"} <= set(listbuilder.__all__)
