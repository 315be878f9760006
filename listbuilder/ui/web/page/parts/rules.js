// The rulebook at the table: everything that has a text, searched as one types, and missions that are rolled.
import { button, fill, h } from "../dom.js";

let typed = "";
const MOST = 60;

const item = (one) => h("p", h("b", one.name), one.meta && one.meta.length ? h("span.quiet", ` ${one.meta.join(", ")}.`) : null, ` ${one.text}`);

/** What has every word that was typed; names before texts. Without words, all of it, folded. */
function found(parts) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return parts.map((part) => h("details", { key: `reference-${part.title}` }, h("summary", part.title), part.items.map(item)));
  const has = (text) => words.every((word) => text.toLowerCase().includes(word));
  const all = parts.flatMap((part) => part.items);
  const named = all.filter((one) => has(one.name));
  const other = all.filter((one) => !has(one.name) && has(`${one.name} ${one.text} ${(one.meta || []).join(" ")}`));
  const shown = [...named, ...other];
  return shown.length ? [shown.slice(0, MOST).map(item), shown.length > MOST ? h("p.quiet", `${shown.length - MOST} more: type another word.`) : null] : h("p", "Nothing has these words.");
}

function mission(app, acts) {
  if (!app.playing.missions) return null;
  const { mission: rolled } = app.tally;
  return h("section", { label: "Mission" }, h("h2", "Mission"),
    rolled ? rolled.sections.map((one) => h("div.card", one.name ? h("h3", one.name, one.pack ? h("span.quiet", ` ${one.pack}`) : null) : null, one.text ? h("p", one.text) : null, one.facts.map(([name, text]) => h("p", h("b", name), ` ${text}`)))) : null,
    rolled && rolled.seed !== null ? h("p.quiet", `Seed ${rolled.seed}: the same with listbuilder mission --seed.`) : null,
    h("div.tools", button(rolled ? "Roll another mission" : "Roll a mission", () => acts.mission(""), { key: "mission" }), rolled && rolled.packs.length > 1 ? rolled.packs.map((pack) => button(`Only ${pack}`, () => acts.mission(pack), { key: `pack-${pack}` })) : null));
}

export function rules(app, acts) {
  const parts = app.table.rules ? app.table.rules.parts : app.playing.reference;
  const results = h("div", found(parts));
  const search = h("input.search", { type: "search", key: "rules-search", label: "Search the rules", placeholder: "Search rules, weapons, conditions", value: typed, oninput: (event) => {
    typed = event.target.value;
    fill(results, found(parts));
  } });
  search.drawn = undefined;
  return h("div.panes", h("section", { label: "Rules" }, h("h2", "Rules"), search, results, app.playing.victory ? h("p", h("b", "Who wins"), ` ${app.playing.victory}`) : null), h("div", mission(app, acts)));
}
