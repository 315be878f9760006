"""`catalogue prove`: what a game allows and what it can't, with a list or a proof for each claim."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import click
from click.exceptions import Exit

from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import ILLEGAL, ForceFlag, GameReader, JsonFlag
from listbuilder.ui.cli.terminal import Progress, paragraph, print_json, say, style

if TYPE_CHECKING:
    from listbuilder.building.prove import Claim
    from listbuilder.loading.proofs.case import Case

SECONDS = 120
TITLES = {
    "prove.check": "What `catalogue check` says",
    "prove.format": "Formats that nobody can fill",
    "prove.unkept": "Rules that nobody can keep",
    "prove.unreachable": "Entries that no legal list can have",
    "prove.idle": "Rules that never make a list illegal",
    "prove.repeated": "Rules that repeat each other",
    "prove.dominated": "Options that a neighbour dominates",
    "prove.total": "Totals near the limit that can't be reached",
    "prove.text": "Texts that are too long for the smallest card",
    "prove.accepted": "Accepted findings that are gone",
}


def prove(
    game: Annotated[str, Argument(metavar="DIR|GAME", help="The folder of a game, or the id of one.")],
    library: GameReader,
    seconds: Annotated[
        int, Option("--seconds", metavar="N", help=f"Stop looking for lists after so long; the default is {SECONDS}.")
    ] = SECONDS,
    witnesses: Annotated[
        Path | None, Option("--witnesses", metavar="FOLDER", help="Write the lists that back the claims.")
    ] = None,
    json: JsonFlag = False,
    force: ForceFlag = False,
) -> None:
    """Prove what a game allows: every entry, rule, format and total, with evidence.

    That something can be is shown by a list, which the referee has judged; that it can't be, by a proof. What is
    neither is listed as not proven. With the extra `listbuilder[prove]`, a solver finishes proofs that a short search
    leaves open. Only the limits that the game prints are considered, not those that players agree on.

    Findings that are meant go under `accepted` in game.yaml, with a reason.

    Examples: listbuilder catalogue prove my-games/skyfall | listbuilder catalogue prove my-games/skyfall --seconds 600
    --witnesses shown | listbuilder catalogue prove my-games/skyfall --json. Exit codes: 0 no finding, 1 something was
    found, 2 wrong usage, 3 the game can't be read or a list can't be written.
    """
    from listbuilder.building.prove import Prover, summary
    from listbuilder.loading import check_case
    from listbuilder.storage.reading import read_file

    folder = folder_of(game, library)
    end = monotonic() + seconds
    with Progress("proving") as progress:
        case = check_case(folder, library.catalogues)
        starters = [dict(read_file(path).data) for path in sorted((folder / "lists").glob("*.yaml"))]

        def step(what: str) -> None:
            progress.what = f"proving {case.game.name}: {what}"

        prover = Prover(case, starters, lambda: monotonic() > end, step)
        claims = accept(case, [*prover.claims(), *long_texts(case, library.catalogues)])
    files = write_witnesses(case, claims, witnesses, force) if witnesses else {}
    found = [one for one in claims if one.verdict == "found" and not one.accepted]
    if json:
        print_json(document(case, claims, files))
    else:
        show(case, claims, folder)
        say(f"{style(case.game.name)} {style(case.game.version)}: {summary(claims)}")
        if monotonic() > end:
            say(f"Looked for lists for {seconds} seconds; `--seconds {seconds * 5}` looks longer.")
        if witnesses:
            say(f"Wrote {len(set(files.values()))} lists to {style(str(witnesses))}.")
    raise Exit(ILLEGAL if found else 0)


def folder_of(game: str, library: GameReader) -> Path:
    """The folder that is meant: a path, or the folder of a game by its id or name."""
    from listbuilder.base.values import slug

    if (Path(game) / "game.yaml").is_file():
        return Path(game)
    known = library.folders
    if slug(game) not in known:
        fact = f"{game} is neither a folder with game.yaml nor a game; the games are {', '.join(known)}"
        raise click.BadParameter(fact, param_hint="DIR|GAME")
    return known[slug(game)]


def long_texts(case: Case, catalogues: list[Path]) -> Iterator[Claim]:
    """Texts that do not fit the smallest card."""
    from listbuilder.building.prove import Claim
    from listbuilder.loading.templates import load_templates, template_folders
    from listbuilder.printing.long_texts import smallest_size, too_long

    templates = load_templates(*template_folders(case.game.id, catalogues))
    size = smallest_size(templates)
    printed = [one for one in case.game.entries if one.text and not one.flavour]
    for entry in too_long(printed, templates):
        fact = f"The text of {entry.name} does not fit one side of a {size.name.lower()} card, not even alone."
        claim = Claim("prove.text", "found", entry.id, fact, "Shorten it.")
        yield claim.at(lambda path, entry=entry: case.at(entry)(("text", *path)))  # type: ignore[misc]


def accept(case: Case, claims: list[Claim]) -> list[Claim]:
    """The claims with the author's reasons; a reason for something that was not found is a finding of its own."""
    from dataclasses import replace

    from listbuilder.building.prove import Claim

    reasons = {(one.finding, one.of): one.reason for one in case.game.accepted}
    made = [
        replace(one, accepted=reasons.get((one.code, one.about), "")) if one.verdict == "found" else one
        for one in claims
    ]
    used = {(one.code, one.about) for one in made if one.verdict == "found"}
    for at, one in enumerate(case.game.accepted):
        if (one.finding, one.of) not in used:
            fact = f"`{one.finding}` of `{one.of}` is accepted, but it was not found."
            claim = Claim("prove.accepted", "found", one.of, fact, "Take it out.")
            made.append(claim.at(lambda path, at=at: case.head(("accepted", at, *path))))  # type: ignore[misc]
    return made


