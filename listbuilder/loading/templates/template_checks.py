"""Checks of templates: names exist, a face has each region once, and text stands out from its ground."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from listbuilder.base.findings import Finding
from listbuilder.base.spelling import did_you_mean
from listbuilder.base.values import slug
from listbuilder.catalogue import Game
from listbuilder.loading.raw_parts import Origin
from listbuilder.loading.templates.card_layout import COLOURS, ByField, CardLayout, Look, Region
from listbuilder.loading.templates.sizes import FORM, PAPER, Fontfiles, contrast
from listbuilder.loading.templates.template_reader import Templates
from listbuilder.storage.files import real_path
from listbuilder.storage.reading import Document, Tree

Place = Callable[[tuple[str | int, ...]], "Origin"]
Where = tuple[str | int, ...]
FACES = ("front", "next", "back")
# What WCAG asks of text, level AA.
LEAST = 4.5
# Some of their words are in ink, whatever their colour.
INKED = ("boxes", "flow", "stats")
TRUETYPE = (b"\0\1\0\0", b"true")


def proofs(templates: Templates, place: Place) -> Iterator[Finding]:
    """Every problem of templates whose types are right; the defaults come first, because other checks look them up."""
    wrong = list(default_proofs(templates, place))
    yield from wrong
    if wrong:
        return
    for id, theme in templates.themes.items():
        # The least that any size of print asks for.
        weak = theme.weak(min(one.contrast for one in templates.type.values()))
        for name in weak:
            yield place(("themes", id, name)).problem(f"{theme.name}: `{name}` does not stand out enough.")
    for at, colour in enumerate(templates.palette):
        yield from accent_proofs(colour, place, ("palette", at))
    yield from look_proofs(templates, templates.look, place, ("look",))
    yield from font_proofs(templates.font, place)
    for id, symbol in templates.symbols.items():
        for word in symbol.words or ("",):
            if len(word) != 1:
                hint = "Name the characters that it draws: `words: [★]`."
                yield place(("symbols", id)).problem(f"`{word}` is not one character.", hint)
    for id, layout in templates.layouts.items():
        yield from layout_proofs(templates, layout, place, ("layouts", id))


def default_proofs(templates: Templates, place: Place) -> Iterator[Finding]:
    """Every default exists."""
    layouts = dict.fromkeys(("layout", "saver", "large"), templates.layouts)
    asked = {"size": templates.sizes, "paper": templates.papers, "theme": templates.themes, **layouts}
    for key, known in asked.items():
        yield from unknown(templates.default.get(key, ""), known, place, ("default", key), f"{key} for `default`")


def font_proofs(font: Fontfiles | None, place: Place) -> Iterator[Finding]:
    """The files of a typeface lie in the folder of their template and are TrueType."""
    for style, name in font.named.items() if font else ():
        where, path = place(("font", style)), Path(name)
        if not real_path(path).is_relative_to(real_path(Path(where.document.file or ".")).parent):
            yield where.problem(f"`{path.name}` is not in the folder of its template.", "Put the file beside it.")
        elif not path.is_file():
            yield where.problem(f"There is no file `{path.name}`.", "Put the file beside the template.")
        elif path.open("rb").read(4) not in TRUETYPE:
            hint = "Name a .ttf; .otf and .woff can't be embedded."
            yield where.problem(f"`{path.name}` is not a TrueType font.", hint)


def unknown(word: str, known: Iterable[str], place: Place, where: Where, what: str) -> Iterator[Finding]:
    """A finding for a name that is not there."""
    names = list(known)
    if word not in names:
        hint = did_you_mean(word, names) or f"There are {', '.join(names) or 'none'}."
        yield place(where).problem(f"There is no {what} `{word}`.", hint, "catalogue.name")


def accent_proofs(colour: str, place: Place, where: Where) -> Iterator[Finding]:
    """An accent is `#rrggbb` and stands out from paper as text and as the ground of white text."""
    if not FORM.fullmatch(colour):
        yield place(where).problem(f"{colour!r} is not a colour such as '#1b2733'.")
    elif contrast(colour, PAPER) < LEAST:
        fact = f"{colour} stands out from paper by {contrast(colour, PAPER):.1f} to 1."
        yield place(where).problem(fact, f"Take a darker one: {LEAST} to 1 or more.")


def values(choice: str | ByField) -> Iterator[tuple[Where, str]]:
    """All possible values of a choice, each with its place."""
    if isinstance(choice, str):
        yield (), choice
        return
    yield from ((("of", key), value) for key, value in choice.of.items())
    if choice.otherwise:
        yield ("otherwise",), choice.otherwise


def look_proofs(templates: Templates, look: Look, place: Place, where: Where) -> Iterator[Finding]:
    """Colours that can be read, emblems that are drawn."""
    for steps, colour in values(look.accent):
        if colour:
            yield from accent_proofs(colour, place, (*where, "accent", *steps))
    for steps, emblem in values(look.emblem):
        if emblem:
            yield from unknown(emblem, templates.emblems, place, (*where, "emblem", *steps), "emblem")


def layout_proofs(templates: Templates, layout: CardLayout, place: Place, where: Where) -> Iterator[Finding]:
    """The names of a layout are there, and no face has a region twice."""
    for face in FACES:
        seen: list[str] = []
        for name in getattr(layout, face):
            yield from walk(layout, name, (), seen, place, (*where, face))
        flows = [name for name in seen if name in layout.regions and layout.regions[name].show == "flow"]
        if face != "back" and not flows:
            yield place((*where, face)).problem(
                f"`{face}` has no region with `show: flow`.", "Text that does not fit elsewhere needs a place."
            )
    behind = grounds(layout)
    for name, region in layout.regions.items():
        ground = behind.get(name, [region.fill])
        yield from region_proofs(templates, region, ground, place, (*where, "regions", name))
    if layout.size:
        yield from unknown(layout.size, templates.sizes, place, (*where, "size"), "size")
    if layout.look:
        yield from look_proofs(templates, layout.look, place, (*where, "look"))


def walk(
    layout: CardLayout, name: str, above: tuple[str, ...], seen: list[str], place: Place, where: Where
) -> Iterator[Finding]:
    """A region with those inside it."""
    if name not in layout.regions:
        yield from unknown(name, layout.regions, place, where, "region")
        return
    if name in above or name in seen:
        fact = f"The region `{name}` is inside itself." if name in above else f"The region `{name}` stands twice."
        yield place(where).problem(fact, "Give each place a region of its own.")
        return
    seen.append(name)
    region = layout.regions[name]
    for inner in (*region.rows, *region.columns):
        yield from walk(layout, inner, (*above, name), seen, place, (*where[:2], "regions", name))


def grounds(layout: CardLayout) -> dict[str, list[str | ByField]]:
    """The possible grounds of each region: its own fill or the nearest around it; empty means paper."""
    found: dict[str, list[str | ByField]] = {}
    waiting: list[tuple[str, str | ByField]] = [(name, "") for face in FACES for name in getattr(layout, face)]
    while waiting:
        name, around = waiting.pop()
        region = layout.regions.get(name)
        ground = (region.fill if region else "") or around
        # Each ground once, which also ends the walk where regions contain each other.
        if region and ground not in found.setdefault(name, []):
            found[name].append(ground)
            waiting += [(inner, ground) for inner in (*region.rows, *region.columns)]
    return found


def region_proofs(
    templates: Templates, region: Region, behind: Iterable[str | ByField], place: Place, where: Where
) -> Iterator[Finding]:
    """The colours of a region can be read on its ground, and its icon is drawn."""
    for key, choice in (("fill", region.fill), ("line", region.line), ("colour", region.colour)):
        for steps, colour in values(choice):
            known = (*COLOURS, "art") if key == "fill" else COLOURS
            if colour and colour not in known and not FORM.fullmatch(colour):
                hint = did_you_mean(colour, known) or f"Write one of {', '.join(known)}, or '#1b2733'."
                yield place((*where, key, *steps)).problem(f"There is no colour `{colour}`.", hint)
    if region.show not in ("", "art", "emblem", "icon"):
        yield from ground_proofs(templates, region, behind, place, where)
    if region.show == "icon":
        yield from unknown(region.icon, templates.icons, place, (*where, "icon"), "icon")
    if region.show == "words" and not region.words:
        yield place(where).problem("`words` is missing.", "Say what stands here.")


def ground_proofs(
    templates: Templates, region: Region, behind: Iterable[str | ByField], place: Place, where: Where
) -> Iterator[Finding]:
    """Text has enough contrast with every ground that it may be on."""
    theme = templates.themes[templates.default["theme"]]
    known = {"ink": theme.ink, "muted": theme.muted, "line": theme.line, "tint": theme.tint, "shade": theme.shade}
    known |= {"paper": PAPER, "accent": "#595959", "wash": "#f0f0f0"}
    inked = [((), "ink")] if region.show in INKED and region.colour != "ink" else []
    for ground in dict.fromkeys(one for choice in behind for _, one in values(choice)):
        for steps, colour in [*values(region.colour), *inked]:
            one, other = known.get(colour, colour), known.get(ground or "paper", ground)
            if FORM.fullmatch(one) and FORM.fullmatch(other) and contrast(one, other) < LEAST:
                fact = f"Text in `{colour}` stands out from `{ground or 'paper'}` by {contrast(one, other):.1f} to 1."
                yield place((*where, "colour", *steps)).problem(fact, f"Take colours {LEAST} to 1 apart or more.")


# Names of the game: what its own templates choose colours, emblems and regions by.

FREE = frozenset({"game", "list", "name", "names", "group"})
"""Facts of every card, whose values are free text."""


def fact_proofs(game: Game, document: Document) -> Iterator[Finding]:
    """Facts and values that a file of templates asks for and no card of the game has."""
    known = card_facts(game)
    origin = Origin(document)
    for path, one in mappings_in(document.data):
        by = one.get("by")
        names = [((*path, "by", at), name) for at, name in enumerate(by)] if isinstance(by, list) else []
        only = one.get("only-if")
        names += [((*path, "only-if", name), name) for name in only] if isinstance(only, dict) else []
        wrong = [(where, str(name)) for where, name in names if name not in known and name not in FREE]
        yield from (origin.at(*where).unknown_name("fact of a card", name, known) for where, name in wrong)
        if isinstance(by, list) and isinstance(one.get("of"), dict) and not wrong and FREE.isdisjoint(by):
            values = {word for name in by for word in known[name]}
            for value in one["of"]:
                if values and slug(str(value)) not in values:
                    asked = " or ".join(map(str, by))
                    yield origin.at(*path, "of", value).unknown_name(asked, slug(str(value)), values)


def card_facts(game: Game) -> dict[str, set[str]]:
    """The facts on cards of a game with the values of each; no values means any text."""
    title = game.card.title or next(iter(game.model.slots), "")
    found: dict[str, set[str]] = {"category": set(), "tags": set()}
    for id, slot in (*game.list.slots.items(), *game.model.slots.items()):
        of_kind = [entry for entry in game.entries if entry.kind == slot.kind]
        found.setdefault(id, set()).update(slug(entry.name) for entry in of_kind)
        for entry in of_kind if id == title else ():
            found["category"] |= {slug(entry.category)} if entry.category else set()
            found["tags"] |= {*map(slug, entry.tags)}
            for name, value in entry.fields.items():
                words = value if isinstance(value, tuple) else (value,)
                found.setdefault(name, set()).update(slug(str(word)) for word in words)
    for id, field in game.model.fields.items():
        found.setdefault(id, set()).update(slug(str(word)) for word in field.choices)
    return found


def mappings_in(data: Tree, path: Where = ()) -> Iterator[tuple[Where, dict[str, Any]]]:
    """Every mapping in raw data, with the way to it."""
    if isinstance(data, dict):
        yield path, data
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, one in pairs:
        yield from mappings_in(one, (*path, key))
