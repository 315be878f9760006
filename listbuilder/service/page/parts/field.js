// A key that holds a value: numbers with steps, flags, words to choose, models to name, stats to raise, plain text.
import { button, h } from "../dom.js";

const IN_HEAD = new Set(["format", "limit"]);

/** The fields of a place: stats first, then what the game has, then what is seldom written, folded away. */
export function fields(several, row, acts) {
  const order = (one) => (one.raises.length ? 0 : one.id === "name" || one.id === "count" ? 2 : one.id === "notes" ? 3 : 1);
  const shown = several.filter((one) => !IN_HEAD.has(one.id) && !(one.at.length === 0 && one.id === "name"));
  const often = shown.filter((one) => !one.rare).sort((a, b) => order(a) - order(b));
  const rare = shown.filter((one) => one.rare);
  return [often.map((one) => field(one, row, acts)), rare.length ? h("details", { "data-key": "more-fields" }, h("summary", {}, "More"), rare.map((one) => field(one, row, acts))) : null];
}

function field(one, owner, acts) {
  const key = [...one.at, one.id].join("-");
  const id = `field-${key}`;
  const set = (value) => acts.set(one.at, one.id, value);
  if (one.raises.length) return raises(one, key, set);
  const row = (...children) => h("div", { class: "field" }, h("label", { for: id }, one.id.replace(/-/g, " ")), ...children, one.errors ? h("span", { class: "bad" }, "!") : null);
  if (one.type === "flag") {
    const usual = one.value === null && one.words;
    return row(h("input", { type: "checkbox", id, checked: one.value === true || usual === "yes", "data-key": id, onchange: (event) => set(event.target.checked) }));
  }
  if (one.counted) return row(stepper(one, id, key, set));
  if (one.type === "models") return several(one, owner, id, set);
  if (one.options.length) {
    return row(h("select", { id, "data-key": id, onchange: (event) => set(event.target.value || null) },
      h("option", { value: "" }, one.value === null && one.words ? `usual: ${one.words}` : "none"),
      one.options.map((name) => h("option", { value: name, selected: String(one.value ?? "").toLowerCase() === name.toLowerCase() }, name))));
  }
  const shown = one.value === null ? "" : typeof one.value === "string" || typeof one.value === "number" ? one.value : one.words;
  return row(h("input", { id, "data-key": id, value: shown, placeholder: one.value === null ? one.words : "", maxlength: one.most ?? 500, title: one.text, onchange: (event) => set(event.target.value.trim() || null) }));
}

function stepper(one, id, key, set) {
  const now = typeof one.value === "number" ? one.value : Number.parseInt(one.words, 10) || (one.id === "count" ? 1 : 0);
  const least = one.id === "count" ? 1 : 0;
  const to = (value) => set(one.id === "count" && value === 1 ? null : value);
  return h("span", { class: "step" },
    button("−", () => to(now - 1), { "aria-label": `Less ${one.id}`, "data-key": `less-${key}`, disabled: now <= least }),
    h("output", { id }, now), button("+", () => to(now + 1), { "aria-label": `More ${one.id}`, "data-key": `more-${key}` }));
}

function several(one, owner, id, set) {
  const others = one.options.filter((name) => !owner || name !== owner.name);
  const now = Array.isArray(one.value) ? one.value : one.value === null ? [] : [one.value];
  return h("fieldset", { class: "field" }, h("legend", {}, one.id), others.length ? null : h("span", { class: "quiet" }, "Give other models names first."),
    others.map((name) => h("label", {}, h("input", { type: "checkbox", checked: now.includes(name), "data-key": `${id}-${name}`, onchange: (event) => {
      const made = event.target.checked ? [...now, name] : now.filter((other) => other !== name);
      set(made.length ? made : null);
    } }), name)));
}

function raises(one, key, set) {
  const now = Object.fromEntries(one.raises.filter((stat) => stat.steps).map((stat) => [stat.id, stat.steps]));
  const to = (id, steps) => {
    const made = { ...now, [id]: steps };
    if (!steps) delete made[id];
    set(Object.keys(made).length ? made : null);
  };
  return h("div", { class: "slot", role: "group", "aria-label": one.id }, h("span", { class: "label" }, one.id), " ", h("small", { class: one.errors ? "bad" : "quiet" }, one.budget),
    h("div", { class: "raises" }, one.raises.map((stat) => h("div", { class: "field" }, h("span", {}, `${stat.name} ${stat.value}`),
      h("span", { class: "step" }, button("−", () => to(stat.id, stat.steps - 1), { "aria-label": `Lower ${stat.name}`, "data-key": `less-${key}-${stat.id}`, disabled: stat.steps === 0 }),
        h("output", {}, stat.steps), button("+", () => to(stat.id, stat.steps + 1), { "aria-label": `Raise ${stat.name}, ${stat.price} each`, "data-key": `more-${key}-${stat.id}` }))))));
}
