"""Completion for bash, zsh and fish: the scripts that shells load, and the answers that the scripts ask for.

A script hands over the line up to the cursor and gets back what could stand there: a first line with the kind of
answer, then one offer a line in the form that the shell wants. Click's own scripts complete neither `key=value` words
nor names with spaces.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
from click.exceptions import Exit

if TYPE_CHECKING:
    from listbuilder.ui.cli.completion import CompletionWord

THIS_SHELL = "this"
SPACE = " \t\n"
# What a double quote leaves special.
SPECIAL = '"\\$`'
FUNCTION = "_listbuilder_completion"
# As `cli.app` reads it.
VARIABLE = "_LISTBUILDER_COMPLETE"

BASH = """
%(complete_func)s() {
    local kind line
    COMPREPLY=()
    {
        IFS= read -r kind
        while IFS= read -r line; do COMPREPLY+=("$line"); done
    } < <(COMP_WORDS="${COMP_LINE:0:COMP_POINT}" COMP_BREAKS="$COMP_WORDBREAKS" \\
          %(autocomplete_var)s=complete_bash "$1" 2>/dev/null)
    case $kind in
        files) compopt -o default ;;
        more) compopt -o nospace ;;
    esac
}
complete -o nosort -F %(complete_func)s %(prog_name)s 2>/dev/null || complete -F %(complete_func)s %(prog_name)s
"""
ZSH = """
#compdef %(prog_name)s
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
%(complete_func)s() {
    local kind line
    local -a answer whole more
    answer=("${(@f)$(COMP_WORDS="${words[1,CURRENT]}" %(autocomplete_var)s=complete_zsh ${words[1]} 2>/dev/null)}")
    kind=$answer[1]
    shift answer
    if [[ $kind == files ]]; then
        _files
        return
    fi
    for line in $answer; do
        if [[ $line == *$'\\t'more ]]; then more+=("${line%%%%$'\\t'*}"); else whole+=("${line%%%%$'\\t'*}"); fi
    done
    (( $#more )) && compadd -U -S '' -a more
    (( $#whole )) && compadd -U -a whole
    return $(( ! ($#more + $#whole) ))
}
if [[ $funcstack[1] == _%(prog_name)s ]]; then
    %(complete_func)s "$@"
else
    compdef %(complete_func)s %(prog_name)s
fi
"""
FISH = """
function %(complete_func)s
    set -l answer (COMP_WORDS=(commandline -cp) %(autocomplete_var)s=complete_fish %(prog_name)s 2>/dev/null)
    if test "$answer[1]" = files
        __fish_complete_path (commandline -ct)
    else
        printf '%%s\\n' $answer[2..-1]
    end
end
complete --command %(prog_name)s --no-files --arguments '(%(complete_func)s)'
"""
SCRIPTS = {"bash": BASH, "fish": FISH, "zsh": ZSH}


def script(shell: str) -> str:
    """The script that a shell loads."""
    names = {"complete_func": FUNCTION, "prog_name": "listbuilder", "autocomplete_var": VARIABLE}
    return (SCRIPTS[shell] % names).strip()


def serve_shell(group: click.Command, request: str) -> None:
    """Answer a shell: `source_SHELL` is the script it loads, `complete_SHELL` asks for offers.

    The script hands over its line in the environment.
    """
    from listbuilder.ui.cli.completion import complete

    task, _, shell = request.partition("_")
    if shell not in SCRIPTS:
        sys.exit(f"There is no completion for {shell}; there is for {', '.join(SCRIPTS)}.")
    if task == "source":
        click.echo(script(shell))
        return
    typed = read_line(os.environ.get("COMP_WORDS", ""), os.environ.get("COMP_BREAKS", ""))
    click.echo(answer(shell, complete(group, typed), typed))


def answer(shell: str, offers: list[CompletionWord] | None, typed: Typed) -> str:
    """What a script gets back; no list of offers at all means that file names are wanted."""
    if offers is None:
        return "files"
    kind = "more" if offers and all(offer.more for offer in offers) else "done"
    return "\n".join([kind, *(SPELLED[shell](offer, typed) for offer in offers)])


def for_bash(offer: CompletionWord, typed: Typed) -> str:
    """Bash puts in as it is what stands behind its last break; it closes an open quote itself."""
    return quoted(offer.value[len(typed.fixed) :], typed.quote)


def for_zsh(offer: CompletionWord, typed: Typed) -> str:
    """Zsh replaces the word and quotes it itself; it must be told what goes on."""
    return f"{offer.value}\tmore" if offer.more else offer.value


def for_fish(offer: CompletionWord, typed: Typed) -> str:
    """Fish takes the word and a description, and quotes the word itself."""
    return f"{offer.value}\t{offer.about}" if offer.about else offer.value


SPELLED = {"bash": for_bash, "fish": for_fish, "zsh": for_zsh}


class Typed(NamedTuple):
    """A line up to the cursor: whole words, the word at the cursor, the quote that is open there.

    `fixed` is the part of the last word that the shell leaves alone when it puts a completion in: all before the last
    character at which it breaks words, or before the open quote.
    """

    words: tuple[str, ...]
    last: str
    quote: str = ""
    fixed: str = ""


def read_line(line: str, breaks: str = "") -> Typed:
    """The words of a line; `breaks` are the characters at which the shell's own line editor breaks them further."""
    words: list[str] = []
    word, quote, fixed, inside = "", "", 0, False
    at = 0
    while at < len(line):
        char = line[at]
        at += 1
        if quote:
            if char == quote:
                quote, fixed = "", len(word)
            elif char == "\\" and quote == '"' and line[at : at + 1] and line[at] in SPECIAL:
                word, at = word + line[at], at + 1
            else:
                word += char
        elif char in SPACE:
            words += [word] if inside or word else []
            word, fixed, inside = "", 0, False
        elif char == "\\":
            word, at, inside = word + line[at : at + 1], at + 1, True
        elif char in "'\"":
            quote, fixed, inside = char, len(word), True
        else:
            word += char
            fixed = len(word) if char in breaks else fixed
    return Typed(tuple(words), word, quote, word[:fixed])


def quoted(word: str, quote: str = "") -> str:
    """A word, or the rest of one behind an open quote, as the shell takes it."""
    if quote == "'":
        return word.replace("'", "'\\''")
    if quote:
        return re.sub(r'(["\\$`])', r"\\\1", word)
    return re.sub(r"([^\w@%+=:,./-])", r"\\\1", word)


def show(wanted: str) -> None:
    """Print the script for a shell, and stop."""
    click.echo(script(shell_named(wanted)))
    raise Exit


def install(wanted: str) -> None:
    """Put the script in the user's files and have the shell load it, and stop."""
    from listbuilder.storage.files import write_text

    shell = shell_named(wanted)
    home = Path.home()
    target = home / f".local/share/listbuilder/completion.{shell}"
    if shell == "fish":
        target = home / ".config/fish/completions/listbuilder.fish"
    target.parent.mkdir(parents=True, exist_ok=True)
    write_text(target, f"{script(shell)}\n", replace=True)
    loaded = "" if shell == "fish" else f", which {load_at_start(home / f'.{shell}rc', target)} loads"
    click.echo(f"Wrote {target}{loaded}. Open a new {shell} to use it.")
    raise Exit


def load_at_start(start: Path, target: Path) -> Path:
    """Have a shell load a file when it starts: one line at the end of its own start file, once."""
    from shlex import quote

    from listbuilder.storage.files import write_text

    line = f"source {quote(str(target))}"
    text = start.read_text("utf-8") if start.exists() else ""
    if line not in text.splitlines():
        gap = "" if not text or text.endswith("\n") else "\n"
        write_text(start, f"{text}{gap}{line}\n", replace=True)
    return start


def shell_named(wanted: str) -> str:
    """A shell by its name, or the one that this program was started from."""
    name = running_shell() if wanted == THIS_SHELL else wanted.lower()
    if name not in SCRIPTS:
        known = ", ".join(SCRIPTS)
        raise click.BadParameter(f"there is no completion for {name or 'this shell'}; name one of {known}")
    return name


def running_shell() -> str:
    """The shell that this program was started from; nothing if there is none."""
    from shellingham import ShellDetectionFailure, detect_shell  # type: ignore[import-untyped]

    try:
        return str(detect_shell()[0])
    except ShellDetectionFailure:
        return Path(os.environ.get("SHELL", "")).name
