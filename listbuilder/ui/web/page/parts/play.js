// Play mode: wounds, uses, activations, rounds, points and conditions on the phone. Marks live in this browser, never in the list or its link.
import { button, h } from "../dom.js";
import { card } from "./card.js";

/** Boxes to cross off: a tap on a number sets it, a tap on the last crossed one takes it back. */
function boxes(key, label, number, track, marks, set) {
  const lost = Math.min(marks[key] || 0, number);
  const left = number - lost;
  const low = track && track.after !== null && lost >= track.after && left > 0 ? `${track.mark}: ${track.text}` : "";
  return h("div", { role: "group", label: label, class: "track" },
    h("p", h("b", `${label} ${left} of ${number}`), low && h("span.bad", ` ${low}`), !left ? h("span.bad", track ? " Out" : " Used up") : null),
    h("div.boxes", Array.from({ length: number }, (_, nth) => button(number - nth, () => set(key, lost === nth + 1 ? nth : nth + 1), {
      "aria-pressed": nth < lost ? "true" : "false", label: `${label} ${number - nth}`, key: `${key}#${number - nth}`,
    }))));
}

/** Whether a model is out: every box of a track of its card that counts down to it is crossed. */
const isOut = (one, marks) => one.card.blocks.some((block, place) => block.kind === "ticks" && block.tracks.some((track, nth) => (marks[`${one.id}/${place}/${nth}`] || 0) >= track.number));

function model(one, view, marks, set) {
  const toggle = (key, words, label = words) => button(words, () => set(key, marks[key] ? 0 : 1), { "aria-pressed": marks[key] ? "true" : "false", key, label });
  const conditions = view.conditions.map((name) => toggle(`${one.id}/is/${name}`, name));
  const body = [card(one.card, null, (block, nth, label, number, track) => boxes(`${one.id}/${block}/${nth}`, label, number, track, marks, set), 2),
    conditions.length ? h("div.boxes", { role: "group", label: `Conditions of ${one.card.name}` }, conditions) : null];
  // Who is out is folded away and can be looked at still.
  if (isOut(one, marks)) return h("details", { key: `out-${one.id}` }, h("summary", `${one.card.name}: out`), body);
  return h("section", { label: one.card.name }, h("div.boxes", toggle(`${one.id}${DONE}`, "Activated", `${one.card.name} is activated`)), body);
}

const DONE = "/activated";

/** A number for each side, kept with the marks. */
const counter = (key, words, marks, set) => h("span.step", { role: "group", label: words }, h("span", `${words} ${marks[key] || 0}`),
  button("−", () => set(key, Math.max(0, (marks[key] || 0) - 1)), { label: `${words} less`, key: `${key}-less` }),
  button("+", () => set(key, (marks[key] || 0) + 1), { label: `${words} more`, key: `${key}-more` }));

/** The marks of the next round: everybody is ready again. */
const nextRound = (marks, turn) => ({ ...Object.fromEntries(Object.entries(marks).filter(([key]) => !key.endsWith(DONE))), turn });

export function play(view, marks, acts) {
  const turn = marks.turn || 1;
  const of = view.rounds ? ` of ${view.rounds}` : "";
  const last = Boolean(view.rounds) && turn >= view.rounds;
  const waiting = view.models.filter((one) => !marks[`${one.id}${DONE}`] && !isOut(one, marks)).length;
  return [
    h("div.place-head", button("‹ List", acts.build, { key: "build" }), h("b", `${view.turn} ${turn}${of}`),
      h("span.step", button("−", () => acts.mark("turn", Math.max(1, turn - 1)), { label: `${view.turn} back`, key: "turn-less", disabled: turn === 1 }),
        button("+", () => acts.markAll(nextRound(marks, turn + 1)), { label: `Next ${view.turn}: everybody is ready again`, key: "turn-more", disabled: last })),
      button("↶", acts.unmark, { disabled: !acts.canUnmark(), label: "Undo", key: "unmark" })),
    h("div.tools", counter("points/mine", "My points", marks, acts.mark), counter("points/theirs", "Their points", marks, acts.mark),
      h("small.quiet", last && !waiting ? `The last ${view.turn.toLowerCase()} is over.` : `${waiting} ready`)),
    h("div.panes.three", view.models.map((one) => model(one, view, marks, acts.mark))),
    view.reference.map((one) => h("details", { key: `reference-${one.title}` }, h("summary", one.title), one.items.map((item) => h("p", h("b", item.name), ` ${item.text}`)))),
    button("Start again: clear all marks", acts.clearMarks, { key: "clear" }),
  ];
}

/** Keep the screen on while playing, where the browser lets us. */
export async function wake() {
  if (!navigator.wakeLock) return null;
  try {
    return await navigator.wakeLock.request("screen");
  } catch {
    return null;
  }
}
