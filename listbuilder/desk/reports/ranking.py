"""The ranking and the draw as files in `out/`: pages, tables, data and text. People are named as they agreed to be."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from listbuilder.desk.folder import Desk
from listbuilder.desk.records import Round
from listbuilder.desk.reports.tables import csv_table, html_table, markdown_table
from listbuilder.desk.rounds.standings import Place, number_text, rank
from listbuilder.desk.rounds.words import column_heads, rows_of
from listbuilder.files import write_text
from listbuilder.formats.html_page import page

__all__ = ["public_name", "ranking_data", "write_draw", "write_ranking"]


def public_name(desk: Desk, id: str) -> str:
    """What the public may call a player; who was forgotten is a number."""
    player = desk.players.get(id)
    return player.public if player else f"Player {id.removeprefix('p')}"


def ranking_data(desk: Desk, places: list[Place]) -> dict[str, Any]:
    """The ranking as data."""
    rows = [
        {
            "rank": one.rank,
            "player": one.player,
            "name": public_name(desk, one.player),
            "points": one.points,
            "played": one.played,
            "values": {key: number_text(value) for key, value in one.values.items() if key != "lot"},
            "decided": one.decided,
        }
        for one in places
    ]
    return {"event": desk.event.name, "rounds": len(desk.state.rounds), "head": desk.chain.code, "standings": rows}


def write_ranking(desk: Desk) -> list[str]:
    """Write the ranking; the names of the files."""
    event = desk.event
    places = rank(desk.state, event)
    heads, rows = column_heads(event), rows_of(event, places, lambda one: public_name(desk, one))
    title = f"{event.name}: standings after {len(desk.state.rounds)} rounds"
    note = f"<p>Ledger: {len(desk.chain.lines)} lines, head {desk.chain.code}.</p>"
    texts = {
        "standings.html": page(title, [f"<h1>{escape(title)}</h1>", *html_table("Standings", heads, rows), note]),
        "standings.csv": csv_table(heads, rows),
        "standings.md": f"# {title}\n\n{markdown_table(heads, rows)}",
        "results.json": json.dumps(_results(desk, places), ensure_ascii=False, indent=2) + "\n",
    }
    desk.out.mkdir(exist_ok=True)
    for name, text in texts.items():
        write_text(desk.out / name, text, replace=True)
    return list(texts)


def _results(desk: Desk, places: list[Place]) -> dict[str, Any]:
    """The ranking with every game."""
    games = [
        {
            "round": one.number,
            "table": game.table,
            "players": [game.one, game.two],
            "scores": [list(side) for side in game.scores],
            "said": list(game.words),
        }
        for one in desk.state.rounds
        for game in one.games
        if game.line
    ]
    byes = [{"round": one.number, "player": one.bye} for one in desk.state.rounds if one.bye]
    return {**ranking_data(desk, places), "games": games, "byes": byes}


def write_draw(desk: Desk, one: Round) -> str:
    """Write the page of a draw, to be posted: with the seed, and the head of the ledger that follows from it."""
    title = f"{desk.event.name}: round {one.number}"
    rows = [[str(game.table), public_name(desk, game.one), public_name(desk, game.two)] for game in one.games]
    parts = [f"<h1>{escape(title)}</h1>", *html_table("Games", ("Table", "Player", "Player"), rows)]
    if one.bye:
        parts.append(f"<p>No opponent: {escape(public_name(desk, one.bye))}.</p>")
    parts.append(f"<p>Seed {one.seed}. Ledger: head {desk.chain.code}.</p>")
    name = f"round-{one.number}.html"
    desk.out.mkdir(exist_ok=True)
    write_text(desk.out / name, page(title, parts), replace=True)
    return name
