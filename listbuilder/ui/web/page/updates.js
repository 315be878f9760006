// The service worker: registered where the browser allows it; a new one waits until the reader says so.

// The one policy: it passes the worker's address and nothing else.
const policy = window.trustedTypes
  ? window.trustedTypes.createPolicy("listbuilder", { createScriptURL: (url) => { if (url === "worker.js") return url; throw new TypeError("not a script of ours"); } })
  : { createScriptURL: (url) => url };

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
    kept = await navigator.serviceWorker.register(policy.createScriptURL("worker.js"), { scope: "/build/", updateViaCache: "none" });
  } catch {
    return; // shut off by the reader: the page works all the same, with a network
  }
  if (kept.waiting && navigator.serviceWorker.controller) offer(kept.waiting);
  kept.addEventListener("updatefound", () => {
    const coming = kept.installing;
    coming.addEventListener("statechange", () => {
      if (coming.state === "installed" && navigator.serviceWorker.controller) offer(coming);
    });
  });
}
