"""JSON on stdout: what the standard encoder writes with an indent, faster, and nothing in it hides."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.ui.cli.terminal import json_text

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
DATA = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


@given(DATA)
def test_json_is_that_of_the_standard_encoder(data: object) -> None:
    """Where everything is ASCII, the text is the standard one to the letter but for DEL; it always means the same."""
    standard = json.dumps(data, indent=2).replace("\x7f", "\\u007f")
    assert json_text(data, "ascii") == standard + "\n"
    assert json.loads(json_text(data)) == data


@pytest.mark.parametrize("hidden", ["\u202e", "\u200b", "\x7f", "\x1b", "\ud800"])
def test_what_hides_is_escaped(hidden: str) -> None:
    """No character that could drive a terminal is printed as it is."""
    assert hidden not in json_text({"name": f"a{hidden}b"})
