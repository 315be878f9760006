"""Rules as data: named values, and what an entry does in play, in records that know no game.

Judging a list needs only `printed_values`, so a command that judges loads none of the others.
"""
