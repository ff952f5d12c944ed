// Pages and pictures that this browser stores for reading without a connection. The service worker writes them; pages
// count and clear them. The service worker stores them only while it knows their person, and removes all of them when
// the person changes. Only the files that AlbumScan wrote are stored, and only whole ones (answer.js). Uses no document,
// because the service worker imports this module.

import { isJPEG, isOwnPage, isWholePage, typeOf } from "./answer.js";

export const PAGES = "albumscan-pages";
export const PICTURES = "albumscan-pictures";
export const FINDS = "albumscan-finds";
const SEARCH = "albumscan-search";
const FORMS = "albumscan-forms";
const PERSON = "albumscan-person";

/** The manifest of the search. The other files of the search have a digest in their names and never change. */
export const MANIFEST = "/search/index.json";

/** Only these pages, the summary pages and the form of details are stored: no sign-in, and no page of a scan. */
const STORABLE = /^\/(?:|privacy\/|shelf\/|history\/(?:\d+-\d\d\/(?:\d+\/)?)?|(?:album|book)\/[0-9a-z]{26}\/)$/;
/** Index pages, overviews and statistics. */
const SUMMARY = /^\/(?:(?:artists|authors|years|tags|tiers|genres|labels|places)\/(?:[^/]+\/(?:\d+\/)?)?|statistics\/(?:\d+\/)?)$/;
const PICTURE = /^(\/(?:album|book)\/[0-9a-z]{26}\/[0-9a-f]+)-\d+\.jpg$/;
const SEARCHED = /^\/search\/[\w.-]+\.json$/;
/** The page of a find. */
const ALBUM = /^\/(?:album|book)\/([0-9a-z]{26})\/$/;
const FORM = /^\/cgi-bin\/albumscan\/finds\/[0-9a-z]{26}\/edit$/;

/** The maximum numbers of stored pages, pictures and forms of visits; the oldest are removed first. */
const LIMITS = { [PAGES]: 150, [PICTURES]: 300, [FORMS]: 150 };

/**
 * The number of complete removals. If a request was sent before a removal, its answer is not stored after the removal.
 */
let epoch = 0;
let removing = Promise.resolve();

export const isStorable = (path) => STORABLE.test(path) || SUMMARY.test(path) || FORM.test(path);
export const isPicture = (path) => PICTURE.test(path);
export const isSearch = (path) => SEARCHED.test(path);
export const isAlbum = (path) => ALBUM.test(path);
export const moment = () => epoch;

/** The person whose pages are stored: an id, null for a stranger, undefined if the person is unknown. */
export async function person() {
  await removing;
  const stored = await (await caches.open(PERSON)).match("/person");
  return stored ? stored.json() : undefined;
}

/** Stores the person whom the server has named. If the person has changed, removes everything first. */
export async function meet(id) {
  const known = await person();
  if (known === id) return;
  if (known !== undefined) await removeAll();
  await (await caches.open(PERSON)).put("/person", new Response(JSON.stringify(id)));
}

/** Removes all stored pages and pictures, and the person. */
export function removeAll() {
  epoch += 1;
  removing = Promise.all([PERSON, PAGES, PICTURES, FINDS, SEARCH, FORMS].map((name) => caches.delete(name))).catch(() => null);
  return removing;
}

/** Removes all stored pages and pictures, but not the person. */
export function removePages() {
  return Promise.all([PAGES, PICTURES, FINDS, SEARCH, FORMS].map((name) => caches.delete(name)));
}

/** The stored copy of a page or of a picture; undefined if there is none. */
export async function stored(path) {
  await removing;
  for (const name of [FINDS, PAGES, PICTURES, SEARCH, FORMS]) {
    const found = await find(name, path);
    if (found && (await isReadable(path, found))) return found;
  }
  return undefined;
}

/**
 * Whether a copy is a file of AlbumScan. Earlier versions stored pages without the attribute that `isOwnPage` looks for, and
 * also foreign pages. Their own pages name the program.
 */
async function isReadable(path, copy) {
  if (isPicture(path)) return typeOf(copy).startsWith("image/");
  if (isSearch(path)) return isJSON(copy);
  const text = await copy.clone().text();
  return isOwnPage(text) || /<html\s[^>]*data-program=/i.test(text);
}

