"""JSON Schemas of every document, and the reference of game files: all read off the types."""
