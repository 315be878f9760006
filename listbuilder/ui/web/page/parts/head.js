// The head of the page: the list's name, its format and limit as one control, and the menu; the bar at the foot.
import { button, h, many, signed } from "../dom.js";
import { rowAt, rowsOf, steps } from "../state.js";
import { called } from "./roster.js";

export function head(state, mode, acts) {
  const { view } = state;
  if (mode !== "build") return [h("div.line", h("h1", mode === "play" ? view.list.name || view.about.name : "listbuilder"))];
  const name = h("input", {
    label: "Name of the list", key: "list-name", value: view.list.name ?? "", maxlength: 200, placeholder: "A name for the list",
    onchange: (event) => acts.set([], "name", event.target.value.trim() || null),
  });
  return [
    h("div.line", button("‹ Lists", acts.lists, { key: "lists" }), name, button("Play", acts.play, { key: "play", class: "main" })),
    h("div.line.terms", h("h1", view.about.name), format(view, acts), events(state, acts), button("?", acts.help, { key: "keys", label: "Keys", class: "wide-only" })),
  ];
}

function events({ view, event: chosen }, acts) {
  const missing = acts.missingEvent();
  const here = [...acts.eventsOf(view.about.id), ...(missing ? [missing] : [])];
  if (!here.length) return null;
  return h("select", { label: "Event", key: "event", onchange: (event) => acts.event(event.target.value) }, h("option", { value: "" }, "no event"),
    here.map((one) => h("option", { value: one, selected: one === chosen }, one === missing ? `${one}, not known here` : one)));
}

function format(view, acts) {
  const own = view.list.limit ?? null;
  const { formats, points } = view.about;
  // In a game without prices there is nothing to limit.
  const priced = own !== null || view.totals.total || formats.some((one) => one.limit !== null);
  return [
    formats.length > 1 && h("select", { label: "Format", key: "format", onchange: (event) => acts.format(event.target.value) },
      formats.map((one) => h("option", { value: one.id, selected: one.id === view.totals.format }, one.limit === null ? one.name : `${one.name}, ${one.limit} ${points}`))),
    priced && h("input", {
      type: "number", min: 0, label: "Limit the players agreed on; empty for the format's own", key: "limit", value: own ?? "", placeholder: view.totals.limit === null ? "no limit" : `limit ${view.totals.limit}`,
      onchange: (event) => acts.set([], "limit", event.target.value === "" ? null : Math.trunc(Number(event.target.value))),
    }),
  ];
}

/** The verdict in a few words. */
export function verdict({ errors, warnings }) {
  const words = errors ? `Not legal: ${many(errors, "error")}` : "Legal";
  return warnings ? `${words}, ${many(warnings, "warning")}` : words;
}

/** What the list comes to, and what is left of the limit; its models, where nothing has a price. */
export function pointsWords(totals) {
  if (!totals.total && totals.limit === null && totals.currencies.length < 2) return many(totals.models, "model");
  return [`${totals.total}${totals.limit === null ? "" : ` of ${totals.limit}`} ${totals.points}`, ...leftWords(totals)].join(", ");
}

const leftWords = ({ left }) => left === null ? [] : [left < 0 ? `${-left} over` : `${left} left`];

/** How full the list is, for the eye alone; the numbers stand beside it. */
const gauge = ({ total, limit }) => limit ? h("div", { class: total > limit ? "gauge over" : "gauge" }, h("i", { vars: { "--part": `${Math.min(100, (100 * total) / limit)}%` } })) : null;

const step = (sign, act, key, words, disabled = false) => button(sign, act, { key, disabled, label: words, title: words });

export function foot(state, acts) {
  const { view } = state;
  if (!view) return [];
  const { undo, redo } = steps(state);
  const missing = acts.missingEvent();
  const more = view.totals.currencies.slice(1).map((one) => `${one.name} ${one.total}${one.limit === null ? "" : ` of ${one.limit}`}`);
  return [gauge(view.totals), h("div.bar",
    h("button.sum.plain", { key: "sum", onclick: acts.finding },
      h("b", pointsWords({ ...view.totals, left: null })), more.length > 0 && h("small", more.join(" · ")),
      h("small", { class: view.totals.errors || missing ? "bad" : "good" }, [...leftWords(view.totals), state.stale ? `not judged since ${state.stale}` : missing ? `not judged for ${missing}` : verdict(view.totals)].join(" · ")),
      h("small.quiet", acts.savedWords())),
    // Left of undo, which stays where the thumb is.
    redo !== null && step("↷", acts.redo, "redo", `Redo: ${redo}`),
    step("↶", acts.undo, "undo", undo === null ? "Nothing to undo" : `Undo: ${undo}`, undo === null),
    button("+ Add", acts.add, { class: "main", key: "add" }))];
}

/** Points by row and by kind of thing, as bars with their numbers. */
export function bars(view) {
  const part = (title, rows) => {
    const most = Math.max(1, ...rows.map((one) => one.cost));
    return [h("h3", title), h("ul.bars", rows.map((one) => h("li", h("span", one.title ? called(one) : one.label),
      h("span.trough", h("i", { vars: { "--part": `${Math.max(0, (100 * one.cost) / most)}%` } })),
      h("span.cost", one.cost))))];
  };
  if (!view.totals.total) return null;
  return h("details", { key: "bars", open: matchMedia("(min-width: 900px)").matches }, h("summary", "Points at a glance"), part("By model", rowsOf(view, "models")), part("By kind", view.kinds));
}

/** What an edit did, in words: points, what came of it elsewhere, what is wrong now. */
export function changeWords(change, view) {
  const [before, after] = change.points;
  const words = [change.words];
  if (before !== after) words.push(`${signed(after - before)} ${view.totals.points}`);
  for (const place of change.others) {
    const row = rowAt(view, place);
    if (row) words.push(`${row.label} changes too`);
  }
  const wrong = change.new.find((one) => one.severity === "error");
  return `${words.join(". ")}.${wrong ? ` ${wrong.message}` : ""}`;
}
