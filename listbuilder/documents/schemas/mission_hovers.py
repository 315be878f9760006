"""What an editor shows over the keys that are about preparing a game: missions, set-ups, matches."""

from __future__ import annotations

MISSION_HOVERS: dict[str, dict[str, str]] = {
    "MissionRoll": {
        "draw": "How many are drawn; 0 where a game has one set-up only.",
        "deployment": "Deployment that holds for every mission.",
        "rounds": "How many rounds a game lasts.",
        "table": "How wide and how deep the table is.",
        "roll": "The die of the roll-off.",
        "layout": "The set-up of every mission, as data.",
        "layouts": "The set-up of each mission, by its id.",
    },
    "Layout": {"pieces": "What is put on the table, in order.", "starts": "Where models start."},
    "Piece": {
        "what": "What is put on the table.",
        "count": "How many of it.",
        "by": "Who places them: `each` player so many, `both` so many in all, or a role.",
        "at": "Where.",
        "within": "How far from there at most.",
        "depth": "How deep that place is.",
        "size": "How large it is.",
        "away": "How far it stays from other things.",
        "tags": "What it is besides.",
    },
    "Start": {
        "who": "Whose models: `each` side, a role, or those the list names.",
        "at": "Where.",
        "within": "How far from there at most.",
        "away": "How far they stay from other things.",
        "otherwise": "How far from something at most where there is no such place.",
        "order": "How the sides take turns.",
    },
    "Comparison": {
        "of": "The number of each side.",
        "take": "What follows from both: both, sum, difference, highest or lowest.",
        "to": "Who gets the difference: the side with fewer or with more.",
        "plus": "What is added to it.",
        "beats": "Which pick wins against which.",
        "tie": "What happens when neither wins.",
        "same": "A slot or field of the list in which both sides must have the same.",
        "differ": "A slot or field of the list in which both sides must not have the same.",
    },
}
