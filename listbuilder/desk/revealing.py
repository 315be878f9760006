"""Revealing: who may see which list now, as the pack allows, and what is withheld. Nothing is shown unasked."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.reading import judge_alone
from listbuilder.desk.messages import Message, message_to
from listbuilder.desk.records import State
from listbuilder.desk.reports.ranking import public_name
from listbuilder.desk.seal import new_salt
from listbuilder.documents.judged import JudgedList, concealed, judged_list
from listbuilder.errors import EditError
from listbuilder.formats import write_list
from listbuilder.record import record
from listbuilder.secrecy import keeps_secrets

Stage = Literal["lock", "round", "end"]


@record
class Revealed:
    """What was shown: whose lists, to whom (nobody named is everybody), whether with their secrets, and messages."""

    lists: tuple[str, ...]
    to: tuple[str, ...]
    full: bool
    messages: tuple[Message, ...] = ()


def stage_of(state: State, rounds: int) -> Stage:
    """How far the event is: lists are locked, rounds are played, or all is over."""
    if not state.locked:
        raise EditError.of("desk.sealed", "Lists are not locked.", "Say `listbuilder event lock` first.")
    played = [one for one in state.rounds if one.done]
    if state.closed or (rounds and len(played) >= rounds):
        return "end"
    return "round" if state.rounds else "lock"


def stage(desk: Desk) -> Stage:
    """How far the event is."""
    return stage_of(desk.state, desk.event.rounds.count if desk.event.rounds else 0)


def shown_list(desk: Desk, id: str, full: bool) -> JudgedList:
    """The locked list of a player as others may see it: with its secrets, or without."""
    judged = judged_list(judge_alone(desk, id, desk.state.lists[id].locked))
    return judged if full or not keeps_secrets(desk.game) else concealed(judged, new_salt().hex())


def shown_in_full(desk: Desk) -> bool:
    """Whether lists were shown to everybody with their secrets."""
    return any(line.what == "revealed" and line.said["full"] and not line.said["to"] for line in desk.chain.lines)


def seen_by(desk: Desk, id: str, other: str) -> bool | None:
    """Whether a player was shown another's list with its secrets, or without; None where it was not shown."""
    shown = [
        bool(line.said["full"])
        for line in desk.chain.lines
        if line.what == "revealed" and other in line.said["lists"] and (not line.said["to"] or id in line.said["to"])
    ]
    return any(shown) if shown else None


def reveal(desk: Desk, to: list[str], now: datetime) -> Revealed:
    """Show lists: to everybody, to the opponents of the round at hand, or two players' lists to each other."""
    at = stage(desk)
    allowed = getattr(desk.event.lists.show, at)
    if allowed == "nobody":
        fact = f"The pack shows lists to nobody at this stage (`lists: {{show: {{{at}: nobody}}}}`)."
        raise EditError.of("desk.sealed", fact, "Change the pack if it is meant otherwise; the ledger will say so.")
    if to and len(to) != 2:
        raise EditError.of("desk.player", "Two players see each other's lists.", "Say --to twice.")
    pairs = [(desk.entrant(to[0]).id, desk.entrant(to[1]).id)] if to else _pairs(desk)
    if allowed == "opponent" and to:
        _refuse_strangers(desk, pairs[0])
    lists = tuple(one.id for one in desk.state.lists.values() if one.locked)
    full = at == "end"
    if allowed == "everybody" and not to:
        with desk.writer(now) as pen:
            pen.note("revealed", lists=list(lists), to=[], full=int(full))
        return Revealed(lists=lists, to=(), full=full)
    return _exchange(desk, pairs, full, now)


def _pairs(desk: Desk) -> list[tuple[str, str]]:
    """Who plays whom in the round at hand."""
    return [(game.one, game.two) for game in desk.state.rounds[-1].games] if desk.state.rounds else []


def _refuse_strangers(desk: Desk, pair: tuple[str, str]) -> None:
    if not any(set(pair) == {one, two} for one, two in _pairs(desk)):
        fact = f"{pair[0]} and {pair[1]} do not play each other in this round."
        raise EditError.of("desk.sealed", fact, "The pack shows a list to the player's opponent only.")


def _exchange(desk: Desk, pairs: list[tuple[str, str]], full: bool, now: datetime) -> Revealed:
    """Both lists of a pair are shown in one line of the ledger, so that neither side sees the other's first."""
    both = [pair for pair in pairs if all(locked_lists(desk, id) for id in pair)]
    messages, shown = [], []
    with desk.writer(now) as pen:
        for one, two in both:
            lists = [*locked_lists(desk, one), *locked_lists(desk, two)]
            pen.note("revealed", lists=lists, to=[one, two], full=int(full))
            messages += [_opponent(desk, one, two, full), _opponent(desk, two, one, full)]
            shown += lists
    to = tuple(id for pair in both for id in pair)
    return Revealed(lists=tuple(shown), to=to, full=full, messages=tuple(messages))


def locked_lists(desk: Desk, player: str) -> list[str]:
    """The lists of a player that are locked."""
    return [one.id for one in desk.state.lists_of(player) if one.locked]


def _opponent(desk: Desk, id: str, other: str, full: bool) -> Message:
    lists = locked_lists(desk, other)
    texts = [write_list(shown_list(desk, one, full), "text") for one in lists]
    if desk.state.each > 1:
        texts = [f"List {desk.state.lists[id].number}\n\n{text}" for id, text in zip(lists, texts, strict=True)]
    return message_to(desk, id, "opponent", opponent=public_name(desk, other), list="\n".join(texts))
