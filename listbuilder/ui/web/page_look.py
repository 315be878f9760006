"""How an installed page looks among others: its name, its colour and an icon with its initials."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.base.errors import DocumentError

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.loading.templates import Templates
    from listbuilder.ui.web.shelf import FolderShelf


class PageLook(NamedTuple):
    """A name and a colour as `#rrggbb`."""

    name: str = "listbuilder"
    colour: str = "#23486a"


PLAIN_LOOK = PageLook()


class GameCover(NamedTuple):
    """What the first page of the builder shows of a game; `starters` says whether it has starter lists."""

    id: str
    name: str
    text: str = ""
    colour: str = PLAIN_LOOK.colour
    starters: bool = True


def game_cover(game: Game, shelf: FolderShelf) -> GameCover:
    """The cover of a game of a shelf."""
    try:
        colour = game_look(game.name, shelf.templates(game.id)).colour
    except DocumentError:  # Printing says what is wrong with them.
        colour = PLAIN_LOOK.colour
    return GameCover(game.id, game.name, game.text, colour, shelf.has_starters(game.id))


FONT = 'font-family="sans-serif" font-weight="700" fill="#fff"'


def game_look(name: str, templates: Templates) -> PageLook:
    """The look of a page for one game: the colour that most of its cards have."""
    accent = templates.look.accent
    colour = accent if isinstance(accent, str) else accent.otherwise
    return PageLook(name, colour if colour.startswith("#") else templates.palette[0])


def icon_svg(look: PageLook) -> str:
    """An icon that may be cut to a circle: initials, or a list for a page without a name of its own."""
    letters = "".join(word[0] for word in look.name.split() if word[0].isalnum())[:3].upper()
    lines = '<path d="M18 20h4v4h-4zm0 10h4v4h-4zm0 10h4v4h-4zm9-19h19v3H27zm0 10h19v3H27zm0 10h13v3H27z" fill="#fff"/>'
    text = f'<text x="32" y="32" dy=".36em" text-anchor="middle" font-size="{26 - 3 * len(letters)}" {FONT}>'
    mark = lines if look.colour == PLAIN_LOOK.colour else f"{text}{escape(letters)}</text>"
    ground = f'<rect width="64" height="64" fill="{look.colour}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{ground}{mark}</svg>\n'


def web_manifest(look: PageLook) -> str:
    """What a browser needs to install the page."""
    icon = {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"}
    manifest = {
        "name": look.name,
        "short_name": look.name if len(look.name) <= 24 else "listbuilder",
        "description": "Build, judge, print and play lists for skirmish games.",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": look.colour,
        "icons": [icon],
    }
    return json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
