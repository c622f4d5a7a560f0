// Keeps the whole page for playing without a network.
//
// Files below a/<version>/ never change, so they are answered from the cache. The shell comes from
// the network when there is one, so a new version shows at the next load; without a network (or
// with one that does not answer in time) the kept shell is used with the files it was made with.
const VERSION = "{{version}}";
const CACHE = "damka-" + VERSION;
const FILES = {{files}};
const LATER = {{later}}; // the engine's weights, puzzles, lessons: kept when used, or when there is time
const PATIENCE = 3000; // ms
const SCOPE = new URL(self.registration.scope);

self.addEventListener("install", (event) => event.waitUntil(keepEverything()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

// A page tells us its version; if it is ours, no page needs the old worker for its files.
self.addEventListener("message", (event) => {
  if (event.data === VERSION) self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== SCOPE.origin) return;
  if (request.mode === "navigate") event.respondWith(shell(request));
  else if (url.pathname.startsWith(SCOPE.pathname)) event.respondWith(kept(request));
});

async function keepEverything() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((path) => new Request(new URL(path, SCOPE), { cache: "no-cache" })));
  // The same shell serves every address, so its base must not depend on the address it is served at.
  const response = await fetch(SCOPE, { cache: "no-store" });
  if (!response.ok) throw new Error("the shell answered " + response.status);
  const html = (await response.text()).replace(/<base href="[^"]*">/, `<base href="${SCOPE.pathname}">`);
  const headers = new Headers(response.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  await cache.put(SCOPE, new Response(html, { headers }));
}

// The version before stays for pages still open with it; what is older goes.
async function takeOver() {
  const names = (await caches.keys()).filter((name) => name.startsWith("damka-") && name !== CACHE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
  keepRest();
}

// Not waited for: a worker that is put to sleep goes on when a page asks for these files.
async function keepRest() {
  const cache = await caches.open(CACHE);
  for (const path of LATER) {
    const url = new URL(path, SCOPE);
    if (!(await cache.match(url))) await cache.add(url).catch(() => {});
  }
}

async function shell(request) {
  const cache = await caches.open(CACHE);
  const ours = await cache.match(SCOPE);
  let timer;
  const impatience = new Promise((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE);
  });
  try {
    const answer = await (ours ? Promise.race([fetch(request), impatience]) : fetch(request));
    return answer && answer.status < 500 ? answer : ours || answer;
  } catch (error) {
    if (ours) return ours;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function kept(request) {
  const found = await caches.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok && LATER.some((path) => new URL(path, SCOPE).href === request.url)) {
    const cache = await caches.open(CACHE);
    await cache.put(request, response.clone());
  }
  return response;
}
