"""A list as one HTML page that loads nothing and runs nothing, and back; each cell says its key."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape, unescape
from typing import NamedTuple

from listbuilder.catalogue import stamp
from listbuilder.exchange.documents.judged import JudgedList
from listbuilder.exchange.formats.cells import Cells, CellWriter
from listbuilder.lists.document import LIST
from listbuilder.storage.reading import Tree

# HTML taken apart in one pass: each tag with its attributes and the text behind it. Nothing is loaded or run.


# Characters of a tag in which attributes are looked for: the expression below must not run over one of megabytes.
LONGEST_TAG = 2000
ATTRIBUTE = re.compile(r'([a-zA-Z][\w-]{0,40})="([^"]*)"')


class Tag(NamedTuple):
    """A tag by its name, `/p` for one that closes; `text` is what stands between it and the next tag."""

    name: str
    attributes: Mapping[str, str]
    text: str
    line: int

    def words(self) -> str:
        """The text with every break as a space."""
        # The bars keep a space at either end, which separates the words of two tags.
        return " ".join(f"|{self.text}|".split())[1:-1]


def parse_tags(text: str) -> Iterator[Tag]:
    """Every tag in order; comments have no name."""
    line, at = 1, text.find("<")
    while at >= 0:
        comment = text.startswith("<!--", at)
        end = text.find("-->" if comment else ">", at)
        if end < 0:
            return
        end += 3 if comment else 1
        after = text.find("<", end)
        after = len(text) if after < 0 else after
        yield _tag("" if comment else text[at + 1 : end - 1], unescape(text[end:after]), line)
        line += text.count("\n", at, after)
        at = after if after < len(text) else -1


def _tag(inside: str, text: str, line: int) -> Tag:
    inside = inside[:LONGEST_TAG]
    name = inside.split(None, 1)[0].rstrip("/").lower() if inside.strip() else ""
    return Tag(name, {key.lower(): unescape(value) for key, value in ATTRIBUTE.findall(inside)}, text, line)


POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
STYLE = (
    ":root{color-scheme:light dark}body{font:16px/1.4 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
    "background:#fff;color:#16181b;overflow-wrap:anywhere}h1{line-height:1.15}table{border-collapse:collapse;width:100%}"
    "caption{text-align:left;padding:.3rem .5rem;font-weight:bold}td,th{border-bottom:1px solid #ccc;"
    "padding:.3rem .5rem;text-align:left;vertical-align:top;overflow-wrap:normal}.illegal{color:#b00}"
    ".number{text-align:right}.wide{overflow-x:auto}.wide table{width:max-content;min-width:100%}"
    ".wide td{max-width:22rem}@media(min-width:48rem){.wide table{width:100%}}"
    "svg{max-width:40rem;width:100%;height:auto;display:block}"
    "@media(prefers-color-scheme:dark){body{background:#15181c;color:#e6e6e6}td,th{border-color:#454b52}"
    ".illegal{color:#ff9a90}a{color:#8fbcff}a:visited{color:#c9a8ff}}"
    "@media print{.wide{overflow:visible}.wide table{width:100%}body{max-width:none;margin:0}}"
)
BREAKS = frozenset({"br", "dd", "div", "dt", "h1", "h2", "h3", "h4", "hr", "li", "ol", "p", "pre", "table", "tr", "ul"})
BREAKS |= {"blockquote", "body", "section", "article", "h5", "h6"}
PARAGRAPHS = frozenset({"p", "/p", "blockquote", "/blockquote", "h1", "h2", "h3", "h4", "hr", "table", "/table"})
HIDDEN = frozenset({"head", "script", "style", "template"})
MARKUP = re.compile(r"<(?:html|body|div|p|ul|ol|span|table)(?:\s[^<>]{0,2000})?>", re.IGNORECASE)
BREAK = re.compile(r"<br ?/?>(?=.*\S)", re.IGNORECASE)
# Levels of lists and quotes that are indented: with more, deep nesting would make the text grow by its square.
DEEPEST = 5


def write_html(judged: JudgedList) -> str:
    """The list as HTML."""
    return page(judged.title, [f"<h1>{escape(judged.title)}</h1>", *list_parts(judged), *findings(judged)])


def page(title: str, body: Iterable[str]) -> str:
    """A whole page with some parts in it: it loads nothing, runs nothing and fits a phone."""
    name = escape(title)
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        # A file has no headers, so the page itself forbids to load or run anything that slipped into it.
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta name="referrer" content="no-referrer"><title>{name}</title><style>{STYLE}</style></head><body><main>',
        *body,
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def scrolling_table(name: str, table: Iterable[str]) -> list[str]:
    """A table that scrolls by itself where the window is narrow, by touch and by keyboard."""
    return [f'<div class="wide" role="region" aria-label="{escape(name)}" tabindex="0">', *table, "</div>"]


def list_parts(judged: JudgedList, whose: str = "", level: int = 2) -> list[str]:
    """What a page says of a list: its head, its models and its groups; `whose` tells it apart from others."""
    writer = CellWriter(judged)
    tables = [one for kind in ("models", "groups") for one in table(judged, kind, writer, whose, level)]
    return [*head(judged, writer), *tables]


def head(judged: JudgedList, writer: CellWriter) -> list[str]:
    """What the list is, its verdict, and what it has itself."""
    force = judged.report.force
    format_ = f", {force.format.name}" if force.format else ""
    verdict = "legal" if judged.report.valid else '<strong class="illegal">not legal</strong>'
    lines = [f"<p>{escape(force.game.name + format_)}: {escape(judged.points())}, {verdict}.</p>"]
    lines.append(f'<dl data-game="{escape(judged.game.id)}">')
    for key, value in judged.tree.items():
        if key not in ("game", *LIST.rows):
            value_text = escape(writer.cell("list", key, value))
            lines.append(f'<dt>{escape(key.capitalize())}</dt><dd data-key="{escape(key)}">{value_text}</dd>')
    return [*lines, f"<dt>Made with catalogue</dt><dd>{escape(stamp(force.game))}</dd></dl>"]


def table(judged: JudgedList, kind: str, writer: CellWriter, whose: str, level: int) -> list[str]:
    """The models or groups, one row each, with a column for each key that any of them has."""
    rows = judged.rows(kind)
    if not rows:
        return []
    keys = list(dict.fromkeys(key for row in rows for key in row))
    priced = kind == "models" and judged.report.force.cost > 0
    heads = "".join(f'<th scope="col">{escape(key.capitalize())}</th>' for key in keys)
    cost = f'<th scope="col" class="number">{escape(judged.game.points.capitalize())}</th>' if priced else ""
    lines = [f'<table data-rows="{kind}"><thead><tr><th scope="col">#</th>{heads}{cost}</tr></thead><tbody>']
    for at, row in enumerate(rows):
        cells = "".join(_cell(kind, key, row.get(key), writer) for key in keys)
        own = f'<td class="number">{judged.cost(at)}</td>' if priced else ""
        lines.append(f"<tr><td>{at + 1}</td>{cells}{own}</tr>")
    name = f"{kind.capitalize()} of {whose}" if whose else kind.capitalize()
    return [f"<h{level}>{kind.capitalize()}</h{level}>", *scrolling_table(name, [*lines, "</tbody></table>"])]


def _cell(kind: str, key: str, value: Tree, writer: CellWriter) -> str:
    if value is None:
        return "<td></td>"
    return f'<td data-key="{escape(key)}">{escape(writer.cell(kind, key, value))}</td>'


def findings(judged: JudgedList) -> list[str]:
    """What is wrong or worth knowing."""
    found = judged.report.findings
    if not found:
        return []
    items = [f"<li>{escape(one.severity)}: {escape(one.message)} {escape(one.hint)}</li>" for one in found]
    return ["<h2>Findings</h2>", "<ul>", *items, "</ul>"]


def read_html(text: str) -> tuple[str | None, list[Cells]] | None:
    """The game and the rows of a page of ours; None for any other page."""
    game: str | None = None
    rows: list[Cells] = []
    kind = ""
    for tag in parse_tags(text):
        if "data-game" in tag.attributes:
            game, kind = tag.attributes["data-game"], "list"
            rows.append(Cells(kind, tag.line, {}))
        elif tag.attributes.get("data-rows") in LIST.rows:
            kind = tag.attributes["data-rows"]
        elif kind in LIST.rows and tag.name == "tr" and rows:
            rows.append(Cells(kind, tag.line, {}))
        elif "data-key" in tag.attributes and rows:
            rows[-1] = rows[-1]._replace(cells={**rows[-1].cells, tag.attributes["data-key"]: tag.text})
    return None if game is None else (game, [row for row in rows if row.cells])


def page_text(text: str) -> str:
    """The words of any page, a line for each block; what a page does not show is left out.

    Paragraphs have an empty line between them, items of lists a dash and the indent of their depth, cells of a row a
    tab between them, and what is quoted a `>` before it.
    """
    lines = [" ".join(text[: max(text.find("<"), 0)].split())]
    hidden, depth, quotes = "", 0, 0
    for tag in parse_tags(text):
        hidden = "" if tag.name == f"/{hidden}" else hidden or (tag.name if tag.name in HIDDEN else "")
        if hidden:
            continue
        depth += {"ul": 1, "ol": 1, "/ul": -1, "/ol": -1}.get(tag.name, 0)
        quotes += {"blockquote": 1, "/blockquote": -1}.get(tag.name, 0)
        quote = "> " * min(max(quotes, 0), DEEPEST)
        if tag.name in PARAGRAPHS and lines[-1].strip("> "):
            lines.append(quote)
        if tag.name == "br" or (tag.name.lstrip("/") in BREAKS and lines[-1].strip("> ")):
            lines.append(quote)
        elif tag.name.lstrip("/") in BREAKS:
            lines[-1] = quote
        lines[-1] += "  " * min(max(depth - 1, 0), DEEPEST) + "- " if tag.name == "li" else ""
        lines[-1] += "\t" if tag.name in ("td", "th") and lines[-1].strip("> ") else ""
        lines[-1] += tag.words() if lines[-1].strip("> -\t") else tag.words().lstrip()
    return "\n".join(map(_tidy, lines))


def is_markup(text: str) -> bool:
    """Whether a text is a page, or a part of one such as the body of a mail; a name may look like one tag."""
    return "<!doctype" in text[:100].lower() or ("</" in text and MARKUP.search(text) is not None)


def without_breaks(text: str) -> str:
    """A text that is no page, with the line breaks of one as its own; those in the cells of a table stay.

    A text in which most lines have none breaks its lines by itself: there they are part of a name.
    """
    lines = text.split("\n")
    if 2 * text.lower().count("<br") < sum(map(bool, map(str.strip, lines))):
        return text
    return "\n".join(line if "|" in line else BREAK.sub("\n", unescape(line)) for line in lines)


def _tidy(line: str) -> str:
    """A line with its indent and its tabs, and one space where there were many."""
    indent = line[: len(line) - len(line.lstrip(" "))]
    return indent + "\t".join(" ".join(cell.split()) for cell in line.strip().split("\t"))
