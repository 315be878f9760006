// What a player can do in play mode, one function each: the buttons call these.
import { app, ask, asking, keepIt, notice, refresh, render, settled } from "./app.js";
import { stepIn } from "./back.js";
import { announce, dialog, h } from "./dom.js";
import * as saved from "./saved.js";
import * as Tally from "./tally.js";

let lock = null;

/** Keep the screen on while playing, where the browser lets us. */
async function wake() {
  if (!navigator.wakeLock) return null;
  try {
    return await navigator.wakeLock.request("screen");
  } catch {
    return null;
  }
}

// A screen lock ends when the page is out of sight.
addEventListener("visibilitychange", async () => {
  if (app.mode === "play" && document.visibilityState === "visible") lock = await wake();
});

/** Both sides of the table: the list, what play mode shows of it, and what stands before the names of its marks. */
export function sides() {
  const mine = { list: app.state.view.list, view: app.playing, prefix: "", name: app.state.view.list.name || "My list" };
  return app.theirs ? { mine, theirs: { ...app.theirs, prefix: Tally.THEM } } : { mine };
}

/** The tally of the list in play. */
export const tally = () => Tally.opened(saved.marks(app.state.id));

function keep(made) {
  app.tally = made;
  if (!saved.setMarks(app.state.id, made)) notice("save", "Marks could not be kept: storage is full or shut off.");
  render();
}

const mark = (changes, words) => keep(Tally.changed(app.tally, changes, words));
const seed = () => crypto.getRandomValues(new Uint32Array(1))[0] % 1000000;
const question = (name, body = {}) => asking(() => ask(`/bench/${name}`, { list: app.state.view.list, ...body }));

/** What is asked about the attack that is chosen: who attacks whom, and what is stated about it. */
function attackBody(words) {
  const { attacker, target } = app.table;
  const from = sides()[attacker.side];
  const to = target.side === "entry" ? target : sides()[target.side];
  return { list: from.list, other: to.list, attack: { attacker: attacker.row, target: target.row, with: words } };
}

/** The circumstances as they are written: what was tapped or typed, and the wounds that are marked. */
function wordsFor(known) {
  const { attacker, target, stated } = app.table;
  const words = { ...stated };
  for (const [who, one] of [["attacker", attacker], ["target", target]]) {
    if (one.side === "entry") continue;
    const { view, prefix } = sides()[one.side];
    for (const track of Tally.health(view.models[one.nth], prefix, app.tally.marks)) if (track.lost && track.left) words[`${who}.${track.stat}`] ??= track.left;
  }
  const numbers = new Set(known.filter((one) => one.kind === "number").map((one) => one.word));
  const there = new Set(known.map((one) => one.word));
  return Object.entries(words).filter(([word]) => there.has(word)).map(([word, number]) => (numbers.has(word) ? `${word}=${number}` : word));
}

/** Ask for the odds: first what the attack asks about, then with what of that is stated. */
async function odds() {
  const { table } = app;
  if (!table.attacker || !table.target) return render();
  table.rolled = null;
  let answer = await asking(() => ask("/bench/odds", attackBody([])));
  table.words = answer && answer.odds ? wordsFor(answer.odds.circumstances) : [];
  if (table.words.length) answer = await asking(() => ask("/bench/odds", attackBody(table.words)));
  table.answer = answer;
  if (answer && answer.odds && table.nth >= answer.odds.attacks.length) table.nth = 0;
  return render();
}

/** Roll the attack that is chosen; `rolls` are what players rolled themselves. */
async function attack(rolls = {}, again = false) {
  const { table } = app;
  const body = attackBody(table.words);
  body.attack = { ...body.attack, nth: table.nth, rolls };
  const answer = await asking(() => ask("/bench/attack", { ...body, seed: again ? table.rolled.seed : seed() }));
  if (!answer) return;
  table.rolled = { ...answer, rolls, shown: again ? table.rolled.shown : 1 };
  render();
}

