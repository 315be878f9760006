"""Reveal lists to those who may see them, and publish those that everybody may see."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from html import escape
from pathlib import Path
from typing import Any, Literal

from listbuilder.base.errors import EditError
from listbuilder.base.records import record, replace
from listbuilder.desk import ledger_kinds
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.verdicts import judge_alone
from listbuilder.desk.ledger_kinds import EVERYBODY
from listbuilder.desk.messages import Message, message_to
from listbuilder.desk.reports.ranking import public_name
from listbuilder.desk.rounds.top_cut import rounds_in_all
from listbuilder.desk.seal import new_salt, seal_code
from listbuilder.desk.state import State
from listbuilder.exchange.documents.judged import JudgedList, conceal_list, list_from_report
from listbuilder.exchange.formats import write_list
from listbuilder.exchange.formats.html_page import list_parts, page
from listbuilder.exchange.formats.list_files import write_json
from listbuilder.judging.secrecy import keeps_secrets
from listbuilder.storage.files import make_folder, write_bytes, write_text

# Revealing: who may see which list now, as the pack allows.


Stage = Literal["lock", "round", "end"]


@record
class RevealResult:
    """What was revealed: lists, players (none means everybody), whether with secrets, and messages."""

    lists: tuple[str, ...]
    to: tuple[str, ...]
    full: bool
    messages: tuple[Message, ...] = ()


def stage_of(state: State, rounds: int) -> Stage:
    """The stage of an event: lists are locked, rounds are played, or it has ended."""
    if not state.locked:
        raise EditError.of("desk.sealed", "Lists are not locked.", "Run `listbuilder event lock` first.")
    played = [one for one in state.rounds if one.done]
    if state.closed or (rounds and len(played) >= rounds):
        return "end"
    return "round" if state.rounds else "lock"


def current_stage(desk: Desk) -> Stage:
    """The current stage of the event."""
    return stage_of(desk.state, rounds_in_all(desk.state, desk.event))


def shown_list(desk: Desk, id: str, full: bool) -> JudgedList:
    """The locked list of a player, with or without its secrets."""
    judged = list_from_report(judge_alone(desk, id, desk.state.lists[id].locked))
    return judged if full or not keeps_secrets(desk.game) else conceal_list(judged, new_salt().hex())


def shown_in_full(desk: Desk) -> bool:
    """Whether lists were shown to everybody with their secrets."""
    return any(one.full and not one.to for one in _revealed(desk))


def revealed_to(desk: Desk, id: str, other: str) -> bool | None:
    """Whether a list was revealed to a player with its secrets (True) or without; None if it was not revealed."""
    shown = [bool(one.full) for one in _revealed(desk) if other in one.lists and (not one.to or id in one.to)]
    return any(shown) if shown else None


def _revealed(desk: Desk) -> Iterator[ledger_kinds.Revealed]:
    return (line.entry for line in desk.chain.lines if isinstance(line.entry, ledger_kinds.Revealed))


def reveal(desk: Desk, to: list[str], now: datetime) -> RevealResult:
    """Show lists: to everybody, to the opponents of the current round, or two players' lists to each other."""
    at = current_stage(desk)
    allowed = getattr(desk.event.lists.show, at)
    if allowed == "nobody":
        fact = f"The pack shows lists to nobody at this stage (`lists: {{show: {{{at}: nobody}}}}`)."
        raise EditError.of("desk.sealed", fact, "Change the pack if it is meant otherwise; the ledger will say so.")
    if to and len(to) != 2:
        raise EditError.of("desk.player", "Two players see each other's lists.", "Say --to twice.")
    pairs = [(desk.entrant(to[0]).id, desk.entrant(to[1]).id)] if to else _pairs(desk)
    if allowed == "opponent" and to:
        _refuse_non_opponents(desk, pairs[0])
    lists = tuple(one.id for one in desk.state.lists.values() if one.locked)
    full = at == "end"
    if allowed == "everybody" and not to:
        with desk.writer(now) as ledger:
            ledger.append(ledger_kinds.Revealed(lists=list(lists), to=[], full=int(full)))
        return RevealResult(lists=lists, to=(), full=full)
    return _exchange(desk, pairs, full, now)


def _pairs(desk: Desk) -> list[tuple[str, str]]:
    """Who plays whom in the current round."""
    return [(game.one, game.two) for game in desk.state.rounds[-1].games] if desk.state.rounds else []


def _refuse_non_opponents(desk: Desk, pair: tuple[str, str]) -> None:
    if not any(set(pair) == {one, two} for one, two in _pairs(desk)):
        fact = f"{pair[0]} and {pair[1]} do not play each other in this round."
        raise EditError.of("desk.sealed", fact, "The pack shows a list to the player's opponent only.")


def _exchange(desk: Desk, pairs: list[tuple[str, str]], full: bool, now: datetime) -> RevealResult:
    """Reveal both lists of each pair in one line of the ledger, so that neither side is first."""
    both = [pair for pair in pairs if all(locked_lists(desk, id) for id in pair)]
    messages, shown = [], []
    with desk.writer(now) as ledger:
        for one, two in both:
            # Both in one line: a run that is killed between two would show one side's list only.
            lists = [*locked_lists(desk, one), *locked_lists(desk, two)]
            ledger.append(ledger_kinds.Revealed(lists=lists, to=[one, two], full=int(full)))
            messages += [_opponent(desk, one, two, full), _opponent(desk, two, one, full)]
            shown += lists
    to = tuple(id for pair in both for id in pair)
    return RevealResult(lists=tuple(shown), to=to, full=full, messages=tuple(messages))


