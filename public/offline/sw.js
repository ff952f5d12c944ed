// The service worker. Visited pages, the history and kept finds can be read without a connection; photos and changes
// are sent when the connection is back; other apps share photos with this one. Everything else goes to the server as if
// there were no service worker. docs/files.md "In a browser" lists what is stored.
//
// The build puts the hashed addresses into this script, so a new version of any script makes a new service worker.

import { isSession, read } from "./answer.js";
import { arrived, page, picture, searchFile, signedOut, sinceOf } from "./copies.js";
import { edits, sendEdits } from "./edits.js";
import { keepFinds } from "./kept-finds.js";
import { reduced } from "../camera/picture.js";
import { reduceWith, sendPhotos } from "./queue.js";
import { keepShared } from "./shared.js";
import { asset, isAsset, offlinePage, storeAssets, sweepAssets } from "./stored-assets.js";
import {
  countFinds, formOf, isPicture, isSearch, isStorable, lacksForm, meet, moment, person, removeAll, stored,
} from "./stored-pages.js";
import { takeOver } from "./takeover.js";

const ASSETS = ["/assets/*"];
const PROGRAM = "/cgi-bin/albumscan";
reduceWith(reduced);

/** The service worker requests the session again after this time, in milliseconds. */
const TRUST = 5 * 60 * 1000;

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

/**
 * The server may have accepted the form if the answer is a redirect or has a status below 300. A foreign answer may be one,
 * too, so the session says whether the person is another one now.
 */
async function signedInOrOut(request) {
  const answer = await fetch(request);
  if (answer.ok || answer.type === "opaqueredirect") await askSession().catch(() => null);
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

/** Learns from the server's answer who is signed in. */
async function session(event) {
  const begun = moment();
  const answer = await fetch(event.request);
  await learn(answer.clone(), begun);
  return answer;
}

/** Requests the session, and learns who is signed in. Returns its document; throws without one. */
async function askSession(program = PROGRAM) {
  const begun = moment();
  const answer = await fetch(`${program}/session`, { headers: { Accept: "application/json" }, cache: "no-store" });
  const document = await learn(answer, begun);
  if (!document) throw new Error("no answer");
  return document;
}

/**
 * Only a right document of the session, or an own 401, removes pages of the store (answer.js). Returns the document; null
 * without one, or if everything was removed since `begun`.
 */
async function learn(answer, begun) {
  const own = answer.redirected ? null : await read(answer, isSession);
  if (own?.status === 401) await signedOut();
  if (!own?.document || begun !== moment()) return null;
  asked = Date.now();
  await meet(own.document.id);
  return own.document;
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
  const since = sinceOf(page.id);
  if (since !== undefined) page.postMessage({ type: "copy", since });
}

/** Called by a loaded page: learns its person, and stores missing files. */
async function visited(program, addresses, keepsFinds, page) {
  if (Date.now() - asked > TRUST || (await person()) === undefined) await askSession(program).catch(() => null);
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

/** Sends the changes of the person who is signed in. Throws if no own answer names the person. */
async function sentEdits() {
  if (!(await edits()).some((one) => one.state !== "refused")) return "done";
  return sendEdits({ person: (await askSession()).id, once: true, program: PROGRAM });
}
