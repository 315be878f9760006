"""Rounds: results, rankings and draws, all computed from the state of an event. No files, no clock, no chance."""
