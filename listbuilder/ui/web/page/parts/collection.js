// What a player owns, counted by tapping: kinds of things, and how many there are of each.
import { dialog, h } from "../dom.js";
import { number } from "./field.js";

/** `kinds` are the service's; `told` is called with what is owned, by kind and id, after each tap. A kind of which nothing is counted is without end. */
export function collection(name, kinds, told) {
  const owned = Object.fromEntries(kinds.map((kind) => [kind.id, Object.fromEntries(kind.entries.filter((one) => one.owned).map((one) => [one.id, one.owned]))]));
  const counted = (kind) => Object.values(owned[kind.id]).reduce((all, one) => all + one, 0);
  return dialog(`What I own: ${name}`, [h("p.quiet", "Kinds of which you count nothing are not checked."), kinds.map((kind) => {
    const sum = h("small.quiet");
    const say = () => (sum.textContent = counted(kind) ? `${counted(kind)} owned` : "not counted");
    say();
    return h("details", { key: `kind-${kind.id}`, open: counted(kind) > 0 }, h("summary", h("span.label", kind.name), sum),
      h("div.raises", kind.entries.map((one) => h("div.field", h("span", one.name), number(one.owned || 0, 0, `own-${kind.id}-${one.id}`, [`${one.name} owned`, `One ${one.name} less`, `One ${one.name} more`], (value) => {
        owned[kind.id][one.id] = value;
        if (!value) delete owned[kind.id][one.id];
        say();
        told(Object.fromEntries(Object.entries(owned).filter(([, those]) => Object.keys(those).length)));
      })))));
  })]);
}
