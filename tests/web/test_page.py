"""The web builder in a real browser: built by keyboard and by touch, undone, kept, shared, played, and hard to hurt."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from listbuilder.exchange.documents.judged import judge_list
from listbuilder.exchange.formats import write_list
from listbuilder.exchange.formats.code import read_code
from listbuilder.judging.validator import Referee
from listbuilder.loading import game_folders, load_game
from listbuilder.storage.reading import Document
from listbuilder.ui.web.page_files import FOLDER, page_of
from listbuilder.ui.web.page_look import GameCover
from tests.support.browsing import (
    BROWSER,
    MISSING,
    Visit,
    at_first_row,
    axe_source,
    code_of,
    made,
    opened,
    starter,
    until,
    views,
)

GAMES = sorted(game_folders())
browser = pytest.mark.skipif(BROWSER is None, reason=MISSING)
KEPT = "() => Object.keys(localStorage).some((key) => key.startsWith('listbuilder:list:'))"
HOSTILE = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>&lt;b&gt;'


def begin(page: Any, game: str) -> None:
    """Choose a game by keyboard."""
    page.wait_for_selector(f"[data-key=new-{game}]")
    page.focus(f"[data-key=new-{game}]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-key=add]")


def add_first(page: Any) -> None:
    """Add the best of what can be added, by keyboard."""
    before = page.locator("section[aria-label=Models] .rows > li").count()
    page.keyboard.press("a")
    page.wait_for_selector("dialog .choice")
    page.keyboard.press("Enter")
    until(page, "n => document.querySelectorAll('section[aria-label=Models] .rows > li').length === n", before + 1)
    done(page)


def done(page: Any) -> None:
    """Close the dialog that stays open for more."""
    page.wait_for_selector("dialog")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def chosen(page: Any) -> int:
    """Choose the best of whatever the list itself needs, by keyboard; how many choices that took."""
    if not page.locator("section[aria-label='The list']").count():
        return 0
    page.wait_for_selector(".slot")
    needed = page.locator(".slot:has-text('needs') [data-key^=choose-]")
    keys = [one.get_attribute("data-key") for one in needed.all()]
    for key in keys:
        page.focus(f"[data-key={key}]")
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog .choice")
        before = code_of(page)
        page.keyboard.press("Enter")
        until(page, "code => location.hash.slice(1) !== code", before)
    return len(keys)


def mended(page: Any) -> int:
    """Take the first way to mend each error, or add a model, by keyboard, until there is none; how many it took."""
    for step in range(25):
        if "Not legal" not in page.inner_text("#foot .sum"):
            return step
        before = code_of(page)
        page.keyboard.press("F")
        page.wait_for_selector("dialog .dialog-body")
        if page.locator("dialog .choice").count():
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("Escape")
            page.wait_for_selector("dialog", state="detached")
            add_first(page)
        until(page, "code => location.hash.slice(1) !== code", before)
    raise AssertionError(f"still wrong after 25 steps: {page.inner_text('#main')[-900:]}")


def total(page: Any) -> str:
    """What stands in the bar at the foot."""
    return str(page.locator("#foot .sum b").inner_text())


# Without a browser


def test_files_are_small() -> None:
    """Scripts and styles as they are sent stay under 140 kB together."""
    sent = {name: file for name, file in page_of().files.items() if name.endswith((".js", ".css"))}
    assert sum(len(file.body) for file in sent.values()) < 140_000


def test_scripts_go_out_without_asides() -> None:
    """Comments and indents of the modules stay behind; no text runs over a line, which could lose some."""
    for name, file in page_of().files.items():
        if name.endswith(".js"):
            lines = file.body.decode().splitlines()
            assert not any(line.startswith((" ", "//", "*")) for line in lines), name
    for path in FOLDER.rglob("*.js"):
        assert all(line.count("`") % 2 == 0 for line in path.read_text("utf-8").splitlines()), path.name


def test_no_markup_is_made_of_data() -> None:
    """No script of the page writes HTML, and nothing comes from another place."""
    for path in FOLDER.rglob("*"):
        if path.suffix in (".js", ".html", ".css"):
            text = path.read_text("utf-8")
            for word in (
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "document.write",
                "eval(",
                "https:",
                "@import",
            ):
                assert word not in text, f"{word} in {path.name}"


def test_worker_names_every_file() -> None:
    """The worker keeps every file of the page, under the digest of all of them."""
    page = page_of()
    head = page.files["worker.js"].body.decode().splitlines()[:2]
    assert head[0] == f'const DIGEST = "{page.digest}";'
    named = json.loads(head[1].removeprefix("const FILES = ").removesuffix(";"))
    assert sorted(named) == sorted(name for name in page.files if name != "worker.js")


def test_another_game_is_another_version() -> None:
    """The page knows its games and events from the start, so any change of them changes its digest."""
    versions = [
        page_of(),
        page_of([GameCover("a", "A")]),
        page_of([GameCover("a", "B")]),
        page_of([GameCover("a", "B")], {"Cup": "a"}),
    ]
    assert len({one.digest for one in versions}) == 4


def test_few_bytes_at_once() -> None:
    """The page goes out packed, under 55 kB in all, and all it needs is named in its first file."""
    files = page_of().files
    assert sum(len(file.packed) for file in files.values()) < 55_000
    named = set(re.findall(r'(?:src|href)="([\w./]+)"', files[""].body.decode()))
    assert named == set(files) - {"", "worker.js"}


# Building


@pytest.mark.sample(1)
@browser
@pytest.mark.parametrize("game", GAMES)
def test_build_by_keyboard(visit: Visit, game: str) -> None:
    """A legal list by keyboard alone; undone to the start, nothing is left; redone, all of it is back."""
    page = visit.open()
    begin(page, game)
    steps = chosen(page)
    for _ in range(3):
        add_first(page)
    steps += 3 + mended(page)
    done = code_of(page)
    assert len(read_code(done).data["models"]) >= 3  # type: ignore[arg-type]
    for _ in range(steps):
        page.keyboard.press("u")
    until(page, "() => !document.querySelector('section[aria-label=Models] .rows > li')")
    for _ in range(steps):
        page.keyboard.press("U")
    until(page, "code => location.hash.slice(1) === code", done)


@browser
def test_choices_show_reasons(visit: Visit) -> None:
    """What does not fit is shown with the validator's reason, can be taken all the same, and is mended again."""
    page = at_first_row(visit.open(), "game: rogue-conflict\nmodels: [{rank: I, weapon: slug pistol}]")
    page.click("[aria-label='Choose abilities']")
    page.wait_for_selector("dialog .choice")
    first = page.locator("dialog .choice >> nth=0")
    assert "not now" in first.inner_text()
    assert "Abilities" in first.inner_text()
    first.click()
    page.wait_for_selector("#foot >> text=Not legal")
    page.wait_for_selector(".finding.error", state="attached")
    page.keyboard.press("u")
    page.wait_for_selector("#foot >> text=Legal")


