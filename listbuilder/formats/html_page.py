"""A list as one HTML page that loads nothing and runs nothing: every text is escaped and the page says so itself."""

from __future__ import annotations

from html import escape

from listbuilder.documents.judged import JudgedList
from listbuilder.formats.csv_table import plain
from listbuilder.lists.own_keys import LIST

__all__ = ["write_html"]

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
STYLE = (
    "body{font:16px/1.4 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;"
    "width:100%}td,th{border-bottom:1px solid #ccc;padding:.3rem .5rem;text-align:left;vertical-align:top}"
    ".illegal{color:#b00}.number{text-align:right}"
)


def write_html(judged: JudgedList) -> str:
    """The list as HTML."""
    title = escape(judged.title)
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta name="referrer" content="no-referrer"><title>{title}</title><style>{STYLE}</style></head><body>',
        f"<h1>{title}</h1>",
        *head(judged),
        *table(judged, "models"),
        *table(judged, "groups"),
        *findings(judged),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def head(judged: JudgedList) -> list[str]:
    """What the list is, its verdict, and what it has itself."""
    force = judged.report.force
    format_ = f", {force.format.name}" if force.format else ""
    verdict = "legal" if judged.report.valid else '<strong class="illegal">not legal</strong>'
    lines = [f"<p>{escape(force.game.name + format_)}: {escape(judged.points())}, {verdict}.</p>", "<dl>"]
    for key, value in judged.tree.items():
        if key not in ("game", "name", "format", *LIST.rows):
            lines.append(f"<dt>{escape(key.capitalize())}</dt><dd>{escape(plain(value))}</dd>")
    return [*lines, f"<dt>Made with catalogue</dt><dd>{escape(force.game.version)}</dd></dl>"]


def table(judged: JudgedList, kind: str) -> list[str]:
    """The models or groups, one row each, with a column for each key that any of them has."""
    rows = judged.rows(kind)
    if not rows:
        return []
    keys = list(dict.fromkeys(key for row in rows for key in row))
    priced = kind == "models" and judged.report.force.cost > 0
    heads = "".join(f"<th>{escape(key.capitalize())}</th>" for key in keys)
    cost = f'<th class="number">{escape(judged.game.points.capitalize())}</th>' if priced else ""
    lines = [f"<h2>{kind.capitalize()}</h2>", f"<table><thead><tr><th>#</th>{heads}{cost}</tr></thead><tbody>"]
    for at, row in enumerate(rows):
        cells = "".join(f"<td>{escape(plain(row.get(key)))}</td>" for key in keys)
        own = f'<td class="number">{judged.cost(at)}</td>' if priced else ""
        lines.append(f"<tr><td>{at + 1}</td>{cells}{own}</tr>")
    return [*lines, "</tbody></table>"]


def findings(judged: JudgedList) -> list[str]:
    """What is wrong or worth knowing."""
    found = judged.report.findings
    if not found:
        return []
    items = [f"<li>{escape(one.severity)}: {escape(one.message)} {escape(one.hint)}</li>" for one in found]
    return ["<h2>Findings</h2>", "<ul>", *items, "</ul>"]
