// The service worker. Visited pages, the history and kept finds can be read without a connection; photos and changes
// are sent when the connection is back; other apps share photos with this one. Everything else goes to the server as if
// there were no service worker. docs/files.md "In a browser" lists what is stored.
//
// The build puts the hashed addresses into this script, so a new version of any script makes a new service worker.

import { edits, sendEdits } from "./edits.js";
import { keepFinds } from "./kept-finds.js";
import { reduced } from "../camera/picture.js";
import { reduceWith, sendPhotos } from "./queue.js";
import { keepShared } from "./shared.js";
import { asset, isAsset, offlinePage, storeAssets, sweepAssets } from "./stored-assets.js";
import {
  countFinds, forgetPage, formOf, isPicture, isSearch, isStorable, lacksForm, MANIFEST, meet, moment, person, removeAll, store, stored,
  storedInAnySize, sweepSearch,
} from "./stored-pages.js";
import { takeOver } from "./takeover.js";

const ASSETS = ["/assets/*"];
reduceWith(reduced);

/** A stored page is shown if the server has not answered after this time, in milliseconds. */
const PATIENCE = 4000;

/** The service worker requests the session again after this time, in milliseconds. */
const TRUST = 5 * 60 * 1000;

/** The dates of the stored copies that open pages show, by the client's id. */
const copies = new Map();
let asked = 0;

/** Whether this run has stored the missing assets. Some may be missing, because the browser may remove them. */
let areAssetsFresh = false;

addEventListener("install", (event) => event.waitUntil(storeAssets(ASSETS)));
addEventListener("activate", (event) => event.waitUntil(begin()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST") return posted(event, pathname);
  if (request.method !== "GET") return;
  if (isAsset(pathname)) event.respondWith(asset(request));
  else if (request.mode === "navigate") event.respondWith(page(event, pathname));
  else if (isPicture(pathname)) event.respondWith(picture(event, pathname));
  else if (isSearch(pathname)) event.respondWith(searchFile(event, pathname));
  else if (/\/session(?:\/check)?$/.test(pathname)) event.respondWith(session(event));
});

/** Enables navigation preload: the browser requests a page while it starts this script. */
async function begin() {
  await registration.navigationPreload?.enable();
  await sweepAssets(ASSETS);
  await clients.claim();
}

/**
 * A sign-in or a sign-out on this site removes everything, before the server has answered. Another site can send the
 * same forms. The server refuses them, so its answer decides whether they remove anything.
 */
function posted(event, path) {
  if (/\/session(?:\/delete)?$/.test(path)) {
    if (sender(event.request) === location.origin) event.waitUntil(removeAll());
    else event.respondWith(signedInOrOut(event.request));
  }
  if (path.endsWith("/share")) event.respondWith(share(event.request));
}

/** The origin of the page that sends a request; null if there is no page, or if the page hides its origin. */
const sender = ({ referrer }) => /^https?:\/\/[^/]+/.exec(referrer)?.[0] ?? null;

/** The server has accepted the form if it answers with a redirect or a status below 300. */
async function signedInOrOut(request) {
  const answer = await fetch(request);
  if (answer.ok || answer.type === "opaqueredirect") await removeAll();
  return answer;
}

/** Stores photos that another app shares; the camera page asks whether to scan them. Ignores other sites. */
async function share(request) {
  try {
    if (![null, location.origin].includes(sender(request))) return Response.redirect("/", 303);
    const photos = (await request.formData()).getAll("photo").filter((one) => one instanceof File && one.size > 0);
    await keepShared(photos);
    return Response.redirect(photos.length ? "/?shared=1" : "/", 303);
  } catch {
    return Response.redirect("/", 303);
  }
}

/**
 * The page from the server; without an answer, the stored page or the page "You are offline". The camera page comes
 * from the store at once, because it shows no data of a person and must be quick. The server's answer then replaces the
 * stored copy, and a 401 reloads the page.
 */
async function page(event, path) {
  const arriving = arrived(event.request, path, event.preloadResponse);
  event.waitUntil(arriving.then(({ storing }) => storing).catch(() => null));
  const copy = isStorable(path) ? await stored(path) : undefined;
  if (copy && path === "/" && !isReload(event.request)) {
    const end = arriving.then(({ answer }) => answer.status === 401 && reload(event.resultingClientId));
    event.waitUntil(end.catch(() => null));
    return copy;
  }
  try {
    const { answer } = await (copy ? Promise.race([arriving, failure(PATIENCE)]) : arriving);
    return answer;
  } catch {
    if (!copy) return offlinePage();
    // Meanwhile, the server may have answered 401, so that the copy was removed.
    const newest = await stored(path);
    if (!newest) return offlinePage();
    if (copies.size > 50) copies.clear();
    copies.set(event.resultingClientId, newest.headers.get("Date") ?? "");
    return newest;
  }
}

const isReload = ({ cache }) => cache === "reload" || cache === "no-cache";

/** Reloads a page that its reader must not see any more. */
async function reload(id) {
  (await clients.get(id))?.postMessage({ type: "signed-out" });
}

