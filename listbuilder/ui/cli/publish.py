"""`publish`: games as a static site that needs no service."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click

from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import GameReader
from listbuilder.ui.cli.terminal import Progress, say, style


def publish(
    library: GameReader,
    games: Annotated[list[str], Argument(metavar="GAME...", help="Ids of games, or folders with game.yaml.")],
    output: Annotated[
        Path, Option("--output", "-o", metavar="SITE", help="The folder to write; with --zip, the archive.")
    ],
    zip: Annotated[bool, Option("--zip", help="Write one archive, for hosts that take those.")] = False,
    address: Annotated[
        str, Option("--address", metavar="URL", help="Where the site will be; default: wherever it is opened.")
    ] = "",
    event: Annotated[
        list[Path] | None, Option("--event", metavar="FILE", help="An event pack; may be repeated.")
    ] = None,
    runtime: Annotated[
        Path | None, Option("--runtime", metavar="FILE", help="The npm package pyodide as a file, instead of npm.")
    ] = None,
    force: Annotated[bool, Option("--force", help="Replace a site or an archive that is there.")] = False,
) -> None:
    """Publish games as a page that opens from a link and works offline.

    The folder holds the builder, play mode, cards and sheets, and the same judge as this program, which runs inside the
    page. It needs a web server for plain files and nothing else.

    Examples: listbuilder publish GAME -o site | listbuilder publish my-games/skyfall -o site.zip --zip | listbuilder
    publish skyfall --event cup.yaml -o site --address https://example.org/skyfall/. To try a site, run `python3 -m
    http.server` in its folder. The first run needs Node.js with npm, which fetches the Python runtime for browsers and
    compiles the judge for it. Exit codes: 0 success, 2 there is no such game, 3 a file can't be written or the runtime
    is missing.
    """
    from listbuilder.loading.events import load_event
    from listbuilder.storage.files import real_path, write_bytes
    from listbuilder.ui.web.site.site_writer import SiteOptions, publish_site, write_site, zip_site

    folders = {game: real_path(Path(game)) for game in games if (Path(game) / "game.yaml").is_file()}
    catalogues = (*library.catalogues, *folders.values())
    ids = tuple(folders[game].name if game in folders else game for game in games)
    if address and not address.startswith(("https://", "http://")):
        raise click.BadParameter("it begins with https:// or http://", param_hint="--address")
    if zip and output.exists() and not force:
        raise click.BadParameter(f"{output} is there already; --force replaces it", param_hint="--output")
    events = tuple(load_event(path, catalogues) for path in event or ())
    with Progress("publishing"):
        files = publish_site(SiteOptions(ids, catalogues, events, address, runtime))
        if zip:
            write_bytes(output, zip_site(files), replace=force)
        else:
            write_site(output, files, force)
    size = sum(len(body) for body in files.values()) / 1e6
    say(f"Wrote {style(str(output))}: {len(files)} files, {size:.1f} MB.")
    if not zip:
        say(f"Try it with `python3 -m http.server --directory {output}`.")
