"""From a list document and a game to a force."""

from listbuilder.resolver.resolve import resolve

__all__ = ["resolve"]
