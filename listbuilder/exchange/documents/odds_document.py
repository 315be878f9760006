"""The document of `odds --json`: chances as exact fractions and as decimals, and what did and did not count."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from listbuilder.base.records import published

ODDS = "1.1"


@published
class Chance:
    """A chance, or an average."""

    exact: str
    """As a fraction, such as 7/20, or a whole number."""
    decimal: float
    """The same as a decimal, rounded to six places."""


@published
class DamageChance:
    """So much damage, and the chance of it."""

    damage: int
    """Damage done."""
    chance: Chance
    """The chance of exactly this much."""


@published
class SideOdds:
    """What an attack does to one of the two."""

    wound: Chance
    """The chance of any damage."""
    out: Chance
    """The chance of being taken out."""
    mean: Chance
    """The damage on average."""
    health: int
    """The damage that takes it out."""
    damage: tuple[DamageChance, ...]
    """Every amount of damage with its chance; the chances add up to 1."""


@published
class AttackOdds:
    """One attack of one model on another."""

    sequence: str
    """The sequence of the game that it follows, or direct-damage where nothing can miss."""
    attacker: str
    """What the attacker is called."""
    attacker_id: str
    """The id of the attacker, or of the first of so many that are the same."""
    weapon: str | None
    """What it is done with."""
    target: str
    """What the target is called."""
    target_id: str
    """The id of the target, or of the first of so many that are the same."""
    answer: str | None
    """What the target answers with, where it does."""
    attacks: int
    """How many attacks these are the odds of: several where something in use brings them, else one."""
    possible: bool
    """Whether the attack is allowed under these circumstances."""
    forbidden_by: str | None
    """What forbids it, where something does."""
    hit: Chance
    """The chance that it hits: that its check succeeds, or that some die does damage before any is stopped."""
    to_target: SideOdds | None
    """What it does to the target; nothing in a sequence without damage."""
    to_attacker: SideOdds | None
    """What it does to the attacker, where the target hits back."""
    counted: tuple[str, ...]
    """The names of what made a difference."""
    uncounted: tuple[str, ...]
    """The names of what bears on the attack and was not counted."""


@published
class OddsCircumstance:
    """Something that can be said with `--with`."""

    word: str
    """How it is written."""
    kind: Literal["state", "number", "history", "entry"]
    """A state, a number, something that happened before, or an entry that is in use or whose conditions are given."""
    text: str
    """What it means."""
    given: int
    """What was said: 0 where nothing was."""


@published
class OddsGap:
    """Something meant for enemies that has no odds."""

    name: str
    """What it is called."""
    reason: str
    """Why it has no odds."""


@published
class OddsDocument:
    """The odds of one list against another, as `listbuilder odds --json` prints them."""

    document: Literal["listbuilder-odds"] = "listbuilder-odds"
    """Tells this document from others."""
    schema: str = ODDS
    """The version of this schema."""
    game: str
    """The game's id."""
    attackers: str
    """The name of the list that attacks."""
    targets: str
    """The name of the list that is attacked."""
    policy: tuple[str, ...]
    """What players decide in between, and what is assumed of it."""
    circumstances: tuple[OddsCircumstance, ...]
    """What these attacks ask about the table, and what was said."""
    attacks: tuple[AttackOdds, ...]
    """Each attacker with each of its weapons against each target."""
    without_odds: tuple[OddsGap, ...] = ()
    """What the attackers can do to enemies that is not among these attacks."""


def exact_chance(number: Fraction) -> Chance:
    """A fraction as a document has it."""
    return Chance(exact=str(number), decimal=round(float(number), 6))
