// The scripts, style sheets and drawings that stored pages need, and the page "You are offline". Their names change
// with their content: old and new files are stored together, and each page gets its own files. Uses no document.

import { isPageAnswer, typeOf } from "./answer.js";
import { FINDS, isWhole, PAGES } from "./stored-pages.js";

const ASSETS = "albumscan-assets";

/** The page that is shown instead of a page that is not stored. It belongs to no person. */
export const OFFLINE = "/offline/";

const NAME = /\/assets\/[\w.-]+-[0-9a-f]{12}\.\w+/g;

export const isAsset = (path) => path.startsWith("/assets/");

/** The types of the files by the end of their names. A network with a sign-in page sends this page under any name. */
const TYPES = { js: /javascript/, css: /^text\/css/ };

const isOfKind = (path, answer) => (TYPES[path.split(".").pop()] ?? /^image\//).test(typeOf(answer));

/** Whether an answer is the file at `path`, and no foreign answer (answer.js). */
async function isFile(path, answer) {
  if (!isWhole(answer)) return false;
  return path === OFFLINE ? isPageAnswer(answer) : isOfKind(path, answer);
}

/** Stores the assets that are missing, and the newest page "You are offline". Throws if a file is not available. */
export async function storeAssets(addresses) {
  const cache = await caches.open(ASSETS);
  const present = new Set();
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    const copy = await cache.match(pathname, { ignoreVary: true });
    if (copy && isOfKind(pathname, copy)) present.add(pathname);
  }
  await Promise.all([...addresses.filter((one) => !present.has(one)), OFFLINE].map(async (address) => {
    const answer = await fetch(address, { cache: address === OFFLINE ? "no-cache" : "default" });
    if (!(await isFile(address, answer))) throw new Error(`${address}: ${answer.status}`);
    await cache.put(address, answer);
  }));
}

/** The asset from the store, or from the server. */
export async function asset(request) {
  const cache = await caches.open(ASSETS);
  const { pathname } = new URL(request.url);
  const found = await cache.match(request, { ignoreVary: true });
  if (found && isOfKind(pathname, found)) return found;
  const answer = await fetch(request);
  if (await isFile(pathname, answer)) await cache.put(request, answer.clone());
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
