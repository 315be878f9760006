"""Exporters: a game, a force or a report in, a document for somebody else out."""
