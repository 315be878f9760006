"""Printing: a judged list goes in, the bytes of a PDF come out. Knows lists and paper, and no game."""
