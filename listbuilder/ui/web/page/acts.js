// What a player can do, one function each: the buttons and the keys call these.
import { get, post } from "./api.js";
import { PAGE, app, ask, asking, edit, eventsOf, forgetPlaces, keepIt, missingEvent, notice, open, openSource, queued, refresh, render, settled, show, usualEvent } from "./app.js";
import { stepIn } from "./back.js";
import { add, choose, chooseAt, group } from "./choosing.js";
import { announce, button, dialog, h } from "./dom.js";
import { KEYS } from "./keys.js";
import { collection } from "./parts/collection.js";
import { ways } from "./parts/findings.js";
import { playing } from "./playing.js";
import { address, download, print, seal, share } from "./parts/share.js";
import * as saved from "./saved.js";
import * as State from "./state.js";

const list = () => app.state.view.list;
const set = (at, key, value) => edit({ do: "set", at, key, value });

/** Open the row so many further on. */
function go(by) {
  const places = [...(app.state.view.about.own ? [[]] : []), ...app.state.view.rows.map((one) => one.at)];
  const now = places.findIndex((one) => State.same(one, app.state.opened));
  if (places.length) open(places[Math.max(0, Math.min(places.length - 1, now + by))]);
}

/** Undo or redo; a step that was not judged as the list is now, or before a reload, is judged again. */
const step = (from, to, words) => queued(async () => {
  const next = app.state[from].at(-1);
  if (!next) return announce("There is nothing of that kind");
  const view = next.view || (await asking(() => ask("/bench/open", { list: next.list })));
  if (!view) return null;
  app.state = State.stepped(app.state, from, to, view);
  keepIt();
  return announce(`${words}: ${next.words}`);
});

async function move(at, to) {
  const rows = State.rowsOf(app.state.view, at[0]);
  if (to < 0 || to >= rows.length) return;
  if (await edit({ do: "move", at, to }, true)) announce(`${rows[at[1]].label} moved to ${to + 1} of ${rows.length}`);
}

const opened = (act) => () => app.state.opened && app.state.opened.length && act(app.state.opened);

const building = {
  set,
  open,
  move,
  format: (id) => {
    const chosen = { do: "set", at: [], key: "format", value: id };
    return edit(list().limit === undefined ? chosen : { do: "many", edits: [chosen, { do: "set", at: [], key: "limit", value: null }], words: `format: ${id}` });
  },
  add,
  group,
  choose,
  take: (change) => edit(change),
  next: () => go(1),
  previous: () => go(-1),
  event: async (name) => (await again({ event: name })) && keepIt(),
  roll: async (at, slot) => {
    await settled();
    const answer = await asking(() => ask("/bench/roll", { list: list(), at, slot }));
    if (answer && (await edit(answer.edit, true))) announce(answer.told);
  },
  drop: (at, slot, nth) => edit({ do: "drop", at, slot, nth }),
  copy: (at) => edit({ do: "copy", at }),
  remove: (at) => edit({ do: "remove", at }),
  undo: () => step("past", "future", "Undone"),
  redo: () => step("future", "past", "Done again"),
  finding: () => {
    const found = State.findings(app.state.view);
    if (!found.length) return announce("Nothing is wrong");
    const now = found.findIndex((one) => State.same(State.placeOf(one), app.state.opened));
    const next = found[(now + 1) % found.length];
    open(State.placeOf(next));
    return announce(next.message);
  },
  fixes: async (nth = null) => {
    const wrong = State.findings(app.state.view).filter((one) => one.severity === "error").map((one) => one.nth);
    if (nth === null && !wrong.length) return announce("Nothing is wrong");
    await settled();
    let which = nth;
    const looking = async () => {
      let answer = null;
      for (which of nth === null ? wrong.slice(0, 8) : [nth]) {
        answer = await asking(() => ask("/bench/fixes", { list: list(), finding: which }));
        if (!answer || answer.fixes.length) break;
      }
      return answer && [["", answer.fixes]];
    };
    return ways("Ways to mend it", looking(), edit, () => {
      const { message, hint } = app.state.view.findings[which] || {};
      return [h("p", message), h("p", hint), h("p.quiet", "It takes more than one change. Go there, or undo what brought it.")];
    });
  },
  compare: () => {
    const { past, view, id } = app.state;
    const from = (words, points, other, back) => h("li", h("button.choice", { onclick: () => compareWith(other, back) }, h("span", words), h("span.price", points)));
    const kept = saved.all().filter((one) => one.list.game === view.list.game && one.id !== id);
    dialog("Compare with", [h("ul.choices",
      past.map((one, nth) => from(`Before: ${one.words}`, one.view ? one.view.totals.total : "", one.list, past.length - nth)).reverse(), kept.map((one) => from(one.name || "Without a name", one.points, one.list, 0))),
      past.length + kept.length ? null : h("p", "There is no step before this, and no other list of this game.")]);
  },
  fits: async () => {
    await settled();
    const { left, points } = app.state.view.totals;
    const looking = async () => {
      const answer = await asking(() => ask("/bench/fits", { list: list() }));
      return answer && [[`Spends all ${left} ${points}`, answer.exact], [answer.exact.length ? "One thing more" : "", answer.single]];
    };
    return ways(left === null ? "What fits" : `What fits in ${left} ${points}`, looking(), edit,
      () => h("p", left !== null && left <= 0 ? `No ${points} are left. Take something out, or swap it for something cheaper.` : "Nothing more can be added without breaking a rule."));
  },
};

