"""Where the program begins. From here on Ctrl-C ends it at once and quietly, whatever is being imported.

It imports as little as it can: before it has run, Ctrl-C is Python's own, with a traceback.
"""

import os
import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

STOPPED = 130


def stop(*_: object) -> "NoReturn":
    """Exit at once: an exception raised inside a library's import may be printed or swallowed there."""
    os.write(2, b"Stopped.\n")
    os._exit(STOPPED)


def main() -> None:
    """The console script. While a command works Ctrl-C is an exception, so that it says what was done; else it ends."""
    ours = (
        signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )  # otherwise the caller, such as nohup, wants it ignored
    if ours:
        signal.signal(signal.SIGINT, stop)
    from listbuilder.ui.cli.app import main as run

    try:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except KeyboardInterrupt:
        stop()
    finally:
        if ours:
            signal.signal(signal.SIGINT, stop)
