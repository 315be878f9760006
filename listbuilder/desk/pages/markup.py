"""Markup: the one place where text becomes a part of a page. Whatever is not made here is text and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path

from listbuilder.letters import visible

EMPTY = frozenset({"input", "link", "meta"})


class Markup(str):
    """Text that is a part of a page already."""

    __slots__ = ()


def tag(name: str, /, *inside: str, **attributes: str | bool) -> Markup:
    """An element; `for_` and `class_` are the attributes without the dash, and one that is False is left out."""
    said = "".join(_attribute(key, value) for key, value in attributes.items() if value is not False)
    return Markup(f"<{name}{said}>" if name in EMPTY else f"<{name}{said}>{join(inside)}</{name}>")


def join(parts: Iterable[str]) -> Markup:
    """Parts one after the other; plain text shows everything that hides in it."""
    return Markup("".join(one if isinstance(one, Markup) else escape(visible(one)) for one in parts))


def page(title: str, *body: str) -> str:
    """A whole page: it loads its style from here, and runs nothing."""
    head = (
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="robots", content="noindex"),
        tag("title", title),
        tag("link", rel="stylesheet", href="/style.css"),
    )
    return f"<!doctype html>\n{tag('html', tag('head', *head), tag('body', tag('main', *body)), lang='en')}\n"


@cache
def style() -> bytes:
    """The look of all pages."""
    return (Path(__file__).parent / "style.css").read_bytes()


def _attribute(key: str, value: str | bool) -> str:
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(visible(str(value)))}"'
