"""Cycles: numbers that depend on each other, and entries that give or imply each other without end."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.base.findings import Finding
from listbuilder.catalogue import Grant
from listbuilder.catalogue.entries import Keyword
from listbuilder.catalogue.evaluation_order import find_cycle, numbers_changed, numbers_read
from listbuilder.loading.proofs.case import RULE, Case

Thing = tuple[str, str]
CIRCLE = "catalogue.circle"


def cycles(case: Case) -> Iterator[Finding]:
    """One finding for each sort of circle, at a grant that is part of it."""
    if numbers := find_cycle(case.game):
        cycle = " waits for ".join(f"{kind} {name}" for kind, name in [*numbers, numbers[0]])
        hint = "Let one of them look at the printed number: `printed: true`."
        places = [
            place(())
            for grant, _, place in case.grants()
            if any(
                one in numbers and numbers_read(case.game, by) & {*numbers}
                for one, by in numbers_changed(case.game, grant)
            )
        ]
        # At a grant that both changes and reads numbers of the cycle.
        place = places[0] if places else case.head(())
        yield place.problem(f"Numbers wait for each other: {cycle}.", hint, RULE)
    if things := grant_cycle(case):
        names = [case.game.printed(id) for _, id in [*things, things[0]]]
        entry = case.game.by_id.get(things[0]) or next(one for one in case.game.entries if one.id == things[0][1])
        fact = f"Things give each other without end: {' gives '.join(names)}."
        yield case.at(entry)(("grants",)).problem(fact, "Take one of these grants out.", RULE)
    if words := keyword_cycle(case):
        cycle = " brings ".join(case.game.printed(id) for _, id in [*words, words[0]])
        place = case.at(case.game.by_id[words[0]])(("keywords",))
        yield place.problem(f"Keywords bring each other along without end: {cycle}.", "Take one of them out.", CIRCLE)


def keyword_cycle(case: Case) -> list[Thing]:
    """Keywords that each bring the next along, and the last the first; none where all of them end."""
    direct = {
        one.key: [use.key for use in one.keyword_uses if not use.implied_by]
        for one in case.game.entries
        if isinstance(one, Keyword) and any(use.key == one.key for use in one.keyword_uses)
    }
    path: list[Thing] = list(direct)[:1]
    while path:
        # Every keyword here implies itself through others, so there is always a next one.
        following = next(key for key in direct[path[-1]] if key in direct)
        if following in path:
            return path[path.index(following) :]
        path.append(following)
    return []


def grant_cycle(case: Case) -> list[Thing]:
    """Entries that each give the next, and the last the first; none where all giving ends."""
    gives = {entry.key: given(case, entry.all_grants) for entry in case.game.entries}
    for word in case.game.given_keywords:
        gives[word.key] = given(case, word.all_grants)
    # Remove what gives nothing, again and again: what is left gives things in a circle.
    while ends := [thing for thing, few in gives.items() if not any(one in gives for one in few)]:
        for thing in ends:
            del gives[thing]
    path: list[Thing] = list(gives)[:1]
    while path:
        following = next(one for one in gives[path[-1]] if one in gives)
        if following in path:
            return path[path.index(following) :]
        path.append(following)
    return []


def given(case: Case, effects: tuple[Grant, ...]) -> list[Thing]:
    """What some grants give: entries and keywords."""
    found: list[Thing] = []
    for grant in effects:
        for slot, few in grant.entries.items():
            kinds = [sheet.slots[slot].kind for _, sheet in case.sheets() if slot in sheet.slots]
            found += [(kind, one.entry) for kind in kinds[:1] for one in few]
        for word in grant.keywords:
            known = case.game.keywords_given.get(word)
            found += [known.key] if known else []
    return found
