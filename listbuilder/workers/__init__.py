"""Bounded work: limits on what a list may cost, and child processes that can be ended. It knows no lists and no games.

`budget` holds the work of this process within limits; a `child` is a forked process that answers one request after
another within the same; a `keeper` always has one; a `crew` spreads many items over as many as there are cores.
"""
