"""The reader takes any bytes: it gives a document with lines, or a DocumentError that a player understands."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.base.errors import DocumentError
from listbuilder.base.findings import Finding
from listbuilder.storage import reading
from listbuilder.storage import yaml_reader as yaml_module
from listbuilder.storage.reading import (
    CATALOGUE_LIMITS,
    LIST_LIMITS,
    Document,
    Limits,
    Tree,
    format_path,
    read_bytes,
    read_file,
    read_text,
)
from tests.support import fast_yaml
from tests.support.effort import rounds
from tests.support.work import counted

ROOT = pathlib.Path(reading.__file__).parents[2]
PARSERS = [yaml.BaseLoader, *([yaml.CBaseLoader] if yaml.__with_libyaml__ else [])]
FUZZ = settings(max_examples=rounds(300, 100), deadline=None, database=None)

LIST = """\
game: gaslands
name: Žižka's Racers
models:
  - entry: car
    count: 2
    gear: [machine-gun, "ram: front"]
    notes: |
      one
      two
  - entry: bike
    alive: true
    weight: 1.5
    extra:
"""


def findings(text: str | bytes, file: str | None = None, limits: Limits = LIST_LIMITS) -> tuple[Finding, ...]:
    """The findings for a document that must be refused."""
    raw = text.encode() if isinstance(text, str) else text
    with pytest.raises(DocumentError) as caught:
        read_bytes(raw, file=file, limits=limits)
    assert caught.value.findings
    return caught.value.findings


def codes(text: str | bytes, file: str | None = None, limits: Limits = LIST_LIMITS) -> set[str]:
    """The codes of those findings."""
    return {finding.code for finding in findings(text, file, limits)}


def outcome(text: str | bytes, file: str | None = None) -> dict[str, Tree] | list[str]:
    """The data of a document, or the sorted codes of its problems."""
    try:
        return read_text(text, file=file).data if isinstance(text, str) else read_bytes(text, file=file).data
    except DocumentError as error:
        return sorted(finding.code for finding in error.findings)


@pytest.fixture(params=PARSERS, ids=lambda parser: parser.__name__)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the test with each of PyYAML's parsers."""
    monkeypatch.setattr(yaml_module, "PARSER", request.param)


SCALARS: list[tuple[str, Tree]] = [
    ("true", True), ("false", False), ("True", "True"), ("yes", "yes"), ("no", "no"), ("on", "on"), ("off", "off"),
    ("null", None), ("~", None), ("", None), ("NULL", "NULL"), ("y", "y"),
    ("0", 0), ("7", 7), ("-3", -3), ("+4", 4), ("999999999", 999999999), ("1234567890", "1234567890"),
    ("012", "012"), ("12:30", "12:30"), ("1_000", "1_000"), ("0x1F", "0x1F"), ("0b1", "0b1"), ("0o17", "0o17"),
    ("2001-01-01", "2001-01-01"), ("2001-99-99", "2001-99-99"), ("=", "="), ("1e3", "1e3"), ("1.5e3", "1.5e3"),
    (".nan", ".nan"), (".inf", ".inf"), ("-.inf", "-.inf"), (".5", ".5"), ("1.", "1."),
    ("1.5", 1.5), ("-0.25", -0.25), ("1.50", "1.50"), ("01.5", "01.5"), ("+1.5", "+1.5"),
    ("0.1000000000000000055", "0.1000000000000000055"), ("1" * 40 + ".5", "1" * 40 + ".5"), ("١", "١"),
    ('"7"', "7"), ("'true'", "true"), ('""', ""), ("|-\n  7", "7"), (">-\n  null", "null"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "value"), SCALARS)
@pytest.mark.usefixtures("parser")
def test_a_scalar_means_what_was_typed(written: str, value: Tree) -> None:
    """Only true, false, null, short whole numbers and exact decimals are more than text."""
    found = read_text(f"a: {written}\n").data["a"]
    assert (found, type(found)) == (value, type(value))


