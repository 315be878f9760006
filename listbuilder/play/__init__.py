"""Preparing a game: rolling missions, comparing two lists, choosing who is deployed."""

from listbuilder.play.deployment import CountedRow, Deployment, can_deploy, find_deployments
from listbuilder.play.matchup import ComparisonLine, compare, side_names
from listbuilder.play.missions import MissionSheet, missions_of, packs_of, roll_mission

__all__ = [
    "ComparisonLine",
    "CountedRow",
    "Deployment",
    "MissionSheet",
    "can_deploy",
    "compare",
    "find_deployments",
    "missions_of",
    "packs_of",
    "roll_mission",
    "side_names",
]