export const playing = {
  play: async () => {
    await settled();
    if (!app.state.id) keepIt();
    const answer = await question("play");
    const kept = saved.kept(app.state.id) || {};
    app.playing = answer || kept.playing;
    if (!app.playing) return;
    if (answer) saved.keep(app.state.id, { ...kept, playing: answer });
    app.mode = "play";
    notice("save"); // no question at the table that can wait
    app.tally = tally();
    app.theirs = saved.opponent(app.state.id);
    app.table = { tab: "mine", stated: {}, nth: 0, dice: [] };
    saved.setPlaying(app.state.id);
    stepIn();
    lock = await wake();
    render();
  },
  build: () => {
    app.mode = "build";
    saved.setPlaying(null);
    if (lock) lock.release();
    lock = null;
    refresh();
  },
  sides,
  mark,
  nextRound: () => mark(Tally.nextRound(app.tally, sides()), `${app.playing.turn} ${Tally.turnOf(app.tally) + 1} begins`),
  clearMarks: () => mark(Object.fromEntries(Object.keys(app.tally.marks).map((key) => [key, null])), "All marks cleared"),
  unmark: () => {
    announce(`Undone: ${app.tally.log.at(-1).words}`);
    keep(Tally.undone(app.tally));
  },
  tab: async (name) => {
    app.table.tab = name;
    render();
    if (name === "rules" && !app.table.rules) {
      app.table.rules = await question("rules");
      render();
    }
  },
  opponent: async (text) => {
    const link = /^\s*https?:\/\/\S+#([\w-]+)\s*$/.exec(text);
    const read = text.trim() && (await asking(() => ask("/bench/open", { list: link ? link[1] : text }, null)));
    if (!read) return;
    if (read.about.id !== app.state.view.about.id) return notice("refused", `That is a list for ${read.about.name}.`);
    const view = await asking(() => ask("/bench/play", { list: read.list }));
    if (!view) return;
    app.theirs = { list: read.list, view, name: read.list.name || "Their list" };
    if (!saved.setOpponent(app.state.id, app.theirs)) notice("save", "The opponent's list could not be kept: storage is full or shut off.");
    render();
  },
  dismiss: () => {
    app.theirs = null;
    saved.setOpponent(app.state.id, null);
    Object.assign(app.table, { attacker: null, target: null, answer: null });
    render();
  },
  chooseFighter: (which, chosen) => {
    Object.assign(app.table, { [which]: chosen, nth: 0 });
    return odds();
  },
  anyTarget: async () => {
    const empty = { game: app.state.view.list.game, models: [] };
    const offer = await asking(() => ask("/bench/additions", { list: empty, kind: "models" }));
    if (!offer) return;
    const node = dialog("Target", h("ul.choices", offer.choices.map((one) => h("li", h("button.choice", { onclick: async () => {
      node.close();
      const made = await asking(() => ask("/bench/apply", { list: empty, edit: one.edit, seed: 1 }));
      if (made) playing.chooseFighter("target", { side: "entry", list: made.list, row: 1, name: one.name });
    } }, h("span", one.name))))));
  },
  circumstance: (word, number) => {
    if (number === null) delete app.table.stated[word];
    else app.table.stated[word] = number;
    return odds();
  },
  withAttack: (nth) => {
    Object.assign(app.table, { nth, rolled: null });
    render();
  },
  attack,
  reveal: (shown) => {
    app.table.rolled.shown = shown;
    render();
  },
  wound: () => {
    const { attacker, target, rolled } = app.table;
    const changes = {};
    const words = [];
    for (const [nth, one] of [attacker, target].entries()) {
      if (one.side === "entry" || !rolled.lost[nth]) continue;
      const { view, prefix } = sides()[one.side];
      Object.assign(changes, Tally.damaged(view.models[one.nth], prefix, app.tally.marks, rolled.lost[nth]));
      words.push(`${view.models[one.nth].card.name} loses ${rolled.lost[nth]}`);
    }
    app.table.rolled = null;
    mark(changes, words.join(", "));
    announce(words.join(", "));
    return odds();
  },
  dice: async (line) => {
    const made = await question("dice", { line, seed: seed() });
    if (!made) return;
    app.table.dice = [made, ...app.table.dice].slice(0, 5);
    announce(`${made.dice}: ${made.shows.join(", ")}`);
    render();
  },
  mission: async (line) => {
    const mission = await question("mission", { line, seed: seed() });
    if (mission) keep({ ...app.tally, mission });
  },
};
