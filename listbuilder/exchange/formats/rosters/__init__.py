"""Rosters of BattleScribe and New Recruit: read safely, and made a list of a game of their own that prints."""