/** What changed since a step of the past, or from another list; a step can be gone back to. */
async function compareWith(other, back = 0) {
  const answer = await asking(() => ask("/bench/diff", { list: list(), other }));
  if (!answer) return;
  dialog("What changed", [answer.same ? h("p", "Nothing.") : answer.lines.map((one) => h("p.diff", one)),
    back ? button("Go back to this", () => {
      for (const one of document.querySelectorAll("dialog")) one.close();
      for (let nth = 0; nth < back; nth++) building.undo();
    }) : null]);
}

/** Judge the list anew: for another event, with other things owned, or as kept; null without an answer. */
const again = (change = {}) => queued(async () => {
  const { view: before, event } = app.state;
  app.state = { ...app.state, ...change };
  const view = await asking(() => ask("/bench/open", { list: list() }));
  if (app.state.view !== before) return view;
  app.state = view ? State.rejudged(app.state, view) : { ...app.state, event };
  forgetPlaces();
  return view;
});

/** What is owned of a game has changed: whatever was judged with it is judged again. */
function ownedAnew(game) {
  forgetPlaces();
  if (app.state.view && app.state.view.about.id === game) again();
  render();
}

/** Ask whom a list is for, where its game keeps secrets; what is for an opponent is sealed with a new salt. */
function forWhom(what, go) {
  if (!app.state.view.about.secrets) return go({});
  const salt = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const choice = (name, words, whom) => h("li", h("button.choice", { onclick: () => {
    node.close();
    go(whom);
  } }, h("span", name), h("small.why.quiet", words)));
  const node = dialog(`${what}: for whom?`, h("ul.choices", choice("For me", "Everything, also what is secret.", {}),
    choice("For my opponent", "Without what is secret, and with a seal that proves later what it was.", { secret: salt })));
  return node;
}

const leaving = {
  share: () => forWhom("Share", async (whom) => {
    const answer = await asking(() => ask("/bench/share", { list: list(), address: address(), ...whom }));
    if (answer) share(app.state.view, answer);
  }),
  saveFile: async () => {
    const answer = await asking(() => ask("/bench/share", { list: list() }));
    if (answer) download(`${answer.file}.yaml`, answer.yaml, "application/yaml");
  },
  saveAll: () => download("lists.json", JSON.stringify(saved.all().map((one) => one.list), null, 2), "application/json"),
  print: () => forWhom("Print", async (whom) => {
    await settled();
    const made = (what, more) => asking(() => ask(`/${what}`, { list: list(), allow_illegal: true, ...more }));
    const sealed = whom.secret && (await asking(() => ask("/bench/share", { list: list(), address: address(), ...whom })));
    print(async (look) => {
      const shown = await asking(() => ask("/bench/preview", { list: list(), ...whom, ...look }));
      const sheet = shown && (await made("sheet", { ...whom, ...look }));
      if (!sheet) return null;
      if (whom.secret) return { shown: { ...shown, sizes: [], card: null }, files: [["Sheet for my opponent (PDF)", "sheet-for-opponent.pdf", sheet], ...(sealed ? [seal(sealed)] : [])] };
      const cards = await made("cards", look);
      return cards && { shown, files: [["Cards (PDF)", "cards.pdf", cards], ["Sheet (PDF)", "sheet.pdf", sheet]] };
    });
  }),
};

