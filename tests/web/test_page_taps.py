"""How many taps and keys the same six models take on the page, in every game: `pytest -rP` shows, budgets hold them.

Two yardsticks. The letters of the `add` commands for the same list, typed by somebody who knows every name by heart:
the page takes at most half as many keys. A builder with one tap for each unit and each option, and one to open the shop
and each unit: the page takes no more taps.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from listbuilder.catalogue import Entry, Game
from listbuilder.exchange.formats.code import read_code
from listbuilder.loading import load_game
from tests.support.browsing import BROWSER, MISSING, Visit, until, visiting
from tests.support.paths import DESIGNS

pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason=MISSING)]
Row = dict[str, Any]
SLING: Row = {"unit": "Mudlark Slinger", "modifiers": ["Guard"]}
MUSKET: Row = {"unit": "Sailhand", "weapons": ["Mill Musket"]}
# What the list itself picks, then what each model picks.
LISTS: dict[str, tuple[Row, list[Row]]] = {
    "rogue-conflict": (
        {},
        [
            {"rank": "V", "weapon": "Plasma Rifle", "armour": "Medium", "gear": "Cybernetic Implants"},
            {"rank": "IV", "weapon": "Laser Pistol", "gear": "Tactical Shield", "abilities": ["Scout Ahead"]},
            {"rank": "IV", "gear": "Ghost module", "abilities": ["Quick Feet", "Scout Ahead"]},
            {"rank": "III", "weapon": "Heavy Laser Rifle", "abilities": ["Push On"]},
            {"rank": "II", "weapon": "Laser Rifle", "gear": "Medkit", "abilities": ["Spotter"]},
            {"rank": "I", "weapon": "Slug Rifle", "gear": "Personal Force Field"},
        ],
    ),
    "constellation-warrior": ({}, [{"unit": "Novice", "abilities": ["Warrior wall"]}] + [{"unit": "Novice"}] * 5),
    "demihuman-combat": (
        {"mission": "King of the Hill"},
        [{"unit": name} for name in ("Magistrate Rook", "Heron Jib", "Nightjar Nell", "Fledgling", "Dispatch")]
        + [{"unit": "Pigeon Feeder"}],
    ),
    "stack-and-horde": ({}, [{"unit": "Fen Reeve", "modifiers": ["Block"]}, {"unit": "Fog Chanter"}, *[SLING] * 4]),
    "kill-team": (
        {"team": "Tallmill Company", "tac-op": "Bar the Gate", "scouting": "Reposition", "primary-op": "Crit"},
        [{"unit": "Mill Captain", "weapons": ["Long Pistol", "Sword Cane"]}, {"unit": "Gearwright"}, *[MUSKET] * 4],
    ),
    "tide-ledger": ({"port": "Amber"}, [{"ship": "Sloop"}] * 4 + [{"ship": "Fluyt"}] * 2),
}


@pytest.fixture(scope="module")
def visit() -> Iterator[Visit]:
    """A service with a game unlike the shipped ones, and a browser."""
    with visiting(DESIGNS) as found:
        yield found
        found.close()


class Hand:
    """Somebody at the page: every tap and every key counts."""

    def __init__(self, page: Any, game: Game) -> None:
        self.page, self.game, self.used = page, game, 0

    def tap(self, selector: str) -> None:
        """A tap."""
        self.used += 1
        self.page.tap(selector)

    def press(self, key: str) -> None:
        """A key."""
        self.used += 1
        self.page.keyboard.press(key)

    def then(self, act: Callable[[], None]) -> None:
        """Do something that changes the list, and wait until it has."""
        before = self.page.evaluate("location.hash")
        act()
        until(self.page, "code => location.hash !== code", before)

    def find(self, entry: Entry) -> None:
        """Type until the best hit is what is meant, then take it."""
        self.page.wait_for_selector("dialog .choice")
        letters = iter(entry.name)
        while self.page.evaluate(FIRST) != entry.id:
            self.press(next(letters))
        self.then(lambda: self.press("Enter"))

    def holds(self, entry: Entry, slot: str) -> int:
        """How many of it the open place has in a slot."""
        return int(self.page.locator(f'.slot[aria-label="{slot}"] .chip button:text("{entry.name}")').count())


# The best choice that Enter would take.
FIRST = """() => { const typed = document.querySelector("dialog input").value;
  const shown = [...document.querySelectorAll("dialog .choice")].filter((one) => one.offsetParent);
  const best = shown.find((one) => typed || one.dataset.standing !== "held");
  return best && best.dataset.choice; }"""


def names(value: Any) -> list[str]:
    """One or several."""
    return value if isinstance(value, list) else [value]


def entry_of(game: Game, sheet: Any, slot: str, name: str) -> Entry:
    """The entry that a pick means."""
    found = game.find(sheet.slots[slot].kind, name)
    assert found, name
    return found


def picks(game: Game, sheet: Any, row: Row) -> list[tuple[str, Entry]]:
    """The picks of a row in their order."""
    return [(slot, entry_of(game, sheet, slot, name)) for slot in row for name in names(row[slot])]


def choose_by_touch(hand: Hand, at: str, slot: str, entry: Entry) -> None:
    """Take what fits by its own button, else by the picker."""
    hand.page.wait_for_selector(".slot")
    offer = hand.page.locator(f'[data-key="offer-{at}{slot}-{entry.name}"]')
    if offer.count():
        hand.then(lambda: hand.tap(f'[data-key="offer-{at}{slot}-{entry.name}"]'))
        return
    hand.tap(f'[data-key="choose-{at}{slot}"]')
    hand.then(lambda: hand.tap(f'dialog [data-choice="{entry.id}"]'))


def choose_by_key(hand: Hand, at: str, slot: str, entry: Entry) -> None:
    """Call up a slot by its number, and type."""
    hand.page.wait_for_selector(".slot")
    labels = hand.page.evaluate("[...document.querySelectorAll('.slot:not(.inner .slot)')].map((one) => one.ariaLabel)")
    hand.press(str(labels.index(slot.replace("-", " ")) + 1))
    hand.find(entry)


def built(hand: Hand, own: Row, models: list[Row], by_key: bool) -> None:
    """Make a list: what it picks itself, its models, then what each of them picks."""
    game, page = hand.game, hand.page
    choose = choose_by_key if by_key else choose_by_touch
    for slot, entry in picks(game, game.list, own):
        choose(hand, "", slot, entry)
        page.wait_for_selector(f'.chip button:text("{entry.name}")')
    hand.press("a") if by_key else hand.tap("[data-key=add]")
    rows = [picks(game, game.model, row) for row in models]
    for (_, what), *_ in rows:
        if by_key:
            hand.find(what)
        else:
            hand.then(partial(hand.tap, f'dialog .choice[data-choice="{what.id}"]'))
    hand.press("Escape") if by_key else hand.tap("dialog .close")
    for nth, row in enumerate(rows):
        if not any(len(one) > 1 for one in rows[nth:]):
            break
        if nth:
            hand.press("j") if by_key else hand.tap("[data-key=next]")
        page.wait_for_selector(f'[data-key="swap-models-{nth}-{row[0][0]}-0"]')
        for slot, entry in row[1:]:
            if not hand.holds(entry, slot):
                choose(hand, f"models-{nth}-", slot, entry)
                page.wait_for_selector(f'.slot[aria-label="{slot}"] .chip button:text("{entry.name}")')


def check(page: Any, game: Game, models: list[Row]) -> None:
    """What was built is what was meant."""
    made: Any = read_code(page.evaluate("location.hash.slice(1)")).data
    for row, wanted in zip(made["models"], models, strict=True):
        for slot, value in wanted.items():
            found = {entry_of(game, game.model, slot, one).id for one in names(row[slot])}
            assert {entry_of(game, game.model, slot, one).id for one in names(value)} <= found


def letters_of(own: Row, models: list[Row]) -> int:
    """How many letters the commands for a list have, each ended by Enter."""
    words = [f'"{slot}={name}"' for slot in own for name in names(own[slot])]
    lines = [f"listbuilder set list.yaml list {' '.join(words)}"] if own else []
    for row in models:
        said = " ".join(f'"{slot}={", ".join(names(row[slot]))}"' for slot in row)
        lines.append(f"listbuilder add list.yaml {said}")
    return sum(len(line) + 1 for line in lines)


@pytest.mark.parametrize(
    ("id", "way"), [*((id, "taps") for id in LISTS), ("rogue-conflict", "keys"), ("tide-ledger", "keys")]
)
def test_six_models_take_few(visit: Visit, id: str, way: str) -> None:
    """Six models and their options: at most half the keys of the commands, and no more taps than one for each thing."""
    own, models = LISTS[id]
    game = load_game(id, [DESIGNS])
    touch = way == "taps"
    page = visit.open(has_touch=touch, is_mobile=touch)
    page.wait_for_selector(f"[data-key=new-{id}]")
    page.click(f"[data-key=new-{id}]")
    page.wait_for_selector("[data-key=add]")
    hand = Hand(page, game)
    built(hand, own, models, way == "keys")
    check(page, game, models)
    options = sum(len(names(value)) for row in (own, *models) for value in row.values()) - len(models)
    opened = 1 + len(models)
    sys.stdout.write(f"{id}: {hand.used} {way} for {options} options; commands have {letters_of(own, models)} keys\n")
    assert hand.used <= letters_of(own, models) / 2
    if touch:
        assert hand.used <= len(models) + options + opened
    page.context.close()
