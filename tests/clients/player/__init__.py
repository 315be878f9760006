"""An engine that plays whole games from exported JSON alone: two forces, a mission, a seed.

It knows the schema: verbs, moments, senses. It knows no game, no entry and no word that a game declares.
"""
