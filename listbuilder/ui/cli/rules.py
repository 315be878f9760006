"""`rules`: explain a rule kind, a finding code, or the rules and rulings of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from click.exceptions import Exit

from listbuilder.ui.cli.commands import Argument
from listbuilder.ui.cli.common import USAGE, GameReader
from listbuilder.ui.cli.terminal import heading, paragraph, say, style, table

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.catalogue.rules import Rule


def rules(
    library: GameReader,
    topic: Annotated[str | None, Argument(metavar="[KIND, CODE or GAME]", help="What to explain.")] = None,
) -> None:
    """Explain a rule kind or a finding code, or list the rules and rulings of a game.

    Examples: listbuilder rules | listbuilder rules spread | listbuilder rules points.over | listbuilder rules GAME.
    Exit codes: 0 success, 2 there is no such rule, finding or game.
    """
    from listbuilder.base.finding_codes import OTHER_CODES
    from listbuilder.base.spelling import did_you_mean
    from listbuilder.catalogue.rules import KINDS
    from listbuilder.catalogue.rules.implied import STANDING

    games = library.folders
    topic = topic.lower() if topic else None
    kinds = {**KINDS, **STANDING}
    if topic is None:
        say(overview())
    elif topic in kinds:
        say(kind_text(topic))
    elif topic in OTHER_CODES:
        say(f"{style(topic, 'bold')}\n{paragraph(OTHER_CODES[topic])}")
    elif topic.partition(".")[0] in kinds:
        say(code_text(topic))
    elif topic in games or topic.replace(" ", "-") in games:
        say(game_rules_text(library.game(topic)))
    elif found := rules_named(topic, library):
        say(table(found, ("GAME", "RULE", "KIND", "SEVERITY", "SAYS")))
    else:
        known = [*kinds, *OTHER_CODES, *games]
        say(f"Nothing is called {style(topic)}. {style(did_you_mean(topic, known))}".rstrip(), error=True)
        raise Exit(USAGE)


def rules_named(id: str, library: GameReader) -> list[tuple[str, str, str, str, str]]:
    """The rules of that id in any game."""
    return [(game, *row) for game in library.folders for row in rule_rows(library.game(game)) if row[0] == id]


def overview() -> str:
    """Every kind with its first line, and every code."""
    from listbuilder.base.finding_codes import OTHER_CODES
    from listbuilder.catalogue.rules import KINDS
    from listbuilder.catalogue.rules.implied import STANDING

    written = [(kind, _first(cls)) for kind, cls in KINDS.items()]
    standing = [(kind, _first(cls)) for kind, cls in STANDING.items()]
    codes = [
        (f"{kind}.{code}", words.about)
        for kind, cls in sorted({**KINDS, **STANDING}.items())
        for code, words in cls.codes.items()
    ]
    return "\n\n".join(
        [
            table(written, ("RULE KIND", "WHAT IT DOES")),
            table(standing, ("STANDING", "JUDGED WITHOUT A WRITTEN RULE")),
            table([*codes, *OTHER_CODES.items()], ("FINDING", "MEANS")),
        ]
    )


def kind_text(kind: str) -> str:
    """A kind's own documentation, and the findings it makes."""
    import inspect

    from listbuilder.catalogue.rules import KINDS
    from listbuilder.catalogue.rules.implied import STANDING

    cls = {**KINDS, **STANDING}[kind]
    codes = table([(f"{kind}.{code}", words.about) for code, words in cls.codes.items()], ("FINDING", "MEANS"))
    blocks = (inspect.getdoc(cls) or "").split("\n\n")
    text = "\n\n".join(block if block.startswith("    ") else paragraph(" ".join(block.split())) for block in blocks)
    return f"{style(kind, 'bold')}\n{text}\n\n{codes}"


def code_text(code: str) -> str:
    """What a finding code means, and the kind that makes it."""
    from listbuilder.catalogue.rules import KINDS
    from listbuilder.catalogue.rules.implied import STANDING

    kind, _, which = code.partition(".")
    words = {**KINDS, **STANDING}[kind].codes.get(which)
    if words is None:
        say(f"{style(code)} is no finding; `listbuilder rules {kind}` lists those of {kind}.", error=True)
        raise Exit(USAGE)
    texts = table([("message", words.message), ("hint", words.hint)], ("SAYS", ""))
    about = paragraph("The words in braces are in the finding's `data`, so that a program can word it anew.")
    return f"{style(code, 'bold')}\n{paragraph(words.about)}\n\n{texts}\n{about}\n\n{kind_text(kind)}"


def game_rules_text(game: Game) -> str:
    """The rules of a game, of its formats and entries, and its rulings."""
    rows = rule_rows(game)
    parts = [heading(f"{game.name}: rules"), table(rows, ("RULE", "KIND", "SEVERITY", "SAYS"))]
    if game.rulings:
        parts += ["", heading("Rulings: how this catalogue reads what the rulebook leaves open")]
        parts += [paragraph(f"{ruling.name}: {ruling.text}", "    ", "  ") for ruling in game.rulings]
    return "\n".join(parts)


def rule_rows(game: Game) -> list[tuple[str, str, str, str]]:
    """Every rule of a game with what it says, those of formats, entries and roles with who brings them in."""
    from listbuilder.base.wording import sentence

    found: list[tuple[Rule, str]] = [(rule, "") for rule in game.rules]
    found += [(rule, f"{by.name}: ") for one in game.formats for rule, by in game.rules_in(one) if by is one]
    found += [(rule, f"{one.name}: ") for one in game.entries for rule in one.rules]
    for entry in game.entries:
        for name, role in entry.sides.items():
            found += [(rule, f"{name} in {entry.name}: ") for rule in role.rules]
    return [
        (rule.id, rule.kind, rule.severity, f"{of}{rule.text or sentence(rule.describe(game))}") for rule, of in found
    ]


def _first(cls: type) -> str:
    return (cls.__doc__ or "").strip().split("\n")[0]
