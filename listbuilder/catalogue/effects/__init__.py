"""Rules as data: values with names, and what an entry does in play, in records that know no game.

One file per concern; nothing here is needed to judge a list but `values` and `texts`, so nothing else is loaded for it.
"""
