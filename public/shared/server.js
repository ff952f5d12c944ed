// Requests of the scripts to the server. Every page also works without scripts.

import { uploading } from "../offline/uploads.js";
import { words } from "./words.js";

export const program = document.documentElement.dataset.program;

/** The timeout of a request about the session or about scans, in milliseconds. */
const PATIENCE = 10_000;

let session = null;

/** The sender as the server knows it, from `GET …/session`; null without an answer. The page caches it until `onReturn`. */
export function whoIsAsking() {
  session ??= askSession();
  return session;
}

function askSession() {
  const asked = ask(`${program}/session`).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  asked.then((answer) => {
    if (!answer && session === asked) session = null;
  });
  return asked;
}

/** Requests JSON without any cache. Throws without an answer. */
export function ask(address) {
  const signal = AbortSignal.timeout?.(PATIENCE);
  return fetch(address, { headers: { Accept: "application/json" }, cache: "no-store", signal });
}

/**
 * Calls `callback` when the page becomes visible, the connection returns, the browser restores the page, or another
 * page finds another person signed in. The person may have changed meanwhile.
 */
export function onReturn(callback) {
  addEventListener("online", callback);
  document.addEventListener("visibilitychange", () => document.hidden || callback());
  addEventListener("pageshow", (event) => event.persisted && callback());
  addEventListener("storage", ({ key }) => ["albumscan.person", "albumscan.visitor"].includes(key) && callback());
}

onReturn(() => { session = null; });

/** Headers of a request that changes data: the response is JSON. */
export const headers = () => ({ Accept: "application/json" });

/**
 * A request that was not answered, or was refused. `content` is the reason, a list for `replaceChildren`. `mayWait` says
 * that the same request may succeed later: there was no answer, or the server is too busy.
 */
class Refused extends Error {
  constructor(content, mayWait) {
    super(content[0]);
    this.content = content;
    this.mayWait = mayWait;
  }
}

/** Posts to a route, with the fields of a form or other fields. Returns the response; throws a Refused as `postForm` does. */
export async function post(route, form = null, body = form && new URLSearchParams(new FormData(form)), signal) {
  // The request goes on if the reader leaves the page.
  return answered(`${program}/${route}`, { method: "POST", headers: headers(), body, keepalive: true, signal });
}

/** Sends a form by script and returns the response. Throws a Refused with the server's sentence on a refusal. */
export async function postForm(form, body = new URLSearchParams(new FormData(form))) {
  const answer = await answered(form.action, { method: "POST", headers: headers(), body });
  return answer.json().catch(() => null);
}

async function answered(address, request) {
  const answer = await uploading(() => fetch(address, request))
    .catch(() => { throw new Refused([words("server.no-connection")], true); });
  if (answer.ok || answer.redirected) return answer;
  const isBusy = answer.status === 429 || answer.status === 503;
  throw new Refused(reason(answer.status, await answer.json().catch(() => null)), isBusy);
}

/** The reason for a refusal as a list for `replaceChildren`. A signed-out reader gets a link to sign in. */
export function reason(status, body) {
  const sentence = body?.error?.message ?? words("server.status", { status });
  if (status === 401) forgetPages();
  return status === 401 ? [sentence, " ", signInLink()] : [sentence];
}

/** The reason for a 401 of the web server, for example for a file of the site: such an answer has no sentence. */
export function signedOut() {
  forgetPages();
  return [words("server.signed-out"), " ", signInLink()];
}

/** Tells the service worker to remove the person's pages after the session has ended. */
export function forgetPages() {
  navigator.serviceWorker?.controller?.postMessage({ type: "signed-out" });
}

function signInLink() {
  const link = document.createElement("a");
  link.href = "/sign-in/";
  link.textContent = words("common.sign-in");
  return link;
}

/** Vibrates if the device can, but only after the reader has touched the page: browsers warn otherwise. */
export const vibrate = (pattern) => navigator.userActivation?.hasBeenActive && navigator.vibrate?.(pattern);

export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
