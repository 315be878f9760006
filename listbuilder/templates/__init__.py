"""Templates: sizes of cards and paper, type, themes, layouts, icons and emblems, read from YAML and checked."""

from listbuilder.templates.colours import PAPER, channels, contrast, mixed, readable
from listbuilder.templates.drawing import Drawing, made_emblem
from listbuilder.templates.layout import ByField, CardLayout, Look, Region
from listbuilder.templates.reading import Templates, load_templates, template_folders
from listbuilder.templates.sizes import CardSize, Fontfiles, Paper, Theme, Typeface

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
    "readable",
    "template_folders",
]
