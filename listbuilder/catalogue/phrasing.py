"""Selectors and quantities in a player's words: what is counted, what is needed, and where a number comes from.

A selector or quantity and the game go in, a phrase comes out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.base.records import replace
from listbuilder.base.wording import article, counted, join_choices, plural, summed

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.catalogue.query import Quantity, Range, Scalar, Selector
    from listbuilder.judging.force import Force, Node

CARRIERS = ("model", "row", "group")
STARTS = {"with ": "", "without ": "no ", "as ": "to be ", "in ": "to be in ", "that is ": "to be "}
NOUNS = {"models": "model", "rows": "row", "picks": "pick", "groups": "group", "entries": "entry"}


# Selectors


def describe_adjectives(selector: Selector) -> str:
    """The words before a noun: tags, categories and words of the game's own fields."""
    words = [*selector.tag, *selector.category]
    fields = [join_choices([str(one) for one in values]) for values in selector.fields.values() if is_words(values)]
    return " ".join([join_choices(words), *fields]).strip()


def is_words(values: tuple[Scalar | Range, ...]) -> bool:
    """Whether the values of a field are words, not numbers or flags."""
    return all(isinstance(one, str) for one in values)


def entry_names(selector: Selector, game: Game) -> str:
    """The printed names of the entries."""
    return join_choices([game.printed(id) for id in selector.entry], 12)


def describe_details(selector: Selector, game: Game, many: bool) -> list[str]:
    """The phrases after a noun: where it is, what it has, what it costs."""
    phrases = [f"with {join_choices([game.printed(id) for id in selector.keyword])}"] if selector.keyword else []
    phrases += [f"under {join_choices([f'`{slot}`' for slot in selector.slot])}"] if selector.slot else []
    phrases += [describe_flag(name, values, game) for name, values in selector.fields.items() if not is_words(values)]
    phrases += [f"in {article(join_choices(list(selector.group)))}"] if selector.group else []
    phrases += [f"that cost{'' if many else 's'} {selector.cost}"] if selector.cost else []
    phrases += ["given for free" if selector.given else "not given for free"] if selector.given is not None else []
    phrases += [f"in {describe_needed(selector.under, game)}"] if selector.under else []
    phrases += [f"with {describe_needed(selector.has, game)}"] if selector.has else []
    that = f"that {'are' if many else 'is'}"
    phrases += [f"{that} {' and '.join(describe_predicate(one, game) for one in selector.all)}"] if selector.all else []
    phrases += (
        [f"{that} {join_choices([describe_predicate(one, game) for one in selector.any])}"] if selector.any else []
    )
    return [*phrases, *describe_exclusion(selector.not_, game, many)]


def describe_exclusion(refused: Selector | None, game: Game, many: bool) -> list[str]:
    """What must not be there: `that is not scout`, `without Powder Room`."""
    if refused is None:
        return []
    if refused.slot or refused.has or refused.entry or refused.keyword:
        return [f"without {describe_needed(refused, game, 'anything')}"]
    return [f"that {'are' if many else 'is'} not {describe_predicate(refused, game)}"]


def describe_flag(name: str, values: tuple[Scalar | Range, ...], game: Game) -> str:
    """A flag or a post as it is written, a number with its name."""
    if values[0] is True and name not in game.model.fields:
        return f"as {name}"
    own = game.model.fields.get(name)
    if values[0] is True and own is not None and own.links:
        return f"with {article(name)}"
    if isinstance(values[0], bool):
        return f"with `{name}: {str(values[0]).lower()}`"
    return f"with {name} {join_choices([str(one) for one in values])}"


def describe_things(selector: Selector | None, game: Game, noun: str, many: bool = False) -> str:
    """What fits, as it is counted: `line models`, `Captain`, `models with Bell`, `picks under `arms``."""
    plain = plural(noun) if many else noun
    if selector is None:
        return plain
    if noun in CARRIERS and (selector.slot or not is_what_models_are(selector, game)):
        return f"{plain} with {describe_needed(selector, game)}"
    behind = " ".join(describe_details(selector, game, many))
    # A name says what it is, so tags and kind would only repeat it.
    if selector.entry:
        return f"{entry_names(selector, game)} {behind}".strip()
    if selector.kind:
        plain = join_choices([game.kind_name(one, many).lower() for one in selector.kind])
    return " ".join(word for word in (describe_adjectives(selector), plain, behind) if word)


def is_what_models_are(selector: Selector, game: Game) -> bool:
    """Whether the words about entries mean what a model is: the entry in its first slot."""
    if not (selector.entry or selector.kind or selector.tag or selector.category):
        return True
    # By convention a game's first slot says what a model is.
    first = next(iter(game.model.slots.values()), None)
    return first is not None and {first.kind} == {one.kind for one in game.entries if selector.matches_words(one)}


