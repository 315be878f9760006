// The service worker: registered where the browser allows it; a new one waits for the next visit, or until the reader says so.

import { scriptURL } from "./trusted.js";

const allowed = navigator.serviceWorker && window.isSecureContext;
let reloading = false;

/** Have another worker take over, which loads the page again. */
function take(worker, message) {
  reloading = true;
  worker.postMessage(message);
}

/** A visit begins: take the version that an earlier visit fetched, unless another tab would be torn away too. */
export async function takeNewer() {
  if (!allowed || !navigator.serviceWorker.controller) return;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!reloading) return;
    reloading = false;
    location.reload();
  });
  const kept = await navigator.serviceWorker.getRegistration();
  if (kept && kept.waiting) take(kept.waiting, "take over if alone");
}

/** Keep the page for use without a network; `told` is called with a way to reload when another version waits. */
export async function install(told) {
  if (!allowed) return;
  const offer = (worker) => told(() => take(worker, "take over"));
  let kept;
  try {
    kept = await navigator.serviceWorker.register(scriptURL("worker.js"), { updateViaCache: "none" });
  } catch {
    return; // shut off by the reader: the page works all the same, with a network
  }
  if (!navigator.serviceWorker.controller) return; // the first visit
  if (kept.waiting) offer(kept.waiting);
  kept.addEventListener("updatefound", () => {
    const coming = kept.installing;
    coming.addEventListener("statechange", () => coming.state === "installed" && offer(coming));
  });
}
