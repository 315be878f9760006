"""What an editor shows over each key of an event pack."""

from __future__ import annotations

EVENT_HOVERS: dict[str, dict[str, str]] = {
    "Event": {
        "name": "What the event is called.",
        "text": "What players should know about it.",
        "game": "The game it is for.",
        "catalogue": "The version of the game that it is played with.",
        "limit": "The event's own limit.",
        "format": "The only format.",
        "allow": "Of the kinds named here, only these may be taken.",
        "rules": "Rules on top of the game's.",
        "without": "Ids of rules it does without.",
        "extends": "Another pack, a file beside this one, that this one adds to.",
        "rulings": "House rulings: how the event reads what the rulebook leaves open.",
        "secret": "Slots and fields that opponents may not see before the end, on top of the game's own.",
        "lists": "When lists are due, who may see them, and how many a player brings.",
        "penalties": "What something costs a player.",
        "teams": "Teams: how many players one has, what only one list of a team may have, matches on boards.",
        "follows": "The folder of the stage before, from this one: every list contains the list that was locked there.",
        "rounds": "How many rounds there are and how they are drawn.",
        "result": "The tournament points of a game.",
        "counts": "What both players score in a game; the first decides who wins.",
        "order": "What the ranking goes by, the first before the second: points, wins, opponents, head-to-head, lot, "
        "or the id of a count, also with -lead.",
    },
    "ListTerms": {
        "due": "The deadline, with its time zone: 2026-05-01T20:00+02:00.",
        "grace": "How long after it a list still counts as in time: 30m, 2h, 1d.",
        "show": "Who may see a list at each stage.",
        "each": "How many lists a player brings; list 2 of p07 is p07-2.",
        "once": "Kinds of which no entry may be in two lists of a player.",
        "same": "Kinds of which all lists of a player have the same entries.",
    },
    "Showing": {
        "lock": "Who may see lists once they are locked.",
        "round": "Who may see lists while rounds are played.",
        "end": "Who may see lists at the end.",
    },
    "Penalty": {
        "name": "What it is called.",
        "text": "When it is given.",
        "points": "Tournament points; below 0 to take some away.",
        "remedies": "What may be done about it: correct, lose-round, lose-all.",
    },
    "Teams": {
        "size": "How many players a team has.",
        "once": "Kinds of which no entry may be in two lists of a team.",
        "boards": "Rounds are drawn team against team, and played on as many boards as a team has players.",
    },
    "Boards": {
        "by": "Who meets whom: seat, the order of players.yaml, or choice, what the captains chose (`event boards`).",
        "sum": "What of the boards adds up for a team: their points, or their wins.",
        "result": "The points of a match for a team: for winning, drawing and losing, or by the lead in that sum.",
        "order": "What the ranking of teams goes by: points, boards (the sum), wins, opponents, head-to-head, lot, "
        "or the id of a count, also with -lead.",
    },
    "Rounds": {
        "count": "How many rounds.",
        "minutes": "How long a round lasts.",
        "tables": "How many tables there are.",
        "first": "How the first round is drawn: random, or by-points.",
        "then": "How later rounds are drawn: by-points, or random.",
        "apart": "Players who share this do not meet in the first half of the rounds, if that can be helped.",
        "bye": "What a player without an opponent gets.",
    },
    "Bye": {
        "result": "As if the game were a win, a draw or a loss.",
        "counts": "What is counted: the average of the player's own games, or zero.",
    },
    "Result": {
        "win": "Tournament points for a win.",
        "draw": "Tournament points for a draw.",
        "loss": "Tournament points for a loss.",
        "bands": "Tournament points by how far the winner leads; the above is then for games that were not played.",
    },
    "Band": {"lead": "From which lead to which: 0-2, 15+.", "gives": "For the winner, and for the loser."},
    "ScoreCount": {"name": "What it is called.", "max": "The most that a game can give."},
}
