"""Terms: the words of a game, declared once. Their texts tell engine authors what to implement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, fields
from typing import Annotated, Any, Literal

from listbuilder.base.records import CardText, Source, record
from listbuilder.base.values import BadKeyError, Flag, Positive, Short, one_or_many
from listbuilder.catalogue.effects.parts import IGNORABLE, Amount, Names, PlayTerm, Tests, Who
from listbuilder.catalogue.effects.printed_values import Written, is_value
from listbuilder.catalogue.query import Selector

# Senses: concepts that every tabletop game has, so that an engine can play a term without reading its text.


Sense = Literal[
    "meets", "exposed", "zone-entered", "zone-left", "blocked", "attack-over", "climbs", "drops", "jumps",
    "crosses", "comes-near", "movement", "rolled", "paid",
    "answer", "near-attack", "far-attack", "priced", "others", "decided-anew",
    "distance", "moved", "height", "destroyed", "shown", "ordinal", "occupied", "jumped", "dropped", "higher",
    "lower", "terrain-apart", "length-within", "would-deal", "more-squares", "farthest",
    "screened", "covered", "half-range", "off-turn", "last-action", "above", "has-moved", "flanked", "off-board",
    "crossed", "sheltered", "seen-through", "half-hidden", "only-behind", "going-through", "touching", "beyond",
    "reached", "still-reached", "risen", "first-target", "within-event", "allowed", "second", "named", "hemmed-in",
    "stuck", "structure", "decided",
    "terrain", "obstacle", "opening",
    "centre", "own-zone", "enemy-zone", "outside-zones", "quarter", "strip", "behind", "on-terrain", "floor", "inside",
]  # fmt: skip

# Written for authors of engines, who implement each sense once for all games.
SENSES: dict[Sense, str] = {
    "meets": "an event: a move brings the actor into contact with the target",
    "exposed": "an event: the actor begins a move with no cover, or a move takes cover from it",
    "zone-entered": "an event: the actor comes next to the target, an enemy",
    "zone-left": "an event: the actor leaves a square next to the target, an enemy",
    "blocked": "an event: a push of the actor is stopped by something in the way",
    "attack-over": "an event: the actor is done with an attack on all its targets, and so is a model that answered it",
    "climbs": "an action or event: a move goes up terrain, or down it step by step",
    "drops": "an action or event: a move goes down from terrain without climbing",
    "jumps": "an action or event: a move leaves terrain across a gap",
    "crosses": "an event: a move goes through `about` or over it, or ends on it",
    "comes-near": (
        "an event: a move brings the actor as near as the number that `about` names first to the target, or to "
        "what it names second"
    ),
    "movement": "an event: the actor moves, by choice or by force, whatever action or effect makes it",
    "rolled": "an event: dice were rolled: those of the roll in `about`, or any",
    "paid": "an event: a player or model pays some of the resource in `about`",
    "answer": "an action: the target of an attack rolls the pools that are its own",
    "near-attack": "an action: an attack on a model right next to it",
    "far-attack": "an action: an attack from afar",
    "priced": "an action: each that has a price in the resource in `about`, of no more than `max`",
    "others": "an action: each that the first word in `about` stands for, but not the one that the second names",
    "decided-anew": "an action: what the list says under `about` is decided anew",
    "distance": "a number: how far the target is from the actor",
    "moved": "a number: how far a model has moved",
    "height": "a number: how high the terrain is",
    "destroyed": "a number: what the enemies of a player cost that are out of the game",
    "shown": "a number: what the die of a roll shows, in what follows from that roll",
    "ordinal": "a number: which of the periods in `about` this is, from 1",
    "occupied": "a number: in how many of the places in `about` a player has models",
    "jumped": "a number: how far across a jump goes",
    "dropped": "a number: how far down the drops of a model lead",
    "higher": "a number: how much higher the actor stands than the target",
    "lower": "a number: how much lower the actor stands than the target",
    "terrain-apart": (
        "a number: how far the terrain that bears the effect is from the actor or the target, whichever is nearer"
    ),
    "length-within": "a number: how much of the line from the actor to the target is inside `about`",
    "would-deal": "a number: the damage that the attack would do",
    "more-squares": "a number: how many squares a model fills beyond the first",
    "farthest": "a number: how far a model moves at most, as long as an effect says so",
    "screened": "a state: the line from the actor to it meets something that one can see past",
    "covered": "a state: the line from the actor to it meets something that hides all of it",
    "half-range": "a state of an attack: the target is within half of the weapon's range",
    "off-turn": "a state of an action: the model that does it is not the one that activates",
    "last-action": "a state of an action: it is the last one of the activation",
    "above": "a state of an action: the actor stands higher than the target",
    "has-moved": "a state: it has moved in this activation",
    "flanked": "a state: enemies stand on two opposite sides, right next to it",
    "off-board": "a state: it is in the game, but not on the table",
    "crossed": "a state: the line from the actor to it crosses `about`, or else the terrain that bears the effect",
    "sheltered": (
        "a state: terrain no farther from it than the number in `about` is crossed by the line from the actor to it"
    ),
    "seen-through": (
        "a state: the actor sees it through `about` alone, or else through gaps of the terrain that bears the effect"
    ),
    "half-hidden": "a state: the terrain that bears the effect hides a part of its base from the actor",
    "only-behind": "a state: whatever covers it from the actor has the keyword in `about`",
    "going-through": "a state: its move goes through `about`, or else through the terrain that bears the effect",
    "touching": "a state: it touches `about`",
    "beyond": "a state or place: on the other side of `about`, which the actor touches",
    "reached": "a state: `by` could attack it from where they stand, with what fits `with`",
    "still-reached": "a state: what it reached with what fits `with` when its move began, it still reaches",
    "risen": "a state: it stands higher than when the period in `about` began",
    "first-target": "a state: the first target of the action was in the state in `about`",
    "within-event": "a state of an event: it happens while the action in `about` lasts",
    "allowed": "a state: no record forbids that the action is done to it",
    "second": "a state: its player is not the one who begins the period in `about`",
    "named": "a state: the list of its player, or the row of the bearer, names it under `about`",
    "hemmed-in": "a state: no square next to it is free",
    "stuck": "a state: no square next to it is free, not even if its friends make room",
    "structure": "a state: it is no model but something that is built",
    "decided": "a state or number: its players say so",
    "terrain": "a thing: whatever stands on the table and is no model",
    "obstacle": "a thing: whatever is in the way of a move or a line, models too",
    "opening": "a thing: a part of terrain through which one can see, reach or go",
    "centre": "a place: the middle of the table",
    "own-zone": "a place: where the player's models start",
    "enemy-zone": "a place: where the opponent's models start",
    "outside-zones": "a place: anywhere but where models start",
    "quarter": "a place: each of the four quarters of the table",
    "strip": "a place: across the middle of the table, from side to side",
    "behind": "a place: right next to the target, on the side away from the actor",
    "on-terrain": "a place: on top of terrain, or of that in `about`",
    "floor": "a place: the table itself, not on terrain",
    "inside": "a place: inside `about`",
}
"""Every sense with what it is."""
WITH_ABOUT = {
    "crosses", "comes-near", "paid", "priced", "others", "decided-anew", "ordinal", "occupied", "length-within",
    "only-behind", "touching", "beyond", "risen", "first-target", "within-event", "second", "named", "inside",
    "sheltered",
}  # fmt: skip
"""Senses that mean nothing without `about`."""
MAY_HAVE_ABOUT = WITH_ABOUT | {"rolled", "crossed", "seen-through", "going-through", "on-terrain"}
ABOUT = PlayTerm(
    "states", "numbers", "things", "places", "actions", "periods", "resources", "rolls", "keywords", "values", "rows",
    "entries",
)  # fmt: skip


def check_about(means: Sense | None, about: Names) -> None:
    """Refuse a sense that lacks what it is about, and an `about` that has no effect."""
    if means in WITH_ABOUT and not about:
        raise BadKeyError("about", f"`means: {means}` needs `about`")
    if about and means not in MAY_HAVE_ABOUT:
        raise BadKeyError("about", "`about` goes with a sense that needs it")


@record
class Term:
    """A word: a `text`, or `any` of other words, or a state that is there `if` tests hold."""

    text: str = ""
    """What it means, for the author of an engine."""
    any: Annotated[Names, IGNORABLE] = ()
    """One of these."""
    if_: Tests = ()
    """The state is there, or the event happens, only if this holds."""
    means: Sense | None = None
    """The common concept that it is, so that engines know it; docs/design/REFERENCE.md lists them."""
    about: Annotated[Names, ABOUT] = ()
    """What the concept is about."""
    by: Who | None = None
    """With `means: reached`: who reaches it, seen from it."""
    with_: Selector | None = None
    """With `means: reached` or `still-reached`: with what."""
    max: Amount | None = None
    """With `means: priced`: the highest price."""
    narrative: CardText = ""
    """Why a sentence has to say it: the reason that no data do."""
    source: Source = ""

    @staticmethod
    def expand(data: object) -> object:
        """A text alone is what the term means."""
        return {"text": data} if isinstance(data, str) else data

    def __post_init__(self) -> None:
        if not (self.text or self.any or self.if_ or self.means):
            raise ValueError("a term says `text`, `any`, `if` or `means`")
        check_about(self.means, self.about)
        if (self.by is not None) != (self.means == "reached"):
            raise BadKeyError("by", "`by` goes with `means: reached`")
        if self.with_ is not None and self.means not in ("reached", "still-reached"):
            raise BadKeyError("with", "`with` goes with `means: reached` or `still-reached`")
        if self.max is not None and self.means != "priced":
            raise BadKeyError("max", "`max` goes with `means: priced`")


@record
class NumberTerm:
    """A number of the game: one that play makes, with a `text`, or a constant of the rulebook, with a `value`."""

    name: str = ""
    """What cards call it, where it has a `value`; default: made of its id."""
    text: str = ""
    """What it means."""
    value: Written | None = None
    """Its value, if the rulebook fixes it."""
    of: Annotated[str | None, PlayTerm("fields")] = None
    """The printed value of the weapon in use that has two numbers."""
    part: Literal["first", "second"] | None = None
    """Which of the two it is."""
    means: Sense | None = None
    """The common concept that it is, so that engines know it; docs/design/REFERENCE.md lists them."""
    about: Annotated[Names, ABOUT] = ()
    """What the concept is about."""
    narrative: CardText = ""
    """Why a sentence has to say it: the reason that no data do."""
    source: Source = ""

    @staticmethod
    def expand(data: object) -> object:
        """A value as it is written, or a text."""
        return data if isinstance(data, dict) else {"value" if is_value(data) else "text": data}

    def __post_init__(self) -> None:
        if not self.text and self.value is None:
            raise ValueError("a number says `text`, `value` or both")
        if self.name and self.value is None:
            raise BadKeyError("name", "`name` is of a constant, which has a `value`")
        if (self.of is None) != (self.part is None):
            raise BadKeyError("of", "`of` and `part` go together")
        check_about(self.means, self.about)


@record
class Period:
    """A period of play `in` another one, by default the game: how many there are, whose each is, who goes when.

    Periods that stand in the same one follow each other as they are written. `order`: the sides `alternate` one by
    one, one after the other (`sides`), or `together`. `first` says who begins, in the first of them, the second and so
    on: a `roll`-off, what the two lists chose (`match`), who deployed first (`deployer`), who was first out of
    activations in the one before (`finisher`), whose opponent acted last (`waiter`).
    """

    in_: Annotated[str, PlayTerm("periods")] = "game"
    """The period it is part of; default: the game."""
    number: Positive | None = None
    """How many there are."""
    of: Literal["model", "group", "player"] | None = None
    """Whose each is."""
    order: Literal["alternate", "sides", "together"] | None = None
    """Who goes when."""
    first: Annotated[tuple[Literal["roll", "match", "deployer", "finisher", "waiter"], ...], Short(one_or_many)] = ()
    """Who begins in the first, the second and so on; the last word holds for the rest."""
    text: str = ""
    """In your own words."""
    source: Source = ""

    @staticmethod
    def expand(data: object) -> object:
        """A text alone is what the period is."""
        return {"text": data} if isinstance(data, str) else data


@record
class RollTerm:
    """A roll, with what can come out of it."""

    results: tuple[str, ...] = ()
    """What can come out, the lowest first."""
    dice: Written | None = None
    """What is rolled."""
    text: str = ""
    """In your own words."""
    source: Source = ""

    @staticmethod
    def expand(data: object) -> object:
        """Results alone, or a text."""
        return {"results": data} if isinstance(data, list) else {"text": data} if isinstance(data, str) else data


@record
class Resource:
    """What is spent in play: whose it is, how much there is to `start` each period, what is gained, the `most` of it.

    Without `keep`, what is left at the end of the period is lost. A player may spend one of it to `raise` a roll by one
    after it was made, to `pass` in place of an activation, or to `delay` a model, which activates last of its side.
    """

    per: Literal["model", "group", "player"] = "model"
    """Whose it is."""
    each: Annotated[str | None, PlayTerm("periods")] = None
    """The period that it is for."""
    start: Amount | None = None
    """How much there is at the start."""
    gain: Amount | None = None
    """How much is gained."""
    most: Amount | None = None
    """The upper bound."""
    keep: Flag = False
    """Whether what is left is kept."""
    spent: Literal["raise", "pass", "delay"] | None = None
    """What a player may do with one of it besides paying prices."""
    match: Annotated[str | None, PlayTerm("match")] = None
    """The line of `listbuilder match --json` that says how much each player starts with."""
    text: str = ""
    """In your own words."""
    source: Source = ""


@record
class Terms:
    """All words of a game by what they are; stats, keywords and conditions are terms without being declared here."""

    periods: Mapping[str, Period] = field(default_factory=dict)
    """Stretches of play, one in the other: the turn sequence."""
    actions: Mapping[str, Term] = field(default_factory=dict)
    """What models do."""
    events: Mapping[str, Term] = field(default_factory=dict)
    """What happens to them."""
    numbers: Mapping[str, NumberTerm] = field(default_factory=dict)
    """Numbers of play, and constants of the rulebook."""
    rolls: Mapping[str, RollTerm] = field(default_factory=dict)
    """Rolls with their results."""
    states: Mapping[str, Term] = field(default_factory=dict)
    """What players see: cover, being hurt."""
    resources: Mapping[str, Resource] = field(default_factory=dict)
    """What is spent in play."""
    things: Mapping[str, Term] = field(default_factory=dict)
    """Markers and terrain."""
    places: Mapping[str, Term] = field(default_factory=dict)
    """Parts of the table."""
    rules: Mapping[str, Term] = field(default_factory=dict)
    """Rules that can be switched off by name."""

    def sorts(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The words of each sort."""
        return ((one.name, getattr(self, one.name)) for one in fields(self))