@pytest.mark.slow
@browser
def test_search_ranks_and_marks(visit: Visit) -> None:
    """Typing narrows the choices, what fits and begins with the word first; escape clears, then closes."""
    page = visit.open()
    opened(page, "game: rogue-conflict\nmodels: [{rank: I, weapon: slug pistol}]")
    page.click("[data-key=go-models-0]")
    page.click("[aria-label$='change weapon']")
    page.wait_for_selector("dialog .choice")
    page.keyboard.type("plasma r")
    until(page, "() => document.querySelector('dialog .choice mark')")
    assert page.locator("dialog .choice >> nth=0").inner_text().startswith("Plasma Rifle")
    page.keyboard.press("Escape")
    assert page.locator("dialog input[type=search]").input_value() == ""
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


@pytest.mark.slow
@browser
def test_rows_move_copy_and_go(visit: Visit) -> None:
    """Rows are copied, moved and removed by their buttons, and each step is said and undone in words."""
    page = visit.open(width=320, has_touch=True)
    opened(page, "game: constellation-warrior\nmodels: [{unit: Expert}, {unit: Novice}]")
    page.tap("[data-key=go-models-0]")
    page.tap("[aria-label^='Move down'] >> visible=true")
    until(page, "() => document.querySelector('#said').textContent.includes('moved to 2 of 2')")
    page.tap("[aria-label^='Copy'] >> visible=true")
    until(page, "() => document.querySelectorAll('section[aria-label=Models] .rows > li').length === 3")
    page.tap("[aria-label^='Remove'] >> visible=true")
    until(page, "() => document.querySelectorAll('section[aria-label=Models] .rows > li').length === 2")
    assert page.get_attribute("[data-key=undo]", "aria-label").startswith("Undo: remove")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.slow
