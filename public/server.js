// Requests of the scripts to the server. Every page also works without them.

import { uploading } from "./uploads.js";
import { words } from "./words.js";

export const program = document.documentElement.dataset.program;

let session;

/** The reader's identity from `GET …/session`; null without an answer. */
export function whoIsAsking() {
  session ??= fetch(`${program}/session`, { headers: { Accept: "application/json" }, cache: "no-store" })
    .then((answer) => (answer.ok ? answer.json() : null))
    .catch(() => null);
  return session;
}

/** Headers of a request that changes data: the response is JSON. */
export const headers = () => ({ Accept: "application/json" });

/** A request that was not answered, or was refused. `content` is the reason, a list for `replaceChildren`. */
class Refused extends Error {
  constructor(...content) {
    super(content[0]);
    this.content = content;
  }
}

/** Posts to a route, with the fields of a form if there is one. Throws a Refused as `postForm` does. */
export async function post(route, form = null) {
  const body = form && new URLSearchParams(new FormData(form));
  await answered(`${program}/${route}`, { method: "POST", headers: headers(), body });
}

/** Sends a form by script and returns the response. Throws a Refused with the server's sentence on a refusal. */
export async function postForm(form, body = new URLSearchParams(new FormData(form))) {
  const answer = await answered(form.action, { method: "POST", headers: headers(), body });
  return answer.json().catch(() => null);
}

async function answered(address, request) {
  const answer = await uploading(() => fetch(address, request))
    .catch(() => { throw new Refused(words("server.no-connection")); });
  if (answer.ok || answer.redirected) return answer;
  throw new Refused(...reason(answer.status, await answer.json().catch(() => null)));
}

/** The reason for a refusal as a list for `replaceChildren`. A signed-out reader gets a link to sign in. */
export function reason(status, body) {
  const sentence = body?.error?.message ?? words("server.status", { status });
  if (status === 401) forgetPages();
  return status === 401 ? [sentence, " ", signInLink()] : [sentence];
}

/** The same for an answer without a sentence: the web server refuses the files of a site, too. */
export function signedOut() {
  forgetPages();
  return [words("server.signed-out"), " ", signInLink()];
}

/** The session has ended: the service worker removes the pages of its person. */
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
