// The service worker: registered where the browser allows it; a new one waits for the next visit, or until the reader says so.

import { scriptURL } from "./trusted.js";

/** Keep the page for use without a network; `told` is called with a way to reload when another version waits. */
export async function install(told) {
  if (!navigator.serviceWorker || !window.isSecureContext) return;
  let reloading = false;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!reloading) return;
    reloading = false;
    location.reload();
  });
  const offer = (worker) => told(() => {
    reloading = true;
    worker.postMessage("take over");
  });
  let kept;
  try {
    kept = await navigator.serviceWorker.register(scriptURL("worker.js"), { updateViaCache: "none" });
  } catch {
    return; // shut off by the reader: the page works all the same, with a network
  }
  if (kept.waiting && navigator.serviceWorker.controller) {
    offer(kept.waiting);
    // A new visit: nothing has been begun here yet, so it need not ask unless another tab would be torn away too.
    reloading = true;
    kept.waiting.postMessage("take over if alone");
  }
  kept.addEventListener("updatefound", () => {
    const coming = kept.installing;
    coming.addEventListener("statechange", () => {
      if (coming.state === "installed" && navigator.serviceWorker.controller) offer(coming);
    });
  });
}
