// What the scripts of all pages ask the server; every page works without them.

import { words } from "./words.js";

export const program = document.documentElement.dataset.program;

let session;

/** Who is asking, as `GET …/session` tells it; null when the server does not say. */
export function whoIsAsking() {
  session ??= fetch(`${program}/session`, { headers: { Accept: "application/json" }, cache: "no-store" })
    .then((answer) => (answer.ok ? answer.json() : null))
    .catch(() => null);
  return session;
}

/** Headers of a request that changes something: JSON back, and the token of whoever is signed in. */
export async function headers() {
  const token = (await whoIsAsking())?.csrf;
  return token ? { Accept: "application/json", "X-Albumscan-CSRF": token } : { Accept: "application/json" };
}

/** Posts to a route; throws an Error with the server's own sentence when it refuses. */
export async function post(route) {
  const answer = await fetch(`${program}/${route}`, { method: "POST", headers: await headers() })
    .catch(() => { throw new Error(words("server.no-connection")); });
  if (!answer.ok && !answer.redirected) throw new Error(await refusal(answer));
}

/** Sends a form by script and gives the answer; throws an Error with the server's own sentence when it refuses. */
export async function postForm(form, body = new URLSearchParams(new FormData(form))) {
  const answer = await fetch(form.action, { method: "POST", headers: await headers(), body })
    .catch(() => { throw new Error(words("server.no-connection")); });
  if (!answer.ok && !answer.redirected) throw new Error(await refusal(answer));
  return answer.json().catch(() => null);
}

async function refusal(answer) {
  const body = await answer.json().catch(() => null);
  return body?.error?.message ?? words("server.status", { status: answer.status });
}

/** Where the device can, and only once the reader has touched the page: browsers complain otherwise. */
export const vibrate = (pattern) => navigator.userActivation?.hasBeenActive && navigator.vibrate?.(pattern);

export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
