"""What `cards` and `sheet` share: reading and judging lists, sizes and colours by name, and writing the result."""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, NoReturn, TypeVar

import typer

from listbuilder.cli.common import ILLEGAL, UNREADABLE, report_code, say_error
from listbuilder.cli.inputs import LeftOut, left_text
from listbuilder.cli.progress import Progress
from listbuilder.cli.report_text import report_text, unreadable_text
from listbuilder.cli.terminal import say, style
from listbuilder.cli.verdicts import shown

if TYPE_CHECKING:
    from listbuilder.cli.inputs import Inputs, ListReader
    from listbuilder.printing.draw import Properties
    from listbuilder.templates import CardSize, Templates, Theme
    from listbuilder.validator import Report

T = TypeVar("T")
TemplateFolders = Annotated[
    list[Path] | None,
    typer.Option("--templates", metavar="DIR", help="A folder of templates of your own; may be said again."),
]
ThemeName = Annotated[
    str | None,
    typer.Option("--theme", metavar="NAME", help="ink (the usual one), mono, slate, ember, moss, or one of yours."),
]
SAVER = "mono"
"""The theme of whoever saves ink."""
OWN_SIZE = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)[xX×](\d{1,3}(?:\.\d{1,2})?)")
GARBAGE = 200_000
PAIR = re.compile(r"(-?\d{1,2}(?:\.\d{1,2})?),(-?\d{1,2}(?:\.\d{1,2})?)")


class Printable(NamedTuple):
    """The lists to print, and the exit code, which tells of those that are left out."""

    reports: list[Report]
    code: int


def judged(inputs: Inputs, reader: ListReader, allow_illegal: bool) -> Printable:
    """The reports on the lists that can be printed; the others are told on stderr. None at all ends the command."""
    from listbuilder.errors import ListbuilderError

    reports: list[Report] = []
    codes: list[int] = []
    with Progress("lists judged", len(inputs.files)) as progress:
        for path in progress.over(inputs.files):
            try:
                report = reader.judge(path)
            except ListbuilderError as error:
                if why := inputs.no_list(path, error):
                    inputs.left.append(LeftOut(str(path), why))
                    continue
                refused = (UNREADABLE, unreadable_text(shown(path), error.findings))
            else:
                if not report.malformed and (report.valid or allow_illegal):
                    reports.append(report)
                    continue
                refused = (report_code(report), report_text(report, shown(path), roster=False))
            codes.append(refused[0])
            progress.say(refused[1], error=True)
    say_left(inputs, codes, reports)
    return Printable(reports, max(codes, default=0))


def say_left(inputs: Inputs, codes: list[int], reports: list[Report]) -> None:
    """Say what is not printed; where that is everything, stop."""
    for one in inputs.left:
        say(left_text(*one), error=True)
    printed = f"{len(reports)} of {len(reports) + len(codes)} lists are printed." if reports else "Nothing was printed."
    if codes:
        mark = " Say --allow-illegal to print illegal lists marked NOT LEGAL." if ILLEGAL in codes else ""
        say(style(printed + mark), error=True)
    if not reports:
        raise typer.Exit(max(codes, default=UNREADABLE))


def laid_out(
    reports: list[Report], code: int, reader: ListReader, make: Callable[[Report], T], against: Path | None = None
) -> tuple[list[Report], list[T], int]:
    """The lists that can be laid out, with what was made of each; the others are told, and none at all is the end."""
    from listbuilder.errors import DocumentError

    gc.freeze()  # what was read stays until the end; looking through it again and again takes longer than a card
    gc.set_threshold(GARBAGE)  # and so do cards, of which hardly anything is ever garbage
    fine: list[Report] = []
    made: list[T] = []
    with Progress("lists laid out", len(reports)) as progress:
        for report in progress.over(reports):
            try:
                with reader.working(file_of(report), str(against) if against else None):
                    one = make(report)
                made.append(one)
                fine.append(report)
            except DocumentError as error:
                progress.clear()
                say_error(error)
                code = UNREADABLE
    if not fine:
        raise typer.Exit(code)
    if len(fine) < len(reports):
        say(f"{len(fine)} of {len(reports)} lists are printed.", error=True)
    return fine, made, code


