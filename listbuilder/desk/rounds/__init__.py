"""Rounds: results, rankings and draws, all reckoned from the state of an event. No files, no clock, no chance."""
