"""Odds: two resolved lists in, the exact chances of their attacks out; nothing is simulated, no game is known."""
