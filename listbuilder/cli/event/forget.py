"""`event forget`: delete a person."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, clock, open_desk
from listbuilder.cli.terminal import paragraph, say
from listbuilder.wording import listed

EPILOG = """Examples: listbuilder event forget p07. The person, what they sent, their lists and salts are deleted;
what several people sent together, or nobody can tell whose it is, is named where it still has their name or contact:
--original arrived/019.mbox deletes it too, since each list in it was kept by itself as well;
their games and the seals stay under the id, and can't be tied to anybody or to any list. The ledger still
verifies. Copies that you made elsewhere are yours to delete."""


def forget(
    context: typer.Context,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Who is to be forgotten.")],
    original: Annotated[
        list[str] | None,
        typer.Option("--original", metavar="FILE", help="An original of nobody, or of several people, to delete too."),
    ] = None,
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Delete a person and all that they sent."""
    from listbuilder.desk.ending import forget as delete
    from listbuilder.desk.ending import still_named
    from listbuilder.desk.reasons import in_words, lines_about

    desk = open_desk(context, folder, catalogue)
    id = desk.entrant(player).id
    named = still_named(desk, id)
    gone = delete(desk, id, original or [], clock())
    still = [file for file in named if file not in gone]
    kept = in_words(lines_about(desk.chain.lines, [one.id for one in desk.state.lists_of(id)]))
    if json:
        print_json({"forgotten": id, "gone": gone, "still": still, "lines": kept, "head": desk.chain.code})
        return
    say(paragraph(f"Gone: {listed(gone, 50)}.", "  ", ""))
    say(
        paragraph(
            f"What stays: the lines about {id} in the ledger, which name nobody, and the results of their games.",
            "  ",
            "",
        )
    )
    if kept:
        numbers = listed(map(str, kept), 50)
        say(
            paragraph(
                f"An older version wrote reasons into the ledger itself, and they stay: line {numbers}.", "  ", ""
            )
        )
    if still:
        more = " ".join(f"--original {file}" for file in still)
        told = f"Still named in {listed(still, 50)}: nobody's, or of several people. Look at them, then say: "
        say(paragraph(f"{told}listbuilder event forget {id} {more}", "  ", ""))
