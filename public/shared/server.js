// Requests of the scripts to the server, and the states of scans. Every page also works without scripts.

import { isSession, read } from "../offline/answer.js";
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
  const asked = ask(`${program}/session`, isSession).then((answer) => answer?.document ?? null);
  asked.then((answer) => {
    if (!answer && session === asked) session = null;
  });
  return asked;
}

/** Requests JSON without any cache. Returns `read` of answer.js; null without an own answer. `fits` is that of `read`. */
export async function ask(address, fits) {
  const signal = AbortSignal.timeout?.(PATIENCE);
  const answer = await fetch(address, { headers: { Accept: "application/json" }, cache: "no-store", signal }).catch(() => null);
  return answer && read(answer, fits);
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

/** Posts to a route, with the fields of a form or other fields. Returns and throws as `postForm` does. */
export async function post(route, form = null, body = form && new URLSearchParams(new FormData(form)), signal) {
  // The request goes on if the reader leaves the page.
  return answered(`${program}/${route}`, { method: "POST", headers: headers(), body, keepalive: true, signal });
}

/**
 * Sends a form by script and returns the document that answers it. Throws a Refused with the server's sentence on a
 * refusal, and one that may wait without an own answer (answer.js).
 */
export function postForm(form, body = new URLSearchParams(new FormData(form))) {
  return answered(form.action, { method: "POST", headers: headers(), body });
}

async function answered(address, request) {
  const answer = await uploading(async () => read(await fetch(address, request))).catch(() => null);
  if (answer?.document) return answer.document;
  // A page that answers a request for JSON comes from the web server, and says only why it refuses.
  if (!answer || answer.status < 400) throw new Refused([words("server.no-connection")], true);
  const isBusy = answer.status === 429 || answer.status === 503;
  throw new Refused(reason(answer), isBusy);
}

/** The reason for a refusal, an own answer, as a list for `replaceChildren`. A signed-out reader gets a link to sign in. */
export function reason({ status, message }) {
  const sentence = message ?? words("server.status", { status });
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

// The states of scans, asked for in one request.

/** The number of scans that one request may name. */
export const LIMIT = 40;

/** Milliseconds between two requests: until there is a name, afterwards, and while nothing changes. */
const [QUICK, CALM, SLOW] = [250, 1000, 4000];

/** The states after which nothing changes. */
export const isFinal = (state) => ["complete", "failed", "identificationFailed", "gone"].includes(state);

/** Whether the scan has ended with the question whether the photo shows one of the known covers. */
export const isQuestion = (status) =>
  status?.state === "identificationFailed" && Boolean(status.candidates?.some((one) => one.kind === "cover"));

/** Requests the statuses of scans. Returns a list, null without an answer, or `"signedOut"`. */
export async function statesOf(ids) {
  const answer = await ask(`${program}/scans?id=${ids.slice(0, LIMIT).join(",")}`, ({ scans }) => Array.isArray(scans));
  return answer?.status === 401 ? "signedOut" : answer?.document?.scans ?? null;
}

/** The pause before the next request, in milliseconds. `quiet` counts the latest answers without news. */
export function pace({ isAnswered, isNamed, quiet }) {
  if (!isAnswered || quiet > 60) return SLOW;
  return isNamed ? CALM : QUICK;
}