@browser
def test_format_takes_its_limit_along(visit: Visit) -> None:
    """Another format brings its own limit, also where the players had agreed on one."""
    page = visit.open()
    opened(page, "game: constellation-warrior\nformat: small\nlimit: 44\nmodels: [{unit: Expert}]")
    assert " of 44 " in total(page)
    page.select_option("[data-key=format]", "big")
    until(page, "() => document.querySelector('#foot .sum b').textContent.includes(' of 70 ')")


@pytest.mark.slow
@browser
def test_a_line_makes_a_model(visit: Visit) -> None:
    """What is no name in the picker is read as a whole model, its options and how many."""
    page = visit.open()
    opened(page, "game: rogue-conflict\nmodels: []")
    page.keyboard.press("a")
    page.wait_for_selector("dialog .choice")
    page.keyboard.type("II plasma rifle deadeye x2")
    page.wait_for_selector("text=as a whole model")
    page.keyboard.press("Enter")
    until(page, "() => document.querySelector('.rows .name') !== null")
    assert read_code(code_of(page)).data["models"] == [
        {"rank": "ii", "weapon": "plasma-rifle", "abilities": ["deadeye"], "count": 2}
    ]


@pytest.mark.slow
@browser
def test_what_is_owned_is_told(visit: Visit) -> None:
    """With a collection, choices that are not in it carry the warning, and the page remembers the collection."""
    page = visit.open()
    page.wait_for_selector("#own")
    text = b"game: rogue-conflict\nowned: {weapon: {Slug Pistol: 1}}\n"
    page.set_input_files("#own", {"name": "mine.yaml", "mimeType": "text/yaml", "buffer": text})
    page.wait_for_selector("[aria-label='Forget what I own of Rogue Conflict']")
    opened(page, "game: rogue-conflict\nmodels: [{rank: I, weapon: slug pistol}]")
    page.click("[data-key=go-models-0]")
    page.click("[aria-label$='change weapon']")
    page.wait_for_selector("dialog .choice")
    page.keyboard.type("laser rifle")
    assert "warns" in page.locator("dialog .choice >> nth=0").inner_text()


@pytest.mark.slow
@browser
def test_quick_taps_are_all_made(visit: Visit) -> None:
    """Taps that come before the answer to the last one are made to the list that it left; none is lost."""
    page = at_first_row(visit.open(), "game: constellation-warrior\nmodels: [{unit: Novice}]")
    page.evaluate("() => [1, 2].forEach(() => document.querySelector('[data-key=Copy-models-0]').click())")
    until(page, "() => document.querySelectorAll('section[aria-label=Models] .rows > li').length === 3")
    assert [one["unit"] for one in made(page)["models"]] == ["novice"] * 3


# Kept


@pytest.mark.slow
@browser
def test_lists_are_kept(visit: Visit) -> None:
    """Opening a link changes nothing; after an edit the list survives a reload, and closing the tab."""
    page = visit.open()
    opened(page, "game: constellation-warrior\nmodels: [{unit: Expert}]")
    assert not page.evaluate(KEPT)
    page.fill("[data-key=list-name]", "Kept")
    page.keyboard.press("Tab")
    until(page, KEPT)
    page.reload()
    page.wait_for_selector("[data-key=add]")
    assert page.input_value("[data-key=list-name]") == "Kept"
    again = visit.tab(page.context)
    again.wait_for_selector("[data-key=add]")
    assert again.input_value("[data-key=list-name]") == "Kept"


def rename(page: Any, name: str) -> None:
    """Give the list another name, and wait until that is made."""
    before = code_of(page)
    page.fill("[data-key=list-name]", name)
    page.keyboard.press("Tab")
    until(page, "code => location.hash.slice(1) !== code", before)


def back(page: Any, key: str, name: str) -> None:
    """Undo or redo, after which the list has this name."""
    page.click(f"[data-key={key}]")
    until(page, "name => document.querySelector('[data-key=list-name]').value === name", name)


