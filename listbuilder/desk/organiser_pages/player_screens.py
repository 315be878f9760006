"""The screens of players: who has signed up, and one player with everything that can be done about them."""

from __future__ import annotations

import shlex
from functools import partial

from listbuilder.base.values import slug
from listbuilder.base.wording import counted
from listbuilder.desk.folder import Desk
from listbuilder.desk.organiser_pages.frame import (
    PageRequest,
    button,
    buttons,
    choice,
    file_form,
    folded,
    form,
    framed,
    labelled,
    table,
    text_input,
)
from listbuilder.desk.player_pages.markup import HtmlResponse, Markup, join, refusal, tag
from listbuilder.desk.rounds.check_in import current_day, not_checked_in, present_today
from listbuilder.desk.rounds.running import Preview, preview_penalty
from listbuilder.desk.state import Entrant
from listbuilder.desk.status import standing_of

LINK_SLIPS = "Slips with links for everybody without one (PDF)"
CONSENT = (("name", "their names"), ("yes", "their names and their lists"), ("no", "nothing: they appear as numbers"))


def players_screen(asked: PageRequest) -> HtmlResponse:
    """Everybody, and the form to sign up more."""
    desk = asked.desk
    entrants = [one for one in desk.state.entrants.values() if not one.forgotten]
    rows = [_row(asked, one) for one in sorted(entrants, key=lambda one: slug(desk.name_of(one.id)))]
    shown = tag("ul", *rows, class_="rows") if rows else tag("p", "Nobody has signed up yet.")
    sign_up = folded("Sign players up", _sign_up(asked), open_=not rows or asked.refused[0] == "sign-up")
    here, away = present_today(desk.state, desk.event), not_checked_in(desk.state, desk.event)
    words = f"{counted(len(rows), 'player')}, {len(here)} checked in today."
    if desk.state.closed:
        return framed(asked, "Players", shown)
    body = [tag("p", words), sign_up, shown]
    if away and rows:
        inside = buttons(button(f"Check in {counted(len(away), 'player')}: everybody is here"))
        body.append(form(asked, "check-in-all", inside))
    return framed(asked, "Players", *body, *_links(asked))


def _row(asked: PageRequest, one: Entrant) -> Markup:
    desk, player = asked.desk, asked.desk.players.get(one.id)
    standing = standing_of(desk.state, one)
    club = [tag("span", player.club, class_="quiet")] if player and player.club else []
    word = tag("span", standing.word if standing.word != "nothing" else "no list yet", class_="word")
    name = tag("strong", tag("a", f"{desk.name_of(one.id)} ({one.id})", href=f"/player/{one.id}"))
    return tag("li", tag("p", name, " ", *club, " ", word), tag("div", _check_in(asked, one), class_="acts"))


def _check_in(asked: PageRequest, one: Entrant) -> Markup:
    """The button that checks a player in, or that it was done."""
    state, event = asked.desk.state, asked.desk.event
    if one.dropped or state.closed:
        return Markup()
    if current_day(state, event) in one.present:
        return tag("span", "here", class_="word approved")
    return form(asked, "check-in", button("Check in", label=f"Check {asked.desk.name_of(one.id)} in"), player=one.id)


def _sign_up(asked: PageRequest) -> Markup:
    kept = partial(asked.kept, "sign-up")
    names = tag("textarea", kept("names"), name="names", id="names", rows="8", spellcheck="false", required=True)
    lines = form(
        asked,
        "sign-up",
        labelled("One player on each line: name, club, mail address", "names", names),
        choice(
            "May be shown to everybody", "consent", CONSENT, chosen=kept("consent"), ask="Choose what they agreed to"
        ),
        buttons(button("Sign up", main=True)),
    )
    table_of = labelled(
        "Or a form's export (CSV)", "file", tag("input", type="file", name="file", id="file", required=True)
    )
    return join((lines, file_form(asked, "sign-up", table_of, buttons(button("Sign up from the file")))))


def _links(asked: PageRequest) -> list[Markup]:
    """Personal links for everybody."""
    if not asked.desk.state.entrants:
        return []
    words = (
        "With a personal link, players hand in their lists, check in and report results on their phones. Serve the "
        "pages with this command in another terminal, and leave it running:"
    )
    inside = form(asked, "links", pages_input(asked, "links"), buttons(button(LINK_SLIPS)))
    return [folded("Personal links", tag("p", words), tag("pre", serve_command(asked), tabindex="0"), inside)]


def pages_input(asked: PageRequest, action: str, **about: str) -> Markup:
    """The field for the address at which players reach their pages."""
    value = asked.kept(action, "url", **about) or asked.pages
    return text_input("Address of the players' pages", "url", id=f"url-{action}", value=value, required=True)


