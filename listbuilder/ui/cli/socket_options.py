"""What the commands that serve share: the options of an address, and the socket that listens there."""

from __future__ import annotations

import socket as sockets
from ipaddress import ip_address
from typing import TYPE_CHECKING, Annotated

from click.exceptions import Exit

from listbuilder.ui.cli.commands import Option
from listbuilder.ui.cli.common import USAGE
from listbuilder.ui.cli.terminal import say, style

if TYPE_CHECKING:
    from socket import socket

HERE = "127.0.0.1"
Host = Annotated[str, Option(help="The address to listen on; the default is this machine only.")]
Port = Annotated[int, Option(min=0, max=65535, help="The port; 0 finds a free one.")]
AllowedHosts = Annotated[
    list[str] | None,
    Option(
        metavar="NAME[:PORT]", help="A host name that clients may use, such as lists.example:8000; may be repeated."
    ),
]

BehindProxy = Annotated[
    bool,
    Option(
        "--behind-proxy",
        help="For use behind your own proxy: tell clients apart by the last address in X-Forwarded-For.",
    ),
]


def need_fork(what: str) -> None:
    """Stop where the system can't make the children that do the work."""
    from listbuilder.storage.processes.worker_process import CAN_FORK

    if not CAN_FORK:
        say(f"{what} a system that can fork, such as Linux or macOS.", error=True)
        raise Exit(USAGE)


def lan_address() -> str | None:
    """The address of this machine in its own network; None without one, or where it is open to the world."""
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        try:
            # Sends nothing: it asks the system which address it would send from to a host elsewhere.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        found = ip_address(probe.getsockname()[0])
    return str(found) if found.is_private and not found.is_loopback else None


def listener_at(host: str, port: int) -> socket:
    """A socket that listens at an address; one that can't be used ends the command."""
    from listbuilder.ui.web.server import listen

    try:
        return listen(host, port)
    # TypeError: a name that can't be written as one.
    except (OSError, TypeError) as error:
        say(style(f"{host}:{port} can't be used: {getattr(error, 'strerror', error)}."), error=True)
        raise Exit(USAGE) from error
