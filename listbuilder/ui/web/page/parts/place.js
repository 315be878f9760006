// What is open: the slots and fields of a model, a group or the list, with what fits each by one tap, and the card.
import { button, h, signed } from "../dom.js";
import { rowsOf, same } from "../state.js";
import { fields } from "./field.js";
import { byCategory } from "./picker.js";
import { called } from "./roster.js";

const MOST = 60; // offers shown in a slot; the picker has all

/** `row` is null for the list itself; `details` are its slots, fields and card, null while they are on their way. */
export function place(row, details, findings, view, acts) {
  const heading = h("h2", { tabindex: "-1", key: "place" }, row ? called(row) : "The list", row && row.cost ? h("span.quiet", ` ${row.cost}`) : null);
  const bar = h("div.place-head", button("‹ List", () => acts.open(null), { key: "back", class: "narrow" }), heading,
    button("‹", acts.previous, { label: "Row before", key: "previous" }), button("›", acts.next, { label: "Next row", key: "next" }));
  if (!details) return [bar, h("p.quiet", "…")];
  const told = telling(findings, row ? row.at.length : 0, details);
  return [bar, row && tools(row, acts), told(null), details.slots.map((one) => slot(one, details, acts, told(one.id))), row && row.at[0] === "groups" && members(row, view, acts), fields(details.fields, row, view, acts, told)];
}

/** What is said of a slot or a field, beside it; of nothing in particular, above. A slot that lacks something says so itself. */
function telling(findings, depth, { slots, fields: several }) {
  const beside = new Set([...slots, ...several.filter((one) => one.raises.length)].map((one) => one.id));
  const about = (one) => (beside.has(one.at[depth]) ? one.at[depth] : null);
  return (id) => findings.filter((one) => about(one) === id && !(id && one.code === "room.under"))
    .map((one) => h("p", { class: one.severity === "error" ? "told bad" : one.severity === "info" ? "told quiet" : "told warn" }, `${one.severity}: ${one.message}`));
}

/** Who is in a group: a tap puts a model in, or takes it out. */
function members(group, view, acts) {
  return h("fieldset.slot.field", h("legend", "members"), rowsOf(view, "models").map((one) => h("label", h("input", {
    type: "checkbox", checked: group.name && one.group === group.name, key: `member-${one.at[1]}`, onchange: (event) => acts.set(one.at, view.about.groups, event.target.checked ? group.name : null),
  }), called(one))));
}

/** What can be done with a row, where the roster is out of sight. */
function tools(row, acts) {
  const tool = (words, act, sign = words) => button(sign, act, { label: `${words} ${row.label}`, key: `this-${words}` });
  return h("div.tools.narrow", tool("Copy", () => acts.copy(row.at)), tool("Remove", () => acts.remove(row.at)), tool("Move up", () => acts.move(row.at, row.at[1] - 1), "↑"), tool("Move down", () => acts.move(row.at, row.at[1] + 1), "↓"));
}

function slot(one, details, acts, told = null) {
  const key = [...one.at, one.id].join("-");
  const count = one.held.reduce((sum, pick) => sum + (pick.given_by ? 0 : pick.count), 0);
  const room = one.room === null || !one.open ? (count ? `${count} chosen` : "") : `${count} of ${one.room}`;
  const offer = details.offers.find((other) => other.slot === one.id && same(other.at, one.at));
  const lacks = one.least > count;
  const fitting = offer ? offer.fits.slice(0, MOST) : [];
  return h("div.slot", { role: "group", label: one.name },
    h("div.slot-head", h("span.label", one.name), h("small", { class: lacks ? "bad" : "quiet" }, [room, lacks ? `needs ${one.least}` : "", one.secret ? "secret" : ""].filter(Boolean).join(", ")),
      one.rolled && one.open && button("Roll", () => acts.roll(one.at, one.id), { key: `roll-${key}`, label: `Roll for ${one.name}` }),
      offer ? offer.all && more(fitting.length === offer.all ? "Search" : fitting.length ? `All ${offer.all}` : one.full ? "Change" : "Choose", one, key, acts) : one.open && !(one.full && one.room === 1) && more("Choose", one, key, acts)),
    one.text && h("small.quiet", one.text), told,
    one.held.length ? h("div.held", one.held.map((pick) => held(pick, one, key, acts))) : null,
    // What fits, one tap each; all of it, with reasons and search, is one tap further.
    fitting.length ? h("div.offers", byCategory(fitting, (fit) => fit.category).map(([name, several]) => [name && h("small.category", name), several.map((fit) => h("button.offer", { key: `offer-${key}-${fit.name}`, "data-offer": fit.name, onclick: () => acts.take(fit.edit) }, fit.name, fit.price ? h("small", ` ${signed(fit.price)}`) : null))])) : null,
    one.held.map((pick) => (details.inner[JSON.stringify(pick.at)] || []).map((inner) => h("div.inner", slot(inner, details, acts)))));
}

/** The way to all choices; in a full slot with one pick they are instead of it. */
const more = (words, one, key, acts) => button(`${words} ›`, () => acts.choose(one.at, one.id, one.full && one.held.length === 1 ? one.held[0].nth : null), { key: `choose-${key}`, label: `Choose ${one.name}`, class: "more" });

function held(pick, one, key, acts) {
  const words = `${pick.name}${pick.count > 1 ? ` × ${pick.count}` : ""}`;
  const price = pick.price ? h("small", ` ${pick.price}`) : null;
  const note = pick.given_by ? `from ${pick.given_by}` : pick.usual ? "usual" : pick.unknown ? "not in this game" : "";
  const small = note ? h("small", { class: pick.unknown ? "bad" : "quiet" }, ` ${note}`) : null;
  if (pick.nth === null) return h("span.chip.given", h("span.held-word", words, price, small));
  return h("span.chip",
    h("button", { onclick: () => acts.choose(one.at, one.id, pick.nth), key: `swap-${key}-${pick.nth}`, label: `${words}${pick.price ? `, ${pick.price}` : ""}: change ${one.name}` }, words, price, small),
    button("✕", () => acts.drop(one.at, one.id, pick.nth), { key: `drop-${key}-${pick.nth}`, label: `Take out ${pick.name}` }));
}
