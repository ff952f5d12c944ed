// Requests of the scripts to the server. Every page also works without them.

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

/** Posts to a route. Throws an Error with the server's sentence if the server refuses. */
export async function post(route) {
  const answer = await fetch(`${program}/${route}`, { method: "POST", headers: headers() })
    .catch(() => { throw new Error(words("server.no-connection")); });
  if (!answer.ok && !answer.redirected) throw new Error(await refusal(answer));
}

/** Sends a form by script and returns the response. Throws an Error with the server's sentence on a refusal. */
export async function postForm(form, body = new URLSearchParams(new FormData(form))) {
  const answer = await fetch(form.action, { method: "POST", headers: headers(), body })
    .catch(() => { throw new Error(words("server.no-connection")); });
  if (!answer.ok && !answer.redirected) throw new Error(await refusal(answer));
  return answer.json().catch(() => null);
}

async function refusal(answer) {
  const body = await answer.json().catch(() => null);
  return body?.error?.message ?? words("server.status", { status: answer.status });
}

/** Vibrates if the device can, but only after the reader has touched the page: browsers warn otherwise. */
export const vibrate = (pattern) => navigator.userActivation?.hasBeenActive && navigator.vibrate?.(pattern);

export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
