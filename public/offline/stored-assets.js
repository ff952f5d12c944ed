// The scripts, style sheets and drawings that stored pages need, and the page "You are offline". Their names change
// with their content: old and new files are stored together, and each page gets its own files. Uses no document.

import { FINDS, PAGES } from "./stored-pages.js";

const ASSETS = "albumscan-assets";

/** The page that is shown instead of a page that is not stored. It belongs to no person. */
export const OFFLINE = "/offline/";

const NAME = /\/assets\/[\w.-]+-[0-9a-f]{12}\.\w+/g;

export const isAsset = (path) => path.startsWith("/assets/");

/** Stores the assets that are missing, and the newest page "You are offline". Throws if a file is not available. */
export async function storeAssets(addresses) {
  const cache = await caches.open(ASSETS);
  const present = new Set((await cache.keys()).map((one) => new URL(one.url).pathname));
  await Promise.all([...addresses.filter((one) => !present.has(one)), OFFLINE].map(async (address) => {
    const answer = await fetch(address, { cache: address === OFFLINE ? "no-cache" : "default" });
    if (!answer.ok || answer.redirected) throw new Error(`${address}: ${answer.status}`);
    await cache.put(address, answer);
  }));
}

/** The asset from the store, or from the server. */
export async function asset(request) {
  const cache = await caches.open(ASSETS);
  const found = await cache.match(request, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.status === 200 && answer.type === "basic") await cache.put(request, answer.clone());
  return answer;
}

export async function offlinePage() {
  const page = await (await caches.open(ASSETS)).match(OFFLINE, { ignoreVary: true });
  return page ?? Response.error();
}

/** Removes each asset that is not in `addresses`, and that no stored page and no needed asset names. */
export async function sweepAssets(addresses) {
  const cache = await caches.open(ASSETS);
  const needed = new Set([...addresses, OFFLINE]);
  for (const name of [PAGES, FINDS]) {
    if (!(await caches.has(name))) continue;
    for (const page of await (await caches.open(name)).matchAll()) await addNames(page, needed);
  }
  // The loop also visits the members that it adds.
  for (const address of needed) {
    const found = /\.(?:js|css)$/.test(address) || address === OFFLINE ? await cache.match(address) : null;
    if (found) await addNames(found, needed);
  }
  for (const entry of await cache.keys()) if (!needed.has(new URL(entry.url).pathname)) await cache.delete(entry);
}

async function addNames(answer, names) {
  if (!/text|javascript/.test(answer.headers.get("Content-Type") ?? "text")) return;
  for (const [name] of (await answer.text()).matchAll(NAME)) names.add(name);
}
