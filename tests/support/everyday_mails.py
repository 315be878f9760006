"""Thirty mails as people write them around the same list, as text or HTML, named after what is special about each."""

from __future__ import annotations

LIST = "Expert with Long, Swift shooter\nNovice\n"
ROWS = LIST.strip().split("\n")
BR = "<br>".join(ROWS)
TEXT: dict[str, str] = {
    "bare": LIST,
    "greeting": f"Hi,\n\nhere is my list:\n\n{LIST}",
    "regards": f"Hello,\n\n{LIST}\nBest regards\nMira Voss\n",
    "regards-comma": f"{LIST}\nBest regards,\nMira\n",
    "kind-regards": f"My list.\n\n{LIST}\nKind regards\nMira Voss\nHarbour Club\n",
    "name-below": f"{LIST}\nMira Voss\n",
    "first-name-below": f"{LIST}\nMira\n",
    "thanks": f"{LIST}\nThanks!\nMira\n",
    "cheers": f"Hey there!\n\n{LIST}\nCheers, Mira\n",
    "see-you": f"{LIST}\nSee you on Saturday!\nMira\n",
    "german": f"Hallo,\n\nhier meine Liste:\n\n{LIST}\nViele Grüße\nMira Voss\n",
    "german-mfg": f"{LIST}\nMit freundlichen Grüßen\n\nMira Voss\n",
    "german-lg": f"{LIST}\nLG Mira\n",
    "french": f"Bonjour,\n\nvoici ma liste :\n\n{LIST}\nCordialement,\nMira Voss\n",
    "spanish": f"Hola,\n\n{LIST}\nSaludos\nMira\n",
    "italian": f"Ciao,\n\n{LIST}\nCordiali saluti\nMira Voss\n",
    "polish": f"Cześć,\n\n{LIST}\nPozdrawiam\nMira\n",
    "dutch": f"Hoi,\n\n{LIST}\nMet vriendelijke groet,\nMira Voss\n",
    "signature": f"{LIST}\n-- \nMira Voss\nTel. 12345\n",
    "signature-no-space": f"{LIST}\n--\nMira Voss\nTel. 12345\n",
    "phone": f"{LIST}\nSent from my iPhone\n",
    "phone-german": f"{LIST}\nVon meinem iPhone gesendet\n",
    "quoted-reply": f"Here it is.\n\n{LIST}\nOn 1 May 2026 at 18:02, Desk wrote:\n> Please send your list.\n",
    "quoted-reply-german": f"{LIST}\nAm 01.05.26 um 18:02 schrieb Desk:\n> Bitte schick deine Liste.\n> 3 Novice\n",
    "quoted-list": f"{LIST}\nOn 1 May 2026 at 18:02, Mira wrote:\n> Hero\n> Hero\n",
    "outlook": f"{LIST}\n-----Original Message-----\nFrom: Desk\nSubject: lists\n\nPlease send your list.\n",
}
HTML: dict[str, str] = {
    "br": f"{BR}<br><br>Best regards<br>Mira",
    "br-page": f"<html><body>Hi,<br><br>{BR}<br><br>Kind regards,<br>Mira Voss</body></html>",
    "divs": "".join(f"<div>{row}</div>" for row in (*ROWS, "", "Cheers", "Mira")),
    "blockquote": f"<p>{BR}</p><p>Mira</p><blockquote>Hero<br>Hero</blockquote>",
}