def describe_needed(selector: Selector, game: Game, something: str = "something") -> str:
    """What must be there: `a pistol under `weapon``, `a line frame`, `Boots`, `something under `weapon``."""
    # Alternatives alone read better one by one: "a pistol or Boots" instead of "something that is …".
    alone = not selector.is_on_entry and not selector.fields and not selector.slot
    if selector.any and alone:
        return join_choices([describe_needed(one, game, something) for one in selector.any])
    if selector.all and alone:
        return " and ".join(describe_needed(one, game, something) for one in selector.all)
    behind = describe_details(selector, game, False)
    if selector.entry:
        return " ".join([entry_names(selector, game), *behind])
    head = describe_adjectives(selector)
    if not head and not selector.kind:
        return " ".join([something, *behind]) if selector.slot or selector.cost else as_requirement(" ".join(behind))
    noun = "" if selector.slot and head else kind_noun(selector, game)
    return " ".join([article(f"{head} {noun}".strip()), *behind])


def as_requirement(behind: str) -> str:
    """What a model must be or have, if that is no entry: `to be leader`, `to be in a squad`, `no Transport`."""
    for start, instead in STARTS.items():
        if behind.startswith(start):
            return f"{instead}{behind.removeprefix(start)}"
    return f"something {behind}".strip()


def kind_noun(selector: Selector, game: Game) -> str:
    """The noun for entries that fit: the kind, if all are of one kind."""
    fits = {one.kind for one in game.entries if selector.could_fit(one) and has_fields_of(selector, one)}
    # If all that fits is of one kind, its name is clearer than "thing".
    kinds = selector.kind or tuple(fits)
    return game.kind_name(kinds[0]).lower() if len(kinds) == 1 else "thing"


def has_fields_of(selector: Selector, entry: object) -> bool:
    """Whether an entry has all fields that a selector tests."""
    return all(entry.field(name) is not None for name in selector.fields)  # type: ignore[attr-defined]


def describe_predicate(selector: Selector, game: Game) -> str:
    """What something is: `heavy`, `Captain`, `not scout`, `a blade under `arms``."""
    words = [entry_names(selector, game), describe_adjectives(selector)]
    words += [join_choices([game.kind_name(one).lower() for one in selector.kind])] if selector.kind else []
    words = [word for word in words if word]
    if selector.slot and not selector.entry:
        words = [article(" ".join(words)) if words else "something"]
    behind = describe_details(replace(selector, not_=None, keyword=() if not words else selector.keyword), game, False)
    if not words and selector.keyword:
        words = [join_choices([game.printed(id) for id in selector.keyword])]
    if not words and selector.cost:
        words = ["something"]
    phrases = [*words, *(one.removeprefix("that is ") for one in behind)]
    phrases += [f"not {describe_predicate(selector.not_, game)}"] if selector.not_ else []
    return " ".join(phrases) or "anything"


# Quantities


def quantity_noun(quantity: Quantity, game: Game, many: bool = False) -> str:
    """What is counted or added up: `line models`, `points on hero models`, `the highest MV`."""
    if quantity.of is not None:
        return quantity_noun(quantity.of, game, many)
    if quantity.limit is not None:
        return game.currency_name(quantity.limit)
    name = quantity.sum or quantity.highest or quantity.lowest
    if not name:
        text = describe_things(
            quantity.where, game, NOUNS[quantity.count or "models"], many or bool(quantity.different)
        )
        if quantity.different:
            word = quantity.different.replace("-", " ")
            return f"different {plural(word) if many else word} among {text}"
        return f"different {text}" if quantity.count == "entries" else text
    whole = quantity.from_ == "models" or game.number_of(name)[0] in ("stat", "value")
    whose = describe_things(quantity.where, game, "model" if whole else "pick", True) if quantity.where else ""
    # Points are spent on models; a stat is of them.
    word = "on" if game.number_of(name)[0] == "cost" else "of"
    extreme = "highest " if quantity.highest else "lowest " if quantity.lowest else ""
    return f"{extreme}{game.number_name(name)}{f' {word} {whose}' * bool(whose)}"


def describe_amount(quantity: Quantity, game: Game, number: int, what: str = "") -> str:
    """A number of these: `3 line models`, `1 Hen`, `3 × Hen`, `no picks`, `126 points on hero models`."""
    if what:
        return counted(number or "no", what)
    base = quantity.of or quantity
    if quantity.percent_of:
        return f"{number} percent {quantity_noun(quantity, game, True)}"
    if base.highest or base.lowest:
        return f"a {quantity_noun(quantity, game)} of {number}"
    if base.limit:
        return f"a limit of {summed(number, quantity_noun(quantity, game))}"
    if base.sum:
        return summed(number, quantity_noun(quantity, game))
    # Names have no plural: two of one entry are `2 × Hen`.
    named = base.where is not None and bool(base.where.entry) and not base.different
    noun = quantity_noun(quantity, game, number != 1)
    return f"{number} × {noun}" if named and number > 1 else f"{number or 'no'} {noun}"


