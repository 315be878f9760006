"""Write games as a static site: a folder of files for any web server, which works offline after the first visit."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Mapping
from html import escape
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from listbuilder import __version__
from listbuilder.base.errors import DocumentError
from listbuilder.catalogue import Game
from listbuilder.storage.files import write_bytes
from listbuilder.ui.web.page_files import INDEX, POLICY, page_of
from listbuilder.ui.web.page_look import PageLook, game_cover, game_look
from listbuilder.ui.web.shelf import FolderShelf
from listbuilder.ui.web.site.licences import licences
from listbuilder.ui.web.site.page_judge import make_page_judge
from listbuilder.ui.web.site.runtime import VERSION, judge_files

MANIFEST = "site.json"
# `frame-ancestors` has no effect in a page, only in a header.
META_POLICY = "; ".join(part for part in POLICY.split("; ") if not part.startswith("frame-ancestors"))
OPENING = "<p>Opening…</p>"
AS_FILE = """<p>Opening…</p>
    <p class="quiet">If nothing happens, this page was opened as a file. Browsers run it from a web server only: put the
    folder on one, or run <code>python3 -m http.server</code> in it and open the address that it prints.</p>"""


class SiteOptions(NamedTuple):
    """What to publish: games by id, events of them, and where the site will be found."""

    games: tuple[str, ...]
    catalogues: tuple[Path, ...] = ()
    events: tuple[Game, ...] = ()
    address: str = ""
    runtime: Path | None = None


def publish_site(options: SiteOptions) -> dict[str, bytes]:
    """The files of a site by name."""
    shelf = FolderShelf(options.catalogues, options.events)
    games = [shelf.load(name) for name in options.games]
    judge = make_page_judge(judge_files(options.runtime), shelf, [game.id for game in games], options.events)
    events = {game.event.name: game.id for game in options.events if game.event}
    page = page_of(
        [game_cover(game, shelf) for game in games],
        events,
        next(iter(events), None),
        judge,
        options.address,
        service=False,
        look=_look(shelf, games),
    )
    files = {name or INDEX: file.body for name, file in page.files.items()}
    files[INDEX] = _as_site(files[INDEX].decode(), games).encode()
    files["LICENCES.txt"] = licences(VERSION).encode()
    files[MANIFEST] = json.dumps({"listbuilder": __version__, "files": sorted(files)}, indent=1).encode() + b"\n"
    return files


def _look(shelf: FolderShelf, games: list[Game]) -> PageLook:
    """One game gives the page its name and colour; several give it their names."""
    if len(games) == 1:
        return game_look(games[0].name, shelf.templates(games[0].id))
    return PageLook(", ".join(game.name for game in games))


def _as_site(index: str, games: Iterable[Game]) -> str:
    """The page with its policy, since a host of plain files sends no headers of ours, and with its games' names."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{escape(META_POLICY)}">'
    names = ", ".join(game.name for game in games)
    title = f"<title>{escape(names)} – listbuilder</title>"
    return (
        index.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n  {policy}')
        .replace("<title>listbuilder</title>", title)
        .replace(OPENING, AS_FILE)
    )


def write_site(folder: Path, files: Mapping[str, bytes], force: bool = False) -> None:
    """Write a site into a folder, the page last; with `force` an older site there is replaced, and nothing else."""
    old = _old_files(folder)
    if folder.exists() and any(folder.iterdir()) and not (force and old):
        reason = "holds something else than a site" if not old else "has a site already"
        hint = "Name another folder." if not old else "Replace it with --force."
        raise DocumentError.of("file.exists", f"{folder} {reason}.", hint, file=str(folder))
    # The page names the other files: written last, it never names one that is not there yet.
    for name in sorted(files, key=lambda one: (one == INDEX, one)):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(target, files[name], replace=True)
    for name in old - files.keys():
        (folder / name).unlink(missing_ok=True)


def _old_files(folder: Path) -> set[str]:
    try:
        listed = json.loads((folder / MANIFEST).read_bytes())["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return set()
    # A manifest that somebody edited must not delete files elsewhere.
    return {str(name) for name in listed if not Path(str(name)).is_absolute() and ".." not in Path(str(name)).parts}


def zip_site(files: Mapping[str, bytes]) -> bytes:
    """A site as an archive, for hosts that take one; the same site gives the same bytes."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            # Without this, unpacked files belong to their owner alone and a web server must not read them.
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name], zipfile.ZIP_DEFLATED)
    return out.getvalue()
