// What the page holds while it is open, how it is drawn, and how it asks: everything else is a part or an act.
import { Offline, Refused, post } from "./api.js";
import { stepIn } from "./back.js";
import { announce, button, fill, h, wide } from "./dom.js";
import { card } from "./parts/card.js";
import { findingList } from "./parts/findings.js";
import { bars, changeWords, foot, head } from "./parts/head.js";
import { home } from "./parts/lists.js";
import { place } from "./parts/place.js";
import { play } from "./parts/play.js";
import { roster } from "./parts/roster.js";
import * as saved from "./saved.js";
import * as State from "./state.js";

const told = (name) => document.querySelector(`meta[name="listbuilder-${name}"]`).content;
/** The version of this page. */
export const PAGE = told("page");
/** `games` and `events` are the service's, `event` the one that it was started for; `mode` is home, build or play; `details` has the slots, fields and card of the place that is open. */
export const app = { state: State.EMPTY, mode: "home", details: null, playing: null, kept: true, persisted: null, event: null, ...JSON.parse(told("start")) };
const acts = {};
const $ = (id) => document.getElementById(id);
const NEAR = 40;
const known = new Map();
let drawn = ""; // the place that stands there

/** Let the parts call these. */
export const use = (more) => Object.assign(acts, more);

/** Draw the page; without `all`, only what stands around the list. */
export function render(all = true) {
  const { state, mode } = app;
  const { view } = state;
  document.title = mode === "home" || !view ? "listbuilder" : `${view.list.name || view.about.name} – listbuilder`;
  const game = mode === "home" || !view ? null : app.games.find((one) => one.id === view.about.id);
  document.body.style.setProperty("--accent", game ? game.colour : "");
  fill($("head"), head(state, mode, acts));
  if (all) fill($("main"), mode === "play" ? play(app, acts) : mode === "home" ? home(app.games, acts) : built());
  fill($("foot"), mode === "build" ? foot(state, acts) : []);
}

function built() {
  const { state, details } = app;
  const { view, opened } = state;
  const here = opened ? place(opened.length ? State.rowAt(view, opened) : null, details, State.findings(view).filter((one) => State.same(State.placeOf(one), opened)), view, acts) : h("p.quiet.wide-only", view.rows.length ? "Open a row to choose for it." : "Add models to begin.");
  const shown = opened && details && details.card ? h("section", { label: "Card" }, card(details.card)) : null;
  return h("div", { class: opened ? "panes three at" : "panes three" }, h("div.list", roster(state, acts), bars(view)), h("div", here), h("div.third", shown, findingList(state, acts)));
}

/** A line above the list, by its name; without words it goes. */
export function notice(id, words, ...buttons) {
  const old = $(id);
  if (old) old.remove();
  if (words) $("notices").append(h("div.notice", { id, role: "status" }, words, ...buttons));
}

/** Do something that asks the service; what it refuses is said, and nothing is lost. Null when there is no answer. */
export async function asking(what) {
  const slow = setTimeout(() => notice("judging", "Judging…"), 150);
  try {
    const answer = await what();
    notice("offline");
    notice("refused");
    return answer;
  } catch (error) {
    if (error instanceof Offline) {
      if (app.state.view && !app.state.stale) app.state = { ...app.state, stale: new Date().toLocaleTimeString() };
      notice("offline", error.message, button("Close", () => notice("offline")));
      announce(error.message);
      render();
    } else if (error instanceof Refused) {
      const more = error.findings.slice(0, 3).map((one) => (error.message.includes(one.message) ? one.hint : [one.message, one.hint].filter(Boolean).join(" ")));
      notice("refused", [error.message, ...more].join(" "), button("Close", () => notice("refused")));
      announce(error.message);
    } else throw error;
    return null;
  } finally {
    clearTimeout(slow);
    notice("judging");
  }
}

/** The events of a game that the service knows. */
export const eventsOf = (game) => app.events.filter((one) => one.game === game).map((one) => one.name);

/** The event that a list is for if nobody has chosen: the one the service was started for, or the one it says itself. */
export function usualEvent({ game, catalogue }) {
  const [, named = null] = / · (.+)$/.exec(catalogue) || [];
  return eventsOf(game).includes(app.event) ? app.event : named;
}

/** The event of the list that is open, where the service does not know it and so can't judge for it. */
export const missingEvent = () => (app.state.event && !eventsOf(app.state.view.about.id).includes(app.state.event) ? app.state.event : "");

/** Ask about the list as it is played: at its event, if the service knows it, with what the player owns. */
export function ask(path, body, event = app.state.event) {
  const { game } = body.list; // a text does not say it here, and is asked about again once it is read
  const collection = saved.owned(game);
  return post(path, { ...body, ...(eventsOf(game).includes(event) ? { event } : {}), ...(collection ? { collection } : {}) });
}

