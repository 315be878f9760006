"""`match seal` and `match open`: two players show what they chose in secret, neither first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from listbuilder.cli.common import ILLEGAL, judge_file, print_json
from listbuilder.cli.roster_text import roster_text
from listbuilder.cli.terminal import paragraph, say, style

if TYPE_CHECKING:
    from listbuilder.catalogue import Game


def seal_list(path: Path, slots: list[str], out: Path | None, catalogues: list[Path], json: bool) -> int:
    """Seal a list: print the code for the opponent, and write the file that opens it."""
    from listbuilder.desk.exchange import grouped, opening_text
    from listbuilder.files import check_target, write_bytes

    target = out or path.with_suffix(".opening.json")
    check_target(target, replace=False, inputs=[path])
    code, text = opening_text(judge_file(path, catalogues), tuple(dict.fromkeys(slots)))
    write_bytes(target, text.encode(), inputs=[path], private=True)
    if json:
        print_json({"code": code, "file": str(target), "slots": slots})
    else:
        say(f"{style(grouped(code), 'bold')}")
        say(
            paragraph(
                f"Tell your opponent this code, and hear theirs. Then send {target}; keep it until then.", "  ", ""
            )
        )
    return 0


def open_list(path: Path, code: str | None, catalogues: list[Path], json: bool) -> int:
    """Open the opponent's seal: whether the file is what the code was made from, and what it shows."""
    from listbuilder.desk.exchange import open_sealed
    from listbuilder.loader import load_game

    if code is None:
        raise typer.BadParameter("say the code that your opponent told you", param_hint="CODE")

    def load(name: str) -> Game:
        return load_game(name, catalogues)

    found = open_sealed(path, code, load)
    if json:
        print_json({"match": found.match, "code": found.code, "slots": list(found.slots)})
        return 0 if found.match else ILLEGAL
    word = style("MATCH", "bold", "green") if found.match else style("CHANGED", "bold", "red")
    fact = "This is what was sealed." if found.match else "The code was made from something else."
    say(paragraph(fact, "  ", f"{word}  "))
    say(roster_text(found.report.force))
    return 0 if found.match else ILLEGAL