@pytest.mark.slow
@browser
def test_undo_outlives_a_reload(visit: Visit) -> None:
    """After a reload every step can be undone and redone as before, in words, and judged; so in another tab."""
    page = visit.open()
    opened(page, {**starter("kill-team"), "name": "0"})
    legal = page.inner_text("#foot .sum")
    rename(page, "1")
    page.click("[data-key=go-models-2]")
    before = code_of(page)
    page.keyboard.press("x")
    until(page, "code => location.hash.slice(1) !== code", before)
    rename(page, "3")
    page.reload()
    page.wait_for_selector("[data-key=undo]:enabled")
    assert page.get_attribute("[data-key=undo]", "title") == "Undo: name of the list: 3"
    back(page, "undo", "1")
    page.reload()  # in the middle: one step forward, two back
    page.wait_for_selector("[data-key=redo]")
    assert page.inner_text("#foot .sum") != legal
    page.click("[data-key=undo]")
    until(page, "code => location.hash.slice(1) === code", before)
    back(page, "undo", "0")
    assert "Legal" in page.inner_text("#foot .sum")
    assert page.locator("[data-key=undo]:disabled").count() == 1
    other = visit.tab(page.context)
    other.wait_for_selector("[data-key=redo]")
    for name in ("1", "1", "3"):
        back(other, "redo", name)
    assert other.locator("[data-key=redo]").count() == 0


@pytest.mark.slow
@browser
def test_many_steps_take_little_room(visit: Visit) -> None:
    """Two hundred steps of a list are kept in less room than ten such lists, and where there is none the list is."""
    page = visit.open()
    opened(page, starter("kill-team"))
    for nth in range(12):
        rename(page, f"Name {nth}")
    key, size, alone = page.evaluate("""() => {
      const key = Object.keys(localStorage).find((one) => one.startsWith("listbuilder:list:"));
      const { steps, ...rest } = JSON.parse(localStorage[key]);
      return [key, JSON.stringify(steps).length, JSON.stringify(rest.list).length];
    }""")
    assert size / 12 < alone / 10
    page.evaluate("""() => {
      const set = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key, value) {
        if (value.includes('"steps":[[[')) throw new DOMException("no room", "QuotaExceededError");
        set.call(this, key, value);
      };
    }""")
    rename(page, "x" * 60)
    until(page, "key => !JSON.parse(localStorage[key]).steps", key)
    assert "kept in this browser" in page.inner_text("#foot .sum")
    page.reload()
    page.wait_for_selector("[data-key=undo]:disabled")
    assert page.input_value("[data-key=list-name]") == "x" * 60


@pytest.mark.slow
@browser
def test_strange_steps_in_storage_are_none(visit: Visit) -> None:
    """Steps that do not fit their list, or are no steps at all, are not there; the list is."""
    page = visit.open()
    opened(page, starter("constellation-warrior"))
    rename(page, "Kept")
    for steps in ("[[[5, 5, '!', 'x']], []]", "[[7], 7]", "'?'", "[[['a', {}, null, 1]]]"):
        page.evaluate(f"""() => {{
          const key = Object.keys(localStorage).find((one) => one.startsWith("listbuilder:list:"));
          localStorage[key] = JSON.stringify({{ ...JSON.parse(localStorage[key]), steps: {steps} }});
        }}""")
        page.reload()
        page.wait_for_selector("[data-key=undo]:disabled")
        assert page.input_value("[data-key=list-name]") == "Kept"


@pytest.mark.slow
@browser
def test_two_tabs_ask(visit: Visit) -> None:
    """When another tab changes the open list, the reader is asked, and neither version is lost."""
    page = visit.open()
    opened(page, "game: constellation-warrior\nname: One\nmodels: [{unit: Expert}]")
    page.fill("[data-key=list-name]", "Mine")
    page.keyboard.press("Tab")
    until(page, KEPT)
    other = visit.tab(page.context)
    other.wait_for_selector("[data-key=add]")
    other.fill("[data-key=list-name]", "Theirs")
    other.keyboard.press("Tab")
    page.wait_for_selector("#tabs")
    page.click("text=Keep mine, as another list")
    names = "key => JSON.parse(localStorage[key]).name"
    lists = "Object.keys(localStorage).filter(key => key.startsWith('listbuilder:list:'))"
    kept = page.evaluate(f"{lists}.map({names}).sort()")
    assert kept == ["Mine", "Theirs"]


