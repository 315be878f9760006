"""What an editor shows over each key of a rule and of a quantity."""

from __future__ import annotations

__all__ = ["RULE_HOVERS"]

PICKED = {"inner": "Whether groups within the group count.", "printed": "Before anything changes it."}
RULE_HOVERS: dict[str, dict[str, str]] = {
    "Quantity": {
        "count": "How many models, rows, picks, groups or different entries.",
        "sum": "The sum of a cost, a stat, a printed number or a number of the row.",
        "highest": "The highest of these numbers.",
        "lowest": "The lowest of these numbers.",
        "limit": "The limit of a currency.",
        "number": "A number.",
        "of": "Another quantity.",
        "in": "Where to look: this pick, model, group or the list.",
        "inner": "Whether groups within the group count.",
        "printed": "Before anything changes it.",
        "until": "After changes of this order and before later ones.",
        "percent-of": "As a percentage of this.",
        "share": "A share, such as 1/4 or 25%.",
        "per": "For every so many.",
        "give": "So many.",
        "round": "Which way it is rounded: down unless said.",
        "plus": "What is added.",
        "less": "What is taken off.",
        "least": "No less than this.",
        "most": "No more than this.",
    },
    "Agree": {
        "with": "The slot whose field it must agree with.",
        "their": "The field over there.",
        "or": "Values that always go.",
    },
    "Companion": {"needs": "What each of them needs beside it."},
    "Count": {"in": "Which groups or models to look at.", "of": "What is counted or added up.", **PICKED},
    "Include": {"entries": "Entries that must be there."},
    "Link": {"to": "What the models named must be."},
    "Together": {"never": "These never stand together.", "always": "These only stand together."},
    "Unique": {"except": "Those that may be repeated."},
}
