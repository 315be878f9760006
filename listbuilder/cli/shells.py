"""Completion for bash, zsh and fish: the scripts that shells load, and the answers that the scripts ask for.

A script hands over the line up to the cursor and gets back what could stand there: a first line that says what kind
of answer it is, then one offer a line in the form that the shell wants.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from listbuilder.cli.shell_words import Typed, quoted, read_line

if TYPE_CHECKING:
    from typer._click import Command

    from listbuilder.cli.completion import Offer

FUNCTION = "_listbuilder_completion"

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
    names = {"complete_func": FUNCTION, "prog_name": "listbuilder", "autocomplete_var": "_LISTBUILDER_COMPLETE"}
    return (SCRIPTS[shell] % names).strip()


def tell(group: Command, shell: str) -> str:
    """The answer to a script, which hands over its line in the environment."""
    from listbuilder.cli.completion import complete

    typed = read_line(os.environ.get("COMP_WORDS", ""), os.environ.get("COMP_BREAKS", ""))
    return answer(shell, complete(group, typed), typed)


def answer(shell: str, offers: list[Offer] | None, typed: Typed) -> str:
    """What a script gets back; no list of offers at all means that file names are wanted."""
    if offers is None:
        return "files"
    kind = "more" if offers and all(offer.more for offer in offers) else "done"
    return "\n".join([kind, *(SPELLED[shell](offer, typed) for offer in offers)])


def for_bash(offer: Offer, typed: Typed) -> str:
    """Bash puts in as it is what stands behind its last break; it closes an open quote itself."""
    return quoted(offer.value[len(typed.fixed) :], typed.quote)


def for_zsh(offer: Offer, typed: Typed) -> str:
    """Zsh replaces the word and quotes it itself; it must be told what goes on."""
    return f"{offer.value}\tmore" if offer.more else offer.value


def for_fish(offer: Offer, typed: Typed) -> str:
    """Fish takes the word and a description, and quotes the word itself."""
    return f"{offer.value}\t{offer.about}" if offer.about else offer.value


SPELLED = {"bash": for_bash, "fish": for_fish, "zsh": for_zsh}
