"""Names in a schema: the ids and printed names that an editor offers, and a pattern for every other way to spell them.

A name is found by its slug (`listbuilder.values.slug`), so that case, signs and spaces do not matter. The pattern says
the same for ASCII text; names with other letters are in the list of names as they are printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from listbuilder.spelling import either_case
from listbuilder.values import slug

Schema = dict[str, Any]
# Every ASCII sign that is no letter or digit, with and without the apostrophe, which a slug drops.
SIGN, GAP = r"[\t\n -/:-@\[-`{-~]", r"[\t\n -&(-/:-@\[-`{-~]"
SLUG = re.compile("[a-z0-9]+(?:-[a-z0-9]+)*")


def spelled(offered: Iterable[str], understood: Iterable[str]) -> Schema:
    """A name: one that is offered, or any spelling of one that is understood."""
    names = list(dict.fromkeys(offered))
    known = dict.fromkeys([*understood, *map(slug, names)])
    slugs = [name for name in known if SLUG.fullmatch(name)]
    numbers = [int(name) for name in slugs if re.fullmatch("0|[1-9][0-9]{0,8}", name)]
    others = [name for name in known if not SLUG.fullmatch(name) and slug(name) not in known]
    listed = {"enum": [*names, *(name for name in others if name not in names), *numbers]}
    if not slugs:
        return listed
    pattern = f"^{SIGN}*(?:{'|'.join(_letters(name) for name in sorted(slugs))}){SIGN}*$"
    # A sign in front of a number is dropped like any other; editors need not offer it.
    negative = [{"type": "integer", "minimum": -number, "maximum": -number} for number in numbers if number]
    return {"anyOf": [listed, {"type": "string", "pattern": pattern}, *negative]}


def _letters(name: str) -> str:
    """A pattern for one slug."""
    words = ["'*".join(either_case(char) for char in word) for word in name.split("-")]
    return f"'*{GAP}{SIGN}*".join(words)
