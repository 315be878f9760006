"""From a list document and a game to a force."""

from listbuilder.judging.resolver.resolve import resolve

__all__ = ["resolve"]
