// Keeps the last pairing and the last standings that this device was shown, and shows them without
// a connection, with the time. It answers only for those, and only what is for everybody: the
// server says of a page that it may be kept. With a connection the server answers, always.
"use strict";

const KEPT = "clubcomp-1";
const AGE = 14 * 24 * 3600 * 1000;
const club = new URL(self.registration.scope).pathname;
const PAGE = /^[^/]+\/(tonight|standings)\/([^/]+\/)?$/;

const kindOf = (url) => url.origin === location.origin && url.pathname.startsWith(club)
  ? PAGE.exec(url.pathname.slice(club.length))?.[1] : undefined;
const statics = `${club.replace(/[^/]+\/$/, "")}static/`;
const isStatic = (url) => url.origin === location.origin && url.pathname.startsWith(statics);
const addressOf = (url) => url.origin + url.pathname;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) {
    if (name.startsWith("clubcomp-") && name !== KEPT) await caches.delete(name);
  }
  await self.clients.claim();
})()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    if (kindOf(url)) event.respondWith(page(event, url));
    else if (url.pathname === club) event.respondWith(front(request));
  } else if (isStatic(url)) {
    event.respondWith(fetch(request).catch(() => keptStatic(request)));
  } else if (kindOf(url) && url.searchParams.has("version")) {
    event.respondWith(followed(event, url));
  }
});

// A page: from the server; without a connection as it was.
async function page(event, url) {
  let response;
  try {
    response = await fetch(event.request);
  } catch {
    return (await shown(url)) ?? Response.error();
  }
  const copy = response.clone();
  event.waitUntil(forEverybody(url, copy).then((one) => keep(url, one)).catch(() => undefined));
  return response;
}

// What a page that follows is answered; when something changed, the page is kept anew.
async function followed(event, url) {
  const response = await fetch(event.request);
  if (response.status === 200) {
    event.waitUntil(forEverybody(url).then((one) => keep(url, one)).catch(() => undefined));
  }
  return response;
}

// The club's page, where an installed program begins: without a connection the last pairing.
async function front(request) {
  try {
    return await fetch(request);
  } catch {
    const last = (await newest("tonight")) ?? (await newest("standings"));
    return last ? Response.redirect(last.url) : Response.error();
  }
}

const mayBeKept = (response) => response.ok && response.headers.get("Offline") === "keep";

// The page as a stranger sees it: what somebody saw who is known here is never kept.
const forEverybody = async (url, response) => response && !url.search && mayBeKept(response)
  ? response : fetch(addressOf(url), { credentials: "omit" });

async function keep(url, response) {
  const cache = await caches.open(KEPT);
  const key = addressOf(url);
  if (!mayBeKept(response)) {
    // Not for everybody any more, or gone.
    await cache.delete(key);
    return;
  }
  const text = await response.text();
  const headers = { "Content-Type": "text/html; charset=utf-8", "Kept-At": String(Date.now()) };
  const policy = response.headers.get("Content-Security-Policy");
  if (policy) headers["Content-Security-Policy"] = policy;
  // Of each kind the last one.
  for (const { url: other } of await cache.keys()) {
    if (other !== key && kindOf(new URL(other)) === kindOf(url)) await cache.delete(other);
  }
  await cache.put(key, new Response(text, { headers }));
  await keepStatics(cache, text);
}

// The stylesheets and scripts of the pages that are kept, and no others.
async function keepStatics(cache, text) {
  const named = (html) => [...html.matchAll(/(?:href|src)="(\/[^"]+\.(?:css|js))"/g)]
    .map(([, path]) => new URL(path, location.origin)).filter(isStatic).map((url) => url.href);
  const wanted = new Set(named(text));
  for (const request of await cache.keys()) {
    if (kindOf(new URL(request.url))) {
      named(await (await cache.match(request)).text()).forEach((path) => wanted.add(path));
    }
  }
  for (const { url } of await cache.keys()) {
    if (isStatic(new URL(url)) && !wanted.has(url)) await cache.delete(url);
  }
  for (const path of wanted) {
    if (!(await cache.match(path))) await cache.add(path).catch(() => undefined);
  }
}

async function keptStatic(request) {
  return (await (await caches.open(KEPT)).match(request, { ignoreVary: true })) ?? Response.error();
}

async function newest(kind) {
  const cache = await caches.open(KEPT);
  for (const { url } of await cache.keys()) {
    if (kindOf(new URL(url)) !== kind) continue;
    const response = await cache.match(url);
    if (Date.now() - Number(response.headers.get("Kept-At")) < AGE) return { url, response };
    await cache.delete(url);
  }
  return undefined;
}

// The page as it was, and in its own language as of when.
async function shown(url) {
  const last = await newest(kindOf(url));
  if (!last) return undefined;
  if (last.url !== addressOf(url)) return Response.redirect(last.url);
  const text = await last.response.text();
  const at = new Date(Number(last.response.headers.get("Kept-At")));
  const language = /<html lang="([\w-]+)"/.exec(text)?.[1] ?? "en";
  const isToday = at.toDateString() === new Date().toDateString();
  const time = at.toLocaleString(language, {
    ...(isToday ? {} : { weekday: "long", day: "numeric", month: "long" }),
    hour: "2-digit",
    minute: "2-digit",
  });
  const sentence = /data-offline="([^"]*)"/.exec(text)?.[1] ?? "{at}";
  const line = `<p class="note" role="status">${sentence.replace("{at}", time)}</p>`;
  const headers = new Headers(last.response.headers);
  return new Response(text.replace(/(<main id="content"[^>]*>)/, `$1${line}`), { headers });
}
