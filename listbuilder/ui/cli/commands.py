"""Click commands made from annotated functions, and groups that import a command only when it is called.

A command is a function whose parameters carry an `Option` or an `Argument`. A parameter may also be a class whose
fields or constructor carry them: the function is given an object made of those options. Help lists them last.
The docstring is the help; a part that begins with `Examples:` stands below the options.
"""

from __future__ import annotations

import builtins
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from inspect import cleandoc, signature
from keyword import iskeyword
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

EXAMPLES = re.compile(r"Examples?: (.*?)(?:\.\s+(?=[A-Z])(.*))?")
# Columns; click lays help out for more than that.
NARROW = 52
# Columns; below this a terminal breaks the lines itself.
NARROWEST = 22
MISSING: Any = object()
HELP_OPTIONS = ["-h", "--help"]


class ParameterSpec:
    """A parameter of a command: its names (default: the function's own name for it), bounds, and settings for click."""

    def __init__(
        self,
        *names: str,
        argument: bool = False,
        help: str = "",
        min: int | None = None,
        max: int | None = None,
        **settings: Any,
    ) -> None:
        self.names, self.argument, self.min, self.max = names, argument, min, max
        self.settings = {"help": help, **settings}

    @property
    def bounded(self) -> bool:
        """Whether the number has a minimum or a maximum."""
        return self.min is not None or self.max is not None


Option = ParameterSpec
Argument = partial(ParameterSpec, argument=True)


class Declared(NamedTuple):
    """A parameter as a function or a record declares it."""

    name: str
    type: Any
    marker: ParameterSpec | None
    default: Any = MISSING


def declared(owner: Callable[..., Any]) -> Iterator[Declared]:
    """The parameters of a function or a constructor, or the fields of a record."""
    annotated = owner.__init__ if isinstance(owner, type) and not hasattr(owner, "_fields") else owner  # type: ignore[misc]
    hints = get_type_hints(annotated, include_extras=True)
    for name, one in signature(owner).parameters.items():
        type_, *notes = get_args(hints[name]) if hasattr(hints[name], "__metadata__") else (hints[name],)
        marker = next((note for note in notes if isinstance(note, ParameterSpec)), None)
        yield Declared(name, type_, marker, MISSING if one.default is one.empty else one.default)


def command_from(function: Callable[..., None], name: str, epilog: str = "") -> click.Command:
    """The click command that calls a function; its docstring may end with the epilog."""
    settings = settings_from(function)
    settings["help"], _, examples = settings["help"].partition("\n\nExamples: ")
    return Command(name, epilog=format_epilog(epilog or (examples and f"Examples: {examples}")), **settings)


def settings_from(function: Callable[..., None]) -> dict[str, Any]:
    """What a click command or group needs to call a function: parameters, callback and help."""
    params: list[click.Parameter] = []
    shared: list[click.Parameter] = []
    records: dict[str, Callable[..., Any]] = {}
    contexts: list[str] = []
    for one in declared(function):
        if one.type is click.Context:
            contexts.append(one.name)
        elif one.marker:
            params.append(parameter(one, one.marker))
        else:
            records[one.name] = one.type
            shared += [parameter(field, field.marker) for field in declared(one.type) if field.marker]

    def call(**values: Any) -> None:
        values |= {name: click.get_current_context() for name in contexts}
        for name, record in records.items():
            values[name] = record(**{field.name: values.pop(field.name) for field in declared(record)})
        function(**values)

    return {"params": [*params, *shared], "callback": call, "help": cleandoc(function.__doc__ or "")}


def parameter(one: Declared, marker: ParameterSpec) -> click.Parameter:
    """The click parameter for a declared one. Repeated values become a list; without any, the default."""
    type_, many = one.type, False
    # `Literal["a"] | None` is a `Union` and `str | None` a `UnionType`.
    if get_origin(type_) in (Union, UnionType):
        (type_,) = (part for part in get_args(type_) if part is not NoneType)
    if get_origin(type_) is list:
        (type_,), many = get_args(type_), True
    default = None if one.default is MISSING else one.default
    then = marker.settings.get("callback")

    def finish(context: click.Context, param: click.Parameter, value: Any) -> Any:
        value = (list(value) or default) if many else value
        if then and value and not context.resilient_parsing:
            then(value)
        return value

    settings = {"metavar": "N" if type_ in (int, float) else None, **marker.settings}
    settings |= {"type": value_type(type_, marker), "callback": finish, "shell_complete": offers}
    settings |= {} if many or one.default is MISSING else {"default": default}
    if marker.argument:
        required = one.default is MISSING
        return click.Argument([one.name], required=required, nargs=-1 if many else 1, **settings)
    names = marker.names or (f"--{one.name.replace('_', '-')}",)
    settings |= {"is_flag": True} if type_ is bool else {}
    return click.Option([one.name, *names], multiple=many, show_default=default != "", **settings)