ATTACKS = [
    ("python tag", "a: !!python/object/apply:os.system ['true']", {"file.tag"}),
    ("python name", "a: !!python/name:os.system x", {"file.tag"}),
    ("standard tag", "a: !!str 1", {"file.tag"}),
    ("bare tag", "a: ! 1", {"file.tag"}),
    ("tag on a mapping", "a: !!set {b}", {"file.tag"}),
    ("tag on the root", "!!map\na: 1", {"file.tag"}),
    ("tag on a key", "!!str a: 1", {"file.tag"}),
    ("timestamp", "a: !!timestamp x", {"file.tag"}),
    ("anchor", "a: &x 1", {"file.anchor"}),
    ("anchor and alias", "a: &x [1]\nb: *x", {"file.anchor"}),
    ("self-reference", "a: &a [*a]", {"file.anchor"}),
    ("alias as key", "a: &x 1\n*x : 2", {"file.anchor"}),
    ("merge key", "a: {b: 1}\nc:\n  <<: {b: 2}", {"file.merge"}),
    ("duplicate key", "points: 10\npoints: 9999", {"file.duplicate-key"}),
    ("duplicate key after NFC", "é: 1\ne\u0301: 2", {"file.duplicate-key"}),
    ("duplicate key in JSON", '{"a": 1, "a": 2}', {"file.duplicate-key"}),
    ("int key", "1: a", {"file.key"}),
    ("float key", "1.5: a", {"file.key"}),
    ("bool key", "true: a", {"file.key"}),
    ("null key", "~: a", {"file.key"}),
    ("no key", "? \n: a", {"file.key"}),
    ("list as key", "? [a]\n: b", {"file.key"}),
    ("mapping as key", "{a: 1}: b", {"file.key"}),
    ("two documents", "a: 1\n---\nb: 2", {"file.documents"}),
    ("empty", "", {"file.empty"}),
    ("white space", " \n\n", {"file.empty"}),
    ("only a comment", "# nothing\n", {"file.empty"}),
    ("empty document", "---\n", {"file.empty"}),
    ("list as root", "- a", {"file.root"}),
    ("text as root", "hello", {"file.root"}),
    ("escaped control character", 'a: "\\x1b[31m"', {"file.control-character"}),
    ("raw control character", "a: \x1b[31m", {"file.control-character"}),
    ("carriage return", 'a: "x\\ry"', {"file.control-character"}),
    ("C1 control", "a: \x9b31m", {"file.control-character"}),
    ("next line", "a: b\x85c: d", {"file.control-character"}),
    ("delete", "a: x\x7fy", {"file.control-character"}),
    ("bidi override", 'a: "\\u202e"', {"file.control-character"}),
    ("raw bidi", "a: x\u2066y", {"file.control-character"}),
    ("bidi in a comment", "a: 1 # \u202e", {"file.control-character"}),
    ("bidi in a key", '"\\u200f": 1', {"file.control-character"}),
    ("arabic letter mark", "a: \u061c", {"file.control-character"}),
    ("zero width space", "a: x\u200by", {"file.control-character"}),
    ("word joiner", "a: x\u2060y", {"file.control-character"}),
    ("second byte order mark", "a: x\ufeffy", {"file.control-character"}),
    ("line separator", 'a: "\\L"', {"file.control-character"}),
    ("paragraph separator", "a: x\u2029y", {"file.control-character"}),
    ("noncharacter", 'a: "\\uffff"', {"file.control-character"}),
    ("marks", "a: e" + "\u0301" * 5, {"file.combining-marks"}),
    ("lone surrogate in JSON", '{"a": "\\ud83d"}', {"file.control-character"}),
    ("lone surrogate as JSON key", '{"\\ude00": 1}', {"file.control-character"}),
    ("long text", "a: " + "x" * 4_001, {"file.too-large"}),
    ("long key", "? " + "x" * 4_001 + "\n: 1", {"file.too-large"}),
    ("large file", "a: 1 #" + "x" * 256 * 1024, {"file.too-large"}),
    ("escape out of range", 'a: "\\U0011ffff"', {"file.syntax"}),
    ("bad percent-code", "a: !<%ff> 1", {"file.syntax"}),
    ("version", "%YAML " + "9" * 5_000 + ".1\n---\na: 1", {"file.syntax"}),
]


