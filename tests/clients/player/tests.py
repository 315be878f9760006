"""Tests: whether what a record asks for holds, and which states somebody is in."""

from __future__ import annotations

from . import amounts, people, senses, standing
from .match import Match
from .selectors import fits_held
from .values import Data, Rows, figure_of
from .world import Bearer, Figure, Voice

__all__ = ["hold", "state"]


def hold(match: Match, several: Rows, voice: Voice, of: Bearer | None = None) -> bool:
    """Whether all tests hold, of somebody or of the bearer."""
    return all(holds(match, one, voice, of) for one in several)


def holds(match: Match, test: Data, voice: Voice, of: Bearer | None) -> bool:
    """Whether one test holds, of everybody that it asks about."""
    if "who" in test:
        asked = people.select(match, test["who"], voice)
        rest = {key: one for key, one in test.items() if key != "who"}
        return bool(asked) and all(holds(match, rest, voice, one) for one in asked)
    subject = of or voice.about or voice.bearer
    if "any" in test and not any(holds(match, one, voice, of) for one in test["any"]):
        return False
    if "not" in test and hold(match, test["not"], voice, of):
        return False
    if "with" in test and not (voice.scene and voice.scene.held and fits_held(test["with"], voice.scene.held)):
        return False
    if "some" in test and not people.select(match, test["some"], Voice(subject, voice.held, voice.scene, voice.chosen)):
        return False
    if not all(state(match, name, subject, voice) for name in test.get("is", ())):
        return False
    if not remembered(match, test, subject):
        return False
    if not all(subject.counts[name] > 0 for name in test.get("has", ())):
        return False
    return "number" not in test or bounded(match, test, Voice(subject, voice.held, voice.scene, voice.chosen))


def remembered(match: Match, test: Data, subject: Bearer) -> bool:
    """Whether somebody did, or had done to it, one of some deeds in a period."""
    if not isinstance(subject, Figure):
        return True
    for key, past in (("did", subject.did), ("was", subject.was)):
        if key in test:
            periods = test.get("in", ())
            found = (names for names, stamp in past if all(match.during(stamp, period) for period in periods))
            if not any(names & set(test[key]) for names in found):
                return False
    return True


def bounded(match: Match, test: Data, voice: Voice) -> bool:
    """Whether a number is within its bounds."""
    number = amounts.amount(match, test["number"], voice)
    bounds = {key: amounts.amount(match, test[key], voice) for key in ("min", "max", "under", "over") if key in test}
    return (
        number >= bounds.get("min", number)
        and number <= bounds.get("max", number)
        and ("under" not in bounds or number < bounds["under"])
        and ("over" not in bounds or number > bounds["over"])
    )


def state(match: Match, name: str, subject: Bearer | None, voice: Voice) -> bool:
    """Whether somebody, or what goes on, is in a state; `treat` first, then `ignore`."""
    term = match.terms.get("states", {}).get(name, {})
    if "any" in term:
        return any(state(match, one, subject, voice) for one in term["any"])
    there = raw(match, name, subject, voice)
    if ("treat", name) not in match.tally.spoken:
        return there and not standing.ignored(match, name, subject)
    for effect, other, lasting in standing.standing(match, "treat"):
        about = {*effect["what"], *effect.get("as", ())}
        if name not in about or not standing.counts_for(match, effect, other, lasting, subject):
            continue
        if any(raw(match, one, subject, voice) for one in effect["what"] if one in match.terms["states"]):
            match.tally.played(effect)
            there = name in effect.get("as", ())
    return there and not standing.ignored(match, name, subject)


def raw(match: Match, name: str, subject: Bearer | None, voice: Voice) -> bool:
    """A state as players see it."""
    term = match.terms.get("states", {}).get(name, {})
    if "any" in term:
        return any(raw(match, one, subject, voice) for one in term["any"])
    if subject is not None and subject.counts[name] > 0:
        return True
    if standing.granted(match, name, subject):
        return True
    if "if" in term and subject is not None:
        there = hold(match, term["if"], Voice(subject, voice.held, voice.scene), subject)
        if not there or "means" not in term:
            return there
    if term.get("means") == "reached" and isinstance(subject, Figure):
        return reached(match, term, subject, voice)
    return senses.seen(match, term, subject, voice)


def reached(match: Match, term: Data, subject: Figure, voice: Voice) -> bool:
    """Whether somebody could attack a figure from where they stand, with what the term says."""
    seen_from = Voice(subject, voice.held, voice.scene or (match.scenes[-1] if match.scenes else None))
    return any(
        match.board.gap(one.spot, subject.spot) <= figure_of(held.entry["range"], match.dice) + people.TOUCH
        for one in people.select(match, term["by"], seen_from)
        if isinstance(one, Figure)
        for held in one.held
        if held.pick and held.entry.get("range") and fits_held(term["with"], held)
    )
