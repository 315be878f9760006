// Play mode: the sheets of both sides with what is ticked off, counters and reminders. Marks live in this browser, never in the list or its link.
import { button, h } from "../dom.js";
import * as Tally from "../tally.js";
import { attack } from "./attack.js";
import { card } from "./card.js";
import { rules } from "./rules.js";

/** Boxes to cross off: a tap on a number sets it, a tap on the last crossed one takes it back. A filled box is gone, as on paper. */
function boxes(key, who, label, number, track, marks, acts) {
  const lost = Math.min(marks[key] || 0, number);
  const left = number - lost;
  const low = track && track.after !== null && lost >= track.after && left > 0 ? `${track.mark}: ${track.text}` : "";
  const set = (gone) => acts.mark({ [key]: gone }, `${who}: ${label} ${number - gone} of ${number}`);
  return h("div", { role: "group", label: label, class: "track" },
    h("p", h("b", `${label} ${left} of ${number}`), low && h("span.bad", ` ${low}`), !left ? h("span.bad", track ? " None left" : " Used up") : null),
    h("div.boxes", Array.from({ length: number }, (_, nth) => button(number - nth, () => set(lost === nth + 1 ? nth : nth + 1), {
      "aria-pressed": nth < lost ? "true" : "false", label: `${label} ${number - nth}`, key: `${key}#${number - nth}`,
    }))));
}

/** A card with boxes to cross off, and what can be used so often without a box on it. */
function crossable(one, at, marks, acts) {
  const { name } = one.card;
  const seen = new Map();
  const nth = (key) => (seen.set(key, (seen.get(key) || 0) + 1), seen.get(key) > 1 ? `${key}/${seen.get(key)}` : key);
  return [card(one.card, null, (block, place, label, number, track) => boxes(nth(`${at}/${track ? "boxes" : "uses"}/${label}`), name, label, number, track, marks, acts), 3),
    one.charges.map((each) => boxes(nth(`${at}/uses/${each.name}`), name, `${each.name}, per ${each.per}`, each.number, null, marks, acts))];
}

/** What the list itself has, such as equipment for all, folded away. */
const own = ({ view, prefix }, marks, acts) => view.own?.card && h("details", { key: `own-${prefix}` }, h("summary", view.own.line || "The list"), crossable(view.own, prefix + Tally.LIST, marks, acts));

function model(one, { view, prefix }, marks, acts) {
  const at = prefix + one.id;
  const { name } = one.card;
  const toggle = (key, words, label) => button(words, () => acts.mark({ [key]: marks[key] ? null : 1 }, `${name}: ${marks[key] ? "not " : ""}${words.toLowerCase()}`), { "aria-pressed": marks[key] ? "true" : "false", key, label });
  const conditions = view.conditions.map((word) => [word, `${at}/is/${word}`]);
  const on = conditions.filter(([, key]) => marks[key]).map(([word]) => word);
  const body = [crossable(one, at, marks, acts),
    one.pools.map((pool) => counter(`${at}/count/${pool.id}`, pool, name, marks, acts)),
    conditions.length ? h("details", { key: `conditions-${at}` }, h("summary", on.length ? h("span.bad", on.join(", ")) : "Conditions"),
      h("div.boxes", { role: "group", label: `Conditions of ${name}` }, conditions.map(([word, key]) => toggle(key, word, word)))) : null];
  // Of several stances a model has one: the one that is tapped takes the place of another.
  const stances = (view.stances ?? []).flatMap((several) => several.map((word) => {
    const key = `${at}/stance/${word}`;
    return button(word, () => acts.mark({ ...Object.fromEntries(several.map((other) => [`${at}/stance/${other}`, null])), [key]: marks[key] ? null : 1 }, `${name}: ${marks[key] ? "not " : ""}${word}`), { "aria-pressed": marks[key] ? "true" : "false", key, label: `${name}: ${word}` });
  }));
  // Who is out is folded away and can be looked at still.
  if (Tally.isOut(one, prefix, marks)) return h("details", { key: `out-${at}` }, h("summary", `${name}: out`), body);
  return h("article", { label: name, class: marks[at + Tally.DONE] ? "done" : null }, h("div", { class: stances.length ? "boxes stances" : "boxes" }, toggle(at + Tally.DONE, "Activated", `${name} is activated`), stances), body);
}

