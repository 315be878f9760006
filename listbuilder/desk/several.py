"""Players who bring several lists: what would make it doubtful which list is which."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.desk.folder import Desk
from listbuilder.desk.records import list_id
from listbuilder.errors import DocumentError
from listbuilder.finding import Finding


def several_faults(desk: Desk) -> Iterator[Finding]:
    """Ids of players that mean a list of somebody else, and lists that came and that the pack asks for no more."""
    each = desk.each
    for id in desk.players if each > 1 else ():
        for name in (list_id(id, number) for number in range(2, each + 1)):
            if name in desk.players:
                message = f"{name} is what list {name[-1]} of {id} is called, and a player has that id."
                yield Finding(
                    code="desk.players", message=message, hint="Give one another id.", file=str(desk.players_file)
                )
    asked = [one for one in desk.state.further.values() if one.number > each and one.versions]
    if asked:
        most = max(one.number for one in asked)
        message = f"{asked[0].of} has handed in list {asked[0].number}, and the pack asks for {each} of each player."
        hint = f"Write `lists: {{each: {most}}}` again."
        yield Finding(code="desk.pack", message=message, hint=hint, file=str(desk.pack_file))


def refuse_several(desk: Desk) -> None:
    """Nothing is noted while it is doubtful which list is which."""
    found = tuple(several_faults(desk))
    if found:
        raise DocumentError(found[0].message, found)
