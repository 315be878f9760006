"""Texts larger than any list are read or refused at once: work grows with the text, not faster."""

from __future__ import annotations

import gc
from time import process_time

import pytest
from lists_made import GAMES, load

from listbuilder.errors import DocumentError
from listbuilder.formats.importing import find_lists

LINE = "abcdefghij" * 300
TEXTS = {
    "unknown names": "\n".join(f"zorb{n} lax{n}" for n in range(9000)),
    "unknown options": "\n".join("Silt, " + ", ".join(f"zorblax{n}" for n in range(90)) for _ in range(90)),
    "long words": "\n".join([LINE] * 80),
    "long sentences": "\n".join(["zorb and lax " * 230] * 80),
    "quotes": "\n".join([' "' * 1400] * 80),
    "brackets": "\n".join(["Silt (" + "a, " * 900 + ")"] * 80),
    "colons": "\n".join(["a:" * 1500] * 80),
    "bars": "Silt | " * 20_000,
    "models": "\n".join(["Silt"] * 9000),
}


def seconds(text: str) -> float:
    """Processor time to read a text into a list or one clear refusal, without the search for the process's garbage."""
    gc.disable()
    started = process_time()
    try:
        (found,) = find_lists(f"Demihuman Combat\n{text}".encode(), load, GAMES)
        found.read(False)
    except DocumentError as error:
        assert error.findings[0].line or error.findings[0].code == "file.too-large"
    finally:
        gc.enable()
    return process_time() - started


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_large_texts_end_soon(text: str) -> None:
    """Eight times the text takes about eight times as long, not 64, and none as long as thirty thousand good lines."""
    good, eighth = "Silt\n" * 1000, text[: len(text) // 8]
    seconds(eighth)
    # A busy machine may spoil a round, and hardly three.
    assert any(seconds(text) < min(16 * seconds(eighth), 30 * seconds(good)) for _ in range(3))


def test_too_much_that_is_unknown_is_refused_as_a_whole() -> None:
    """Nobody reads thousands of findings: the text is refused with the line that was reached."""
    with pytest.raises(DocumentError) as caught:
        find_lists(f"Demihuman Combat\n{TEXTS['unknown names']}".encode(), load, GAMES)[0].read(True)
    assert [(one.code, one.line) for one in caught.value.findings] == [("file.too-large", 3002)]
