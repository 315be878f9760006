"""The designer's window: a local page that shows a game's folder, again after each save."""
