"""Convert game data: files, folders and archives in, the files of a game folder and a report out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from listbuilder.base.records import record
from listbuilder.base.spelling import did_you_mean
from listbuilder.exchange.battlescribe.conversion_record import RECORD, REPORT
from listbuilder.exchange.battlescribe.data_files import find_game_data
from listbuilder.exchange.battlescribe.game_files import game_files
from listbuilder.exchange.battlescribe.import_report import report_document, report_json, report_text
from listbuilder.exchange.battlescribe.linking import LinkedGame
from listbuilder.exchange.battlescribe.translate import translate
from listbuilder.storage.reading import Tree, refuse_one


@record
class Conversion:
    """A converted game: its files by name, and the report as data."""

    name: str
    files: Mapping[str, str]
    report: Mapping[str, Tree]


def convert(
    sources: Iterable[Path],
    id: str,
    only: Iterable[str] = (),
    texts: bool = True,
    before: Mapping[str, Tree] | None = None,
) -> Conversion:
    """The game in some data; `before` is the report of an earlier conversion, whose ids stay."""
    data = find_game_data(sources)
    check_factions(only, [one.name for one in data.catalogues if not one.library])
    game = LinkedGame(data, only)
    known = before.get("ids") if before else None
    ids = {str(key): str(one) for key, one in known.items()} if isinstance(known, dict) else {}
    parts = translate(game, texts, ids)
    report = report_document(game, parts, id)
    files = {**game_files(parts, id), REPORT: report_text(game, parts), RECORD: report_json(report)}
    return Conversion(name=data.system.name, files=files, report=report)


def check_factions(only: Iterable[str], names: list[str]) -> None:
    """Refuse factions that the data do not have."""
    lower = [one.lower() for one in names]
    for one in only:
        if one.lower() not in lower:
            hint = did_you_mean(one, names) or f"The factions are {', '.join(names) or 'none'}."
            raise refuse_one("data.faction", f'there is no faction "{one}" in these data', hint, None)
