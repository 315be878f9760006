"""How the screen is laid out: panes by the width of the window, the picker over what it is for."""

from __future__ import annotations

STYLES = """
Screen { layout: vertical; }
* { scrollbar-size-vertical: 1; }
#head { height: 1; }
#panes, #playing { height: 1fr; }
Pane, #picker, #card { border: round $foreground 40%; border-title-color: $foreground 80%; height: 100%; padding: 0 1; }
Pane, #picker, #card { background: transparent; }
Pane:focus, #card:focus, #picker:focus-within { border: round $border; border-title-color: $foreground; }
#roster { width: 2fr; max-width: 44; min-width: 26; }
#detail { width: 3fr; }
#picker { display: none; width: 3fr; }
#picker #search { border: none; height: 1; padding: 0; margin: 0 0 0 0; background: $surface; }
#picker #offers { border: none; padding: 0; height: 1fr; background: transparent; }
#picker #info { height: auto; max-height: 5; color: $text-muted; }
#card { width: 2fr; display: none; }
#cardtext { height: auto; }
#finding { height: auto; max-height: 2; }
#said { height: 1; color: $text-muted; }
#bar { height: 1; }
#bar, #finding { link-style: none; link-color: $foreground; }
#small { display: none; height: auto; }
.picking #picker { display: block; }
.picking #detail { display: none; }
.-narrow.picking #roster { display: none; }
.-wide #card { display: block; }
.-wide.no-card #card { display: none; }
.-narrow.with-card #card, .-normal.with-card #card { display: block; }
.-narrow.with-card #roster, .-narrow.with-card.picking #card { display: none; }
.-tiny #detail, .-flat #detail { display: none; }
.-tiny #roster, .-flat #roster { width: 1fr; max-width: 100%; }
.-tiny.picking #roster, .-flat.picking #roster { display: none; }
.-tiny #small, .-flat #small { display: block; }
.-flat #finding { max-height: 1; }
#playing #table { width: 3fr; }
#side { width: 2fr; border: round $foreground 40%; padding: 0 1; height: 100%; }
#side:focus { border: round $border; }
#sidetext { height: auto; }
.-tiny #side, .-narrow #side { display: none; }
#playhead, #playsaid, #playbar { height: 1; }
#playsaid { color: $text-muted; }
#playbar { link-style: none; link-color: $foreground; }
ModalScreen { align: center middle; }
.dialog { width: 70; max-width: 96%; height: auto; max-height: 90%; border: round $border; padding: 0 1; }
.dialog { background: $surface; }
.dialog Input { border: none; height: 1; padding: 0; }
.dialog OptionList { border: none; height: auto; padding: 0; }
"""
