// Ways out: a link with the list behind #, the code, text for a chat, files, cards and sheets.
import { app } from "../app.js";
import { announce, button, dialog, fill, h, refusedWords } from "../dom.js";

/** Copy by the clipboard, or by a selected field where the page is not on a secure address. */
async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    announce("Copied");
  } catch {
    field.focus();
    field.select();
    announce("Select the text and copy it");
  }
}

function field(label, text, id) {
  const area = h("textarea", { id, readonly: true, value: text });
  return h("section", h("div.slot-head", h("label.label", { for: id }, label), button("Copy", () => copy(text, area), { class: "more", label: `Copy ${label.toLowerCase()}` })), area);
}

/** The page's own address: the one it was published for, or the one it was opened at. */
export const address = () => app.address || location.href.split("#")[0];

export const link = (code) => `${address()}#${code}`;

/** Save bytes as a file. */
export function download(name, parts, type) {
  const url = URL.createObjectURL(parts instanceof Blob ? parts : new Blob([parts], { type }));
  const a = h("a", { href: url, download: name });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

/** What opens the seal on a list that was made for an opponent, as a file to keep. */
export const seal = (shared) => ["Keep to yourself: opens the seal", `${shared.file}.reveal.json`, new Blob([shared.reveal], { type: "application/json" })];

export function share(view, shared) {
  const { code } = shared;
  const url = link(code);
  const qr = shared.qr ? h("img.qr", { alt: "QR code of the list", src: `data:image/svg+xml;base64,${btoa(shared.qr)}` }) : null;
  dialog(shared.reveal ? "Share with my opponent" : view.about.secrets ? "Share, secrets included" : "Share", [
    navigator.share && button("Share link…", () => navigator.share({ title: view.list.name || view.about.name, url }).catch(() => announce("Not shared"))),
    code ? field("Link", url, "share-link") : h("p", "This list is too long for a link: share its file."), field("Text", shared.text, "share-text"), code && field("Code", code, "share-code"), qr,
    h("div.tools", button("Save as YAML", () => download(`${shared.file}.yaml`, shared.yaml, "application/yaml")), button("Save as JSON", () => download(`${shared.file}.json`, shared.json, "application/json"))),
    shared.reveal && [h("p", "Keep this file till the game is over: with it, `listbuilder reveal` proves what was secret."), button("Save what opens the seal", () => { const [, name, blob] = seal(shared); download(name, blob); })]]);
}

const LOOKS = [["themes", "theme", "Colours"], ["papers", "paper", "Paper"], ["sizes", "size", "Cards"]];
let look = {}; // as it was chosen last

/** Options and a picture of the first card, then PDFs as links: phones do not open windows after waiting. */
export function print(make) {
  const links = h("div", { "aria-live": "polite" });
  const options = h("div.tools");
  const node = dialog("Print", [options, links], "print");
  let urls = [];
  const gone = (old) => setTimeout(() => old.forEach((url) => URL.revokeObjectURL(url)), 60000);
  node.addEventListener("close", () => gone(urls));
  async function draw() {
    fill(links, h("p.quiet", "Drawing…"));
    const made = await make(look);
    if (!node.isConnected) return;
    if (!made) return void fill(links, h("p.bad", refusedWords()));
    const { shown, files } = made;
    gone(urls);
    urls = files.map(([, , blob]) => URL.createObjectURL(blob));
    fill(options, LOOKS.filter(([several]) => shown[several].length).map(([several, key, words]) => h("label", `${words} `, h("select", { key: `print-${key}`, onchange: ({ target }) => {
      look = { ...look, [key]: target.value };
      draw();
    } }, shown[several].map((one) => h("option", { value: one.id, selected: one.id === shown[key] }, one.name))))));
    fill(links, files.map(([words, name], nth) => h("p.tools", h("a.button", { href: urls[nth], download: name }, words), h("a.button", { href: urls[nth], target: "_blank" }, "Open"))),
      shown.card && h("img.preview", { alt: "The first card as it is printed", src: URL.createObjectURL(new Blob([shown.card], { type: "image/svg+xml" })) }));
  }
  draw();
}
