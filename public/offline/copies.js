// The answers of the service worker to requests for pages, pictures and files of the search: from the server, or from the
// store without an own answer of the server (answer.js). Uses no document.

import { isPageAnswer, isWholePage, typeOf } from "./answer.js";
import { offlinePage } from "./stored-assets.js";
import {
  forgetPage, isPicture, isRight, isStorable, MANIFEST, moment, removeAll, store, stored, storedInAnySize, sweepSearch,
} from "./stored-pages.js";

/** A stored page is shown if the server has not answered after this time, in milliseconds. */
const PATIENCE = 4000;

/** The dates of the stored copies that open pages show, by the client's id. */
const copies = new Map();

/** The date of the stored copy that a page shows; undefined for a page that shows none. */
export const sinceOf = (client) => copies.get(client);

/**
 * The page from the server; without an own answer (answer.js), the stored page or the page "You are offline". The camera
 * page comes from the store at once, because it shows no data of a person and must be quick. The server's answer then
 * replaces the stored copy, and a 401 reloads the page.
 */
export async function page(event, path) {
  const arriving = arrived(event.request, path, event.preloadResponse);
  event.waitUntil(arriving.then(({ storing }) => storing).catch(() => null));
  const copy = isStorable(path) ? await stored(path) : undefined;
  if (copy && path === "/" && !isReload(event.request)) {
    const end = arriving.then(({ answer, isOwn }) => isOwn && answer.status === 401 && reload(event.resultingClientId));
    event.waitUntil(end.catch(() => null));
    return copy;
  }
  try {
    if (!copy) return await withoutCopy(await arriving, event.request, path);
    return await Promise.race([arriving.then((one) => withCopy(one, event.request)), failure(PATIENCE)]);
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

/** The answer, if it is a whole own page, or if the reader should see it. Otherwise throws: the copy is shown. */
async function withCopy({ answer, isOwn, whole }, request) {
  if (isOwn ? await whole : isShown(answer, request)) return answer;
  throw new Error("no answer");
}

/** The same without a copy. A foreign answer for a page that is never stored reaches the reader as without this script. */
function withoutCopy({ answer, isOwn }, request, path) {
  if (isOwn || !isStorable(path) || answer.type === "opaqueredirect" || isShown(answer, request)) return answer;
  throw new Error("no answer");
}

/** Whether a reader sees a foreign answer: after a reload, because it may be the sign-in page of a network or a proxy. */
const isShown = ({ status }, request) => isReload(request) && (status < 400 || status === 407 || status === 511);

const isReload = ({ cache }) => cache === "reload" || cache === "no-cache";

/** Reloads a page that its reader must not see any more. */
async function reload(id) {
  (await clients.get(id))?.postMessage({ type: "signed-out" });
}

/**
 * The server's answer, and whether it is an own page. `whole` is a promise of true if the answer has arrived whole;
 * `storing` is a promise that ends when the answer is stored. Only an own answer removes anything.
 */
export async function arrived(request, path, preloaded = null) {
  const begun = moment();
  const answer = (await preloaded) ?? (await fetch(request));
  const isOwn = await obeyed(answer, path);
  const whole = isOwn && isStorable(path) ? answer.clone().text().then(isWholePage, () => false) : null;
  const storing = isStorable(path) || isPicture(path) ? store(path, answer.clone(), begun) : null;
  return { answer, isOwn, whole, storing };
}

/** Removes the pages of the store that an own page with the status 401 or 404 tells to remove. Returns whether it is one. */
async function obeyed(answer, path) {
  const isOwn = await isPageAnswer(answer);
  if (isOwn && answer.status === 401) await signedOut();
  if (isOwn && answer.status === 404) await forgetPage(path);
  return isOwn;
}

/** Removes everything, and reloads the pages that show a stored copy. */
export async function signedOut() {
  await removeAll();
  for (const id of copies.keys()) await reload(id);
  copies.clear();
}

export async function picture(event, path) {
  const found = await stored(path);
  if (found) return found;
  const begun = moment();
  try {
    const answer = await fetch(event.request);
    const isOwn = await obeyed(answer, path);
    event.waitUntil(store(path, answer.clone(), begun));
    if (isOwn || (answer.ok && !/html/i.test(typeOf(answer)))) return answer;
  } catch { /* There is no answer. */ }
  return (await storedInAnySize(path)) ?? Response.error();
}

/** A file of the search. The manifest comes from the server if possible; the other files never change. */
export async function searchFile(event, path) {
  const copy = await stored(path);
  if (copy && path !== MANIFEST) return copy;
  const begun = moment();
  try {
    const answer = await fetch(event.request);
    event.waitUntil(store(path, answer.clone(), begun).then(() => path === MANIFEST && sweepSearch()));
    if ((await obeyed(answer, path)) || (await isRight(path, answer.clone()))) return answer;
  } catch { /* There is no answer. */ }
  return copy ?? Response.error();
}

function failure(milliseconds) {
  return new Promise((_, fail) => setTimeout(() => fail(new Error("no answer")), milliseconds));
}
