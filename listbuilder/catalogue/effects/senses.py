"""Senses: what a term is on any table, so that an engine that knows boards plays it without reading its text."""

from __future__ import annotations

from typing import Literal

Sense = Literal[
    "meets", "exposed", "zone-entered", "zone-left", "blocked", "attack-over", "answer",
    "distance", "moved", "height", "destroyed", "shown",
    "screened", "covered", "half-range", "off-turn", "last-action", "above", "has-moved", "flanked", "off-board",
    "terrain", "obstacle",
    "centre", "own-zone", "enemy-zone", "outside-zones", "quarter", "strip", "behind", "on-terrain",
]  # fmt: skip

SENSES: dict[Sense, str] = {
    "meets": "an event: a move brings the actor into contact with the target",
    "exposed": "an event: the actor begins a move with no cover, or a move takes cover from it",
    "zone-entered": "an event: the actor comes next to the target, an enemy",
    "zone-left": "an event: the actor leaves a square next to the target, an enemy",
    "blocked": "an event: a push of the actor is stopped by something in the way",
    "attack-over": "an event: the actor is done with an attack on all its targets, and so is whoever answered it",
    "answer": "an action: the target of an attack rolls the pools that are its own",
    "distance": "a number: how far the target is from the actor",
    "moved": "a number: how far a model has moved",
    "height": "a number: how high the terrain is",
    "destroyed": "a number: what the enemies of a player cost that are out of the game",
    "shown": "a number: what the die of a roll shows, in what follows from that roll",
    "screened": "a state: the line from the actor to it meets something that one can see past",
    "covered": "a state: the line from the actor to it meets something that hides all of it",
    "half-range": "a state of an attack: the target is within half of the weapon's range",
    "off-turn": "a state of an action: whoever does it is not the one that activates",
    "last-action": "a state of an action: it is the last one of the activation",
    "above": "a state of an action: the actor stands higher than the target",
    "has-moved": "a state: it has moved in this activation",
    "flanked": "a state: enemies stand on two opposite sides, right next to it",
    "off-board": "a state: it is in the game, but not on the table",
    "terrain": "a thing: whatever stands on the table and is no model",
    "obstacle": "a thing: whatever is in the way of a move or a line, models too",
    "centre": "a place: the middle of the table",
    "own-zone": "a place: where the player's models start",
    "enemy-zone": "a place: where the opponent's models start",
    "outside-zones": "a place: anywhere but where models start",
    "quarter": "a place: each of the four quarters of the table",
    "strip": "a place: across the middle of the table, from side to side",
    "behind": "a place: right next to the target, on the side away from the actor",
    "on-terrain": "a place: on top of terrain",
}
"""Every sense with what it is."""