def describe_origin(quantity: Quantity, force: Force, at: Node, part: Node | None) -> str:
    """Where the number comes from: `1/4 of 11 models, rounded up`; nothing for a plain number."""
    # A limit is known by its number; saying "the limit of 250" after it adds nothing.
    bare_limit = quantity.limit and quantity.share is None and quantity.per is None
    if quantity.fixed is not None or (bare_limit and not quantity.plus and not quantity.less):
        return ""
    scope = quantity.scope(force, at, part)
    base = quantity.base(force, at, scope, part) or 0
    text = describe_base(quantity, force, base, at, part)
    if quantity.share is not None:
        broken = (quantity.ratio * base).denominator != 1
        text = f"{quantity.share} of {text}" + f", rounded {quantity.round or 'down'}" * broken
    if quantity.per is not None:
        give = 1 if quantity.give is None else quantity.give
        every = "for" if quantity.per == base == 1 else "for each of" if quantity.per == 1 else "for every"
        text = f"{give} {every} {text}" if quantity.per == 1 else f"{give} {every} {quantity.per} of {text}"
        if quantity.per == 1 and base == 0 and quantity.of is None and quantity.count:
            text = f"{give} for each {quantity_noun(quantity, force.game)}"
    for word, more in (("plus", quantity.plus), ("less", quantity.less)):
        number = more.evaluate(force, at, part) if more else 0
        if more and number:
            text = f"{text}, {word} {describe_origin(more, force, at, part) or number}"
    # Says which bound decided, or else the number would not follow from the words before it.
    bound = {quantity.least: "at least", quantity.most: "at most"}.get(quantity.evaluate(force, at, part))
    text += f", but {bound} {quantity.evaluate(force, at, part)}" if bound else ""
    return "" if text == str(quantity.number) else text


def describe_base(quantity: Quantity, force: Force, base: int, at: Node, part: Node | None) -> str:
    """The base of the number in words."""
    game, inner = force.game, quantity.of or quantity
    if quantity.number is not None:
        return str(quantity.number)
    if inner.limit is not None:
        return f"the limit of {base}"
    if quantity.percent_of:
        return (
            f"{quantity_noun(quantity, game, True)} as a percentage of {quantity_noun(quantity.percent_of, game, True)}"
        )
    if quantity.is_bare and quantity.of is None:
        many = quantity_noun(quantity, game, True)
        if quantity.count and not base:
            return (
                f"there are no {many}" if quantity.where is None or not quantity.where.entry else f"there is no {many}"
            )
        return f"as many as {many}" if quantity.count else f"the {many} is {base}"
    text = describe_amount(inner, game, base)
    deeper = (
        describe_origin(quantity.of, force, at, part) if quantity.of is not None and not quantity.of.is_bare else ""
    )
    return f"{text} ({deeper})" if deeper else text


def describe_formula(quantity: Quantity, game: Game) -> str:
    """A quantity without a list to count in: `the limit`, `1/4 of models, rounded up`, `2 for each captain plus 1`."""
    if quantity.fixed is not None:
        return str(quantity.fixed)
    many = quantity_noun(quantity, game, True)
    limited = (quantity.of or quantity).limit is not None
    whole = f"the limit of {many}" if limited else f"the number of {many}" if quantity.count else f"the {many}"
    text = str(quantity.number) if quantity.number is not None else whole
    if quantity.percent_of:
        text = f"{many} as a percentage of {quantity_noun(quantity.percent_of, game, True)}"
    if quantity.share is not None:
        text = f"{quantity.share} of {whole if limited else many}, rounded {quantity.round or 'down'}"
    if quantity.per is not None:
        every = f"each of {many}" if quantity.per == 1 else f"every {quantity.per} {many}"
        text = f"{1 if quantity.give is None else quantity.give} for {every}" + " of the limit" * limited
    text += "".join(f", plus {describe_formula(one, game)}" for one in (quantity.plus,) if one)
    text += "".join(f", less {describe_formula(one, game)}" for one in (quantity.less,) if one)
    text += f", but at least {quantity.least}" if quantity.least is not None else ""
    return text + (f", but at most {quantity.most}" if quantity.most is not None else "")


def describe_range(of: Quantity, least: Quantity | None, most: Quantity | None, game: Game, what: str = "") -> str:
    """What is allowed of something: `at most 3 models`, `from 2 to 5 heroes`, `points: at most the limit`."""
    bounds = [one for one in (least, most) if one is not None]
    noun = plural(what) if what else quantity_noun(of, game, True)
    if any(one.fixed is None for one in bounds) or of.percent_of or not of.counts_things:
        limits = [
            f"{word} {describe_formula(one, game)}" for word, one in (("at least", least), ("at most", most)) if one
        ]
        return f"{noun}: {' and '.join(limits)}"
    low, high = (None if one is None else one.fixed for one in (least, most))
    if low == high and low is not None:
        return f"exactly {describe_amount(of, game, low, what)}"
    if high == 0:
        return f"no {noun}"
    if low is not None and high is not None:
        return f"from {low} to {describe_amount(of, game, high, what)}"
    return " and ".join(
        f"{word} {describe_amount(of, game, one, what)}" for word, one in (("at least", low), ("at most", high)) if one
    )
