"""Generate: legal lists for any game, from nothing or from an unfinished or illegal one, by what the judge says."""

from listbuilder.building.generate.examples import Unseen, unseen
from listbuilder.building.generate.fill import Filling, fill
from listbuilder.building.generate.judge import Score, SearchJudge
from listbuilder.building.generate.mend import Mending, Way, mend
from listbuilder.building.generate.random_lists import UnfillableError, fill_list, random_list
from listbuilder.building.generate.step_words import describe_edits
from listbuilder.lists.file_editor import EditStep, apply_edits, value_at

__all__ = [
    "EditStep",
    "Filling",
    "Mending",
    "Score",
    "SearchJudge",
    "UnfillableError",
    "Unseen",
    "Way",
    "apply_edits",
    "describe_edits",
    "fill",
    "fill_list",
    "mend",
    "random_list",
    "unseen",
    "value_at",
]
