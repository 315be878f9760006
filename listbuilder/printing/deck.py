"""Make cards: judged lists and options go in, batches of cards come out, ready for the pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, groupby, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.base.errors import DocumentError
from listbuilder.base.findings import Finding
from listbuilder.base.records import replace
from listbuilder.judging.force import Force
from listbuilder.judging.validator import Report
from listbuilder.loading.templates import CardLayout, CardSize, Templates, Theme, Typeface
from listbuilder.printing.art import Art, Gallery
from listbuilder.printing.block_rows import TooSmallError
from listbuilder.printing.card_content import Content, Items, Legend, ProfileTable
from listbuilder.printing.card_frame import Deck, Footer
from listbuilder.printing.card_style import card_style_of, list_facts
from listbuilder.printing.check_code import check_code
from listbuilder.printing.entry_items import legend_of
from listbuilder.printing.fit_card import BodyType, fit_deck, make_back, make_faces
from listbuilder.printing.marks import MM
from listbuilder.printing.model_cards import list_content, model_contents, spawned_force
from listbuilder.printing.pages import NOT_LEGAL, Batch, PrintedCard
from listbuilder.printing.text_layout import Fonts, check_glyphs

if TYPE_CHECKING:
    from listbuilder.printing.tokens import TokenWord


class CardOptions(NamedTuple):
    """What to make cards of, and how; `everything` is for reference cards and tokens that the list does not need."""

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
        usual, larger = self.templates.sizes["token"], self.type.larger
        return replace(usual, width=usual.width * larger, height=usual.height * larger)


def make_batches(reports: Sequence[Report], options: CardOptions) -> list[Batch]:
    """The cards of all lists; one DocumentError names every card that can't be printed."""
    problems: list[Finding] = []
    batches: list[Batch] = []
    for report in reports:
        batches += list_batches(report, options, problems)
    if problems:
        raise DocumentError(problems[0].message, tuple(problems))
    return batches


def contents_of(report: Report, options: CardOptions) -> list[Content]:
    """The contents of all cards of a list, in printing order."""
    force = report.force
    texts = options.rules in ("card", "both")
    models = list(model_contents(force, options.merge, texts))
    if options.against:
        from listbuilder.play.odds.steps import SharedResults
        from listbuilder.printing.card_odds import odds_back

        shared = SharedResults()
        models = [one._replace(back=odds_back(force, options.against, one, shared)) for one in models]
    later = spawned_force(force)
    spawned = list(model_contents(later, merge=True, texts=texts)) if later else []
    own = list_content(force, texts)
    contents = [*models, *spawned, own._replace(blocks=(*own.blocks, icon_legend([*models, *spawned])))]
    if not (options.reference or options.missions or options.rules in ("appendix", "both")):
        return contents
    facts = list_facts(force)
    return contents + [
        one._replace(sort="reference", facts=facts) for one in lookup_contents(force, options, contents, later)
    ]


def lookup_contents(
    force: Force, options: CardOptions, contents: Sequence[Content], later: Force | None
) -> list[Content]:
    """The reference cards that the options ask for; the mission in play only once."""
    from listbuilder.printing.reference_cards import mission_contents, reference_contents, rules_content

    more = [rules_content(force, *([later] if later else []))] if options.rules in ("appendix", "both") else []
    more += mission_contents(force) if options.missions else []
    reference = list(reference_contents(force, options.everything)) if options.reference else []
    if reference:
        legend = icon_legend([*contents, *reference])
        reference[0] = reference[0]._replace(blocks=(*reference[0].blocks, legend))
    # Missions and reference cards may both have the mission in play.
    return list({(one.owner, one.name, one.blocks): one for one in [*more, *reference]}.values())


def icon_legend(contents: Sequence[Content]) -> Legend:
    """The legend of the icons on some cards."""
    blocks = [block for one in contents for block in one.blocks]
    items = [item for block in blocks if isinstance(block, Items) for item in block.items]
    rows = [row for block in blocks if isinstance(block, ProfileTable) for row in block.rows]
    return legend_of([*items, *(row.item._replace(meta=(*row.cells, *row.item.meta)) for row in rows)])


def footer_of(report: Report) -> Footer:
    """The text at the foot of each card."""
    force = report.force
    proof = check_code(force) + " · sample" * force.has_samples
    return Footer(force.document.title, proof, "" if report.valid else NOT_LEGAL)


def list_batches(report: Report, options: CardOptions, problems: list[Finding]) -> Iterator[Batch]:
    """The batches of one list: its cards, then tokens."""
    force = report.force
    contents, title = contents_of(report, options), force.document.title
    art = art_by_content(force, options, contents)
    cards: list[PrintedCard] = []
    try:
        for _, group in groupby(contents, key=lambda one: one.sort):
            deck = deck_of(report, options, tuple(group), art)
            # Fonts are shared by all lists: characters of the one before must not be told again.
            options.fonts.lacking.clear()
            body = fit_deck(deck, not options.one_sided)
            cards += [
                card for one in deck.contents for card in cards_of_content(deck, one, body, report, options, problems)
            ]
        cards += blank_cards(report, options)
    except TooSmallError:
        problems.append(too_small_finding(options.size, title))
        return
    yield Batch(title, options.size, tuple(cards), report.valid)
    if options.tokens:
        yield from token_batches(report, options, problems)