def locked_lists(desk: Desk, player: str) -> list[str]:
    """The lists of a player that are locked."""
    return [one.id for one in desk.state.lists_of(player) if one.locked]


def _opponent(desk: Desk, id: str, other: str, full: bool) -> Message:
    lists = locked_lists(desk, other)
    texts = [write_list(shown_list(desk, one, full), "text") for one in lists]
    if desk.state.each > 1:
        texts = [f"List {desk.state.lists[id].number}\n\n{text}" for id, text in zip(lists, texts, strict=True)]
    return message_to(desk, id, "opponent", opponent=public_name(desk, other), list="\n".join(texts))


@record
class PublishResult:
    """The lists that are public, those that are withheld and why, and the files."""

    players: tuple[str, ...]
    withheld: dict[str, str]
    files: tuple[str, ...]


def publish(desk: Desk, now: datetime, pdf: bool = False, font: Path | None = None) -> PublishResult:
    """Write the public lists to `out/`, and record them if they are new.

    Players who did not agree appear as numbers, and their lists are withheld.
    """
    open_to_all = [id for id, to in desk.state.revealed.items() if EVERYBODY in to]
    if not open_to_all:
        raise EditError.of("desk.sealed", "No list was revealed to everybody.", "Run `listbuilder event reveal` first.")
    withheld: dict[str, str] = {}
    lists: dict[str, JudgedList] = {}
    full = shown_in_full(desk)
    for entrant in desk.state.lists.values():
        player = desk.players.get(entrant.player)
        if player is None or not entrant.locked:
            continue
        if "list" not in player.consent:
            withheld[entrant.id] = "no consent"
        elif entrant.id not in open_to_all:
            withheld[entrant.id] = "locked later: reveal again"
        else:
            lists[entrant.id] = shown_list(desk, entrant.id, full)
    if tuple(lists) != desk.state.published and not desk.state.closed:
        with desk.writer(now) as ledger:
            ledger.append(ledger_kinds.Published(lists=list(lists)))
    make_folder(desk.out)
    texts = {
        "lists.html": _page(desk, lists),
        "lists.json": json.dumps(_data(desk, lists, full), ensure_ascii=False, indent=2) + "\n",
        "lists.txt": _text(desk, lists),
    }
    for name, text in texts.items():
        write_text(desk.out / name, text, replace=True, private=True)
    if pdf:
        write_bytes(desk.out / "lists.pdf", _printed(desk, lists, font), replace=True, private=True)
    return PublishResult(players=tuple(lists), withheld=withheld, files=(*texts, *(["lists.pdf"] if pdf else [])))


def _printed(desk: Desk, lists: dict[str, JudgedList], font: Path | None) -> bytes:
    """The sheets of all public lists as a PDF with contents."""
    from listbuilder.desk.event_booklet import print_options
    from listbuilder.printing.booklet import Chapter, print_booklet
    from listbuilder.printing.pdf_canvas import Properties
    from listbuilder.printing.sheet import SheetMaker

    options = print_options("a4", font, desk.catalogues)._replace(numbered=True)
    maker, chapters = SheetMaker(options), []
    for id, judged in lists.items():
        force = judged.report.force
        named = replace(force, document=replace(force.document, player=_name(desk, id)))
        chapters.append(Chapter(_name(desk, id), maker.lay_out(replace(judged.report, force=named))))
    title = f"{desk.event.name}: lists"
    return print_booklet(title, [f"Ledger: head {desk.chain.code}."], chapters, options, Properties(title))


def _name(desk: Desk, id: str) -> str:
    return desk.title_with_number(id, lambda player: desk.players[player].public)


def _page(desk: Desk, lists: dict[str, JudgedList]) -> str:
    title = f"{desk.event.name}: lists"
    parts = [f"<h1>{escape(title)}</h1>", "<nav><ul>"]
    parts += [f'<li><a href="#{id}">{escape(_name(desk, id))}</a></li>' for id in lists]
    parts.append("</ul></nav>")
    for id, judged in lists.items():
        parts.append(f'<section id="{id}"><h2>{escape(_name(desk, id))}: {escape(judged.title)}</h2>')
        parts += [*list_parts(judged, _name(desk, id), 3), "</section>"]
    parts.append(f"<p>Ledger: head {desk.chain.code}.</p>")
    return page(title, parts)


def _data(desk: Desk, lists: dict[str, JudgedList], full: bool) -> dict[str, Any]:
    """Lists with their proof: from list and salt, anybody can compute the posted seal."""
    opens = full or not keeps_secrets(desk.game)
    rows = []
    for id, judged in lists.items():
        version = desk.state.lists[id].version(desk.state.lists[id].locked)
        assert version is not None
        proof = {"salt": desk.salt(id, version.number).hex(), "meaning": judged.report.force.meaning} if opens else {}
        rows.append(
            {
                "player": id,
                "name": _name(desk, id),
                "version": version.number,
                "seal": version.seal,
                **proof,
                "list": json.loads(write_json(judged)),
            }
        )
    return {"event": desk.event.name, "id": desk.state.event, "head": desk.chain.head, "lists": rows}


def _text(desk: Desk, lists: dict[str, JudgedList]) -> str:
    parts = [f"{desk.event.name}: lists", ""]
    for id, judged in lists.items():
        version = desk.state.lists[id].version(desk.state.lists[id].locked)
        code = seal_code(version.seal) if version else ""
        parts += [f"== {_name(desk, id)} ({code}) ==", write_list(judged, "text")]
    return "\n".join(parts)
