"""Generate: legal lists for any game, from nothing or from an unfinished or illegal one, by what the judge says."""

from listbuilder.generate.edits import Step, edited_all, value_at
from listbuilder.generate.fill import Filling, fill
from listbuilder.generate.judge import Judge, Score
from listbuilder.generate.lists import UnfillableError, fill_list, random_list
from listbuilder.generate.mend import Mending, Way, mend
from listbuilder.generate.witness import Unseen, unseen
from listbuilder.generate.words import say_edits

__all__ = [
    "Filling",
    "Judge",
    "Mending",
    "Score",
    "Step",
    "UnfillableError",
    "Unseen",
    "Way",
    "edited_all",
    "fill",
    "fill_list",
    "mend",
    "random_list",
    "say_edits",
    "unseen",
    "value_at",
]
