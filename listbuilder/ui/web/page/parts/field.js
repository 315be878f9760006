// A key that holds a value: numbers with steps, flags, words to choose, models to name, stats to raise, plain text.
import { button, h } from "../dom.js";
import { rowsOf, same } from "../state.js";
import { called } from "./roster.js";

const IN_HEAD = new Set(["format", "limit"]);

/** The fields of a place: stats first, then what the game has, then what is seldom written, folded away. */
export function fields(several, row, view, acts, told) {
  const order = (one) => (one.id === "name" || one.id === "count" ? 2 : one.id === "notes" ? 3 : 1);
  const shown = several.filter((one) => !IN_HEAD.has(one.id) && !(one.at.length === 0 && one.id === "name"));
  const often = shown.filter((one) => !one.rare).sort((a, b) => order(a) - order(b));
  const rare = shown.filter((one) => one.rare);
  const drawn = (those) => those.length ? h("div.slot.fields", those.map((one) => field(one, row, view, acts))) : null;
  return [
    often.filter((one) => one.raises.length).map((one) => raises(one, acts, told(one.id))), drawn(often.filter((one) => !one.raises.length)),
    rare.length ? h("details", { key: "more-fields" }, h("summary", "More"), drawn(rare)) : null,
  ];
}

function field(one, owner, view, acts) {
  const key = [...one.at, one.id].join("-");
  const id = `field-${key}`;
  const set = (value) => acts.set(one.at, one.id, value);
  const row = (...children) => h("div.field", h("label", { for: id }, one.id.replace(/-/g, " ")), ...children, one.errors ? h("span.bad", "!") : null);
  if (one.type === "flag") {
    const usual = one.value === null && one.words;
    return row(h("input", { type: "checkbox", id, checked: one.value === true || usual === "yes", key: id, onchange: (event) => set(event.target.checked) }));
  }
  if (one.counted) return row(stepper(one, id, key, set));
  if (one.type === "models") return several(one, owner, view, id, acts);
  if (one.type === "member") return row(member(one, owner, view, id, acts));
  if (one.type === "group" && !one.options.length) return row(button("+ Add a group", acts.group, { id, key: id }));
  if (one.options.length) {
    return row(h("select", { id, key: id, onchange: (event) => set(event.target.value || null) },
      h("option", { value: "" }, one.value === null && one.words ? `usual: ${one.words}` : "none"),
      one.options.map((name) => h("option", { value: name, selected: String(one.value ?? "").toLowerCase() === name.toLowerCase() }, name))));
  }
  const shown = one.value === null ? "" : typeof one.value === "string" || typeof one.value === "number" ? one.value : one.words;
  return row(h("input", { id, key: id, value: shown, placeholder: one.value === null ? one.words : "", maxlength: one.most ?? 500, title: one.text, onchange: (event) => set(event.target.value.trim() || null) }));
}

/** A number to type, with a button for a step down and one up; what is shown is what the next step starts from. */
export function number(now, least, key, words, to, id = key) {
  const input = h("input", { type: "number", inputmode: "numeric", id, min: least, value: now, key: `number-${key}`, label: words[0], onchange: () => to(typed()), onfocus: () => input.select() });
  const typed = () => Math.max(least, Math.trunc(Number(input.value)) || 0);
  const step = (by) => () => {
    input.value = typed() + by;
    to(typed());
  };
  return h("span.step", button("−", step(-1), { label: words[1], key: `less-${key}` }), input,
    button("+", step(1), { label: words[2], key: `more-${key}` }));
}

function stepper(one, id, key, set) {
  const now = typeof one.value === "number" ? one.value : Number.parseInt(one.words, 10) || (one.id === "count" ? 1 : 0);
  return number(now, one.id === "count" ? 1 : 0, key, [null, `Less ${one.id}`, `More ${one.id}`], (value) => set(one.id === "count" && value === 1 ? null : value), id);
}

const alike = (one, other) => String(one ?? "").toLowerCase() === String(other ?? "").toLowerCase();

/** The name of a row, and the edits that give it one: lists name models by their names, so who is chosen gets one. */
function naming(row, view) {
  if (row.name) return [row.name, []];
  let name = row.title;
  for (let nth = 2; view.rows.some((one) => alike(one.name, name)); nth++) name = `${row.title} ${nth}`;
  return [name, [{ do: "set", at: row.at, key: "name", value: name }]];
}

const isGroup = (owner) => Boolean(owner) && owner.at[0] === "groups";

/** Who can be named: the members of a group, all models while it has none; anywhere else all other models. */
function models(owner, view) {
  const others = rowsOf(view, "models").filter((one) => !owner || !same(one.at, owner.at));
  const members = isGroup(owner) ? others.filter((one) => one.group && one.group === owner.name) : [];
  return members.length ? members : others;
}

/** One of the models; whoever leads a group joins it. */
function member(one, owner, view, id, acts) {
  const rows = models(owner, view);
  const known = one.value === null || rows.some((row) => alike(row.name, one.value));
  return h("select", { id, key: id, onchange: ({ target }) => {
    if (target.value === "") return acts.set(one.at, one.id, null);
    const row = rows[target.value];
    if (!row) return null;
    const [name, edits] = naming(row, view);
    const joins = isGroup(owner) && owner.name && row.group !== owner.name ? [{ do: "set", at: row.at, key: view.about.groups, value: owner.name }] : [];
    return acts.take({ do: "many", edits: [...edits, ...joins, { do: "set", at: one.at, key: one.id, value: name }], words: `${one.id}: ${name}` });
  } }, h("option", { value: "" }, "none"), known ? null : h("option", { value: "?", selected: true }, `${one.value}, not in the list`),
  rows.map((row, nth) => h("option", { value: nth, selected: Boolean(row.name) && alike(row.name, one.value) }, called(row))));
}

function several(one, owner, view, id, acts) {
  const now = Array.isArray(one.value) ? one.value : one.value === null ? [] : [one.value];
  const rows = models(owner, view);
  return h("fieldset.field", h("legend", one.id.replace(/-/g, " ")), rows.length ? null : h("span.quiet", "There is no other model."),
    rows.map((row) => h("label", h("input", { type: "checkbox", checked: now.some((name) => alike(name, row.name)), key: `${id}-${row.at[1]}`, onchange: (event) => {
      const [name, edits] = naming(row, view);
      const made = event.target.checked ? [...now, name] : now.filter((other) => !alike(other, name));
      acts.take({ do: "many", edits: [...edits, { do: "set", at: one.at, key: one.id, value: made.length ? made : null }], words: `${one.id}: ${made.join(", ")}` });
    } }), called(row))));
}

function raises(one, acts, told) {
  const key = [...one.at, one.id].join("-");
  const now = Object.fromEntries(one.raises.filter((stat) => stat.steps).map((stat) => [stat.id, stat.steps]));
  const to = (id) => (steps) => {
    now[id] = steps;
    if (!steps) delete now[id];
    acts.set(one.at, one.id, Object.keys(now).length ? { ...now } : null);
  };
  return h("div.slot", { role: "group", label: one.id },
    h("div.slot-head", h("span.label", one.id), h("small", { class: one.errors ? "bad" : "quiet" }, one.budget)), told,
    h("div.raises", one.raises.map((stat) => h("div.field", h("span", `${stat.name} ${stat.value}`),
      number(stat.steps, 0, `${key}-${stat.id}`, [`Raise ${stat.name} by`, `Lower ${stat.name}`, `Raise ${stat.name}, ${stat.price} each`], to(stat.id))))));
}
