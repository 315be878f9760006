// The picker: search, prices, new totals, and the validator's own reason against each choice. What does not fit now can
// still be taken; what this place never takes is folded away.
import { app } from "../app.js";
import { announce, button, dialog, fill, h, signed, touch } from "../dom.js";
import { found } from "../find.js";
import { same } from "../state.js";
import { card } from "./card.js";

const MOST = 2; // reasons shown for a choice
const WORDS = { held: "held", fits: "", warns: "warns", needs: "needs more", "not-now": "not now", never: "never here" };

/** Things under the headings of their categories, [heading, things] each; one heading alone is none. */
export function byCategory(several, category) {
  const groups = new Map();
  for (const one of several) groups.set(category(one) || "", [...(groups.get(category(one) || "") || []), one]);
  return groups.size > 1 ? [...groups] : [["", several]];
}

/** What a finding is about, whatever the numbers in it are. */
const subject = (one) => JSON.stringify([one.code, one.rule, one.at.slice(0, 2)]);

function marked(name, marks) {
  let from = 0;
  const parts = marks.flatMap(([start, end]) => {
    const before = name.slice(from, start);
    from = end;
    return [before, h("mark", name.slice(start, end))];
  });
  return [...parts, name.slice(from)];
}

/** The numbers that a choice moves on a row: name, before, after. */
export function moved(choice, at) {
  const own = choice.change.stats.find((one) => same(one.at, at));
  const { stats } = app.state.view.about;
  return own ? Object.entries(own.numbers).map(([id, values]) => [stats?.[id] ?? id, values]) : [];
}

/** Why not, in few words, without what is told once above; of a model to add, what it still lacks or has room for is no reason against it. */
function reasons(choice, adding, told) {
  const against = choice.reasons.filter((one) => !told.has(subject(one)) && (!adding || (one.severity === "error" && (one.code !== "room.under" || choice.standing === "needs")) || !same(one.at.slice(0, 1), ["models"])));
  return against.slice(0, MOST).map((one) => one.message).join(" ") + (against.length > MOST ? ` And ${against.length - MOST} more.` : "");
}

/**
 * Open the picker. `offer` is the service's answer; `take` makes the edit of a choice; `preview` gives the cards before
 * and after it; `fresh` asks again after each, where the picker stays open for more; `done` is told when it closes; `sum`
 * says what the list comes to, `many` how many of a choice it has, `refused` why the last edit was not made, `all` asks for
 * what the place never takes, too.
 */
