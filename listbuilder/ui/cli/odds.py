"""`odds`: the exact chances of one list's attacks on another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from click.exceptions import Exit

from listbuilder.base.errors import EditError
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.odds_document import AttackOdds, Chance, OddsDocument, SideOdds
from listbuilder.judging.force import Force
from listbuilder.play.odds.policy import format_percent, sequence_label
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import JsonFlag, ListReader, pair_code
from listbuilder.ui.cli.report_text import verdict
from listbuilder.ui.cli.terminal import columns, heading, paragraph, print_json, say, style, width_of

if TYPE_CHECKING:
    from listbuilder.play.odds.table import AttackFilter


def odds(
    a: Annotated[Path, Argument(metavar="A", help="The list that attacks.")],
    b: Annotated[Path, Argument(metavar="B", help="The list that is attacked.")],
    reader: ListReader,
    attacker: Annotated[str | None, Option(metavar="NAME", help="Only this attacker: its name or number.")] = None,
    weapon: Annotated[str | None, Option(metavar="NAME", help="Only attacks with this weapon.")] = None,
    target: Annotated[str | None, Option(metavar="NAME", help="Only this target: its name or number.")] = None,
    given: Annotated[
        list[str] | None,
        Option("--with", metavar="WORD", help="A circumstance, such as cover; may be repeated."),
    ] = None,
    roll: Annotated[bool, Option("--roll", help="Roll the attack once, step by step.")] = False,
    seed: Annotated[int | None, Option(help="For --roll: the same seed rolls the same dice.")] = None,
    json: JsonFlag = False,
) -> None:
    """Calculate the odds of a hit, a wound and a kill for every attacker, weapon and target.

    Examples: listbuilder odds mine.yaml theirs.yaml | listbuilder odds mine.yaml theirs.yaml --attacker NAME --target 2
    --with WORD | listbuilder odds mine.yaml theirs.yaml --with distance=7 --with attacker.WORD | listbuilder odds
    mine.yaml theirs.yaml --attacker 1 --target 2 --roll --seed 7. The circumstances that matter for these attacks are
    listed below the table. If a word could mean either side, write attacker.WORD or target.WORD. Odds are exact: every
    result of the dice is counted. With --roll one attack is rolled, with the dice that play mode shows for that seed.
    Exit codes: 0 success, 1 a list is illegal, 2 wrong usage, 3 a file can't be read.
    """

    from listbuilder.exchange.documents.dump import dump
    from listbuilder.play.odds.circumstances import parse_circumstances
    from listbuilder.play.odds.table import AttackFilter, odds_between

    reports = reader.judge_pair(a, b)
    choice = AttackFilter(attacker, weapon, target)
    if roll:
        say(rolled_text(reports[0].force, reports[1].force, parse_circumstances(given or ()), choice, seed))
        raise Exit(pair_code(reports))
    found = odds_between(reports[0].force, reports[1].force, parse_circumstances(given or ()), choice)
    if json:
        print_json(dump(found))
    else:
        say(odds_text(found, reports[0].force.game))
        for path, report in zip((a, b), reports, strict=True):
            if not report.valid:
                say(paragraph(f"{path}: {verdict(report)}. The odds are of the list as it is."))
    raise Exit(pair_code(reports))


def rolled_text(
    left: Force, right: Force, words: dict[tuple[str | None, str], int], choice: AttackFilter, seed: int | None
) -> str:
    """One attack with dice, as the page rolls it with the same seed."""
    from listbuilder.lists.rolling import draw_seed
    from listbuilder.play.attack_rolls import roll_attack, step_words
    from listbuilder.play.odds.circumstances import Circumstances
    from listbuilder.play.odds.table import build_scenes, find_rows, model_title

    given = Circumstances(words)
    attackers, targets = find_rows(left, choice.attacker, "attacker"), find_rows(right, choice.target, "target")
    scenes = list(build_scenes(left, right, attackers, targets, given, choice.weapon))
    if len(scenes) != 1:
        raise EditError(f"There are {len(scenes)} such attacks: choose one with --attacker, --weapon and --target.")
    scene, seed = scenes[0], draw_seed() if seed is None else seed
    found = roll_attack(scene, seed)
    given.check()
    actor, target = (model_title(fighter.model) for fighter in scene.sides.values())
    parts = [heading(f"{sequence_label(left.game, scene.name)}: {actor} at {target} (seed {seed})")]
    for step in found.steps:
        label, came = step_words(step)
        dice = [f"{die.shows}→{die.again}" if die.again else str(die.shows) for die in step.dice]
        shown = f"[{' '.join(dice)}]{f'{step.bonus:+d}' if step.bonus else ''} " if dice else ""
        parts.append(paragraph(f"{label}: {shown}{came}", "    ", "  "))
    if found.forbidden_by:
        parts.append(paragraph(f"Not allowed: {found.forbidden_by} forbids it.", "  ", "  "))
    out = [name for name, gone in zip((actor, target), found.out, strict=True) if gone]
    return "\n".join([*parts, *(f"  {name} is out." for name in out)])


# Odds for people: a heat map of attackers against targets, or one attack in full, and what stands behind them.


SHADES = ((0.05, " ", "dim"), (0.25, "░", "blue"), (0.5, "▒", "green"), (0.75, "▓", "yellow"), (2, "█", "red"))
BAR = 30
# Columns between two cells.
CELL = 2


def odds_text(found: OddsDocument, game: Game) -> str:
    """Everything that there is to say about some odds."""
    parts = [heading(f"{game.name}: {found.attackers} attacks {found.targets}")]
    given = [
        f"{one.word}{f'={one.given}' if one.kind == 'number' or one.given > 1 else ''}"
        for one in found.circumstances
        if one.given
    ]
    parts += [paragraph(f"With {', '.join(given)}.", "  ", "  ")] if given else []
    if len(found.attacks) == 1:
        parts += ["", *attack_text(found.attacks[0], game)]
    else:
        for name in dict.fromkeys(one.sequence for one in found.attacks):
            parts += ["", *heat_map(sequence_label(game, name), [one for one in found.attacks if one.sequence == name])]
    parts += ["", *context_text(found)]
    return "\n".join(parts)


def heat_map(title: str, attacks: list[AttackOdds]) -> Iterator[str]:
    """A table of attackers and weapons against targets, in as many blocks as the terminal needs."""
    back = any(one.to_attacker for one in attacks)
    measures = "hit, wound, out" if attacks[0].to_target else "success"
    yield heading(title, f"{measures}{', attacker out' if back else ''}, in percent")
    targets = list(dict.fromkeys(target_key(one) for one in attacks))
    names = ", ".join(f"{at} = {name}" for at, name in enumerate(targets, 1))
    yield paragraph(f"Targets: {names}.", "  ", "  ")
    rows: dict[tuple[str, str], dict[str, AttackOdds]] = {}
    for one in attacks:
        rows.setdefault((one.attacker, one.weapon or ""), {})[target_key(one)] = one
    first = max(width_of(weapon or attacker) for attacker, weapon in rows) + 4
    wide = max(width_of(cell(one)) for one in attacks) + CELL
    room = columns()
    number = len(targets) if room is None else max((room - first) // wide, 1)
    for start in range(0, len(targets), number):
        yield from block(rows, targets, range(start, min(start + number, len(targets))), first, wide)


def target_key(one: AttackOdds) -> str:
    """A target by name, with what it answers with."""
    return f"{one.target} ({one.answer})" if one.answer else one.target


def block(
    rows: dict[tuple[str, str], dict[str, AttackOdds]], targets: list[str], shown: range, first: int, wide: int
) -> Iterator[str]:
    """Some targets of a heat map."""
    yield style(" " * first + "".join(f"{at + 1:>{wide}}" for at in shown), "bold")
    before = ""
    for (attacker, weapon), held in rows.items():
        cells = [held.get(targets[at]) for at in shown]
        line = "".join(f"{'':>{wide}}" if one is None else padded(one, wide) for one in cells)
        if attacker != before and weapon:
            yield paragraph(attacker, "  ", "  ")
        name = f"  {weapon}" if weapon else attacker
        yield f"  {name}{' ' * (first - 2 - width_of(name))}{line}"
        before = attacker


def padded(one: AttackOdds, wide: int) -> str:
    """A cell with its colour, as wide as its column."""
    text = cell(one)
    chance = (one.to_target.out if one.to_target else one.hit).decimal
    colour = next(name for top, _, name in SHADES if chance < top)
    return " " * (wide - width_of(text)) + style(text, colour)


def cell(one: AttackOdds) -> str:
    """The chances of one attack; a shade says how hot it is where there is no colour."""
    if not one.possible:
        return "no"
    out = one.to_target.out if one.to_target else one.hit
    shade = next(mark for top, mark, _ in SHADES if out.decimal < top)
    if one.to_target is None:
        return f"{shade}{format_percent(one.hit):>3}"
    chances = f"{format_percent(one.hit):>3} {format_percent(one.to_target.wound):>3} {shade}{format_percent(out):>3}"
    return f"{chances} {format_percent(one.to_attacker.out):>3}" if one.to_attacker else chances


def attack_text(one: AttackOdds, game: Game) -> Iterator[str]:
    """One attack in full."""
    weapon = f" with {one.weapon}" if one.weapon else ""
    answer = f", who answers with {one.answer}" if one.answer else ""
    yield heading(f"{sequence_label(game, one.sequence)}: {one.attacker}{weapon} at {one.target}{answer}")
    if not one.possible:
        yield paragraph(f"Not allowed: {one.forbidden_by} forbids it.", "  ", "  ")
        return
    if one.attacks > 1:
        yield f"  {one.attacks} attacks together"
    yield chance_text("hit" if one.to_target else "success", one.hit)
    if one.to_target:
        yield from side_text(one.to_target)
    if one.to_attacker:
        yield "  Back at the attacker"
        yield from side_text(one.to_attacker)


def side_text(side: SideOdds) -> Iterator[str]:
    """What one side suffers."""
    yield chance_text("wound", side.wound)
    yield chance_text("out", side.out)
    yield f"  {'damage':<8}{side.mean.decimal:>6.2f}    on average, {side.health} takes it out"
    most = max(outcome.chance.decimal for outcome in side.damage)
    for outcome in side.damage:
        bar = "█" * max(round(outcome.chance.decimal / most * BAR), 0) if most else ""
        yield f"  {outcome.damage:>6}  {outcome.chance.decimal * 100:>6.2f} %  {bar}".rstrip()


def chance_text(name: str, chance: Chance) -> str:
    """A chance as a decimal and as a fraction."""
    return f"  {name:<8}{chance.decimal * 100:>6.2f} %  {chance.exact}"


def context_text(found: OddsDocument) -> Iterator[str]:
    """What counted, what did not, what was assumed, and what else can be said."""
    counted = unique(name for one in found.attacks for name in one.counted)
    left = unique(name for one in found.attacks for name in one.uncounted)
    forbidden = unique(one.forbidden_by for one in found.attacks if one.forbidden_by)
    for name, several in (("Counted", counted), ("NOT counted", left), ("Forbidden by", forbidden)):
        if several:
            yield paragraph(f"{name}: {', '.join(several)}.", "  ", "  ")
    if found.without_odds:
        gaps = ", ".join(f"{one.name} ({one.reason})" for one in found.without_odds)
        yield paragraph(f"NO odds: {gaps}.", "  ", "  ")
    for text in found.policy:
        yield paragraph(text, "  ", "  ")
    plain = [one.word for one in found.circumstances if one.kind in ("state", "history")]
    numbers = [f"{one.word}=N" for one in found.circumstances if one.kind == "number"]
    entries = [one.word for one in found.circumstances if one.kind == "entry"]
    for name, words in (("Say --with", plain), ("Numbers", numbers), ("In use or in force", entries)):
        if words:
            yield paragraph(f"{name}: {', '.join(words)}.", "    ", "  ")


def unique(names: Iterable[str | None]) -> list[str]:
    """Names, each once."""
    return list(dict.fromkeys(name for name in names if name))
