"""What a sheet wears: colours, emblems and icons as on the cards of its game, from the same templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from listbuilder.printing.content import Content
from listbuilder.printing.look import Dress, dress_of, icons_of
from listbuilder.printing.sheet.wishes import SheetWishes
from listbuilder.templates import CardLayout, Templates, load_templates, template_folders


class Wardrobe(NamedTuple):
    """The templates of a game, and how a sheet is to be printed."""

    templates: Templates
    layout: CardLayout
    wishes: SheetWishes
    icons: Mapping[str, str]

    def dress(self, facts: Mapping[str, tuple[str, ...]]) -> Dress:
        """The dress of a list or a model, by what its card says."""
        wishes = self.wishes
        return dress_of(
            self.templates, self.layout, wishes.theme, wishes.contrast, Content("", "", facts=facts), self.icons
        )


def wardrobe_of(game: str, wishes: SheetWishes) -> Wardrobe:
    """What the sheets of a game wear; type and symbols of its own are put into use."""
    templates = load_templates(*template_folders(game, wishes.catalogues), *wishes.templates)
    wishes.fonts.draw(templates.symbols)
    wishes.fonts.use(templates.font)
    layout = templates.layouts[templates.default["saver" if wishes.saver else "layout"]]
    return Wardrobe(templates, layout, wishes, icons_of(templates))
