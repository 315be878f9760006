"""The force: one tree of what a list holds, every question about it answered here."""

from listbuilder.judging.force.force import Force
from listbuilder.judging.force.numbers import Allowance, Contribution, Sum, apply_additions, apply_changes
from listbuilder.judging.force.rows import (
    Group,
    GroupDraft,
    Model,
    ModelDraft,
    ModelValue,
    Node,
    Owner,
    Pick,
    PickDraft,
    Root,
    RootDraft,
    detached_pick,
)

__all__ = [
    "Allowance",
    "Contribution",
    "Force",
    "Group",
    "GroupDraft",
    "Model",
    "ModelDraft",
    "ModelValue",
    "Node",
    "Owner",
    "Pick",
    "PickDraft",
    "Root",
    "RootDraft",
    "Sum",
    "apply_additions",
    "apply_changes",
    "detached_pick",
]