export function picker(title, first, { take, preview, compare, hint, quick, fresh, done, sum, many, refused, all }) {
  let offer = first;
  const list = h("ul.choices");
  const side = h("div.side", { tabindex: "0", role: "region", label: "Preview" });
  const total = h("b.total");
  const wrong = h("p.bad", { role: "alert" });
  const chosen = new Map();
  let timer = 0;
  let asked = 0;
  let closed = false;
  const input = h("input", { type: "search", class: "search", label: `Search ${title}`, key: "picker", placeholder: quick ? "Search, or type a whole model" : "Type to search", autocomplete: "off", enterkeyhint: "done", oninput: draw });
  const sort = h("select", { label: "Order", onchange: draw }, h("option", { value: "" }, "best first"), h("option", { value: "price" }, "by price"));
  const both = button("Compare", () => {
    chosen.clear();
    node.classList.toggle("comparing");
    both.setAttribute("aria-pressed", String(node.classList.contains("comparing")));
    draw();
  }, { "aria-pressed": "false", key: "compare" });
  const priced = offer.choices.some((one) => one.price || one.total);
  const leaving = h("p.warn");
  let told = new Set();
  const room = offer.room ? `, ${offer.held} of ${offer.room}` : "";
  const node = dialog(`${title}${room}`, [
    h("div.pick-head", input, wrong, h("div.tools", total, sort, both)),
    leaving, list, side], "pick");
  if (fresh) node.querySelector(".close").textContent = "Done";
  node.addEventListener("close", () => {
    closed = true;
    announce("");
    clearTimeout(timer);
    if (done) done();
  });
  node.addEventListener("keydown", keys);

  function pick(choice) {
    if (fresh) return more(() => take(choice));
    node.close();
    return take(choice);
  }

  async function more(act) {
    const typed = input.value;
    input.value = wrong.textContent = "";
    if (!(await act())) {
      // What was typed stays, to be corrected; the page's own notice is behind this dialog.
      input.value = typed;
      wrong.textContent = refused();
      return draw();
    }
    draw();
    offer = (await fresh()) || offer;
    draw();
  }

  async function about(choice, into) {
    if (into.hasChildNodes()) return into.replaceChildren();
    const [before, after] = await preview(choice);
    return after && !closed && fill(into, card(after, before));
  }

  function look(choice) {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (!side.offsetParent) return;
      const mine = ++asked;
      const [before, after] = await preview(choice);
      if (mine === asked && !closed && after) fill(side, h("h3", `${choice.standing === "held" ? "Without" : "With"} ${choice.name}`), card(after, before));
    }, 120);
  }

  function item({ choice, marks }) {
    const why = reasons(choice, Boolean(fresh), told);
    const fine = choice.standing === "fits" || choice.standing === "held" || (choice.standing !== "not-now" && fresh && !why);
    const has = many ? many(choice) : 0;
    const shifts = moved(choice, offer.at).map(([name, [before, after]]) => `${name} ${before ?? "–"} → ${after ?? "–"}`);
    const says = [shifts.join(", "), choice.facts.join(", ")].filter(Boolean).join(" · ");
    const body = h("button.choice", { "data-choice": choice.entry ?? choice.name, "data-standing": choice.standing, onclick: () => pick(choice), onfocus: () => look(choice), onpointerenter: () => look(choice) },
      h("span", choice.standing === "held" ? "Take out " : "", marked(choice.name, marks), has ? h("small.good", ` ✓ ${has}`) : null),
      h("span.price", priced ? [choice.price ? h("b", signed(choice.price)) : h("small", "no cost"), h("small.quiet", ` = ${choice.total}`)] : null, fine && choice.standing !== "held" ? null : h("small", { class: choice.standing === "held" ? "good" : choice.standing === "needs" ? "quiet" : "warn" }, ` ${WORDS[choice.standing]}`)),
      says && h("small.why", says),
      why && h("small", { class: fine || choice.standing === "needs" ? "why quiet" : "why warn" }, choice.standing === "needs" ? `Then still to do: ${why}` : why), choice.text && h("small.why.quiet", choice.text));
    const into = h("div.about");
    return h("li", mark(choice), body, button("Card", () => about(choice, into), { class: "plain show", label: `Card with ${choice.name}` }), into);
  }

  function mark(choice) {
    if (!node.classList.contains("comparing")) return null;
    return h("label", h("input", { type: "checkbox", label: `Compare ${choice.name}`, onchange: (event) => {
      if (event.target.checked) chosen.set(choice, choice);
      else chosen.delete(choice);
      if (chosen.size === 2) compare([...chosen.values()], offer.at);
    } }));
  }

  function draw() {
    const words = input.value;
    const hits = found(offer.choices, words, sort.value === "price");
    const open = hits.filter((one) => one.choice.standing !== "never");
    const never = hits.filter((one) => one.choice.standing === "never");
    const folded = never.length + (words ? 0 : offer.folded);
    told = new Set(offer.leaving.map(subject));
    leaving.textContent = offer.leaving.length ? `Whatever you take: ${offer.leaving.map((one) => one.message).join(" ")}` : "";
    total.textContent = sum();
    clearTimeout(timer);
    fill(list, (words || sort.value ? [["", open]] : grouped(open)).map(([name, several]) => [name && h("li.category", h("h3", name)), several.map(item)]),
      folded ? h("li", h("details", { key: words && !open.length ? "never-found" : "never", open: Boolean(words) && !open.length, ontoggle: unfold }, h("summary", `${folded} more that this place never takes`), h("ul.choices", never.map(item)))) : null,
      hits.length ? null : nothing(words));
    if (words) announce(`${open.length} found`);
  }

  /** What can be taken under the headings of its categories, then what can't now. */
  function grouped(hits) {
    const later = hits.filter((one) => one.choice.standing === "not-now");
    const now = byCategory(hits.filter((one) => one.choice.standing !== "not-now"), (one) => one.choice.category);
    return now.length > 1 && later.length ? [...now, ["Not now", later]] : now.length > 1 ? now : [["", hits]];
  }

  async function unfold() {
    if (!offer.folded || offer.whole) return; // of very many, some stay folded
    const whole = await all();
    if (!whole || closed) return;
    offer = { ...whole, whole: true };
    draw();
  }

  function nothing(words) {
    if (offer.folded) unfold();
    const near = h("span");
    timer = setTimeout(async () => (near.textContent = await hint(words)), 300);
    return h("li.none", h("p", "Nothing found. ", near), quick && button(`Read “${words}” as a whole model`, () => more(() => quick(words)), { class: "choice" }));
  }

  function keys(event) {
    const items = [...list.querySelectorAll("button.choice")].filter((one) => one.offsetParent);
    const at = items.indexOf(document.activeElement);
    const idle = document.activeElement.tagName === "H2";
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const to = event.key === "ArrowDown" ? at + 1 : at - 1;
      (to < 0 ? input : items[Math.min(to, items.length - 1)]).focus();
    } else if (event.key === "Enter" && (idle || document.activeElement === input)) {
      event.preventDefault();
      // Without a word typed, what is held is not taken out by accident.
      const best = items.find((one) => input.value || one.dataset.standing !== "held");
      if (best) best.click();
    } else if (event.key === "Escape" && input.value) {
      event.preventDefault();
      input.value = "";
      draw();
      input.focus();
    } else if (event.key.length === 1 && event.key !== " " && (idle || at >= 0) && !event.ctrlKey && !event.metaKey) {
      input.focus();
    }
  }

  draw();
  const best = offer.choices.find((one) => one.standing !== "held" && one.standing !== "never");
  if (best) look(best);
  // A finger does not want the keyboard of the phone over the choices.
  (touch() ? node.querySelector("h2") : input).focus();
}
