// The roster: the list itself, its groups and its models, each a row to open, move, copy and remove.
import { button, h, many, wide } from "../dom.js";
import { rowsOf, same } from "../state.js";

/** What a row is called where it stands: its name, or what it is. */
export const called = (one) => `${one.count > 1 ? `${one.count} × ` : ""}${one.name || one.title}`;

export function roster(state, acts) {
  const { view } = state;
  const rows = (kind) => {
    const found = rowsOf(view, kind);
    return h("ul.rows", found.map((one, nth) => row(one, nth, found.length, state, acts)));
  };
  return [
    view.about.own && h("section", { label: "The list" }, h("h2", "The list"), h("ul.rows", own(state, acts))),
    h("section", { label: "Models" }, h("h2", "Models"), rows("models"), rowsOf(view, "models").length ? null : h("p.none", "No models yet. ", button("+ Add models", acts.add, { key: "add-model", class: "main" })),
      h("div.tools.even", button("What fits", acts.fits, { key: "fits" }), button("Compare", acts.compare, { key: "compare-lists" }), button("Share", acts.share, { key: "share" }), button("Print", acts.print, { key: "print" }), button("What I own", () => acts.collect(view.about.id), { key: "collect" }))),
    view.about.groups && h("section", { label: "Groups" }, h("h2", "Groups"), rows("groups"), button("+ Add a group", acts.group, { key: "add-group" })),
  ];
}

function own(state, acts) {
  const open = same(state.opened, []);
  return h("li", { class: open ? "open" : null }, h("button.go", { key: "go-list", "aria-expanded": String(open), onclick: () => acts.open(open && !wide() ? null : []) },
    h("span.name", state.view.line || "Choices of the whole list")));
}

/** What is on a row, without what it is called by. */
function rest(one) {
  const line = one.line.replace(/^\d+ × /, "");
  const lead = [`${one.label}: `, `${one.title}, `, `${one.title} `].find((start) => line.startsWith(start));
  return lead ? line.slice(lead.length) : line === one.title ? "" : line;
}

function row(one, nth, of, state, acts) {
  const key = one.at.join("-");
  const wrong = [one.errors ? h("span.mark.bad", ` ! ${many(one.errors, "error")}`) : null, one.warnings ? h("span.mark.warn", ` △ ${many(one.warnings, "warning")}`) : null];
  const open = same(one.at, state.opened);
  const go = h("button.go", { key: `go-${key}`, "aria-expanded": String(open), onclick: () => acts.open(open && !wide() ? null : one.at) },
    h("span.name", h("b", called(one)), wrong, h("small.quiet", rest(one))), one.cost ? h("span.cost", one.cost) : null);
  const tool = (sign, words, act, off = false) => button(sign, act, { label: `${words} ${one.label}`, title: words, key: `${words}-${key}`, disabled: off });
  return h("li", { class: open ? "open" : null, draggable: "true", ...dragging(one, acts) }, go, h("span.tools",
    tool("↑", "Move up", () => acts.move(one.at, nth - 1), nth === 0), tool("↓", "Move down", () => acts.move(one.at, nth + 1), nth === of - 1),
    tool("2×", "Copy", () => acts.copy(one.at)), tool("✕", "Remove", () => acts.remove(one.at))));
}

let dragged = null;

/** Rows can be dragged; the buttons and keys do the same. */
function dragging(one, acts) {
  return {
    ondragstart: (event) => {
      dragged = one.at;
      event.dataTransfer.effectAllowed = "move";
    },
    ondragover: (event) => dragged && dragged[0] === one.at[0] && event.preventDefault(),
    ondrop: (event) => {
      event.preventDefault();
      if (dragged && dragged[0] === one.at[0] && dragged[1] !== one.at[1]) acts.move(dragged, one.at[1]);
      dragged = null;
    },
  };
}
