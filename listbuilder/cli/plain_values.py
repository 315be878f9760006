"""Words of the command line made into paths and numbers without a type checker, which takes long to load.

Newer versions of typer hand every option to pydantic, those that were not given too. Whatever is plainly right is
settled here; anything else goes to typer's own way, which knows how to say what is wrong.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, get_args, get_origin

PLAIN_TYPES = {
    **dict.fromkeys(("<int>", "<int range>", "<float>", "<float range>"), "N"),
    **dict.fromkeys(("<path>", "<file>", "<directory>"), "PATH"),
    **dict.fromkeys(("<str>", "<text>"), "TEXT"),
}


def settle_plainly(command: Any) -> None:
    """Let the parameters of a command settle plain values themselves, where this typer would ask pydantic."""
    for inner in getattr(command, "commands", {}).values():
        settle_plainly(inner)
    all_params = command.get_params
    if getattr(all_params, "__module__", None) == __name__:
        return  # a program that calls one command many times must not put one layer on another

    def get_params(ctx: Any) -> list[Any]:
        """The parameters, `--help` among them, which is made only when it is asked for."""
        found: list[Any] = all_params(ctx)
        for param in found:
            if getattr(getattr(param, "type", None), "readable", False):  # in older versions of typer
                param.type.readable = False
            if hasattr(param, "_runtime_param") and param._runtime_param is None:
                param._runtime_param = PlainValues(param)
            _show_plainly(param)
        return found

    command.get_params = get_params


def _show_plainly(param: Any) -> None:
    """Let help name what a parameter takes in a player's word, where this typer would print a type of Python."""
    shown = getattr(param, "display_type", None)
    if shown is None or getattr(shown, "__module__", None) == __name__:
        return

    def display_type(ctx: Any) -> str:
        """The word for what a parameter takes."""
        label = str(shown(ctx))
        return PLAIN_TYPES.get(label, label)

    param.display_type = display_type
    if param.param_type_name == "argument":  # its own name says what it takes
        param.display_type_rich = lambda ctx: None


class PlainValues:
    """What typer asks for a parameter's value."""

    def __init__(self, param: Any) -> None:
        self.info = param.type_descriptor.parameter_info
        self.annotation = param.type_descriptor.annotation

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value that the words mean."""
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        try:
            if several:
                (inner,) = get_args(self.annotation)
                return [self.one(item, inner) for item in value]
            return self.one(value, self.annotation)
        except (TypeError, ValueError):
            param._runtime_param = None
            return param.get_runtime_param().coerce(value, param=param, ctx=ctx)

    def one(self, value: Any, annotation: Any) -> Any:
        """One value that is plainly right; ValueError for whatever must be looked at more closely."""
        info = self.info
        if get_origin(annotation) is Literal and value in get_args(annotation):
            return value
        if info.parser is not None:
            raise ValueError("has a way of its own")
        if annotation is str and type(value) is str:
            return value
        if annotation in (int, float) and type(value) in (annotation, int, str):
            return self.number(annotation(value))
        if annotation is Path and isinstance(value, str | Path) and self.is_any_path():
            return Path(value)
        raise ValueError("is not plain")

    def number(self, number: float) -> float:
        """A number within its bounds."""
        low, high = self.info.min, self.info.max
        if (low is not None and number < low) or (high is not None and number > high):
            raise ValueError("is out of bounds")
        return number

    def is_any_path(self) -> bool:
        """Whether a path need not be looked at; that a file can't be read is said by whoever reads it."""
        info = self.info
        return info.file_okay and info.dir_okay and not (info.exists or info.writable or info.resolve_path)
