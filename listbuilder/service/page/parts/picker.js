// The picker: search, prices, new totals, and the validator's own reason against each choice. What does not fit now can
// still be taken; what this place never takes is folded away.
import { announce, button, dialog, fill, h, signed } from "../dom.js";
import { same } from "../state.js";
import { card } from "./card.js";

const ORDER = { held: 0, fits: 1, warns: 2, "not-now": 3, never: 4 };
const MOST = 2; // reasons shown for a choice
const WORDS = { held: "held", fits: "fits", warns: "warns", "not-now": "not now", never: "never here" };

/** Letters without case, accents and hyphens. */
export function folded(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[-_\s]+/g, " ").trim();
}

/** How well a choice meets what was typed: the less the better, null for not at all. */
export function rank(choice, typed) {
  if (!typed) return 0;
  const names = [choice.name, choice.entry || ""].map(folded);
  if (names.includes(typed)) return 1;
  if (names.some((name) => name.startsWith(typed))) return 2;
  const words = names[0].split(" ");
  if (words.some((word) => word.startsWith(typed)) || names[0].includes(` ${typed}`)) return 3;
  if (words.map((word) => word[0]).join("").startsWith(typed)) return 4;
  if ([...choice.tags, choice.category || ""].some((tag) => folded(tag).startsWith(typed))) return 5;
  if (names[0].includes(typed)) return 6;
  return folded(choice.text).includes(typed) ? 7 : null;
}

/** The choices that meet what was typed, the best first. */
export function found(choices, words, sort = "") {
  const typed = folded(words);
  const hits = choices.map((choice, nth) => ({ choice, nth, hit: rank(choice, typed) })).filter((one) => one.hit !== null);
  const by = sort === "price" ? (one) => one.choice.price : (one) => one.hit;
  return hits.sort((a, b) => ORDER[a.choice.standing] - ORDER[b.choice.standing] || by(a) - by(b) || a.nth - b.nth).map((one) => one.choice);
}

function marked(name, words) {
  const typed = words.trim();
  const at = typed ? name.toLowerCase().indexOf(typed.toLowerCase()) : -1;
  return at < 0 ? name : [name.slice(0, at), h("mark", {}, name.slice(at, at + typed.length)), name.slice(at + typed.length)];
}

/** The numbers that a choice moves on a row: name, before, after. */
export function moved(choice, at) {
  const own = choice.change.stats.find((one) => same(one.at, at));
  return own ? Object.entries(own.numbers) : [];
}

function told(choice, at) {
  return moved(choice, at).map(([name, [before, after]]) => `${name} ${before ?? "–"} → ${after ?? "–"}`).join(", ");
}

/** Open the picker: `offer` is the service's answer; `take` gets the edit of a choice; `preview` gives the place after it. */
export function picker(title, offer, { take, preview, compare, near, quick }) {
  const list = h("ul", { "class": "choices" });
  const side = h("div", { "aria-live": "off" });
  const chosen = new Map();
  let timer = 0;
  let closed = false;
  const input = h("input", { type: "search", "class": "search", "aria-label": `Search ${title}`, "data-key": "picker", placeholder: "Type to search", autocomplete: "off", enterkeyhint: "done", oninput: draw });
  const sort = h("select", { "aria-label": "Order", onchange: draw }, h("option", { value: "" }, "best first"), h("option", { value: "price" }, "by price"));
  const both = button("Compare two", () => compare([...chosen.values()], offer.at), { disabled: true });
  const leaving = offer.leaving.map((one) => one.message).join(" ");
  const room = offer.room === null ? "" : `, ${offer.held} of ${offer.room}`;
  const node = dialog(`${title}${room}`, h("div", { "class": "dialog-body" }, input, h("div", { "class": "tools" }, sort, both),
    leaving ? h("p", { "class": "warn" }, `Whatever you take: ${leaving}`) : null, list, side));
  node.addEventListener("close", () => {
    closed = true;
    clearTimeout(timer);
  });
  node.addEventListener("keydown", keys);

  function pick(choice) {
    node.close();
    take(choice);
  }

  function line(words) {
    node.close();
    quick(words);
  }

  function look(choice) {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const [before, after] = await preview(choice);
      if (!closed && after) fill(side, h("h3", {}, `With ${choice.name}`), card(after, before));
    }, 120);
  }

  function item(choice, words) {
    const why = choice.reasons.slice(0, MOST).map((one) => one.message).join(" ") + (choice.reasons.length > MOST ? ` And ${choice.reasons.length - MOST} more.` : "");
    const key = `${choice.entry} ${choice.name}`;
    const verb = choice.standing === "held" ? "Take out " : "";
    const standing = h("span", { "class": choice.standing === "fits" || choice.standing === "held" ? "good" : choice.standing === "never" ? "quiet" : "warn" }, WORDS[choice.standing]);
    const body = h("button", { type: "button", "class": "choice", "data-choice": choice.entry ?? choice.name, "data-standing": choice.standing, onclick: () => pick(choice), onfocus: () => look(choice), onpointerenter: () => look(choice) },
      h("span", {}, verb, marked(choice.name, words)), h("span", { "class": "price" }, `${signed(choice.price)} · ${choice.total} `, standing),
      moved(choice, offer.at).length ? h("small", { "class": "why" }, told(choice, offer.at)) : null,
      why ? h("small", { "class": choice.standing === "fits" || choice.standing === "held" ? "why quiet" : "why warn" }, why) : null, choice.text ? h("small", { "class": "why quiet" }, choice.text) : null);
    const mark = h("label", {}, h("input", { type: "checkbox", checked: chosen.has(key), "aria-label": `Compare ${choice.name}`, onchange: (event) => {
      if (event.target.checked) chosen.set(key, choice);
      else chosen.delete(key);
      both.disabled = chosen.size !== 2;
    } }));
    return h("li", {}, mark, body);
  }

  function draw() {
    const words = input.value;
    const hits = found(offer.choices, words, sort.value);
    const open = hits.filter((one) => one.standing !== "never");
    const never = hits.filter((one) => one.standing === "never");
    fill(list, open.map((one) => item(one, words)),
      never.length ? h("li", {}, h("details", {}, h("summary", {}, `${never.length} more that this place never takes`), h("ul", { "class": "choices" }, never.map((one) => item(one, words))))) : null,
      !hits.length ? h("li", { "class": "none" }, h("p", {}, "Nothing found. ", near(offer.choices, words) ? `Did you mean ${near(offer.choices, words)}?` : ""),
        quick ? button(`Read “${words}” as a whole model`, () => line(words), { "class": "choice" }) : null) : null);
    if (words) announce(`${open.length} found`);
  }

  function keys(event) {
    const items = [...list.querySelectorAll("button.choice")].filter((one) => one.offsetParent);
    const at = items.indexOf(document.activeElement);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const to = event.key === "ArrowDown" ? at + 1 : at - 1;
      (to < 0 ? input : items[Math.min(to, items.length - 1)]).focus();
    } else if (event.key === "Enter" && document.activeElement === input) {
      event.preventDefault();
      // Without a word typed, what is held is not taken out by accident.
      const first = items.find((one) => input.value || one.dataset.standing !== "held");
      if (first) first.click();
    } else if (event.key === "Escape" && input.value) {
      event.preventDefault();
      input.value = "";
      draw();
      input.focus();
    } else if (event.key.length === 1 && event.key !== " " && at >= 0 && !event.ctrlKey && !event.metaKey) {
      input.focus();
    }
  }

  draw();
  input.focus();
}
