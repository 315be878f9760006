"""A text in pieces: the pieces are the text, one parse does for any number of edits, and edits say what they should."""

from __future__ import annotations

import random
from typing import Any

import pytest
import yaml

from listbuilder.base.errors import DocumentError
from listbuilder.lists.canonical import format_list
from listbuilder.lists.file_editor import Editor
from listbuilder.lists.yaml_surgery import YamlText
from listbuilder.loading import load_game
from listbuilder.storage import yaml_reader
from tests.support import fast_yaml
from tests.support.paths import ROOT
from tests.support.work import counted

FILES = sorted(path for room in ("catalogue", "templates", "tests") for path in (ROOT / room).rglob("*.yaml"))
PARSERS = [yaml.BaseLoader, *([yaml.CBaseLoader] if yaml.__with_libyaml__ else [])]
TEXTS = [
    "a: 1",
    "a:\nb:\n",
    "# top\n---\na: [1, # one\n  2, ]\n...\n",
    "{a: 1, b: [x: 1, {}], c}",
    "? a\n: - 1\n  -\n  - - x\n    - y\n",
    "a: |+\n  x\n\n\nb: >-\n  y\n  z\n# end",
    'a:\r\n- "x\r\n  y" # c\r\n\r\n# d\r\n- z\r\n',
    "a: { b:\t1,\tc: [\t] }\n",
    "é: [“ü”, 日本]\nb: 'it''s'\n",
]


@pytest.mark.parametrize("parser", PARSERS)
def test_pieces_are_the_text(parser: Any) -> None:
    """Every file here, and every odd way to write YAML, comes back to the letter."""
    # Cases for tests may use anchors, which no list may.
    written = [path.read_text("utf-8") for path in FILES] if parser is PARSERS[-1] else []
    texts = [text for text in written if ": &" not in text]
    for text in [*texts, *(one for one in TEXTS if "\t" not in one or parser is PARSERS[-1])]:
        events = list(yaml.parse(text.replace("\r\n", "\n"), Loader=parser))
        assert YamlText(text, events).text == text


def test_what_is_read_can_be_edited() -> None:
    """One parser for both: a tab inside brackets is no surprise to the editor."""
    editor = Editor(b"game: g\nmodels: [{name: A,\trank: I}]\n")
    editor.assign(("models", 0, "rank"), "II")
    assert editor.text() == "game: g\nmodels: [{name: A,\trank: II}]\n"


def squad(size: int) -> bytes:
    """A list of that many models with everything in it to be put in order."""
    row = "  - gear: [medkit, rope] # one\n    weapon: slug-pistol\n    rank: i\n    raise: {HP: 1}\n    name: M\n"
    return ("models:\n" + row * size + "game: Rogue Conflict\n").encode()


def test_one_parse_for_many_edits(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many models are formatted, the file is parsed once, and what is written once more."""
    texts = []
    game = load_game("rogue-conflict")
    parser = yaml_reader.PARSER

    def counted(text: str) -> Any:
        texts.append(text)
        return parser(text)

    monkeypatch.setattr(yaml_reader, "PARSER", counted)
    editor = Editor(squad(150))
    format_list(editor, game)
    made = editor.text()
    assert "rank: I\n" in made
    assert texts == [editor.before, made]


def test_formatting_grows_with_the_list() -> None:
    """Eight times the models are about eight times the work, not sixty-four times."""
    game = load_game("rogue-conflict")

    def work_on(size: int) -> int:
        with counted() as work:
            editor = Editor(squad(size))
            format_list(editor, game)
            editor.text()
        return work.calls

    work_on(1)  # whatever is cached is cached from here on
    assert work_on(200) < 10 * work_on(25)


@pytest.mark.parametrize(
    "text",
    [
        "game: Rogue Conflict\nmodels:\n- gear: [" + ", ".join(["medkit"] * 19_000) + "]\n",
        "game: Rogue Conflict\nmodels:\n- gear:\n" + "  - medkit # c\n" * 15_000,
        "models:\n- {rank: i}\n" + "".join(f"k{at}: 1\n" for at in range(19_000)) + "game: Rogue Conflict\n",
    ],
    ids=["brackets", "lines", "keys"],
)
def test_largest_lists_are_formatted_with_little_work(text: str) -> None:
    """No list that can be read takes much to put in order."""
    game = load_game("rogue-conflict")
    with counted() as work:
        editor = Editor(text.encode())
        format_list(editor, game)
        editor.text()
    assert work.calls < 20_000_000


class Writer:
    """Writes random YAML in random styles with random comments, and edits it at random."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def value(self, depth: int = 0) -> Any:
        """Any value."""
        kind = self.random.random()
        if kind < 0.5 or depth > 2:
            return self.random.choice(
                ["A", "B c", "it's", "x: y", "#h", 3, True, None, "é", "", " lead", "two\nlines\n"]
            )
        if kind < 0.75:
            return [self.value(depth + 1) for _ in range(self.random.randrange(4))]
        return {self.random.choice("abcdefg"): self.value(depth + 1) for _ in range(self.random.randrange(4))}

    def text(self) -> str:
        """A document."""
        pick = self.random.choice
        data = {key: self.value() for key in self.random.sample("abcdefg", self.random.randrange(1, 6))}
        plain = fast_yaml.dump(
            data,
            default_flow_style=pick([True, False, None]),
            indent=pick([2, 4]),
            width=pick([20, 999]),
            sort_keys=False,
        )
        lines = []
        for line in plain.split("\n"):
            lines += [" " * self.random.randrange(6) + "# c"] * (self.random.random() < 0.1)
            lines.append(line + " # t" * (self.random.random() < 0.15))
        return pick(["\n", "\n", "\r\n"]).join(lines)

    def edit(self, editor: Editor) -> None:
        """One change somewhere."""
        places = list(walk(editor.tree))
        path, value = self.random.choice(places)
        kind = self.random.choice(["assign", "drop", "insert", "move", "reorder", "put"])
        if kind == "assign" and path:
            editor.assign(path, self.value(1))
        elif kind == "drop" and path:
            editor.drop(path)
        elif kind == "insert" and isinstance(value, list):
            editor.insert(path, self.random.randrange(len(value) + 1), self.value(1))
        elif kind == "move" and isinstance(value, list) and value:
            editor.move(path, self.random.randrange(len(value)), self.random.randrange(len(value)))
        elif kind == "reorder" and isinstance(value, dict) and value:
            editor.reorder(path, self.random.sample(list(value), len(value)))
        elif kind == "put" and isinstance(value, dict):
            editor.assign((*path, "new"), self.value(1), ["a", "new"])


def walk(value: Any, path: tuple[Any, ...] = ()) -> Any:
    """Every value with its path."""
    yield path, value
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        yield from walk(item, (*path, key))


def test_random_edits_of_random_texts() -> None:
    """Whatever is read is kept to the letter until it is edited, and says what it should after any edits."""
    writer = Writer(20)
    done = 0
    while done < 400:
        text = writer.text()
        try:
            editor = Editor(text.encode())
        except DocumentError:
            continue
        if editor.yaml is None:
            continue
        assert editor.yaml.text == text
        for _ in range(writer.random.randrange(1, 6)):
            writer.edit(editor)
        editor.text()
        done += 1
