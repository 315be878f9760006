"""A game unlike the five: squads, two currencies, limits that grow, defaults, groups with leaders, a bench."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

__all__ = ["write_game"]

FILES = {
    "game.yaml": """
        id: harvest-war
        name: Harvest War
        edition: "1"
        version: 1.0.0
        text: Villages fight over the last barn.
        currencies: {points: {name: points}, beds: {name: beds, limit: 0}}
        stats:
          df: {name: Df, text: How hard it is to hit, base: 3}
        budgets:
          lessons: {name: lessons}
        model:
          slots:
            unit: {kind: unit, min: 1, max: 1, each: model}
            weapon: {kind: weapon, min: 1, max: 1, each: model}
            special: {kind: weapon, max: 2, where: {tag: special}}
            gear: {kind: gear, max: 1}
          fields:
            size: {type: size, min: 1, max: 10}
            level:
              type: number
              min: 1
              max: 3
              default: 1
              grants: [{budgets: {lessons: 2}, each: {sum: level, in: model}}]
            raise: {type: raise, budget: lessons, prices: {df: 1}}
            side: {type: flag, default: false, apart: true}
            group: {type: group}
        group:
          fields:
            kind: {type: word, of: [column, wagon-fort], required: true}
            leader: {type: member, required: true}
        list:
          slots:
            village: {kind: coalition, min: 1, max: 1}
        formats:
          - {id: fair, name: Fair, limit: 500}
          - {id: war, name: War, limit: 1000}
        """,
    "rules.yaml": """
        rules:
          - {kind: points, id: limit, source: Muster, text: No more points than agreed., max: limit}
          - {kind: points, id: most-of-it, source: Muster, min: {share: 80%, of: limit}}
          - {kind: count, id: leader, of: {count: models, where: {tag: leader}}, min: 1, max: 1}
          - {kind: count, id: core, of: {sum: cost, from: models, where: {tag: core}}, min: {share: 30%, of: limit}}
          - {kind: count, id: heroes, of: {sum: cost, from: models, where: {tag: hero}}, max: {share: 25%, of: limit}}
          - {kind: count, id: ox, of: {count: rows, where: {entry: great-ox}}, max: {per: 500, of: limit}}
          - kind: count
            id: third
            over: model
            of: {count: picks, where: {slot: special}}
            max: {share: 1/3, of: models}
          - {kind: count, id: bench, of: {sum: cost, part: side}, max: 100}
          - kind: count
            id: hens
            of: {count: models, where: {entry: hen}}
            min: {count: models, where: {entry: fox}, give: 2, per: 1}
          - {kind: count, id: all-grouped, of: {count: groups}, min: 1}
          - {kind: unique, id: relics, where: {tag: relic}}
        """,
    "units.yaml": """
        kind: unit
        defaults: {source: Villagers}
        entries:
          - {name: Reeve, cost: 40, text: Leads., tags: [leader, hero], size: {min: 1, max: 1}}
          - name: Pickers
            cost: {points: 8, beds: 1}
            text: Many hands.
            tags: [core]
            size: {min: 5, max: 10}
            offers: {weapon: [{entry: hook, default: true}, {entry: scythe, cost: 2}]}
          - name: Guards
            cost: {points: 12, beds: 1}
            text: Stand firm.
            tags: [core]
            size: {min: 3, max: 8}
            offers: {weapon: [{entry: hook, default: true}, {entry: pike, cost: 3}]}
          - {name: Great Ox, cost: {points: 60, beds: 2}, text: Unstoppable., tags: [beast], size: {min: 1, max: 1}}
          - {name: Wagon, cost: {points: 20, beds: -8}, text: Carries the beds., size: {min: 1, max: 1}}
          - {name: Fox, cost: {points: 15, beds: 1}, text: Sly., tags: [beast], size: {min: 1, max: 2}}
          - {name: Hen, cost: {points: 3, beds: 1}, text: Loud., tags: [beast], size: {min: 1, max: 6}}
          - {name: Miller, cost: {points: 30, beds: 1}, text: Strong arms., tags: [hero], size: {min: 1, max: 1}}
        """,
    "weapons.yaml": """
        kind: weapon
        entries:
          - {name: Hook, text: For apples., range: 1", damage: 1}
          - {name: Scythe, cost: 3, text: For wheat., range: 2", damage: 1d6}
          - {name: Pike, cost: 4, text: Long., range: 3", damage: 1d6}
          - {name: Fire Pot, cost: 6, text: Burns., range: 6", damage: 2d6, tags: [special]}
        """,
    "gear.yaml": """
        kind: gear
        entries:
          - {name: Bell, cost: 10, text: Rings., tags: [relic], needs: {tag: [leader, hero]}}
          - {name: Big Apron, cost: 5, text: Room., grants: {slots: {gear: 2}}}
          - {name: Jug, cost: 2, text: Cider.}
        """,
    "villages.yaml": """
        kind: coalition
        entries:
          - name: Upper Orchard
            text: Proud.
            rules: [{kind: count, id: no-ox, of: {count: models, where: {entry: great-ox}}, max: 0}]
          - {name: Lower Orchard, text: Poor.}
        """,
}


def write_game(root: Path) -> Path:
    """The folder of a catalogue with the game in it."""
    for name, text in FILES.items():
        path = root / "harvest-war" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), "utf-8")
    return root
