// The service worker: visited pages, the history and kept finds can be read without a connection, photos and changes are
// sent when the connection is back, and other apps share photos with this one. Everything else goes to the server as if
// there were no service worker. docs/interface.md "In the browser" lists what is stored.
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

/** The person is asked for again after this time, in milliseconds. */
const TRUST = 5 * 60 * 1000;

/** The times at which the stored pages were written that pages of this browser show, by the client's id. */
const copies = new Map();
let asked = 0;

/** The browser may have removed assets since this script was started. */
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

/** The browser asks for a page while it starts this script (navigation preload). */
async function begin() {
  await registration.navigationPreload?.enable();
  await sweepAssets(ASSETS);
  await clients.claim();
}

/**
 * A sign-in or a sign-out removes everything before the next page is shown. Another site can send the same forms, which
 * the server refuses; so only a page of this site is trusted before the answer.
 */
function posted(event, path) {
  if (/\/session(?:\/delete)?$/.test(path)) {
    if (sender(event.request) === location.origin) event.waitUntil(removeAll());
    else event.respondWith(signedInOrOut(event.request));
  }
  if (path.endsWith("/share")) event.respondWith(share(event.request));
}

/** The origin of the page that sends a request; null for none, and for a page that hides it. */
const sender = ({ referrer }) => /^https?:\/\/[^/]+/.exec(referrer)?.[0] ?? null;

/** A redirect or a status below 300 is the answer to a form that the server has accepted. */
async function signedInOrOut(request) {
  const answer = await fetch(request);
  if (answer.ok || answer.type === "opaqueredirect") await removeAll();
  return answer;
}

/** Photos of another app, which is no page: the camera page asks whether to scan them. */
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
 * The page from the server, and without an answer the stored page or the page "You are offline". The camera page is the
 * stored one at once, because it shows nothing of any person and must be quick. The server's answer replaces it in the
 * store, and a refusal has it loaded again.
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
    // The server may have answered meanwhile that nobody is signed in.
    const newest = await stored(path);
    if (!newest) return offlinePage();
    if (copies.size > 50) copies.clear();
    copies.set(event.resultingClientId, newest.headers.get("Date") ?? "");
    return newest;
  }
}

const isReload = ({ cache }) => cache === "reload" || cache === "no-cache";

/** Has a page loaded again, which its person must not see any more. */
async function reload(id) {
  (await clients.get(id))?.postMessage({ type: "signed-out" });
}

/** The answer of the server, and the end of its storing. */
async function arrived(request, path, preloaded = null) {
  const begun = moment();
  const answer = (await preloaded) ?? (await fetch(request));
  if (answer.status === 401) await signedOut();
  if (answer.status === 404) await forgetPage(path);
  const storing = isStorable(path) || isPicture(path) ? store(path, answer.clone(), begun) : null;
  return { answer, storing };
}

/** Removes everything, and tells the pages that show a stored page. */
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

/** A file of the search. The manifest comes from the server if it answers; the others never change. */
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

/** The answers that say who is signed in pass through here. */
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

/** A page has loaded: learns whose it is, and stores what is missing. */
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

/** Stores the form of an album's find, so that notes can be written without a connection. A stranger has none. */
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

/** The browser tries again later if this throws. It ends the worker then, so both have ended before. */
async function sent() {
  const ends = await Promise.allSettled([sendPhotos({ once: true }), sentEdits()]);
  if (ends.some((one) => one.status === "rejected" || one.value === "waiting")) throw new Error("photos or changes wait");
}

/** A change is sent only while its person is signed in. Another answer than the server's fails. */
async function sentEdits() {
  if (!(await edits()).some((one) => one.state !== "refused")) return "done";
  const answer = await fetch("/cgi-bin/albumscan/session", { headers: { Accept: "application/json" }, cache: "no-store" });
  return sendEdits({ person: (await answer.json()).id, once: true, program: "/cgi-bin/albumscan" });
}

function failure(milliseconds) {
  return new Promise((_, fail) => setTimeout(() => fail(new Error("no answer")), milliseconds));
}
