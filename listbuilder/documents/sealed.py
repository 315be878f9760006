"""A mapping that can't be changed, can be pickled and compares like a dict: what published records hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Sealed(dict[K, V]):
    """A dict that refuses every change."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a published force is frozen")

    __setitem__ = __delitem__ = clear = pop = popitem = update = setdefault = __ior__ = _refuse

    def __reduce__(self) -> tuple[type[Sealed[K, V]], tuple[dict[K, V]]]:
        return Sealed, (dict(self),)


NOTHING: Sealed[Any, Any] = Sealed()


def sealed(mapping: Mapping[K, V]) -> Sealed[K, V]:
    """A mapping that can't be changed; empty ones, which most mappings of a model are, are all the same one."""
    return Sealed(mapping) if mapping else NOTHING


class SealedMappings:
    """A record whose mappings are sealed however it is made: by the publisher or by pydantic."""

    mappings: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        own: dict[str, Any] = self.__dict__
        for name in self.mappings:
            if type(own[name]) is not Sealed:
                own[name] = Sealed(own[name])
