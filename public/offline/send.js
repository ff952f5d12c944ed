// Sends one photo to `POST …/scans`, with its progress, or one change of a find. Also contains the lock and the pauses
// of the senders. Uses no document: the service worker imports it.

import { isID, ownAnswer } from "./answer.js";

/** An upload without any progress ends after this time, in milliseconds. */
const PATIENCE = 45000;

/** The longest pause of a sender in milliseconds: the user may set the clock, and a timer takes at most 24 days. */
const LONGEST = 60_000;

/**
 * Sends a photo of the queue; a back to the scan `scan` of its front. Returns its outcome: `sent` with the scan's `id`;
 * `signIn`; `wait` with `seconds`; `retry`; or `refused`. The last three have the server's sentence as `reason`, or null
 * without an answer.
 */
export async function uploadPhoto(photo, { program = "/cgi-bin/albumscan", onProgress, signal, scan = null }) {
  const body = new FormData();
  if (photo.front) {
    body.append("picture", photo.photo, "back.jpg");
    return sent(`${program}/scans/${scan}/correct`, body, onProgress, signal);
  }
  body.append("key", photo.key);
  if (photo.kind) body.append("kind", photo.kind);
  if (photo.guide) body.append("guide", photo.guide);
  if (photo.codes) body.append("codes", photo.codes);
  if (photo.person) body.append("person", photo.person);
  body.append("photo", photo.photo, "photo.jpg");
  return sent(`${program}/scans`, body, onProgress, signal);
}

async function sent(address, body, onProgress, signal) {
  if (signal.aborted) return outcome(noAnswer);
  const way = globalThis.XMLHttpRequest ? byRequest : byFetch;
  return outcome(await way(address, body, onProgress, signal));
}

/** Sends a change of the queue in edits.js. Returns its outcome as `uploadPhoto` does. */
export async function sendEdit({ find, fields, person }, program) {
  const body = new URLSearchParams({ ...fields, person });
  const signal = AbortSignal.timeout?.(PATIENCE);
  return outcome(await byFetch(`${program}/finds/${find}/edit`, body, null, signal));
}

const headers = { Accept: "application/json" };
const noAnswer = { status: 0, text: "", pause: null };

/** Only XMLHttpRequest tells how much of an upload has been sent. */
function byRequest(address, body, onProgress, signal) {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), PATIENCE);
    };
    const end = (answer) => {
      clearTimeout(timer);
      done(answer);
    };
    request.open("POST", address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      wait();
      onProgress(event.lengthComputable ? event.loaded / event.total : 0);
    };
    request.onload = () =>
      end({ status: request.status, text: request.responseText, pause: request.getResponseHeader("Retry-After") });
    request.onerror = request.onabort = () => end(noAnswer);
    signal.addEventListener("abort", () => request.abort());
    wait();
    request.send(body);
  });
}

async function byFetch(address, body, onProgress, signal) {
  try {
    const limit = signal && (AbortSignal.any?.([signal, AbortSignal.timeout(2 * PATIENCE)]) ?? signal);
    const answer = await fetch(address, { method: "POST", headers, body, signal: limit });
    return { status: answer.status, text: await answer.text(), pause: answer.headers.get("Retry-After") };
  } catch {
    return noAnswer;
  }
}

/**
 * The outcome of a response; the status 0 stands for no response. A successful response has an id. A foreign answer is no
 * answer (answer.js). Web servers send pages for 401, 413 and 503; any other page says nothing about the request.
 */
export function outcome({ status, text, pause }) {
  const answer = ownAnswer({ status, text }, ({ id }) => isID(id));
  if (!answer) return retry(null);
  if (answer.document) return { outcome: "sent", id: answer.document.id };
  const { code, message: reason } = answer;
  if (!code && ![401, 413, 503].includes(status)) return retry(null);
  if (status === 401) return { outcome: "signIn" };
  if (status === 429 || status === 503) return { outcome: "wait", seconds: seconds(pause), reason };
  // `badLength` says that the body did not arrive whole.
  if (status === 408 || status >= 500 || code === "badLength") return retry(reason);
  return { outcome: "refused", reason, status };
}

const retry = (reason) => ({ outcome: "retry", reason });

/** The seconds of Retry-After, which is a number or a date (RFC 9110 §10.2.3): 10 without one, at most an hour. */
export function seconds(pause, now = Date.now()) {
  const number = /^\d+$/.test(pause ?? "") ? Number(pause) : (Date.parse(pause ?? "") - now) / 1000;
  return Number.isFinite(number) ? Math.min(Math.max(number, 1), 3600) : 10;
}

/**
 * Runs `body` with the lock `name`; with `ifFree`, only if the lock is free. Some browsers have no locks, or forbid
 * them together with all storage. Such a browser may send the same photo or change from two pages. This is harmless: a
 * photo has a key, and a change gives a find the same values again.
 */
export async function alone(name, ifFree, body) {
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return body();
  };
  const options = ifFree ? { ifAvailable: true } : {};
  try {
    const locks = globalThis.navigator?.locks;
    if (locks) return await locks.request(name, options, (lock) => lock && begin());
  } catch (error) {
    if (isBegun) throw error;
  }
  return body();
}

/** The wait of one sender: `sleep(milliseconds)` waits, and `wake()` ends it. */
export function sleeper() {
  let end = () => {};
  return {
    wake: () => end(),
    sleep: (milliseconds) => new Promise((done) => {
      const timer = setTimeout(done, Math.min(LONGEST, Math.max(0, milliseconds)));
      end = () => {
        clearTimeout(timer);
        done();
      };
    }),
  };
}
