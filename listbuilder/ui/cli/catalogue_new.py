"""`catalogue new`: a game folder to start from. The scaffolds are whole games; answers change a few lines of one."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Annotated, Literal, NamedTuple, TextIO

import click

from listbuilder.base.values import entry_id, slug
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import GameReader
from listbuilder.ui.cli.terminal import say, style

# Points; the starter lists of all scaffolds fit from the first on.
LEAST, MOST = 20, 10_000
# The points that the costs in scaffolds are meant for.
SCALE = 100
# The faction in scaffolds.
SAMPLE = "North"
STATS = "HP 3, MV 6, DF 1"
# Stats of these names count down in play, so cards get boxes to tick off.
HEALTH = ("hp", "hits", "hit-points", "wounds", "health", "life", "lives")
# A key of game.yaml with the indented lines below it.
BLOCK = r"(?m)^{}:.*\n(?:[ ]+.*\n)*"


class Answers(NamedTuple):
    """What an author said about a game; stats are None where those of the scaffold stay."""

    id: str
    name: str
    stats: Mapping[str, int] | None
    points: int
    factions: tuple[str, ...]


def new(
    folder: Annotated[Path, Argument(metavar="DIR", help="The folder to make; its name is the id of the game.")],
    library: GameReader,
    like: Annotated[
        Literal["squads", "vehicles", "campaign", "cards"] | None,
        Option(help="The game to start from: squads by default."),
    ] = None,
    name: Annotated[str | None, Option(help="The name of the game; by default made of the folder's.")] = None,
    stats: Annotated[
        str | None, Option(metavar="NAMES", help='The stats, such as "HP 3, Move 6, Armour 0", or none.')
    ] = None,
    points: Annotated[int | None, Option(min=LEAST, max=MOST, help="How many points a list may cost.")] = None,
    factions: Annotated[
        str | None, Option(metavar="NAMES", help='The factions, such as "Reds, Blues", or none.')
    ] = None,
) -> None:
    """Start a game: a folder with a small, commented game that works, and a legal list for it.

    Without options it asks for the name, the stats, the points limit and the factions, or reads them from a pipe, one
    answer a line. The files name JSON Schemas in the folder, so that editors complete keys.

    Examples: listbuilder catalogue new my-game | listbuilder catalogue new my-game --like vehicles | listbuilder
    catalogue new my-game --name "My Game" --stats "HP 3, Move 6" --points 200 --factions "Reds, Blues"
    """
    check_folder_name(folder, library)
    if all(one is None for one in (like, name, stats, points, factions)):
        name, stats, points, factions = ask(folder) if sys.stdin and sys.stdin.isatty() else read_answers(sys.stdin)
    answers = Answers(
        id=folder.name,
        name=read_name(name, folder.name),
        stats=None if stats is None else read_stats(stats),
        points=points or SCALE,
        factions=read_factions(factions or "none"),
    )
    files = scaffold_files(like or "squads", answers)
    write_game(folder, files)
    write_schemas(folder)
    lines = sum(text.count("\n") for text in files.values())
    say(f"Wrote {style(str(folder))}: {', '.join(map(style, files))} ({lines} lines) and schemas for editors.")
    starter = quote(str(folder / "lists" / "first-list.yaml"))
    say("Next:")
    say(style(f"  listbuilder catalogue check {quote(str(folder))}"))
    say(style(f"  listbuilder cards {starter} -o {quote(f'{folder.name}.pdf')}"))
    say(style(f"  listbuilder build {starter}"))


# Answers


def check_folder_name(folder: Path, library: GameReader) -> None:
    """Refuse a folder whose name can be no id, that is in use, or that is a game already."""
    wanted = slug(folder.name)
    if folder.name != wanted or not wanted.isascii() or not wanted:
        hint = f"; {folder.with_name(wanted)} would do" if wanted and wanted.isascii() else ""
        fact = "the folder's name is the id of the game: small letters, digits and hyphens"
        raise click.BadParameter(f"{fact}{hint}", param_hint="DIR")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise click.BadParameter(f"{folder} is there already", param_hint="DIR")
    if folder.name in library.folders:
        raise click.BadParameter(f"there is a game {folder.name} already; choose another name", param_hint="DIR")


def ask(folder: Path) -> tuple[str, str, int, str]:
    """The answers of somebody at a terminal; Enter takes what is in brackets, and a wrong answer is asked for again."""
    usual = title_of(folder.name)
    name: str = click.prompt(
        "Name of the game", default=usual, value_proc=partial(unread, lambda one: read_name(one, ""))
    )
    stats: str = click.prompt("Stats with their usual values", default=STATS, value_proc=partial(unread, read_stats))
    points: int = click.prompt("Points limit of a list", default=SCALE, value_proc=read_points)
    factions: str = click.prompt("Factions, or none", default="none", value_proc=partial(unread, read_factions))
    return name, stats, points, factions


def read_answers(pipe: TextIO | None) -> tuple[str | None, str | None, int | None, str | None]:
    """The same answers from a pipe, one a line; an empty line and the end of the pipe stand for the usual answer."""
    name, stats, points, factions = ((pipe.readline().strip() if pipe else "") or None for _ in range(4))
    return name, stats, read_points(points) if points else None, factions


def unread(read: Callable[[str], object], text: str) -> str:
    """The text of an answer that `read` accepts; otherwise click asks again."""
    read(text)
    return text


def title_of(id: str) -> str:
    """A name made of an id."""
    return " ".join(word.capitalize() for word in id.split("-"))


def read_name(name: str | None, id: str) -> str:
    """The name of the game."""
    made = (name or title_of(id)).strip()
    if not made or "\n" in made or not made.isprintable():
        raise click.BadParameter("a name is one line of text", param_hint="--name")
    return made


def words_of(text: str) -> list[str]:
    """Names separated by commas; `none` means no names."""
    return (
        [] if text.strip().lower() in ("none", "no", "") else [word.strip() for word in text.split(",") if word.strip()]
    )


def read_points(text: str | int) -> int:
    """The points limit of a list."""
    found = int(text) if str(text).strip().isdecimal() else 0
    if not LEAST <= found <= MOST:
        raise click.BadParameter(f"a points limit is a whole number from {LEAST} to {MOST}", param_hint="--points")
    return found


def read_stats(text: str) -> dict[str, int]:
    """Stats by printed name with their usual value, 1 where none is said."""
    found: dict[str, int] = {}
    for word in words_of(text):
        parts = re.fullmatch(r"(.*?)[\s=:]*(-?\d{1,4})?", word)
        assert parts is not None
        found[checked_word(parts[1], found, "--stats")] = int(parts[2] or 1)
    return found


def read_factions(text: str) -> tuple[str, ...]:
    """The names of factions."""
    found: list[str] = []
    for word in words_of(text):
        found.append(checked_word(word, found, "--factions"))
    return tuple(found)


def checked_word(word: str, before: Mapping[str, int] | list[str], option: str) -> str:
    """A name that can be printed and has an id of its own."""
    if not re.search(r"\w", word) or not word.isprintable() or len(word) > 40:
        raise click.BadParameter(f"{word!r} is no name", param_hint=option)
    if slug(word) in map(slug, before):
        raise click.BadParameter(f"{word} is there twice", param_hint=option)
    return word


# The files


def scaffold_files(like: str, answers: Answers) -> dict[str, str]:
    """The files of a game by name: those of a scaffold with the answers in them."""
    from listbuilder.loading import shipped

    root = shipped("scaffolds") / like
    parts = [*sorted(root.glob("*.yaml"), key=lambda path: path.name != "game.yaml")]
    parts += sorted(root.glob("factions/*.yaml")) if answers.factions else []
    files = {path.name: adapt(path.read_text("utf-8"), answers) for path in parts}
    starter = (
        (root / "lists" / "first-list.yaml").read_text("utf-8").replace(f"game: {like}\n", f"game: {answers.id}\n")
    )
    if answers.factions:
        starter = re.sub(r"(?m)^name: .*\n", lambda line: f"{line[0]}faction: {plain(answers.factions[0])}\n", starter)
    files["lists/first-list.yaml"] = starter
    return {
        name: f"# yaml-language-server: $schema={schema_of(name, answers.id)}\n{text}" for name, text in files.items()
    }


def adapt(text: str, answers: Answers) -> str:
    """A file of a scaffold with the answers in it."""
    # Edited as text, so that the comments stay: they are what a beginner reads.
    text = re.sub(r"(?m)^id: [\w-]+ *", f"id: {answers.id} ".ljust(26), text, count=1)
    text = re.sub(r"(?m)^name: .*", lambda _: f"name: {plain(answers.name)}", text, count=1)
    text = re.sub(r"(cost|limit): (\d+)", lambda found: f"{found[1]}: {scaled(int(found[2]), answers.points)}", text)
    if answers.stats is not None:
        text = with_stats(text, answers.stats)
    return with_factions(text, answers.factions) if answers.factions else text


def scaled(cost: int, points: int) -> int:
    """A cost of a scaffold in a game with another limit."""
    return max(1, cost * points // SCALE)


def with_stats(text: str, stats: Mapping[str, int]) -> str:
    """A file with other stats; the values of units and gear for the scaffold's first stat go to the first of these."""
    ids = {name: entry_id(name) for name in stats}
    boxes = {name: ", boxes: true" if id in HEALTH else "" for name, id in ids.items()}
    lines = [f"  {id}: {{name: {plain(name)}, base: {stats[name]}{boxes[name]}}}\n" for name, id in ids.items()]
    head = "stats:                    # in the order they are printed; a unit may have its own\n"
    text = re.sub(BLOCK.format("stats"), lambda _: head + "".join(lines) if lines else "", text)
    first = next(iter(ids.values()), "")
    if first:
        return re.sub(r"stats: \{\w+:", f"stats: {{{first}:", text)
    return re.sub(r"(grants: \{stats: \{[^}]*\}\}|(?<=, )stats: \{[^}]*\}), ", "", text)