@pytest.mark.slow
@browser
def test_two_tabs_never_overwrite(visit: Visit) -> None:
    """A reader who goes on without answering has a list of his own then, and the other tab's is as it was."""
    page = visit.open()
    opened(page, "game: constellation-warrior\nname: One\nmodels: [{unit: Expert}]")
    rename(page, "Mine")
    other = visit.tab(page.context)
    other.wait_for_selector("[data-key=add]")
    rename(other, "Theirs")
    page.wait_for_selector("#tabs")
    rename(page, "Mine, changed")
    page.wait_for_selector("#tabs >> text=a list of its own")
    rename(other, "Theirs, changed")
    rename(page, "Mine, changed again")
    kept = "Object.keys(localStorage).filter(key => key.startsWith('listbuilder:list:'))"
    names = page.evaluate(f"{kept}.map(key => JSON.parse(localStorage[key]).name).sort()")
    assert names == ["Mine, changed again", "Theirs, changed"]


@pytest.mark.slow
@browser
def test_full_storage_has_a_way_out(visit: Visit) -> None:
    """A list that can't be kept is said to be lost with the tab, can be saved to a file, and its address holds it."""
    page = visit.open()
    opened(page, starter("constellation-warrior"))
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }; }")
    rename(page, "Nowhere")
    page.wait_for_selector("#unkept")
    assert "NOT kept" in page.inner_text("#foot .sum")
    with page.expect_download() as found:
        page.click("#unkept >> text=Save to a file")
    assert "Nowhere" in found.value.path().read_text("utf-8")
    assert made(page)["name"] == "Nowhere"


@pytest.mark.slow
@browser
def test_denied_storage_has_a_way_out(visit: Visit) -> None:
    """Where a browser denies storage the page works, says so at an edit, and the address brings the list back."""
    page = visit.open()
    denied = "throw new DOMException('denied', 'SecurityError')"
    page.add_init_script(f"Object.defineProperty(window, 'localStorage', {{ get() {{ {denied}; }} }})")
    page.reload()
    opened(page, starter("constellation-warrior"))
    rename(page, "Nowhere")
    page.wait_for_selector("#unkept")
    page.reload()
    page.wait_for_selector("[data-key=add]")
    assert page.input_value("[data-key=list-name]") == "Nowhere"


@pytest.mark.slow
@browser
def test_play_marks_are_kept(visit: Visit) -> None:
    """Wounds crossed off in play mode survive a reload, can be undone, and are not in the link."""
    page = visit.open()
    opened(page, starter("rogue-conflict"))
    page.click("[data-key=play]")
    page.wait_for_selector(".track button")
    page.click(".track button >> nth=1")
    assert page.locator(".track button[aria-pressed=true]").count() == 2
    page.reload()
    page.wait_for_selector(".track button[aria-pressed=true]")
    assert page.locator(".track button[aria-pressed=true]").count() == 2
    page.click("[data-key=tab-log]")
    page.click("[data-key=clear]")
    page.click("[data-key=tab-mine]")
    assert page.locator(".track button[aria-pressed=true]").count() == 0
    page.click("[data-key=unmark]")
    assert page.locator(".track button[aria-pressed=true]").count() == 2
    other = visit.open(code=code_of(page))
    other.click("[data-key=play]")
    other.wait_for_selector(".track button")
    assert other.locator(".track button[aria-pressed=true]").count() == 0


@pytest.mark.slow
@browser
def test_without_the_service(visit: Visit) -> None:
    """Offline the page opens, the list can be read and played, and says since when it was not judged."""
    page = visit.open()
    opened(page, "game: constellation-warrior\nmodels: [{unit: Expert}]")
    page.fill("[data-key=list-name]", "Offline")
    page.keyboard.press("Tab")
    page.click("[data-key=play]")
    page.wait_for_selector("[data-key=build]")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("[data-key=turn-more]")
    page.click("[data-key=build]")
    page.wait_for_selector("#foot >> text=Not judged since")
    assert page.input_value("[data-key=list-name]") == "Offline"
    for key in ("add", "share", "print"):
        page.click("#offline button")
        page.click(f"[data-key={key}]")
        page.wait_for_selector("#offline")
        assert "Adding, changing, opening other lists, What fits, Share and Print need" in page.inner_text("#offline")


# Shared


@browser
def test_share_and_open_again(visit: Visit) -> None:
    """The link of a list opens the same list elsewhere."""
    page = visit.open()
    opened(page, starter("kill-team"))
    page.click("[data-key=share]")
    page.click("dialog >> text=For me")
    page.wait_for_selector("#share-link")
    link = page.input_value("#share-link")
    assert page.locator("dialog img.qr").count() == 1
    other = visit.open(code=link.partition("#")[2])
    other.wait_for_selector("[data-key=add]")
    assert total(other) == total(page)


