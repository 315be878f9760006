// What is open: the slots and fields of a model, a group or the list, with the card as it is.
import { button, h } from "../dom.js";
import { card } from "./card.js";
import { fields } from "./field.js";

/** `row` is null for the list itself; `details` are its slots, fields and card, null while they are on their way. */
export function place(row, details, findings, acts) {
  const heading = h("h2", { tabindex: "-1", "data-key": "place" }, row ? row.label : "The list", row ? h("span", { "class": "quiet" }, ` ${row.cost}`) : null);
  if (!details) return [heading, h("p", { "class": "quiet" }, "…")];
  return [
    heading,
    findings.map((one) => h("p", { "class": one.severity === "error" ? "bad" : "warn" }, `${one.severity}: ${one.message}`)),
    details.slots.map((one) => slot(one, details, acts)),
    fields(details.fields, acts),
    details.card ? h("section", { "aria-label": "Card" }, card(details.card)) : null,
  ];
}

function slot(one, details, acts) {
  const key = [...one.at, one.id].join("-");
  const count = one.held.reduce((sum, pick) => sum + pick.count, 0);
  const room = one.room === null ? (count ? `${count} chosen` : "") : `${count} of ${one.room}`;
  const swaps = one.full && one.room === 1;
  return h("div", { "class": "slot", role: "group", "aria-label": one.name },
    h("span", { "class": "label" }, one.name), " ", h("small", { "class": "quiet" }, [room, one.least > count ? `needs ${one.least}` : "", one.secret ? "secret" : ""].filter(Boolean).join(", ")),
    one.text ? h("small", { "class": "quiet" }, ` ${one.text}`) : null,
    h("div", { "class": "held" }, one.held.map((pick) => held(pick, one, key, acts)),
      one.open && !swaps ? button(one.held.length ? "+" : "+ choose", () => acts.choose(one.at, one.id), { "data-key": `choose-${key}`, "aria-label": `Choose ${one.name}` }) : null),
    one.held.map((pick) => (details.inner[JSON.stringify(pick.at)] || []).map((inner) => h("div", { "class": "inner" }, slot(inner, details, acts)))));
}

function held(pick, one, key, acts) {
  const words = `${pick.name}${pick.count > 1 ? ` × ${pick.count}` : ""}${pick.price ? `, ${pick.price}` : ""}`;
  const note = pick.given_by ? `from ${pick.given_by}` : pick.usual ? "usual" : pick.unknown ? "not in this game" : "";
  const small = note ? h("small", { "class": pick.unknown ? "bad" : "quiet" }, ` ${note}`) : null;
  if (pick.nth === null) return h("span", { "class": "chip" }, h("span", { "class": "held-word" }, words, small));
  return h("span", { "class": "chip" },
    h("button", { type: "button", onclick: () => acts.choose(one.at, one.id, pick.nth), "data-key": `swap-${key}-${pick.nth}`, "aria-label": `${words}: change ${one.name}` }, words, small),
    button("✕", () => acts.drop(one.at, one.id, pick.nth), { "data-key": `drop-${key}-${pick.nth}`, "aria-label": `Take out ${pick.name}` }));
}