def with_factions(text: str, factions: tuple[str, ...]) -> str:
    """A file whose lines about the sample faction are there once for each faction."""
    return re.sub(
        rf"(?m)^  - {{name: {SAMPLE}( \w+)?(.*)\n",
        lambda line: "".join(faction_line(line, name) for name in factions),
        text,
    )


def faction_line(line: re.Match[str], name: str) -> str:
    """The line of an entry for one faction."""
    rest = line[2].replace(f"faction: {SAMPLE.lower()}", f"faction: {entry_id(name)}")
    return f"  - {{name: {plain(name + (line[1] or ''))}{rest}\n"


def plain(text: str) -> str:
    """A text as YAML has it between braces, in quotes only where it needs them."""
    from listbuilder.storage.reading import resolve_plain

    easy = (
        re.fullmatch(r"[\w][\w .!?&()/+-]*", text) and not text.endswith(" ") and isinstance(resolve_plain(text), str)
    )
    return text if easy else "'" + text.replace("'", "''") + "'"


def schema_of(name: str, id: str) -> str:
    """The schema of a file, as a path from it."""
    if name.startswith("lists/"):
        return f"../schemas/list-{id}.schema.json"
    return f"schemas/{'game' if name == 'game.yaml' else 'entries'}.schema.json"


def write_game(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files of a game."""
    from listbuilder.storage.files import write_text

    (folder / "lists").mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        write_text(folder / name, text)


def write_schemas(folder: Path) -> None:
    """Write the schemas that the files of a game name, with the ids of the game."""
    from listbuilder.loading import check_folder
    from listbuilder.storage.files import write_text
    from listbuilder.ui.published_schemas import author_schemas

    (folder / "schemas").mkdir(exist_ok=True)
    for name, text in author_schemas(check_folder(folder)).items():
        write_text(folder / "schemas" / name, text)
