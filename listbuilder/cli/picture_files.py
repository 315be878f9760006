"""What `cards` and `sheet` show on a screen: pictures in a folder, and files opened in the program for them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

import typer

from listbuilder.cli.common import USAGE
from listbuilder.cli.progress import Progress
from listbuilder.cli.terminal import say, style
from listbuilder.wording import counted

if TYPE_CHECKING:
    from listbuilder.cli.print_options import Writing
    from listbuilder.printing.draw import Properties
    from listbuilder.printing.marks import Face
    from listbuilder.printing.pages import Batch, Sheets
    from listbuilder.printing.text import Fonts
    from listbuilder.templates import Theme


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


def write_pngs(batches: list[Batch], sheets: Sheets, properties: Properties, folder: Path, writing: Writing) -> Path:
    """Each face as a PNG, named by its number and title; the first of them."""
    from listbuilder.printing.pages import print_batches
    from listbuilder.printing.png import pictures

    single = sheets._replace(paper=None, bleed=0, fold=False)
    titles = [title for title, _ in faces_of(batches)]
    return write_all(titles, lambda: pictures(print_batches(once(batches), single, properties)), folder, "png", writing)


def write_svgs(faces: Sequence[tuple[str, Face]], look: tuple[Fonts, Theme], folder: Path, writing: Writing) -> Path:
    """Each face as an SVG, named by its number and title; the first of them."""
    from listbuilder.printing.svg import face_svg

    drawn = (face_svg(face, *look).encode() for _, face in faces)
    return write_all([title for title, _ in faces], lambda: drawn, folder, "svg", writing)


def write_pages(pdf: bytes, titles: list[str], folder: Path, writing: Writing) -> Path:
    """Each page of a PDF as a PNG, named by its number and title; the first of them."""
    from listbuilder.printing.png import pictures

    return write_all(titles, lambda: pictures(pdf, 150), folder, "png", writing)


def write_all(
    titles: list[str], draw: Callable[[], Iterable[bytes]], folder: Path, ending: str, writing: Writing
) -> Path:
    """Pictures into a folder, each under its number and title; the first of them."""
    from listbuilder.values import ascii_id

    if folder.exists() and not folder.is_dir():
        say(style(f"{folder} is not a folder."), error=True)
        raise typer.Exit(USAGE)
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
    from listbuilder.cli.print_options import usage

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
    if not has_screen() or typer.launch(str(path)):
        say(f"Nothing here opens {style(str(path))}; look at it there.", error=True)