def token_batches(report: Report, options: CardOptions, problems: list[Finding]) -> Iterator[Batch]:
    """The tokens of a list, a batch for each size."""
    from listbuilder.printing.tokens import token_words

    force, usual = report.force, options.token
    title = f"{force.document.title}: tokens"
    words = list(token_words(force, options.everything))
    for wide in dict.fromkeys(token.wide for token in words):
        size = replace(usual, width=wide, height=wide) if wide else usual
        alike = [token for token in words if token.wide == wide]
        tokens = tuple(printed_tokens(force, options, alike, size, problems))
        problems += check_glyphs(options.fonts, "a token", force.document.file)
        yield Batch(title, size, tokens, report.valid, "token")


def printed_tokens(
    force: Force, options: CardOptions, tokens: Sequence[TokenWord], size: CardSize, problems: list[Finding]
) -> Iterator[PrintedCard]:
    """Each token as often as needed; its second word is on the back, or if `one_sided` on a token of its own."""
    from listbuilder.printing.tokens import token_face

    side, floor = size.width * MM, options.type.floor
    content = Content("a token", "", facts=list_facts(force))
    style = card_style_of(options.templates, options.layout, options.theme, options.type.contrast, content, {})
    for token in tokens:
        words = [token.word, *([token.back] if token.back else [])]
        faces = [token_face(options.fonts, side, floor, token, word, style) for word in words]
        made = [face for face in faces if face is not None]
        if len(made) < len(words):
            message = f"The token {token.word} is too small for its words at {floor:g} points: it is {size.width:g} mm."
            hint = "Leave out --tokens or --large-print, or name a larger size `token` in templates of your own."
            problems.append(Finding(code="print.size", message=message, hint=hint))
        elif options.one_sided:
            yield from [PrintedCard(face) for face in made for _ in range(token.number)]
        else:
            yield from [PrintedCard(made[0], made[-1] if token.back or options.backs else None)] * token.number


def art_by_content(force: Force, options: CardOptions, contents: Sequence[Content]) -> dict[int, Art]:
    """The art of cards, by the id of their contents: what the list names, or an image of the folder with its name."""
    if not options.art and not any(one.art for one in contents):
        return {}
    gallery, found = Gallery(force.document.file, options.art), dict[int, Art]()
    for one in contents:
        art = gallery.named(one.art) if one.art else gallery.called(one.facts.get("names", ()))
        found |= {id(one): art} if art else {}
    return found


def deck_of(report: Report, options: CardOptions, contents: tuple[Content, ...], art: dict[int, Art]) -> Deck:
    """A deck of contents of one sort."""
    return Deck(
        fonts=options.fonts,
        templates=options.templates,
        layout=options.layout,
        theme=options.theme,
        size=options.size,
        type=options.type,
        contents=contents,
        footer=footer_of(report),
        bleed=options.bleed * MM,
        art=art,
    )


def too_small_finding(size: CardSize, what: str) -> Finding:
    """The finding for a size that can't hold a name and a few lines."""
    message = f"{what}: a card of {size.width:g} × {size.height:g} mm is too small for its name, stats and text."
    return Finding(code="print.size", message=message, hint="Choose a larger --size.", model=what)


def cards_of_content(
    deck: Deck, content: Content, body: BodyType, report: Report, options: CardOptions, problems: list[Finding]
) -> list[PrintedCard]:
    """The cards of one content; unless `one_sided`, every second face is the back of the one before."""
    try:
        faces = make_faces(deck, content, body, not options.one_sided and not content.back)
        behind = make_faces(deck, content.back, body) if content.back else []
    except TooSmallError:
        problems.append(too_small_finding(options.size, content.owner))
        return []
    problems += check_glyphs(options.fonts, content.owner, report.force.document.file)
    if options.one_sided:
        return [PrintedCard(face) for face in faces]
    plain = make_back(deck, content) if options.backs else None
    if content.back:
        pairs = list(zip_longest(faces, behind))
        return [PrintedCard(front or back, back if front and back else plain) for front, back in pairs if front or back]
    return [PrintedCard(faces[at], faces[at + 1] if at + 1 < len(faces) else plain) for at in range(0, len(faces), 2)]


def blank_cards(report: Report, options: CardOptions) -> list[PrintedCard]:
    """Blank cards, with as many lines as fit on one face."""
    if not options.blank:
        return []
    from listbuilder.printing.reference_cards import blank_content

    found: list[PrintedCard] = []
    for lines in count(1):
        content = blank_content(report.force.game, lines)._replace(sort="blank", facts=list_facts(report.force))
        deck = deck_of(report, options, (content,), {})
        face, *more = make_faces(deck, content, BodyType(deck.type.steady))
        if more:
            break
        found = [PrintedCard(face._replace(title="Blank card"), make_back(deck, content) if options.backs else None)]
    return found * options.blank
