"""What a mission says about set-up and scoring has the numbers that hold in this list, as its effects have."""

from __future__ import annotations

from pathlib import Path

from listbuilder import import_force
from listbuilder.loading import load_game

GAME = """id: plot
name: Plot
version: 1.0.0
text: Moles race.
kinds: {law: {is: option}}
list: {slots: {mission: {kind: mission, max: 1}, law: {kind: law, max: 1}}}
model: {slots: {unit: {kind: unit, min: 1, max: 1}}}
terms: {resources: {vp: {per: player, keep: true}}}
"""
MISSIONS = """kind: mission
entries:
  - name: Race
    values: {most: 4}
    text: Be quick.
    setup: Room for {most}.
    scoring: '{most} at most.'
    effects: {when: {end: game}, do: give, what: vp, amount: most, to: owner}
"""
LAWS = """kind: law
entries: [{name: Long Day, text: More of everything., grants: {fields: {mission: {most: 2}}}}]
"""
UNITS = "kind: unit\nentries: [{name: Mole, text: Digs.}]\n"


def test_grants_reach_set_up_and_scoring(tmp_path: Path) -> None:
    """A grant that changes a value of the mission changes every text of it, and the effect alike."""
    folder = tmp_path / "plot"
    folder.mkdir()
    for name, text in (("game", GAME), ("missions", MISSIONS), ("laws", LAWS), ("units", UNITS)):
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    load_game("plot", [tmp_path])
    made = [
        import_force({"game": "plot", "mission": "Race", "models": [{"unit": "Mole"}], **law}, catalogues=[tmp_path])
        for law in ({}, {"law": "Long Day"})
    ]
    races = [next(one for one in force.entries.values() if one.id == "race") for force in made]
    assert [one.fields["scoring"] for one in races] == ["4 at most.", "6 at most."]
    assert [one.fields["setup"] for one in races] == ["Room for 4.", "Room for 6."]
    assert [one.effects[0].amount.value for one in races] == [4, 6]  # type: ignore[attr-defined]
