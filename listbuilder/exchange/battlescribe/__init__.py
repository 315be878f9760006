"""Data and rosters of BattleScribe and tools that read its files: systems and catalogues in, a game folder out."""
