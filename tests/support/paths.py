"""Where things are: the repository, the tests with their data, and the shipped catalogue."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
CATALOGUE = ROOT / "catalogue"
DESIGNS = TESTS / "designs"
