"""Findings read as a person would write them: every message that the cases of rules and of conformance make."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import test_conformance
import test_rule_cases

BAD = {
    "a number with the wrong noun": r"\b1 (?:points|models|picks|rows|groups|names)\b",
    "a wrong verb": r"\b1 \w+ are\b",
    "a wrong article": r"\ban (?:unit|use|one)\b|\ba (?:ability|armour|entry|order|option|elite)\b",
    "brackets in brackets": r"\([^()]*\([^()]*\)\)|\(\(",
    "a denial that nobody says": r"\bis not with\b|\b(?:must be|needs) not\b",
    "an empty range": r"from (\d+) to 0\b",
    "an empty place": r"\(\)|  | [.,:]|\{|\}(?!`)",
    "a word said twice": r"\b(with|of|in|that is|not|and) \1\b",
    "a count of nothing in particular": r"\b0 (?:models|picks|rows|groups)\b",
}
IDLE = r"^(?:Take out|Add) \d+(?: more)?\.|^Choose another|Take it out|Give it that"
"""Hints that leave open what to do with what."""
ALL = [("rules", *one.values) for one in test_rule_cases.CASES] + [
    ("all", *one.values) for one in test_conformance.CASES
]
WRONG = [one for one in ALL if one[2]["expect"]]  # type: ignore[index]


@pytest.mark.parametrize(("where", "key", "case"), WRONG, ids=[f"{one[1]}-{one[2]['name']}" for one in WRONG])  # type: ignore[index]
def test_findings_are_good_english(where: str, key: str, case: dict[str, Any], tmp_path: Path) -> None:
    """No message has a slip of grammar, and each hint is a sentence of its own."""
    judged = test_rule_cases.judge if where == "rules" else test_conformance.judged
    for finding in judged(key, case, tmp_path).findings:
        for slip, pattern in BAD.items():
            message = re.sub(r"`[^`]*`", "`x`", finding.message)
            assert not re.search(pattern, message), (slip, finding.message)
        assert finding.hint[0].isupper() or finding.hint[0] == "`"
        assert finding.hint.endswith((".", "?", "!")), finding.hint
        assert not re.search(IDLE, finding.hint), finding.hint
