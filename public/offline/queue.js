// Photos that wait to be sent. Each photo is stored before it is sent, and one transaction replaces it by the record of
// its scan, so a lost connection loses no photo. The server answers a second upload of a key with the first scan. Uses
// no document: the service worker imports this module, too.

import { onChange, publish } from "./changes.js";
import { all, replace, update } from "./database.js";
import { changePhoto, photos, prepared, removePhoto } from "./photos.js";
import { alone, sleeper, uploadPhoto } from "./send.js";

export { onChange } from "./changes.js";
export {
  addPhoto, beginPreparing, changePhoto, isPaused, photos, preparePhotos, reduceWith, removePhoto, uuid,
} from "./photos.js";

export const SYNC_TAG = "albumscan-photos";

/** Seconds before each automatic retry. Afterwards a photo waits until `sendPhotos({ restart: true })`. */
const PAUSES = [1, 2, 5, 10, 30];

let run = null;

/** A changed photo, or a call of `sendPhotos`, ends a pause. */
const { sleep, wake } = sleeper();

let active = null;

onChange((change) => {
  // Without a key, all photos were removed.
  if (change.isRemoved && active?.key === (change.key ?? active?.key)) active?.stop.abort();
  if (change.kind === "photos") wake();
});

/** Tells all pages that the tray's scans have changed. */
export const publishScans = (id = null) => publish({ kind: "scans", id });

/**
 * Sends the photos, oldest first, one at a time in all pages of this browser. Ends with "done", "waiting" (photos are
 * left after the last retry) or "signIn". With `person`, the photos of other people wait. `restart` ends the pauses
 * between retries; with `isUrged`, also those of the server. With `once`, there is no retry, and no wait for another
 * sender, as the service worker needs it.
 */
export function sendPhotos({ person = null, restart = false, isUrged = false, once = false, program } = {}) {
  const order = { person, restart, isUrged, once, program, barred: new Set() };
  if (run && !once) {
    if (restart) run.order.barred.clear();
    run.order.restart ||= restart;
    run.order.isUrged ||= isUrged;
    run.order.person = person ?? run.order.person;
    run.isAsked = true;
    wake();
    return run.end;
  }
  const own = { order, isAsked: false };
  own.end = passes(own).finally(() => {
    if (run === own) run = null;
  });
  if (!once) run = own;
  return own.end;
}

async function passes(own) {
  const { order } = own;
  for (;;) {
    own.isAsked = false;
    await alone("albumscan-send", order.once, () => pass(order));
    const left = await mine(order);
    // A call of `sendPhotos` during the pass starts one more pass.
    if (own.isAsked) continue;
    if (!left.length) return order.barred.size ? "signIn" : "done";
    const next = Math.min(...left.filter((one) => one.attempts <= PAUSES.length).map(dueAt));
    if (order.once || next === Infinity) return "waiting";
    await sleep(next - Date.now());
  }
}

const dueAt = (photo) => Math.max(photo.notBefore, photo.pausedUntil, photo.heldUntil);

/** The photos that this run may send. A back waits for its front. */
async function mine(order) {
  const kept = await photos();
  const fronts = new Set(kept.map((one) => one.key));
  return kept.filter((one) => one.state !== "refused" && !order.barred.has(one.person) && !fronts.has(one.front)
    && (order.person === null || one.person === null || one.person === order.person));
}

async function pass(order) {
  if (order.restart) await endPauses(order);
  for (;;) {
    const isDue = (one) => dueAt(one) <= Date.now() && one.attempts <= PAUSES.length;
    const photo = (await mine(order)).find(isDue);
    if (!photo) return;
    await send(photo, order);
  }
}

async function endPauses(order) {
  const values = { attempts: 0, notBefore: 0, ...(order.isUrged ? { pausedUntil: 0 } : {}) };
  order.restart = order.isUrged = false;
  for (const photo of await mine(order)) await update("photos", photo.key, () => values);
}

async function send({ key, isRaw, photo, front, scan: known }, order) {
  const stop = new AbortController();
  const scan = known ?? (front && (await all("scans")).find((one) => one.key === front)?.id);
  // The front was removed before it was sent.
  if (front && !scan) return removePhoto(key);
  active = { key, stop };
  const isThere = !isRaw || (await prepared({ key, photo }));
  const record = isThere && (await changePhoto(key, () => ({ state: "sending" })));
  const answer = record && (await uploaded(record, order.program, stop.signal, scan));
  active = null;
  // The user may have removed the photo meanwhile, or signed out in another page.
  if (!answer || stop.signal.aborted) return;
  switch (answer.outcome) {
    case "sent": return front ? removePhoto(key) : keepScan(key, answer.id);
    case "signIn":
      return bar(record, order);
    case "wait": return postpone(order, answer);
    case "retry": return changePhoto(key, ({ attempts }) => ({
      state: "waiting", attempts: attempts + 1, notBefore: Date.now() + 1000 * (PAUSES[attempts] ?? 0),
      reason: answer.reason, signIn: false,
    }), { isFailed: true });
    default: return changePhoto(key, () => ({ state: "refused", reason: answer.reason }));
  }
}

function uploaded(record, program, signal, scan) {
  const onProgress = (share) => publish({ kind: "progress", key: record.key, share });
  return uploadPhoto(record, { program, signal, onProgress, scan }).catch(() => ({ outcome: "retry", reason: null }));
}

/** The person of the photo is not signed in: all photos of this person wait. */
async function bar({ person }, order) {
  const same = (await mine(order)).filter((one) => one.person === person);
  order.barred.add(person);
  for (const { key } of same) await changePhoto(key, () => ({ state: "waiting", signIn: true }));
}

/** Replaces the photo's record by the record of its scan. */
async function keepScan(key, id) {
  const scan = ({ kind = null, person, taken, picture }) =>
    ({ id, key, kind, person, started: taken, seen: false, picture });
  if (await replace("photos", key, "scans", scan)) publish({ kind: "scans", id, key });
  // The user may remove the scan from the tray before its backs are sent.
  for (const one of await photos()) if (one.front === key) await changePhoto(one.key, () => ({ scan: id }));
}

/** The server is busy, or has had too many photos: all photos wait as long as it says. No attempt is counted. */
async function postpone(order, { seconds, reason }) {
  const pausedUntil = Date.now() + 1000 * seconds;
  for (const { key } of await mine(order)) {
    await changePhoto(key, () => ({ state: "waiting", pausedUntil, reason }), { isFailed: true });
  }
}
