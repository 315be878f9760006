"""What `cards` and `sheet` share: reading and judging lists, sizes and colours by name, and writing the result."""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Annotated, NamedTuple, NoReturn, TypeVar

import click
from click.exceptions import Exit

from listbuilder.base.wording import counted
from listbuilder.ui.cli.commands import Option
from listbuilder.ui.cli.common import ILLEGAL, UNREADABLE, USAGE, report_code, say_error
from listbuilder.ui.cli.inputs import SkippedFile, left_text
from listbuilder.ui.cli.progress import Progress
from listbuilder.ui.cli.report_text import report_text, unreadable_text
from listbuilder.ui.cli.terminal import say, style
from listbuilder.ui.cli.verdicts import display_name

if TYPE_CHECKING:
    from listbuilder.judging.validator import Report
    from listbuilder.loading.templates import CardSize, Templates, Theme
    from listbuilder.printing.marks import Face
    from listbuilder.printing.pages import Batch, PageOptions
    from listbuilder.printing.pdf_canvas import Properties
    from listbuilder.printing.text_layout import Fonts
    from listbuilder.ui.cli.inputs import Inputs, ListReader


T = TypeVar("T")
TemplateFolders = Annotated[
    list[Path] | None,
    Option("--templates", metavar="DIR", help="A folder of templates of your own; may be repeated."),
]
ThemeName = Annotated[
    str | None,
    Option("--theme", metavar="NAME", help="ink (the default), mono, slate, ember, moss, or one of yours."),
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
    from listbuilder.base.errors import ListbuilderError

    reports: list[Report] = []
    codes: list[int] = []
    with Progress("lists judged", len(inputs.files)) as progress:
        for path in progress.over(inputs.files):
            try:
                report = reader.judge(path)
            except ListbuilderError as error:
                if why := inputs.no_list(path, error):
                    inputs.left.append(SkippedFile(str(path), why))
                    continue
                refused = (UNREADABLE, unreadable_text(display_name(path), error.findings))
            else:
                if not report.malformed and (report.valid or allow_illegal):
                    reports.append(report)
                    continue
                refused = (report_code(report), report_text(report, display_name(path), roster=False))
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
        raise Exit(max(codes, default=UNREADABLE))


def laid_out(
    reports: list[Report], code: int, reader: ListReader, make: Callable[[Report], T], against: Path | None = None
) -> tuple[list[Report], list[T], int]:
    """The lists that can be laid out, with what was made of each; the others are told, and none at all is the end."""
    from listbuilder.base.errors import DocumentError

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
        raise Exit(code)
    if len(fine) < len(reports):
        say(f"{len(fine)} of {len(reports)} lists are printed.", error=True)
    return fine, made, code


def file_of(report: Report) -> str:
    """The file that a list is from."""
    return report.force.document.file or "-"


def usage(message: str, option: str) -> NoReturn:
    """Wrong usage of an option."""
    raise click.BadParameter(message, param_hint=option)


def size_of(name: str, templates: Templates) -> CardSize:
    """A size by name, or one in millimetres such as 70x120."""
    from listbuilder.loading.templates import CardSize

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
    from listbuilder.catalogue import print_stamp
    from listbuilder.printing.check_code import check_code
    from listbuilder.printing.pdf_canvas import Properties

    names = [report.force.document.title for report in reports]
    players = dict.fromkeys(report.force.document.player for report in reports if report.force.document.player)
    games = dict.fromkeys(f"{one.force.game.name} {print_stamp(one.force.game)}" for one in reports)
    codes = [check_code(report.force) for report in reports]
    return Properties(f"{', '.join(names[:5])}: {what}", ", ".join(players), ", ".join(games), tuple(codes), duplex)


class OutputOptions(NamedTuple):
    """How results are written: over other files or not, and never over what was read."""

    replace: bool
    read: list[Path]

    def check(self, *targets: Path | str | None) -> None:
        """Stop before the work when a result could not be written."""
        from listbuilder.storage.files import check_target

        for target in targets:
            if target and str(target) != "-":
                check_target(Path(target), replace=self.replace, inputs=self.read)

    def write(self, target: Path, data: bytes) -> None:
        """Write one file."""
        from listbuilder.storage.files import write_bytes

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


# What `cards` and `sheet` show on a screen: pictures in a folder, and files opened in the program for them.


def once(batches: Sequence[Batch]) -> list[Batch]:
    """Batches in which a token or a blank card that is printed often is there once."""
    return [batch._replace(cards=tuple({id(card): card for card in batch.cards}.values())) for batch in batches]


def faces_of(batches: Sequence[Batch]) -> Iterator[tuple[str, Face]]:
    """Every different face with its title."""
    for batch in once(batches):
        for card in batch.cards:
            yield card.front.title, card.front
            if card.back:
                yield f"{card.back.title or card.front.title} (back)", card.back


def write_pngs(
    batches: list[Batch], sheets: PageOptions, properties: Properties, folder: Path, writing: OutputOptions
) -> Path:
    """Each face as a PNG, named by its number and title; the first of them."""
    from listbuilder.printing.pages import print_batches
    from listbuilder.printing.png import page_pngs

    single = sheets._replace(paper=None, bleed=0, fold=False)
    titles = [title for title, _ in faces_of(batches)]
    return write_all(
        titles, lambda: page_pngs(print_batches(once(batches), single, properties)), folder, "png", writing
    )


def write_svgs(
    faces: Sequence[tuple[str, Face]], look: tuple[Fonts, Theme], folder: Path, writing: OutputOptions
) -> Path:
    """Each face as an SVG, named by its number and title; the first of them."""
    from listbuilder.printing.svg import face_svg

    drawn = (face_svg(face, *look).encode() for _, face in faces)
    return write_all([title for title, _ in faces], lambda: drawn, folder, "svg", writing)


def write_pages(pdf: bytes, titles: list[str], folder: Path, writing: OutputOptions) -> Path:
    """Each page of a PDF as a PNG, named by its number and title; the first of them."""
    from listbuilder.printing.png import page_pngs

    return write_all(titles, lambda: page_pngs(pdf, 150), folder, "png", writing)


def write_all(
    titles: list[str], draw: Callable[[], Iterable[bytes]], folder: Path, ending: str, writing: OutputOptions
) -> Path:
    """Pictures into a folder, each under its number and title; the first of them."""
    from listbuilder.base.values import ascii_id

    if folder.exists() and not folder.is_dir():
        say(style(f"{folder} is not a folder."), error=True)
        raise Exit(USAGE)
    folder.mkdir(parents=True, exist_ok=True)
    targets = [folder / f"{at:03d}-{ascii_id(title, 'card')}.{ending}" for at, title in enumerate(titles, 1)]
    writing.check(*targets)
    with Progress("pictures written", len(titles)) as progress:
        for target, data in progress.over(zip(targets, draw(), strict=True)):
            writing.write(target, data)
    say(f"Wrote {counted(len(titles), 'picture')} to {style(str(folder))}.", error=True)
    return targets[0]


def need_pictures(folder: Path | None) -> None:
    """Stop before the work when pictures are asked for and the part that draws them is not installed."""
    if folder:
        import_module("pypdfium2")


def preview_path(what: str, opened: bool) -> str:
    """A file for what is only to be looked at, among those that do not stay; wrong usage where nobody looks."""

    if not opened:
        usage(f"name the PDF, such as -o {what}.pdf", "-o")
    return str(Path(mkdtemp(prefix="listbuilder-")) / f"{what}.pdf")


def has_screen() -> bool:
    """Whether there is a screen to show something on; in a terminal on another machine there is none."""
    return sys.platform in ("darwin", "win32") or any(
        map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "WSL_INTEROP"))
    )


def open_file(path: Path) -> None:
    """Open a file in whatever shows files like it; where there is nothing, say where it is."""
    if not has_screen() or click.launch(str(path)):
        say(f"Nothing here opens {style(str(path))}; look at it there.", error=True)
