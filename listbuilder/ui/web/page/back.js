// The browser's own way back: it closes what is open (a dialog, a row on a phone, play mode) before it leaves the page.

/** Remember that something was opened which the way back can close. */
export function stepIn() {
  if (!history.state || !history.state.inside) history.pushState({ inside: true }, "", location.hash);
}

/** Watch the way back: `close` closes what is on top and says whether there was anything, `code` is that of the list. */
export function watchBack(close, code) {
  history.replaceState({ base: true }, "", location.hash || location.pathname);
  addEventListener("popstate", (event) => {
    if (!event.state || !event.state.base) return;
    const now = code();
    if (now) history.replaceState(event.state, "", `#${now}`);
    if (close()) stepIn();
    else history.back();
  });
}
