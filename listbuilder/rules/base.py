"""What every rule has, and how it makes findings. A kind adds typed parameters and one pure `check`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from listbuilder.finding import Finding, Severity
from listbuilder.selectors import CONFIG

if TYPE_CHECKING:
    from listbuilder.force import Force, Model

from listbuilder.record import record

__all__ = ["Rule", "few", "names"]


@record
class Rule:
    """A rule in force; `codes` explains each finding it can make, `what` names the things it counts."""

    id: str
    kind: str
    source: str = ""
    severity: Severity = "error"
    text: str = ""
    what: str = ""
    codes: ClassVar[dict[str, str]] = {}
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @property
    def judges_models(self) -> bool:
        """Whether it looks at each model by itself; carried by an entry, it then judges only that entry's model."""
        return False

    def check(self, force: Force) -> Iterator[Finding]:
        """Every finding of this rule, in the order of the player's file."""
        raise TypeError(f"{type(self).__name__} must say what it checks")

    def problem(
        self,
        code: str,
        message: str,
        hint: str,
        where: str,
        model: Model | None = None,
        severity: Severity | None = None,
    ) -> Finding:
        """A finding of this rule."""
        return Finding(
            code=f"{self.kind}.{code}",
            message=message,
            hint=hint,
            severity=severity or self.severity,
            where=where,
            model=model.label if model else None,
            rule=self.id,
            source=self.source or None,
        )


def few(count: object, thing: str) -> str:
    """A count with its noun: `1 model`, `3 models`, `3 models (pistol weapon)`."""
    noun, bracket, rest = thing.partition(" (")
    plain = str(count) == "1" or noun.endswith("s") or " " in noun
    return f"{count} {noun if plain else noun + 's'}{bracket}{rest}"


def names(items: list[str], most: int = 5) -> str:
    """A short list of names for a message."""
    if not items:
        return "nothing"
    shown = items[:most] + ([f"{len(items) - most} more"] if len(items) > most else [])
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
