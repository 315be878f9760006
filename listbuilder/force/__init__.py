"""The force: one tree of what a list holds, every question about it answered here."""

from listbuilder.force.force import Force
from listbuilder.force.nodes import ModelValue, Node, Owner, Pick
from listbuilder.force.numbers import Allowance, Contribution, Sum, added, settled
from listbuilder.force.rows import Group, Model, Root, loose

__all__ = [
    "Allowance",
    "Contribution",
    "Force",
    "Group",
    "Model",
    "ModelValue",
    "Node",
    "Owner",
    "Pick",
    "Root",
    "Sum",
    "added",
    "loose",
    "settled",
]
