// Photos that wait to be sent. Each photo is stored before it is sent, and it is removed only together with the
// record of its scan, so a cut connection loses none. The server gives a second upload with the same key the first
// scan, so nothing is sent twice. Uses no document: the service worker imports this module, too.

import { all, write } from "./database.js";
import { uploadPhoto } from "./send.js";

/** The tag of Background Sync. */
export const SYNC_TAG = "albumscan-photos";

/** Seconds before each automatic retry. Afterwards a photo waits until `sendPhotos({ restart: true })`. */
const PAUSES = [1, 2, 5, 10, 30];

const listeners = new Set();
const channel = globalThis.BroadcastChannel ? new BroadcastChannel("albumscan") : null;
let run = null;
let wake = () => {};
let active = null;

if (channel) channel.onmessage = (message) => hear(message.data);

/**
 * Stores a photo. `person` and `who` are the id and the name of its person, `guide` is "x,y,w,h" or null, and `picture`
 * is a small picture of it for the tray. Returns the record. Its `signIn` becomes true when the server refuses the photo
 * because its person is not signed in.
 */
export async function addPhoto({ photo, guide = null, person = null, who = null, picture = null, key = uuid() }) {
  const record = {
    key, photo, guide, person, who, picture, taken: Date.now(), attempts: 0, notBefore: 0, state: "waiting",
    reason: null, signIn: false,
  };
  await write({ store: "photos", put: record });
  publish({ kind: "photos", key });
  wake();
  return record;
}

/** All unsent photos, oldest first. */
export async function photos() {
  return (await all("photos")).sort((one, other) => one.taken - other.taken);
}

/** Removes a photo. Its upload ends if it is under way. */
export async function removePhoto(key) {
  await write({ store: "photos", remove: key });
  stopUpload(key);
  publish({ kind: "photos", key, isRemoved: true });
}

function stopUpload(key) {
  if (active?.key === key) active.stop.abort();
}

/**
 * Calls `callback` after each change, here or in another page: `{ kind: "photos", key }`, `{ kind: "scans", id, key }`
 * or `{ kind: "progress", key, share }`, where `share` is 0 to 1. Returns a function that ends this.
 */
export function onChange(callback) {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

/** Says that the tray's scans have changed. */
export const publishScans = (id = null) => publish({ kind: "scans", id });

/**
 * Sends the photos, oldest first, one at a time in all pages of this browser. Ends with "done", "waiting" (photos are
 * left after the last retry) or "signIn". `person` skips the photos of other persons, `restart` makes all photos due
 * again, and `once` makes no retry and does not wait for another sender, as the service worker needs it.
 */
export function sendPhotos({ onProgress, person = null, restart = false, once = false, program } = {}) {
  const order = { person, restart, once, program, barred: new Set() };
  const stop = onProgress ? onChange((change) => change.kind === "progress" && onProgress(change)) : () => {};
  if (run && !once) {
    if (restart) run.order.barred.clear();
    run.order.restart ||= restart;
    run.order.person = person ?? run.order.person;
    run.isAsked = true;
    wake();
    return run.end.finally(stop);
  }
  const own = { order, isAsked: false };
  own.end = passes(own).finally(() => {
    if (run === own) run = null;
    stop();
  });
  if (!once) run = own;
  return own.end;
}

async function passes(own) {
  const { order } = own;
  for (;;) {
    own.isAsked = false;
    await alone(order.once, () => pass(order));
    const left = await mine(order);
    // A request of another part of the page that came during the pass starts one more.
    if (own.isAsked) continue;
    if (!left.length) return order.barred.size ? "signIn" : "done";
    const next = Math.min(...left.filter((one) => one.attempts <= PAUSES.length).map((one) => one.notBefore));
    if (order.once || next === Infinity) return "waiting";
    await sleep(next - Date.now());
  }
}

/** Runs `body` while no other page sends. Without locks two pages may send a photo, which the key makes harmless. */
function alone(ifFree, body) {
  if (!globalThis.navigator?.locks) return body();
  return navigator.locks.request("albumscan-send", ifFree ? { ifAvailable: true } : {}, (lock) => lock && body());
}

/** The photos that this run may send. */
async function mine(order) {
  return (await photos()).filter((one) => one.state !== "refused" && !order.barred.has(one.person)
    && (order.person === null || one.person === null || one.person === order.person));
}

async function pass(order) {
  if (order.restart) {
    order.restart = false;
    const fresh = (await mine(order)).map((one) => ({ ...one, attempts: 0, notBefore: 0 }));
    if (fresh.length) await write(...fresh.map((put) => ({ store: "photos", put })));
  }
  for (;;) {
    const isDue = (one) => one.notBefore <= Date.now() && one.attempts <= PAUSES.length;
    const photo = (await mine(order)).find(isDue);
    if (!photo) return;
    await send(photo, order);
  }
}

async function send(photo, order) {
  const stop = new AbortController();
  active = { key: photo.key, stop };
  await change(photo, { state: "sending" });
  const answer = await uploadPhoto(photo, {
    program: order.program, signal: stop.signal,
    onProgress: (share) => publish({ kind: "progress", key: photo.key, share }),
  });
  active = null;
  // The user may have removed the photo during the upload.
  if (stop.signal.aborted) return;
  switch (answer.outcome) {
    case "sent": return keepScan(photo, answer.id);
    case "signIn":
      order.barred.add(photo.person);
      return change(photo, { state: "waiting", signIn: true });
    case "wait": return postpone(order, answer);
    case "retry": {
      const attempts = photo.attempts + 1;
      const notBefore = Date.now() + 1000 * (PAUSES[photo.attempts] ?? 0);
      return change(photo, { state: "waiting", attempts, notBefore, reason: answer.reason, signIn: false });
    }
    default: return change(photo, { state: "refused", reason: answer.reason });
  }
}

/** The photo's record becomes the record of its scan, in one transaction. */
async function keepScan(photo, id) {
  const scan = { id, key: photo.key, started: photo.taken, seen: false, picture: photo.picture };
  await write({ store: "photos", remove: photo.key }, { store: "scans", put: scan });
  publish({ kind: "scans", id, key: photo.key });
}

/** The server is full, or has had too many photos: all photos wait as long as it says, and no attempt is used. */
async function postpone(order, { seconds, reason }) {
  const notBefore = Date.now() + 1000 * seconds;
  for (const photo of await mine(order)) {
    await change(photo, { state: "waiting", notBefore: Math.max(photo.notBefore, notBefore), reason });
  }
}

async function change(photo, values) {
  await write({ store: "photos", put: { ...photo, ...values } });
  publish({ kind: "photos", key: photo.key });
}

/** A change in another page, which may have removed the photo that this page sends. */
function hear(change) {
  if (change.isRemoved) stopUpload(change.key);
  tell(change);
}

function publish(change) {
  channel?.postMessage(change);
  tell(change);
}

function tell(change) {
  for (const listener of [...listeners]) listener(change);
}

/** Waits; a new photo or another request ends the wait. */
function sleep(milliseconds) {
  return new Promise((done) => {
    const timer = setTimeout(done, Math.max(0, milliseconds));
    wake = () => {
      clearTimeout(timer);
      done();
    };
  });
}

/** A UUID of RFC 9562, version 4. `crypto.randomUUID` is missing without HTTPS. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
