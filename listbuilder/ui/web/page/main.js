// The start: a link, else the last list, else the choice of a game; then links, tabs and new versions are watched.
import { acts, keyed } from "./acts.js";
import { prepare, useJudge, watchVersion } from "./api.js";
import { PAGE, app, keepIt, notice, open, openSource, render, use } from "./app.js";
import { watchBack } from "./back.js";
import { button, h } from "./dom.js";
import { listen } from "./keys.js";
import * as saved from "./saved.js";
import { install, takeNewer } from "./updates.js";

/** Open what the address names; what is open stays among the kept lists. */
async function openLink() {
  const code = location.hash.slice(1);
  if (code === "main" || (app.state.view && code === app.state.view.code)) return;
  if (code) {
    const was = saved.all().find((one) => one.code === code);
    if (was) await acts.openKept(was.id);
    else await openSource(code);
  } else if (!app.state.view && saved.kept(saved.last())) await acts.openKept(saved.last());
  if (!app.state.view) acts.lists();
  else if (app.state.id && saved.playing() === app.state.id) acts.play();
}

/** Another tab changed a list: if it is the one that is open, the reader says which to keep. */
function otherTab(id) {
  const other = saved.kept(id);
  if (id !== app.state.id || (other && other.code === app.state.view.code)) return;
  const mine = button("Keep mine, as another list", () => {
    app.state = { ...app.state, id: null };
    keepIt();
    notice("tabs");
    render();
  });
  const theirs = button("Take the other tab's", () => {
    notice("tabs");
    acts.openKept(id);
  });
  notice("tabs", other ? "Another tab changed this list." : "Another tab removed this list from this browser.", mine, other ? theirs : null);
}

/** Close what is on top; false when there is only the list itself. */
function close() {
  const dialog = document.querySelector("dialog[open]");
  if (dialog) dialog.close();
  else if (app.mode === "play") acts.build();
  else if (app.mode === "home" && app.state.view) acts.build();
  else if (app.mode === "build" && app.state.opened) open(null);
  else return false;
  return true;
}

const newer = (reload) => notice("version", "There is a new version of this page.", button("Reload", reload));

/** Say how far loading the judge is; lists that are kept can be read and played meanwhile. */
function loading({ loaded, all, failed }) {
  if (failed) return notice("loading", `The judge could not be loaded: ${failed} Kept lists can be read and played.`, button("Try again", () => location.reload()));
  return loaded ? notice("loading", `Loading the judge: ${Math.min(99, Math.round((100 * loaded) / all))} %`) : notice("loading");
}

/** Say once what this page can't do where it was opened: over plain HTTP, or in a frame of another site. */
function limits() {
  if (!window.isSecureContext) {
    prepare();
    if (!saved.once("plain")) notice("plain", "This page came over plain HTTP. There, browsers do not let it copy at a tap, keep the screen on, open without a network or be installed. For all that, the command publish writes it as files for a web server with HTTPS.", button("Close", () => notice("plain")));
  }
  if (window.top !== window) notice("framed", "This page is shown inside another one, where browsers may keep no lists and nothing for use without a network.", h("a.button", { href: location.href, target: "_blank", rel: "noopener" }, "Open in its own window"));
}

takeNewer();
use(acts);
useJudge(app.judge, app.service, loading);
listen(keyed, () => app.mode);
watchVersion((version) => version !== PAGE && newer(() => location.reload()));
watchBack(close, () => app.state.view && app.state.view.code);
addEventListener("hashchange", openLink);
saved.onOutside(otherTab);
saved.persist().then((kept) => (app.persisted = kept));
openLink().then(() => {
  install(newer);
  limits();
});
