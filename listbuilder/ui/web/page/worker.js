// The service worker: keeps this version's files so that the page opens without a network. The service writes DIGEST
// and FILES in front of it, so any change of any file makes another worker, with a cache of its own.

const OURS = "listbuilder-page-";
const CACHE = OURS + DIGEST;
const SCOPE = new URL("./", location).pathname;

self.addEventListener("install", (event) => {
  event.waitUntil(keep());
});

// Large files carry a digest in their name, so one that an earlier version kept is the same and is not fetched again.
async function keep() {
  const cache = await caches.open(CACHE);
  await Promise.all(FILES.map(async (name) => {
    const known = LASTING.includes(name) && (await caches.match(SCOPE + name));
    if (known) return cache.put(SCOPE + name, known);
    return cache.add(new Request(SCOPE + name, { cache: LASTING.includes(name) ? "default" : "no-cache" }));
  }));
  // While a host is being updated it may still send the page of before: then this is tried again at the next visit.
  const page = await (await cache.match(SCOPE)).text();
  if (!page.includes(DIGEST)) throw new Error("the host sent files of two versions");
}

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)))),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  if (event.data === "take over if alone") {
    event.waitUntil(clients.matchAll({ type: "window", includeUncontrolled: true }).then((tabs) => tabs.length === 1 && self.skipWaiting()));
  }
});

// Page files come from this worker's own cache only, so old and new ones never mix; calls are never kept.
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(SCOPE)) return;
  const name = url.pathname.slice(SCOPE.length);
  if (!FILES.includes(name)) return;
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(SCOPE + name)).then((found) => found || fetch(event.request)));
});
