"""Texts larger than any list are read or refused at once: work grows with the text, not faster."""

from __future__ import annotations

import pytest

from listbuilder.base.errors import DocumentError
from listbuilder.exchange.formats.importing import find_lists
from tests.support.effort import rounds
from tests.support.lists_made import GAMES, load
from tests.support.work import counted

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


def work_on(text: str) -> int:
    """How many calls it takes to read a text into a list or one clear refusal."""
    with counted() as work:
        try:
            (found,) = find_lists(f"Demihuman Combat\n{text}".encode(), load, GAMES)
            found.read(False)
        except DocumentError as error:
            assert error.findings[0].line or error.findings[0].code == "file.too-large"
    return work.calls


@pytest.mark.sample(1)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_large_texts_end_soon(text: str) -> None:
    """Eight times the text is about eight times the work, not 64, and none is as much as thirty thousand good lines."""
    text = text[: len(text) // rounds(1, 8)]
    good, eighth = "Silt\n" * 1000, text[: len(text) // 8]
    work_on(eighth)  # whatever is cached is cached from here on
    assert work_on(text) < min(16 * work_on(eighth), 30 * work_on(good))


def test_too_much_that_is_unknown_is_refused_as_a_whole() -> None:
    """Nobody reads thousands of findings: the text is refused with the line that was reached."""
    with pytest.raises(DocumentError) as caught:
        find_lists(f"Demihuman Combat\n{TEXTS['unknown names']}".encode(), load, GAMES)[0].read(True)
    assert [(one.code, one.line) for one in caught.value.findings] == [("file.too-large", 3002)]
