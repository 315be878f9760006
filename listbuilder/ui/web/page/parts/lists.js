// Where a list comes from: a game and a format, a shipped starter, a file, a pasted text, a link, or one kept here.
import { button, h } from "../dom.js";
import * as saved from "../saved.js";

// What is typed stays while the page is drawn again.
let pasted = "";

/** A game's colour and initials. */
const badge = (game) => game && h("i.badge", { "aria-hidden": "true", vars: { "--accent": game.colour } }, game.name.split(/\s+/).map((word) => word[0]).slice(0, 3));

const file = (id, words, act) => [h("input", { type: "file", id, accept: ".yaml,.yml,.json,.txt", onchange: (event) => act(event.target.files[0]) }), h("label.button", { for: id }, words)];

export function home(games, acts) {
  const kept = saved.all();
  return h("div.home",
    kept.length ? h("section", { label: "Your lists" }, h("h2", "Your lists"), h("ul.rows", kept.map((one) => h("li",
      h("button.go", { key: `kept-${one.id}`, onclick: () => acts.openKept(one.id) }, badge(games.find((game) => game.id === one.list.game)), h("span.name", one.name || "Without a name", h("small.quiet", ` ${one.game}`)), h("span.cost", one.points || "")),
      h("span.tools", button("✕", () => acts.forget(one.id), { label: `Remove ${one.name || "the list"} from this browser` })))),
    ), button("Save all to a file", acts.saveAll)) : null,
    h("section", { label: "New list" }, h("h2", "New list"),
      h("ul.rows", games.map((game) => h("li", h("button.go", { key: `new-${game.id}`, onclick: () => acts.start(game.id) },
        badge(game), h("span.name", h("b", game.name), h("small.quiet", game.text))), game.starters && h("span.tools", button("Starters", () => acts.starters(game.id), { key: `starters-${game.id}`, label: `Starter lists of ${game.name}` })))))),
    h("section", { label: "Open a list" }, h("h2", "Open a list"),
      h("label", { for: "paste" }, "Paste a list, a code or a link:"), h("textarea", { id: "paste", key: "paste", value: pasted, oninput: (event) => (pasted = event.target.value) }),
      h("div.tools", button("Open", () => acts.openText(pasted), { class: "main" }),
        file("file", "Open a file", acts.openFile))),
    h("section", { label: "What you own" }, h("h2", "What you own"),
      games.filter((game) => saved.owned(game.id)).map((game) => h("p", `${game.name} `, button("Forget", () => acts.disown(game.id), { label: `Forget what I own of ${game.name}` }))),
      h("p", "Count your miniatures and what they carry: what you don't own is a warning in every choice and in the verdict."),
      h("details", { key: "own-games", open: games.length < 2 }, h("summary", "Choose a game"), h("ul.rows", games.map((game) => h("li", h("button.go", { key: `own-${game.id}`, onclick: () => acts.collect(game.id), label: `Count what I own of ${game.name}` }, h("span.name", game.name, saved.owned(game.id) ? h("small.good", " counted") : null)))))),
      file("own", "Open a collection", acts.own)),
    h("p.quiet", "Lists are kept in this browser. Browsers may empty that: save what matters to a file. On an iPhone, a page that is not on the home screen is emptied after seven days."));
}