@pytest.mark.parametrize(("text", "expected"), [pytest.param(*case[1:], id=case[0]) for case in ATTACKS])
@pytest.mark.usefixtures("parser")
def test_an_attack_is_refused_by_name(text: str, expected: set[str]) -> None:
    """Each attack gives exactly its code, with a hint, and no raw hidden character in any message."""
    found = findings(text)
    assert {finding.code for finding in found} == expected
    for finding in found:
        shown = finding.message + finding.hint + finding.where
        assert finding.hint.endswith(".")
        assert shown.isprintable()


@pytest.mark.usefixtures("parser")
def test_a_lone_surrogate_in_yaml_is_refused() -> None:
    """The C parser calls it bad syntax, the other lets us see the character; neither lets it in."""
    assert codes('a: "\\ud83d"') <= {"file.syntax", "file.control-character"}


@pytest.mark.parametrize(
    "text",
    ["a: می\u200cخواهم", "a: क्\u200dष", "a: 👩\u200d🚀", "a: ⚔\ufe0f", 'a: "x\\ty"', "a: e" + "\u0323\u0301" * 2],
)
def test_joiners_tabs_and_a_few_marks_are_text(text: str) -> None:
    """What real languages and emoji need is allowed."""
    assert isinstance(read_text(text).data["a"], str)


def test_text_and_keys_are_normalised() -> None:
    """Two ways to type é give the same text, as value and as key."""
    assert read_text("e\u0301: e\u0301").data == {"é": "é"}
    assert read_text('{"e\u0301": "e\u0301"}').data == {"é": "é"}


ENCODINGS = [
    ("byte order mark", b"\xef\xbb\xbf" + LIST.encode(), None, None),
    ("CRLF", LIST.replace("\n", "\r\n").encode(), None, None),
    ("CR", LIST.replace("\n", "\r").encode(), None, None),
    ("UTF-16", LIST.encode("utf-16"), "file.encoding", "UTF-16"),
    ("UTF-16 without mark", LIST.encode("utf-16-le"), "file.encoding", "UTF-16"),
    ("UTF-32", LIST.encode("utf-32-be"), "file.encoding", "UTF-16"),
    ("Latin-1", "a: 1\nb: caf\xe9".encode("latin-1"), "file.encoding", "line 2"),
    ("Latin-1 after CRLF", "a: 1\r\nb: caf\xe9".encode("latin-1"), "file.encoding", "line 2"),
    ("NUL", b"a: 1\nb: 2\nc: x\x00y and much more", "file.encoding", "line 3"),
    ("PDF", b"%PDF-1.7\n", "file.encoding", "a PDF"),
    ("tab indentation", b"a: 1\nb:\n  c: 2\n\td: 3", "file.syntax", "line 4 is indented with a tab; YAML wants spaces"),
]


@pytest.mark.parametrize(("raw", "code", "words"), [pytest.param(*case[1:], id=case[0]) for case in ENCODINGS])
@pytest.mark.usefixtures("parser")
def test_an_encoding_is_read_or_named(raw: bytes, code: str | None, words: str | None) -> None:
    """UTF-8 with any line ends is read alike; everything else is named in plain words."""
    if code is None or words is None:
        assert read_bytes(raw) == read_text(LIST)
    else:
        (finding,) = findings(raw)
        assert finding.code == code
        assert words in finding.message