def file_of(report: Report) -> str:
    """The file that a list is from."""
    return report.force.document.file or "-"


def usage(message: str, option: str) -> NoReturn:
    """Wrong usage of an option."""
    raise typer.BadParameter(message, param_hint=option)


def size_of(name: str, templates: Templates) -> CardSize:
    """A size by name, or one in millimetres such as 70x120."""
    from listbuilder.templates import CardSize

    if name.lower() in templates.sizes:
        return templates.sizes[name.lower()]
    match = OWN_SIZE.fullmatch(name)
    if match is None:
        usage(f"{name!r} is none of {', '.join(templates.sizes)} and not written like 70x120", "--size")
    width, height = float(match[1]), float(match[2])
    if not (20 <= width <= 600 and 20 <= height <= 900):
        usage("a card is from 20 to 600 mm wide and from 20 to 900 mm high", "--size")
    return CardSize(name=f"{width:g} × {height:g} mm", width=width, height=height, body=body_for(width))


def body_for(width: float) -> float:
    """The size of type that a card of that width starts with."""
    best: float = min(13.0, max(7.5, 8 * (width / 63) ** 0.5))
    return round(best * 2) / 2


def theme_of(said: str | None, saver: bool, templates: Templates, least: float) -> Theme:
    """A theme by name, or the usual one; with enough contrast for the type, and without colour for a saver of ink."""
    if saver and said not in (None, SAVER):
        usage(f"whoever saves ink has {SAVER}; leave out --theme or --ink saver", "--theme")
    name = SAVER if saver else said or templates.default["theme"]
    if name not in templates.themes:
        usage(f"{name!r} is none of {', '.join(templates.themes)}", "--theme")
    theme = templates.themes[name]
    if weak := theme.weak(least):
        usage(f"{theme.name} is too pale for large print ({', '.join(weak)})", "--theme")
    return theme


def pair_of(text: str) -> tuple[float, float]:
    """Two numbers of millimetres, such as 0.5,-1."""
    match = PAIR.fullmatch(text.replace(" ", ""))
    if match is None:
        usage(f"{text!r} is not written like 0.5,-1", "--back-offset")
    return float(match[1]), float(match[2])


def properties_of(reports: list[Report], what: str, duplex: str = "") -> Properties:
    """What the PDF says about itself."""
    from listbuilder.catalogue import laid
    from listbuilder.printing.check_code import check_code
    from listbuilder.printing.draw import Properties

    names = [report.force.document.title for report in reports]
    players = dict.fromkeys(report.force.document.player for report in reports if report.force.document.player)
    games = dict.fromkeys(f"{one.force.game.name} {laid(one.force.game)}" for one in reports)
    codes = [check_code(report.force) for report in reports]
    return Properties(f"{', '.join(names[:5])}: {what}", ", ".join(players), ", ".join(games), tuple(codes), duplex)


class Writing(NamedTuple):
    """How results are written: over other files or not, and never over what was read."""

    replace: bool
    read: list[Path]

    def check(self, *targets: Path | str | None) -> None:
        """Stop before the work when a result could not be written."""
        from listbuilder.files import check_target

        for target in targets:
            if target and str(target) != "-":
                check_target(Path(target), replace=self.replace, inputs=self.read)

    def write(self, target: Path, data: bytes) -> None:
        """Write one file."""
        from listbuilder.files import write_bytes

        write_bytes(target, data, replace=self.replace, inputs=self.read)

    def result(self, pdf: bytes, out: str) -> None:
        """The PDF into a file, or to stdout for `-`."""
        if out == "-":
            if sys.stdout.isatty():
                usage("a PDF is not for the terminal; name a file", "-o")
            sys.stdout.buffer.write(pdf)
            sys.stdout.buffer.flush()
            return
        self.write(Path(out), pdf)
        say(f"Wrote {style(out)}.", error=True)
