// Choosing: models to add, one after the other, and things for slots.
import { app, ask, asking, edit, notice, open, refresh, settled } from "./app.js";
import { announce, button, refusedWords } from "./dom.js";
import { compared } from "./parts/findings.js";
import { pointsWords } from "./parts/head.js";
import { picker } from "./parts/picker.js";
import * as State from "./state.js";

const list = () => app.state.view.list;
const sum = () => pointsWords(app.state.view.totals);
const rows = (kind) => State.rowsOf(app.state.view, kind);

/** A nearer spelling of what was typed and not found. */
const hinting = (body) => (line) => ask("/bench/find", { list: list(), ...body, line }).then((answer) => answer.hint, () => "");

/** The cards before and after a choice, for the place it is made at. */
async function preview(choice, place) {
  const at = choice.edit.do === "add" ? [choice.edit.kind, rows(choice.edit.kind).length] : place.slice(0, 2);
  const answer = await ask("/bench/place", { list: list(), at, edit: choice.edit }).catch(() => null);
  return [app.details && State.same(at, app.state.opened) ? app.details.card : null, answer && answer.card];
}

/** Add models, as many as are wanted; then the first of them is open. */
export async function add() {
  const offered = () => asking(() => ask("/bench/additions", { list: list(), kind: "models" }));
  await settled();
  const offer = await offered();
  if (!offer) return;
  const first = rows("models").length;
  picker("Add models", offer, {
    sum,
    compare: compared,
    fresh: offered,
    hint: hinting({ kind: "models" }),
    preview: (choice) => preview(choice, offer.at),
    many: (choice) => rows("models").filter((one) => one.title === choice.name).reduce((all, one) => all + one.count, 0),
    quick: async (line) => {
      const answer = await asking(() => ask("/bench/quick", { list: list(), at: ["models"], line }));
      return answer && edit(answer.edit);
    },
    take: (choice) => edit(choice.edit),
    refused: refusedWords,
    done: () => rows("models").length > first && open(["models", first]),
  });
}

/** Add a group. */
export async function group() {
  await settled();
  const offer = await asking(() => ask("/bench/additions", { list: list(), kind: "groups" }));
  if (!offer) return;
  const nth = rows("groups").length;
  const able = offer.choices.filter((one) => one.standing !== "never");
  const take = async (choice) => (await edit(choice.edit)) && open(["groups", nth]);
  if (!able.length) return notice("refused", ["No group can be added.", ...offer.choices.flatMap((one) => one.reasons.map((reason) => reason.message))].slice(0, 3).join(" "), button("Close", () => notice("refused")));
  // With nothing to choose from there is nothing to ask.
  if (able.length === 1) return take(able[0]);
  return picker("Add a group", offer, {
    sum,
    compare: compared,
    hint: hinting({ kind: "groups" }),
    preview: (choice) => preview(choice, offer.at),
    take,
  });
}

/** Choose something for a slot, or instead of what it holds. */
export async function choose(at, slot, nth = null) {
  await settled();
  const offered = (never) => asking(() => ask("/bench/choices", { list: list(), at, slot, nth, never }));
  const offer = await offered(false);
  if (!offer) return;
  picker(slot.replace(/-/g, " "), offer, {
    sum,
    compare: compared,
    hint: hinting({ at, slot, nth }),
    preview: (choice) => preview(choice, at),
    take: (choice) => edit(choice.edit),
    all: () => offered(true),
  });
}

/** Choose for a slot of the open row by its number. */
export async function chooseAt(nth) {
  await settled();
  await refresh();
  const slot = app.details && app.details.slots[nth];
  return slot && slot.open ? choose(slot.at, slot.id) : announce("There is no such slot");
}
