"""Templates: sizes of cards and paper, type, themes, layouts, icons and emblems, read from YAML and checked."""

from listbuilder.loading.templates.card_layout import ByField, CardLayout, Look, Region
from listbuilder.loading.templates.drawing import Drawing, made_emblem, outline_paths
from listbuilder.loading.templates.sizes import (
    PAPER,
    CardSize,
    Fontfiles,
    Paper,
    Theme,
    Typeface,
    channels,
    contrast,
    mixed,
    readable,
)
from listbuilder.loading.templates.template_reader import Templates, load_templates, template_folders

__all__ = [
    "PAPER",
    "ByField",
    "CardLayout",
    "CardSize",
    "Drawing",
    "Fontfiles",
    "Look",
    "Paper",
    "Region",
    "Templates",
    "Theme",
    "Typeface",
    "channels",
    "contrast",
    "load_templates",
    "made_emblem",
    "mixed",
    "outline_paths",
    "readable",
    "template_folders",
]
