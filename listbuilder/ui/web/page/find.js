// Search as a player types: the rule of `workbench/find.py`, here so that no letter waits for a network. A test holds
// that both give the same order.

const WHOLE = 0, START = 1, WORD = 2, INITIALS = 3, KIN = 4, TEXT = 5;
const SOME_LETTERS = 3; // to look for in texts, which have all letters
const TURN = { held: 0, fits: 0, warns: 0, needs: 0, "not-now": 1, never: 2 };

/** A text in small plain letters with spaces for hyphens, and the place of each letter in the text itself. */
export function fold(text) {
  let made = "";
  const places = [];
  let at = 0;
  for (const char of text) {
    for (const one of char.normalize("NFKD").toUpperCase().toLowerCase()) {
      if (/\p{M}/u.test(one)) continue;
      made += /[\p{L}\p{N}]/u.test(one) ? one : " ";
      places.push(...Array(one.length).fill(at));
    }
    at += char.length;
  }
  return { text: made, places };
}

/** How words match a name: the less the better, and where they are in it; every word must. Null for not at all. */
function matchText(words, name) {
  const wanted = fold(words).text.trim();
  const { text, places } = fold(name);
  const marks = (spans) => spans.filter(([start, end]) => end > start).map(([start, end]) => [places[start], places[end - 1] + 1]).sort((a, b) => a[0] - b[0]);
  if (!wanted) return { rank: WHOLE, marks: [] };
  if (text.startsWith(wanted)) return { rank: text === wanted ? WHOLE : START, marks: marks([[0, wanted.length]]) };
  const heads = text.split("").flatMap((char, at) => (char !== " " && (at === 0 || text[at - 1] === " ") ? [at] : []));
  const free = [...heads];
  const spans = wanted.split(/ +/).map((word) => {
    const [at] = free.splice(free.findIndex((one) => text.startsWith(word, one)) >>> 0, 1);
    return [at, at + word.length];
  });
  if (spans.every(([at]) => at >= 0)) return { rank: WORD, marks: marks(spans) };
  if (wanted.length > 1 && heads.map((at) => text[at]).join("").startsWith(wanted)) return { rank: INITIALS, marks: marks(heads.slice(0, wanted.length).map((at) => [at, at + 1])) };
  return null;
}

function match(words, choice) {
  const found = matchText(words, choice.name);
  if (found || choice.entry === null) return found;
  const others = [choice.entry, ...choice.aliases].map((one) => matchText(words, one)).filter(Boolean);
  if (others.length) return { rank: Math.min(...others.map((one) => one.rank)), marks: [] };
  const wanted = fold(words).text.trim().split(/ +/);
  const kin = [...choice.tags, choice.category || ""].map((one) => fold(one).text).join(" ");
  if (wanted.every((word) => ` ${kin}`.includes(` ${word}`))) return { rank: KIN, marks: [] };
  const said = `${fold(choice.name).text} ${kin} ${fold(choice.text).text}`;
  return words.trim().length >= SOME_LETTERS && wanted.every((word) => said.includes(word)) ? { rank: TEXT, marks: [] } : null;
}

/** The choices that meet what was typed, the best first, each with the letters that were found. */
export function found(choices, words, byPrice = false) {
  const turn = (choice) => (!words.trim() && choice.standing === "held" ? -1 : TURN[choice.standing]);
  const hits = choices.map((choice, nth) => ({ choice, nth, ...match(words, choice) })).filter((one) => one.marks);
  const by = (one) => (byPrice ? one.choice.price : one.rank);
  const against = ({ choice }) => (!words.trim() && choice.standing === "not-now" ? choice.reasons.length : 0);
  return hits.sort((a, b) => (a.rank > INITIALS) - (b.rank > INITIALS) || turn(a.choice) - turn(b.choice) || by(a) - by(b) || against(a) - against(b) || a.nth - b.nth);
}
