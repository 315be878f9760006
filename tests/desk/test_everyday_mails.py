"""Mails as people write them: the list is read, and nothing around it becomes part of it or keeps it out."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

from listbuilder.desk.players import read_consent
from tests.support.desk_setup import cup, data, run
from tests.support.everyday_mails import HTML, LIST, TEXT

MISSED = {"blockquote": "a name between the list and a quotation that no line announces"}
"""Mails that are still not read, and why; the desk says so, and the player hears of it."""


def mail(body: str, kind: str) -> bytes:
    """A mail of a player."""
    made = EmailMessage()
    made["From"], made["Subject"] = "mira.voss@example.org", "my list"
    made["Date"] = "Fri, 01 May 2026 18:02:00 +0200"
    made.set_content(body, subtype=kind)
    return bytes(made)


def test_everyday_mails_are_read(tmp_path: Path) -> None:
    """Thirty mails around one list: each is that list, but for those that are known to be missed."""
    folder = cup(tmp_path / "cup")
    bodies = [(name, body, "plain") for name, body in TEXT.items()]
    bodies += [(name, body, "html") for name, body in HTML.items()]
    assert len(bodies) == 30
    for at, (_, body, kind) in enumerate(bodies):
        (folder / "inbox" / f"{at:02}.eml").write_bytes(mail(body, kind))
    found = data(folder, "intake", code=None)["arrivals"]
    missed = {name for (name, _, _), one in zip(bodies, found, strict=True) if one["verdict"] not in ("legal", "same")}
    assert missed == set(MISSED)
    # Whatever else stands in a mail changes nothing: it is one list, in one version.
    assert {one["player"] for one in found} == {"p01"} and sum(one["verdict"] == "legal" for one in found) == 1


SIGNED = {
    "club": "\nMira Voss\nHarbour Club\n",
    "phone": "\nMira\n+49 170 123456\nwww.harbour.example\n",
    "small": "\nmira\n",
    "bracket": "\nMira (Harbour)\n",
    "czech": "\nS pozdravem\nMira Voss\n",
    "finnish": "\nTerveisin\nMira\nHarbour\n",
}
UNSIGNED = {
    "model": "\nMira Voss\nNovise\n",
    "two models": "\nMira Voss\nHarbour Club\nNovice\n",
    "nobody": "\nHarbour Club\nBuilding 7\n",
    "above": "Dragon\n\nMira Voss\nHarbour Club\n",
}


def test_what_stands_below_the_players_name_is_no_list(tmp_path: Path) -> None:
    """A signature is left out where nothing in it is nearly a model; all else is still asked about."""
    folder = cup(tmp_path / "cup")
    for at, end in enumerate((*SIGNED.values(), *UNSIGNED.values())):
        (folder / "inbox" / f"{at:02}.eml").write_bytes(mail(f"{LIST}{end}", "plain"))
    found = data(folder, "intake", code=None)["arrivals"]
    read = [one["verdict"] in ("legal", "same") for one in found]
    assert read == [True] * len(SIGNED) + [False] * len(UNSIGNED)
    assert sum(one["verdict"] == "legal" for one in found) == 1


def test_status_says_why_a_list_can_not_be_read(tmp_path: Path) -> None:
    """The status of one player names what is wrong with the last mail."""
    folder = cup(tmp_path / "cup")
    (folder / "inbox" / "p01.eml").write_bytes(mail("Expert with Long, Swift shooter\n2 Dragons\n", "plain"))
    run(folder, "intake", code=None)
    shown = " ".join(run(folder, "status", "p01", code=1).stdout.split())
    assert "Can't be read:" in shown and "Dragons" in shown


def test_consent_in_words_is_asked_about() -> None:
    """Yes, no and the things themselves are understood; other words are for a person to read, never no consent."""
    assert read_consent("Yes") == ("name", "list") and read_consent("no.") == () == read_consent("Nein")
    assert read_consent("list") == ("list",) and read_consent("my name and list") == ("name", "list")
    for words in ("please do not show my name", "only if I win", "je suis d'accord", "name? maybe"):
        assert read_consent(words) is None


def test_sign_up_with_consent_in_words(tmp_path: Path) -> None:
    """The player is signed up without consent, and the row is reported."""
    folder = cup(tmp_path / "cup")
    (folder / "more.csv").write_text("Name,Consent\nAda Lind,not my name please\n", "utf-8")
    found = data(folder, "players", folder / "more.csv", code=1)
    assert len(found["added"]) == 1 and "not my name please" in found["doubtful"][0]
