"""A walk-in takes the seat of somebody who did not come."""

from __future__ import annotations

from pathlib import Path

from listbuilder.desk.folder import find_desk
from tests.support.desk_setup import LEGAL, OTHER, cup, data, put, run


def drawn(folder: Path) -> Path:
    """An event of four whose first round is drawn, and a fifth player with a list that was locked later."""
    cup(folder)
    for at in range(1, 5):
        put(folder, f"p0{at}.yaml", LEGAL if at % 2 else OTHER)
    run(folder, "intake")
    run(folder, "approve", "--all-legal")
    run(folder, "lock")
    run(folder, "pair")
    (folder / "more.csv").write_text("Name\nWanda Late\n", "utf-8")
    run(folder, "players", folder / "more.csv")
    put(folder, "p05.yaml", LEGAL)
    run(folder, "intake", "--player", "p05", "--late", "walked in", folder / "inbox" / "p05.yaml")
    run(folder, "approve", "p05")
    return folder


def test_a_walk_in_takes_a_seat(tmp_path: Path) -> None:
    """The seat, the table and the opponent go over; who did not come is absent, and the swap can be undone."""
    folder = drawn(tmp_path / "cup")
    before = find_desk(folder).state.rounds[0]
    game = before.game_of("p03")
    assert game is not None
    assert "p05" in run(folder, "pair", "--swap", "p03", "p05", "--why", "walked in", code=2).stderr
    run(folder, "lock")
    run(folder, "pair", "--swap", "p03", "p05", "--why", "walked in")
    after = find_desk(folder).state.rounds[0]
    taken = after.game_of("p05")
    assert taken is not None
    assert (taken.table, {taken.one, taken.two}) == (game.table, {game.one, game.two} - {"p03"} | {"p05"})
    assert after.game_of("p03") is None
    assert after.absent == ("p03",)
    run(folder, "score", 1, "win", "loss", 2, "win", "loss")
    ranked = {row["player"]: row["played"] for row in data(folder, "standings")["standings"]}
    assert ranked["p05"] == 1
    assert ranked.get("p03", 0) == 0
    assert data(folder, "check")["ok"]
    assert data(folder, "pair")["round"] == 2


def test_a_swap_can_be_undone_although_others_have_played(tmp_path: Path) -> None:
    """Only the games of the two count; a later swap would move others, so it goes first."""
    folder = drawn(tmp_path / "cup")
    one, two = find_desk(folder).state.rounds[0].games
    run(folder, "score", two.table, "win", "loss")
    swapped = len(find_desk(folder).chain.lines) + 1
    run(folder, "pair", "--swap", one.one, one.two, "--why", "sides")
    run(folder, "pair", "--swap", one.two, one.one, "--why", "back")
    assert "undo that first" in run(folder, "undo", swapped, code=2).stderr
    run(folder, "undo", swapped + 1)
    run(folder, "undo", swapped)
    assert find_desk(folder).state.rounds[0].games[0] == one
    run(folder, "pair", "--swap", one.one, one.two, "--why", "sides")
    run(folder, "score", one.table, "win", "loss")
    assert "has a result" in run(folder, "undo", swapped + 4, code=2).stderr


def test_a_swap_of_walk_ins_can_be_undone(tmp_path: Path) -> None:
    """Without the line, the draw is as it was."""
    folder = drawn(tmp_path / "cup")
    run(folder, "lock")
    before = find_desk(folder).state.rounds[0]
    run(folder, "pair", "--swap", "p05", "p03", "--why", "walked in")
    run(folder, "undo", len(find_desk(folder).chain.lines))
    assert find_desk(folder).state.rounds[0] == before
