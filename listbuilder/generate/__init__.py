"""Generate: legal lists for any game, from nothing or from an unfinished one, by what the validator says of them."""

from listbuilder.generate.lists import UnfillableError, fill_list, random_list
from listbuilder.generate.ways import Way, spend_exactly

__all__ = ["UnfillableError", "Way", "fill_list", "random_list", "spend_exactly"]
