"""Groups of commands that know their commands by name and load only the one that is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from keyword import iskeyword
from typing import TYPE_CHECKING, ClassVar

import typer

from listbuilder.cli.group import HelpfulGroup, laid_out
from listbuilder.cli.plain_values import settle_plainly

if TYPE_CHECKING:
    from typer._click import Command, Context, HelpFormatter


class LazyGroup(HelpfulGroup):
    """A group with a table of its commands, each in a module of its name."""

    table: ClassVar[Mapping[str, str]] = {}
    package: ClassVar[str] = ""

    def list_commands(self, ctx: Context) -> list[str]:
        return list(self.table)

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        if cmd_name not in self.table:
            return None
        # A word of Python can't be a module's name.
        name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        module = import_module(f"{self.package}.{name}")
        found = getattr(module, "group", None)
        if found is None:
            found = typer.Typer(rich_markup_mode=None, add_completion=False)
            found.command(name=cmd_name, epilog=laid_out(module.EPILOG))(self.within(cmd_name, getattr(module, name)))
        command = typer.main.get_command(found)
        settle_plainly(command)
        return command

    def within(self, name: str, work: Callable[..., None]) -> Callable[..., None]:
        """What a command does, within the bounds of the group."""
        return work

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self.table.items()))
