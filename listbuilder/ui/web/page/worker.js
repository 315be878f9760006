// The service worker: keeps this version's files so that the page opens without a network. The service writes DIGEST
// and FILES in front of it, so any change of any file makes another worker, with a cache of its own.

const OURS = "listbuilder-page-";
const CACHE = OURS + DIGEST;
const SCOPE = "/build/";

self.addEventListener("install", (event) => {
  const wanted = FILES.map((name) => new Request(SCOPE + name, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(wanted)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)))),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

// Page files come from this worker's own cache only, so old and new ones never mix; calls are never kept.
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(SCOPE)) return;
  const name = url.pathname.slice(SCOPE.length);
  if (!FILES.includes(name)) return;
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(SCOPE + name)).then((found) => found || fetch(event.request)));
});
