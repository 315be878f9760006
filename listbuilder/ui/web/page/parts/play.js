// Play mode: wounds, uses, rounds and conditions on the phone. Marks live in this browser, never in the list or its link.
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

function model(one, view, marks, set) {
  const conditions = view.conditions.map((name) => {
    const key = `${one.id}/is/${name}`;
    return button(name, () => set(key, marks[key] ? 0 : 1), { "aria-pressed": marks[key] ? "true" : "false", key: key });
  });
  return h("section", { label: one.card.name }, card(one.card, null, (block, nth, label, number, track) => boxes(`${one.id}/${block}/${nth}`, label, number, track, marks, set), 2),
    conditions.length ? h("div.boxes", { role: "group", label: `Conditions of ${one.card.name}` }, conditions) : null);
}

export function play(view, marks, acts) {
  const turn = marks.turn || 1;
  const of = view.rounds ? ` of ${view.rounds}` : "";
  return [
    h("div.place-head", button("‹ List", acts.build, { key: "build" }), h("b", `${view.turn} ${turn}${of}`),
      h("span.step", button("−", () => acts.mark("turn", Math.max(1, turn - 1)), { label: `${view.turn} back`, key: "turn-less" }),
        button("+", () => acts.mark("turn", turn + 1), { label: `Next ${view.turn}`, key: "turn-more" })),
      button("↶", acts.unmark, { disabled: !acts.canUnmark(), label: "Undo", key: "unmark" })),
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