/** A number that goes up and down, kept with the marks. */
function counter(key, one, who, marks, acts) {
  const now = marks[key] ?? Tally.first(one);
  const words = `${who} ${one.name}`;
  const to = (number) => () => acts.mark({ [key]: number }, `${words} ${number}`);
  return h("span.step", { role: "group", label: words, title: one.text }, h("span", h("small", `${words} `), h("b", now)),
    button("−", to(now - 1), { label: `${words} less`, key: `${key}-less`, disabled: now <= 0 }), button("+", to(now + 1), { label: `${words} more`, key: `${key}-more`, disabled: one.most !== null && now >= one.most }));
}

/** The counters of both sides. */
const counters = (sides, marks, acts) => h("div.counters", Tally.counted(sides).map(([side, one]) => counter(Tally.countKey(side, one), one, side === "mine" ? "My" : "Their", marks, acts)));

function reminders({ phases }) {
  const told = phases.filter((one) => one.text || one.reminders.length);
  const many = phases.reduce((sum, one) => sum + one.reminders.length, 0);
  return told.length ? h("details", { key: "phases" }, h("summary", many ? `Reminders (${many})` : "The order of play"), told.map((one) => h("div.phase", { vars: { "--depth": one.depth } },
    h("p", h("b.label", one.name), " ", h("span.quiet", one.text)),
    one.reminders.length ? h("ul", one.reminders.map((item) => h("li", h("b", item.name), item.who.length ? h("span.quiet", ` ${item.who.join(", ")}`) : null, ` ${item.text}`))) : null))) : null;
}

let pasted = "";

function opponent(acts) {
  return h("section", { label: "Their list" }, h("h2", "Their list"), h("label", { for: "opponent" }, "Paste your opponent's link, code or list:"),
    h("textarea", { id: "opponent", key: "opponent", value: pasted, oninput: (event) => (pasted = event.target.value) }), button("Open", () => acts.opponent(pasted), { class: "main", key: "opponent-open" }));
}

function sheets(app, acts) {
  const sides = acts.sides();
  const { mine, theirs } = sides;
  const { marks } = app.tally;
  const side = (one, id) => h("div", { class: `side-${id}` }, h("h2", one.name), own(one, marks, acts), one.view.models.map((each) => model(each, one, marks, acts)));
  return [counters(sides, marks, acts), reminders(app.table.tab === "theirs" && theirs ? theirs.view : mine.view),
    h("div", { class: `sheets ${app.table.tab} ${theirs ? "both" : ""}` }, side(mine, "mine"),
      theirs ? h("div.side-theirs", side(theirs, "list"), button("Remove their list", acts.dismiss, { key: "dismiss" })) : h("div.side-theirs", opponent(acts)))];
}

const log = ({ tally }, acts) => [h("h2", "What was done"),
  tally.log.length ? h("ol.log", tally.log.map((one) => h("li", h("span.quiet", `${one.turn}. `), one.words)).reverse()) : h("p.quiet", "Nothing yet."),
  button("Start again: clear all marks", acts.clearMarks, { key: "clear", disabled: !Object.keys(tally.marks).length })];

const TABS = { mine: "Mine", theirs: "Theirs", attack: "Attack", rules: "Rules", log: "Log" };

export function play(app, acts) {
  const { playing: view, tally, table } = app;
  const turn = Tally.turnOf(tally);
  const last = Boolean(view.rounds) && turn >= view.rounds;
  const waiting = view.models.filter((one) => !tally.marks[one.id + Tally.DONE] && !Tally.isOut(one, "", tally.marks)).length;
  const undo = tally.log.at(-1);
  const word = view.turn.toLowerCase();
  return [
    h("div.play-head",
      h("div", { class: word.length > 8 ? "place-head long" : "place-head" }, button("‹ List", acts.build, { key: "build" }), h("b", `${view.turn} ${turn}${view.rounds ? ` of ${view.rounds}` : ""}`, h("small.quiet", last && !waiting ? ` The last ${word} is over.` : ` ${waiting} ready`)),
        h("span.step", button("−", () => acts.mark({ turn: turn - 1 }, `Back to ${word} ${turn - 1}`), { label: `${view.turn} back`, key: "turn-less", disabled: turn === 1 }),
          button("+", acts.nextRound, { label: `Next ${word}: everybody is ready again`, key: "turn-more", disabled: last })),
        button("↶", acts.unmark, { disabled: !undo, label: undo ? `Undo: ${undo.words}` : "Nothing to undo", key: "unmark" })),
      h("nav.tabs", { label: "Play" }, Object.entries(TABS).map(([id, words]) => button(words, () => acts.tab(id), { key: `tab-${id}`, "aria-current": table.tab === id ? "page" : null })))),
    table.tab === "attack" ? attack(app, acts) : table.tab === "rules" ? rules(app, acts) : table.tab === "log" ? log(app, acts) : sheets(app, acts),
  ];
}