def write_witnesses(case: Case, claims: list[Claim], folder: Path, force: bool) -> dict[int, str]:
    """Write the lists that back the claims, each once; the name of the file by the number of the claim."""
    from listbuilder.exchange.formats.list_files import list_text
    from listbuilder.lists.canonical import canonical
    from listbuilder.storage.files import write_text

    folder.mkdir(parents=True, exist_ok=True)
    files: dict[int, str] = {}
    written: dict[str, str] = {}
    for number, one in enumerate(claims):
        if one.tree is None:
            continue
        text = list_text(canonical(dict(one.tree), case.game))
        if text not in written:
            name = f"{one.code.removeprefix('prove.')}-{one.about}.yaml"
            write_text(folder / name, text, replace=force)
            written[text] = name
        files[number] = written[text]
    return files


def show(case: Case, claims: list[Claim], folder: Path) -> None:
    """The findings by kind, then what is accepted and what is not proven."""

    def place(file: str | None, line: int | None) -> str:
        if not file:
            return ""
        name = Path(file)
        short = name.relative_to(folder) if name.is_relative_to(folder) else name
        return f"{short}:{line}" if line else str(short)

    def tell(one: Claim, more: str) -> None:
        start = f"  {place(one.file, one.line)}: " if one.file else "  "
        say(paragraph(f"{one.message}{more}", "    ", start))

    for code, title in TITLES.items():
        found = [one for one in claims if one.code == code and one.verdict == "found" and not one.accepted]
        if found:
            say(style(title, "bold"))
        for one in found:
            tell(one, f" {one.hint}" if one.hint else "")
            for reason in one.reasons:
                where = place(reason.file, reason.line)
                say(paragraph(f"because of {reason.text}{f' ({where})' if where else ''}", "      ", "    "))
    for title, few in (
        ("Accepted", [one for one in claims if one.accepted]),
        ("Not proven", [one for one in claims if one.verdict == "not proven"]),
    ):
        if few:
            say(style(title, "bold"))
        for one in few:
            tell(one, f" Accepted: {one.accepted}" if one.accepted else "")


def document(case: Case, claims: list[Claim], files: dict[int, str]) -> dict[str, Any]:
    """The claims as one JSON document."""
    rows = []
    for number, one in enumerate(claims):
        row: dict[str, Any] = {"code": one.code, "verdict": one.verdict, "about": one.about, "message": one.message}
        row |= {"hint": one.hint, "file": one.file, "line": one.line}
        row["reasons"] = [{"text": why.text, "file": why.file, "line": why.line} for why in one.reasons]
        row |= {"witness": files.get(number), "list": one.tree} if one.tree is not None else {}
        row |= {"accepted": one.accepted} if one.accepted else {}
        rows.append(row)
    counts = {
        "found": sum(one.verdict == "found" and not one.accepted for one in claims),
        "accepted": sum(bool(one.accepted) for one in claims),
        "fine": sum(one.verdict == "fine" for one in claims),
        "not proven": sum(one.verdict == "not proven" for one in claims),
    }
    return {"game": case.game.id, "version": case.game.version, "claims": rows, "summary": counts}
