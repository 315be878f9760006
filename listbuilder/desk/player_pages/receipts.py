"""The receipt of a player's last list: a page with a QR code, and the sheet to print that carries it."""

from __future__ import annotations

import re

from listbuilder.desk.event_booklet import sheet_of
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.across import judge_version
from listbuilder.desk.links import PLACE
from listbuilder.desk.messages import receipt_of
from listbuilder.desk.player_pages.markup import PDF, HtmlResponse, Markup, html, refusal, tag
from listbuilder.desk.player_pages.page_parts import list_part, moment_words, standing_words
from listbuilder.desk.seal import seal_code
from listbuilder.desk.signing import has_key, write_signed
from listbuilder.desk.state import Entrant, Version
from listbuilder.exchange.formats.qr import write_qr


def receipt(desk: Desk, entrant: Entrant, token: str) -> HtmlResponse:
    """The receipt as a page."""
    version = _held(entrant)
    if version is None:
        return _nothing(token)
    code = receipt_of(desk, version)
    came = f"version {version.number}, received on {moment_words(version.at)}"
    parts = [
        tag("h1", f"{desk.event.name}: receipt"),
        tag("p", f"The desk has your list{desk.list_suffix(entrant)}: {came}."),
        tag("p", tag("strong", standing_words(desk, entrant, version))),
        tag("p", seal_code(version.seal), class_="code"),
        _drawn(code, "QR code of the receipt"),
        tag("p", code, class_="quiet"),
        tag("p", "The first eight signs, or the QR code, lead the judges to your list. They give nothing away."),
        list_part(judge_version(desk, entrant.id, version.number).force, "h2"),
        *_signed(desk, version),
        tag("p", tag("a", "Your sheet to print, with the receipt (PDF)", href=f"{PLACE}{token}/sheet.pdf")),
        tag("p", tag("a", "Back to your page", href=f"{PLACE}{token}")),
    ]
    return html(f"{desk.event.name}: receipt", *parts)


def sheet(desk: Desk, entrant: Entrant, token: str) -> HtmlResponse:
    """The player's own sheet with the receipt on it."""
    version = _held(entrant)
    if version is None:
        return _nothing(token)
    return HtmlResponse(body=sheet_of(desk, entrant, version, "a4"), type=PDF)


def _held(entrant: Entrant) -> Version | None:
    return entrant.standing


def _nothing(token: str) -> HtmlResponse:
    return refusal(404, "The desk has no list of yours yet.", f"{PLACE}{token}")


def _signed(desk: Desk, version: Version) -> list[Markup]:
    """The receipt that the desk signed, where it signs."""
    if not has_key(desk):
        return []
    code = write_signed(desk, version)
    text = "Keep this one too. With the desk's public key anybody can check when your list came, even without the desk."
    drawn = _drawn(code, "QR code of the signed receipt")
    return [tag("h2", "Signed receipt"), tag("p", text), drawn, tag("p", code, class_="quiet")]


def _drawn(code: str, words: str) -> Markup:
    """A receipt as a drawing that is a part of the page, so that nothing is loaded."""
    drawn = re.sub(r"^<\?xml[^>]*>\s*", "", write_qr(code, "svg").decode("utf-8"))
    side = re.search(r'width="(\d+)"', drawn)
    assert side is not None
    named = f'<svg role="img" aria-label="{words}" viewBox="0 0 {side[1]} {side[1]}" '
    return tag("p", Markup(drawn.replace("<svg ", named, 1)), class_="qr")
