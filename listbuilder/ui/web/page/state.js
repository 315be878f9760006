// The page's state: one plain value, and pure steps from one to the next. Nothing here touches the document.

export const DEEP = 200;

/** The state before a list is open. */
export const EMPTY = Object.freeze({ id: null, view: null, event: null, past: [], future: [], opened: null, edits: 0, stale: null });

/** A list as the service judged it, just opened; `id` is its name in storage, null until the first edit. */
export function opened(view, id = null, event = null, { past = [], future = [] } = {}) {
  return { ...EMPTY, view, id, event, past, future };
}

/** A step of the past or the future: a list, what was done then, and the list as it was judged, if it still counts. */
const step = ({ view }, words) => ({ list: view.list, view, words });

/** After an edit: the old view can be gone back to, and what could be made again can't any more. */
export function edited(state, view) {
  const past = [...state.past, step(state, view.change.words)].slice(-DEEP);
  const now = carried(state.opened, view.change.rows);
  return { ...state, view, past, future: [], edits: state.edits + 1, stale: null, opened: there(now, view) };
}

/** One step from one side to the other, "past" to "future" for undo, whose list the service judged as `view`. */
export function stepped(state, from, to, view) {
  const { words } = state[from].at(-1);
  return { ...state, view, [from]: state[from].slice(0, -1), [to]: [...state[to], step(state, words)], stale: null, opened: there(state.opened, view) };
}

/** The list judged by other rules or with another collection: how its steps were judged does not count any more. */
export function rejudged(state, view) {
  const bare = (steps) => steps.map(({ list, words }) => ({ list, words }));
  return { ...state, view, stale: null, past: bare(state.past), future: bare(state.future) };
}

/** Where a place is after an edit, as the service says where each row went. */
export function carried(place, rows) {
  if (!place || place.length < 2) return place;
  const now = rows[place[0]][place[1]];
  return now === null || now === undefined ? null : [place[0], now];
}

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const there = (place, view) => place && (!place.length || rowAt(view, place)) ? place : null;

/** The row at a place. */
export const rowAt = (view, place) => view.rows.find((one) => same(one.at, place)) || null;

/** The rows of a kind: models or groups. */
export const rowsOf = (view, kind) => view.rows.filter((one) => one.at[0] === kind);

/** The words for the next undo and redo, or nothing. */
export function steps(state) {
  const back = state.past.at(-1);
  const again = state.future.at(-1);
  return { undo: back ? back.words : null, redo: again ? again.words : null };
}

/** The findings of a view, errors first, each with its number in the report. */
export function findings(view) {
  const rank = { error: 0, warning: 1, info: 2 };
  return view.findings.map((one, nth) => ({ ...one, nth })).sort((a, b) => rank[a.severity] - rank[b.severity] || a.nth - b.nth);
}

/** The place of the row that a finding is about, or the list. */
export function placeOf(finding) {
  const [kind, nth] = finding.at;
  return (kind === "models" || kind === "groups") && typeof nth === "number" ? [kind, nth] : [];
}