@pytest.mark.sample(1)
@browser
@pytest.mark.parametrize("width", [360, 1400])
def test_secrets_are_asked_about(visit: Visit, width: int) -> None:
    """Where a game keeps secrets the page asks whom a text or a sheet is for; an opponent's has none of them."""
    page = visit.open(width)
    opened(page, starter("kill-team"))
    for whom, secret in (("For me", True), ("For my opponent", False)):
        page.click("[data-key=share]")
        page.click(f"dialog >> text={whom}")
        page.wait_for_selector("#share-text")
        assert ("Tac-op" in page.input_value("#share-text")) is secret
        assert ("tac-op" in read_code(page.input_value("#share-code")).data) is secret
        assert ("tac-op" in read_code(page.input_value("#share-link").partition("#")[2]).data) is secret
        assert page.locator("dialog >> text=Save what opens the seal").count() == (not secret)
        if not secret:
            with page.expect_download() as found:
                page.click("text=Save what opens the seal")
            assert found.value.suggested_filename.endswith(".reveal.json")
        done(page)
        page.click("[data-key=print]")
        page.click(f"dialog >> text={whom}")
        page.wait_for_selector("dialog >> text=Sheet")
        words = page.inner_text("dialog")
        assert ("Cards" in words, "opens the seal" in words) == (secret, not secret)
        done(page)


@pytest.mark.slow
@browser
def test_nothing_is_asked_without_secrets(visit: Visit) -> None:
    """A game that keeps nothing secret is shared at once."""
    page = visit.open()
    opened(page, starter("constellation-warrior"))
    page.click("[data-key=share]")
    page.wait_for_selector("#share-text")
    assert page.locator("dialog >> text=For me").count() == 0


@pytest.mark.slow
@browser
def test_mangled_link_is_refused_in_words(visit: Visit) -> None:
    """A link that can't be read says so, and the first page stands there."""
    whole = write_list(
        judge_list(Document(starter("kill-team"), {}, None), Referee(load_game("kill-team"))), "code"
    ).strip()
    page = visit.open(code=whole[:-9])
    page.wait_for_selector("#refused")
    assert "code" in page.inner_text("#refused")
    page.wait_for_selector("#paste")
    assert page.locator("[data-key=add]").count() == 0


@browser
def test_notes_about_a_pasted_text_are_shown(visit: Visit) -> None:
    """What `import` says of a text stands above the list until it is closed."""
    page = opened(visit.open(), "Constellation Warrior\n2 Novice\nTotal: 99 points\n")
    page.wait_for_selector("#imported")
    assert "states 99" in page.inner_text("#imported")
    page.click("#imported button")
    assert page.locator("#imported").count() == 0


@pytest.mark.slow
@browser
def test_cards_as_pdf(visit: Visit) -> None:
    """One button gives the cards as a PDF to download."""
    page = visit.open()
    opened(page, starter("constellation-warrior"))
    page.click("[data-key=print]")
    with page.expect_download() as found:
        page.click("text=Cards (PDF)")
    assert found.value.suggested_filename == "cards.pdf"


# For everybody, against everybody


@pytest.mark.sample(1)
@browser
@pytest.mark.parametrize(
    ("scheme", "width", "game"), [("light", 320, "stack-and-horde"), ("dark", 1400, "demihuman-combat")]
)
def test_axe_finds_nothing(visit: Visit, scheme: str, width: int, game: str) -> None:
    """Every view passes axe, light and dark, on a small screen and a wide one."""
    page = visit.open(width, color_scheme=scheme)
    wrong: list[str] = []
    for view in views(page, starter(game)):
        page.evaluate(axe_source() + "; null")
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        wrong += [f"{view}: {one['id']}: {one['nodes'][0]['html'][:200]}" for one in found]
    assert wrong == []


@pytest.mark.slow
@browser
def test_hostile_names_are_text(visit: Visit) -> None:
    """Names from a stranger's list are shown as they are and do nothing."""
    page = visit.open()
    data = {
        "game": "rogue-conflict",
        "name": HOSTILE,
        "models": [{"rank": "I", "name": HOSTILE, "weapon": HOSTILE, "gear": [HOSTILE]}],
    }
    opened(page, data)
    page.click("[data-key=go-models-0]")
    page.wait_for_selector(".slot")
    assert HOSTILE in page.inner_text("#main")
    assert page.evaluate("window.hurt") is None
    assert page.locator("#main img, #main script").count() == 0
