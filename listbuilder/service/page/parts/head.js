// The head of the page: the list's name, its format and limit as one control, and the menu; the bar at the foot.
import { button, h, signed } from "../dom.js";
import { rowAt, rowsOf, steps } from "../state.js";

export function head(state, mode, acts) {
  const { view } = state;
  if (mode !== "build") return [h("div", { "class": "line" }, h("h1", {}, mode === "play" ? view.list.name || view.about.name : "listbuilder"))];
  const name = h("input", {
    "aria-label": "Name of the list", "data-key": "list-name", value: view.list.name ?? "", maxlength: 200, placeholder: "A name for the list",
    onchange: (event) => acts.set([], "name", event.target.value.trim() || null),
  });
  return [
    h("div", { "class": "line" }, h("h1", {}, view.about.name), button("Lists", acts.lists, { "data-key": "lists" }),
      button("Share", acts.share, { "data-key": "share" }), button("Print", acts.print, { "data-key": "print" }),
      button("Play", acts.play, { "data-key": "play" }), button("Keys", acts.help, { "data-key": "keys" })),
    h("div", { "class": "line" }, name, format(view, acts), events(view, acts)),
  ];
}

function events(view, acts) {
  const here = acts.events().filter((one) => one.game === view.about.id);
  if (!here.length) return null;
  return h("select", { "aria-label": "Event", "data-key": "event", onchange: (event) => acts.event(event.target.value) }, h("option", { value: "" }, "no event"),
    here.map((one) => h("option", { value: one.name, selected: one.name === acts.chosenEvent() }, one.name)));
}

function format(view, acts) {
  const own = view.list.limit ?? null;
  const { formats, points } = view.about;
  return h("span", { "class": "line" },
    formats.length > 1 && h("select", { "aria-label": "Format", "data-key": "format", onchange: (event) => acts.format(event.target.value) },
      formats.map((one) => h("option", { value: one.id, selected: one.id === view.totals.format }, one.limit === null ? one.name : `${one.name}, ${one.limit} ${points}`))),
    h("input", {
      type: "number", min: 0, "aria-label": "Limit the players agreed on; empty for the format's own", "data-key": "limit", value: own ?? "", placeholder: view.totals.limit ?? "no limit",
      onchange: (event) => acts.set([], "limit", event.target.value === "" ? null : Math.trunc(Number(event.target.value))),
    }));
}

/** The verdict in a few words. */
export function verdict({ errors, warnings }) {
  const many = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const words = errors ? `Not legal: ${many(errors, "error")}` : "Legal";
  return warnings ? `${words}, ${many(warnings, "warning")}` : words;
}

export function pointsWords({ total, limit, left, points }) {
  if (limit === null) return `${total} ${points}`;
  return left < 0 ? `${total} of ${limit} ${points}, ${-left} over` : `${total} of ${limit} ${points}, ${left} left`;
}

export function foot(state, acts) {
  const { view } = state;
  if (!view) return [];
  const { undo, redo } = steps(state);
  const more = view.totals.currencies.slice(1).map((one) => `${one.name} ${one.total}${one.limit === null ? "" : ` of ${one.limit}`}`);
  return [h("div", { "class": "bar" },
    h("button", { type: "button", "class": "sum plain", "data-key": "sum", onclick: acts.finding },
      h("b", {}, pointsWords(view.totals)), more.length > 0 && h("small", {}, more.join(" · ")),
      h("small", { "class": view.totals.errors ? "bad" : "good" }, state.stale ? `Not judged since ${state.stale}` : verdict(view.totals)),
      h("small", { "class": "quiet" }, acts.savedWords())),
    button("↶", acts.undo, { disabled: undo === null, "aria-label": undo ? `Undo: ${undo}` : "Nothing to undo", title: undo ? `Undo: ${undo}` : "Nothing to undo", "data-key": "undo" }),
    button("↷", acts.redo, { disabled: redo === null, "aria-label": redo ? `Redo: ${redo}` : "Nothing to redo", "data-key": "redo" }),
    button("+ Add", acts.add, { "class": "main", "data-key": "add" }))];
}

/** Points by row and by kind of thing, as bars with their numbers. */
export function bars(view) {
  const part = (title, rows) => {
    const most = Math.max(1, ...rows.map((one) => one.cost));
    return [h("h3", {}, title), h("ul", { "class": "bars" }, rows.map((one) => h("li", {}, h("span", {}, one.label),
      h("span", { "class": "trough" }, h("i", { vars: { "--part": `${Math.max(0, (100 * one.cost) / most)}%` } })),
      h("span", { "class": "cost" }, one.cost))))];
  };
  return h("details", {}, h("summary", {}, "Points at a glance"), part("By model", rowsOf(view, "models")), part("By kind", view.kinds));
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