/** Keep the list in storage under its id, which it gets at the first edit: opening a link changes nothing. */
export function keepIt() {
  const { view } = app.state;
  if (app.state.id && saved.changedElsewhere(app.state.id)) {
    const copy = saved.newId();
    saved.setMarks(copy, saved.marks(app.state.id));
    app.state = { ...app.state, id: copy };
    notice("tabs", "Another tab changed this list too. This one is now a list of its own; the other is still among your lists.", button("Close", () => notice("tabs")));
  }
  if (!app.state.id) app.state = { ...app.state, id: saved.newId() };
  app.kept = saved.keepChanged(app.state.id, { list: view.list, code: view.code, name: view.list.name, game: view.about.name, points: view.totals.total, view, page: PAGE, event: app.state.event, steps: [app.state.past, app.state.future] });
  saved.setLast(app.state.id);
  history.replaceState(history.state, "", view.code ? `#${view.code}` : "#");
  notKept();
  if (app.state.edits === 10 && !app.persisted) notice("save", "This list is only in this browser.", button("Save to a file", () => { acts.saveFile(); notice("save"); }), button("Later", () => notice("save")));
}

/** Say that a list could not be kept, with the ways to keep it elsewhere; gone when it could. */
function notKept() {
  if (app.kept) return notice("unkept");
  const words = "This list is NOT kept: the storage of this browser is full or shut off. The address of this page holds the list: bookmark or share it, or save a file. Removing other lists makes room.";
  return notice("unkept", words, button("Save to a file", acts.saveFile), button("Share", acts.share), button("Close", () => notice("unkept")));
}

/** Open a place of the list, or none; on a phone the way back is the browser's own too. */
export function open(at) {
  app.state = { ...app.state, opened: at };
  if (at) stepIn();
  refresh();
  const heading = document.querySelector('[data-key="place"]');
  if (!at || !heading) return;
  heading.focus({ preventScroll: true });
  if (matchMedia("(max-width: 899px)").matches) scrollTo(0, 0);
  else heading.scrollIntoView({ block: "nearest" });
}

/** Show a list that was opened. */
export function show(view, id, event, [past, future] = []) {
  app.state = State.opened(view, id, event, { past, future });
  app.mode = "build";
  app.details = null;
  // Beside the list there is room for its first row.
  if (wide() && view.rows.length) app.state = { ...app.state, opened: view.rows[0].at };
  refresh();
  $("main").focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Open a list, as data or as any text that can be read; `event` and `steps` are those it was kept with. */
export async function openSource(list, id = null, event = null, steps = []) {
  notice("imported");
  if (typeof list === "string") {
    const read = await asking(() => ask("/bench/open", { list }, null));
    const view = read && await openSource(read.list);
    if (view && read.notes?.length) notice("imported", h("div", h("strong", "Check what was read: "), h("ul", read.notes.map((one) => h("li", one)))), button("Close", () => notice("imported")));
    return view;
  }
  const at = event ?? usualEvent(list);
  const view = await asking(() => ask("/bench/open", { list }, at));
  if (view) show(view, id, at, steps);
  return view;
}

let edits = Promise.resolve();
let waiting = 0;

/** Do something to the list after all that was asked for before it: each finds the list that those left. */
export function queued(act) {
  waiting += 1;
  const made = edits.then(act).finally(() => {
    waiting -= 1;
    // Drawn when the last is made: what was tapped or typed meanwhile stays in sight.
    if (!waiting) refresh();
  });
  edits = made.catch(() => {});
  return made;
}

/** Make an edit; true when made. */
export const edit = (change, quietly = false) => queued(() => makeEdit(change, quietly));

/** When every edit that was asked for has been made. */
export const settled = () => edits;

async function makeEdit(change, quietly) {
  const answer = await asking(() => ask("/bench/apply", { list: app.state.view.list, edit: change }));
  if (!answer) return false;
  if (answer.code === app.state.view.code && State.same(answer.list, app.state.view.list)) return true;
  app.state = State.edited(app.state, answer);
  keepIt();
  if (!quietly) announce(changeWords(answer.change, answer));
  return true;
}

/** What is known of places goes: the same list is judged otherwise now. */
export const forgetPlaces = () => known.clear();

/** Draw, then fetch what is known of the place that is open; till it comes, what was tapped or typed there stays. */
export async function refresh() {
  const { view, opened } = app.state;
  const key = opened && JSON.stringify([view.list, opened, app.state.event]);
  const now = JSON.stringify([opened, view.rows.length]);
  const stays = opened && app.details && !known.has(key) && drawn === now;
  if (!stays) app.details = known.get(key) || null;
  drawn = now;
  render(!stays);
  if (!opened || known.has(key)) return;
  const details = await asking(() => ask("/bench/place", { list: view.list, at: opened }));
  if (!details) return void (stays && !waiting && render());
  known.set(key, details);
  if (known.size > NEAR) known.delete(known.keys().next().value);
  if (waiting || app.state.view !== view || !State.same(app.state.opened, opened)) return;
  app.details = details;
  render();
}
