// What is open: the slots and fields of a model, a group or the list, with what fits each by one tap, and the card.
import { button, h, signed } from "../dom.js";
import { same } from "../state.js";
import { fields } from "./field.js";
import { called } from "./roster.js";

const MOST = 60; // offers shown in a slot; the picker has all

/** `row` is null for the list itself; `details` are its slots, fields and card, null while they are on their way. */
export function place(row, details, findings, acts) {
  const heading = h("h2", { tabindex: "-1", "data-key": "place" }, row ? called(row) : "The list", row && row.cost ? h("span", { class: "quiet" }, ` ${row.cost}`) : null);
  const bar = h("div", { class: "place-head" }, button("‹ List", () => acts.open(null), { "data-key": "back", class: "narrow" }), heading,
    button("‹", acts.previous, { "aria-label": "Row before", "data-key": "previous" }), button("›", acts.next, { "aria-label": "Next row", "data-key": "next" }));
  if (!details) return [bar, h("p", { class: "quiet" }, "…")];
  return [
    bar,
    row ? tools(row, acts) : null,
    findings.map((one) => h("p", { class: one.severity === "error" ? "bad" : "warn" }, `${one.severity}: ${one.message}`)),
    details.slots.map((one) => slot(one, details, acts)),
    fields(details.fields, row, acts),
  ];
}

/** What can be done with a row, where the roster is out of sight. */
function tools(row, acts) {
  const tool = (words, act, sign = words) => button(sign, act, { "aria-label": `${words} ${row.label}`, "data-key": `this-${words}` });
  return h("div", { class: "tools narrow" }, tool("Copy", () => acts.copy(row.at)), tool("Remove", () => acts.remove(row.at)), tool("Move up", () => acts.move(row.at, row.at[1] - 1), "↑"), tool("Move down", () => acts.move(row.at, row.at[1] + 1), "↓"));
}

function slot(one, details, acts) {
  const key = [...one.at, one.id].join("-");
  const count = one.held.reduce((sum, pick) => sum + (pick.given_by ? 0 : pick.count), 0);
  const room = one.room === null || !one.open ? (count ? `${count} chosen` : "") : `${count} of ${one.room}`;
  const offer = details.offers.find((other) => other.slot === one.id && same(other.at, one.at));
  return h("div", { class: "slot", role: "group", "aria-label": one.name },
    h("span", { class: "label" }, one.name), " ", h("small", { class: "quiet" }, [room, one.least > count ? `needs ${one.least}` : "", one.secret ? "secret" : ""].filter(Boolean).join(", ")),
    one.text ? h("small", { class: "quiet" }, ` ${one.text}`) : null,
    h("div", { class: "held" }, one.held.map((pick) => held(pick, one, key, acts)), offer ? offered(offer, one, key, acts) : one.open && !(one.full && one.room === 1) ? more("+", one, key, acts) : null),
    one.held.map((pick) => (details.inner[JSON.stringify(pick.at)] || []).map((inner) => h("div", { class: "inner" }, slot(inner, details, acts)))));
}

function more(words, one, key, acts) {
  return button(words, () => acts.choose(one.at, one.id), { "data-key": `choose-${key}`, "aria-label": `Choose ${one.name}`, class: "more" });
}

/** What fits, one tap each; all of it, with reasons and search, is one tap further. */
function offered(offer, one, key, acts) {
  const several = offer.fits.slice(0, MOST);
  return [
    offer.all ? more(several.length === offer.all ? "Search…" : several.length ? `All ${offer.all}…` : one.full ? "Change…" : one.held.length ? "+" : "Choose…", one, key, acts) : null,
    several.length ? h("div", { class: "offers" }, several.map((fit) => h("button", { class: "offer", "data-key": `offer-${key}-${fit.name}`, "data-offer": fit.name, onclick: () => acts.take(fit.edit) }, fit.name, fit.price ? h("small", {}, ` ${signed(fit.price)}`) : null))) : null,
  ];
}

function held(pick, one, key, acts) {
  const words = `${pick.name}${pick.count > 1 ? ` × ${pick.count}` : ""}`;
  const price = pick.price ? h("small", {}, ` ${pick.price}`) : null;
  const note = pick.given_by ? `from ${pick.given_by}` : pick.usual ? "usual" : pick.unknown ? "not in this game" : "";
  const small = note ? h("small", { class: pick.unknown ? "bad" : "quiet" }, ` ${note}`) : null;
  if (pick.nth === null) return h("span", { class: "chip given" }, h("span", { class: "held-word" }, words, price, small));
  return h("span", { class: "chip" },
    h("button", { onclick: () => acts.choose(one.at, one.id, pick.nth), "data-key": `swap-${key}-${pick.nth}`, "aria-label": `${words}${pick.price ? `, ${pick.price}` : ""}: change ${one.name}` }, words, price, small),
    button("✕", () => acts.drop(one.at, one.id, pick.nth), { "data-key": `drop-${key}-${pick.nth}`, "aria-label": `Take out ${pick.name}` }));
}
