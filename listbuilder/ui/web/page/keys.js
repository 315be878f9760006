// The keys, once: each with the act it does and its words. The help page is made of this table.

export const KEYS = [
  ["a", "add", "Add models: type, Enter; Escape when done"],
  ["1", "slot", "Choose for the first slot of the open row; 2 to 9 for the others"],
  ["g", "group", "Add a group"],
  ["j", "next", "Next row"],
  ["k", "previous", "Row before"],
  ["c", "copy", "Copy the open row"],
  ["x", "remove", "Remove the open row"],
  ["J", "down", "Move the open row down"],
  ["K", "up", "Move the open row up"],
  ["u", "undo", "Undo, as does Ctrl+Z"],
  ["U", "redo", "Redo, as does Ctrl+Shift+Z"],
  ["f", "finding", "Go to the next finding"],
  ["F", "fixes", "Ways to mend it"],
  ["w", "fits", "What fits in the points left"],
  ["d", "compare", "Compare with a step before, or another list"],
  ["s", "share", "Share: link, code, text, file"],
  ["p", "print", "Cards and sheet as PDF"],
  ["t", "play", "Play mode"],
  ["l", "lists", "All lists"],
  ["?", "help", "These keys"],
];

/** Whether somebody is typing, so that letters are letters. */
const typing = (target) => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));

/** Listen to the keys; `acts` has a function for each. They build: in a dialog and in play mode others hold. */
export function listen(acts, mode) {
  addEventListener("keydown", (event) => {
    // Undo as everywhere else; in a field it is the browser's own.
    if ((event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key) && mode() === "build" && !typing(event.target) && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      return event.shiftKey || /y/i.test(event.key) ? acts.redo() : acts.undo();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || document.querySelector("dialog[open]")) return;
    const digit = /^[1-9]$/.test(event.key);
    const found = KEYS.find(([key]) => key === (digit ? "1" : event.key));
    if (!found || (mode() !== "build" && found[1] !== "help")) return;
    event.preventDefault();
    acts[found[1]](digit ? Number(event.key) - 1 : undefined);
  });
}