def serve_command(asked: PageRequest) -> str:
    """The command that serves the players' pages: in the network of this computer, if it is in one."""
    command = f"listbuilder event serve {shlex.quote(str(asked.desk.root))}"
    address = asked.pages.removeprefix("http://")
    return command if address.startswith("127.") else f"{command} --host 0.0.0.0 --allow-host {address}"


def player_screen(asked: PageRequest) -> HtmlResponse:
    """One player."""
    desk, id = asked.desk, asked.path.rpartition("/")[2]
    entrant, player = desk.state.entrants.get(id), desk.players.get(id)
    if entrant is None or player is None or entrant.forgotten:
        return refusal(404, "There is no such player.", "/players")
    facts = {
        "Club": player.club,
        "Team": player.team,
        "Mail": player.contact,
        "May be published": " and ".join(player.consent) or "nothing",
        "Personal link": "yes" if entrant.link else "none",
    }
    rows = [part for key, value in facts.items() if value for part in (tag("dt", key), tag("dd", value))]
    lists = [
        tag("li", tag("a", desk.list_title(one.id), href=f"/list/{one.id}"), f": {standing_of(desk.state, one).word}")
        if one.last
        else tag("li", f"{desk.list_title(one.id)}: no list yet")
        for one in desk.state.lists_of(id)
    ]
    body = [tag("dl", *rows), *([tag("h2", "Lists"), tag("ul", *lists)] if desk.state.each else [])]
    if not desk.state.closed:
        body += [tag("h2", "Penalties"), _penalties(asked, entrant), tag("h2", "Link"), _link(asked, entrant)]
        body += [tag("h2", "Attendance"), _attendance(asked, entrant)]
    return framed(asked, f"{player.name} ({id})", *body)


def _penalties(asked: PageRequest, entrant: Entrant) -> Markup:
    desk = asked.desk
    names = {one.id: one.name for one in desk.event.penalties}
    given = [
        tag("li", f"{names.get(one.id, one.id)}{f', {one.remedy}' if one.remedy else ''}, round {one.round}")
        for one in entrant.faults
    ]
    parts = [tag("ul", *given)] if given else []
    if not desk.event.penalties:
        return join((*parts, tag("p", "The event has no penalties; they are written in its pack.", class_="quiet")))
    options = [
        (f"{one.id} {remedy}".strip(), f"{one.name}{f', {remedy}' if remedy else ''}")
        for one in desk.event.penalties
        for remedy in (one.remedies or ("",))
    ]
    chosen, rounds = asked.query.get("penalty", ""), [str(one.number) for one in desk.state.rounds]
    at = asked.query.get("at", "") if asked.query.get("at") in rounds else "".join(rounds[-1:])
    which = choice("Of round", "at", [(one, one) for one in rounds], chosen=at) if len(rounds) > 1 else ""
    preview = tag(
        "form",
        choice("Penalty", "penalty", options, chosen=chosen),
        which,
        buttons(button("Show what it changes")),
        method="get",
        action=asked.path,
    )
    parts.append(preview)
    if chosen in dict(options):
        parts += [
            _preview(desk, entrant, chosen, int(at or 0)),
            form(
                asked,
                "penalty",
                buttons(button(f"Give: {dict(options)[chosen]}{f', round {at}' if which else ''}", main=True)),
                player=entrant.id,
                penalty=chosen,
                at=at,
            ),
        ]
    return join(parts)


def _preview(desk: Desk, entrant: Entrant, chosen: str, at: int) -> Markup:
    id, _, remedy = chosen.partition(" ")
    found = preview_penalty(desk.state, desk.event, entrant.id, id, remedy, at)
    return join(_preview_table(desk, one) for one in found)


def _preview_table(desk: Desk, one: Preview) -> Markup:
    rows = [(desk.name_of(id), *map(str, moved)) for id, moved in one.moved.items()]
    if not rows:
        return tag("p", "No place changes.")
    return table("What changes", ("Player", "Points", "After", "Place", "After"), rows)


def _link(asked: PageRequest, entrant: Entrant) -> Markup:
    words = "Make another link" if entrant.link else "Make a link"
    made = form(asked, "link", pages_input(asked, "link"), buttons(button(words)), player=entrant.id)
    gone = form(asked, "revoke", buttons(button("Disable the link")), player=entrant.id) if entrant.link else ""
    return join((made, gone))


def _attendance(asked: PageRequest, entrant: Entrant) -> Markup:
    words = "Comes back from the next round on" if entrant.dropped else "Drops out of later rounds"
    return form(asked, "drop", buttons(button(words)), player=entrant.id, returns="yes" if entrant.dropped else "no")
