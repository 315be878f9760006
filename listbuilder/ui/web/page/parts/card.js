// A model's card as the printed one has it: stats, tables, rules, what wears away. Changes are written before → after.
import { h } from "../dom.js";

/** A table that is wider than its card scrolls by keyboard too; one that is not is no stop for it. */
const sizes = new ResizeObserver((all) => all.forEach(({ target }) => (target.scrollWidth > target.clientWidth ? target.setAttribute("tabindex", "0") : target.removeAttribute("tabindex"))));

function wide(table) {
  const node = h("div.wide", table);
  sizes.observe(node);
  return node;
}

/** The emblem that the card has in print. */
function emblem(paths) {
  const make = (tag, name, value) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    node.setAttribute(name, value);
    return node;
  };
  const svg = make("svg", "viewBox", "0 0 1 1");
  svg.classList.add("emblem");
  svg.append(...paths.map((path) => make("path", "d", path)));
  return svg;
}

/** `before` is the card as it is now, where another is being looked at; `box` draws what can be crossed off. */
export function card(now, before = null, box = null, level = 3) {
  const old = new Map(before ? before.stats : []);
  return h("article.card", { label: `Card of ${now.name}`, vars: { "--accent": now.colour ?? "" } }, now.emblem && emblem(now.emblem),
    h(`h${level}`, now.name, now.cost ? h("span.quiet", ` ${now.cost} ${now.unit}`) : null),
    now.title || now.marks.length ? h("p.quiet", [now.title, ...now.marks, now.group].filter(Boolean).join(" · ")) : null,
    now.stats.length ? h("div.stats", now.stats.map(([name, value]) => h("div",
      h("b", old.has(name) && old.get(name) !== value ? `${old.get(name)} → ${value}` : value), h("small", name)))) : null,
    now.blocks.map((block, nth) => DRAW[block.kind](block, box && ((...path) => box(nth, ...path)), `h${level + 1}`)));
}

const item = (one, nth, box) => h("p", named(one, nth, box), one.text ? ` ${one.text}` : null);

function named(one, nth, box) {
  return [ h("b", one.name), one.meta.length ? h("span.quiet", ` ${one.meta.join(", ")}.`) : null,
    one.boxes ? box ? box(nth, one.name, one.boxes) : ` ${"□".repeat(Math.min(one.boxes, 20))}` : null];
}

const DRAW = {
  items: (block, box, heading) => h("div", block.title && h(heading, { class: "small" }, block.title), block.items.map((one, nth) => item(one, nth, box))),
  table: (block, box) => wide(h("table",
    h("thead", h("tr", h("th", { scope: "col" }, block.title), block.heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", block.rows.map((row, nth) => [h("tr", h("th", { scope: "row" }, named(row.item, nth, box)), row.cells.map((cell) => h("td", cell))),
      row.item.text && h("tr.says", h("td", { colspan: block.heads.length + 1 }, row.item.text))])))),
  ticks: (block, box) => h("div", block.tracks.map((track, nth) => box
    ? box(nth, track.label, track.number, track)
    : track.mark && h("p", h("b", `${track.label} ${track.number}`), `: ${track.mark} at ${track.number - track.after} or less. ${track.text}`))),
  decline: (block) => wide(h("table",
    h("thead", h("tr", h("th", { scope: "col" }, block.title), block.turns.map((turn) => h("th", { scope: "col" }, turn)))),
    h("tbody", block.rows.map(([name, values]) => h("tr", h("th", { scope: "row" }, name), values.map((value) => h("td", value))))))),
  note: (block) => h("p", { class: block.quiet ? "quiet" : null }, block.title && h("b", `${block.title} `), block.text),
  writing: () => null,
};