def value_type(type_: Any, marker: ParameterSpec) -> click.ParamType[Any, Any]:
    """Click's type for a value. Paths are not checked here: the code that opens them reports errors."""
    if get_origin(type_) is Literal:
        return click.Choice(get_args(type_))
    if get_origin(type_) is tuple:
        return click.Tuple(get_args(type_))
    if type_ is int:
        return click.IntRange(marker.min, marker.max) if marker.bounded else click.INT
    if type_ is float:
        return click.FloatRange(marker.min, marker.max) if marker.bounded else click.FLOAT
    return {Path: click.Path(readable=False, path_type=Path), bool: click.BOOL, str: click.STRING}[type_]


def offers(context: click.Context, param: click.Parameter, word: str) -> list[CompletionItem[str]]:
    """Completions for a parameter's value. Imported late: most presses of Tab do not need it."""
    from listbuilder.ui.cli.completion import parameter_offers

    return parameter_offers(context, param, word)


class Command(click.Command):
    """A command whose arguments can be parsed for completion while the last option still lacks its value."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if ctx.resilient_parsing and args and args[-1].startswith("-"):
            # An option without its value would make click parse none of the arguments.
            args = args[:-1]
        return super().parse_args(ctx, args)

    def get_help_option_names(self, ctx: click.Context) -> list[str]:
        # Click keeps the names that the first context asks for, and not every context has the root's settings.
        return HELP_OPTIONS


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports only the one that is called.

    `sections` are the headings of help, each with its commands and what they do. A command is a function of that name
    in `package`, in the module that `modules` gives or one of the same name; or the module's `group`. A misspelt
    command or option is answered with the likely one.
    """

    def __init__(
        self,
        name: str,
        package: str,
        sections: Mapping[str, Mapping[str, str]],
        *,
        modules: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(name, no_args_is_help=True, **settings)
        self.package, self.sections, self.modules = package, sections, modules or {}
        # Help also lists forms of a command, such as `match seal`, which are no commands of their own.
        self.table = {
            name: about for section in sections.values() for name, about in section.items() if " " not in name
        }

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.table)

    def get_help_option_names(self, ctx: click.Context) -> list[str]:
        return HELP_OPTIONS

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.table:
            return None
        # Python has some names itself, such as `import` and `set`.
        name = f"{cmd_name}_" if iskeyword(cmd_name) or hasattr(builtins, cmd_name) else cmd_name
        module = import_module(f"{self.package}.{self.modules.get(cmd_name, name)}")
        found = getattr(module, "group", None)
        return found or command_from(getattr(module, name), cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, commands in self.sections.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        from click.shell_completion import CompletionItem

        # Skip click's own group: it would import every command for its help text.
        found = click.Command.shell_complete(self, ctx, incomplete)
        return [*found, *(CompletionItem(name, help=about) for name, about in self.table.items())]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-") and not ctx.resilient_parsing:
            from listbuilder.base.spelling import did_you_mean

            hint = did_you_mean(args[0], known) or f"There are {', '.join(known)}."
            ctx.fail(f"There is no command {args[0]!r}. {hint}")
        return super().resolve_command(ctx, args)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context for the options before the command; help fits terminals of any width."""
        extra |= {"terminal_width": help_width() - 2} if help_width() < NARROW else {}
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.NoSuchOption as error:
            raise unknown_option(error) from None

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.NoSuchOption as error:
            raise unknown_option(error) from None


def unknown_option(error: click.NoSuchOption) -> click.UsageError:
    """The same error with one suggestion instead of a list."""
    from listbuilder.base.spelling import did_you_mean

    params = error.ctx.command.get_params(error.ctx) if error.ctx else []
    known = [name for param in params for name in param.opts if name.startswith("--")]
    hint = did_you_mean(error.option_name, known)
    return click.UsageError(f"There is no option {error.option_name}. {hint}".rstrip(), error.ctx)


def help_width() -> int:
    """The width of help in columns."""
    return max(shutil.get_terminal_size().columns, NARROWEST)


def format_epilog(epilog: str) -> str:
    """`Examples: one | another. Remarks.` with each example on a line of its own."""
    found = EXAMPLES.fullmatch(" ".join(epilog.split()))
    if found is None:
        return epilog
    room = min(help_width(), 100) - 4
    lines = [wrap_command(example, room) for example in found[1].split(" | ")]
    # Click does not rewrap a paragraph that begins with \b.
    return "\b\n" + "\n".join(["Examples:", *lines]) + (f"\n\n{found[2]}" if found[2] else "")


def wrap_command(example: str, room: int) -> str:
    """A command wrapped to `room` columns, each line but the last ending in a backslash."""
    from textwrap import wrap

    # Blanks inside quotes must not become line breaks.
    whole = re.sub('"[^"]*"', lambda found: found[0].replace(" ", "\xa0"), example)
    lines = wrap(whole, room - 2, subsequent_indent="    ", break_on_hyphens=False, break_long_words=False)
    return " \\\n".join(f"  {line}" for line in lines).replace("\xa0", " ")
