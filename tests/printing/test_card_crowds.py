"""Many models on one card, and copies on cards of their own."""

from __future__ import annotations

from listbuilder.printing.marks import Figure
from tests.printing.test_cards import check_face
from tests.support.printing import batches, faces, judge, texts

ROW = {"rank": "I", "weapon": "Slug Pistol"}


def test_sixty_models_have_one_face_of_boxes() -> None:
    """Sixty identical models share a card with a box for each, and nothing is lost or over another."""
    report = judge({"game": "rogue-conflict", "limit": 9999, "models": [{**ROW, "count": 60}]})
    made = [face for face in faces(batches(report)) if "×60" in face.title]
    assert len(made) <= 2
    for face in made:
        check_face(face)
    words = [mark.text for face in made for mark in texts(face)]
    assert all(str(number) in words for number in range(1, 61))


def test_copies_are_numbered_through() -> None:
    """Copies of one row and equal rows have numbers of their own, each once; a model that is alone has none."""
    rows = [{**ROW, "count": 2}, {**ROW, "count": 2}, {**ROW, "name": "Bob"}, {"rank": "II", "weapon": "Slug Pistol"}]
    titles = [face.title for face in faces(batches(judge({"game": "rogue-conflict", "models": rows}), merge=False))]
    assert titles[:6] == ["Rank I 1", "Rank I 2", "Rank I 3", "Rank I 4", "Bob", "Rank II"]


def test_a_threshold_says_what_it_does() -> None:
    """Cards with a threshold have its name, from which number on, and what it does."""
    rows = [{"unit": "Kite Marksman", "weapons": ["Kite Rifle", "Kite Knife"]}]
    face = next(faces(batches(judge({"game": "kill-team", "team": "Tallmill Company", "models": rows}))))
    words = " ".join(mark.text for mark in texts(face))
    assert "Injured" in words and "at 3 or less" in words and "moves" in words


def test_the_list_says_what_icons_mean() -> None:
    """Each icon on a model's card stands on the list's card with its word."""
    rows = [{"unit": "Kite Marksman", "weapons": ["Kite Rifle", "Kite Knife"]}]
    made = batches(judge({"game": "kill-team", "team": "Tallmill Company", "models": rows}))[0].cards
    icons = {mark.path for mark in made[0].front.marks if isinstance(mark, Figure)}
    listed = [mark for card in made[1:] for mark in card.front.marks]
    assert icons <= {mark.path for mark in listed if isinstance(mark, Figure)}
    words = {mark.text for card in made[1:] for mark in texts(card.front)}
    assert {"ranged", "melee", "passive"} <= words
