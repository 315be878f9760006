// Findings: what is wrong, where, and ways to mend it that were tried before they are offered.
import { button, dialog, fill, h, signed } from "../dom.js";
import { findings, placeOf } from "../state.js";
import { moved } from "./picker.js";

export function findingList(state, acts) {
  const found = findings(state.view);
  return h("section", { label: "Findings" }, h("h2", found.length ? `Findings (${found.length})` : "Findings"),
    found.length ? found.map((one) => finding(one, acts)) : h("p.good", "Nothing is wrong."));
}

function finding(one, acts) {
  return h("div", { class: `finding ${one.severity}` }, h("p", h("b", `${one.severity}: `), one.message), one.hint && h("p.quiet", one.hint),
    h("div.tools", h("small.quiet", one.source), button("Go there", () => acts.open(placeOf(one)), { key: `there-${one.nth}` }),
      one.severity === "error" && button("Ways to mend it", () => acts.fixes(one.nth), { key: `fix-${one.nth}` })));
}

/** A dialog of edits to take, each with what it changes, under headings; open while `looking` for them. */
export async function ways(title, looking, take, nothing) {
  const body = h("div", h("p.quiet", { role: "status" }, "Looking…"));
  const node = dialog(title, body);
  const price = ([before, after]) => (before === after ? "" : `${signed(after - before)} = ${after}`);
  const way = (one) => h("li", h("button.choice", { onclick: () => {
    node.close();
    take(one.edit);
  } }, h("span", one.words), h("span.price", price(one.change.points))));
  const found = await looking;
  if (!node.isConnected) return;
  if (!found) return node.close();
  const parts = found.filter(([, several]) => several.length);
  fill(body, parts.length ? parts.map(([heading, several]) => [heading && h("h3.category", heading), h("ul.choices.ways", several.map(way))]) : nothing());
  const first = node.querySelector(".choice");
  if (first) first.focus();
}

/** Two choices for a place beside each other: only what differs. */
export function compared(two, at) {
  const stats = [...new Set(two.flatMap((one) => moved(one, at).map(([name]) => name)))];
  const after = (one, name) => {
    const found = moved(one, at).find(([stat]) => stat === name);
    return found ? `${found[1][0] ?? "–"} → ${found[1][1] ?? "–"}` : "unchanged";
  };
  const rows = [
    ["Price", ...two.map((one) => signed(one.price))], ["New total", ...two.map((one) => String(one.total))],
    ...stats.map((name) => [name, ...two.map((one) => after(one, name))]),
    ["What it says", ...two.map((one) => one.text)], ["Against it", ...two.map((one) => one.reasons.map((reason) => reason.message).join(" ") || "nothing")],
  ].filter(([, one, other]) => one !== other);
  dialog(`${two[0].name} or ${two[1].name}`, h("div.wide", { tabindex: "0" }, h("table.plain",
    h("thead", h("tr", h("td"), two.map((one) => h("th", { scope: "col" }, one.name)))),
    h("tbody", rows.map(([name, ...values]) => h("tr", h("th", { scope: "row" }, name), values.map((value) => h("td", value))))))));
}