const opening = {
  lists: () => {
    app.mode = "home";
    if (app.state.view) stepIn();
    render();
  },
  start: async (game) => {
    const view = await openSource({ game, models: [] });
    if (view && view.about.own) open([]);
  },
  starters: async (game) => {
    const answer = await asking(() => get(`/games/${game}/lists`));
    if (!answer) return;
    const node = dialog("Starter lists", h("ul.rows", answer.lists.map((one) => h("li", h("button.go", { onclick: () => {
      node.close();
      openSource(one.list);
    } }, h("span.name", one.name))))));
  },
  openKept: async (id) => {
    const kept = saved.kept(id);
    if (!kept) return;
    saved.follow(id, kept);
    saved.setLast(id);
    const event = kept.event ?? usualEvent(kept.list);
    // As this version drew it for the same event, so it need not wait for the service.
    const ours = kept.page === PAGE && kept.event === event;
    if (ours) show(kept.view, id, event, kept.steps);
    if (await (ours ? again() : openSource(kept.list, id, event, kept.steps))) return;
    if (ours ? app.state.view !== kept.view : !kept.view || !kept.view.totals) return;
    if (!ours) show(kept.view, id, event, kept.steps);
    app.state = { ...app.state, stale: new Date(kept.at).toLocaleString() };
    render();
  },
  forget: (id) => {
    const kept = saved.kept(id);
    saved.forget(id);
    notice("forgot", `${kept.name || "The list"} is gone from this browser.`, button("Undo", () => { saved.keep(id, kept); notice("forgot"); render(); }), button("Close", () => notice("forgot")));
    render();
  },
  openText: (text) => {
    const link = /^\s*https?:\/\/\S+#([\w-]+)\s*$/.exec(text);
    if (text.trim()) openSource(link ? link[1] : text);
  },
  openFile: async (file) => file && opening.openText(await file.text()),
  own: async (file) => {
    if (!file) return;
    const text = await file.text();
    const game = /^\s*"?game"?\s*:\s*"?([\w -]+)/m.exec(text);
    const found = game && app.games.find((one) => one.id === game[1].trim() || one.name === game[1].trim());
    if (!found) return notice("refused", "That is no collection: its first key is `game`, then `owned`.", button("Close", () => notice("refused")));
    if (await asking(() => post("/bench/open", { list: { game: found.id, models: [] }, collection: text }))) saved.setOwned(found.id, text);
    return ownedAnew(found.id);
  },
  collect: async (game) => {
    const collected = saved.owned(game);
    const answer = await asking(() => post("/bench/collection", { list: { game, models: [] }, ...(collected ? { collection: collected } : {}) }));
    if (!answer) return;
    let touched = false;
    collection(app.games.find((one) => one.id === game).name, answer.kinds, (owned) => {
      touched = true;
      saved.setOwned(game, Object.keys(owned).length ? JSON.stringify({ game, owned }) : null);
    }).addEventListener("close", () => touched && ownedAnew(game));
  },
  disown: (game) => {
    saved.setOwned(game, null);
    ownedAnew(game);
  },
};

export const acts = {
  ...building, ...leaving, ...playing, ...opening,
  eventsOf, missingEvent,
  savedWords: () => (!app.state.id ? "not changed yet" : app.kept ? "kept in this browser" : "NOT kept: storage is full or shut off; save a file"),
  help: () => dialog("Keys", h("table.plain", h("tbody", KEYS.map(([key, , words]) => h("tr", h("th", { scope: "row" }, h("kbd", key)), h("td", words)))))),
};

/** What keys do: the same, to the row that is open. */
export const keyed = {
  ...acts, copy: opened(acts.copy), remove: opened(acts.remove), fixes: () => acts.fixes(), slot: chooseAt,
  up: opened((at) => move(at, at[1] - 1)), down: opened((at) => move(at, at[1] + 1)),
};
