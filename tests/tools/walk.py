"""Count the modules of listbuilder that a call really runs code in: `python -m tests.tools.walk LIST [-v]`.

An import runs no function and does not count. The verdict is that of a program that judged a list before; the commands
start in a process of their own, on a warm disk cache.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import listbuilder

PACKAGE = str(Path(listbuilder.__file__).parent)


def modules_run(call: Callable[[], object]) -> list[str]:
    """The modules in which a call runs functions, other than those that imports run."""
    found: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event != "call" or not frame.f_code.co_filename.startswith(PACKAGE):
            return
        outer: FrameType | None = frame
        while outer is not None:
            if outer.f_code.co_name == "<module>" and outer.f_code.co_filename.startswith(PACKAGE):
                return
            outer = outer.f_back
        found.add(frame.f_code.co_filename.removeprefix(f"{PACKAGE}/"))

    sys.setprofile(note)
    try:
        call()
    except SystemExit:
        pass
    finally:
        sys.setprofile(None)
    return sorted(found)


def verdict(path: str) -> None:
    """Judge a list through the public names."""
    from listbuilder import load_game, read_list, resolve, validate

    document = read_list(path)
    validate(resolve(document, load_game(document.game)))


def command(*words: str) -> None:
    """Run a command as the console script does."""
    from listbuilder.ui.cli.start import main

    sys.argv = ["listbuilder", *words]
    main()


def show(name: str, found: list[str], verbose: bool) -> None:
    """A line for each count; the modules below it on request."""
    sys.stderr.write(f"{name}: {len(found)} modules\n" + "".join(f"  {one}\n" for one in found if verbose))


def main() -> None:
    """Count for one list, each call in a process of its own."""
    # Read once: the commands that are counted write their own words into sys.argv.
    words, verbose = [one for one in sys.argv[1:] if one != "-v"], "-v" in sys.argv
    if words[0] in CALLS:
        show(words[0], CALLS[words[0]](words[1]), verbose)
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy(words[0], folder)
        for one in CALLS:
            call = [sys.executable, "-m", "tests.tools.walk", one, copy, *["-v"] * verbose]
            subprocess.run(call, stdout=subprocess.DEVNULL, check=True)


def warm_verdict(path: str) -> list[str]:
    """The modules of a verdict when one was made before."""
    verdict(path)
    return modules_run(lambda: verdict(path))


CALLS: dict[str, Callable[[str], list[str]]] = {
    "verdict": warm_verdict,
    "set": lambda path: modules_run(lambda: command("set", path, "1", "name=Robin")),
    "cards": lambda path: modules_run(lambda: command("cards", path, "-o", f"{path}.pdf", "--force")),
}

if __name__ == "__main__":
    main()
