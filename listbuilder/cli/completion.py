"""What could stand at the cursor: a line goes in, the words that fit its end come out.

A press of Tab runs this, so that it reads as little as it can, and it never fails: where nothing can be read there is
nothing to offer. Offers for values are found by the names of parameters, in one table for all commands.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args, get_origin

if TYPE_CHECKING:
    from typer._click import Command, Context, Parameter

    from listbuilder.cli.shell_words import Typed


class Offer(NamedTuple):
    """A word that fits, what to say about it, and whether more must follow in the same word."""

    value: str
    about: str = ""
    more: bool = False


def complete(group: Command, typed: Typed) -> list[Offer] | None:
    """The offers for the last word of a line; None when it is the name of a file."""
    from typer._click.exceptions import UsageError

    from listbuilder.errors import ListbuilderError

    try:
        prefix, word = "", typed.last
        args = list(typed.words[1:])
        if word.startswith("--") and "=" in word:
            name, _, word = word.partition("=")
            prefix = f"{name}="
            args.append(name)
        found = offers_for(group, args, word)
        if found is None:
            return None
        fits = [one for one in found if one.value.lower().startswith(word.lower())]
        return [one._replace(value=prefix + one.value) for one in dict.fromkeys(fits)]
    except (ListbuilderError, UsageError, OSError):
        return []


def offers_for(group: Command, args: list[str], word: str) -> list[Offer] | None:
    """The offers for a word behind others."""
    from typer._click import Parameter
    from typer._click.shell_completion import _resolve_context, _resolve_incomplete

    context = _resolve_context(group, {}, "listbuilder", args)
    owner, word = _resolve_incomplete(context, list(args), word)
    if args and args[-1].startswith("-") and isinstance(owner, Parameter):
        # An option without its value keeps the words before it from being read.
        context = _resolve_context(group, {}, "listbuilder", args[:-1])
    if isinstance(owner, Parameter):
        return parameter_offers(owner, context, word)
    return list(commands_and_options(owner, context, word))


def parameter_offers(parameter: Parameter, context: Context, word: str) -> list[Offer] | None:
    """The offers for an argument or for the value of an option."""
    from listbuilder.cli.completers import COMPLETERS, FILES

    name = str(parameter.name)
    completer = COMPLETERS.get(f"{context.info_name} {name}") or COMPLETERS.get(name)
    if completer:
        return list(completer(context, word))
    choices, is_file = typed(parameter)
    if choices:
        return [Offer(str(getattr(choice, "value", choice))) for choice in choices]
    return None if is_file or name in FILES else []


def typed(parameter: Parameter) -> tuple[tuple[object, ...], bool]:
    """The words that a parameter takes, where they are listed, and whether it takes a file.

    Before 0.29 typer kept a type on the parameter, since then the annotation.
    """
    type_ = getattr(parameter, "type", None)
    if type_ is not None:
        return tuple(getattr(type_, "choices", None) or ()), getattr(type_, "name", "") == "path"
    note = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    parts = (note, *get_args(note))
    return get_args(note) if get_origin(note) is Literal else (), any(part is Path for part in parts)


def commands_and_options(command: Command, context: Context, word: str) -> Iterator[Offer]:
    """The options of a command, or the commands of a group."""
    from listbuilder.cli.app import COMMANDS

    if word.startswith("-"):
        for parameter in command.get_params(context):
            about = str(getattr(parameter, "help", "") or "")
            yield from (Offer(name, about) for name in parameter.opts if name.startswith("--"))
    elif context.parent is None:
        yield from (Offer(name, about) for name, about in COMMANDS.items())
    elif hasattr(command, "list_commands"):
        yield from (Offer(name) for name in command.list_commands(context))