/** The server's answer, and a promise that ends when it is stored. */
async function arrived(request, path, preloaded = null) {
  const begun = moment();
  const answer = (await preloaded) ?? (await fetch(request));
  if (answer.status === 401) await signedOut();
  if (answer.status === 404) await forgetPage(path);
  const storing = isStorable(path) || isPicture(path) ? store(path, answer.clone(), begun) : null;
  return { answer, storing };
}

/** Removes everything, and reloads the pages that show a stored copy. */
async function signedOut() {
  await removeAll();
  for (const id of copies.keys()) await reload(id);
  copies.clear();
}

async function picture(event, path) {
  const found = await stored(path);
  if (found) return found;
  const begun = moment();
  try {
    const answer = await fetch(event.request);
    if (answer.status === 401) await signedOut();
    event.waitUntil(store(path, answer.clone(), begun));
    return answer;
  } catch {
    return (await storedInAnySize(path)) ?? Response.error();
  }
}

/** A file of the search. The manifest comes from the server if possible; the other files never change. */
async function searchFile(event, path) {
  const copy = await stored(path);
  if (copy && path !== MANIFEST) return copy;
  const begun = moment();
  try {
    const answer = await fetch(event.request);
    if (answer.status === 401) await signedOut();
    event.waitUntil(store(path, answer.clone(), begun).then(() => path === MANIFEST && sweepSearch()));
    return answer;
  } catch {
    return copy ?? Response.error();
  }
}

/** Learns from the server's answer who is signed in. */
async function session(event) {
  const answer = await fetch(event.request);
  if (answer.status === 401) await signedOut();
  else if (answer.status === 200 && !answer.redirected) await learn(await answer.clone().json().catch(() => null));
  return answer;
}

async function learn(document) {
  if (document?.version !== 1) return;
  asked = Date.now();
  await meet(document.id ?? null);
}

addEventListener("message", (event) => event.waitUntil(obey(event.data ?? {}, event.source).catch(() => null)));

async function obey({ type, program, path, pictures = [], keepsFinds }, page) {
  switch (type) {
    case "opened": return opened(page);
    case "visited": return visited(program, [path, "/history/", "/", ...pictures], keepsFinds, page);
    case "signed-out": return signedOut();
    case "keep-finds": return keepFinds(tellCount);
    case "take-over": return takeOver();
  }
}

/** Tells a page that it is a stored copy. */
function opened(page) {
  const since = copies.get(page.id);
  if (since !== undefined) page.postMessage({ type: "copy", since });
}

/** Called by a loaded page: learns its person, and stores missing files. */
async function visited(program, addresses, keepsFinds, page) {
  if (Date.now() - asked > TRUST || (await person()) === undefined) {
    const begun = moment();
    const answer = await fetch(`${program}/session`, { headers: { Accept: "application/json" }, cache: "no-store" });
    if (answer.ok && begun === moment()) await learn(await answer.json());
  }
  page.postMessage({ type: "person", id: await person() });
  if (!areAssetsFresh) await storeAssets(ASSETS);
  areAssetsFresh = true;
  for (const address of new Set(addresses)) await storeMissing(new URL(address, location.href));
  await storeForm(addresses[0]);
  if (keepsFinds) await keepFinds(tellCount);
}

/** Stores a page or a picture that was loaded while no service worker answered. */
async function storeMissing({ origin, pathname }) {
  if (origin !== location.origin || !(isStorable(pathname) || isPicture(pathname)) || (await stored(pathname))) return;
  const cache = isPicture(pathname) ? "default" : "no-cache";
  const { storing } = await arrived(new Request(pathname, { cache }), pathname);
  await storing;
}

/** Stores the form of an album's find, so that notes can be written without a connection. A stranger gets no form. */
async function storeForm(page) {
  const form = formOf(page);
  if (!form || !(await person()) || !(await lacksForm(page))) return;
  const { storing } = await arrived(new Request(form, { cache: "no-cache" }), form);
  await storing;
}

async function tellCount() {
  const count = await countFinds();
  for (const page of await clients.matchAll()) page.postMessage({ type: "kept", count });
}

addEventListener("sync", (event) => {
  if (event.tag === "albumscan-photos") event.waitUntil(sent());
});

/**
 * If this function throws, the browser ends the service worker and retries later. So the function throws only after
 * both senders have ended.
 */
async function sent() {
  const ends = await Promise.allSettled([sendPhotos({ once: true }), sentEdits()]);
  if (ends.some((one) => one.status === "rejected" || one.value === "waiting")) throw new Error("photos or changes wait");
}

/**
 * Sends the changes of the person who is signed in. Throws if the answer does not come from AlbumScan, for example from
 * the sign-in page of a network.
 */
async function sentEdits() {
  if (!(await edits()).some((one) => one.state !== "refused")) return "done";
  const answer = await fetch("/cgi-bin/albumscan/session", { headers: { Accept: "application/json" }, cache: "no-store" });
  return sendEdits({ person: (await answer.json()).id, once: true, program: "/cgi-bin/albumscan" });
}

function failure(milliseconds) {
  return new Promise((_, fail) => setTimeout(() => fail(new Error("no answer")), milliseconds));
}
