"""The deck: judged lists and wishes go in, batches of cards come out, ready to be put on paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.errors import DocumentError
from listbuilder.finding import Finding
from listbuilder.force import Force
from listbuilder.printing.art import Art, Gallery
from listbuilder.printing.check_code import check_code
from listbuilder.printing.content import Content, Items, Legend, Table, legend_of
from listbuilder.printing.faces import check_glyphs
from listbuilder.printing.facts import list_facts
from listbuilder.printing.frame import Deck, Footer
from listbuilder.printing.geometry import MM
from listbuilder.printing.holding import model_contents
from listbuilder.printing.layout import Body, body_of, make_back, make_faces
from listbuilder.printing.list_card import list_content
from listbuilder.printing.look import dress_of
from listbuilder.printing.pages import NOT_LEGAL, Batch, Printed
from listbuilder.printing.rows import TooSmallError
from listbuilder.printing.spawned import spawned_force
from listbuilder.printing.text import Fonts
from listbuilder.record import changed
from listbuilder.templates import CardLayout, CardSize, Templates, Theme, Typeface
from listbuilder.validator import Report

if TYPE_CHECKING:
    from listbuilder.printing.tokens import TokenWord


class Wishes(NamedTuple):
    """What to make cards of, and how."""

    fonts: Fonts
    templates: Templates
    layout: CardLayout
    theme: Theme
    size: CardSize
    type: Typeface
    bleed: float = 0
    merge: bool = True
    rules: str = "card"
    backs: bool = False
    reference: bool = False
    missions: bool = False
    blank: int = 0
    tokens: bool = False
    everything: bool = False
    art: Mapping[str, Path] = {}
    against: Force | None = None
    one_sided: bool = False

    @property
    def token(self) -> CardSize:
        """The size of tokens, which grow with the type."""
        usual = self.templates.sizes["token"]
        return changed(usual, width=usual.width * self.type.larger, height=usual.height * self.type.larger)


def make_batches(reports: Sequence[Report], wishes: Wishes) -> list[Batch]:
    """The cards of all lists, or one DocumentError that names every card that can't be printed."""
    problems: list[Finding] = []
    batches: list[Batch] = []
    for report in reports:
        batches += list_batches(report, wishes, problems)
    if problems:
        raise DocumentError(problems[0].message, tuple(problems))
    return batches


def contents_of(report: Report, wishes: Wishes) -> list[Content]:
    """Everything that becomes a card of a list, in the order it is printed."""
    force = report.force
    texts = wishes.rules in ("card", "both")
    models = list(model_contents(force, wishes.merge, texts))
    if wishes.against:
        from listbuilder.odds.steps import Shared
        from listbuilder.printing.against import odds_back

        shared = Shared()
        models = [one._replace(back=odds_back(force, wishes.against, one, shared)) for one in models]
    later = spawned_force(force)
    spawned = list(model_contents(later, merge=True, texts=texts)) if later else []
    own = list_content(force, texts)
    contents = [*models, *spawned, own._replace(blocks=(*own.blocks, legend([*models, *spawned])))]
    if not (wishes.reference or wishes.missions or wishes.rules in ("appendix", "both")):
        return contents
    facts = list_facts(force)
    return contents + [one._replace(sort="reference", facts=facts) for one in looked_up(force, wishes, contents, later)]


def looked_up(force: Force, wishes: Wishes, contents: Sequence[Content], later: Force | None) -> list[Content]:
    """The cards of what players look up, as far as they are wished for; the mission in play once."""
    from listbuilder.printing.reference import mission_contents, reference_contents, rules_content

    more = [rules_content(force, *([later] if later else []))] if wishes.rules in ("appendix", "both") else []
    more += mission_contents(force) if wishes.missions else []
    more += explained_icons(list(reference_contents(force, wishes.everything)), contents) if wishes.reference else []
    return list({(one.owner, one.name, one.blocks): one for one in more}.values())


def explained_icons(reference: list[Content], contents: Sequence[Content]) -> list[Content]:
    """Reference cards, the first of which says what the icons on the other cards mean."""
    words = legend([*contents, *reference])
    return [one._replace(blocks=(*one.blocks, *([] if at else [words]))) for at, one in enumerate(reference)]


def legend(contents: Sequence[Content]) -> Legend:
    """What the icons on some cards mean."""
    blocks = [block for one in contents for block in one.blocks]
    items = [item for block in blocks if isinstance(block, Items) for item in block.items]
    rows = [row for block in blocks if isinstance(block, Table) for row in block.rows]
    return legend_of([*items, *(row.item._replace(meta=(*row.cells, *row.item.meta)) for row in rows)])


def footer_of(report: Report) -> Footer:
    """The words at the foot of each card; which catalogue they are from is in the check code and on the list's card."""
    force = report.force
    proof = check_code(force) + " · sample" * force.has_samples
    return Footer(force.document.title, proof, "" if report.valid else NOT_LEGAL)


