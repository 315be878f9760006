"""The rounds of an event: draws, results, standings, penalties, players who drop out, and prints for the judge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

import click

from listbuilder.base.wording import counted, sentence
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import ILLEGAL, FontFile, ForceFlag
from listbuilder.ui.cli.event.command import (
    CommandResult,
    Paper,
    PlayerName,
    PlayerNames,
    Reason,
    Rendered,
    ReportFile,
    RoundNumber,
    clock,
    command,
    rows,
)
from listbuilder.ui.cli.terminal import table

if TYPE_CHECKING:
    from listbuilder.desk.event_booklet import PrintedBooklet
    from listbuilder.desk.folder import Desk
    from listbuilder.desk.rounds.running import Preview
    from listbuilder.desk.state import Round, TableGame

# Places at the top whose changes are always shown.
TOP = 8


@command(
    """Examples: listbuilder event pair | listbuilder event pair --swap p07 p11 --why "came together by car" |
    listbuilder event pair --swap Red Blue --why "one club" | listbuilder event pair --boards 2 p01 p07 p02 p09 p03 p08.
    Nobody meets twice, points are as close as possible, and the bye goes to the bottom, to nobody twice. The seed is
    the head of the ledger, so nobody chooses it, and `event check` repeats every draw. In a team event, --swap also
    swaps teams, and --boards sets who meets whom in a match, board by board, one player of each team; reserves are
    allowed. With `by: choice` in the pack, captains choose and this records it; with `by: seat` it is a change and
    needs a reason. It can be corrected until a board has a result. If only some have checked in today, --present draws
    those, and --everybody draws all. Exit codes: 0 fine, 2 the draw or change is not possible."""
)
def pair(
    desk: Desk,
    players: Annotated[
        list[str] | None,
        Argument(metavar="[A B…]", help="With --boards: two players for each board, in order."),
    ] = None,
    swap: Annotated[
        tuple[str, str] | None,
        Option(metavar="A B", help="Swap two players of the last draw, or two teams."),
    ] = None,
    boards: Annotated[int, Option(metavar="MATCH", help="Set who meets whom in this match of the current round.")] = 0,
    present: Annotated[bool, Option("--present", help="Draw only those who checked in today.")] = False,
    everybody: Annotated[bool, Option("--everybody", help="Also draw those who did not check in today.")] = False,
    why: Reason = "",
    report: ReportFile = None,
    font: FontFile = None,
    force: ForceFlag = False,
) -> CommandResult:
    """Draw the next round and its tables, or change the last draw."""
    from listbuilder.desk.reports.ranking import draw_report, write_draw
    from listbuilder.desk.reports.report_files import write_report
    from listbuilder.desk.rounds.boards import choose_boards
    from listbuilder.desk.rounds.running import pair_round
    from listbuilder.desk.rounds.running import swap as swap_places

    if bool(players) != bool(boards) or len(players or []) % 2:
        raise click.BadParameter("with --boards MATCH, name two players for each board", param_hint="A B")
    if present and everybody:
        raise click.BadParameter("choose one of --present and --everybody", param_hint="--present")
    floats: tuple[tuple[str, str], ...] = ()
    if boards:
        one = choose_boards(desk, boards, players or [], why, clock())
    elif swap is not None:
        swap_places(desk, swap, why, clock())
        one = desk.state.rounds[-1]
    else:
        one, made = pair_round(desk, clock(), "leave-out" if present else "draw" if everybody else "ask")
        floats = made.floats
    page = desk.out / write_draw(desk, one)
    if report is not None:
        write_report(report, draw_report(desk, one), force, font)
    data = {**_round_document(desk, one), "floats": [list(pair) for pair in floats], "page": str(page)}
    text = _matches_text(desk, one, boards) if boards else _draw_text(desk, one, floats)
    return CommandResult(data, [*text, f"The page to post is {page}."])


def _round_document(desk: Desk, one: Round) -> dict[str, Any]:
    from listbuilder.desk.reports.ranking import matches_data

    games = [{"table": game.table, "players": [game.one, game.two]} for game in one.games]
    data = {"round": one.number, "seed": one.seed, "games": games, "bye": one.bye, "absent": list(one.absent)}
    data |= {"stage": one.stage, "missions": list(one.missions)}
    return {**data, "byes": list(one.byes), "matches": matches_data(desk, [one])} if one.matches else data


def _matches_text(desk: Desk, one: Round, only: int = 0) -> Iterator[str]:
    """Who plays whom in the matches of teams, or in one of them."""
    from listbuilder.desk.reports.ranking import board_rows

    boards = board_rows(desk, one, lambda one: f"{one} {desk.name_of(one)}")
    yield rows([row for row in boards if not only or row[0] == str(only)], "MATCH", "TABLE", "PLAYER", "PLAYER")
    for match in one.unset:
        step = f"listbuilder event pair --boards {match.number} A B …"
        yield f"When the captains of match {match.number} have chosen, run: {step}"


def _draw_text(desk: Desk, one: Round, floats: tuple[tuple[str, str], ...]) -> Iterator[str]:
    """Who plays whom."""
    from listbuilder.desk.rounds.boards import team_names
    from listbuilder.desk.rounds.round_missions import mission_names
    from listbuilder.desk.rounds.standings import make_table
    from listbuilder.desk.rounds.team_ranking import team_points

    points = team_points(desk.state, desk.event) if one.matches else make_table(desk.state, desk.event).points
    teams = team_names(desk) if one.matches else {}

    def named(id: str) -> str:
        return f"{teams[id] if one.matches else f'{id} {desk.name_of(id)}'} ({points[id]})"

    if one.matches:
        yield f"Round {one.number}: {counted(len(one.matches), 'match')}."
        yield from _matches_text(desk, one)
    else:
        missions = mission_names(desk.game, one)
        yield f"{one.title.capitalize()}: {counted(len(one.games), 'game')}."
        if missions:
            yield sentence(f"Mission: {' and '.join(missions)}")
        cells = [(str(game.table), named(game.one), named(game.two)) for game in one.games]
        yield rows(cells, "TABLE", "PLAYER", "PLAYER")
    if one.bye:
        yield f"Bye: {named(one.bye)}."
    for high, low in floats:
        yield f"Float: {named(high)} meets {named(low)}, the closest opponent they have not met."
    if not one.cut:
        yield f"Seed: {one.seed}"


@command(
    """Examples: listbuilder event score | listbuilder event score 3 14 9 | listbuilder event score 1 14 9 2 8 8 3 win
    loss | listbuilder event score 3 14,2 9,1 --round 2 | listbuilder event score --lists 3 1 2. Without a table, it
    lists the tables without a result, and what their players reported. The pack says what is counted; separate several
    counts with commas. Use win, draw and loss if the event counts nothing or a game was not played. Entering a table
    again corrects it: both lines stay. --lists records which of their lists both play, if players bring several: at
    table 3 list 1 against list 2. `event advanced meta`, slips and pages use that. Exit codes: 0 fine, 2 there is no
    such table or list, or it is not locked."""
)
def score(
    desk: Desk,
    results: Annotated[
        list[str] | None,
        Argument(metavar="[TABLE A B …]", help="A table, and the results of its first and second player."),
    ] = None,
    lists: Annotated[
        bool, Option("--lists", help="A and B are the numbers of the lists that both play, not results.")
    ] = False,
    number: RoundNumber = 0,
) -> CommandResult:
    """Enter the results of games, or correct them, and show what changes in the standings."""
    from listbuilder.desk.rounds.running import score as enter
    from listbuilder.desk.rounds.standings import rank

    if not results:
        return _open_tables(desk)
    if lists:
        return _score_lists(desk, _in_threes(results), number)
    before = {place.player: place for place in rank(desk.state, desk.event)}
    games = enter(desk, _in_threes(results), number, clock())
    after = {place.player: place for place in rank(desk.state, desk.event)}
    left = [other.table for other in desk.state.rounds[-1].games if not other.line]
    ids = [id for game in games for id in (game.one, game.two)]
    moved, text = [], []
    for id in ids:
        # Who left before their first result had no place.
        old, new = before.get(id), after[id]
        moved.append({"player": id, "points": new.points, "rank": new.rank, "before": old.rank if old else None})
        more = new.points - (old.points if old else 0)
        place = f"place {new.rank} (before {old.rank if old else 'none'})"
        text.append(f"{id} {desk.name_of(id)}: {counted(new.points, 'point')} ({more:+}), {place}.")
    text += _matches_ended(desk, games, number)
    lines = [game.line for game in games]
    numbers = ", ".join(map(str, lines))
    text.append(f"Recorded in line {numbers}. Tables without a result: {', '.join(map(str, left)) or 'none'}.")
    return CommandResult({"lines": lines, "players": moved, "open": left}, text)


def _open_tables(desk: Desk) -> CommandResult:
    """The games of the current round without a result, and what their players reported."""
    one = desk.state.rounds[-1] if desk.state.rounds else None
    games = [game for game in one.games if not game.line] if one else []
    cells = [(str(game.table), desk.name_of(game.one), desk.name_of(game.two), _reports(game)) for game in games]
    data = [
        {
            "table": game.table,
            "players": [game.one, game.two],
            "reports": [said.text if said else None for said in game.reports],
            "disputed": game.disputed,
        }
        for game in games
    ]
    text: list[str] = [rows(cells, "TABLE", "PLAYER", "PLAYER", "REPORTED")] if cells else ["Every table has a result."]
    if any(game.disputed for game in games):
        text.append("Where players reported different results, decide: listbuilder event score TABLE A B")
    return CommandResult({"round": one.number if one else 0, "open": data}, text)


def _reports(game: TableGame) -> str:
    """What the players of a table reported."""
    one, two = game.reports
    if one and two:
        return f"DIFFERENT: {one.text}, and {two.text}"
    said = one or two
    return f"{said.text}, says the {'first' if one else 'second'}" if said else ""


def _score_lists(desk: Desk, tables: list[tuple[int, str, str]], number: int) -> CommandResult:
    """Record which of their lists both players of some tables play."""
    from listbuilder.desk.reports.ranking import write_draw
    from listbuilder.desk.rounds.running import record_lists

    games = record_lists(desk, tables, number, clock())
    one = desk.state.rounds[(number or len(desk.state.rounds)) - 1]
    page = desk.out / write_draw(desk, one)
    left = [game.table for game in one.games if not any(game.lists)]
    data = [{"table": game.table, "players": [game.one, game.two], "lists": list(game.lists)} for game in games]
    text = [f"Table {game.table}: {'; '.join(desk.list_title(id) for id in game.lists)}." for game in games]
    text.append(f"Tables without lists: {', '.join(map(str, left)) or 'none'}.")
    return CommandResult({"round": one.number, "games": data, "open": left, "page": str(page)}, text)


def _matches_ended(desk: Desk, games: list[TableGame], number: int) -> list[str]:
    """The matches of teams that these games complete, in words."""
    from listbuilder.desk.reports.ranking import matches_data

    one = desk.state.rounds[(number or len(desk.state.rounds)) - 1]
    found = [row for row in matches_data(desk, [one]) if row["match"] in {game.match for game in games}]
    return [
        f"Match {row['match']}: {row['names'][0]} {row['boards'][0]} : {row['boards'][1]} {row['names'][1]}, which is "
        f"{counted(row['points'][0], 'point')} to {row['points'][1]}."
        for row in found
        if row["boards"]
    ]


def _in_threes(words: list[str]) -> list[tuple[int, str, str]]:
    """Tables, each with two values."""
    if len(words) % 3:
        raise click.BadParameter("write a table and two results, as often as you like", param_hint="TABLE A B")
    found = [(words[at], words[at + 1], words[at + 2]) for at in range(0, len(words), 3)]
    wrong = [table for table, _, _ in found if not (table.isascii() and table.isdigit() and len(table) < 6)]
    if wrong:
        raise click.BadParameter(f"{wrong[0]!r} is not the number of a table", param_hint="TABLE")
    return [(int(table), one, two) for table, one, two in found]


@command(
    """Examples: listbuilder event check-in | listbuilder event check-in p07 p11 | listbuilder event check-in --all.
    Players can also check in by their personal link. Each day has a check-in of its own. To take one back, `event undo`
    its line; the number is in `event log`. Exit codes: 0 fine, 2 there is no such player, or the player has left."""
)
def check_in(
    desk: Desk,
    players: PlayerNames = None,
    every: Annotated[bool, Option("--all", help="Check in everybody who plays.")] = False,
) -> CommandResult:
    """Check players in for the day, or show who has not checked in."""
    from listbuilder.desk.rounds.check_in import check_in as record_present
    from listbuilder.desk.rounds.check_in import current_day, not_checked_in, present_today

    named = not_checked_in(desk.state, desk.event) if every else players or []
    new = record_present(desk, named, clock()) if named else []
    here, missing = present_today(desk.state, desk.event), not_checked_in(desk.state, desk.event)
    day = current_day(desk.state, desk.event)
    text = [f"Checked in: {', '.join(f'{id} {desk.name_of(id)}' for id in new)}."] if new else []
    text.append(f"Day {day}: {counted(len(here), 'player')} here.")
    text += [f"Not here: {', '.join(f'{id} {desk.name_of(id)}' for id in missing)}."] if missing else []
    return CommandResult({"day": day, "new": new, "here": here, "missing": missing}, text)


@command(
    """Examples: listbuilder event advanced clock | listbuilder event advanced clock start | listbuilder event advanced
    clock pause | listbuilder event advanced clock set 90 | listbuilder event advanced clock add 5. The clock of a round
    begins at the `minutes` of the pack. It runs on while no command runs, and pages show it. Exit codes: 0 fine, 2
    there is no round, or no minutes."""
)
def round_clock(
    desk: Desk,
    step: Annotated[
        Literal["show", "start", "pause", "set", "add"],
        Argument(metavar="[STEP]", help="start, pause, set MINUTES or add MINUTES; show by default."),
    ] = "show",
    minutes: Annotated[int | None, Argument(metavar="[MINUTES]", help="For set and add.")] = None,
) -> CommandResult:
    """Show the clock of the round, start it, pause it, or change it."""
    from listbuilder.desk.rounds import round_clock as clocks
    from listbuilder.desk.state import clock_words

    if (minutes is not None) != (step in ("set", "add")):
        raise click.BadParameter("say the minutes with set and add, and only there", param_hint="MINUTES")
    now = clock()
    if step == "show":
        found = clocks.clock_of(desk.state, desk.event)
    elif step in ("set", "add"):
        found = (clocks.set_clock if step == "set" else clocks.add_minutes)(desk, minutes or 0, now)
    else:
        found = (clocks.start_clock if step == "start" else clocks.pause_clock)(desk, now)
    if found is None:
        return CommandResult(
            {"round": len(desk.state.rounds), "seconds": None, "running": False}, ["There is no clock."]
        )
    left = found.left(now)
    data = {"round": len(desk.state.rounds), "seconds": left, "running": found.running}
    runs = "runs" if found.running else "is stopped"
    return CommandResult(data, [f"Round {len(desk.state.rounds)}: {clock_words(left)} left; the clock {runs}."])


@command(
    """Examples: listbuilder event standings | listbuilder event standings --report wall.pdf | listbuilder event
    standings --report teams.pdf --teams. The pack sets the order of tiebreaks; the last column shows which one decided
    against the player above. The page, a table, text and all results are in out/, with players under the names they
    agreed to."""
)
def standings(
    desk: Desk,
    report: ReportFile = None,
    of_teams: Annotated[bool, Option("--teams", help="Write the ranking of teams into --report.")] = False,
    font: FontFile = None,
    force: ForceFlag = False,
) -> CommandResult:
    """Rank the players, and show what broke each tie."""
    from listbuilder.desk.reports.ranking import bracket_lines, ranking_data, ranking_report, team_report, write_ranking
    from listbuilder.desk.reports.report_files import write_report
    from listbuilder.desk.rounds.standings import rank, ranking_table

    places = rank(desk.state, desk.event)
    teams = team_report(desk) if desk.event.teams else None
    if of_teams and (teams is None or report is None):
        raise click.BadParameter("use it with --report, in an event whose pack has `teams`", param_hint="--teams")
    files = write_ranking(desk)
    if report is not None:
        write_report(report, teams if of_teams and teams else ranking_report(desk), force, font)
    heads, cells = ranking_table(desk.event, places, lambda one: f"{one} {desk.name_of(one)}")
    text: list[str] = [rows(cells, *map(str.upper, heads))]
    text += bracket_lines(desk, desk.name_of)
    if teams is not None:
        text += ["", Rendered(table(teams.rows, [head.upper() for head in teams.heads], "  "))]
    data = {**ranking_data(desk, places), **(teams.data if teams else {}), "files": files}
    return CommandResult(data, [*text, f"Also in {desk.out}: {', '.join(files)}."])


@command(
    """Examples: listbuilder event advanced penalty p07 late | listbuilder event advanced penalty p07 illegal --preview
    | listbuilder event advanced penalty p07 illegal --remedy lose-round --round 2. The pack lists the penalties and
    their remedies. --preview shows the standings under each remedy and records nothing. --json names everybody whose
    place changes."""
)
def penalty(
    desk: Desk,
    player: PlayerName,
    id: Annotated[str, Argument(metavar="ID", help="A penalty of the pack.")],
    remedy: Annotated[str, Option(help="Its remedy: correct, lose-round or lose-all.")] = "",
    number: RoundNumber = 0,
    preview: Annotated[bool, Option("--preview", help="Show the effect, and record nothing.")] = False,
) -> CommandResult:
    """Give a penalty, or show the standings under each remedy."""
    from listbuilder.desk.rounds.running import penalise, preview_penalty

    who = desk.entrant(player).id
    found = preview_penalty(desk.state, desk.event, who, id, remedy, number)
    line = 0 if preview else penalise(desk, who, id, remedy, number, clock())
    data = {"player": who, "penalty": id, "line": line, "remedies": [_preview_document(one) for one in found]}
    text = [words for one in found for words in _preview_text(desk, one, id)]
    return CommandResult(data, [*text, f"Recorded in line {line}." if line else "Nothing was recorded."])


def _preview_text(desk: Desk, one: Preview, penalty: str) -> Iterator[str]:
    rounds = ", ".join(f"round {at}" for at in one.rounds)
    yield f"{one.remedy or penalty}: games affected: {rounds or 'none'}."
    # Who only moves up or down a place is counted: in a large field that is nearly everybody.
    shown = {id: moved for id, moved in one.moved.items() if moved[0] != moved[1] or moved[2] <= TOP}
    cells = [(f"{id} {desk.name_of(id)}", *map(str, moved)) for id, moved in shown.items()]
    if cells:
        yield rows(cells, "PLAYER", "POINTS", "AFTER", "PLACE", "AFTER")
    if len(shown) < len(one.moved):
        others = counted(len(one.moved) - len(shown), "other player")
        yield Rendered(f"  {others} below place {TOP} only changed places.")


def _preview_document(one: Preview) -> dict[str, Any]:
    keys = ("points", "points_after", "rank", "rank_after")
    moved = [{"player": id, **dict(zip(keys, values, strict=True))} for id, values in one.moved.items()]
    return {"remedy": one.remedy, "rounds": list(one.rounds), "moved": moved}


@command(
    """Examples: listbuilder event drop p07 | listbuilder event drop p07 --back. Games that were played stay; the
    player is in no later draw. If a game still waits for a result, the command says what to do: swap the player for
    the one with the bye, or enter the result. --back brings a player back from the next round on; rounds in between
    count as not played."""
)
def drop(
    desk: Desk,
    player: PlayerName,
    back: Annotated[bool, Option("--back", help="Bring a player back who dropped out.")] = False,
) -> CommandResult:
    """Let a player drop out of later rounds, or come back."""
    from listbuilder.desk.rounds.running import drop_out, stand_in

    id = desk.entrant(player).id
    game = drop_out(desk, id, back, clock())
    who = f"{id} {desk.name_of(id)}"
    if back:
        return CommandResult({"back": id}, [f"{who} is back from the next round on."])
    bye = stand_in(desk.state, id)
    text = [f"{who} dropped out."]
    if game is not None and bye:
        step = f'listbuilder event pair --swap {id} {bye} --why "{id} left"'
        text.append(f"Table {game.table} waits for them, and {bye} has no game: {step}")
    elif game is not None:
        words = "loss win" if game.one == id else "win loss"
        text.append(f"Table {game.table} waits for them: listbuilder event score {game.table} {words}")
    return CommandResult({"dropped": id, "table": game.table if game else 0, "bye": bye}, text)


@command(
    """Examples: listbuilder event booklet | listbuilder event booklet --slips 10 | listbuilder event booklet --results.
    It shows sealed lists, so it is written to judge/, readable by you only, and never to out/. Each sheet has its
    receipt as a QR code for `event verify`. --slips 10 prints slips for ten percent of the current round's tables,
    drawn by lot, with a box for each model. --results prints a slip for every table, on which both players enter and
    sign the result. Characters that no font has are printed as numbers ([U+674E]) and reported; --font FILE adds a
    font. Exit codes: 0 all lists are printed, 1 some could not be printed, 2 wrong usage, 3 the folder can't be
    read."""
)
def booklet(
    desk: Desk,
    slips: Annotated[
        int | None, Option(metavar="PERCENT", help="Print slips for this share of tables instead.")
    ] = None,
    results: Annotated[
        bool, Option("--results", help="Print a slip for every table, on which both enter the result.")
    ] = False,
    paper: Paper = "a4",
    font: FontFile = None,
) -> CommandResult:
    """Print the sheet of every list that counts, by name, with contents and receipts; or slips for tables."""
    from listbuilder.desk.event_booklet import write_booklet, write_result_slips, write_slips

    if results and slips is not None:
        raise click.BadParameter("choose one of --slips and --results", param_hint="--results")
    if results:
        made = write_result_slips(desk, paper, font)
        data: dict[str, Any] = {"file": str(made.file), "tables": list(made.tables)}
        text = [f"{counted(len(made.tables), 'slip')} for results in {made.file}.", *_print_problems(desk, made)]
        return CommandResult({**data, "spelled": dict(made.spelled), "failed": {}}, text)
    if slips is None:
        made = write_booklet(desk, paper, font)
        data = {"file": str(made.file), "lists": made.lists}
        first = f"{counted(made.lists, 'list')} in {made.file}."
    else:
        if not 1 <= slips <= 100:
            raise click.BadParameter("write a number from 1 to 100", param_hint="--slips")
        made = write_slips(desk, slips, paper, font)
        data = {"file": str(made.file), "tables": list(made.tables)}
        first = f"Slips for table {', '.join(map(str, made.tables))} in {made.file}."
    data |= {"spelled": dict(made.spelled), "failed": dict(made.failed)}
    text = [f"{first} It shows what is sealed: keep it to yourself.", *_print_problems(desk, made)]
    return CommandResult(data, text, ILLEGAL if made.failed else 0)


def _print_problems(desk: Desk, made: PrintedBooklet) -> Iterator[str]:
    for id, signs in made.spelled.items():
        number = f"[U+{ord(signs[0]):04X}]"
        fact = f"{desk.list_title(id)} ({desk.list_label(id)}): no font has {signs}, so each is printed as {number}."
        yield f"{fact} Name a TrueType font that has them: --font FILE."
    for id, why in made.failed.items():
        yield f"NOT PRINTED: {desk.list_title(id)} ({desk.list_label(id)}). {why}"