SYNTAX = [
    ("a: 1\nb: c: d", 2, "has a `:` where none can be"),
    ("a: 1\nfoo\nb: 2", 2, "is not of the form `name: value`"),
    ('a: 1\nb: "x\nc: 2', 2, "never closed"),
    ("a: 'x\n---\n", 1, "never closed"),
    ("a:\n  - b\n - c", 3, "does not line up"),
    ("a: 1\nb: [1, 2\nc: 3", 2, "has no `]`"),
    ("b: {x: 1\nc: 3", 1, "has no `}`"),
    ("a: @x", 1, "special character"),
    ('a: "\\q"', 1, "`\\`"),
    ("a: - b", 1, "`-`"),
    ('{"a": 1 "b": 2}', 1, "comma is missing"),
]


@pytest.mark.parametrize(("text", "line", "words"), SYNTAX)
@pytest.mark.usefixtures("parser")
def test_bad_syntax_is_told_in_plain_words(text: str, line: int, words: str) -> None:
    """One finding, with the line where a player must look."""
    (finding,) = findings(text, "squad.yaml")
    assert (finding.code, finding.line, finding.file) == ("file.syntax", line, "squad.yaml")
    assert words in finding.message


JSON_REFUSED = [
    ('{"a": NaN}', "file.number"), ('{"a": Infinity}', "file.number"), ('{"a": -Infinity}', "file.number"),
    ('{"a": ' + "9" * 5_000 + "}", "file.too-large"), ('{"a": 0.' + "1" * 5_000 + "}", "file.too-large"),
    ("[1]", "file.root"), ("1", "file.root"), ("", "file.empty"), ("null", "file.empty"),
    ('{"a": 1,}', "file.syntax"), ('{"a": [1,]}', "file.syntax"), ('{"a": [,1]}', "file.syntax"),
    ('{"a": 012}', "file.syntax"), ('{"a": +1}', "file.syntax"), ('{"a": .5}', "file.syntax"),
    ('{"a": trueish}', "file.syntax"), ('{"a": -}', "file.syntax"), ("{'a': 1}", "file.syntax"),
    ('{"a" 1}', "file.syntax"), ('{"a": 1', "file.syntax"), ('{"a"', "file.syntax"), ("{", "file.syntax"),
    ('{"a": "x', "file.syntax"), ('{"a": "x\ny"}', "file.syntax"), ('{"a": "\\x"}', "file.syntax"),
    ('{"a": "\\u12"}', "file.syntax"), ('{"a": 1} x', "file.syntax"), ('{"a": [1}', "file.syntax"),
    ('{"a": 1, # c\n"b": 2}', "file.syntax"), ("{1: 2}", "file.syntax"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code"), JSON_REFUSED)
def test_json_is_strict_in_a_json_file(text: str, code: str) -> None:
    """In a .json file, what is not JSON or no finite short number is refused."""
    assert codes(text, "list.json") == {code}


def test_json_is_read() -> None:
    """Escapes, surrogate pairs, tabs as white space and all kinds of values are fine."""
    text = '\n{\t"a" : "\\ud83d\\ude00\\n\\/",\r\n\t"b": [1, -2.5, 1e-05, true, false, null, [], {}], "": {"c": 0}}\n'
    expected: Tree = {"a": "😀\n/", "b": [1, -2.5, 0.00001, True, False, None, [], {}], "": {"c": 0}}
    assert read_text(text).data == read_text(text, file="X.JSON").data == expected


@pytest.mark.parametrize(
    ("text", "value"), [('{"a": 1,}', 1), ('{"a": 012}', "012"), ('{"a": 12:30}', "12:30"), ('{ "a": Nancy}', "Nancy")]
)
def test_yaml_that_looks_like_json_is_read_as_yaml(text: str, value: Tree) -> None:
    """Without a .json name, bad JSON gets a second chance as YAML."""
    assert read_text(text).data == {"a": value}


@pytest.mark.parametrize(
    "number", ["1234567890", "-1234567890", "1e3", "1E+3", "1e999", "1.50", "0." + "1" * 40, "-0.0"]
)
def test_a_number_is_the_same_in_yaml_and_json(number: str) -> None:
    """What would print otherwise than it was typed, or is long, is text; never a number without an end."""
    found = read_text(f'{{"a": {number}}}', file="list.json").data["a"]
    assert found == read_text(f"a: {number}").data["a"] == (0.0 if number == "-0.0" else number)


@pytest.mark.parametrize("text", ['{"a": NaN}', '{"a": 1, "a": 2}'])
def test_yaml_is_no_way_around_a_rule(text: str) -> None:
    """What JSON refuses for a reason other than syntax is not read again as YAML."""
    assert codes(text) <= {"file.number", "file.duplicate-key"}


@pytest.mark.parametrize(
    "text",
    [
        "name: x\nmodels:\n  - gear: a\n    count: 1\n    gear: b\nname: y\n",
        '{"name": "x",\n"models": [\n{"gear": "a",\n"count": 1,\n"gear": "b"}],\n"name": "y"}',
    ],
)
@pytest.mark.usefixtures("parser")
def test_every_duplicate_key_is_told_with_both_lines(text: str) -> None:
    """All duplicates come at once, each with its path, its line and the line it repeats."""
    inner, outer = findings(text)
    assert (inner.where, inner.line) == ("models[0].gear", 5)
    assert "line 3" in inner.message
    assert "line 5" in inner.message
    assert (outer.where, outer.line) == ("name", 6)
    assert "line 1" in outer.message


def test_findings_are_capped() -> None:
    """A file with thousands of problems gives twenty."""
    assert len(findings("a: 1\n" * 5_000)) == 20
    assert len(findings("a: \u202e\n" * 5_000)) == 20


@pytest.mark.usefixtures("parser")
def test_every_node_has_its_line() -> None:
    """A value has the line of its key, an item its own, and a block scalar the line it is announced on."""
    assert read_text(LIST).lines == {
        (): 1, ("game",): 1, ("name",): 2, ("models",): 3,
        ("models", 0): 4, ("models", 0, "entry"): 4, ("models", 0, "count"): 5, ("models", 0, "gear"): 6,
        ("models", 0, "gear", 0): 6, ("models", 0, "gear", 1): 6, ("models", 0, "notes"): 7,
        ("models", 1): 10, ("models", 1, "entry"): 10, ("models", 1, "alive"): 11, ("models", 1, "weight"): 12,
        ("models", 1, "extra"): 13,
    }  # fmt: skip


@pytest.mark.parametrize("indent", [None, 0, 3])
@pytest.mark.usefixtures("parser")
def test_json_and_yaml_have_the_same_lines(indent: int | None) -> None:
    """One document, read as JSON and as YAML, gives the same data and the same lines."""
    text = json.dumps(read_text(LIST).data, indent=indent, ensure_ascii=False)
    as_json, as_yaml = read_text(text, file="a.json"), read_text("--- " + text)
    assert as_json.data == as_yaml.data == read_text(LIST).data
    assert as_json.lines == as_yaml.lines


def test_a_line_is_found_for_any_path() -> None:
    """A path that is not in the document has the line of its nearest parent."""
    document = read_text("\na: 1\nb:\n  - c: 2\n")
    paths: list[reading.Path] = [(), ("zzz",), ("b", 0, "c"), ("b", 0, "d", "e"), ("b", 7)]
    assert [document.line(path) for path in paths] == [2, 2, 4, 4, 3]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), ""), (("a",), "a"), ((2, "a"), "[2].a"), (("models", 2, "gear", 1), "models[2].gear[1]"),
        (("a\x1b\n",), "a\\x1b\\n"), (("x" * 100,), "x" * 57 + "..."),
    ],
)  # fmt: skip
def test_a_path_is_shown_as_people_write_it(path: reading.Path, text: str) -> None:
    """Dots and brackets, nothing that could harm a terminal, nothing endless."""
    assert format_path(path) == text


