"""The content of the card of the list itself: its choices, its groups, its notes and who is in it."""

from __future__ import annotations

from listbuilder.catalogue import Game, laid
from listbuilder.force import Force, Group
from listbuilder.force.totals import other_costs
from listbuilder.printing.content import Block, Content, Item, Items, Note, Profile, Table
from listbuilder.printing.entries import goals_of, in_words, item_of, keyword_items, spread, with_counts
from listbuilder.printing.facts import list_facts
from listbuilder.printing.holding import bundles, called, silent, title_of


def list_content(force: Force, texts: bool) -> Content:
    """The card of the list itself: its picks, groups, notes and who is in it."""
    game = force.game
    role = str(force.values.get("role") or "")
    blocks: list[Block] = []
    for slot in game.list.slots:
        picks = with_counts(pick for pick in force.entries if pick.slot == slot)
        goals = [(goal, 1) for pick, _ in picks for goal in goals_of(game, pick.entry)]
        inner = [(one, n) for pick, n in picks for one in (pick, *spread(pick.picks))]
        if picks:
            items = tuple(silent(item_of(game, one, n, role=role), texts) for one, n in [*inner, *goals])
            blocks.append(Items(in_words(slot), items))
    blocks += [group_items(game, group, texts) for group in force.groups]
    entries = [pick.entry for pick in spread(force.entries)] + [
        goal.entry for pick in force.entries for goal in goals_of(game, pick.entry)
    ]
    blocks += keyword_items(game, entries) if texts else []
    if force.document.notes:
        blocks.append(Note(force.document.notes, "Notes"))
    blocks.append(roster(force))
    values = [f"{in_words(id)}: {words}" for id, words in game.list.said(force.values, True)]
    costs = other_costs(game, force.totals)
    title = " · ".join([f"{game.name} {laid(game)}", *([force.format.name] if force.format else []), *values, *costs])
    points = str(force.cost) if force.cost else ""
    return Content(
        owner=force.document.name or "the list",
        name=force.document.title,
        title=title,
        cost=points,
        unit_of_cost=game.points,
        blocks=tuple(blocks),
        art=force.document.art,
        marks=(force.document.player,) if force.document.player else (),
        sort="list",
        facts=list_facts(force),
    )


def roster(force: Force) -> Table:
    """Who is in the list, identical models together."""
    priced = any(model.cost for model in force.models)
    rows = tuple(
        Profile(
            Item(
                called(force.game, models[0], len(models)),
                meta=tuple(filter(None, [title_of(force, models[0], len(models))])),
            ),
            (str(models[0].cost * len(models)),) if priced else (),
        )
        for models in bundles(force)
    )
    return Table("Roster", (in_words(force.game.points),) if priced else (), rows)


def group_items(game: Game, group: Group, texts: bool) -> Items:
    """A group with its leader and orders."""
    facts = [f"{in_words(id)}: {words}" for id, words in game.group.said(group.values, True) if id != "kind"]
    size = f"{len(group.members)} {'model' if len(group.members) == 1 else 'models'}"
    first = Item(group.name, "", (*([group.kind] if group.kind else []), size, *facts))
    rest = tuple(
        silent(item_of(game, one, n), texts) for pick, n in with_counts(group.entries) for one in spread([pick])
    )
    return Items("Group", (first, *rest))
