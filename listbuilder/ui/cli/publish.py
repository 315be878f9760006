"""`publish`: games as a static site that needs no service."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click

from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import Catalogues, folders, open_event
from listbuilder.ui.cli.progress import Progress
from listbuilder.ui.cli.terminal import say, style

EPILOG = """Examples: listbuilder publish GAME -o site | listbuilder publish my-games/skyfall -o site --zip |
listbuilder publish skyfall --event cup.yaml -o site --address https://example.org/skyfall/. Put the folder on any web
server; to try it, run `python3 -m http.server` in it. The first run needs Node.js with npm, which fetches the Python
runtime for browsers once and compiles the judge for it. Exit codes: 0 done, 2 no such game, 3 a file can't be written
or the runtime can't be had."""


def publish(
    context: click.Context,
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
    catalogue: Catalogues = None,
) -> None:
    """Publish games as a page that opens from a link and works offline.

    The folder holds the builder, play mode, cards and sheets, and the same judge as this program, which runs inside the
    page. It needs a web server for plain files and nothing else.
    """
    from listbuilder.storage.files import real_path, write_bytes
    from listbuilder.ui.web.site.site_writer import SiteOptions, publish_site, write_site, zip_site

    named = folders(context, catalogue)
    ids: list[str] = []
    for game in games:
        folder = Path(game)
        if (folder / "game.yaml").is_file():
            named.append(real_path(folder))
            game = real_path(folder).name
        ids.append(game)
    if address and not address.startswith(("https://", "http://")):
        raise click.BadParameter("it begins with https:// or http://", param_hint="--address")
    events = tuple(one for one in (open_event(path, named) for path in event or ()) if one)
    options = SiteOptions(tuple(ids), tuple(named), events, address, runtime)
    if zip and output.exists() and not force:
        raise click.BadParameter(f"{output} is there already; --force replaces it", param_hint="--output")
    with Progress("publishing"):
        files = publish_site(options)
        if zip:
            write_bytes(output, zip_site(files), replace=force)
        else:
            write_site(output, files, force)
    size = sum(len(body) for body in files.values()) / 1e6
    say(f"Wrote {style(str(output))}: {len(files)} files, {size:.1f} MB.")
    if not zip:
        say(f"Try it with `python3 -m http.server --directory {output}`.")
