// Building the document: data becomes text, never markup.
import { stepIn } from "./back.js";

const NAMES = { key: "data-key", label: "aria-label" };

/** An element: `h("p.quiet", { onclick }, "text")`, with classes, properties, listeners and attributes if any, and children. */
export function h(named, given, ...children) {
  const [tag, ...classes] = named.split(".");
  const node = document.createElement(tag);
  const props = given && given.constructor === Object ? given : {};
  if (tag === "button") node.type = "button";
  if (classes.length) node.className = classes.join(" ");
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") node[name] = value;
    else if (name === "vars") for (const [key, one] of Object.entries(value)) node.style.setProperty(key, one);
    else node.setAttribute(NAMES[name] || name, value === true ? "" : String(value));
  }
  node.drawn = props.value; // what is typed differs from it
  add(node, props === given ? children : [given, ...children]);
  return node;
}

function add(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** Put children in place of what a container holds; by its `data-key`, what had the keyboard has it, what was unfolded is. */
export function fill(container, ...children) {
  const active = document.activeElement;
  const held = container.contains(active) ? active : null;
  const key = held && held.dataset.key;
  const able = (one) => typeof one.selectionStart === "number";
  const range = held && able(held) ? [held.selectionStart, held.selectionEnd] : null;
  const top = container.scrollTop;
  const folded = new Map([...container.querySelectorAll("details[data-key]")].map((one) => [one.dataset.key, one.open]));
  container.replaceChildren();
  add(container, children);
  container.scrollTop = top;
  for (const one of container.querySelectorAll("details[data-key]")) if (folded.has(one.dataset.key)) one.open = folded.get(one.dataset.key);
  if (!key) return;
  const again = container.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!again) return;
  again.focus({ preventScroll: true });
  if (held.drawn !== undefined && held.value !== String(held.drawn)) {
    // What is being typed goes on, and counts when the field is left.
    again.value = held.value;
    again.addEventListener("blur", () => again.dispatchEvent(new Event("change")), { once: true });
  }
  if (range && able(again)) again.setSelectionRange(...range);
}

/** A button with words on it. */
export const button = (words, onclick, props = {}) => h("button", { onclick, ...props }, words);

let silence = 0;

/** Say something aloud to a screen reader, and for a while in a line above the foot for everybody. */
export function announce(words) {
  const line = document.getElementById("said");
  line.textContent = "";
  clearTimeout(silence);
  // An unchanged text is not read again, so the line is emptied first.
  requestAnimationFrame(() => (line.textContent = words));
  silence = setTimeout(() => (line.textContent = ""), 3000);
}

/** Why the last question was refused, for dialogs that cover the page's own notice. */
export const refusedWords = () => document.getElementById("refused")?.firstChild?.textContent ?? "The judge can't be reached.";

/** Whether fingers do the pointing. */
export const touch = () => matchMedia("(pointer: coarse)").matches;

/** Whether there is room for the list and what is open beside each other. */
export const wide = () => matchMedia("(min-width: 900px)").matches;

/** A number of things. */
export const many = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

/** A number with its sign. */
export const signed = (number) => number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "±0";

/** A dialog over the page: a heading, what is in it, and a way to close it; the keyboard goes back where it was. */
export function dialog(title, body, kind = "") {
  const from = document.activeElement;
  const heading = h("h2", { id: "dialog-title", tabindex: "-1" }, title);
  const close = button("Close", () => node.close(), { class: "close" });
  const node = h("dialog", { "aria-labelledby": "dialog-title" }, h("div.dialog-head", heading, close), h("div", { class: `dialog-body ${kind}` }, body));
  node.addEventListener("close", () => {
    node.remove();
    const key = from && from.dataset && from.dataset.key;
    const back = from && from.isConnected ? from : key && document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (back) back.focus();
  });
  document.body.append(node);
  stepIn();
  node.showModal();
  return node;
}
