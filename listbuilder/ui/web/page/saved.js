// Lists and play marks in the browser's storage: a convenience, not a home. Every key has our prefix, since other
// programs of this machine may use the same address.

const PREFIX = "listbuilder:";
const LIST = `${PREFIX}list:`;
const PLAY = `${PREFIX}play:`;
const OTHER = `${PREFIX}opponent:`;
const OWNED = `${PREFIX}owned:`;
const LAST = `${PREFIX}last`;
const PLAYING = `${PREFIX}playing`;

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // storage is shut off, or somebody else wrote there
  }
}

/** Write, and say whether it was kept: storage may be full or shut off. */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** A name for a list in this storage that no other has. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return [...bytes].map((byte) => byte.toString(36).padStart(2, "0")).join("").slice(0, 16);
}

// The version of each list that this tab opened or wrote last.
const versions = new Map();

/** This tab goes on from a kept list as it was read. */
export const follow = (id, { version }) => versions.set(id, version);

/** Whether a list in storage is another than the one this tab opened or wrote last: then another tab wrote it. */
export function changedElsewhere(id) {
  const found = kept(id);
  return Boolean(found && versions.has(id) && found.version !== versions.get(id));
}

/** Keep a list as this tab changed it. */
export function keepChanged(id, list) {
  const version = newId();
  versions.set(id, version);
  return keep(id, { ...list, version });
}

/** Keep a list with its steps, without them where there is no room; false when it could not be kept. */
export function keep(id, { steps = [[], []], ...kept }) {
  const all = { ...kept, at: Date.now() };
  return write(LIST + id, { ...all, steps: steps.map((one) => packed(kept.list, one)) }) || write(LIST + id, all);
}

/** A kept list, or null: whatever else stands there is not ours. */
export function kept(id) {
  const found = read(LIST + id);
  if (!found || typeof found !== "object" || !found.list || typeof found.list !== "object") return null;
  return { ...found, steps: [0, 1].map((side) => unpacked(found.list, found.steps && found.steps[side])) };
}

/** Steps from a list on, the nearest last, each as what it has between what is the same as in the one nearer to it. */
function packed(list, steps) {
  let near = JSON.stringify(list);
  return steps.map((one) => one).reverse().map(({ list, words }) => {
    const far = JSON.stringify(list);
    const most = Math.min(near.length, far.length);
    let start = 0;
    while (start < most && near[start] === far[start]) start++;
    let end = 0;
    while (end < most - start && near.at(-1 - end) === far.at(-1 - end)) end++;
    near = far;
    return [start, end, far.slice(start, far.length - end), words];
  });
}

/** The steps again; none where they do not fit the list. */
function unpacked(list, steps) {
  let near = JSON.stringify(list);
  try {
    return steps.map(([start, end, middle, words]) => {
      near = near.slice(0, start) + middle + near.slice(near.length - end);
      return { list: JSON.parse(near), words };
    }).reverse();
  } catch {
    return [];
  }
}

export function forget(id) {
  try {
    for (const key of [LIST + id, PLAY + id, OTHER + id]) localStorage.removeItem(key);
  } catch {
    // storage was shut off meanwhile: then nothing is kept either
  }
}

/** Every kept list, the newest first. */
export function all() {
  const found = [];
  try {
    for (let nth = 0; nth < localStorage.length; nth++) {
      const key = localStorage.key(nth);
      if (!key.startsWith(LIST)) continue;
      const id = key.slice(LIST.length);
      const one = kept(id);
      if (one) found.push({ ...one, id });
    }
  } catch {
    return [];
  }
  return found.sort((a, b) => b.at - a.at);
}

export const last = () => read(LAST);
export const setLast = (id) => write(LAST, id);

/** The list that is being played, so that a phone that was asleep wakes where it was. */
export const playing = () => read(PLAYING);
export const setPlaying = (id) => write(PLAYING, id);
export const marks = (id) => read(PLAY + id) || {};
export const setMarks = (id, value) => write(PLAY + id, value);

/** The opponent's list in the game that a list is played in, or null. */
export function opponent(id) {
  const found = read(OTHER + id);
  return found && typeof found === "object" && found.list && found.view ? found : null;
}

export const setOpponent = (id, value) => write(OTHER + id, value);

/** The text of the collection for a game: what the player owns. */
export const owned = (game) => read(OWNED + game);
export const setOwned = (game, text) => write(OWNED + game, text);

/** Whether this was said before in this browser; from now on it was. */
export function once(what) {
  const key = `${PREFIX}said:${what}`;
  const said = read(key);
  write(key, true);
  return said;
}

/** Call `told` with the id of a list that another tab has changed. */
export function onOutside(told) {
  addEventListener("storage", (event) => {
    if (event.key && event.key.startsWith(LIST)) told(event.key.slice(LIST.length));
  });
}

/** Ask that the browser keeps this storage; null where it can't be asked. */
export async function persist() {
  if (!navigator.storage || !navigator.storage.persist) return null;
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return null; // in a frame of another site
  }
}
