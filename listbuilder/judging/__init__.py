"""A list and a game become a resolved force, and a force becomes a report."""
