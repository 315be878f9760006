// The tally of a game in play: marks by name, and a log of every change that can be undone. Nothing here touches the document.

const DEEP = 300;
export const DONE = "/activated";
export const THEM = "them/"; // before the marks of the opponent's models
export const LIST = "/list"; // where the id of a model stands in the marks of what the list itself has

/** A tally as it was kept; whatever else stands there is not ours. */
export function opened(kept) {
  const fits = kept && typeof kept === "object" && kept.marks && typeof kept.marks === "object" && Array.isArray(kept.log);
  return fits ? kept : { marks: {}, log: [] };
}

/** After some changes, by key; null takes a mark away. The log says so in words. */
export function changed(tally, changes, words) {
  const marks = { ...tally.marks };
  const was = {};
  for (const [key, value] of Object.entries(changes)) {
    was[key] = marks[key] ?? null;
    if (value === null) delete marks[key];
    else marks[key] = value;
  }
  return { ...tally, marks, log: [...tally.log, { words, was, turn: turnOf(tally) }].slice(-DEEP) };
}

/** Without the last change. */
export function undone(tally) {
  const last = tally.log.at(-1);
  if (!last) return tally;
  const { marks } = changed(tally, last.was, "");
  return { ...tally, marks, log: tally.log.slice(0, -1) };
}

export const turnOf = ({ marks }) => marks.turn || 1;

/** What there is of a counter at first: what the game starts with, and what the first round brings. */
export const first = (one) => (one.start || 0) + (one.each_round ? one.gain || 0 : 0);

const next = (one, now) => {
  const made = (one.reset ? one.start || 0 : now) + (one.gain || 0);
  return one.most === null ? made : Math.min(made, one.most);
};

export const countKey = (side, one) => `count/${side}/${one.id}`;

const POINTS = { id: "points", name: "points", text: "", start: 0, gain: 0, most: null, each_round: false, wins: true };

/** What is counted for each side, pair by pair; points also where the game does not declare them. */
export function counted({ mine, theirs = mine }) {
  const all = (side, { counters }) => (counters.some((one) => one.wins) ? counters : [POINTS, ...counters]).map((one) => [side, one]);
  const [left, right] = [all("mine", mine.view), all("theirs", theirs.view)];
  return left.flatMap((one, nth) => (right[nth] ? [one, right[nth]] : [one])).concat(right.slice(left.length));
}

/** The changes of the next round: everybody is ready, uses are there again, counters get what a round brings. */
export function nextRound(tally, sides) {
  const changes = { turn: turnOf(tally) + 1 };
  for (const key of Object.keys(tally.marks)) if (key.endsWith(DONE)) changes[key] = null;
  for (const [side, one] of counted(sides)) {
    const key = countKey(side, one);
    if (one.each_round) changes[key] = next(one, tally.marks[key] ?? first(one));
  }
  for (const { view, prefix } of Object.values(sides)) {
    for (const { id, renewed } of [{ id: LIST, renewed: view.own?.renewed ?? [] }, ...view.models]) for (const name of renewed) {
      for (const key of Object.keys(tally.marks)) if (`${key}/`.startsWith(`${prefix}${id}/uses/${name}/`)) changes[key] = null;
    }
  }
  return changes;
}

/** The tracks of a card that boxes stand for, by name. */
const tracksOf = (model) => model.card.blocks.filter((block) => block.kind === "ticks").flatMap((block) => block.tracks);

/** How much is left of the health of a model, track by track, in the order damage is taken. */
export function health(model, prefix, marks) {
  return model.health.map(({ stat, name }) => {
    const { number } = tracksOf(model).find((one) => one.label === name) || { number: 0 };
    const key = `${prefix}${model.id}/boxes/${name}`;
    const lost = Math.min(marks[key] || 0, number);
    return { stat, name, key, number, lost, left: number - lost };
  });
}

/** Whether a model is out: some track of its card has no box left. */
export const isOut = (model, prefix, marks) => tracksOf(model).some((one) => one.number > 0 && (marks[`${prefix}${model.id}/boxes/${one.label}`] || 0) >= one.number && (!model.health.length || model.health.at(-1).name === one.label));

/** The changes when a model takes damage: first from the first track. */
export function damaged(model, prefix, marks, amount) {
  const changes = {};
  for (const { key, lost, left } of health(model, prefix, marks)) {
    const taken = Math.min(left, amount);
    if (taken) changes[key] = lost + taken;
    amount -= taken;
  }
  return changes;
}
