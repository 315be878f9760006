"""The options of a sheet, the measures that follow from its paper, and its style."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from listbuilder.judging.secrecy import Reveal
from listbuilder.loading.templates import CardLayout, Paper, Templates, Theme, load_templates, template_folders
from listbuilder.printing.card_content import Content
from listbuilder.printing.card_style import CardStyle, card_style_of, icons_of
from listbuilder.printing.marks import MM
from listbuilder.printing.text_layout import Fonts

# Paper below this many millimetres has narrower margins.
NARROW = 170
# What many printers leave white at the edges.
EDGE = 6.35 * MM
# The largest QR code in millimetres; the second if room or ink is short.
CODE, SMALL_CODE = 62, 56
# The smallest type of large print.
LARGE = 12.0


class PrintedReceipt(NamedTuple):
    """The proof at an event which list this is: the text of its QR code, and a code to type."""

    token: str
    code: str


class SheetOptions(NamedTuple):
    """How to make sheets; `one_page` shrinks the type to the floor before it fails.

    A `receipt` replaces the list's own QR code and check code, which would give the list away. With `judge` a sheet
    has the sources of entries, and says which of the `reveals` opens the list. Its style comes from the templates of
    the game in `catalogues` and from those in `templates`. `numbered` leaves room for the page numbers of a booklet.
    `running` is the height of the running head beyond one line, `foot` that of the foot; both depend on names.
    """

    fonts: Fonts
    theme: Theme
    paper: Paper
    body: float = 8.5
    floor: float = 6.5
    appendix: bool = True
    qr: bool = True
    one_page: bool = False
    receipt: PrintedReceipt | None = None
    judge: bool = False
    reveals: tuple[Reveal, ...] = ()
    contrast: float = 4.5
    catalogues: tuple[Path, ...] = ()
    templates: tuple[Path, ...] = ()
    numbered: bool = False
    running: float = 0.0
    foot: float = 0.0
    # The game's templates where there are no folders to load them from.
    loaded: Templates | None = None

    @property
    def saver(self) -> bool:
        """Whether ink is saved: lighter fonts, no colour, no fills."""
        return self.fonts.lighter

    @property
    def margin(self) -> float:
        """The white border, in points."""
        return (10 if self.paper.width < NARROW else 14) * MM

    @property
    def width(self) -> float:
        """The width of what is printed."""
        return self.paper.width * MM - 2 * self.margin

    @property
    def top(self) -> float:
        """Where all pages but the first begin, below the running head."""
        return self.margin + 2 * self.running_size + self.running

    @property
    def running_size(self) -> float:
        """The type size of the running head."""
        return max(8.0, self.floor)

    @property
    def bottom(self) -> float:
        """Where the content of a page ends."""
        return self.foot_top - 10

    @property
    def foot_size(self) -> float:
        """The type size of the foot."""
        return max(7.0, self.floor)

    @property
    def foot_top(self) -> float:
        """Where the foot begins: in the margin, or higher if it would come too near to the edge of the paper."""
        high = self.paper.height * MM
        return min(high - self.margin + 4, high - EDGE - self.foot)

    @property
    def code(self) -> float:
        """The largest side of a QR code."""
        return (SMALL_CODE if self.saver or self.one_page or self.paper.width < NARROW else CODE) * MM

    @property
    def rule_columns(self) -> int:
        """The number of columns for rules, which gives lines of about ten words."""
        return 1 if self.floor >= LARGE or self.width < 34 * self.body else 2


# The style of a sheet: colours, emblems and icons from the templates of the cards of its game.


class SheetStyle(NamedTuple):
    """The templates of a game, and how a sheet is to be printed."""

    templates: Templates
    layout: CardLayout
    options: SheetOptions
    icons: Mapping[str, str]

    def style(self, facts: Mapping[str, tuple[str, ...]]) -> CardStyle:
        """Choose the style of a list or a model by the facts on its card."""
        options = self.options
        return card_style_of(
            self.templates, self.layout, options.theme, options.contrast, Content("", "", facts=facts), self.icons
        )


def sheet_style_of(game: str, options: SheetOptions) -> SheetStyle:
    """Load the style of a game's sheets, and switch `options.fonts` to its typeface and symbols."""
    folders = () if options.loaded else (*template_folders(game, options.catalogues), *options.templates)
    templates = options.loaded or load_templates(*folders)
    options.fonts.draw(templates.symbols)
    options.fonts.use(templates.font)
    layout = templates.layouts[templates.default["saver" if options.saver else "layout"]]
    return SheetStyle(templates, layout, options, icons_of(templates))