@pytest.mark.parametrize("name", ["a.yaml", "a.json"])
@pytest.mark.parametrize(
    "text", ["[" * 100_000, "{" * 100_000, "- " * 100_000, "? " * 100_000, "a: " + "[" * 100_000, '{"a":' * 50_000]
)
def test_deep_nesting_does_not_kill_the_process(text: str, name: str) -> None:
    """A child process that reads it ends by itself, with a DocumentError and in good time."""
    program = (
        "import sys; from listbuilder.storage.reading import read_bytes\n"
        "from listbuilder.base.errors import DocumentError\n"
        "try: read_bytes(sys.stdin.buffer.read(), file=sys.argv[1])\n"
        "except DocumentError: sys.exit(7)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", program, name]
    done = subprocess.run(command, input=text.encode(), env=environment, timeout=60, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (7, b"")


@pytest.mark.parametrize(
    ("text", "depth"), [("a: " + "[" * 23 + "]" * 23, 24), ('{"a":' * 24 + "1" + "}" * 24, 24), ("a:\n  - b: 1", 3)]
)
@pytest.mark.usefixtures("parser")
def test_the_depth_limit_is_exact(text: str, depth: int) -> None:
    """A document as deep as the limit is read, one level less is too little."""
    assert read_text(text, limits=Limits(1_000, depth, 1_000, 100)).data
    assert codes(text, limits=Limits(1_000, depth - 1, 1_000, 100)) == {"file.too-deep"}


@pytest.mark.parametrize("text", ["a: [1, {b: 2}, cc]", '{"a": [1, {"b": 2}, "cc"]}'])
def test_the_other_limits_are_exact(text: str) -> None:
    """Bytes, values and characters are each allowed up to the limit and refused one above."""
    size = len(text)
    assert read_text(text, limits=Limits(size, 3, 6, 2)).data == {"a": [1, {"b": 2}, "cc"]}
    for limits in (Limits(size - 1, 3, 6, 2), Limits(size, 3, 5, 2), Limits(size, 3, 6, 1)):
        assert codes(text, limits=limits) == {"file.too-large"}
        with pytest.raises(DocumentError):
            read_text(text, limits=limits)


def test_a_catalogue_may_be_larger_than_a_list() -> None:
    """What is too much for a list is fine for a catalogue."""
    text = "a:\n" + "  - b\n" * 30_000
    assert codes(text) == {"file.too-large"}
    assert read_text(text, limits=CATALOGUE_LIMITS).line(("a", 29_999)) == 30_001


def merge_bomb() -> str:
    """Thirty levels of merge keys, each of which doubles the work."""
    return "a0: &a0 {k: 1}\n" + "".join(f"a{n}: &a{n}\n  <<: [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 30))


def laughs() -> str:
    """A billion laughs."""
    return "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10))


BOMBS = [
    merge_bomb(), laughs(), "a: 0x" + "F" * 200_000, "a: " + "9" * 200_000, "a: [" + "1," * 120_000,
    "a: [" + "[]," * 80_000, "".join(f"k{n}: 1\n" for n in range(20_000)), "a: x" + "\u0300\u0323" * 60_000,
    "a:\n" + ("- e" + "\u0300\u0323" * 950 + "\n") * 60, '{"a": ' + "1" * 200_000 + "}",
    '{"a": "' + "\\u0300" * 40_000 + '"}', "a: '" + "x\n" * 100_000, "\n" * 250_000, " " * 250_000, "#" * 250_000,
]  # fmt: skip


@pytest.mark.parametrize("text", BOMBS, ids=lambda text: repr(text[:12]))
def test_a_bomb_is_refused_at_once(text: str) -> None:
    """No small file is much work."""
    with counted() as work:
        assert codes(text)
    assert work.calls < 2_000_000


def test_a_file_is_read(tmp_path: pathlib.Path) -> None:
    """A file gives its document, under its own name."""
    path = tmp_path / "squad.yaml"
    path.write_text(LIST, encoding="utf-8")
    document = read_file(path)
    assert document == Document(read_text(LIST).data, read_text(LIST).lines, str(path))


def test_what_is_not_a_file_is_refused(tmp_path: pathlib.Path) -> None:
    """Missing files, folders, pipes, devices and impossible names each have their code, and none waits."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    cases = {
        tmp_path / "none.yaml": "file.missing",
        tmp_path: "file.not-a-file",
        tmp_path / "pipe": "file.not-a-file",
        pathlib.Path("/dev/zero"): "file.not-a-file",
        tmp_path / "loop": "file.unreadable",
        tmp_path / ("x" * 5_000): "file.unreadable",
        tmp_path / "a\0b": "file.unreadable",
        tmp_path / "a\ud800b": "file.unreadable",
    }
    for path, code in cases.items():
        with pytest.raises(DocumentError) as caught:
            read_file(path)
        assert [(finding.code, finding.file) for finding in caught.value.findings] == [(code, str(path))]


def test_a_large_file_is_not_read_whole(tmp_path: pathlib.Path) -> None:
    """A sparse file of a terabyte is refused by its first bytes."""
    path = tmp_path / "large.yaml"
    with path.open("wb") as stream:
        stream.truncate(2**40)
    with pytest.raises(DocumentError, match="larger than 256 kB"):
        read_file(path)


def test_an_error_can_be_shown_alone() -> None:
    """The message of the exception has the file, the line and how many problems there are."""
    with pytest.raises(DocumentError) as caught:
        read_text("a: 1\nb: &x 2\nc: *x\n", file="s.yaml")
    assert str(caught.value) == "s.yaml, line 2: `&x` marks text for use elsewhere, which isn't allowed (and 1 more)"


def test_json_does_not_need_yaml() -> None:
    """Importing the package and reading JSON loads neither PyYAML nor pydantic."""
    program = (
        "import sys; from listbuilder.storage.reading import read_text; read_text('{\"a\": 1}')\n"
        "assert not {'yaml', 'pydantic', 'typing_extensions'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True)


ALPHABET = st.one_of(
    st.text(max_size=12), st.text(alphabet="[]{}:,-?&*!|>%@`\"'\\# \n\tae01.~<u\u0301\u202e", max_size=40)
)


@given(raw=st.one_of(st.binary(max_size=80), ALPHABET.map(lambda text: text.encode("utf-8", "surrogatepass"))))
@FUZZ
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    """Whatever the bytes, under any name: a document or a DocumentError."""
    for file in (None, "a.json"):
        result = outcome(raw, file)
        assert isinstance(result, dict) or result


JSON_LIST = json.dumps(fast_yaml.load(LIST), indent=1)


@given(data=st.data())
@FUZZ
def test_a_mutated_list_is_read_or_refused(data: st.DataObject) -> None:
    """A good list, broken in up to four places, in both parsers: a document or a DocumentError."""
    text = data.draw(st.sampled_from([LIST, JSON_LIST]))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 8)))
        text = text[:start] + data.draw(ALPHABET) + text[end:]
    for each in PARSERS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(yaml_module, "PARSER", each)
            result = outcome(text)
        assert isinstance(result, dict) or result


LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-999_999_999, 999_999_999), st.text(max_size=8),
    st.integers(-10**6, 10**6).map(lambda number: number / 64),
)  # fmt: skip
NAMES = st.text(max_size=5)
TREES = st.recursive(
    LEAVES, lambda tree: st.lists(tree, max_size=3) | st.dictionaries(NAMES, tree, max_size=3), max_leaves=8
)


@given(tree=st.dictionaries(NAMES, TREES, max_size=3), indent=st.sampled_from([None, 1]))
@FUZZ
def test_json_and_yaml_agree(tree: dict[str, Tree], indent: int | None) -> None:
    """Any tree, written as JSON and read as JSON and as YAML, is the same tree or has the same problems."""
    text = json.dumps(tree, indent=indent, ensure_ascii=False)
    assert outcome(text, "a.json") == outcome("--- " + text, "a.yaml")
