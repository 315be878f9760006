"""Publishing: the lists that were shown to everybody, of those who agreed, as a page, as data and as text."""

from __future__ import annotations

import json
from datetime import datetime
from html import escape
from pathlib import Path
from typing import Any

from listbuilder.desk.folder import Desk
from listbuilder.desk.revealing import shown_in_full, shown_list
from listbuilder.desk.seal import seal_code
from listbuilder.documents.judged import JudgedList
from listbuilder.errors import EditError
from listbuilder.files import make_folder, write_bytes, write_text
from listbuilder.formats import write_list
from listbuilder.formats.html_page import list_parts, page
from listbuilder.formats.json_list import write_json
from listbuilder.record import changed, record
from listbuilder.secrecy import keeps_secrets

EVERYBODY = "everybody"


@record
class Published:
    """What is public now, by id; what is withheld with the reason; and the files."""

    players: tuple[str, ...]
    withheld: dict[str, str]
    files: tuple[str, ...]


def publish(desk: Desk, now: datetime, pdf: bool = False, font: Path | None = None) -> Published:
    """Write the public lists into `out/`, and note whose they are where that is new.

    Who did not agree is named by number, and their lists are withheld.
    """
    open_to_all = [id for id, to in desk.state.revealed.items() if EVERYBODY in to]
    if not open_to_all:
        raise EditError.of("desk.sealed", "No list was shown to everybody.", "Say `listbuilder event reveal` first.")
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
        with desk.writer(now) as pen:
            pen.note("published", lists=list(lists))
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
    return Published(players=tuple(lists), withheld=withheld, files=(*texts, *(["lists.pdf"] if pdf else [])))


def _printed(desk: Desk, lists: dict[str, JudgedList], font: Path | None) -> bytes:
    """The sheets of all public lists with contents; people are called what they agreed to."""
    from listbuilder.desk.paper import wishes_for
    from listbuilder.printing.booklet import Chapter, print_booklet
    from listbuilder.printing.draw import Properties
    from listbuilder.printing.sheet import SheetMaker

    wishes = wishes_for("a4", font, desk.catalogues)._replace(numbered=True)
    maker, chapters = SheetMaker(wishes), []
    for id, judged in lists.items():
        force = judged.report.force
        named = changed(force, document=changed(force.document, player=_name(desk, id)))
        chapters.append(Chapter(_name(desk, id), maker.lay_out(changed(judged.report, force=named))))
    title = f"{desk.event.name}: lists"
    return print_booklet(title, [f"Ledger: head {desk.chain.code}."], chapters, wishes, Properties(title))


def _name(desk: Desk, id: str) -> str:
    return desk.numbered(id, lambda player: desk.players[player].public)


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
    """Lists with what proves them: with list and salt anybody can reckon the seal that was posted."""
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
