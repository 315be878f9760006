"""Finding codes that no rule makes, each explained in a sentence; rules explain their own."""

from __future__ import annotations

__all__ = ["OTHER_CODES"]

OTHER_CODES: dict[str, str] = {
    "catalogue.id": "Two entries of one kind answer to the same id or name, or an id is spelt wrong.",
    "catalogue.key": "A file of a game has a key that nothing reads.",
    "catalogue.keyword": "A keyword is printed in a way that none of its forms allows.",
    "catalogue.kind": "Entries are of a kind that the game does not have.",
    "catalogue.missing": "Something that must be said is missing.",
    "catalogue.reference": "A name in the catalogue leads to nothing.",
    "catalogue.rule": "A rule has no such kind, repeats another or changes nothing.",
    "catalogue.value": "A value has the wrong type or form.",
    "event.game": "The list is for another game than the event.",
    "file.anchor": "The file uses YAML anchors or aliases, which are not read.",
    "file.combining-marks": "A text piles more marks on one letter than any language does.",
    "file.control-character": "The file holds invisible characters that could deceive a reader.",
    "file.documents": "The file holds several YAML documents.",
    "file.duplicate-key": "A key is written twice; only one can be meant.",
    "file.empty": "The file is empty.",
    "file.encoding": "The file is not UTF-8 text.",
    "file.key": "A key must be text; numbers and the like need quotes.",
    "file.merge": "The file uses YAML merge keys, which are not read.",
    "file.missing": "There is no such file.",
    "file.not-a-file": "That is a folder or a device, not a file.",
    "file.number": "A number is not finite, or has more digits than any game needs.",
    "file.root": "The file must hold keys and values at its top.",
    "file.syntax": "The file is not well-formed YAML or JSON.",
    "file.tag": "The file uses YAML tags, which are not read.",
    "file.too-deep": "The file is nested deeper than any list.",
    "file.too-large": "The file is larger than any list.",
    "file.unreadable": "The file can't be opened.",
    "file.write": "The file can't be written; what was there is intact.",
    "game.unknown": "No catalogue has a game of that name.",
    "key.missing": "A key that every list needs is missing.",
    "key.range": "A number or text is outside its bounds.",
    "key.type": "A value has the wrong type.",
    "key.unknown": "Nothing reads this key; other tools' keys begin with x-.",
    "name.unknown": "The catalogue has no entry of that name in that place.",
}
