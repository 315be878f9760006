"""What an editor shows over each key of a quantity, and of a rule: rules say it themselves."""

from __future__ import annotations

from listbuilder.rules import KINDS

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
        "different": "Count the different values of this that they have, not them.",
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
    **{rule.__name__: dict(rule.means) for rule in KINDS.values()},
}