/** The stored picture of the same artwork in any size. */
export async function storedInAnySize(path) {
  const [, stem] = PICTURE.exec(path);
  for (const side of [500, 1000, 200]) {
    const found = await stored(`${stem}-${side}.jpg`);
    if (found) return found;
  }
  return undefined;
}

async function find(name, path) {
  return (await caches.has(name)) ? (await caches.open(name)).match(path, { ignoreVary: true }) : undefined;
}

/** Whether an answer is the page or the picture itself, not a redirect, a refusal or a part of it. */
export const isWhole = (answer) => answer.status === 200 && !answer.redirected && answer.type === "basic";

const isJSON = (answer) => typeOf(answer).startsWith("application/json");

/** Whether an answer is the whole page, picture or file of the search at `path`. False for a foreign answer, or a part. */
export async function isRight(path, answer) {
  if (!isWhole(answer)) return false;
  try {
    if (isPicture(path)) return typeOf(answer).startsWith("image/") && isJPEG(new Uint8Array(await answer.arrayBuffer()));
    return isSearch(path) ? isJSON(answer) && (await isSearchFile(path, await answer.arrayBuffer())) : isWholePage(await answer.text());
  } catch {
    return false;
  }
}

/** The name of each file of the search but the manifest has a digest of its bytes. */
async function isSearchFile(path, bytes) {
  if (path === MANIFEST) {
    const { version, totals, shards } = JSON.parse(new TextDecoder().decode(bytes));
    return version === 1 && Boolean(totals) && Array.isArray(shards);
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const name = Array.from(digest.slice(0, 6), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return path.endsWith(`.${name}.json`);
}

/**
 * Stores an answer if it is right. `begun` is the `moment()` at which it was requested. `cache` is FINDS for a kept find. A new copy
 * of a kept page stays in FINDS.
 */
export async function store(path, answer, begun, cache = cacheOf(path)) {
  const isFit = await isRight(path, answer.clone());
  if (!isFit || (await person()) === undefined || begun !== epoch) return;
  const isKept = cache !== FINDS && (await find(FINDS, path));
  const name = isKept ? FINDS : cache;
  const opened = await caches.open(name);
  await opened.put(path, answer);
  if (begun !== epoch) await caches.delete(name);
  else if (LIMITS[name]) await trim(opened, LIMITS[name]);
}

function cacheOf(path) {
  if (isPicture(path)) return PICTURES;
  return isSearch(path) ? SEARCH : FORM.test(path) ? FORMS : PAGES;
}

/** The address of the form for the find of an album page; null for another page. */
export function formOf(path) {
  const find = ALBUM.exec(path)?.[1];
  return find ? `/cgi-bin/albumscan/finds/${find}/edit` : null;
}

/** Whether the form of an album page is not stored, or is older than the page. */
export async function lacksForm(path) {
  const [page, form] = [await stored(path), await stored(formOf(path))];
  const moment = (answer, name) => Date.parse(answer?.headers.get(name) ?? "");
  return !form || moment(page, "Last-Modified") > moment(form, "Date");
}

/** Removes the files of the search that the stored manifest does not name. */
export async function sweepSearch() {
  const manifest = await (await find(SEARCH, MANIFEST))?.text();
  if (!manifest) return;
  const cache = await caches.open(SEARCH);
  for (const entry of await cache.keys()) {
    const digest = /\.([0-9a-f]{12})\.json$/.exec(entry.url)?.[1];
    if (digest && !manifest.includes(digest)) await cache.delete(entry);
  }
}

/** Removes a page that the server no longer has. */
export async function forgetPage(path) {
  for (const name of [FINDS, PAGES, FORMS]) if (await find(name, path)) await (await caches.open(name)).delete(path);
}

/** Removes the oldest entries: a cache lists its entries in the order in which they were stored. */
async function trim(cache, limit) {
  const entries = (await cache.keys()).filter((one) => !["/", "/history/"].includes(new URL(one.url).pathname));
  for (const entry of entries.slice(0, Math.max(0, entries.length - limit))) await cache.delete(entry);
}

/** The paths of the visited pages, the last visit last, and of the kept pages and pictures. */
export async function storedPaths() {
  const paths = async (name) => (!(await caches.has(name)) ? []
    : (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname));
  return { visited: await paths(PAGES), kept: await paths(FINDS) };
}

/** The number of different finds that can be read without a connection. */
export async function countFinds() {
  const { visited, kept } = await storedPaths();
  return new Set([...visited, ...kept].filter(isAlbum)).size;
}
