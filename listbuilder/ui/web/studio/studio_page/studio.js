// The designer's window: the state of a game's folder, drawn again after each save.
import { announce, button, dialog, fill, h } from "./dom.js";

const main = document.getElementById("main");
const head = document.getElementById("head");
let state = null;
let chosen = ""; // the entry whose card is shown
let sort = { column: -1, down: false };
let words = "";

const SEVERITY = { error: "✗", warning: "!", info: "i" };

/** A finding; its place opens the file at that line. */
function finding(one) {
  return h("li", { class: `finding ${one.severity}` },
    h("span.mark", { label: one.severity }, SEVERITY[one.severity]), " ", one.message, one.hint ? h("span.quiet", ` ${one.hint}`) : null,
    one.file ? h("span", " ", place(one.file, one.line)) : null);
}

const place = (file, line) => button(line ? `${file}:${line}` : file, () => openSource(file, line), { class: "place", key: `place ${file} ${line}` });

/** Show a file with its lines numbered and one of them marked. */
async function openSource(file, line) {
  const answer = await fetch(`source?file=${encodeURIComponent(file)}`);
  const lines = (await answer.text()).split("\n");
  const rows = lines.map((text, nth) => h("li", { class: nth + 1 === line ? "here" : null, "aria-current": nth + 1 === line ? "true" : null }, text || " "));
  dialog(line ? `Line ${line} of ${file}` : `File ${file}`, h("ol.source", rows), "wide");
  const here = document.querySelector(".source .here");
  if (here) here.scrollIntoView({ block: "center" });
}

function check() {
  const bad = state.problems.length;
  return h("section", h("h2", "Check"),
    state.loaded ? h("p", "No problems in the game's files.") : h("p", `${bad} ${bad === 1 ? "problem" : "problems"}.`, state.game ? " Below is the last version that could be loaded." : ""),
    h("ul.findings", state.problems.map(finding)));
}

function lists() {
  if (!state.lists.length) return h("section", h("h2", "Starter lists"), h("p", "None yet. Put list files into ", h("code", "lists/"), "."));
  const legal = state.lists.filter((one) => one.valid).length;
  return h("section", h("h2", "Starter lists"), h("p", `${legal} of ${state.lists.length} legal.`),
    h("ul.findings", state.lists.map((one) => h("li",
      h("span.mark", { label: one.valid ? "legal" : "not legal" }, one.valid ? "✓" : "✗"), " ", h("b", one.name), one.total === null ? null : ` ${one.total} `, " ", place(one.file, null),
      one.findings.length ? h("ul.findings", one.findings.map(finding)) : null))));
}

function card() {
  const row = state.table && state.table.rows.find((one) => one.id === chosen);
  if (!row) return h("section", { key: "card" }, h("h2", "Card"), h("p", "Choose an entry in the table, or save a change to one."));
  const side = (nth) => h("img", { src: `card/${row.id}/${nth}.svg?${state.stamp}`, alt: nth ? `Back of the card with ${row.name}` : `Card with ${row.name}`, onerror: (event) => missing(event.target, nth) });
  return h("section", { key: "card" }, h("h2", "Card"), h("p", h("b", row.name), row.file ? h("span", " ", place(row.file, row.line)) : null), h("div.faces", side(0), side(1)));
}

/** A card may have no back; without a front, no list could be made with the entry. */
function missing(image, nth) {
  image.replaceWith(nth ? "" : h("p", "No list could be made with it, so there is no card."));
}

function table() {
  if (!state.table) return null;
  const { heads, rows } = state.table;
  const columns = ["Name", "Kind", ...heads, "Printed", "Tags"];
  const cells = (row) => [row.name, row.kind, ...row.cells, row.facts.join(" · "), row.tags.join(", ")];
  const looked = words.toLowerCase();
  const found = rows.filter((row) => !looked || cells(row).join(" ").toLowerCase().includes(looked));
  if (sort.column >= 0) found.sort((one, other) => compare(cells(one)[sort.column], cells(other)[sort.column], sort.down ? -1 : 1));
  const heading = (name, nth) => h("th", { scope: "col", "aria-sort": nth === sort.column ? (sort.down ? "descending" : "ascending") : null },
    button(name, () => { sort = { column: nth, down: nth === sort.column && !sort.down }; draw(); }, { key: `sort ${nth}` }));
  return h("section.table", h("h2", "Entries"),
    h("label", "Find ", h("input", { type: "search", key: "find", value: words, oninput: (event) => { words = event.target.value; draw(); } })), h("span.quiet", ` ${found.length} of ${rows.length}`),
    h("div.wide", h("table", h("thead", h("tr", columns.map(heading))),
      h("tbody", found.map((row) => h("tr", { class: row.id === chosen ? "chosen" : state.changed.includes(row.id) ? "changed" : null },
        h("th", { scope: "row" }, button(row.name, () => { chosen = row.id; draw(); }, { key: `entry ${row.id}`, "aria-pressed": String(row.id === chosen) })),
        cells(row).slice(1).map((cell) => h("td", cell ?? ""))))))));
}

/** Two cells in order; what is missing comes last both ways. */
function compare(one, other, way) {
  if (one === null || other === null) return (one === null) - (other === null);
  return way * (typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other)));
}

function rules() {
  if (!state.rules.length) return null;
  return h("section", h("h2", "Rules"), h("ul.findings", state.rules.map((one) => h("li", h("b", one.owner ? `${one.owner}: ` : ""), one.text || one.id, h("span.quiet", ` ${one.id}, ${one.kind}`)))));
}

/** What changed since the last release, in numbers, each to be unfolded. */
function release() {
  const since = state.release;
  if (!since) return null;
  return h("section", h("h2", `Since ${since.tag}`),
    h("p", since.least ? `Raise the version from ${since.version} to ${since.least} or more.` : since.headings.length ? "The version fits these changes." : "Nothing changed."),
    since.headings.map((one) => h("details", { key: `since ${one.name}` }, h("summary", `${one.name}: ${one.notes.length}`), h("ul", one.notes.map((note) => h("li", note))))));
}

function verdict() {
  const bad = state.lists.filter((one) => !one.valid).length;
  if (!state.loaded) return h("p.verdict.bad", "The game can't be loaded.");
  if (bad) return h("p.verdict.bad", `The game is sound; ${bad} of its starter lists ${bad === 1 ? "is" : "are"} not legal.`);
  return h("p.verdict.fine", "The game is sound.");
}

function draw() {
  const name = state.game ? `${state.game.name} ${state.game.version}` : state.folder;
  document.title = `${state.loaded ? "" : "✗ "}${name} · Studio`;
  fill(head, h("h1", name), verdict());
  fill(main, h("div.columns", h("div", check(), lists(), release(), rules()), h("div", card(), table())));
}

/** Ask for the state again and again; each answer comes when a file was saved. */
async function watch() {
  for (;;) {
    try {
      const answer = await fetch(`state${state ? `?stamp=${state.stamp}` : ""}`);
      if (!answer.ok) throw new Error(answer.statusText);
      if (answer.status === 200) {
        const again = state !== null;
        state = await answer.json();
        if (state.changed.length && !state.changed.includes(chosen)) chosen = state.changed[0];
        draw();
        if (again) announce(state.loaded ? "Checked again: the game is sound." : `Checked again: ${state.problems.length} problems.`);
      }
    } catch {
      fill(head, h("h1", "Studio"), h("p.verdict.bad", "The studio does not answer. Look into its terminal; once it runs again, this page goes on by itself."));
      await new Promise((go) => setTimeout(go, 2000));
      state = state && { ...state, stamp: "" };
    }
  }
}

watch();
