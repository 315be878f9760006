"""The style of a sheet: colours, emblems and icons from the templates of the cards of its game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from listbuilder.loading.templates import CardLayout, Templates, load_templates, template_folders
from listbuilder.printing.card_content import Content
from listbuilder.printing.card_style import CardStyle, card_style_of, icons_of
from listbuilder.printing.sheet.sheet_options import SheetOptions


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