def list_batches(report: Report, wishes: Wishes, problems: list[Finding]) -> Iterator[Batch]:
    """The batches of one list: its cards, then tokens."""
    force = report.force
    contents, title = contents_of(report, wishes), force.document.title
    gallery = Gallery(force.document.file, wishes.art)
    art = {id(one): found for one in contents if (found := art_of(one, gallery))}
    cards: list[Printed] = []
    try:
        for _, group in groupby(contents, key=lambda one: one.sort):
            deck = deck_of(report, wishes, tuple(group), art)
            wishes.fonts.lacking.clear()
            body = body_of(deck, not wishes.one_sided)
            cards += [card for one in deck.contents for card in printed(deck, one, body, report, wishes, problems)]
        cards += blanks(report, wishes)
    except TooSmallError:
        problems.append(too_small(wishes.size, title))
        return
    yield Batch(title, wishes.size, tuple(cards), report.valid)
    if wishes.tokens:
        yield from token_batches(report, wishes, problems)


def token_batches(report: Report, wishes: Wishes, problems: list[Finding]) -> Iterator[Batch]:
    """The tokens of a list, those of one size together."""
    from listbuilder.printing.tokens import token_words

    force, usual = report.force, wishes.token
    title = f"{force.document.title}: tokens"
    words = list(token_words(force, wishes.everything))
    for wide in dict.fromkeys(token.wide for token in words):
        size = changed(usual, width=wide, height=wide) if wide else usual
        alike = [token for token in words if token.wide == wide]
        tokens = tuple(printed_tokens(force, wishes, alike, size, problems))
        problems += check_glyphs(wishes.fonts, "a token", force.document.file)
        yield Batch(title, size, tokens, report.valid, "token")


def printed_tokens(
    force: Force, wishes: Wishes, tokens: Sequence[TokenWord], size: CardSize, problems: list[Finding]
) -> Iterator[Printed]:
    """Tokens, as often as they are needed, the other word behind the first; one-sided, it is on a token of its own."""
    from listbuilder.printing.tokens import token_face

    side, floor = size.width * MM, wishes.type.floor
    content = Content("a token", "", facts=list_facts(force))
    dress = dress_of(wishes.templates, wishes.layout, wishes.theme, wishes.type.contrast, content, {})
    for token in tokens:
        words = [token.word, *([token.back] if token.back else [])]
        faces = [token_face(wishes.fonts, side, floor, token, word, dress) for word in words]
        made = [face for face in faces if face is not None]
        if len(made) < len(words):
            message = f"The token {token.word} is too small for its words at {floor:g} points: it is {size.width:g} mm."
            hint = "Leave out --tokens or --large-print, or name a larger size `token` in templates of your own."
            problems.append(Finding(code="print.size", message=message, hint=hint))
        elif wishes.one_sided:
            yield from [Printed(face) for face in made for _ in range(token.number)]
        else:
            yield from [Printed(made[0], made[-1] if token.back or wishes.backs else None)] * token.number


def art_of(content: Content, gallery: Gallery) -> Art | None:
    """The art of a card: the image its list names, or one in the folder that is called like it."""
    return gallery.named(content.art) if content.art else gallery.called(content.facts.get("names", ()))


def deck_of(report: Report, wishes: Wishes, contents: tuple[Content, ...], art: dict[int, Art]) -> Deck:
    """The deck of some contents of one sort."""
    return Deck(
        fonts=wishes.fonts,
        templates=wishes.templates,
        layout=wishes.layout,
        theme=wishes.theme,
        size=wishes.size,
        type=wishes.type,
        contents=contents,
        footer=footer_of(report),
        bleed=wishes.bleed * MM,
        art=art,
    )


def too_small(size: CardSize, what: str) -> Finding:
    """The finding for a size that can't hold a name and a few lines."""
    message = f"{what}: a card of {size.width:g} × {size.height:g} mm is too small for its name, stats and text."
    return Finding(code="print.size", message=message, hint="Choose a larger --size.", model=what)


def printed(
    deck: Deck, content: Content, body: Body, report: Report, wishes: Wishes, problems: list[Finding]
) -> list[Printed]:
    """One content as pieces of card; every second face is the back of the one before, unless all is to be one-sided."""
    try:
        faces = make_faces(deck, content, body, not wishes.one_sided and not content.back)
        behind = make_faces(deck, content.back, body) if content.back else []
    except TooSmallError:
        problems.append(too_small(wishes.size, content.owner))
        return []
    problems += check_glyphs(wishes.fonts, content.owner, report.force.document.file)
    if wishes.one_sided:
        return [Printed(face) for face in faces]
    plain = make_back(deck, content) if wishes.backs else None
    if content.back:
        pairs = list(zip_longest(faces, behind))
        return [Printed(front or back, back if front and back else plain) for front, back in pairs if front or back]
    return [Printed(faces[at], faces[at + 1] if at + 1 < len(faces) else plain) for at in range(0, len(faces), 2)]


def blanks(report: Report, wishes: Wishes) -> Iterable[Printed]:
    """Blank cards, with as many lines as fit on one face."""
    if not wishes.blank:
        return []
    from listbuilder.printing.reference import blank_content

    lines, found = 1, None
    while True:
        content = blank_content(report.force.game, lines)._replace(sort="blank", facts=list_facts(report.force))
        deck = deck_of(report, wishes, (content,), {})
        faces = make_faces(deck, content, Body(deck.type.steady))
        if len(faces) > 1:
            break
        lines, found = (
            lines + 1,
            Printed(faces[0]._replace(title="Blank card"), make_back(deck, content) if wishes.backs else None),
        )
    return [found] * wishes.blank if found else []
