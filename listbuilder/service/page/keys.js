// The keys, once: what they do, their words, and where they work. The help page is made of this table.

export const KEYS = [
  { key: "a", act: "add", words: "Add models: type, Enter; Escape when done" },
  { key: "1", act: "slot", words: "Choose for the first slot of the open row; 2 to 9 for the others" },
  { key: "g", act: "group", words: "Add a group" },
  { key: "j", act: "next", words: "Next row" },
  { key: "k", act: "previous", words: "Row before" },
  { key: "c", act: "copy", words: "Copy the open row" },
  { key: "x", act: "remove", words: "Remove the open row" },
  { key: "J", act: "down", words: "Move the open row down" },
  { key: "K", act: "up", words: "Move the open row up" },
  { key: "u", act: "undo", words: "Undo" },
  { key: "U", act: "redo", words: "Redo" },
  { key: "f", act: "finding", words: "Go to the next finding" },
  { key: "F", act: "fixes", words: "Ways to mend it" },
  { key: "w", act: "fits", words: "What fits in the points left" },
  { key: "d", act: "compare", words: "Compare with a step before, or another list" },
  { key: "s", act: "share", words: "Share: link, code, text, file" },
  { key: "p", act: "print", words: "Cards and sheet as PDF" },
  { key: "t", act: "play", words: "Play mode" },
  { key: "l", act: "lists", words: "All lists" },
  { key: "?", act: "help", words: "These keys" },
];

/** Whether somebody is typing, so that letters are letters. */
function typing(target) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));
}

/** Listen to the keys; `acts` has a function for each. They build: in a dialog and in play mode others hold. */
export function listen(acts, mode) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || document.querySelector("dialog[open]")) return;
    const digit = /^[1-9]$/.test(event.key);
    const found = KEYS.find((one) => one.key === (digit ? "1" : event.key));
    if (!found || (mode() !== "build" && found.act !== "help")) return;
    event.preventDefault();
    acts[found.act](digit ? Number(event.key) - 1 : undefined);
  });
}
