"""The options of `cards`, with everything they name looked up in the templates of the program, a game and the user."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.cli.print_options import pair_of, size_of, theme_of, usage

if TYPE_CHECKING:
    from listbuilder.printing.cards import Wishes
    from listbuilder.templates import CardLayout, CardSize, Templates, Theme
    from listbuilder.validator import Report


class Prepared:
    """What the command line asks for: how cards go on sheets, and what the cards of each list are to be."""

    def __init__(self, chosen: dict[str, Any], catalogues: Sequence[Path]) -> None:
        from listbuilder.printing.art import art_folder
        from listbuilder.printing.pages import Sheets
        from listbuilder.printing.text import Fonts

        if chosen["one_sided"] and (chosen["backs"] or chosen["fold"]):
            usage("goes with no backs", "--one-sided")
        self.chosen, self.catalogues = chosen, catalogues
        self.known: dict[str, Wishes] = {}
        self.fonts = Fonts(chosen["font"])
        self.art = art_folder(chosen["art"]) if chosen["art"] else {}
        templates = self.templates("")
        kind = templates.type[self.kind]
        self.size = sized(self.layout(templates), chosen, templates)
        self.sheets = Sheets(
            self.fonts,
            self.theme(templates),
            templates.papers.get(chosen["paper"]),
            templates.margin,
            chosen["bleed"],
            chosen["guides"],
            chosen["duplex"],
            chosen["fold"],
            pair_of(chosen["back_offset"]),
            kind.floor,
        )

    @property
    def kind(self) -> str:
        """Which sizes of type."""
        return "large" if self.chosen["large_print"] else "normal"

    def templates(self, game: str) -> Templates:
        """The templates for the cards of a game."""
        from listbuilder.templates import load_templates, template_folders

        return load_templates(*template_folders(game, self.catalogues), *(self.chosen["templates"] or ()))

    def layout(self, templates: Templates) -> CardLayout:
        """The layout by its name."""
        large = "large" if self.chosen["large_print"] else "layout"
        usual = templates.default["saver" if self.chosen["ink"] == "saver" else large]
        name = self.chosen["layout"] or usual
        if name not in templates.layouts:
            usage(f"{name!r} is none of {', '.join(templates.layouts)}", "--layout")
        return templates.layouts[name]

    def theme(self, templates: Templates) -> Theme:
        """The theme by its name; whoever saves ink has the one without colour."""
        saver = self.chosen["ink"] == "saver"
        return theme_of(self.chosen["theme"], saver, templates, templates.type[self.kind].contrast)

    def wishes(self, report: Report) -> Wishes:
        """What the cards of a list are to be."""
        from listbuilder.printing.cards import Wishes

        chosen, game = self.chosen, report.force.game.id
        if game not in self.known:
            templates = self.templates(game)
            layout = self.layout(templates)
            self.fonts.draw(templates.symbols)
            self.fonts.use(templates.font)
            self.known[game] = Wishes(
                self.fonts,
                templates,
                layout,
                self.theme(templates),
                sized(layout, chosen, templates),
                templates.type[self.kind],
                chosen["bleed"],
                chosen["copies"] == "merge",
                chosen["rules"],
                chosen["backs"] or chosen["fold"],
                chosen["reference"],
                chosen["missions"],
                chosen["blank"],
                chosen["tokens"],
                chosen["everything"],
                self.art,
                chosen["enemy"],
                chosen["one_sided"],
            )
        return self.known[game]


def sized(layout: CardLayout, chosen: dict[str, Any], templates: Templates) -> CardSize:
    """The size of cards: the one asked for, or the usual one of the layout; on its side where the layout is."""
    from listbuilder.record import changed

    size = size_of(chosen["size"] or layout.size or templates.default["size"], templates)
    lies = layout.landscape and size.width < size.height
    return changed(size, width=size.height, height=size.width) if lies else size
